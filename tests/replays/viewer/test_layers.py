"""The board of a page: every text can be read in the light and in the dark, no name lies on another, nothing is drawn
twice."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace

from replays.session import Session
from replays.viewer.colours import LEAST_CONTRAST, contrast, least
from replays.viewer.drawing import Box
from replays.viewer.layers import WIDTH, Layers
from replays.viewer.lettering import LEAST_SIZE
from replays.viewer.occurring import together
from replays.viewer.theme import THEMES
from rules.scene import Scene
from tests.replays.viewer import pages
from tests.replays.viewer.drawn import overlapping, point_map

NAMES = ("sauron", "gondor", "sword-of-rome", "point map")
GAMES = {
    "sauron": ("sauron", "battle", 300),
    "gondor": ("gondor", "siege", 400),
    "sword-of-rome": ("sword-of-rome", "short-game", 300),
}


@cache
def scenes(name: str) -> tuple[Scene, ...]:
    if name == "point map":
        return (point_map(),)
    session = Session.load(*pages.simulated(*GAMES[name]))
    opened, plies = session.opened, range(0, session.position.ply, 20)
    return tuple(opened.ruleset.scene(opened.game, session.timeline.at(ply).state) for ply in plies)


@cache
def drawn(name: str) -> Layers:
    """The layers after everything that the scenes show has been drawn."""
    layers = Layers(together(scenes(name)))
    for scene in scenes(name):
        layers.units(scene)
        layers.trays(scene)
    return layers


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_told_from_what_lies_under_it_in_both_lights(name):
    texts = drawn(name).texts
    assert {text.kind for text in texts} >= {"code", "side"}
    faint = [text for text in texts if least(text.ink, text.grounds) < LEAST_CONTRAST]
    assert faint == []
    assert all(text.grounds for text in texts)


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_smaller_than_nine_pixels(name):
    assert LEAST_SIZE >= 9
    assert min(text.size for text in drawn(name).texts) >= 9
    # In a window of 1280 the board is at least as wide as it was drawn: see the browser's tests.
    assert drawn(name).width <= WIDTH + 1


@pytest.mark.parametrize("name", NAMES)
def test_no_name_lies_on_another(name):
    boxes = [box for box in drawn(name).boxes if box.size]
    assert sum(box.kind in ("name", "number") for box in boxes) > 10
    assert overlapping(boxes) == []
    board = Box(x=0, y=0, width=drawn(name).width, height=drawn(name).height)
    assert [box.text for box in boxes if not box.inside(board)] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_stays_the_same_is_the_same_object(name):
    layers = Layers(together(scenes(name)))
    first = layers.units(scenes(name)[-1])
    again = layers.units(scenes(name)[-1])
    assert first == again
    assert first[0] is again[0]
    assert first[1] is again[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_is_drawn_alike_whatever_was_drawn_before(name):
    forward, backward = Layers(together(scenes(name))), Layers(together(scenes(name)))
    one = [forward.units(scene) for scene in scenes(name)]
    other = [backward.units(scene) for scene in reversed(scenes(name))][::-1]
    inks = [{ink: pair for pair, ink in layers.inks.names.items()} for layers in (forward, backward)]

    def coloured(markup: str, names: dict[str, tuple[str, str]]) -> str:
        # Colours are numbered in the order in which they come.
        for ink in sorted(names, key=len, reverse=True):
            markup = markup.replace(ink, str(names[ink]))
        return markup

    for ahead, back in zip(one, other, strict=True):
        for there, here in zip(ahead, back, strict=True):
            assert {key: coloured(markup, inks[0]) for key, markup in there.items()} == {
                key: coloured(markup, inks[1]) for key, markup in here.items()
            }


def test_spaces_come_and_go_and_keep_their_places():
    full = point_map()
    fewer = replace(full, spaces=full.spaces[:20], counters=(), markers=())
    layers = Layers(together([fewer, full, fewer]))
    assert set(layers.centres) == {space.id for space in full.spaces}
    few, many, again = (
        {k: v for units in layers.units(scene) for k, v in units.items()} for scene in (fewer, full, fewer)
    )
    assert few == again
    assert {key for key in many if key.startswith("space:")} == {f"space:{space.id}" for space in full.spaces}
    assert {key for key in few if key.startswith("space:")} == {f"space:{space.id}" for space in fewer.spaces}
    # A link is there when both its ends are.
    there = {space.id for space in fewer.spaces}
    assert len(stretches(few["links"])) == sum(set(link.between) <= there for link in full.links)
    assert len(stretches(many["links"])) == len(full.links)


def stretches(markup: str) -> set[str]:
    """The lines from space to space; some kinds of link are drawn with two strokes, one on the other."""
    return set(re.findall(r"M[\d. ]+L[\d. ]+", markup))


def test_lines_in_charts_are_seen_on_both_grounds():
    for name in pages.NAMES:
        for seat in pages.named(name).content.seats:
            assert contrast(seat.strokes[0], THEMES["light"].card) >= 3
            assert contrast(seat.strokes[1], THEMES["dark"].card) >= 3
