"""`replay`: a game stepped through in the terminal, with keys on a terminal and line by line from a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.failures import usage
from cli.playing import Reference
from cli.shell import Shell, command, shortened

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.references import Resolved

HELP = (
    "Enter, space, → or f: forward    ← or b: back        t / T: next / previous turn",
    "n / p: next / previous battle    0: the beginning    $: the end",
    "g PLY: go to a ply, @bookmark or @t3                 board: draw the board again",
    "a TEXT: a note here              m NAME: a bookmark here",
    "a ! TEXT: a note with a glyph, which is ! ? !! ?? !? or ?!",
    "branch NAME: begin a line here and play on           play: play on from the end",
    "lines: the lines                 line NAME: follow another line",
    "h: this help                     q: leave",
    "(On a terminal `:` asks for a command of several letters.)",
)

KEYS = {
    "": "f", " ": "f", "\r": "f", "\n": "f", "\x1b[C": "f", "\x1b[D": "b", "\x1b[A": "b", "\x1b[B": "f",
    "\x1b[H": "0", "\x1b[F": "$", "\x1bOC": "f", "\x1bOD": "b", "\x1bOH": "0", "\x1bOF": "$",
    "\x03": "q", "\x04": "q", "\x1b": "q", "?": "h",
}  # fmt: skip
"""Keys as the commands that they stand for."""


class Left(Exception):
    """The person leaves; with a line's name, to play on there."""

    def __init__(self, play: str = "") -> None:
        super().__init__(play)
        self.play = play


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "History", seats=True)(replay)


def replay(
    shell: Shell,
    reference: Reference,
    delay: Annotated[
        str | None,
        typer.Option(
            "--delay", metavar="S", help="Step by itself, every so many seconds.", show_default=False
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences for a screen reader, no map.")] = False,
) -> None:
    """Steps through a game in the terminal: forward, back, by turns and battles; notes and branches on the way."""
    from cli import names
    from cli.shell import seconds as seconds_of

    if shell.as_json:
        raise usage("replay is for people and has no JSON; scripts use log and show.")
    seconds = seconds_of(delay, "--delay") if delay is not None else None
    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    begun = "@" not in reference
    walk = Walk(archive, place, seats, shell.tell, plain=plain)
    walk.ply = 0 if begun else place.ply
    if seconds is not None:
        walk.run_by_itself(seconds)
        return
    try:
        walk.run(keys() if sys.stdin.isatty() else lines())
    except Left as left:
        if left.play:
            from cli.sitting import Sitting

            bots = {seat: person.bot for seat, person in place.row.begin.seats.items() if person.bot}
            Sitting(archive, names.session(archive, left.play), seats, bots, plain=plain).run()
            return
    except (EOFError, KeyboardInterrupt):
        shell.tell("")


class Walk:
    """A person's way through a game: the line that is followed, and the ply."""

    def __init__(
        self,
        archive: Archive,
        place: Resolved,
        seats: tuple[str, ...] | None,
        tell: Callable[..., None],
        *,
        plain: bool,
    ) -> None:
        self.archive, self.seats, self.tell, self.plain = archive, seats, tell, plain
        self.ply = 0
        self._follow(place)

    def _follow(self, place: Resolved) -> None:
        from replays.annotations import along, readable

        self.place = place
        self.last = len(place.timeline) - 1
        self.ply = min(self.ply, self.last)
        self.noted = along(place, readable(self.archive, place.row, self.seats))

    # Showing

    def show(self) -> None:
        """The board, what happened in this ply, and where that is."""
        from cli.board import print_board
        from replays.facts import scene_of

        self.tell("")
        scene = scene_of(self.place.opened, self.place.timeline.state_at(self.ply), self.seats)
        print_board(scene, plain=self.plain)
        self.say()

    def say(self) -> None:
        """What happened in this ply, its notes, and where that is."""
        from cli import telling
        from cli.history import log_lines

        rules, game = self.place.opened.ruleset, self.place.opened.game
        state = telling.seen(self.place.opened, self.place.timeline.state_at(self.ply), self.seats)
        self.tell("", *log_lines(self.archive, self.place, self.ply, self.ply, self.seats))
        result = rules.result(game, state)
        after = (
            telling.result_sentence(result, self.place.opened)
            if result
            else telling.when(rules.clock(game, state))
        )
        self.tell(f"{self.place.row.slug}:{self.place.line}@{self.ply} of {self.last}. {after}")

    # Walking

    def run(self, commands: Iterator[str]) -> None:
        """Does what is asked until the person leaves. Raises Left, EOFError."""
        self.show()
        self.tell("", *HELP)
        for text in commands:
            word, _, rest = text.partition(" ")
            self.do(word, rest.strip())

    def run_by_itself(self, seconds: float) -> None:
        """Steps on to the end."""
        self.show()
        while self.ply < self.last:
            time.sleep(seconds)
            self.ply += 1
            self.show()

    def do(self, word: str, rest: str) -> None:
        """One command."""
        moves: dict[str, Callable[[], int | None]] = {
            "f": lambda: self.ply + 1,
            "b": lambda: self.ply - 1,
            "0": lambda: 0,
            "$": lambda: self.last,
            "t": lambda: self._turn(1),
            "T": lambda: self._turn(-1),
            "n": lambda: self._battle(1),
            "p": lambda: self._battle(-1),
            "board": lambda: self.ply,
        }
        if word in moves:
            self._go(moves[word]())
        elif word == "g":
            self._jump(rest)
        elif word in ("a", "m"):
            self._note(word, rest)
        elif word == "branch":
            self._branch(rest)
        elif word == "play":
            raise Left(f"{self.place.row.slug}:{self.place.line}")
        elif word == "lines":
            from cli.history import line_answers, tree_lines

            self.tell(*tree_lines(line_answers(self.place.tree)))
        elif word == "line":
            self._switch(rest)
        elif word == "q":
            raise Left
        else:
            self.tell(*HELP)

    def _go(self, ply: int | None) -> None:
        if ply is None or not 0 <= ply <= self.last:
            self.tell("There is nothing further that way.")
            return
        self.ply = ply
        self.show()

    def _turn(self, step: int) -> int | None:
        rules, game = self.place.opened.ruleset, self.place.opened.game

        def turn(ply: int) -> int:
            return rules.clock(game, self.place.timeline.state_at(ply)).turn

        ply = self.ply + step
        while 0 < ply < self.last and turn(ply) == turn(ply - 1):
            ply += step
        return ply if 0 <= ply <= self.last else None

    def _battle(self, step: int) -> int | None:
        ply = self.ply + step
        while 0 <= ply <= self.last:
            events: Sequence[Any] = self.place.timeline.events_of(ply)
            if any(self.place.opened.ruleset.mark(event) == "battle" for event in events):
                return ply
            ply += step
        return None

    def _jump(self, text: str) -> None:
        from cli import names
        from cli.failures import refusal_of

        try:
            self.ply = names.place(
                self.archive, f"{self.place.row.slug}:{self.place.line}@{text.lstrip('@')}"
            ).ply
        except Exception as error:
            self.tell(refusal_of(error).message)
            return
        self.show()

    def _switch(self, line: str) -> None:
        from replays.references import resolve

        if line not in self.place.tree.lines:
            self.tell(
                f"There is no line {line or 'without a name'}; there are {', '.join(self.place.tree.lines)}."
            )
            return
        self._follow(resolve(self.archive, f"{self.place.row.slug}:{line}"))
        self.show()

    # Leaving something behind

    def _here(self) -> Resolved:
        from replays.references import resolve

        return resolve(self.archive, f"{self.place.row.slug}:{self.place.line}@{self.ply}")

    def _note(self, word: str, text: str) -> None:
        from datetime import UTC, datetime

        from cli.annotating import ECHO, told
        from eventlog.errors import LogError
        from replays.annotations import GLYPHS, BadNote, Draft, annotate

        seat = self.seats[0] if self.seats and len(self.seats) == 1 else ""
        first, _, rest = text.partition(" ")
        glyph, text = (first, rest.strip()) if word == "a" and first in GLYPHS else ("", text)
        draft = Draft(text=text, glyph=glyph, by=seat) if word == "a" else Draft(bookmark=text, by=seat)
        try:
            note = annotate(self.archive, self._here(), draft, datetime.now(UTC))
        except (BadNote, LogError) as error:
            self.tell(str(error))
            return
        self.tell(f"Noted at ply {self.ply}: {shortened(told(note), ECHO)}")
        self._follow(self.place)

    def _branch(self, name: str) -> None:
        from cli import names
        from cli.failures import Failure
        from eventlog.errors import LogError

        try:
            line = names.slug(name, "line")
            session = names.session(self.archive, f"{self.place.row.slug}:{self.place.line}")
            session.branch(line, self.ply)
        except (Failure, LogError) as error:
            self.tell(str(error))
            return
        raise Left(f"{self.place.row.slug}:{line}")


def lines() -> Iterator[str]:
    """Commands from a pipe, one a line."""
    for line in sys.stdin:
        text = line.rstrip("\n")
        yield KEYS.get(text, text)


def keys() -> Iterator[str]:
    """Commands from keys; those that need a word ask for it."""
    while True:
        key = typer.getchar()
        asked = {"a": "Note: ", "m": "Bookmark: ", "g": "Ply: ", ":": ": "}.get(key)
        if asked is None:
            yield KEYS.get(key, key)
            continue
        text = input(asked).strip()
        if text:
            yield text if key == ":" else f"{key} {text}"
