"""Battles recounted by hand from the rules: dice, each modifier with its rule, totals, losses, retreat, support.

Every battle says beforehand what must come out; nothing here is computed by the rules that are tested.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Avoid,
    Choose,
    End,
    Fight,
    Flank,
    GoInside,
    Halt,
    Intercept,
    LeadInside,
    Pass,
    Play,
    Refuse,
    RetreatTo,
    Sally,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Support
from tests.rules.sword_of_rome.harness import (
    Position,
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

FRIENDLY = ("friendly space", 1, "12.2.3")
FLANK = ("flanking army", 1, "9.5.6")
INTERCEPTED = ("intercepted", 1, "10.5.2")
FAILED = ("failed to avoid battle", -1, "11.1")
ROUGH = ("over a rough link", -2, "12.2.3")


def ratio(value: int) -> tuple[str, int, str]:
    return ("strength ratio", value, "12.2.1")


def leadership(value: int) -> tuple[str, int, str]:
    return ("leadership", value, "12.2.2")


class Side(NamedTuple):
    """What one side is to have: its power and size, its dice, its modifiers, its total."""

    power: str
    size: int
    dice: tuple[int, ...]
    modifiers: tuple[tuple[str, int, str], ...]
    total: int


def fought(
    position: Position, attacker: Side, defender: Side, winner: str, winner_loses: int, loser_loses: int
) -> None:
    """The battle of the last action was as counted by hand."""
    battle = rolled(position)
    found = Side(
        battle.attacker,
        battle.attacker_cu,
        battle.attacker_dice,
        tuple((each.why, each.value, each.rule) for each in battle.attacker_modifiers),
        battle.attacker_total,
    )
    assert found == attacker
    assert attacker.total == sum(attacker.dice) + sum(value for _, value, _ in attacker.modifiers)
    found = Side(
        battle.defender,
        battle.defender_cu,
        battle.defender_dice,
        tuple((each.why, each.value, each.rule) for each in battle.defender_modifiers),
        battle.defender_total,
    )
    assert found == defender
    assert defender.total == sum(defender.dice) + sum(value for _, value, _ in defender.modifiers)
    position.then_includes(
        like(
            events.BattleWon,
            winner=winner,
            winner_loses=winner_loses,
            loser_loses=loser_loses,
            automatic=False,
        )
    )


def gains(position: Position, seat: str, power: str, points: int, *targets: str) -> None:
    """The seat now spends so many points for the power, against these."""
    position.awaits(seat, "support")
    support = position.state.stack[-1]
    assert isinstance(support, Support)
    assert (support.power, support.points, support.target) == (power, points, targets)


@pytest.mark.rule("sword-of-rome", "12.2.1-b", "12.2.2-a", "13.1.2-a")
def test_1_camillus_takes_the_field_before_fregellae() -> None:
    """9 Romans under Camillus (4) against 5 Samnites under Egnatius (3) in their city.

    9 to 5 is more than 3 to 2 and less than 2 to 1: +1 (12.2.1). Camillus is better by 1 (12.2.2). The space is
    friendly to the Samnites: +1 (12.2.3). Rome 4 6 2 = 12, +2 = 14; Samnites 5 3 1 = 9, +1 = 10.
    Samnites lose 1 for the four, 2 for the six, 1 for their own one: 4. Rome loses 1 for their five (12.3).
    The last Samnite goes to Aufidena (9.2-d: clear for them); Rome besieges Fregellae (13.1.2) and gains 2 (12.5).
    """
    position = on_the_march(
        army("rome", "velitrae", 9, "camillus"),
        army("samnites", "fregellae", 5, "egnatius"),
        seat="rome",
        leader="camillus",
    ).when("rome", Step("fregellae"))
    position.when("etruria-samnium", End()).when("etruria-samnium", End(), dice=[4, 6, 2, 5, 3, 1])
    fought(
        position,
        Side("rome", 9, (4, 6, 2), (ratio(1), leadership(1)), 14),
        Side("samnites", 5, (5, 3, 1), (FRIENDLY,), 10),
        "rome",
        1,
        4,
    )
    position.awaits("etruria-samnium", "retreat-inside").when("etruria-samnium", End())
    position.then_includes(
        events.Retreated("samnites", ("fregellae", "aufidena"), 0),
        like(events.SiegeChanged, space="fregellae", power="rome", level=0),
    )
    assert (position.cu("rome", "fregellae"), position.cu("samnites", "aufidena")) == (8, 1)
    assert position.where("egnatius") == "aufidena"
    gains(position, "rome", "rome", 2, "samnites")


@pytest.mark.rule("sword-of-rome", "12.2.1-b", "12.4.1-a", "12.5-b")
def test_2_dionysius_is_thrown_back_through_capua() -> None:
    """4 Greeks under Dionysius (3) come by Roman Capua upon 8 Romans under Claudius (3) in Tarracina.

    8 to 4: +3 for the defenders; the leaders are level; a Roman space: +1. Greeks 6 4 2 = 12; Romans 3 5 1 = 9, +4 =
    13. The Greeks lose 2 for the five (the winner's own one costs nothing); the Romans 2 for the six and the four.
    Two Greeks go back to Capua, where one is lost (12.4.5), and on to Neapolis. 3 lost are 2 points for Rome.
    """
    position = on_the_march(
        army("greece", "neapolis", 4, "dionysius"),
        army("rome", "tarracina", 8, "claudius"),
        seat="greece",
        leader="dionysius",
    ).when("greece", Step("capua"))
    position.when("rome", End()).when("greece", Step("tarracina"))
    position.when("rome", End(), dice=[6, 4, 2, 3, 5, 1])
    fought(
        position,
        Side("greece", 4, (6, 4, 2), (), 12),
        Side("rome", 8, (3, 5, 1), (ratio(3), FRIENDLY), 13),
        "rome",
        2,
        2,
    )
    position.then_includes(
        like(events.LossesCounted, side="attacker", cu=2),
        like(events.UnitsLost, power="greece", space="capua", cu=1, rule="12.4.5"),
        events.Retreated("greece", ("tarracina", "capua", "neapolis"), 1),
        like(events.LossesCounted, side="attacker", cu=1),
    )
    assert (position.cu("greece", "neapolis"), position.cu("rome", "tarracina")) == (1, 6)
    gains(position, "rome", "rome", 2, "greece")


@pytest.mark.rule("sword-of-rome", "12.2.3-c", "12.4.1-c")
def test_3_fabius_fails_in_the_samnite_hills() -> None:
    """6 Romans under Fabius (3) climb from Fregellae, which is theirs, to 6 Samnites under Egnatius (3) in Aufidena.

    No ratio, no leadership. Over a rough link: -2. A Samnite space: +1. Rome 6 6 3 = 15, -2 = 13; Samnites 5 4 4 = 13,
    +1 = 14. Rome loses 2, 1 and 1 for five, four, four: 4. The Samnites lose 2 for the two sixes.
    Two Romans go back over the rough link by which they came (12.4.1). Samnites gain 2.
    """
    position = on_the_march(
        army("rome", "fregellae", 6, "fabius"),
        control("fregellae", "rome"),
        army("samnites", "aufidena", 6, "egnatius"),
        seat="rome",
        leader="fabius",
    ).when("rome", Step("aufidena"))
    position.when("etruria-samnium", End(), dice=[6, 6, 3, 5, 4, 4])
    fought(
        position,
        Side("rome", 6, (6, 6, 3), (ROUGH,), 13),
        Side("samnites", 6, (5, 4, 4), (FRIENDLY,), 14),
        "samnites",
        2,
        4,
    )
    position.then_includes(events.Retreated("rome", ("aufidena", "fregellae"), 0))
    assert (position.cu("rome", "fregellae"), position.cu("samnites", "aufidena")) == (2, 4)
    gains(position, "etruria-samnium", "samnites", 2, "rome")


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


@pytest.mark.rule("sword-of-rome", "10.5.2-a", "12.2.5-a", "12.4.5-a")
def test_7_brennus_intercepts_and_a_tie_is_his() -> None:
    """Valerius (2) enters Clusium with 4; Brennus (4) comes from Volaterrae with 4 on a die of 3, for the space is an
    enemy's (+1).

    He defends with +1 for the interception and +2 for leadership. Rome 5 5 4 = 14; Gauls 6 3 2 = 11, +3 = 14: equal,
    and the defender wins. Rome loses 2 for the six, the Gauls 3. Two Romans go back to Volsinii, where one is lost,
    and on to Sutrium. 3 lost are 2 points.
    """
    position = on_the_march(
        army("rome", "volsinii", 4, "valerius"),
        army("gauls", "volaterrae", 4, "brennus"),
        seat="rome",
        leader="valerius",
    ).when("rome", Step("clusium"))
    position.when("gauls", Intercept("brennus", 4), dice=[3]).awaits("rome", "decline")
    position.when("rome", Fight(), dice=[5, 5, 4, 6, 3, 2])
    fought(
        position,
        Side("rome", 4, (5, 5, 4), (), 14),
        Side("gauls", 4, (6, 3, 2), (leadership(2), INTERCEPTED), 14),
        "gauls",
        3,
        2,
    )
    position.awaits("rome", "retreat").offers_only(RetreatTo("narnia"), RetreatTo("sutrium"))
    position.when("rome", RetreatTo("sutrium"))
    position.then_includes(events.Retreated("rome", ("clusium", "volsinii", "sutrium"), 1))
    assert (position.cu("rome", "sutrium"), position.cu("gauls", "clusium")) == (1, 1)
    gains(position, "gauls", "gauls", 2, "rome")


@pytest.mark.rule("sword-of-rome", "12.3-d", "11.1-d", "12.2.5-a")
def test_8_two_romans_hold_against_pyrrhus() -> None:
    """6 Greeks under Pyrrhus (4) against 2 Romans under Claudius (3), who fails to avoid battle with a five.

    6 to 2: +6. Pyrrhus is better by 1. The Romans: +1 for Tarracina, -1 for the failure. Greeks 1 2 1 = 4, +7 = 11;
    Romans 5 4 2 = 11: equal, and the defender wins. An army of two hurts with fives and sixes: 2 for the five, the
    four is void; the Greeks' own ones cost them 2: 4 in all. The Romans lose none. Rome gains 2.
    """
    position = on_the_march(
        army("greece", "capua", 6, "pyrrhus"),
        control("capua", "greece"),
        army("rome", "tarracina", 2, "claudius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("tarracina"))
    position.when("rome", Avoid("claudius", 2, "velitrae"))
    position.when("greece", Refuse(), dice=[5, 1, 2, 1, 5, 4, 2])
    fought(
        position,
        Side("greece", 6, (1, 2, 1), (ratio(6), leadership(1)), 11),
        Side("rome", 2, (5, 4, 2), (FRIENDLY, FAILED), 11),
        "rome",
        0,
        4,
    )
    position.then_includes(events.Retreated("greece", ("tarracina", "capua"), 0))
    assert (position.cu("greece", "capua"), position.cu("rome", "tarracina")) == (2, 2)
    gains(position, "rome", "rome", 2, "greece")


@pytest.mark.rule("sword-of-rome", "12.2.1-c", "12.2.1-d", "12.2.1-e")
def test_9_ten_against_two_need_no_dice() -> None:
    """10 Greeks under Pyrrhus against 2 Romans under Claudius and a minor leader: 5 to 1 is an automatic victory.

    Both Romans die, Claudius goes to the box and the minor leader off the map; 1 point; Pyrrhus marches on with 3 MP.
    """
    position = on_the_march(
        army("greece", "capua", 10, "pyrrhus"),
        control("capua", "greece"),
        army("rome", "tarracina", 2, "claudius", "rome-1"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("tarracina"))
    position.when("rome", End())
    position.then_includes(
        like(events.BattleWon, winner="greece", winner_loses=0, loser_loses=2, automatic=True),
        like(events.UnitsLost, power="rome", cu=2, rule="12.2.1"),
    )
    position.then_not(events.BattleRolled, events.Retreated)
    assert (position.where("claudius"), position.where("rome-1")) == ("displaced", "away")
    gains(position, "greece", "greece", 1, "rome")
    position.when("greece", End()).awaits("greece", "march")
    assert position.state.stack[-1].left == 3  # type: ignore[union-attr]
    assert position.cu("greece", "tarracina") == 10


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


@pytest.mark.rule("sword-of-rome", "12.1-b", "12.3-c")
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
