"""Special formations (8.4): who takes one and where, what it is worth, how it moves, suffers and ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.middle_earth.actions import (
    Advance,
    Attack,
    BreakUp,
    Duel,
    End,
    Fire,
    Form,
    Halt,
    Lose,
    March,
    Retreat,
    RetreatBeforeCombat,
    Step,
)
from rules.middle_earth.events import (
    AttackResolved,
    EarlyRetreatRolled,
    FormationEnded,
    FormationTaken,
    LossOrdered,
    MarchBegan,
    MarchEnded,
    PieceMoved,
    RetreatOrdered,
    SpellTookHold,
    UnitAdvanced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from rules.middle_earth.sauron.ruleset import EXCLUSIVE
from rules.parts.hexes import distance
from tests.rules.middle_earth.harness import (
    board,
    counter,
    formation,
    given,
    leader,
    learning,
    like,
    opened,
    phase,
    unit,
)

F = phase("F")
MELEE = phase("G", "melee")
UNDER_ATTACK = phase("D", "melee")
PAIR = ("men-footmen-1", "men-footmen-2")
SHIELD_WALL = formation("shield-wall", *PAIR, "0505")
WEDGE = formation("wedge", "men-cavalry-1", "men-cavalry-2", "0505")
OTHER = unit("men-footmen-8", "0909")


def gathered(*more, first=None, second=None, place="0505", game=None):
    """Two footmen, one with Elendil and one beside him, and a third far away."""
    return given(
        game or board(),
        first or unit("men-footmen-1", place),
        second or unit("men-footmen-2", "0506"),
        leader("elendil", place),
        OTHER,
        *more,
        F,
    )


def form(position):
    return position.when("alliance", Form("elendil", PAIR))


# 8.4


@pytest.mark.rule("middle-earth", "8.4-a")
def test_two_units_of_the_west_stay_in_one_hex_in_formation_only():
    position = gathered()
    position.when("alliance", March("men-footmen-1")).when("alliance", Step("0404")).when("alliance", Halt())
    position.when("alliance", March("men-footmen-2")).when("alliance", Step("0405"))
    position.when("alliance", Step("0404")).offers_not(Halt())
    position.when("alliance", Halt()).refused("5.0")
    position = form(gathered())
    position.then(FormationTaken("shield-wall", "elendil", PAIR, "0505")).offers(End())
    assert position.state.at["0505"] == ("sauron-men-footmen-1", "sauron-men-footmen-2")
    assert position.state.crowded == ""


@pytest.mark.rule("middle-earth", "8.4-a", "8.43-a")
def test_it_needs_a_leader_of_its_own_side():
    position = given(board(), unit("men-footmen-1", "0505"), unit("men-footmen-2", "0506"), OTHER, F)
    position.offers_not(Form("elendil", PAIR))
    form(position).refused("8.43", "no leader of yours")


# 8.41


@pytest.mark.rule("middle-earth", "8.41-a")
@pytest.mark.parametrize(
    ("kind", "captain"),
    [
        ("orcs", "ringwraith"),
        ("orc-swordsmen", "ringwraith"),
        ("orc-archers", "sauron"),
        ("trolls", "sauron"),
        ("wargs", "gorgol"),
        ("goblin-archers", "gorgol"),
    ],
)
def test_units_of_the_dark_side_take_no_formation(kind, captain):
    position = given(
        board(),
        unit(f"{kind}-1", "0505"),
        unit(f"{kind}-2", "0506"),
        leader(captain, "0505"),
        unit("men-footmen-1", "0101"),
        phase("C"),
    )
    pair = (f"{kind}-1", f"{kind}-2")
    position.offers_not(Form(captain, pair)).when("sauron", Form(captain, pair)).refused("8.41")


@pytest.mark.rule("middle-earth", "8.41-b")
@pytest.mark.parametrize("ground", ["slope", "grove", "city"])
def test_a_formation_is_taken_in_clear_terrain_only(ground):
    rough = gathered(game=board(terrain={"0505": ground})).offers_not(Form("elendil", PAIR))
    form(rough).refused("8.41", "not clear")
    form(gathered(game=board(road=["0504", "0505", "0506"]))).then(FormationTaken)


@pytest.mark.rule("middle-earth", "8.41-b")
@pytest.mark.parametrize("ground", ["slope", "grove", "city"])
def test_a_formation_moves_into_clear_hexes_only(ground):
    position = given(board(terrain={"0504": ground}), *SHIELD_WALL, OTHER, F)
    position.when("alliance", March("men-footmen-1")).offers_not(Step("0504")).offers(Step("0404"))
    position.when("alliance", Step("0504")).refused("8.41")
    single = given(board(terrain={"0504": ground}), unit("men-footmen-1", "0505"), OTHER, F)
    single.when("alliance", March("men-footmen-1")).offers(Step("0504"))


@pytest.mark.rule("middle-earth", "8.41-b")
@pytest.mark.parametrize("feature", ["breach", "open-gate", "gate"])
def test_a_formation_crosses_no_hexside_of_other_terrain(feature):
    position = given(board(edges={"0504|0505": feature}), *SHIELD_WALL, OTHER, F)
    position.when("alliance", March("men-footmen-1")).offers_not(Step("0504"))
    position.when("alliance", Step("0504")).refused("8.41")


@pytest.mark.rule("middle-earth", "8.41-b")
def test_nor_one_that_has_been_breached_but_a_road_over_clear_ground_is_clear():
    walled = given(board(edges={"0504|0505": "wall"}), *SHIELD_WALL, OTHER, opened("0504|0505"), F)
    walled.when("alliance", March("men-footmen-1")).when("alliance", Step("0504")).refused("8.41")
    road = given(board(road=["0506", "0505", "0504"]), *SHIELD_WALL, OTHER, F)
    road.when("alliance", March("men-footmen-1")).when("alliance", Step("0504")).then(
        PieceMoved("men-footmen-1", "0504", 1)
    )


@pytest.mark.rule("middle-earth", "8.41-b")
def test_nor_does_it_attack_or_advance_where_it_could_not_go():
    position = given(
        board(terrain={"0504": "slope"}),
        *SHIELD_WALL,
        unit("orcs-1", "0504"),
        unit("orcs-2", "0404"),
        OTHER,
        MELEE,
    )
    position.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.36")
    position.offers_only(Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", Attack("men-footmen-1", "orcs-2"), [1, 1, 1]).offers(Advance("men-footmen-1"))


# 8.42


@pytest.mark.rule("middle-earth", "8.42-a")
def test_a_wedge_is_of_cavalry_a_shield_wall_of_infantry_and_there_is_no_third():
    west = [each for each in learning().board.formations.values() if each.role == "west"]
    assert [(each.id, each.arm) for each in sorted(west, key=lambda each: each.id)] == [
        ("shield-wall", "infantry"),
        ("wedge", "cavalry"),
    ]
    riders = ("men-cavalry-1", "men-cavalry-2")
    given(
        board(),
        *(unit(name, place) for name, place in zip(riders, ("0505", "0506"), strict=True)),
        leader("elendil", "0505"),
        OTHER,
        F,
    ).when("alliance", Form("elendil", riders)).then(FormationTaken("wedge", "elendil", riders, "0505"))
    form(gathered()).then(FormationTaken("shield-wall", "elendil", PAIR, "0505"))


@pytest.mark.rule("middle-earth", "8.42-a")
def test_cavalry_and_infantry_take_none_together_and_one_unit_none_alone():
    like_footmen = board(types={"riders": counter("alliance", "C3X", reduced="D2X", arm="cavalry")})
    position = gathered(unit("riders-1", "0405"), game=like_footmen)
    mixed = ("men-footmen-1", "riders-1")
    position.offers_not(Form("elendil", mixed)).when("alliance", Form("elendil", mixed)).refused(
        "8.42", "not both"
    )
    position.when("alliance", Form("elendil", ("men-footmen-1", "men-footmen-1"))).refused(
        "8.42", "two units"
    )


# 8.43


@pytest.mark.rule("middle-earth", "8.43-a")
def test_both_units_come_into_the_leader_s_hex_from_wherever_they_stand_next_to_him():
    position = gathered(first=unit("men-footmen-1", "0404"), second=unit("men-footmen-2", "0605"))
    form(position).then(FormationTaken("shield-wall", "elendil", PAIR, "0505"))
    for name, partner in zip(PAIR, reversed(PAIR), strict=True):
        standing = position.state.units[f"sauron-{name}"]
        assert (standing.hex, standing.partner) == ("0505", f"sauron-{partner}")
    assert position.state.leaders["sauron-elendil-1"].hex == "0505"


@pytest.mark.rule("middle-earth", "8.43-a")
def test_the_leader_may_leave_when_they_are_formed_but_not_before():
    formed = form(gathered()).offers(March("elendil"))
    formed.when("alliance", March("elendil")).then(MarchBegan("elendil", 6))
    moved = (
        gathered().when("alliance", March("elendil")).when("alliance", Step("0405")).when("alliance", Halt())
    )
    form(moved).refused("8.43", "has moved")


@pytest.mark.rule("middle-earth", "8.43-a")
def test_units_of_different_peoples_take_none_even_under_a_magic_leader():
    stout = {"stout": counter("alliance", "C3X", reduced="D2X", nation="dwarves")}
    pair = ("men-footmen-1", "stout-1")
    for game, words in (
        (board(types=stout), "another nationality than Elendil"),
        (board(types=stout, magic={"elendil": 5}), "different nationality"),
    ):
        position = gathered(unit("stout-1", "0405"), game=game).offers_not(Form("elendil", pair))
        position.when("alliance", Form("elendil", pair)).refused("8.43", words)


@pytest.mark.rule("middle-earth", "8.43-a")
@pytest.mark.parametrize("code", ["B3X", "C2X", "C3W"])
def test_units_that_differ_in_attack_armour_or_morale_take_none(code):
    position = gathered(unit("other-1", "0405"), game=board(types={"other": counter("alliance", code)}))
    pair = ("men-footmen-1", "other-1")
    position.offers_not(Form("elendil", pair)).when("alliance", Form("elendil", pair)).refused(
        "8.43", "differ"
    )


@pytest.mark.rule("middle-earth", "8.43-a")
def test_two_reduced_units_do_and_a_full_one_with_a_reduced_one_does_not():
    reduced = unit("men-footmen-1", "0505", reduced=True)
    form(gathered(first=reduced, second=unit("men-footmen-2", "0506", reduced=True))).then(FormationTaken)
    form(gathered(first=reduced)).refused("8.43", "differ")


@pytest.mark.rule("middle-earth", "8.43-a")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"second": unit("men-footmen-2", "0507")}, "with or next to"),
        ({"second": unit("men-footmen-2", "0506", disrupted=True)}, "disrupted"),
    ],
)
def test_a_unit_too_far_from_the_leader_or_disrupted_takes_none(more, words):
    position = gathered(**more).offers_not(Form("elendil", PAIR))
    form(position).refused("8.43", words)


@pytest.mark.rule("middle-earth", "8.43-a")
def test_a_unit_of_another_people_than_the_leader_s_takes_none():
    position = given(
        board(),
        unit("men-footmen-8", "0505"),
        leader("elendil", "0505"),
        unit("dwarves-1", "0506"),
        unit("dwarves-2", "0405"),
        F,
    )
    pair = ("dwarves-1", "dwarves-2")
    position.when("alliance", Form("elendil", pair)).refused("8.43", "nationality")


@pytest.mark.rule("middle-earth", "8.43-a")
def test_a_magic_leader_forms_units_of_any_people():
    position = given(
        board(magic={"elendil": 5}),
        leader("elendil", "0505"),
        unit("dwarves-1", "0506"),
        unit("dwarves-2", "0405"),
        OTHER,
        F,
    )
    pair = ("dwarves-1", "dwarves-2")
    position.when("alliance", Form("elendil", pair)).then(
        FormationTaken("shield-wall", "elendil", pair, "0505")
    )


@pytest.mark.rule("middle-earth", "8.43-a")
def test_no_unit_in_an_enemy_zone_of_control_takes_one_nor_one_whose_leader_is_in_one():
    form(gathered(unit("orcs-1", "0507"))).refused("8.43", "Men footmen 2 is in an enemy zone")
    form(gathered(unit("orcs-1", "0504"))).refused("8.43", "0505 is in an enemy zone")
    form(gathered(unit("orcs-1", "0503"))).then(FormationTaken)


@pytest.mark.rule("middle-earth", "8.43-a")
def test_no_third_unit_may_be_in_the_hex_and_none_may_have_moved_or_stand_in_a_formation():
    third = gathered(first=unit("dwarves-1", "0505"), second=unit("men-footmen-2", "0506"))
    third.add(unit("men-footmen-1", "0404"))
    form(third).refused("8.43", "third unit")
    moved = gathered(first=unit("men-footmen-1", "0403"), second=unit("men-footmen-2", "0505"))
    moved.when("alliance", March("men-footmen-1")).when("alliance", Step("0404")).when("alliance", Halt())
    form(moved).refused("8.43", "has moved")
    busy = gathered(*formation("shield-wall", "men-footmen-1", "men-footmen-3", "0505"), first=OTHER)
    form(busy).refused("8.43", "formation already")


@pytest.mark.rule("middle-earth", "8.43-a")
def test_a_unit_that_cannot_get_into_the_leader_s_hex_takes_none():
    form(gathered(game=board(edges={"0505|0506": "wall"}))).refused("8.43", "cannot move")


@pytest.mark.rule("middle-earth", "8.43-a")
def test_none_is_taken_outside_the_movement_phase_of_its_owner():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        leader("elendil", "0505"),
        unit("guard-of-elendil-1", "0908"),
        unit("orcs-1", "0907"),
        unit("orcs-2", "0909"),
        MELEE,
    )
    form(position.offers_not(Form("elendil", PAIR))).refused("8.43")


# 8.44


@pytest.mark.rule("middle-earth", "8.44-a")
@pytest.mark.parametrize(
    ("pair", "morale"),
    [
        (("men-footmen-1", "men-footmen-2"), "X"),
        (("dwarves-1", "dwarves-2"), "W"),
        (("levy-1", "levy-2"), "Y"),
    ],
)
def test_a_formation_has_attack_a_armour_4_and_its_members_morale(pair, morale):
    game = board(types={"levy": counter("alliance", "E1Y")})
    wall = formation("shield-wall", pair[0], pair[1], "0505")
    given(game, *wall, unit("orcs-1", "0504"), OTHER, MELEE).when(
        "alliance", Attack(pair[0], "orcs-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter="A", range=(2, 8)))
    hit = given(game, *wall, unit("trolls-1", "0504"), OTHER, UNDER_ATTACK)
    hit.when("sauron", Attack("trolls-1", pair[0]), [1, 1, 6]).then_includes(
        like(AttackResolved, letter="B", armour=4, range=(2, 6), morale=morale)
    )


@pytest.mark.rule("middle-earth", "8.44-a")
def test_it_makes_one_attack_on_one_target_and_is_one_target():
    position = given(
        board(), *SHIELD_WALL, unit("orcs-1", "0504"), unit("orcs-2", "0404"), OTHER, MELEE
    ).offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", Attack("men-footmen-2", "orcs-2")).refused("8.44")
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [6, 6]).then_not(
        like(AttackResolved, attacker="men-footmen-2"), like(AttackResolved, defender="orcs-2")
    )
    assert position.state.phase != "G"
    under = given(board(), *SHIELD_WALL, unit("trolls-1", "0504"), unit("trolls-2", "0404"), UNDER_ATTACK)
    under.when("sauron", Attack("trolls-1", "men-footmen-2")).refused("8.44")
    under.offers_only(Attack("trolls-1", "men-footmen-1"), Attack("trolls-2", "men-footmen-1"))


@pytest.mark.rule("middle-earth", "8.44-a")
def test_its_members_do_not_fire():
    archers = ("elven-bowmen-1", "elven-bowmen-2")
    position = given(
        board(),
        *formation("shield-wall", *archers, "0505"),
        unit("elven-bowmen-3", "0604"),
        unit("orcs-1", "0503"),
        phase("G", "missile"),
    )
    for name in archers:
        position.when("alliance", Fire(name, "orcs-1")).refused("8.44")
    position.offers_not(Fire(archers[0], "orcs-1")).offers(Fire("elven-bowmen-3", "orcs-1"))


@pytest.mark.rule("middle-earth", "8.44-a")
def test_fire_at_a_formation_meets_armour_4():
    given(board(), *SHIELD_WALL, unit("orc-archers-1", "0503"), phase("D", "missile")).when(
        "sauron", Fire("orc-archers-1", "men-footmen-1"), [6, 6]
    ).then_includes(like(AttackResolved, kind="missile", letter="E", armour=4, range=(2, 3)))


# 8.45


@pytest.mark.rule("middle-earth", "8.45-a")
@pytest.mark.parametrize(("placed", "steps"), [(WEDGE, 3), (SHIELD_WALL, 2)])
def test_a_wedge_goes_3_hexes_and_a_shield_wall_2(placed, steps):
    lead = placed[0].unit
    position = given(board(), *placed, OTHER, F).when("alliance", March(lead))
    position.then(MarchBegan(lead, steps))
    for name in ("0504", "0503", "0502")[:steps]:
        position.when("alliance", Step(name))
    position.then_includes(MarchEnded(lead, "4.26"))
    for name in placed[2].units:
        assert position.state.units[f"sauron-{name}"].hex == f"05{5 - steps:02}"


@pytest.mark.rule("middle-earth", "8.45-a")
def test_it_does_not_move_in_the_turn_in_which_it_is_formed_and_does_in_the_next():
    position = form(gathered()).offers_not(March("men-footmen-1"), BreakUp("men-footmen-1"))
    position.when("alliance", March("men-footmen-1")).refused("4.21")
    position.add(phase("F", turn=2))
    position.offers(March("men-footmen-1")).when("alliance", March("men-footmen-1")).then(
        MarchBegan("men-footmen-1", 2)
    )


@pytest.mark.rule("middle-earth", "8.45-a")
def test_the_way_into_the_leader_s_hex_is_paid_from_the_unit_s_own_allowance():
    """The breach makes the step cost 2: a shield wall's allowance, but more than these units have."""
    breach = {"0505|0506": "breach"}
    form(gathered(game=board(edges=breach))).then(FormationTaken)
    slow = {**counter("alliance", "C3X"), "allowance": 1}
    position = gathered(
        game=board(edges=breach, types={"slow": slow}),
        first=unit("slow-1", "0505"),
        second=unit("slow-2", "0506"),
    )
    position.when("alliance", Form("elendil", ("slow-1", "slow-2"))).refused("8.43", "cannot move")


@pytest.mark.rule("middle-earth", "8.45-a")
def test_an_advance_is_no_movement_so_one_formed_this_turn_may_advance():
    """The orcs are disrupted and exert no zone, so the wall may form next to them and attack them."""
    position = form(gathered(unit("orcs-1", "0504", disrupted=True)))
    position.when("alliance", End())
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [1, 1, 1]).awaits("alliance", "advance")
    position.when("alliance", Advance("men-footmen-1")).then(UnitAdvanced("men-footmen-1", "0504"))
    assert [position.state.units[f"sauron-{name}"].hex for name in PAIR] == ["0504", "0504"]


@pytest.mark.rule("middle-earth", "8.45-a")
def test_a_wedge_is_cavalry_and_a_shield_wall_infantry_for_retreats_before_combat():
    def attacked(placed, by, on):
        return given(board(), *placed, unit(by, "0504"), unit("orcs-8", "0101"), UNDER_ATTACK).when(
            "sauron", Attack(by, on), [6, 6] if by == "wargs-1" or on == PAIR[0] else []
        )

    attacked(WEDGE, "trolls-1", "men-cavalry-1").awaits("alliance", "retreat-before-combat")
    attacked(WEDGE, "wargs-1", "men-cavalry-1").then_includes(AttackResolved)
    attacked(SHIELD_WALL, "trolls-1", PAIR[0]).then_includes(AttackResolved)
    archers = formation("shield-wall", "men-bowmen-1", "men-bowmen-2", "0505")
    given(board(), *archers, unit("trolls-1", "0504"), UNDER_ATTACK).when(
        "sauron", Attack("trolls-1", "men-bowmen-1"), [6, 6]
    ).then_includes(AttackResolved)
    by_foot = given(board(), *SHIELD_WALL, unit("wargs-1", "0504"), unit("wargs-2", "0909"), MELEE)
    by_foot.when("alliance", Attack(PAIR[0], "wargs-1")).awaits("sauron", "retreat-before-combat")


# 8.46


def wall_hit(dice, *more, code="C3X", by="slaves-1"):
    """A shield wall attacked from the north; what dice follow the casualty roll are given."""
    return given(
        board(types={"levy": counter("alliance", code)}),
        *formation("shield-wall", "levy-1", "levy-2", "0505"),
        unit(by, "0504"),
        OTHER,
        *more,
        UNDER_ATTACK,
    ).when("sauron", Attack(by, "levy-1"), dice)


@pytest.mark.rule("middle-earth", "8.46-a")
@pytest.mark.parametrize(("lost", "left"), [("levy-1", "levy-2"), ("levy-2", "levy-1")])
def test_a_flip_eliminates_one_unit_and_leaves_the_other_whole_and_by_itself(lost, left):
    position = wall_hit([1, 1, 3]).then_includes(LossOrdered(("levy-1", "levy-2"), 0, "combat"))
    position.then_not(UnitReduced).when("alliance", Lose("men-footmen-8")).refused("8.46")
    position.when("alliance", Lose(lost)).then(
        FormationEnded(("levy-1", "levy-2"), "8.46"), UnitEliminated(lost, "alliance", 9, "8.46")
    )
    standing = position.state.units[f"sauron-{left}"]
    assert (standing.hex, standing.reduced, standing.disrupted) == ("0505", False, False)
    assert (standing.partner, standing.formation) == ("", "")


@pytest.mark.rule("middle-earth", "8.46-a")
def test_a_flip_of_a_reduced_formation_too_takes_only_one():
    position = given(
        board(),
        *SHIELD_WALL,
        UnitReduced("men-footmen-1", "7.42"),
        UnitReduced("men-footmen-2", "7.42"),
        unit("slaves-1", "0504"),
        OTHER,
        UNDER_ATTACK,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), [1, 1, 3])
    position.when("alliance", Lose("men-footmen-1"))
    assert position.state.units["sauron-men-footmen-2"].reduced
    assert "sauron-men-footmen-1" not in position.state.units


@pytest.mark.rule("middle-earth", "8.46-a")
def test_an_elimination_takes_both():
    position = wall_hit([1, 1, 1], code="C3Y")
    position.then_includes(
        like(AttackResolved, morale="Y", result="E"),
        UnitEliminated("levy-1", "alliance", 8, "7.42"),
        UnitEliminated("levy-2", "alliance", 8, "7.42"),
    ).then_not(LossOrdered)


@pytest.mark.rule("middle-earth", "8.46-b")
def test_a_retreat_takes_the_units_to_different_hexes_both_disrupted_and_ends_the_formation():
    position = wall_hit([1, 1, 5]).then_includes(
        FormationEnded(("levy-1", "levy-2"), "8.46"),
        RetreatOrdered("levy-1", 1, "combat"),
        RetreatOrdered("levy-2", 1, "combat"),
    )
    position.offers_only(Retreat("0405"), Retreat("0506"), Retreat("0605"))
    position.when("alliance", Retreat("0506")).offers_only(Retreat("0405"), Retreat("0605"))
    position.when("alliance", Retreat("0506")).refused("7.61")
    position.when("alliance", Retreat("0605")).then_includes(
        UnitDisrupted("levy-1", "7.57"), UnitDisrupted("levy-2", "7.57")
    )
    for name, place in (("levy-1", "0506"), ("levy-2", "0605")):
        standing = position.state.units[f"sauron-{name}"]
        assert (standing.hex, standing.disrupted, standing.partner) == (place, True, "")


@pytest.mark.rule("middle-earth", "8.46-b")
def test_a_unit_that_finds_no_other_hex_is_lost():
    """Only 0506 is open, the rest is in zones of control; so the first goes there without being asked."""
    wall_hit([1, 1, 5], unit("orcs-1", "0305"), unit("orcs-2", "0705")).then_includes(
        UnitRetreated("levy-1", "0506"),
        UnitEliminated("levy-2", "alliance", 9, "7.56"),
        UnitDisrupted("levy-1", "7.57"),
    )


@pytest.mark.rule("middle-earth", "8.46-b")
@pytest.mark.parametrize(("die", "hexes"), [(1, 2), (2, 1)])
def test_a_flip_with_a_retreat_eliminates_one_and_drives_the_other_back(die, hexes):
    position = wall_hit([1, 1, die]).when("alliance", Lose("levy-1"))
    position.then(
        FormationEnded(("levy-1", "levy-2"), "8.46"),
        UnitEliminated("levy-1", "alliance", 9, "8.46"),
        RetreatOrdered("levy-2", hexes, "combat"),
    ).then_not(RetreatOrdered("levy-1", hexes, "combat"))


@pytest.mark.rule("middle-earth", "8.46-b")
def test_a_wedge_that_falls_back_before_combat_ends_too_and_each_unit_rolls():
    position = given(
        board(), *WEDGE, unit("trolls-1", "0504"), unit("orcs-8", "0101"), OTHER, UNDER_ATTACK
    ).when("sauron", Attack("trolls-1", "men-cavalry-1"))
    position.when("alliance", RetreatBeforeCombat(1)).then(
        FormationEnded(("men-cavalry-1", "men-cavalry-2"), "8.46"),
        RetreatOrdered("men-cavalry-1", 1, "early"),
        RetreatOrdered("men-cavalry-2", 1, "early"),
    )
    position.when("alliance", Retreat("0506")).offers_not(Retreat("0506"))
    position.when("alliance", Retreat("0605"), [3, 4]).then_includes(
        EarlyRetreatRolled("men-cavalry-1", 3, True), EarlyRetreatRolled("men-cavalry-2", 4, False)
    )


@pytest.mark.rule("middle-earth", "8.46-b")
def test_harm_to_its_leader_drives_both_units_of_a_formation_back():
    given(
        board(),
        *SHIELD_WALL,
        leader("anarion", "0505"),
        unit("trolls-1", "0504"),
        leader("sauron", "0504"),
        OTHER,
        phase("D", "leaders"),
    ).when("sauron", Duel("sauron", "anarion"), [3]).then_includes(
        FormationEnded(PAIR, "8.46"),
        RetreatOrdered("men-footmen-1", 2, "leader"),
        RetreatOrdered("men-footmen-2", 2, "leader"),
    )


# 8.47: the spells are those of the other game; a spell in force round a hex stands for them


def _feared(game, state, leader):
    for spell in state.in_force:
        if distance(spell.target, state.leaders[leader].hex) <= 2:
            return "8.47", f"{game.title(leader)} is within the reach of a spell"
    return None


FEAR = replace(EXCLUSIVE, forbids_forming=_feared)


@pytest.mark.rule("middle-earth", "8.47-a")
@pytest.mark.parametrize(("target", "prevented"), [("0503", True), ("0505", True), ("0502", False)])
def test_a_leader_within_reach_of_such_a_spell_forms_nothing(target, prevented):
    position = gathered(game=board(exclusive=FEAR))
    position.add(SpellTookHold("sinister-visions", target))
    if prevented:
        position.offers_not(Form("elendil", PAIR))
        form(position).refused("8.47")
    else:
        form(position.offers(Form("elendil", PAIR))).then(FormationTaken)


@pytest.mark.rule("middle-earth", "8.47-a")
def test_a_formation_that_stands_already_stays():
    position = given(board(exclusive=FEAR), *SHIELD_WALL, leader("elendil", "0505"), OTHER, F)
    position.add(SpellTookHold("sinister-visions", "0505"))
    position.when("alliance", March("men-footmen-1")).then(MarchBegan("men-footmen-1", 2)).then_not(
        FormationEnded
    )
    position.when("alliance", Step("0506"))
    assert position.state.units["sauron-men-footmen-1"].formation == "shield-wall"


# 8.48


@pytest.mark.rule("middle-earth", "8.48-a")
@pytest.mark.parametrize(("placed", "allowance"), [(SHIELD_WALL, 4), (WEDGE, 6)])
def test_a_unit_leaves_without_a_leader_with_its_own_allowance_and_so_may_the_other(placed, allowance):
    leaves, stays = placed[2].units
    position = given(board(), *placed, OTHER, F).offers(BreakUp(leaves), BreakUp(stays))
    position.when("alliance", BreakUp(leaves)).then(
        FormationEnded((leaves, stays), "8.48"), MarchBegan(leaves, allowance)
    )
    position.when("alliance", Step("0504")).when("alliance", Halt())
    for name, place in ((leaves, "0504"), (stays, "0505")):
        standing = position.state.units[f"sauron-{name}"]
        assert (standing.hex, standing.partner, standing.formation) == (place, "", "")
    position.when("alliance", March(stays)).then(MarchBegan(stays, allowance))


@pytest.mark.rule("middle-earth", "8.48-a")
def test_whoever_leaves_must_go_to_another_hex_and_stops_at_zones_of_control():
    position = given(board(), *SHIELD_WALL, unit("orcs-1", "0503"), OTHER, F)
    position.when("alliance", BreakUp("men-footmen-2")).when("alliance", Halt()).refused("4.0")
    position.when("alliance", Step("0504")).then_includes(MarchEnded("men-footmen-2", "6.0"))


@pytest.mark.rule("middle-earth", "8.48-a")
def test_nobody_leaves_out_of_an_enemy_zone_of_control_or_outside_his_movement_phase():
    position = given(board(), *SHIELD_WALL, unit("orcs-1", "0504"), OTHER, F)
    position.offers_not(BreakUp("men-footmen-1"), BreakUp("men-footmen-2"))
    position.when("alliance", BreakUp("men-footmen-1")).refused("6.11")
    melee = given(board(), *SHIELD_WALL, unit("orcs-1", "0504"), unit("orcs-2", "0404"), MELEE)
    melee.when("alliance", BreakUp("men-footmen-1")).refused("8.48")
