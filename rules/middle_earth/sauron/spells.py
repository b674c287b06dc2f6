"""Sauron's own spells (SAURON-11, SAURON-12): Sinister Visions, the Wrath of the Ringwraith, the Total Eclipse."""

from __future__ import annotations

from collections.abc import Iterable

from rules.middle_earth.events import Modifier, SpellTookHold, UnitDisrupted
from rules.middle_earth.game import Evolve, Game, SpellRules
from rules.middle_earth.paths import face
from rules.middle_earth.sauron.events import VisionRolled
from rules.middle_earth.state import State, lead_of, members
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Event

SINISTER_VISIONS = "sinister-visions"
WRATH = "wrath-of-the-ringwraith"
ECLIPSE = "total-eclipse"


def is_in_force(state: State, spell: str) -> bool:
    """Whether a spell works now."""
    return any(each.spell == spell for each in state.in_force)


def untargeted(game: Game, state: State, caster: str) -> Iterable[str]:
    """The targets of a spell that has none."""
    return ("",)


def takes_hold(spell: str) -> SpellRules:
    """The rules of a spell that only has to work on from now on."""

    def works(unfolding: Unfolding, caster: str, target: str) -> None:
        unfolding.happen(SpellTookHold(spell))

    return SpellRules(targets=untargeted, works=works)


# SAURON-11


def _visions_targets(game: Game, state: State, caster: str) -> Iterable[str]:
    """Sauron's own hex, or any hex within reach of him (SAURON-11)."""
    reach = game.board.spells[SINISTER_VISIONS].numbers["reach"]
    return game.board.grid.within(state.leaders[caster].hex, reach)


def _visions_work(unfolding: Unfolding, caster: str, target: str) -> None:
    """Every enemy unit within the radius rolls; its morale value or more disrupts it in place (SAURON-11)."""
    game = unfolding.game
    spell = game.board.spells[SINISTER_VISIONS]
    seat = game.enemy[game.seat_of[caster]]
    for name in game.board.grid.within(target, spell.numbers["radius"]):
        for unit in unfolding.state.at.get(name, ()):
            state = unfolding.state
            if game.seat_of[unit] != seat or state.units[unit].disrupted or lead_of(state, unit) != unit:
                continue
            least = game.board.values[face(game, state, unit).morale]
            die = unfolding.chance.roll(f"visions:{unit}", seat)[0]
            unfolding.happen(VisionRolled(unit, die, least, die >= least))
            if die >= least:
                for each in members(state, unit):
                    unfolding.happen(UnitDisrupted(each, spell.rule))


def _vision_rolled(_: Game, state: State, event: VisionRolled) -> State:
    return state


# SAURON-12: the Wrath


def angry_ringwraith(game: Game, state: State) -> str:
    """The Ringwraith while his wrath works, else ""."""
    if not state.in_force or not is_in_force(state, WRATH):
        return ""
    ringwraith = game.counter(game.board.spells[WRATH].needs)
    return ringwraith if ringwraith in state.leaders else ""


def rating_modifiers(game: Game, state: State, leader: str) -> tuple[Modifier, ...]:
    """The Wrath makes the Ringwraith's rating higher."""
    if angry_ringwraith(game, state) != leader:
        return ()
    spell = game.board.spells[WRATH]
    return (Modifier(spell.numbers["rating"], spell.title, spell.rule),)


def duels(game: Game, state: State, leader: str) -> int:
    """How often a leader may attack in a phase: under the Wrath the Ringwraith twice."""
    return game.board.spells[WRATH].numbers["attacks"] if angry_ringwraith(game, state) == leader else 1


def morale_modifiers(game: Game, state: State, unit: str) -> tuple[Modifier, ...]:
    """Enemies near the angry Ringwraith have worse morale."""
    ringwraith = angry_ringwraith(game, state)
    if not ringwraith or game.seat_of[unit] == game.seat_of[ringwraith]:
        return ()
    spell = game.board.spells[WRATH]
    if distance(state.leaders[ringwraith].hex, state.units[unit].hex) > spell.numbers["radius"]:
        return ()
    return (Modifier(-spell.numbers["morale-classes"], spell.title, spell.rule),)


# SAURON-12: the Eclipse


def is_night(game: Game, state: State) -> bool:
    """Whether 10.0 applies: at night, and in an eclipse from its casting to the end of the turn."""
    return state.night or (bool(state.in_force) and is_in_force(state, ECLIPSE))


SPELLS = {
    SINISTER_VISIONS: SpellRules(targets=_visions_targets, works=_visions_work),
    WRATH: takes_hold(WRATH),
    ECLIPSE: takes_hold(ECLIPSE),
}
EVOLVE: dict[type[Event], Evolve] = {VisionRolled: _vision_rolled}
