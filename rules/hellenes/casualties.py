"""Losing steps and blocks (2.1), and what is aboard a fleet that loses them (6.11)."""

from __future__ import annotations

from rules.hellenes import events as e
from rules.hellenes.unfolding import Unfolding


def cargo_of(u: Unfolding, fleet: str) -> list[str]:
    """What is aboard a fleet, by name in order."""
    return sorted(name for name, carrier in u.state.aboard.items() if carrier == fleet)


def lose_step(u: Unfolding, name: str, why: str) -> None:
    """A block loses a step; the last one takes it off the map into its pool."""
    standing = u.state.blocks[name]
    if standing.steps <= 1:
        remove(u, name, why)
        return
    side = u.game.side(name)
    if name in u.state.shown:
        u.happen(e.StepLost(side, standing.place, None, name, why))
    else:
        u.happen(e.StepLost(side, standing.place, name, "", why))
    if u.game.is_sea(standing.place):
        for cargo in cargo_of(u, name):
            fit(u, name, cargo)


def fit(u: Unfolding, fleet: str, cargo: str) -> None:
    """Cargo loses steps until it has fewer than its fleet (6.11)."""
    while cargo in u.state.blocks and u.state.blocks[cargo].steps >= u.state.blocks[fleet].steps:
        lose_step(u, cargo, "cargo")


def remove(u: Unfolding, name: str, why: str) -> None:
    """A block leaves the map; what it carries at sea is lost with it."""
    standing = u.state.blocks[name]
    cargo = cargo_of(u, name) if u.game.is_sea(standing.place) else []
    side, place, inside = u.game.side(name), standing.place, standing.inside
    if name in u.state.shown:
        u.happen(e.BlockRemoved(side, place, None, name, inside, why))
    else:
        u.happen(e.BlockRemoved(side, place, name, "", inside, why))
    for each in cargo:
        remove(u, each, "cargo")
