"""One game is kept as it is told. `python -m tests.rules.hellenes.test_whole_games_kept` writes it anew."""

from __future__ import annotations

from pathlib import Path

from rules.hellenes.ruleset import ruleset
from rules.ruleset import Event, Step
from tests.rules.hellenes.harness import game_of
from tests.rules.hellenes.whole_games import greedy

GOLDEN = Path(__file__).parents[2] / "golden" / "hellenes-sicily.txt"
SCENARIO, SEED = "sicily", 1


def told() -> str:
    """A game between greedy bots, as everybody at the end may read it: under each player turn what it is told as in one
    line, then its events one by one."""
    game = game_of(SCENARIO)
    result, _, events = greedy(SCENARIO, SEED)
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
        if line:
            singly.append(f"      {line}")
        state = ruleset.evolve(game, state, event)
    close()
    scores = ", ".join(f"{seat} {score:+.0f}" for seat, score in sorted(result.scores.items()))
    return "\n".join((*lines, f"Result: {result.how}; {scores}")) + "\n"


def test_the_kept_game_is_told_as_it_was():
    assert told() == GOLDEN.read_text(encoding="utf-8"), (
        f"the game is played or told otherwise; if it should be, write it anew: python -m {__spec__.name}"
    )


if __name__ == "__main__":
    GOLDEN.write_text(told(), encoding="utf-8")
