"""One game is kept as it is told. `python -m tests.rules.hellenes.test_whole_games_kept` writes it anew."""

from __future__ import annotations

from pathlib import Path

from rules.hellenes.narration import QUIET
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import game_of
from tests.rules.hellenes.whole_games import greedy

GOLDEN = Path(__file__).parents[2] / "golden" / "hellenes-sicily.txt"
SCENARIO, SEED = "sicily", 3


def told() -> str:
    """A game between greedy bots, an event a line under its season, as everybody at the end may read it."""
    game = game_of(SCENARIO)
    result, _, events = greedy(SCENARIO, SEED)
    state, heading, lines = ruleset.initial(game), "", []
    for event in events:
        clock = ruleset.clock(game, state)
        period = ", ".join(filter(None, (clock.turn_title, clock.phase_title, clock.impulse_title)))
        if type(event) not in QUIET:
            if period != heading:
                heading = period
                lines.append(heading)
            lines.append(f"  {ruleset.narrate(game, state, event)}")
        state = ruleset.evolve(game, state, event)
    scores = ", ".join(f"{seat} {score:+.0f}" for seat, score in sorted(result.scores.items()))
    return "\n".join((*lines, f"Result: {result.how}; {scores}")) + "\n"


def test_the_kept_game_is_told_as_it_was():
    assert told() == GOLDEN.read_text(encoding="utf-8"), (
        f"the game is played or told otherwise; if it should be, write it anew: python -m {__spec__.name}"
    )


if __name__ == "__main__":
    GOLDEN.write_text(told(), encoding="utf-8")
