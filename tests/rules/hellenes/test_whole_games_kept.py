"""One game of each scenario is kept as it is told.

`python -m tests.rules.hellenes.test_whole_games_kept` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.hellenes.ruleset import ruleset
from rules.ruleset import Event, Step
from tests.rules.hellenes.harness import game_of
from tests.rules.hellenes.whole_games import greedy

GOLDEN = Path(__file__).parents[2] / "golden"
SEEDS = {"431": 1, "sicily": 1, "413": 1, "415": 1}
SINGLY = frozenset({"sicily"})
"""The scenarios whose game is kept event by event besides."""


def golden(scenario: str) -> Path:
    return GOLDEN / f"hellenes-{scenario}.txt"


def told(scenario: str) -> str:
    """A game between greedy bots, as everybody at the end may read it: under each player turn what it is told as in one
    line, then its events one by one where they are kept."""
    game = game_of(scenario)
    result, _, events = greedy(scenario, SEEDS[scenario])
    state = before = ruleset.initial(game)
    heading = ""
    lines: list[str] = []
    run: list[Event] = []
    singly: list[str] = []

    def close() -> None:
        if run:
            lines.extend(
                (heading, f"  {ruleset.retell(game, before, [Step('', None, tuple(run))])}", *singly)
            )
        run.clear()
        singly.clear()

    for event in events:
        clock = ruleset.clock(game, state)
        period = ", ".join(filter(None, (clock.turn_title, clock.phase_title, clock.impulse_title)))
        if period != heading:
            close()
            heading, before = period, state
        run.append(event)
        line = ruleset.narrate(game, state, event)
        if line and scenario in SINGLY:
            singly.append(f"      {line}")
        state = ruleset.evolve(game, state, event)
    close()
    scores = ", ".join(f"{seat} {score:+.0f}" for seat, score in sorted(result.scores.items()))
    return "\n".join((*lines, f"Result: {result.how}; {scores}")) + "\n"


@pytest.mark.parametrize("scenario", sorted(SEEDS))
def test_the_kept_game_is_told_as_it_was(scenario):
    assert told(scenario) == golden(scenario).read_text(encoding="utf-8"), (
        f"the game is played or told otherwise; if it should be, write it anew: python -m {__spec__.name}"
    )


if __name__ == "__main__":
    for each in SEEDS:
        golden(each).write_text(told(each), encoding="utf-8")
