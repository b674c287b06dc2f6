"""Who is where, and whose a place is: questions to a state that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from immutables import Map

from rules.hellenes.game import OTHER, PERSIA, SEATS, Game
from rules.hellenes.state import Standing, State

_FORGET = 64

_placed: dict[int, tuple[Map[str, Standing], dict[str, list[str]]]] = {}
_held: dict[int, tuple[Map[str, int], dict[str, Held]]] = {}
"""What was found for the last states, by what it was found from."""


def names_at(state: State, place: str) -> list[str]:
    """The blocks there that are known, by name in order."""
    return _by_place(state.blocks).get(place, [])


def _by_place(blocks: Map[str, Standing]) -> dict[str, list[str]]:
    known = _placed.get(id(blocks))
    if known is not None and known[0] is blocks:
        return known[1]
    found: dict[str, list[str]] = {}
    for name, standing in blocks.items():
        found.setdefault(standing.place, []).append(name)
    for names in found.values():
        names.sort()
    if len(_placed) > _FORGET:
        _placed.clear()
    _placed[id(blocks)] = (blocks, found)
    return found


def own_at(game: Game, state: State, side: str, place: str, *, inside: bool | None = None) -> list[str]:
    """The known blocks of a side there, those within or without the walls alone where that is said."""
    blocks = state.blocks
    return [
        name
        for name in names_at(state, place)
        if game.blocks[name].side == side and (inside is None or blocks[name].inside == inside)
    ]


class Held(NamedTuple):
    """The places in which a side has units outside walls: all, the areas, and the seas."""

    places: frozenset[str]
    areas: frozenset[str]
    seas: frozenset[str]


def holding(game: Game, state: State, side: str) -> Held:
    """Where a side has units outside walls."""
    known = _held.get(id(state.field))
    if known is None or known[0] is not state.field:
        found: dict[str, set[str]] = {each: set() for each in SEATS}
        for key in state.field:
            owner, place = game.where[key]
            found[owner].add(place)
        split = {}
        for each, places in found.items():
            whole = frozenset(places)
            seas = whole.intersection(game.seas)
            split[each] = Held(whole, whole - seas, seas)
        known = (state.field, split)
        if len(_held) > _FORGET:
            _held.clear()
        _held[id(state.field)] = known
    return known[1][side]


def held(game: Game, state: State, side: str) -> frozenset[str]:
    """The places in which a side has units outside walls."""
    return holding(game, state, side).places


def outside(game: Game, state: State, side: str, place: str) -> int:
    """How many units of a side are there outside walls."""
    return state.field.get(game.key[side][place], 0)


def units_at(game: Game, state: State, side: str, place: str) -> int:
    """How many units of a side are there, those within walls too."""
    within = state.walled.get(place, 0) if state.control.get(place) == side else 0
    return outside(game, state, side, place) + within


def aid(game: Game, state: State) -> int:
    """How many Persian Aid cards are in play (13.1)."""
    return sum(1 for card in state.in_play if game.cards[card].name == "Persian Aid")


def leader(game: Game, state: State, side: str) -> str:
    """The card of a side's Leader in play, or nothing (3.7)."""
    return next(
        (
            card
            for card in sorted(state.in_play)
            if state.in_play[card] == side and game.cards[card].type == "leader"
        ),
        "",
    )


def leads(game: Game, state: State, side: str, name: str) -> bool:
    """Whether a Leader of this name leads a side."""
    card = leader(game, state, side)
    return bool(card) and game.cards[card].name == name


def capacity(game: Game, state: State, place: str) -> int:
    """How many blocks a city shelters (1.3, 12.1.2)."""
    if place == "thebes" and state.resumed:
        return game.numbers["thebes-capacity"]
    return game.provinces[place].value * game.numbers["capacity-factor"]


def is_city(game: Game, place: str) -> bool:
    """Whether the place is an area with a city."""
    province = game.provinces.get(place)
    return province is not None and bool(province.city)


def friendly_city(game: Game, state: State, side: str, place: str) -> bool:
    """Whether it is a city that a side controls (S-friendly-home-a); with Persian Aid those of Persia shelter Sparta
    (13.2)."""
    if state.control.get(place) == side:
        return True
    return side == "sparta" and place in PERSIA and place in game.provinces and aid(game, state) > 0


def friendly(game: Game, state: State, side: str, place: str) -> bool:
    """Whether an area is friendly to a side (1.5)."""
    province = game.provinces.get(place)
    if province is None:
        return False
    return friendly_city(game, state, side, place) if province.city else province.loyalty == side


def hostile_cities(game: Game, state: State, side: str) -> frozenset[str]:
    """The cities that the other side controls."""
    control, other = state.control, OTHER[side]
    known: tuple[Any, frozenset[str]] | None = game.remembered.get(("hostile", side, id(control)))
    if known is None or known[0] is not control:
        known = (control, frozenset(place for place, holder in control.items() if holder == other))
        game.remembered["hostile", side, id(control)] = known
    return known[1]


def room(game: Game, state: State, side: str, place: str) -> int:
    """How many blocks of a side a friendly city still shelters."""
    within = state.walled.get(place, 0) if place in state.sieges else units_at(game, state, side, place)
    return capacity(game, state, place) - within


def besieger(game: Game, state: State, place: str) -> str:
    """The side that besieges a city, or nothing."""
    if place not in state.sieges:
        return ""
    return next((side for side in SEATS if outside(game, state, side, place)), "")


def blockaded(game: Game, state: State, place: str) -> bool:
    """Whether a port is blockaded (7.3): enemy units and none of its side's in its Offshore Sea."""
    province = game.provinces[place]
    side = state.control.get(place, "")
    if not province.port or not side:
        return False
    sea = province.offshore
    return bool(outside(game, state, OTHER[side], sea)) and not outside(game, state, side, sea)


def fleets(game: Game, names: list[str]) -> Iterator[str]:
    """Those of the blocks that are fleets."""
    return (name for name in names if game.blocks[name].type == "fleet")


def is_fleet(game: Game, name: str) -> bool:
    """Whether a block is a fleet."""
    return game.blocks[name].type == "fleet"


def at_home(game: Game, state: State, name: str) -> bool:
    """Whether a block is in a home city of its colour that its side controls (2.7, S-friendly-home-b)."""
    place = state.blocks[name].place
    return place in game.homes[name] and friendly_city(game, state, game.side(name), place)


def under_peace(state: State, game: Game, place: str) -> bool:
    """Whether the Peace of Nicias forbids fighting there (12.0-b)."""
    return state.peace and place in game.greece
