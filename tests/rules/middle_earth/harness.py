"""Given a position, when a seat decides, then these events: tests of the battle rules that read like a game.

    given(
        board(),
        unit("guard-of-elendil-1", "0505"),
        unit("orcs-1", "0504"),
        phase("G", "melee"),
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), dice=[5, 2, 3]).then_includes(
        like(AttackResolved, range=(2, 7), casualty=True, result="1/2 R1"), UnitReduced("orcs-1", "7.42"),
    )

**Boards.** `board()` is ten by ten clear hexes, 0101-1010, with all counters and tables of the Sauron game;
`learning()` the learning battle's map, turns and victory rule, empty. `board` takes, all optional:
`hexes="0101-2020"`; `terrain={"0305": "grove"}` and `edges={"0303|0404": "wall"}`, ids of the data – clear,
slope, black-gate, mountain, grove, river, city, tunnel; wall, tower, gate, open-gate, breach, rock –;
`road=["0101", "0102"]`; `levels={"0505": 2}` (city levels); `level={"sauron": 93}` (demoralization; else never
reached); `turns=18`; `nights=[15]`; `types={"catapult": counter("alliance", "e1X", missile="catapult")}` makes
counters of your own, `catapult-1` to `-4`; `captains={"isildur": 6}` gives leaders other ratings;
`magic={"elendil": 5}` gives them magic points; `exclusive=Exclusive(...)` another game's own rules; `siege=True`
plays phase B too.

**Pieces and circumstances**, in the order in which they are to happen: `unit`, `leader`, `marker`, `formation`,
`engine`, `opened` (a breach, an open gate), `total` and `demoralized` (armies), and last `phase(letter, step,
seat=, turn=, night=)`. Any event of the rules may stand there too. Ids are written without the game's name
everywhere.

**when(seat, action, dice=[…])** takes one action; the batch runs on by the rules to the next real choice, so
give the dice of all that follows by itself (a unit with one possible attack attacks). Dice too few or left over
fail the test; only where the batch runs on into a later phase, or part of the combat phase, is it followed no
further than the dice reach (the position then stands in the middle of that). Several `when` may follow each
other.

**Then**: `then(*expected)` – the batch begins with these events; `then_includes(*expected)` – these events in
this order, others between; `then_not(*expected)` – none of these happened; `refused("4.27", "words")` – the
last action was refused by this rule, with these words in the sentence, and the next `when` starts from the same
position; `awaits("sauron", "retreat")`; `offers(*actions)`, `offers_not(*actions)`, `offers_only(*actions)` –
what the awaited seat may do now; `tells("words")` – the narrated log; `.state`, `.game`, `.events` for the
rest. An expected event is an event, a type of event, or `like(Type, field=value, …)` for some of its fields.

A failure prints the whole log as it would be narrated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.chance import Chance, scripted
from rules.errors import ChanceNeeded, IllegalAction
from rules.middle_earth import sequence, standard
from rules.middle_earth.board import build_board
from rules.middle_earth.data_records import (
    Area,
    ArmyLevel,
    Edge,
    GameData,
    Level,
    Map,
    Path,
    Scenario,
    Turn,
    UnitType,
    Victory,
)
from rules.middle_earth.decisions import decision
from rules.middle_earth.events import (
    ArmyDemoralized,
    EnginePlaced,
    FormationTaken,
    HexsideOpened,
    LeaderPlaced,
    MarkerPlaced,
    PhaseBegan,
    StepBegan,
    TotalCorrected,
    TurnBegan,
    UnitPlaced,
)
from rules.middle_earth.game import Exclusive, Game
from rules.middle_earth.narration import narrate, phrase
from rules.middle_earth.sauron.ruleset import EXCLUSIVE, load
from rules.middle_earth.state import State
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event
from tests.rules.outcomes import Like, Outcome
from tests.rules.outcomes import like as like

GAME = "sauron-"


# Boards


@lru_cache(maxsize=1)
def installed_data() -> GameData:
    """The data of the Sauron game."""
    return load(None)


def counter(
    side: str,
    full: str,
    *,
    reduced: str = "",
    arm: str = "infantry",
    nation: str = "men",
    missile: str = "",
    count: int = 4,
) -> dict[str, Any]:
    """A kind of unit for `board(types=…)`; a unit with "e" in its code has a bow unless said otherwise."""
    return {
        "side": side,
        "army": side,
        "nation": nation,
        "arm": arm,
        "full": full,
        "reduced": reduced or full,
        "missile": missile or ("bow" if "e" in full else ""),
        "count": count,
    }


def board(
    hexes: str = "0101-1010",
    *,
    terrain: Mapping[str, str] | None = None,
    edges: Mapping[str, str] | None = None,
    road: Sequence[str] = (),
    levels: Mapping[str, int] | None = None,
    types: Mapping[str, dict[str, Any]] | None = None,
    captains: Mapping[str, int] | None = None,
    magic: Mapping[str, int] | None = None,
    level: Mapping[str, int] | None = None,
    turns: int = 18,
    nights: Iterable[int] = (),
    spells: Sequence[str] = ("sinister-visions",),
    exclusive: Exclusive = EXCLUSIVE,
    siege: bool = False,
) -> Game:
    """A hand-made board with the counters and tables of the Sauron game."""
    data = installed_data()
    made = Map(
        id="hand-made",
        title="Hand-made",
        hexes=(hexes,),
        ground="clear",
        areas=tuple(
            Area(terrain=kind, hexes=(name,), source="reconstruct") for name, kind in (terrain or {}).items()
        ),
        edges=tuple(
            Edge(terrain=kind, hexsides=(side,), source="reconstruct") for side, kind in (edges or {}).items()
        ),
        paths=(Path(terrain="road", hexes=tuple(road), source="reconstruct"),) if road else (),
        levels=tuple(
            Level(level=height, hexes=(name,), source="reconstruct")
            for name, height in (levels or {}).items()
        ),
        source="reconstruct",
    )
    own = {
        name: msgspec.convert(
            {
                "id": name,
                "title": name.replace("-", " ").capitalize(),
                "short": name[:3],
                **fields,
                "source": "reconstruct",
            },
            UnitType,
        )
        for name, fields in (types or {}).items()
    }
    captain = dict(data.leader)
    for name, rating in (captains or {}).items():
        captain[name] = msgspec.structs.replace(captain[name], rating=rating, wounded=max(rating - 2, 1))
    game = {
        name: msgspec.structs.replace(each, phases=tuple("ABCDEFGH") if siege else each.phases)
        for name, each in data.game.items()
    }
    data = msgspec.structs.replace(
        data,
        game=game,
        map={**data.map, "hand-made": made},
        unit={**data.unit, **own},
        leader=captain,
    )
    limits = {"alliance": 999, "sauron": 999, **(level or {})}
    dark = frozenset(nights)
    scenario = Scenario(
        id="hand-made",
        title="Hand-made",
        about="A position for a test.",
        map="hand-made",
        turns=tuple(
            Turn(number=number, night=number in dark, source="reconstruct") for number in range(1, turns + 1)
        ),
        spells=tuple(spells),
        magic={f"{GAME}{name}-1": points for name, points in (magic or {}).items()},
        levels=tuple(
            ArmyLevel(army=army, level=limit, source="reconstruct") for army, limit in sorted(limits.items())
        ),
        victory=Victory(unit_value=1, demoralized=0, decisive=50, source="reconstruct"),
        source="reconstruct",
    )
    return standard.game_for(build_board(data, scenario), exclusive)


@lru_cache(maxsize=1)
def learning() -> Game:
    """The learning battle's map, turns and victory rule."""
    return standard.game_for(build_board(installed_data(), installed_data().scenario["learning"]), EXCLUSIVE)


# Pieces and circumstances


class _Phase(NamedTuple):
    letter: str
    step: str
    seat: str
    turn: int
    night: bool | None


Given = Event | _Phase


def unit(name: str, place: str, *, reduced: bool = False, disrupted: bool = False) -> Event:
    """A combat unit in a hex."""
    return UnitPlaced(name, place, reduced, disrupted)


def leader(name: str, place: str, *, wounded: bool = False, points: int | None = None) -> Event:
    """A leader in a hex, with the magic points printed unless said otherwise."""
    printed = installed_data().leader[name].magic
    return LeaderPlaced(name, place, wounded, printed if points is None else points)


def marker(name: str, place: str = "", *, bearer: str = "") -> Event:
    """A marker in a hex, or with a leader."""
    return MarkerPlaced(name, place, bearer)


def formation(kind: str, first: str, second: str, place: str, *, under: str = "") -> tuple[Event, ...]:
    """Two units in a formation; put a star before it: `*formation("wedge", "men-cavalry-1", …, "0505")`."""
    return (
        UnitPlaced(first, place),
        UnitPlaced(second, place),
        FormationTaken(kind, under, (first, second), place),
    )


def engine(name: str, kind: str, place: str, seat: str, *, against: str = "") -> Event:
    """A siege tower (`siege-tower`) or a `ladder` in a hex, against a hexside."""
    return EnginePlaced(name, kind, place, seat, against)


def opened(hexside: str, terrain: str = "breach") -> Event:
    """A hexside that has become a breach or an open gate."""
    return HexsideOpened(hexside, terrain)


def total(army: str, points: int) -> Event:
    """An army's demoralization total."""
    return TotalCorrected(army, points)


def demoralized(army: str) -> Event:
    """An army that is demoralized."""
    return ArmyDemoralized(army, 0, 0)


def phase(letter: str, step: str = "", *, seat: str = "", turn: int = 1, night: bool | None = None) -> Given:
    """The phase that is being played, its seat (else the first that acts in it), and the part of a combat phase."""
    return _Phase(letter, step, seat, turn, night)


# Given, when, then


def given(game: Game, *circumstances: Given) -> Position:
    """A position on a board."""
    position = Position(game)
    for each in circumstances:
        position.add(each)
    return position


class Position(Outcome):
    """A position and everything that was done from it; each method gives the same position back."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.state: State = standard.initial(game)

    # Given

    def add(self, each: Given) -> None:
        if not isinstance(each, _Phase):
            self._happen(self.full(each))
            return
        dark = self.game.board.turns[each.turn].night if each.night is None else each.night
        first = next(slot.seat for slot in self.game.slots if slot.phase.id == each.letter)
        self._happen(TurnBegan(each.turn, dark))
        self._happen(PhaseBegan(each.letter, each.seat or first))
        if each.step:
            self._happen(StepBegan(each.step))

    def _happen(self, event: Event) -> None:
        self.log.append(f"      {narrate(self.game, self.state, event)}")
        self.state = standard.evolve(self.game, self.state, event)

    def full(self, value: Any) -> Any:
        """The event or action with full ids."""
        if isinstance(value, str):
            return value if value in self.game.seats else self._piece(value)
        if isinstance(value, tuple) and not isinstance(value, Like):
            return tuple(self.full(each) for each in value)
        if isinstance(value, Like):
            pieces = {name: self._field(name, each) for name, each in value.fields.items()}
            return Like(value.of, pieces)
        if isinstance(value, msgspec.Struct):
            fields = {name: self._field(name, getattr(value, name)) for name in value.__struct_fields__}
            return type(value)(**fields)
        return value

    def _field(self, name: str, value: Any) -> Any:
        if name in _PIECES:
            if isinstance(value, tuple):
                return tuple(self._piece(each) for each in value)
            return self._piece(value) if isinstance(value, str) else value
        return value

    def _piece(self, name: str) -> str:
        """The id of a piece, also of a single one without its number; what is no piece stays."""
        return self.game.piece_named(name) or name

    # When

    def when(self, seat: str, action: Action, dice: Sequence[int] = ()) -> Position:
        """The seat takes an action, with these dice."""
        if self.refusal is not None:
            raise self.failed(f"the action before was refused: {self.refusal}")
        full = self.full(action)
        self.log.append(f"{seat}: {phrase(self.game, self.state, full)}   [dice {list(dice)}]")
        source = scripted(dice)
        try:
            self.events = standard.decide(self.game, self.state, seat, full, Chance(source, "scripted"))
        except IllegalAction as refusal:
            self.refusal, self.events = refusal, ()
            self.log.append(f"      refused: {refusal}")
            return self
        except ChanceNeeded as needed:
            self.events = self._as_far_as(seat, full, dice)
            if not any(isinstance(event, (PhaseBegan, StepBegan, TurnBegan)) for event in self.events):
                raise self.failed(f"the dice do not suffice: {needed}") from None
            source = scripted(())
        for event in self.events:
            self._happen(event)
        left, _ = source.unused()  # type: ignore[attr-defined]
        if left:
            raise self.failed(f"these dice were not rolled: {list(left)}")
        return self

    def _as_far_as(self, seat: str, action: Action, dice: Sequence[int]) -> tuple[Event, ...]:
        """The events of the batch up to the first roll for which there are no dice."""
        unfolding = Unfolding(self.game, self.state, Chance(scripted(dice), "scripted"))
        now = decision(self.game, self.state)
        assert now is not None
        assert now.seat == seat
        with suppress(ChanceNeeded):
            sequence.act(unfolding, now, action)
            sequence.run_on(unfolding)
        return tuple(unfolding.events)

    # Then

    def all_awaited(self) -> list[tuple[str, str]]:
        """The seat that is to decide now, and what."""
        return [(each.seat, each.decision) for each in standard.awaiting(self.game, self.state)[:1]]

    def offered(self) -> tuple[Action, ...]:
        """All that the awaited seat may do now."""
        awaited = standard.awaiting(self.game, self.state)
        return standard.legal(self.game, self.state, awaited[0].seat) if awaited else ()


_PIECES = frozenset(
    {
        "piece", "unit", "units", "leader", "leaders", "marker", "weapon", "bearer", "attacker", "defender",
        "target", "caster", "carrying", "engine", "ladder", "cauldron", "head", "oil", "pieces",
    }
)  # fmt: skip
"""The fields of events and actions that hold ids of pieces."""
