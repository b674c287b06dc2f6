"""The state of a game: who holds what, where everything stands, the cards, and what is still to be settled.

What has begun and is not finished – an activation, a battle, a window for responses – lies on `stack`, the innermost
last. Each is settled by the chapter of the rules that it belongs to.
"""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from rules.sword_of_rome.procedures import AnyProcedure

INDEPENDENT = "independent"
DISPLACED = "displaced"
"""Where a named leader is who has lost his army (8.4)."""
CUP = "cup"
"""Where consuls are who are not in office (8.2.2)."""
AWAY = "away"
"""Where a minor leader is who is not on the map, and a named one who has not come by his event yet."""
GONE = "gone"
"""Where a leader is who is out of the game."""


class Force(msgspec.Struct, frozen=True, gc=False):
    """What one power has in a space. `leaders` are those outside the walls, the commander first (8.2.1); `inside` and
    `shut` are CU and leaders within the walls (9.3.1); `militia` is how many of all CU are citizen militia (17.1)."""

    power: str
    cu: int = 0
    leaders: tuple[str, ...] = ()
    inside: int = 0
    shut: tuple[str, ...] = ()
    militia: int = 0


class Siege(msgspec.Struct, frozen=True, gc=False):
    """A siege-level marker and the power that laid it (13.1)."""

    power: str
    level: int = 0


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
    turn: int


class State(msgspec.Struct, frozen=True):
    """Everything. `control`: the power (or `independent`) that holds each space; `loyalty`: of each walled city;
    `plunder`: Gallic markers on the track, negative: Transalpine ones; `hands` hold `?` for cards not known; `seen`:
    as `viewer/owner`, cards that one seat has seen in another's hand."""

    turn: int = 0
    phase: str = ""
    round: int = 0
    first: str = ""
    queue: tuple[str, ...] = ()
    """The seats that are still to have their impulse in this round, or their Desperate Times after the last one."""
    announced: str = ""
    """The seat before whose impulse everybody has been asked for Desperate Times (7.4)."""
    control: Map[str, str] = Map()
    loyalty: Map[str, int] = Map()
    subjugated: frozenset[str] = frozenset()
    sieges: Map[str, Siege] = Map()
    forces: Map[str, tuple[Force, ...]] = Map()
    leaders: Map[str, str] = Map()
    watch: frozenset[str] = frozenset()
    """Spaces with units within walls or with leaders without CU; they follow from `forces`."""
    vp: Map[str, int] = Map()
    plunder: int = 0
    mines_depleted: bool = False
    carthage_beaten: bool = False
    casualties: tuple[tuple[str, str, int], ...] = ()
    """As (power, space, CU): lost CU of which the owner has not said yet whether they were militia (17.1)."""
    alliances: frozenset[str] = frozenset()
    """As `greece+rome`, the two powers in the order of the alphabet."""
    locked: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    hands: Map[str, tuple[str, ...]] = Map()
    discards: Map[str, tuple[str, ...]] = Map()
    removed: Map[str, tuple[str, ...]] = Map()
    desperate: Map[str, tuple[str, ...]] = Map()
    """Desperate Times not yet played."""
    reshuffle: frozenset[str] = frozenset()
    seen: Map[str, tuple[str, ...]] = Map()
    activated: frozenset[str] = frozenset()
    """Non-player powers that were activated in this round (16.1.1)."""
    eliminated: frozenset[str] = frozenset()
    stack: tuple[AnyProcedure, ...] = ()
    ending: Ending | None = None


def changed(state: State, **changes: Any) -> State:
    """The state with these fields changed."""
    return msgspec.structs.replace(state, **changes)


def pair(first: str, second: str) -> str:
    """Two powers as an alliance names them."""
    return f"{first}+{second}" if first < second else f"{second}+{first}"


def top(state: State) -> AnyProcedure:
    """The innermost thing that has begun."""
    return state.stack[-1]


def pushed(state: State, procedure: AnyProcedure) -> State:
    """The state with one more thing begun."""
    return msgspec.structs.replace(state, stack=(*state.stack, procedure))


def popped(state: State) -> State:
    """The state with the innermost thing finished."""
    return msgspec.structs.replace(state, stack=state.stack[:-1])


def on_top(state: State, **changes: Any) -> State:
    """The state with fields of the innermost thing changed."""
    inner = msgspec.structs.replace(state.stack[-1], **changes)
    return msgspec.structs.replace(state, stack=(*state.stack[:-1], inner))


def find(state: State, kind: type[Any]) -> Any:
    """The innermost procedure of a kind, or None."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, kind):
            return procedure
    return None


def change_found(state: State, kind: type[Any], **changes: Any) -> State:
    """The state with fields of the innermost procedure of a kind changed; unchanged if there is none."""
    for index in range(len(state.stack) - 1, -1, -1):
        if isinstance(state.stack[index], kind):
            inner = msgspec.structs.replace(state.stack[index], **changes)
            stack = (*state.stack[:index], inner, *state.stack[index + 1 :])
            return msgspec.structs.replace(state, stack=stack)
    return state
