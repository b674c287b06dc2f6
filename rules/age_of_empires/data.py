"""The data of the game: loading and checking. An owner's folder is laid over the installed files."""

from __future__ import annotations

from pathlib import Path

from rules.age_of_empires.data_checks import problems_of
from rules.age_of_empires.data_records import KINDS, GameData
from rules.parts.record_files import Layers
from rules.parts.record_origin import tally as tally_records
from rules.sources import Tally

FOLDERS = (Path(__file__).parent / "data",)
"""Where the data are installed."""


def load(folder: Path | None = None) -> GameData:
    """The data as installed, with an owner's folder of .toml files laid over them.

    Raises DataError with every problem that was found, each a sentence with file and key.
    """
    layers = Layers(KINDS)
    for each in (*FOLDERS, *([folder] if folder is not None else [])):
        layers.lay_folder(each)
    return GameData(**layers.decode(problems_of))


def tally(data: GameData) -> Tally:
    """How many records come from where, by their weakest mark."""
    records = (record for kind in KINDS for record in getattr(data, kind).values())
    return tally_records(records, lambda value: None)
