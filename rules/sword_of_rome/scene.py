"""What to draw of a position: the point map, control, loyalty and sieges, armies with their leaders, hands, tracks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rules.scene import Counter, Hand, Link, Marker, Panel, Scene, Shape, Side, Space, Track
from rules.scene import Terrain as Ground
from rules.secrecy import UNKNOWN
from rules.sword_of_rome.alliances import members
from rules.sword_of_rome.control import kind_of
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import INDEPENDENT, Force, State
from rules.sword_of_rome.strategy_cards import deck_size
from rules.sword_of_rome.tellings_of_procedures import NAMED
from rules.sword_of_rome.victory import level_of
from rules.sword_of_rome.ways import APPIAN_WAY
from rules.sword_of_rome.wording import titles
from rules.wording import capital

SCALE = 0.02
"""Board units for a unit of the canvas: neighbours are then a little more than one apart."""
SEVERAL = "&"
"""The letter of a seat that has several powers, each with a letter of its own."""

_SHAPES: dict[str, Shape] = {"walled": "box", "box": "box", "tribal": "diamond"}
"""What is no circle; the colour of a space is that of its owner, so that its shape tells its kind."""

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
        sides=tuple(_sides(game)),
        terrain=_GROUNDS,
        spaces=tuple(_space(game, state, name) for name in game.spaces),
        links=_links(game, APPIAN_WAY in state.markers),
        counters=tuple(_counters(game, state)),
        markers=tuple(_markers(game, state)),
        tracks=_tracks(game, state),
        hands=tuple(
            Hand(
                seat=seat,
                cards=tuple(_card(game, card) for card in _in_order(game, state.hands.get(seat, ()))),
            )
            for seat in game.seats
        ),
        panels=_panels(game, state),
    )


def _sides(game: Game) -> Iterable[Side]:
    """The seats, then the powers of a seat that has several, those that nobody owns, and the independents."""
    powers = game.board.data.power
    for seat in game.seats:
        own = game.powers_of[seat]
        first = powers[own[0]]
        letter = first.letter if len(own) == 1 else SEVERAL
        yield Side(seat, capital(game.seat_title(seat)), first.colour, letter)
    for name in (*game.powers, INDEPENDENT):
        if name not in game.seats:
            yield Side(name, capital(powers[name].title), powers[name].colour, powers[name].letter)


def _in_order(game: Game, cards: Iterable[str]) -> list[str]:
    """Cards by their numbers, then those that are not known."""
    return sorted(
        cards, key=lambda card: (card not in game.cards, game.cards[card].number if card in game.cards else 0)
    )


def _card(game: Game, card: str) -> str:
    """A card by its number, title and Ops."""
    return card if card == UNKNOWN else f"{game.title(card)}, {game.cards[card].ops} Ops"


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
        features.append("victory space")
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
        shape=_SHAPES.get(kind, "circle"),
        terrain=kind,
        features=tuple(features),
        title=record.title,
        owner=holder,
    )


def _links(game: Game, road: bool) -> tuple[Link, ...]:
    """The connections; those of the Appian Way as a road where it has been built (9.2)."""
    kept: tuple[Link, ...] | None = game.kept.get(("links", road))
    if kept is None:
        built = {frozenset(pair) for pair in pairwise(game.road)} if road else set()
        found: dict[tuple[str, str], str] = {}
        for first in game.spaces:
            for second, kind in game.links[first].items():
                both = first in game.links[second]
                told = "road" if frozenset((first, second)) in built else kind
                if both:
                    found.setdefault((min(first, second), max(first, second)), told)
                else:
                    found[first, second] = f"{told}, one way"
        kept = tuple(Link(pair, kind) for pair, kind in sorted(found.items()))
        game.kept["links", road] = kept
    return kept


def _counters(game: Game, state: State) -> Iterable[Counter]:
    for space in sorted(state.forces):
        for own in state.forces[space]:
            yield from _force(game, space, own)


def _force(game: Game, space: str, own: Force) -> Iterable[Counter]:
    """Leaders on top, the commander first; what is within the walls below what is outside."""
    for leaders, cu, shut in ((own.leaders, own.cu, False), (own.shut, own.inside, True)):
        walls = ("within the walls",) if shut else ()
        for index, name in enumerate(leaders):
            yield _leader(game, space, name, (*(("commander",) if not index else ()), *walls))
        if cu:
            yield _units(game, space, own, cu, walls)


def _leader(game: Game, space: str, name: str, states: tuple[str, ...]) -> Counter:
    leader = game.leaders[name]
    letter = game.powers[leader.power].letter
    return Counter(
        id=name,
        space=space,
        owner=leader.power,
        title=leader.title,
        code=f"{leader.activation}-{leader.tactics}",
        short=leader.title[:4] if leader.role != "minor" else f"{letter}m{name[-1]}",
        symbol="leader",
        states=states,
    )


def _units(game: Game, space: str, own: Force, cu: int, walls: tuple[str, ...]) -> Counter:
    power = game.powers[own.power]
    militia = own.militia if not walls else 0
    return Counter(
        id=f"{own.power}:{space}:{'inside' if walls else 'outside'}",
        space=space,
        owner=own.power,
        title=f"{cu} CU of the {power.title}" + (f", {militia} of them citizen militia" if militia else ""),
        code=str(cu),
        short=f"{power.letter}{cu}",
        symbol="infantry",
        states=(*walls, *(("militia",) if militia else ())),
    )


def _markers(game: Game, state: State) -> Iterable[Marker]:
    for space in sorted(state.control):
        if space in state.loyalty:
            loyalty = f"loyalty {state.loyalty[space]}"
            yield Marker(space=space, kind=loyalty, title=loyalty, owner=state.control[space])
        siege = state.sieges.get(space)
        if siege is not None:
            level = f"siege {siege.level}"
            yield Marker(space=space, kind=level, title=level, owner=siege.power)


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
        Track(title="Plunder (Gallic +, Transalpine –)", cells=plunder, at=(("", state.plunder + length),)),
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
    now = tuple(capital(NAMED[type(each)][0]) for each in state.stack)
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
