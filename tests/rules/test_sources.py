"""Where data come from: marked values are read, and their marks counted."""

import msgspec
import pytest

from rules.errors import DataError
from rules.sources import Sourced, Tally, read, tally


class Numbers(msgspec.Struct):
    hand: Sourced
    turns: dict[str, Sourced]


TEXT = """
hand = { value = 3, source = "published" }
[turns]
duel = { value = 12, source = "reconstruct" }
long = { value = 4000, source = "seed" }
"""


def test_a_file_is_read_and_its_marks_are_counted(tmp_path):
    (tmp_path / "game.toml").write_text(TEXT, encoding="utf-8")
    numbers = read(tmp_path / "game.toml", Numbers)
    assert numbers.turns["duel"] == Sourced(12, "reconstruct")
    assert tally(numbers) == Tally(seed=1, published=1, reconstruct=1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hand = ", "game.toml: "),
        ("hand = 3\n[turns]", "Expected `object`, got `int`"),
        ('hand = { value = 3, source = "guess" }\n[turns]', "Invalid enum value 'guess'"),
        ('hand = { value = 3, source = "seed", sorce = "seed" }\n[turns]', "unknown field `sorce`"),
    ],
)
def test_a_file_that_does_not_fit_is_named_with_what_is_wrong(tmp_path, text, says):
    (tmp_path / "game.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=says):
        read(tmp_path / "game.toml", Numbers)
    with pytest.raises(DataError, match=r"none\.toml"):
        read(tmp_path / "none.toml", Numbers)


@pytest.mark.parametrize(
    ("data", "counted"),
    [
        ({}, (0, 0, 0)),
        ([{"source": "seed"}, {"source": "seed", "value": {"source": "published"}}], (2, 1, 0)),
        ({"source": "seed", "sources": {"cost": "published", "size": "seed"}}, (0, 1, 0)),
        ({"sources": {"cost": "reconstruct", "size": "seed"}}, (0, 0, 1)),
        ({"source": "inferred"}, (0, 0, 1)),
        ({"source": {"value": 3, "source": "seed"}}, (1, 0, 0)),
    ],
)
def test_a_marked_thing_counts_once_by_its_weakest_mark(data, counted):
    assert tally(data) == Tally(*counted)
