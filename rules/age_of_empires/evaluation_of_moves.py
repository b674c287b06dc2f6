"""Where a bot's units go: out to the enemy's Town Center when they are strong enough, against whoever has come into
the own city, to relics and home with them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.age_of_empires import actions
from rules.age_of_empires.cities import (
    beside,
    card_of,
    holds,
    is_gate,
    is_ship,
    is_wall,
    on_fringe,
    town_centers,
    unit_at,
)
from rules.age_of_empires.evaluation_of_units import power
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.spaces import ORIGIN
from rules.age_of_empires.state import LAND, Side, State, Unit
from rules.age_of_empires.steps import NO_MANS_LAND, Place
from rules.age_of_empires.values import unit_values
from rules.ruleset import Action

FAR, OUTSIDE, CUT_OFF = 99.0, 40.0, 20.0
"""How far it is to what cannot be reached, from no man's land, and from a part of the city without a goal."""
HOMEWARD = {(True, False): 0.0, (False, False): 1.0, (False, True): 2.0}
"""And for a unit that is worn down and goes home to be refilled: in the own city, in no man's land, in the enemy's."""
BOLD = 0.75
"""What share of the enemy's strength is enough to go out against it."""
TOO_STRONG = 1.5
"""No unit steps onto a building with a unit that is so much stronger."""


def next_move(game: Game, state: State, seat: str, legal: Sequence[Action]) -> Action:
    """The step or the lifting of a relic that comes next, else the end of the phase."""
    steps: dict[str, list[actions.Step]] = {}
    for action in legal:
        if isinstance(action, actions.Lift):
            return action
        if isinstance(action, actions.Step):
            steps.setdefault(action.unit, []).append(action)
    about = _Campaign(game, state, seat)
    for name, ways in steps.items():
        unit = state.units[name]
        best = about.score(name, unit, (unit.city, unit.space)) - 0.01
        found: Action | None = None
        for way in ways:
            at = _place(way.to)
            if at[0] and unit_at(game, state, seat, at[0], at[1], is_ship(game, unit)):
                continue
            score = about.score(name, unit, at)
            if score < best:
                best, found = score, way
        if found is not None:
            return found
    ends = legal[-1]
    return ends if isinstance(ends, actions.Done) else legal[0]


def _place(to: str) -> Place:
    if to == NO_MANS_LAND:
        return LAND, ""
    city, _, space = to.partition(":")
    return city, space


def winning_places(game: Game, side: Side) -> list[str]:
    """Where a city has what wins by standing: a wonder that has been begun, or five relics."""
    return [space for space, building in sorted(side.city.items()) if building.stage or holds(game, building)]


class _Campaign:
    """What a seat is about in its movement phase: how far each place is from where a unit should be."""

    def __init__(self, game: Game, state: State, seat: str) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.enemy = other(seat)
        self.paths: dict[str, dict[str, int]] = {}
        own, their = 0.0, 0.0
        self.intruders: dict[str, float] = {}
        for unit in state.units.values():
            found = power(game, state, unit)
            if unit.owner == seat:
                own += found
            else:
                their += found
                if unit.city == seat:
                    self.intruders[unit.space] = found
        enemy = state.sides[self.enemy]
        self.open = enemy.age > 1 and enemy.truce < state.turn
        self.pressed = bool(winning_places(game, enemy))
        self.bold = self.open and (self.pressed or own >= BOLD * their)
        self.guard = self._guard() if their > 0 else ""
        self.inward = inward(game, state, self.enemy)
        self.outward = outward(game, state, seat)

    def _guard(self) -> str:
        """The unit that stays on the first Town Center."""
        land = [
            name
            for name, unit in sorted(self.state.units.items())
            if unit.owner == self.seat and unit.city == self.seat and not is_ship(self.game, unit)
        ]
        if len(land) < 2:
            return ""
        for name in land:
            if self.state.units[name].space == ORIGIN:
                return name
        return min(land, key=lambda name: (power(self.game, self.state, self.state.units[name]), name))

    def score(self, name: str, unit: Unit, at: Place) -> float:
        """How far a place is from where the unit should be; lower is better."""
        if is_ship(self.game, unit):
            return self._at_sea(unit, at)
        if unit.relic:
            return self._homeward(unit, at)
        if unit.monks and self._relics_for(unit):
            return 0.0 if not at[0] else self.outward.get(at[1], FAR) if at[0] == self.seat else 1.0
        if name == self.guard:
            return self._home(at, ORIGIN)
        if self.intruders and at[0] != self.enemy:
            own = power(self.game, self.state, unit)
            beatable = [space for space, theirs in sorted(self.intruders.items()) if own >= 0.6 * theirs]
            if beatable and unit.city == self.seat:
                return min(self._home(at, space) for space in beatable)
        values = unit_values(self.game, self.state.sides[self.seat], unit.card)
        if not self.open:
            return 0.0
        if values.bombard is not None and not values.attack:
            return 0.0 if not at[0] else (self.outward.get(at[1], FAR) if at[0] == self.seat else 1.0)
        if not self.bold or (values.max_tokens > 1 and 2 * unit.soldiers < values.max_tokens):
            return HOMEWARD[at[0] == self.seat, at[0] == self.enemy]
        if not at[0]:
            return OUTSIDE
        if at[0] == self.seat:
            return OUTSIDE + self.outward.get(at[1], FAR)
        return self.inward.get(at[1], CUT_OFF) + self._danger(unit, at)

    def _danger(self, unit: Unit, at: Place) -> float:
        guard = unit_at(self.game, self.state, self.enemy, at[0], at[1])
        if not guard:
            return 0.0
        if self.pressed and not self.inward.get(at[1], CUT_OFF):
            return 0.3
        theirs = power(self.game, self.state, self.state.units[guard])
        return OUTSIDE if theirs > TOO_STRONG * power(self.game, self.state, unit) else 0.3

    def _home(self, at: Place, goal: str) -> float:
        if at[0] != self.seat:
            return 20.0
        return float(self._from(goal).get(at[1], FAR))

    def _from(self, goal: str) -> dict[str, int]:
        """How many steps each space of the own city is from one."""
        if goal not in self.paths:
            side = self.state.sides[self.seat]
            found = self.paths[goal] = {goal: 0}
            edge = [goal]
            while edge:
                reached = []
                for space in edge:
                    for near in beside(side, space):
                        if near not in found:
                            found[near] = found[space] + 1
                            reached.append(near)
                edge = reached
        return self.paths[goal]

    def _relics_for(self, unit: Unit) -> bool:
        return any(
            self.game.cards[relic.partition("/")[2]].monks_needed <= unit.monks for relic in self.state.land
        ) and any(
            card_of(space, each) == "monastery" for space, each in self.state.sides[self.seat].city.items()
        )

    def _homeward(self, unit: Unit, at: Place) -> float:
        side = self.state.sides[self.seat]
        if at[0] != self.seat:
            return 30.0 if not at[0] else 40.0
        goals = [space for space in side.city if card_of(space, side.city[space]) == "monastery"]
        return min((float(self._from(goal).get(at[1], FAR)) for goal in goals), default=0.0)

    def _at_sea(self, unit: Unit, at: Place) -> float:
        if "fishing" in self.game.cards[unit.card].subtypes or not self.bold:
            return 0.0 if at == (unit.city, unit.space) else 1.0
        if at[0] == self.enemy:
            return self.inward.get(at[1], CUT_OFF)
        return OUTSIDE if not at[0] else OUTSIDE + 1.0


def _kept(game: Game, what: str, seat: str, side: Side) -> dict[str, float] | None:
    kept = game.kept.get((what, seat))
    return kept[1] if kept is not None and kept[0] is side.city else None


def inward(game: Game, state: State, owner: str) -> dict[str, float]:
    """How many steps each space of a city is from its nearest Town Center or wonder for an enemy:
    nobody comes in over a wall."""
    side = state.sides[owner]
    found = _kept(game, "inward", owner, side)
    if found is None:
        found = dict.fromkeys([*town_centers(side), *winning_places(game, side)], 0.0)
        edge = list(found)
        while edge:
            reached = []
            for space in edge:
                for near in beside(side, space):
                    if near not in found:
                        found[near] = found[space] + 1.0
                        if is_wall(game, near, side.city[near]):
                            found[near] += 4.0
                        else:
                            reached.append(near)
            edge = reached
        game.kept["inward", owner] = (side.city, found)
    return found


def outward(game: Game, state: State, owner: str) -> dict[str, float]:
    """How many steps each space of a city is from no man's land for its own units."""
    side = state.sides[owner]
    found = _kept(game, "outward", owner, side)
    if found is None:
        found = {}
        for space, building in side.city.items():
            shut = is_wall(game, space, building) and not is_gate(game, space, building)
            if not shut and on_fringe(side.city, space):
                found[space] = 1.0
        edge = list(found)
        while edge:
            reached = []
            for space in edge:
                for near in beside(side, space):
                    if near not in found:
                        found[near] = found[space] + 1.0
                        reached.append(near)
            edge = reached
        game.kept["outward", owner] = (side.city, found)
    return found
