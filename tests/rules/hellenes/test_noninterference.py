"""2.8: what a seat cannot see changes nothing of what it sees, may do, or is asked, in whole random games."""

from __future__ import annotations

import pytest

from replays.check_games import KeptGame
from replays.check_secrecy import nothing_leaks, openings_fit, views_follow_events, views_interfere_not
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.hellenes import events as e
from rules.hellenes.ruleset import ruleset
from rules.hellenes.state import State
from rules.ruleset import Action
from rules.secrecy import UNKNOWN, hidden_fields, redact
from tests.rules.hellenes.whole_games import SCENARIOS, kept

CHECKS = (views_interfere_not, views_follow_events, nothing_leaks, openings_fit)


def check_all(scenario: str, seed: int) -> None:
    game = kept(scenario, seed)
    for check in CHECKS:
        assert list(check(game)) == [], f"{scenario}, seed {seed}"


@pytest.mark.parametrize("scenario", ["431", "sicily"])
def test_what_a_seat_cannot_see_changes_nothing_for_it(scenario):
    check_all(scenario, 0)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100, 175))
def test_nor_does_it_in_300_random_games(scenario, seed):
    check_all(scenario, seed)


@pytest.mark.parametrize(("scenario", "seed"), [("431", 5), ("sicily", 5), ("415", 6)])
def test_refusals_of_all_kinds_tell_nothing_of_what_a_seat_cannot_see(scenario, seed):
    kinds = set()
    game = kept(scenario, seed)
    for number, step in enumerate(game.steps[:: max(1, len(game.steps) // 40)]):
        for awaited in ruleset.awaiting(game.game, step.after):
            seat = awaited.seat
            seen = ruleset.view(game.game, step.after, (seat,))
            other = ruleset.resample(game.game, seen, seat, Chance(game.source(), "trial"))
            legal = set(ruleset.legal(game.game, seen, seat))
            for action in list(ruleset.conceivable(game.game, seen, seat))[number % 41 :: 41]:
                if action not in legal:
                    assert refused(game, other, seat, action) == refused(game, step.after, seat, action)
                    kinds.add(type(action))
    assert len(kinds) > 20


def refused(game: KeptGame, state: State, seat: str, action: Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        ruleset.decide(game.game, state, seat, action, Chance(game.source(), "trial"))
    return str(refusal.value)


@pytest.mark.parametrize("scenario", ["sicily", "413"])
def test_no_name_of_a_hidden_block_ever_reaches_the_other_seat(scenario):
    """Every name that an event shows a seat is its own block's, or of one that is turned up then."""
    game = kept(scenario, 1)
    shown = 0
    for step in game.steps:
        state = step.before
        for event in step.events:
            after = ruleset.evolve(game.game, state, event)
            for seat in ("athens", "sparta"):
                told = redact(event, (seat,), step.seat)
                names = {
                    name
                    for field in told.__struct_fields__
                    for name in _names(getattr(told, field))
                    if name in game.game.blocks and game.game.side(name) != seat
                }
                assert names <= state.shown | after.shown, f"{type(event).__name__} tells {seat} of {names}"
                shown += len(names)
            state = after
    assert shown, "some blocks are turned up in a game"


def _names(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple | frozenset | list):
        return set().union(*map(_names, value)) if value else set()
    if isinstance(value, dict):
        return _names(tuple(value)) | _names(tuple(value.values()))
    return set()


def test_a_committed_card_is_unknown_to_the_other_until_both_are_revealed():
    game = kept("431", 2)
    found = 0
    for step in game.steps:
        committed = [event for event in step.events if isinstance(event, e.CardCommitted)]
        revealed = any(isinstance(event, e.CardsRevealed) for event in step.events)
        if committed and not revealed:
            other = "sparta" if committed[0].seat == "athens" else "athens"
            assert redact(committed[0], (other,)).card == UNKNOWN
            assert ruleset.view(game.game, step.after, (other,)).committed[committed[0].seat] == UNKNOWN
            found += 1
    assert found > 10
    assert {name for name, _ in hidden_fields(e.CardCommitted)} == {"card", "use"}
