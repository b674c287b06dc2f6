"""Interception (10), avoiding battle (11) and armies that come by surprise (9.3.3)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import Attempt, Modifier


class ReactionsOpened(Event, frozen=True):
    """The powers that may declare interceptions and attempts to avoid battle, each with who decides for it (9.3.2)."""

    queue: tuple[tuple[str, str], ...]


class DeclarationEnded(Event, frozen=True):
    """A power declares no more interceptions or attempts to avoid battle against this move (10.3, 11.1)."""

    power: str


class ReactionDeclared(Event, frozen=True):
    """An interception (10.3) or an attempt to avoid battle (11.1) is declared."""

    what: str
    attempt: Attempt


class FollowerDeclared(Event, frozen=True):
    """A subordinate goes along in an attempt to intercept or to avoid battle; `index`: which of them (10.3, 11.1)."""

    what: str
    index: int
    leader: str


class InterceptorsOrdered(Event, frozen=True):
    """Who tries to intercept first (10.3)."""

    order: tuple[str, ...]


class AttemptDue(Event, frozen=True):
    """An attempt is about to be made: an interception or avoiding battle, by its place among those declared."""

    what: str
    index: int


class AttemptModified(Event, frozen=True):
    """The card `why` adds `value` to the roll of an attempt: the one at `index`, from 0, of its kind `what` (7.1)."""

    what: str
    index: int
    value: int
    why: str


class InterceptionRolled(Event, frozen=True):
    """1d6 against the tactics of the leader (10.4); `barred`: not tried, since another power has intercepted."""

    index: int
    power: str
    leader: str
    die: int
    modifiers: tuple[Modifier, ...]
    tactics: int
    success: bool
    barred: bool = False


class AvoidanceRolled(Event, frozen=True):
    """1d6 against the tactics of the leader (11.1), or the consent of the enemy (die 0)."""

    index: int
    power: str
    leader: str
    die: int
    modifiers: tuple[Modifier, ...]
    tactics: int
    success: bool


class PursuitRolled(Event, frozen=True):
    """1d6 against the tactics of the mover (11.3)."""

    leader: str
    die: int
    tactics: int
    success: bool


class BattleDeclined(Event, frozen=True):
    """An intercepted army goes back to where it came from (10.5.1)."""

    power: str
    space: str
    origin: str


class Surprised(Event, frozen=True):
    """An army comes into the space by an event as if it had intercepted (9.3.3, 10.5.2)."""

    power: str
    refusable: bool
    modifier: int
