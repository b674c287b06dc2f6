"""Where the values of the data come from, and the words that all its records share."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Source = Literal["seed", "published", "reconstruct"]
Home = Literal[
    "rome", "greece", "gauls", "etruscans", "samnites", "volsci", "carthage", "transalpine", "independent",
]  # fmt: skip
SeatId = Literal["rome", "greece", "gauls", "etruria-samnium"]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Letter = Annotated[str, Meta(min_length=1, max_length=1)]
Die = Annotated[int, Meta(ge=1, le=6)]
Year = Annotated[int, Meta(ge=1, le=999)]

INDEPENDENT: Literal["independent"] = "independent"
"""Who controls what no power controls."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every record says of itself. `names` holds what rulebooks print, by language ("ja")."""

    source: Source
    sources: dict[str, Source] = {}
    note: str = ""
    names: dict[str, str] = {}
