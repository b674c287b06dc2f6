"""How good a position is for a side, for bots: Prestige, what tribute will bring, armies, and what they threaten."""

from __future__ import annotations

from rules.hellenes.evaluation_cards import cards, recruits
from rules.hellenes.evaluation_goals import GUARD, TRIBUTE, battle, span, standing
from rules.hellenes.evaluation_groups import promise, unsheltered
from rules.hellenes.evaluation_strengths import Strengths, greater, strengths, worth_of
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import CardEvent, State
from rules.hellenes.victory import level
from rules.hellenes.where import leader

SACRIFICE = 0.35
ACTION = 0.12
COLD = 0.9
"""The part of a block that counts as lost while it has no shelter in Winter."""
WAR = 3.5
"""What the end of the Peace is worth to Sparta, whom it alone opens Persia and the revolts."""


def evaluate(game: Game, state: State, seat: str) -> float:
    """Higher is better for the seat, as it sees the position."""
    other = OTHER[seat]
    have = strengths(game, state)
    worth = level(state, seat) + have.armies[seat] - have.armies[other]
    worth += _cities(game, state, seat)
    worth += _places(game, state, seat, have) + _guards(game, state, seat, have)
    worth += SACRIFICE * sum(1 if each.startswith(seat) else -1 for each in state.sacrifices)
    worth += _leaders(game, state, seat) - _leaders(game, state, other)
    worth += cards(game, state, seat) + recruits(state, seat)
    if state.resumed and game.scenario.peace:
        worth += WAR if seat == "sparta" else -WAR
    if state.step.endswith(f"/{seat}"):
        worth += ACTION * state.actions
        if state.step == f"winter/{seat}":
            worth -= COLD * sum(worth_of(game, state, name) for name in unsheltered(game, state, seat))
        if state.group and (not state.stack or isinstance(state.stack[-1], CardEvent)):
            worth += 0.02 + promise(game, state, seat, state.group, have)
    return round(worth, 6)  # sums of the same numbers in another order are the same


def _cities(game: Game, state: State, seat: str) -> float:
    """What tribute the cities bring that either side holds."""
    known: tuple[object, dict[str, int]] | None = game.remembered.get("tributes")
    if known is None or known[0] is not state.control:
        sums = {"athens": 0, "sparta": 0}
        for place, holder in state.control.items():
            province = game.provinces[place]
            if province.loyalty != holder:
                sums[holder] += province.value
        known = (state.control, sums)
        game.remembered["tributes"] = known
    return TRIBUTE * span(game, state) * (known[1][seat] - known[1][OTHER[seat]])


def _places(game: Game, state: State, seat: str, have: Strengths) -> float:
    """Battles that are due, sieges, and what may be pillaged."""
    worth = 0.0
    field, provinces, other = state.field, game.provinces, OTHER[seat]
    mine, foes = game.key[seat], game.key[other]
    acting = state.actions if state.step.endswith(f"/{seat}") else 0
    for key in field:
        side, place = game.where[key]
        if side == seat:
            if foes[place] in field:
                worth += battle(game, place, have.power.get(key, 0.0), have.power.get(foes[place], 0.0))
            elif place in provinces:
                worth += standing(
                    game, state, seat, place, have.hits.get(key, 0.0), have.steps.get(key, 0), acting
                )
        elif place in provinces and mine[place] not in field:
            worth -= standing(game, state, other, place, have.hits.get(key, 0.0), have.steps.get(key, 0), 0)
    return worth


def _guards(game: Game, state: State, side: str, have: Strengths) -> float:
    """Land blocks in the side's own greater cities, up to three in each."""
    keys = game.key[side]
    return sum(
        GUARD * value * min(have.land.get(keys[place], 0), value - 1, 3)
        for place, value in greater(game, side).items()
        if state.control.get(place) == side
    )


def _leaders(game: Game, state: State, side: str) -> float:
    chief = leader(game, state, side)
    worth = 0.8 * game.cards[chief].leader_value if chief else 0.0
    for card, holder in state.in_play.items():
        if holder == side and game.cards[card].name in ("Raise Taxes", "Persian Aid"):
            worth += 0.7
    return worth
