"""Zones of control (6.0): where they reach, how they stop, hold and oblige, and who has none."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import (
    Advance,
    Attack,
    BreakUp,
    Decline,
    Duel,
    End,
    Fire,
    Form,
    March,
    Retreat,
    RetreatBeforeCombat,
    Step,
)
from rules.middle_earth.events import (
    AttackDeclared,
    AttackResolved,
    DuelFought,
    LeaderWounded,
    MarchBegan,
    MarchEnded,
    PhaseBegan,
    PieceMoved,
    UnitAdvanced,
    UnitEliminated,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import (
    board,
    engine,
    formation,
    given,
    leader,
    like,
    opened,
    phase,
    unit,
)

FAR = (unit("men-footmen-8", "1010"), unit("orcs-8", "1001"))
AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")
"""The six hexes next to 0505."""
MELEE = phase("G", "melee")


def walks(*more, start="0508", piece="men-footmen-1", game=None):
    """Footmen who have begun to move."""
    position = given(game or board(), unit(piece, start), *FAR, *more, phase("F"))
    return position.when("alliance", March(piece))


# 6.0


@pytest.mark.rule("middle-earth", "6.0-a")
@pytest.mark.parametrize("place", AROUND)
def test_the_zone_of_a_unit_is_the_six_hexes_next_to_it(place):
    outside = next(
        name for name in board().board.grid.neighbours[place] if name not in AROUND and name != "0505"
    )
    walks(unit("orcs-1", "0505"), start=outside).when("alliance", Step(place)).then_includes(
        MarchEnded("men-footmen-1", "6.0")
    )


@pytest.mark.rule("middle-earth", "6.0-a")
def test_two_hexes_from_a_unit_there_is_no_zone():
    position = walks(unit("orcs-1", "0505"))
    position.when("alliance", Step("0507")).then_not(MarchEnded).offers(Step("0506"), Step("0407"))


@pytest.mark.rule("middle-earth", "6.0-b")
@pytest.mark.parametrize("piece", ["men-footmen-1", "men-cavalry-1"])
def test_a_unit_that_enters_an_enemy_zone_stops_whatever_it_has_left(piece):
    position = walks(unit("orcs-1", "0505"), unit("men-footmen-2", "0108"), piece=piece)
    position.when("alliance", Step("0507")).then_not(MarchEnded)
    position.when("alliance", Step("0506")).then(PieceMoved(piece, "0506", 1), MarchEnded(piece, "6.0"))
    position.when("alliance", March(piece)).refused("4.21")


@pytest.mark.rule("middle-earth", "6.0-c")
def test_a_unit_in_an_enemy_zone_must_fight_exactly_one_enemy_of_its_owners_choice():
    field = (unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), unit("orcs-2", "0604"), *FAR, MELEE)
    position = given(board(), *field)
    position.offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", End()).refused("7.31", "must attack")
    position.when("alliance", Attack("men-footmen-1", "orcs-2"), [6, 6]).then_includes(
        like(AttackResolved, defender="orcs-2"), PhaseBegan("C", "sauron")
    )
    twice = given(board(), *field[:-1], unit("men-footmen-2", "0503"), unit("orcs-3", "0502"), MELEE)
    twice.when("alliance", Attack("men-footmen-1", "orcs-2"), [6, 6])
    twice.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.34")


@pytest.mark.rule("middle-earth", "6.0-c")
@pytest.mark.parametrize(("dice", "free"), [([1, 1, 1], True), ([6, 6], False)])
def test_a_unit_whose_enemy_was_shot_away_has_no_duty_left(dice, free):
    position = given(
        board(), unit("men-footmen-1", "0505"), unit("men-bowmen-1", "0506"), unit("orcs-1", "0504"), *FAR,
        phase("G", "missile"),
    )  # fmt: skip
    rest = [] if free else [6, 6]
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), [*dice, *rest])
    if free:
        position.then_not(AttackDeclared).then_includes(PhaseBegan("C", "sauron"))
    else:
        position.then_includes(AttackDeclared("men-footmen-1", "orcs-1"))


@pytest.mark.rule("middle-earth", "6.0-c")
def test_a_unit_whose_enemy_fled_from_leader_combat_has_no_duty_left():
    given(
        board(captains={"isildur": 8, "gorgol": 5}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("wargs-1", "0504"),
        leader("gorgol", "0504"),
        *FAR,
        phase("G", "leaders"),
    ).when("alliance", Duel("isildur", "gorgol"), [2]).then(DuelFought, LeaderWounded("gorgol", "7.26")).when(
        "sauron", Retreat("0503")
    ).when("sauron", Retreat("0502")).then_not(AttackDeclared)


# 6.1


@pytest.mark.rule("middle-earth", "6.1-a")
@pytest.mark.parametrize("friends", [(), ("0405",), ("0404", "0405", "0604", "0605", "0504")])
def test_friendly_units_do_not_cancel_a_zone(friends):
    more = [unit(f"men-footmen-{number}", name) for number, name in enumerate(friends, start=2)]
    walks(unit("orcs-1", "0505"), *more, start="0507").when("alliance", Step("0506")).then(
        PieceMoved("men-footmen-1", "0506", 1), MarchEnded("men-footmen-1", "6.0")
    )


@pytest.mark.rule("middle-earth", "6.1-a")
def test_zones_work_in_the_movement_phases_of_both_seats_and_in_combat():
    field = (unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), *FAR)
    given(board(), *field, phase("F")).when("alliance", March("men-footmen-1")).refused("6.11")
    given(board(), *field, phase("C")).when("sauron", March("orcs-1")).refused("6.11")
    for letter, seat in (("D", "sauron"), ("G", "alliance")):
        given(board(), *field, unit("men-footmen-2", "0604"), phase(letter, "melee")).when(
            seat, End()
        ).refused("7.31")


@pytest.mark.rule("middle-earth", "6.1-a")
@pytest.mark.parametrize("reduced", [False, True])
def test_every_kind_of_unit_exerts_a_zone(reduced):
    for card in board().board.units.values():
        if card.number == 1 and card.side == "sauron":
            enemy = unit(card.id.removeprefix("sauron-"), "0505", reduced=reduced)
            walks(enemy, start="0507").when("alliance", Step("0506")).then_includes(
                MarchEnded("men-footmen-1", "6.0")
            )


# 6.11


@pytest.mark.rule("middle-earth", "6.11-a")
def test_nobody_moves_out_of_an_enemy_zone_or_from_zone_to_zone():
    position = given(board(), unit("men-footmen-1", "0506"), unit("orcs-1", "0505"), *FAR, phase("F"))
    position.offers_not(March("men-footmen-1"))
    position.when("alliance", March("men-footmen-1")).refused("6.11", "may not move out")
    walks(unit("orcs-1", "0505"), unit("orcs-2", "0304"), start="0407").when("alliance", Step("0406")).when(
        "alliance", Step("0405")
    ).then_includes(MarchEnded("men-footmen-1", "6.0")).awaits("alliance", "movement")


@pytest.mark.rule("middle-earth", "6.11-a")
def test_nobody_leaves_an_enemy_zone_for_a_formation_or_out_of_one():
    pair = ("men-footmen-1", "men-footmen-2")
    given(
        board(),
        unit(pair[0], "0507"),
        leader("isildur", "0507"),
        unit(pair[1], "0506"),
        unit("orcs-1", "0505"),
        *FAR,
        phase("F"),
    ).when("alliance", Form("isildur", pair)).refused("8.43", "enemy zone of control")
    given(board(), *formation("shield-wall", *pair, "0506"), unit("orcs-1", "0505"), *FAR, phase("F")).when(
        "alliance", BreakUp(pair[0])
    ).refused("6.11")


@pytest.mark.rule("middle-earth", "6.11-a")
def test_one_leaves_an_enemy_zone_by_retreat():
    position = given(
        board(), unit("men-footmen-1", "0506"), unit("trolls-1", "0505"), *FAR, phase("D", "melee")
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])
    position.when("alliance", Retreat("0507")).then(UnitRetreated("men-footmen-1", "0507"))


@pytest.mark.rule("middle-earth", "6.11-a")
def test_one_leaves_an_enemy_zone_by_retreat_before_combat():
    position = given(
        board(), unit("men-bowmen-1", "0506"), unit("trolls-1", "0505"), *FAR, phase("D", "melee")
    ).when("sauron", Attack("trolls-1", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(1)).when("alliance", Retreat("0507"), [4]).then(
        UnitRetreated("men-bowmen-1", "0507")
    )


@pytest.mark.rule("middle-earth", "6.11-a")
def test_one_leaves_an_enemy_zone_by_advance_even_into_another():
    position = given(
        board(),
        unit("guard-of-elendil-1", "0506"),
        unit("orcs-1", "0505"),
        unit("orcs-2", "0504"),
        unit("orcs-3", "0605"),
        *FAR,
        MELEE,
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 1])
    position.when("alliance", Advance("guard-of-elendil-1")).then(UnitAdvanced("guard-of-elendil-1", "0505"))


@pytest.mark.rule("middle-earth", "6.11-a", "6.14-a")
@pytest.mark.parametrize("fate", ["eliminated", "disrupted", "retreated", "none"])
def test_one_moves_on_once_the_unit_that_held_one_is_gone_or_disrupted(fate):
    enemy = {
        "eliminated": (),
        "disrupted": (unit("orcs-1", "0505", disrupted=True),),
        "retreated": (unit("orcs-1", "0504"),),
        "none": (unit("orcs-1", "0505"),),
    }[fate]
    # He came into the zone when the orcs still held him, and something has happened to them since.
    position = given(board(), unit("orcs-1", "0505"), unit("men-footmen-1", "0506"), *FAR, *enemy, phase("F"))
    if fate == "eliminated":
        position.add(UnitEliminated("sauron-orcs-1", "sauron", 6, "7.42"))
    position.when("alliance", March("men-footmen-1"))
    if fate == "none":
        position.refused("6.11")
    else:
        position.then(MarchBegan("men-footmen-1", 4))


# 6.12


@pytest.mark.rule("middle-earth", "6.12-a")
@pytest.mark.parametrize(
    ("letter", "seat", "mover"), [("F", "alliance", "men-footmen-1"), ("C", "sauron", "orcs-1")]
)
def test_a_hex_in_the_zones_of_both_is_controlled_by_both(letter, seat, mover):
    # 0405 lies in the zones of men-footmen-2 and of orcs-2.
    position = given(
        board(),
        unit("men-footmen-2", "0305"),
        unit("orcs-2", "0505"),
        unit(mover, "0407"),
        *FAR,
        phase(letter),
    ).when(seat, March(mover))
    position.when(seat, Step("0406")).then_not(MarchEnded)
    position.when(seat, Step("0405")).then(PieceMoved(mover, "0405", 1), MarchEnded(mover, "6.0"))


@pytest.mark.rule("middle-earth", "6.12-a")
def test_several_zones_in_a_hex_add_nothing():
    position = walks(unit("orcs-1", "0505"), unit("orcs-2", "0605"), unit("orcs-3", "0405"), start="0507")
    position.when("alliance", Step("0506")).then(
        PieceMoved("men-footmen-1", "0506", 1), MarchEnded("men-footmen-1", "6.0")
    )
    position.add(MELEE)
    position.offers(*(Attack("men-footmen-1", f"orcs-{number}") for number in (1, 2, 3)))
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [6, 6]).then_includes(
        PhaseBegan("C", "sauron")
    )


# 6.13


@pytest.mark.rule("middle-earth", "6.13-a")
@pytest.mark.parametrize(
    ("between", "stops"),
    [
        ("", True),
        ("wall", False),
        ("gate", False),
        ("tower", False),
        ("rock", False),
        ("breach", True),
        ("open-gate", True),
    ],
)
def test_a_zone_passes_a_wall_gate_or_tower_only_where_it_is_breached(between, stops):
    game = board(edges={"0505|0506": between} if between else {})
    position = walks(unit("orcs-1", "0505"), start="0507", game=game).when("alliance", Step("0506"))
    if stops:
        position.then_includes(MarchEnded("men-footmen-1", "6.0"))
    else:
        position.then_not(MarchEnded).awaits("alliance", "move")


@pytest.mark.rule("middle-earth", "6.13-a")
@pytest.mark.parametrize("built", ["wall", "gate", "tower"])
def test_a_breach_made_in_play_lets_zones_through_both_ways(built):
    game = board(edges={"0505|0506": built})
    for enemy, start, goal in (("0505", "0507", "0506"), ("0506", "0504", "0505")):
        shut = walks(unit("orcs-1", enemy), start=start, game=game)
        shut.when("alliance", Step(goal)).then_not(MarchEnded)
        breached = walks(unit("orcs-1", enemy), opened("0505|0506"), start=start, game=game)
        breached.when("alliance", Step(goal)).then_includes(MarchEnded("men-footmen-1", "6.0"))


@pytest.mark.rule("middle-earth", "6.13-a")
def test_a_zone_goes_neither_into_nor_through_mountain():
    game = board(terrain={"0504": "mountain"})
    assert "0504" not in game.board.zoc["0505"]
    assert game.board.zoc["0504"] == ()
    walks(unit("orcs-1", "0505"), start="0502", game=game).when("alliance", Step("0503")).then_not(MarchEnded)
    assert "0504" in board().board.zoc["0505"]


@pytest.mark.rule("middle-earth", "6.13-a")
@pytest.mark.parametrize(("enemy", "start", "goal"), [("0506", "0504", "0505"), ("0505", "0507", "0506")])
def test_a_zone_goes_neither_into_nor_out_of_a_tunnel(enemy, start, goal):
    tunnel = board(terrain={"0505": "tunnel"})
    walks(unit("orcs-1", enemy), start=start, game=tunnel).when("alliance", Step(goal)).then_not(
        MarchEnded("men-footmen-1", "6.0")
    )
    walks(unit("orcs-1", enemy), start=start).when("alliance", Step(goal)).then_includes(
        MarchEnded("men-footmen-1", "6.0")
    )


@pytest.mark.rule("middle-earth", "6.13-a")
@pytest.mark.parametrize("built", ["siege-tower", "ladder"])
def test_an_engine_at_a_wall_makes_the_attack_over_it_possible_and_no_duty(built):
    position = given(
        board(edges={"0505|0506": "wall"}),
        unit("orcs-1", "0506"),
        engine("engine-1", built, "0506", "sauron", against="0505|0506"),
        unit("men-footmen-1", "0505"),
        *FAR,
        phase("D", "melee"),
    )
    position.offers_only(Attack("orcs-1", "men-footmen-1"), End())
    position.when("sauron", End())
    assert position.state.phase != "D"


# 6.14


@pytest.mark.rule("middle-earth", "6.14-a")
def test_a_disrupted_unit_exerts_no_zone():
    position = walks(unit("orcs-1", "0505", disrupted=True), start="0507")
    position.when("alliance", Step("0506")).then_not(MarchEnded).offers(Step("0405"), Step("0605"))


@pytest.mark.rule("middle-earth", "6.14-a")
@pytest.mark.parametrize("disrupted", [True, False])
def test_a_disrupted_enemy_obliges_nobody_to_attack(disrupted):
    position = given(
        board(), unit("men-footmen-1", "0506"), unit("orcs-1", "0505", disrupted=disrupted), *FAR, MELEE
    )
    if disrupted:
        position.offers_only(Attack("men-footmen-1", "orcs-1"), End())
    else:
        position.offers_only(Attack("men-footmen-1", "orcs-1"))


# 6.15


@pytest.mark.rule("middle-earth", "6.15-a")
@pytest.mark.parametrize("who", ["ringwraith", "sauron"])
def test_leaders_of_every_kind_exert_no_zone(who):
    position = walks(leader(who, "0505"), start="0507")
    position.when("alliance", Step("0506")).then_not(MarchEnded).offers(Step("0405"), Step("0605"))


@pytest.mark.rule("middle-earth", "6.15-a")
def test_leaders_move_into_through_and_out_of_enemy_zones():
    position = given(
        board(),
        unit("men-footmen-1", "0506"),
        leader("isildur", "0506"),
        unit("orcs-1", "0505"),
        unit("orcs-2", "0303"),
        *FAR,
        phase("F"),
    )
    position.when("alliance", March("men-footmen-1")).refused("6.11")
    position.when("alliance", March("isildur"))
    for name in ("0405", "0404", "0403"):
        position.when("alliance", Step(name)).then(PieceMoved("isildur", name, 1)).then_not(MarchEnded)


@pytest.mark.rule("middle-earth", "6.15-a")
def test_magic_leaders_move_through_enemy_zones_too():
    position = given(
        board(),
        unit("trolls-1", "0506"),
        leader("sauron", "0506"),
        unit("men-footmen-1", "0505"),
        phase("A", seat="sauron"),
    ).when("sauron", March("sauron"))
    for name in ("0405", "0404"):
        position.when("sauron", Step(name)).then(PieceMoved("sauron", name, 1)).then_not(MarchEnded)


# 6.16


@pytest.mark.rule("middle-earth", "6.16-a")
@pytest.mark.parametrize(("neighbour", "stops"), [("men-footmen-2", False), ("orcs-1", True)])
def test_ones_own_zone_never_stops_or_holds_ones_units(neighbour, stops):
    position = walks(unit(neighbour, "0505"), start="0507").when("alliance", Step("0506"))
    if stops:
        position.then_includes(MarchEnded("men-footmen-1", "6.0"))
    else:
        position.then_not(MarchEnded).when("alliance", Step("0605")).then_not(MarchEnded)
    held = given(board(), unit("men-footmen-1", "0506"), unit(neighbour, "0505"), *FAR, phase("F"))
    held.when("alliance", March("men-footmen-1"))
    if stops:
        held.refused("6.11")
    else:
        held.then(MarchBegan)


@pytest.mark.rule("middle-earth", "6.16-a")
def test_ones_own_zone_bars_no_retreat():
    given(
        board(), unit("men-footmen-1", "0506"), unit("men-footmen-2", "0508"), unit("trolls-1", "0505"), *FAR,
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5]).offers(Retreat("0507"))  # fmt: skip


# 6.2


@pytest.mark.rule("middle-earth", "6.2-a")
@pytest.mark.parametrize("enemies", [(), ("0505",), ("0505", "0605", "0405")])
def test_an_enemy_zone_costs_no_movement_points(enemies):
    more = [unit(f"orcs-{number}", name) for number, name in enumerate(enemies, start=1)]
    walks(*more, start="0507").when("alliance", Step("0506")).then(PieceMoved("men-footmen-1", "0506", 1))


@pytest.mark.rule("middle-earth", "6.2-a")
def test_a_unit_with_one_point_left_still_enters_an_enemy_zone():
    position = walks(unit("orcs-1", "0505"), start="0510")
    for name in ("0509", "0508", "0507"):
        position.when("alliance", Step(name))
    position.when("alliance", Step("0506")).then(PieceMoved("men-footmen-1", "0506", 1))


def driven(*more, dice=(1, 1, 5), east=True):
    """Footmen in 0506 who must retreat, with orcs in the west and, if so said, in the east: only 0507 is open."""
    return given(
        board(),
        unit("men-footmen-1", "0506"),
        unit("trolls-1", "0505"),
        unit("orcs-1", "0306"),
        *([unit("orcs-2", "0706")] if east else []),
        *more,
        *FAR,
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), list(dice))


@pytest.mark.rule("middle-earth", "6.2-b")
def test_no_retreat_goes_into_an_enemy_zone():
    driven().then_includes(UnitRetreated("men-footmen-1", "0507"))  # the only way, so nobody is asked
    position = driven(east=False).offers_only(Retreat("0507"), Retreat("0606"))
    position.when("alliance", Retreat("0406")).refused("7.55", "enemy zone of control")


@pytest.mark.rule("middle-earth", "6.2-b")
def test_a_unit_with_enemy_zones_all_round_has_no_retreat():
    driven(unit("orcs-3", "0508")).then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))


@pytest.mark.rule("middle-earth", "6.2-b")
def test_neither_a_friend_in_the_hex_nor_ones_own_zone_opens_an_enemy_zone_to_a_retreat():
    # A friend stands in 0507 under the zone of orcs-3, and 0406 is in the zone of men-footmen-3 as well.
    driven(
        unit("orcs-3", "0508"), unit("men-footmen-2", "0507"), unit("men-footmen-3", "0407")
    ).then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))
    driven(unit("men-footmen-2", "0507")).awaits("alliance", "retreat").offers_only(
        Retreat("0507"), Decline()
    )


@pytest.mark.rule("middle-earth", "6.2-b")
@pytest.mark.parametrize("held", [True, False])
def test_a_retreat_of_two_hexes_passes_through_no_enemy_zone_either(held):
    # 0407, two hexes away, is in nobody's zone; 0507, the only way there, is in that of orcs-3.
    watch = (unit("orcs-3", "0607"),) if held else ()
    position = driven(*watch, dice=(1, 1, 4))
    if held:
        position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))
    else:
        position.then_includes(UnitRetreated("men-footmen-1", "0507")).offers_only(
            Retreat("0407"), Retreat("0508"), Retreat("0607")
        )


# 6.3


@pytest.mark.rule("middle-earth", "6.3-a")
def test_one_may_choose_among_all_enemies_in_ones_zone_also_a_disrupted_one():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0604", disrupted=True),
        *FAR,
        MELEE,
    )
    position.offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", Attack("men-footmen-1", "orcs-2"), [6, 6]).then_includes(
        PhaseBegan("C", "sauron")
    )


@pytest.mark.rule("middle-earth", "6.3-a")
@pytest.mark.parametrize(("place", "obliged"), [("0504", True), ("0503", False)])
def test_only_a_unit_under_an_enemy_zone_must_attack(place, obliged):
    position = given(
        board(), unit("men-footmen-1", "0505"), unit("orcs-1", place), unit("men-footmen-2", "0909"),
        unit("orcs-2", "0908", disrupted=True), MELEE,
    )  # fmt: skip
    if obliged:
        position.when("alliance", End()).refused("7.31", "Men footmen 1 is in an enemy zone of control")
    else:
        position.offers_only(Attack("men-footmen-2", "orcs-2"), End())
