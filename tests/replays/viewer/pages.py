"""Replay pages of small games, each made once: branches, undone lines, notes by people who mean ill, seats' views."""

from __future__ import annotations

import atexit
import random
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import msgspec

from eventlog.archive import Archive
from eventlog.warlog_file import Warlog
from replays.annotations import Draft, annotate
from replays.references import resolve
from replays.session import Session
from replays.simulate import simulate
from replays.viewer.page.content import Content
from replays.viewer.page.gathering import gathered
from replays.viewer.page.writing import page
from tests.replays.played import begun, play_on

TIME = datetime(2026, 3, 1, 12, tzinfo=UTC)
FORK, TAKEN_BACK = 40, 44
"""Where `what-if` parts from the main line, and after which ply of it something was taken back."""
NOTED, LONG, HOSTILE = 30, 31, 33
MARKUP = "<b>bold</b><script>window.executed = 1</script><img src=x onerror='window.executed = 2'>"
RIGHT_TO_LEFT = "שלום \u202eevil\u202c عالم"
EMOJI = "🎲👩‍👩‍👧‍👦 \U0001f3f4\U000e0067\U000e0062"
LONG_TEXT = "A hundred thousand words. " * 4000


class Made(msgspec.Struct, frozen=True):
    """A page, what it was made of, and where its game lies."""

    archive: Archive
    game: str
    content: Content
    carried: Warlog
    html: str

    def file(self, folder: Path) -> Path:
        """The page as a file."""
        found = folder / f"{self.content.slug}.html"
        found.write_text(self.html, encoding="utf-8")
        return found


def made(archive: Archive, game: str, *seats: str) -> Made:
    """The page of a game, for these seats or for everybody."""
    content, carried = gathered(archive, game, seats or None)
    return Made(archive, game, content, carried, page(content, carried))


def new_archive() -> Archive:
    """An archive in a folder that goes with this process."""
    folder = tempfile.mkdtemp(prefix="warlog-pages-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Archive(Path(folder) / "games.duckdb")


@cache
def simulated(ruleset: str, scenario: str, plies: int, seed: str = "5") -> tuple[Archive, str]:
    """A game that bots play at random, to its end or so many plies."""
    archive = new_archive()
    simulate(archive, ruleset, 1, scenario=scenario, seed=seed, limit=plies)
    return archive, f"{ruleset}-1"


@cache
def branched() -> Made:
    """Sauron to its end, with a line `what-if`, something taken back on it, and notes."""
    archive, game = simulated("sauron", "learning", 10_000)
    session = Session.load(archive, game, times=lambda: TIME)
    session.branch("what-if", FORK)
    session = Session.load(archive, game, "what-if", times=lambda: TIME)
    chooser = random.Random(3)
    play_on(session, chooser, 6)
    session.undo_to(TAKEN_BACK)
    play_on(session, chooser, 7)
    session.switch("main")
    note(
        archive,
        f"{game}:main@{NOTED}",
        Draft(text="A doubtful march", glyph="?!", by="Ann", bookmark="the-march"),
    )
    note(archive, f"{game}:main@{NOTED}", Draft(marks=("1514", "1514>1716"), by="Bob", text="Better here"))
    note(archive, f"{game}:main@{LONG}", Draft(text=LONG_TEXT, by="Cid"))
    for text in (MARKUP, RIGHT_TO_LEFT, EMOJI):
        note(archive, f"{game}:main@{HOSTILE}", Draft(text=text, by="<i>Mallory</i>"))
    return made(archive, game)


def note(archive: Archive, place: str, draft: Draft) -> None:
    """Keeps a note at a fixed time."""
    annotate(archive, resolve(archive, place), draft, TIME)


@cache
def rome(*seats: str) -> Made:
    """The Sword of Rome, 300 plies in."""
    return made(*simulated("sword-of-rome", "short-game", 300), *seats)


@cache
def gondor(*seats: str) -> Made:
    """Gondor, 400 plies in."""
    return made(*simulated("gondor", "siege", 400), *seats)


@cache
def cards(*seats: str) -> Made:
    """A game without a board, whose secrets are known to all in the end."""
    session = cards_session()
    return made(session.archive, session.row.id, *seats)


@cache
def cards_session() -> Session:
    session = begun(new_archive(), times=lambda: TIME)
    return play_on(session, random.Random(2))


NAMES = ("sauron", "gondor", "sword-of-rome", "sword-of-rome as the Gauls", "goofspiel")


def named(name: str) -> Made:
    """The page of one kind of game."""
    kinds: tuple[Callable[[], Made], ...] = (branched, gondor, rome, lambda: rome("gauls"), cards)
    return dict(zip(NAMES, kinds, strict=True))[name]()
