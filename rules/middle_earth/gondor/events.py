"""What happens in the Gondor game alone."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.ruleset import Event
from rules.secrecy import Hidden, Opens

# GONDOR-8, GONDOR-25, GONDOR-26: cauldrons


class FillingAsked(Event, frozen=True):
    """A seat is to say which of its cauldrons hold oil."""

    seat: str


class CauldronFilled(Event, frozen=True):
    """A cauldron in a hex has its content, `oil` or `dummy`, and so many counters; only its seat knows which."""

    cauldron: str
    seat: str
    hex: str
    content: Annotated[str, Hidden(known_to="seat", name="hex")]
    counters: int


class OilOffered(Event, frozen=True):
    """The seat on the wall is asked whether it uses oil from this cauldron against an attacker."""

    seat: str
    attacker: str
    cauldron: str
    hex: str


class OilWithheld(Event, frozen=True):
    """No oil is used against the attacker."""

    attacker: str


class OilPoured(Event, frozen=True):
    """A counter of a cauldron is used; its content is known to all from now on. `opened`: the hex where it was filled,
    the first time. Oil is a casualty: `die` and `morale` give the result (7.42)."""

    opens: ClassVar[Opens] = Opens(part="opened")

    cauldron: str
    hex: str
    attacker: str
    content: str
    opened: str = ""
    morale: str = ""
    die: int = 0
    result: str = "-"


class TowerScorched(Event, frozen=True):
    """The roll whether oil burns a siege tower: on `most` or less it does."""

    engine: str
    die: int
    most: int
    burns: bool


class AttackerRepelled(Event, frozen=True):
    """An attacker on a wall was driven off by oil: its attack is void."""

    attacker: str


# GONDOR-15 to GONDOR-24: engines, walls, gates


class BreachAttempted(Event, frozen=True):
    """A catapult's shot at a hexside, rolled: breached if the dice come to `sum` or less. `range` is in hexes."""

    engine: str
    hexside: str
    feature: str
    range: int
    sum: int
    dice: tuple[int, ...]
    breached: bool


class WallShook(Event, frozen=True):
    """The roll of a unit behind a new breach: disrupted on `most` or less (GONDOR-18)."""

    unit: str
    die: int
    most: int
    disrupted: bool


class HeadThrown(Event, frozen=True):
    """A head was thrown into the city and stays there."""

    engine: str
    head: str
    hex: str


class GateRammed(Event, frozen=True):
    """Grond's blow at the Great Gate, rolled."""

    engine: str
    hexside: str
    range: tuple[int, int]
    dice: tuple[int, ...]
    destroyed: bool


class RamFailed(Event, frozen=True):
    """The ram's crew was driven off before the blow."""

    engine: str


class GrondActivated(Event, frozen=True):
    """Grond is active for the rest of the game."""


class EngineShotAt(Event, frozen=True):
    """A catapult's shot at an engine, rolled: destroyed by `sum` or less."""

    engine: str
    target: str
    range: int
    sum: int
    dice: tuple[int, ...]
    destroyed: bool


class EngineDestroyed(Event, frozen=True):
    """A unit destroyed an engine instead of attacking."""

    unit: str
    engine: str


class TowerBrought(Event, frozen=True):
    """A siege tower came to a wall and may stand against several hexsides."""

    engine: str
    seat: str
    hex: str


class LadderRaised(Event, frozen=True):
    """A unit raised a ladder against a hexside."""

    unit: str
    ladder: str
    hex: str
    hexside: str


class LadderShaken(Event, frozen=True):
    """The roll for throwing a ladder down: it falls on `least` or more."""

    unit: str
    ladder: str
    die: int
    least: int
    falls: bool


class CityEntered(Event, frozen=True):
    """A unit of Sauron's entered a hex of the city in this phase."""

    unit: str
    hex: str


class GateSeized(Event, frozen=True):
    """A unit seized an undefended gate for so many movement points."""

    unit: str
    hexside: str
    cost: int


class LevelTaken(Event, frozen=True):
    """Sauron took a level of the city. `counts`: for the first time."""

    level: int
    counts: bool


class LevelRetaken(Event, frozen=True):
    """West holds a level again."""

    level: int


# GONDOR-33, GONDOR-34: spells


class SpellEnded(Event, frozen=True):
    """A spell that worked works no more."""

    spell: str


class BannerRaised(Event, frozen=True):
    """The royal banner stands; until the turn `until` units rally to it by themselves."""

    version: ClassVar[int] = 2

    leader: str
    until: int


class RalliedToBanner(Event, frozen=True):
    """A unit rallied without a roll."""

    unit: str


EVENTS: tuple[type[Event], ...] = (
    FillingAsked, CauldronFilled, OilOffered, OilWithheld, OilPoured, TowerScorched, AttackerRepelled,
    BreachAttempted, WallShook, HeadThrown, GateRammed, RamFailed, GrondActivated, EngineShotAt, EngineDestroyed,
    TowerBrought, LadderRaised, LadderShaken, CityEntered, GateSeized, LevelTaken, LevelRetaken,
    SpellEnded, BannerRaised, RalliedToBanner,
)  # fmt: skip
