"""One sitting at the terminal: what is told, what may be typed, who is asked, and what bots do in between."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cli import telling
from cli.failures import not_found, refusal_of, usage

if TYPE_CHECKING:
    from cli.chance_by_hand import ByHand
    from eventlog.archive import Archive
    from replays.session import Acted, Session
    from rules.ruleset import Awaited

HELP = """\
  NUMBER          takes the action of that number
  words           an action's own words, or a whole move; any beginning that
                  only one action has will do, and so will a part of a name
  {JSON}          an action as JSON
  actions         lists the actions again
  board           draws the board
  log [N]         tells the last N plies
  why ACTION      says which rule forbids an action, if one does
  undo [N]        takes back your last input (or N of them), with all that came
                  after; undo N plies, undo phase, undo turn go further back
  redo [N]        goes forward again (or N plies)
  branch NAME     begins a new line from here and goes to it; branch NAME PLY
                  begins it at that ply
  lines           tells the lines of the game
  switch LINE     goes to another line
  pass-ahead M    lets moments for reactions go by from now on: `every` one, one
                  kind, `this` kind; `none` ends that. `until turn`, or `until
                  recalled`, may follow, else until your next impulse
  resign          gives up
  quit            leaves; the game is kept as it stands"""


class Left(Exception):
    """The person has left the table."""


class Sitting:
    """A session, who is shown what, and which seats bots play. `waits`: a bot is to decide, and the person is asked
    first, because something was taken back."""

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
        self.period: telling.Period | None = None
        self.drawn_for: tuple[Any, ...] | None = None
        self.waits = False

    # ------------------------------------------------------------------ the sitting

    def run(self) -> None:
        """Plays until the person leaves or the input ends."""
        try:
            self._open()
            while True:
                if not self.waits:
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
        from cli.story import introduction, story_so_far

        self._say(*introduction(self.session, self.bots, self.seats), "")
        self._say(*story_so_far(self.archive, self._place(), self.seats))
        self._board()
        self.period = self._period()
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

    def _period(self) -> telling.Period:
        return telling.period(self.session.clock())

    def _situation(self) -> tuple[Any, ...]:
        return (*self._period(), *(each.seat for each in self.session.awaiting()))

    # ------------------------------------------------------------------ bots

    def _next_bot(self) -> str | None:
        """The seat for which a bot is to decide now. Where people and bots choose at once, the person is asked first:
        nothing is given away."""
        session = self.session
        waiting = [each.seat for each in session.awaiting()] if session.result() is None else []
        return waiting[0] if waiting and all(each in self.bots for each in waiting) else None

    def _bots_decide(self) -> None:
        """Lets bots decide until a person is to, or the game is over; what they do is retold."""
        from eventlog.errors import HeadMoved
        from replays.retelling import Retelling

        retelling = Retelling(self.session.opened, self.seats, self.period, dashes=True)
        try:
            while (seat := self._next_bot()) is not None and not self.waits:
                try:
                    self._bot_decides(seat, retelling)
                except HeadMoved:
                    self._say(*retelling.close())
                    self._reload()
                    retelling.current = self.period
        finally:
            self._say(*retelling.close())
            self.period = retelling.current

    def _bot_decides(self, seat: str, retelling: Any) -> None:
        """Lets the seat's bot take one decision."""
        from replays.bots import bot
        from rules.errors import ChanceNeeded

        session = self.session
        rules, game = session.opened.ruleset, session.opened.game
        legal = rules.legal(game, session.state, seat)
        chooser = bot(self.bots[seat], session.bot_seed(seat))
        action = chooser.choose(rules, game, session.view((seat,)), seat, legal)
        state = session.state
        try:
            done = session.act(seat, action)
        except ChanceNeeded:  # its dice are rolled by people, who are to see what each roll does
            self._say(*retelling.close())
            self.period = retelling.current
            self.waits = not self._take(lambda _: [(seat, action)])
            retelling.current = self.period
            return
        known, events = iter(telling.known_events(done, self.seats)), iter(done.events)
        for batch in done.batches:
            shown = [next(known) for _ in batch.events]
            is_open = self.seats is None or batch.seat in self.seats
            own = action if batch is done.batches[0] and is_open else None
            self._say(*retelling.add(state, batch.seat, own, shown))
            for _ in batch.events:
                state = rules.evolve(game, state, next(events))

    # ------------------------------------------------------------------ a person's decision

    def _turn(self) -> bool:
        """Asks for one input and does it; False when nothing more can be asked."""
        from cli.playing import awaited_lines

        session = self.session
        over = session.result() is not None
        resting = self._next_bot()
        self.waits = resting is not None
        waiting = [each for each in session.awaiting() if each.seat not in self.bots]
        if not over and resting is None and self.seats is not None:
            mine = [each for each in waiting if each.seat in self.seats]
            if not mine:
                self._say("", *awaited_lines(session), "That is not yours to decide.")
                return False
            waiting = mine
        if self.period != self._period() and not over:
            self.period = self._period()
            self._say(telling.heading(session.clock()))
        if self._watched() and self.drawn_for != self._situation():
            self._board()
        self._say("", *(awaited_lines(session) if over else [self._question(waiting, resting)]))
        if not over and resting is None:
            self._list(waiting[0].seat)
        asked = None if over or resting is not None else waiting[0].seat
        prompt = f"{resting} (bot)> " if resting is not None else f"{asked or 'over'}> "
        while True:
            text = self._read(prompt)
            if not text and resting is not None:
                self.waits = False
                return True
            if text and self._do(text, asked):
                return True

    def _question(self, waiting: Sequence[Awaited], resting: str | None) -> str:
        if resting is not None:
            return (
                f"{self._title(resting)} (bot {self.bots[resting]}) is to decide: Enter lets it play on; `redo`, "
                "`undo` and `branch` work, too."
            )
        seat, title = self._title(waiting[0].seat), telling.capitalised(waiting[0].title)
        return f"{title}." if title.startswith(seat) else f"{seat}: {title}."

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
        """One line of input; what comes from a pipe is echoed, so that a transcript can be read. Nobody is asked who
        sees no question: where output goes nowhere, the sitting ends."""
        from cli import streams

        sys.stdout.flush()
        if streams.lost() is not None:
            raise EOFError
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
        """Does what was typed; True if the game has moved. `seat`: who is asked; None where nobody can act."""
        from cli.choosing import read_actions

        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if self._looked(text, seat):
                return False
            match word.lower():
                case "undo":
                    return self._undo(rest.lower())
                case "redo":
                    return self._redo(rest)
                case "branch" if rest:
                    return self._branch(rest)
                case "switch" if rest:
                    return self._switch(rest)
                case "pass-ahead" if seat is not None:
                    return self._pass_ahead(rest, seat)
                case "resign" if not rest and seat is not None:
                    return self._resign(seat)
                case "branch" | "switch":
                    self._say("Name the line: `branch what-if`, `branch what-if 20`, `switch main`.")
                case _ if seat is None and self.waits:
                    self._say(
                        "It is for the bot to decide: Enter lets it play on; `help` lists what you can type."
                    )
                case _ if seat is None:
                    self._say("The game is over: `undo`, `log`, `board`, `branch` or `quit`.")
                case _:
                    return self._take(lambda chance: read_actions(self.session, text, (seat,), chance))
        except Exception as error:
            if isinstance(error, Left | EOFError | BrokenPipeError):
                raise
            return self._explained(error)
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
            case "lines":
                self._lines()
            case "why" if rest.strip():
                self._why(rest.strip(), seat)
            case _:
                return False
        return True

    def _explained(self, error: Exception) -> bool:
        """Says why the input was refused, or raises a defect of ours; True where the game has moved meanwhile."""
        from cli import failures

        refusal = refusal_of(error)
        if refusal.code == failures.DEFECT:
            raise error
        if refusal.code == failures.HEAD_MOVED:
            self._reload()
            return True
        self._say(f"Illegal: {refusal.message}" if refusal.code == failures.ILLEGAL else refusal.message)
        return False

    def _reload(self) -> None:
        """Reads the game again after somebody else acted, and tells what they did."""
        from replays.retelling import retold
        from replays.session import Session

        old = self.session
        self.session = Session.load(self.archive, old.row.slug, old.line)
        self._say("Somebody else acted meanwhile. The game is read again.")
        timeline = self.session.timeline
        if len(timeline) > old.head.ply and timeline.head_at(old.head.ply) == old.head:
            self._say(*retold(self.archive, self._place(), old.head.ply + 1, self.seats))
        else:
            self._say(f"{old.row.slug}:{old.line} stands at ply {self.session.head.ply} now.")
        self._stands_elsewhere()

    def _stands_elsewhere(self) -> None:
        """After the head moved otherwise than by acting: the board is drawn again, and a bot waits to be let on."""
        self.period = self._period()
        self.drawn_for = None
        self.waits = self._next_bot() is not None

    # ------------------------------------------------------------------ what can be typed

    def _take(self, read: Callable[[Any], list[tuple[str, Any]]]) -> bool:
        """Takes the actions that are read; where dice or draws are made by hand, asks for them one after another and
        tells what each brings. False if nothing was done."""
        from cli.chance_by_hand import ByHand

        given = ByHand()
        try:
            return self._take_with(read, given)
        except (Left, EOFError, KeyboardInterrupt):
            if given.steps:
                what = "roll or draw" if len(given.steps) == 1 else f"{len(given.steps)} rolls or draws"
                self._say(
                    "",
                    f"The action was not finished, so neither it nor the {what} that you typed for it is recorded: "
                    "note them, to type them again.",
                )
            raise

    def _take_with(self, read: Callable[[Any], list[tuple[str, Any]]], given: ByHand) -> bool:
        """As `_take`; `given`: what was rolled and drawn so far, which grows."""
        from cli.chance_by_hand import ask
        from cli.choosing import chance_of, roll_title
        from rules.errors import ChanceNeeded

        told: list[str] = []
        before = self.session.state
        while True:
            chain: list[tuple[str, Any]] = []
            try:
                chain = read(chance_of(self.session, given.dice, given.draws))
                done = self.session.act_many(chain, dice=given.dice, draws=given.draws)
                break
            except ChanceNeeded as needed:
                if not needed.needs:
                    raise
                state, told = self._tell_what_is_certain(chain, given.dice, given.draws, told)
                title = roll_title(self.session, str(needed.needs[0]["purpose"]), state)
                if not ask(needed, title, given, self._ask, self._say, self.titles):
                    self._say("Not done; nothing of it is recorded.")
                    self.period = self._period()
                    return False
        self._tell(telling.acted(self.session, before, done, self.seats).timed, told)
        return True

    def _tell_what_is_certain(
        self, chain: Sequence[tuple[str, Any]], dice: Sequence[int], draws: Sequence[str], told: list[str]
    ) -> tuple[Any, list[str]]:
        """Tells what the dice so far have brought about; gives the state after it, and all the lines that are told."""
        from replays.foreseeing import certain_events
        from rules.projection import fold
        from rules.secrecy import redact

        session = self.session
        opened, state = session.opened, session.state
        certain = certain_events(session, chain, dice, draws) if chain else []
        events = [event for _, event in certain]
        shown = [redact(event, self.seats, seat) if self.seats else event for seat, event in certain]
        lines = telling.timed(opened, state, events, self.seats, shown)
        self._tell(lines, told)
        return fold(opened.ruleset, opened.game, state, events), [line for _, line in lines]

    def _tell(self, lines: Sequence[telling.Timed], told: Sequence[str] = ()) -> None:
        """Tells the lines under the headings of their phases, without those that were told before."""
        known = 0
        while known < min(len(told), len(lines)) and told[known] == lines[known][1]:
            known += 1
        for period, text in telling.under_headings(lines[known:], self.period):
            self.period = period
            self._say(text)

    def _ask(self, prompt: str) -> str:
        """Asks for something beside a decision; what helps to look round can be typed here too."""
        while True:
            text = self._read(prompt)
            if text == "?" or not self._looked(text, None):
                return text

    def _log(self, rest: str) -> None:
        from cli.history import log_lines
        from cli.names import number

        count = number(rest, "number of plies") if rest else 20
        place = self._place()
        first = max(0, place.ply - count + 1)
        self._say(*log_lines(self.archive, place, first, place.ply, self.seats))

    def _lines(self) -> None:
        from cli.history import line_answers, tree_lines

        self._say(*tree_lines(line_answers(self.archive.tree(self.session.row.id))))

    def _why(self, text: str, seat: str | None) -> None:
        from cli.choosing import judge

        refusal = judge(self.session, text, (seat,) if seat else None)
        self._say(f"Illegal: {refusal}." if refusal else "Legal.")

    def _undo(self, rest: str) -> bool:
        """Takes back what the person put in, with all that bots did after it; or so many plies, a phase, a turn."""
        from cli.history import take_back, undone_lines
        from cli.names import number

        plies = re.fullmatch(r"([0-9]{1,9})\s+(?:ply|plies)", rest)
        if rest in ("turn", "phase"):
            done = take_back(self.archive, self.session, None, rest)
        elif plies is not None:
            done = take_back(self.archive, self.session, number(plies[1], "number of plies"), None)
        else:
            count = number(rest, "number of inputs") if rest else 1
            goal = self._before_input(count)
            done = take_back(self.archive, self.session, self.session.position.ply - goal, None)
        self._say(*undone_lines(self.session, done))
        self._stands_elsewhere()
        return True

    def _before_input(self, count: int) -> int:
        """The ply at which the person gave the last input but `count - 1`."""
        timeline = self.session.timeline
        goal, found = self.session.position.ply, 0
        while goal > 0 and found < count:
            start = timeline.entry_start(goal)
            outline = self.archive.line_outline(self.session.row.id, timeline.head_at(start), start, start)
            goal = start - 1
            found += outline[0].seat not in self.bots
        if found == count:
            return goal
        few = "nothing of yours" if not found else f"only {found} of your inputs"
        further = "; `undo N plies` takes back what bots did, too" if self.session.position.ply else ""
        raise not_found(f"There is {few} to take back{further}.")

    def _redo(self, rest: str) -> bool:
        """Goes forward by what one input made, with all that bots did after it; or by so many plies."""
        from cli.names import number
        from replays.session import CannotUndo

        start = self.session.position.ply
        self.session.redo(number(rest, "number of plies") if rest else None)
        while not rest and self._next_bot() is not None:
            try:
                self.session.redo()
            except CannotUndo:
                break
        here = self.session.position.ply
        self._say(f"{here - start} {'ply' if here - start == 1 else 'plies'} on, at ply {here}.")
        self._stands_elsewhere()
        return True

    def _branch(self, rest: str) -> bool:
        from cli.names import number, slug

        name, *at = rest.split()
        if len(at) > 1:
            raise usage("`branch` takes a name and a ply, as in `branch what-if 20`.")
        ply = number(at[0], "ply", 0) if at else None
        source = self.session.line
        self.session.branch(slug(name, "line"), ply)
        self._say(
            f"{self.session.row.slug}:{self.session.line} begins at ply {self.session.head.ply} of {source}; "
            f"`switch {source}` goes back there."
        )
        self._stands_elsewhere()
        return True

    def _switch(self, rest: str) -> bool:
        self.session.switch(rest.lower())
        self._say(f"{self.session.row.slug}:{self.session.line} stands at ply {self.session.head.ply}.")
        self._stands_elsewhere()
        return True

    def _pass_ahead(self, rest: str, seat: str) -> bool:
        from cli.passing import order_of, said

        moment, _, until = rest.partition(" until ")
        before, done = self.session.state, None
        if moment:
            order = order_of(self.session, seat, moment, until.strip() or "own")
            done = self.session.pass_ahead(seat, order)
        self._say(said(self._title(seat), self.session.passing_ahead(seat)))
        if done is None:
            return False
        self._tell(telling.acted(self.session, before, done, self.seats).timed)
        return True

    def _resign(self, seat: str) -> bool:
        if not self._ask(f"Give up for {self._title(seat)}? yes or no> ").lower().startswith("y"):
            self._say("Not done.")
            return False
        before = self.session.state
        done: Acted = self.session.resign(seat)
        self._tell(telling.acted(self.session, before, done, self.seats).timed)
        return True
