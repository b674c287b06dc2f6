"""What an attack that is going on will bring, for bots."""

from __future__ import annotations

from rules.age_of_empires.attack_course import home_unit
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack, Demolition, Snuffing
from rules.age_of_empires.state import State, replace
from rules.age_of_empires.strengths import ROUNDS, strength, toughness

PER_HIT_POINT, PER_DAMAGE = 0.55, 0.5


def prospects(game: Game, state: State, seat: str) -> float:
    """What the rest of an attack promises to a seat."""
    about = state.stack[-1] if state.stack else None
    if isinstance(
        about, Demolition | Snuffing
    ):  # what is begun for nothing is worth a little less than nothing
        return -0.5 if about.seat == seat else 0.0
    if not isinstance(about, Attack):
        return 0.0
    gain = _gain(game, state, about)
    return gain if seat == about.seat else -gain


def _gain(game: Game, state: State, about: Attack) -> float:
    if about.stage in ("joining", "response", "defence"):
        about = _defended(game, state, about)
    total = PER_DAMAGE * _counted(game, about.damage)
    done = ROUNDS.index(about.round) + 1 if about.round else 0
    enough, own = toughness(game, state, about), _own_toughness(game, state, about)
    for loss in about.losses:
        worth = 4.0 * loss.soldiers + 2.0 * loss.monks
        total += -worth if loss.seat == about.seat else worth
    building = 0
    for hit in about.hits:
        worth = PER_HIT_POINT * min(hit.damage, 60)
        total += -worth if hit.seat == about.seat else worth
    for each in ROUNDS[done:]:
        found = strength(game, state, about, each)
        total += PER_HIT_POINT * (min(found.attack, enough) - min(found.defence, own))
        building += found.building
    return total + PER_DAMAGE * _counted(game, building)


def _counted(game: Game, damage: int) -> int:
    marker = game.numbers["marker"]
    return damage // marker * marker


def _defended(game: Game, state: State, about: Attack) -> Attack:
    """As if the unit at home and half of the villagers defended."""
    if about.kind != "building":
        return replace(about, defender=about.target if about.target in state.units else "")
    building = state.sides[about.city].city[about.space]
    return replace(about, defender=home_unit(game, state, about), guards=building.villagers // 2)


def _own_toughness(game: Game, state: State, about: Attack) -> int:
    turned = replace(
        about,
        seat=other(about.seat),
        defender=about.main,
        guards=0,
        kind="unit",
    )
    return toughness(game, state, turned)
