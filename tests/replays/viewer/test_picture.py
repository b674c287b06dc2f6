"""Pictures of positions: they can be read by everybody, nothing covers a name, and equal input gives equal bytes."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from replays.viewer import borders, counters, ground
from replays.viewer.colours import LEAST_CONTRAST, least
from replays.viewer.picture import PictureError, laid_out, png, svg
from replays.viewer.printing import printing
from replays.viewer.theme import ThemeName
from rules.scene import Border, Counter, Hand, Link, Panel, Scene, Shape, Side, Space, Terrain, Track
from tests.replays.viewer.drawn import SVG, overlapping, point_map, scenes, text_boxes

NAMES = tuple(scenes())
THEMES: tuple[ThemeName, ...] = ("light", "dark")
WIDTHS = (390, 1024, 1280, 1600)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_text_lies_on_another_and_none_is_smaller_than_nine_pixels(name: str, width: int) -> None:
    document = svg(scenes()[name], width=width)
    boxes = text_boxes(document)
    assert overlapping(boxes) == []
    assert min(box.size for box in boxes) >= 9
    right = float(ET.fromstring(document).attrib["width"])
    bottom = float(ET.fromstring(document).attrib["height"])
    outside = [
        box.text
        for box in boxes
        if box.x < 0 or box.y < 0 or box.x + box.width > right or box.y + box.height > bottom
    ]
    assert outside == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_told_from_what_lies_under_it(name: str, theme: ThemeName) -> None:
    for width in WIDTHS:
        boxes = [box for box in laid_out(scenes()[name], width=width, theme=theme).drawing.boxes if box.size]
        assert boxes
        faint = [(box.kind, box.text) for box in boxes if least(box.ink, box.grounds) < LEAST_CONTRAST]
        assert faint == []


@pytest.mark.parametrize("name", NAMES)
def test_the_boxes_that_are_reckoned_with_are_those_of_the_document(name: str) -> None:
    scene = scenes()[name]
    reckoned = [box for box in laid_out(scene).drawing.boxes if box.size]
    written = text_boxes(svg(scene))
    assert [(box.text, box.ink) for box in written] == [(box.text, box.ink) for box in reckoned]
    for one, other in zip(written, reckoned, strict=True):
        assert abs(one.x - other.x) <= 0.11
        assert abs(one.y - other.y) <= 0.11


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_counter_covers_another_or_a_name(name: str, width: int) -> None:
    boxes = laid_out(scenes()[name], width=width).drawing.boxes
    pieces = [box for box in boxes if box.kind in {"counter", "marker"} and not box.size]
    covered = [(one.text, other.text) for one, other in combinations(pieces, 2) if one.meets(other, -0.2)]
    assert covered == []
    names = [box for box in boxes if box.kind in {"name", "number"}]
    assert [(box.text, piece.text) for box in names for piece in pieces if box.meets(piece, -0.2)] == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_piece_can_be_read_on_the_map_or_beside_it(name: str, width: int) -> None:
    scene = scenes()[name]
    boxes = laid_out(scene, width=width).drawing.boxes
    drawn = {box.text for box in boxes if box.kind == "counter" and box.width >= counters.LEAST_FACE}
    assert drawn == {counter.id for counter in scene.counters}
    codes = {box.text for box in boxes if box.kind == "code"}
    assert {counter.code or counter.short for counter in scene.counters if not counter.hidden} <= codes | {""}


@pytest.mark.parametrize("name", NAMES)
def test_equal_scenes_give_equal_bytes(name: str) -> None:
    scene = scenes()[name]
    again = replace(scene, counters=tuple(replace(counter) for counter in scene.counters))
    assert svg(scene) == svg(again)
    assert png(svg(scene, width=390)) == png(svg(again, width=390))
    assert svg(scene) != svg(scene, theme="dark")


def test_a_screen_reader_is_told_what_it_is() -> None:
    root = ET.fromstring(svg(point_map(), language="ru"))
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", "A map made up")
    assert description.tag == f"{SVG}desc"
    assert "Rome has 16 pieces." in (description.text or "")
    assert "Victory points: Rome at 6, Greece at 6." in (description.text or "")
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
    assert root.attrib["lang"] == "ru"
    pieces = root.iter(f"{SVG}g")
    told = [group[0].text for group in pieces if group.get("data-piece") == "c2"]
    assert told == ["Army 2, Gauls, 2-2, besieged, wounded"] * len(told)
    assert told


def test_sides_are_told_apart_without_colour() -> None:
    scene = point_map()
    outlines = {counters.outline(place, 0, 0, 20) for place in range(len(scene.sides))}
    assert len(outlines) == 4
    letters = [box.text for box in laid_out(scene).drawing.boxes if box.kind == "side"]
    for counter in scene.counters:
        side = next(side for side in scene.sides if side.seat == counter.owner)
        assert side.letter in letters


@pytest.mark.parametrize("shape", ["box", "circle", "diamond"])
@pytest.mark.parametrize("owner", ["first", ""])
def test_who_holds_a_space_does_not_cover_its_ground(shape: Shape, owner: str) -> None:
    scene = Scene(
        title="Walls",
        sides=(Side("first", "First", "#2d5fa8", "F"),),
        terrain=(Terrain("wall", "wall", "#b0a898", "="), Terrain("house", "house", "#e3d4b0")),
        spaces=tuple(
            Space(id=f"s{at}", x=at, y=0, shape=shape, terrain=("wall", "house")[at], owner=owner)
            for at in range(2)
        ),
        links=(Link(("s0", "s1")),),
    )
    groups = [each for each in ET.fromstring(svg(scene)).iter(f"{SVG}g") if each.get("data-space")]
    assert len(groups) == 2
    grounds = set()
    for group in groups:
        drawn = [each for each in group if each.tag != f"{SVG}text"]
        fills = [each.get("fill") for each in drawn]
        (place,) = [at for at, fill in enumerate(fills) if fill == "#e3d4b0" or str(fill).startswith("url")]
        grounds.add(fills[place])
        # What lies on the ground is smaller by at least three pixels on each side.
        assert len(drawn) - place == (2 if owner else 1)
        assert all(_across(drawn[place]) - _across(above) >= 6 for above in drawn[place + 1 :])
    assert len(grounds) == 2


def _across(shape: ET.Element) -> float:
    if "r" in shape.attrib:
        return 2 * float(shape.attrib["r"])
    if "width" in shape.attrib:
        return float(shape.attrib["width"])
    xs = [float(point.split()[0]) for point in shape.attrib["d"].strip("MZ").split("L")]
    return max(xs) - min(xs)


def test_a_map_of_few_spaces_is_drawn_small() -> None:
    few = tuple(Space(id=f"s{at}", x=at % 2, y=4 * (at // 2), shape="box") for at in range(4))
    document = ET.fromstring(svg(Scene(title="Few", spaces=few, links=(Link(("s0", "s1")),)), width=1280))
    assert 480 < float(document.attrib["height"]) < 800


@pytest.mark.parametrize("name", NAMES)
def test_ground_and_borders_are_told_apart_without_colour(name: str) -> None:
    how = printing(scenes()[name], "light")
    looks = [(look.pattern, look.glyph) for look in how.grounds.values()]
    assert len(set(looks)) == len(looks)


def test_unknown_kinds_have_looks_of_their_own() -> None:
    theme = printing(point_map(), "light").theme
    terrain = [Terrain(f"xx{number}", f"Xx {number}", "#aabbcc", "xyz"[number]) for number in range(3)]
    assert len({look.pattern for look in ground.looks(terrain, theme).values()}) == 3
    kinds = {
        "wall": "Wall",
        "gate": "Gate",
        "great-gate": "Great Gate",
        "zz": "Zz",
        "river": "River",
        "yy": "Yy",
    }
    assert len({look.style for look in borders.looks((), kinds).values()}) == len(kinds)


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_has_everything_that_occurs(name: str) -> None:
    scene = scenes()[name]
    said = " ".join(box.text for box in laid_out(scene).drawing.boxes).lower()
    kinds = {space.terrain for space in scene.spaces} | {
        feature for space in scene.spaces for feature in space.features
    }
    titles = {each.title for each in scene.terrain if each.kind in kinds}
    titles |= {border.title for border in scene.borders}
    titles |= {counter.symbol for counter in scene.counters if not counter.hidden}
    titles |= {state.replace("-", " ") for counter in scene.counters for state in counter.states}
    assert [title for title in sorted(titles) if title.split(" ")[0].lower() not in said] == []


def test_a_road_is_joined_between_neighbouring_road_hexes() -> None:
    hexes = [
        Space(id=f"010{row}", x=0, y=row * 1.732, column=1, row=row, features=("road",)) for row in (1, 2, 3)
    ]
    with_gap = [hexes[0], replace(hexes[1], features=()), hexes[2]]
    drawn = [svg(Scene(title="Road", spaces=tuple(spaces))).count("Q") for spaces in (hexes, with_gap)]
    assert drawn[0] > drawn[1]


def test_a_hidden_counter_shows_nothing_but_its_side() -> None:
    spaces = (Space(id="0101", x=0, y=0, column=1, row=1),)
    hidden = Counter(
        id="?", space="0101", owner="a", title="?", code="9-9", short="Sec", symbol="leader", hidden=True
    )
    scene = Scene(title="Fog", sides=(Side("a", "Ay", "#203040", "A"),), spaces=spaces, counters=(hidden,))
    texts = [box.text for box in text_boxes(svg(scene))]
    assert "?" in texts
    assert not {"9-9", "Sec"} & set(texts)
    assert "Leader" not in texts


HOSTILE = '<script>alert(1)</script> & "quoted" {id} \u202eright to left עברית 🎲 \x00\x1b[31m ]]>'


def test_hostile_text_is_shown_and_never_carried_out() -> None:
    scene = point_map(8)
    scene = replace(
        scene,
        title=HOSTILE * 3,
        spaces=tuple(replace(space, id=space.id, title=HOSTILE) for space in scene.spaces),
        counters=tuple(
            replace(counter, title=HOSTILE, code=HOSTILE, states=(HOSTILE,)) for counter in scene.counters
        ),
        terrain=tuple(replace(each, title=HOSTILE) for each in scene.terrain),
        panels=(Panel(HOSTILE, (HOSTILE, "x" * 100_000)),),
        hands=(Hand(seat="rome", title=HOSTILE, cards=(HOSTILE,)),),
    )
    document = svg(scene)
    root = ET.fromstring(document)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "style", "defs", "pattern", "g", "path", "rect", "circle", "text")
    }
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert "<script" not in document
    assert "alert(1)" in "".join(box.text for box in text_boxes(document))
    assert "\u202e" not in document
    assert overlapping(text_boxes(document)) == []


def test_japanese_names_keep_to_the_room_that_was_reckoned_with() -> None:
    scene = point_map(8)
    scene = replace(scene, spaces=tuple(replace(space, title="ミナス・ティリス") for space in scene.spaces))
    document = svg(scene, language="ja")
    assert document.count("textLength") >= 8
    assert overlapping(text_boxes(document)) == []
    assert png(document).startswith(b"\x89PNG")


def test_the_font_comes_along_for_the_scripts_that_occur() -> None:
    latin = svg(scenes()["sauron learning"])
    assert latin.count("@font-face") == 2
    assert svg(point_map()).count("@font-face") == 6
    assert "@font-face" not in svg(point_map(), fonts=False)
    assert "http" not in latin.replace("http://www.w3.org/2000/svg", "")


def test_two_pictures_in_one_page_do_not_share_their_patterns() -> None:
    def ids(document: str) -> set[str]:
        return {element.attrib["id"] for element in ET.fromstring(document).iter() if "id" in element.attrib}

    light, dark = (svg(scenes()["sauron learning"], theme=theme) for theme in THEMES)
    assert ids(light)
    assert not ids(light) & ids(dark)


def test_a_picture_in_pixels_is_as_large_as_it_says() -> None:
    document = svg(point_map(), width=640)
    high = round(float(ET.fromstring(document).attrib["height"]))
    pixels = png(document)
    assert int.from_bytes(pixels[16:20], "big") == 640
    assert abs(int.from_bytes(pixels[20:24], "big") - high) <= 1
    assert int.from_bytes(png(document, scale=2)[16:20], "big") == 1280


def test_without_its_library_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PictureError, match=r"pip install .warlog\[pictures\]"):
        png(svg(point_map()))


@pytest.mark.parametrize("width", [0, 319, 8001])
def test_a_width_out_of_range_is_refused(width: int) -> None:
    with pytest.raises(PictureError, match="320 to 8000"):
        svg(point_map(), width=width)


def test_little_or_nothing_is_drawn_too() -> None:
    ET.fromstring(svg(Scene(title="Nothing")))
    one_hex = Space(id="0101", x=0, y=0, terrain="unheard-of", owner="nobody", column=1, row=1)
    ET.fromstring(svg(Scene(title="A hex", spaces=(one_hex,), borders=(Border(("0101", "0102"), "wall"),))))
    twice = tuple(Space(id=name, x=1, y=1, shape="circle", title=name) for name in ("one", "two"))
    ET.fromstring(svg(Scene(title="One place", spaces=twice)))
    ET.fromstring(svg(Scene(title="A track", tracks=(Track(title="Empty", cells=()),))))


COUNTERS = st.builds(
    Counter,
    id=st.uuids().map(str),
    space=st.integers(0, 11).map(lambda number: f"s{number}"),
    owner=st.sampled_from(("a", "b", "")),
    title=st.text(max_size=12),
    code=st.text(alphabet="ABC123-/", max_size=8),
    short=st.text(max_size=5),
    symbol=st.sampled_from(("", "infantry", "leader", "something")),
    states=st.lists(
        st.sampled_from(("reduced", "disrupted", "wounded", "odd", "shield-wall")), unique=True
    ).map(tuple),
    hidden=st.booleans(),
)


@settings(max_examples=40)
@given(
    pieces=st.lists(COUNTERS, max_size=40, unique_by=lambda counter: counter.id),
    titles=st.lists(st.text(max_size=20), min_size=12, max_size=12),
    shape=st.sampled_from(("hex", "circle", "box")),
    width=st.integers(320, 2000),
    theme=st.sampled_from(THEMES),
)
def test_whatever_lies_where_no_text_covers_another(pieces, titles, shape, width, theme) -> None:
    spaces = tuple(
        Space(
            id=f"s{number}",
            x=1.5 * (number % 4),
            y=1.732 * (number // 4 + (0.5 if number % 2 else 0)),
            shape=shape,
            title=title,
            column=number % 4 + 1,
            row=number // 4 + 1,
        )
        for number, title in enumerate(titles)
    )
    sides = (Side("a", "Ay", "#112244", "A"), Side("b", "Be", "#eecc44", "B"))
    document = svg(
        Scene(title="Anything", sides=sides, spaces=spaces, counters=tuple(pieces)), width=width, theme=theme
    )
    assert overlapping(text_boxes(document)) == []
