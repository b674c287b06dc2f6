"""What a seat cannot see changes nothing of what it sees, may do, or is asked, in whole random games (6.1)."""

from __future__ import annotations

import pytest

from replays.check_games import KeptGame, play_game
from replays.check_secrecy import nothing_leaks, views_follow_events, views_interfere_not
from rules.chance import Chance, keyed
from rules.secrecy import UNKNOWN
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.state import changed
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS
from tests.rules.sword_of_rome.harness import installed_data

CHECKS = (views_interfere_not, views_follow_events, nothing_leaks)


def kept(scenario: str, seed: int) -> KeptGame:
    """A random game; with an odd seed its options take any values."""
    game = play_game(ruleset, installed_data(), scenario, seed)
    assert not game.trouble, game.trouble
    return game


def check_all(scenario: str, seed: int) -> None:
    game = kept(scenario, seed)
    for check in CHECKS:
        assert list(check(game)) == []


@pytest.mark.parametrize(("scenario", "seed"), [*((name, 0) for name in SCENARIOS), ("four-players", 1)])
def test_what_a_seat_cannot_see_changes_nothing_for_it(scenario, seed):
    check_all(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100, 175))
def test_nor_does_it_in_300_random_games(scenario, seed):
    check_all(scenario, seed)


@pytest.mark.parametrize("seed", range(2))
def test_each_list_is_the_same_whatever_the_other_hands_are(seed):
    """At every decision of a game, the list of the seat that decides is found from its own view, and from positions in
    which the other hands are filled in anew; with the usual options who is asked is, too."""
    game = kept("four-players", 2 * seed)
    decisions = 0
    for ply, step in enumerate(game.steps):
        awaited = ruleset.awaiting(game.game, step.after)
        for each in awaited:
            legal = ruleset.legal(game.game, step.after, each.seat)
            seen = ruleset.view(game.game, step.after, (each.seat,))
            assert ruleset.legal(game.game, seen, each.seat) == legal, ply
            chance = Chance(keyed(bytes([ply % 251]) * 16), "trial")
            other = ruleset.resample(game.game, seen, each.seat, chance)
            assert ruleset.legal(game.game, other, each.seat) == legal, ply
            assert ruleset.awaiting(game.game, other) == awaited, ply
            decisions += 1
    assert decisions > 500


def test_a_view_hides_the_hands_of_others_and_their_size_alone_is_known():
    game = kept("four-players", 0)
    hidden = 0
    for _, step in game.chosen():
        for seat in game.seats:
            seen = ruleset.view(game.game, step.after, (seat,))
            for owner, hand in step.after.hands.items():
                assert len(seen.hands[owner]) == len(hand)
                shown = {card for card in seen.hands[owner] if card != UNKNOWN}
                looked = set(step.after.seen.get(f"{seat}/{owner}", ()))
                assert shown == (set(hand) if owner == seat else set(hand) & looked)
                hidden += len(hand) - len(shown)
            rest = {"hands": step.after.hands, "seen": step.after.seen}
            assert changed(seen, **rest) == step.after
    assert hidden > 100
