"""What places promise to units that are there or go there, for bots: a siege, a pillage, a battle."""

from __future__ import annotations

from typing import NamedTuple

from rules.hellenes.evaluation_strengths import Strengths, greater, share
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import State

TRIBUTE = 0.7
"""What a point of yearly tribute is worth beside a point of Prestige."""
STORMED = 0.8
"""The Prestige of an assault, nearly."""
HOPE = 0.6
"""The part of what a siege may bring that is counted before it has."""
GUARD = 0.1
"""What a land block is worth in a great city for each point of its value."""
PLUNDER_NOW, PLUNDER_LATER = 0.75, 0.4
"""A pillage that may follow at once, and one that may follow in another season."""
SEASONS_LEFT = {"new-year": 5, "spring": 4, "early-summer": 3, "late-summer": 2, "fall": 1, "winter": 1}
"""How often a siege may still fight this year when the season is over."""


def span(game: Game, state: State) -> float:
    """How many tributes still count, up to two and a part."""
    years = max(state.year - game.scenario.last_year, 0) + 1
    return min(years, 2.5) * (0.5 if state.resumed else 1.0)


def needed(state: State, place: str) -> float:
    """The hits that an assault needs on the mean: two for the garrison, more for each block within."""
    return 2.0 * ((place not in state.fallen) + 2.2 * state.walled.get(place, 0))


def siege(game: Game, state: State, side: str, place: str, hits: float) -> float:
    """What units that make so many hits in an assault promise at a city that is not their side's."""
    province = game.provinces[place]
    if state.peace and place in game.greece:
        return 0.0
    need = needed(state, place)
    once = 0.95 if not need else min(0.9, 0.5 * (hits / need) ** 1.5)
    if not state.walled.get(place, 0):
        once = max(once, 0.17)
    times = SEASONS_LEFT.get(state.season, 1)
    if place not in state.established:
        once *= 0.8
    falls = 1.0 - (1.0 - once) ** times
    holder = state.control.get(place, "")
    counts = 1 if province.loyalty != side or holder == OTHER[side] else 0
    gain = TRIBUTE * span(game, state) * province.value * counts
    return HOPE * falls * (gain + STORMED)


def plunder(game: Game, state: State, side: str, place: str, steps: int, actions: int) -> float:
    """What so many land steps may bring by pillaging an area."""
    if (
        steps < 2
        or game.provinces[place].loyalty != OTHER[side]
        or place in state.pillaged
        or (state.peace and place in game.greece)
        or (state.season in ("winter", "fall") and actions <= 0)
    ):
        return 0.0
    return PLUNDER_NOW if actions > 0 and state.season != "winter" else PLUNDER_LATER


def battle(game: Game, place: str, own: float, enemy: float) -> float:
    """What a battle that is due promises to the side whose power comes first."""
    part = share(own, enemy)
    worth = (2 * part - 1) * (1.0 + 0.1 * min(own, enemy))
    if place in game.provinces and game.provinces[place].city:
        worth += 0.3 * game.provinces[place].value * (part - 0.5)
    return worth


def standing(game: Game, state: State, side: str, place: str, hits: float, steps: int, actions: int) -> float:
    """What units of a side promise in an area without enemies."""
    worth, province, holder = 0.0, game.provinces[place], state.control.get(place, "")
    if holder == side and province.loyalty == side:
        return 0.0
    if province.city and holder != side:
        worth = siege(game, state, side, place, hits)
    return worth + plunder(game, state, side, place, steps, actions)


class Units(NamedTuple):
    """What goes together: the hits of an assault, the power in battle, land steps and land blocks."""

    hits: float
    power: float
    steps: int
    land: int

    def joined(self, others: Units) -> Units:
        """Both together."""
        return Units(
            self.hits + others.hits,
            self.power + others.power,
            self.steps + others.steps,
            self.land + others.land,
        )


def going(game: Game, state: State, side: str, place: str, have: Strengths, units: Units) -> float:
    """What units would add by going to a place where they are not."""
    key, foe = game.key[side][place], game.key[OTHER[side]][place]
    enemy, own = have.power.get(foe, 0.0), have.power.get(key, 0.0)
    if enemy:
        before = battle(game, place, own, enemy) if own else 0.0
        return battle(game, place, own + units.power, enemy) - before
    if place not in game.provinces:
        return 0.0
    worth = guarding(game, state, side, place, have.land.get(key, 0), units.land)
    hits, steps, before = have.hits.get(key, 0.0), have.steps.get(key, 0), 0.0
    if own:
        before = standing(game, state, side, place, hits, steps, state.actions)
    after = standing(game, state, side, place, hits + units.hits, steps + units.steps, state.actions)
    return worth + after - before


def leaving(game: Game, state: State, side: str, place: str, have: Strengths, units: Units) -> float:
    """What is lost where units leave a place."""
    key, foe = game.key[side][place], game.key[OTHER[side]][place]
    enemy, own = have.power.get(foe, 0.0), have.power.get(key, 0.0)
    if enemy and own:
        rest = own - units.power
        return battle(game, place, own, enemy) - (battle(game, place, rest, enemy) if rest > 0.01 else 0.0)
    if place not in game.provinces:
        return 0.0
    worth = guarding(game, state, side, place, have.land.get(key, 0) - units.land, units.land)
    if not own:
        return worth
    hits, steps = have.hits.get(key, 0.0), have.steps.get(key, 0)
    before = standing(game, state, side, place, hits, steps, state.actions)
    if own - units.power < 0.01:
        return worth + before
    return (
        worth
        + before
        - standing(game, state, side, place, hits - units.hits, steps - units.steps, state.actions)
    )


def guarding(game: Game, state: State, side: str, place: str, before: int, more: int) -> float:
    """What more land blocks are worth as guards of a great city."""
    value = greater(game, side).get(place)
    if value is None or state.control.get(place) != side:
        return 0.0
    most = min(value - 1, 3)
    return GUARD * value * (min(before + more, most) - min(before, most))
