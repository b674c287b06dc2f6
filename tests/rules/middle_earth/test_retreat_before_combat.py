"""Retreat before combat (7.7)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import (
    Advance,
    Attack,
    Displace,
    Fire,
    HoldPosition,
    Retreat,
    RetreatBeforeCombat,
    StandFast,
)
from rules.middle_earth.events import (
    AttackResolved,
    EarlyRetreatDeclined,
    EarlyRetreatRolled,
    FormationEnded,
    MeleeEnded,
    RetreatOrdered,
    UnitAdvanced,
    UnitDisrupted,
    UnitRetreated,
)
from rules.middle_earth.narration import decision_title
from tests.rules.middle_earth.harness import board, formation, given, like, phase, unit

SAURON = phase("D", "melee")
MISS = [6, 6]


def threatened(defender, *more, made=None, disrupted=False, attacker="orcs-1"):
    """A unit of the West in 0505 and one of Sauron's in 0504."""
    return given(
        made or board(),
        unit(defender, "0505", disrupted=disrupted),
        unit(attacker, "0504"),
        unit("men-footmen-8", "1010"),
        *more,
        SAURON,
    )


# 7.7-a: who and when


@pytest.mark.rule("middle-earth", "7.7-a")
@pytest.mark.parametrize(
    ("defender", "attacker"),
    [("men-bowmen-1", "orcs-1"), ("men-bowmen-1", "wargs-1"), ("men-cavalry-1", "orcs-1")],
)
def test_archers_and_cavalry_attacked_by_foot_may_retreat_1_or_2_hexes_or_stand(defender, attacker):
    position = threatened(defender, attacker=attacker).when("sauron", Attack(attacker, defender))
    position.then_not(AttackResolved).awaits("alliance", "retreat-before-combat")
    position.offers_only(RetreatBeforeCombat(1), RetreatBeforeCombat(2), StandFast())
    asked = decision_title(position.game, position.state, "retreat-before-combat")
    assert asked.endswith(
        f" retreats before combat with {position.game.title(position.game.prefix + attacker)}"
    )


@pytest.mark.rule("middle-earth", "7.7-a")
@pytest.mark.parametrize(
    ("defender", "attacker"),
    [
        ("men-footmen-1", "orcs-1"),
        ("elven-bowmen-1", "orcs-1"),
        ("men-cavalry-1", "wargs-1"),
        ("men-footmen-1", "wargs-1"),
    ],
)
def test_nobody_else_may(defender, attacker):
    threatened(defender, attacker=attacker).when("sauron", Attack(attacker, defender), MISS).then_includes(
        like(AttackResolved, defender=defender)
    ).then_not(EarlyRetreatDeclined)


@pytest.mark.rule("middle-earth", "7.7-a")
@pytest.mark.parametrize(("second", "may"), [("wargs-1", False), ("trolls-1", True)])
def test_cavalry_stands_when_one_of_its_attackers_is_cavalry(second, may):
    position = threatened("men-cavalry-1", unit(second, "0604"))
    position.when("sauron", Attack("orcs-1", "men-cavalry-1"))
    position.when("sauron", Attack(second, "men-cavalry-1"), [] if may else [*MISS, *MISS])
    if may:
        position.then_not(AttackResolved).awaits("alliance", "retreat-before-combat")
    else:
        position.then_includes(AttackResolved, AttackResolved)


@pytest.mark.rule("middle-earth", "7.7-a")
@pytest.mark.parametrize("defender", ["men-bowmen-1", "men-cavalry-1"])
def test_a_disrupted_unit_may_not(defender):
    threatened(defender, disrupted=True).when("sauron", Attack("orcs-1", defender), MISS).then_includes(
        like(AttackResolved, defender=defender)
    )


@pytest.mark.rule("middle-earth", "7.7-a")
def test_there_is_no_such_retreat_before_fire():
    given(board(), unit("men-bowmen-1", "0505"), unit("orc-archers-1", "0504"), phase("D", "missile")).when(
        "sauron", Fire("orc-archers-1", "men-bowmen-1"), MISS
    ).then(like(AttackResolved, kind="missile"))


@pytest.mark.rule("middle-earth", "7.7-a")
@pytest.mark.parametrize(("last", "hexes"), [(7, (1, 2)), (6, (1,)), (5, ())])
def test_only_so_far_as_there_is_a_lawful_way(last, hexes):
    position = given(
        board(f"0501-05{last:02d}"),
        unit("men-bowmen-1", "0505"),
        unit("men-footmen-8", "0501"),
        unit("orcs-1", "0504"),
        SAURON,
    ).when("sauron", Attack("orcs-1", "men-bowmen-1"), [] if hexes else MISS)
    if hexes:
        position.offers_only(*(RetreatBeforeCombat(each) for each in hexes), StandFast())
        if 2 not in hexes:
            position.when("alliance", RetreatBeforeCombat(2)).refused("7.7", "no way 2 hexes back")
    else:
        position.then_includes(AttackResolved)


@pytest.mark.rule("middle-earth", "7.7-a")
def test_the_rules_of_retreat_hold():
    position = threatened("men-bowmen-1").when("sauron", Attack("orcs-1", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(2)).then(RetreatOrdered("men-bowmen-1", 2, "early"))
    position.when("alliance", Retreat("0604")).refused("7.55", "zone of control")
    position.when("alliance", Retreat("0506")).when("alliance", Retreat("0405")).refused("7.54")
    position.when("alliance", Retreat("0507"), [6]).then(UnitRetreated("men-bowmen-1", "0507"))


@pytest.mark.rule("middle-earth", "7.7-a", "7.65-a")
def test_a_friend_may_make_room_and_is_disrupted_for_certain():
    position = given(
        board("0501-0508"),
        unit("men-bowmen-1", "0503"),
        unit("men-footmen-2", "0504"),
        unit("orcs-1", "0502"),
        SAURON,
    ).when("sauron", Attack("orcs-1", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(1)).when("alliance", Retreat("0504"))
    position.when("alliance", Displace("men-footmen-2", "0505"), [6]).then_includes(
        EarlyRetreatRolled("men-bowmen-1", 6, False), UnitDisrupted("men-footmen-2", "7.65")
    ).then_not(UnitDisrupted("men-bowmen-1", "7.7"))


@pytest.mark.rule("middle-earth", "7.7-a")
def test_it_is_asked_once_before_the_first_roll():
    position = threatened("men-bowmen-1", unit("trolls-1", "0604"))
    position.when("sauron", Attack("orcs-1", "men-bowmen-1")).awaits("sauron", "declare")
    position.when("sauron", Attack("trolls-1", "men-bowmen-1")).awaits("alliance", "retreat-before-combat")
    position.when("alliance", StandFast(), [*MISS, *MISS]).then(
        EarlyRetreatDeclined("men-bowmen-1"),
        like(AttackResolved, attacker="orcs-1"),
        like(AttackResolved, attacker="trolls-1"),
    )


@pytest.mark.rule("middle-earth", "7.7-a")
def test_a_wedge_attacked_by_foot_falls_back_in_two_hexes():
    position = given(
        board(),
        *formation("wedge", "men-cavalry-1", "men-cavalry-2", "0505"),
        unit("orcs-1", "0504"),
        SAURON,
    ).when("sauron", Attack("orcs-1", "men-cavalry-1"))
    position.when("alliance", RetreatBeforeCombat(1)).then(
        FormationEnded(("men-cavalry-1", "men-cavalry-2"), "8.46")
    )
    position.when("alliance", Retreat("0506")).when("alliance", Retreat("0605"), [3, 4]).then_includes(
        EarlyRetreatRolled("men-cavalry-1", 3, True), EarlyRetreatRolled("men-cavalry-2", 4, False)
    )


# 7.7-b


@pytest.mark.rule("middle-earth", "7.7-b")
@pytest.mark.parametrize(
    ("die", "disrupted"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)]
)
@pytest.mark.parametrize("hexes", [1, 2])
def test_on_1_to_3_the_unit_is_disrupted(die, disrupted, hexes):
    position = threatened("men-bowmen-1").when("sauron", Attack("orcs-1", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(hexes))
    if hexes == 2:
        position.when("alliance", Retreat("0506"))
    last = ("0506", "0507")[hexes - 1]
    position.when("alliance", Retreat(last), [die]).then_includes(
        UnitRetreated("men-bowmen-1", last), EarlyRetreatRolled("men-bowmen-1", die, disrupted)
    ).then_not(UnitDisrupted("men-bowmen-1", "7.57"))
    bowmen = position.state.units["sauron-men-bowmen-1"]
    assert (bowmen.hex, bowmen.disrupted) == (last, disrupted)


# 7.7-c


def fallen_back():
    """Orcs and trolls were declared against bowmen, who retreated before combat; other footmen are at hand."""
    position = threatened(
        "men-bowmen-1",
        unit("trolls-1", "0604"),
        unit("men-footmen-1", "0704"),
        unit("orcs-2", "0703"),
        unit("orcs-3", "0804"),
    )
    position.when("sauron", Attack("orcs-1", "men-bowmen-1"))
    position.when("sauron", Attack("trolls-1", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(1))
    return position.when("alliance", Retreat("0506"), [6])


@pytest.mark.rule("middle-earth", "7.7-c")
def test_one_of_the_attackers_may_follow_or_none():
    position = fallen_back().awaits("sauron", "advance")
    position.offers_only(Advance("orcs-1"), Advance("trolls-1"), HoldPosition())
    position.when("sauron", Advance("orcs-2")).refused("7.51", "did not empty")
    position.when("sauron", Advance("trolls-1")).then(
        UnitAdvanced("trolls-1", "0505"), MeleeEnded("men-bowmen-1")
    )
    assert position.state.units["sauron-trolls-1"].hex == "0505"
    assert position.state.units["sauron-orcs-1"].hex == "0504"


@pytest.mark.rule("middle-earth", "7.7-c")
def test_the_attack_is_void_and_its_attackers_attack_nobody_else():
    position = fallen_back().then_not(AttackResolved)
    position.when("sauron", HoldPosition()).then_not(AttackResolved).awaits("sauron", "melee")
    position.offers_only(Attack("orcs-2", "men-footmen-1"), Attack("orcs-3", "men-footmen-1"))
    position.when("sauron", Attack("trolls-1", "men-footmen-1")).refused("7.34", "already been assigned")


@pytest.mark.rule("middle-earth", "7.7-c", "7.52-a")
def test_a_follower_counts_as_having_advanced():
    position = fallen_back().when("sauron", Advance("orcs-1")).awaits("sauron", "melee")
    position.offers_not(Attack("orcs-1", "men-bowmen-1"))
    position.when("sauron", Attack("orcs-1", "men-bowmen-1")).refused("7.52", "has advanced")
