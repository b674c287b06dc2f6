"""The data of The Sword of Rome: loading, checking, counting where they come from.

Two layers of files are laid over each other (`rules.parts.record_files`): the game's own, and an owner's folder.
"""

from pathlib import Path
from typing import Any, cast

from rules.parts.record_files import Layers
from rules.parts.record_origin import Marks
from rules.parts.record_origin import tally as tally_records
from rules.sources import Tally
from rules.sword_of_rome.data_board import Board, board, build_board
from rules.sword_of_rome.data_checks import problems_of
from rules.sword_of_rome.data_origin import Record
from rules.sword_of_rome.data_records import CELLS, KINDS, SHAPE, GameData, field

__all__ = ["FOLDERS", "SHAPE", "Board", "GameData", "board", "build_board", "load", "overlay", "tally"]

FOLDERS = (Path(__file__).parent / "data",)
"""Where the data are installed."""


def load(folder: Path | None = None) -> GameData:
    """The data of the game as installed, with an owner's folder of .toml files laid over it.

    Raises DataError with every problem that was found, each a sentence with file and key.
    """
    layers = Layers(KINDS)
    for each in (*FOLDERS, *([folder] if folder is not None else [])):
        layers.lay_folder(each)
    return _whole(layers)


def overlay(data: GameData, text: str, file: str = "overlay.toml") -> GameData:
    """The data with the records of one TOML text laid over them: a map and a scenario for a test, say.

    Raises DataError as `load` does.
    """
    layers = Layers(KINDS)
    for kind in KINDS:
        layers.lay_records(kind, getattr(data, field(kind)))
    layers.lay_text(file, text)
    return _whole(layers)


def tally(data: GameData) -> Tally:
    """How many values come from where: records counted singly by their weakest mark, cells of tables singly."""
    records = (record for kind in KINDS for record in getattr(data, field(kind)).values())
    return tally_records(records, _cells)


def _whole(layers: Layers) -> GameData:
    records = layers.decode(problems_of)
    return GameData(**cast(Any, {field(kind): named for kind, named in records.items()}))


def _cells(value: object) -> Marks | None:
    cells = CELLS.get(type(value))
    if cells is None or not isinstance(value, Record):
        return None
    return [(value.sources.get(key, value.source), number) for key, number in cells.items()]
