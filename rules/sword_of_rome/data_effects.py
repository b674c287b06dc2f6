"""What the events of cards do: operations, and the ways to play an event.

An event is a list of operations (7.1-e), carried out in their order, each as far as it can be; it may be played if at
least one of them can be carried out in part. Every operation is a frozen struct with a tag, like the conditions of
`data_conditions`, which has the words used here for places and moments.
"""

from typing import Literal

import msgspec

from rules.sword_of_rome.data_conditions import (
    AnyCondition,
    Count,
    Identity,
    Ops,
    Positive,
    Power,
    TerrainId,
    Where,
    Window,
)

Who = Literal[
    "own", "enemy", "chosen", "holder", "leading-seat", "trailing-seat",
    "rome", "greece", "gauls", "etruscans", "samnites", "volsci", "carthage", "transalpine",
]  # fmt: skip
"""Whose army, power or seat is meant: `own` is the side, power or seat that plays the card; `enemy` the army against
it, or the army concerned; `chosen` one other power, which the seat that plays the card chooses; `holder` the power that
controls the space of the army concerned or, of several spaces, most of them (ties by 4.4); `leading-seat` and
`trailing-seat` the seats with the most and the fewest VP (ties by 4.4); a power by name is itself, in battle the side
that it fights on."""


class Operation(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One thing that an event does."""


# Armies, leaders and CU


class Campaign(Operation, frozen=True, tag="campaign", kw_only=True):
    """Activates up to `armies` armies one after another, each as with a card of `value` (9.5); the second may be the
    flanking force of a coordinated attack. Up to `allies` of them may be an ally's, if that seat agrees."""

    armies: Positive
    value: Ops
    allies: Count = 0


class Activate(Operation, frozen=True, tag="activate", kw_only=True):
    """Activates one army of `power` as with a card of `value`. `movement`: more MP. `sea`: CU that it may carry by
    sea. `at`: the army must stand there; `where_added`: in the space in which CU were just added. `optional`."""

    power: Power
    value: Ops
    movement: Count = 0
    sea: Count = 0
    at: tuple[Where, ...] = ()
    where_added: bool = False
    optional: bool = False


class NeutralActivation(Operation, frozen=True, tag="neutral-activation", kw_only=True):
    """Acts with one of `powers` as with a card of `value` (16.1.1), instead of or beside the card play of the round:
    one army, or CU, or support, and its minor leaders."""

    powers: tuple[Power, ...]
    value: Ops


class EnterLeader(Operation, frozen=True, tag="enter-leader", kw_only=True):
    """Brings `leader` with `units` new CU of his power into one of these spaces, as `AddUnits` does. `commands`: he
    takes command of any stack that he joins."""

    leader: Identity
    units: Count
    at: tuple[Where, ...]
    commands: bool = False


class DisplaceCommander(Operation, frozen=True, tag="displace-commander", kw_only=True):
    """The commander of `side` goes to the box of displaced leaders before or after the battle (12.2.4, 8.4)."""

    side: Who
    time: Literal["before", "after"]


class AddUnits(Operation, frozen=True, tag="add-units", kw_only=True):
    """`count` new CU of `power` in these spaces, never besieged or where foreign CU are; where the place asks for an
    own army or leader, also with one that besieges a city. `together`: all in one space."""

    power: Who
    count: Positive
    at: tuple[Where, ...]
    together: bool = False


class SellSwords(Operation, frozen=True, tag="sell-swords", kw_only=True):
    """Other seats are asked one after another, in the order that the player likes, until one agrees: it puts `units`
    new CU of a power of its own in one of these spaces, and `plunder` markers go on the track."""

    units: Positive
    plunder: Positive
    at: tuple[Where, ...]


class RemoveUnits(Operation, frozen=True, tag="remove-units", kw_only=True):
    """`power` loses `count` CU in one of these spaces; `chooser` says which: the seat that plays the card, or the
    one that loses them."""

    power: Who
    count: Positive
    at: tuple[Where, ...] = ()
    chooser: Literal["player", "loser"] = "player"


class MoveBonus(Operation, frozen=True, tag="move-bonus", kw_only=True):
    """The activated army has so many more (fewer) MP."""

    movement: int


class EaseTerrain(Operation, frozen=True, tag="ease-terrain", kw_only=True):
    """Connections of this terrain cost the activated army 1 MP, and it has no combat modifier for them, until the
    action ends."""

    terrain: tuple[TerrainId, ...]


class StopMove(Operation, frozen=True, tag="stop-move"):
    """The moving army goes back to the space that it came from, and its move ends."""


class FallBack(Operation, frozen=True, tag="fall-back", kw_only=True):
    """The enemy army in the space goes to its nearest friendly space with the losses of a retreat and without a
    battle; the moving army moves on. `support`: whether support is gained for these losses."""

    support: bool


class BarCity(Operation, frozen=True, tag="bar-city"):
    """The enemy army may not go or retreat into its walled city in this space during this action."""


class SuddenInterception(Operation, frozen=True, tag="sudden-interception", kw_only=True):
    """An army of the seat that satisfies the conditions comes into the space as if it had intercepted, without a die.
    `refusable`: the mover may refuse battle. `modifier`: its combat modifier as an interceptor."""

    refusable: bool
    modifier: int


class DieModifier(Operation, frozen=True, tag="die-modifier", kw_only=True):
    """Added to the die of the attempt."""

    value: int


class CancelActivation(Operation, frozen=True, tag="cancel-activation"):
    """The army is not activated; the card is spent and its power counts as activated in this round."""


# Battle


class CombatModifier(Operation, frozen=True, tag="combat-modifier", kw_only=True):
    """Added to the combat roll of `side`: a side of the battle, or the side on which that power is."""

    side: Who
    value: int


class CombatDice(Operation, frozen=True, tag="combat-dice", kw_only=True):
    """`side` rolls so many dice in this battle; all count for the total and for losses."""

    side: Who
    dice: Positive


class CombatReroll(Operation, frozen=True, tag="combat-reroll", kw_only=True):
    """So many of the seat's own combat dice are rolled again, its choice."""

    dice: Positive


class CombatLosses(Operation, frozen=True, tag="combat-losses", kw_only=True):
    """`side` loses `change` CU more. `only_if`: the seat's army has won or lost. `support`: whether they count in the
    political consequences (12.5)."""

    side: Who
    change: int
    only_if: Literal["", "won", "lost"] = ""
    support: bool = True


class NoCombatLosses(Operation, frozen=True, tag="no-combat-losses"):
    """No combat die costs anybody a CU; the winner and the retreat stand."""


class CombatReplay(Operation, frozen=True, tag="combat-replay"):
    """The battle is fought again with the same attacker, before anybody retreats; the cards of the first one no
    longer count, and no siege is lifted. The second one alone says who retreats and who has won."""


class TacticsModifier(Operation, frozen=True, tag="tactics-modifier", kw_only=True):
    """Added to the tactics of the commander of `side` in this battle."""

    side: Who
    value: int


class RetreatLosses(Operation, frozen=True, tag="retreat-losses", kw_only=True):
    """What the beaten army loses on the way (12.4.5) is `set`."""

    set: Count


class PoliticalBonus(Operation, frozen=True, tag="political-bonus", kw_only=True):
    """The winner has so many more points of support to use (12.5)."""

    count: Positive


# Sieges


class SiegeModifier(Operation, frozen=True, tag="siege-modifier", kw_only=True):
    """Added to the siege or subjugation roll."""

    value: int


class SiegeLosses(Operation, frozen=True, tag="siege-losses", kw_only=True):
    """The CU that the roll costs are `set`."""

    set: Count


class CancelSiegeRoll(Operation, frozen=True, tag="cancel-siege-roll"):
    """The roll is not made and gives nothing."""


class LiftSieges(Operation, frozen=True, tag="lift-sieges", kw_only=True):
    """All siege markers in these spaces are taken away."""

    at: tuple[Where, ...]


# Support


class LowerSupport(Operation, frozen=True, tag="lower-support", kw_only=True):
    """`power` loses `count` support (7.3.3, its own loss by 7.3.2) in these spaces. `chooser`: who says which, the
    seat that plays the card or the one that loses it."""

    power: Who
    count: Positive
    within: tuple[Where, ...] = ()
    chooser: Literal["player", "loser"] = "player"


class RaiseSupport(Operation, frozen=True, tag="raise-support", kw_only=True):
    """`power` gains `count` support (7.3.1) in these spaces."""

    power: Who
    count: Positive
    within: tuple[Where, ...] = ()


class RestoreHomes(Operation, frozen=True, tag="restore-homes", kw_only=True):
    """Up to `count` independent home spaces of `power` without enemy CU come back, cities at loyalty 1."""

    power: Power
    count: Positive


class ConvertSpaces(Operation, frozen=True, tag="convert-spaces", kw_only=True):
    """Up to `count` of these spaces become `power`'s."""

    power: Power
    count: Positive
    within: tuple[Where, ...]


class FoundCity(Operation, frozen=True, tag="found-city", kw_only=True):
    """One of these spaces becomes a walled city of `power` with loyalty 1; no CU is paid (7.2.1 asks for one)."""

    power: Power
    within: tuple[Where, ...]


class LimitSupportLoss(Operation, frozen=True, tag="limit-support-loss", kw_only=True):
    """Of the support about to be lowered at most so much is lost."""

    most: Count


# Events, the sea, cards, VP, alliances, markers


class CancelEvent(Operation, frozen=True, tag="cancel-event"):
    """The announced event has no effect; its card is spent (removed, if so marked)."""


class CancelSeaMove(Operation, frozen=True, tag="cancel-sea-move"):
    """What was to happen by sea does not take place; the MP for it are spent."""


class LandInAfrica(Operation, frozen=True, tag="land-in-africa", kw_only=True):
    """`leader` sails from his port to the African landing place with up to `units` CU, without a naval roll, activated
    as with a card of `value`; he may go on with the MP that are left (17.2)."""

    leader: Identity
    units: Positive
    value: Ops


class SeaPermission(Operation, frozen=True, tag="sea-permission", kw_only=True):
    """The beaten army may carry up to `units` CU by sea in the retreat at hand (12.4.3)."""

    units: Positive


class DrawCards(Operation, frozen=True, tag="draw-cards", kw_only=True):
    """The seat draws so many cards, hand limit or not."""

    count: Positive


class RedrawCards(Operation, frozen=True, tag="redraw-cards", kw_only=True):
    """The seat discards up to so many cards of its hand and draws as many."""

    count: Positive


class LookAtHand(Operation, frozen=True, tag="look-at-hand"):
    """The seat looks at the hand of one other seat, its choice."""


class GainVictoryPoints(Operation, frozen=True, tag="gain-victory-points", kw_only=True):
    """The seat of `power` gains (loses) so many VP, never below none."""

    power: Who
    count: int


class TakePlunder(Operation, frozen=True, tag="take-plunder", kw_only=True):
    """So many plunder markers of `power` go on the track (14.1)."""

    power: Literal["gauls", "transalpine"]
    count: Positive


class EndAlliance(Operation, frozen=True, tag="end-alliance", kw_only=True):
    """One alliance of `power` ends without support being paid (15.5)."""

    power: Power


class LockAlliance(Operation, frozen=True, tag="lock-alliance"):
    """Nobody may break this alliance before the turn ends."""


class PlaceMarker(Operation, frozen=True, tag="place-marker", kw_only=True):
    """The marker comes into play; `against`: against the power of that side."""

    marker: Identity
    against: Literal["", "enemy"] = ""


class TurnMarker(Operation, frozen=True, tag="turn-marker", kw_only=True):
    """One marker becomes another."""

    marker: Identity
    into: Identity


class DesperateTimes(Operation, frozen=True, tag="desperate-times", kw_only=True):
    """One of: a play as with a card of `value`; any number of cards discarded and as many drawn; a card titled `fetch`
    taken from deck, hand or discards and played at once as an event (7.4)."""

    value: Ops
    fetch: str


AnyOperation = (
    Campaign | Activate | NeutralActivation | EnterLeader | DisplaceCommander | AddUnits | SellSwords | RemoveUnits
    | MoveBonus | EaseTerrain | StopMove | FallBack | BarCity | SuddenInterception | DieModifier | CancelActivation
    | CombatModifier | CombatDice | CombatReroll | CombatLosses | NoCombatLosses | CombatReplay | TacticsModifier
    | RetreatLosses | PoliticalBonus | SiegeModifier | SiegeLosses | CancelSiegeRoll | LiftSieges | LowerSupport
    | RaiseSupport | RestoreHomes | ConvertSpaces | FoundCity | LimitSupportLoss | CancelEvent | CancelSeaMove
    | LandInAfrica | SeaPermission | DrawCards | RedrawCards | LookAtHand | GainVictoryPoints | TakePlunder
    | EndAlliance | LockAlliance | PlaceMarker | TurnMarker | DesperateTimes
)  # fmt: skip


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to play an event: at what moment, if what holds, and what it does. In the window `own-action` it is no
    response."""

    window: Window
    requires: tuple[AnyCondition, ...] = ()
    operations: tuple[AnyOperation, ...]
