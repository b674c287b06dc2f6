"""Operations in a battle and in the retreat from it (12)."""

from typing import Literal

from rules.sword_of_rome.data_conditions import Positive
from rules.sword_of_rome.data_effects.operation import Operation, Who


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
    """The beaten army loses nothing on the way (12.4.5): `set` says so."""

    set: Literal[0]


class PoliticalBonus(Operation, frozen=True, tag="political-bonus", kw_only=True):
    """The winner has so many more points of support to use (12.5)."""

    count: Positive
