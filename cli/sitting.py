"""One sitting at the terminal: what is told, what may be typed, who is asked, and what bots do in between."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cli import sitting_moves, telling
from cli.failures import refusal_of
from cli.sitting_acting import take
from cli.sitting_looks import Left, hint, looked

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.session import Acted, Session
    from rules.ruleset import Awaited


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
            self.say("", f"The game is kept; go on with `warlog play {self.session.row.slug}`.")

    def say(self, *lines: str) -> None:
        """Shows lines."""
        from cli.terminal import show

        show(*lines)

    def title_of(self, seat: str) -> str:
        """How a seat is called."""
        return self.titles.get(seat, seat)

    def _open(self) -> None:
        """What game this is, who sits where, what happened last, and the board."""
        from cli.story import introduction, story_so_far

        self.say(*introduction(self.session, self.bots, self.seats), "")
        self.say(*story_so_far(self.archive, self.place(), self.seats))
        self.draw()
        self.period = self.period_now()
        self.say("", f"{telling.when(self.session.clock())}. `help` lists what you can type.")

    def place(self) -> Any:
        """Where the session stands, as other commands name it."""
        from replays.references import resolve

        return resolve(self.archive, f"{self.session.row.slug}:{self.session.line}")

    def draw(self) -> None:
        """Draws the board."""
        from cli.board import print_board

        rules, game = self.session.opened.ruleset, self.session.opened.game
        self.say("")
        print_board(rules.scene(game, self.session.view(self.seats)), plain=self.plain)
        self.drawn_for = self._situation()

    def period_now(self) -> telling.Period:
        """Turn, phase and impulse now."""
        return telling.period(self.session.clock())

    def _situation(self) -> tuple[Any, ...]:
        return (*self.period_now(), *(each.seat for each in self.session.awaiting()))

    # ------------------------------------------------------------------ bots

    def next_bot(self) -> str | None:
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
            while (seat := self.next_bot()) is not None and not self.waits:
                try:
                    self._bot_decides(seat, retelling)
                except HeadMoved:
                    self.say(*retelling.close())
                    self._reload()
                    retelling.current = self.period
        finally:
            self.say(*retelling.close())
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
            self.say(*retelling.close())
            self.period = retelling.current
            self.waits = not take(self, lambda _: [(seat, action)])
            retelling.current = self.period
            return
        known, events = iter(telling.known_events(done, self.seats)), iter(done.events)
        for batch in done.batches:
            shown = [next(known) for _ in batch.events]
            is_open = self.seats is None or batch.seat in self.seats
            own = action if batch is done.batches[0] and is_open else None
            self.say(*retelling.add(state, batch.seat, own, shown))
            for _ in batch.events:
                state = rules.evolve(game, state, next(events))

    # ------------------------------------------------------------------ a person's decision

    def _turn(self) -> bool:
        """Asks for one input and does it; False when nothing more can be asked."""
        from cli.playing import awaited_lines

        session = self.session
        over = session.result() is not None
        resting = self.next_bot()
        self.waits = resting is not None
        waiting = [each for each in session.awaiting() if each.seat not in self.bots]
        if not over and resting is None and self.seats is not None:
            mine = [each for each in waiting if each.seat in self.seats]
            if not mine:
                self.say("", *awaited_lines(session), "That is not yours to decide.")
                return False
            waiting = mine
        if self.period != self.period_now() and not over:
            self.period = self.period_now()
            self.say(telling.heading(session.clock()))
        if self._watched() and self.drawn_for != self._situation():
            self.draw()
        self.say("", *(awaited_lines(session) if over else [self._question(waiting, resting)]))
        if not over and resting is None:
            self.list_actions(waiting[0].seat)
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
                f"{self.title_of(resting)} (bot {self.bots[resting]}) is to decide: Enter lets it play on; `redo`, "
                "`undo` and `branch` work, too."
            )
        seat, title = self.title_of(waiting[0].seat), telling.capitalised(waiting[0].title)
        return f"{title}." if title.startswith(seat) else f"{seat}: {title}."

    def _watched(self) -> bool:
        """Whether the board is drawn again by itself: for somebody who looks at a terminal."""
        from cli.terminal import is_terminal

        return is_terminal() and not self.plain

    def list_actions(self, seat: str) -> None:
        """Lists what the seat may do."""
        from cli.board import print_lines
        from cli.choosing import choices, listed
        from cli.terminal import width

        found = choices(self.session, (seat,))
        if self.plain:
            self.say(*(f"{each.number}: {each.text}" for each in found))
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
        self.say(text.strip())
        return text.strip()

    def _do(self, text: str, seat: str | None) -> bool:
        """Does what was typed; True if the game has moved. `seat`: who is asked; None where nobody can act."""
        from cli.choosing import read_actions

        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if looked(self, text, seat):
                return False
            match word.lower():
                case "undo":
                    return sitting_moves.undo(self, rest.lower())
                case "redo":
                    return sitting_moves.redo(self, rest)
                case "branch" if rest:
                    return sitting_moves.branch(self, rest)
                case "switch" if rest:
                    return sitting_moves.switch(self, rest)
                case "pass-ahead" if seat is not None:
                    return self._pass_ahead(rest, seat)
                case "resign" if not rest and seat is not None:
                    return self._resign(seat)
                case "branch" | "switch":
                    self.say("Name the line: `branch what-if`, `branch what-if 20`, `switch main`.")
                case _ if seat is None and self.waits:
                    self.say(
                        "It is for the bot to decide: Enter lets it play on; `help` lists what you can type."
                    )
                case _ if seat is None:
                    self.say("The game is over: `undo`, `log`, `board`, `branch` or `quit`.")
                case _:
                    return take(self, lambda chance: read_actions(self.session, text, (seat,), chance))
        except Exception as error:
            if isinstance(error, Left | EOFError | BrokenPipeError):
                raise
            return self._explained(error, text)
        return False

    def _explained(self, error: Exception, text: str) -> bool:
        """Says why the input was refused, or raises a defect of ours; True where the game has moved meanwhile."""
        from cli import failures

        refusal = refusal_of(error)
        if refusal.code == failures.DEFECT:
            raise error
        if refusal.code == failures.HEAD_MOVED:
            self._reload()
            return True
        if refusal.code == failures.ILLEGAL:
            self.say(f"Illegal: {refusal.message}")
            return False
        self.say(refusal.message)
        if refusal.kind == "unreadable" and (meant := hint(self, text)):
            self.say(meant)
        return False

    def _reload(self) -> None:
        """Reads the game again after somebody else acted, and tells what they did."""
        from replays.retelling import retold
        from replays.session import Session

        old = self.session
        self.session = Session.load(self.archive, old.row.slug, old.line)
        self.say("Somebody else acted meanwhile. The game is read again.")
        timeline = self.session.timeline
        if len(timeline) > old.head.ply and timeline.head_at(old.head.ply) == old.head:
            self.say(*retold(self.archive, self.place(), old.head.ply + 1, self.seats))
        else:
            self.say(f"{old.row.slug}:{old.line} stands at ply {self.session.head.ply} now.")
        self.stands_elsewhere()

    def stands_elsewhere(self) -> None:
        """After the head moved otherwise than by acting: the board is drawn again, and a bot waits to be let on."""
        self.period = self.period_now()
        self.drawn_for = None
        self.waits = self.next_bot() is not None

    def tell(self, lines: Sequence[telling.Timed], told: Sequence[str] = ()) -> None:
        """Tells the lines under the headings of their phases, without those that were told before."""
        known = 0
        while known < min(len(told), len(lines)) and told[known] == lines[known][1]:
            known += 1
        for period, text in telling.under_headings(lines[known:], self.period):
            self.period = period
            self.say(text)

    def ask(self, prompt: str) -> str:
        """Asks for something beside a decision; what helps to look round can be typed here too."""
        while True:
            text = self._read(prompt)
            if text == "?" or not looked(self, text, None):
                return text

    def _pass_ahead(self, rest: str, seat: str) -> bool:
        from cli.passing import order_of, said
        from replays.standing import moment_open

        moment, _, until = rest.partition(" until ")
        before, done = self.session.state, None
        open_now = moment_open(self.session.opened, before, seat)
        if moment:
            order = order_of(self.session, seat, moment, until.strip() or "own")
            done = self.session.pass_ahead(seat, order)
        self.say(said(self.title_of(seat), self.session.passing_ahead(seat), open_now))
        if done is None:
            return False
        self.tell(telling.acted(self.session, before, done, self.seats).timed)
        return True

    def _resign(self, seat: str) -> bool:
        if not self.ask(f"Give up for {self.title_of(seat)}? yes or no> ").lower().startswith("y"):
            self.say("Not done.")
            return False
        before = self.session.state
        done: Acted = self.session.resign(seat)
        self.tell(telling.acted(self.session, before, done, self.seats).timed)
        return True
