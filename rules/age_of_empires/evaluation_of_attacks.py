"""What an attack brings, for bots: before it is declared, and while it goes on."""

from __future__ import annotations

from rules.age_of_empires import actions
from rules.age_of_empires.attack_course import guns, home_unit
from rules.age_of_empires.attackers import bombards, place_of
from rules.age_of_empires.cities import card_of, values_at
from rules.age_of_empires.evaluation_of_cards import in_city
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack, Demolition, Snuffing
from rules.age_of_empires.state import State, replace
from rules.age_of_empires.strengths import ROUNDS, strength, toughness
from rules.ruleset import Action
from rules.secrecy import UNKNOWN

PER_HIT_POINT = 0.55
FALLEN = 10.0
"""What it is worth besides that a building falls."""
LAST_TOWN_CENTER, WONDER = 500.0, 300.0


def prospects(game: Game, state: State, seat: str) -> float:
    """What the rest of an attack promises to a seat."""
    about = state.stack[-1] if state.stack else None
    if isinstance(
        about, Demolition | Snuffing
    ):  # what is begun for nothing is worth a little less than nothing
        return -0.5 if about.seat == seat else 0.0
    if not isinstance(about, Attack):
        return 0.0
    gain = gain_of(game, state, about)
    return gain if seat == about.seat else -gain


def declared(game: Game, state: State, seat: str, action: Action) -> Attack:
    """The attack that this action would begin."""
    if isinstance(action, actions.AttackBuilding):
        about = Attack(seat, "building", other(seat), action.space)
        there = (about.city, about.space)
        if place_of(state.units[action.unit]) == there:
            return replace(about, main=action.unit)
        if bombards(game, state, action.unit, there):
            return replace(about, bombers=(action.unit,))
        return replace(about, afar=action.unit)
    assert isinstance(action, actions.AttackUnit)
    target = state.units[action.target]
    about = Attack(seat, "unit" if target.city else "land", target.city, target.space, action.target)
    if action.villagers:
        return replace(about, villagers=action.villagers)
    if action.fire:
        return replace(about, fire=(action.fire,))
    if place_of(state.units[action.unit]) == place_of(target):
        return replace(about, main=action.unit)
    return replace(about, bombers=(action.unit,))


def gain_of(game: Game, state: State, about: Attack) -> float:
    """What an attack brings its seat from now to its end, less what it costs."""
    if about.stage in ("joining", "response", "defence"):
        about = _defended(game, state, about)
    total = rest_of(game, state, about)
    for loss in about.losses:
        worth = 4.0 * loss.soldiers + 2.0 * loss.monks
        total += -worth if loss.seat == about.seat else worth
    for hit in about.hits:
        worth = PER_HIT_POINT * min(hit.damage, 60)
        total += -worth if hit.seat == about.seat else worth
    return total


def rest_of(game: Game, state: State, about: Attack) -> float:
    """What the rounds that are left bring, and the damage of all to the building."""
    total = 0.0
    done = ROUNDS.index(about.round) + 1 if about.round else 0
    enough, own = toughness(game, state, about), _own_toughness(game, state, about)
    damage = about.damage
    for each in ROUNDS[done:]:
        found = strength(game, state, about, each)
        total += PER_HIT_POINT * (min(found.attack, enough) - min(found.defence, own))
        enough, own = max(enough - found.attack, 0), max(own - found.defence, 0)
        damage += found.building
    if about.kind == "building":
        total += worth_of_damage(game, state, about.city, about.space, damage)
    return total


def worth_of_damage(game: Game, state: State, owner: str, space: str, damage: int) -> float:
    """What damage to a building is worth to the enemy of its owner."""
    marker = game.numbers["marker"]
    damage = damage // marker * marker
    side = state.sides[owner]
    building = side.city.get(space)
    if building is None or not damage:
        return 0.0
    card = card_of(space, building)
    if card == UNKNOWN:
        return 0.2 * damage
    hit_points = values_at(game, state, owner, space).hit_points
    falls = damage >= hit_points - building.damage
    if card == "town-center":
        worth = LAST_TOWN_CENTER
    elif building.stage:
        worth = WONDER
    else:
        worth = 2.0 * in_city(game, side, card, 1) + 8.0
    worth *= min(damage, hit_points - building.damage) / hit_points
    return worth + (FALLEN if falls else 0.0)


def _defended(game: Game, state: State, about: Attack) -> Attack:
    """As if the unit at home and half of the villagers defended, and every building fired that can."""
    firing = tuple(guns(game, state, about))
    if about.kind != "building":
        return replace(about, defender=about.target if about.target in state.units else "", guns=firing)
    building = state.sides[about.city].city[about.space]
    return replace(about, defender=home_unit(game, state, about), guards=building.villagers // 2, guns=firing)


def _own_toughness(game: Game, state: State, about: Attack) -> int:
    own = about.main or about.afar or (about.bombers[0] if about.bombers else "")
    turned = replace(about, seat=other(about.seat), defender=own, guards=0, kind="unit")
    return toughness(game, state, turned)
