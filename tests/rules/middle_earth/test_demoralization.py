"""Demoralization (9.0): what a unit counts, when an army breaks, and what that does to both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.middle_earth.actions import (
    Attack,
    Duel,
    End,
    Fire,
    HoldPosition,
    March,
    Rally,
    Resolve,
    StandFast,
    Step,
)
from rules.middle_earth.board import demoralization_value, ratings
from rules.middle_earth.events import (
    ArmyDemoralized,
    AttackResolved,
    LeaderKilled,
    Modifier,
    PhaseBegan,
    PieceRemoved,
    RallyRolled,
    TotalChanged,
    TurnBegan,
    UnitEliminated,
    UnitReduced,
)
from rules.middle_earth.sauron.ruleset import EXCLUSIVE
from tests.rules.middle_earth.harness import (
    board,
    counter,
    demoralized,
    engine,
    given,
    leader,
    learning,
    like,
    marker,
    phase,
    total,
    unit,
)

MELEE = phase("G", "melee")
SAURON_MELEE = phase("D", "melee")
H = phase("H", seat="alliance")


def two_attacks(*more, level):
    """Two guards, each next to orcs of value 6; the second has a choice, so that he is asked."""
    return given(
        board(level=level),
        unit("guard-of-elendil-1", "0505"),
        unit("orcs-1", "0504"),
        unit("guard-of-elendil-2", "0909"),
        unit("orcs-2", "0908"),
        unit("orcs-3", "0808"),
        *more,
        MELEE,
    )


def kill(position, number, dice=(1, 1, 1)):
    """The guard eliminates the orcs in front of it and stays where it is."""
    position.when("alliance", Attack(f"guard-of-elendil-{number}", f"orcs-{number}"), dice)
    position.then_includes(UnitEliminated(f"orcs-{number}", "sauron", 6, "7.42"))
    return position.when("alliance", HoldPosition())


# 9.0


@pytest.mark.rule("middle-earth", "9.0-a")
def test_an_army_that_is_demoralized_stays_so_though_its_total_falls():
    position = kill(kill(two_attacks(level={"sauron": 11}), 1).then_not(ArmyDemoralized), 2)
    position.then_includes(ArmyDemoralized("sauron", 12, 11))
    later = given(
        board(level={"sauron": 11}),
        unit("orcs-1", "0505"),
        leader("ringwraith", "0505"),
        unit("orcs-2", "0504", disrupted=True),
        unit("men-footmen-1", "0909"),
        demoralized("sauron"),
        total("sauron", 12),
        phase("F", turn=2),
    )
    later.add(TotalChanged("sauron", -12, "9.0"))
    later.when("alliance", End()).then_not(ArmyDemoralized)
    assert (later.state.totals["sauron"], later.state.demoralized) == (0, frozenset({"sauron"}))
    later.add(phase("H", seat="sauron", turn=2))
    later.when("sauron", Rally("ringwraith", "orcs-2")).refused("9.31")


@pytest.mark.rule("middle-earth", "9.0-a")
def test_each_side_s_total_is_set_against_its_own_level():
    assert dict(learning().board.levels_of) == {"alliance": 28, "sauron": 24}
    position = kill(kill(two_attacks(level={"sauron": 12, "alliance": 11}), 1), 2).then_not(ArmyDemoralized)
    assert dict(position.state.totals) == {"sauron": 12}
    kill(kill(two_attacks(level={"sauron": 11, "alliance": 12}), 1), 2).then_includes(
        ArmyDemoralized("sauron", 12, 11)
    )


# 9.11


@pytest.mark.rule("middle-earth", "9.11-a")
@pytest.mark.parametrize(("level", "breaks"), [(11, True), (12, False)])
def test_the_values_of_the_eliminated_units_are_added_up_and_set_against_the_level(level, breaks):
    position = kill(two_attacks(level={"sauron": level}), 1)
    assert position.state.totals["sauron"] == 6
    assert not position.state.demoralized
    kill(position, 2)
    assert position.state.totals["sauron"] == 12
    assert bool(position.state.demoralized) is breaks


@pytest.mark.rule("middle-earth", "9.11-a")
def test_a_unit_s_value_is_fixed_whatever_became_of_it_first():
    values = set()
    for state in ({}, {"reduced": True}, {"disrupted": True}, {"reduced": True, "disrupted": True}):
        position = given(
            board(),
            unit("guard-of-elendil-1", "0505"),
            unit("orcs-1", "0504", **state),
            unit("orcs-2", "0101"),
            MELEE,
        ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 1])
        values.add(position.state.totals["sauron"])
    assert values == {6}


# 9.12


@pytest.mark.rule("middle-earth", "9.12-a")
def test_every_counter_s_value_is_that_of_its_full_side_with_both_letters():
    board = learning().board
    found = {unit.type: unit.value for unit in board.units.values()}
    assert found == {
        "beast-of-mordor": 10, "dwarves": 11, "elven-bowmen": 12, "elven-cavalry": 12, "elven-spearmen": 11,
        "goblin-archers": 4, "guard-of-elendil": 11, "men-bowmen": 6, "men-cavalry": 10, "men-footmen": 9,
        "orc-archers": 4, "orc-swordsmen": 6, "orcs": 6, "slaves": 7, "trolls": 8, "wargs": 5,
    }  # fmt: skip
    assert demoralization_value(ratings("Ce2W"), board.values) == 3 + 1 + 2 + 4


@pytest.mark.rule("middle-earth", "9.12-b")
def test_leaders_engines_and_markers_count_nothing_when_they_are_lost():
    position = given(
        board(captains={"gorgol": 4}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("wargs-1", "0504"),
        unit("wargs-2", "0808"),
        leader("gorgol", "0504"),
        marker("pedestal", "0909"),
        engine("tower", "siege-tower", "0808", "sauron"),
        phase("G", "leaders"),
    ).when("alliance", Duel("isildur", "gorgol"), [6])
    position.then_includes(LeaderKilled("gorgol", "7.26")).then_not(TotalChanged)
    position.add(PieceRemoved("pedestal", "SAURON-10"))
    position.add(PieceRemoved("tower", "7.53"))
    assert position.state.totals.get("sauron", 0) == 0
    for each in (*learning().board.leaders.values(), *learning().board.markers.values()):
        assert "value" not in each.__annotations__


# 9.13


@pytest.mark.rule("middle-earth", "9.13-a")
def test_a_flip_adds_nothing_and_the_elimination_all_of_it_to_its_own_army_s_total():
    def attack(**state):
        return given(
            board(),
            unit("guard-of-elendil-1", "0505"),
            unit("guard-of-elendil-2", "0909"),
            unit("orcs-1", "0504", **state),
            unit("orcs-2", "0101"),
            MELEE,
        ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 4])

    flipped = attack().then_includes(UnitReduced("orcs-1", "7.42"))
    assert dict(flipped.state.totals) == {}
    lost = attack(reduced=True).then_includes(UnitEliminated("orcs-1", "sauron", 6, "7.33"))
    assert dict(lost.state.totals) == {"sauron": 6}


@pytest.mark.rule("middle-earth", "9.13-a")
def test_a_unit_that_dies_because_it_cannot_retreat_counts_too():
    position = given(
        board(),
        unit("guard-of-elendil-1", "0505"),
        unit("orcs-1", "0504", disrupted=True),
        unit("orcs-2", "0101"),
        MELEE,
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 6])
    position.then_includes(UnitEliminated("orcs-1", "sauron", 6, "7.57"))
    assert dict(position.state.totals) == {"sauron": 6}


# 9.21 to 9.23


@pytest.mark.rule("middle-earth", "9.21-a")
@pytest.mark.parametrize(("before", "breaks"), [(6, False), (7, True)])
def test_an_army_breaks_when_its_total_exceeds_its_level_not_when_it_reaches_it(before, breaks):
    position = kill(kill(two_attacks(total("sauron", before), level={"sauron": 18}), 1), 2)
    assert ("sauron" in position.state.demoralized) is breaks


@pytest.mark.rule("middle-earth", "9.21-a")
def test_it_breaks_at_the_end_of_the_phase_and_not_before():
    position = kill(two_attacks(level={"sauron": 5}), 1).then_not(ArmyDemoralized)
    assert not position.state.demoralized
    position.when("alliance", Attack("guard-of-elendil-2", "orcs-2"), [6, 6])
    position.then_includes(AttackResolved, ArmyDemoralized("sauron", 6, 5), TurnBegan)
    broke = position.events.index(ArmyDemoralized("sauron", 6, 5))
    assert not any(isinstance(each, PhaseBegan | TurnBegan) for each in position.events[:broke])


@pytest.mark.rule("middle-earth", "9.22-a")
def test_one_army_s_demoralization_does_not_keep_the_other_s_away():
    position = two_attacks(
        demoralized("alliance"), total("alliance", 50), level={"alliance": 40, "sauron": 11}
    )
    kill(kill(position, 1, [1]), 2, [1]).then_includes(ArmyDemoralized("sauron", 12, 11))
    position.then_not(like(ArmyDemoralized, army="alliance"))
    assert position.state.demoralized == {"alliance", "sauron"}


@pytest.mark.rule("middle-earth", "9.23-a")
def test_armies_that_break_in_one_combat_phase_break_together_at_its_end():
    """Anarion falls in his attack on Sauron, and his shaken unit with him; then the orcs fall."""
    position = given(
        board(level={"alliance": 8, "sauron": 5}),
        unit("men-footmen-1", "0505", disrupted=True),
        leader("anarion", "0505"),
        unit("trolls-1", "0504"),
        leader("sauron", "0504"),
        unit("guard-of-elendil-1", "0909"),
        unit("orcs-1", "0908"),
        unit("orcs-2", "0808"),
        phase("G", "leaders"),
    ).when("alliance", Duel("anarion", "sauron"), [1])
    position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.57")).then_not(ArmyDemoralized)
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 1]).then_not(ArmyDemoralized)
    assert not position.state.demoralized
    position.when("alliance", HoldPosition())
    broke = [each for each in position.events if isinstance(each, ArmyDemoralized)]
    assert broke == [ArmyDemoralized("alliance", 9, 8), ArmyDemoralized("sauron", 6, 5)]
    first = position.events.index(broke[0])
    assert position.events[first + 1] == broke[1]
    assert not any(isinstance(each, PhaseBegan | TurnBegan) for each in position.events[:first])


# 9.31


@pytest.mark.rule("middle-earth", "9.31-a")
def test_units_of_a_demoralized_army_are_not_rallied():
    def rallying(*more, begun=H):
        return given(
            board(),
            unit("men-footmen-1", "0505"),
            leader("isildur", "0505"),
            unit("men-footmen-2", "0504", disrupted=True),
            unit("men-footmen-3", "0506", disrupted=True),
            *more,
            begun,
        )

    broken = rallying(demoralized("alliance")).offers_not(Rally("isildur", "men-footmen-2"))
    broken.when("alliance", Rally("isildur", "men-footmen-2")).refused("9.31", "demoralized")
    rallying().when("alliance", Rally("isildur", "men-footmen-2"), [1, 1]).then(
        like(RallyRolled, rallied=True)
    )
    other = rallying(demoralized("sauron"))
    other.when("alliance", Rally("isildur", "men-footmen-2"), [1, 1]).then(like(RallyRolled, rallied=True))


# 9.32


def wargs(*more, broken=True, begun=SAURON_MELEE, kind="wargs-1"):
    """A unit next to two units of Men, its army demoralized or not."""
    shaken = (demoralized("sauron"),) if broken else ()
    return given(
        board(types={"bad-riders": counter("alliance", "C1Z", arm="cavalry")}),
        unit(kind, "0505"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0404"),
        *shaken,
        *more,
        begun,
    )


@pytest.mark.rule("middle-earth", "9.32-a")
@pytest.mark.parametrize("night", [False, True])
def test_z_units_of_a_demoralized_army_attack_nobody_in_melee_even_at_night(night):
    begun = phase("D", "melee", night=night)
    position = wargs(begun=begun).offers_only(End())
    position.when("sauron", Attack("wargs-1", "men-footmen-1")).refused("9.32", "lost heart")
    both = (Attack("wargs-1", "men-footmen-1"), Attack("wargs-1", "men-footmen-2"))
    wargs(begun=begun, broken=False).offers_only(*both)
    for kind in ("orcs-1", "orc-swordsmen-1"):
        wargs(begun=begun, kind=kind).offers(Attack(kind, "men-footmen-1")).offers_not(End())


@pytest.mark.rule("middle-earth", "9.32-a")
def test_nor_do_units_whose_reduced_side_is_z_but_a_y_unit_made_worse_by_a_spell_does():
    reduced = given(
        board(types={"brutes": counter("sauron", "C2Y", reduced="D2Z", nation="orcs")}),
        unit("brutes-1", "0505", reduced=True),
        unit("brutes-2", "0605"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0604"),
        demoralized("sauron"),
        phase("D", "melee"),
    )
    reduced.offers(Attack("brutes-2", "men-footmen-2"))
    reduced.when("sauron", Attack("brutes-1", "men-footmen-1")).refused("9.32")
    worse = replace(EXCLUSIVE, morale_modifiers=lambda game, state, unit: (Modifier(-1, "dread", "-"),))
    given(
        board(exclusive=worse),
        unit("orcs-1", "0505"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0604"),
        demoralized("sauron"),
        phase("D", "melee"),
    ).offers(Attack("orcs-1", "men-footmen-1"))


@pytest.mark.rule("middle-earth", "9.32-a")
def test_they_do_not_enter_an_enemy_zone_of_control_of_their_own_will():
    def marching(kind, *more):
        return given(
            board(),
            unit(kind, "0507"),
            unit("men-footmen-1", "0504"),
            unit("orcs-8", "0101"),
            *more,
            phase("C"),
        ).when("sauron", March(kind))

    broken = marching("wargs-1", demoralized("sauron")).when("sauron", Step("0506"))
    broken.offers_not(Step("0505")).when("sauron", Step("0505")).refused("9.32", "zone of control")
    marching("wargs-1").when("sauron", Step("0506")).offers(Step("0505"))
    marching("orcs-1", demoralized("sauron")).when("sauron", Step("0506")).offers(Step("0505"))
    marching("wargs-1", demoralized("alliance")).when("sauron", Step("0506")).offers(Step("0505"))


@pytest.mark.rule("middle-earth", "9.32-a")
def test_they_fire_and_defend_as_ever():
    archers = given(
        board(),
        unit("orc-archers-1", "0505", reduced=True),
        unit("men-footmen-1", "0503"),
        demoralized("sauron"),
        phase("D", "missile"),
    ).offers(Fire("orc-archers-1", "men-footmen-1"))
    archers.when("sauron", Fire("orc-archers-1", "men-footmen-1"), [6, 6]).then(
        like(AttackResolved, letter="E")
    )
    defending = wargs(begun=MELEE)
    defending.when("alliance", Attack("men-footmen-1", "wargs-1")).when("alliance", Resolve()).when(
        "sauron", StandFast(), [1, 1, 6]
    ).then_includes(like(AttackResolved, letter="C", armour=1, morale="Z", result="R2"))


@pytest.mark.rule("middle-earth", "9.32-a")
def test_z_units_of_the_west_lose_heart_as_well():
    position = given(
        board(types={"bad-riders": counter("alliance", "C1Z")}),
        unit("bad-riders-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0404"),
        demoralized("alliance"),
        MELEE,
    ).offers_only(End())
    position.when("alliance", Attack("bad-riders-1", "orcs-1")).refused("9.32")


# 9.33


def west(code, *more, begun=MELEE, army="alliance"):
    """A unit of the West with this code next to two units of orcs."""
    west_units = {**counter("alliance", code, reduced=code), "army": army}
    return given(
        board(types={"west": west_units}),
        unit("west-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0404"),
        *more,
        begun,
    )


@pytest.mark.rule("middle-earth", "9.33-a")
@pytest.mark.parametrize(("code", "fanatic"), [("C3W", True), ("C3X", True), ("C3Y", False)])
def test_units_of_morale_w_or_x_become_fanatic_when_their_army_breaks(code, fanatic):
    position = west(code, demoralized("alliance"))
    position.when("alliance", Attack("west-1", "orcs-1"), [6] if fanatic else [6, 6])
    position.then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, die=6)
        if fanatic
        else like(AttackResolved, letter="C", dice=(6, 6), casualty=False)
    )
    west(code).when("alliance", Attack("west-1", "orcs-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="C", dice=(6, 6), casualty=False)
    )


@pytest.mark.rule("middle-earth", "9.33-a")
def test_they_stay_fanatic_for_the_rest_of_the_game():
    position = west("C3W", demoralized("alliance"), total("alliance", 0), begun=phase("G", "melee", turn=9))
    position.when("alliance", Attack("west-1", "orcs-1"), [6]).then_includes(
        like(AttackResolved, letter="fanatic")
    )


@pytest.mark.rule("middle-earth", "9.33-a")
def test_fire_is_rolled_all_the_same_and_the_enemy_s_breaking_makes_nobody_fanatic():
    west("Be3W", demoralized("alliance"), begun=phase("G", "missile")).when(
        "alliance", Fire("west-1", "orcs-1"), [6, 6]
    ).then(like(AttackResolved, letter="E", dice=(6, 6), casualty=False))
    west("C3W", demoralized("sauron")).when("alliance", Attack("west-1", "orcs-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="C", dice=(6, 6))
    )


@pytest.mark.rule("middle-earth", "9.33-a")
def test_units_of_another_army_of_the_west_do_not():
    position = west("C3W", demoralized("alliance"), army="rohan")
    position.when("alliance", Attack("west-1", "orcs-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="C")
    )


@pytest.mark.rule("middle-earth", "9.33-a")
def test_steadfast_units_of_sauron_s_broken_army_do_not():
    given(
        board(),
        unit("beast-of-mordor-1", "0505"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0404"),
        demoralized("sauron"),
        phase("D", "melee"),
    ).when("sauron", Attack("beast-of-mordor-1", "men-footmen-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="C", dice=(6, 6), morale="")
    )
