"""`verify`, `audit`, `check`: whether what is stored is what happened, and a ruleset what it must be."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import DAMAGED
from cli.game_options import OfRuleset
from cli.shell import Shell, command

if TYPE_CHECKING:
    from eventlog.archive import Archive, GameRow

SomeGames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME…]", help="The games; else all of the archive.", show_default=False),
]


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Exchange and trust")(verify)
    command(app, "Exchange and trust")(audit)
    command(app, "Exchange and trust")(check)


def _rows(archive: Archive, games: Sequence[str], ruleset: str | None = None) -> list[GameRow]:
    """The games that were named, else all, or all of a ruleset."""
    from cli import names

    if games:
        return [archive.game(names.game_of(game)) for game in games]
    rows, unreadable = archive.survey(ruleset=names.ruleset(ruleset).name if ruleset is not None else None)
    if unreadable:
        raise unreadable[0].error
    return rows


def verify(
    shell: Shell,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|FILE]",
            help="The game, a .warlog file or a replay page; else all.",
            show_default=False,
        ),
    ] = None,
    states: Annotated[bool, typer.Option("--states", help="Compare each turn's board, too.")] = False,
) -> None:
    """Looks whether what is stored is what was written; names the first bad batch of a game."""
    if game is not None and game.lower().endswith((".warlog", ".html", ".htm")):
        with _read_in(game) as archive:
            _verify(shell, archive, (), states=states)
        return
    from cli import names

    _verify(shell, shell.archive(), [names.game_of(game)] if game is not None else (), states=states)


@contextmanager
def _read_in(file: str) -> Iterator[Archive]:
    """An archive that holds a file's game and lasts as long as it is looked at."""
    import tempfile

    from cli.exchange import taken_in
    from eventlog.archive import Archive

    with tempfile.TemporaryDirectory(prefix="warlog-") as folder:
        archive = Archive(Path(folder) / "archive.duckdb")
        taken_in(archive, Path(file))
        yield archive


def _verify(shell: Shell, archive: Archive, games: Sequence[str], *, states: bool) -> None:
    from cli import answers
    from replays.verification import verify_all

    looked_at = batches = boards = other_shape = 0
    damaged = []
    for slug, done in verify_all(archive, games, states=states):
        looked_at += 1
        batches += done.batches
        boards += done.boards
        other_shape += done.not_comparable
        if done.fault is not None:
            damaged.append(
                answers.Damage(
                    game=slug, ply=done.fault.ply, what=done.fault.what, detail=done.fault.sentence
                )
            )
    shell.answer(answers.Verified(games=looked_at, batches=batches, damaged=damaged))
    for each in damaged:
        shell.tell(f"{each.game}@{each.ply}: {each.what}. {each.detail}")
    compared = f", {boards} board{'' if boards == 1 else 's'}" if states else ""
    if other_shape:
        compared += f" ({other_shape} of another shape, not comparable)"
    if damaged:
        shell.tell(f"Damaged: {len(damaged)} of {_games(looked_at)}.")
        raise typer.Exit(DAMAGED)
    shell.tell(f"{_games(looked_at)}, {batches} batches{compared}: all as they were written.")


def _games(count: int) -> str:
    return f"{count} {'game' if count == 1 else 'games'}"


def audit(
    shell: Shell,
    games: SomeGames = None,
    ruleset: OfRuleset = None,
) -> None:
    """Decides every recorded action again with the recorded chance, and says where the rules decide otherwise now."""
    from cli import answers
    from replays.audit import audit as decide_again

    archive = shell.archive()
    rows = _rows(archive, games or (), ruleset)
    plies = rulings = 0
    differences = []
    for row in rows:
        done = decide_again(archive, row)
        plies += done.plies
        rulings += done.rulings
        differences += [
            answers.Difference(game=row.slug, ply=each.ply, expected=each.expected, got=each.got)
            for each in done.differences
        ]
    shell.answer(answers.Audited(games=len(rows), plies=plies, rulings=rulings, differences=differences))
    for each in differences:
        shell.tell(f"{each.game}@{each.ply}: recorded {each.expected}; the rules give {each.got}.")
    if differences:
        shell.tell(f"{len(differences)} batches of {_games(len(rows))} differ.")
        raise typer.Exit(DAMAGED)
    corrections = "1 correction by people" if rulings == 1 else f"{rulings or 'no'} corrections by people"
    shell.tell(f"{_games(len(rows))}, {plies} plies, {corrections}: the rules decide all as recorded.")


def check(
    shell: Shell,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="What to check.", show_default=False)],
    games: Annotated[str, typer.Option("-n", metavar="N", help="How many random games.")] = "20",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="The first game's seed.")] = "1",
) -> None:
    """Runs the kit that every ruleset must pass."""
    from cli import answers, names
    from cli.terminal import is_terminal
    from replays.check import check as run_kit

    rules = names.ruleset(ruleset)
    count, first = names.number(games, "number of games"), names.number(seed, "seed", 0)
    if is_terminal(sys.stderr):
        with typer.progressbar(length=count, label="Games", file=sys.stderr) as bar:
            done = run_kit(
                rules, games=count, seed=first, progress=lambda played, _: bar.update(played - bar.pos)
            )
    else:
        done = run_kit(rules, games=count, seed=first)
    shell.answer(
        answers.Checked(
            checks=[
                answers.CheckAnswer(name=each.name, passed=each.passed, detail=each.detail) for each in done
            ]
        )
    )
    for each in done:
        shell.tell(f"{'ok  ' if each.passed else 'FAIL'}  {each.name}: {each.detail}")
    if not all(each.passed for each in done):
        raise typer.Exit(DAMAGED)
