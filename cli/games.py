"""`new`, `list`: games begun, and the games that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.chance_options import Dice, Draws, drawn, faces
from cli.failures import bad_input, usage
from cli.game_options import Data, OfRuleset, Options, Played, Scenario, Tags, WithTag
from cli.playing import awaited_lines
from cli.shell import Shell, command, warn

if TYPE_CHECKING:
    from cli import answers


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Playing", changes=True)(new)
    command(app, "Playing", "list")(list_games)


def new(
    shell: Shell,
    ruleset: Played,
    scenario: Scenario = None,
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
    option: Options = None,
    tag: Tags = None,
    played: Annotated[
        str, typer.Option("--played", metavar="DATE", help="When it was played at a table.")
    ] = "",
    place: Annotated[str, typer.Option("--place", metavar="T", help="Where it was played.")] = "",
    event: Annotated[
        str, typer.Option("--event", metavar="T", help="The tournament or club evening that it was part of.")
    ] = "",
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
    ruleset: OfRuleset = None,
    tag: WithTag = None,
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
