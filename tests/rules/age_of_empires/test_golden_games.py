"""Whole games of four pairings as they are told, kept word for word.

They were played by greedy bots. What they decided is kept beside what is told of it, with the decks, so that neither
better bots nor other decks change these games. To play them anew:
`python -m tests.rules.age_of_empires.test_golden_games`; with `--tell` the kept ones are told anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.bots import bot
from rules.age_of_empires.retelling import retold
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from rules.ruleset import Action, Event
from tests.rules.age_of_empires.harness import game_with, installed_data

GOLDEN = Path(__file__).parents[2] / "golden"
PAIRINGS = {
    ("britons-longbows", "mongols-horde"): "a",
    ("celts-raiders", "goths-swarm"): "a",
    ("franks-knights", "saracens-late"): "a",
    ("japanese-isles", "vikings-longships"): "a",
}
"""The decks of the two seats, and the seed of their game."""
LONGEST = "400"
"""Turns after which a game that is played anew would be given up."""
AGES = ("age_1", "age_2", "age_3", "age_4")

Choose = Callable[[Any, Any, str, tuple[Action, ...]], int]
"""Which of the legal actions a seat takes, by its place among them."""


def _file(pairing: tuple[str, str], ending: str) -> Path:
    return GOLDEN / f"age-of-empires-{'-'.join(pairing)}{ending}"


def deck_file(name: str) -> str:
    """A ready deck as a file of its own."""
    deck = installed_data().deck[name]
    lines = [
        f'civilization = "{deck.civilization}"',
        f"starting_buildings = {json.dumps(list(deck.starting_buildings))}",
    ]
    for age in AGES:
        cards = ", ".join(
            f'{{ card = "{each.card}", copies = {each.copies} }}' for each in getattr(deck, age)
        )
        lines.append(f"{age} = [{cards}]")
    return "\n".join(lines) + "\n"


def lines(pairing: tuple[str, str], decks: dict[str, str], choose: Choose) -> Iterator[str]:
    """A game, a line for each phase in which something happens."""
    yield f"# {pairing[0]} against {pairing[1]}, greedy bots; each line begins with its turn and phase"
    options = {f"deck.{seat}": text for seat, text in decks.items()}
    game = game_with(tuple(sorted((options | {"turn-limit": LONGEST}).items())))
    key = f"golden {pairing[0][:4]} {PAIRINGS[pairing]}".encode()[:16].ljust(16)
    counts: dict[str, int] = {}
    state = start = ruleset.initial(game)
    now = (0, 0)
    chance = Chance(keyed(key), counts=counts)
    happened = ruleset.begin(game, chance)
    run: list[Event] = []
    while True:
        for event in happened:
            if (state.turn, state.phase) != now:
                told = retold(game, start, run)
                if told:
                    yield f"{now[0]}.{now[1]} {told}"
                now, run, start = (state.turn, state.phase), [], state
            run.append(event)
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            yield f"{now[0]}.{now[1]} {retold(game, start, run)}"
            return
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        action = legal[0] if len(legal) == 1 else legal[choose(game, state, seat, legal)]
        chance = Chance(keyed(key), counts=counts)
        happened = ruleset.decide(game, state, seat, action, chance)


def told_again(pairing: tuple[str, str]) -> str:
    """What is told of the game that was kept."""
    kept = json.loads(_file(pairing, ".json").read_text(encoding="utf-8"))
    chosen = iter(kept["chosen"])
    return "\n".join(lines(pairing, kept["decks"], lambda *_: next(chosen))) + "\n"


def play_anew(pairing: tuple[str, str]) -> None:
    """Plays a game by greedy bots, and keeps it."""
    seats = {seat: bot("greedy", f"golden {seat}") for seat in ("first", "second")}
    chosen: list[int] = []

    def choose(game: Any, state: Any, seat: str, legal: tuple[Action, ...]) -> int:
        seen = ruleset.view(game, state, (seat,))
        chosen.append(legal.index(seats[seat].choose(ruleset, game, seen, seat, legal)))
        return chosen[-1]

    decks = {seat: deck_file(name) for seat, name in zip(("first", "second"), pairing, strict=True)}
    told = "\n".join(lines(pairing, decks, choose)) + "\n"
    kept = json.dumps({"decks": decks, "chosen": chosen}, indent=0).replace(",\n", ",")
    _file(pairing, ".json").write_text(kept + "\n", encoding="utf-8")
    _file(pairing, ".txt").write_text(told, encoding="utf-8")


@pytest.mark.parametrize("pairing", PAIRINGS, ids="-".join)
def test_a_game_is_told_as_it_was(pairing):
    assert told_again(pairing) == _file(pairing, ".txt").read_text(encoding="utf-8"), (
        "What happens or how it is told has changed; if that is meant, tell the games anew: "
        "python -m tests.rules.age_of_empires.test_golden_games --tell"
    )


@pytest.mark.parametrize("pairing", PAIRINGS, ids="-".join)
def test_each_of_these_games_is_won_by_a_rule_of_victory(pairing):
    last = _file(pairing, ".txt").read_text(encoding="utf-8").splitlines()[-1]
    assert " wins: " in last
    assert "Nobody wins" not in last
    assert "limit" not in last


if __name__ == "__main__":
    for each in PAIRINGS:
        if "--tell" in sys.argv:
            _file(each, ".txt").write_text(told_again(each), encoding="utf-8")
        else:
            play_anew(each)
