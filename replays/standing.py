"""Passing ahead: a seat's own secret standing order to let moments for reactions go by.

An order lies beside the game in the archive, is told to its seat alone, and is no part of the log or of any file. What
it does is what a seat that can only pass does anyway: its pass is entered at once, at the time of the batch before it,
under nobody's name. So nobody else can tell that there is an order, or that the seat could have done otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from replays.opening import OpenGame
from rules.ruleset import Action, Awaited, Clock

Until = Literal["own", "turn", "recalled"]
Place = tuple[int, int, int]
"""Turn, phase and impulse."""


class StandingOrder(msgspec.Struct, frozen=True):
    """Passes at every moment, or at those of one kind alone (`moment`), until the seat's own next impulse (`own`),
    until the turn ends, or until it is recalled. `given` is when it was given."""

    moment: str = ""
    until: Until = "own"
    given: Place = (0, 0, 0)


_decoder = msgspec.json.Decoder(StandingOrder)


def stored(order: StandingOrder) -> str:
    """The order as the archive keeps it."""
    return msgspec.json.encode(order).decode()


def read(content: str) -> StandingOrder | None:
    """An order as the archive keeps it, None for what cannot be read: then there is none."""
    try:
        return _decoder.decode(content)
    except msgspec.MsgspecError:
        return None


def place(clock: Clock) -> Place:
    """When it is."""
    return clock.turn, clock.phase, clock.impulse


def the_pass(opened: OpenGame, state: Any, seat: str) -> Action | None:
    """The pass that the seat may enter now, None where what it decides is no moment to let go by."""
    legal = opened.ruleset.legal(opened.game, state, seat)
    return next((action for action in legal if opened.ruleset.is_pass(action)), None)


def moment(opened: OpenGame, state: Any, awaited: Awaited) -> str:
    """The kind of moment that the seat may let go by now, "" where it is none."""
    if the_pass(opened, state, awaited.seat) is None:
        return ""
    return opened.ruleset.moment(opened.game, state, awaited.seat) or awaited.decision


def moment_open(opened: OpenGame, state: Any, seat: str) -> str:
    """The kind of moment that is open for the seat, "" if none is."""
    for awaited in opened.ruleset.awaiting(opened.game, state):
        if awaited.seat == seat:
            return moment(opened, state, awaited)
    return ""


class StandingOrders:
    """The orders of a game while one input is entered. `over` collects the seats whose orders have run out."""

    def __init__(self, opened: OpenGame, contents: Mapping[str, str]) -> None:
        self._opened = opened
        self.orders = {seat: order for seat, text in contents.items() if (order := read(text)) is not None}
        self.over: set[str] = set()

    def came_to(self, state: Any) -> None:
        """Drops the orders that end with what is to be decided now."""
        if not self.orders:
            return
        rules, game = self._opened.ruleset, self._opened.game
        now = place(rules.clock(game, state))
        for seat in list(self.orders):
            order = self.orders[seat]
            turned = order.until == "turn" and now[0] > order.given[0]
            if turned or (order.until == "own" and now != order.given and self._begins(state, seat)):
                self._end(seat)

    def lets_go_by(self, state: Any, awaited: Awaited) -> Action | None:
        """The pass that an order enters for the seat now."""
        order = self.orders.get(awaited.seat)
        if order is None:
            return None
        kind = moment(self._opened, state, awaited)
        if not kind or order.moment not in ("", kind):
            return None
        return the_pass(self._opened, state, awaited.seat)

    def _begins(self, state: Any, seat: str) -> bool:
        """Whether the seat is to begin an impulse of its own."""
        rules = self._opened.ruleset
        for awaited in rules.awaiting(self._opened.game, state):
            if awaited.seat == seat:
                if rules.own_decisions:
                    return awaited.decision in rules.own_decisions
                return the_pass(self._opened, state, seat) is None
        return False

    def _end(self, seat: str) -> None:
        del self.orders[seat]
        self.over.add(seat)
