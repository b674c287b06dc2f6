"""What happens in battles and sieges."""

from __future__ import annotations

from rules.hellenes.events_of_forces import Name, Names
from rules.hellenes.state import Fortifying, MainGroup
from rules.ruleset import Event


class BlocksHidden(Event, frozen=True):
    """The blocks of a side that were turned up are face down again (2.8)."""

    side: str
    blocks: Names


class SiegeBegan(Event, frozen=True):
    """A city is besieged; its garrison block is placed (7.1, 7.2)."""

    place: str
    side: str


class SiegeEstablished(Event, frozen=True):
    """A siege counts as established at once (card 34)."""

    place: str


class SiegeEnded(Event, frozen=True):
    """The siege is over; the garrison block is taken off (7.5)."""

    place: str
    side: str


class GarrisonFell(Event, frozen=True):
    """The garrison of a besieged city is lost (8.2)."""

    place: str


class SallyPlanned(Event, frozen=True):
    """A sally is decided upon (4.6)."""

    side: str
    place: str
    cost: int = 0


class SallyBegan(Event, frozen=True):
    """Besieged blocks come out (4.6)."""

    place: str
    side: str


class FortifyingBegan(Event, frozen=True):
    """The holder of a city chooses who goes within the walls (6.2)."""

    procedure: Fortifying


class WithdrawalBegan(Event, frozen=True):
    """All outside the walls retreat before the first round (6.8)."""


class BlockFortified(Event, frozen=True):
    """A block goes within the walls (7.1), or out of them (4.6)."""

    side: str
    place: str
    block: Name
    known: str = ""
    inside: bool = True


class MainGroupAsked(Event, frozen=True):
    """Several groups attack together (5.4.1)."""

    procedure: MainGroup


class BlocksShown(Event, frozen=True):
    """Blocks are turned up: name and steps (2.8)."""

    place: str
    blocks: dict[str, int]


class BattleBegan(Event, frozen=True):
    """A battle begins (6.1)."""

    place: str
    attacker: str
    began: dict[str, int]
    came: dict[str, str]
    later: tuple[str, ...]
    landed: tuple[str, ...]
    fighting: tuple[str, ...]
    stratagems: tuple[str, ...] = ()
    winter: str = ""


class StratagemUsed(Event, frozen=True):
    """A card's effect on one battle is used in this one, or kept for another (13)."""

    stratagem: str
    used: bool


class RoundBegan(Event, frozen=True):
    """A round, and the firing order (6.3)."""

    round: int
    queue: tuple[str, ...]


class BlockFired(Event, frozen=True):
    """The dice of a block are used: hits, then routs (6.4)."""

    block: str
    target: str
    hits: int
    routs: int
    again: bool = False


class HitsSettled(Event, frozen=True):
    """A hit or a rout is taken, or is lost for want of a target."""

    hits: int
    routs: int


class BlockRouted(Event, frozen=True):
    """A block leaves the battle and must retreat (6.6, 6.7)."""

    block: str
    by_choice: bool = False


class BlockRetreated(Event, frozen=True):
    """The retreat is made, or the block is lost (6.9)."""

    block: str


class BattleEnded(Event, frozen=True):
    """A battle is over (6.8); nobody wins one that was not fought."""

    place: str
    winner: str
    loser: str = ""
    naval: bool = False
    fought: bool = True


class AttritionBegan(Event, frozen=True):
    """A besieger waits for hunger (8.2)."""

    place: str
    side: str
    tight: bool = False


class AssaultPrepared(Event, frozen=True):
    """A besieger prepares an assault (8.4)."""

    place: str
    side: str
    free: bool = False


class BlockHeldBack(Event, frozen=True):
    """A block takes no part in the assault (8.4)."""

    side: str
    block: Name


class AssaultBegan(Event, frozen=True):
    """The assault begins; the assaulters are turned up (8.4)."""

    fighting: tuple[str, ...]
    queue: tuple[str, ...]


class AssaultFired(Event, frozen=True):
    """Dice of an assault are used: losses and routs of assaulters, hits and steps of the walls (8.4)."""

    queue: tuple[str, ...]
    losses: int = 0
    routs: int = 0
    hits: int = 0
    steps: int = 0


class AssaulterDropped(Event, frozen=True):
    """An assaulter is routed and drops out (8.4)."""

    block: str


class StepTaken(Event, frozen=True):
    """One of the steps that a siege takes is settled (8.2, 8.4)."""

    left: int


class SiegeSettled(Event, frozen=True):
    """The siege combat here is over for this player turn (8.1)."""

    place: str


class ProcedureEnded(Event, frozen=True):
    """The innermost thing is finished."""
