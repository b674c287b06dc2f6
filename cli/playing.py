"""`show`, `actions`, `act`, `why`, `resign`: a game, one command at a time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.chance_options import Dice, Draws, drawn, faces
from cli.failures import usage
from cli.shell import Shell, command, shortened

if TYPE_CHECKING:
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


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Playing", seats=True)(show)
    command(app, "Playing", seats=True)(actions)
    command(app, "Playing", seats=True, changes=True)(act)
    command(app, "Playing", seats=True)(why)
    command(app, "Playing", seats=True, changes=True)(resign)


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
        raise usage("Say which seat gives up: --as SEAT.")
    session = names.session(shell.archive(), game)
    seats = names.seats_shown(shell.seats, session.row)
    before = session.state
    done = session.resign((seats or ())[0])
    shell.answer(answers.Resigned(**telling.at_session(session), result=telling.result(session.result())))
    shell.tell(*telling.acted(session, before, done, seats).narration, *awaited_lines(session))
