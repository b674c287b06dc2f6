"""CU and leaders come, go and change places (5.10, 8, 9)."""

from __future__ import annotations

from rules.ruleset import Event


class UnitsPlaced(Event, frozen=True):
    """CU come into play in a space, outside any walls."""

    power: str
    space: str
    cu: int
    rule: str
    militia: int = 0


class UnitsLost(Event, frozen=True):
    """CU are lost; `inside`: so many of them from within the walls; `militia`: so many of them citizen militia."""

    power: str
    space: str
    cu: int
    rule: str
    inside: int = 0
    militia: int = 0


class CasualtiesOpen(Event, frozen=True):
    """Of so many CU that were lost as ordinary ones the owner still says whether they were citizen militia (17.1)."""

    power: str
    space: str
    cu: int


class CasualtiesNamed(Event, frozen=True):
    """So many of the CU lost were citizen militia after all (17.1)."""

    power: str
    space: str
    militia: int


class ForceMoved(Event, frozen=True):
    """CU and leaders go from one space to another; `why`: interception, avoidance, retreat, declined, bribed, event;
    `sally`: from within the walls."""

    power: str
    origin: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    why: str
    rule: str


class WentInside(Event, frozen=True):
    """CU and leaders go within the walls of their city (9.3.1)."""

    power: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    rule: str = "9.3.1"


class CameOut(Event, frozen=True):
    """CU and leaders come out from within the walls."""

    power: str
    space: str
    rule: str = "9.3.1"


class LeaderPlaced(Event, frozen=True):
    """A leader stands in a space from now on, as a subordinate unless he is the first; `inside` the walls."""

    leader: str
    space: str
    rule: str
    inside: bool = False


class LeaderGone(Event, frozen=True):
    """A leader leaves the map; `to`: displaced, cup, away or gone."""

    leader: str
    to: str
    rule: str


class CommanderAppointed(Event, frozen=True):
    """A leader commands the units of his power in a space (8.2.1)."""

    leader: str
    space: str


class MinorPlaced(Event, frozen=True):
    """A minor leader is placed by his owner in this impulse; he is not placed again in it (8.3)."""

    leader: str
