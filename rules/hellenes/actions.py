"""What a seat may decide."""

from __future__ import annotations

from typing import Annotated

from rules.ruleset import Action
from rules.secrecy import Hidden


class Commit(Action, frozen=True):
    """Commits a card face down for its `event`, for `actions`, or as a `sacrifice` (3.2, 10.4)."""

    card: Annotated[str, Hidden()]
    use: Annotated[str, Hidden()]


class Pass(Action, frozen=True):
    """Makes no appeal (11.0)."""

    passes = True


class Appeal(Action, frozen=True):
    """Appeals to an Olympian (11.0)."""

    olympian: str


class Sacrifice(Action, frozen=True):
    """Puts a garrison block on an Olympian (10.4.1)."""

    olympian: str


class Decline(Action, frozen=True):
    """Does not do what may be done now: keep the Peace, make no offer, choose nothing more."""


class EndPeace(Action, frozen=True):
    """Ends the Peace of Nicias (12.1)."""


class CallExpedition(Action, frozen=True):
    """Brings the Second Expedition in (15.2-b)."""


class OfferPeace(Action, frozen=True):
    """Makes a peace offer (14.2.2)."""


class Discard(Action, frozen=True):
    """Discards a Continuing Event (9.5.3), or the Leader who does not stay (3.11)."""

    card: str


class GroupMove(Action, frozen=True):
    """Begins to move a group (4.1)."""

    place: str


class Muster(Action, frozen=True):
    """Begins to form a group in one area (4.2)."""

    place: str


class Move(Action, frozen=True):
    """Moves one block of the group; `via` is the last place before, where that matters; `into`: within the walls."""

    block: Annotated[str, Hidden()]
    to: str
    via: str = ""
    forced: bool = False
    into: bool = False


class Load(Action, frozen=True):
    """A fleet takes a land block aboard (5.3)."""

    fleet: Annotated[str, Hidden()]
    cargo: Annotated[str, Hidden()]


class Finish(Action, frozen=True):
    """Ends the group's move, the choice of blocks, or the actions."""


class Pillage(Action, frozen=True):
    """Pillages an area (4.3)."""

    place: str


class Recruit(Action, frozen=True):
    """Draws a block from the pool (4.4)."""


class Place(Action, frozen=True):
    """Puts the recruit into a home of his (4.4)."""

    place: str


class Rebuild(Action, frozen=True):
    """Adds a step to a block (4.5)."""

    block: Annotated[str, Hidden()]


class Sally(Action, frozen=True):
    """Decides on a sally from a besieged city (4.6, 9.3.2)."""

    place: str


class Quarter(Action, frozen=True):
    """A block goes into an adjacent friendly city for the Winter (9.2.1.1)."""

    block: Annotated[str, Hidden()]
    to: str


class Return(Action, frozen=True):
    """A block goes to a home city for the Winter (9.2.1.2)."""

    block: Annotated[str, Hidden()]
    to: str
    via: str = ""
    into: bool = False


class Sustain(Action, frozen=True):
    """Sustains a block in the field (9.2.2)."""

    block: Annotated[str, Hidden()]


class Disband(Action, frozen=True):
    """A block is disbanded (9.2.4)."""

    block: Annotated[str, Hidden()]


class Fortify(Action, frozen=True):
    """A block goes within the walls (7.1), or comes out again no more."""

    block: Annotated[str, Hidden()]


class ComeOut(Action, frozen=True):
    """A besieged block comes out to fight (4.6)."""

    block: Annotated[str, Hidden()]


class Stand(Action, frozen=True):
    """Those outside the walls fight (6.2)."""


class Withdraw(Action, frozen=True):
    """All outside the walls retreat before the first round (6.8)."""


class Flee(Action, frozen=True):
    """A block retreats before the battle (6.8); without a place it is lost (6.9)."""

    block: Annotated[str, Hidden()]
    place: str = ""
    inside: bool = False


class Fight(Action, frozen=True):
    """The next battle is here (6.1)."""

    place: str


class Lead(Action, frozen=True):
    """This group begins the battle (5.4.1)."""

    group: str


class Fire(Action, frozen=True):
    """The block fires (6.7)."""


class Retreat(Action, frozen=True):
    """The block retreats instead of firing (6.7)."""


class RetreatTo(Action, frozen=True):
    """Where a routed or retreating block goes (6.9); `inside`: within the walls."""

    place: str
    inside: bool = False


class Take(Action, frozen=True):
    """A turned-up block takes the hit or the rout (6.5, 6.6)."""

    block: str


class Suffer(Action, frozen=True):
    """A besieged block, or the garrison, takes the step (8.2, 8.4)."""

    block: Annotated[str, Hidden()]


class Starve(Action, frozen=True):
    """Attrition at a siege (8.2); `tight` with Circumvallation (card 5)."""

    place: str
    tight: bool = False


class Storm(Action, frozen=True):
    """An assault on a besieged city (8.4)."""

    place: str


class HoldBack(Action, frozen=True):
    """A besieging block takes no part in the assault (8.4)."""

    block: Annotated[str, Hidden()]


class RollAgain(Action, frozen=True):
    """Cleon's side rolls the dice of its assault again (card 36)."""


class Choose(Action, frozen=True):
    """Something that a card lets one choose: an area, a sea, a card, a nation."""

    what: str


class Pick(Action, frozen=True):
    """An own block that a card lets one choose."""

    block: Annotated[str, Hidden()]


TYPES = (
    Commit, Pass, Appeal, Sacrifice, Decline, EndPeace, CallExpedition, OfferPeace, Discard, GroupMove, Muster,
    Move, Load, Finish, Pillage, Recruit, Place, Rebuild, Sally, Quarter, Return, Sustain, Disband, Fortify, ComeOut,
    Stand, Withdraw, Flee, Fight, Lead, Fire, Retreat, RetreatTo, Take, Suffer, Starve, Storm, HoldBack, RollAgain,
    Choose, Pick,
)  # fmt: skip
