"""Sauron: The Battle for the Ring (SPI 1977): the standard battle rules with what is this game's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.errors import OptionError
from rules.middle_earth import data, standard, victory
from rules.middle_earth.data_records import GameData
from rules.middle_earth.game import Exclusive, Game
from rules.middle_earth.sauron import events as own_events
from rules.middle_earth.sauron import magic_things, spells

EXCLUSIVE = Exclusive(
    spells=spells.SPELLS,
    questions=magic_things.QUESTIONS,
    rating_modifiers=magic_things.rating_modifiers,
    forbids_casting=magic_things.forbids_casting,
    carried=magic_things.carried,
    on_entered=magic_things.on_entered,
    on_killed=magic_things.on_killed,
    evolve={**spells.EVOLVE, own_events.WeaponFell: magic_things.weapon_fell},
    scores=victory.scores,
    over=victory.over,
)
SCENARIOS = ("learning",)


def load(folder: Path | None) -> GameData:
    """The data of the Sauron game."""
    return data.load(folder, "sauron")


def prepare(content: GameData, scenario: str, options: Mapping[str, str]) -> Game:
    """The scenario made ready. Raises OptionError for one that is not offered."""
    if scenario not in content.scenario:
        raise OptionError(f'there is no scenario "{scenario}"; the scenarios are {", ".join(SCENARIOS)}')
    return standard.game_for(data.board(content, scenario), EXCLUSIVE, options)
