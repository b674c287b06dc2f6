"""What to draw of a position: the point map with its cities and seas, blocks, markers, tracks and hands."""

from __future__ import annotations

from collections.abc import Iterator

from rules.hellenes.game import SEASON_TITLES, SEASONS, SEATS, TITLES, Game
from rules.hellenes.state import State
from rules.hellenes.where import capacity
from rules.hellenes.wording import card, god
from rules.scene import Counter, Hand, Link, Marker, Panel, Scene, Side, Space, Terrain, Track
from rules.secrecy import UNKNOWN

SCALE = 0.045
"""Board units for a unit of the canvas: neighbours are then a little more than one apart."""

_GROUNDS = (
    Terrain("city", "area with a city", "#e6d9b8", "#"),
    Terrain("port", "area with a port", "#d9c893", "@"),
    Terrain("country", "area without a city", "#cfd8b0", "o"),
    Terrain("sea", "sea", "#a9c9de", "~"),
    Terrain("land border", "from area to area", "#6d6350", border=True),
    Terrain("coast", "from an area to a sea", "#8f7d52", border=True),
    Terrain("sea border", "from sea to sea", "#3f7fb0", border=True),
    Terrain("deep sea border", "Deep Sea: tested when it is crossed", "#b0362c", border=True),
)
_SYMBOLS = {"archers": "archer"}
"""What a type of block is called as a symbol, where it is not called so."""
_SHORT = {"early-summer": "E. Summer", "late-summer": "L. Summer"}
"""Seasons as they fit on the track."""
GREECE_ENDS = 660
"""How far down its canvas Greece reaches where Sicily begins."""
NEARER = 0.45
"""How far Greece reaches down the map in the Sicily campaign, against its own: few of its places are there."""
PRESTIGE = 15
"""How far the Prestige track is drawn to each side, at least."""


def scene(game: Game, state: State) -> Scene:
    """The position as plain data."""
    return Scene(
        title=_title(game, state),
        sides=(Side("athens", "Athens", "#1f3f8f", "A"), Side("sparta", "Sparta", "#a32020", "S")),
        terrain=_GROUNDS,
        spaces=tuple(_spaces(game, state)),
        links=_links(game),
        counters=tuple(_counters(game, state)),
        markers=tuple(_markers(game, state)),
        tracks=_tracks(game, state),
        hands=tuple(
            Hand(seat=seat, cards=tuple(_card(game, name) for name in state.hands.get(seat, ())))
            for seat in SEATS
        ),
        panels=tuple(_panels(game, state)),
    )


def _title(game: Game, state: State) -> str:
    told = f"Hellenes: {game.scenario.title}"
    if not state.turn:
        return f"{told}. Set-up"
    acting = f", {TITLES[state.active]}" if state.active else ""
    return f"{told}. {SEASON_TITLES[state.season]} {state.year} BC{acting}"


def _card(game: Game, name: str) -> str:
    if name == UNKNOWN:
        return name
    record = game.cards[name]
    return f"{record.number} ({record.value}) {record.name}"


def _spaces(game: Game, state: State) -> Iterator[Space]:
    for name, province in game.provinces.items():
        features = []
        if province.city:
            features.append(f"value {province.value}")
            room = capacity(game, state, name)
            if room != province.value * game.numbers["capacity-factor"]:
                features.append(f"room for {room}")
        yield Space(
            id=name,
            x=round(province.x * SCALE, 3),
            y=_down(game, province.y, province.map),
            shape="box" if province.city else "circle",
            terrain="port" if province.port else "city" if province.city else "country",
            features=tuple(features),
            title=province.name,
            owner=state.control.get(name, ""),
        )
    for name, sea in game.seas.items():
        yield Space(
            id=name,
            x=round(sea.x * SCALE, 3),
            y=_down(game, sea.y, sea.map),
            shape="circle",
            terrain="sea",
            title=sea.name,
        )


def _down(game: Game, y: int, where: str) -> float:
    """How far down the board a place lies; without the most of Greece the rest of it lies nearer to Sicily."""
    if game.scenario.id == "sicily" and where == "greece":
        y = round(GREECE_ENDS + (y - GREECE_ENDS) * NEARER)
    return round(y * SCALE, 3)


def _links(game: Game) -> tuple[Link, ...]:
    known: tuple[Link, ...] | None = game.remembered.get("links")
    if known is None:
        found: dict[tuple[str, str], str] = {}
        for name, province in game.provinces.items():
            for other in province.adjacent:
                if other in game.provinces:
                    found[min(name, other), max(name, other)] = "land border"
            for coast in province.seas:
                if coast in game.seas:
                    found[min(name, coast), max(name, coast)] = "coast"
        for name, sea in game.seas.items():
            for other in sea.adjacent:
                if other in game.seas:
                    found[min(name, other), max(name, other)] = (
                        "deep sea border" if other in sea.deep else "sea border"
                    )
        known = tuple(Link(pair, kind) for pair, kind in sorted(found.items()))
        game.remembered["links"] = known
    return known


def _counters(game: Game, state: State) -> Iterator[Counter]:
    """The blocks that are known, and for each pile of others one counter a block, without a name (2.8)."""
    left: dict[tuple[str, str, bool], int] = {}
    for key, count in state.field.items():
        side, place = game.where[key]
        left[side, place, False] = count
    for place, count in state.walled.items():
        left[state.control.get(place, ""), place, True] = count
    for name in sorted(state.blocks):
        standing, record = state.blocks[name], game.blocks[name]
        where = (record.side, standing.place, standing.inside)
        left[where] = left.get(where, 0) - 1
        states = [word for word, on in _states(state, name) if on]
        yield Counter(
            id=name,
            space=standing.place,
            owner=record.side,
            title=f"{name.upper()} {record.name}, {standing.steps} of {record.steps} steps",
            code=f"{standing.steps} {record.letter}{record.strength}",
            short=f"{record.letter}{record.strength}:{standing.steps}"[:4],
            symbol=_SYMBOLS.get(record.type, record.type),
            states=tuple(states),
        )
    for side, place, inside in sorted(left):
        for index in range(max(left[side, place, inside], 0)):
            yield Counter(
                id=f"{side}:{place}:{'walls' if inside else 'field'}:{index + 1}",
                space=place,
                owner=side,
                title=f"a block of {TITLES.get(side, 'nobody')}",
                short=f"{side[:1].upper()}?",
                symbol="block",
                states=("within the walls",) if inside else (),
                hidden=True,
            )


def _states(state: State, name: str) -> Iterator[tuple[str, bool]]:
    yield "within the walls", state.blocks[name].inside
    yield "turned up", name in state.shown
    yield "moved", name in state.moved
    yield "aboard", name in state.aboard
    yield "sustained", name in state.sustained


def _markers(game: Game, state: State) -> Iterator[Marker]:
    for place in sorted(state.sieges):
        kind = "established siege" if place in state.established else "siege"
        yield Marker(space=place, kind=kind, title=kind)
    for place in sorted(state.pillaged):
        yield Marker(space=place, kind="pillaged", title="Pillaged")
    if state.civil_war:
        yield Marker(space=state.civil_war, kind="civil war", title="Civil War")


def _tracks(game: Game, state: State) -> tuple[Track, ...]:
    most = max(PRESTIGE, abs(state.prestige))
    cells = tuple(
        f"{'S' if number < 0 else 'A' if number else ''}{abs(number)}" for number in range(-most, most + 1)
    )
    years = tuple(str(year) for year in range(game.scenario.first_year, game.scenario.last_year - 1, -1))
    tracks = [Track(title="Prestige", cells=cells, at=(("Marker", state.prestige + most),))]
    if state.turn:
        tracks.append(Track(title="Year BC", cells=years, at=(("Year", state.turn - 1),)))
        seasons = tuple(_SHORT.get(season, SEASON_TITLES[season]) for season in SEASONS)
        tracks.append(Track(title="Season", cells=seasons, at=(("Season", SEASONS.index(state.season)),)))
    return tuple(tracks)


def _panels(game: Game, state: State) -> Iterator[Panel]:
    for seat in SEATS:
        lines = [card(game, name) for name in sorted(state.in_play) if state.in_play[name] == seat]
        gods = sorted(each.partition("/")[2] for each in state.sacrifices if each.startswith(seat))
        if gods:
            lines.append("Sacrifices: " + ", ".join(god(game, name) for name in gods))
        lines.append(f"Garrison blocks: {state.garrisons.get(seat, 0)}")
        yield Panel(TITLES[seat], tuple(lines))
    war = []
    if state.peace:
        war.append("The Peace of Nicias is in force")
    if state.resumed:
        war.append("The war has resumed")
    if game.scenario.first_expedition:
        war.append("Sicily is at War" if state.at_war else "Sicily is not at War")
    if war:
        yield Panel("War", tuple(war))
