"""What is drawn of the siege beside pieces and ground: who holds which level, gates, cauldrons, the banner."""

from __future__ import annotations

from collections.abc import Iterable

from rules.middle_earth.game import Game
from rules.middle_earth.gondor.city import GATE, great_gate, hexsides, top_level
from rules.middle_earth.gondor.ladders import ladders
from rules.middle_earth.gondor.spells import banner_hex
from rules.middle_earth.gondor.victory import standing
from rules.middle_earth.gondor.walls import heads
from rules.middle_earth.state import State
from rules.scene import Marker, Panel


def markers(game: Game, state: State) -> Iterable[Marker]:
    """The royal banner; engines, cauldrons, heads and ladders are drawn as all markers are."""
    place = banner_hex(game, state)
    if place:
        yield Marker(space=place, kind="banner", title="Royal banner", owner=game.board.seat_of["west"])


def panels(game: Game, state: State) -> Iterable[Panel]:
    """The city's levels and gates, the cauldrons, and what is left of ladders and heads."""
    held = state.siege.held
    levels = [
        f"Level {level}: {'Sauron' if level in held else 'West'}" for level in range(1, top_level(game) + 1)
    ]
    gate = "destroyed" if great_gate(game) in state.openings else "whole"
    opened = [side for side in hexsides(game, GATE) if side in state.openings]
    yield Panel(
        "The city", (*levels, f"Great Gate: {gate}", f"Level gates open: {', '.join(opened) or 'none'}")
    )
    cauldrons = []
    for name, cauldron in sorted(state.siege.cauldrons.items()):
        content = {"oil": "oil", "dummy": "dummy"}.get(cauldron.content, "unknown")
        place = state.markers[name].hex if name in state.markers else ""
        cauldrons.append(f"{game.title(name)} in {place}: {content}, {cauldron.left} counters")
    yield Panel("Cauldrons", tuple(cauldrons))
    yield Panel("If the game ended now", (standing(game, state),))
    grond = "active" if state.siege.ram_active else "asleep"
    at_wall = [
        f"{game.title(name)} in {now.hex} against {now.hexside}"
        for name, now in sorted(state.engines.items())
        if now.hexside
    ]
    stock = (
        f"Grond: {grond}",
        *at_wall,
        f"Ladders left: {len(ladders(game)) - state.siege.ladders}",
        f"Heads left: {len(heads(game)) - state.siege.thrown}",
    )
    yield Panel("Siege train", stock)
