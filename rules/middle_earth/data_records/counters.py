"""Counters, formations and spells (2.3, 8.4, 8.5)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.middle_earth.data_records.values import Arm, Code, Count, Identity, Positive, Role
from rules.parts.record_origin import Record


class UnitType(Record, frozen=True, kw_only=True):
    """A kind of combat unit and how many there are. `full` and `reduced` are the codes on its two sides (2.3): attack
    letter, `e` for missiles, armour, morale. `short` is for small drawings. `allowance`: movement points where
    not those of its arm. `missile`: the weapon that sets its range (7.12). `traits`: no ladder or siege tower; into a
    city by its destroyed Great Gate alone; cavalry attacks it worse (GONDOR-43)."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    side: Identity
    army: Identity
    nation: Identity
    arm: Arm
    count: Positive
    full: Code
    reduced: Code
    missile: Literal["", "bow", "catapult"] = ""
    allowance: Count = 0
    never_disrupted: bool = False
    traits: tuple[Literal["no-climbing", "by-the-great-gate", "dreaded-by-cavalry"], ...] = ()


class LeaderRecord(Record, frozen=True, kw_only=True):
    """A leader. `nation`: whose units he leads (8.1, 8.31), "any" for all of his side. `magic`: his points, 0 if he has
    no magic. `inherits`: nations that he also leads once the leader named there is dead."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    side: Identity
    nation: Identity
    rating: Positive
    wounded: Positive
    magic: Count = 0
    inherits: dict[str, tuple[Identity, ...]] = msgspec.field(default_factory=dict)


class MarkerRecord(Record, frozen=True, kw_only=True):
    """A counter that is neither unit nor leader. `bearer`: the leader who begins with a weapon; `bonus` what it adds to
    his rating. `allowance`: movement points of one that moves."""

    id: Identity
    title: str
    kind: Literal[
        "weapon", "pedestal", "turn", "total", "disrupted", "cauldron", "oil", "ladder", "head", "breach", "gate",
        "control", "demoralized", "banner", "spell",
    ]  # fmt: skip
    side: Identity
    count: Positive
    bearer: str = ""
    bonus: Count = 0
    allowance: Count = 0


class EngineRecord(Record, frozen=True, kw_only=True):
    """A kind of siege engine and how many there are. `allowance`: movement points with its crew."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    kind: Literal["catapult", "siege-tower", "ram"]
    side: Identity
    count: Positive
    allowance: Positive


class Formation(Record, frozen=True, kw_only=True):
    """A special formation (8.4). `types`: the kinds of unit that may take it; none named: all of the arm."""

    id: Identity
    title: str
    role: Role
    arm: Arm
    types: tuple[Identity, ...] = ()
    attack: Annotated[str, Meta(pattern=r"^[A-E]$")]
    armour: Annotated[int, Meta(ge=1, le=4)]
    allowance: Positive


class Spell(Record, frozen=True, kw_only=True):
    """A spell: who casts it, the fewest points (8.54), the piece that must be on the map, and its numbers. `lasting`:
    it works to the end of the game, not of the turn."""

    id: Identity
    title: str
    caster: Identity
    minimum: Positive
    needs: str = ""
    once: bool = False
    lasting: bool = False
    rule: str
    numbers: dict[str, int] = msgspec.field(default_factory=dict)
