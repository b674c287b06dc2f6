"""What changed a roll, as events hold it."""

from __future__ import annotations

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One thing that changed a roll, with its rule: `amount` letters of attack (worse is negative), points of armour,
    classes of morale (worse is negative) or points of rating, as the event that holds it says."""

    amount: int
    what: str
    rule: str
