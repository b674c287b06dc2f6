"""Operations in sieges (13)."""

from rules.sword_of_rome.data_conditions import Count, Where
from rules.sword_of_rome.data_effects.operation import Operation


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
