"""When an event may be played, and where it works: windows, places and conditions.

Every condition is a frozen struct with a tag, so that it can be stored, shown and matched on; nothing here knows a
board or a state. "The seat" is the one that plays the card; "the army concerned" the one that the moment of a response,
or a condition of the play, is about.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Identity = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Ops = Annotated[int, Meta(ge=1, le=3)]
Power = Literal["rome", "greece", "gauls", "etruscans", "samnites", "volsci", "carthage", "transalpine"]
Land = Literal["italy", "sicily", "africa", "transalpine"]
SpaceKind = Literal["normal", "walled", "tribal", "box"]
TerrainId = Literal["clear", "rough", "strait", "sea"]

Window = Literal[
    "own-action",  # no response: the card play of the seat's own action
    "before-action",  # before any seat begins its action, and after the last round (7.4)
    "event-played",  # an event has been announced and has not yet taken effect
    "activation",  # an army or a neutral power has been activated and has not yet moved
    "space-entered",  # an army has entered a space; before anybody shuts himself in, intercepts or avoids
    "sea-move",  # a move, retreat or return by sea has been announced; before the naval roll
    "interception",  # an interception has been declared; before its die
    "avoidance",  # an attempt to avoid battle has been declared; before its die
    "reactions-over",  # interceptions and avoidances are over; before a battle is set up
    "battle-certain",  # before the combat dice
    "battle-rolled",  # the combat dice lie; before the winner and the losses are fixed
    "retreat",  # the loser is known and the losses are taken; before the retreat
    "battle-over",  # the retreat is over; before the political consequences
    "siege-roll",  # a siege or subjugation roll has been announced; before its dice
    "support-change",  # support is about to be lowered
    "alliance",  # an alliance has just been made
    "gallic-event",  # three players: a Gallic event has been rolled and has not yet taken effect
]
"""The moments at which a card may be played, in the order of an action."""


class Where(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spaces: those named by `spaces`, `regions`, `homes` (home spaces of these powers) or `lands`, all spaces where
    none of the four is given; of these the ones that satisfy all the rest. A tuple of these means any of them.

    `control`: who controls it: the power of the operation (in a condition, the seat), another power, or nobody. `kind`:
    what it is now. `port`: a port. `unbesieged`: holds no siege marker. `reinforcement`: can give its power CU now
    (5.10). `stands`: what of the power stands there: a CU, an army, a named leader with CU, or the army concerned.
    `units`: at least so many of the power's CU. `adjacent`: adjacent to a space that one of these powers controls, or
    to that of the army concerned. `no_units`: nobody's CU are there; `no_foreign_units`: no CU of other powers.
    """

    spaces: tuple[Identity, ...] = ()
    regions: tuple[Identity, ...] = ()
    homes: tuple[Power, ...] = ()
    lands: tuple[Land, ...] = ()
    kind: Literal["", "normal", "walled", "tribal"] = ""
    control: Literal["", "own", "other", "independent"] = ""
    port: bool = False
    unbesieged: bool = False
    reinforcement: bool = False
    stands: Literal["", "units", "army", "named-leader", "concerned"] = ""
    units: Count = 0
    adjacent: tuple[
        Literal[
            "concerned", "rome", "greece", "gauls", "etruscans", "samnites", "volsci", "carthage", "transalpine",
        ], ...,
    ] = ()  # fmt: skip
    no_units: bool = False
    no_foreign_units: bool = False


# Conditions


class Condition(msgspec.Struct, frozen=True, tag_field="when", forbid_unknown_fields=True):
    """What must hold when an event is played; all conditions of a play must."""


class OwnBattle(Condition, frozen=True, tag="own-battle"):
    """An army of the seat is in the battle; `role`: as its attacker or defender."""

    role: Literal["", "attacker", "defender"] = ""


class OwnPower(Condition, frozen=True, tag="own-power"):
    """The army of the seat that is concerned belongs to this power."""

    power: Power


class BattleWith(Condition, frozen=True, tag="battle-with"):
    """An army of one of these powers is in the battle, on either side."""

    powers: tuple[Power, ...]


class EnemyIs(Condition, frozen=True, tag="enemy-is"):
    """The army against the seat's own belongs to one of these powers; `negated`: to another."""

    powers: tuple[Power, ...]
    negated: bool = False


class Commander(Condition, frozen=True, tag="commander"):
    """The seat's army concerned is commanded by a leader of one of these roles."""

    roles: tuple[Literal["consul", "dictator", "named"], ...]


class Entry(Condition, frozen=True, tag="entry"):
    """The attacker came in over one of these."""

    terrain: tuple[TerrainId, ...]


class BattleIn(Condition, frozen=True, tag="battle-in"):
    """The battle is in one of these spaces."""

    at: tuple[Where, ...]


class Outcome(Condition, frozen=True, tag="outcome"):
    """The seat's army has won or lost."""

    won: bool


class SiegeRoll(Condition, frozen=True, tag="siege-roll"):
    """The roll is the seat's own, or against a space of its powers; on a space of this kind; made by one of these."""

    of: Literal["own", "against-own"]
    kind: Literal["walled", "tribal"]
    by: tuple[Power, ...] = ()


class Moving(Condition, frozen=True, tag="moving"):
    """The moving or activated army: the seat's own or another's; of these powers (none: any)."""

    whose: Literal["own", "other", "any"]
    powers: tuple[Power, ...] = ()


class NeutralArmyActivated(Condition, frozen=True, tag="neutral-army-activated"):
    """An army of this neutral power has been activated; its raising of CU or support is no such activation."""

    power: Power


class EntersArmy(Condition, frozen=True, tag="enters-army"):
    """The moving army has entered a space where somebody else's army stands, outside walls or within."""


class EntersHome(Condition, frozen=True, tag="enters-home"):
    """The moving army has entered a home space of this power."""

    power: Power


class Trying(Condition, frozen=True, tag="trying"):
    """Somebody else tries to intercept the seat's army, or to avoid battle with it; the window says which."""


class AdjacentArmy(Condition, frozen=True, tag="adjacent-army"):
    """An army of this power of the seat stands next to the space that the moving army has entered, and has tried
    nothing in this action."""

    power: Power


class AtSea(Condition, frozen=True, tag="at-sea"):
    """What anybody does by sea is one of these: 9.6, 12.4.3, 17.2.1-b, 10.5.1."""

    moves: tuple[Literal["move", "retreat", "return-to-africa", "refuse-battle"], ...]


class MarkerInPlay(Condition, frozen=True, tag="marker-in-play"):
    marker: Identity


class LeaderAt(Condition, frozen=True, tag="leader-at"):
    """This leader stands with CU in one of these spaces."""

    leader: Identity
    at: tuple[Where, ...]


class ArmyAt(Condition, frozen=True, tag="army-at"):
    """An army of `powers` (none: of the seat) with at least `units` CU stands in one of these spaces, `outside` walls;
    of several the seat chooses which is the army concerned."""

    at: tuple[Where, ...]
    units: Positive = 1
    powers: tuple[Power, ...] = ()
    outside: bool = False


class ArmyNear(Condition, frozen=True, tag="army-near"):
    """An army of one of these powers stands in or next to a space that the seat controls."""

    powers: tuple[Power, ...]


class HomesLost(Condition, frozen=True, tag="homes-lost"):
    """The power does not control at least so many of its home spaces."""

    power: Power
    count: Positive


class AllianceMade(Condition, frozen=True, tag="alliance-made"):
    """The alliance has just been made, and one of the seat's powers is a party to it."""


class EventHurtsOwn(Condition, frozen=True, tag="event-hurts-own"):
    """The announced event is another seat's and would lower the support of the seat's powers or remove their CU."""


class SupportLossBy(Condition, frozen=True, tag="support-loss"):
    """The support about to be lowered is this power's; the cause is another seat's event or a victory over it."""

    power: Power
    causes: tuple[Literal["event", "victory"], ...]


class MinesWorking(Condition, frozen=True, tag="mines-working"):
    """The Etruscan mines are not depleted (7.2.3)."""


AnyCondition = (
    OwnBattle | OwnPower | BattleWith | EnemyIs | Commander | Entry | BattleIn | Outcome | SiegeRoll | Moving
    | NeutralArmyActivated | EntersArmy | EntersHome | Trying | AdjacentArmy | AtSea | MarkerInPlay | LeaderAt
    | ArmyAt | ArmyNear | HomesLost | AllianceMade | EventHurtsOwn | SupportLossBy | MinesWorking
)  # fmt: skip
