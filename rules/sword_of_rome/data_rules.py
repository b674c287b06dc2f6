"""The records of the game, its powers, numbers and tables."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.sword_of_rome.data_conditions import Count, Identity, Land, Positive, Power
from rules.sword_of_rome.data_origin import Colour, Die, Home, Letter, Record, SeatId, Year


class Game(Record, frozen=True, kw_only=True):
    id: Identity
    title: str
    publisher: str = ""
    year: int = 0
    width: Positive
    height: Positive
    """Of the canvas on which the coordinates of spaces lie; its origin is the north-west corner."""


class SeatRecord(Record, frozen=True, kw_only=True):
    """A seat, the powers that it runs and the deck that it draws from."""

    id: SeatId
    title: str
    powers: tuple[Power, ...]
    deck: SeatId


class PowerRecord(Record, frozen=True, kw_only=True):
    """A power, or `independent`, which is nobody's.

    `kind`: of a seat, neutral (16), or independent. `adjective`: "Roman". `letter` and `colour` for drawings.
    `movement`: MP of an army activated with 1, 2, 3 Ops (9.2). `enemy`: the arch-enemy of a neutral power (16.1).
    `lands`: where its CU and leaders may be (16.3). `enters`: powers whose spaces its armies may end a move,
    intercept or avoid into; none: all (16.3). `siege_modifier`: to its siege rolls (13.2). `raids`: may raid, loot and
    take plunder (14). `gains_spaces`: gains VP for spaces (5.8.1). `bribes`: may bribe (7.2.2). `colonies`: may found
    colonies, and each of its walled cities gives CU (7.2.1, 5.10.1). `supply_by_sea`: traces reinforcements over
    the sea (5.10). `penalties`: its named leaders cost loyalty (8.2.3).
    """

    id: Home
    title: str
    adjective: str
    kind: Literal["seat", "neutral", "independent"]
    letter: Letter
    colour: Colour
    movement: tuple[Positive, Positive, Positive] = (4, 4, 4)
    enemy: Power | None = None
    lands: tuple[Land, ...] = ("italy", "sicily", "africa")
    enters: tuple[Power, ...] = ()
    siege_modifier: int = 0
    raids: bool = False
    gains_spaces: bool = True
    bribes: bool = False
    colonies: bool = False
    supply_by_sea: bool = False
    penalties: bool = False


class Order(Record, frozen=True, kw_only=True):
    """An order that the rules use: `ties` of powers, best first (4.4); `clockwise` of seats (5.4)."""

    id: Literal["ties", "clockwise"]
    members: tuple[Identity, ...]


class Phase(Record, frozen=True, kw_only=True):
    """A phase of a turn (5)."""

    id: Identity
    number: Positive
    title: str


class Turn(Record, frozen=True, kw_only=True):
    """A turn of the track: its years BC and its automatic victory level (4.2)."""

    id: Annotated[str, Meta(pattern=r"^[1-9][0-9]*$")]
    number: Positive
    from_bc: Year
    to_bc: Year
    automatic_victory: Positive


class Number(Record, frozen=True, kw_only=True):
    """One number of the rules, with the rule that uses it."""

    id: Identity
    value: int
    rule: str


class Numbers(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """All numbers of the rules; the ids of the `number` records are these names with hyphens."""

    rounds: int  # 5.4
    victory_track: int  # 4.2: the top of the VP track, the permanent level
    victory_least: int  # 5.8.1
    alliance_break: int  # 15.5: support
    mines_homes_lost: int  # 7.2.3
    colony_units: int  # 7.2.1: CU that must be there
    colony_cost: int  # 7.2.1: CU
    bribe_ops: int  # 7.2.2
    bribe_plunder: int  # 7.2.2: markers for bribed Gauls
    reinforcement_ops: int  # 7.1
    reinforcement_units: int  # 7.1
    roman_city_units: int  # 5.10.1: for each Roman walled city other than Roma
    loyalty_most: int  # 7.3.1
    loyalty_new: int  # 13.5, 7.3.4, 7.2.1
    consuls: int  # 8.2.2: drawn each turn
    army_most: int  # 9.1, 11.1: CU that move together
    cost_sea: int  # 9.2: MP
    cost_raid: int  # 14.2: MP
    shelter_most: int  # 9.3.1, 12.4.4: CU inside walls
    siege_least: int  # 13.1: CU
    interception_enemy_space: int  # 10.3: to the die
    sea_ops: int  # 9.6.3, 12.4.3
    sea_greece: int  # 9.6.3: CU
    sea_greece_harbour: int  # 9.6.3: CU from or to the Greek harbour
    sea_rome: int  # 9.6.3: CU after Duoviri Navales
    sea_rome_allied: int  # 18: CU
    sea_carthage: int  # 9.6.3: CU
    naval_friendly_port: int  # 9.6.4: to the die
    naval_attrition_share: int  # 9.6.4: one CU lost for each so many or part of them
    combat_dice: int  # 12.2.3
    combat_flanking: int  # 12.2.3
    combat_friendly: int  # 12.2.3
    combat_intercepted: int  # 12.2.3
    combat_avoidance_failed: int  # 12.2.3
    combat_single_unit: int  # 12.3: the least die with which an army of 1 CU hurts
    combat_two_units: int  # 12.3: the same of 2 CU
    retreat_spaces: int  # 12.4.1
    siege_dice: int  # 13.2
    raid_loss: int  # 14.2: the most CU that a raid costs
    raid_plunder: int  # 14.3
    loot_plunder: int  # 14.4
    plunder_track: int  # 14.1: boxes
    plunder_points_gauls: int  # 14.1: VP for a full track
    plunder_points_transalpine: int  # 14.1


class Place(Record, frozen=True, kw_only=True):
    """A space that a rule names."""

    id: Identity
    space: Identity
    rule: str


class Places(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """All spaces that the rules name; the ids of the `place` records are these names with hyphens."""

    roman_capital: str  # 5.10.1
    greek_harbour: str  # 9.6.3: Syracusae
    punic_capital: str  # 17.2: never converted
    african_landing: str  # 9.6.2, 17.2: a Greek port while Greek CU are there
    transalpine_box: str  # 2.3


class OptionRecord(Record, frozen=True, kw_only=True):
    """A switch of the rules; `default` is the ruling."""

    id: Identity
    about: str
    values: tuple[str, ...]
    default: str


# Tables


class Ratio(Record, frozen=True, kw_only=True):
    """Strength ratios from `larger` to `smaller` up to the next row (12.2.1); a `strength` record goes before it."""

    id: Annotated[str, Meta(pattern=r"^[0-9]+-[0-9]+$")]
    larger: Positive
    smaller: Positive
    modifier: Count
    automatic: bool = False


class Strength(Record, frozen=True, kw_only=True):
    """One cell of the printed table of strength ratios: the CU of the larger and of the smaller army."""

    id: Annotated[str, Meta(pattern=r"^[0-9]+-[0-9]+$")]
    larger: Positive
    smaller: Positive
    modifier: Count
    automatic: bool = False


class CombatLoss(Record, frozen=True, kw_only=True):
    """What an unmodified die costs (12.3): CU of the winner and of the loser, by whose die it is."""

    id: Annotated[str, Meta(pattern=r"^[1-6]$")]
    die: Die
    winner_die: tuple[Count, Count]
    loser_die: tuple[Count, Count]


class SiegeResult(Record, frozen=True, kw_only=True):
    """What a siege or subjugation roll gives (13.2): points and CU lost. Rolls beyond the table's ends are its ends."""

    id: Annotated[str, Meta(pattern=r"^[0-9]+$")]
    roll: Count
    points: Count
    units_lost: Count


class NavalResult(Record, frozen=True, kw_only=True):
    """What a die gives in naval combat (9.6.4); beyond the ends, the ends."""

    id: Annotated[str, Meta(pattern=r"^[1-6]$")]
    die: Die
    result: Literal["success", "return", "attrition"]


class Attrition(Record, frozen=True, kw_only=True):
    """CU lost by `least` to `most` CU in an enemy space, for the die 1 to 6 (5.5)."""

    id: Annotated[str, Meta(pattern=r"^[0-9]+-[0-9]+$")]
    least: Positive
    most: Positive
    losses: tuple[Count, Count, Count, Count, Count, Count]
