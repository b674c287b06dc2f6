"""What the events of cards do: operations, and the ways to play an event.

An event is a list of operations (7.1-e), carried out in their order, each as far as it can be; it may be played if at
least one of them can be carried out in part. Every operation is a frozen struct with a tag, like the conditions of
`data_conditions`, which has the words used here for places and moments.

One file a concept; all are names of this package.
"""
# ruff: noqa: F403, F405

import msgspec

from rules.sword_of_rome.data_conditions import AnyCondition, Window
from rules.sword_of_rome.data_effects.armies import *
from rules.sword_of_rome.data_effects.battles import *
from rules.sword_of_rome.data_effects.cards import *
from rules.sword_of_rome.data_effects.operation import *
from rules.sword_of_rome.data_effects.sieges import *
from rules.sword_of_rome.data_effects.support import *

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
