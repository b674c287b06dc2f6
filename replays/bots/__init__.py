"""Bots: players that choose for a seat by what that seat knows, the same at every run from the same seed."""

from collections.abc import Callable

from replays.bots.bot import Bot, NoSuchBot, Stream
from replays.bots.greedy import GreedyBot
from replays.bots.montecarlo import MonteCarloBot
from replays.bots.random import RandomBot

_BOTS: dict[str, Callable[[Stream], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "montecarlo": MonteCarloBot,
}

BOTS = tuple(_BOTS)
"""The names of the bots."""


def bot(name: str, seed: int | str) -> Bot:
    """The bot of this name, its choices drawn from `seed`. Raises NoSuchBot with the names that there are."""
    kind = _BOTS.get(name)
    if kind is None:
        raise NoSuchBot(f"there is no bot {name}; there are {', '.join(BOTS)}")
    return kind(Stream(f"{name}\0{seed}"))


__all__ = ["BOTS", "Bot", "NoSuchBot", "bot"]
