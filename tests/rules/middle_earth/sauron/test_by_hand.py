"""Fights of a battle counted by hand from the rules: where the pieces stand, strength, what changes it, dice, row of
the table, outcome – each as numbers written down here, and the line that the log must have for them.

The casualty possibility table (7.41) runs from 2 to the attack's value (A5 B4 C3 D2 E1) + 6 − armour; the casualty
results (7.42) are the rungs E, E, 1/2 R2, 1/2 R1, 1/2, R2, R1, R1, – read from the die for Y, one rung earlier for Z,
one later for X, two for W.
"""

from __future__ import annotations

from functools import lru_cache

from rules.middle_earth import standard
from rules.middle_earth.actions import (
    Advance,
    Aim,
    Attack,
    Cast,
    Duel,
    Fire,
    Rally,
    Retreat,
    RetreatBeforeCombat,
    StandFast,
)
from rules.middle_earth.board import build_board
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    EarlyRetreatRolled,
    LeaderKilled,
    LossOrdered,
    RallyRolled,
    RetreatOrdered,
    SpellCast,
    UnitAdvanced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
)
from rules.middle_earth.game import Game
from rules.middle_earth.sauron.events import VisionRolled
from rules.middle_earth.sauron.ruleset import EXCLUSIVE
from tests.rules.middle_earth.harness import (
    Given,
    Position,
    formation,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    unit,
)


@lru_cache(maxsize=1)
def battle() -> Game:
    """The battle's map, turns and rules, with nothing on the map."""
    data = installed_data()
    return standard.game_for(build_board(data, data.scenario["battle"]), EXCLUSIVE)


AWAY: tuple[Given, ...] = (unit("men-bowmen-4", "0204"), unit("orc-archers-4", "3204"))
"""Pieces far from the fight, so that no army is gone."""


def at(*pieces: Given) -> Position:
    return given(battle(), *AWAY, *pieces)


# Melee and fire


def test_horse_against_goblins():
    """Men cavalry B3X: row B (4). Goblin archers e1Y: armour 1. 4 + 6 − 1: 2 to 9. Dice 4 and 5 = 9: casualty. Morale
    Y, die 6: R1, without a loss. One hex back, disrupted; the cavalry follows."""
    at(unit("men-cavalry-1", "1312"), unit("goblin-archers-2", "1313"), phase("G", "melee")).when(
        "alliance", Attack("men-cavalry-1", "goblin-archers-2")
    ).when("sauron", StandFast(), dice=[4, 5, 6]).then_includes(
        like(
            AttackResolved, letter="B", armour=1, range=(2, 9), casualty=True, morale="Y", die=6, result="R1"
        ),
        like(RetreatOrdered, unit="goblin-archers-2", hexes=1),
    ).tells(
        "Melee: Men cavalry 1 (B) against Goblin archers 2 (armour 1): 2d6 2–9, rolled 9: casualty (7.33); morale Y, "
        "1d6 = 6: retreats 1 (7.42)"
    )


def test_wargs_against_footmen():
    """Wargs C1Z: row C (3). Footmen C3X: armour 3. 3 + 6 − 3: 2 to 6. Dice 1 and 2 = 3: casualty. Morale X, die 4:
    R2."""
    at(unit("wargs-1", "1812"), unit("men-footmen-6", "1811"), phase("D", "melee")).when(
        "sauron", Attack("wargs-1", "men-footmen-6"), dice=[1, 2, 4]
    ).then_includes(
        like(
            AttackResolved, letter="C", armour=3, range=(2, 6), casualty=True, morale="X", die=4, result="R2"
        ),
        like(RetreatOrdered, unit="men-footmen-6", hexes=2),
    ).tells(
        "(C) against Men footmen 6 (armour 3): 2d6 2–6, rolled 3: casualty (7.33); morale X, 1d6 = 4: retreats 2"
    )


def test_elven_horse_kills_a_troll():
    """Elven cavalry A3W: row A (5). Trolls B3Z: armour 3. 5 + 6 − 3: 2 to 8. Dice 3 and 4 = 7: casualty. Morale Z, die
    1: E. Sauron +8 (B3Z = 4 + 3 + 1)."""
    at(unit("elven-cavalry-1", "1616"), unit("trolls-1", "1617"), phase("G", "melee")).when(
        "alliance", Attack("elven-cavalry-1", "trolls-1"), dice=[3, 4, 1]
    ).then_includes(
        like(
            AttackResolved, letter="A", armour=3, range=(2, 8), casualty=True, morale="Z", die=1, result="E"
        ),
        UnitEliminated("trolls-1", "sauron", 8, "7.42"),
    ).awaits("alliance", "advance").when("alliance", Advance("elven-cavalry-1")).then(
        UnitAdvanced("elven-cavalry-1", "1617")
    )


def test_wargs_attacked_out_of_a_slope():
    """The same wargs come out of the slope 1217: cavalry, one letter worse (SAURON-16, 4.3): C becomes D (2). Armour 3:
    2 + 6 − 3: 2 to 5. Dice 2 and 4 = 6: nothing; by row C it would have been a casualty."""
    at(
        unit("wargs-1", "1217"),
        unit("men-footmen-6", "1216"),
        unit("men-footmen-7", "1317"),
        phase("D", "melee"),
    ).when("sauron", Attack("wargs-1", "men-footmen-6"), dice=[2, 4]).then_includes(
        like(AttackResolved, letter="D", armour=3, range=(2, 5), dice=(2, 4), casualty=False)
    ).tells(
        "Melee: Wargs 1 (C, −1 cavalry and slope 4.3: D) against Men footmen 6 (armour 3): 2d6 2–5, rolled 6: nothing"
    )


def test_elven_bows():
    """Be3W fires as e: row E (1). Orc swordsmen D2Y: armour 2. 1 + 6 − 2: 2 to 5. Dice 1 and 3 = 4: casualty. Morale Y,
    die 6: R1."""
    at(unit("elven-bowmen-3", "1715"), unit("orc-swordsmen-5", "1717"), phase("G", "missile")).when(
        "alliance", Fire("elven-bowmen-3", "orc-swordsmen-5"), dice=[1, 3, 6]
    ).then(
        like(
            AttackResolved, kind="missile", letter="E", armour=2, range=(2, 5), morale="Y", die=6, result="R1"
        ),
        like(RetreatOrdered, unit="orc-swordsmen-5", hexes=1),
    )


def test_a_fanatic_at_night():
    """Orc swordsmen at night need no roll (10.0, 7.37). Elven cavalry on its reduced side: morale W, die 2: 1/2;
    flipped already, so eliminated (7.33): Alliance +12 (A3W = 5 + 3 + 4 from its full side). It had stood fast
    (7.7)."""
    at(
        unit("orc-swordsmen-1", "1717"),
        unit("elven-cavalry-2", "1716", reduced=True),
        phase("D", "melee", turn=16),
    ).when("sauron", Attack("orc-swordsmen-1", "elven-cavalry-2")).when(
        "alliance", StandFast(), dice=[2]
    ).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, morale="W", die=2, result="1/2"),
        UnitEliminated("elven-cavalry-2", "alliance", 12, "7.33"),
    ).tells(
        "(fanatic at night 10.0) against Elven cavalry 2 (armour 2): casualty without a roll (7.37); morale W, 1d6 = 2"
    )


def test_a_shield_wall():
    """Two Dwarves as one: A (5) and armour 4 (8.44). Orcs E3Y: armour 3. 5 + 6 − 3: 2 to 8. Dice 1 and 2 = 3: casualty.
    Morale Y, die 2: 1/2 R2."""
    at(
        *formation("shield-wall", "dwarves-1", "dwarves-3", "1715"),
        unit("orcs-4", "1716"),
        phase("G", "melee"),
    ).when("alliance", Attack("dwarves-1", "orcs-4"), dice=[1, 2, 2]).then_includes(
        like(AttackResolved, letter="A", armour=3, range=(2, 8), morale="Y", die=2, result="1/2 R2"),
        UnitReduced("orcs-4", "7.42"),
        like(RetreatOrdered, unit="orcs-4", hexes=2),
    )


def test_a_shield_wall_loses_one_of_its_two():
    """A fanatic against the wall: morale W, die 1: 1/2 R1: one of the two is lost (8.46), the other goes one hex."""
    at(
        *formation("shield-wall", "dwarves-1", "dwarves-3", "1715"), unit("orcs-5", "1716"),
        phase("D", "melee", turn=16),
    ).when("sauron", Attack("orcs-5", "dwarves-1"), dice=[1]).then_includes(
        like(AttackResolved, letter="fanatic", armour=4, morale="W", die=1, result="1/2 R1"),
        LossOrdered(("dwarves-1", "dwarves-3"), 1, "combat"),
    ).awaits("alliance", "lose")  # fmt: skip


# Retreat before combat, rally


def test_bowmen_give_way():
    """Men bowmen with missiles only may go (7.7), one hex; die 2, 1 to 3: disrupted."""
    at(unit("wargs-4", "1912"), unit("men-bowmen-3", "1911"), phase("D", "melee")).when(
        "sauron", Attack("wargs-4", "men-bowmen-3")
    ).when("alliance", RetreatBeforeCombat(1)).when("alliance", Retreat("1910"), dice=[2]).then_includes(
        EarlyRetreatRolled("men-bowmen-3", 2, True), UnitDisrupted("men-bowmen-3", "7.7")
    ).awaits("sauron", "advance")


def test_baldrim_rallies_on_his_last_pip():
    """Rating 7: 2 to 7 (8.34). Dice 3 and 4 = 7: rallied."""
    at(
        unit("dwarves-1", "1510"),
        leader("baldrim", "1510"),
        unit("dwarves-4", "1511", disrupted=True),
        phase("H"),
    ).when("alliance", Rally("baldrim", "dwarves-4"), dice=[3, 4]).then(
        like(RallyRolled, rating=7, range=(2, 7), dice=(3, 4), rallied=True)
    )


def test_the_ringwraith_rallies_at_night():
    """8 + 3 at night = 11 (10.0): 2 to 11. Dice 5 and 6 = 11: rallied; 12 would have failed."""
    at(
        unit("orcs-3", "1718"), leader("ringwraith", "1718"), unit("orc-swordsmen-1", "1719", disrupted=True),
        phase("H", seat="sauron", turn=16),
    ).when("sauron", Rally("ringwraith", "orc-swordsmen-1"), dice=[5, 6]).then(
        like(RallyRolled, rating=11, range=(2, 11), dice=(5, 6), rallied=True)
    ).tells(
        "Rally: Ringwraith (8, +3 night 10.0: 11) rallies Orc swordsmen 1: 2d6 2–11, rolled 11: rallied (8.34)"
    )  # fmt: skip


# Leaders


def test_elendil_against_gorgol():
    """10 + 2 by Narsil = 12 (SAURON-9) against 5: +7, read as +3 or more. Die 4: DK. Gorgol is killed; the wargs with
    him go two hexes (7.23)."""
    at(
        unit("guard-of-elendil-1", "1812"), leader("elendil", "1812"), marker("narsil", bearer="elendil"),
        unit("wargs-2", "1813"), leader("gorgol", "1813"), phase("G", "leaders"),
    ).when("alliance", Duel("elendil", "gorgol"), dice=[4]).then(
        like(DuelFought, attacker_rating=12, defender_rating=5, differential=7, die=4, result="DK"),
        LeaderKilled("gorgol", "7.26"),
        like(RetreatOrdered, unit="wargs-2", hexes=2, cause="leader"),
    ).tells(
        "Leader combat: Elendil (10, +2 Narsil SAURON-9: 12) attacks Gorgol (5): differential +7, 1d6 = 4: the "
        "defender is killed (7.26)"
    )  # fmt: skip


def test_sauron_by_day_against_elendil_armed():
    """10 against 12: −2. In that column no face harms the defender; die 3: AW."""
    at(
        unit("trolls-1", "1813"), leader("sauron", "1813"), unit("guard-of-elendil-1", "1812"),
        leader("elendil", "1812"), marker("narsil", bearer="elendil"), phase("D", "leaders"),
    ).when("sauron", Duel("sauron", "elendil"), dice=[3]).then(
        like(DuelFought, differential=-2, die=3, result="AW")
    )  # fmt: skip


# Magic


def test_sinister_visions_with_the_least_points():
    """3 points, none above the least: 4 to 9 (8.57). Dice 3 and 2 = 5: works. Footmen, morale X = 3: a 3 is disrupted,
    a 2 would not be; Dwarves, morale W = 4: a 3 leaves them unmoved."""
    at(
        unit("trolls-1", "1818"), leader("sauron", "1818"), marker("pedestal", "1818"), unit("men-footmen-1", "1816"),
        unit("dwarves-1", "1916"), phase("A", seat="sauron", turn=7),
    ).when("sauron", Cast("sauron", "sinister-visions", 3)).when(
        "sauron", Aim("1816"), dice=[3, 2, 3, 3]
    ).then_includes(
        like(SpellCast, points=3, range=(4, 9), dice=(3, 2), works=True),
        like(VisionRolled, unit="men-footmen-1", least=3, die=3, disrupted=True),
        like(VisionRolled, unit="dwarves-1", least=4, die=3, disrupted=False),
    )  # fmt: skip
