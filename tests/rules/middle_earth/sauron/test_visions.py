"""Sinister Visions (SAURON-11), and when the pedestal is lost otherwise than by a march (SAURON-10)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rules.middle_earth.actions import Advance, Aim, Attack, Cast, Displace, Form, March, Retreat, Step
from rules.middle_earth.events import (
    FormationTaken,
    MarchBegan,
    PieceMoved,
    PieceRemoved,
    UnitDisplaced,
    UnitRetreated,
)
from rules.middle_earth.leaders import rating
from rules.middle_earth.sauron.events import VisionRolled
from tests.rules.middle_earth.data_as_written import written
from tests.rules.middle_earth.harness import (
    board,
    counter,
    formation,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    unit,
)

A = phase("A", seat="sauron")
LOST = PieceRemoved("pedestal", "SAURON-10")
KEPT = unit("trolls-1", "0109")


@lru_cache(maxsize=1)
def wide():
    """A board of 20 by 20 hexes with a unit of each morale, `levy-w-1` to `levy-z-1`."""
    return board(
        "0101-2020",
        types={f"levy-{each.lower()}": counter("alliance", f"C3{each}", count=1) for each in "WXYZ"},
    )


def visions(target, dice, *more):
    """Sauron casts from 0505 on a large board and hits with 4 and 4."""
    return (
        given(
            wide(),
            unit("trolls-1", "0505"),
            leader("sauron", "0505", points=9),
            marker("pedestal", "0505"),
            *more,
            A,
        )
        .when("sauron", Cast("sauron", "sinister-visions", 3))
        .when("sauron", Aim(target), [4, 4, *dice])
    )


# SAURON-11


@pytest.mark.rule("sauron", "SAURON-11")
@pytest.mark.parametrize(("morale", "least"), [("w", 4), ("x", 3), ("y", 2), ("z", 1)])
def test_a_roll_of_the_morale_value_or_more_disrupts_and_less_does_not(morale, least):
    for die in range(1, 7):
        name = f"levy-{morale}-1"
        position = visions("0505", [die], unit(name, "0508"))
        position.then_includes(VisionRolled(name, die, least, die >= least))
        standing = position.state.units[f"sauron-{name}"]
        assert (standing.disrupted, standing.hex, standing.reduced) == (die >= least, "0508", False)


@pytest.mark.rule("sauron", "SAURON-11")
def test_it_reaches_so_far_from_the_hex_named_and_the_hex_lies_so_far_from_sauron():
    numbers = written("sauron", "spell")["sinister-visions"]["numbers"]
    radius, reach = numbers["radius"], numbers["reach"]
    inside, outside = (
        unit("men-footmen-1", f"05{5 + radius:02d}"),
        unit("men-footmen-2", f"05{6 + radius:02d}"),
    )
    visions("0505", [1], inside, outside).then_includes(like(VisionRolled, unit="men-footmen-1")).then_not(
        like(VisionRolled, unit="men-footmen-2")
    )
    goal = f"05{5 + reach:02d}"
    far = (
        unit("men-footmen-1", f"05{5 + reach + radius:02d}"), unit("men-footmen-2", f"05{6 + reach + radius:02d}"),
    )  # fmt: skip
    visions(goal, [1], *far).then_includes(like(VisionRolled, unit="men-footmen-1")).then_not(
        like(VisionRolled, unit="men-footmen-2")
    )
    again = given(
        wide(), unit("trolls-1", "0505"), leader("sauron", "0505"), marker("pedestal", "0505"), *far, A
    ).when("sauron", Cast("sauron", "sinister-visions", 3))
    beyond = f"05{6 + reach:02d}"
    again.offers(Aim("0505"), Aim(goal)).offers_not(Aim(beyond))
    again.when("sauron", Aim(beyond)).refused("SAURON-11")


@pytest.mark.rule("sauron", "SAURON-11")
@pytest.mark.parametrize("die", [2, 3])
def test_neither_his_own_units_nor_leaders_roll_and_a_formation_rolls_once_for_both(die):
    position = visions(
        "0505",
        [die],
        unit("orcs-1", "0507"),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0508"),
        leader("elendil", "0508"),
        unit("men-footmen-3", "0509", disrupted=True),
    )
    rolled = [each for each in position.events if isinstance(each, VisionRolled)]
    assert [(each.die, each.disrupted) for each in rolled] == [(die, die >= 3)]
    for name in ("men-footmen-1", "men-footmen-2"):
        assert position.state.units[f"sauron-{name}"].disrupted is (die >= 3)
        assert position.state.units[f"sauron-{name}"].formation == "shield-wall"
    assert not position.state.units["sauron-orcs-1"].disrupted


@pytest.mark.rule("sauron", "SAURON-11")
def test_three_points_are_the_least():
    assert installed_data().spell["sinister-visions"].minimum == 3
    given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        marker("pedestal", "0505"),
        unit("men-footmen-1", "0909"),
        A,
    ).when("sauron", Cast("sauron", "sinister-visions", 2)).refused("8.54")


# SAURON-10


@pytest.mark.rule("sauron", "SAURON-10")
def test_sauron_has_a_rating_of_10_13_at_night_and_45_points():
    for night, value in ((False, 10), (True, 13)):
        position = given(
            board(),
            unit("trolls-1", "0505"),
            leader("sauron", "0505"),
            phase("A", seat="sauron", night=night),
        )
        assert rating(position.game, position.state, "sauron-sauron-1")[0] == value
        assert position.state.leaders["sauron-sauron-1"].points == 45


@pytest.mark.rule("sauron", "SAURON-10")
def test_the_pedestal_stays_when_he_goes_alone_and_no_unit_and_no_other_leader_takes_it_along():
    field = (unit("trolls-1", "0505"), marker("pedestal", "0505"), unit("orcs-1", "0507"))
    position = given(board(), *field, leader("sauron", "0505"), A).when("sauron", March("sauron"))
    position.then(MarchBegan("sauron", 6)).when("sauron", Step("0506"))
    assert position.state.markers["sauron-pedestal-1"].hex == "0505"
    others = given(board(), *field, leader("ringwraith", "0505"), phase("C"))
    others.when("sauron", March("trolls-1", "pedestal")).refused("4.0")
    others.when("sauron", March("ringwraith", "pedestal")).refused("4.0")


@pytest.mark.rule("sauron", "SAURON-10")
def test_its_two_movement_points_are_not_enough_for_more_than_one_slope():
    position = given(
        board(terrain={"0504": "slope", "0503": "slope"}),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        marker("pedestal", "0505"),
        unit("orcs-1", "0504"),
        A,
    ).when("sauron", March("sauron", "pedestal"))
    position.when("sauron", Step("0504")).then(PieceMoved("sauron", "0504", 2))
    assert position.state.hauled["sauron-pedestal-1"] == 2
    assert position.state.marching is None


@pytest.mark.rule("sauron", "SAURON-10")
def test_a_unit_that_comes_where_sauron_stands_with_it_does_not_destroy_it_while_his_unit_holds_the_hex():
    given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        marker("pedestal", "0505"),
        unit("men-footmen-1", "0507"),
        unit("men-footmen-2", "0909"),
        phase("F"),
    ).when("alliance", March("men-footmen-1")).when("alliance", Step("0506")).then_not(LOST)


@pytest.mark.rule("sauron", "SAURON-10")
def test_it_is_destroyed_by_an_enemy_who_advances_into_its_hex():
    position = given(
        board(),
        KEPT,
        leader("sauron", "0109"),
        unit("orcs-1", "0504"),
        marker("pedestal", "0504"),
        unit("men-footmen-1", "0505"),
        phase("G", "melee"),
    ).when("alliance", Attack("men-footmen-1", "orcs-1"), [1, 1, 1])
    position.then_not(LOST).when("alliance", Advance("men-footmen-1")).then_includes(LOST)


@pytest.mark.rule("sauron", "SAURON-10")
def test_it_is_destroyed_by_one_who_retreats_into_its_hex():
    def driven_back(*sauron):
        position = given(
            board(),
            unit("men-footmen-1", "0505"),
            unit("trolls-2", "0504"),
            marker("pedestal", "0506"),
            *sauron,
            phase("D", "melee"),
        ).when("sauron", Attack("trolls-2", "men-footmen-1"), [1, 1, 5])
        return position.when("alliance", Retreat("0506")).then(UnitRetreated("men-footmen-1", "0506"))

    driven_back(KEPT, leader("sauron", "0109")).then_includes(LOST)
    driven_back().then_includes(LOST)


@pytest.mark.rule("sauron", "SAURON-10")
def test_and_by_one_who_makes_room_there():
    position = given(
        board(),
        KEPT,
        leader("sauron", "0109"),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("trolls-2", "0504"),
        unit("trolls-3", "0305"),
        unit("trolls-4", "0705"),
        marker("pedestal", "0507"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-2", "men-footmen-1"), [1, 1, 5])
    position.when("alliance", Retreat("0506")).then_not(LOST)
    position.when("alliance", Displace("men-footmen-2", "0507")).then_includes(
        UnitDisplaced("men-footmen-2", "0507"), LOST
    )


@pytest.mark.rule("sauron", "SAURON-10")
def test_and_by_those_who_form_where_their_leader_stands_on_it():
    given(
        board(),
        KEPT,
        leader("sauron", "0109"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0506"),
        unit("men-footmen-3", "0909"),
        leader("elendil", "0505"),
        marker("pedestal", "0505"),
        phase("F"),
    ).when("alliance", Form("elendil", ("men-footmen-1", "men-footmen-2"))).then(FormationTaken, LOST)


@pytest.mark.rule("sauron", "SAURON-10")
def test_but_not_by_a_leader_nor_by_sauron_s_own_units():
    given(
        board(),
        KEPT,
        leader("sauron", "0109"),
        unit("men-footmen-1", "0506"),
        leader("isildur", "0506"),
        marker("pedestal", "0505"),
        phase("F"),
    ).when("alliance", March("isildur")).when("alliance", Step("0505")).then_not(LOST)
    given(
        board(),
        KEPT,
        leader("sauron", "0109"),
        unit("orcs-1", "0506"),
        unit("men-footmen-1", "1001"),
        marker("pedestal", "0505"),
        phase("C"),
    ).when("sauron", March("orcs-1")).when("sauron", Step("0505")).then_not(LOST)
