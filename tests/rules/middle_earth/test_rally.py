"""Rally (8.3): when, by whom, whom, and the roll."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import End, Rally
from rules.middle_earth.events import PhaseBegan, RallyRolled, UnitDisrupted, UnitPlaced
from tests.rules.middle_earth.harness import (
    board,
    demoralized,
    formation,
    given,
    leader,
    learning,
    like,
    opened,
    phase,
    unit,
)

H = phase("H", seat="alliance")


def shaken(number, place):
    """A disrupted unit of Men."""
    return unit(f"men-footmen-{number}", place, disrupted=True)


def isildur(*units, game=None, begun=H):
    """Isildur with a unit of Men in 0505, and others."""
    return given(
        game or board(), unit("guard-of-elendil-1", "0505"), leader("isildur", "0505"), *units, begun
    )


# 8.3


@pytest.mark.rule("middle-earth", "8.3-a")
@pytest.mark.parametrize(
    "begun",
    [
        phase("F"),
        phase("G", "missile"),
        phase("G", "leaders"),
        phase("G", "melee"),
        phase("A", seat="alliance"),
        phase("E", seat="alliance"),
    ],
)
def test_nobody_is_rallied_outside_the_joint_rally_phase(begun):
    position = isildur(shaken(1, "0504"), shaken(2, "0506"), begun=begun)
    position.offers_not(Rally("isildur", "men-footmen-1"))
    position.when("alliance", Rally("isildur", "men-footmen-1")).refused("8.3")


@pytest.mark.rule("middle-earth", "8.3-a")
def test_in_the_joint_rally_phase_both_seats_may_rally_and_neither_must():
    position = isildur(
        shaken(1, "0504"), unit("orcs-1", "0909", disrupted=True), leader("ringwraith", "0909")
    )
    position.offers_only(Rally("isildur", "men-footmen-1"), End())
    position.when("alliance", End()).then(PhaseBegan("H", "sauron")).then_not(RallyRolled)
    position.offers_only(Rally("ringwraith", "orcs-1"), End())
    position.when("sauron", End()).then_not(RallyRolled)
    assert position.state.units["sauron-orcs-1"].disrupted


# 8.31


@pytest.mark.rule("middle-earth", "8.31-a")
def test_a_leader_rallies_disrupted_units_of_his_people_in_his_hex_and_next_to_it():
    position = given(
        board(),
        shaken(1, "0505"),
        leader("isildur", "0505"),
        shaken(2, "0404"),
        shaken(3, "0506"),
        unit("men-footmen-4", "0605"),
        shaken(5, "0303"),
        unit("dwarves-1", "0604", disrupted=True),
        unit("orcs-1", "0405", disrupted=True),
        H,
    )
    position.offers_only(*(Rally("isildur", f"men-footmen-{each}") for each in (1, 2, 3)), End())
    for name, words in (
        ("men-footmen-4", "not disrupted"),
        ("men-footmen-5", "not next to"),
        ("dwarves-1", "nationality"),
        ("orcs-1", "no unit of yours"),
    ):
        position.when("alliance", Rally("isildur", name)).refused("8.31", words)


@pytest.mark.rule("middle-earth", "8.31-a")
@pytest.mark.parametrize("feature", ["wall", "tower", "rock"])
def test_not_over_an_unbreached_wall_or_impassable_ground(feature):
    position = isildur(shaken(1, "0504"), shaken(2, "0506"), game=board(edges={"0504|0505": feature}))
    position.offers_only(Rally("isildur", "men-footmen-2"), End())
    position.when("alliance", Rally("isildur", "men-footmen-1")).refused("8.31", "wall or impassable")


@pytest.mark.rule("middle-earth", "8.31-a")
def test_but_through_a_breach():
    walled = board(edges={"0504|0505": "wall"})
    position = isildur(shaken(1, "0504"), shaken(2, "0506"), opened("0504|0505"), game=walled)
    position.when("alliance", Rally("isildur", "men-footmen-1"), [1, 1]).then(like(RallyRolled, rallied=True))


# 8.32


@pytest.mark.rule("middle-earth", "8.32-a")
def test_three_attempts_that_fail_count_as_much_as_three_that_succeed():
    for dice in ([6, 6], [1, 1]):
        position = isildur(
            *(shaken(each, place) for each, place in enumerate(("0504", "0506", "0404", "0405"), 1)),
            leader("anarion", "0505"),
        )
        for each in (1, 2, 3):
            position.when("alliance", Rally("isildur", f"men-footmen-{each}"), dice)
        position.offers_only(Rally("anarion", "men-footmen-4"), End())
        position.when("alliance", Rally("isildur", "men-footmen-4")).refused("8.32", "3 units this turn")


@pytest.mark.rule("middle-earth", "8.32-a")
def test_a_formation_is_one_of_the_three_and_the_next_turn_brings_three_more():
    position = given(
        board(),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0505"),
        UnitDisrupted("men-footmen-1", "SAURON-11"),
        UnitDisrupted("men-footmen-2", "SAURON-11"),
        leader("isildur", "0505"),
        *(shaken(each, place) for each, place in ((3, "0504"), (4, "0506"), (5, "0404"))),
        leader("anarion", "0505"),
        H,
    )
    position.when("alliance", Rally("isildur", "men-footmen-2")).refused("8.44", "Men footmen 1")
    position.when("alliance", Rally("isildur", "men-footmen-1"), [1, 1])
    for each in (1, 2):
        assert not position.state.units[f"sauron-men-footmen-{each}"].disrupted
    for each in (3, 4):
        position.when("alliance", Rally("isildur", f"men-footmen-{each}"), [6, 6])
    position.when("alliance", Rally("isildur", "men-footmen-5")).refused("8.32")
    position.add(phase("H", seat="alliance", turn=2))
    position.when("alliance", Rally("isildur", "men-footmen-3"), [1, 1]).then(like(RallyRolled, rallied=True))


# 8.33


@pytest.mark.rule("middle-earth", "8.33-a")
def test_sauron_rallies_units_of_any_people_of_his_side():
    position = given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        unit("orcs-1", "0504", disrupted=True),
        unit("wargs-1", "0506", disrupted=True),
        unit("goblin-archers-1", "0404", disrupted=True),
        phase("H", seat="sauron"),
    )
    for name in ("orcs-1", "wargs-1", "goblin-archers-1"):
        position.offers(Rally("sauron", name))
    position.when("sauron", Rally("sauron", "wargs-1"), [5, 5]).then(
        like(RallyRolled, rating=10, rallied=True)
    )


@pytest.mark.rule("middle-earth", "8.33-a")
def test_yet_only_next_to_him_not_over_a_wall_and_three_a_turn():
    position = given(
        board(edges={"0505|0605": "wall"}),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        unit("wargs-1", "0503", disrupted=True),
        unit("wargs-2", "0605", disrupted=True),
        *(
            unit(f"orcs-{each}", place, disrupted=True)
            for each, place in enumerate(("0504", "0506", "0404", "0405"), 1)
        ),
        leader("ringwraith", "0505"),
        phase("H", seat="sauron"),
    )
    position.when("sauron", Rally("sauron", "wargs-1")).refused("8.31", "not next to")
    position.when("sauron", Rally("sauron", "wargs-2")).refused("8.31", "wall")
    for each in (1, 2, 3):
        position.when("sauron", Rally("sauron", f"orcs-{each}"), [6, 6])
    position.when("sauron", Rally("sauron", "orcs-4")).refused("8.32")


# 8.34


@pytest.mark.rule("middle-earth", "8.34-a")
@pytest.mark.parametrize("rating", range(2, 12))
def test_a_roll_of_the_rating_rallies_and_one_more_does_nothing(rating):
    for total, rallied in ((rating, True), (rating + 1, False)):
        dice = [min(total - 1, 6), total - min(total - 1, 6)]
        position = isildur(shaken(1, "0504"), shaken(2, "0506"), game=board(captains={"isildur": rating}))
        position.when("alliance", Rally("isildur", "men-footmen-1"), dice).then(
            like(RallyRolled, rating=rating, dice=tuple(dice), rallied=rallied)
        )
        assert position.state.units["sauron-men-footmen-1"].disrupted is not rallied
        assert position.state.units["sauron-men-footmen-2"].disrupted


@pytest.mark.rule("middle-earth", "8.34-a")
@pytest.mark.parametrize(
    ("rating", "dice", "rallied"), [(12, [6, 6], True), (15, [6, 6], True), (1, [1, 1], False)]
)
def test_a_rating_of_12_cannot_fail_and_one_of_1_cannot_succeed(rating, dice, rallied):
    isildur(shaken(1, "0504"), shaken(2, "0506"), game=board(captains={"isildur": rating})).when(
        "alliance", Rally("isildur", "men-footmen-1"), dice
    ).then(like(RallyRolled, rating=rating, rallied=rallied))


# 8.35


@pytest.mark.rule("middle-earth", "8.35-a")
def test_a_unit_is_rallied_in_an_enemy_zone_of_control():
    isildur(shaken(1, "0504"), shaken(2, "0506"), unit("trolls-1", "0503")).when(
        "alliance", Rally("isildur", "men-footmen-1"), [1, 1]
    ).then(like(RallyRolled, unit="men-footmen-1", rallied=True))


@pytest.mark.rule("middle-earth", "8.35-a")
def test_a_unit_is_disrupted_and_rallied_any_number_of_times():
    position = isildur(shaken(1, "0504"), shaken(2, "0506"))
    for turn in range(1, 6):
        position.when("alliance", Rally("isildur", "men-footmen-1"), [1, 1]).then(
            like(RallyRolled, rallied=True)
        )
        assert not position.state.units["sauron-men-footmen-1"].disrupted
        position.add(UnitPlaced("sauron-men-footmen-1", "0504", disrupted=True))
        position.add(phase("H", seat="alliance", turn=turn + 1))


# 8.36


@pytest.mark.rule("middle-earth", "8.36-a")
def test_only_one_attempt_is_made_for_a_unit_in_a_turn_whoever_makes_it():
    position = isildur(shaken(1, "0504"), shaken(2, "0506"), leader("anarion", "0505"))
    position.when("alliance", Rally("isildur", "men-footmen-1"), [6, 6]).then(
        like(RallyRolled, rallied=False)
    )
    for name in ("isildur", "anarion"):
        position.when("alliance", Rally(name, "men-footmen-1")).refused("8.36")
    position.offers_only(Rally("isildur", "men-footmen-2"), Rally("anarion", "men-footmen-2"), End())
    position.add(phase("H", seat="alliance", turn=2))
    position.offers(Rally("isildur", "men-footmen-1"), Rally("anarion", "men-footmen-1"))


@pytest.mark.rule("middle-earth", "8.36-a")
def test_leaders_beside_each_other_do_not_add_their_ratings():
    game = board(captains={"isildur": 6, "anarion": 6, "elendil": 6})
    isildur(
        shaken(1, "0504"), shaken(2, "0506"), leader("anarion", "0505"), leader("elendil", "0505"), game=game
    ).when("alliance", Rally("isildur", "men-footmen-1"), [3, 4]).then(
        like(RallyRolled, leader="isildur", rating=6, range=(2, 6), rallied=False, modifiers=())
    )


# 8.37


@pytest.mark.rule("middle-earth", "8.37-a")
def test_the_rally_table_gives_the_rating_or_less_for_every_rating():
    rally = learning().board.rally
    assert rally[1] is None
    assert {rating: rally[rating] for rating in range(2, 14)} == {
        2: (2, 2), 3: (2, 3), 4: (2, 4), 5: (2, 5), 6: (2, 6), 7: (2, 7), 8: (2, 8), 9: (2, 9), 10: (2, 10),
        11: (2, 11), 12: (2, 12), 13: (2, 12),
    }  # fmt: skip
    assert learning().board.rally_best == 13


@pytest.mark.rule("middle-earth", "8.37-a")
def test_the_table_is_entered_with_the_rating_as_it_counts_now():
    given(
        board(),
        unit("orcs-1", "0505"),
        leader("ringwraith", "0505", wounded=True),
        unit("orcs-2", "0504", disrupted=True),
        unit("orcs-3", "0506", disrupted=True),
        demoralized("alliance"),
        phase("H", seat="sauron", night=True),
    ).when("sauron", Rally("ringwraith", "orcs-2"), [4, 5]).then(
        like(RallyRolled, rating=9, range=(2, 9), rallied=True)
    )
