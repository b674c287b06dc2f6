"""Leaders (8.0 to 8.24): with whom they stand, what can harm them, and what becomes of them with their units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.middle_earth.actions import (
    Attack,
    Cast,
    Duel,
    End,
    Fire,
    Form,
    Halt,
    HoldPosition,
    March,
    Rally,
    Relocate,
    Retreat,
    Step,
)
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    FateRolled,
    LeaderKilled,
    LeaderRelocated,
    LeaderWounded,
    MarchEnded,
    Modifier,
    PhaseBegan,
    PieceMoved,
    RallyRolled,
    RelocationOrdered,
    RetreatOrdered,
    StepBegan,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from rules.middle_earth.leaders import rating
from rules.middle_earth.sauron.ruleset import EXCLUSIVE
from tests.rules.middle_earth.harness import (
    board,
    counter,
    formation,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    unit,
)

# 8.0


@pytest.mark.rule("middle-earth", "8.0-a")
def test_a_leader_of_the_west_fights_rallies_and_lets_units_take_formations_but_casts_nothing():
    field = (
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("men-footmen-3", "0606", disrupted=True),
        leader("isildur", "0505"),
        unit("orcs-1", "0502"),
        leader("gorgol", "0504"),
    )
    fights = given(board(), *field, phase("G", "leaders"))
    fights.offers(Duel("isildur", "gorgol"))
    far = (
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("men-footmen-3", "0605", disrupted=True),
        leader("isildur", "0505"),
    )
    given(board(), *far, phase("H", seat="alliance")).offers(Rally("isildur", "men-footmen-3"))
    given(board(), *far, phase("F")).offers(Form("isildur", ("men-footmen-1", "men-footmen-2")))
    given(board(), *far, phase("A", seat="alliance")).when(
        "alliance", Cast("isildur", "sinister-visions", 3)
    ).refused("8.51")


@pytest.mark.rule("middle-earth", "8.0-a")
def test_a_leader_of_sauron_fights_and_rallies_casts_with_magic_and_lets_no_orcs_take_a_formation():
    field = (
        unit("orcs-1", "0505"),
        unit("orcs-2", "0506"),
        unit("orcs-3", "0605", disrupted=True),
        leader("sauron", "0505"),
        marker("pedestal", "0505"),
    )
    given(board(), *field, phase("A", seat="sauron")).offers(Cast("sauron", "sinister-visions", 3))
    given(board(), *field, phase("H", seat="sauron")).offers(Rally("sauron", "orcs-3"))
    given(board(), *field, phase("C")).offers_not(Form("sauron", ("orcs-1", "orcs-2")))
    given(
        board(),
        *field,
        unit("men-footmen-1", "0502"),
        leader("isildur", "0504"),
        phase("D", "leaders"),
    ).offers(Duel("sauron", "isildur"))


# 8.1


def isildur_alone(place="0508", *more):
    """Isildur away from the only unit of Men."""
    return given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", place),
        unit("orcs-1", "0101"),
        *more,
        phase("F"),
    )


@pytest.mark.rule("middle-earth", "8.1-a")
def test_the_movement_phase_does_not_end_while_a_lone_leader_can_join_a_unit():
    position = isildur_alone().offers_not(End())
    position.when("alliance", End()).refused("8.1", "Isildur")
    position.when("alliance", March("isildur")).when("alliance", Step("0507"))
    position.when("alliance", Step("0506")).when("alliance", Step("0505")).when("alliance", Halt())
    position.offers(End()).when("alliance", End()).then_not(RelocationOrdered)


@pytest.mark.rule("middle-earth", "8.1-a")
def test_nor_while_a_unit_can_come_to_him_who_has_moved():
    position = isildur_alone("0509", unit("men-footmen-2", "1001"))
    position.when("alliance", March("isildur")).when("alliance", Step("0508")).when("alliance", Halt())
    position.when("alliance", End()).refused("8.1")
    position.when("alliance", March("men-footmen-1")).when("alliance", Step("0506"))
    position.when("alliance", Step("0507")).when("alliance", Step("0508")).when("alliance", Halt())
    assert position.state.units["sauron-men-footmen-1"].hex == "0508"
    position.then_includes(MarchEnded("men-footmen-1")).then_not(RelocationOrdered)


def isildur_shut_in():
    """Isildur in a corner that nobody can leave or enter."""
    rock = dict.fromkeys(("0109", "0209", "0210"), "mountain")
    return given(
        board(terrain=rock),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "1001"),
        unit("dwarves-1", "0306"),
        leader("isildur", "0110"),
        unit("orcs-1", "0401"),
        phase("F"),
    )


@pytest.mark.rule("middle-earth", "8.1-a", "8.1-b")
def test_a_leader_whom_nobody_can_join_goes_to_the_nearest_unit_of_his_people_when_combat_begins():
    isildur_shut_in().offers(End()).when("alliance", End()).then(
        PhaseBegan("G", "alliance"), RelocationOrdered("isildur", "8.1"), LeaderRelocated("isildur", "0505")
    )


@pytest.mark.rule("middle-earth", "8.1-a")
def test_it_is_asked_for_at_the_start_of_his_own_combat_phase_not_the_enemy_s():
    given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0909"),
        unit("orcs-1", "0101"),
        unit("orcs-2", "0103"),
        phase("C"),
    ).when("sauron", End()).then_not(RelocationOrdered)


@pytest.mark.rule("middle-earth", "8.1-a", "8.1-c")
def test_a_magic_leader_who_moved_ahead_is_joined_by_a_unit_later():
    def ahead(place):
        return given(
            board(),
            unit("trolls-1", "0505"),
            unit("men-footmen-1", "0101"),
            leader("sauron", place),
            phase("C"),
        )

    position = ahead("0508").when("sauron", End()).refused("8.1", "Sauron")
    position.when("sauron", March("trolls-1")).when("sauron", Step("0506"))
    position.when("sauron", Step("0507")).when("sauron", Step("0508")).when("sauron", Halt())
    position.then_not(RelocationOrdered)
    ahead("0510").when("sauron", End()).then(
        PhaseBegan("D", "sauron"), RelocationOrdered("sauron", "8.1"), LeaderRelocated("sauron", "0505")
    )


@pytest.mark.rule("middle-earth", "8.1-b")
def test_an_ordinary_leader_may_not_stand_with_another_people_while_his_own_is_there():
    field = (unit("dwarves-1", "0505"), leader("isildur", "0505"), unit("orcs-1", "0101"))
    given(board(), *field, unit("men-footmen-1", "0507"), phase("F")).when("alliance", End()).refused("8.1")
    given(board(), *field, leader("baldrim", "0505"), unit("men-footmen-1", "0505"), phase("F")).offers_not(
        End()
    )
    alone = given(board(), *field, unit("dwarves-2", "0909"), phase("F"))
    alone.when("alliance", End()).then_not(RelocationOrdered)


@pytest.mark.rule("middle-earth", "8.1-b")
def test_a_leader_without_a_people_joins_the_nearest_friends_and_rallies_none_of_them():
    field = (
        unit("dwarves-1", "0505"),
        unit("elven-spearmen-1", "0909"),
        unit("dwarves-2", "0506", disrupted=True),
        unit("dwarves-3", "0404", disrupted=True),
    )
    rock = dict.fromkeys(("0109", "0209", "0210"), "mountain")
    given(board(terrain=rock), *field, leader("isildur", "0110"), phase("F")).when("alliance", End()).then(
        PhaseBegan("G", "alliance"), RelocationOrdered("isildur", "8.1"), LeaderRelocated("isildur", "0506")
    )
    given(
        board(), *field, leader("isildur", "0505"), leader("baldrim", "0505"), phase("H", seat="alliance")
    ).when("alliance", Rally("isildur", "dwarves-2")).refused("8.31", "nationality")


@pytest.mark.rule("middle-earth", "8.1-c")
@pytest.mark.parametrize("kind", ["orcs-1", "trolls-1", "wargs-1", "goblin-archers-1"])
def test_a_magic_leader_stands_with_any_unit_of_his_side(kind):
    field = (
        unit(kind, "0505"),
        unit("orcs-8", "0909"),
        unit("wargs-4", "0908"),
        unit("men-footmen-1", "0101"),
    )
    given(board(), *field, leader("sauron", "0505"), phase("C")).offers(End()).when("sauron", End()).then_not(
        RelocationOrdered
    )


@pytest.mark.rule("middle-earth", "8.1-c")
def test_of_two_leaders_of_one_people_only_the_one_with_magic_stands_with_another():
    def stands(**magic):
        return given(
            board(magic=magic),
            unit("orcs-1", "0505"),
            unit("wargs-1", "0507"),
            leader("gorgol", "0505"),
            phase("C"),
        ).when("sauron", End())

    stands(gorgol=5).then_not(RelocationOrdered)
    stands().refused("8.1", "Gorgol")


# 8.21


@pytest.mark.rule("middle-earth", "8.21-a")
def test_units_attack_no_leader_by_melee_or_fire():
    field = (
        unit("men-footmen-1", "0505"),
        unit("men-bowmen-1", "0405"),
        unit("orcs-1", "0504"),
        leader("gorgol", "0504"),
    )
    melee = given(board(), *field, phase("G", "melee"))
    melee.when("alliance", Attack("men-footmen-1", "gorgol")).refused("7.25")
    missile = given(board(), *field, phase("G", "missile"))
    missile.offers_only(Fire("men-bowmen-1", "orcs-1"), End())
    missile.when("alliance", Fire("men-bowmen-1", "gorgol")).refused("7.11")


def isildur_against_gorgol(rating=8, other=8, *, wounded=False, seat="G"):
    return given(
        board(captains={"isildur": rating, "gorgol": other}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("wargs-1", "0504"),
        leader("gorgol", "0504", wounded=wounded),
        phase(seat, "leaders"),
    )


@pytest.mark.rule("middle-earth", "8.21-a")
def test_a_harmed_leader_is_flipped_and_the_second_harm_kills_him():
    first = isildur_against_gorgol().when("alliance", Duel("isildur", "gorgol"), [5])
    first.then_includes(LeaderWounded("gorgol", "7.26")).then_not(LeaderKilled)
    assert first.state.leaders["sauron-gorgol-1"].wounded
    second = isildur_against_gorgol(other=10, wounded=True).when("alliance", Duel("isildur", "gorgol"), [5])
    second.then_includes(like(DuelFought, result="DW"), LeaderKilled("gorgol", "7.26"))
    assert "sauron-gorgol-1" not in second.state.leaders


@pytest.mark.rule("middle-earth", "8.21-a")
def test_a_flipped_leader_fights_and_rallies_with_a_rating_2_lower():
    duel = isildur_against_gorgol(other=8, wounded=True).when("alliance", Duel("isildur", "gorgol"), [2])
    duel.then(
        like(
            DuelFought,
            attacker_rating=8,
            defender_rating=6,
            differential=2,
            defender_modifiers=(Modifier(-2, "wounded", "8.21"),),
        )
    )
    given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505", wounded=True),
        unit("men-footmen-2", "0504", disrupted=True),
        unit("men-footmen-3", "0506", disrupted=True),
        phase("H", seat="alliance"),
    ).when("alliance", Rally("isildur", "men-footmen-2"), [3, 4]).then(
        like(RallyRolled, rating=6, range=(2, 6), rallied=False)
    )


@pytest.mark.rule("middle-earth", "8.21-a")
def test_no_rating_falls_below_1():
    for each in installed_data().leader.values():
        assert each.wounded == max(each.rating - 2, 1), each.id
    low = replace(EXCLUSIVE, rating_modifiers=lambda game, state, leader: (Modifier(-9, "despair", "-"),))
    position = given(
        board(exclusive=low), unit("orcs-1", "0505"), leader("gorgol", "0505", wounded=True), phase("C")
    )
    assert rating(position.game, position.state, "sauron-gorgol-1")[0] == 1


@pytest.mark.rule("middle-earth", "8.21-a")
def test_a_leader_whose_unit_is_driven_back_is_not_disrupted_and_rallies_it():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0507", disrupted=True),
        leader("isildur", "0505"),
        unit("trolls-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])
    position.when("alliance", Retreat("0506")).then(UnitRetreated("men-footmen-1", "0506", ("isildur",)))
    position.when("sauron", HoldPosition()).when("alliance", End()).then_includes(PhaseBegan("H", "alliance"))
    position.offers_only(Rally("isildur", "men-footmen-1"), Rally("isildur", "men-footmen-2"), End())
    position.when("alliance", Rally("isildur", "isildur")).refused("8.31")


# 8.22


@pytest.mark.rule("middle-earth", "8.22-a")
def test_a_leader_exerts_no_zone_of_control():
    def passes(*enemies):
        return given(
            board(), unit("men-footmen-1", "0506"), unit("men-footmen-2", "0909"), *enemies, phase("F")
        ).when("alliance", March("men-footmen-1"))

    alone = passes(unit("orcs-1", "0101"), leader("ringwraith", "0504")).when("alliance", Step("0505"))
    alone.then_not(MarchEnded).offers(Step("0405"), Step("0605"))
    passes(unit("orcs-1", "0504"), leader("ringwraith", "0504")).when("alliance", Step("0505")).then_includes(
        MarchEnded("men-footmen-1", "6.0")
    )


@pytest.mark.rule("middle-earth", "8.22-a")
def test_a_leader_passes_through_zones_of_control_that_stop_a_unit():
    field = (unit("men-footmen-1", "0506"), unit("men-footmen-2", "0909"), unit("orcs-1", "0504"))
    position = given(board(), *field, leader("isildur", "0506"), phase("F")).when(
        "alliance", March("isildur")
    )
    position.when("alliance", Step("0505")).then(PieceMoved("isildur", "0505", 1)).then_not(MarchEnded)
    position.when("alliance", Step("0404")).then(PieceMoved("isildur", "0404", 1)).then_not(MarchEnded)
    out = given(board(), *field, unit("men-footmen-3", "0505"), leader("isildur", "0505"), phase("F"))
    out.when("alliance", March("men-footmen-3")).refused("6.11")
    out.offers(March("isildur"))


# 8.23


@pytest.mark.rule("middle-earth", "8.23-a")
@pytest.mark.parametrize(
    "captains", [(), (leader("elendil", "0505"), leader("isildur", "0505")), (leader("sauron", "0504"),)]
)
def test_leaders_change_nothing_in_an_attack(captains):
    melee = given(
        board(), unit("guard-of-elendil-1", "0505"), unit("orcs-1", "0504"), *captains, phase("G", "melee")
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [4, 4])
    melee.then_includes(
        like(
            AttackResolved,
            letter="B",
            armour=3,
            range=(2, 7),
            casualty=False,
            attack_modifiers=(),
            armour_modifiers=(),
        )
    )
    hit = given(
        board(),
        unit("guard-of-elendil-1", "0505"),
        unit("guard-of-elendil-2", "0909"),
        unit("orcs-1", "0504"),
        *captains,
        phase("D", "melee"),
    ).when("sauron", Attack("orcs-1", "guard-of-elendil-1"), [1, 1, 6])
    hit.then_includes(like(AttackResolved, letter="E", armour=3, morale="W", die=6, morale_modifiers=()))


@pytest.mark.rule("middle-earth", "8.23-a")
def test_harm_to_a_leader_drives_his_unit_back_and_no_other():
    position = isildur_against_gorgol().when("alliance", Duel("isildur", "gorgol"), [5])
    position.then_includes(RetreatOrdered("wargs-1", 2, "leader")).then_not(
        RetreatOrdered("men-footmen-1", 2, "leader")
    )
    unharmed = isildur_against_gorgol().when("alliance", Duel("isildur", "gorgol"), [3])
    unharmed.then_not(RetreatOrdered)


# 8.24


def hit(kind, dice, *more, reduced=False):
    """A unit of Men under Anarion is fired at, or attacked by trolls."""
    step = "missile" if kind == "missile" else "melee"
    attacker = "orc-archers-1" if kind == "missile" else "trolls-1"
    action = Fire(attacker, "men-footmen-1") if kind == "missile" else Attack(attacker, "men-footmen-1")
    return given(
        board(),
        unit("men-footmen-1", "0505", reduced=reduced),
        leader("anarion", "0505"),
        unit(attacker, "0504"),
        unit("orcs-8", "0101"),
        *more,
        phase("D", step),
    ).when("sauron", action, dice)


@pytest.mark.rule("middle-earth", "8.24-a")
@pytest.mark.parametrize("kind", ["missile", "melee"])
@pytest.mark.parametrize(("die", "wounded"), [(1, False), (4, False), (5, True), (6, True)])
def test_by_fire_as_by_melee_a_flip_wounds_him_on_5_or_6(kind, die, wounded):
    position = hit(kind, [1, 1, 3, die]).then_includes(
        UnitReduced("men-footmen-1", "7.42"), FateRolled("anarion", die, "1/2", wounded)
    )
    assert position.state.leaders["sauron-anarion-1"].wounded is wounded


@pytest.mark.rule("middle-earth", "8.24-a")
@pytest.mark.parametrize(("die", "killed"), [(4, False), (5, True), (6, True)])
def test_an_elimination_kills_him_on_5_or_6_though_he_was_whole(die, killed):
    position = given(
        board(types={"rabble": counter("alliance", "C3Z")}),
        unit("rabble-1", "0505"),
        leader("anarion", "0505"),
        unit("rabble-2", "0909"),
        unit("trolls-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "rabble-1"), [1, 1, 2, die])
    position.then_includes(like(AttackResolved, result="E"), FateRolled("anarion", die, "E", killed))
    assert ("sauron-anarion-1" in position.state.killed) is killed


@pytest.mark.rule("middle-earth", "8.24-a")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_plain_retreat_causes_no_roll(die):
    hit("melee", [1, 1, die]).then_includes(like(RetreatOrdered, cause="combat")).then_not(
        FateRolled, LeaderWounded
    )


@pytest.mark.rule("middle-earth", "8.24-a")
def test_each_leader_with_the_unit_rolls_for_himself():
    position = hit("melee", [1, 1, 3, 6, 2], leader("isildur", "0505"))
    position.then_includes(
        FateRolled("anarion", 6, "1/2", True),
        LeaderWounded("anarion", "8.24"),
        FateRolled("isildur", 2, "1/2", False),
    )
    assert not position.state.leaders["sauron-isildur-1"].wounded


@pytest.mark.rule("middle-earth", "8.24-a")
def test_a_unit_flipped_or_lost_by_its_leader_s_harm_makes_him_roll_too():
    """The Men behind Anarion's unit are in enemy zones all round, so it cannot retreat (7.23)."""

    def harmed(*, reduced=False, disrupted=False, dice):
        return given(
            board(),
            unit("men-footmen-1", "0505", reduced=reduced, disrupted=disrupted),
            leader("anarion", "0505"),
            leader("isildur", "0505"),
            unit("men-footmen-2", "0909"),
            unit("trolls-1", "0504"),
            leader("sauron", "0504"),
            unit("trolls-2", "0407"),
            unit("trolls-3", "0607"),
            unit("orcs-1", "0305"),
            unit("orcs-2", "0705"),
            phase("D", "leaders"),
        ).when("sauron", Duel("sauron", "anarion"), dice)

    flipped = harmed(dice=[3, 6, 1])
    flipped.then_includes(
        LeaderWounded("anarion", "7.26"),
        UnitReduced("men-footmen-1", "7.23"),
        FateRolled("anarion", 6, "1/2", True),
        LeaderKilled("anarion", "8.24"),
        FateRolled("isildur", 1, "1/2", False),
    )
    for lost in ({"reduced": True}, {"disrupted": True}):
        position = harmed(dice=[3, 1, 5], **lost)
        position.then_includes(
            like(UnitEliminated, unit="men-footmen-1"),
            FateRolled("anarion", 1, "E", False),
            FateRolled("isildur", 5, "E", True),
            LeaderKilled("isildur", "8.24"),
        )
        assert position.state.leaders["sauron-anarion-1"].hex == "0909"


@pytest.mark.rule("middle-earth", "8.24-a")
def test_the_rest_of_the_army_s_leaders_do_not_roll():
    hit("melee", [1, 1, 3, 1], unit("men-footmen-2", "0506"), leader("isildur", "0506")).then_not(
        like(FateRolled, leader="isildur")
    )


def unit_dies(*others, die=1):
    """The only unit with Anarion is reduced and flips once more."""
    return hit("melee", [1, 1, 3, die], *others, reduced=True)


@pytest.mark.rule("middle-earth", "8.24-b")
def test_a_survivor_joins_the_nearest_unit_of_his_own_people_though_others_are_nearer():
    position = unit_dies(
        unit("dwarves-1", "0506"), unit("men-footmen-2", "0509"), unit("men-footmen-3", "0510")
    )
    position.then_includes(
        UnitEliminated("men-footmen-1", "alliance", 9, "7.33"),
        RelocationOrdered("anarion", "8.24"),
        LeaderRelocated("anarion", "0509"),
    )


@pytest.mark.rule("middle-earth", "8.24-b")
def test_with_none_of_his_people_left_he_joins_the_nearest_friends():
    unit_dies(unit("dwarves-1", "0507"), unit("dwarves-2", "0510")).then_includes(
        LeaderRelocated("anarion", "0507")
    )


@pytest.mark.rule("middle-earth", "8.24-b")
def test_his_owner_chooses_among_equally_near_units():
    position = unit_dies(
        unit("men-footmen-2", "0507"), unit("men-footmen-3", "0705"), unit("men-footmen-4", "0510")
    ).awaits("alliance", "relocate")
    position.offers_only(Relocate("anarion", "men-footmen-2"), Relocate("anarion", "men-footmen-3"))
    position.when("alliance", Relocate("anarion", "men-footmen-4")).refused("8.24", "nearest")
    position.when("alliance", Relocate("anarion", "men-footmen-3")).then(LeaderRelocated("anarion", "0705"))


@pytest.mark.rule("middle-earth", "8.24-b")
def test_a_survivor_whose_side_has_no_unit_left_is_removed():
    position = unit_dies().then_includes(LeaderKilled("anarion", "8.24"))
    assert not position.state.leaders


@pytest.mark.rule("middle-earth", "8.24-b")
def test_a_leader_whose_formation_loses_one_unit_stays_with_the_other():
    position = given(
        board(types={"rabble": counter("alliance", "C3Z")}),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0505"),
        leader("anarion", "0505"),
        unit("slaves-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), [1, 1, 3, 1])
    assert position.state.relocations == ()
    assert position.state.leaders["sauron-anarion-1"].hex == "0505"
    position.awaits("alliance", "lose")
    assert StepBegan not in map(type, position.events)
