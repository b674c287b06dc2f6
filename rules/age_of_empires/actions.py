"""What the seats decide. A place is a space of a city, `c-3`; `land` stands for no man's land."""

from __future__ import annotations

from typing import Annotated

from rules.age_of_empires.data_records import Resource
from rules.ruleset import Action
from rules.secrecy import Hidden


class Lay(Action, frozen=True):
    """Lays a starting building face down (setup-3)."""

    card: Annotated[str, Hidden()]
    space: Annotated[str, Hidden()]


class Done(Action, frozen=True):
    """Ends what can be gone on with: a phase, or a choice of several."""


class Decline(Action, frozen=True):
    """Lets a moment go by."""

    passes = True


class Reveal(Action, frozen=True):
    """Turns up an own face-down building (card-building-6)."""

    space: str


class Produce(Action, frozen=True):
    """So many batches of production of a building (turn-2)."""

    space: str
    batches: int


class ProduceAll(Action, frozen=True):
    """All that the villagers on all buildings can produce."""


class Take(Action, frozen=True):
    """One more of a resource that was produced (the cards Wheelbarrow and Hand Cart)."""

    resource: Resource


class GiveUp(Action, frozen=True):
    """A unit loses a soldier: for want of upkeep (turn-11)."""

    unit: str


class Repair(Action, frozen=True):
    """So many villagers on a building remove a damage marker each (villager-9)."""

    space: str
    villagers: int


class Build(Action, frozen=True):
    """Places a building or a wonder (card-building-9)."""

    card: str
    space: str


class PlaceRelic(Action, frozen=True):
    """Places a relic in no man's land (relic-4)."""

    card: str


class Research(Action, frozen=True):
    """Begins a technology, an upgrade or the next age (cost-5)."""

    card: str


class Exchange(Action, frozen=True):
    """A villager of a Market exchanges one resource for another (the card Market)."""

    space: str
    give: Resource
    get: Resource


class Play(Action, frozen=True):
    """Plays an event (turn-10)."""

    card: str


class Demolish(Action, frozen=True):
    """Begins to destroy an own building (unit-9)."""


class Raze(Action, frozen=True):
    """Which own building is destroyed, and whether its card is snuffed (unit-9)."""

    space: str
    snuffed: bool


class LookOut(Action, frozen=True):
    """Uses an Outpost."""


class LookAt(Action, frozen=True):
    """Which face-down building of the opponent is looked at."""

    space: str


class Send(Action, frozen=True):
    """So many villagers for a cost from this Town Center (cost-4)."""

    space: str
    villagers: int


class Complete(Action, frozen=True):
    """Which card under research is complete next (turn-4)."""

    card: str


class Grow(Action, frozen=True):
    """Whether the discard pile joins the deck with the deck of the age (agecard-6)."""

    discards: bool


class Step(Action, frozen=True):
    """A unit takes one step: to a space of the city that it is in or enters, or to no man's land (`land`)."""

    unit: str
    to: str


class Lift(Action, frozen=True):
    """A unit lifts a relic where it stands (move-9)."""

    unit: str
    relic: str


class Deliver(Action, frozen=True):
    """In which Monastery the relic is stored (monk-15)."""

    space: str


class Target(Action, frozen=True):
    """What an event is about: a unit, an own building, an enemy building, or a card."""

    what: str


class AttackBuilding(Action, frozen=True):
    """Attacks an enemy building, with a unit (combat-1)."""

    space: str
    unit: str


class AttackUnit(Action, frozen=True):
    """Attacks an enemy unit in the own city or in no man's land: with a unit, or with what stands at `space`: own
    villagers or a building that fires (combat-1)."""

    target: str
    unit: str = ""
    villagers: int = 0
    fire: str = ""


class Join(Action, frozen=True):
    """Joins the attack: a unit, villagers, or a building that fires."""

    unit: str = ""
    villagers: int = 0
    fire: str = ""


class Respond(Action, frozen=True):
    """A unit comes to defend from beside the building (combat-4)."""

    unit: str


class Defend(Action, frozen=True):
    """Who defends: the unit or not, and how many villagers (combat-5)."""

    unit: bool
    villagers: int


class Fire(Action, frozen=True):
    """A building fires at the attackers (combat-5)."""

    space: str


class Retreat(Action, frozen=True):
    """The own unit withdraws from the attack (combat-8)."""

    to: str


class Convert(Action, frozen=True):
    """The attacking unit tries to convert: a `soldier` or a `villager` (monk-11)."""

    token: str


class TakeFirst(Action, frozen=True):
    """Who of the own participants is hit first: a unit, or `villagers` (combat-11)."""

    who: str


class Heal(Action, frozen=True):
    """The unit tries to heal (monk-8)."""


class Lose(Action, frozen=True):
    """How many monks are lost in place of soldiers (combat-12)."""

    monks: int


class MakeVillagers(Action, frozen=True):
    """Makes villagers (villager-1)."""

    count: int


class Recruit(Action, frozen=True):
    """Begins to make soldiers or monks (soldier-2, monk-1)."""


class MakeMonks(Action, frozen=True):
    """Makes monks and puts them into a unit (monk-1)."""

    unit: str
    count: int


class Muster(Action, frozen=True):
    """Plays a unit card with soldiers made at a building, and where it enters (card-unit-5, layout-16)."""

    card: str
    soldiers: int
    trained: str
    space: str


class Train(Action, frozen=True):
    """Makes soldiers at a building and puts them on a unit (soldier-6)."""

    unit: str
    soldiers: int
    trained: str


class Place(Action, frozen=True):
    """Places villagers of the pool on a building (villager-5)."""

    space: str
    villagers: int


class Settle(Action, frozen=True):
    """Places all villagers of the pool: so many on the Town Center, the others where they produce (villager-6)."""

    reserve: int


class Turn(Action, frozen=True):
    """Turns a ship into the other mode (sea-11)."""

    unit: str


class Discard(Action, frozen=True):
    """Discards a card of the hand (turn-9)."""

    card: str


class LookThrough(Action, frozen=True):
    """Takes up the own discard pile to snuff a card of it (unit-9)."""


class Snuff(Action, frozen=True):
    """Snuffs a card of the own discard pile (unit-9)."""

    card: str


TYPES: tuple[type[Action], ...] = (
    Lay, Done, Decline, Reveal, Produce, ProduceAll, Take, GiveUp, Repair, Build, PlaceRelic, Research, Exchange,
    Play, Demolish, Raze, LookOut, LookAt, Send, Complete, Grow, Step, Lift, Deliver, Target, AttackBuilding,
    AttackUnit, Join, Respond, Defend, Fire, Retreat, Convert, TakeFirst, Heal, Lose, MakeVillagers, Recruit, MakeMonks,
    Muster, Train, Settle, Place, Turn, Discard, LookThrough, Snuff,
)  # fmt: skip
