"""The data of the Middle-earth games: loading, checking, counting where they come from.

Three layers of files are laid over each other (`rules.parts.record_files`): what both games share, the game's own, and
an owner's folder.
"""

from pathlib import Path
from typing import Any, cast

from rules.middle_earth.board import Board, board, build_board
from rules.middle_earth.data_checks import problems_of
from rules.middle_earth.data_records import KINDS, SHAPE, TERRAIN_CELLS, GameData, Table, Terrain
from rules.parts.record_files import Layers
from rules.parts.record_origin import Marks
from rules.parts.record_origin import tally as tally_records
from rules.sources import Tally

__all__ = ["SHAPE", "Board", "GameData", "board", "build_board", "folders", "load", "overlay", "tally"]

_HERE = Path(__file__).parent


def folders(game: str) -> tuple[Path, ...]:
    """Where the data of one game are installed: what both share, and its own."""
    return _HERE / "data", _HERE / game / "data"


def load(folder: Path | None = None, game: str = "sauron") -> GameData:
    """The data of one game as installed, with an owner's folder of .toml files laid over it.

    Raises DataError with every problem that was found, each a sentence with file and key.
    """
    layers = Layers(KINDS)
    for each in (*folders(game), *([folder] if folder is not None else [])):
        layers.lay_folder(each)
    return GameData(**cast(Any, layers.decode(problems_of)))


def overlay(data: GameData, text: str, file: str = "overlay.toml") -> GameData:
    """The data with the records of one TOML text laid over them: a map and a scenario for a test, say.

    Raises DataError as `load` does.
    """
    layers = Layers(KINDS)
    for kind in KINDS:
        layers.lay_records(kind, getattr(data, kind))
    layers.lay_text(file, text)
    return GameData(**cast(Any, layers.decode(problems_of)))


def tally(data: GameData) -> Tally:
    """How many values come from where: records counted singly by their weakest mark, cells of tables singly."""
    return tally_records((record for kind in KINDS for record in getattr(data, kind).values()), _cells)


def _cells(value: object) -> Marks | None:
    if isinstance(value, Table):
        return [(source, 1) for row in value.cell_sources for source in row]
    if isinstance(value, Terrain):
        return [(value.sources[cell], 1) for cell in TERRAIN_CELLS]
    return None
