"""Whole games: random ones to their end, what a seat cannot see, greedy play; long forms under `-m slow`."""

from __future__ import annotations

import pytest

from replays.bots import bot
from replays.check_games import KeptGame, play_game
from replays.check_rules import games_end, legal_and_decide_agree
from replays.check_secrecy import nothing_leaks, openings_fit, views_follow_events, views_interfere_not
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from tests.rules.age_of_empires.harness import game_with, installed_data

CHECKS = (views_interfere_not, views_follow_events, nothing_leaks, openings_fit, legal_and_decide_agree)
LIMIT = "800"
LONGEST = 60_000
"""More plies than a game of 800 turns has."""
SHORT = 1_500
"""Plies of a game that is looked at closely."""


def kept(seed: int, longest: int) -> KeptGame:
    """A random game, ended after so many plies if it has not ended by itself."""
    return play_game(ruleset, installed_data(), "duel", seed, longest)


def played(seed: int, bots: tuple[str, str], **options: str) -> str:
    """How a game by bots ends."""
    game = game_with(
        tuple(
            sorted(
                (name.replace("_", "-").replace("deck-", "deck."), value) for name, value in options.items()
            )
        )
    )
    key = seed.to_bytes(16, "big")
    counts: dict[str, int] = {}
    state = ruleset.initial(game)
    seats = dict(
        zip(("first", "second"), (bot(name, f"{seed} {n}") for n, name in enumerate(bots)), strict=True)
    )
    chance = Chance(keyed(key), counts=counts)
    happened = ruleset.begin(game, chance)
    for _ in range(LONGEST):
        for event in happened:
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            break
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        seen = ruleset.view(game, state, (seat,))
        action = seats[seat].choose(ruleset, game, seen, seat, legal)
        chance = Chance(keyed(key), counts=counts)
        happened = ruleset.decide(game, state, seat, action, chance)
    result = ruleset.result(game, state)
    assert result is not None, f"seed {seed}: no result"
    return result.how


@pytest.mark.parametrize("seed", [2, 3])
def test_what_a_seat_cannot_see_changes_nothing_for_it(seed):
    game = kept(seed, SHORT)
    assert not game.trouble or "no result" in game.trouble, game.trouble
    for check in CHECKS:
        assert list(check(game)) == []


@pytest.mark.parametrize("seed", range(2))
def test_random_games_end(seed):
    assert played(seed, ("random", "random"), turn_limit=LIMIT)


def test_a_random_game_ends_by_a_victory_rule_as_the_kit_wants_it():
    game = kept(4, 20_000)
    assert list(games_end(game)) == []


@pytest.mark.slow
def test_of_300_random_games_at_most_5_percent_end_by_the_limit():
    hows = [played(seed, ("random", "random"), turn_limit=LIMIT) for seed in range(1000, 1300)]
    share = hows.count("limit") / len(hows)
    print(f"ended by: { {how: hows.count(how) for how in sorted(set(hows))} }; by the limit {share:.1%}")
    assert share <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_greedy_games_end_by_a_victory_rule(seed):
    decks = sorted(installed_data().deck)
    first, second = decks[seed % len(decks)], decks[(seed // len(decks)) % len(decks)]
    how = played(seed, ("greedy", "greedy"), turn_limit=LIMIT, deck_first=first, deck_second=second)
    assert how in ("town-centers", "extermination", "relics", "wonder")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 220))
def test_nor_does_it_in_many_whole_games(seed):
    game = kept(seed, 20_000)
    for check in CHECKS:
        assert list(check(game)) == []
