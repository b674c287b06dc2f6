"""Displacement (7.6): a friend makes room for a retreating unit, and perhaps another for him.

A chain is only planned until its last unit has a free hex; then all move, the last first (7.64). Units are marked as
disrupted when all retreats of a result are done (7.65), so within them a unit may be displaced again.
"""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.leaders import with_leaders_moved
from rules.middle_earth.pieces import changed_unit, enemy_leaders_in, enemy_units_in, leaders_with
from rules.middle_earth.state import Retreating, State, changed, with_unit
from rules.middle_earth.terrain import mover, steps
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.ruleset import Action, Event

Ways = tuple[tuple[str, ...], tuple[str, ...]]
"""Hexes that can be entered: those that lead to a free hex, and those that lead to one where friends make room."""


def open_hexes(game: Game, state: State, unit: str, here: str) -> list[str]:
    """The adjacent hexes that a retreating or displaced unit may enter (7.55, 7.62, 6.2)."""
    seat = game.seat_of[unit]
    return [
        name
        for name, _ in steps(game, state, game.role(unit), mover(game, unit), here)
        if not enemy_units_in(game, state, name, seat)
        and not enemy_leaders_in(game, state, name, seat)
        and not in_enemy_zone(game, state, name, seat)
        and not game.exclusive.forbids_step(game, state, unit, here, name, "")
    ]


def ways_out(
    game: Game, state: State, unit: str, waiting: tuple[str, ...], taken: frozenset[str], gone: frozenset[str]
) -> Ways:
    """Where a unit that is to make room can go, so that everybody finds a place (7.62, 7.63).

    `waiting` are further units that must make room, `taken` hexes that others of the chain go to, `gone` units that
    the chain moves.
    """
    if state.units[unit].disrupted or unit in state.retreated:  # 7.57
        return (), ()
    free: list[str] = []
    held: list[str] = []
    for name in open_hexes(game, state, unit, state.units[unit].hex):
        if name in taken:
            continue
        there = tuple(each for each in state.at.get(name, ()) if each not in gone and each != unit)
        if room_for_all(game, state, (*waiting, *there), taken | {name}, gone | {unit}):
            (held if there else free).append(name)
    return tuple(free), tuple(held)


def room_for_all(
    game: Game, state: State, waiting: tuple[str, ...], taken: frozenset[str], gone: frozenset[str]
) -> bool:
    """Whether all waiting units can make room (7.63)."""
    if not waiting:
        return True
    if Rows(game, state, taken, gone, alone=True).lead_out(waiting):
        return True
    if not Rows(game, state, taken, gone, alone=False).lead_out(waiting):
        return False
    return any(ways_out(game, state, waiting[0], waiting[1:], taken, gone))


class Rows:
    """Rows of units, each going where the next one stood, that lead from the waiting units to free hexes, no two rows
    over one hex: found one after another, an earlier row bending where a later one needs its hex.

    With `alone` only through hexes in which one unit stands: such rows can be carried out. Else a hex with two units
    counts as one with either of them: where there are no such rows there is no room at all.
    """

    def __init__(
        self, game: Game, state: State, taken: frozenset[str], gone: frozenset[str], *, alone: bool
    ) -> None:
        self._game, self._state, self._taken, self._gone, self._alone = game, state, taken, gone, alone
        self._entered: dict[str, str] = {}
        self._open: dict[str, list[str]] = {}

    def lead_out(self, waiting: tuple[str, ...]) -> bool:
        """Whether every waiting unit finds a row."""
        for unit in waiting:
            self._waiting = waiting
            if not self._find(unit, set()):
                return False
        return True

    def _find(self, unit: str, seen: set[str]) -> bool:
        state = self._state
        if state.units[unit].disrupted or unit in state.retreated:  # 7.57
            return False
        if unit not in self._open:
            hexes = open_hexes(self._game, state, unit, state.units[unit].hex)
            self._open[unit] = [name for name in hexes if name not in self._taken]
        for name in self._open[unit]:
            if name in seen or self._entered.get(name) == unit:
                continue
            seen.add(name)
            if self._clear(name, seen):
                self._entered[name] = unit
                return True
        return False

    def _clear(self, name: str, seen: set[str]) -> bool:
        """Whether the hex can be had: it is free, its unit finds a row, or who goes there now goes elsewhere."""
        before = self._entered.get(name)
        if before is not None:
            return self._find(before, seen) or self._let_stay(before, seen)
        there = [each for each in self._state.at.get(name, ()) if each not in self._gone]
        there = [each for each in there if each not in self._waiting]
        if not there:
            return True
        if self._alone and len(there) > 1:
            return False
        return any(self._find(each, seen) for each in there)

    def _let_stay(self, unit: str, seen: set[str]) -> bool:
        """Whether the unit need not move after all, because who goes into its hex goes elsewhere."""
        here = self._state.units[unit].hex
        before = self._entered.get(here) if unit not in self._waiting else None
        if before is None or here in seen:
            return False
        seen.add(here)
        if not (self._find(before, seen) or self._let_stay(before, seen)):
            return False
        del self._entered[here]
        return True


def can_hold(game: Game, state: State, unit: str, name: str) -> bool:
    """Whether the friends in a hex can make room for the unit that retreats into it (7.61)."""
    there = tuple(each for each in state.at.get(name, ()) if each != unit)
    return room_for_all(game, state, there, frozenset((name,)), frozenset((unit,)))


def displacing_hexes(game: Game, state: State) -> tuple[str, ...]:
    """Where the unit that must make room now may go: free hexes, others only if there is none (7.61)."""
    taken = frozenset(name for _, name in state.chain)
    gone = frozenset(unit for unit, _ in state.chain)
    free, held = ways_out(game, state, state.crowding[0], state.crowding[1:], taken, gone)
    return free or held


def options(game: Game, state: State) -> tuple[Action, ...]:
    """How the chain can go on; its owner may give it up instead (7.61)."""
    found: list[Action] = [
        actions.Displace(state.crowding[0], name) for name in displacing_hexes(game, state)
    ]
    if state.retreats[0].cause != "leader":
        found.append(actions.Decline())
    return tuple(found)


def displace(unfolding: Unfolding, action: actions.Displace) -> None:
    """The owner's choice where a unit goes that makes room."""
    game, state = unfolding.game, unfolding.state
    if not state.crowding:
        raise IllegalAction("7.61", "no unit has to make room now")
    unit = state.crowding[0]
    if action.unit != unit:
        raise IllegalAction("7.61", f"{game.title(unit)} has to make room, not {game.title(action.unit)}")
    if action.hex not in displacing_hexes(game, state):
        if (
            in_enemy_zone(game, state, action.hex, game.seat_of[unit])
            if action.hex in game.board.grid
            else False
        ):
            raise IllegalAction("7.62", f"{action.hex} is in an enemy zone of control")
        if action.hex in state.at:
            raise IllegalAction(
                "7.61", f"{action.hex} is held, and a free hex is open or nobody there can make room"
            )
        raise IllegalAction("7.62", f"{game.title(unit)} may not be displaced to {action.hex}")
    unfolding.happen(events.DisplacementChosen(unit, action.hex))


def settle_chain(unfolding: Unfolding) -> None:
    """Everybody has a place: the units of the chain move, the last one first (7.64)."""
    game, chain, retreat = unfolding.game, unfolding.state.chain, unfolding.state.retreats[0]
    for unit, name in reversed(chain[1:]):
        state = unfolding.state
        partner = state.units[unit].partner
        if partner:
            unfolding.happen(events.FormationEnded(tuple(sorted((unit, partner))), "8.46"))
        leaders = tuple(each for each in leaders_with(game, state, unit) if each not in retreat.leaders)
        unfolding.happen(events.UnitDisplaced(unit, name, leaders))
        game.exclusive.on_entered(unfolding, unit, name)
    unit, name = chain[0]
    unfolding.happen(events.UnitRetreated(unit, name, leaders_along(game, unfolding.state, retreat)))
    game.exclusive.on_entered(unfolding, unit, name)


def leaders_along(game: Game, state: State, retreat: Retreating) -> tuple[str, ...]:
    """The leaders who go along: those of the hex that the unit leaves first, not those of friends on its way."""
    return leaders_with(game, state, retreat.unit) if retreat.taken == 0 else retreat.leaders


def _chosen(_: Game, state: State, event: events.DisplacementChosen) -> State:
    gone = {unit for unit, _ in state.chain} | {event.unit}
    there = tuple(each for each in state.at.get(event.hex, ()) if each not in gone)
    waiting = tuple(each for each in state.crowding if each != event.unit)
    return changed(state, chain=(*state.chain, (event.unit, event.hex)), crowding=(*waiting, *there))


def _displaced(game: Game, state: State, event: events.UnitDisplaced) -> State:
    state = with_unit(
        state,
        game.seat_of[event.unit],
        event.unit,
        changed_unit(state.units[event.unit], hex=event.hex),
        displaced=state.displaced if event.unit in state.displaced else (*state.displaced, event.unit),
    )
    return with_leaders_moved(state, event.leaders, event.hex)


EVOLVE: dict[type[Event], Evolve] = {
    events.DisplacementChosen: _chosen,
    events.UnitDisplaced: _displaced,
}
