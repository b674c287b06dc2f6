"""Armies that are routed along, retreats into walls, and losses on the way (12.4.2, 12.4.4, 12.4.5)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Appoint,
    End,
    GoInside,
    LeadInside,
    RetreatTo,
    Sally,
    Step,
)
from tests.rules.sword_of_rome.harness import (
    Position,
    allied,
    army,
    control,
    inside,
    like,
)
from tests.rules.sword_of_rome.marching import (
    ATTACK_WINS,
    DEFENCE_WINS,
    beaten_at_nola,
    on_tarracina,
    on_the_march,
)

# 12.4.2: rout


@pytest.mark.rule("sword-of-rome", "12.4.2-a")
@pytest.mark.parametrize(
    ("standing", "capua", "tarracina"),
    [
        (4, 0, 9),  # fewer: swept along
        (5, 0, 10),  # as many as are left after the loss in Capua: swept along, too
        (6, 11, 0),  # more: the retreat ends with it
    ],
)
def test_an_army_on_the_way_that_is_no_larger_joins_the_retreat(
    standing: int, capua: int, tarracina: int
) -> None:
    """Six Romans go from Nola through Greek Capua, where others stand, towards Tarracina."""
    position = beaten_at_nola(control("capua", "greece"), army("rome", "capua", standing))
    assert (position.cu("rome", "capua"), position.cu("rome", "tarracina")) == (capua, tarracina)


@pytest.mark.rule("sword-of-rome", "12.4.2-a")
def test_leaders_who_meet_on_a_rout_are_put_in_order_by_their_owner() -> None:
    position = on_the_march(
        army("greece", "poseidonia", 6, "pyrrhus"),
        army("rome", "nola", 6, "valerius"),
        control("capua", "greece"),
        army("rome", "capua", 3, "fabius"),
        control("neapolis", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))
    position.when("rome", End(), dice=ATTACK_WINS)
    position.awaits("rome", "command").offers_only(Appoint("fabius"), Appoint("valerius"))
    assert (position.where("valerius"), position.where("fabius")) == ("tarracina", "tarracina")


# 12.4.4: into the walls


def beaten_at_capua(*leaders: str, romans: int = 6) -> Position:
    """Romans lose before the walls of Capua."""
    position = on_the_march(
        army("rome", "capua", romans, *leaders),
        army("greece", "neapolis", 6, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    position.when("rome", End())
    if leaders:
        position.awaits("rome", "react").when("rome", End(), dice=ATTACK_WINS)
    return position


@pytest.mark.rule("sword-of-rome", "12.4.4-a")
def test_three_units_and_any_leaders_go_within_their_own_walls() -> None:
    position = beaten_at_capua("claudius", "rome-1").awaits("rome", "retreat-inside")
    position.when("rome", GoInside(4)).refused("12.4.4")
    position.when("rome", GoInside(3)).when("rome", LeadInside("claudius"))
    position.when("rome", GoInside(1)).refused("12.4.4")
    position.when("rome", End()).then_includes(events.Retreated("rome", ("capua", "tarracina"), 0))
    own = position.state.forces["capua"][1]
    assert (own.power, own.inside, own.shut) == ("rome", 3, ("claudius",))
    assert (position.cu("rome", "tarracina"), position.where("rome-1")) == (3, "tarracina")


@pytest.mark.rule("sword-of-rome", "12.4.4-a", "8.4-a")
def test_leaders_go_with_the_last_units_within_the_walls() -> None:
    position = beaten_at_capua("claudius", "rome-1", romans=3)
    position.when("rome", GoInside(3)).when("rome", End())
    own = position.state.forces["capua"][1]
    assert (own.power, own.inside, own.leaders, own.shut) == ("rome", 3, (), ("claudius", "rome-1"))


@pytest.mark.rule("sword-of-rome", "12.4.4-a")
def test_units_that_were_inside_before_take_up_room() -> None:
    position = on_the_march(
        army("rome", "capua", 8, "claudius"),
        army("greece", "neapolis", 6, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    position.when("rome", GoInside(2)).when("rome", End()).when("rome", End(), dice=ATTACK_WINS)
    position.awaits("rome", "retreat-inside")
    position.when("rome", GoInside(2)).refused("12.4.4", "1 more can go")
    position.offers(GoInside(1))


@pytest.mark.rule("sword-of-rome", "12.4.4-a")
def test_walls_that_are_not_their_own_do_not_shelter_the_beaten() -> None:
    attacker = on_the_march(
        army("greece", "neapolis", 6, "greece-1"), army("rome", "capua", 6), seat="greece", leader="greece-1"
    ).when("greece", Step("capua"))
    attacker.when("rome", End(), dice=DEFENCE_WINS)
    attacker.then_includes(events.Retreated("greece", ("capua", "neapolis"), 0))
    guest = on_the_march(
        army("greece", "poseidonia", 6, "pyrrhus"),
        army("rome", "neapolis", 6),
        control("neapolis", "samnites", 2),
        allied("rome", "samnites"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("neapolis"), dice=ATTACK_WINS)
    guest.then_includes(like(events.Retreated, power="rome")).then_not(events.WentInside)


@pytest.mark.rule("sword-of-rome", "12.4.4-b", "13.4.1-c")
def test_a_beaten_sortie_goes_back_inside() -> None:
    position = on_the_march(
        army("greece", "capua", 4),
        inside("rome", "capua", 3, "rome-1"),
        seat="rome",
        leader="rome-1",
    ).when("rome", Sally(), dice=[1, 2, 2, 3, 3, 6])
    # The six takes 2 of the three within, and their own 1 none: the dice 1, 2, 2 are those of Rome.
    position.then_includes(like(events.BattleWon, winner="greece", loser_loses=3)).then_not(events.Retreated)


# 12.4.5: losses on the way


@pytest.mark.rule("sword-of-rome", "12.4.5-a")
@pytest.mark.parametrize(("holder", "lost"), [("rome", 0), ("greece", 1), ("independent", 1)])
def test_each_enemy_space_costs_a_unit(holder: str, lost: int) -> None:
    """From Tarracina by Velitrae to Roma; Velitrae is Roman but full of an ally's army, or it is not Roman."""
    full = (army("gauls", "velitrae", 2), allied("gauls", "rome")) if holder == "rome" else ()
    position = on_tarracina(control("velitrae", holder), *full, leaders=(), dice=ATTACK_WINS)
    if position.seat() == "rome":  # to Roma or to Praeneste
        position.when("rome", RetreatTo("roma"))
    position.then_includes(events.Retreated("rome", ("tarracina", "velitrae", "roma"), lost))
    assert position.cu("rome", "roma") == 4 - lost


@pytest.mark.rule("sword-of-rome", "12.4.5-b")
@pytest.mark.parametrize(
    ("holder", "enemies", "lost"),
    [("rome", 2, 1), ("greece", 2, 1)],  # an enemy space with enemy units costs one, not two
)
def test_units_of_the_enemy_on_the_way_cost_a_unit(holder: str, enemies: int, lost: int) -> None:
    position = on_tarracina(
        control("velitrae", holder), army("volsci", "velitrae", enemies), leaders=(), dice=ATTACK_WINS
    )
    position.when("rome", RetreatTo("roma"))
    position.then_includes(events.Retreated("rome", ("tarracina", "velitrae", "roma"), lost))


@pytest.mark.rule("sword-of-rome", "12.4.5-a", "8.4-a")
def test_an_army_that_is_lost_on_the_way_leaves_its_leaders_to_the_box() -> None:
    position = on_the_march(
        army("greece", "poseidonia", 2, "pyrrhus"),
        army("rome", "nola", 1, "valerius"),
        control("capua", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"), dice=ATTACK_WINS)
    position.then_includes(
        like(events.ForceMoved, space="capua", cu=1),
        like(events.UnitsLost, space="capua", cu=1, rule="12.4.5"),
        like(events.LeaderGone, leader="valerius", to="displaced"),
    )
    assert position.cu("rome", "tarracina") == 0


@pytest.mark.rule("sword-of-rome", "12.4.5-c")
def test_with_nowhere_to_go_the_army_is_lost_and_its_leaders_displaced() -> None:
    position = on_the_march(
        army("greece", "tarentum", 6, "pyrrhus"),
        army("rome", "brundisium", 4, "valerius", "rome-1"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("brundisium"), dice=ATTACK_WINS)
    position.then_includes(
        like(events.UnitsLost, power="rome", cu=4, rule="12.4.5"),
        like(events.LossesCounted, side="defender", cu=4),
        like(events.LeaderGone, leader="valerius", to="displaced"),
        like(events.LeaderGone, leader="rome-1", to="away"),
    )
