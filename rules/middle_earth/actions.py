"""What a seat decides in a battle of Middle-earth, in the order of the rulebook.

Pieces are named by their ids, hexes "CCRR". A formation acts under the id of its lead, the first of its two units by
name.
"""

from __future__ import annotations

from rules.ruleset import Action


class End(Action, frozen=True):
    """Ends the phase, or the part of a combat phase (3.0, 7.0)."""


# 3.0 Set-up


class Bring(Action, frozen=True):
    """Takes a piece that is to be set up; its hex is named next."""

    piece: str


class BringTo(Action, frozen=True):
    """Names the hex in which the piece in hand is set up."""

    hex: str


# 4.0 Movement


class Choose(Action, frozen=True):
    """Names a unit that comes as a reinforcement, where the owner picks its kind."""

    piece: str


class March(Action, frozen=True):
    """Begins the move of a unit, a formation or a leader, perhaps with a marker that goes along."""

    piece: str
    carrying: str = ""


class Step(Action, frozen=True):
    """The moving piece enters an adjacent hex (4.25)."""

    hex: str


class Halt(Action, frozen=True):
    """The moving piece stays where it is."""


# 8.4 Formations


class Form(Action, frozen=True):
    """Two units take a formation in the hex of a leader (8.43)."""

    leader: str
    units: tuple[str, str]


class BreakUp(Action, frozen=True):
    """A unit leaves its formation and begins its own move (8.48)."""

    unit: str


# 7.0 Combat


class Fire(Action, frozen=True):
    """A unit fires at an enemy unit (7.11)."""

    unit: str
    target: str


class Duel(Action, frozen=True):
    """A leader attacks an enemy leader (7.21)."""

    attacker: str
    defender: str


class Attack(Action, frozen=True):
    """Declares that a unit attacks an enemy unit in melee (7.32)."""

    attacker: str
    defender: str


class Resolve(Action, frozen=True):
    """The attackers of the defender are all declared; their attacks are rolled (7.32)."""


class RetreatBeforeCombat(Action, frozen=True):
    """The unit under attack retreats so many hexes before the attack is rolled (7.7)."""

    hexes: int


class StandFast(Action, frozen=True):
    """The unit under attack does not retreat before combat."""


class Lose(Action, frozen=True):
    """Names the unit of a formation that is eliminated (8.46)."""

    unit: str


class Retreat(Action, frozen=True):
    """The retreating unit enters an adjacent hex (7.55)."""

    hex: str


class Displace(Action, frozen=True):
    """A unit makes room for a retreating one by going to a hex (7.61)."""

    unit: str
    hex: str


class Decline(Action, frozen=True):
    """The owner displaces nobody; the retreating unit has no way (7.61)."""


class Advance(Action, frozen=True):
    """A unit moves into the emptied hex, with these leaders (7.51, 7.7)."""

    unit: str
    leaders: tuple[str, ...] = ()


class HoldPosition(Action, frozen=True):
    """No unit moves into the emptied hex."""


# 8.0 Leaders


class Relocate(Action, frozen=True):
    """A leader without a unit joins one of the nearest (8.24)."""

    leader: str
    unit: str


class Rally(Action, frozen=True):
    """A leader tries to rally a disrupted unit (8.34)."""

    leader: str
    unit: str


class Cast(Action, frozen=True):
    """A magic leader attempts a spell with so many points (8.54)."""

    caster: str
    spell: str
    points: int


class Aim(Action, frozen=True):
    """Names the target of the declared spell: a hex or a piece."""

    target: str


ACTIONS: tuple[type[Action], ...] = (
    End, Bring, BringTo, Choose, March, Step, Halt, Form, BreakUp, Fire, Duel, Attack, Resolve, RetreatBeforeCombat,
    StandFast, Lose, Retreat, Displace, Decline, Advance, HoldPosition, Relocate, Rally, Cast, Aim,
)  # fmt: skip
