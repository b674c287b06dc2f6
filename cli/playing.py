"""`new`, `list`, `show`, `actions`, `act`, `why`, `resign`: a game, one command at a time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import BAD_INPUT, NOT_FOUND, Failure, bad_input, usage
from cli.shell import Shell, command, shortened, warn

if TYPE_CHECKING:
    from cli import answers
    from eventlog.record import Head
    from replays.references import Resolved
    from replays.session import Session

Reference = Annotated[
    str,
    typer.Argument(
        metavar="REF", help="GAME[:LINE][@PLY]; a unique prefix of the game will do.", show_default=False
    ),
]
Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The game, or GAME:LINE; a unique prefix will do.", show_default=False
    ),
]
Dice = Annotated[
    str | None,
    typer.Option("--dice", metavar="6,5,3", help="Dice that were rolled by hand.", show_default=False),
]
Draws = Annotated[
    str | None,
    typer.Option(
        "--draw", metavar="A,B,?", help="What was drawn by hand; ? is not known.", show_default=False
    ),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Your own data folder, laid over ours.", show_default=False),
]


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Playing", changes=True)(new)
    command(app, "Playing", "list")(list_games)
    command(app, "Playing", seats=True)(show)
    command(app, "Playing", seats=True)(actions)
    command(app, "Playing", seats=True, changes=True)(act)
    command(app, "Playing", seats=True)(why)
    command(app, "Playing", seats=True, changes=True)(resign)


def new(
    shell: Shell,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="What to play.", show_default=False)],
    scenario: Annotated[str | None, typer.Option("--scenario", metavar="S", show_default=False)] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="SLUG", help="How commands call the game.", show_default=False),
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="T", help="A title in any script.")] = "",
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="N", help="Makes the dice reproducible, and guessable.", show_default=False
        ),
    ] = None,
    chance: Annotated[
        str, typer.Option("--chance", metavar="seeded|manual", help="Who rolls: the program, or you.")
    ] = "seeded",
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SEAT=NAME",
            help="Who sits there; SEAT=bot:BOT for a bot.",
            show_default=False,
        ),
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="K=V", show_default=False)] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", metavar="K=V", show_default=False)] = None,
    played: Annotated[
        str, typer.Option("--played", metavar="DATE", help="When it was played at a table.")
    ] = "",
    place: Annotated[str, typer.Option("--place", metavar="T")] = "",
    event: Annotated[str, typer.Option("--event", metavar="T")] = "",
    data: Data = None,
    dice: Dice = None,
    draw: Draws = None,
) -> None:
    """Begins a game."""
    from cli import answers, names, telling
    from cli.story import with_scenario
    from replays.session import Session

    if chance not in ("seeded", "manual"):
        raise usage(f"--chance takes seeded or manual, not {chance}.")
    if chance == "seeded" and (dice or draw):
        raise bad_input("--dice and --draw go with --chance manual: here the dice fall from the game's key.")
    if seed is not None:
        seed = str(names.number(seed, "seed", 0))
    rules = names.ruleset(ruleset)
    chosen = names.scenario(rules, scenario)
    where = f"{rules.name} {chosen.name}"
    session = Session.new(
        shell.archive(),
        rules.name,
        chosen.name,
        slug=names.slug(name, "game") if name is not None else None,
        title=title,
        seed=seed,
        chance="manual" if chance == "manual" else "seeded",
        people=names.people(chosen.seats, player or (), where),
        options=names.options(rules, option or ()),
        tags=names.pairs(tag or (), "--tag"),
        played=names.date(played) if played.strip() else "",
        place=place,
        occasion=event,
        data_folder=data,
        dice=faces(dice),
        draws=drawn(draw),
    )
    shell.answer(
        answers.Begun(**telling.at_session(session), ruleset=rules.name, scenario=chosen.name, seed=seed)
    )
    shell.tell(f"{session.row.slug}: {with_scenario(rules.title, chosen.title)}.", *awaited_lines(session))
    shell.tell(f"Play it with `warlog play {session.row.slug}`.")


def list_games(
    shell: Shell,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="R", show_default=False)] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="K=V", show_default=False)] = None,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="O|all", help="Else all but simulated ones.", show_default=False),
    ] = None,
) -> None:
    """Lists the games."""
    from typing import get_args

    from cli import answers, names, telling
    from cli.shell import kebab
    from eventlog.archive import GameRow, UnreadableGame
    from eventlog.record import Origin

    if origin is not None and origin != "all" and origin not in get_args(Origin):
        raise usage(f"--origin takes {', '.join(get_args(Origin))} or all, not {origin}.")
    wanted = next(iter(names.pairs([tag], "--tag").items())) if tag is not None else None
    if not shell.archive_file.exists() and not shell.archive_named:
        rows, unreadable = list[GameRow](), list[UnreadableGame]()
        warn(f"There is no archive at {shell.archive_file} yet; `warlog new` makes it.")
    else:
        rows, unreadable = shell.archive().survey(
            ruleset=kebab(ruleset.lower()) if ruleset else None,
            origin=None if origin in (None, "all") else origin,
            tag=wanted,
        )
    for each in unreadable:
        warn(f"{each.slug} cannot be listed: {each.error}")
    if origin is None:
        rows = [row for row in rows if row.origin not in ("simulated", "whatif")]
    found = [
        answers.GameAnswer(
            game=row.slug,
            id=row.id,
            title=row.title,
            ruleset=row.ruleset,
            scenario=row.scenario,
            origin=row.origin,
            plies=row.plies,
            lines=row.lines,
            players={seat: names.player(person) for seat, person in row.begin.seats.items()},
            result=telling.stored_result(row.result),
            played=row.begin.played,
            recorded=row.begun,
            last=row.last,
        )
        for row in rows
    ]
    shell.answer(found)
    if not shell.as_json:
        _print_games(found)


def _print_games(found: list[answers.GameAnswer]) -> None:
    from rich.cells import cell_len

    from cli import terminal
    from cli.board import print_lines
    from cli.canvas import BARE, BOLD, Line, Span, fit

    if not found:
        terminal.show("No games.")
        return
    rows = [("game", "ruleset", "plies", "result", "last", "title")]
    for each in found:
        outcome = (" ".join(each.result.winners) or "draw") if each.result else ""
        rows.append(
            (
                each.game,
                f"{each.ruleset} {each.scenario}",
                str(each.plies),
                outcome,
                f"{each.last:%Y-%m-%d %H:%M}",
                each.title,
            )
        )
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines: list[Line] = []
    for row in rows:
        text = "  ".join(fit(cell, width) for cell, width in zip(row, widths, strict=True))
        lines.append((Span(text, BARE if lines else BOLD),))
    print_lines(lines)


def show(
    shell: Shell,
    reference: Reference,
    plain: Annotated[
        bool, typer.Option("--plain", help="A list for a screen reader instead of a map.")
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the board to FILE.svg.", show_default=False),
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", metavar="FILE", help="Draw the board to FILE.png.", show_default=False),
    ] = None,
) -> None:
    """Shows the board, and whose decision it is; --svg and --png draw it to a file."""
    import msgspec

    from cli import answers, names, telling
    from rules.projection import encode_state

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    rules, game = place.opened.ruleset, place.opened.game
    state = telling.seen(place.opened, place.position.state, seats)
    clock = rules.clock(game, state)
    result = rules.result(game, state)
    awaited = rules.awaiting(game, state)
    drawn = _draw(shell, place, seats, svg, png)
    if shell.as_json:
        shell.answer(
            answers.Shown(
                **telling.at_place(place),
                awaiting=[answers.AwaitedAnswer(seat=each.seat, decision=each.decision) for each in awaited],
                clock=answers.ClockAnswer(**msgspec.structs.asdict(clock)),
                over=result is not None,
                result=telling.result(result),
                state=msgspec.json.decode(encode_state(state)),
            )
        )
        return
    if drawn:
        shell.tell(*drawn)
    else:
        from cli.board import print_board

        print_board(rules.scene(game, state), plain=plain)
    shell.tell("", f"{place.row.slug}:{place.line}@{place.ply}, {telling.when(clock)}.")
    session = names.session_at(archive, place)
    shell.tell(*awaited_lines(session))


def _draw(
    shell: Shell, place: Resolved, seats: tuple[str, ...] | None, svg: Path | None, png: Path | None
) -> list[str]:
    """Writes the pictures that were asked for; a line for each. Names are looked at before anything is written."""
    if svg is None and png is None:
        return []
    from cli import outputs, pictures

    files = [
        pictures.named(file, option, f".{option.strip('-')}")
        for file, option in ((svg, "--svg"), (png, "--png"))
        if file is not None
    ]
    for file in files:
        outputs.check(file, shell.archive_file)
    return [f"{file}: {pictures.write_picture(place, file, seats)} bytes." for file in files]


def awaited_lines(session: Session) -> list[str]:
    """Whose decision it is, or how the game ended; one line each."""
    from cli import telling

    result = session.result()
    if result is not None:
        return [f"The game is over. {telling.result_sentence(result, session.opened)}"]
    titles = {seat.name: seat.title for seat in session.opened.ruleset.seats}
    return [
        f"{titles.get(each.seat, each.seat)} to decide: {telling.capitalised(each.title)}."
        for each in session.awaiting()
    ]


def actions(shell: Shell, reference: Reference) -> None:
    """Lists what may be done now, numbered."""
    from cli import answers, names, telling
    from cli.choosing import choices

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    session = names.session_at(archive, place)
    found = choices(session, seats)
    shell.answer(
        [
            answers.Choice(
                n=each.number, seat=each.seat, text=each.text, action=telling.event_fields(each.action)
            )
            for each in found
        ]
    )
    if not shell.as_json:
        from cli.board import print_lines
        from cli.choosing import listed
        from cli.terminal import width

        shell.tell(*awaited_lines(session))
        print_lines(listed(found, width()))


def act(
    shell: Shell,
    game: Game,
    action: Annotated[
        list[str],
        typer.Argument(
            metavar="ACTION", help="Its number, its text, its JSON, or a whole move.", show_default=False
        ),
    ],
    dice: Dice = None,
    draw: Draws = None,
    expect: Annotated[
        str | None,
        typer.Option(
            "--expect", metavar="PLY|HEAD", help="Act only if the line stands there.", show_default=False
        ),
    ] = None,
) -> None:
    """Takes an action, or a whole typed move: all of it, or nothing."""
    from cli import answers, names, telling
    from cli.choosing import chance_of, read_actions, with_titles
    from rules.errors import ChanceNeeded

    archive = shell.archive()
    session = names.session(archive, game)
    seats = names.seats_shown(shell.seats, session.row)
    if expect is not None:
        _expect(session, expect)
    rolled, picked = faces(dice), drawn(draw)
    before = session.state
    try:
        chain = read_actions(session, " ".join(action), seats, chance_of(session, rolled, picked))
        done = session.act_many(chain, dice=rolled, draws=picked)
    except ChanceNeeded as needed:
        raise with_titles(session, needed) from needed
    told = telling.acted(session, before, done, seats)
    shell.answer(answers.Acted(**telling.at_session(session), events=told.events, narration=told.narration))
    shell.tell(*told.narration, *awaited_lines(session))


def _expect(session: Session, text: str) -> None:
    """Refuses to act where the line stands elsewhere than the caller thinks."""
    from eventlog.errors import HeadMoved

    head: Head = session.head
    wanted = text.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{1,64}", wanted):
        raise usage(f"--expect takes a ply or the hex digits of a head, not {shortened(text)!r}.")
    if re.fullmatch(r"[0-9]{1,9}", wanted) and int(wanted) == head.ply:
        return
    if len(wanted) >= 6 and head.digest.startswith(wanted):
        return
    raise HeadMoved(
        f"{session.row.slug}:{session.line} stands at ply {head.ply}, head {head.digest[:12]}, not at {wanted}: "
        "look at what has happened since, then act again.",
        None,
        head,
    )


def why(
    shell: Shell,
    reference: Reference,
    action: Annotated[
        list[str],
        typer.Argument(metavar="ACTION", help="Its number, its text or its JSON.", show_default=False),
    ],
) -> None:
    """Says whether an action is legal, and if not, which rule forbids it; and what the cards say that it names."""
    from cli import answers, names
    from cli.choosing import judge, texts

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    session = names.session_at(archive, place)
    told = texts(session, " ".join(action))
    shell.tell(*told)
    refusal = judge(session, " ".join(action), seats)
    shell.answer(
        answers.Judged(
            legal=refusal is None,
            rule=refusal.rule if refusal else None,
            reason=refusal.reason if refusal else None,
            texts=told,
        )
    )
    shell.tell(f"Illegal: {refusal}." if refusal else "Legal.")


def resign(shell: Shell, game: Game) -> None:
    """Gives up, by the ruleset's own consequences; say whose seat with --as."""
    from cli import answers, names, telling

    if len(shell.seats) != 1:
        raise usage("say which seat gives up: --as SEAT.")
    session = names.session(shell.archive(), game)
    seats = names.seats_shown(shell.seats, session.row)
    before = session.state
    done = session.resign((seats or ())[0])
    shell.answer(answers.Resigned(**telling.at_session(session), result=telling.result(session.result())))
    shell.tell(*telling.acted(session, before, done, seats).narration, *awaited_lines(session))


def faces(text: str | None) -> tuple[int, ...]:
    """The dice of `--dice 6,5,3`."""
    if text is None:
        return ()
    parts = [part for part in text.replace(",", " ").split() if part]
    for part in parts:
        if not (part.isascii() and part.isdecimal() and len(part) <= 6):
            raise bad_input(
                f"--dice {shortened(text)!r}: {shortened(part)!r} is no number; write the faces as in 6,5,3."
            )
    return tuple(int(part) for part in parts)


def drawn(text: str | None) -> tuple[str, ...]:
    """The draws of `--draw A,B,?`."""
    if text is None:
        return ()
    from cli.shell import kebab

    return tuple(kebab(part.strip()) for part in text.split(",") if part.strip())


__all__ = ["BAD_INPUT", "NOT_FOUND", "Failure", "add_to", "awaited_lines", "drawn", "faces"]
