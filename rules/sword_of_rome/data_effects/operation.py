"""What every operation is, and whose army, power or seat one means."""

from typing import Literal

import msgspec

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
