"""Whole random and greedy games of Hellenes, for what holds in all of them."""

from __future__ import annotations

from replays.bots.bot import Stream
from replays.bots.greedy import GreedyBot
from replays.check_games import KeptGame, play_game
from rules.chance import Chance, keyed
from rules.hellenes.ruleset import ruleset
from rules.hellenes.state import State
from rules.ruleset import Event, Result
from tests.rules.hellenes.harness import game_of, installed_data

SCENARIOS = ("431", "sicily", "413", "415")
ENDS = {
    "prestige", "peace", "draw", "minor-victory", "major-victory", "syracuse", "expedition-lost",
}  # fmt: skip
"""How a game may end by a victory rule (14, 15.2-d)."""


def kept(scenario: str, seed: int) -> KeptGame:
    """A random game; the seed brings it about again."""
    game = play_game(ruleset, installed_data(), scenario, seed)
    assert not game.trouble, f"{scenario}, seed {seed}: {game.trouble}"
    return game


def greedy(scenario: str, seed: int) -> tuple[Result, State, tuple[Event, ...]]:
    """A game between two greedy bots: its result, its last state, all its events."""
    game = game_of(scenario)
    bots = {seat: GreedyBot(Stream(f"{scenario} {seed} {seat}")) for seat in ("athens", "sparta")}
    source, counts = keyed(seed.to_bytes(16, "big")), dict[str, int]()
    chance = Chance(source)
    events = list(ruleset.begin(game, chance))
    state = ruleset.initial(game)
    made: tuple[Event, ...] = tuple(events)
    while True:
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        for event in made:
            state = ruleset.evolve(game, state, event)
        result = ruleset.result(game, state)
        if result is not None:
            return result, state, tuple(events)
        seat = ruleset.awaiting(game, state)[0].seat
        legal = ruleset.legal(game, state, seat)
        action = bots[seat].choose(ruleset, game, state, seat, legal)
        chance = Chance(source, counts=counts)
        made = ruleset.decide(game, state, seat, action, chance)
        events.extend(made)
