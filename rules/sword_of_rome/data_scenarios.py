"""The records of scenarios: who has what where at the start, and what is played for."""

from rules.sword_of_rome.data_conditions import Count, Identity, Positive, Power
from rules.sword_of_rome.data_origin import Home, Record, SeatId


class City(Record, frozen=True, kw_only=True):
    """A walled city at the start: who controls it, and its loyalty."""

    space: Identity
    control: Home
    loyalty: Positive


class Holding(Record, frozen=True, kw_only=True):
    """A space that at the start another than its home power controls."""

    space: Identity
    control: Home


class Force(Record, frozen=True, kw_only=True):
    """CU and leaders of a power at the start. `militia`: of Carthage, beside its CU (17.1)."""

    space: Identity
    power: Power
    units: Count = 0
    militia: Count = 0
    leaders: tuple[Identity, ...] = ()
    minor_leaders: Count = 0


class Deployment(Record, frozen=True, kw_only=True):
    """Who has what where at the start. Every space belongs to its home power where nothing else is said."""

    id: Identity
    title: str
    cities: tuple[City, ...]
    holdings: tuple[Holding, ...] = ()
    forces: tuple[Force, ...]


class Side(Record, frozen=True, kw_only=True):
    """Seats that one person plays and that win or lose together (4.3); `wins_ties` on equal sums of VP."""

    id: Identity
    title: str
    seats: tuple[SeatId, ...]
    wins_ties: bool = False


class Scenario(Record, frozen=True, kw_only=True):
    """A starting position. `hands`: cards that each seat draws up to; `discards_all`: seats that keep nothing in the
    draw phase (6.2). `points`: VP at the start. `levels`: automatic victory by turn where not the track's.
    `without`: powers that are not in the game; their home spaces are out of play and a seat of theirs is not
    there. `gallic_events`: rolled each time the Gallic seat would act. `sides`: in the game for two persons.
    `alliances`: pairs of powers allied from the start. `markers`: in play from the start."""

    id: Identity
    title: str
    about: str
    players: Positive
    turns: Positive
    seats: tuple[SeatId, ...]
    deployment: Identity
    hands: dict[SeatId, Positive]
    discards_all: tuple[SeatId, ...] = ()
    points: dict[SeatId, Count]
    levels: tuple[Positive, ...] = ()
    without: tuple[Power, ...] = ()
    gallic_events: bool = False
    sides: tuple[Side, ...] = ()
    alliances: tuple[tuple[Power, Power], ...] = ()
    markers: tuple[Identity, ...] = ()
