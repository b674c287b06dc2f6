"""Battles up to the roll (12.1, 12.2): sequence, size, ratio, leaders, modifiers, and who wins."""

from __future__ import annotations

import msgspec
import pytest

from rules.sword_of_rome import data_effects, events, ruleset
from rules.sword_of_rome.actions import (
    Activate,
    Appoint,
    Avoid,
    End,
    Flank,
    GoInside,
    Halt,
    Pass,
    Play,
    Refuse,
    Sail,
    Step,
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
    installed_data,
    like,
)
from tests.rules.sword_of_rome.marching import on_tarracina, on_the_march, rolled, whys

ROLL = (3, 3, 3, 3, 3, 3)
"""The dice of a battle in which nobody is hurt."""


# 12.1: the sequence


@pytest.mark.rule("sword-of-rome", "12.1-a")
def test_the_parts_of_a_battle_follow_one_another() -> None:
    """Walls, avoiding battle, flank, roll, losses, retreat, siege, support."""
    position = given(
        army("rome", "capua", 7, "camillus"),
        army("rome", "praeneste", 5, "valerius"),
        army("samnites", "fregellae", 7, "egnatius"),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).awaits("etruria-samnium", "shelter")
    position.when("etruria-samnium", End()).awaits("etruria-samnium", "react")
    position.when("etruria-samnium", Avoid("egnatius", 7, "aufidena")).awaits("rome", "consent")
    position.when("rome", Refuse(), dice=[6]).awaits("rome", "flank")
    position.when("rome", Flank("valerius")).when("rome", Step("velitrae"))
    position.when("rome", Halt(), dice=[5, 5, 2, 1, 3, 2])
    position.then_includes(
        events.FlankJoined,
        events.BattleRolled,
        like(events.BattleWon, winner="rome", loser_loses=5),
        like(events.UnitsLost, power="samnites", cu=5),
    )
    position.then_not(events.SiegeChanged).awaits("etruria-samnium", "retreat-inside")
    position.when("etruria-samnium", End())
    position.then_includes(
        like(events.Retreated, power="samnites", path=("fregellae", "aufidena")),
        like(events.SiegeChanged, space="fregellae", power="rome", level=0),
    )
    position.awaits("rome", "support")


def fregellae(camillus: int, samnites: int) -> Position:
    """Camillus attacks leaderless Samnites in Fregellae by a Campaign that Valerius could join."""
    position = given(
        army("rome", "capua", camillus, "camillus"),
        army("rome", "praeneste", 5, "valerius"),
        army("samnites", "fregellae", samnites),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    return position.when("rome", Step("fregellae"))


@pytest.mark.rule("sword-of-rome", "12.1-a", "12.2.1-c")
def test_the_ratio_is_looked_at_before_a_flanking_army_is_called() -> None:
    level = fregellae(4, 4).when("etruria-samnium", End())
    level.awaits("rome", "flank").offers(Flank("valerius"))
    five_to_one = fregellae(5, 1).when("etruria-samnium", End())
    five_to_one.then_includes(like(events.BattleWon, winner="rome", automatic=True)).awaits("rome", "support")
    one_to_five = fregellae(1, 5).when("etruria-samnium", End())
    one_to_five.then_includes(like(events.BattleWon, winner="samnites", automatic=True))


@pytest.mark.rule("sword-of-rome", "12.1-b", "7.1.1-b")
def test_before_the_roll_responses_go_clockwise_from_the_active_seat() -> None:
    position = on_the_march(
        army("rome", "volsinii", 5, "valerius"),
        army("gauls", "clusium", 5),
        hand("rome", "r-31"),
        hand("gauls", "a-21"),
        hand("etruria-samnium", "e-2"),
        hand("greece", "g-1"),
        seat="rome",
        leader="valerius",
    )
    for seat in ("rome", "etruria-samnium"):
        position.awaits(seat, "respond").passes(seat)
    position.when("rome", Step("clusium"))
    position.awaits("rome", "respond").offers(Play("r-31", "event"), Pass())
    position.when("rome", Play("r-31", "event"))
    position.awaits("gauls", "respond").passes("gauls")
    position.awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-2", "event"), dice=ROLL)
    by = whys(rolled(position).attacker_modifiers)
    assert (by["R-31 Manlian Discipline"], by["E-2 Death of Aulius"]) == (2, -2)


# 12.2.1: sizes and their ratio


@pytest.mark.rule("sword-of-rome", "12.2.1-a")
def test_units_within_the_walls_do_not_count() -> None:
    position = on_the_march(
        army("rome", "capua", 6),
        army("greece", "neapolis", 5, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    position.when("rome", GoInside(2), dice=ROLL)
    battle = rolled(position)
    assert (battle.attacker_cu, battle.defender_cu) == (5, 4)
    assert "strength ratio" not in whys(battle.attacker_modifiers)  # 5 to 4


@pytest.mark.rule("sword-of-rome", "12.2.1-a", "9.5.6-d")
@pytest.mark.parametrize(("flank", "size"), [(4, 6), (5, 7)])
def test_a_flanking_army_counts_for_half_rounded_up(flank: int, size: int) -> None:
    position = given(
        army("rome", "capua", 4, "camillus"),
        army("rome", "praeneste", flank, "valerius"),
        army("samnites", "fregellae", 4),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).when("etruria-samnium", End())
    position.when("rome", Flank("valerius")).when("rome", Step("velitrae")).when("rome", Halt(), dice=ROLL)
    assert (rolled(position).attacker_cu, rolled(position).defender_cu) == (size, 4)
    by = whys(rolled(position).attacker_modifiers)
    assert by["strength ratio"] == 1  # 6 to 4 and 7 to 4
    assert by["flanking army"] == 1


@pytest.mark.rule("sword-of-rome", "12.2.1-b")
@pytest.mark.parametrize(
    ("greeks", "romans", "attack", "defence"),
    [(8, 4, 3, 0), (10, 5, 3, 0), (4, 1, 9, 0), (5, 10, 0, 3), (4, 4, 0, 0)],
)
def test_the_larger_army_gains_by_the_table(greeks: int, romans: int, attack: int, defence: int) -> None:
    battle = rolled(on_tarracina(greeks=greeks, romans=romans, leaders=(), dice=ROLL))
    assert whys(battle.attacker_modifiers).get("strength ratio", 0) == attack
    assert whys(battle.defender_modifiers).get("strength ratio", 0) == defence


@pytest.mark.rule("sword-of-rome", "12.2.1-c")
def test_five_to_one_wins_without_a_roll() -> None:
    position = on_tarracina(romans=2, greeks=10, leaders=("claudius", "rome-1")).when("rome", End())
    position.then_includes(like(events.BattleWon, winner="greece", automatic=True, loser_loses=2))
    position.then_not(events.BattleRolled, events.Retreated)
    assert position.cu("rome", "tarracina") == 0
    assert (position.where("claudius"), position.where("rome-1")) == ("displaced", "away")
    assert position.cu("greece", "tarracina") == 10


@pytest.mark.rule("sword-of-rome", "12.2.1-c")
def test_a_defender_wins_without_a_roll_too_and_a_flanking_army_dies_with_the_attacker() -> None:
    alone = on_tarracina(romans=10, greeks=2, leaders=())
    alone.then_includes(like(events.BattleWon, winner="rome", automatic=True, loser_loses=2))
    assert alone.cu("greece", "tarracina") == 0
    assert alone.where("pyrrhus") == "displaced"
    # 1 and half of 1 are 2: against 9 that is 4.5 to 1, and the 10th Samnite makes it 5 to 1.
    assert coordinated(9, dice=ROLL).cu("rome", "velitrae") == 1
    beaten = coordinated(10)
    beaten.then_includes(like(events.BattleWon, winner="samnites", automatic=True, loser_loses=2))
    assert beaten.cu("rome", "fregellae") + beaten.cu("rome", "velitrae") == 0
    assert (beaten.where("camillus"), beaten.where("valerius")) == ("displaced", "displaced")
    beaten.then_includes(like(events.LossesCounted, side="attacker", cu=2)).then_not(events.Retreated)


def coordinated(samnites: int, dice: tuple[int, ...] = ()) -> Position:
    """Camillus with 1 CU attacks Fregellae by Capua, and Valerius flanks with 1 from Velitrae, though the odds are bad.
    The Samnites come to so many only when the flank stands, so that the ratio does not settle it before."""
    position = given(
        army("rome", "capua", 1, "camillus"),
        army("rome", "praeneste", 1, "valerius"),
        army("samnites", "fregellae", 4),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).when("etruria-samnium", End())
    position.when("rome", Flank("valerius")).when("rome", Step("velitrae"))
    position.add(army("samnites", "fregellae", samnites - 4))
    return position.when("rome", Halt(), dice=dice)


@pytest.mark.rule("sword-of-rome", "12.2.1-d", "9.4-c")
def test_after_an_automatic_victory_the_army_marches_on() -> None:
    position = on_tarracina(romans=1, leaders=())
    position.then_includes(like(events.BattleWon, automatic=True)).awaits("greece", "support")
    position.when("greece", End()).awaits("greece", "march").offers(Step("velitrae"))
    fought = on_tarracina(romans=1, greeks=4, leaders=(), dice=[6, 6, 6, 1, 1, 1])
    fought.when("greece", End()).awaits("greece", "impulse")  # a battle that was rolled for ends the march


@pytest.mark.rule("sword-of-rome", "12.2.1-e")
def test_an_automatic_victory_gains_support_for_all_that_died() -> None:
    position = on_tarracina(romans=2, greeks=10, leaders=()).awaits("greece", "support")
    position.then_includes(like(events.LossesCounted, side="defender", cu=2))
    position.tells("Greeks win 1 support")


# 12.2.2: leaders


@pytest.mark.rule("sword-of-rome", "12.2.2-a")
@pytest.mark.parametrize(
    ("greek", "roman", "attack", "defence"),
    [("pyrrhus", "claudius", 1, 0), ("greece-1", "claudius", 0, 2), ("pyrrhus", "camillus", 0, 0)],
)
def test_the_better_leader_gives_the_difference(greek: str, roman: str, attack: int, defence: int) -> None:
    battle = rolled(on_tarracina(leaders=(roman,), commander=greek).when("rome", End(), dice=ROLL))
    assert whys(battle.attacker_modifiers).get("leadership", 0) == attack
    assert whys(battle.defender_modifiers).get("leadership", 0) == defence


@pytest.mark.rule("sword-of-rome", "12.2.2-b")
def test_an_army_without_a_leader_counts_as_led_by_nought() -> None:
    battle = rolled(on_tarracina(leaders=(), dice=ROLL))
    assert whys(battle.attacker_modifiers)["leadership"] == 4


# 12.2.3: the roll


@pytest.mark.rule("sword-of-rome", "12.2.3-a")
def test_both_sides_add_three_dice_and_their_modifiers() -> None:
    """6 Greeks against 4 Romans who failed to avoid battle, with Pyrrhus (4) against Claudius (3)."""
    position = on_tarracina().when("rome", Avoid("claudius", 4, "velitrae"))
    position.when("greece", Refuse(), dice=[6, 1, 2, 6, 3, 4, 5])
    battle = rolled(position)
    assert battle.attacker_dice == (1, 2, 6)
    assert battle.defender_dice == (3, 4, 5)
    assert whys(battle.attacker_modifiers) == {"strength ratio": 1, "leadership": 1}
    assert whys(battle.defender_modifiers) == {"friendly space": 1, "failed to avoid battle": -1}
    assert (battle.attacker_total, battle.defender_total) == (11, 12)
    position.then_includes(like(events.BattleWon, winner="rome"))


@pytest.mark.rule("sword-of-rome", "12.2.3-b", "15.2-c")
@pytest.mark.parametrize(
    ("circumstances", "attack", "defence"),
    [
        ((), 0, 1),
        ((control("tarracina", "greece"),), 1, 0),
        ((control("tarracina", "independent"),), 0, 0),
        ((control("tarracina", "gauls"), allied("gauls", "rome")), 0, 1),
        ((control("tarracina", "gauls"), allied("gauls", "greece")), 1, 0),
        ((control("tarracina", "gauls"),), 0, 0),
    ],
)
def test_a_friendly_space_helps_whoever_it_is_friendly_to(
    circumstances: tuple[Given, ...], attack: int, defence: int
) -> None:
    battle = rolled(on_tarracina(*circumstances, leaders=(), dice=ROLL))
    assert whys(battle.attacker_modifiers).get("friendly space", 0) == attack
    assert whys(battle.defender_modifiers).get("friendly space", 0) == defence


@pytest.mark.rule("sword-of-rome", "12.2.3-c")
@pytest.mark.parametrize(
    ("power", "leader", "origin", "space", "defender", "worse"),
    [
        ("greece", "pyrrhus", "fregellae", "tarracina", "rome", "over a rough link"),
        ("greece", "pyrrhus", "capua", "tarracina", "rome", ""),
        ("greece", "pyrrhus", "messana", "rhegium", "rome", "over a strait link"),
        ("samnites", "egnatius", "aufidena", "corfinium", "rome", ""),
        ("rome", "fabius", "corfinium", "aufidena", "samnites", "over a rough link"),
    ],
)
def test_an_attack_over_a_rough_link_or_a_strait_costs_two(
    power: str, leader: str, origin: str, space: str, defender: str, worse: str
) -> None:
    seat = "etruria-samnium" if power == "samnites" else power
    position = on_the_march(
        army(power, origin, 6, leader), army(defender, space, 5), seat=seat, leader=leader
    ).when(seat, Step(space), dice=ROLL)
    by = whys(rolled(position).attacker_modifiers)
    assert {why: value for why, value in by.items() if why.startswith("over")} == (
        {worse: -2} if worse else {}
    )


@pytest.mark.rule("sword-of-rome", "12.2.3-c")
def test_an_attack_by_sea_and_the_flanks_link_cost_nothing() -> None:
    landing = on_the_march(
        army("greece", "tarentum", 3, "pyrrhus"),
        army("rome", "brundisium", 3),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Sail("brundisium"), dice=ROLL)
    assert -2 not in [each.value for each in rolled(landing).attacker_modifiers]
    flanked = given(
        army("rome", "capua", 4, "camillus"),
        army("rome", "antium", 4, "valerius"),
        control("antium", "rome"),
        army("samnites", "fregellae", 4),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    flanked.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    flanked.when("rome", Step("fregellae")).when("etruria-samnium", End())
    # Valerius stops in Tarracina, which a rough link joins to Fregellae.
    flanked.when("rome", Flank("valerius")).when("rome", Step("tarracina")).when("rome", Halt(), dice=ROLL)
    flanked.then_includes(like(events.FlankJoined, space="fregellae"))
    assert -2 not in [each.value for each in rolled(flanked).attacker_modifiers]


# 12.2.4: a commander who is lost before the roll


def without_commander(*leaders: str) -> Position:
    """Romans under these leaders are attacked in Tarracina; an event of the Greeks displaces their commander before
    the battle. No card of the decks does that, so one is changed into such a card."""
    data = installed_data()
    card = data.card["g-15"]
    operation = data_effects.DisplaceCommander(side="enemy", time="before")
    play = msgspec.structs.replace(card.plays[0], requires=(), operations=(operation,))
    changed = msgspec.structs.replace(card, plays=(play,))
    cards = {**data.card, "g-15": changed}
    position = Position(ruleset.prepare(msgspec.structs.replace(data, card=cards), "four-players", {}))
    for each in (
        army("rome", "tarracina", 6, *leaders),
        army("greece", "capua", 6, "pyrrhus"),
        control("capua", "greece"),
        hand("greece", "g-22", "g-15"),
        impulse("greece"),
    ):
        position.add(each)
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("pyrrhus"))
    position.awaits("greece", "respond").passes("greece")  # to the activation
    position.when("greece", Step("tarracina")).awaits("rome", "react").when("rome", End())
    return position.awaits("greece", "respond")


@pytest.mark.rule("sword-of-rome", "12.2.4-a")
def test_the_owner_picks_who_takes_over_from_a_lost_commander() -> None:
    position = without_commander("claudius", "valerius", "fabius", "rome-1")
    position.when("greece", Play("g-15", "event"))
    assert position.where("claudius") == "displaced"
    position.awaits("rome", "succession").offers_only(Appoint("fabius"), Appoint("valerius"))
    position.when("rome", Appoint("rome-1")).refused("12.2.4")
    position.when("rome", Appoint("valerius"), dice=ROLL)
    # Pyrrhus has T 4, Valerius T 2.
    assert whys(rolled(position).attacker_modifiers)["leadership"] == 2
    position.then_includes(like(events.CommanderLost, commander="valerius"))


@pytest.mark.rule("sword-of-rome", "12.2.4-a")
def test_a_single_subordinate_takes_over_and_without_one_the_army_fights_with_nought() -> None:
    one = without_commander("claudius", "rome-1").when("greece", Play("g-15", "event"), dice=ROLL)
    assert whys(rolled(one).attacker_modifiers)["leadership"] == 3
    none = without_commander("claudius").when("greece", Play("g-15", "event"), dice=ROLL)
    assert whys(rolled(none).attacker_modifiers)["leadership"] == 4


# 12.2.5: who wins


@pytest.mark.rule("sword-of-rome", "12.2.5-a")
@pytest.mark.parametrize(
    ("dice", "attacker", "defender", "winner"),
    [
        ((3, 3, 3, 6, 5, 1), 13, 13, "rome"),  # equal: the defender
        ((4, 3, 3, 6, 5, 1), 14, 13, "greece"),
        ((3, 3, 2, 6, 5, 1), 12, 13, "rome"),
    ],
)
def test_the_higher_total_wins_and_equal_totals_the_defender(
    dice: tuple[int, ...], attacker: int, defender: int, winner: str
) -> None:
    # The Greeks: 5 to 4 gives nothing, Pyrrhus +4; the Romans: +1 for their own space.
    position = on_tarracina(greeks=5, leaders=(), dice=dice)
    battle = rolled(position)
    assert whys(battle.attacker_modifiers) == {"leadership": 4}
    assert whys(battle.defender_modifiers) == {"friendly space": 1}
    assert (battle.attacker_total, battle.defender_total) == (attacker, defender)
    position.then_includes(like(events.BattleWon, winner=winner))
