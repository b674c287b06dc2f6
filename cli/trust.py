"""`verify`, `audit`, `check`: whether what is stored is what happened, and a ruleset what it must be."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.failures import DAMAGED
from cli.shell import Shell, command

SomeGames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME…]", help="The games; else all of the archive.", show_default=False),
]


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Exchange and trust")(verify)
    command(app, "Exchange and trust")(audit)
    command(app, "Exchange and trust")(check)


def verify(
    shell: Shell,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; else all.", show_default=False)
    ] = None,
    states: Annotated[bool, typer.Option("--states", help="Compare each turn's board, too.")] = False,
) -> None:
    """Looks whether what is stored is what was written; names the first bad batch of a game."""
    from cli import answers
    from replays.verification import verify_game

    archive = shell.archive()
    rows = _games(shell, archive, [game] if game is not None else [])
    batches = 0
    damaged = []
    for row in rows:
        count, found = verify_game(archive, row, states=states)
        batches += count
        if found is not None:
            damaged.append(
                answers.Damage(game=row.slug, ply=found.ply, what=found.what, detail=found.sentence)
            )
    shell.answer(answers.Verified(games=len(rows), batches=batches, damaged=damaged))
    for each in damaged:
        shell.tell(f"{each.game}@{each.ply}: {each.what}. {each.detail}")
    if damaged:
        shell.tell(f"{len(damaged)} of {len(rows)} games are damaged.")
        raise typer.Exit(DAMAGED)
    shell.tell(f"{len(rows)} games, {batches} batches: all as they were written.")


def audit(
    shell: Shell,
    games: SomeGames = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="R", show_default=False)] = None,
) -> None:
    """Decides every recorded action again with the recorded chance, and says where the rules decide otherwise now."""


def check(
    shell: Shell,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="What to check.", show_default=False)],
) -> None:
    """Runs the kit that every ruleset must pass."""
