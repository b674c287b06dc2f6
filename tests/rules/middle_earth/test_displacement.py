"""Displacement (7.6), mostly on a strip of one column, where there is only one way back."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Decline, Displace, Duel, HoldPosition, Retreat
from rules.middle_earth.events import (
    UnitDisplaced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import board, formation, given, leader, phase, unit

SAURON = phase("D", "melee")
R1, R2 = [1, 1, 5], [1, 1, 4]
LOST = UnitEliminated("men-footmen-1", "alliance", 9, "7.56")


def strip(*friends, last=8, dice=R1, **made):
    """Slaves drive footmen 1 back from 0503; only 0504 and what lies behind it is open."""
    return given(
        board(f"0501-05{last:02d}", **made),
        unit("men-footmen-1", "0503"),
        unit("slaves-1", "0502"),
        unit("men-footmen-8", "0501", disrupted=True),
        *friends,
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), dice)


# 7.61


@pytest.mark.rule("middle-earth", "7.61-a")
def test_a_friend_makes_room_where_no_free_hex_is_open():
    position = strip(unit("men-footmen-2", "0504")).awaits("alliance", "retreat")
    position.offers_only(Retreat("0504"), Decline())
    position.when("alliance", Retreat("0504")).awaits("alliance", "displace")
    position.offers_only(Displace("men-footmen-2", "0505"), Decline())
    position.when("alliance", Displace("men-footmen-2", "0505")).then_includes(
        UnitDisplaced("men-footmen-2", "0505"), UnitRetreated("men-footmen-1", "0504")
    )
    assert position.state.at["0504"] == ("sauron-men-footmen-1",)
    assert position.state.at["0505"] == ("sauron-men-footmen-2",)


@pytest.mark.rule("middle-earth", "7.61-a")
def test_where_a_free_hex_is_open_nobody_is_displaced():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("slaves-1", "0504"),
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), R1)
    position.offers_only(Retreat("0405"), Retreat("0605"))
    position.when("alliance", Retreat("0506")).refused("7.61", "no free hex")


@pytest.mark.rule("middle-earth", "7.61-a")
@pytest.mark.parametrize("begun", [False, True])
def test_the_owner_may_decline_and_loses_the_retreating_unit(begun):
    position = strip(unit("men-footmen-2", "0504"))
    if begun:
        position.when("alliance", Retreat("0504"))
    position.when("alliance", Decline()).then(UnitEliminated("men-footmen-1", "alliance", 9, "7.61"))
    position.then_not(UnitDisplaced)
    friend = position.state.units["sauron-men-footmen-2"]
    assert (friend.hex, friend.disrupted) == ("0504", False)


@pytest.mark.rule("middle-earth", "7.61-a")
def test_only_the_last_hex_needs_room():
    position = strip(unit("men-footmen-2", "0504"), dice=R2)
    position.then_includes(UnitRetreated("men-footmen-1", "0504"), UnitRetreated("men-footmen-1", "0505"))
    position.then_not(UnitDisplaced)
    assert position.state.units["sauron-men-footmen-2"].hex == "0504"


@pytest.mark.rule("middle-earth", "7.61-a")
def test_a_displaced_unit_goes_one_hex_with_its_leaders():
    position = strip(unit("men-footmen-2", "0504"), leader("anarion", "0504"), leader("isildur", "0503"))
    position.when("alliance", Retreat("0504")).when("alliance", Displace("men-footmen-2", "0506")).refused(
        "7.62"
    )
    position.when("alliance", Displace("men-footmen-2", "0505")).then_includes(
        UnitDisplaced("men-footmen-2", "0505", ("anarion",)),
        UnitRetreated("men-footmen-1", "0504", ("isildur",)),
    )


@pytest.mark.rule("middle-earth", "7.61-a", "7.23-a")
def test_a_unit_whose_leader_was_hurt_is_reduced_if_its_owner_displaces_nobody():
    position = given(
        board("0501-0508", captains={"isildur": 6, "ringwraith": 6}),
        unit("men-footmen-1", "0503"),
        leader("isildur", "0503"),
        unit("trolls-1", "0502"),
        leader("ringwraith", "0502"),
        unit("men-footmen-2", "0504"),
        unit("men-footmen-3", "0505"),
        phase("D", "leaders"),
    ).when("sauron", Duel("ringwraith", "isildur"), [6])
    position.when("alliance", Decline()).then(UnitReduced("men-footmen-1", "7.23")).then_not(UnitEliminated)


# 7.62


def crowded(*more, terrain=None, edges=None):
    """Footmen 1 in 0505 can only go to 0506, where footmen 2 stand."""
    return given(
        board(terrain={"0405": "mountain", "0605": "mountain", **(terrain or {})}, edges=edges),
        unit("men-footmen-1", "0505"),
        unit("slaves-1", "0504"),
        unit("men-footmen-2", "0506"),
        unit("men-footmen-8", "0101"),
        *more,
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), R1)


@pytest.mark.rule("middle-earth", "7.62-a")
def test_a_displaced_unit_may_go_to_any_hex_that_a_retreat_may_enter():
    crowded().when("alliance", Retreat("0506")).offers_only(
        Displace("men-footmen-2", "0406"),
        Displace("men-footmen-2", "0507"),
        Displace("men-footmen-2", "0606"),
        Decline(),
    )


@pytest.mark.rule("middle-earth", "7.62-a")
def test_a_displaced_unit_enters_no_enemy_zone_and_no_closed_ground():
    position = crowded(unit("orcs-2", "0707"), terrain={"0406": "mountain"}).when("alliance", Retreat("0506"))
    position.offers_only(Displace("men-footmen-2", "0507"), Decline())
    position.when("alliance", Displace("men-footmen-2", "0606")).refused("7.62", "zone of control")
    position.when("alliance", Displace("men-footmen-2", "0406")).refused("7.62", "may not be displaced")


@pytest.mark.rule("middle-earth", "7.62-a")
def test_a_displaced_unit_crosses_no_closed_hexside():
    position = crowded(edges={"0506|0507": "wall"}).when("alliance", Retreat("0506"))
    position.offers_not(Displace("men-footmen-2", "0507"))
    position.when("alliance", Displace("men-footmen-2", "0507")).refused("7.62")


@pytest.mark.rule("middle-earth", "7.62-a")
def test_a_displaced_unit_goes_to_a_free_hex_while_there_is_one():
    position = crowded(unit("men-footmen-3", "0507")).when("alliance", Retreat("0506"))
    position.offers_only(Displace("men-footmen-2", "0406"), Displace("men-footmen-2", "0606"), Decline())
    position.when("alliance", Displace("men-footmen-2", "0507")).refused("7.61")


# 7.63


@pytest.mark.rule("middle-earth", "7.63-a")
@pytest.mark.parametrize(("last", "possible"), [(4, False), (5, True)])
def test_where_the_friend_could_not_get_away_the_retreating_unit_is_lost(last, possible):
    position = strip(unit("men-footmen-2", "0504"), last=last)
    if possible:
        position.offers(Retreat("0504"))
    else:
        position.then_includes(LOST).then_not(UnitDisplaced)
        friend = position.state.units["sauron-men-footmen-2"]
        assert (friend.hex, friend.disrupted) == ("0504", False)


@pytest.mark.rule("middle-earth", "7.63-a")
def test_an_enemy_zone_behind_the_friend_loses_the_retreating_unit_too():
    strip(unit("men-footmen-2", "0504"), unit("orcs-1", "0506")).then_includes(LOST).then_not(UnitDisplaced)


# 7.64, 7.65


@pytest.mark.rule("middle-earth", "7.64-a", "7.65-a")
def test_one_retreat_displaces_a_chain_and_all_are_marked_when_it_is_done():
    position = strip(unit("men-footmen-2", "0504"), unit("men-footmen-3", "0505"))
    position.when("alliance", Retreat("0504")).when("alliance", Displace("men-footmen-2", "0505"))
    position.when("alliance", Displace("men-footmen-3", "0506")).then_includes(
        UnitDisplaced("men-footmen-3", "0506"),
        UnitDisplaced("men-footmen-2", "0505"),
        UnitRetreated("men-footmen-1", "0504"),
        UnitDisrupted("men-footmen-1", "7.57"),
        UnitDisrupted("men-footmen-3", "7.65"),
        UnitDisrupted("men-footmen-2", "7.65"),
    )


@pytest.mark.rule("middle-earth", "7.64-a", "7.63-a")
def test_a_chain_that_ends_against_the_map_edge_is_none():
    strip(unit("men-footmen-2", "0504"), unit("men-footmen-3", "0505"), last=5).then_includes(LOST)


@pytest.mark.rule("middle-earth", "7.64-a")
def test_within_one_result_a_unit_may_be_displaced_twice():
    closed = ("0605", "0406", "0306", "0305", "0606", "0607", "0407")
    position = given(
        board(terrain=dict.fromkeys(closed, "mountain")),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0505"),
        unit("men-footmen-3", "0405"),
        unit("men-footmen-4", "0506"),
        unit("slaves-1", "0504"),
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), R1)
    position.when("alliance", Retreat("0405")).when("alliance", Displace("men-footmen-3", "0506"))
    position.when("alliance", Displace("men-footmen-4", "0507")).then_includes(
        UnitDisplaced("men-footmen-3", "0506"), UnitRetreated("men-footmen-1", "0405")
    ).then_not(UnitDisrupted)
    position.when("alliance", Retreat("0506")).when("alliance", Displace("men-footmen-3", "0507"))
    position.when("alliance", Displace("men-footmen-4", "0508")).then_includes(
        UnitDisplaced("men-footmen-4", "0508"),
        UnitDisplaced("men-footmen-3", "0507"),
        UnitRetreated("men-footmen-2", "0506"),
        UnitDisrupted("men-footmen-3", "7.65"),
    )
    places = {name[-1]: unit.hex for name, unit in position.state.units.items() if "footmen" in name}
    assert places == {"1": "0405", "2": "0506", "3": "0507", "4": "0508"}


@pytest.mark.rule("middle-earth", "7.64-a", "7.57-b")
def test_later_in_the_turn_a_displaced_unit_blocks_and_the_next_retreat_fails():
    position = strip(unit("men-footmen-2", "0504"))
    position.when("alliance", Retreat("0504")).when("alliance", Displace("men-footmen-2", "0505"))
    position.when("sauron", HoldPosition())
    position.add(unit("men-footmen-3", "0504"))
    position.add(unit("men-footmen-1", "0506"))
    position.add(unit("slaves-2", "0503"))
    position.add(SAURON)
    position.when("sauron", Attack("slaves-2", "men-footmen-3"), R1).then_includes(
        UnitEliminated("men-footmen-3", "alliance", 9, "7.56")
    ).then_not(UnitDisplaced)


@pytest.mark.rule("middle-earth", "7.65-a")
def test_a_displaced_unit_is_disrupted():
    position = strip(unit("men-footmen-2", "0504"))
    position.when("alliance", Retreat("0504")).when("alliance", Displace("men-footmen-2", "0505"))
    position.then_includes(UnitDisrupted("men-footmen-2", "7.65"))
    assert position.state.units["sauron-men-footmen-2"].disrupted


def test_the_log_does_not_say_that_a_unit_had_no_way_where_its_owner_declined():
    declined = strip(unit("men-footmen-2", "0504")).when("alliance", Decline())
    declined.tells(
        "Men footmen 1 is eliminated (7.61): +9 to the Army of the Alliance, 9 in all (9.13)",
        "The retreat of Men footmen 1 ends with its loss (7.54)",
    )
    strip(last=3).tells(
        "Men footmen 1 is eliminated (7.56): +9 to the Army of the Alliance, 9 in all (9.13)",
        "The retreat of Men footmen 1 ends with its loss (7.54)",
    )
