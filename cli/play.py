"""`play`: a game at the terminal, decision by decision, against people at the same screen or against bots.

It works the same with input from a pipe. Whoever plays alone against bots sees what their seat knows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.failures import Failure, not_found, refusal_of, usage
from cli.shell import Shell, command

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.session import Acted, Session
    from rules.ruleset import Awaited

HELP = """\
  NUMBER          takes the action of that number
  words           an action's own words, or a whole move; any beginning that only one action has will do
  {JSON}          an action as JSON
  actions         lists the actions again
  board           draws the board
  log [N]         tells the last N plies
  why ACTION      says which rule forbids an action, if one does
  undo [N]        takes back your last input (or N of them), with all that followed; undo turn, undo phase
  redo            goes forward again
  resign          gives up
  quit            leaves; the game is kept as it stands"""


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "Playing", seats=True)(play)


def play(
    shell: Shell,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; else the last one.", show_default=False)
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences for a screen reader, no map.")] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="Who plays a seat: random or greedy; without SEAT all seats but yours.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Plays at the terminal: the story so far, the board, and a prompt."""
    from cli import names

    if shell.as_json:
        raise usage("play is for people and has no JSON; scripts use actions and act.")
    archive = shell.archive()
    session = names.session(archive, game if game is not None else _last_game(shell, archive))
    asked = names.seats_shown(shell.seats, session.row)
    Play(archive, session, asked, _bots(session, bot or (), asked), plain=plain).run()


def _last_game(shell: Shell, archive: Archive) -> str:
    """The game that was played last."""
    rows = archive.games() if shell.archive_file.exists() else []
    played = [row for row in rows if row.origin not in ("simulated", "whatif")]
    if not played:
        raise not_found(
            "there is no game to play yet; begin one with `warlog new RULESET` (`warlog rulesets`)."
        )
    return max(played, key=lambda row: row.last).slug


def _bots(session: Session, given: Sequence[str], asked: tuple[str, ...] | None) -> dict[str, str]:
    """The bot of each seat that one plays: by `--bot`, else as the game was begun."""
    from cli import names

    seats = tuple(session.row.begin.seats)
    words = names.bots(seats, given, session.row.slug)
    found = {seat: person.bot for seat, person in session.row.begin.seats.items() if person.bot}
    bare = words.pop("", None)
    found |= words
    if bare is not None:
        people = [seat for seat in seats if seat not in found]
        mine = set(asked) if asked is not None else set(people[:1])
        found |= {seat: bare for seat in people if seat not in mine}
    return found


class Left(Exception):
    """The person has left the table."""


class Play:
    """One sitting: a session, who is shown what, and which seats bots play."""

    def __init__(
        self,
        archive: Archive,
        session: Session,
        seats: tuple[str, ...] | None,
        bots: Mapping[str, str],
        *,
        plain: bool,
    ) -> None:
        self.archive = archive
        self.session = session
        self.bots = bots
        self.plain = plain
        self.titles = {seat.name: seat.title for seat in session.opened.ruleset.seats}
        people = [seat for seat in session.row.begin.seats if seat not in bots]
        alone = session.opened.ruleset.hidden and len(people) == 1 and seats is None
        self.seats = (people[0],) if alone else seats
        self.heading: tuple[int, int] | None = None
        self.drawn_for: tuple[Any, ...] | None = None

    # ------------------------------------------------------------------ the sitting

    def run(self) -> None:
        """Plays until the person leaves or the input ends."""
        try:
            self._open()
            while True:
                self._bots_decide()
                if not self._turn():
                    return
        except (Left, EOFError, KeyboardInterrupt):
            self._say("", f"The game is kept; go on with `warlog play {self.session.row.slug}`.")

    def _say(self, *lines: str) -> None:
        from cli.terminal import show

        show(*lines)

    def _title(self, seat: str) -> str:
        return self.titles.get(seat, seat)

    def _open(self) -> None:
        """What game this is, who sits where, what happened last, and the board."""
        from cli import telling
        from cli.story import introduction, story_so_far

        self._say(*introduction(self.session, self.bots, self.seats), "")
        self._say(*story_so_far(self.archive, self._place(), self.seats))
        self._board()
        self.heading = self._period()
        self._say("", f"{telling.when(self.session.clock())}. `help` lists what you can type.")

    def _place(self) -> Any:
        from replays.references import resolve

        return resolve(self.archive, f"{self.session.row.slug}:{self.session.line}")

    def _board(self) -> None:
        from cli.board import print_board

        rules, game = self.session.opened.ruleset, self.session.opened.game
        self._say("")
        print_board(rules.scene(game, self.session.view(self.seats)), plain=self.plain)
        self.drawn_for = self._situation()

    def _period(self) -> tuple[int, int]:
        clock = self.session.clock()
        return clock.turn, clock.phase

    def _situation(self) -> tuple[Any, ...]:
        return (*self._period(), *(each.seat for each in self.session.awaiting()))

    # ------------------------------------------------------------------ bots

    def _bots_decide(self) -> None:
        """Lets bots decide until a person is to, or the game is over."""
        from replays.bots import bot

        session = self.session
        rules, game = session.opened.ruleset, session.opened.game
        while session.result() is None:
            waiting = [each.seat for each in session.awaiting()]
            seat = next((each for each in waiting if each in self.bots), None)
            if seat is None or any(each not in self.bots for each in waiting):
                # Where people and bots choose at once, the person is asked first: nothing is given away.
                return
            chooser = bot(self.bots[seat], f"{session.row.id}/{session.position.head}/{seat}")
            legal = rules.legal(game, session.state, seat)
            action = chooser.choose(rules, game, session.view((seat,)), seat, legal)
            chain = [(seat, action)]
            if not self._take(lambda _, chain=chain: chain):  # type: ignore[misc]
                raise Left

    # ------------------------------------------------------------------ a person's decision

    def _turn(self) -> bool:
        """Asks for one input and does it; False when nothing more can be asked."""
        from cli.playing import awaited_lines

        session = self.session
        waiting = [each for each in session.awaiting() if each.seat not in self.bots]
        over = session.result() is not None
        if not over and self.seats is not None:
            mine = [each for each in waiting if each.seat in self.seats]
            if not mine:
                self._say("", *awaited_lines(session), "That is not yours to decide.")
                return False
            waiting = mine
        if self._watched() and self.drawn_for != self._situation():
            self._board()
        self._say(
            "",
            *(awaited_lines(session) if over else [self._question(waiting[0])]),
        )
        if not over:
            self._list(waiting[0].seat)
        while True:
            text = self._read(f"{waiting[0].seat if not over else 'over'}> ")
            if text and self._do(text, waiting[0].seat if not over else None):
                return True

    def _question(self, awaited: Awaited) -> str:
        from cli.telling import capitalised

        return f"{self._title(awaited.seat)}: {capitalised(awaited.title)}."

    def _watched(self) -> bool:
        """Whether the board is drawn again by itself: for somebody who looks at a terminal."""
        from cli.terminal import is_terminal

        return is_terminal() and not self.plain

    def _list(self, seat: str) -> None:
        from cli.board import print_lines
        from cli.choosing import choices, listed
        from cli.terminal import width

        found = choices(self.session, (seat,))
        if self.plain:
            self._say(*(f"{each.number}: {each.text}" for each in found))
        else:
            print_lines(listed(found, width()))

    def _read(self, prompt: str) -> str:
        """One line of input; what comes from a pipe is echoed, so that a transcript can be read."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - lets the line be edited and earlier ones be called up again

            return input(prompt).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        self._say(text.strip())
        return text.strip()

    def _do(self, text: str, seat: str | None) -> bool:
        """Does what was typed; True if the game has moved."""
        from cli.choosing import read_actions

        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if self._looked(text, seat):
                return False
            match word.lower():
                case "undo":
                    return self._undo(rest)
                case "redo":
                    return self._redo(rest)
                case "resign" if not rest and seat is not None:
                    return self._resign(seat)
                case _ if seat is None:
                    self._say("The game is over: `undo`, `log`, `board` or `quit`.")
                case _:
                    return self._take(lambda chance: read_actions(self.session, text, (seat,), chance))
        except Exception as error:
            if isinstance(error, Left | EOFError | BrokenPipeError) or not self._explained(error):
                raise
        return False

    def _looked(self, text: str, seat: str | None) -> bool:
        """Does what only looks round and can be typed at every prompt; False where it is something else."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "quit" | "exit" | "q":
                raise Left
            case "help" | "?":
                self._say(*HELP.splitlines())
            case "board":
                self._board()
            case "actions" if seat is not None:
                self._list(seat)
            case "log":
                self._log(rest.strip())
            case "why" if rest.strip():
                self._why(rest.strip(), seat)
            case _:
                return False
        return True

    def _explained(self, error: Exception) -> bool:
        """Says why the input was refused; False where the error is a defect of ours."""
        from cli import failures

        refusal = refusal_of(error)
        if refusal.code == failures.DEFECT:
            return False
        if refusal.code == failures.HEAD_MOVED:
            self._say(f"{refusal.message} The game is read again.")
            self._reload()
        else:
            self._say(f"Illegal: {refusal.message}" if refusal.code == failures.ILLEGAL else refusal.message)
        return True

    def _reload(self) -> None:
        from replays.session import Session

        self.session = Session.load(self.archive, self.session.row.slug, self.session.line)

    # ------------------------------------------------------------------ what can be typed

    def _take(self, read: Callable[[Any], list[tuple[str, Any]]]) -> bool:
        """Takes the actions that are read; where dice or draws are made by hand, asks for them. False if nothing was
        done."""
        from cli import telling
        from cli.chance_by_hand import ask
        from cli.choosing import chance_of
        from rules.errors import ChanceNeeded

        dice: list[int] = []
        draws: list[str] = []
        before = self.session.state
        while True:
            try:
                chain = read(chance_of(self.session, dice, draws))
                done = self.session.act_many(chain, dice=dice, draws=draws)
                break
            except ChanceNeeded as needed:
                if not needed.needs:
                    raise
                if not ask(needed, dice, draws, self._ask, self._say, self.titles):
                    self._say("Not done.")
                    return False
        self._tell(telling.acted(self.session, before, done, self.seats).narration, done)
        return True

    def _tell(self, narration: Sequence[str], done: Acted) -> None:
        from cli import telling

        self._say(*narration)
        if self.heading != self._period():
            self.heading = self._period()
            self._say(f"-- {telling.when(self.session.clock())} --")

    def _ask(self, prompt: str) -> str:
        """Asks for something beside a decision; what helps to look round can be typed here too."""
        while True:
            text = self._read(prompt)
            if text == "?" or not self._looked(text, None):
                return text

    def _log(self, rest: str) -> None:
        from cli import telling
        from cli.history import log_lines
        from cli.names import number

        count = number(rest, "number of plies") if rest else 20
        place = self._place()
        first = max(0, place.ply - count + 1)
        self._say(*log_lines(telling.log(self.archive, place, first, place.ply, self.seats), place))

    def _why(self, text: str, seat: str | None) -> None:
        from cli.choosing import judge

        refusal = judge(self.session, text, (seat,) if seat else None)
        self._say(f"Illegal: {refusal}." if refusal else "Legal.")

    def _undo(self, rest: str) -> bool:
        """Takes back what the person put in, with all that bots did after it."""
        from cli.history import take_back, undone_lines
        from cli.names import number

        if rest in ("turn", "phase"):
            done = take_back(self.archive, self.session, None, rest)
        else:
            count = number(rest, "number of inputs") if rest else 1
            done = take_back(
                self.archive, self.session, self.session.position.ply - self._before_input(count), None
            )
        self._say(*undone_lines(self.session, done))
        self.heading = self._period()
        return True

    def _before_input(self, count: int) -> int:
        """The ply at which the person gave the last input but `count - 1`; the beginning, if there were fewer."""
        timeline = self.session.timeline
        ply = self.session.position.ply
        goal = ply
        for _ in range(count):
            while goal > 0:
                start = timeline.entry_start(goal)
                outline = self.archive.line_outline(
                    self.session.row.id, timeline.head_at(start), start, start
                )
                goal = start - 1
                if outline[0].seat not in self.bots:
                    break
        return goal if goal < ply else ply - 1

    def _redo(self, rest: str) -> bool:
        from cli.names import number

        done = self.session.redo(number(rest, "number of plies") if rest else None)
        self._say(
            f"{done.batches} {'ply' if done.batches == 1 else 'plies'} on, at ply {self.session.position.ply}."
        )
        self.heading = self._period()
        return True

    def _resign(self, seat: str) -> bool:
        from cli import telling

        if not self._ask(f"Give up for {self._title(seat)}? yes or no> ").lower().startswith("y"):
            self._say("Not done.")
            return False
        before = self.session.state
        done = self.session.resign(seat)
        self._tell(telling.acted(self.session, before, done, self.seats).narration, done)
        return True


__all__ = ["Failure", "Left", "Play", "add_to"]
