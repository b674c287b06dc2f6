"""`archive info`, `archive backup`, `archive upgrade`, `archive drop`, `archive parquet`: the archive as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.failures import bad_input, usage
from cli.shell import Shell, command
from cli.terminal import counted


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    archive = typer.Typer(
        name="archive",
        help="Tells of the archive as a whole; copies it, renews it, takes games out.",
        rich_markup_mode=None,
        no_args_is_help=True,
    )
    command(archive, "The archive")(info)
    command(archive, "The archive", changes=True)(backup)
    command(archive, "The archive", changes=True)(upgrade)
    command(archive, "The archive", changes=True)(drop)
    command(archive, "The archive", changes=True)(parquet)
    app.add_typer(archive, rich_help_panel="The archive")


def backup(
    shell: Shell,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.", show_default=False)],
) -> None:
    """Copies the archive as it is now, while others go on."""
    from cli import answers, outputs

    outputs.check(file, shell.archive_file)
    if file.exists() and file.stat().st_size:
        raise bad_input(f"{file} holds something already, and no backup is written over it: name a new file.")
    archive = shell.archive()
    size = archive.backup(file)
    games = archive.info().games
    shell.answer(answers.BackedUp(file=str(file), bytes=size))
    shell.tell(f"{file}: {games} {'game' if games == 1 else 'games'}, {size} bytes.")


def upgrade(
    shell: Shell,
    check: Annotated[bool, typer.Option("--check", help="Only say what would be done.")] = False,
) -> None:
    """Brings the archive over into a new file of the newest schema; the old one is kept beside it."""
    from cli import answers

    archive = shell.archive()
    found = archive.outdated() if check else archive.upgrade()
    shell.answer(
        answers.Upgraded(
            schema=found.before,
            newest=found.after,
            games=found.games,
            missing=found.stale,
            reckoned=found.reckoned,
            needed=found.needed,
            kept=found.kept or None,
        )
    )
    if not found.needed:
        shell.tell(f"Nothing to do: the archive has the newest schema, {found.after}.")
    elif check:
        shell.tell(
            f"An upgrade would bring {counted(found.games, 'game')} from schema {found.before} to {found.after}, and "
            f"store the turns and phases of {found.stale} of them."
        )
    else:
        shell.tell(
            f"In a new file of schema {found.after}: {counted(found.games, 'game')}; of {found.reckoned} of them the "
            f"turns and phases were reckoned. The old file is {found.kept}."
        )


def drop(
    shell: Shell,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.", show_default=False)],
    yes: Annotated[bool, typer.Option("--yes", help="Do it: nothing brings the game back.")] = False,
) -> None:
    """Takes a whole game out of the archive; its id and where its lines stood remain."""
    from cli import answers

    archive = shell.archive()
    row = archive.game(game)
    if not yes:
        raise usage(
            f"{row.slug} ({row.plies} plies, {row.lines} lines) would be gone for good: export it first, or say --yes."
        )
    gone = archive.drop(row.id)
    shell.answer(
        answers.Dropped(
            game=gone.slug,
            id=gone.id,
            heads={
                line: answers.DroppedHead(ply=ply, head=head[:12]) for line, (ply, head) in gone.heads.items()
            },
        )
    )
    shell.tell(f"{gone.slug} is gone; what remains is its id {gone.id} and where its lines stood.")


def parquet(
    shell: Shell,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.", show_default=False)],
) -> None:
    """Writes all views as Parquet, by ruleset: for engines that read many files on many machines."""
    from cli import answers
    from eventlog.parquet import write

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise bad_input(f"{folder} is there already and not empty; name a new folder.")
    written = write(shell.archive(), folder)
    shell.answer(answers.ParquetWritten(folder=str(folder), files=written.files, rows=written.rows))
    shell.tell(f"{folder}: {written.rows} rows in {written.files} files.")


def info(shell: Shell) -> None:
    """Tells the archive's versions and size, and what is in it."""
    from cli import answers

    file = shell.archive_file
    found = shell.archive().info()
    told = answers.ArchiveInfo(
        schema=found.schema,
        storage=str(found.storage),
        games=found.games,
        batches=found.batches,
        events=found.events,
        bytes=found.bytes,
        file=str(file),
    )
    shell.answer(told)
    shell.tell(
        f"{told.file}",
        f"  schema {told.schema}, storage {told.storage}, {told.bytes} bytes",
        f"  {counted(told.games, 'game')}, {counted(told.batches, 'batch', 'batches')}, "
        f"{counted(told.events, 'event')}",
    )
