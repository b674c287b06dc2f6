"""What a card is worth now: values of units and buildings with upgrades, technologies and the civilization."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.age_of_empires.data_records import Ability, Bombard, Bonus, Card, Cost, Modifier
from rules.age_of_empires.game import Game
from rules.age_of_empires.state import Side, Unit

FOOT_ARCHER, TRAINING = "foot-archer", "training-building"
LAST_AGE = 4


class UnitValues(NamedTuple):
    """The values of a soldier of a unit, and what the unit can do."""

    hit_points: int
    attack: int
    ranged: int
    bonuses: tuple[Bonus, ...]
    against_buildings: int
    bombard: Bombard | None
    movement: int
    max_tokens: int
    classes: frozenset[str]
    abilities: frozenset[str]

    def bonus(self, classes: frozenset[str]) -> int:
        """What is added against an enemy of these classes (card-unit-8)."""
        return sum(each.add for each in self.bonuses if each.against in classes)


class BuildingValues(NamedTuple):
    """The values of a building."""

    hit_points: int
    bombard: Bombard | None
    garrison: int


def in_force(game: Game, side: Side) -> tuple[Card, ...]:
    """The cards that change things for a seat: its civilization (card-civilization-6) and what it has researched."""
    key = ("in-force", side.civilization, side.cards)
    found: tuple[Card, ...] | None = game.kept.get(key)
    if found is None:
        found = tuple(game.cards[name] for name in (side.civilization, *side.cards) if name in game.cards)
        game.kept[key] = found
    return found


def modifiers(game: Game, side: Side) -> Iterator[Modifier]:
    """Every change in force."""
    for card in in_force(game, side):
        for modifier in card.modifiers:
            if modifier.from_age <= side.age:
                yield modifier


def changed_by(game: Game, side: Side, scopes: frozenset[str], field: str) -> int:
    """What all that is in force adds to a value of something that goes by these names."""
    key = ("changed-by", side.civilization, side.cards, side.age, scopes, field)
    found: int | None = game.kept.get(key)
    if found is None:
        found = sum(
            each.add for each in modifiers(game, side) if each.field == field and each.scope in scopes
        )
        game.kept[key] = found
    return found


def ability(game: Game, side: Side, does: str) -> tuple[Ability, ...]:
    """The abilities of this word that a seat has from its civilization and its data area."""
    key = ("ability", side.civilization, side.cards, side.age, does)
    found: tuple[Ability, ...] | None = game.kept.get(key)
    if found is None:
        found = tuple(
            each
            for card in in_force(game, side)
            for each in card.abilities
            if each.does == does and each.from_age <= side.age
        )
        game.kept[key] = found
    return found


def can(card: Card, does: str) -> Ability | None:
    """The ability of this word that a card itself has."""
    return next((each for each in card.abilities if each.does == does), None)


def top_upgrade(game: Game, side: Side, name: str) -> Card | None:
    """The upgrade that lies on top for a unit or a building (upgrade-4, upgrade-6)."""
    found = [card for card in in_force(game, side) if card.upgrades == name]
    return found[-1] if found else None


def classes_of(card: Card) -> frozenset[str]:
    """The names by which a unit is reached: its classes, its card, where it is trained. Mounted units count as cavalry
    for bonuses alone, which `target_classes` says."""
    names = {*card.subtypes, card.id, "unit", card.trained_at}
    if "archer" in names and "mounted" not in names:
        names.add(FOOT_ARCHER)
    return frozenset(names)


def target_classes(card: Card) -> frozenset[str]:
    """The classes for bonuses against a unit."""
    names = set(card.subtypes)
    if "mounted" in names:
        names.add("cavalry")
    return frozenset(names)


def unit_values(game: Game, side: Side, name: str) -> UnitValues:
    """The values of a unit card of a seat now (upgrade-4, technology-4)."""
    key = ("unit-values", side.civilization, side.cards, side.age, name)
    found: UnitValues | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = _unit_values(game, side, name)
    return found


def _unit_values(game: Game, side: Side, name: str) -> UnitValues:
    card = game.cards[name]
    printed = top_upgrade(game, side, name) or card
    classes = classes_of(card)

    def plus(field: str) -> int:
        return changed_by(game, side, classes, field)

    bombard = printed.bombard
    if bombard is not None:
        bombard = Bombard(
            bombard.units + plus("bombard_units"),
            bombard.buildings + plus("bombard_buildings"),
            bombard.least_range,
            bombard.range + plus("bombard_range"),
        )
    return UnitValues(
        hit_points=printed.hit_points + plus("hit_points"),
        # A unit without a value gets none: a technology betters what is there.
        attack=printed.attack + (plus("attack") if printed.attack else 0),
        ranged=printed.ranged_attack + (plus("ranged_attack") if printed.ranged_attack else 0),
        bonuses=printed.bonuses,
        against_buildings=plus("attack_against_buildings"),
        bombard=bombard,
        movement=printed.movement + plus("movement"),
        max_tokens=printed.max_tokens,
        classes=classes,
        abilities=frozenset(each.does for each in card.abilities),
    )


def of_unit(game: Game, sides: Side, unit: Unit) -> UnitValues:
    """The values of a unit in play, by the side of its owner."""
    return unit_values(game, sides, unit.card)


def building_names(card: Card) -> frozenset[str]:
    """The names by which a building is reached."""
    names = {*card.subtypes, card.id, card.type}
    if any(each not in ("villager", "monk") for each in card.trains):
        names.add(TRAINING)
    return frozenset(names)


def building_values(game: Game, side: Side, name: str, stage: int = 0) -> BuildingValues:
    """The values of a building card of a seat now; of a wonder at a stage (wonder-7)."""
    key = ("building-values", side.civilization, side.cards, side.age, name, stage)
    found: BuildingValues | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = _building_values(game, side, name, stage)
    return found


def _building_values(game: Game, side: Side, name: str, stage: int) -> BuildingValues:
    card = game.cards[name]
    printed = top_upgrade(game, side, name) or card
    names = building_names(card)
    hit_points = card.stages[stage - 1] if stage else printed.hit_points
    hit_points += changed_by(game, side, names, "hit_points_a_hundred") * (hit_points // 100)
    hit_points += changed_by(game, side, names, "hit_points")
    bombard = printed.bombard
    if bombard is not None:
        more = changed_by(game, side, names, "bombard_units")
        bombard = Bombard(bombard.units + more, bombard.buildings, bombard.least_range, bombard.range)
    return BuildingValues(hit_points, bombard, printed.garrison)


def soldiers_a_turn(game: Game, side: Side, name: str) -> int:
    """How many soldiers a training building may make in a turn (soldier-3)."""
    most = game.data.token["soldier"].per_turn
    return most + changed_by(game, side, building_names(game.cards[name]), "soldiers_per_turn")


def villager_hit_points(game: Game, side: Side) -> int:
    """The hit points of a villager (villager-4)."""
    return game.data.token["villager"].hit_points + changed_by(
        game, side, frozenset({"villager"}), "hit_points"
    )


def monk_hit_points(game: Game, side: Side) -> int:
    """The hit points of a monk (monk-4)."""
    return game.data.token["monk"].hit_points + changed_by(game, side, frozenset({"monk"}), "hit_points")


def builders(game: Game, side: Side, card: Card) -> int:
    """The villagers that a building needs (villager-8)."""
    return max(card.builders + changed_by(game, side, building_names(card), "builders"), 1)


def cost_of(game: Game, side: Side, name: str) -> Cost:
    """What a card costs a seat; of a unit card a token (card-unit-6, card-civilization-5)."""
    key = ("cost", side.civilization, name)
    found: Cost | None = game.kept.get(key)
    if found is None:
        found = game.kept[key] = _cost(game, side, name)
    return found


def _cost(game: Game, side: Side, name: str) -> Cost:
    card, civilization = game.cards[name], game.cards[side.civilization]
    if name in civilization.free:
        return Cost()
    if card.type == "upgrade" and any(f"{kind}-upgrade" in civilization.free for kind in card.subtypes):
        return Cost()  # civ-6
    amounts = {each: getattr(card.cost, each) for each in ("food", "wood", "stone", "gold")}
    names = classes_of(card) if card.type == "unit" else frozenset({card.id})
    for discount in civilization.discounts:
        if discount.of in names:
            now = amounts[discount.resource]
            amounts[discount.resource] = max(now - discount.less, min(now, discount.least))
    return Cost(**amounts)
