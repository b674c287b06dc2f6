"""Scenarios: turns, set-up, reinforcements, and how they are won."""

import msgspec

from rules.middle_earth.data_records.values import Block, Count, Hex, Identity, Positive
from rules.parts.record_origin import Record


class Turn(Record, frozen=True, kw_only=True):
    """A turn of the turn record track (10.0)."""

    number: Positive
    night: bool


class Placed(Record, frozen=True, kw_only=True):
    """A piece that a scenario begins with in a hex."""

    piece: str
    hex: Hex


class SetUp(Record, frozen=True, kw_only=True):
    """Pieces that their side places itself, in the order of these records: anywhere in a region, at least `apart`
    hexes from every enemy unit; `rule` says so."""

    side: Identity
    pieces: tuple[str, ...]
    region: Identity
    apart: Count = 0
    rule: str = "3.0"


class Arrival(Record, frozen=True, kw_only=True):
    """Reinforcements: from `turn` on `pieces` may enter in the region; `choice` names as many of a group of which the
    owner picks. `each_hex`: combat units a hex a turn, 0 for no limit. `title`: what the log calls them. `least`:
    they come on this roll of a die or more, rolled for each turn, and surely in the turn `surely`. `totals`: what
    their coming does to demoralization totals, by army; `rule` prints it."""

    title: str = ""
    rule: str = "4.0"
    least: Count = 0
    surely: Count = 0
    totals: dict[Identity, int] = msgspec.field(default_factory=dict)
    turn: Positive
    side: Identity
    region: Identity
    pieces: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    number: Count = 0
    each_hex: Count = 0


class Deployment(Record, frozen=True, kw_only=True):
    """Ready positions for everything that a scenario's sides set up; "SCENARIO-historical" is the usual one."""

    id: Identity
    title: str
    scenario: Identity
    placed: tuple[Placed, ...]


class ArmyLevel(Record, frozen=True, kw_only=True):
    """The demoralization level of an army in a scenario (9.21): demoralized when its total exceeds it."""

    army: Identity
    level: Count


class Shock(Record, frozen=True, kw_only=True):
    """What a leader's death adds to a demoralization total."""

    leader: str
    army: Identity
    value: int


class Prize(Record, frozen=True, kw_only=True):
    """Points at the end for a seat, for each of the hexes in which it has a combat unit."""

    side: Identity
    title: str
    hexes: tuple[Block, ...]
    points: Positive


class Kill(Record, frozen=True, kw_only=True):
    """Points for a seat for the death of an enemy leader or of a unit with points of its own."""

    side: Identity
    piece: str
    points: Positive


class AtOnce(Record, frozen=True, kw_only=True):
    """A win at once: these pieces dead and all of these hexes held by the seat."""

    side: Identity
    dead: tuple[str, ...]
    held: tuple[Hex, ...]


class Victory(Record, frozen=True, kw_only=True):
    """How a scenario is won. Each seat has the demoralization values (9.12) of eliminated enemy units times
    `unit_value`, `demoralized` points for each enemy army that is, and its prizes and kills. The higher total
    wins, decisively with a lead of `decisive` or more; `tie`: the seat that wins on equal points, "" for a draw.
    `annihilation`: a seat without combat units loses at once. `at_once`: pieces that must be dead and hexes that
    must be held by `side` for a win at once.
    """

    unit_value: Count
    demoralized: Count
    decisive: Count
    tie: str = ""
    annihilation: bool = False
    prizes: tuple[Prize, ...] = ()
    kills: tuple[Kill, ...] = ()
    at_once: tuple[AtOnce, ...] = ()


class Scenario(Record, frozen=True, kw_only=True):
    """A starting position. `window` cuts a block out of the map. `spells` may be cast; `magic` gives leaders, by
    their pieces, other points than printed. `turns` is the turn record track."""

    id: Identity
    title: str
    about: str
    map: Identity
    window: str = ""
    turns: tuple[Turn, ...]
    placed: tuple[Placed, ...] = ()
    set_up: tuple[SetUp, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    spells: tuple[Identity, ...] = ()
    magic: dict[str, Count] = msgspec.field(default_factory=dict)
    levels: tuple[ArmyLevel, ...]
    shocks: tuple[Shock, ...] = ()
    victory: Victory
