"""Set-up (3.0): the scenario's own pieces, then those that the seats place: ready, by a file, or one by one.

A file is TOML with one table: `[place]`, and in it for each piece the hex that it begins in (`orcs-1 = "1716"`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from rules.chance import Chance, scripted
from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.data_records import SetUp
from rules.middle_earth.entering import belongs, can_accompany, coming_along, has_come, next_of_each_kind
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.pieces import enemy_leaders_in
from rules.middle_earth.state import State, changed
from rules.middle_earth.terrain import mover
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.wording import region_within
from rules.ruleset import Action, Event, Option

HISTORICAL, FREE = "historical", "free"

OPTION = Option(
    "setup",
    HISTORICAL,
    "how the pieces are set up where the scenario does not fix their hexes: as in history, freely by the seats, "
    "or as a TOML file says",
    (HISTORICAL, FREE),
    file=True,
)
"""For the games whose scenarios the seats set up themselves."""


def chosen(game: Game) -> str:
    """`historical`, `free`, or the text of a file."""
    return game.options.get(OPTION.name, HISTORICAL)


def begin(unfolding: Unfolding) -> None:
    """Places what nobody decides, and begins the set-up of the first seat that decides for itself."""
    game = unfolding.game
    for event in _fixed(game):
        unfolding.happen(event)
    if not game.board.scenario.set_up:
        return
    if chosen(game) == FREE:
        settle(unfolding)
    elif chosen(game) == HISTORICAL:
        place_all(unfolding, deployment(game))
    else:
        place_all(unfolding, read_places(game, chosen(game))[0])


def _fixed(game: Game) -> tuple[Event, ...]:
    board = game.board
    found: list[Event] = []
    for piece, name in board.placed.items():
        if piece in board.units:
            found.append(events.UnitPlaced(piece, name))
        elif piece in board.leaders:
            found.append(events.LeaderPlaced(piece, name, points=board.leaders[piece].magic))
        elif piece in board.engines:
            found.append(_engine_placed(game, piece, name))
        elif board.markers[piece].bearer:
            found.append(events.MarkerPlaced(piece, bearer=board.markers[piece].bearer))
        else:
            found.append(events.MarkerPlaced(piece, name))
    return tuple(found)


def _engine_placed(game: Game, piece: str, name: str) -> Event:
    engine = game.board.engines[piece]
    return events.EnginePlaced(piece, engine.kind, name, engine.side)


def _in_order(game: Game) -> Iterator[tuple[str, SetUp]]:
    """Every piece that is set up with its record: seat after seat, leaders and engines after the units."""
    parts = game.board.scenario.set_up
    for seat in dict.fromkeys(part.side for part in parts):
        for others in (False, True):
            for part in parts:
                if part.side == seat:
                    for piece in part.pieces:
                        if not belongs(game, piece) and (piece not in game.board.units) == others:
                            yield piece, part


def _parts(game: Game) -> Mapping[str, SetUp]:
    kept: dict[str, SetUp] | None = game.kept.get("set-up")
    if kept is None:
        kept = game.kept["set-up"] = dict(_in_order(game))
    return kept


def unplaced(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The pieces that the seat is still to set up, in their order."""
    return tuple(
        piece
        for piece, part in _parts(game).items()
        if part.side == seat and not has_come(game, state, piece)
    )


def refuse_hex(game: Game, state: State, piece: str, name: str) -> Refusal | None:
    """Why the piece may not set up in the hex, or None."""
    part = _parts(game)[piece]
    title = game.title(piece)
    if name not in game.board.grid:
        return "2.1", f"{name} is not on the map"
    if name not in game.board.regions[part.region]:
        region = region_within(game, part.region)
        return part.rule, f"{title} sets up in the {region}, and {name} is not there"
    kind = "engine" if piece in game.board.engines else mover(game, piece)
    if kind not in game.board.terrain[name].movement:
        return "4.29", f"{title} may not stand in {name}: the terrain is closed to it"
    forbidden = game.exclusive.forbids_placing(game, state, piece, name)
    if forbidden is not None:
        return forbidden
    here = state.at.get(name, ())
    if piece in game.board.engines or piece in game.board.markers:
        return _refuse_beside(game, state, piece, name)
    if piece in game.board.leaders:
        if not can_accompany(game, state, piece, name):
            return "8.1", f"{title} sets up with a unit that he may lead, and none stands in {name}"
        return None
    if here:
        return "5.0", f"{name} holds {game.title(here[0])} already, and a hex holds one combat unit"
    if enemy_leaders_in(game, state, name, part.side):
        return "4.27", f"{name} holds an enemy leader"
    near = _enemy_near(game, state, name, part)
    if near:
        return part.rule, f"{title} sets up {part.apart} hexes or more from every enemy, and {near} is nearer"
    return None


def _refuse_beside(game: Game, state: State, piece: str, name: str) -> Refusal | None:
    """Why an engine or a marker may not stand in the hex for what is there, or None: one of a kind a hex (5.0)."""
    if piece in game.board.engines:
        others = [other for other, now in state.engines.items() if now.hex == name]
    else:
        others = [other for other, at in state.markers.items() if at.hex == name]
    if others:
        return "5.0", f"{name} holds {game.title(min(others))} already"
    return None


def _enemy_near(game: Game, state: State, name: str, part: SetUp) -> str:
    """An enemy unit nearer to the hex than the set-up allows, "" if there is none."""
    if part.apart < 2:
        return ""
    for place in game.board.grid.within(name, part.apart - 1):
        for unit in state.at.get(place, ()):
            if game.seat_of[unit] != part.side:
                return game.title(unit)
    return ""


def hexes_for(game: Game, state: State, piece: str) -> Iterator[str]:
    """The hexes in which the piece may set up now."""
    for name in game.board.regions[_parts(game)[piece].region]:
        if refuse_hex(game, state, piece, name) is None:
            yield name


# One by one


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """The pieces of which one is placed next; of alike units the one with the lowest number."""
    return tuple(
        actions.Bring(piece)
        for piece in next_of_each_kind(game, unplaced(game, state, seat))
        if next(hexes_for(game, state, piece), None) is not None
    )


def placing_options(game: Game, state: State) -> tuple[Action, ...]:
    """The hexes in which the piece in hand may set up."""
    return tuple(actions.BringTo(name) for name in hexes_for(game, state, state.in_hand))


def bring(unfolding: Unfolding, seat: str, action: actions.Bring) -> None:
    """Names the piece that is placed next."""
    game, state, piece = unfolding.game, unfolding.state, action.piece
    title = game.title(piece)
    left = unplaced(game, state, seat)
    if piece not in left:
        raise IllegalAction("3.0", f"{title} is no piece that you are still to set up")
    if piece not in next_of_each_kind(game, left):
        raise IllegalAction("3.0", f"units of a kind are alike and come in order: {title} is not the next")
    if next(hexes_for(game, state, piece), None) is None:
        raise IllegalAction(_parts(game)[piece].rule, f"there is no hex yet in which {title} could set up")
    unfolding.happen(events.PieceBrought(piece))


def bring_to(unfolding: Unfolding, action: actions.BringTo) -> None:
    """The piece in hand is placed."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_hex(game, state, state.in_hand, action.hex)
    if refused is not None:
        raise IllegalAction(*refused)
    _place(unfolding, state.in_hand, action.hex)


def _place(unfolding: Unfolding, piece: str, name: str) -> None:
    game = unfolding.game
    if piece in game.board.units:
        unfolding.happen(events.UnitPlaced(piece, name))
        return
    if piece in game.board.engines:
        unfolding.happen(_engine_placed(game, piece, name))
        return
    if piece in game.board.markers:
        unfolding.happen(events.MarkerPlaced(piece, name))
        return
    unfolding.happen(events.LeaderPlaced(piece, name, points=game.board.leaders[piece].magic))
    for marker in coming_along(game, piece, name, _parts(game)[piece].pieces):
        unfolding.happen(marker)


def settle(unfolding: Unfolding) -> bool:
    """Goes on to the next seat that sets up; whether there is one."""
    game, state = unfolding.game, unfolding.state
    if state.setting_up and not unplaced(game, state, state.setting_up):
        game.exclusive.on_set_up(unfolding, state.setting_up)
        if unfolding.state.questions:
            return True
    for seat in dict.fromkeys(part.side for part in game.board.scenario.set_up):
        if unplaced(game, state, seat):
            if seat == state.setting_up:
                return False
            unfolding.happen(events.SetUpBegan(seat))
            return True
    return False


# All at once


def deployment(game: Game) -> dict[str, str]:
    """The scenario's ready set-up: the hex of each piece."""
    ready = game.board.data.deployment[f"{game.board.scenario.id}-{HISTORICAL}"]
    return {each.piece: each.hex for each in ready.placed}


def place_all(unfolding: Unfolding, places: Mapping[str, str]) -> None:
    """Places every piece that is set up where `places` has it, seat after seat."""
    game = unfolding.game
    for seat in dict.fromkeys(part.side for part in game.board.scenario.set_up):
        for piece, part in _parts(game).items():
            if part.side == seat and piece in places:
                _place(unfolding, piece, places[piece])
        game.exclusive.on_set_up(unfolding, seat)


def read_places(game: Game, text: str) -> tuple[dict[str, str], list[str]]:
    """The hex of each piece that the text of a set-up file names, and what is wrong with it, each in a sentence."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {}, [f"this is not TOML: {error}"]
    problems = [f'"{key}" is no table of a set-up; it has one, [place]' for key in document if key != "place"]
    table = document.get("place")
    if not isinstance(table, dict):
        return {}, [*problems, 'a set-up needs a table [place] with lines such as orcs-1 = "1716"']
    places: dict[str, str] = {}
    for key, name in table.items():
        piece = game.piece_named(key)
        if piece not in _parts(game):
            problems.append(f"{key} is no piece that is set up in this battle; take it out")
        elif piece in places:
            problems.append(f"{key} is placed twice; name it once")
        elif not isinstance(name, str):
            problems.append(f'{key} = {name}: a hex is written with quotes, as in "1716"')
        else:
            places[piece] = name
    return places, problems


def problems_of(game: Game, places: Mapping[str, str]) -> list[str]:
    """Every breach of the rules of set-up by pieces placed so, each in a sentence with its rule."""
    unfolding = Unfolding(game, State(), Chance(scripted(())))
    for event in _fixed(game):
        unfolding.happen(event)
    problems = []
    for piece in _parts(game):
        if piece not in places:
            problems.append(f"{game.title(piece)} is not set up; give {game.short(piece)} a hex")
            continue
        refused = refuse_hex(game, unfolding.state, piece, places[piece])
        if refused is not None:
            problems.append(f"{refused[1]} ({refused[0]})")
        else:
            _place(unfolding, piece, places[piece])
    return problems


def option_problems(game: Game) -> list[str]:
    """What is wrong with the set-up that the game's options choose, each in a sentence."""
    text, scenario = chosen(game), game.board.scenario
    if text == FREE or not scenario.set_up:
        return []
    if text == HISTORICAL:
        if f"{scenario.id}-{HISTORICAL}" not in game.board.data.deployment:
            return [f"the data have no [[deployment]] {scenario.id}-{HISTORICAL}; add one"]
        return problems_of(game, deployment(game))
    places, problems = read_places(game, text)
    return [*problems, *(problems_of(game, places) if places else ())]


def idle_options(game: Game) -> dict[str, str]:
    """A set-up that is chosen where nothing is set up does nothing."""
    board = game.board
    if board.scenario.set_up or chosen(game) == HISTORICAL:
        return {}
    others = [name for name, scenario in sorted(board.data.scenario.items()) if scenario.set_up]
    instead = f", or choose the scenario {' or '.join(others)}" if others else ""
    return {
        OPTION.name: f"in {board.scenario.title} ({board.scenario.id}) all pieces begin in fixed hexes; "
        f"leave it out{instead}"
    }


def _began(_: Game, state: State, event: events.SetUpBegan) -> State:
    return changed(state, setting_up=event.seat)


EVOLVE: dict[type[Event], Evolve] = {events.SetUpBegan: _began}
