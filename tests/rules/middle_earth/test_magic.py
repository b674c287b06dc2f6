"""Magic (8.5): who casts, when, how often, with how many points, and what a spell costs."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rules.middle_earth.actions import Aim, Cast, End, Halt, March, Step
from rules.middle_earth.events import MarchBegan, PhaseBegan, SpellCast, SpellDeclared
from rules.middle_earth.sauron.events import VisionRolled
from tests.rules.middle_earth.harness import (
    board,
    given,
    installed_data,
    leader,
    learning,
    like,
    marker,
    phase,
    unit,
)

A = phase("A", seat="sauron")
VISIONS = "sinister-visions"


@lru_cache(maxsize=1)
def wide():
    return board("0101-2020")


def sauron(points=6, *more, begun=A):
    """Sauron on his pedestal with so many points; no enemy is within 12 hexes of him."""
    return given(
        wide(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505", points=points),
        marker("pedestal", "0505"),
        unit("men-footmen-1", "2020"),
        *more,
        begun,
    )


def cast(position, points=3, dice=(4, 4), target="0505"):
    return position.when("sauron", Cast("sauron", VISIONS, points)).when("sauron", Aim(target), dice)


# 8.51


@pytest.mark.rule("middle-earth", "8.51-a")
def test_only_a_leader_with_a_magic_ability_rating_is_a_magic_leader():
    rated = {each.id: each.magic for each in installed_data().leader.values() if each.magic}
    assert rated == {"sauron": 45}
    position = sauron(6, unit("orcs-1", "0504"), leader("ringwraith", "0504"))
    position.offers(March("sauron"), Cast("sauron", VISIONS, 3)).offers_not(March("ringwraith"))
    position.when("sauron", Cast("ringwraith", VISIONS, 3)).refused("8.51", "no magic ability")
    position.when("sauron", March("ringwraith")).refused("4.22", "no magic")


# 8.52


@pytest.mark.rule("middle-earth", "8.52-a")
def test_a_magic_leader_may_move_in_both_magic_phases_and_in_no_other():
    position = sauron(6, unit("orcs-1", "0507"))
    position.when("sauron", March("sauron")).then(MarchBegan("sauron", 6))
    position.when("sauron", Step("0506")).when("sauron", Step("0507")).when("sauron", Halt())
    position.then_includes(PhaseBegan("C", "sauron")).offers_not(March("sauron"))
    position.when("sauron", March("sauron")).refused("3.0", "magic leader phases only")
    position.when("sauron", End()).then_includes(PhaseBegan("E", "sauron"))
    position.when("sauron", March("sauron")).then(MarchBegan("sauron", 6))


def two_magicians(*more):
    """Sauron with another magic leader beside him, so that the phase goes on when Sauron has done his part."""
    return given(
        board(magic={"ringwraith": 5}),
        unit("trolls-1", "0505"),
        leader("sauron", "0505", points=6),
        marker("pedestal", "0505"),
        unit("orcs-1", "0506"),
        leader("ringwraith", "0506"),
        unit("men-footmen-1", "1010"),
        *more,
        A,
    )


@pytest.mark.rule("middle-earth", "8.52-a")
@pytest.mark.parametrize(("dice", "works"), [((4, 4), True), ((6, 6), False)])
def test_in_the_phase_of_an_attempt_he_may_not_move_whether_it_works_or_not(dice, works):
    position = cast(two_magicians(), dice=dice).then(like(SpellCast, works=works))
    position.offers_only(March("ringwraith"), End())
    position.when("sauron", March("sauron")).refused("8.52", "may not move")
    position.when("sauron", March("sauron", "pedestal")).refused("8.52")


@pytest.mark.rule("middle-earth", "8.52-a")
def test_who_cast_in_the_first_phase_may_move_in_the_second():
    position = cast(sauron(6, unit("orcs-1", "0507")))
    position.then_includes(PhaseBegan("C", "sauron")).then_not(MarchBegan)
    position.when("sauron", End()).then_includes(PhaseBegan("E", "sauron")).offers(March("sauron"))


@pytest.mark.rule("middle-earth", "8.52-a")
def test_who_has_moved_in_a_phase_may_not_cast_in_it_and_may_in_the_next():
    moved = two_magicians().when("sauron", March("sauron", "pedestal"))
    moved.when("sauron", Step("0506")).when("sauron", Halt()).offers_not(Cast("sauron", VISIONS, 3))
    moved.when("sauron", Cast("sauron", VISIONS, 3)).refused("8.52", "has moved")
    position = sauron(6, unit("orcs-1", "0506")).when("sauron", March("sauron", "pedestal"))
    position.when("sauron", Step("0506")).when("sauron", Halt()).then_includes(PhaseBegan("C", "sauron"))
    position.when("sauron", End()).then_includes(PhaseBegan("E", "sauron"))
    position.offers(Cast("sauron", VISIONS, 3))


# 8.53


@pytest.mark.rule("middle-earth", "8.53-a")
def test_a_second_attempt_in_the_phase_or_the_turn_is_refused():
    again = cast(two_magicians())
    again.when("sauron", Cast("sauron", VISIONS, 3)).refused("8.53", "already attempted")
    later = cast(sauron()).when("sauron", End()).then_includes(PhaseBegan("E", "sauron"))
    later.offers_not(Cast("sauron", VISIONS, 3))
    later.when("sauron", Cast("sauron", VISIONS, 3)).refused("3.0", "already attempted")


@pytest.mark.rule("middle-earth", "8.53-a")
def test_he_casts_turn_after_turn_until_his_points_are_spent():
    position = sauron(points=10)
    for turn in (1, 2, 3):
        position.add(phase("A", seat="sauron", turn=turn))
        cast(position).then(like(SpellCast, works=True))
        assert position.state.leaders["sauron-sauron-1"].points == 10 - 3 * turn
    position.add(phase("A", seat="sauron", turn=4))
    position.offers_not(Cast("sauron", VISIONS, 3)).offers(March("sauron"))


# 8.54


@pytest.mark.rule("middle-earth", "8.54-a")
@pytest.mark.parametrize(("points", "least", "greatest"), [(3, 4, 9), (4, 3, 10), (5, 2, 11), (6, 2, 12)])
def test_more_points_than_the_least_widen_the_range_in_which_the_spell_works(points, least, greatest):
    for total in range(2, 13):
        dice = (min(total - 1, 6), total - min(total - 1, 6))
        cast(sauron(), points, dice).then(
            like(
                SpellCast, points=points, range=(least, greatest), dice=dice, works=least <= total <= greatest
            )
        )


@pytest.mark.rule("middle-earth", "8.54-a")
def test_caster_spell_and_points_are_declared_before_the_target_and_the_roll():
    position = sauron()
    position.when("sauron", Aim("0505")).refused("8.54", "no spell has been declared")
    position.when("sauron", Cast("sauron", VISIONS, 2)).refused("8.54", "3 points or more")
    position.when("sauron", Cast("sauron", "fear", 3)).refused("8.54", "no spell fear")
    position.when("sauron", Cast("sauron", VISIONS, 3)).then(SpellDeclared("sauron", VISIONS, 3))
    position.awaits("sauron", "aim").when("sauron", End()).refused("8.54", "target")


@pytest.mark.rule("middle-earth", "8.54-a")
@pytest.mark.parametrize(
    "begun", [phase("C"), phase("D", "melee"), phase("H", seat="sauron"), phase("D", "missile")]
)
def test_spells_are_cast_in_the_magic_leader_phases_only(begun):
    sauron(begun=begun).when("sauron", Cast("sauron", VISIONS, 3)).refused("8.54", "magic leader phase")
    sauron(begun=phase("E", seat="sauron")).offers(Cast("sauron", VISIONS, 3))


@pytest.mark.rule("middle-earth", "8.54-a")
@pytest.mark.parametrize(("dice", "rolled"), [([4, 5, 1], True), ([5, 5], False)])
def test_outside_its_range_a_spell_does_nothing(dice, rolled):
    position = sauron(6, unit("men-footmen-2", "0503")).when("sauron", Cast("sauron", VISIONS, 3))
    position.when("sauron", Aim("0505"), dice)
    (position.then_includes if rolled else position.then_not)(VisionRolled)


# 8.55


@pytest.mark.rule("middle-earth", "8.55-a")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_a_spell_that_costs_more_than_is_left_is_not_attempted(points):
    position = sauron(points=points).offers_not(*(Cast("sauron", VISIONS, each) for each in (1, 2, 3)))
    position.when("sauron", Cast("sauron", VISIONS, 3)).refused("8.55", f"{points} are left")


@pytest.mark.rule("middle-earth", "8.55-a")
def test_nor_are_more_points_used_than_are_left():
    position = sauron(points=4).offers(Cast("sauron", VISIONS, 3), Cast("sauron", VISIONS, 4))
    position.offers_not(Cast("sauron", VISIONS, 5))
    position.when("sauron", Cast("sauron", VISIONS, 5)).refused("8.55", "4 points left")


# 8.56


@pytest.mark.rule("middle-earth", "8.56-a")
@pytest.mark.parametrize("points", [3, 4, 5])
def test_a_spell_that_works_costs_all_the_points_used_for_good(points):
    position = cast(sauron(), points, (4, 4))
    assert position.state.leaders["sauron-sauron-1"].points == 6 - points
    position.add(phase("A", seat="sauron", turn=2))
    assert position.state.leaders["sauron-sauron-1"].points == 6 - points


@pytest.mark.rule("middle-earth", "8.56-a")
def test_one_that_fails_costs_nothing_and_can_be_tried_again_next_turn_with_all():
    position = cast(sauron(points=5), 5, (6, 6)).then(like(SpellCast, works=False))
    assert position.state.leaders["sauron-sauron-1"].points == 5
    position.add(phase("A", seat="sauron", turn=2))
    position.offers(Cast("sauron", VISIONS, 5))


# 8.57


@pytest.mark.rule("middle-earth", "8.57-a")
def test_the_magic_ability_table_has_a_row_for_every_spell_of_the_game():
    assert set(installed_data().table["8.57"].rows) == set(installed_data().spell)
    assert learning().board.magic[VISIONS] == ((4, 9), (3, 10), (2, 11), (2, 12))


@pytest.mark.rule("middle-earth", "8.57-a")
def test_points_beyond_its_last_column_are_not_used():
    position = sauron(points=45).offers(Cast("sauron", VISIONS, 6)).offers_not(Cast("sauron", VISIONS, 7))
    position.when("sauron", Cast("sauron", VISIONS, 7)).refused("8.57", "6 points")
