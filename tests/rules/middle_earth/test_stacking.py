"""Stacking (5.0): one combat unit a hex, and who does not count."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Advance, Attack, Displace, End, Halt, March, Retreat, Step
from rules.middle_earth.events import (
    MarchEnded,
    PieceMoved,
    UnitAdvanced,
    UnitDisplaced,
    UnitEliminated,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import board, engine, formation, given, leader, phase, unit

FAR = (unit("men-footmen-8", "1010"), unit("orcs-8", "1001"))


@pytest.mark.rule("middle-earth", "5.0-a")
def test_two_units_may_not_be_in_a_hex_when_the_movement_phase_ends():
    position = given(board(), unit("men-footmen-1", "0505"), unit("men-footmen-2", "0505"), *FAR, phase("F"))
    position.offers_not(End()).when("alliance", End()).refused("4.28", "more than one combat unit")
    position.when("alliance", March("men-footmen-2")).when("alliance", Step("0504")).when("alliance", Halt())
    position.offers(End())


@pytest.mark.rule("middle-earth", "5.0-a")
@pytest.mark.parametrize("hindrance", ["disrupted", "moved", "held"])
def test_a_unit_does_not_stop_on_a_friend_who_has_to_stay(hindrance):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0504", disrupted=hindrance == "disrupted"),
        *([unit("orcs-1", "0503")] if hindrance == "held" else []),
        *FAR,
        phase("F"),
    )
    if hindrance == "moved":
        position.when("alliance", March("men-footmen-2")).when("alliance", Step("0503"))
        position.when("alliance", Step("0504")).when("alliance", Halt())
    position.when("alliance", March("men-footmen-1"))
    if hindrance == "held":
        position.offers_not(Step("0504")).when("alliance", Step("0504")).refused("5.0", "could neither stay")
    else:
        position.when("alliance", Step("0504")).offers_not(Halt()).when("alliance", Halt()).refused("5.0")


@pytest.mark.rule("middle-earth", "5.0-a")
def test_to_pass_through_hexes_of_friends_is_free():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0504", disrupted=True),
        *FAR,
        phase("F"),
    ).when("alliance", March("men-footmen-1"))
    position.when("alliance", Step("0504")).then(PieceMoved("men-footmen-1", "0504", 1)).then_not(MarchEnded)
    position.when("alliance", Step("0503")).then(PieceMoved("men-footmen-1", "0503", 1))


@pytest.mark.rule("middle-earth", "5.0-a")
def test_a_retreat_ends_with_one_unit_in_a_hex():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("trolls-1", "0504"),
        *FAR,
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])
    position.offers_only(Retreat("0405"), Retreat("0605")).when("alliance", Retreat("0506")).refused("7.61")
    position.when("alliance", Retreat("0405")).then(UnitRetreated("men-footmen-1", "0405"))
    assert all(len(here) == 1 for here in position.state.at.values())


@pytest.mark.rule("middle-earth", "5.0-a")
@pytest.mark.parametrize("room", [True, False])
def test_a_retreat_to_a_friend_needs_him_to_make_room(room):
    grid = board().board.grid
    behind = {name: "mountain" for name in grid.neighbours["0506"] if name != "0505"}
    sides = {"0404": "mountain", "0604": "mountain", "0405": "mountain", "0605": "mountain"}
    ground = {**({} if room else behind), **sides}
    position = given(
        board(terrain=ground),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("trolls-1", "0504"),
        *FAR,
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])
    if room:
        position.when("alliance", Retreat("0506"))
        position.when("alliance", Displace("men-footmen-2", "0507")).then_includes(
            UnitDisplaced("men-footmen-2", "0507"), UnitRetreated("men-footmen-1", "0506")
        )
    else:
        position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))
    assert all(len(here) == 1 for here in position.state.at.values())


@pytest.mark.rule("middle-earth", "5.0-a")
def test_only_one_of_several_attackers_advances():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0404"),
        unit("orcs-1", "0504"),
        *FAR,
        phase("G", "melee"),
    ).when("alliance", Attack("men-footmen-1", "orcs-1"))
    position.when("alliance", Attack("men-footmen-2", "orcs-1"), [1, 1, 1])
    position.offers(Advance("men-footmen-1")).offers_not(Advance("men-footmen-2"))
    position.when("alliance", Advance("men-footmen-1")).then(UnitAdvanced("men-footmen-1", "0504"))
    assert position.state.at["0504"] == ("sauron-men-footmen-1",)


@pytest.mark.rule("middle-earth", "5.0-b")
def test_any_number_of_leaders_share_a_hex_with_a_unit_or_with_each_other():
    position = given(
        board(),
        unit("men-footmen-1", "0504"),
        leader("isildur", "0504"),
        leader("anarion", "0504"),
        leader("elendil", "0505"),
        unit("men-footmen-2", "0505"),
        *FAR,
        phase("F"),
    ).when("alliance", March("elendil"))
    position.when("alliance", Step("0504")).offers(Halt()).when("alliance", Halt()).offers(End())
    assert len(position.state.leaders_at["0504"]) == 3
    position.when("alliance", March("men-footmen-2")).when("alliance", Step("0504"))
    position.when("alliance", Step("0503")).when("alliance", Halt())
    position.when("alliance", End())
    assert position.state.phase != "F"
    assert len(position.state.leaders_at["0504"]) == 3


@pytest.mark.rule("middle-earth", "5.0-b")
def test_a_unit_stops_on_leaders_of_its_own():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0504"),
        leader("anarion", "0504"),
        *FAR,
        phase("F"),
    ).when("alliance", March("men-footmen-1"))
    position.when("alliance", Step("0504")).offers(Halt()).when("alliance", Halt()).offers(End())


@pytest.mark.rule("middle-earth", "5.0-c")
@pytest.mark.parametrize("formed", [True, False])
def test_two_units_in_a_formation_share_a_hex(formed):
    pair = ("men-footmen-1", "men-footmen-2")
    placed = formation("shield-wall", *pair, "0505") if formed else [unit(each, "0505") for each in pair]
    position = given(board(), *placed, *FAR, phase("F"))
    position.when("alliance", End())
    if formed:
        assert position.state.phase != "F"
        assert position.state.at["0505"] == ("sauron-men-footmen-1", "sauron-men-footmen-2")
    else:
        position.refused("4.28")


@pytest.mark.rule("middle-earth", "5.0-c")
def test_a_third_unit_does_not_share_the_hex_of_a_formation_that_has_to_stay():
    position = given(
        board(),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0504"),
        unit("men-footmen-3", "0505"),
        *FAR,
        phase("F"),
    )
    position.when("alliance", March("men-footmen-1")).when("alliance", Step("0503"))
    position.when("alliance", Halt()).when("alliance", March("men-footmen-3")).when("alliance", Step("0504"))
    position.when("alliance", Step("0503")).offers_not(Halt()).when("alliance", Halt()).refused("5.0")


@pytest.mark.rule("middle-earth", "5.0-d")
@pytest.mark.parametrize("kind", ["siege-tower", "ladder"])
def test_siege_engines_do_not_count(kind):
    position = given(
        board(edges={"0503|0504": "wall"}),
        engine("engine-1", kind, "0504", "sauron", against="0503|0504"),
        engine("engine-2", kind, "0504", "sauron"),
        unit("orcs-1", "0505"),
        unit("orcs-2", "0605"),
        *FAR,
        phase("C"),
    ).when("sauron", March("orcs-1"))
    position.when("sauron", Step("0504")).offers(Halt()).when("sauron", Halt()).offers(End())
    position.when("sauron", March("orcs-2")).when("sauron", Step("0505")).when("sauron", Step("0504"))
    position.offers_not(Halt()).when("sauron", Halt()).refused("5.0")
