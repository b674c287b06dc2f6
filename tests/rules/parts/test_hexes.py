"""Hexes by their printed coordinates: neighbours, distances, lines, hexsides, blocks, drawing."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parts import hexes
from rules.parts.hexes import DIRECTIONS, HexError

names = st.builds(hexes.hex_id, st.integers(10, 45), st.integers(10, 45))


def test_neighbours_of_an_odd_column_lie_in_its_row_and_the_row_above() -> None:
    assert hexes.neighbours("1711") == ("1710", "1810", "1811", "1712", "1611", "1610")


def test_neighbours_of_an_even_column_lie_in_its_row_and_the_row_below() -> None:
    assert hexes.neighbours("1812") == ("1811", "1912", "1913", "1813", "1713", "1712")


def test_neighbours_stop_where_the_numbering_ends() -> None:
    assert hexes.neighbours("0101") == ("0201", "0102")
    assert hexes.neighbour("0101", "north") is None
    assert hexes.neighbour("0101", "southeast") == "0201"


@pytest.mark.parametrize(
    ("first", "second", "length"),
    [
        ("1711", "1711", 0),
        ("1711", "1811", 1),
        ("1711", "1810", 1),
        ("1711", "1812", 2),
        ("0101", "3422", 38),
    ],
)
def test_distance_counts_the_second_hex_and_not_the_first(first: str, second: str, length: int) -> None:
    assert hexes.distance(first, second) == length


@given(names, names, names)
def test_distance_is_a_metric(one: str, other: str, third: str) -> None:
    assert hexes.distance(one, other) == hexes.distance(other, one)
    assert (hexes.distance(one, other) == 0) == (one == other)
    assert hexes.distance(one, third) <= hexes.distance(one, other) + hexes.distance(other, third)


@given(names, names)
def test_distance_is_the_fewest_steps(one: str, other: str) -> None:
    length = hexes.distance(one, other)
    if length:
        assert min(hexes.distance(name, other) for name in hexes.neighbours(one)) == length - 1


@given(names)
def test_to_be_neighbours_is_mutual_and_opposite(name: str) -> None:
    for number, direction in enumerate(DIRECTIONS):
        there = hexes.neighbour(name, direction)
        assert there is not None
        assert hexes.neighbour(there, DIRECTIONS[(number + 3) % 6]) == name


@given(names, st.integers(0, 4))
def test_within_is_every_hex_no_farther(name: str, radius: int) -> None:
    found = hexes.within(name, radius)
    assert len(found) == 1 + 3 * radius * (radius + 1)
    assert list(found) == sorted(found)
    assert all(hexes.distance(name, each) <= radius for each in found)


# Lines


@pytest.mark.parametrize(
    ("first", "second", "steps"),
    [
        ("1711", "1711", (("1711",),)),
        ("1711", "1713", (("1711",), ("1712",), ("1713",))),
        # Straight through the corner between two hexes: the line runs along their hexside.
        ("0505", "0705", (("0505",), ("0604", "0605"), ("0705",))),
        ("0505", "0905", (("0505",), ("0604", "0605"), ("0705",), ("0804", "0805"), ("0905",))),
        # Askew: it crosses a hexside of two hexes that are equally far, and so passes six hexes at distance 4.
        ("0505", "0604", (("0505",), ("0604",))),
        ("0505", "0807", (("0505",), ("0605",), ("0606",), ("0706",), ("0707",), ("0807",))),
    ],
)
def test_line_of_known_hexes(first: str, second: str, steps: tuple[tuple[str, ...], ...]) -> None:
    assert hexes.line(first, second) == steps


def test_crossed_hexsides_are_alternatives_at_a_corner() -> None:
    assert hexes.crossed("1711", "1713") == (("1711|1712",), ("1712|1713",))
    assert hexes.crossed("0505", "0705") == (("0505|0604", "0505|0605"), ("0604|0705", "0605|0705"))


@given(names, names)
def test_line_is_the_same_backwards(one: str, other: str) -> None:
    assert hexes.line(one, other) == hexes.line(other, one)[::-1]


@given(names, names)
def test_line_goes_from_hex_to_adjacent_hex(one: str, other: str) -> None:
    steps = hexes.line(one, other)
    assert (steps[0], steps[-1]) == ((one,), (other,))
    assert len(steps) > hexes.distance(one, other)
    for before, after in pairwise(steps):
        assert all(hexes.distance(first, second) == 1 for first in before for second in after)
    assert all(hexes.distance(*step) == 1 for step in steps if len(step) == 2)


@given(names, names)
def test_line_passes_the_hexes_that_points_of_it_lie_in(one: str, other: str) -> None:
    """Against the picture: the hex whose centre is nearest to a point of the line is one of its hexes."""
    (x1, y1), (x2, y2) = hexes.centre(one), hexes.centre(other)
    passed = {name for step in hexes.line(one, other) for name in step}
    around = {near for name in passed for near in hexes.within(name, 1)}
    for part in range(1, 40):
        x, y = x1 + (x2 - x1) * part / 40, y1 + (y2 - y1) * part / 40
        away = {name: math.dist((x, y), hexes.centre(name)) for name in around}
        nearest = min(away.values())
        assert any(away[name] - nearest < 1e-9 for name in passed)


# Hexsides, blocks, names


@given(names)
def test_a_hexside_has_one_name(name: str) -> None:
    for each in hexes.neighbours(name):
        side = hexes.hexside(name, each)
        assert side == hexes.hexside(each, name)
        assert hexes.hexes_of(side) == tuple(sorted((name, each)))


def test_block_is_the_rectangle_between_its_corners() -> None:
    assert hexes.block("0508") == ("0508",)
    assert hexes.block("0816-0917") == ("0816", "0817", "0916", "0917")
    assert hexes.blocks(["0917", "0816-0917"]) == ("0816", "0817", "0916", "0917")


@pytest.mark.parametrize("text", ["", "17", "17111", "1700", "0011", "17a1", "٠١٠١"])
def test_what_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(HexError, match="is not a hex"):
        hexes.column_row(text)


@pytest.mark.parametrize("text", ["0917-0816", "0816-", "0916-0817"])
def test_what_is_no_block_is_refused(text: str) -> None:
    with pytest.raises(HexError, match="is not a block"):
        hexes.block(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1211", "is not a hexside"),
        ("1311|1211", 'write "1211|1311"'),
        ("1211|1411", "not adjacent"),
        ("1211|1211", "not adjacent"),
    ],
)
def test_what_is_no_hexside_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(HexError) as refused:
        hexes.hexes_of(text)
    assert sentence in str(refused.value)


def test_what_is_no_direction_or_number_is_refused() -> None:
    with pytest.raises(HexError, match="no direction"):
        hexes.neighbour("1711", "east")
    with pytest.raises(HexError, match="from 1 to 99"):
        hexes.hex_id(0, 5)


# Drawing and grids


@given(names)
def test_neighbours_are_drawn_side_by_side(name: str) -> None:
    mine = hexes.corners(name, 10)
    for number, each in enumerate(hexes.neighbours(name)):
        assert math.isclose(math.dist(hexes.centre(name, 10), hexes.centre(each, 10)), 10 * math.sqrt(3))
        theirs = hexes.corners(each, 10)
        for corner, across in (
            (mine[number], theirs[(number + 2) % 6]),
            (mine[number - 1], theirs[(number + 3) % 6]),
        ):
            assert math.dist(corner, across) < 1e-9


def test_an_even_column_is_drawn_half_a_hex_lower() -> None:
    assert hexes.centre("0101") == (0, 0)
    assert hexes.centre("0201") == pytest.approx((1.5, math.sqrt(3) / 2))


def test_grid_knows_only_its_own_hexes() -> None:
    grid = hexes.grid(frozenset(hexes.block("0101-0302")))
    assert grid.hexes == ("0101", "0102", "0201", "0202", "0301", "0302")
    assert grid.neighbours["0201"] == ("0301", "0302", "0202", "0102", "0101")
    assert grid.hexsides["0202", "0201"] == grid.hexsides["0201", "0202"] == "0201|0202"
    assert "0202" in grid
    assert "0303" not in grid
    assert grid.within("0101", 1) == ("0101", "0102", "0201")
    assert hexes.grid(frozenset(hexes.block("0101-0302"))) is grid
