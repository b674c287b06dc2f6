"""What happens: the events of Hellenes.

A block that only its owner knows stands in `block`, which is hidden; one that is turned up in `known`, which is open.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.hellenes.state import AnyProcedure, Fortifying, MainGroup, Moving
from rules.parts.decks import CardDrawn
from rules.ruleset import Event
from rules.secrecy import Hidden, Opens

Name = Annotated[str | None, Hidden(known_to="side")]
Names = Annotated[tuple[str, ...], Hidden(known_to="side", each=True)]


class ScenarioBegan(Event, frozen=True):
    """A scenario is set up (15.0)."""

    scenario: str
    year: int
    prestige: int
    control: dict[str, str]
    leaders: dict[str, str]
    peace: bool
    resumed: bool
    garrisons: int


class BlockPlaced(Event, frozen=True):
    """A block comes onto the map."""

    side: str
    place: str
    block: Name
    steps: Annotated[int, Hidden(known_to="side", unknown=0)]
    inside: bool = False
    why: str = ""


class AgendaSet(Event, frozen=True):
    """What is done next, in order."""

    steps: tuple[str, ...]


class StepBegan(Event, frozen=True):
    """The next thing on the agenda."""

    step: str


class YearBegan(Event, frozen=True):
    """A year begins (10.3)."""

    year: int


class SeasonBegan(Event, frozen=True):
    """A season begins; the sieges that stand are established (7.2)."""

    season: str
    established: tuple[str, ...] = ()


class PartBegan(Event, frozen=True):
    """A player turn begins."""

    side: str


class PartEnded(Event, frozen=True):
    """A player turn ends; what was turned up is hidden again (2.8)."""

    side: str


class BlocksHidden(Event, frozen=True):
    """The blocks of a side that were turned up are face down again (2.8)."""

    side: str
    blocks: Names


class HandReturned(Event, frozen=True):
    """A hand goes back into the pack, for Zeus (S-zeus-a)."""

    seat: str


class CardCommitted(Event, frozen=True):
    """A card is committed face down (3.3)."""

    seat: str
    choice: str
    use_choice: str
    card: Annotated[str, Hidden(known_to="seat", name="choice")]
    use: Annotated[str, Hidden(known_to="seat", name="use_choice")]


class CardsRevealed(Event, frozen=True):
    """Both cards are revealed, and with them who goes first (3.3)."""

    opens: ClassVar[Opens] = Opens("choices")

    choices: tuple[str, ...]
    cards: dict[str, str]
    uses: dict[str, str]
    first: str


class CardStays(Event, frozen=True):
    """A Continuing Event or Leader comes into play (3.6, 3.7)."""

    side: str
    card: str


class CardLeaves(Event, frozen=True):
    """A card in play is discarded, or leaves the game (3.8)."""

    card: str
    forever: bool = False
    why: str = ""


class ActionsGained(Event, frozen=True):
    """The actions of a player turn (4.0)."""

    side: str
    actions: int


class GroupBegan(Event, frozen=True):
    """A group moves or is mustered; `cost` actions are spent (4.1, 4.2)."""

    side: str
    place: str
    kind: str
    cost: int = 1


class GroupEnded(Event, frozen=True):
    """The group has moved."""

    side: str


class CargoLoaded(Event, frozen=True):
    """A land block is aboard a fleet (5.3)."""

    side: str
    place: str
    names: Names


class MoveBegan(Event, frozen=True):
    """Blocks are on a way on which dice are rolled (5.5, 5.6)."""

    side: str
    names: Names
    start: str
    path: tuple[str, ...]
    at: int
    forced: bool
    into: bool
    kind: str


class MoveReached(Event, frozen=True):
    """They are past a roll, the next at path[at]."""

    at: int


class BlocksMoved(Event, frozen=True):
    """A block, and after it what is aboard, is in another place."""

    side: str
    names: Names
    known: tuple[str, ...]
    start: str
    place: str
    via: str = ""
    inside_before: bool = False
    inside: bool = False
    kind: str = "move"


class StepLost(Event, frozen=True):
    """A block loses a step."""

    side: str
    place: str
    block: Name
    known: str = ""
    why: str = ""


class StepRebuilt(Event, frozen=True):
    """A block regains a step (4.5); `credit` is what the action still gives."""

    side: str
    place: str
    block: Name
    cost: int = 0
    credit: int = 0


class BlockRemoved(Event, frozen=True):
    """A block leaves the map for its pool (2.1, 9.2.4)."""

    side: str
    place: str
    block: Name
    known: str = ""
    inside: bool = False
    why: str = "destroyed"


class Pillaged(Event, frozen=True):
    """An area is pillaged (4.3)."""

    place: str
    side: str = ""
    cost: int = 0


class PrestigeGained(Event, frozen=True):
    """A side gains Prestige, or with a negative number loses it (14.1)."""

    side: str
    amount: int
    why: str = ""


class RollMade(Event, frozen=True):
    """Dice are rolled and not yet used (11.0-b)."""

    kind: str
    purpose: str
    god: str
    seat: str
    dice: tuple[int, ...]
    subject: str = ""
    asked: tuple[str, ...] = ()
    appealed: bool = False
    ordinal: int = 0


class BlockDrawn(Event, frozen=True):
    """A block is drawn from a pool and not yet placed (4.4)."""

    side: str
    purpose: str
    block: Annotated[str, Hidden(known_to="side")]
    asked: tuple[str, ...] = ()
    appealed: bool = False
    ordinal: int = 0
    cost: int = 0


class DealStood(Event, frozen=True):
    """A hand dealt anew may still be appealed against by Hera (S-hera-a)."""

    side: str
    purpose: str
    asked: tuple[str, ...]
    ordinal: int


class Passed(Event, frozen=True):
    """A seat makes no appeal."""

    seat: str


class Appealed(Event, frozen=True):
    """An Olympian is appealed to; the sacrifice is spent (11.0-d)."""

    seat: str
    olympian: str


class CleonAsked(Event, frozen=True):
    """Athens may roll the dice of its assault again (card 36)."""


class RollStood(Event, frozen=True):
    """The roll or draw is used."""


class Sacrificed(Event, frozen=True):
    """A garrison block is put on an Olympian (10.4.1); without one nothing happens."""

    seat: str
    olympian: str = ""


class SacrificeLost(Event, frozen=True):
    """A garrison block is taken off an Olympian for want of others (2.5)."""

    seat: str
    olympian: str


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


class ControlChanged(Event, frozen=True):
    """A city is another side's now (1.5)."""

    place: str
    side: str
    why: str = ""
    barbarian: bool = False


class CityHeld(Event, frozen=True):
    """A Greek block holds a city that barbarians took (10.1-b)."""

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


class RecruitAwaitsPlace(Event, frozen=True):
    """A block is to be placed in a home of its (4.4)."""

    side: str
    block: Annotated[str, Hidden(known_to="side")]
    full: bool = False


class BlockSustained(Event, frozen=True):
    """A block in the field is sustained (9.2.2)."""

    side: str
    place: str
    block: Name
    cost: int = 1


class ReturnContested(Event, frozen=True):
    """Returning units stand before the enemy at their home city (9.2.1.2)."""

    side: str
    place: str
    city: str


class ReturnSettled(Event, frozen=True):
    """A Return battle is over, or was not needed (9.3.1)."""

    side: str
    place: str


class EventBegan(Event, frozen=True):
    """The event of a card begins (3.4)."""

    card: str
    side: str


class EventStage(Event, frozen=True):
    """The event goes on: how many choices are left, and what was chosen."""

    stage: str
    left: int
    picked: tuple[str, ...] = ()


class EffectBegan(Event, frozen=True):
    """Something holds until the end of the season, or of the year."""

    effect: str
    yearly: bool = False


class EffectEnded(Event, frozen=True):
    """Something that held is used up."""

    effect: str


class CivilWarPlaced(Event, frozen=True):
    """The Civil War marker is placed (13.5)."""

    place: str


class PeaceEnded(Event, frozen=True):
    """The Peace of Nicias is over (12.1)."""

    side: str
    price: int


class SicilyAtWar(Event, frozen=True):
    """Sicily is at War (15.2-c)."""


class GelaJoined(Event, frozen=True):
    """Gela joins Syracuse (15.2-c)."""


class SecondExpedition(Event, frozen=True):
    """The Second Expedition is under way (15.2-b)."""


class WinterEnded(Event, frozen=True):
    """The markers of sustained units are taken off (9.0-a)."""


class MarkersRemoved(Event, frozen=True):
    """Pillaged and Civil War markers are taken off (9.5.3)."""


class PlagueStruck(Event, frozen=True):
    """The Plague strikes Athens (13.4)."""


class TributeTaken(Event, frozen=True):
    """Tribute is taken (9.5.1): what each side collects."""

    sums: dict[str, int]
    halved: bool = False


class GameEnded(Event, frozen=True):
    """The game is over (14)."""

    winners: tuple[str, ...]
    how: str


class PrestigeSet(Event, frozen=True):
    """A correction of the Prestige marker."""

    prestige: int


TYPES = (CardDrawn, *(each for each in list(vars().values()) if isinstance(each, type) and issubclass(each, Event) and each not in (Event, CardDrawn)))  # fmt: skip  # noqa: E501
_ = (AnyProcedure, Moving)
