"""The state: who stands where, what is in play, and what has begun and is not finished.

What everybody sees is kept apart from what a side alone knows: how many units stand in a place (`field`, `walled`) is
open, which blocks they are (`blocks`) only to their owner, save while they are turned up (`shown`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from rules.parts.decks import Hands


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A block on the map: its place, its steps, and whether it is within the walls of a besieged city."""

    place: str
    steps: int
    inside: bool = False


class Pending(msgspec.Struct, frozen=True):
    """A roll or draw that is made and not yet used (11.0-b). `asked`: who may still appeal, in order."""

    kind: str
    purpose: str
    god: str
    seat: str
    dice: tuple[int, ...] = ()
    drawn: str = ""
    subject: str = ""
    asked: tuple[str, ...] = ()
    appealed: bool = False
    ordinal: int = 0


class Moving(msgspec.Struct, frozen=True, tag=True):
    """A block on its way, with its cargo: a roll is due at path[at]."""

    side: str
    names: tuple[str, ...]
    origin: str
    path: tuple[str, ...]
    at: int
    forced: bool
    into: bool
    kind: str


class Fortifying(msgspec.Struct, frozen=True, tag=True):
    """The side that holds a city chooses who goes within the walls (6.2, 7.1), and whether the rest stands."""

    place: str
    side: str
    attacker: str
    withdrawing: bool = False


class Sallying(msgspec.Struct, frozen=True, tag=True):
    """Besieged blocks come out one by one (4.6)."""

    place: str
    side: str
    out: int = 0


class MainGroup(msgspec.Struct, frozen=True, tag=True):
    """The attacker names the group that begins the battle (5.4.1)."""

    place: str
    side: str
    groups: tuple[str, ...]
    winter: str = ""


class Battle(msgspec.Struct, frozen=True, tag=True):
    """A battle. All that fight are turned up, so everything here is open.

    `came` names for each attacking block where it came from; `later` join in round 2; `landed` fire last in round 1.
    """

    place: str
    attacker: str
    began: Map[str, int]
    came: Map[str, str]
    later: frozenset[str]
    landed: frozenset[str]
    fighting: frozenset[str]
    round: int = 0
    queue: tuple[str, ...] = ()
    twice: frozenset[str] = frozenset()
    winter: str = ""
    hits: int = 0
    routs: int = 0
    target: str = ""
    retreating: str = ""
    stratagems: tuple[str, ...] = ()
    used: frozenset[str] = frozenset()


class Attrition(msgspec.Struct, frozen=True, tag=True):
    """An attrition at a city; `left` steps are still to be taken (8.2)."""

    place: str
    side: str
    tight: bool = False
    rolled: bool = False
    left: int = 0


class Assault(msgspec.Struct, frozen=True, tag=True):
    """An assault (8.4). `held` stay out; `queue` is who still fires, `""` for the assaulters; `hits` on the walls."""

    place: str
    side: str
    free: bool = False
    held: frozenset[str] = frozenset()
    fighting: frozenset[str] = frozenset()
    begun: bool = False
    queue: tuple[str, ...] = ()
    dropped: int = 0
    losses: int = 0
    routs: int = 0
    hits: int = 0
    steps: int = 0


class Recruiting(msgspec.Struct, frozen=True, tag=True):
    """A block drawn or chosen from the pool waits for its place (4.4)."""

    side: str
    block: str
    full: bool = False


class CardEvent(msgspec.Struct, frozen=True, tag=True):
    """An event is carried out: `left` choices remain, `picked` was chosen so far."""

    card: str
    side: str
    stage: str = ""
    left: int = 0
    picked: tuple[str, ...] = ()


AnyProcedure = (
    Moving | Fortifying | Sallying | MainGroup | Battle | Attrition | Assault | Recruiting | CardEvent
)


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[str, ...]
    how: str


class State(msgspec.Struct, frozen=True):
    """Everything about a position. `prestige` counts toward Athens."""

    year: int = 0
    turn: int = 0
    season: str = ""
    step: str = ""
    active: str = ""
    first: str = ""
    agenda: tuple[str, ...] = ()
    prestige: int = 0
    hands: Hands = Map()
    committed: Map[str, str] = Map()
    revealed: Map[str, str] = Map()
    played: frozenset[str] = frozenset()
    in_play: Map[str, str] = Map()
    removed: frozenset[str] = frozenset()
    sacrifices: frozenset[str] = frozenset()
    garrisons: Map[str, int] = Map()
    control: Map[str, str] = Map()
    field: Map[str, int] = Map()
    walled: Map[str, int] = Map()
    blocks: Map[str, Standing] = Map()
    shown: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    aboard: Map[str, str] = Map()
    came: Map[str, str] = Map()
    arrivals: Map[str, tuple[str, ...]] = Map()
    sustained: frozenset[str] = frozenset()
    supplied: Map[str, int] = Map()
    returns: Map[str, str] = Map()
    sieges: frozenset[str] = frozenset()
    established: frozenset[str] = frozenset()
    fallen: frozenset[str] = frozenset()
    pillaged: frozenset[str] = frozenset()
    civil_war: str = ""
    barbarian: frozenset[str] = frozenset()
    actions: int = 0
    group: str = ""
    group_kind: str = ""
    group_number: int = 0
    credit: int = 0
    sallies: frozenset[str] = frozenset()
    initiated: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    yearly: frozenset[str] = frozenset()
    plagues: int = 0
    naval_victory: int = -9
    peace: bool = False
    resumed: bool = False
    at_war: bool = False
    gela: bool = False
    second: bool = False
    appealed: frozenset[str] = frozenset()
    pending: Pending | None = None
    stack: tuple[AnyProcedure, ...] = ()
    ending: Ending | None = None


changed = msgspec.structs.replace
"""The state, or a part of it, with these fields changed."""


def pushed(state: State, procedure: AnyProcedure) -> State:
    """The state with one more thing begun."""
    return changed(state, stack=(*state.stack, procedure))


def on_top(state: State, **changes: Any) -> State:
    """The state with the innermost thing changed."""
    return changed(state, stack=(*state.stack[:-1], changed(state.stack[-1], **changes)))
