"""What bots think of a position depends on the position alone, not on those that were looked at before it."""

from __future__ import annotations

from typing import Any

import pytest

from replays.bots import bot
from rules.chance import Chance, keyed
from rules.middle_earth.gondor.ruleset import ruleset as gondor
from rules.middle_earth.ranks import Ranks, ranks
from rules.middle_earth.sauron.ruleset import ruleset as sauron
from rules.projection import fold
from rules.ruleset import AnyRuleset

PLIES = 240
EVERY = 12


def _options(ruleset: AnyRuleset) -> dict[str, str]:
    return {option.name: option.default for option in ruleset.options}


def _positions(ruleset: AnyRuleset, scenario: str) -> tuple[Any, list[Any]]:
    """A game between greedy bots, and its positions ply by ply."""
    game = ruleset.prepare(ruleset.load(None), scenario, _options(ruleset))
    bots = {seat: bot("greedy", f"looked at before/{seat}") for seat in game.seats}
    source = keyed(b"looked at before")
    state = fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(source)))
    found = [state]
    counts: dict[str, int] = {}
    while len(found) < PLIES and ruleset.result(game, state) is None:
        seat = ruleset.awaiting(game, state)[0].seat
        legal = ruleset.legal(game, state, seat)
        seen = ruleset.view(game, state, (seat,))
        action = legal[0] if len(legal) == 1 else bots[seat].choose(ruleset, game, seen, seat, legal)
        chance = Chance(source, counts=counts)
        state = fold(ruleset, game, state, ruleset.decide(game, state, seat, action, chance))
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        found.append(state)
    return game, found


@pytest.mark.parametrize(("ruleset", "scenario"), [(sauron, "learning"), (gondor, "siege")])
def test_a_position_is_worth_the_same_whatever_was_looked_at_before(ruleset, scenario):
    game, positions = _positions(ruleset, scenario)
    assert any(state.marching is not None for state in positions[::EVERY])
    for state in positions[::EVERY]:
        anew = ruleset.prepare(ruleset.load(None), scenario, _options(ruleset))
        for seat in game.seats:
            seen = ruleset.view(game, state, (seat,))
            assert ruleset.evaluate(game, seen, seat) == ruleset.evaluate(anew, seen, seat)


def test_ranks_reckoned_from_others_are_those_reckoned_from_nothing():
    game, positions = _positions(sauron, "learning")
    for state in positions:
        for seat in game.seats:
            found = ranks(game, state, seat)
            anew = Ranks(game, seat, found.standings, 0, None)
            for name in ("hexes", "worths", "friends", "strength", "printed", "prizes", "count"):
                assert getattr(found, name) == getattr(anew, name)
