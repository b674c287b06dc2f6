"""`annotate` and `notes`: comments, glyphs, bookmarks and marks at a ply of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import usage
from cli.playing import Reference
from cli.shell import Shell, command, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli import answers
    from eventlog.notes import Note

ECHO = 300
"""Characters of a note that are shown at once after it was taken."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "History", seats=True, changes=True)(annotate)
    command(app, "History", seats=True)(notes)


def annotate(
    shell: Shell,
    reference: Reference,
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="What you want to say.", show_default=False)
    ] = None,
    glyph: Annotated[
        str | None, typer.Option("--glyph", metavar="G", help="! ? !! ?? !? or ?!", show_default=False)
    ] = None,
    bookmark: Annotated[
        str | None,
        typer.Option(
            "--bookmark", metavar="NAME", help="A name for this ply: GAME@NAME.", show_default=False
        ),
    ] = None,
    mark: Annotated[
        list[str] | None,
        typer.Option("--mark", metavar="WHERE", help="A space, or FROM>TO for an arrow.", show_default=False),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="AUTHOR", help="Who says it.", show_default=False)
    ] = None,
    sealed: Annotated[
        str | None,
        typer.Option(
            "--sealed-until",
            metavar="end",
            help="With --as: for that seat alone until the end.",
            show_default=False,
        ),
    ] = None,
    instead: Annotated[
        str | None,
        typer.Option(
            "--instead-of",
            metavar="ID",
            help="Take the place of a note of yours (with no text: take it away); both are kept.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Keeps a comment, a glyph, a bookmark or marks at a ply."""
    from datetime import UTC, datetime

    from cli import names
    from replays.annotations import BadNote, Draft
    from replays.annotations import annotate as keep

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row) or ()
    if len(seats) > 1:
        raise usage("A note holds the thoughts of one seat: name one with --as.")
    if instead is not None and not instead.strip():
        raise usage("--instead-of names no note: write the beginning of its id, as `notes` shows it.")
    draft = Draft(
        text=text or "",
        glyph=(glyph or "").strip(),
        bookmark=(bookmark or "").strip(),
        marks=tuple(mark or ()),
        by=by or "",
        seat=seats[0] if seats else "",
        sealed=sealed or "",
        replaces=(instead or "").strip(),
    )
    try:
        note = keep(archive, place, draft, datetime.now(UTC))
    except BadNote as error:
        raise usage(str(error)) from error
    shell.answer(answer(note))
    shell.tell(f"Noted at {place.row.slug}:{place.line}@{place.ply}: {shortened(told(note), ECHO)}")


def notes(shell: Shell, reference: Reference) -> None:
    """Lists the notes of a line, up to the ply that is named."""
    from cli import names
    from replays.annotations import along, readable

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    held = along(place, readable(archive, place.row, seats))
    found = [note for ply in sorted(held) if ply <= place.ply for note in held[ply]]
    shell.answer([answer(note) for note in found])
    lines = [f"{note.ply:>5}  {told(note)}  [{note.note[:8]}]" for note in found]
    shell.tell(*(lines or [f"{place.row.slug}:{place.line} has no notes; `warlog annotate` keeps one."]))


def answer(note: Note) -> answers.NoteAnswer:
    """A note as JSON has it."""
    from cli import answers

    return answers.NoteAnswer(
        ply=note.ply,
        line=note.line,
        by=note.by,
        glyph=note.glyph,
        bookmark=note.bookmark,
        text=note.text,
        marks=list(note.marks),
        at=note.time,
        sealed=bool(note.sealed),
        seat=note.seat,
        note=note.note,
    )


def told(note: Note) -> str:
    """A note in one line."""
    parts = [note.glyph, f"[{note.bookmark}]" if note.bookmark else "", note.text]
    parts.append(f"(marks {', '.join(note.marks)})" if note.marks else "")
    said = " ".join(" ".join(part.split()) for part in parts if part) or "(taken away)"
    who = note.by or note.seat or "somebody"
    return f"{said} – {who}{', sealed until the end' if note.sealed else ''}"


def under(found: Iterable[Note]) -> list[str]:
    """Notes as they stand in the log, below what was told of their ply."""
    return [f"       » {told(note)}" for note in found]
