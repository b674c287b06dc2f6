"""`export` and `import`: games in files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.failures import usage
from cli.playing import Game
from cli.shell import Shell, command, warn


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Exchange and trust", seats=True, changes=True)(export)
    command(app, "Exchange and trust", "import", changes=True)(import_files)


def export(
    shell: Shell,
    game: Game,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="NAME.warlog.", show_default=False)],
) -> None:
    """Writes a game to a .warlog file: its whole tree, self-contained; with --as without what others hide."""
    from cli import answers, names, outputs
    from eventlog.interchange import export as write

    if file.suffix.lower() != ".warlog":
        raise usage(f"{file} does not say what to write: its name must end in .warlog.")
    outputs.check(file, shell.archive_file)
    archive = shell.archive()
    row = archive.game(names.game_of(game))
    seats = names.seats_shown(shell.seats, row)
    done = write(archive, row.id, file, seats=seats or ())
    for warning in done.warnings:
        warn(f"{warning}.")
    shell.answer(answers.Exported(file=str(file), bytes=done.bytes))
    shell.tell(f"{file}: {row.slug}, {done.bytes} bytes.")


def import_files(
    shell: Shell,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="NAME.warlog.", show_default=False)],
) -> None:
    """Takes games from .warlog files into the archive; all of a file, or nothing of it."""
    from cli import answers
    from eventlog.interchange import import_

    archive = shell.archive()
    found, told = [], []
    try:
        for file in files:
            done = import_(archive, file)
            found.append(
                answers.ImportedFile(
                    file=str(file),
                    game=done.game,
                    plies=done.plies,
                    added=done.added,
                    parted=list(done.parted),
                    replaced=list(done.replaced),
                )
            )
            what = f"{done.added} batches added" if done.added else "nothing new"
            told.append(f"{file}: {done.game}, {done.plies} plies, {what}.")
    finally:  # where one was refused, those before it are in the archive all the same
        shell.tell(*told)
    shell.answer(found)
