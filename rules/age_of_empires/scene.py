"""What to draw of a position: both cities on their grids, no man's land between them, units, stocks, research."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires.cities import (
    garrison,
    on_coast,
    open_card,
    own_units,
    spaces_of,
    tokens_of,
    villager_cap,
    villagers_of,
)
from rules.age_of_empires.drawing import deck_size
from rules.age_of_empires.game import SEATS, Game
from rules.age_of_empires.phrases import PHASES, plural, seat_title
from rules.age_of_empires.spaces import ORIGIN, WEST, place
from rules.age_of_empires.state import Side as City
from rules.age_of_empires.state import State, Unit
from rules.age_of_empires.values import building_values
from rules.scene import Counter, Hand, Link, Marker, Panel, Scene, Side, Space, Terrain, Track
from rules.secrecy import UNKNOWN

COLOURS = {"first": "#2d5fa8", "second": "#b3382c"}
LETTERS = {"first": "F", "second": "S"}
LAND_ID, SEA_ID = "no-mans-land", "sea"
GROUNDS = (
    Terrain("building", "building", "#e3d4b0", "#"),
    Terrain("face-down", "building face down", "#9a9a9a", "?"),
    Terrain("wall", "wall", "#b0a898", "="),
    Terrain("land", "no man's land", "#cfe0b4", "."),
    Terrain("sea", "sea", "#a9cbe0", "~"),
)
_SYMBOLS = ("cavalry", "archer", "siege", "ship", "infantry")


def scene(game: Game, state: State) -> Scene:
    """The position as plain data."""
    return Scene(
        title=_title(game, state),
        sides=tuple(
            Side(seat, seat_title(game, state, seat), COLOURS[seat], LETTERS[seat]) for seat in SEATS
        ),
        terrain=GROUNDS,
        spaces=tuple(_spaces(game, state)),
        links=tuple(_links(state)),
        counters=tuple(_counters(game, state)),
        markers=tuple(_markers(game, state)),
        tracks=(
            Track(
                title="Age",
                cells=tuple(game.title(game.ages[age]) for age in sorted(game.ages)),
                at=tuple((seat, state.sides[seat].age - 1) for seat in SEATS if seat in state.sides),
            ),
        ),
        hands=tuple(
            Hand(seat=seat, cards=tuple(_card(game, card) for card in state.sides[seat].hand))
            for seat in SEATS
            if seat in state.sides
        ),
        panels=tuple(_panels(game, state)),
    )


def _card(game: Game, card: str) -> str:
    return card if card == UNKNOWN else game.title(card)


def _title(game: Game, state: State) -> str:
    if not state.turn:
        return "Age of Empires II. Setting up"
    phase = PHASES[state.phase] if state.phase < len(PHASES) else ""
    told = f", {phase.lower()}" if phase else ""
    return f"Age of Empires II. Turn {state.turn}, {seat_title(game, state, state.active)}{told}"


def _id(seat: str, space: str) -> str:
    return f"{seat}:{space}"


def point(seat: str, space: str) -> tuple[float, float]:
    """Where a space is drawn: the first seat's city below, facing up; the second seat's above, facing down."""
    line, rank = place(space)
    if seat == "first":
        return 1.5 * line, 1.5 * (rank + 0.6)
    return -1.5 * line, -1.5 * (rank + 0.6)


def _spaces(game: Game, state: State) -> Iterator[Space]:
    for seat in SEATS:
        side = state.sides.get(seat)
        if side is None:
            continue
        if not side.city:
            yield from _laid(game, seat, side)
        for space in spaces_of(side):
            building = side.city[space]
            known = building.card if building.card != UNKNOWN else open_card(space, building)
            x, y = point(seat, space)
            features = []
            if building.face_down:
                features.append("face down")
            if known != UNKNOWN and building.stage:
                features.append(f"stage {building.stage} of 4")
            if building.held:
                features.append(f"held for {plural(building.held, 'turn')}")
            if on_coast(state, seat, space):
                features.append("shore")  # a coast would be drawn as a way
            wall = known != UNKNOWN and "wall" in game.cards[known].subtypes
            yield Space(
                id=_id(seat, space),
                x=x,
                y=y,
                shape="box",
                terrain="face-down" if building.face_down else "wall" if wall else "building",
                features=tuple(features),
                title=_card(game, known) if known != UNKNOWN else "Face-down building",
                owner=seat,
            )
    sea = -1.0 if state.sea == WEST else 1.0
    yield Space(
        id=LAND_ID,
        x=-2.0 * sea if state.sea else 0.0,
        y=0.0,
        shape="box",
        terrain="land",
        title="No man's land",
    )
    if state.sea:
        yield Space(id=SEA_ID, x=2.0 * sea, y=0.0, shape="box", terrain="sea", title="Sea")


def _laid(game: Game, seat: str, side: City) -> Iterator[Space]:
    """The starting city as far as it is laid: the Town Center, and what the seat has laid itself (setup-3)."""
    for card, space, _ in (("town-center", ORIGIN, ""), *side.laid):
        if UNKNOWN in (card, space):
            continue
        x, y = point(seat, space)
        yield Space(
            id=_id(seat, space),
            x=x,
            y=y,
            shape="box",
            terrain="building" if space == ORIGIN else "face-down",
            features=() if space == ORIGIN else ("face down",),
            title=_card(game, card),
            owner=seat,
        )


def _links(state: State) -> Iterator[Link]:
    for seat in SEATS:
        if seat not in state.sides:
            continue
        city = state.sides[seat].city
        for space in sorted(city):
            line, rank = place(space)
            for other_space in sorted(city):
                there = place(other_space)
                if there in ((line + 1, rank), (line, rank + 1)):
                    yield Link((_id(seat, space), _id(seat, other_space)))


def _symbol(game: Game, unit: Unit) -> str:
    kinds = game.cards[unit.card].subtypes
    if "mounted" in kinds:
        return "cavalry"
    return next((each for each in _SYMBOLS if each in kinds), "infantry")


def _counters(game: Game, state: State) -> Iterator[Counter]:
    for seat in SEATS:
        if seat not in state.sides:
            continue
        for space, building in sorted(state.sides[seat].city.items()):
            if building.villagers:
                yield Counter(
                    id=f"{seat}:{space}:villagers",
                    space=_id(seat, space),
                    owner=seat,
                    title=plural(building.villagers, "villager"),
                    code=str(building.villagers),
                    short=f"v{building.villagers}",
                    symbol="infantry",
                    states=("villagers",),
                )
        for name in own_units(state, seat):
            yield _unit(game, state, name, state.units[name])


def _unit(game: Game, state: State, name: str, unit: Unit) -> Counter:
    states = [plural(unit.monks, "monk")] if unit.monks else []
    states += [f"{unit.mode} mode"] if unit.mode else []
    states += [f"carries {game.title(unit.relic.partition('/')[2])}"] if unit.relic else []
    ship = "ship" in game.cards[unit.card].subtypes
    at = _id(unit.city, unit.space) if unit.city else SEA_ID if ship and state.sea else LAND_ID
    return Counter(
        id=name,
        space=at,
        owner=unit.owner,
        title=f"{game.title(unit.card)}: {plural(unit.soldiers, 'soldier')}",
        code=f"{unit.soldiers}" + (f"+{unit.monks}" if unit.monks else ""),
        short=f"{game.title(unit.card)[:2]}{unit.soldiers}"[:4],
        symbol=_symbol(game, unit),
        states=tuple(states),
    )


def _markers(game: Game, state: State) -> Iterator[Marker]:
    for seat in SEATS:
        if seat not in state.sides:
            continue
        for space, building in sorted(state.sides[seat].city.items()):
            at = _id(seat, space)
            if building.damage:
                card = building.card if building.card != UNKNOWN else open_card(space, building)
                whole = building_values(game, state.sides[seat], card, building.stage).hit_points
                title = f"{building.damage} damage of {whole}"
                yield Marker(space=at, kind="damage", title=title, owner=seat)
            for relic in (*building.relics, *building.lying):
                yield Marker(space=at, kind="relic", title=_relic(game, relic), owner=seat)
    for relic in state.land:
        yield Marker(space=LAND_ID, kind="relic", title=_relic(game, relic))


def _relic(game: Game, relic: str) -> str:
    return f"Relic: {game.title(relic.partition('/')[2])}"


def _panels(game: Game, state: State) -> Iterator[Panel]:
    for seat in SEATS:
        side = state.sides.get(seat)
        if side is None:
            continue
        lines = [
            f"{side.food} food, {side.wood} wood, {side.stone} stone, {side.gold} gold",
            f"{plural(side.pool, 'villager')} in the pool, {villagers_of(side)} of {villager_cap(game, side)} in all",
            f"{tokens_of(state, seat)} of {garrison(game, side)} soldiers and monks",
            (
                f"{plural(len(side.hand), 'card')} in hand, {deck_size(side)} in the deck, "
                f"{len(side.discards)} discarded, {len(side.snuffed)} snuffed"
            ),
        ]
        lines += [
            f"Under research: {game.title(card)}, {plural(left, 'villager')} left"
            for card, left in sorted(side.research.items())
        ]
        done = [
            game.title(card) for card in side.cards if card in game.cards and game.cards[card].type != "age"
        ]
        lines += [f"In play: {', '.join(done)}"] if done else []
        if side.truce >= state.turn > 0:
            lines.append(f"No unit may attack the city up to turn {side.truce}")
        yield Panel(seat_title(game, state, seat), tuple(lines))
    if state.with_sea:
        told = f"The {state.sea} is sea" if state.sea else "No Dock has been placed"
        yield Panel("Sea", (told,))
