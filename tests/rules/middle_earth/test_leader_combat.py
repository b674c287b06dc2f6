"""Leader combat (7.2)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Duel, End, Retreat
from rules.middle_earth.events import (
    DuelFought,
    FateRolled,
    FormationEnded,
    LeaderKilled,
    LeaderWounded,
    RetreatOrdered,
    StepBegan,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import (
    board,
    formation,
    given,
    leader,
    like,
    opened,
    phase,
    unit,
)

WEST = phase("G", "leaders")
DUEL = Duel("isildur", "gorgol")


def captains(difference=0, *more, made=None, ours="0505", theirs="0504"):
    """Isildur with footmen against Gorgol with wargs, their ratings so far apart; Isildur's side attacks."""
    return given(
        made or board(captains={"isildur": 6 + difference, "gorgol": 6}),
        unit("men-footmen-1", ours),
        leader("isildur", ours),
        unit("wargs-1", theirs),
        leader("gorgol", theirs),
        WEST,
        *more,
    )


# 7.21


@pytest.mark.rule("middle-earth", "7.21-a")
def test_leader_combat_may_be_left_out():
    position = captains(0, unit("men-footmen-2", "0405"), unit("orcs-1", "0404")).offers_only(DUEL, End())
    position.when("alliance", End()).then(StepBegan("melee")).then_not(DuelFought)


@pytest.mark.rule("middle-earth", "7.21-a")
def test_the_attacked_leader_is_not_asked():
    captains().when("alliance", DUEL, [5]).then(DuelFought, LeaderWounded("gorgol", "7.26"))


@pytest.mark.rule("middle-earth", "7.21-a")
def test_only_an_adjacent_enemy_leader_can_be_attacked():
    position = captains(0, unit("wargs-2", "0506"), ours="0505", theirs="0503").offers_only(End())
    position.when("alliance", DUEL).refused("7.21", "not next to")


@pytest.mark.rule("middle-earth", "7.21-a")
@pytest.mark.parametrize(
    ("feature", "allowed"), [("wall", False), ("tower", False), ("gate", False), ("breach", True)]
)
def test_leaders_do_not_fight_over_a_wall_that_stands(feature, allowed):
    position = captains(made=board(edges={"0504|0505": feature}))
    if allowed:
        position.offers(DUEL)
    else:
        position.offers_only(End()).when("alliance", DUEL).refused("7.35")


@pytest.mark.rule("middle-earth", "7.21-a")
def test_leaders_fight_over_a_wall_once_it_is_breached():
    captains(0, opened("0504|0505"), made=board(edges={"0504|0505": "wall"})).offers(DUEL)


@pytest.mark.rule("middle-earth", "7.21-a")
def test_a_leader_needs_no_unit_to_attack_a_leader():
    given(board(captains={"isildur": 6, "gorgol": 6}), *alone(), WEST).when("alliance", DUEL, [5]).then(
        DuelFought, LeaderWounded("gorgol", "7.26")
    )


def alone():
    """Isildur next to Gorgol, their units far away."""
    return (
        leader("isildur", "0505"),
        leader("gorgol", "0504"),
        unit("men-footmen-1", "0909"),
        unit("wargs-1", "0101"),
    )


# 7.22


@pytest.mark.rule("middle-earth", "7.22-a")
@pytest.mark.parametrize(("difference", "result"), [(-1, "-"), (0, "-"), (2, "DW"), (-2, "AW")])
def test_the_differential_is_the_attackers_rating_less_the_defenders(difference, result):
    captains(difference).when("alliance", DUEL, [4]).then(
        like(
            DuelFought,
            attacker_rating=6 + difference,
            defender_rating=6,
            differential=difference,
            die=4,
            result=result,
        )
    )


@pytest.mark.rule("middle-earth", "7.22-a")
def test_a_wounded_leader_counts_with_his_lower_rating():
    given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505", wounded=True),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        WEST,
    ).when("alliance", Duel("isildur", "ringwraith"), [6]).then(
        like(DuelFought, attacker_rating=6, defender_rating=8, differential=-2)
    )


@pytest.mark.rule("middle-earth", "7.22-a")
@pytest.mark.parametrize(("night", "rating", "result"), [(True, 9, "AK"), (False, 6, "AW")])
def test_at_night_leaders_of_the_dark_count_3_more(night, rating, result):
    captains(0, phase("G", "leaders", night=night)).when("alliance", DUEL, [2]).then(
        like(DuelFought, attacker_rating=6, defender_rating=rating, differential=6 - rating, result=result)
    )


@pytest.mark.rule("middle-earth", "7.22-a")
def test_the_result_takes_effect_at_once():
    position = captains(0, leader("anarion", "0505")).when("alliance", DUEL, [6])
    position.then(like(DuelFought, result="DK"), LeaderKilled("gorgol", "7.26"))
    assert "sauron-gorgol-1" not in position.state.leaders


# 7.23


@pytest.mark.rule("middle-earth", "7.23-a")
@pytest.mark.parametrize("die", [5, 6])
def test_the_unit_of_a_harmed_defender_retreats_2_hexes_disrupted(die):
    position = captains().when("alliance", DUEL, [die]).then_includes(RetreatOrdered("wargs-1", 2, "leader"))
    position.awaits("sauron", "retreat").when("sauron", Retreat("0503"))
    position.when("sauron", Retreat("0502")).then_includes(UnitDisrupted("wargs-1", "7.57"))
    wargs = position.state.units["sauron-wargs-1"]
    assert (wargs.hex, wargs.disrupted, wargs.reduced) == ("0502", True, False)
    if die == 5:
        assert position.state.leaders["sauron-gorgol-1"].hex == "0502"


@pytest.mark.rule("middle-earth", "7.23-a")
@pytest.mark.parametrize(
    ("die", "harm"), [(2, LeaderWounded("isildur", "7.26")), (1, LeaderKilled("isildur", "7.26"))]
)
def test_the_unit_of_a_harmed_attacker_retreats_too(die, harm):
    captains().when("alliance", DUEL, [die]).then(
        DuelFought, harm, RetreatOrdered("men-footmen-1", 2, "leader")
    ).awaits("alliance", "retreat")


@pytest.mark.rule("middle-earth", "7.23-a")
def test_nobody_retreats_when_no_leader_is_harmed():
    captains().when("alliance", DUEL, [3]).then(like(DuelFought, result="-")).then_not(
        RetreatOrdered, UnitReduced
    )


def cornered(*, reduced=False, disrupted=False):
    """The wargs have one hex behind them and should retreat two."""
    return given(
        board("0501-0505", captains={"isildur": 6, "gorgol": 6}),
        unit("men-footmen-1", "0503"),
        leader("isildur", "0503"),
        unit("wargs-1", "0502", reduced=reduced, disrupted=disrupted),
        leader("gorgol", "0502"),
        unit("orcs-1", "0505"),
        WEST,
    )


@pytest.mark.rule("middle-earth", "7.23-a")
def test_a_unit_that_cannot_retreat_2_hexes_is_reduced_where_it_stands():
    position = (
        cornered()
        .when("alliance", DUEL, [6])
        .then_includes(RetreatOrdered("wargs-1", 2, "leader"), UnitReduced("wargs-1", "7.23"))
    )
    position.then_not(UnitEliminated, UnitRetreated, UnitDisrupted)
    assert position.state.units["sauron-wargs-1"].hex == "0502"


@pytest.mark.rule("middle-earth", "7.23-a")
def test_a_reduced_unit_that_cannot_retreat_is_eliminated():
    cornered(reduced=True).when("alliance", DUEL, [6]).then_includes(
        UnitEliminated("wargs-1", "sauron", 5, "7.23")
    )


@pytest.mark.rule("middle-earth", "7.23-a", "7.57-b")
def test_a_disrupted_unit_with_a_harmed_leader_is_eliminated():
    captains(0, unit("wargs-1", "0504", disrupted=True), unit("orcs-1", "0101")).when(
        "alliance", DUEL, [6]
    ).then_includes(UnitEliminated("wargs-1", "sauron", 5, "7.57"))


def wedge(hexes="0101-1010", dice=(6,)):
    """Sauron's captain kills, or harms, a leader who stands with two units in a wedge."""
    return given(
        board(hexes, captains={"isildur": 6, "gorgol": 6}),
        *formation("wedge", "men-cavalry-1", "men-cavalry-2", "0504"),
        leader("isildur", "0504"),
        unit("wargs-1", "0503"),
        leader("gorgol", "0503"),
        phase("D", "leaders"),
    ).when("sauron", Duel("gorgol", "isildur"), dice)


@pytest.mark.rule("middle-earth", "7.23-a")
def test_each_unit_of_a_formation_retreats_to_a_hex_of_its_own():
    position = wedge().then_includes(
        FormationEnded(("men-cavalry-1", "men-cavalry-2"), "8.46"),
        RetreatOrdered("men-cavalry-1", 2, "leader"),
        RetreatOrdered("men-cavalry-2", 2, "leader"),
    )
    position.when("alliance", Retreat("0505")).when("alliance", Retreat("0506"))
    position.awaits("alliance", "retreat").when("alliance", Retreat("0505"))
    position.offers_only(Retreat("0405"), Retreat("0605")).when("alliance", Retreat("0605"))
    assert position.state.at["0506"] == ("sauron-men-cavalry-1",)
    assert position.state.at["0605"] == ("sauron-men-cavalry-2",)


@pytest.mark.rule("middle-earth", "7.23-a")
def test_of_a_formation_with_one_way_back_one_unit_retreats_and_the_other_is_reduced():
    wedge("0503-0506").then_includes(
        UnitRetreated("men-cavalry-1", "0506"),
        UnitReduced("men-cavalry-2", "7.23"),
        UnitDisrupted("men-cavalry-1", "7.57"),
    ).then_not(UnitEliminated, UnitDisrupted("men-cavalry-2", "7.57"))


@pytest.mark.rule("middle-earth", "7.23-a")
def test_of_a_formation_without_a_way_back_both_units_are_reduced():
    wedge("0503-0505").then_includes(
        UnitReduced("men-cavalry-1", "7.23"), UnitReduced("men-cavalry-2", "7.23")
    ).then_not(UnitRetreated, UnitEliminated)


@pytest.mark.rule("middle-earth", "7.23-a")
def test_a_wounded_leader_of_such_a_formation_shares_the_one_loss_once():
    wedge("0503-0505", [5, 1]).then_includes(
        LeaderWounded("isildur", "7.26"),
        UnitReduced("men-cavalry-1", "7.23"),
        UnitReduced("men-cavalry-2", "7.23"),
        like(FateRolled, leader="isildur", die=1, suffers=False),
    )


# 7.24, 7.25


@pytest.mark.rule("middle-earth", "7.24-a")
def test_a_leader_attacks_once_and_may_be_attacked_again():
    position = given(
        board(captains={"isildur": 6, "anarion": 6, "gorgol": 6, "ringwraith": 6}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        leader("anarion", "0505"),
        unit("wargs-1", "0504"),
        leader("gorgol", "0504"),
        leader("ringwraith", "0504"),
        WEST,
    )
    position.when("alliance", DUEL, [3]).then(like(DuelFought, result="-"))
    position.when("alliance", DUEL).refused("7.24", "already attacked")
    position.when("alliance", Duel("isildur", "ringwraith")).refused("7.24")
    position.offers_only(Duel("anarion", "gorgol"), Duel("anarion", "ringwraith"), End())
    position.when("alliance", Duel("anarion", "gorgol"), [3]).then(
        like(DuelFought, attacker="anarion", defender="gorgol")
    )


@pytest.mark.rule("middle-earth", "7.24-a")
def test_a_leader_attacks_again_in_his_next_combat_phase():
    position = given(board(captains={"isildur": 6, "gorgol": 6}), *alone(), WEST)
    position.when("alliance", DUEL, [3]).then(like(DuelFought, result="-"))
    position.add(phase("G", "leaders", turn=2))
    position.offers(DUEL)


@pytest.mark.rule("middle-earth", "7.25-a")
def test_leaders_fight_only_leaders():
    position = captains()
    position.when("alliance", Duel("isildur", "wargs-1")).refused("7.25")
    position.when("alliance", Duel("men-footmen-1", "gorgol")).refused("7.25")
    position.offers_only(DUEL, End())
    melee = captains(0, unit("orcs-1", "0604"), phase("G", "melee"))
    melee.when("alliance", Attack("isildur", "wargs-1")).refused("7.25")
    melee.when("alliance", Attack("men-footmen-1", "gorgol")).refused("7.25")
    melee.offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "wargs-1"))


# 7.26

TABLE = {
    -3: ("AK", "AK", "AK", "AW", "AW", "-"),
    -2: ("AK", "AK", "AW", "AW", "-", "-"),
    -1: ("AK", "AW", "AW", "-", "-", "DW"),
    0: ("AK", "AW", "-", "-", "DW", "DK"),
    1: ("-", "-", "-", "DW", "DW", "DK"),
    2: ("-", "-", "DW", "DW", "DK", "DK"),
    3: ("-", "DW", "DW", "DK", "DK", "DK"),
}
"""Results for 1 to 6 by differential."""
HARM = {
    "AW": LeaderWounded("isildur", "7.26"),
    "AK": LeaderKilled("isildur", "7.26"),
    "DW": LeaderWounded("gorgol", "7.26"),
    "DK": LeaderKilled("gorgol", "7.26"),
}


@pytest.mark.rule("middle-earth", "7.26-a")
@pytest.mark.parametrize("difference", [-5, -3, -2, -1, 0, 1, 2, 3, 4])
def test_the_leader_combat_table_says_who_is_wounded_or_killed(difference):
    made = board(captains={"isildur": 6 + difference, "gorgol": 6})
    row = TABLE[max(-3, min(difference, 3))]
    for die, result in enumerate(row, start=1):
        position = captains(made=made).when("alliance", DUEL, [die])
        if result == "-":
            position.then(like(DuelFought, result="-")).then_not(LeaderWounded, LeaderKilled)
        else:
            position.then(like(DuelFought, result=result), HARM[result])
            others = [each for name, each in HARM.items() if name != result]
            position.then_not(*others)
