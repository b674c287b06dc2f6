"""The state of a battle of Middle-earth: where everything stands, and what is still to be settled.

`at`, `leaders_at`, `exerting` and `crowded` follow from the pieces; they are kept so that every look-up is one step.
"""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

SHAPE = 2
"""Version of the shape of `State`: 2 since every counter has a number."""


class UnitState(msgspec.Struct, frozen=True, gc=False):
    """A combat unit on the map. `partner` and `formation` are those of its formation (8.4), "" if it is in none."""

    hex: str
    reduced: bool = False
    disrupted: bool = False
    partner: str = ""
    formation: str = ""


class LeaderState(msgspec.Struct, frozen=True, gc=False):
    """A leader on the map; `points` are the magic points that he has left (8.56)."""

    hex: str
    wounded: bool = False
    points: int = 0


class MarkerState(msgspec.Struct, frozen=True, gc=False):
    """A marker: in a hex, or with a leader (`bearer`)."""

    hex: str = ""
    bearer: str = ""


class EngineState(msgspec.Struct, frozen=True, gc=False):
    """A siege engine or a ladder in a hex, perhaps against a hexside."""

    kind: str
    hex: str
    seat: str
    hexside: str = ""


class Marching(msgspec.Struct, frozen=True, gc=False):
    """The piece that is moving, a formation by its lead, with the movement points left and the hexes entered."""

    piece: str
    left: int
    carrying: str = ""
    steps: int = 0


class Retreating(msgspec.Struct, frozen=True, gc=False):
    """A unit that is to end `distance` hexes away from `start`, of which it has gone `taken` (7.54), and the leaders
    who go along once it has left."""

    unit: str
    start: str
    distance: int
    cause: str
    taken: int = 0
    leaders: tuple[str, ...] = ()


class Loss(msgspec.Struct, frozen=True, gc=False):
    """A formation of which one unit is to be lost, and the other to retreat so many hexes (8.46)."""

    units: tuple[str, ...]
    hexes: int
    cause: str


class Melee(msgspec.Struct, frozen=True, gc=False):
    """The attacks on one defender (7.32). `stage`: declaring, window (7.7), early (he retreats before combat),
    resolving. `units` are the defending units, `assigned` all attackers, `attackers` those still to be resolved, in
    order, `striker` the one whose attack was rolled last."""

    defender: str
    hex: str
    units: tuple[str, ...]
    stage: str
    attackers: tuple[str, ...]
    assigned: tuple[str, ...]
    striker: str = ""


class Casting(msgspec.Struct, frozen=True, gc=False):
    """A spell that is declared and not yet aimed (8.54)."""

    caster: str
    spell: str
    points: int


class InForce(msgspec.Struct, frozen=True, gc=False):
    """A spell that works until the end of the turn, or of the game."""

    spell: str
    target: str = ""


class Question(msgspec.Struct, frozen=True, gc=False):
    """A decision that only the one game knows: its kind, whose it is, what it is about, where."""

    kind: str
    seat: str
    subject: str
    hex: str = ""


class Cauldron(msgspec.Struct, frozen=True, gc=False):
    """What is in a cauldron: `oil`, `dummy`, or `?` where it is not known; the counters left; whether all know it."""

    content: str
    left: int
    open: bool = False


class Siege(msgspec.Struct, frozen=True, kw_only=True):
    """What the siege of a city adds to a battle.

    `cauldrons` by their markers, `opened` what was in those that everybody knows. `taken` are the levels taken so far
    (each counts once), `held` those that Sauron holds now. `raised` is the turn in which each ladder on the map was
    raised, `ladders` how many were raised so far, `thrown` how many heads were. `entered` are the units that entered a
    hex of the city in this phase, `asked` the attackers against whom oil was offered in it, `poured` the hexes where it
    was used. `ram_active`: the ram's spell has worked. `banner_until`: the last turn in which units rally to the banner
    by themselves, 0 before it is raised; `bannered`
    those that did so this turn.
    """

    cauldrons: Map[str, Cauldron] = Map()
    taken: tuple[int, ...] = ()
    held: frozenset[int] = frozenset()
    raised: Map[str, int] = Map()
    ladders: int = 0
    thrown: int = 0
    entered: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    poured: frozenset[str] = frozenset()
    opened: Map[str, str] = Map()
    ram_active: bool = False
    banner_until: int = 0
    bannered: frozenset[str] = frozenset()


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How the game ended."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
    turn: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a battle that changes.

    `phase` is its letter (3.0), `seat` who acts in it, `step` the part of a combat phase. `setting_up` is the seat that
    sets up, `in_hand` the piece whose hex is to be named (see `set_up`). `moved` holds the pieces that
    have finished their move in this phase, `fired` the units that fired this turn (7.14), `assigned` the units that
    attack or attacked in melee this phase (7.34), `advanced` those that advanced (7.52), `duelled` how often each
    leader attacked this phase (7.24), `attempted` in which phase of this turn each leader attempted a spell (8.52,
    3.0), `rallies` how many attempts each leader made this turn (8.32), `rallied` for which units one was made (8.36),
    `besieging` the units used in this turn's siege phase (3.0), `hauled` movement points spent this turn on a marker
    that moves, `used` the spells that worked in this game. `credited` are the victory points as last told: seat,
    reason, points. `crowded` is a hex that holds more units than may stay
    (5.0). `retreated` and `displaced` units get their markers when all retreats of a result are done; `chain` and
    `ajar` are the hexes at opened hexsides. `crowding` are a displacement being planned (7.61). `reserves` are the
    pieces off the map that may enter, each with its region, `called` the numbers of the scenario's arrivals that have
    come up, `entries` how many units entered in each hex this turn.
    """

    turn: int = 0
    night: bool = False
    phase: str = ""
    seat: str = ""
    step: str = ""
    setting_up: str = ""
    in_hand: str = ""

    units: Map[str, UnitState] = Map()
    leaders: Map[str, LeaderState] = Map()
    markers: Map[str, MarkerState] = Map()
    engines: Map[str, EngineState] = Map()
    openings: Map[str, str] = Map()
    ajar: frozenset[str] = frozenset()

    at: Map[str, tuple[str, ...]] = Map()
    leaders_at: Map[str, tuple[str, ...]] = Map()
    exerting: Map[str, str] = Map()
    crowded: str = ""

    totals: Map[str, int] = Map()
    demoralized: frozenset[str] = frozenset()
    eliminated: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()
    credited: tuple[tuple[str, str, int], ...] = ()

    moved: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    assigned: frozenset[str] = frozenset()
    advanced: frozenset[str] = frozenset()
    duelled: Map[str, int] = Map()
    attempted: Map[str, str] = Map()
    rallies: Map[str, int] = Map()
    rallied: frozenset[str] = frozenset()
    besieging: frozenset[str] = frozenset()
    hauled: Map[str, int] = Map()
    in_force: tuple[InForce, ...] = ()
    used: frozenset[str] = frozenset()

    marching: Marching | None = None
    melee: Melee | None = None
    loss: Loss | None = None
    retreats: tuple[Retreating, ...] = ()
    retreated: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()
    chain: tuple[tuple[str, str], ...] = ()
    crowding: tuple[str, ...] = ()
    relocations: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    casting: Casting | None = None
    outcome: Outcome | None = None

    reserves: Map[str, str] = Map()
    called: frozenset[int] = frozenset()
    entries: Map[str, int] = Map()
    siege: Siege = Siege()


def changed(state: State, **fields: Any) -> State:
    """The state with these fields replaced."""
    return msgspec.structs.replace(state, **fields)


def lead_of(state: State, unit: str) -> str:
    """The id under which a unit acts: its own, or that of its formation's lead (8.44)."""
    partner = state.units[unit].partner
    return partner if partner and partner < unit else unit


def members(state: State, unit: str) -> tuple[str, ...]:
    """The unit, or both units of its formation, lead first."""
    partner = state.units[unit].partner
    if not partner:
        return (unit,)
    return (unit, partner) if unit < partner else (partner, unit)


def is_crowded(state_units: Map[str, UnitState], here: tuple[str, ...]) -> bool:
    """Whether these units may not all stay in one hex: more than one unit, or one formation (5.0)."""
    if len(here) < 2:
        return False
    return len(here) > 2 or state_units[here[0]].partner != here[1]


def with_unit(state: State, seat: str, unit: str, now: UnitState | None, **fields: Any) -> State:
    """The state with a unit of this seat set, moved or (None) taken away, its look-ups kept."""
    before = state.units.get(unit)
    units = state.units.set(unit, now) if now is not None else state.units.delete(unit)
    at, exerting, crowded = state.at, state.exerting, state.crowded
    touched = []
    if before is not None and (now is None or now.hex != before.hex):
        left = tuple(each for each in at[before.hex] if each != unit)
        at = at.set(before.hex, left) if left else at.delete(before.hex)
        touched.append(before.hex)
    if now is not None:
        if before is None or before.hex != now.hex:
            here = at.get(now.hex)
            at = at.set(now.hex, (unit,) if here is None else tuple(sorted((*here, unit))))
        touched.append(now.hex)
    for place in touched:
        here = at.get(place, ())
        exerts = False
        for each in here:
            if not units[each].disrupted:
                exerts = True
                break
        if exerts:
            if exerting.get(place) != seat:
                exerting = exerting.set(place, seat)
        elif place in exerting:
            exerting = exerting.delete(place)
        if len(here) > 1 and is_crowded(units, here):
            crowded = place
        elif crowded == place:
            crowded = ""
    return changed(state, units=units, at=at, exerting=exerting, crowded=crowded, **fields)


def with_leader(state: State, leader: str, now: LeaderState | None, **fields: Any) -> State:
    """The state with a leader set, moved or (None) taken away, his look-up kept."""
    before = state.leaders.get(leader)
    leaders = state.leaders.set(leader, now) if now is not None else state.leaders.delete(leader)
    at = state.leaders_at
    if before is not None and (now is None or now.hex != before.hex):
        left = tuple(each for each in at[before.hex] if each != leader)
        at = at.set(before.hex, left) if left else at.delete(before.hex)
    if now is not None and (before is None or before.hex != now.hex):
        at = at.set(now.hex, tuple(sorted((*at.get(now.hex, ()), leader))))
    return changed(state, leaders=leaders, leaders_at=at, **fields)
