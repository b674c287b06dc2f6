"""What people say of a game: comments, glyphs, bookmarks, arrows and marked spaces, each at a ply of a line.

`eventlog.notes` keeps them; here is what makes one sensible for its game, and who may read it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import msgspec

from eventlog import notes
from eventlog.archive import Archive, GameRow
from eventlog.notes import Note
from replays.opening import OpenGame
from replays.references import Resolved, bookmarked, resolve
from replays.telling import Seats, seen
from rules.scene import Scene

GLYPHS = {
    "!": "a good decision",
    "?": "a mistake",
    "!!": "a brilliant decision",
    "??": "a blunder",
    "!?": "an interesting decision",
    "?!": "a doubtful decision",
}
"""The six glyphs, as in books on games."""

SEALED = "end"
LONGEST = 1_000_000
"""Characters of a text."""

_BOOKMARK = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class BadNote(Exception):
    """A note that cannot be made; the message is a sentence."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to say. `replaces` is the beginning of the id of a note of theirs that this one takes the
    place of."""

    text: str = ""
    glyph: str = ""
    bookmark: str = ""
    marks: tuple[str, ...] = ()
    by: str = ""
    seat: str = ""
    sealed: str = ""
    replaces: str = ""


def annotate(archive: Archive, place: Resolved, draft: Draft, time: datetime) -> Note:
    """Keeps a note at the place. Raises BadNote, NameTaken (a bookmark that is there), NotFound, Unfit."""
    if draft.text and not draft.text.strip():
        raise BadNote("The text of a note holds nothing but spaces.")
    note = Note(
        game=place.row.id,
        batch=place.head.digest,
        ply=place.ply,
        line=place.line,
        by=draft.by,
        time=time,
        text=_text(draft.text),
        glyph=_glyph(draft.glyph),
        bookmark=_bookmark(draft.bookmark),
        marks=_marks(place, draft),
        seat=draft.seat if draft.sealed else "",
        sealed=_sealed(draft),
        replaces=_replaced(archive, place.row, draft),
    )
    if note.says_nothing and not note.replaces:
        raise BadNote("A note needs a text, a glyph, a bookmark or a mark.")
    note = notes.identified(note)
    archive.annotate(place.row.id, [note])
    return note


def readable(archive: Archive, row: GameRow, seats: Seats) -> tuple[Note, ...]:
    """The notes of a game that hold, in the order in which they came: those that the seats may read (None: all)."""
    found = notes.standing(archive.notes(row.id))
    if seats is None or not any(note.sealed for note in found):
        return found
    return notes.visible(found, seats, over(archive, row))


def along(place: Resolved, found: Sequence[Note]) -> dict[int, list[Note]]:
    """The notes at the plies of the place's line, by ply."""
    held: dict[int, list[Note]] = {}
    for note in found:
        if note.ply < len(place.timeline) and place.timeline.head_at(note.ply).digest == note.batch:
            held.setdefault(note.ply, []).append(note)
    return held


def over(archive: Archive, row: GameRow) -> bool:
    """Whether the main line has come to its end, which opens what was sealed until then."""
    place = resolve(archive, f"{row.slug}:{archive.tree(row.id).main}")
    return place.opened.ruleset.result(place.opened.game, place.position.state) is not None


def _text(text: str) -> str:
    if len(text) > LONGEST:
        raise BadNote(f"The text has {len(text)} characters: a note has at most {LONGEST}.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadNote("The text holds bytes that are no UTF-8: write it in UTF-8.") from None
    return text


def _glyph(glyph: str) -> str:
    if glyph and glyph not in GLYPHS:
        raise BadNote(f"{glyph!r} is no glyph; there are {' '.join(GLYPHS)}.")
    return glyph


def _bookmark(name: str) -> str:
    if name and (not _BOOKMARK.fullmatch(name) or re.fullmatch(r"t?[0-9]+", name)):
        raise BadNote(
            f"{name!r} is no name for a bookmark: write small letters, digits and hyphens, as in the-gate-falls; "
            "a number, or t with a number, names a ply or a turn."
        )
    return name


def _sealed(draft: Draft) -> str:
    if draft.sealed and draft.sealed != SEALED:
        raise BadNote(f"A note can be sealed until the {SEALED}, not until {draft.sealed!r}.")
    if draft.sealed and not draft.seat:
        raise BadNote("A sealed note holds the thoughts of one seat: say whose with --as SEAT.")
    if draft.sealed and draft.bookmark:
        raise BadNote("A bookmark is for everybody: a sealed note cannot have one.")
    return draft.sealed


def _marks(place: Resolved, draft: Draft) -> tuple[str, ...]:
    """The marks as they are kept: the id of a space, or FROM>TO for an arrow."""
    if not draft.marks:
        return ()
    opened: OpenGame = place.opened
    state = seen(opened, place.position.state, (draft.seat,) if draft.seat else None)
    known = _spaces(opened.ruleset.scene(opened.game, state))
    found = []
    for mark in draft.marks:
        ends = [end.strip() for end in mark.split(">")]
        if len(ends) > 2 or not all(ends):
            raise BadNote(f"{mark!r} is no mark: write a space, or FROM>TO for an arrow.")
        for end in ends:
            if end.lower() not in known:
                example = next(iter(known.values()), "")
                hint = f"one is written as {example}" if example else "it has none"
                raise BadNote(f"{end!r} is no space of this board; {hint}.")
        found.append(">".join(known[end.lower()] for end in ends))
    return tuple(found)


def _spaces(scene: Scene) -> dict[str, str]:
    """The spaces by id and by title, both in small letters."""
    found = {space.id.lower(): space.id for space in scene.spaces}
    for space in scene.spaces:
        found.setdefault(space.title.lower(), space.id)
    return found


def _replaced(archive: Archive, row: GameRow, draft: Draft) -> str:
    if not draft.replaces:
        return ""
    standing = notes.standing(archive.notes(row.id))
    fits = [note.note for note in standing if note.note.startswith(draft.replaces)]
    if len(fits) != 1:
        what = "several notes" if fits else "no note"
        raise BadNote(f"{what.capitalize()} of {row.slug} begin with {draft.replaces!r}; `notes` lists them.")
    return fits[0]


__all__ = ["GLYPHS", "BadNote", "Draft", "along", "annotate", "bookmarked", "over", "readable"]
