"""`export` and `import`: games in files of their own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.failures import usage
from cli.playing import Game
from cli.shell import Shell, command, warn

if TYPE_CHECKING:
    from eventlog.archive import Archive, GameRow
    from eventlog.interchange import Imported
    from rules.scene import Scene


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Exchange and trust", seats=True, changes=True)(export)
    command(app, "Exchange and trust", "import", changes=True)(import_files)


def export(
    shell: Shell,
    game: Game,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="NAME.warlog, .html, .md, .bbcode, .svg or .png.", show_default=False
        ),
    ],
) -> None:
    """Writes a game to a file, by its suffix: .warlog (all of it, self-contained), .html (a page that replays it), .md
    or .bbcode (a report with maps), .svg or .png (the board); with --as without what others hide."""
    from cli import answers, names, outputs

    kind = file.suffix.lower()
    if kind not in WRITERS:
        raise usage(
            f"{file} does not say what to write: its name must end in {', '.join(list(WRITERS)[:-1])} or "
            f"{list(WRITERS)[-1]}."
        )
    outputs.check(file, shell.archive_file)
    archive = shell.archive()
    row = archive.game(names.game_of(game))
    seats = names.seats_shown(shell.seats, row)
    size = WRITERS[kind](archive, row, file, seats)
    shell.answer(answers.Exported(file=str(file), bytes=size))
    shell.tell(f"{file}: {row.slug}, {size} bytes.")


def _write_log(archive: Archive, row: GameRow, file: Path, seats: tuple[str, ...] | None) -> int:
    from eventlog.interchange import export as write
    from replays.annotations import over

    done = write(archive, row.id, file, seats=seats or (), over=bool(seats) and over(archive, row))
    for warning in done.warnings:
        warn(f"{warning}.")
    return done.bytes


def _write_page(archive: Archive, row: GameRow, file: Path, seats: tuple[str, ...] | None) -> int:
    from cli import names
    from cli.terminal import is_terminal
    from eventlog.files import write_whole
    from replays.viewer.page.gathering import gathered
    from replays.viewer.page.writing import page

    if is_terminal(sys.stderr):
        with typer.progressbar(length=row.plies + 1, label=f"Drawing {row.slug}", file=sys.stderr) as bar:
            content, carried = gathered(
                archive,
                row.id,
                seats,
                in_words=names.in_words,
                progress=lambda done, due: _advance(bar, done, due),
            )
    else:
        content, carried = gathered(archive, row.id, seats, in_words=names.in_words)
    begin = carried.beginning.begin
    if carried.header.seen_by and begin is not None and row.begin.seed:
        warn(
            f"{row.slug} was begun with a seed: whoever guesses it can compute every hidden card and every roll to "
            "come from this page; games with secrets are begun without a seed."
        )
    return write_whole(file, page(content, carried).encode())


def _advance(bar: Any, done: int, due: int) -> None:
    bar.length = due
    bar.update(done - bar.pos)


def _write_picture(archive: Archive, row: GameRow, file: Path, seats: tuple[str, ...] | None) -> int:
    from cli import names
    from cli.pictures import write_picture

    return write_picture(names.place(archive, row.slug), file, seats)


def write_report(archive: Archive, row: GameRow, file: Path, seats: tuple[str, ...] | None) -> int:
    """The report, and its maps in a folder beside it."""
    from cli import names
    from cli.pictures import drawn
    from eventlog.files import write_whole
    from replays.document import bbcode, markdown
    from replays.report import report

    place = names.place(archive, row.slug)
    folder = file.with_name(f"{file.stem}-maps")
    # Forums show no SVG; a report that lies in a folder needs nothing but a reader of Markdown.
    suffix = ".png" if file.suffix.lower() == ".bbcode" else ".svg"
    pictures: dict[str, bytes] = {}

    def draw(scene: Scene, name: str) -> str:
        pictures[f"{name}{suffix}"] = drawn(scene, suffix)
        return f"{folder.name}/{name}{suffix}"

    blocks = report(archive, place, seats, draw)
    if folder.exists() and not folder.is_dir():
        raise usage(f"{folder}, where the maps of {file.name} belong, is a file: name the report otherwise.")
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        write_whole(folder / name, picture)
    write = bbcode if file.suffix.lower() == ".bbcode" else markdown
    return write_whole(file, write(blocks).encode())


WRITERS = {
    ".warlog": _write_log,
    ".html": _write_page,
    ".md": write_report,
    ".bbcode": write_report,
    ".svg": _write_picture,
    ".png": _write_picture,
}
"""What `export` writes, by the suffix of the file."""


def import_files(
    shell: Shell,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="NAME.warlog, or a replay page.", show_default=False)
    ],
) -> None:
    """Takes games from .warlog files and replay pages into the archive; all of a file, or nothing of it."""
    from cli import answers

    archive = shell.archive()
    found, told = [], []
    try:
        for file in files:
            done = taken_in(archive, file)
            found.append(
                answers.ImportedFile(
                    file=str(file),
                    game=done.game,
                    plies=done.plies,
                    added=done.added,
                    parted=list(done.parted),
                    replaced=list(done.replaced),
                    dropped=done.dropped,
                )
            )
            if done.dropped is not None:
                warn(
                    f"{done.game} was dropped from this archive on {done.dropped:%Y-%m-%d}; now it is here again."
                )
            what = f"{done.added} batches added" if done.added else "nothing new"
            told.append(f"{file}: {done.game}, {done.plies} plies, {what}.")
    finally:  # where one was refused, those before it are in the archive all the same
        shell.tell(*told)
    shell.answer(found)


def taken_in(archive: Archive, file: Path) -> Imported:
    from eventlog.interchange import import_
    from replays.viewer.page.carried import carried, is_page

    if not is_page(file):
        return import_(archive, file)
    import tempfile

    # Under the page's own name, so that what is said of the game in it names the page.
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder) / file.name
        inside.write_bytes(carried(file))
        return import_(archive, inside)
