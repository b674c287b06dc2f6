"""What to draw of a battle: the map with its features, all pieces, turn track and totals."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.middle_earth.board import Unit
from rules.middle_earth.data_records import Terrain
from rules.middle_earth.game import Game
from rules.middle_earth.leaders import rating
from rules.middle_earth.paths import face
from rules.middle_earth.points import told as items_told
from rules.middle_earth.state import EngineState, State
from rules.middle_earth.victory import holders
from rules.middle_earth.wording import magic_points, phase_title, region_title, region_within, span, within
from rules.parts.hexes import blocks, centre, column_row
from rules.scene import Border, Counter, Link, Marker, Panel, Scene, Side, Space, Track
from rules.scene import Terrain as Ground

KEY = (
    "C4W: attack C (A is strongest, a small letter is for missiles), armour 4, morale W (W is steadiest, Z weakest)",
    "10/4: a leader's rating, and his magic points if he has any",
)
"""What the printed values of counters mean (2.3, 2.6)."""

LIMIT = "#7a3b1d"
"""The colour of lines that are no terrain: edges by which pieces come, and the bounds of regions."""


def scene(game: Game, state: State) -> Scene:
    """The position as plain data."""
    board = game.board
    turn = f"Turn {state.turn}" + (", night" if state.night else "") if state.turn else "Set-up"
    phase = f", {within(game, phase_title(game, state.phase))}" if state.phase else ""
    return Scene(
        title=f"{_title(game)}. {turn}{phase}",
        sides=tuple(
            Side(seat, board.sides[seat].title, board.sides[seat].colour, board.sides[seat].letter)
            for seat in game.seats
        ),
        terrain=_legend(game, state),
        spaces=_spaces(game, state),
        borders=_borders(game, state),
        links=_links(game),
        counters=(*_units(game, state), *_leaders(game, state)),
        markers=(*_markers(game, state), *game.exclusive.scene_markers(game, state)),
        tracks=(_turns(game, state),),
        panels=_panels(game, state),
    )


def _title(game: Game) -> str:
    """The game and the scenario, of which the one may hold the other's name."""
    board = game.board
    title, scenario = board.game.title, board.scenario.title
    return title if scenario in title else f"{title}: {scenario}"


def _borders(game: Game, state: State) -> tuple[Border, ...]:
    # Hundreds of them, which change a few times in a game.
    key = ("borders", state.setting_up, tuple(sorted(state.openings.items())))
    kept: tuple[Border, ...] | None = game.kept.get(key)
    if kept is None:
        sides = (
            Border((side[:4], side[5:]), terrain.id, terrain.title)
            for side, terrain in sorted(_edges(game, state).items())
        )
        kept = game.kept[key] = (*sides, *_limits(game, state))
    return kept


def _links(game: Game) -> tuple[Link, ...]:
    kept: tuple[Link, ...] | None = game.kept.get("links")
    if kept is None:
        paths = sorted(game.board.paths.items())
        kept = game.kept["links"] = tuple(Link(pair, road.id) for pair, road in paths if pair[0] < pair[1])
    return kept


def _edges(game: Game, state: State) -> dict[str, Terrain]:
    opened = {side: game.board.data.terrain[terrain] for side, terrain in state.openings.items()}
    return {**game.board.edges, **opened}


def _limits(game: Game, state: State) -> tuple[Border, ...]:
    """The edges by which reinforcements come, and the lines round regions: the game's landmarks, those of prizes, and
    while a side sets up those of its set-up (3.0)."""
    board = game.board
    kept: tuple[Border, ...] | None = game.kept.get(("limits", state.setting_up))
    if kept is not None:
        return kept
    found: list[Border] = []
    for name in dict.fromkeys(arrival.region for arrival in board.scenario.arrivals):
        title = f"{region_title(game, name)}: reinforcements"
        found += [
            Border((each, ""), _edge(name), title)
            for each in board.regions[name]
            if len(board.grid.neighbours[each]) < 6 and board.terrain[each].movement
        ]
    for name, title, hexes in _zones(game, state):
        inside = frozenset(hexes)
        found += [
            Border((each, other), name, title)
            for each in sorted(inside)
            for other in board.grid.neighbours[each]
            if other not in inside
        ]
    kept = game.kept["limits", state.setting_up] = tuple(found)
    return kept


def _edge(region: str) -> str:
    return region if "edge" in region else f"{region}-edge"


def _zones(game: Game, state: State) -> Iterable[tuple[str, str, tuple[str, ...]]]:
    """Kind, title and hexes of what has a line round it now."""
    board = game.board
    for number, prize in enumerate(board.scenario.victory.prizes, start=1):
        hexes = tuple(name for name in blocks(prize.hexes) if name in board.grid)
        ground = {board.terrain[name].id for name in hexes}
        if len(hexes) > 1 and len(ground) > 1:
            yield f"prize-zone-{number}", f"{prize.title}: victory points", hexes
    for name in game.exclusive.landmarks:
        if name in board.regions:
            yield f"{name}-zone", region_title(game, name), board.regions[name]
    for part in board.scenario.set_up:
        if part.side == state.setting_up and part.region not in game.exclusive.landmarks:
            yield (
                f"{part.region}-zone",
                f"{region_title(game, part.region)}: set-up",
                board.regions[part.region],
            )


def _legend(game: Game, state: State) -> tuple[Ground, ...]:
    board = game.board
    shown = {terrain.id: terrain for terrain in board.terrain.values()}
    shown.update({terrain.id: terrain for terrain in _edges(game, state).values()})
    if board.road:
        shown.update(
            {terrain.id: terrain for terrain in board.data.terrain.values() if terrain.kind == "path"}
        )
    limits = dict.fromkeys((border.kind, border.title) for border in _limits(game, state))
    return (
        *(
            Ground(terrain.id, terrain.title, terrain.colour, terrain.glyph, terrain.kind == "hexside")
            for _, terrain in sorted(shown.items())
        ),
        *(Ground(kind, title, LIMIT, ".", True) for kind, title in limits),
    )


def _spaces(game: Game, state: State) -> tuple[Space, ...]:
    held = holders(game, state)
    spaces = _printed_spaces(game)
    if not held:
        return spaces
    return tuple(
        msgspec.structs.replace(space, owner=held[space.id]) if space.id in held else space
        for space in spaces
    )


def _printed_spaces(game: Game) -> tuple[Space, ...]:
    kept: tuple[Space, ...] | None = game.kept.get("spaces")
    if kept is None:
        kept = game.kept["spaces"] = tuple(_space(game, name) for name in game.board.grid.hexes)
    return kept


def _space(game: Game, name: str) -> Space:
    board = game.board
    column, row = column_row(name)
    x, y = centre(name)
    roads = tuple(sorted(each.id for each in board.data.terrain.values() if each.kind == "path"))
    titles = [prize.title for prize in board.scenario.victory.prizes if name in prize.hexes]
    return Space(
        id=name,
        x=round(x, 4),
        y=round(y, 4),
        terrain=board.terrain[name].id,
        features=roads if name in board.road else (),
        title=titles[0] if titles else "",
        column=column,
        row=row,
    )


def _units(game: Game, state: State) -> Iterable[Counter]:
    for name, standing in sorted(state.units.items()):
        unit = game.board.units[name]
        states = [
            word
            for word, is_so in (("reduced", standing.reduced), ("disrupted", standing.disrupted))
            if is_so
        ]
        if standing.formation:
            states.append(standing.formation)
        if unit.army in state.demoralized:
            states.append("demoralized")
        yield Counter(
            id=name,
            space=standing.hex,
            owner=unit.side,
            title=unit.title,
            code=face(game, state, name).code,
            short=short_name(game, unit),
            symbol=_symbol(unit),
            states=tuple(states),
        )


def short_name(game: Game, unit: Unit) -> str:
    """At most four characters for a small map, one unit's alone on its side: `OSw1`, `OS10`."""
    number = str(unit.number) if game.board.data.unit[unit.type].count > 1 else ""
    return f"{unit.short[: 4 - len(number)]}{number}"


def _symbol(unit: Unit) -> str:
    if unit.arm == "beast":
        return "monster"
    if unit.missile_only:
        return "archer"
    return unit.arm


def _leaders(game: Game, state: State) -> Iterable[Counter]:
    for name, standing in sorted(state.leaders.items()):
        leader = game.board.leaders[name]
        value, _ = rating(game, state, name)
        borne = [game.title(marker) for marker, now in sorted(state.markers.items()) if now.bearer == name]
        yield Counter(
            id=name,
            space=standing.hex,
            owner=leader.side,
            title=leader.title,
            code=f"{value}/{standing.points}" if leader.magic else str(value),
            short=leader.short,
            symbol="leader",
            states=(*(("wounded",) if standing.wounded else ()), *borne),
        )


def _markers(game: Game, state: State) -> Iterable[Marker]:
    for name, now in sorted(state.markers.items()):
        if now.hex:
            card = game.board.markers[name]
            yield Marker(space=now.hex, kind=card.kind, title=card.title, owner=card.side)
    for name, engine in sorted(state.engines.items()):
        against = f" against {engine.hexside}" if engine.hexside else ""
        yield Marker(
            space=engine.hex,
            kind=_engine_kind(game, name, engine),
            title=f"{game.title(name)}{against}",
            owner=engine.seat,
        )


def _engine_kind(game: Game, name: str, engine: EngineState) -> str:
    """What it is called: by its name where there is but one of it, as Grond."""
    card = game.board.engines.get(name)
    return card.title if card is not None and not card.title[-1].isdigit() else engine.kind


def _turns(game: Game, state: State) -> Track:
    turns = sorted(game.board.turns)
    cells = tuple(f"{turn} night" if game.board.turns[turn].night else str(turn) for turn in turns)
    at = (("", turns.index(state.turn)),) if state.turn in turns else ()
    return Track(title="Turn", cells=cells, at=at)


def _panels(game: Game, state: State) -> tuple[Panel, ...]:
    board = game.board
    losses = tuple(
        f"{board.data.army[army].title}: {state.totals.get(army, 0)} of {level}"
        + (" (demoralized)" if army in state.demoralized else "")
        for army, level in sorted(board.levels_of.items())
    )
    rule = board.scenario.victory
    points = game.exclusive.scores(game, state) if rule.unit_value or rule.prizes or rule.kills else {}
    victory = tuple(
        f"{board.sides[seat].title}: {points[seat]:g}{items_told(game, state, seat)}"
        for seat in game.seats
        if seat in points
    )
    magic = tuple(
        f"{game.title(name)}: {magic_points(now.points)}"
        for name, now in sorted(state.leaders.items())
        if board.leaders[name].magic
    ) + tuple(
        f"{board.spells[each.spell].title} works to the end of the "
        + ("game" if board.spells[each.spell].lasting else "turn")
        for each in state.in_force
    )
    found = (
        Panel("Demoralization", losses),
        Panel("Victory points", victory),
        Panel("Magic", magic),
        Panel("Reinforcements", tuple(_reinforcements(game, state))),
        *game.exclusive.scene_panels(game, state),
        Panel("Values", KEY),
    )
    return tuple(panel for panel in found if panel.lines)


def _reinforcements(game: Game, state: State) -> Iterable[str]:
    """Who may enter now, and what comes when."""
    for seat in game.seats:
        waiting = [piece for piece in sorted(state.reserves) if game.seat_of[piece] == seat]
        if waiting:
            yield f"{game.board.sides[seat].title} now: {_counted(game, waiting)}"
    for number, arrival in enumerate(game.board.scenario.arrivals):
        if number in state.called:
            continue
        who = [_counted(game, arrival.pieces)] if arrival.pieces else []
        if arrival.choice:
            kinds = " or ".join(game.board.data.unit[kind].title.lower() for kind in arrival.choice)
            who.append(f"{arrival.number} of {kinds}")
        when = f"turn {arrival.turn}"
        if arrival.least:
            surely = f", surely on turn {arrival.surely}" if arrival.surely else ""
            when = f"from turn {arrival.turn} on a roll of {span((arrival.least, 6))}{surely}"
        where = region_within(game, arrival.region)
        yield f"{game.board.sides[arrival.side].title} {when}, {where}: {', '.join(who)}"


def _counted(game: Game, pieces: Iterable[str]) -> str:
    """The pieces with alike units counted: 3 Slaves, Ringwraith."""
    found: dict[str, int] = {}
    for piece in pieces:
        unit = game.board.units.get(piece)
        title = game.board.data.unit[unit.type].title if unit is not None else game.title(piece)
        found[title] = found.get(title, 0) + 1
    return ", ".join(f"{number} {title}" if number > 1 else title for title, number in found.items())
