"""Missile combat (7.1)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Duel, End, Fire, March, Step
from rules.middle_earth.events import (
    AttackResolved,
    SiegeConducted,
    StepBegan,
    UnitAdvanced,
    UnitEliminated,
    UnitReduced,
)
from tests.rules.middle_earth.harness import board, counter, engine, given, leader, like, opened, phase, unit

WEST_MISSILES = phase("G", "missile")
SAURON_MISSILES = phase("D", "missile")
MISS = [6, 6]

LIGHT_CAVALRY = counter("alliance", "Be3X", arm="cavalry")
CATAPULT = counter("alliance", "e1X", missile="catapult")


def archers(firer, target, *more, types=None, **made):
    """Men or Elves with bows against orcs at a distance, on a board made as said."""
    return given(
        board(types=types, **made), unit(firer, "0505"), unit("orcs-1", target), *more, WEST_MISSILES
    )


# 7.11


@pytest.mark.rule("middle-earth", "7.11-a")
@pytest.mark.parametrize(
    ("firer", "fires"), [("men-bowmen-1", True), ("elven-bowmen-1", True), ("men-footmen-1", False)]
)
def test_only_units_with_a_lower_case_letter_fire(firer, fires):
    position = archers(firer, "0503")
    shot = Fire(firer, "orcs-1")
    if fires:
        position.offers(shot).when("alliance", shot, MISS).then(like(AttackResolved, kind="missile"))
    else:
        position.offers_not(shot).when("alliance", shot).refused("7.11", "has no missiles")


@pytest.mark.rule("middle-earth", "7.11-a")
def test_fire_is_at_enemy_units_only():
    position = archers("men-bowmen-1", "0503", unit("men-footmen-1", "0506"), leader("ringwraith", "0503"))
    position.when("alliance", Fire("men-bowmen-1", "men-footmen-1")).refused("7.11", "no enemy unit")
    position.when("alliance", Fire("men-bowmen-1", "ringwraith")).refused("7.11", "no enemy unit")
    position.when("alliance", Fire("orcs-1", "men-bowmen-1")).refused("7.11", "no unit of yours")


@pytest.mark.rule("middle-earth", "7.11-a")
def test_nobody_has_to_fire():
    position = archers("men-bowmen-1", "0504").offers(End())
    position.when("alliance", End()).then_not(AttackResolved)
    assert position.state.step != "missile"


@pytest.mark.rule("middle-earth", "7.11-a")
def test_a_firer_in_an_enemy_zone_may_fire_at_its_neighbour_or_at_another():
    archers("men-bowmen-1", "0504", unit("orcs-2", "0503")).offers_only(
        Fire("men-bowmen-1", "orcs-1"), Fire("men-bowmen-1", "orcs-2"), End()
    )


@pytest.mark.rule("middle-earth", "7.11-a")
def test_several_fire_at_one_target_each_alone():
    position = archers("men-bowmen-1", "0503", unit("men-bowmen-2", "0604"))
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), [1, 1, 4]).then(
        like(AttackResolved, attacker="men-bowmen-1", letter="E", dice=(1, 1)), UnitReduced("orcs-1", "7.42")
    )
    position.when("alliance", Fire("men-bowmen-2", "orcs-1"), MISS).then(
        like(AttackResolved, attacker="men-bowmen-2", letter="E", armour=2, dice=(6, 6))
    )


@pytest.mark.rule("middle-earth", "7.11-a")
def test_a_catapult_fires_only_in_a_turn_in_which_it_was_not_used_for_siege():
    shot = Fire("catapult-1", "orcs-1")
    field = (unit("catapult-1", "0505"), unit("orcs-1", "0501"))
    made = board(types={"catapult": CATAPULT})
    given(made, *field, WEST_MISSILES).offers(shot)
    given(made, *field, SiegeConducted("catapult-1"), phase("G", "missile", turn=2)).offers(shot)
    used = given(made, *field, WEST_MISSILES, SiegeConducted("catapult-1"))
    used.offers_not(shot).when("alliance", shot).refused("7.11", "siege")


# 7.12


@pytest.mark.rule("middle-earth", "7.12-a")
@pytest.mark.parametrize(
    ("firer", "reach"),
    [("men-bowmen-1", 2), ("elven-bowmen-1", 2), ("light-cavalry-1", 2), ("catapult-1", 4)],
)
def test_bows_reach_2_hexes_whoever_has_them_and_catapults_4(firer, reach):
    column = ["0505", "0504", "0503", "0502", "0501"]
    for away, name in enumerate(column[1:], start=1):
        position = archers(firer, name, types={"light-cavalry": LIGHT_CAVALRY, "catapult": CATAPULT})
        if away <= reach:
            position.when("alliance", Fire(firer, "orcs-1"), MISS).then(like(AttackResolved, kind="missile"))
        else:
            position.when("alliance", Fire(firer, "orcs-1")).refused("7.12", f"{away} hexes away")


@pytest.mark.rule("middle-earth", "7.12-a")
def test_the_distance_counts_the_target_hex_and_not_the_firers():
    shot = Fire("men-bowmen-1", "orcs-1")
    for name in ("0503", "0603", "0704", "0705", "0706", "0507"):
        archers("men-bowmen-1", name).offers(shot)
    for name in ("0502", "0602", "0703", "0707", "0805", "0508"):
        archers("men-bowmen-1", name).offers_not(shot).when("alliance", shot).refused("7.12", "3 hexes away")


# 7.13


@pytest.mark.rule("middle-earth", "7.13-a")
@pytest.mark.parametrize(
    ("ground", "blocked"), [("grove", True), ("mountain", True), ("slope", False), ("city", False)]
)
def test_groves_and_mountains_between_block_fire(ground, blocked):
    position = archers("men-bowmen-1", "0503", terrain={"0504": ground})
    if blocked:
        position.offers_only(End()).when("alliance", Fire("men-bowmen-1", "orcs-1")).refused("7.13", "0504")
    else:
        position.offers(Fire("men-bowmen-1", "orcs-1"))


@pytest.mark.rule("middle-earth", "7.13-a")
def test_fire_goes_into_and_out_of_a_grove():
    archers("men-bowmen-1", "0503", terrain={"0503": "grove", "0505": "grove"}).when(
        "alliance", Fire("men-bowmen-1", "orcs-1"), MISS
    ).then(AttackResolved)


@pytest.mark.rule("middle-earth", "7.13-a")
@pytest.mark.parametrize(("kind", "blocked"), [("siege-tower", True), ("ladder", False)])
def test_a_siege_tower_between_blocks_fire(kind, blocked):
    position = archers("men-bowmen-1", "0503", engine("tower-1", kind, "0504", "sauron"))
    if blocked:
        position.when("alliance", Fire("men-bowmen-1", "orcs-1")).refused("7.13", "siege tower")
    else:
        position.offers(Fire("men-bowmen-1", "orcs-1"))


@pytest.mark.rule("middle-earth", "7.13-a")
def test_fire_at_a_unit_on_a_siege_tower_is_not_blocked_by_it():
    archers("men-bowmen-1", "0503", engine("tower-1", "siege-tower", "0503", "sauron")).offers(
        Fire("men-bowmen-1", "orcs-1")
    )


@pytest.mark.rule("middle-earth", "7.13-a")
def test_a_tower_hexside_blocks_unless_it_is_the_firers_own_or_breached():
    shot = Fire("men-bowmen-1", "orcs-1")
    far = archers("men-bowmen-1", "0503", edges={"0503|0504": "tower"})
    far.when("alliance", shot).refused("7.13", "tower")
    archers("men-bowmen-1", "0503", edges={"0504|0505": "tower"}).offers(shot)
    archers("men-bowmen-1", "0504", edges={"0504|0505": "tower"}).offers(shot)
    archers("men-bowmen-1", "0503", opened("0503|0504"), edges={"0503|0504": "tower"}).offers(shot)


@pytest.mark.rule("middle-earth", "7.13-a")
def test_fire_along_a_hexside_is_blocked_only_by_both_hexes():
    shot = Fire("men-bowmen-1", "orcs-1")
    for groves in ({"0604": "grove"}, {"0605": "grove"}):
        archers("men-bowmen-1", "0705", terrain=groves).offers(shot)
    archers("men-bowmen-1", "0705", terrain={"0604": "grove", "0605": "mountain"}).when(
        "alliance", shot
    ).refused("7.13")


@pytest.mark.rule("middle-earth", "7.13-b")
def test_fire_passes_walls_and_units():
    archers(
        "men-bowmen-1",
        "0503",
        unit("orcs-2", "0504"),
        edges={"0504|0505": "wall", "0503|0504": "wall"},
    ).when("alliance", Fire("men-bowmen-1", "orcs-1"), MISS).then(AttackResolved)
    archers("men-bowmen-1", "0503", unit("men-footmen-1", "0504")).offers(Fire("men-bowmen-1", "orcs-1"))


@pytest.mark.rule("middle-earth", "7.13-b")
@pytest.mark.parametrize(
    ("tunnel", "rock", "open_"),
    [
        (("0504", "0503"), None, True),
        (("0505", "0504"), None, True),
        (("0503",), None, False),
        (("0505",), None, False),
        (("0504", "0503"), "0503|0504", False),
        (("0504", "0503"), "0504|0505", False),
    ],
)
def test_fire_goes_into_and_out_of_a_tunnel_only_along_its_path(tunnel, rock, open_):
    position = archers(
        "men-bowmen-1",
        "0503",
        terrain=dict.fromkeys(tunnel, "tunnel"),
        edges={rock: "rock"} if rock else None,
    )
    shot = Fire("men-bowmen-1", "orcs-1")
    if open_:
        position.when("alliance", shot, MISS).then(AttackResolved)
    else:
        position.offers_only(End()).when("alliance", shot).refused("7.13", "no tunnel joins")


# 7.14 to 7.16


@pytest.mark.rule("middle-earth", "7.14-a")
def test_a_unit_fires_once_a_turn_and_again_in_the_next():
    position = archers("men-bowmen-1", "0503", unit("men-bowmen-2", "0604"), unit("orcs-2", "0603"))
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), MISS).then(AttackResolved)
    position.offers_only(Fire("men-bowmen-2", "orcs-1"), Fire("men-bowmen-2", "orcs-2"), End())
    position.when("alliance", Fire("men-bowmen-1", "orcs-2")).refused("7.14", "already fired this turn")
    position.add(phase("G", "missile", turn=2))
    position.offers(Fire("men-bowmen-1", "orcs-1"))


@pytest.mark.rule("middle-earth", "7.15-a")
def test_a_unit_with_missiles_only_does_not_enter_an_enemy_zone():
    for archers, enters in (("men-bowmen-1", False), ("elven-bowmen-1", True)):
        position = given(board(), unit(archers, "0507"), unit("orcs-1", "0504"), phase("F"))
        position.when("alliance", March(archers)).when("alliance", Step("0506"))
        if enters:
            position.offers(Step("0505")).when("alliance", Step("0505"))
            assert position.state.units[f"sauron-{archers}"].hex == "0505"
        else:
            position.offers_not(Step("0505")).when("alliance", Step("0505")).refused("7.15")


@pytest.mark.rule("middle-earth", "7.16-a")
def test_all_fire_is_resolved_before_any_other_combat():
    position = given(
        board(),
        unit("men-bowmen-1", "0606"),
        unit("men-bowmen-2", "0506"),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        unit("orcs-2", "0604"),
        WEST_MISSILES,
    )
    position.when("alliance", Fire("men-bowmen-1", "orcs-2"), MISS).awaits("alliance", "missile")
    position.when("alliance", Duel("isildur", "ringwraith")).refused("7.21", "after all missiles")
    position.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.0")
    position.when("alliance", Fire("men-bowmen-2", "orcs-1"), MISS).then(
        like(AttackResolved, attacker="men-bowmen-2"), StepBegan("leaders")
    )
    left = given(
        board(),
        unit("men-bowmen-1", "0606"),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0604"),
        phase("G", "melee"),
    )
    left.when("alliance", Fire("men-bowmen-1", "orcs-2")).refused("7.16", "before leader combat and melee")


# 7.17


@pytest.mark.rule("middle-earth", "7.17-a")
@pytest.mark.parametrize("firer", ["men-bowmen-1", "elven-bowmen-1", "catapult-1"])
@pytest.mark.parametrize(
    ("target", "armour", "last"),
    [("slaves-1", 1, 6), ("orc-swordsmen-1", 2, 5), ("trolls-1", 3, 4), ("beast-of-mordor-1", 4, 3)],
)
def test_all_fire_is_read_on_row_e_against_the_armour(firer, target, armour, last):
    for total, casualty in ((last, True), (last + 1, False)):
        dice = [1, total - 1]
        position = given(
            board(types={"catapult": CATAPULT}),
            unit(firer, "0505"),
            unit(target, "0503"),
            unit("orcs-2", "0101"),
            WEST_MISSILES,
        ).when("alliance", Fire(firer, target), [*dice, 6] if casualty else dice)
        position.then(like(AttackResolved, letter="E", armour=armour, range=(2, last), casualty=casualty))


@pytest.mark.rule("middle-earth", "7.17-a", "7.33-b")
def test_a_casualty_by_fire_is_read_by_morale_as_in_melee():
    archers("men-bowmen-1", "0503", unit("orcs-2", "0101")).when(
        "alliance", Fire("men-bowmen-1", "orcs-1"), [1, 1, 3]
    ).then(
        like(AttackResolved, kind="missile", morale="Y", die=3, result="1/2 R1"),
        UnitReduced("orcs-1", "7.42"),
    ).awaits("sauron", "retreat")


@pytest.mark.rule("middle-earth", "7.17-a", "7.37-a")
def test_fanatics_roll_for_their_fire_as_all_others():
    given(
        board(),
        unit("orc-archers-1", "0503"),
        unit("men-footmen-1", "0505"),
        phase("D", "missile", night=True),
    ).when("sauron", Fire("orc-archers-1", "men-footmen-1"), MISS).then(
        like(AttackResolved, letter="E", dice=(6, 6), casualty=False)
    )


@pytest.mark.rule("middle-earth", "7.17-a", "7.51-a")
def test_nobody_advances_into_a_hex_emptied_by_fire():
    position = archers("elven-bowmen-1", "0504", unit("elven-bowmen-2", "0404"), unit("orcs-2", "0303"))
    position.when("alliance", Fire("elven-bowmen-1", "orcs-1"), [1, 1, 1]).then(
        AttackResolved, UnitEliminated("orcs-1", "sauron", 6, "7.42")
    ).then_not(UnitAdvanced).awaits("alliance", "missile")
    assert position.state.units["sauron-elven-bowmen-1"].hex == "0505"


# 7.18


def over_the_wall(feature, *more, firer="0504", side="0504|0505"):
    """Goblins fire at Elves of armour 2 over a hexside of the Elves' hex."""
    return given(
        board(edges={side: feature}, types={"guards": counter("alliance", "C2W")}),
        unit("guards-1", "0505"),
        unit("goblin-archers-1", firer),
        *more,
        SAURON_MISSILES,
    ).when("sauron", Fire("goblin-archers-1", "guards-1"), MISS)


@pytest.mark.rule("middle-earth", "7.18-a")
@pytest.mark.parametrize(
    ("feature", "armour"), [("wall", 3), ("tower", 3), ("gate", 3), ("breach", 2), ("open-gate", 2)]
)
def test_a_standing_wall_tower_or_gate_adds_1_to_armour_and_a_breach_nothing(feature, armour):
    over_the_wall(feature).then(like(AttackResolved, armour=armour, range=(2, 7 - armour)))


@pytest.mark.rule("middle-earth", "7.18-a")
@pytest.mark.parametrize(("armour", "counts"), [(1, 2), (3, 4), (4, 4)])
def test_behind_a_wall_armour_counts_4_at_most(armour, counts):
    given(
        board(edges={"0504|0505": "wall"}, types={"guards": counter("alliance", f"C{armour}W")}),
        unit("guards-1", "0505"),
        unit("goblin-archers-1", "0504"),
        SAURON_MISSILES,
    ).when("sauron", Fire("goblin-archers-1", "guards-1"), MISS).then(
        like(AttackResolved, armour=counts, range=(2, 7 - counts))
    )


@pytest.mark.rule("middle-earth", "7.18-a")
def test_a_wall_that_has_been_breached_protects_no_more():
    over_the_wall("wall", opened("0504|0505")).then(like(AttackResolved, armour=2))


@pytest.mark.rule("middle-earth", "7.18-a")
@pytest.mark.parametrize(("side", "armour"), [("0504|0505", 3), ("0503|0504", 2)])
def test_only_a_wall_of_the_defenders_own_hex_protects(side, armour):
    over_the_wall("wall", firer="0503", side=side).then(like(AttackResolved, armour=armour))


@pytest.mark.rule("middle-earth", "7.18-a")
def test_the_wall_protects_against_fire_and_not_in_melee():
    given(
        board(edges={"0504|0505": "wall"}, types={"guards": counter("alliance", "C2W")}),
        unit("guards-1", "0505"),
        unit("orcs-1", "0504"),
        engine("ladder-1", "ladder", "0504", "sauron", against="0504|0505"),
        phase("D", "melee"),
    ).when("sauron", Attack("orcs-1", "guards-1"), MISS).then_includes(
        like(AttackResolved, kind="melee", armour=2, armour_modifiers=())
    )
