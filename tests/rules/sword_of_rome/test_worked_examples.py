"""The worked examples that the rulebook and published games give, with scripted dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.ruleset import Action
from rules.ruleset import Step as Batch
from rules.sword_of_rome import events, strength
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Appoint,
    Avoid,
    Choose,
    Dismiss,
    End,
    Fight,
    Flank,
    GoInside,
    Halt,
    Intercept,
    Keep,
    LeadInside,
    Name,
    Pass,
    Place,
    PlaceLeader,
    Play,
    Raid,
    RaiseSupport,
    Refuse,
    Reinforce,
    Restore,
    RetreatTo,
    Spend,
    Step,
)
from rules.sword_of_rome.narration import retell
from rules.sword_of_rome.powers import allied as friendly
from rules.sword_of_rome.procedures import Battle, BattleSide, Support
from rules.sword_of_rome.support import refuse_spending
from tests.rules.sword_of_rome.harness import (
    Position,
    allied,
    army,
    control,
    desperate,
    given,
    hand,
    impulse,
    like,
    loyalty,
    phase,
    plunder,
    points,
)

# 12: battles


def battle(
    attack: tuple[int, ...], defence: tuple[int, ...], *, cu: tuple[int, int] = (6, 6), flank: int = 0
) -> Battle:
    return Battle(
        seat="greece",
        space="neapolis",
        attacker=BattleSide("greece", cu=cu[0], rolled=attack),
        defender=BattleSide("rome", cu=cu[1], rolled=defence),
        origin="capua",
        link="clear",
    )


@pytest.mark.rule("sword-of-rome", "12.3-a")
def test_losses_are_read_from_the_unmodified_dice_of_both_sides() -> None:
    game = given().game
    assert strength.losses(game, battle((6, 5, 3), (5, 5, 1)), "attacker") == (2, 5)


@pytest.mark.rule("sword-of-rome", "12.3-d")
def test_an_army_of_one_unit_hurts_with_sixes_only() -> None:
    game = given().game
    assert strength.losses(game, battle((3, 3, 4), (4, 5, 6), cu=(4, 1)), "attacker") == (1, 1)
    # A loser of 2 CU hurts with 5 and 6, and its own 1 still counts; a winner of 1 CU with 6 alone.
    assert strength.losses(game, battle((6, 5, 3), (5, 5, 1), cu=(1, 2)), "attacker") == (2, 3)


@pytest.mark.rule("sword-of-rome", "12.2.1-b")
@pytest.mark.parametrize(("larger", "smaller", "modifier"), [(8, 4, 3), (10, 5, 3), (4, 1, 9), (6, 4, 1)])
def test_the_larger_army_has_the_ratio_modifier(larger: int, smaller: int, modifier: int) -> None:
    game = given().game
    assert strength.superiority(game, battle((), (), cu=(larger, smaller))) == ("attacker", modifier, False)
    assert strength.superiority(game, battle((), (), cu=(smaller, larger))) == ("defender", modifier, False)


@pytest.mark.rule("sword-of-rome", "12.3-a")
def test_level_armies_lose_four_and_one_on_average() -> None:
    game = given().game
    rolls = list(product(range(1, 7), repeat=3))
    won = lost = 0
    for attack in rolls:
        for defence in rolls:
            side = "attacker" if sum(attack) > sum(defence) else "defender"
            first, second = strength.losses(game, battle(attack, defence), side)
            won, lost = won + first, lost + second
    assert len(rolls) ** 2 == 46656
    assert round(float(Fraction(lost, 46656)), 2) == 4.06
    assert round(float(Fraction(won, 46656)), 2) == 1.07


@pytest.mark.rule("sword-of-rome", "12.2.3-a", "12.3-d", "12.5-b")
def test_four_romans_against_one_gaul() -> None:
    (
        given(
            army("rome", "sutrium", 4, "rome-1"),
            army("gauls", "volsinii", 1, "gauls-1"),
            control("volsinii", "gauls"),
            hand("rome", "r-30"),
            impulse("rome"),
        )
        .when("rome", Play("r-30", "ops"))
        .when("rome", Activate("rome-1"))
        .when("rome", Step("volsinii"), dice=[3, 3, 4, 4, 5, 6])
        .then_includes(
            like(events.BattleRolled, attacker_total=19, defender_total=16),
            like(events.BattleWon, winner="rome", winner_loses=1, loser_loses=1),
            like(events.LossesCounted, side="defender", cu=1),
        )
        .awaits("rome", "support")
    )


def fregellae() -> Position:
    """The long example of chapter 12, up to the moment for responses before the roll."""
    return (
        given(
            army("rome", "capua", 7, "camillus"),
            army("rome", "roma", 5, "valerius"),
            army("samnites", "fregellae", 5, "egnatius"),
            hand("rome", "r-1"),
            hand("greece", "g-1"),
            hand("gauls", "a-1"),
            hand("etruria-samnium", "e-2"),
            impulse("rome"),
        )
        .when("rome", Play("r-1", "event"))
        .when("rome", Activate("camillus"))
        .passes("etruria-samnium")
        .when("rome", Step("fregellae"))
        .awaits("etruria-samnium", "shelter")
        .when("etruria-samnium", End())
        .awaits("etruria-samnium", "react")
    )


@pytest.mark.rule("sword-of-rome", "9.5.6-a", "9.5.6-b", "12.1-a")
def test_camillus_attacks_fregellae_and_valerius_flanks() -> None:
    position = fregellae()
    avoid = next(each for each in position.offered() if isinstance(each, Avoid) and each.cu == 5)
    position.when("etruria-samnium", avoid).awaits("rome", "consent")
    position.when("rome", Refuse(), dice=[4])
    position.then_includes(like(events.AvoidanceRolled, leader="egnatius", success=False))
    position.awaits("rome", "flank").offers(Flank("valerius"), Fight())
    position.when("rome", Flank("valerius")).passes("etruria-samnium")
    for space in ("praeneste", "velitrae"):
        position.when("rome", Step(space))
    position.when("rome", Halt())
    position.then_includes(events.FlankJoined)
    position.awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-2", "event"), dice=[5, 2, 2, 5, 5, 4])
    position.then_includes(
        like(events.BattleRolled, attacker_total=12, defender_total=14, attacker_cu=10),
        like(events.BattleWon, winner="samnites", loser_loses=5, winner_loses=1),
        like(events.UnitsLost, power="rome", space="fregellae", cu=3),
        like(events.UnitsLost, power="rome", space="velitrae", cu=2),
    )
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert {each.why: each.value for each in rolled.attacker_modifiers} == {
        "strength ratio": 3,
        "leadership": 1,
        "flanking army": 1,
        "E-2 Death of Aulius": -2,
    }
    assert {each.why: each.value for each in rolled.defender_modifiers} == {
        "friendly space": 1,
        "failed to avoid battle": -1,
    }
    position.then_includes(events.Retreated("rome", ("fregellae", "capua"), 0))
    told = retell(position.game, position.before, [Batch("etruria-samnium", None, position.events)])
    assert told.startswith(
        "Rome: Etruria and Samnium E-2 Death of Aulius (2 Ops). Battle at Fregellae: Rome 5 2 2 +3 = 12, "
        "Samnites 5 5 4 = 14; Samnites win; Rome loses 5, Samnites 1. Camillus retreats to Capua. (12)"
    )
    assert position.cu("rome", "capua") == 4
    assert position.cu("rome", "velitrae") == 3
    assert position.cu("samnites", "fregellae") == 4
    position.awaits("etruria-samnium", "support")
    spending = position.state.stack[-1]
    assert isinstance(spending, Support)
    assert (spending.power, spending.points) == ("samnites", 3)


@pytest.mark.rule("sword-of-rome", "12.5-b")
def test_only_units_really_lost_give_support() -> None:
    position = (
        given(
            army("rome", "velitrae", 3, "valerius"),
            army("samnites", "fregellae", 2),
            hand("rome", "r-30"),
            impulse("rome"),
        )
        .when("rome", Play("r-30", "ops"))
        .when("rome", Activate("valerius"))
        .when("rome", Step("fregellae"))
        .when("etruria-samnium", End(), dice=[6, 6, 6, 1, 2, 3])
        .then_includes(
            like(events.BattleWon, loser="samnites", loser_loses=7),
            like(events.LossesCounted, side="defender", cu=2),
        )
    )
    spending = position.state.stack[-1]
    assert isinstance(spending, Support)
    assert spending.points == 1


# 7.3: support


@pytest.mark.rule("sword-of-rome", "7.3.4-a", "7.3.4-d", "7.3.3-c")
def test_support_after_the_battle_of_roma() -> None:
    position = (
        given(
            army("rome", "roma", 5, "valerius"),
            army("rome", "velitrae", 7, "camillus"),
            army("rome", "narnia", 1),
            army("etruscans", "clusium", 6, "etruscans-1"),
            hand("etruria-samnium", "e-10"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-10", "ops"))
        .when("etruria-samnium", Activate("etruscans-1"))
    )
    position.when("etruria-samnium", Step("volsinii"))
    position.when("etruria-samnium", Step("sutrium")).awaits("rome", "react").when("rome", End())
    position.when("etruria-samnium", Step("roma")).awaits("rome", "shelter").when("rome", End())
    position.awaits("rome", "react").when("rome", End(), dice=[6, 6, 3, 2, 2, 3])
    position.then_includes(like(events.BattleWon, winner="etruscans", loser_loses=4))
    position.awaits("rome", "retreat-inside").when("rome", End())
    position.when("rome", RetreatTo("velitrae")).awaits("rome", "command")
    position.when("rome", Appoint("camillus")).awaits("etruria-samnium", "support")
    assert position.cu("rome", "velitrae") == 8
    assert position.where("valerius") == "velitrae"
    held = position.state.stack[-1]
    assert isinstance(held, Support)
    assert held.points == 2
    spending = Support(
        "etruria-samnium", "etruscans", 2, "victory", target=("rome",), held=held.held, stage="open"
    )
    game, state = position.game, position.state

    def allowed(how: str, space: str) -> bool:
        return refuse_spending(game, state, spending, how, space) is None

    assert allowed("remove", "praeneste")
    assert allowed("remove", "tarracina")
    assert not allowed("remove", "velitrae")  # Roman CU stand there
    assert allowed("lower", "roma")
    assert allowed("lower", "capua")
    assert not allowed("take", "capua")  # its neighbours are Samnite, and the Etruscans have won
    assert not allowed("lower", "narnia")  # 1 CU stands there
    assert allowed("take", "sutrium")
    assert allowed("raise", "tarquinii")
    assert allowed("raise", "pisae")


@pytest.mark.rule("sword-of-rome", "7.3.1-b")
def test_two_points_raise_one_city_or_two() -> None:
    position = (
        given(army("rome", "roma", 1), hand("rome", "r-22"), impulse("rome"))
        .when("rome", Play("r-22", "ops"))
        .when("rome", RaiseSupport("rome"))
        .when("rome", Spend("raise", "capua"))
        .when("rome", Spend("raise", "capua"))
    )
    assert position.state.loyalty["capua"] == 3
    position.when("rome", Spend("raise", "capua")).refused("7.3.1")
    position.when("rome", Spend("raise", "narnia"))
    assert position.state.loyalty["narnia"] == 2


@pytest.mark.rule("sword-of-rome", "7.3.3-c")
def test_a_garrison_of_two_keeps_loyalty_at_two() -> None:
    position = given(army("rome", "roma", 2), impulse("etruria-samnium"))
    spending = Support("etruria-samnium", "etruscans", 1, "lower", target=("rome",))
    game, state = position.game, position.state
    assert refuse_spending(game, state, spending, "lower", "roma") is None
    lowered = given(army("rome", "roma", 2), loyalty("roma", 2), impulse("etruria-samnium"))
    refused = refuse_spending(game, lowered.state, spending, "lower", "roma")
    assert refused is not None
    assert refused[0] == "7.3.3"


# 10, 11: interception and avoiding battle


@pytest.mark.rule("sword-of-rome", "10.2-c", "10.4-a")
def test_pyrrhus_passes_claudius() -> None:
    """Claudius in Capua may try where nobody stands, and may not where other CU stand that do not move."""
    position = (
        given(
            army("greece", "poseidonia", 6, "pyrrhus"),
            army("rome", "capua", 4, "claudius"),
            army("volsci", "tarracina", 1),
            hand("greece", "g-22"),
            impulse("greece"),
        )
        .when("greece", Play("g-22", "ops"))
        .when("greece", Activate("pyrrhus"))
        .when("greece", Step("nola"))
        .awaits("rome", "react")
        .offers(Intercept("claudius", 4))
        .when("rome", Intercept("claudius", 4), dice=[3])
    )
    # 3, and 1 more for an enemy space that holds no Roman CU (10.3-e): more than his tactics.
    position.then_includes(like(events.InterceptionRolled, leader="claudius", die=3, success=False))
    position.awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "10.2-c")
def test_nobody_intercepts_where_units_of_another_power_stand() -> None:
    position = (
        given(
            army("greece", "poseidonia", 6, "pyrrhus"),
            army("rome", "capua", 4, "claudius"),
            army("samnites", "nola", 1),
            control("nola", "samnites"),
            allied("greece", "samnites"),
            hand("greece", "g-22"),
            impulse("greece"),
        )
        .when("greece", Play("g-22", "ops"))
        .when("greece", Activate("pyrrhus"))
        .when("greece", Step("nola"))
        .awaits("greece", "march")
    )
    position.when("greece", Step("neapolis")).awaits("rome", "react").offers(Intercept("claudius", 1))


@pytest.mark.rule("sword-of-rome", "10.3-b", "10.2-d")
def test_the_gaul_decides_who_intercepts_first_and_bars_the_greek() -> None:
    position = (
        given(
            army("rome", "volsinii", 4, "valerius"),
            army("gauls", "volaterrae", 4, "brennus"),
            army("gauls", "cortona", 3, "gauls-1"),
            army("greece", "perusia", 5, "pyrrhus"),
            hand("rome", "r-30"),
            impulse("rome"),
        )
        .when("rome", Play("r-30", "ops"))
        .when("rome", Activate("valerius"))
        .when("rome", Step("clusium"))
        .awaits("greece", "react")
        .when("greece", Intercept("pyrrhus", 5))
        .when("gauls", Intercept("brennus", 4))
        .when("gauls", Intercept("gauls-1", 2))
        .awaits("gauls", "order")
        .offers_only(Name("gauls"), Name("greece"))
        .when("gauls", Name("gauls"), dice=[2, 6])
    )
    position.then_includes(
        like(events.InterceptionRolled, leader="brennus", success=True),
        like(events.InterceptionRolled, leader="gauls-1", success=False),
        like(events.InterceptionRolled, leader="pyrrhus", barred=True),
    )
    assert position.cu("gauls", "clusium") == 4
    assert position.cu("greece", "perusia") == 5
    position.awaits("rome", "decline")


@pytest.mark.rule("sword-of-rome", "11.1-b", "9.3.1-a")
def test_fourteen_etruscans_at_pisae() -> None:
    position = (
        given(
            army("etruscans", "pisae", 14, "etruscans-1", "etruscans-2"),
            army("gauls", "luna", 8, "brennus"),
            hand("gauls", "a-37"),
            impulse("gauls"),
        )
        .when("gauls", Play("a-37", "ops"))
        .when("gauls", Activate("brennus"))
        .when("gauls", Step("pisae"))
        .awaits("etruria-samnium", "shelter")
    )
    position.when("etruria-samnium", GoInside(4)).refused("9.3.1")
    position.when("etruria-samnium", GoInside(3)).when("etruria-samnium", LeadInside("etruscans-1"))
    position.when("etruria-samnium", End()).awaits("etruria-samnium", "react")
    position.when("etruria-samnium", Avoid("etruscans-2", 11, "populonium")).refused("11.1")
    position.when("etruria-samnium", Avoid("etruscans-2", 10, "luna")).refused("11.2")
    position.when("etruria-samnium", Avoid("etruscans-2", 10, "volaterrae")).refused("11.2")
    position.when("etruria-samnium", Avoid("etruscans-2", 10, "populonium"))
    position.awaits("gauls", "consent").when("gauls", Accept())
    # The one left outside is destroyed by eight without a roll (12.2.1).
    position.then_includes(like(events.BattleWon, winner="gauls", loser_loses=1, automatic=True))
    assert position.cu("etruscans", "populonium") == 10
    assert position.cu("etruscans", "pisae") == 3


@pytest.mark.rule("sword-of-rome", "11.1-f", "11.3-a", "11.2-f")
def test_claudius_avoids_pyrrhus_to_the_one_space_that_is_open() -> None:
    position = (
        given(
            army("rome", "capua", 4, "claudius"),
            army("greece", "neapolis", 6, "pyrrhus"),
            control("tarracina", "rome"),
            hand("greece", "g-22"),
            impulse("greece"),
        )
        .when("greece", Play("g-22", "ops"))
        .when("greece", Activate("pyrrhus"))
        .when("greece", Step("capua"))
        .when("rome", End())
        .awaits("rome", "react")
    )
    goals = {each.space for each in position.offered() if isinstance(each, Avoid)}
    assert goals == {"tarracina"}
    position.when("rome", Avoid("claudius", 4, "nola")).refused("11.2")
    position.when("rome", Avoid("claudius", 4, "neapolis")).refused("11.2")
    position.when("rome", Avoid("claudius", 4, "tarracina"))
    position.awaits("greece", "consent").when("greece", Refuse(), dice=[3, 4])
    position.then_includes(
        like(events.AvoidanceRolled, die=3, tactics=3, success=True),
        like(events.PursuitRolled, die=4, tactics=4, success=True),
    )
    position.awaits("greece", "march")


# 14: Gauls


@pytest.mark.rule("sword-of-rome", "14.2-a", "14.3-a", "14.1-b")
def test_a_raid_on_sentinum_and_spoletium() -> None:
    position = (
        given(
            army("gauls", "sentinum", 4, "gauls-1"),
            plunder(-1),
            hand("gauls", "a-37"),
            impulse("gauls"),
        )
        .when("gauls", Play("a-37", "ops"))
        .when("gauls", Activate("gauls-1"))
        .when("gauls", Raid(), dice=[5, 5])
        .then_includes(like(events.SiegeRolled, total=10, lost=0), events.ControlChanged)
    )
    assert position.state.plunder == 0
    assert position.state.control["sentinum"] == "independent"
    position.when("gauls", Step("spoletium"))
    position.when("gauls", Raid(), dice=[3, 2]).then_not(events.ControlChanged, events.UnitsLost)
    position.when("gauls", Raid(), dice=[1, 2]).then_includes(like(events.UnitsLost, cu=1))
    position.then_not(events.ControlChanged)
    position.when("gauls", Raid(), dice=[3, 4]).then_includes(like(events.UnitsLost, cu=1))
    assert position.state.control["spoletium"] == "independent"
    assert position.state.plunder == 1
    assert position.cu("gauls", "spoletium") == 2


@pytest.mark.rule("sword-of-rome", "14.6-a")
def test_gallic_cohesion_is_bought_twice() -> None:
    position = given(
        control("sena-gallica", "etruscans"),
        control("patavium", "independent"),
        army("gauls", "sentinum", 4, "gauls-1"),
        plunder(1),
        hand("gauls", "a-37"),
        impulse("gauls"),
    ).when("gauls", Restore("sena-gallica"))
    assert position.state.control["sena-gallica"] == "gauls"
    assert position.state.plunder == 0
    position.when("gauls", Restore("patavium")).refused("14.6")
    position.when("gauls", Play("a-37", "ops")).when("gauls", Activate("gauls-1"))
    position.when("gauls", Raid(), dice=[5, 5])
    position.when("gauls", Step("spoletium")).when("gauls", Raid(), dice=[4, 5])
    position.when("gauls", Halt())
    assert position.state.plunder == 2
    position.when("gauls", Restore("patavium"))
    assert position.state.control["patavium"] == "gauls"
    assert position.state.plunder == 1


# 16: non-player powers


@pytest.mark.rule("sword-of-rome", "16.1.1-c", "7.1.2-b")
def test_three_cards_of_an_etruscan_impulse() -> None:
    position = (
        given(
            army("carthage", "lilybaeum", 6, "hamilcar"),
            army("transalpine", "transalpine-box", 2, "transalpine-1"),
            army("volsci", "antium", 2, "volsci-1"),
            army("etruscans", "pisae", 1),
            hand("etruria-samnium", "e-1", "e-19", "e-20", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-19", "event"))
        .when("etruria-samnium", Choose("carthage"))
    )
    position.when("etruria-samnium", Reinforce("carthage"))
    position.when("etruria-samnium", Place("carthage", "lilybaeum"))
    position.when("etruria-samnium", End())  # no minor leader is placed
    assert position.cu("carthage", "lilybaeum") == 7
    position.when("etruria-samnium", Play("e-1", "ops"))
    position.when("etruria-samnium", RaiseSupport("etruscans"))
    position.when("etruria-samnium", Spend("raise", "pisae"))
    assert position.state.loyalty["pisae"] == 2
    position.when("etruria-samnium", Play("e-20", "event"))
    position.offers_not(Choose("carthage")).when("etruria-samnium", Choose("carthage")).refused("16.1.1")
    position.when("etruria-samnium", Choose("transalpine"))
    position.when("etruria-samnium", Activate("transalpine-1"))
    position.when("etruria-samnium", Step("eporedia"))
    position.when("etruria-samnium", Halt())
    assert position.cu("transalpine", "eporedia") == 2
    assert position.state.activated == {"carthage", "transalpine"}


# 8, 5: leaders, VP


def reinforced_up_to(position: Position, kind: type[Action]) -> Position:
    """The Reinforcement Phase played on, everything placed where the list begins, up to such a choice."""
    while not any(isinstance(each, kind) for each in position.offered()):
        offered = position.offered()
        placing = [each for each in offered if isinstance(each, (Place, PlaceLeader))]
        position.when(position.seat(), placing[0] if placing else offered[0])
    return position


@pytest.mark.rule("sword-of-rome", "8.2.3-a")
@pytest.mark.parametrize("cities", [("syracusae", "syracusae"), ("neapolis", "tarentum")])
def test_dionysius_costs_two_loyalty(cities: tuple[str, str]) -> None:
    position = given(army("greece", "syracusae", 3, "dionysius"), points("greece", 1), phase("reinforcement"))
    reinforced_up_to(position, Keep).when("greece", Keep("dionysius"))
    before = dict(position.state.loyalty)
    position.when("greece", Spend("lower", cities[0])).when("greece", Spend("lower", cities[1]))
    after = position.state.loyalty
    assert {city: before[city] - after[city] for city in before if before[city] != after[city]} == (
        {"syracusae": 2} if cities[0] == cities[1] else {"neapolis": 1, "tarentum": 1}
    )
    assert position.where("dionysius") == "syracusae"


@pytest.mark.rule("sword-of-rome", "8.2.3-b")
def test_dionysius_is_dismissed_for_good() -> None:
    position = given(army("greece", "syracusae", 3, "dionysius"), points("greece", 1), phase("reinforcement"))
    reinforced_up_to(position, Keep).when("greece", Dismiss("dionysius"))
    assert position.where("dionysius") == "gone"


@pytest.mark.rule("sword-of-rome", "5.8.1-a", "5.8.1-b")
def test_neapolis_in_roman_hands_counts_each_turn() -> None:
    position = given(control("neapolis", "rome"))
    told = []
    for turn in (1, 2):
        position.add(phase("victory-points", turn))
        told.append(dict(position.state.vp))
    assert told == [
        {"rome": 8, "greece": 6, "gauls": 7, "etruria-samnium": 7},
        {"rome": 9, "greece": 5, "gauls": 7, "etruria-samnium": 7},
    ]


@pytest.mark.rule("sword-of-rome", "4.4-b")
@pytest.mark.parametrize("named", ["rome", "gauls"])
def test_the_gaul_orders_tied_seats(named: str) -> None:
    position = given(
        army("rome", "roma", 1),
        army("gauls", "bononia", 1),
        points("rome", 6),
        points("gauls", 6),
        points("greece", 8),
        points("etruria-samnium", 9),
        phase("reinforcement"),
    )
    reinforced_up_to(position, Name)
    position.awaits("gauls", "order").offers_only(Name("gauls"), Name("rome"))
    position.when("gauls", Name(named)).awaits(named, "place")
    home = {"rome": Place("rome", "roma"), "gauls": Place("gauls", "bononia")}
    position.offers(home[named])


@pytest.mark.rule("sword-of-rome", "7.4-d", "7.4-e")
def test_of_two_desperate_times_the_lower_seat_plays() -> None:
    position = (
        given(
            army("rome", "roma", 1),
            army("greece", "syracusae", 2),
            army("gauls", "bononia", 2),
            desperate("greece", "g-38"),
            desperate("gauls", "a-38"),
            points("greece", 7),
            points("gauls", 7),
            points("rome", 8),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", End())
        .awaits("gauls", "desperate")
        .when("gauls", Pass())
        .awaits("greece", "desperate")
        .when("greece", Play("g-38", "desperate"))
        .awaits("gauls", "desperate")
        .when("gauls", Play("a-38", "desperate"))
    )
    position.awaits("gauls", "desperate-use")
    assert position.state.desperate["greece"] == ("g-38",)
    assert position.state.desperate["gauls"] == ()
    position.when("gauls", Choose("redraw")).when("gauls", End())
    position.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "15.1-c")
def test_alliances_do_not_pass_on() -> None:
    position = given(allied("rome", "gauls"), allied("gauls", "greece"), allied("greece", "etruscans"))
    game, state = position.game, position.state
    assert friendly(game, state, "rome", "gauls")
    assert not friendly(game, state, "rome", "greece")
    assert not friendly(game, state, "greece", "samnites")


@pytest.mark.rule("sword-of-rome", "8.1-a")
def test_a_leader_needs_a_card_of_his_rating() -> None:
    position = given(
        army("rome", "roma", 5, "claudius"),
        army("rome", "velitrae", 5, "camillus"),
        army("rome", "capua", 2, "valerius"),
        hand("rome", "r-29", "r-13", "r-30"),
        impulse("rome"),
    ).when("rome", Play("r-29", "ops"))
    position.when("rome", Activate("claudius")).refused("8.1", "3 Ops")
    position.when("rome", Activate("camillus")).refused("8.1", "2 Ops")
    position.offers(Activate("valerius"))
