"""What happens, city and cards; `events_of_units` has units and combat."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.age_of_empires.procedures import AnyProcedure
from rules.ruleset import Event
from rules.secrecy import Hidden, Opens


class SeaAgreed(Event, frozen=True):
    """Whether the sea is in use (sea-1)."""

    on: bool


class DeckLaidOut(Event, frozen=True):
    """A seat's civilization, its decks and its starting buildings (setup-2, setup-5)."""

    seat: str
    civilization: str
    first: Annotated[tuple[str, ...], Hidden(known_to="seat", each=True)]
    second: Annotated[tuple[str, ...], Hidden(known_to="seat", each=True)]
    third: Annotated[tuple[str, ...], Hidden(known_to="seat", each=True)]
    fourth: Annotated[tuple[str, ...], Hidden(known_to="seat", each=True)]
    starters: Annotated[tuple[str, ...], Hidden(known_to="seat", each=True)]


class StarterLaid(Event, frozen=True):
    """A seat has laid one of its starting buildings (setup-3)."""

    seat: str
    part: str
    place: str
    card: Annotated[str, Hidden(known_to="seat", name="part")]
    space: Annotated[str, Hidden(known_to="seat", name="place")]


class CityLaid(Event, frozen=True):
    """The starting city of a seat is shown (setup-3, setup-4): where its face-down buildings lie, by their parts."""

    opens: ClassVar[Opens] = Opens("places")

    seat: str
    places: tuple[str, ...]
    parts: tuple[str, ...]
    spaces: tuple[str, ...]
    villagers: int
    center_part: str = ""
    center: Annotated[str | None, Hidden(known_to="seat", name="center_part")] = None
    """The Town Center where it is laid face down too, under a part of its own."""


class CardDrawn(Event, frozen=True):
    """A seat draws a card (setup-8, turn-9)."""

    seat: str
    card: Annotated[str, Hidden(known_to="seat")]


class DeckReshuffled(Event, frozen=True):
    """The discard pile is the deck again (detail-2)."""

    seat: str


class FirstRolled(Event, frozen=True):
    """Who begins (setup-9)."""

    rolls: dict[str, int]
    seat: str


class TurnBegan(Event, frozen=True):
    """A turn of a seat begins (flow-1)."""

    turn: int
    seat: str


class PhaseBegan(Event, frozen=True):
    """A phase begins (turn-1)."""

    phase: int


class StepReached(Event, frozen=True):
    """A part of a phase is reached."""

    step: str


class ProcedureBegan(Event, frozen=True):
    """Something begins that is not finished at once."""

    procedure: AnyProcedure


class ProcedureEnded(Event, frozen=True):
    """The innermost thing that has begun is finished; `idle`: nothing came of it, and it is not begun again in this
    turn."""

    kind: str
    idle: bool = False


class StockChanged(Event, frozen=True):
    """A stock grows or shrinks (cost-2)."""

    seat: str
    food: int = 0
    wood: int = 0
    stone: int = 0
    gold: int = 0
    reason: str = ""


class UpkeepOwed(Event, frozen=True):
    """Upkeep of so many units is not paid (turn-11); negative: a soldier was removed for it."""

    seat: str
    units: int


class Produced(Event, frozen=True):
    """A building produces; its villagers go to the pool (cost-7)."""

    seat: str
    space: str
    villagers: int
    resource: str
    amount: int


class WonderRose(Event, frozen=True):
    """A wonder reaches its next stage (wonder-7)."""

    seat: str
    space: str
    stage: int


class BuildingRevealed(Event, frozen=True):
    """A face-down building is turned up (card-building-6)."""

    opens: ClassVar[Opens] = Opens("part")

    seat: str
    space: str
    part: str
    card: str


class BuildingSeen(Event, frozen=True):
    """A seat looks at a face-down building of the other (the card Outpost)."""

    opens: ClassVar[Opens] = Opens("part", "by")

    seat: str
    by: str
    space: str
    part: str
    card: Annotated[str, Hidden(known_to="knowing")]
    knowing: tuple[str, ...]


class BuildingPlaced(Event, frozen=True):
    """A building or a wonder is placed from the hand (card-building-9)."""

    seat: str
    card: str
    space: str


class SeaBegan(Event, frozen=True):
    """A Dock decides which side is sea, or that a seat has it on both (sea-3 to sea-5)."""

    seat: str
    side: str


class BuildingRepaired(Event, frozen=True):
    """Damage is removed: by villagers that go to the pool (villager-9), or by an event (0 villagers)."""

    seat: str
    space: str
    damage: int
    villagers: int


class BuildingDamaged(Event, frozen=True):
    """Damage markers are laid on a building (combat-14)."""

    seat: str
    space: str
    damage: int
    reason: str


class BuildingDestroyed(Event, frozen=True):
    """A building is gone, its villagers go to the pool, its relics lie in no man's land (combat-15)."""

    seat: str
    space: str
    snuffed: bool = False


class LabourSent(Event, frozen=True):
    """Villagers go from a Town Center to the pool, or onto a card under research (cost-4, cost-5)."""

    seat: str
    space: str
    villagers: int
    onto: str = ""


class ResearchBegan(Event, frozen=True):
    """A card is laid in the data area, to be researched (cost-5)."""

    seat: str
    card: str
    aged: bool = False


class ResearchAdvanced(Event, frozen=True):
    """Villagers go from a card under research to the pool (cost-6)."""

    seat: str
    card: str
    villagers: int


class ResearchCompleted(Event, frozen=True):
    """A technology or upgrade takes effect (cost-6)."""

    seat: str
    card: str


class AgeReached(Event, frozen=True):
    """A seat is in a new age (agecard-5)."""

    seat: str
    age: int


class DeckJoined(Event, frozen=True):
    """The deck of an age joins the deck, with the discard pile or without it (agecard-6)."""

    seat: str
    age: int
    discards: bool


class VillagerExchanged(Event, frozen=True):
    """A villager of a Market goes to the pool for an exchange."""

    seat: str
    space: str
    doubled: bool


class EventPlayed(Event, frozen=True):
    """An event is played and snuffed (event-3)."""

    seat: str
    card: str


class EventStepped(Event, frozen=True):
    """An event goes on to its next operation, or has less of one left to do."""

    next: int
    left: int = 0
    waiting: tuple[str, ...] = ()
    about: str = ""


class HandSeen(Event, frozen=True):
    """A seat looks at the hand of the other (the card Scouting Party)."""

    seat: str
    by: str
    knowing: tuple[str, ...]
    cards: Annotated[tuple[str, ...], Hidden(known_to="knowing", each=True)]


class CardFound(Event, frozen=True):
    """A card is searched for in the deck, shown and taken (the card Imperial Decree)."""

    seat: str
    card: str


class TruceBegan(Event, frozen=True):
    """No unit may attack the city up to the end of a turn (the card The King is Dead)."""

    seat: str
    until: int


class HuntRolled(Event, frozen=True):
    """The die for a boar hunt."""

    seat: str
    die: int


class VillagersMade(Event, frozen=True):
    """New villagers in the pool (villager-1)."""

    seat: str
    count: int
    reason: str = ""


class VillagersLost(Event, frozen=True):
    """Villagers are destroyed: on a building, in the pool (`pool`), or on a card under research (villager-14)."""

    seat: str
    where: str
    count: int
    reason: str = ""


class VillagersRecalled(Event, frozen=True):
    """All villagers in the city go to the pool (turn-7)."""

    seat: str


class VillagersPlaced(Event, frozen=True):
    """Villagers of the pool are placed on a building (villager-5)."""

    seat: str
    space: str
    count: int


class CardDiscarded(Event, frozen=True):
    """A card of the hand is discarded (turn-9)."""

    seat: str
    card: str


class CardSnuffed(Event, frozen=True):
    """A card of the discard pile is snuffed (unit-9)."""

    seat: str
    card: str


class HoldCounted(Event, frozen=True):
    """A wonder or five relics have stood for one more turn of the opponent, or for none any more (victory-2)."""

    seat: str
    space: str
    turns: int


class GameEnded(Event, frozen=True):
    """The game is over."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]


TYPES: tuple[type[Event], ...] = (
    SeaAgreed, DeckLaidOut, StarterLaid, CityLaid, CardDrawn, DeckReshuffled, FirstRolled, TurnBegan, PhaseBegan,
    StepReached, ProcedureBegan, ProcedureEnded, StockChanged, UpkeepOwed, Produced, WonderRose,
    BuildingRevealed, BuildingSeen,
    BuildingPlaced, SeaBegan, BuildingRepaired, BuildingDamaged, BuildingDestroyed, LabourSent, ResearchBegan,
    ResearchAdvanced, ResearchCompleted, AgeReached, DeckJoined, VillagerExchanged, EventPlayed, EventStepped,
    HandSeen,
    CardFound, TruceBegan, HuntRolled, VillagersMade, VillagersLost, VillagersRecalled, VillagersPlaced,
    CardDiscarded,
    CardSnuffed, HoldCounted, GameEnded,
)  # fmt: skip
