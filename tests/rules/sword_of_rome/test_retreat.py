"""Retreats by land: where to, by which way, and how far (12.4, 12.4.1)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    End,
    Leave,
    RetreatTo,
    Step,
)
from tests.rules.sword_of_rome.harness import (
    Given,
    allied,
    army,
    control,
    like,
)
from tests.rules.sword_of_rome.marching import (
    ATTACK_WINS,
    DEFENCE_WINS,
    beaten_at_nola,
    beaten_attack,
    on_tarracina,
    on_the_march,
)

# 12.4: the loser retreats


@pytest.mark.rule("sword-of-rome", "12.4-a")
def test_the_beaten_retreat_though_the_victor_is_wiped_out() -> None:
    """Pyrrhus with 2 CU beats 7 Romans, 19 to 15, and dies of it; 2 Romans are left and go all the same."""
    position = on_the_march(
        army("greece", "poseidonia", 2, "pyrrhus"), army("rome", "nola", 7), seat="greece", leader="pyrrhus"
    ).when("greece", Step("nola"), dice=[6, 5, 4, 4, 4, 1])
    position.then_includes(
        like(events.BattleRolled, attacker_total=19, defender_total=15),
        like(events.BattleWon, winner="greece", winner_loses=2, loser_loses=5),
        like(events.LeaderGone, leader="pyrrhus"),
        like(events.Retreated, power="rome", path=("nola", "capua")),
    )
    assert position.cu("greece", "nola") + position.cu("rome", "nola") == 0
    assert position.cu("rome", "capua") == 2


@pytest.mark.rule("sword-of-rome", "12.4-b")
def test_the_owner_chooses_among_spaces_equally_near() -> None:
    position = on_tarracina(control("antium", "rome"), leaders=(), dice=ATTACK_WINS)
    position.awaits("rome", "retreat").offers_only(RetreatTo("antium"), RetreatTo("velitrae"))
    position.when("rome", RetreatTo("antium")).then_includes(
        like(events.Retreated, path=("tarracina", "antium"))
    )
    assert position.cu("rome", "antium") == 4


@pytest.mark.rule("sword-of-rome", "12.4-b", "12.4.5-a")
def test_a_larger_own_force_is_a_place_to_stop_in_enemy_land() -> None:
    position = beaten_at_nola(control("capua", "greece"), army("rome", "capua", 6))
    position.then_includes(events.Retreated("rome", ("nola", "capua"), 1))
    assert position.cu("rome", "capua") == 11  # of six one was lost, and five came to six


@pytest.mark.rule("sword-of-rome", "12.4-b", "12.4.2-a")
def test_the_owner_chooses_among_ways_that_do_not_come_to_the_same() -> None:
    """From Volsinii to Roma: by Sutrium, which is Etruscan, or by Narnia, where an own unit would be swept along."""
    position = on_the_march(
        army("gauls", "clusium", 6, "brennus"),
        army("rome", "volsinii", 6),
        army("rome", "narnia", 1),
        control("sutrium", "etruscans"),
        control("narnia", "etruscans"),
        seat="gauls",
        leader="brennus",
    ).when("gauls", Step("volsinii"), dice=ATTACK_WINS)
    position.awaits("rome", "retreat")
    by_sutrium, by_narnia = RetreatTo("roma", ("sutrium",)), RetreatTo("roma", ("narnia",))
    position.offers_only(by_sutrium, by_narnia)
    position.when("rome", RetreatTo("roma")).refused("12.4", "by which way")
    position.when("rome", by_sutrium)
    assert (position.cu("rome", "roma"), position.cu("rome", "narnia")) == (5, 1)


# 12.4.1: limits


@pytest.mark.rule("sword-of-rome", "12.4.1-a")
def test_an_attacker_goes_back_first_to_where_he_came_from() -> None:
    # Velitrae is Greek and as near as Capua; he is not asked.
    position = beaten_attack(control("velitrae", "greece"))
    position.then_includes(events.Retreated("greece", ("tarracina", "capua"), 0))
    # Where Capua is Roman he goes on from there.
    passing = on_the_march(
        army("greece", "neapolis", 4, "greece-1"),
        army("rome", "tarracina", 4),
        control("velitrae", "greece"),
        seat="greece",
        leader="greece-1",
    ).when("greece", Step("capua"))
    passing.when("greece", Step("tarracina"), dice=DEFENCE_WINS)
    passing.then_includes(events.Retreated("greece", ("tarracina", "capua", "neapolis"), 1))


@pytest.mark.rule("sword-of-rome", "12.4.1-b")
def test_a_defender_never_passes_the_space_from_which_the_enemy_came() -> None:
    # Nola borders on Capua, the only Roman space near; the Greeks come through it, or from the other side.
    free = beaten_at_nola().then_includes(events.Retreated("rome", ("nola", "capua"), 0))
    assert free.cu("rome", "capua") == 6
    barred = on_the_march(
        army("greece", "neapolis", 6, "pyrrhus"), army("rome", "nola", 6), seat="greece", leader="pyrrhus"
    ).when("greece", Step("capua"))
    barred.when("greece", Step("nola"), dice=ATTACK_WINS).then_not(events.Retreated)
    barred.then_includes(like(events.UnitsLost, power="rome", cu=6, rule="12.4.5"))
    # Nor on the way: from Tarracina Roma is to be reached by Velitrae, but not if the enemy came from there.
    onward = on_the_march(
        army("greece", "velitrae", 6, "pyrrhus"),
        army("rome", "tarracina", 6),
        control("velitrae", "greece"),
        control("capua", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("tarracina"), dice=ATTACK_WINS)
    onward.then_includes(like(events.UnitsLost, power="rome", cu=6, rule="12.4.5"))


@pytest.mark.rule("sword-of-rome", "12.4.1-c")
def test_a_defender_does_not_retreat_over_a_rough_link() -> None:
    position = on_the_march(
        army("greece", "capua", 6, "pyrrhus"),
        army("rome", "fregellae", 6),
        control("fregellae", "rome"),
        control("capua", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("fregellae"))
    position.when("rome", End(), dice=ATTACK_WINS).when("rome", End())
    position.then_includes(events.Retreated("rome", ("fregellae", "velitrae"), 0))  # and not to Tarracina
    rough_only = on_the_march(
        army("greece", "capua", 6, "pyrrhus"),
        army("rome", "fregellae", 6),
        control("capua", "greece"),
        control("velitrae", "greece"),
        *(control(space, "greece") for space in ("roma", "praeneste", "antium")),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("fregellae"), dice=ATTACK_WINS)
    # Tarracina lies behind a rough link and is Roman; by Velitrae it is two spaces away.
    rough_only.then_includes(events.Retreated("rome", ("fregellae", "velitrae", "tarracina"), 1))


@pytest.mark.rule("sword-of-rome", "12.4.1-c")
@pytest.mark.parametrize(("option", "left"), [("allowed", 4), ("eliminated", 0)])
def test_who_came_over_a_rough_link_goes_back_over_it_or_is_lost(option: str, left: int) -> None:
    position = on_the_march(
        army("greece", "fregellae", 4, "greece-1"),
        army("rome", "tarracina", 4),
        control("fregellae", "greece"),
        seat="greece",
        leader="greece-1",
        options={"difficult-retreat": option},
    ).when("greece", Step("tarracina"), dice=DEFENCE_WINS)
    assert position.cu("greece", "fregellae") == left
    assert position.where("greece-1") == ("fregellae" if left else "away")


@pytest.mark.rule("sword-of-rome", "12.4.1-c")
def test_after_the_first_step_no_rough_link_is_crossed() -> None:
    """Back from Tarracina over the rough link to Samnite Fregellae: Greek Alba Fucens is next to it behind another
    rough link, Greek Neapolis two spaces away by clear ones."""
    position = on_the_march(
        army("greece", "fregellae", 4, "greece-1"),
        army("rome", "tarracina", 4),
        control("alba-fucens", "greece"),
        seat="greece",
        leader="greece-1",
    ).when("greece", Step("tarracina"), dice=DEFENCE_WINS)
    position.then_includes(events.Retreated("greece", ("tarracina", "fregellae", "capua", "neapolis"), 2))


@pytest.mark.rule("sword-of-rome", "12.4.1-d", "12.4.5-c")
@pytest.mark.parametrize(("refuge", "arrive"), [("luceria", 5), ("larinum", 0)])
def test_a_retreat_is_four_spaces_long_at_most(refuge: str, arrive: int) -> None:
    """From Brundisium by Barium, Canusium and Arpi to Luceria are four spaces, and Larinum is the fifth."""
    position = on_the_march(
        army("greece", "tarentum", 8, "pyrrhus"),
        army("rome", "brundisium", 8),
        control(refuge, "rome"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("brundisium"), dice=ATTACK_WINS)
    assert position.cu("rome", refuge) == arrive
    if arrive:
        way = ("brundisium", "barium", "canusium", "arpi", "luceria")
        position.then_includes(events.Retreated("rome", way, 3))
    else:
        position.then_includes(like(events.UnitsLost, cu=8, rule="12.4.5"))
    position.then_includes(like(events.LossesCounted, side="defender", cu=3 if arrive else 8))


@pytest.mark.rule("sword-of-rome", "12.4.1-e")
@pytest.mark.parametrize(("holder", "left"), [("gauls", 0), ("rome", 4)])
def test_no_space_is_entered_twice(holder: str, left: int) -> None:
    """From Comum a clear link leads to Mediolanum alone: who is beaten there and finds no refuge in Comum cannot come
    through the battle space again to Brixia, which is Roman."""
    position = on_the_march(
        army("rome", "comum", 4, "rome-1"),
        army("gauls", "mediolanum", 4),
        control("comum", holder),
        control("brixia", "rome"),
        seat="rome",
        leader="rome-1",
    ).when("rome", Step("mediolanum"), dice=DEFENCE_WINS)
    assert position.cu("rome", "comum") == left
    assert position.cu("rome", "brixia") == 0


@pytest.mark.rule("sword-of-rome", "12.4.1-f", "12.4.2-b")
def test_all_go_the_same_way_and_more_than_ten_at_once() -> None:
    position = on_tarracina(
        control("antium", "rome"), romans=13, greeks=10, leaders=("claudius", "rome-1"), dice=()
    )
    position.when("rome", End(), dice=[3, 3, 3, 1, 2, 2])  # 13 against 10: no ratio; Pyrrhus +1
    position.awaits("rome", "retreat")
    position.when("rome", Leave(3)).refused("12.4")
    position.when("rome", RetreatTo("velitrae"))
    assert (position.cu("rome", "velitrae"), position.cu("rome", "tarracina")) == (12, 0)
    assert position.cu("rome", "antium") == 0
    assert (position.where("claudius"), position.where("rome-1")) == ("velitrae", "velitrae")


@pytest.mark.rule("sword-of-rome", "12.4.1-g")
@pytest.mark.parametrize(
    "occupants",
    [
        (army("volsci", "antium", 1),),
        (army("gauls", "antium", 1), allied("rome", "gauls")),
    ],
)
def test_a_retreat_does_not_end_with_units_of_others(occupants: tuple[Given, ...]) -> None:
    position = on_tarracina(control("antium", "rome"), *occupants, leaders=(), dice=ATTACK_WINS)
    position.then_includes(events.Retreated("rome", ("tarracina", "velitrae"), 0))


@pytest.mark.rule("sword-of-rome", "12.4.1-h")
def test_a_retreat_does_not_go_beyond_the_nearest_space() -> None:
    position = on_tarracina(control("antium", "rome"), leaders=(), dice=ATTACK_WINS)
    position.when("rome", RetreatTo("roma")).refused("12.4.1", "nearest space")
    position.when("rome", RetreatTo("velitrae")).then_includes(like(events.Retreated, lost=0))
