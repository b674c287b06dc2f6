"""Whole games between bots, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from replays.bots import bot
from rules.ruleset import Action
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.state import State
from tests.rules.sword_of_rome.whole_games import Batch, Choose, follow

SCENARIOS = tuple(scenario.name for scenario in ruleset.scenarios)
SEATS = {scenario.name: scenario.seats for scenario in ruleset.scenarios}


def bots(scenario: str, name: str, seed: int) -> Choose:
    """The same bot for every seat; each sees its own view alone."""
    players = {seat: bot(name, f"{seed}/{seat}") for seat in SEATS[scenario]}

    def choose(game: Game, state: State, seat: str, options: tuple[Action, ...]) -> Action:
        if len(options) == 1:
            return options[0]
        return players[seat].choose(ruleset, game, ruleset.view(game, state, (seat,)), seat, options)

    return choose


def between(scenario: str, name: str, seed: int) -> Iterator[Batch]:
    """A game between these bots, batch by batch."""
    return follow(scenario, bots(scenario, name, seed), key=seed + 1)
