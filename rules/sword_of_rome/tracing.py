"""Friendly lines (5.7) and what follows from them: isolation (5.7) and where reinforcements may come (5.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.sword_of_rome.control import controlled, is_plain, is_tribal, is_walled, make_independent
from rules.sword_of_rome.forces import enemy_units, foreign_units, units
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import (
    CARTHAGE,
    ROME,
    TRANSALPINE,
    allied,
    friends_of,
    neutral_activation,
    powers_in_order,
)
from rules.sword_of_rome.state import INDEPENDENT, State
from rules.sword_of_rome.unfolding import Unfolding

RECENT = 1000
"""How many answers about boards are kept."""


def link_for(game: Game, power: str, origin: str, space: str) -> str:
    """The kind of a link for a power: clear for Samnites at Bovianum and Aufidena (9.2-d); "" if there is none."""
    kind = game.links[origin].get(space, "")
    if kind and power in game.clear_for.get((origin, space), ()):
        return "clear"
    return kind


def clear_ways(game: Game, power: str) -> dict[str, tuple[str, ...]]:
    """For each space those that the power enters from it over a clear connection; looked up once a game."""
    found: dict[str, tuple[str, ...]] | None = game.kept.get(("clear-ways", power))
    if found is None:
        found = {
            origin: tuple(name for name in near if link_for(game, power, origin, name) == "clear")
            for origin, near in game.links.items()
        }
        game.kept["clear-ways", power] = found
    return found


def _on_lines(game: Game, state: State, power: str, *, free: bool) -> set[str]:
    """The spaces that a friendly line may pass (5.7-b): controlled by the power or an ally, or with their CU; `free`:
    and without enemy CU."""
    friends = friends_of(game, state, power)
    found = {name for name, holder in state.control.items() if holder in friends}
    barred: list[str] = []
    for name, forces in state.forces.items():
        for each in forces:
            if each.power in friends:
                if each.cu or each.inside:
                    found.add(name)
            elif free and (each.cu or each.inside):
                barred.append(name)
    found.difference_update(barred)
    return found


def reached(game: Game, state: State, power: str, sources: Iterable[str], *, free: bool = False) -> set[str]:
    """The spaces on friendly lines from the sources; `free`: also free of enemy CU, by sea for Carthage (5.10-c)."""
    found = {name for name in sources if not free or not enemy_units(game, state, name, power)}
    left = sorted(found)
    if not left:
        return found
    passed = _on_lines(game, state, power, free=free) - found
    ways = clear_ways(game, power)
    by_sea = free and (
        game.powers[power].supply_by_sea
        or any(
            record.supply_by_sea and allied(game, state, power, name) for name, record in game.powers.items()
        )
    )
    ports = (game.board.punic_ports if power == CARTHAGE else game.board.ports) if by_sea else ()  # 9.6.2
    while left:
        here = left.pop()
        for name in (*ways[here], *ports) if here in ports else ways[here]:
            if name in passed:
                passed.discard(name)
                found.add(name)
                left.append(name)
    return found


# 5.7: isolation


def anchors(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The spaces that a friendly line of the power may end in (5.7-a): its cities, tribes, ports and reinforcement
    spaces, whoever owned them first, and wherever its CU are."""
    own = [
        name
        for name in controlled(state, power)
        if is_walled(state, name)
        or is_tribal(game, state, name)
        or game.spaces[name].port == "open"
        or (game.spaces[name].port != "none" and power == CARTHAGE)  # 9.6.2
        or game.spaces[name].kind == "box"
        or game.spaces[name].reinforcement
    ]
    standing = [name for name in sorted(state.forces) if units(state, name, power)]
    return (*own, *standing)


def isolate(unfolding: Unfolding) -> None:
    """The Isolation Phase: PCs without a friendly line become independent (5.7)."""
    game = unfolding.game
    for power in powers_in_order(game, unfolding.state):
        state = unfolding.state
        line = reached(game, state, power, anchors(game, state, power))
        for space in controlled(state, power):
            if space not in line and is_plain(game, state, space):
                make_independent(unfolding, space, "5.7")


# 5.10: reinforcements


def reinforcement_spaces(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The power's own spaces that can give it CU now (5.10.1): of its home, controlled, not besieged; for Rome every
    walled city (5.10-g)."""
    found = []
    for name in controlled(state, power):
        if name in state.sieges:  # 13.3
            continue
        space = game.spaces[name]
        if (power == ROME and is_walled(state, name)) or (space.reinforcement and space.home == power):
            found.append(name)
    return tuple(found)


def units_due(game: Game, state: State, power: str) -> int:
    """The CU that a power gets in the Reinforcement Phase (5.10.1)."""
    if power == CARTHAGE and state.carthage_beaten:
        return 0
    if power == TRANSALPINE:
        return 1 if power in game.powers else 0
    due = 0
    for name in reinforcement_spaces(game, state, power):
        printed = game.spaces[name].reinforcement if game.spaces[name].home == power else 0
        due += max(printed, game.numbers.roman_city_units) if power == ROME else printed
    return due


def receiving(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The spaces where reinforcements of the power may come (5.10-b): on its lines, friendly or with its own CU (those
    who besiege a city too), nobody else's CU there, and in lands where it may be (16.3). It is asked of the same board
    many times while CU are placed, and kept a while."""
    known: dict[Any, tuple[tuple[str, ...], object]] = game.kept.setdefault("receiving", {})
    if len(known) >= RECENT:
        known.clear()
    # As long as the parts of the state are kept, nothing else can have their identity.
    parts = (state.control, state.loyalty, state.sieges, state.forces, state.alliances)
    key = (power, neutral_activation(state), *map(id, parts))
    kept = known.get(key)
    if kept is None:
        kept = known[key] = (_receiving(game, state, power), parts)
    return kept[0]


def _receiving(game: Game, state: State, power: str) -> tuple[str, ...]:
    sources = (
        [name for name in controlled(state, power) if game.spaces[name].kind == "box"]
        if power == TRANSALPINE
        else reinforcement_spaces(game, state, power)
    )
    line = reached(game, state, power, sources, free=True)
    return tuple(
        sorted(
            name
            for name in line
            if not foreign_units(state, name, power)
            and (state.control[name] != INDEPENDENT or units(state, name, power))
            and (name not in state.sieges or state.sieges[name].power == power)
            and game.spaces[name].land in game.powers[power].lands
        )
    )
