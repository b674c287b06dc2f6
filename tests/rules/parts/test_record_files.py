"""Records in layers of TOML files: later ones replace, every problem is found at once, and marks are counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from rules.errors import DataError
from rules.parts.record_faults import Found
from rules.parts.record_files import Kinds, Layers
from rules.parts.record_origin import Marks, Record, tally
from rules.sources import Tally


class Town(Record, frozen=True, kw_only=True):
    id: str
    size: int
    kind: Literal["port", "fort"] = "port"


class Road(Record, frozen=True, kw_only=True):
    id: str
    towns: tuple[str, ...]
    stops: tuple[Town, ...] = ()


KINDS: Kinds = {"town": Town, "road": Road}


def roads_lead_somewhere(found: Found) -> Iterator[str]:
    for name, road in found.records["road"].items():
        yield from found.refer("road", name, "towns", "town", *road.towns)


def written(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder


OWN = """
[[town]]
id = "roma"
size = 3
source = "seed"

[[town]]
id = "ostia"
size = 1
source = "reconstruct"
"""
OTHER = """
[[town]]
id = "ostia"
size = 2
kind = "fort"
source = "published"
"""


def test_a_later_layer_replaces_records_whole_and_leaves_the_others(tmp_path: Path) -> None:
    layers = Layers(KINDS)
    layers.lay_folder(written(tmp_path / "own", towns=OWN))
    layers.lay_folder(written(tmp_path / "other", anything=OTHER))
    towns = layers.decode(roads_lead_somewhere)["town"]
    assert towns["roma"] == Town(id="roma", size=3, source="seed")
    assert towns["ostia"] == Town(id="ostia", size=2, kind="fort", source="published")


def test_records_that_are_whole_already_are_a_layer_too() -> None:
    layers = Layers(KINDS)
    layers.lay_records("town", {"ostia": Town(id="ostia", size=5, source="seed")})
    layers.lay_text("mine.toml", '[[road]]\nid = "way"\ntowns = ["ostia"]\nsource = "seed"')
    records = layers.decode(roads_lead_somewhere)
    assert records["town"]["ostia"].size == 5
    assert records["road"]["way"].towns == ("ostia",)


def test_every_problem_is_said_at_once_with_file_and_key(tmp_path: Path) -> None:
    layers = Layers(KINDS)
    layers.lay_folder(written(tmp_path / "own", towns=OWN))
    layers.lay_folder(
        written(
            tmp_path / "bad",
            broken="[[town",
            doubled=OTHER + OTHER,
            kinds='[[tower]]\nid = "a"',
            nameless="[[town]]\nsize = 1",
            shapes="town = 1",
            values='[[town]]\nid = "x"\nsize = "big"\nsource = "seed"\n'
            '[[town]]\nid = "y"\nsize = 1\nkind = "hut"\nsource = "seed"',
            ways='[[road]]\nid = "way"\ntowns = ["roma", "nowhere"]\nsource = "seed"',
        )
    )
    with pytest.raises(DataError) as caught:
        layers.decode(roads_lead_somewhere)
    expected = (
        "broken.toml: this is not TOML",
        "doubled.toml: town[ostia] is also in doubled.toml",
        'kinds.toml: "tower" is no kind of record; the kinds are road, town',
        "nameless.toml: town number 1 has no id",
        "shapes.toml: town must be an array of tables; write [[town]]",
        "values.toml: town[x].size: Expected `int`, got `str`",
        "values.toml: town[y].kind: Invalid enum value 'hut'; it must be one of fort, port",
        'ways.toml: road[way].towns: there is no town "nowhere"; the town records are ostia, roma, x, y',
    )
    problems = caught.value.problems
    assert len(problems) == len(expected)
    for beginning in expected:
        assert any(problem.startswith(beginning) for problem in problems), (beginning, problems)


def test_a_folder_must_be_there_and_hold_files(tmp_path: Path) -> None:
    layers = Layers(KINDS)
    with pytest.raises(DataError, match="there is no such folder"):
        layers.lay_folder(tmp_path / "none")
    layers.lay_folder(written(tmp_path / "empty"))
    with pytest.raises(DataError, match=r"holds no \.toml file"):
        layers.decode(roads_lead_somewhere)


def test_records_count_by_their_weakest_mark_and_cells_one_by_one() -> None:
    def cells(value: object) -> Marks | None:
        return [("published", 4)] if isinstance(value, Town) and value.id == "table" else None

    records = (
        Town(id="roma", size=3, source="seed", sources={"size": "reconstruct"}),
        Town(id="table", size=1, source="seed"),
        Road(id="way", towns=(), source="seed", stops=(Town(id="a", size=1, source="published"),)),
    )
    assert tally(records, cells) == Tally(seed=1, published=5, reconstruct=1)
