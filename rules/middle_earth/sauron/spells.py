"""The spells of Sauron (SAURON-11 to SAURON-14). Only Sinister Visions is cast in the learning battle."""

from __future__ import annotations

from collections.abc import Iterable

from rules.middle_earth.events import UnitDisrupted
from rules.middle_earth.game import Evolve, Game, SpellRules
from rules.middle_earth.paths import face
from rules.middle_earth.sauron.events import VisionRolled
from rules.middle_earth.state import State, lead_of, members
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Event

SINISTER_VISIONS = "sinister-visions"


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


SPELLS = {SINISTER_VISIONS: SpellRules(targets=_visions_targets, works=_visions_work)}
EVOLVE: dict[type[Event], Evolve] = {VisionRolled: _vision_rolled}
