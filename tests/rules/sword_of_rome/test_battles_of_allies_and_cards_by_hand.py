"""Battles with cards, allies and walls, recounted by hand: dice, each modifier with its rule, totals, losses, retreat,
support.

Every battle says beforehand what must come out; nothing here is computed by the rules that are tested.
"""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Choose,
    End,
    Flank,
    GoInside,
    Halt,
    LeadInside,
    Pass,
    Play,
    RetreatTo,
    Sally,
    Spend,
    Step,
)
from tests.rules.sword_of_rome.harness import (
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
    siege,
)
from tests.rules.sword_of_rome.marching import on_the_march, rolled
from tests.rules.sword_of_rome.recounting import (
    FLANK,
    FRIENDLY,
    Side,
    fought,
    gains,
    leadership,
    ratio,
)


@pytest.mark.rule("sword-of-rome", "12.3-c", "12.4.5-a", "12.5-b")
def test_4_the_sacred_band_against_brennus() -> None:
    """6 Romans under Valerius (2) attack 6 Gauls under Brennus (4) in Clusium, which is neither's.

    Rome plays Sacred Band: four dice. The Gauls play Carnyx: +1, and Valerius counts as 1; Brennus is better by 3.
    Rome 6 5 4 1 = 16; Gauls 4 4 2 = 10, +4 = 14. The Gauls lose 2, 2 and 1 for six, five, four; the winner's one is
    nothing: 5. Rome loses 2 for the two fours. The last Gaul has four spaces to Sena Gallica, all of them Etruscan but
    the last, and dies in the first of them (12.4.5); Brennus is displaced. 6 lost are 3 points.
    """
    position = on_the_march(
        army("rome", "volsinii", 6, "valerius"),
        army("gauls", "clusium", 6, "brennus"),
        hand("rome", "r-7"),
        hand("gauls", "a-21"),
        seat="rome",
        leader="valerius",
    )
    position.awaits("rome", "respond").passes("rome").when("rome", Step("clusium"))
    position.awaits("rome", "respond").when("rome", Play("r-7", "event"))
    position.awaits("gauls", "respond").when("gauls", Play("a-21", "event"), dice=[6, 5, 4, 1, 4, 4, 2])
    fought(
        position,
        Side("rome", 6, (6, 5, 4, 1), (), 16),
        Side("gauls", 6, (4, 4, 2), (leadership(3), ("A-21 Carnyx", 1, "7.1")), 14),
        "rome",
        2,
        5,
    )
    position.then_includes(
        like(events.UnitsLost, power="gauls", space="perusia", cu=1, rule="12.4.5"),
        like(events.LeaderGone, leader="brennus", to="displaced"),
    )
    assert position.cu("rome", "clusium") == 4
    gains(position, "rome", "rome", 3, "gauls")


@pytest.mark.rule("sword-of-rome", "12.2.1-a", "13.4.2-a", "13.4-a")
def test_5_camillus_relieves_capua() -> None:
    """3 Romans are besieged in Capua by 5 Greeks under Dionysius (3); Camillus (4) comes with 5 from Tarracina.

    Those inside join: 8 to 5 is +1. Camillus is better by 1. Capua is Roman: +1. Rome 3 4 2 = 9, +3 = 12; Greeks 6 2 1
    = 9. The Greeks lose 1 for the four and 1 for their own one; Rome 1 for the six. The Greeks may not pass Tarracina
    and go to Neapolis. The siege is over, those inside come out, and Rome gains 1.
    """
    position = on_the_march(
        army("rome", "tarracina", 5, "camillus"),
        army("greece", "capua", 5, "dionysius"),
        siege("capua", "greece", 0),
        inside("rome", "capua", 3),
        seat="rome",
        leader="camillus",
    ).when("rome", Step("capua"))
    if position.seat() == "greece":
        position.when("greece", End())
    position.awaits("rome", "relief").when("rome", Accept(), dice=[3, 4, 2, 6, 2, 1])
    fought(
        position,
        Side("rome", 8, (3, 4, 2), (ratio(1), leadership(1), FRIENDLY), 12),
        Side("greece", 5, (6, 2, 1), (), 9),
        "rome",
        1,
        2,
    )
    position.then_includes(events.Retreated("greece", ("capua", "neapolis"), 0))
    assert "capua" not in position.state.sieges
    (romans,) = position.state.forces["capua"]
    assert (romans.power, romans.cu, romans.inside) == ("rome", 7, 0)
    assert position.cu("greece", "neapolis") == 3
    gains(position, "rome", "rome", 1, "greece")


@pytest.mark.rule("sword-of-rome", "9.5.6-f", "12.5-c", "12.5-e")
def test_6_romans_and_gauls_together_at_fregellae() -> None:
    """Camillus (4) with 5 from Capua pins 8 Samnites under a minor leader (2); Brennus with 5 flanks from Velitrae.

    5 and half of 5, rounded up, are 8: no ratio. Camillus is better by 2; the flank +1; the Samnites' space +1.
    Rome 6 3 3 = 12, +3 = 15; Samnites 5 4 2 = 11, +1 = 12. Samnites lose 2 for the six; the attackers 2 for five and
    four, one of each army. Three Samnites go inside with their leader, three to Aufidena. 2 lost are 1 point, which
    the Gauls ask for and Rome grants; they take it as plunder.
    """
    position = given(
        army("rome", "capua", 5, "camillus"),
        army("gauls", "praeneste", 5, "brennus"),
        allied("rome", "gauls"),
        army("samnites", "fregellae", 8, "samnites-1"),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).when("etruria-samnium", End())
    position.awaits("etruria-samnium", "react").when("etruria-samnium", End())
    position.when("rome", Flank("brennus")).when("gauls", Accept()).when("rome", Step("velitrae"))
    position.when("rome", Halt(), dice=[6, 3, 3, 5, 4, 2])
    fought(
        position,
        Side("rome", 8, (6, 3, 3), (leadership(2), FLANK), 15),
        Side("samnites", 8, (5, 4, 2), (FRIENDLY,), 12),
        "rome",
        2,
        2,
    )
    position.then_includes(
        like(events.UnitsLost, power="rome", space="fregellae", cu=1),
        like(events.UnitsLost, power="gauls", space="velitrae", cu=1),
        like(events.UnitsLost, power="samnites", space="fregellae", cu=2),
    )
    position.when("etruria-samnium", GoInside(3)).when("etruria-samnium", LeadInside("samnites-1"))
    assert position.cu("samnites", "aufidena") == 3
    assert (position.cu("rome", "fregellae"), position.cu("gauls", "velitrae")) == (4, 4)
    position.awaits("gauls", "support-wish").when("gauls", Accept()).when("rome", Choose("gauls"))
    gains(position, "rome", "gauls", 1, "samnites")
    position.when("rome", Spend("plunder", ""))
    assert position.state.plunder == 1


@pytest.mark.rule("sword-of-rome", "12.3-e", "12.4.4-b", "13.4.1-a")
def test_10_fabius_dies_in_a_sortie() -> None:
    """3 Romans under Fabius (3) sally from Capua against 2 Greeks without a leader.

    3 to 2: +1. Fabius against nobody: +3. Capua is Roman: +1. Rome 2 1 2 = 5, +5 = 10; Greeks 5 5 1 = 11. Two Greeks
    hurt with fives: 4; the Romans' own one: 5; there are but 3. Of the Romans' dice none hurts. Fabius has lost all
    his CU and is displaced (12.3, 8.4). 3 really lost are 2 points; nobody retreats.
    """
    position = on_the_march(
        army("greece", "capua", 2),
        siege("capua", "greece", 0),
        inside("rome", "capua", 3, "fabius"),
        seat="rome",
        leader="fabius",
    ).when("rome", Sally(), dice=[2, 1, 2, 5, 5, 1])
    fought(
        position,
        Side("rome", 3, (2, 1, 2), (ratio(1), leadership(3), FRIENDLY), 10),
        Side("greece", 2, (5, 5, 1), (), 11),
        "greece",
        0,
        5,
    )
    position.then_includes(
        like(events.UnitsLost, power="rome", cu=3, inside=3),
        like(events.LossesCounted, side="attacker", cu=3),
        like(events.LeaderGone, leader="fabius", to="displaced"),
    )
    position.then_not(events.Retreated)
    assert position.state.sieges["capua"].level == 0
    gains(position, "greece", "greece", 2, "rome")


@pytest.mark.rule("sword-of-rome", "12.1-b", "12.3-c", "12.5-b")
def test_11_a_die_rolled_again_and_the_latin_horse() -> None:
    """6 Romans under Decius (2) against 6 Greeks under Alexander (3) in Nola, which is nobody's.

    Alexander is better by 1. Rome 6 3 1 = 10; Greeks 4 4 2 = 10, +1 = 11. Rome rolls the one again with its veterans:
    a four, 13 against 11. The Latin Horse add 1 to what the Greeks lose if Rome wins: 2 for the six, 1 for the four,
    1 more: 4. Rome loses 2 for the fours. The Greeks go to Neapolis or Poseidonia; Rome gains 2.
    """
    position = on_the_march(
        army("rome", "capua", 6, "decius"),
        army("greece", "nola", 6, "alexander"),
        hand("rome", "r-23", "r-32"),
        seat="rome",
        leader="decius",
    )
    position.passes("rome").when("rome", Step("nola"))
    position.awaits("greece", "react").when("greece", End())
    position.awaits("rome", "respond").when("rome", Pass(), dice=[6, 3, 1, 4, 4, 2])
    fought_first = rolled(position)
    assert (fought_first.attacker_total, fought_first.defender_total) == (10, 11)
    position.awaits("rome", "respond").when("rome", Play("r-23", "event"))
    position.when("rome", Choose("3"), dice=[4])
    position.then_includes(like(events.DieRolledAgain, side="attacker", die=2, before=1, after=4))
    position.awaits("rome", "respond").when("rome", Play("r-32", "event"))
    position.then_includes(like(events.BattleWon, winner="rome", winner_loses=2, loser_loses=4))
    position.awaits("greece", "retreat").offers_only(RetreatTo("neapolis"), RetreatTo("poseidonia"))
    position.when("greece", RetreatTo("poseidonia"))
    assert (position.cu("rome", "nola"), position.cu("greece", "poseidonia")) == (4, 2)
    gains(position, "rome", "rome", 2, "greece")


@pytest.mark.rule("sword-of-rome", "9.4-b", "15.3-a", "12.2.1-b")
def test_12_two_allies_in_one_space_are_fought_one_after_the_other() -> None:
    """Gauls and Samnites became allies where they stood together, in Tarracina; Camillus (4) comes with 8.

    The larger army first, 3 Gauls: 8 to 3 is +3, +4 for leadership, +1 for the Roman space. Rome 1 2 4 = 7, +8 = 15;
    Gauls 6 5 2 = 13. The Gauls lose 1 for the four; Rome 2 for six and five. Capua is Samnite, and so friendly to the
    Gauls, but their allies stand there (12.4.1); behind it Allifae, Caudium and Fregellae are equally near, and they
    choose Allifae. 1 point.
    Then 6 Romans against 2 Samnites: +6, +4, +1. Rome 2 2 4 = 8, +11 = 19; Samnites 6 6 4 = 16. The Samnites lose 1 for
    the four, Rome 2 for the sixes; the four of an army of two is void. The last Samnite goes to Capua; 1 point.
    """
    position = on_the_march(
        army("gauls", "tarracina", 3),
        army("samnites", "tarracina", 2),
        allied("gauls", "samnites"),
        control("capua", "samnites"),
        army("samnites", "capua", 1),
        army("rome", "velitrae", 8, "camillus"),
        seat="rome",
        leader="camillus",
    ).when("rome", Step("tarracina"), dice=[1, 2, 4, 6, 5, 2])
    fought(
        position,
        Side("rome", 8, (1, 2, 4), (ratio(3), leadership(4), FRIENDLY), 15),
        Side("gauls", 3, (6, 5, 2), (), 13),
        "rome",
        2,
        1,
    )
    position.awaits("gauls", "retreat")
    position.offers_only(RetreatTo("allifae"), RetreatTo("caudium"), RetreatTo("fregellae"))
    position.when("gauls", RetreatTo("allifae"))
    position.then_includes(events.Retreated("gauls", ("tarracina", "capua", "allifae"), 0))
    gains(position, "rome", "rome", 1, "gauls")
    position.when("rome", End(), dice=[2, 2, 4, 6, 6, 4])
    fought(
        position,
        Side("rome", 6, (2, 2, 4), (ratio(6), leadership(4), FRIENDLY), 19),
        Side("samnites", 2, (6, 6, 4), (), 16),
        "rome",
        2,
        1,
    )
    position.then_includes(events.Retreated("samnites", ("tarracina", "capua"), 0))
    assert (position.cu("rome", "tarracina"), position.cu("samnites", "capua")) == (4, 2)
    gains(position, "rome", "rome", 1, "samnites")
    position.when("rome", End()).awaits("rome", "impulse")
