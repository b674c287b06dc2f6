"""Games of four pairings as they are told, kept word for word.

Written anew by `python -m tests.rules.age_of_empires.test_golden_games`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.bots import bot
from rules.age_of_empires.narration import told
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from tests.rules.age_of_empires.harness import game_with

GOLDEN = Path(__file__).parents[2] / "golden"
PAIRINGS = (
    ("britons-longbows", "mongols-horde"),
    ("celts-raiders", "goths-swarm"),
    ("franks-knights", "saracens-late"),
    ("japanese-isles", "vikings-longships"),
)
TURNS = "110"
"""The game is ended here: so far random bots have come to the second age and to blows."""


def golden(first: str, second: str) -> Path:
    """The file of a pairing."""
    return GOLDEN / f"age-of-empires-{first}-{second}.txt"


def lines(first: str, second: str) -> Iterator[str]:
    """A game between random bots, one line an event."""
    yield f"# {first} against {second}, random bots, up to turn {TURNS}; written anew by"
    yield "# python -m tests.rules.age_of_empires.test_golden_games"
    game = game_with((("deck.first", first), ("deck.second", second), ("turn-limit", TURNS)))
    key = f"golden {first[:4]} {second[:4]}".encode()[:16].ljust(16)
    counts: dict[str, int] = {}
    seats = {seat: bot("random", f"golden {seat}") for seat in ("first", "second")}
    state = ruleset.initial(game)
    chance = Chance(keyed(key), counts=counts)
    happened = ruleset.begin(game, chance)
    while True:
        yield from told(game, state, happened)
        for event in happened:
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            return
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        action = seats[seat].choose(ruleset, game, ruleset.view(game, state, (seat,)), seat, legal)
        chance = Chance(keyed(key), counts=counts)
        happened = ruleset.decide(game, state, seat, action, chance)


def text(first: str, second: str) -> str:
    """The whole file of a pairing."""
    return "\n".join(lines(first, second)) + "\n"


@pytest.mark.parametrize(("first", "second"), PAIRINGS)
def test_a_game_is_told_as_it_was(first, second):
    assert text(first, second) == golden(first, second).read_text(encoding="utf-8"), (
        "What happens or how it is told has changed; if that is meant, write the golden files anew: "
        "python -m tests.rules.age_of_empires.test_golden_games"
    )


if __name__ == "__main__":
    for pairing in PAIRINGS:
        golden(*pairing).write_text(text(*pairing), encoding="utf-8")
