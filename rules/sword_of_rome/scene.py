"""What to draw of a position: the point map, control, loyalty and sieges, armies with their leaders, hands, tracks."""

from __future__ import annotations

from collections.abc import Iterable

from rules.scene import Counter, Hand, Link, Marker, Panel, Scene, Side, Space, Track
from rules.scene import Terrain as Ground
from rules.sword_of_rome.alliances import members
from rules.sword_of_rome.control import kind_of
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import Force, State
from rules.sword_of_rome.strategy_cards import deck_size
from rules.sword_of_rome.victory import level_of
from rules.sword_of_rome.wording import capital, titles

SCALE = 0.02
"""Board units for a unit of the canvas: neighbours are then a little more than one apart."""

_GROUNDS = (
    Ground("normal", "ordinary space", "#e9dfc4", "o"),
    Ground("walled", "walled city", "#b9a98a", "#"),
    Ground("tribal", "tribe", "#a8c090", "T"),
    Ground("box", "holding box", "#d8d8d8", "="),
)


def scene(game: Game, state: State) -> Scene:
    """The position as plain data."""
    return Scene(
        title=_title(game, state),
        sides=tuple(
            Side(
                seat,
                capital(game.seat_title(seat)),
                game.powers[game.powers_of[seat][0]].colour,
                game.powers[game.powers_of[seat][0]].letter,
            )
            for seat in game.seats
        ),
        terrain=_GROUNDS,
        spaces=tuple(_space(game, state, name) for name in game.spaces),
        links=_links(game),
        counters=tuple(_counters(game, state)),
        markers=tuple(_markers(game, state)),
        tracks=_tracks(game, state),
        hands=tuple(
            Hand(seat=seat, title=capital(game.seat_title(seat)), cards=state.hands.get(seat, ()))
            for seat in game.seats
        ),
        panels=_panels(game, state),
    )


def _title(game: Game, state: State) -> str:
    name = f"The Sword of Rome: {game.scenario.title}"
    if not state.turn:
        return f"{name}. Set-up"
    turn = next((each for each in game.board.turns if each.number == state.turn), None)
    years = f" ({turn.from_bc}–{turn.to_bc} BC)" if turn is not None else ""
    phase = next((each.title for each in game.board.phases if each.id == state.phase), "")
    number = f", round {state.round}" if 0 < state.round <= game.numbers.rounds else ""
    return f"{name}. Turn {state.turn}{years}{f', {phase}' if phase else ''}{number}"


def _space(game: Game, state: State, name: str) -> Space:
    record = game.spaces[name]
    features = []
    if record.victory_point:
        features.append("vp")
    if record.port != "none":
        features.append("port")
    if record.reinforcement:
        features.append(f"reinforcement {record.reinforcement}")
    if record.subjugation and name not in state.subjugated:
        features.append(f"subjugation {record.subjugation}")
    kind = kind_of(game, state, name) if state.control else record.kind
    holder = state.control.get(name, record.home)
    return Space(
        id=name,
        x=round(record.x * SCALE, 3),
        y=round(record.y * SCALE, 3),
        shape="box" if kind in ("walled", "box") else "circle",
        terrain=kind,
        features=tuple(features),
        title=record.title,
        owner=game.seat_of.get(holder, ""),
    )


def _links(game: Game) -> tuple[Link, ...]:
    kept: tuple[Link, ...] | None = game.kept.get("links")
    if kept is None:
        found: dict[tuple[str, ...], str] = {}
        for first in game.spaces:
            for second, kind in game.links[first].items():
                found.setdefault(tuple(sorted((first, second))), kind)
        kept = tuple(Link((pair[0], pair[1]), kind) for pair, kind in sorted(found.items()))
        game.kept["links"] = kept
    return kept


def _counters(game: Game, state: State) -> Iterable[Counter]:
    for space in sorted(state.forces):
        for own in state.forces[space]:
            yield from _force(game, space, own)


def _force(game: Game, space: str, own: Force) -> Iterable[Counter]:
    power = game.powers[own.power]
    seat = game.seat_of.get(own.power, "")
    for cu, where in ((own.cu, "outside"), (own.inside, "inside")):
        if cu:
            militia = (f"{own.militia} militia",) if own.militia and where == "outside" else ()
            yield Counter(
                id=f"{own.power}:{space}:{where}",
                space=space,
                owner=seat,
                title=f"{cu} CU of the {power.title}",
                code=str(cu),
                short=f"{power.letter}{cu}",
                symbol="infantry",
                states=(*(("within the walls",) if where == "inside" else ()), *militia),
            )
    for leaders, shut in ((own.leaders, False), (own.shut, True)):
        for index, name in enumerate(leaders):
            leader = game.leaders[name]
            states = (("commander",) if not index else ()) + (("within the walls",) if shut else ())
            yield Counter(
                id=name,
                space=space,
                owner=seat,
                title=leader.title,
                code=f"{leader.activation}-{leader.tactics}",
                short=leader.title[:4] if leader.role != "minor" else f"{power.letter}m{name[-1]}",
                symbol="leader",
                states=states,
            )


def _markers(game: Game, state: State) -> Iterable[Marker]:
    for space in game.spaces:
        holder = state.control.get(space)
        if holder is None:
            continue
        if holder != game.spaces[space].home:
            yield Marker(
                space=space,
                kind="control",
                title=capital(game.title(holder)),
                owner=game.seat_of.get(holder, ""),
            )
        if space in state.loyalty:
            yield Marker(
                space=space,
                kind="loyalty",
                title=f"loyalty {state.loyalty[space]}",
                owner=game.seat_of.get(holder, ""),
            )
        siege = state.sieges.get(space)
        if siege is not None:
            yield Marker(
                space=space,
                kind="siege",
                title=f"siege {siege.level}",
                owner=game.seat_of.get(siege.power, ""),
            )


def _tracks(game: Game, state: State) -> tuple[Track, ...]:
    most = max([game.numbers.victory_track, *(state.vp.get(seat, 0) for seat in game.seats)])
    points = tuple(str(number) for number in range(most + 1))
    length = game.numbers.plunder_track
    plunder = tuple(str(number) for number in range(-length, length + 1))
    turns = tuple(str(number) for number in range(1, game.scenario.turns + 1))
    rounds = tuple(str(number) for number in range(1, game.numbers.rounds + 1))
    return (
        Track(
            title="Victory points",
            cells=points,
            at=tuple((seat, state.vp.get(seat, 0)) for seat in game.seats),
        ),
        Track(title="Plunder (Gallic +, Transalpine -)", cells=plunder, at=(("", state.plunder + length),)),
        Track(title="Turn", cells=turns, at=(("", state.turn - 1),) if 0 < state.turn <= len(turns) else ()),
        Track(
            title="Round", cells=rounds, at=(("", state.round - 1),) if 0 < state.round <= len(rounds) else ()
        ),
    )


def _cards(game: Game, state: State, seat: str) -> str:
    return (
        f"{capital(game.seat_title(seat))}: {len(state.hands.get(seat, ()))} in hand, "
        f"{deck_size(game, state, seat)} in the deck, {len(state.discards.get(seat, ()))} discarded, "
        f"Desperate Times {len(state.desperate.get(seat, ()))}"
    )


def _panels(game: Game, state: State) -> tuple[Panel, ...]:
    cards = tuple(_cards(game, state, seat) for seat in game.seats)
    allied = tuple(
        capital(titles(game, members(each))) + (", for this turn at least" if each in state.locked else "")
        for each in sorted(state.alliances)
    )
    markers = tuple(
        game.title(each.partition(":")[0])
        + (f" against the {game.title(each.partition(':')[2])}" if ":" in each else "")
        for each in sorted(state.markers)
    ) + (("Etruscan mines depleted",) if state.mines_depleted else ())
    displaced = tuple(
        game.title(leader) for leader in sorted(state.leaders) if state.leaders[leader] == "displaced"
    )
    active = tuple(capital(game.title(power)) for power in sorted(state.activated))
    inner = state.stack[-1] if state.stack else None
    now: tuple[str, ...] = ()
    if inner is not None:
        kind = str(type(inner).__struct_config__.tag)
        now = (kind.replace("-", " "),)
    found = (
        Panel("Automatic victory", (f"at {level_of(game, state.turn)} VP",) if state.turn else ()),
        Panel("Cards", cards),
        Panel("Alliances", allied),
        Panel("Markers", markers),
        Panel("Displaced leaders", displaced),
        Panel("Activated in this round", active),
        Panel("Going on", now),
    )
    return tuple(panel for panel in found if panel.lines)
