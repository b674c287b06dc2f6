"""What is drawn of a position: the map true to geography, who holds what, sieges, armies with leaders on top, hands for
the seats that may see them, and tracks; and a picture in which all of it can be read."""

from __future__ import annotations

import math

import pytest

from replays.viewer.picture import laid_out, svg
from rules.secrecy import UNKNOWN
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.scene import SEVERAL, scene
from tests.replays.viewer.drawn import overlapping, text_boxes
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between
from tests.rules.sword_of_rome.harness import (
    army,
    control,
    desperate,
    given,
    hand,
    impulse,
    inside,
    loyalty,
    marker,
    plunder,
    points,
    set_up,
    siege,
)

WIDTHS = (390, 1024, 1600)
THEMES = ("light", "dark")


def drawn(position, *seats: str):
    """The scene as these seats see it; none: as everything is."""
    state = ruleset.view(position.game, position.state, seats) if seats else position.state
    return scene(position.game, state)


def besieged():
    return given(
        army("rome", "antium", 5, "camillus", "rome-1"),
        inside("volsci", "antium", 2, "volsci-1"),
        siege("antium", "rome", 1),
        loyalty("antium", 2),
        hand("rome", "r-1", "r-20"),
        hand("greece", "g-1"),
        desperate("rome", "r-38"),
        points("gauls", 9),
        plunder(3),
        impulse("rome"),
    )


def test_the_map_lies_as_italy_does():
    """South is down and east is right: places stand to one another as they do on any map of Italy."""
    at = {space.id: (space.x, space.y) for space in drawn(given()).spaces}
    for north, south in (
        ("mediolanum", "genua"), ("bononia", "clusium"), ("clusium", "roma"), ("roma", "capua"),
        ("capua", "rhegium"), ("rhegium", "syracusae"), ("arretium", "perusia"), ("messana", "catina"),
    ):  # fmt: skip
        assert at[north][1] < at[south][1], (north, south)
    for west, east in (
        ("genua", "bononia"), ("pisae", "arretium"), ("roma", "aternum"), ("capua", "brundisium"),
        ("lilybaeum", "panormus"), ("panormus", "messana"), ("carthago", "lilybaeum"), ("taurasia", "patavium"),
    ):  # fmt: skip
        assert at[west][0] < at[east][0], (west, east)
    assert len(set(at.values())) == len(at)
    nearest = min(math.dist(one, other) for one in at.values() for other in at.values() if one != other)
    assert nearest > 0.4


def test_every_connection_is_drawn_once_with_its_kind():
    position = given()
    links = {link.between: link.kind for link in drawn(position).links}
    assert len(links) == len({frozenset(pair) for pair in links})
    for first, near in position.game.links.items():
        for second, kind in near.items():
            pair = (min(first, second), max(first, second))
            assert links.get(pair, links.get((first, second), "")).startswith(kind)
    assert links["messana", "rhegium"] == "strait"
    one_way = [pair for pair, kind in links.items() if kind.endswith("one way")]
    assert one_way
    # 2.3: out of the box, never in.
    assert all(pair[0] == "transalpine-box" for pair in one_way)


def test_the_appian_way_is_a_road_once_it_is_built():
    before = {link.kind for link in drawn(given()).links}
    after = {link.between for link in drawn(given(marker("appian-way"))).links if link.kind == "road"}
    assert "road" not in before
    assert after == {("antium", "velitrae"), ("roma", "velitrae")}


def test_every_space_shows_the_power_that_holds_it():
    position = given(control("neapolis", "rome"), control("clusium", "independent"))
    owners = {space.id: space.owner for space in drawn(position).spaces}
    assert owners == dict(position.state.control)
    sides = {side.seat: side for side in drawn(position).sides}
    assert set(owners.values()) <= set(sides)
    assert len({side.letter for side in sides.values()}) == len(sides)
    assert owners["pisae"] == "etruscans"
    assert owners["bovianum"] == "samnites"


def test_loyalty_and_sieges_stand_at_their_city_with_their_numbers():
    position = besieged()
    markers = {(each.space, each.title): each.owner for each in drawn(position).markers}
    assert markers["antium", "loyalty 2"] == "volsci"
    assert markers["antium", "siege 1"] == "rome"
    assert {space for space, title in markers if title.startswith("loyalty")} == set(position.state.loyalty)
    assert not any(space == "antium" for space, title in markers if title == "siege 0")


def test_leaders_lie_on_top_of_their_army_and_what_is_shut_in_below():
    position = besieged()
    there = [each for each in drawn(position).counters if each.space == "antium"]
    romans = [each.id for each in there if each.owner == "rome"]
    volsci = [(each.id, each.states) for each in there if each.owner == "volsci"]
    assert romans == ["camillus", "rome-1", "rome:antium:outside"]
    assert volsci == [
        ("volsci-1", ("commander", "within the walls")),
        ("volsci:antium:inside", ("within the walls",)),
    ]
    codes = {each.id: each.code for each in there}
    assert codes["camillus"] == "2-4"
    assert codes["rome:antium:outside"] == "5"


def test_hands_are_shown_to_their_seats_and_to_nobody_else():
    position = besieged()
    for viewer in ("rome", "greece", "gauls"):
        hands = {each.seat: each.cards for each in drawn(position, viewer).hands}
        assert len(hands["rome"]) == 2
        assert len(hands["greece"]) == 1
        assert ("R-1 Campaign, 3 Ops" in hands["rome"]) == (viewer == "rome")
        assert (hands["greece"] == (UNKNOWN,)) == (viewer != "greece")


def test_a_hand_is_in_the_order_of_its_numbers_and_what_goes_on_has_a_name():
    position = given(set_up(), hand("rome", "r-30", "r-4", "r-16"), impulse("rome"))
    shown = drawn(position)
    held = next(each.cards for each in shown.hands if each.seat == "rome")
    assert [card.split(" ")[0] for card in held] == ["R-4", "R-16", "R-30"]
    assert next(panel.lines for panel in shown.panels if panel.title == "Going on") == ("The impulse",)


def test_every_seat_stands_on_the_victory_track_however_many_share_a_box():
    shown = drawn(given(set_up(), impulse("rome")))
    letters = [box.text for box in laid_out(shown, width=1280).drawing.boxes if box.kind == "side"]
    # The letter of a seat with two powers is on no space and no counter: in the list of sides, and on the track.
    assert letters.count(SEVERAL) == 2


def test_tracks_show_points_plunder_turn_and_round():
    tracks = {each.title.split(" ")[0]: each for each in drawn(besieged()).tracks}
    points_track = dict(tracks["Victory"].at)
    assert points_track == {"rome": 7, "greece": 7, "gauls": 9, "etruria-samnium": 7}
    plunder_track = tracks["Plunder"]
    assert plunder_track.cells[plunder_track.at[0][1]] == "3"
    assert tracks["Turn"].cells[tracks["Turn"].at[0][1]] == "1"
    assert tracks["Round"].cells[tracks["Round"].at[0][1]] == "1"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_in_the_picture_covers_a_text(width, theme):
    for position in (given(set_up(), impulse("rome")), besieged()):
        boxes = text_boxes(svg(drawn(position), width=width, theme=theme))
        assert overlapping(boxes) == []
        assert min(box.size for box in boxes) >= 9


@pytest.mark.parametrize("width", WIDTHS)
def test_every_space_has_its_name_in_the_picture(width):
    position = given(set_up(), impulse("rome"))
    texts = {box.text for box in laid_out(drawn(position), width=width).drawing.boxes}
    missing = [space.title for space in drawn(position).spaces if space.title not in texts]
    assert missing == []


def test_the_legend_has_all_that_occurs():
    position = besieged()
    shown = drawn(position)
    texts = " ".join(box.text.lower() for box in laid_out(shown, width=1600).drawing.boxes)
    words = {ground.title for ground in shown.terrain}
    words |= {link.kind for link in shown.links}
    words |= {feature for space in shown.spaces for feature in space.features}
    words |= {each.title for each in shown.markers}
    words |= {state for each in shown.counters for state in each.states}
    words |= {each.symbol for each in shown.counters}
    words |= {side.title for side in shown.sides}
    assert {word for word in words if word.lower() not in texts} == set()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games_are_drawn_without_anything_lost(scenario):
    """Every CU and leader on the map is drawn, in its space, and whoever holds a space is one of the sides."""
    for number, batch in enumerate(between(scenario, "random", 3)):
        if number % 97:
            continue
        shown = scene(batch.game, batch.state)
        units = sum(int(each.code) for each in shown.counters if each.symbol == "infantry")
        forces = [own for here in batch.state.forces.values() for own in here]
        assert units == sum(own.cu + own.inside for own in forces)
        leaders = {each.id: each.space for each in shown.counters if each.symbol == "leader"}
        assert leaders == {
            name: place for name, place in batch.state.leaders.items() if place in batch.game.spaces
        }
        owners = {each.owner for each in shown.counters} | {space.owner for space in shown.spaces}
        assert owners <= {side.seat for side in shown.sides}
