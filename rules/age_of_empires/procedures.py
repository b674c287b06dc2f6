"""What can have begun and not be finished, each on the stack of the state."""

from __future__ import annotations

import msgspec

from rules.ruleset import kebab_case


class Procedure(msgspec.Struct, frozen=True, tag_field="type", tag=kebab_case, gc=False):
    """Something that has begun."""


class Labour(Procedure, frozen=True):
    """Villagers still to be sent from Town Centers: to the pool, or onto a card under research (cost-4, cost-5)."""

    seat: str
    left: int
    onto: str = ""


class Playing(Procedure, frozen=True):
    """An event that is being carried out: the number of its operation, what is left of that, who has still to choose,
    and what it is about (a unit)."""

    seat: str
    card: str
    next: int = 0
    left: int = 0
    waiting: tuple[str, ...] = ()
    about: str = ""


class Growth(Procedure, frozen=True):
    """An age has been reached: shall the discard pile join the deck too (agecard-6)."""

    seat: str
    age: int


class Demolition(Procedure, frozen=True):
    """An own building is to be destroyed: this one, if it has been chosen and is confirmed (unit-9)."""

    seat: str
    space: str = ""
    snuffed: bool = False


class Outlook(Procedure, frozen=True):
    """A face-down building of the opponent is to be looked at (the card Outpost)."""

    seat: str


class Snuffing(Procedure, frozen=True):
    """A card of the own discard pile is to be snuffed: this one, if it has been chosen and is confirmed (unit-9)."""

    seat: str
    card: str = ""


class Recruiting(Procedure, frozen=True):
    """Soldiers or monks are to be made (soldier-2, monk-1)."""

    seat: str


class Delivery(Procedure, frozen=True):
    """A relic has reached several Monasteries (monk-15)."""

    seat: str
    unit: str


class Displacement(Procedure, frozen=True):
    """A unit whose building was destroyed goes to an own building beside it (combat-15)."""

    seat: str
    unit: str
    space: str


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Damage that a seat assigns among its participants: units by name, or `villagers` (combat-11)."""

    seat: str
    damage: int
    among: tuple[str, ...]


class Loss(msgspec.Struct, frozen=True, gc=False):
    """Tokens that a participant loses at the end of a round. `healed`: it has been decided whether to heal;
    `settled`: and who goes, soldiers or monks (combat-12)."""

    seat: str
    who: str
    soldiers: int
    monks: int = 0
    healed: bool = False
    settled: bool = False


class Attack(Procedure, frozen=True):
    """An attack (combat-1). `kind`: on a `building`, on a `unit` in the attacker's own city, or in the `land`; `city`,
    `space`: the place; `target`: the unit attacked. Attackers: `main` on the spot, `villagers` there, `bombers` (units
    from elsewhere), `fire` (own buildings), `afar` (bowmen in no man's land). Defenders: `defender` (a unit), `guards`
    (villagers), `guns` (buildings)."""

    seat: str
    kind: str
    city: str
    space: str
    target: str = ""
    main: str = ""
    villagers: int = 0
    bombers: tuple[str, ...] = ()
    fire: tuple[str, ...] = ()
    afar: str = ""
    defender: str = ""
    guards: int = 0
    guns: tuple[str, ...] = ()
    stage: str = "joining"
    round: str = ""
    hits: tuple[Hit, ...] = ()
    losses: tuple[Loss, ...] = ()
    damage: int = 0
    converted: tuple[str, ...] = ()
    healed: tuple[str, ...] = ()
    exploding: tuple[str, ...] = ()


AnyProcedure = (
    Labour
    | Playing
    | Growth
    | Demolition
    | Outlook
    | Snuffing
    | Recruiting
    | Delivery
    | Displacement
    | Attack
)
