"""Names round spaces: none on another, none left out where there is room, each at its own space."""

from __future__ import annotations

from itertools import combinations

from replays.viewer.arranging import Wanted, apart, arranged
from replays.viewer.drawing import Box
from replays.viewer.labels import Room
from replays.viewer.layers import Layers
from replays.viewer.occurring import together
from replays.viewer.picture import svg
from replays.viewer.point_map import node_box
from tests.replays.viewer.drawn import played

BOARD = Box(x=0, y=0, width=400, height=400)


def row(*at: tuple[float, float], wide: float = 60, round_: float = 10) -> dict[str, Wanted]:
    return {
        f"s{number}": Wanted(wide, 14, Box(x=x - round_, y=y - round_, width=2 * round_, height=2 * round_))
        for number, (x, y) in enumerate(at)
    }


def room_with(wanted: dict[str, Wanted], *more: Box) -> Room:
    room = Room(BOARD)
    for box in (*(each.node for each in wanted.values()), *more):
        room.take(box)
    return room


def test_a_name_alone_stands_to_the_right():
    wanted = row((200, 200))
    found = arranged(wanted, room_with(wanted))["s0"]
    assert (found.x, found.y + found.height / 2) == (212, 200)


def test_who_came_first_gives_way_where_another_has_no_other_place():
    """The right of the first is the only place of the second, which stands in a corner of walls."""
    wanted = row((100, 200), (194, 200))
    walls = (
        Box(x=110, y=120, width=290, height=60),
        Box(x=110, y=220, width=290, height=180),
        Box(x=206, y=180, width=190, height=40),
    )
    found = arranged(wanted, room_with(wanted, *walls))
    assert set(found) == {"s0", "s1"}
    assert 110 < found["s1"].x < 184
    assert not found["s0"].meets(found["s1"])


def test_names_cover_neither_one_another_nor_what_is_there():
    wanted = row(*((x, y) for x in range(40, 400, 64) for y in range(40, 360, 48)), wide=52)
    found = arranged(wanted, room_with(wanted))
    assert len(found) >= 0.9 * len(wanted)
    assert not [pair for pair in combinations(found.values(), 2) if pair[0].meets(pair[1])]
    assert not [each for box in found.values() for each in wanted.values() if box.meets(each.node)]
    assert all(box.inside(BOARD) for box in found.values())


def test_no_name_is_given_where_there_is_no_room():
    wanted = row((200, 200), wide=500)
    assert arranged(wanted, room_with(wanted)) == {}


def test_every_name_of_the_map_of_italy_stands_beside_its_space():
    scene = played("sword-of-rome", "four-players", 0)
    layers = Layers(together([scene]))
    names = {box.text: box for box in layers.boxes if box.kind == "name"}
    assert set(names) == {space.title for space in scene.spaces}
    nodes = {space.title: node_box(space, layers.centres[space.id], layers.radius) for space in scene.spaces}
    away = {title: apart(box, nodes[title]) for title, box in names.items()}
    assert {title for title, pixels in away.items() if pixels > 10} == set()


def test_walled_cities_and_tribes_of_italy_have_shapes_of_their_own():
    scene = played("sword-of-rome", "four-players", 0)
    assert {(space.terrain, space.shape) for space in scene.spaces} == {
        ("normal", "circle"),
        ("walled", "box"),
        ("tribal", "diamond"),
        ("box", "box"),
    }
    document = svg(scene)
    tribe = document.index('data-space="aufidena"')
    assert 'rx="2"' not in document[tribe : document.index("</g>", tribe)]
    assert "<circle" not in document[tribe : document.index("</g>", tribe)]
