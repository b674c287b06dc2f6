"""The records of the map."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.sword_of_rome.data_conditions import Count, Identity, Land, Positive, Power, SpaceKind
from rules.sword_of_rome.data_origin import Home, Record


class Terrain(Record, frozen=True, kw_only=True):
    """A kind of connection. `movement`: MP. `difficult`: bars interception, avoiding battle, retreat and friendly lines
    (10.2, 11.2, 12.4.1, 5.7). `attack`: modifier of an attacker who came in over it (12.2.3). `both_ends`: needs
    control of both ends (9.2)."""

    id: Literal["clear", "rough", "strait"]
    title: str
    movement: Positive
    difficult: bool
    attack: int
    both_ends: bool = False


class Space(Record, frozen=True, kw_only=True):
    """A space. `x`, `y`: where on the canvas. `loyalty`: of a walled city at the start; `subjugation`: the factor of a
    tribal space. `reinforcement`: the printed number of CU (2.2). `port`: for all, or for Carthage (9.6.2)."""

    id: Identity
    title: str
    x: Count
    y: Count
    land: Land
    home: Home
    kind: SpaceKind
    loyalty: Count = 0
    subjugation: Count = 0
    reinforcement: Count = 0
    victory_point: bool = False
    port: Literal["none", "open", "carthage"] = "none"
    people: str = ""
    aliases: tuple[str, ...] = ()


class Connection(Record, frozen=True, kw_only=True):
    """Two spaces that are adjacent; its id is "first|second". `one_way`: from the first to the second only.
    `clear_for`: powers for which it is clear in every respect (9.2)."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9-]+\|[a-z0-9-]+$")]
    terrain: Literal["clear", "rough", "strait"]
    one_way: bool = False
    clear_for: tuple[Power, ...] = ()


class Road(Record, frozen=True, kw_only=True):
    """A road that is there once its marker is in play: `movement` MP for its whole length (9.2)."""

    id: Identity
    title: str
    spaces: tuple[Identity, ...]
    movement: Positive
    marker: Identity


class Region(Record, frozen=True, kw_only=True):
    """Named spaces that events speak of."""

    id: Identity
    title: str
    spaces: tuple[Identity, ...]
