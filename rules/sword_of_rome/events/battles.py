"""Battles (12), from the cards that change them to the support that is won."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import Modifier


class BattleModified(Event, frozen=True):
    """A card changes a battle: the roll, the dice, the tactics, or the losses of one side."""

    side: str
    why: str
    value: int = 0
    dice: int = 0
    tactics: int = 0
    losses: int = 0
    losses_if_enemy_wins: int = 0
    bloodless: bool = False
    afterwards: str = ""
    points: int = 0
    retreat_losses: int = -1
    naval: int = 0
    powers: tuple[str, ...] = ()
    """Those whose armies retreat with these losses."""


class CommanderLost(Event, frozen=True):
    """A side's commander is taken out before the roll (12.2.4)."""

    side: str
    commander: str


class BattleRolled(Event, frozen=True):
    """Both sides' dice with all modifiers (12.2.3)."""

    space: str
    attacker: str
    attacker_cu: int
    attacker_dice: tuple[int, ...]
    attacker_modifiers: tuple[Modifier, ...]
    attacker_total: int
    defender: str
    defender_cu: int
    defender_dice: tuple[int, ...]
    defender_modifiers: tuple[Modifier, ...]
    defender_total: int
    attacker_ordinal: int = 0
    defender_ordinal: int = 0
    """Which results of chance the dice are, for one that is rolled again."""


class DieRolledAgain(Event, frozen=True):
    """One die of a side is set aside and rolled again."""

    side: str
    die: int
    before: int
    after: int
    why: str


class BattleWon(Event, frozen=True):
    """Who has won and what both sides lose (12.2.5, 12.3); `automatic`: without a roll (12.2.1)."""

    space: str
    winner: str
    loser: str
    side: str
    winner_loses: int
    loser_loses: int
    automatic: bool = False


class LossesCounted(Event, frozen=True):
    """CU that a side really lost, for the political consequences (12.5)."""

    side: str
    cu: int


class SupportWished(Event, frozen=True):
    """Whether an ally whose army flanked asks to be given the support of the victory (12.5)."""

    power: str
    wishes: bool


class BeneficiaryNamed(Event, frozen=True):
    """The active seat says which of the allies gains the support of their victory (12.5)."""

    power: str


class BattleFoughtAgain(Event, frozen=True):
    """A battle is rolled once more, by the event of the card `why` (7.1)."""

    why: str


class Retreated(Event, frozen=True):
    """A beaten army's way, and what it lost on it (12.4); `met`: leaders of its power whom it has met, so that it is to
    be said who commands (8.2.1)."""

    power: str
    path: tuple[str, ...]
    lost: int
    by_sea: bool = False
    met: bool = False


class SeaRetreatAllowed(Event, frozen=True):
    """A card lets so many CU of the beaten army retreat by sea (12.4.3)."""

    cu: int
    why: str


class SupportLossLimited(Event, frozen=True):
    """At most so much support is taken away; `power`: of this power (none: of all that are concerned)."""

    most: int
    why: str
    power: str = ""


class SupportSpent(Event, frozen=True):
    """One support point was spent (7.3)."""

    power: str
    how: str
    space: str
