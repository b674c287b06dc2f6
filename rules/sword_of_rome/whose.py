"""Whose army, power or seat an operation means (`data_effects.Who`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.sword_of_rome.conditions import concerned_power, enemy_side
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import decider, highest_first, lowest_first
from rules.sword_of_rome.procedures import CardEvent
from rules.sword_of_rome.state import INDEPENDENT, State


def powers_meant(
    game: Game, state: State, event: CardEvent, who: str, spaces: Iterable[str] = ()
) -> tuple[str, ...]:
    """The powers that are meant; none where nothing is chosen yet, or nobody holds the spaces."""
    if who in game.powers:
        return (who,)
    if who == "own":
        power = concerned_power(game, state, event.seat)
        return (power,) if power else game.powers_of[event.seat]
    if who == "enemy":
        enemy = enemy_side(game, state, event.seat)
        return (enemy[1].power,) if enemy is not None else ()
    if who == "chosen":
        return (event.chosen,) if event.chosen in game.powers else ()
    if who == "holder":
        return _holder(game, state, event, spaces)
    if who in ("leading-seat", "trailing-seat"):
        order = highest_first(game, state) if who == "leading-seat" else lowest_first(game, state)
        return game.powers_of[order[0]] if order else ()
    return ()


def _holder(game: Game, state: State, event: CardEvent, spaces: Iterable[str]) -> tuple[str, ...]:
    if event.space:
        holder = state.control[event.space]
        return (holder,) if holder != INDEPENDENT else ()
    counts = Counter(state.control[space] for space in spaces if state.control[space] != INDEPENDENT)
    if not counts:
        return ()
    ties = game.board.data.order["ties"].members

    def rank(power: str) -> tuple[int, int, str]:
        return -counts[power], ties.index(power) if power in ties else len(ties), power

    return (min(counts, key=rank),)


def seat_meant(game: Game, state: State, event: CardEvent, who: str) -> str:
    """The seat that is meant, "" if none is."""
    powers = powers_meant(game, state, event, who)
    return decider(game, state, powers[0]) if powers else ""
