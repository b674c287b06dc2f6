"""What happens to units and in attacks."""

from __future__ import annotations

from rules.age_of_empires.procedures import Hit, Loss
from rules.ruleset import Event


class UnitMustered(Event, frozen=True):
    """A unit card comes into play with its first soldiers (card-unit-5)."""

    seat: str
    unit: str
    card: str
    space: str
    soldiers: int
    trained: str


class SoldiersTrained(Event, frozen=True):
    """Soldiers are put on a unit, made at a building ("": by an event) (soldier-6)."""

    unit: str
    soldiers: int
    trained: str = ""


class MonksMade(Event, frozen=True):
    """Monks are put into a unit (monk-1)."""

    unit: str
    monks: int


class TokensLost(Event, frozen=True):
    """A unit loses tokens (unit-5)."""

    unit: str
    soldiers: int
    monks: int
    reason: str


class UnitDestroyed(Event, frozen=True):
    """A unit is gone; its card is discarded (card-unit-14)."""

    unit: str


class UnitStepped(Event, frozen=True):
    """A unit takes a step; `left` are the steps that it may still take."""

    unit: str
    city: str
    space: str
    left: int


class UnitPosted(Event, frozen=True):
    """A unit goes somewhere outside the movement phase: `response`, `retreat`, `displaced`."""

    unit: str
    city: str
    space: str
    reason: str


class UnitMarches(Event, frozen=True):
    """A unit may take more steps in this turn (the card Forced March)."""

    unit: str
    steps: int


class ShipTurned(Event, frozen=True):
    """A ship is turned into the other mode (sea-11)."""

    unit: str
    mode: str


class RelicPlaced(Event, frozen=True):
    """A relic is placed in no man's land (relic-4)."""

    seat: str
    card: str


class RelicLifted(Event, frozen=True):
    """A unit lifts a relic (monk-13)."""

    unit: str
    relic: str


class RelicDropped(Event, frozen=True):
    """A unit without monks drops its relic (move-10)."""

    unit: str
    relic: str


class RelicStored(Event, frozen=True):
    """A relic is stored in a Monastery (monk-15)."""

    unit: str
    relic: str
    space: str


class AttackerJoined(Event, frozen=True):
    """A unit, villagers or a building join the attack (combat-1)."""

    unit: str = ""
    villagers: int = 0
    fire: str = ""
    afar: bool = False


class AttackWent(Event, frozen=True):
    """The attack goes on to its next part."""

    stage: str
    round: str = ""


class DefendersChosen(Event, frozen=True):
    """Who defends (combat-5)."""

    unit: str
    villagers: int


class GunFired(Event, frozen=True):
    """A building of the defender fires (combat-5)."""

    seat: str
    space: str


class Withdrawn(Event, frozen=True):
    """A unit takes no further part in the attack (combat-8)."""

    unit: str


class ConversionRolled(Event, frozen=True):
    """A unit tries to convert an enemy token (monk-7, monk-10)."""

    unit: str
    token: str
    die: int
    success: bool


class HealingRolled(Event, frozen=True):
    """A unit tries to heal (monk-8, monk-10)."""

    unit: str
    die: int
    success: bool


class RoundFought(Event, frozen=True):
    """A round: what both sides bring to bear, what of it the building takes, and what is still to be assigned
    (combat-9)."""

    round: str
    attack: int
    defence: int
    building: int
    hits: tuple[Hit, ...]
    exploding: tuple[str, ...] = ()


class LossesAssigned(Event, frozen=True):
    """What is still to be assigned of a round, and the losses so far (combat-11)."""

    hits: tuple[Hit, ...]
    losses: tuple[Loss, ...]


TYPES: tuple[type[Event], ...] = (
    UnitMustered, SoldiersTrained, MonksMade, TokensLost, UnitDestroyed, UnitStepped, UnitPosted, UnitMarches,
    ShipTurned, RelicPlaced, RelicLifted, RelicDropped, RelicStored, AttackerJoined, AttackWent, DefendersChosen,
    GunFired, Withdrawn, ConversionRolled, HealingRolled, RoundFought, LossesAssigned,
)  # fmt: skip
