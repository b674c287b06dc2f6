"""What a seat decides, one small choice at a time."""

from __future__ import annotations

from rules.ruleset import Action, types_in


class Discard(Action, frozen=True):
    """Puts a card of the hand away (6.2.1, and what events ask for)."""

    card: str


class Name(Action, frozen=True):
    """Names a seat: who goes first (5.3), which tied seat acts next (4.4), whose hand is looked at; or a power: which
    tries to intercept first (10.3)."""

    seat: str


class Play(Action, frozen=True):
    """Plays a card. `use`: ops, event, bribe (7.2.2), sail (a retreat by sea, 12.4.3), fight (Desperate Times)."""

    card: str
    use: str


class Pass(Action, frozen=True):
    """Lets a moment for responses go by (7.1.1)."""

    passes = True


class End(Action, frozen=True):
    """Ends what the seat is doing: the impulse, discarding, placing, spending, declaring."""


class Activate(Action, frozen=True):
    """Activates a leader with the card played (7.1, 8.1)."""

    leader: str


class RaiseSupport(Action, frozen=True):
    """Uses the card played for support points of a power (7.1)."""

    power: str


class Reinforce(Action, frozen=True):
    """Uses a 3-Ops card for one CU of a power (7.1)."""

    power: str


class Leave(Action, frozen=True):
    """The moving leader leaves so many CU behind (9.1)."""

    cu: int


class LeaveLeader(Action, frozen=True):
    """The moving leader leaves a subordinate behind (9.1)."""

    leader: str


class Take(Action, frozen=True):
    """The moving leader picks up so many CU (9.1)."""

    cu: int


class TakeLeader(Action, frozen=True):
    """The moving leader picks up another one as his subordinate (9.1)."""

    leader: str


class Step(Action, frozen=True):
    """The moving leader goes to an adjacent space (9.2)."""

    space: str


class Sail(Action, frozen=True):
    """The moving leader goes from port to port (9.6)."""

    space: str


class Raid(Action, frozen=True):
    """A Gallic army raids the space in which it stands (14.2)."""


class RollSiege(Action, frozen=True):
    """Rolls for a siege or a subjugation (13.1). `space` is named in the Surrender Phase."""

    space: str


class FoundColony(Action, frozen=True):
    """A Roman army turns a CU into a colony (7.2.1)."""


class Sally(Action, frozen=True):
    """The leader within the walls attacks the besiegers (13.4.1)."""


class Halt(Action, frozen=True):
    """The moving leader stops here."""


class GoInside(Action, frozen=True):
    """So many CU go within the walls (9.3.1, 12.4.4)."""

    cu: int


class LeadInside(Action, frozen=True):
    """A leader goes within the walls (9.3.1, 12.4.4)."""

    leader: str


class GiveUpMilitia(Action, frozen=True):
    """Says how many of the CU lost were citizen militia in place of ordinary CU (17.1)."""

    cu: int


class Intercept(Action, frozen=True):
    """Declares an interception by a leader with so many CU (10)."""

    leader: str
    cu: int


class Avoid(Action, frozen=True):
    """Declares that a leader with so many CU tries to avoid battle to a space (11)."""

    leader: str
    cu: int
    space: str


class Accompany(Action, frozen=True):
    """A subordinate goes along with a leader who has declared to intercept or to avoid battle (10, 11)."""

    leader: str
    commander: str


class Accept(Action, frozen=True):
    """Agrees: to an alliance (15.1), to an attempt to avoid battle (11.1), to a Campaign with the own army (9.5.5)."""


class Refuse(Action, frozen=True):
    """Does not agree."""


class TurnBack(Action, frozen=True):
    """An intercepted army declines battle (10.5.1)."""


class Fight(Action, frozen=True):
    """The battle is fought."""


class Flank(Action, frozen=True):
    """Activates a leader to flank the attack that is due (9.5.6)."""

    leader: str


class RetreatTo(Action, frozen=True):
    """Where the beaten army retreats to (12.4); `via`: the spaces on the way, where several ways lead there that do not
    come to the same."""

    space: str
    via: tuple[str, ...] = ()


class RetreatBySea(Action, frozen=True):
    """The port to which the beaten army retreats by sea (12.4.3)."""

    space: str


class Spend(Action, frozen=True):
    """Spends one support point on a space (7.3). `how`: raise, convert, regain, take, lower, remove or plunder."""

    how: str
    space: str


class Place(Action, frozen=True):
    """Places one CU of a power (5.10)."""

    power: str
    space: str


class PlaceLeader(Action, frozen=True):
    """Places or relocates a leader (5.10, 8.3)."""

    leader: str
    space: str


class Keep(Action, frozen=True):
    """The Greeks keep a leader and pay his penalty (8.2.3)."""

    leader: str


class Dismiss(Action, frozen=True):
    """The Greeks dismiss a leader for good (8.2.3)."""

    leader: str


class Offer(Action, frozen=True):
    """Offers an alliance of one own power to another power (15.1)."""

    power: str
    other: str


class Break(Action, frozen=True):
    """Breaks an alliance (15.5, 18)."""

    power: str
    other: str


class Renew(Action, frozen=True):
    """Is ready to renew an alliance (15.4)."""

    power: str
    other: str


class Restore(Action, frozen=True):
    """Spends a plunder marker on a Gallic home space (14.6)."""

    space: str


class Loot(Action, frozen=True):
    """Loots the city that has fallen (14.4)."""


class Occupy(Action, frozen=True):
    """Takes control of the city that has fallen (13.5)."""


class Appoint(Action, frozen=True):
    """Picks the commander of a stack (8.2.1)."""

    leader: str


class Choose(Action, frozen=True):
    """Picks one of what an event offers: a power, a space, an army, a die, a use."""

    what: str


TYPES = types_in(__name__, Action)
"""All types of actions."""
