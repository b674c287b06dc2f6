"""How good a position is for a side, for bots: Prestige, what tribute will bring, armies, and what they threaten."""

from __future__ import annotations

from rules.hellenes.game import OTHER, SEASONS, Game
from rules.hellenes.movement import ways
from rules.hellenes.state import CardEvent, State
from rules.hellenes.victory import level
from rules.hellenes.where import held, is_fleet, leader, outside, own_at

TRIBUTE = 0.7
"""What a point of yearly tribute is worth beside a point of Prestige."""
BLOCK, STEP = 0.16, 0.13
HIDDEN = 2.2
"""The steps that a block is taken to have that is not known."""
POWER = {"hoplites": 1.0, "infantry": 0.7, "archers": 0.7, "cavalry": 0.8, "fleet": 0.6}
SACRIFICE = 0.35
GUARD = 0.1
ACTION = 0.12
WAR = 3.5
"""What the end of the Peace is worth to Sparta, whom it alone opens Persia and the revolts."""


def evaluate(game: Game, state: State, seat: str) -> float:
    """Higher is better for the seat, as it sees the position."""
    other = OTHER[seat]
    worth = float(level(state, seat))
    worth += TRIBUTE * _span(game, state) * (_tribute(game, state, seat) - _tribute(game, state, other))
    worth += _army(game, state, seat) - _army(game, state, other)
    worth += sum(
        _threat(game, state, seat, place) for place in held(game, state, seat) if place in game.provinces
    ) - sum(
        _threat(game, state, other, place) for place in held(game, state, other) if place in game.provinces
    )
    worth += _fights(game, state, seat) + _guards(game, state, seat)
    worth += SACRIFICE * sum(1 if each.startswith(seat) else -1 for each in state.sacrifices)
    worth += _leaders(game, state, seat) - _leaders(game, state, other)
    if state.resumed and game.scenario.peace:
        worth += WAR if seat == "sparta" else -WAR
    if state.step.endswith(f"/{seat}"):
        worth += ACTION * state.actions
        if state.group and (not state.stack or isinstance(state.stack[-1], CardEvent)):
            worth += _promise(game, state, seat)
    return round(worth, 6)  # sums of the same numbers in another order are the same


def _span(game: Game, state: State) -> float:
    """How many tributes still count, up to two and a part."""
    years = max(state.year - game.scenario.last_year, 0) + 1
    return min(years, 2.5) * (0.5 if state.resumed else 1.0)


def _tribute(game: Game, state: State, side: str) -> float:
    return sum(
        game.provinces[place].value
        for place, holder in state.control.items()
        if holder == side and game.provinces[place].loyalty != side
    )


def _army(game: Game, state: State, side: str) -> float:
    """Blocks and steps, those that are not known at a mean."""
    known, worth = 0, 0.0
    for name, standing in state.blocks.items():
        block = game.blocks[name]
        if block.side == side:
            known += 1
            worth += BLOCK + STEP * standing.steps * (0.6 + 0.2 * block.strength)
    total = sum(number for key, number in state.field.items() if game.where[key][0] == side)
    total += sum(number for place, number in state.walled.items() if state.control.get(place) == side)
    return worth + (total - known) * (BLOCK + STEP * HIDDEN)


def power(game: Game, state: State, side: str, place: str) -> float:
    """The strength of a side's units outside walls in a place."""
    names = own_at(game, state, side, place, inside=False)
    known = sum(
        state.blocks[name].steps * POWER[game.blocks[name].type] * (0.6 + 0.2 * game.blocks[name].strength)
        for name in names
    )
    return known + (outside(game, state, side, place) - len(names)) * HIDDEN * 0.8


def _threat(game: Game, state: State, side: str, place: str) -> float:
    """What units in an area promise: a siege, a pillage."""
    province = game.provinces[place]
    other = OTHER[side]
    if outside(game, state, other, place):
        return 0.0
    worth = 0.0
    holder = state.control.get(place, "")
    if province.city and holder != side and not state.peace:
        strength = min(power(game, state, side, place), 5.0)
        counts = province.value if province.loyalty != side or holder == other else 0
        within = state.walled.get(place, 0)
        weak = 1.4 if not within else max(0.3, 1.0 - 0.2 * within)
        worth += counts * weak * (0.16 + 0.05 * strength + (0.3 if place in state.established else 0.0))
    if province.loyalty == other and place not in state.pillaged and state.season not in ("winter", "fall"):
        worth += 0.35
    return worth


def _fights(game: Game, state: State, seat: str) -> float:
    """Battles that are due: the chance of the seat in each."""
    both = held(game, state, seat) & held(game, state, OTHER[seat])
    worth = 0.0
    for place in both:
        own, enemy = power(game, state, seat, place), power(game, state, OTHER[seat], place)
        if not own + enemy:
            continue
        share = own * own / (own * own + enemy * enemy)
        worth += (2 * share - 1) * (1.0 + 0.1 * min(own, enemy))
        if place in game.provinces and game.provinces[place].city:
            worth += 0.3 * game.provinces[place].value * (share - 0.5)
    return worth


def _guards(game: Game, state: State, side: str) -> float:
    """Land blocks in the side's own greater cities, up to three in each."""
    worth = 0.0
    for place, holder in state.control.items():
        province = game.provinces[place]
        if holder == side and province.loyalty == side and province.value > 1:
            land = sum(1 for name in own_at(game, state, side, place) if not is_fleet(game, name))
            worth += GUARD * province.value * min(land, province.value - 1, 3)
    return worth


def _leaders(game: Game, state: State, side: str) -> float:
    chief = leader(game, state, side)
    worth = 0.8 * game.cards[chief].leader_value if chief else 0.0
    for card, holder in state.in_play.items():
        if holder == side and game.cards[card].name in ("Raise Taxes", "Persian Aid"):
            worth += 0.7
    return worth


def _promise(game: Game, state: State, seat: str) -> float:
    """What the best move of the open group may bring, so that it is begun at all."""
    if state.season == "winter" or state.group_kind == "muster":
        return 0.05
    best = 0.0
    goals: dict[str, float] = {}
    for name in own_at(game, state, seat, state.group):
        if is_fleet(game, name) and state.season == SEASONS[0]:
            continue
        strength = state.blocks[name].steps * POWER[game.blocks[name].type]
        for way in ways(game, state, name, state.group_kind):
            place = way.path[-1]
            if way.forced or way.deep or way.into:
                continue
            if place not in goals:
                goals[place] = _goal(game, state, seat, place)
            best = max(best, goals[place] * min(strength / 3, 1.0))
    return best + ACTION if best else 0.0


def _goal(game: Game, state: State, side: str, place: str) -> float:
    """What going to a place may bring."""
    province = game.provinces.get(place)
    if province is None:
        return 0.0
    other = OTHER[side]
    enemy = power(game, state, other, place)
    own = power(game, state, side, place)
    if enemy:
        return max(0.0, 0.5 - 0.12 * enemy + 0.1 * own)
    worth = 0.0
    if province.city and state.control.get(place, "") != side and not own:
        worth += province.value * 0.3
    if (
        province.loyalty == other
        and place not in state.pillaged
        and state.season not in ("winter", "fall")
        and not own
    ):
        worth += 0.35
    return worth
