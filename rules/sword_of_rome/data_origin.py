"""The words that all records of the data share."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.parts.record_origin import Record as Record

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
