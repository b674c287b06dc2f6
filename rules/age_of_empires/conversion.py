"""Conversion and healing by monks (monk-7 to monk-12, convert-1)."""

from __future__ import annotations

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.attackers import values_of
from rules.age_of_empires.cities import unit_at
from rules.age_of_empires.falling import lose_tokens
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import ability, changed_by

SOLDIER, VILLAGER = "soldier", "villager"


def succeeds(die: int, monks: int) -> bool:
    """Whether a roll succeeds: up to the number of monks, and a 6 never (monk-10)."""
    return die <= monks and die != 6


def converters(game: Game, state: State, about: Attack) -> list[str]:
    """The attacking units that may try to convert, if there is anybody to convert."""
    if not convertible(game, state, about):
        return []
    return [
        name
        for name in (about.main, about.afar)
        if name and state.units[name].monks and state.units[name].soldiers and name not in about.converted
    ]


def target_unit(game: Game, state: State, about: Attack) -> str:
    """The enemy unit whose soldiers may be converted, whether it defends or not (monk-11)."""
    if about.kind != "building":
        return about.target if about.target in state.units else ""
    return unit_at(game, state, other(about.seat), about.city, about.space)


def convertible(game: Game, state: State, about: Attack) -> list[str]:
    """Which kinds of tokens can be converted."""
    found = []
    name = target_unit(game, state, about)
    if name and state.units[name].soldiers and _may_lose_soldier(game, state, about, name):
        found.append(SOLDIER)
    if about.kind == "building" and state.sides[about.city].city[about.space].villagers:
        found.append(VILLAGER)
    return found


def _may_lose_soldier(game: Game, state: State, about: Attack, name: str) -> bool:
    values = values_of(game, state, name)
    if values.max_tokens > 1:
        return True
    siege = bool(ability(game, state.sides[about.seat], "converts-siege-engines"))
    return siege and "siege" in values.classes  # convert-1, the card Redemption


def convert(unfolding: Unfolding, about: Attack, token: str) -> None:
    """An attacking unit rolls to convert; the loss is removed at once (combat-6)."""
    game, state = unfolding.game, unfolding.state
    name = converters(game, state, about)[0]
    side, enemy = state.sides[about.seat], other(about.seat)
    monks = state.units[name].monks + changed_by(game, side, frozenset({"conversion"}), "monks_counted")
    if ability(game, state.sides[enemy], "resists-conversion"):  # the card Faith
        monks -= 1
    (die,) = unfolding.chance.roll(f"conversion:{name}", about.seat)
    success = succeeds(die, monks)
    unfolding.happen(of_units.ConversionRolled(name, token, die, success))
    if not success:
        return
    if token == VILLAGER:
        unfolding.happen(events.VillagersLost(enemy, about.space, 1, "converted"))
    else:
        lose_tokens(unfolding, target_unit(game, state, about), 1, 0, "converted")


def may_heal(game: Game, state: State, about: Attack, name: str) -> bool:
    """Whether a unit may roll to heal: it has monks, and has neither converted nor healed in this attack (monk-9)."""
    unit = state.units.get(name)
    return unit is not None and unit.monks > 0 and name not in (*about.converted, *about.healed)


def heal(unfolding: Unfolding, name: str) -> bool:
    """A unit rolls to heal (monk-12)."""
    unit = unfolding.state.units[name]
    (die,) = unfolding.chance.roll(f"healing:{name}", unit.owner)
    success = succeeds(die, unit.monks)
    unfolding.happen(of_units.HealingRolled(name, die, success))
    return success
