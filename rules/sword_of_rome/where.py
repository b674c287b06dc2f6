"""Which spaces an event speaks of: the places of `data_conditions.Where` on the board as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.sword_of_rome.control import kind_of
from rules.sword_of_rome.data_conditions import Where
from rules.sword_of_rome.forces import force, is_minor, units
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import controls
from rules.sword_of_rome.state import INDEPENDENT, State
from rules.sword_of_rome.tracing import reinforcement_spaces


def spaces_of(
    game: Game, state: State, wheres: Iterable[Where], power: str, concerned: str = ""
) -> tuple[str, ...]:
    """The spaces that satisfy any of the places, in the order of the alphabet; none given: all spaces. `concerned` is
    where the army stands that the event is about."""
    alternatives = tuple(wheres)
    if not alternatives:
        return tuple(game.spaces)
    found: set[str] = set()
    for where in alternatives:
        found.update(_spaces(game, state, where, power, concerned))
    return tuple(sorted(found))


def is_at(
    game: Game, state: State, wheres: Iterable[Where], space: str, power: str, concerned: str = ""
) -> bool:
    """Whether the space satisfies any of the places."""
    return space in spaces_of(game, state, wheres, power, concerned)


def _named(game: Game, where: Where) -> Iterable[str]:
    if not (where.spaces or where.regions or where.homes or where.lands):
        return game.spaces
    found: set[str] = {name for name in where.spaces if name in game.spaces}
    for region in where.regions:
        found.update(game.board.regions[region])
    if where.homes or where.lands:
        found.update(
            name
            for name, space in game.spaces.items()
            if space.home in where.homes or space.land in where.lands
        )
    return sorted(found)


def _spaces(game: Game, state: State, where: Where, power: str, concerned: str) -> Iterator[str]:
    supplying = reinforcement_spaces(game, state, power) if where.reinforcement else ()
    for name in _named(game, where):
        if where.kind and kind_of(game, state, name) != where.kind:
            continue
        holder = state.control[name]
        if where.control == "own" and holder != power:
            continue
        if where.control == "independent" and holder != INDEPENDENT:
            continue
        if where.control == "other" and holder in (power, INDEPENDENT):
            continue
        if where.port and game.spaces[name].port == "none":
            continue
        if where.unbesieged and name in state.sieges:
            continue
        if where.reinforcement and name not in supplying:
            continue
        if where.stands and not _stands(game, state, name, where.stands, power, concerned):
            continue
        if where.units and units(state, name, power) < where.units:
            continue
        if where.adjacent and not any(
            near == concerned if each == "concerned" else controls(state, each, near)
            for near in game.board.adjacent[name]
            for each in where.adjacent
        ):
            continue
        if where.no_units and any(each.cu or each.inside for each in state.forces.get(name, ())):
            continue
        if where.no_foreign_units and any(
            (each.cu or each.inside) and each.power != power for each in state.forces.get(name, ())
        ):
            continue
        yield name


def _stands(game: Game, state: State, space: str, what: str, power: str, concerned: str) -> bool:
    if what == "concerned":
        return space == concerned
    own = force(state, space, power)
    if own is None or not own.cu + own.inside:
        return False
    if what == "army":
        return bool(own.leaders or own.shut)
    if what == "named-leader":
        return any(not is_minor(game, leader) for leader in (*own.leaders, *own.shut))
    return True
