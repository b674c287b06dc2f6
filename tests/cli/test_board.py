"""The terminal board: hexes, boxes, lists; with colour and without, wide and narrow."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.board import board
from cli.board_list import plain_board
from cli.canvas import Canvas, Style, text_of, width_of
from rules.scene import Border, Counter, Hand, Link, Marker, Panel, Scene, Side, Space, Terrain, Track

SIDES = (Side("west", "The West", "#2f6fd0", "W"), Side("mordor", "Mordor", "#a02020", "M"))
TERRAIN = (
    Terrain("clear", "Clear", "#d9cfa0", "."),
    Terrain("woods", "Woods", "#5d8a4a", "%"),
    Terrain("wall", "Wall", "#e04040", "#", border=True),
)


def _hex(column: int, row: int, terrain: str = "clear", title: str = "") -> Space:
    return Space(
        id=f"{column:02d}{row:02d}",
        x=1.5 * column,
        y=math.sqrt(3) * (row + (0.5 if column % 2 == 0 else 0)),
        terrain=terrain,
        column=column,
        row=row,
        title=title,
    )


def _scene(columns: int = 3, rows: int = 3, **more: object) -> Scene:
    spaces = tuple(_hex(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    given = {"title": "A battle", "sides": SIDES, "terrain": TERRAIN, "spaces": spaces, **more}
    return Scene(**given)  # type: ignore[arg-type]


def _drawn(scene: Scene, width: int = 100, height: int = 8) -> list[str]:
    return [text_of(line) for line in board(scene, width, height, colour=False)]


def _unit(name: str, space: str, owner: str = "west", **more: object) -> Counter:
    return Counter(id=name, space=space, owner=owner, title=name.title(), short=name[:4], **more)  # type: ignore[arg-type]


def test_hexes_are_staggered_as_their_centres_lie() -> None:
    scene = _scene(2, 1, spaces=(_hex(1, 1), _hex(2, 1)))
    assert _drawn(scene, 40)[2:] == [
        "  ______",
        " /0101 .\\",
        "/        \\______",
        "\\        /0201 .\\",
        " \\______/        \\",
        "        \\        /",
        "         \\______/",
        "  . Clear   W The West   M Mordor",
    ]


def test_a_map_whose_odd_columns_stand_lower() -> None:
    lower = _hex(1, 1)
    higher = Space(id="0201", x=3, y=lower.y - math.sqrt(3) / 2, terrain="clear", column=2, row=1)
    lines = _drawn(_scene(spaces=(lower, higher)), 40)
    assert next(at for at, line in enumerate(lines) if "0201" in line) < next(
        at for at, line in enumerate(lines) if "0101" in line
    )


def test_twelve_columns_fit_a_hundred_cells_with_counters_of_five() -> None:
    scene = _scene(12, 4, counters=(_unit("foot", "1202"),))
    lines = _drawn(scene, 100)
    assert any("Wfoot" in line for line in lines[2:20])
    assert any("1202 ." in line for line in lines)


@pytest.mark.parametrize("width", range(40, 140, 7))
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    scene = _scene(
        12,
        5,
        counters=tuple(_unit(f"unit{number}", "0505") for number in range(9)),
        tracks=(Track(title="Turn", cells=tuple(map(str, range(30))), at=(("", 3), ("west", 5))),),
        hands=(Hand(seat="west", cards=("A card with a name", "?", "?", *("Another card",) * 9)),),
    )
    for colour in (False, True):
        for line in board(scene, width, 30, colour=colour):
            assert width_of(line) <= width, text_of(line)


@pytest.mark.parametrize("columns", [12, 9, 6])
def test_every_hex_keeps_its_number_at_every_size(columns: int) -> None:
    scene = _scene(columns, 3)
    for width in (40, 50, 62, 75, 90, 100, 140):
        text = "\n".join(_drawn(scene, width))
        if "\\" in text:
            assert all(space.id in text for space in scene.spaces), width


def test_a_map_too_wide_shows_the_part_that_holds_pieces() -> None:
    scene = _scene(40, 3, counters=(_unit("foot", "2002"), _unit("orc", "2202", "mordor")))
    text = "\n".join(_drawn(scene, 60))
    assert "2002" in text
    assert "1901" in text
    assert "0101" not in text


def test_a_narrow_terminal_gets_a_list_by_hex() -> None:
    scene = _scene(12, 3, counters=(_unit("foot", "0502", states=("disrupted",), code="C3X"),))
    lines = _drawn(scene, 30)
    assert "0502, Clear: The West Foot (C3X), disrupted." in lines
    assert not any("\\" in line for line in lines)


def test_a_stack_shows_as_many_as_there_is_room_for() -> None:
    units = [_unit(name, "0202") for name in ("aaaa", "bbbb", "cccc", "dddd", "eeee")]
    shown = "\n".join(_drawn(_scene(3, 3, counters=tuple(units[:3])), 30 + 10)[:16])
    assert all(f"W{unit.short}" in shown for unit in units[:3])
    shown = "\n".join(_drawn(_scene(3, 3, counters=tuple(units)), 40)[:16])
    assert "Waaaa" in shown
    assert "+3" in shown


def test_what_does_not_fit_on_the_map_stands_in_the_list() -> None:
    unit = _unit("foot", "0202", code="C3X", states=("reduced", "disrupted"))
    lines = _drawn(_scene(3, 3, counters=(unit,)), 60)
    assert any("Wfoot!" in line for line in lines)
    assert "  Wfoot! Foot C3X 0202  reduced, disrupted" in lines
    assert any("! in a state, or bears something" in line for line in lines)


def test_a_hidden_counter_shows_no_face() -> None:
    lines = _drawn(
        _scene(3, 3, counters=(Counter(id="block-1", space="0202", owner="mordor", hidden=True),)), 60
    )
    assert any("M?" in line for line in lines)


def test_borders_stand_between_their_hexes() -> None:
    between = (
        Border(("0201", "0202"), "wall"),
        Border(("0201", "0301"), "wall"),
        Border(("0101", "0201"), "wall"),
    )
    lines = _drawn(_scene(3, 2, borders=between), 40)
    text = "\n".join(lines)
    assert "######" in text  # the flat side
    assert text.count("#") == 6 + 2 + 2 + 1  # and two slopes; one stands in the legend
    assert "# Wall" in text


def test_terrain_can_be_told_without_colour() -> None:
    spaces = (_hex(1, 1), _hex(1, 2), _hex(1, 3, "woods"), _hex(2, 1))
    lines = _drawn(_scene(spaces=spaces), 40)
    assert sum(line.count("%") for line in lines) > 3
    assert any("% Woods" in line for line in lines)


def test_colour_is_a_matter_of_style_alone() -> None:
    scene = _scene(4, 3, counters=(_unit("foot", "0202"), _unit("orc", "0302", "mordor")))
    with_colour = board(scene, 100, 40, colour=True)
    without = board(scene, 100, 40, colour=False)
    height = next(at for at, line in enumerate(without) if "Clear" in text_of(line))
    assert [text_of(line) for line in with_colour[:height]] == [text_of(line) for line in without[:height]]
    assert any(span.style.ground == "#d9cfa0" for line in with_colour for span in line)
    assert not any(
        span.style.ground or span.style.colour for line in without for span in line if "W" in span.text
    )


def test_markers_places_panels_and_hands() -> None:
    scene = _scene(
        3,
        3,
        spaces=(*_scene(3, 3).spaces[:-1], _hex(3, 3, title="Barad-dûr")),
        markers=(Marker(space="0101", kind="breach", title="Breach", owner="west"),),
        panels=(Panel("Spells", ("Darkness",)),),
        hands=(Hand(seat="mordor", title="Cards", cards=("Nazgûl", "?", "?")),),
    )
    lines = _drawn(scene, 60)
    assert any("*Breac" in line for line in lines)
    for expected in ("  0303 Barad-dûr", "  0101 Breach (The West)", "  Darkness", "  [Nazgûl] 2 × [?]"):
        assert expected in lines


def test_tracks() -> None:
    lines = _drawn(_scene(1, 1, tracks=(Track(title="Turn", cells=("1", "2", "3"), at=(("", 1),)),)), 60)
    assert lines[1] == "Turn: 1 [2] 3"
    lines = _drawn(
        _scene(1, 1, tracks=(Track(title="Points", cells=("0", "1"), at=(("west", 1), ("mordor", 1))),)), 60
    )
    assert lines[1] == "Points: 0 [WM 1]"
    long = Track(title="Losses", cells=tuple(map(str, range(80))), at=(("west", 41),))
    assert _drawn(_scene(1, 1, tracks=(long,)), 60)[1] == "Losses:   The West 41"


def test_boxes() -> None:
    spaces = (
        Space(id="camp", x=0, y=0, shape="box", title="Camp", owner="west"),
        Space(id="fort", x=1, y=0, shape="box", title="Fort"),
        Space(id="sea", x=0, y=1, shape="circle", title="Sea"),
    )
    scene = Scene(title="Boxes", sides=SIDES, spaces=spaces, counters=(_unit("foot", "camp"),))
    assert _drawn(scene, 60)[2:8] == [
        "┌─Camp (The West)─┐ ┌─Fort───────┐",
        "│ Wfoot           │ │            │",
        "└─────────────────┘ └────────────┘",
        "┌─Sea────────┐",
        "│            │",
        "└────────────┘",
    ]


def _points() -> Scene:
    """More points than are drawn as frames, each joined to the next; by rough ground from the second to the third."""
    spaces = tuple(
        Space(id=f"p-{n}", x=n, y=0, shape="circle", title=f"P {n}", terrain="clear", owner="west")
        for n in range(30)
    )
    links = tuple(Link((f"p-{n}", f"p-{n + 1}"), "rough" if n == 2 else "clear") for n in range(28))
    return Scene(
        title="Points",
        sides=SIDES,
        terrain=TERRAIN,
        spaces=spaces,
        links=(*links, Link(("p-28", "p-29"), "rough, one way")),
        counters=(_unit("foot", "p-5"),),
    )


def test_many_points_say_where_something_stands_and_how_they_are_joined() -> None:
    lines = _drawn(_points(), 100)
    text = "\n".join(lines)
    assert "p-5, P 5, Clear (The West): The West Foot." in lines
    assert "Empty (The West): P 0, P 1, P 2, P 3, P 4, P 6, P 7" in text
    assert "P 2: P 1, P 3 (rough)." in text
    assert "P 28: P 27, P 29 (rough, one way)." in text
    assert "P 29:" not in text
    brief = "\n".join(text_of(each) for each in board(_points(), 100, 8, colour=False, brief=True))
    assert "P 2: P 1" not in brief


def test_the_plain_board_says_how_points_are_joined() -> None:
    assert "P 3: P 2 (rough), P 4." in plain_board(_points())


def test_roads_over_hexes_are_told_from_end_to_end() -> None:
    road = [("0101", "0102"), ("0102", "0103"), ("0103", "0203"), ("0102", "0201"), ("0301", "0302")]
    links = tuple(Link(pair, "road") for pair in road)
    told = plain_board(_scene(links=links))
    assert "Road: 0101–0102; 0102–0103–0203; 0102–0201; 0301–0302." in told
    ring = tuple(Link(pair, "road") for pair in (("0101", "0102"), ("0102", "0201"), ("0101", "0201")))
    assert "Road: 0101–0102–0201–0101." in plain_board(_scene(links=ring))


def test_a_map_that_is_not_drawn_says_how_to_see_it() -> None:
    text = " ".join(_drawn(_points(), 100))
    assert "The map does not fit here; `warlog show GAME --svg FILE.svg` draws it." in text


def test_the_plain_board_is_sentences() -> None:
    scene = _scene(
        3,
        3,
        counters=(_unit("foot", "0202", code="C3X"), _unit("ship", "off-map")),
        tracks=(Track(title="Turn", cells=("1", "2"), at=(("", 1),)),),
        hands=(Hand(seat="west", cards=("A", "?")),),
        panels=(Panel("Spells", ()),),
    )
    assert plain_board(scene) == [
        "A battle.",
        "Turn: 2.",
        "0202, Clear: The West Foot (C3X).",
        "off-map: The West Ship.",
        "Hand of The West: A, 1 not known.",
        "Spells: nothing.",
    ]


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "最初x", Style())
    assert text_of(canvas.lines()[0]) == "最初x"
    assert width_of(canvas.lines()[0]) == 6


@given(st.text(max_size=12), st.integers(-5, 12), st.integers(-1, 2))
def test_a_canvas_keeps_its_width_whatever_is_put_on_it(text: str, x: int, y: int) -> None:
    canvas = Canvas(8, 2)
    canvas.put(x, y, text)
    canvas.put(3, 0, "最", Style(bold=True))
    canvas.put(4, 0, "x")
    for line in canvas.lines():
        assert sum(cell_len(span.text) for span in line) == 8


def test_strength_and_owner_are_not_said_again_where_the_name_has_them() -> None:
    force = Counter(id="c", space="0101", owner="mordor", title="8 CU of Mordor", short="8", code="8")
    assert "0101, Clear: 8 CU of Mordor." in plain_board(_scene(counters=(force,)))


def test_sentences_say_nothing_twice() -> None:
    scene = _scene(
        3,
        3,
        sides=(Side("west", "Gondor", "#2f6fd0", "G"), Side("mordor", "Sauron", "#a02020", "S")),
        counters=(
            Counter(id="sauron", space="0101", owner="mordor", title="Sauron", code="10/4", short="Sau"),
            Counter(id="guard", space="0202", owner="west", title="Guard 1", short="Grd1"),
        ),
        tracks=(Track(title="Turn", cells=("1", "2"), at=(("", 1),)),),
    )
    road = scene.spaces[0]
    told = plain_board(
        Scene(
            **{
                **{name: getattr(scene, name) for name in scene.__struct_fields__},
                "spaces": (
                    Space(
                        id="0101",
                        x=road.x,
                        y=road.y,
                        terrain="clear",
                        title="Road",
                        features=("road", "ford"),
                    ),
                    *scene.spaces[1:],
                ),
            }
        )
    )
    assert "Turn: 2." in told
    assert "0101, Road, ford, Clear: Sauron (10/4)." in told
    assert "0202, Clear: Gondor Guard 1." in told


def test_links_between_spaces_of_one_title_name_them_by_id() -> None:
    spaces = tuple(Space(id=name, x=at, y=0, title="Farm") for at, name in enumerate(("l1", "l2")))
    scene = Scene(title="Farms", spaces=spaces, links=(Link(("l1", "l2")),))
    told = plain_board(scene)
    assert "Farm l1: Farm l2." in told
    assert "Farm l2: Farm l1." in told
