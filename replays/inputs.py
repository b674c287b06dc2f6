"""One input at a session, as far as it is decided and not yet stored: its actions, and the passes that follow by
themselves."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from eventlog import record
from replays.play import Decided, decide_batch
from rules.chance import Chance, Source, keyed, scripted
from rules.errors import ChanceNeeded, IllegalAction, OptionError
from rules.ruleset import Action, Resign

if TYPE_CHECKING:
    from eventlog.archive import GameRow
    from replays.session import Session
    from replays.standing import StandingOrders
    from replays.timeline import Position


class Input:
    """What an input at a session comes to: the batches so far, and the position after them. With manual chance, its
    dice and draws are given."""

    def __init__(self, session: Session, dice: Sequence[int] = (), draws: Sequence[str] = ()) -> None:
        self.session = session
        self.position: Position = session.position
        self.decided: list[Decided] = []
        self._source, self._how = _chance_of(session.row, dice, draws)

    def take(self, actions: Sequence[tuple[str, Action]], standing: StandingOrders) -> None:
        """Decides these actions, as one entry of the log; passes that come between part it in two. Raises
        IllegalAction, ChanceNeeded."""
        together = False
        for seat, action in actions:
            refuse_out_of_turn(self.session, self.position, seat, action)
            together = together and not self._is_pass(action)
            self.decide(seat, action, self.position.entry if together else self.position.entry + 1)
            acted = self.position
            self.pass_on(standing)
            together = self.position is acted and not self._is_pass(action)
        self._refuse_left_over()

    def decide(self, seat: str, action: Action, entry: int, kind: record.BatchKind = "action") -> None:
        """Decides one action."""
        session, position = self.session, self.position
        rules, game = session.opened.ruleset, session.opened.game
        options = len(rules.legal(game, position.state, seat)) if kind == "action" else None
        chance = Chance(self._source, self._how, position.counts)
        events = rules.decide(game, position.state, seat, action, chance)
        self._add(
            decide_batch(
                session.opened,
                position,
                seat,
                action,
                events=events,
                outcomes=chance.outcomes,
                options=options,
                game=session.row.id,
                key=session.row.key,
                id=str(uuid.uuid4()),
                time=self._time_before() if self._is_pass(action) else session.times(),
                entry=entry,
                kind=kind,
            )
        )

    def pass_on(self, standing: StandingOrders) -> None:
        """A seat that can only let a window go by, or has passed ahead, is not bothered: its pass is entered at once.

        The record must not tell that it could do nothing else, or would not. So every pass, a person's too, is an entry
        and a move of its own, has the time of the batch before it, and bears nobody's name in the journal.
        """
        rules, game = self.session.opened.ruleset, self.session.opened.game
        while True:
            state = self.position.state
            standing.came_to(state)
            for awaited in rules.awaiting(game, state):
                options = rules.legal(game, state, awaited.seat)
                only = options[0] if len(options) == 1 and self._is_pass(options[0]) else None
                passed = only or standing.lets_go_by(state, awaited)
                if passed is not None:
                    self.decide(awaited.seat, passed, self.position.entry + 1)
                    break
            else:
                return

    def rule(self, ruling: dict[str, object], reason: str) -> None:
        """Takes a correction made by people, which the ruleset turns into events."""
        session = self.session
        self._add(
            decide_batch(
                session.opened,
                self.position,
                "",
                None,
                events=session.opened.ruleset.adjust(session.opened.game, self.position.state, ruling),
                outcomes=(),
                game=session.row.id,
                key=session.row.key,
                id=str(uuid.uuid4()),
                time=session.times(),
                entry=self.position.entry + 1,
                kind="ruling",
                reason=reason,
                ruling=ruling,
            )
        )

    def _add(self, one: Decided) -> None:
        self.decided.append(one)
        self.position = one.position

    def _is_pass(self, action: Action) -> bool:
        return self.session.opened.ruleset.is_pass(action)

    def _time_before(self) -> datetime:
        """The time of the batch that the next one follows from."""
        return self.decided[-1].batch.time if self.decided else self.session.time_of_head()

    def _refuse_left_over(self) -> None:
        unused = getattr(self._source, "unused", None)
        if unused is None:
            return
        dice, draws = unused()
        if dice or draws:
            left = ", ".join([*(str(face) for face in dice), *draws])
            raise ChanceNeeded(f"too much chance is given: {left} was not needed")


def _chance_of(row: GameRow, dice: Sequence[int], draws: Sequence[str]) -> tuple[Source, record.How]:
    """Where the chance of a game comes from now. Raises OptionError, ChanceNeeded."""
    if row.key is None:
        raise OptionError(
            f"{row.slug} is here as {', '.join(row.seen_by)} saw it: it can be looked at, not played on"
        )
    if row.begin.chance == "manual":
        return scripted(dice, draws), "typed"
    if dice or draws:
        raise ChanceNeeded(
            f"{row.slug} draws its chance from its key; dice and draws are typed in only where a game "
            "was begun with --chance manual"
        )
    return keyed(row.key), "key"


def refuse_out_of_turn(session: Session, position: Position, seat: str, action: Action) -> None:
    """Raises IllegalAction where the game is over at a position, or the seat is not asked there."""
    rules, game = session.opened.ruleset, session.opened.game
    if rules.result(game, position.state) is not None:
        raise IllegalAction("", f"{session.row.slug} is over; undo or branch from an earlier ply to play on")
    known_seat(session.row, seat)
    awaited = rules.awaiting(game, position.state)
    if seat not in {each.seat for each in awaited} and not isinstance(action, Resign):
        others = ", ".join(f"{each.seat} ({each.title})" for each in awaited)
        raise IllegalAction("", f"{seat} has nothing to decide now; it is the turn of {others}")


def known_seat(row: GameRow, seat: str) -> None:
    """Raises OptionError where the game has no such seat."""
    seats = row.begin.seats
    if seat not in seats:
        raise OptionError(f"{row.slug} has no seat {seat}; it has {', '.join(seats)}")
