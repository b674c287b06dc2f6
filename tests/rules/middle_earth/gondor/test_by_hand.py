"""Fights of a siege counted by hand from the rules: where the pieces stand, strength, what changes it, dice, row of the
table, outcome – each as numbers written down here, and the line that the log must have for them.

The casualty possibility table (7.41) runs from 2 to the attack's value (A5 B4 C3 D2 E1, below E 0) + 6 − armour; the
casualty results (7.42) are the rungs E, E, 1/2 R2, 1/2 R1, 1/2, R2, R1, R1, – read from the die for Y, one rung earlier
for Z, one later for X, two for W.
"""

from __future__ import annotations

from rules.middle_earth.actions import Advance, Attack, Duel, Fire, Rally, Retreat, RetreatBeforeCombat
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    EarlyRetreatRolled,
    FateRolled,
    HexsideOpened,
    LeaderKilled,
    LeaderWounded,
    MarkerPlaced,
    PieceRemoved,
    RallyRolled,
    RetreatIgnored,
    RetreatOrdered,
    SpellTookHold,
    TotalChanged,
    UnitAdvanced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from rules.middle_earth.gondor.actions import (
    Bombard,
    Pour,
    Ram,
    Shoot,
    ShootEngine,
    ThrowDown,
    ThrowHead,
    Withhold,
)
from rules.middle_earth.gondor.events import (
    AttackerRepelled,
    BreachAttempted,
    EngineShotAt,
    GateRammed,
    GrondActivated,
    HeadThrown,
    LadderShaken,
    OilPoured,
    TowerScorched,
    WallShook,
)
from tests.rules.middle_earth.gondor.siege import cauldron, engine, ladder, leader, siege
from tests.rules.middle_earth.harness import Given, Position, given, like, phase, unit

AWAY: tuple[Given, ...] = (
    unit("harad-horsemen-1", "3003"), unit("harad-horsemen-2", "3005"), unit("spearmen-4", "0511"),
)  # fmt: skip
"""Pieces far from the fight, so that no army is gone."""


def at(*pieces: Given) -> Position:
    return given(siege(), *AWAY, *pieces)


def head(number: int, place: str) -> tuple[Given, ...]:
    """A head that lies in a hex; put a star before it."""
    name = f"head-{number}"
    return HeadThrown("siege-catapult-1", name, place), MarkerPlaced(name, place)


# Fire


def test_a_catapult_at_men_behind_the_wall():
    """Strength e = row E (1). Spearmen in 1212: armour 1, behind the wall +1 = 2 (7.18). 1 + 6 − 2: 2 to 5. Dice 1 and
    1 = 2: casualty. Morale X, die 3: 1/2. No retreat; the spearmen are flipped."""
    at(
        unit("orcs-3", "1612"),
        engine("siege-catapult-2", "1612"),
        unit("spearmen-3", "1212"),
        phase("D", "missile"),
    ).when("sauron", Shoot("siege-catapult-2", "spearmen-3"), dice=[1, 1, 3]).then(
        like(
            AttackResolved, letter="E", armour=2, range=(2, 5), casualty=True, morale="X", die=3, result="1/2"
        ),
        UnitReduced("spearmen-3", "7.42"),
    ).tells(
        "Fire: Siege catapult 2 (e) against Spearmen 3 (armour 1, +1 behind a wall 7.18: 2): 2d6 2–5, rolled 2: "
        "casualty (7.17); morale X, 1d6 = 3: is reduced (7.42)"
    )


def test_a_bow_at_men_on_the_wall_who_stand():
    """e (1) from 1413 at 1212, two hexes. Axemen: armour 2, wall +1 = 3. 1 + 6 − 3: 2 to 4. Dice 3 and 1 = 4: casualty.
    Morale X, die 5: R1, without a loss: they stand on their own wall (GONDOR-29)."""
    at(
        unit("orcs-with-swords-and-bows-1", "1413"), unit("axemen-1", "1212"), phase("D", "missile", turn=4)
    ).when("sauron", Fire("orcs-with-swords-and-bows-1", "axemen-1"), dice=[3, 1, 5]).then(
        like(AttackResolved, letter="E", armour=3, range=(2, 4), casualty=True, morale="X", result="R1"),
        RetreatIgnored("axemen-1", "GONDOR-29"),
    )  # fmt: skip


def test_a_city_catapult_at_men_on_a_siege_tower():
    """e (1) from 1208 at 1507, three hexes. Orc swordsmen: armour 2, on the tower +1 = 3 (GONDOR-21); no wall bounds
    their hex. 1 + 6 − 3: 2 to 4. Dice 4 and 5 = 9: nothing."""
    at(
        unit("spearmen-1", "1208"), engine("city-catapult-3", "1208"), unit("orc-swordsmen-2", "1507"),
        engine("siege-tower-3", "1507"), phase("G", "missile"),
    ).when("west", Shoot("city-catapult-3", "orc-swordsmen-2"), dice=[4, 5]).then(
        like(AttackResolved, letter="E", armour=3, range=(2, 4), dice=(4, 5), casualty=False)
    ).tells("(armour 2, +1 on a siege tower GONDOR-21: 3): 2d6 2–4, rolled 9: nothing (7.17)")  # fmt: skip


def test_a_city_catapult_at_a_siege_tower():
    """From 1210 at 1512, three hexes: a wall there needs 3 (GONDOR-17), an engine 1 more (GONDOR-27): 4 or less. Dice 3
    and 4 = 7 miss; 2 and 2 = 4 destroy."""
    pieces = (
        unit("axemen-1", "1210"), engine("city-catapult-1", "1210"), unit("orcs-4", "1512"),
        engine("siege-tower-1", "1512"), phase("G", "missile"),
    )  # fmt: skip
    at(*pieces).when("west", ShootEngine("city-catapult-1", "siege-tower-1"), dice=[3, 4]).then(
        like(EngineShotAt, range=3, sum=4, dice=(3, 4), destroyed=False)
    ).tells(
        "at 3 hexes: 2d6 2–4 (3 as for a wall, +1 against an engine GONDOR-27), rolled 7: missed (GONDOR-27)"
    )
    at(*pieces).when("west", ShootEngine("city-catapult-1", "siege-tower-1"), dice=[2, 2]).then(
        like(EngineShotAt, sum=4, destroyed=True), PieceRemoved("siege-tower-1", "GONDOR-27")
    )


def test_fire_while_the_darkness_is_broken():
    """Orc archers in 1309 at the Guard in 1110: e, one letter worse by Break Darkness (GONDOR-32) = below E (0). Armour
    3, wall +1 = 4. 0 + 6 − 4: 2 only. Dice 1 and 2 = 3: nothing."""
    at(
        unit("orc-archers-1", "1309", reduced=True), unit("guard-of-the-citadel-1", "1110"),
        unit("orc-archers-2", "1308"), unit("spearmen-1", "1208"),
        phase("D", "missile", turn=10), SpellTookHold("break-darkness"),
    ).when("sauron", Fire("orc-archers-1", "guard-of-the-citadel-1"), dice=[1, 2]).then(
        like(AttackResolved, letter="-", armour=4, range=(2, 2), casualty=False)
    ).tells(
        "Fire: Orc archers 1 (e, −1 the darkness is broken GONDOR-32: below E) against Guard of the Citadel (armour 3, "
        "+1 behind a wall 7.18: 4): 2d6 2, rolled 3: nothing (7.17)"
    )  # fmt: skip


# The siege phase


def test_a_catapult_at_the_wall():
    """From 1612 at 1212|1313: the city hex behind it, 1212, is four hexes away: a wall there needs 2 (GONDOR-17). Dice
    1 and 3 = 4: it holds. Dice 1 and 1 = 2: breached, and the man behind it is shaken on 1 (GONDOR-18): die 4,
    steady."""
    pieces = (
        unit("orcs-3", "1612"), engine("siege-catapult-2", "1612"), unit("spearmen-3", "1212"), phase("B"),
    )  # fmt: skip
    at(*pieces).when("sauron", Bombard("siege-catapult-2", "1212|1313"), dice=[1, 3]).then_includes(
        like(BreachAttempted, feature="wall", range=4, sum=2, dice=(1, 3), breached=False)
    ).tells("against the wall 1212|1313 at 4 hexes: 2d6 2, rolled 4: it holds (GONDOR-17)")
    at(*pieces).when("sauron", Bombard("siege-catapult-2", "1212|1313"), dice=[1, 1, 4]).then_includes(
        like(BreachAttempted, breached=True),
        HexsideOpened("1212|1313", "breach"),
        like(WallShook, unit="spearmen-3", die=4, most=1, disrupted=False),
    )


def test_a_head_flies_into_the_city():
    """From 1508 to 1209, three hexes (GONDOR-24): no roll, the marker lies there, the garrison's total rises by 1."""
    at(
        unit("light-orc-spearmen-8", "1508"), engine("siege-catapult-3", "1508"), unit("spearmen-1", "1209"),
        phase("B"),
    ).when("sauron", ThrowHead("siege-catapult-3", "1209")).then_includes(
        like(HeadThrown, hex="1209"), MarkerPlaced("head-1", "1209"), TotalChanged("garrison", 1, "GONDOR-39")
    )  # fmt: skip


def test_grond_at_the_great_gate():
    """Active, with its crew in 1311 (GONDOR-20): 3 to 10. West keeps its oil. Dice 5 and 3 = 8: destroyed, garrison
    +5."""
    at(
        unit("orcs-1", "1311"), engine("grond-1", "1311"), unit("spearmen-1", "1211"), *cauldron(1, "1211", "dummy"),
        phase("B", turn=7), GrondActivated(),
    ).when("sauron", Ram("grond-1")).when("west", Withhold(), dice=[5, 3]).then_includes(
        like(GateRammed, range=(3, 10), dice=(5, 3), destroyed=True),
        HexsideOpened("1211|1311", "open-gate"),
        TotalChanged("garrison", 5, "GONDOR-39"),
    ).tells("Grond rams the Great Gate: 2d6 3–10, rolled 8: destroyed (GONDOR-20)")  # fmt: skip


# Storm


def test_a_ladder_at_night_against_men_under_a_head():
    """Light orc spearmen climb from 1308 over 1207|1308: fanatic at night, no roll for the casualty (10.0, 7.37).
    Archers with swords: morale X, a head in their hex −1 = Y (GONDOR-24). Die 2, Y: 1/2 R2: flipped, and two hexes
    back."""
    at(
        unit("light-orc-spearmen-1", "1308"), unit("archers-with-swords-1", "1207"), *head(1, "1207"),
        *ladder(1, "light-orc-spearmen-1", "1308", "1207|1308", turn=5), phase("D", "melee", turn=6),
    ).when("sauron", Attack("light-orc-spearmen-1", "archers-with-swords-1"), dice=[2]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, morale="Y", die=2, result="1/2 R2"),
        UnitReduced("archers-with-swords-1", "7.42"),
        like(RetreatOrdered, unit="archers-with-swords-1", hexes=2),
    ).tells(
        "(fanatic at night 10.0) against Archers with swords (armour 3): casualty without a roll (7.37); "
        "morale X, −1 a head in the hex GONDOR-24: Y, 1d6 = 2: retreats 2 and is reduced (7.42)"
    )  # fmt: skip


def test_a_dummy_cauldron_and_then_the_climber_s_blow():
    """West pours from 1210, but the cauldron is a dummy: nothing. Orcs on the ladder over the tower 1210|1311, fanatic.
    Spearmen on their reduced side: morale Y, head −1 = Z. Die 1, Z: E. Garrison +5 (E1X = 1 + 1 + 3 from the full
    side)."""
    at(
        unit("orcs-1", "1311"), unit("spearmen-3", "1210", reduced=True), *cauldron(2, "1210", "dummy"),
        *head(1, "1210"),
        *ladder(6, "orcs-1", "1311", "1210|1311", turn=5), phase("D", "melee", turn=6),
    ).when("sauron", Attack("orcs-1", "spearmen-3")).when("west", Pour(), dice=[1]).then_includes(
        like(OilPoured, content="dummy", die=0),
        like(AttackResolved, letter="fanatic", morale="Z", die=1, result="E"),
        UnitEliminated("spearmen-3", "garrison", 5, "7.42"),
    )  # fmt: skip


def test_oil_on_a_siege_tower_that_stands():
    """Orc swordsmen on the tower in 1309 against 1209|1309. Real oil: a casualty without a roll, by their morale Y. Die
    2: 1/2 R2: flipped, two hexes back, the attack is off. The tower never burns on a 6: it stands."""
    at(
        unit("orc-swordsmen-2", "1309"), engine("siege-tower-3", "1309", against="1209|1309"),
        unit("spearmen-1", "1209"), *cauldron(4, "1209"), phase("D", "melee", turn=2),
    ).when("sauron", Attack("orc-swordsmen-2", "spearmen-1")).when("west", Pour(), dice=[2, 6]).then_includes(
        like(OilPoured, content="oil", morale="Y", die=2, result="1/2 R2"),
        UnitReduced("orc-swordsmen-2", "7.42"),
        like(RetreatOrdered, unit="orc-swordsmen-2", hexes=2),
        like(TowerScorched, die=6, burns=False),
        AttackerRepelled("orc-swordsmen-2"),
    )  # fmt: skip


def test_oil_on_a_reduced_unit_and_its_tower():
    """The same unit flipped: die 3, Y: 1/2 R1; flipped already, so eliminated (7.33): Sauron +6 (D2Y = 2 + 2 + 2 from
    its full side). The tower: die 1, it burns."""
    at(
        unit("orc-swordsmen-2", "1309", reduced=True), engine("siege-tower-3", "1309", against="1209|1309"),
        unit("spearmen-1", "1209"), *cauldron(4, "1209"), phase("D", "melee", turn=3),
    ).when("sauron", Attack("orc-swordsmen-2", "spearmen-1")).when("west", Pour(), dice=[3, 1]).then_includes(
        like(OilPoured, morale="Y", die=3, result="1/2 R1"),
        UnitEliminated("orc-swordsmen-2", "sauron", 6, "7.33"),
        like(TowerScorched, die=1, burns=True),
        PieceRemoved("siege-tower-3", "GONDOR-25"),
    )  # fmt: skip


def test_a_tower_by_day():
    """Orcs E3Y on the tower in 1310 against 1210|1310, by day: row E (1). Spearmen: armour 1; a wall shields against
    fire alone (7.18). 1 + 6 − 1: 2 to 6. Dice 2 and 4 = 6: casualty. Morale X, die 1: 1/2 R2; the orcs come in."""
    at(
        unit("orcs-2", "1310"), engine("siege-tower-2", "1310", against="1210|1310"), unit("spearmen-2", "1210"),
        phase("D", "melee", turn=1),
    ).when("sauron", Attack("orcs-2", "spearmen-2"), dice=[2, 4, 1]).then_includes(
        like(AttackResolved, letter="E", armour=1, range=(2, 6), morale="X", die=1, result="1/2 R2"),
        UnitReduced("spearmen-2", "7.42"),
    ).awaits("west", "retreat").when("west", Retreat("1209")).awaits("sauron", "advance").when(
        "sauron", Advance("orcs-2")
    ).then(UnitAdvanced("orcs-2", "1210"))  # fmt: skip


def test_a_ladder_is_thrown_down():
    """Spearmen in 1208 against the ladder in 1308: a 6 always throws it down (GONDOR-22)."""
    at(
        unit("light-orc-spearmen-1", "1308"), unit("spearmen-1", "1208"),
        *ladder(8, "light-orc-spearmen-1", "1308", "1208|1308", turn=4), phase("G", "melee", turn=5),
    ).when("west", ThrowDown("spearmen-1", "ladder-8"), dice=[6]).then(
        like(LadderShaken, die=6, falls=True), PieceRemoved("ladder-8", "GONDOR-22")
    )  # fmt: skip


# In the open


def test_the_grey_company_in_the_open():
    """A (5) against armour 1: 5 + 6 − 1: 2 to 10. Dice 3 and 5 = 8: casualty. Morale Z, die 2: E. Sauron +3 (E1Z)."""
    at(
        unit("grey-company-1", "1416"), unit("light-orc-spearmen-3", "1316"), phase("G", "melee", turn=12)
    ).when("west", Attack("grey-company-1", "light-orc-spearmen-3"), dice=[3, 5, 2]).then_includes(
        like(
            AttackResolved, letter="A", armour=1, range=(2, 10), casualty=True, morale="Z", die=2, result="E"
        ),
        UnitEliminated("light-orc-spearmen-3", "sauron", 3, "7.42"),
    )


def test_horse_gives_way_to_foot_before_the_blow():
    """Rohan heavy cavalry attacked by infantry alone may go one hex (7.7); 1 to 3 disrupts: die 1, disrupted."""
    at(
        unit("orcs-with-swords-and-bows-2", "1305"), unit("rohan-heavy-cavalry-3", "1205"),
        phase("D", "melee", turn=8),
    ).when("sauron", Attack("orcs-with-swords-and-bows-2", "rohan-heavy-cavalry-3")).when(
        "west", RetreatBeforeCombat(1)
    ).when("west", Retreat("1105"), dice=[1]).then_includes(
        UnitRetreated("rohan-heavy-cavalry-3", "1105"),
        EarlyRetreatRolled("rohan-heavy-cavalry-3", 1, True),
        UnitDisrupted("rohan-heavy-cavalry-3", "7.7"),
    )  # fmt: skip


# Leaders


def test_gandalf_against_the_nazgul_at_night():
    """9 against 8 + 3 at night = 11 (10.0): −2. Die 3 in that column: AW. Gandalf is flipped (8.21); his unit goes two
    hexes (7.23)."""
    at(
        unit("archers-with-swords-1", "1209"), leader("gandalf", "1209"), unit("orc-archers-1", "1309"),
        leader("lord-of-the-nazgul", "1309"), phase("G", "leaders", turn=4),
    ).when("west", Duel("gandalf", "lord-of-the-nazgul"), dice=[3]).then(
        like(DuelFought, attacker_rating=9, defender_rating=11, differential=-2, die=3, result="AW"),
        LeaderWounded("gandalf", "7.26"),
        like(RetreatOrdered, unit="archers-with-swords-1", hexes=2, cause="leader"),
    ).tells(
        "Leader combat: Gandalf (9) attacks Lord of the Nazgul (8, +3 night 10.0: 11): differential −2, 1d6 = 3: "
        "the attacker is wounded (7.26)"
    )  # fmt: skip


def test_gothmog_against_aragorn():
    """5 against 9: −4, read as −3 or less. Die 1: AK. Gothmog is killed; a dead leader adds nothing (GONDOR-48)."""
    at(
        unit("trolls-4", "1315"), leader("gothmog", "1315"), unit("southern-fief-cavalry-3", "1414"),
        leader("aragorn", "1414"), phase("D", "leaders", turn=15),
    ).when("sauron", Duel("gothmog", "aragorn"), dice=[1]).then(
        like(DuelFought, differential=-4, die=1, result="AK"),
        LeaderKilled("gothmog", "7.26"),
        like(RetreatOrdered, unit="trolls-4", hexes=2, cause="leader"),
    ).then_not(TotalChanged)  # fmt: skip


def test_the_nazgul_shares_his_unit_s_loss():
    """A city catapult at orc archers on the plain, with the Lord of the Nazgul: e (1), armour 1: 2 to 6. Dice 2 and 3 =
    5: casualty. Morale Y, die 4: 1/2. His fate: 5 or 6 (8.24); die 5: he is flipped, too."""
    at(
        unit("spearmen-1", "1208"), engine("city-catapult-3", "1208"), unit("orc-archers-1", "1510"),
        leader("lord-of-the-nazgul", "1510"), phase("G", "missile", turn=7),
    ).when("west", Shoot("city-catapult-3", "orc-archers-1"), dice=[2, 3, 4, 5]).then(
        like(AttackResolved, armour=1, range=(2, 6), morale="Y", die=4, result="1/2"),
        UnitReduced("orc-archers-1", "7.42"),
        like(FateRolled, leader="lord-of-the-nazgul", die=5, suffers=True),
        LeaderWounded("lord-of-the-nazgul", "8.24"),
    )  # fmt: skip


def test_a_wounded_nazgul_rallies_at_night():
    """8 − 2 wounded + 3 at night = 9: 2 to 9 (8.34). Dice 4 and 3 = 7: rallied."""
    at(
        unit("orc-archers-1", "1511", reduced=True, disrupted=True), leader("lord-of-the-nazgul", "1511", wounded=True),
        phase("H", seat="sauron", turn=6),
    ).when("sauron", Rally("lord-of-the-nazgul", "orc-archers-1"), dice=[4, 3]).then(
        like(RallyRolled, rating=9, range=(2, 9), dice=(4, 3), rallied=True)
    ).tells(
        "Rally: Lord of the Nazgul (8, −2 wounded 8.21, +3 night 10.0: 9) rallies Orc archers 1: 2d6 2–9, rolled 7: "
        "rallied (8.34)"
    )  # fmt: skip
