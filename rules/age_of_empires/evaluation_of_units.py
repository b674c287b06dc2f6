"""What soldiers are worth to a bot, and how strong units are."""

from __future__ import annotations

from rules.age_of_empires.game import Game
from rules.age_of_empires.state import Side, State, Unit
from rules.age_of_empires.values import unit_values

HIT_POINT, ATTACK, RANGED = 1.0, 1.5, 2.0
AGAINST_UNITS, AGAINST_BUILDINGS, BONUS = 1.0, 0.6, 0.5
"""What the values of a soldier count for."""
FISHING = 25.0
SCALE = 0.30


def worth_of_soldier(game: Game, side: Side, card: str) -> float:
    """What a soldier of a card is worth."""
    key = ("worth-of-soldier", side.civilization, side.cards, side.age, card)
    found: float | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = _worth_of_soldier(game, side, card)
    return found


def _worth_of_soldier(game: Game, side: Side, card: str) -> float:
    values = unit_values(game, side, card)
    bombard = values.bombard
    strength = HIT_POINT * values.hit_points + ATTACK * values.attack + RANGED * values.ranged
    if bombard is not None:
        strength += AGAINST_UNITS * bombard.units + AGAINST_BUILDINGS * bombard.buildings
    strength += BONUS * sum(bonus.add for bonus in values.bonuses)
    if "yields-food" in values.abilities:
        strength += FISHING
    return SCALE * strength


def power(game: Game, state: State, unit: Unit) -> float:
    """How strong a unit is."""
    return unit.soldiers * worth_of_soldier(game, state.sides[unit.owner], unit.card)
