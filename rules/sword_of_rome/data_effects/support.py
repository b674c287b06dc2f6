"""Operations with support (7.3)."""

from typing import Literal

from rules.sword_of_rome.data_conditions import Count, Positive, Power, Where
from rules.sword_of_rome.data_effects.operation import Operation, Who


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
