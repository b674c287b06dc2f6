"""Battles of blocks and decisions drawn at random, for what holds in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rules.chance import Chance, keyed
from rules.hellenes import events as e
from rules.hellenes.data_records import Block
from rules.hellenes.game import Game
from rules.hellenes.ruleset import ruleset
from rules.hellenes.state import State
from rules.ruleset import Event
from tests.rules.hellenes.harness import game_of, position


def brawl(seed: int) -> Iterator[tuple[State, Event]]:
    """A battle of some blocks of both sides, on land or at sea, chosen and decided at random: state before, event."""
    stream = Random(seed)
    game = game_of("431")
    place = stream.choice(
        ["megara", "thebes", "eleusis", "corinth", "myrtoan-sea", "saronic-gulf", "chalcis"]
    )
    blocks = {}
    for side in ("athens", "sparta"):
        fits = [
            name for name, each in game.blocks.items() if each.side == side and _fights(game, each, place)
        ]
        for name in stream.sample(fits, stream.randint(1, 5)):
            blocks[name] = (place, stream.randint(1, game.blocks[name].steps))
    now = position(blocks, step=f"combat/{stream.choice(('athens', 'sparta'))}", agenda=("winter/athens",))
    state, source = now.state, keyed(seed.to_bytes(16, "big"))
    counts: dict[str, int] = {}
    while (asked := ruleset.awaiting(game, state)) and asked[0].decision != "winter":
        legal = ruleset.legal(game, state, asked[0].seat)
        chance = Chance(source, counts=counts)
        for event in ruleset.decide(game, state, asked[0].seat, stream.choice(legal), chance):
            yield state, event
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1


def _fights(game: Game, block: Block, place: str) -> bool:
    """Whether a block can be in a place: fleets at sea, and on land where there is one."""
    if place in game.seas:
        return block.type == "fleet"
    return block.type != "fleet" or bool(game.provinces[place].seas)


def told_battles(seeds: Iterable[int]) -> str:
    """The battles of these seeds that are fought to an end, each event in a line."""
    game, lines = game_of("431"), []
    for seed in seeds:
        events = list(brawl(seed))
        told = [f"  {line}" for state, event in events if (line := ruleset.narrate(game, state, event))]
        if any(isinstance(event, e.BattleEnded) for _, event in events):
            lines += [f"Drawn from {seed}:", *told]
    return "\n".join(lines) + "\n"
