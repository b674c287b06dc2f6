"""Battles recounted by hand from the rules: dice, each modifier with its rule, totals, losses, retreat, support.

Every battle says beforehand what must come out; nothing here is computed by the rules that are tested.
"""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Avoid,
    End,
    Fight,
    Intercept,
    Refuse,
    RetreatTo,
    Step,
)
from tests.rules.sword_of_rome.harness import (
    army,
    control,
    like,
)
from tests.rules.sword_of_rome.marching import on_the_march
from tests.rules.sword_of_rome.recounting import (
    FAILED,
    FRIENDLY,
    INTERCEPTED,
    ROUGH,
    Side,
    fought,
    gains,
    leadership,
    ratio,
)


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
