"""What holds in whole games: they end by a victory rule, nothing is lost or doubled, capacities are kept in Winter."""

from __future__ import annotations

import pytest

from replays.check_games import KeptGame
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, SEATS
from rules.hellenes.state import State
from rules.hellenes.where import capacity, units_at
from rules.hellenes.winter_moves import sheltered
from tests.rules.hellenes.whole_games import ENDS, SCENARIOS, greedy, kept


def counts_agree(game: KeptGame, state: State) -> None:
    """What everybody counts are the blocks that stand there."""
    field: dict[str, int] = {}
    walled: dict[str, int] = {}
    for name, standing in state.blocks.items():
        assert 1 <= standing.steps <= game.game.blocks[name].steps
        if standing.inside:
            walled[standing.place] = walled.get(standing.place, 0) + 1
        else:
            key = game.game.key[game.game.side(name)][standing.place]
            field[key] = field.get(key, 0) + 1
    assert field == dict(state.field)
    assert walled == dict(state.walled)


def settled(game: KeptGame, state: State) -> None:
    """Between two decisions a city is besieged where it should be, and barbarians and fleets stand where they may."""
    for place in state.sieges:
        assert any(state.field.get(game.game.key[side][place]) for side in SEATS)
    for name, standing in state.blocks.items():
        if standing.place in game.game.seas and game.game.blocks[name].type != "fleet":
            carrier = state.aboard.get(name, "")
            assert state.blocks[carrier].place == standing.place, f"{name} swims"
        if game.game.blocks[name].type == "fleet" and standing.place in game.game.provinces:
            assert game.game.provinces[standing.place].seas
    cards = [card for hand in state.hands.values() for card in hand]
    assert len(set(cards)) == len(cards)
    assert not set(cards) & (set(state.in_play) | state.removed)


def check(scenario: str, seed: int) -> None:
    game = kept(scenario, seed)
    for _, step in game.chosen():
        counts_agree(game, step.after)
        settled(game, step.after)
    winters = 0
    for step in game.steps:
        state = step.before
        for event in step.events:
            if isinstance(event, e.WinterEnded):
                winters += 1
                after_winter(game, state)
            state = game.ruleset.evolve(game.game, state, event)
    result = game.ruleset.result(game.game, game.steps[-1].after)
    assert result is not None
    assert result.how in ENDS, f"{scenario}, seed {seed}"
    assert winters


def after_winter(game: KeptGame, state: State) -> None:
    """9.2.4: no barbarians are left, every Greek is in a friendly city or sustained, no city is overfull."""
    for name, standing in state.blocks.items():
        assert game.game.blocks[name].greek, f"{name} winters"
        if name not in state.sustained:
            assert sheltered(game.game, state, name), f"{name} at {standing.place}"
    for place, side in state.control.items():
        if place in game.game.cities and not state.field.get(game.game.key[OTHER[side]][place]):
            extra = state.supplied.get(game.game.key[side][place], 0)
            assert units_at(game.game, state, side, place) <= capacity(game.game, state, place) + extra


@pytest.mark.parametrize(
    ("scenario", "seed"), [("431", 0), ("sicily", 0), ("sicily", 1), ("413", 0), ("415", 0)]
)
def test_random_games_end_by_a_victory_rule_and_lose_nothing(scenario, seed):
    check(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100, 400))
def test_so_do_300_random_games_of_each_scenario(scenario, seed):
    check(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100))
def test_100_greedy_games_of_each_scenario_end_by_a_victory_rule(scenario, seed):
    result, _, _ = greedy(scenario, seed)
    assert result.how in ENDS, f"{scenario}, seed {seed}"


def test_a_greedy_game_is_played_sensibly():
    """It besieges and takes cities, sacrifices, and lets few blocks starve in the field in Winter."""
    result, _, events = greedy("sicily", 5)
    assert result.how in ENDS
    kinds = [type(event) for event in events]
    assert kinds.count(e.GroupBegan) > 5
    assert e.AttritionBegan in kinds or e.AssaultBegan in kinds
    assert e.StepRebuilt in kinds or e.BlockDrawn in kinds
