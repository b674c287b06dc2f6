"""Operations with armies, leaders and CU."""

from typing import Literal

from rules.sword_of_rome.data_conditions import Count, Identity, Ops, Positive, Power, TerrainId, Where
from rules.sword_of_rome.data_effects.operation import Operation, Who


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
