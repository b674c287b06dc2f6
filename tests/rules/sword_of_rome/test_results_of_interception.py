"""What comes of interceptions (10.4 to 10.6)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Appoint,
    Avoid,
    End,
    Fight,
    Halt,
    Intercept,
    Pass,
    Play,
    Sail,
    Step,
    TurnBack,
)
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
)
from tests.rules.sword_of_rome.marching import (
    on_the_march,
    past_claudius,
    two_gallic_armies,
)

# 10.4: the result


@pytest.mark.rule("sword-of-rome", "10.4-a")
@pytest.mark.parametrize(("die", "success"), [(1, True), (3, True), (4, False), (6, False)])
def test_it_succeeds_on_a_die_not_above_the_tactics(die: int, success: bool) -> None:
    position = past_claudius(control("nola", "rome")).when("rome", Intercept("claudius", 4), dice=[die])
    assert (position.cu("rome", "nola"), position.cu("rome", "capua")) == ((4, 0) if success else (0, 4))
    position.awaits("greece", "decline" if success else "march")


@pytest.mark.rule("sword-of-rome", "10.4-b")
def test_interceptors_join_their_own_at_once_and_the_owner_picks_the_commander() -> None:
    position = past_claudius(
        army("rome", "nola", 3, "valerius"),
        army("rome", "neapolis", 2, "rome-1"),
        control("neapolis", "rome"),
        control("nola", "rome"),
    )
    position.when("rome", Intercept("claudius", 4)).when("rome", Intercept("rome-1", 2))
    position.when("rome", End(), dice=[3])
    position.awaits("rome", "command").offers_only(Appoint("claudius"), Appoint("valerius"))
    position.when("rome", Appoint("rome-1")).refused("8.2.1")
    position.when("rome", Appoint("valerius"), dice=[1])
    position.awaits("rome", "command").when("rome", Appoint("valerius"))
    assert position.cu("rome", "nola") == 9
    position.when("greece", Fight(), dice=[3, 3, 3, 3, 3, 3])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    # Pyrrhus has T 4, and Valerius commands with T 2.
    assert ("leadership", 2) in [(each.why, each.value) for each in rolled.attacker_modifiers]


@pytest.mark.rule("sword-of-rome", "10.4-c")
def test_a_failure_changes_nothing_and_the_march_goes_on() -> None:
    position = past_claudius()
    before = position.state.forces
    position.when("rome", Intercept("claudius", 4), dice=[6])
    assert position.state.forces == before
    position.awaits("greece", "march").offers(Step("neapolis"), Halt())


# 10.5: success


@pytest.mark.rule("sword-of-rome", "10.5.1-a")
def test_an_intercepted_army_may_go_back_even_to_an_enemy_space() -> None:
    position = on_the_march(
        army("greece", "nola", 6, "pyrrhus"),
        army("rome", "capua", 4, "claudius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("neapolis"))
    position.when("rome", Intercept("claudius", 4), dice=[2])
    position.awaits("greece", "decline").offers_only(TurnBack(), Fight())
    position.when("greece", TurnBack())
    assert position.state.control["nola"] == "independent"
    assert position.where("pyrrhus") == "nola"
    assert position.cu("greece", "nola") == 6
    assert position.cu("rome", "neapolis") == 4
    position.then_not(events.BattleRolled).awaits("greece", "impulse")  # the movement has ended


@pytest.mark.rule("sword-of-rome", "10.5.1-a", "15.3-a")
def test_nobody_goes_back_to_where_an_allys_army_stands() -> None:
    position = on_the_march(
        army("greece", "poseidonia", 6, "pyrrhus"),
        army("samnites", "nola", 2),
        allied("greece", "samnites"),
        army("rome", "capua", 4, "claudius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))
    position.when("greece", Step("neapolis"))
    position.when("rome", Intercept("claudius", 4), dice=[2, 3, 3, 3, 3, 3, 3])
    position.then_includes(events.BattleRolled).then_not(events.BattleDeclined)


@pytest.mark.rule("sword-of-rome", "10.5.1-a", "9.3.1-a")
@pytest.mark.parametrize(("romans", "back"), [(2, True), (5, False)])
def test_besiegers_go_back_to_their_siege_and_the_besieged_within_their_walls(
    romans: int, back: bool
) -> None:
    """Pyrrhus leaves Capua, and the Romans come out. Two of them go in again before him; five could not have been
    within, and where they stand he cannot go back to."""
    position = on_the_march(
        army("greece", "capua", 5, "pyrrhus"),
        army("rome", "capua", romans) if not back else inside("rome", "capua", romans),
        army("rome", "neapolis", 3, "fabius"),
        control("neapolis", "rome"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))
    if not back:
        position.when("rome", Intercept("fabius", 3), dice=[2, 3, 3, 3, 3, 3, 3])
        position.then_includes(events.BattleRolled).then_not(events.BattleDeclined)
        return
    position.when("rome", Intercept("fabius", 3), dice=[2]).when("greece", TurnBack())
    (greeks, garrison) = position.state.forces["capua"]
    assert (greeks.cu, garrison.cu, garrison.inside) == (5, 0, romans)


def intercepted_landing(*more: Given) -> Position:
    """The Greeks sail from Tarentum to Neapolis, and Claudius intercepts them there."""
    position = on_the_march(
        army("greece", "tarentum", 3, "pyrrhus"),
        army("rome", "capua", 4, "claudius"),
        *more,
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Sail("neapolis"))
    if position.seat() == "etruria-samnium":
        position.passes("etruria-samnium")
    return position.when("rome", Intercept("claudius", 4), dice=[2]).awaits("greece", "decline")


@pytest.mark.rule("sword-of-rome", "10.5.1-b")
def test_going_back_by_sea_takes_a_naval_roll() -> None:
    away = intercepted_landing().when("greece", TurnBack(), dice=[1])
    away.then_includes(like(events.NavalCombatRolled, space="tarentum", die=1, result="success"))
    assert away.cu("greece", "tarentum") == 3
    away.awaits("greece", "impulse")
    stays = intercepted_landing().when("greece", TurnBack(), dice=[6, 3, 3, 3, 3, 3, 3])
    stays.then_includes(like(events.NavalCombatRolled, result="return"), events.BattleRolled)
    assert stays.before.forces["neapolis"] != ()
    assert stays.cu("greece", "tarentum") == 0


@pytest.mark.rule("sword-of-rome", "10.5.1-b")
def test_storms_hold_back_who_would_decline_by_sea() -> None:
    position = intercepted_landing(hand("etruria-samnium", "e-26")).when("greece", TurnBack())
    position.awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-26", "event"), dice=[3, 3, 3, 3, 3, 3])
    position.then_includes(events.SeaMoveCancelled, events.BattleRolled)
    position.then_not(events.NavalCombatRolled)


@pytest.mark.rule("sword-of-rome", "10.5.2-a")
def test_the_interceptor_defends_with_one_more_however_many_armies_came() -> None:
    position = two_gallic_armies().when("gauls", Intercept("brennus", 4))
    position.when("gauls", Intercept("gauls-1", 2), dice=[2, 1])
    position.awaits("rome", "decline").when("rome", Fight(), dice=[3, 3, 3, 3, 3, 3])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert (rolled.attacker, rolled.defender) == ("rome", "gauls")
    gained = [each.value for each in rolled.defender_modifiers if each.rule == "10.5.2"]
    assert gained == [1]
    # Nobody intercepts, and the same armies meet: no +1.
    met = on_the_march(
        army("rome", "volsinii", 4, "valerius"),
        army("gauls", "clusium", 6, "gauls-1"),
        seat="rome",
        leader="valerius",
    ).when("rome", Step("clusium"), dice=[3, 3, 3, 3, 3, 3])
    rolled = next(each for each in met.events if isinstance(each, events.BattleRolled))
    assert "10.5.2" not in [each.rule for each in rolled.defender_modifiers]


def beside_the_forks() -> Position:
    """Camillus enters Tarracina, next to Egnatius in Capua, whose seat holds Caudine Forks."""
    position = on_the_march(
        army("rome", "velitrae", 6, "camillus"),
        army("samnites", "capua", 5, "egnatius"),
        hand("etruria-samnium", "e-31"),
        seat="rome",
        leader="camillus",
    )
    return position.passes("etruria-samnium").when("rome", Step("tarracina"))


@pytest.mark.rule("sword-of-rome", "10.5.2-b", "9.3.3-a")
def test_caudine_forks_lets_nobody_decline_and_gives_no_modifier() -> None:
    position = beside_the_forks().when("etruria-samnium", End()).awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-31", "event"))
    position.awaits("etruria-samnium", "surprise")
    position.when("etruria-samnium", Intercept("egnatius", 5), dice=[3, 3, 3, 3, 3, 3])
    position.then_includes(events.BattleRolled).then_not(events.InterceptionRolled)
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert "10.5.2" not in [each.rule for each in rolled.defender_modifiers]
    # An interception by the die can be declined and gives the +1.
    by_die = beside_the_forks().when("etruria-samnium", Intercept("egnatius", 5), dice=[2])
    by_die.awaits("rome", "decline").offers(TurnBack())
    by_die.when("rome", Fight()).when("etruria-samnium", Pass(), dice=[3, 3, 3, 3, 3, 3])
    rolled = next(each for each in by_die.events if isinstance(each, events.BattleRolled))
    assert "10.5.2" in [each.rule for each in rolled.defender_modifiers]


# 10.6


@pytest.mark.rule("sword-of-rome", "10.6-a", "11.2-b")
def test_who_failed_to_intercept_does_not_avoid_battle_in_the_same_impulse() -> None:
    position = past_claudius(romans=6, beside=("rome-1",))
    position.when("rome", Intercept("claudius", 4)).when("rome", End(), dice=[6])
    position.when("greece", Step("capua")).when("rome", End()).awaits("rome", "react")
    position.when("rome", Avoid("claudius", 1, "tarracina")).refused("11.2", "tried to intercept")
    # Two CU and the minor leader did not try; they may go, and no more than they.
    position.offers(Avoid("rome-1", 2, "tarracina")).offers_not(Avoid("rome-1", 3, "tarracina"))
    position.when("rome", Avoid("rome-1", 3, "tarracina")).refused("11.1", "1 to 2 CU")
    fresh = past_claudius().when("rome", End()).when("greece", Step("capua")).when("rome", End())
    fresh.awaits("rome", "react").offers(Avoid("claudius", 4, "tarracina"))


@pytest.mark.rule("sword-of-rome", "11.2-b")
def test_who_has_intercepted_with_success_does_not_avoid_battle_either() -> None:
    position = (
        given(
            army("rome", "velitrae", 4, "camillus"),
            army("rome", "roma", 5, "valerius"),
            army("samnites", "capua", 5, "egnatius"),
            army("samnites", "neapolis", 1),
            hand("rome", "r-1"),
            impulse("rome"),
        )
        .when("rome", Play("r-1", "event"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("tarracina"))
    )
    position.when("etruria-samnium", Intercept("egnatius", 5), dice=[2]).when("rome", TurnBack())
    position.when("rome", Activate("valerius")).when("rome", Step("velitrae"))
    position.when("rome", Step("tarracina"), dice=[3, 3, 3, 3, 3, 3])
    position.then_includes(events.BattleRolled).then_not(events.ReactionsOpened)


@pytest.mark.rule("sword-of-rome", "10.5.2-b", "10.5.2-a")
def test_caudine_forks_beside_an_interception_keeps_its_modifier_and_lets_nobody_decline() -> None:
    position = on_the_march(
        army("rome", "velitrae", 8, "camillus"),
        army("samnites", "capua", 5, "egnatius"),
        army("samnites", "fregellae", 3, "pontius"),
        hand("etruria-samnium", "e-31"),
        seat="rome",
        leader="camillus",
    )
    position.passes("etruria-samnium").when("rome", Step("tarracina"))
    position.when("etruria-samnium", Intercept("egnatius", 5), dice=[2]).awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-31", "event"))
    position.when("etruria-samnium", Intercept("pontius", 3))
    position.awaits("etruria-samnium", "command")
    position.when("etruria-samnium", Appoint("egnatius"), dice=[3, 3, 3, 3, 3, 3])
    position.then_includes(like(events.BattleRolled, defender_cu=8))
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert "10.5.2" in [each.rule for each in rolled.defender_modifiers]
