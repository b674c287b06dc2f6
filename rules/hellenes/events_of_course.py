"""What happens in the course of the years: cards, rolls, Olympians, cities, Prestige."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.hellenes.state import Pending
from rules.ruleset import Event
from rules.secrecy import Hidden, Opens


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
    """Athens may roll the dice of its assault, which still lie, again (card 36)."""

    pending: Pending


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


class ControlChanged(Event, frozen=True):
    """A city is another side's now (1.5)."""

    place: str
    side: str
    why: str = ""
    barbarian: bool = False


class CityHeld(Event, frozen=True):
    """A Greek block holds a city that barbarians took (10.1-b)."""

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
