"""The peoples of the Sauron game (SAURON-18) with their cavalry (SAURON-3), their stacks (SAURON-7) and the phalanx
(SAURON-8); slopes and fire (SAURON-16); magic weapons in use (SAURON-9)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, BreakUp, Duel, End, Fire, Form, Halt, Lose, March, Rally, Step
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    FormationEnded,
    FormationTaken,
    LossOrdered,
    MarchBegan,
    MarkerPlaced,
    Modifier,
    PieceMoved,
    PieceRemoved,
    RallyRolled,
    RelocationOrdered,
    UnitEliminated,
)
from rules.middle_earth.sauron.actions import Inherit
from tests.rules.middle_earth.harness import (
    board,
    counter,
    formation,
    given,
    leader,
    learning,
    like,
    marker,
    phase,
    unit,
)

PEOPLES = {
    "men": ("men-cavalry", "men-footmen", "men-bowmen", "guard-of-elendil"),
    "dwarves": ("dwarves",),
    "elves": ("elven-spearmen", "elven-bowmen", "elven-cavalry"),
    "goblins": ("goblin-archers", "wargs"),
    "orcs": ("orcs", "orc-swordsmen", "orc-archers", "trolls", "slaves"),
}
LED = {
    "elendil": ("men",),
    "isildur": ("men",),
    "anarion": ("men",),
    "baldrim": ("dwarves",),
    "gil-galad": ("elves",),
    "cirdan": ("elves",),
    "gorgol": ("goblins",),
    "ringwraith": ("orcs",),
    "sauron": ("goblins", "orcs"),
}


# SAURON-18


@pytest.mark.rule("sauron", "SAURON-18")
@pytest.mark.parametrize("captain", LED)
def test_each_leader_rallies_the_units_of_his_peoples_and_no_others(captain):
    seat = learning().seat_of[f"sauron-{captain}-1"]
    kinds = {
        kind: people
        for people, group in PEOPLES.items()
        for kind in group
        if learning().seat_of[f"sauron-{kind}-1"] == seat
    }
    for kind, people in kinds.items():
        position = given(
            board(),
            leader(captain, "0505"),
            unit(f"{kind}-1", "0504", disrupted=True),
            *(unit(f"{LED_BY[captain]}-2", place, disrupted=True) for place in ("0506",)),
            phase("H", seat=seat),
        )
        if people in LED[captain]:
            position.offers(Rally(captain, f"{kind}-1"))
        else:
            position.when(seat, Rally(captain, f"{kind}-1")).refused("8.31", "nationality")


LED_BY = {captain: PEOPLES[peoples[0]][0] for captain, peoples in LED.items()}
"""A kind of unit that each leader leads, so that there is always somebody whom he may rally."""


@pytest.mark.rule("sauron", "SAURON-18")
def test_a_leader_must_stand_with_his_people_when_combat_begins():
    field = (unit("elven-spearmen-1", "0505"), unit("dwarves-1", "0507"), unit("orcs-1", "0101"))
    given(board(), *field, leader("baldrim", "0505"), phase("F")).when("alliance", End()).refused("8.1")
    given(board(), *field, leader("cirdan", "0505"), phase("F")).when("alliance", End()).then_not(
        RelocationOrdered
    )


# SAURON-3


@pytest.mark.rule("sauron", "SAURON-3")
@pytest.mark.parametrize("kind", [kind for group in PEOPLES.values() for kind in group])
def test_men_and_elven_cavalry_and_wargs_have_6_movement_points_and_all_others_4(kind):
    seat = learning().seat_of[f"sauron-{kind}-1"]
    given(
        board(),
        unit(f"{kind}-1", "0505"),
        unit(f"{kind}-2", "0909"),
        phase("F" if seat == "alliance" else "C"),
    ).when(seat, March(f"{kind}-1")).then(
        MarchBegan(f"{kind}-1", 6 if kind in ("men-cavalry", "elven-cavalry", "wargs") else 4)
    )


# SAURON-7


@pytest.mark.rule("sauron", "SAURON-7")
def test_one_unit_to_a_hex_with_any_leaders_and_the_pedestal_beside_it():
    position = given(
        board(),
        unit("orcs-1", "0505"),
        leader("sauron", "0505"),
        leader("ringwraith", "0505"),
        marker("pedestal", "0505"),
        unit("orcs-2", "0507"),
        unit("orcs-3", "0909"),
        phase("C"),
    )
    assert position.state.crowded == ""
    position.when("sauron", March("orcs-1")).when("sauron", Step("0504")).when("sauron", Step("0505"))
    position.when("sauron", Halt())
    position.when("sauron", March("orcs-2")).when("sauron", Step("0506")).offers(Step("0505"))
    position.when("sauron", Step("0505")).offers_not(Halt()).when("sauron", Halt()).refused("5.0")


# SAURON-8


PHALANX = formation("phalanx", "slaves-1", "slaves-2", "0505")


@pytest.mark.rule("sauron", "SAURON-8")
@pytest.mark.parametrize(("captain", "rule"), [("ringwraith", ""), ("sauron", ""), ("gorgol", "8.43")])
def test_two_slaves_form_a_phalanx_with_a_leader_who_leads_them(captain, rule):
    position = given(
        board(),
        unit("slaves-1", "0505"),
        unit("slaves-2", "0506"),
        unit("slaves-3", "0909"),
        leader(captain, "0505"),
        phase("C"),
    ).when("sauron", Form(captain, ("slaves-1", "slaves-2")))
    if rule:
        position.refused(rule)
    else:
        position.then(FormationTaken("phalanx", captain, ("slaves-1", "slaves-2"), "0505"))


@pytest.mark.rule("sauron", "SAURON-8")
def test_only_slaves_do():
    alike = counter("sauron", "A1Z", reduced="B1Z", nation="orcs")
    position = given(
        board(types={"thralls": alike}),
        unit("slaves-1", "0505"),
        unit("thralls-1", "0506"),
        unit("orcs-1", "0405"),
        unit("orcs-2", "0605"),
        leader("ringwraith", "0505"),
        phase("C"),
    )
    for pair in (("slaves-1", "thralls-1"), ("orcs-1", "orcs-2")):
        position.offers_not(Form("ringwraith", pair)).when("sauron", Form("ringwraith", pair)).refused("8.41")


@pytest.mark.rule("sauron", "SAURON-8")
def test_a_phalanx_attacks_as_a_has_armour_4_and_2_movement_points_and_loses_one_unit():
    given(board(), *PHALANX, unit("orcs-1", "0909"), phase("C")).when("sauron", March("slaves-1")).then(
        MarchBegan("slaves-1", 2)
    )
    reduced = (*PHALANX, unit("men-footmen-1", "0504"))
    given(board(), *reduced, phase("D", "melee")).when(
        "sauron", Attack("slaves-1", "men-footmen-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter="A", armour=3))
    hit = given(board(), *reduced, unit("orcs-1", "0909"), phase("G", "melee")).when(
        "alliance", Attack("men-footmen-1", "slaves-1"), [1, 1, 5]
    )
    hit.then_includes(
        like(AttackResolved, armour=4, morale="Z", result="1/2"),
        LossOrdered(("slaves-1", "slaves-2"), 0, "combat"),
    )
    hit.when("sauron", Lose("slaves-2")).then(
        FormationEnded(("slaves-1", "slaves-2"), "8.46"), UnitEliminated("slaves-2", "sauron", 7, "8.46")
    )
    given(board(), *PHALANX, unit("orcs-1", "0909"), phase("C")).when("sauron", BreakUp("slaves-2")).then(
        FormationEnded(("slaves-1", "slaves-2"), "8.48"), MarchBegan("slaves-2", 4)
    )


# SAURON-16


@pytest.mark.rule("sauron", "SAURON-16")
def test_slopes_do_not_block_fire_as_mountains_do():
    def firing(ground):
        return given(
            board(terrain={"0504": ground}),
            unit("men-bowmen-1", "0505"),
            unit("orcs-1", "0503"),
            unit("orcs-2", "0606"),
            phase("G", "missile"),
        )

    firing("slope").when("alliance", Fire("men-bowmen-1", "orcs-1"), [6, 6]).then(AttackResolved)
    firing("mountain").when("alliance", Fire("men-bowmen-1", "orcs-1")).refused("7.13")


@pytest.mark.rule("sauron", "SAURON-16")
def test_infantry_attacks_on_a_slope_and_cavalry_beside_one_as_elsewhere():
    given(
        board(terrain={"0504": "slope"}),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        phase("G", "melee"),
    ).when("alliance", Attack("men-footmen-1", "orcs-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="C", attack_modifiers=())
    )
    given(
        board(terrain={"0405": "slope"}),
        unit("men-cavalry-1", "0505"),
        unit("orcs-1", "0504"),
        phase("G", "melee"),
    ).when("alliance", Attack("men-cavalry-1", "orcs-1"), [6, 6]).then_includes(
        like(AttackResolved, letter="B", attack_modifiers=())
    )


# SAURON-9


@pytest.mark.rule("sauron", "SAURON-9")
@pytest.mark.parametrize(
    ("captain", "weapon", "own"),
    [("elendil", "narsil", "men-footmen"), ("gil-galad", "aiglos", "elven-spearmen")],
)
def test_a_magic_weapon_adds_2_to_its_bearer_s_rating_in_combat_and_rally_and_to_nobody_else_s(
    captain, weapon, own
):
    field = (unit(f"{own}-1", "0505"), leader(captain, "0505"), marker(weapon, bearer=captain))
    bonus = Modifier(2, weapon.capitalize(), "SAURON-9")
    given(
        board(), *field, unit("trolls-1", "0504"), leader("ringwraith", "0504"), phase("G", "leaders")
    ).when("alliance", Duel(captain, "ringwraith"), [1]).then(
        like(DuelFought, attacker_rating=12, defender_rating=8, differential=4, attacker_modifiers=(bonus,))
    )
    given(
        board(),
        *field,
        unit(f"{own}-2", "0506", disrupted=True),
        unit(f"{own}-3", "0504", disrupted=True),
        leader("isildur", "0505"),
        leader("cirdan", "0505"),
        phase("H", seat="alliance"),
    ).when("alliance", Rally(captain, f"{own}-2"), [6, 6]).then(
        like(RallyRolled, rating=12, rallied=True, modifiers=(bonus,))
    ).when("alliance", Rally("isildur" if own.startswith("men") else "cirdan", f"{own}-3"), [4, 5]).then(
        like(RallyRolled, rating=8, rallied=False, modifiers=())
    )


@pytest.mark.rule("sauron", "SAURON-9")
def test_the_weapon_goes_where_its_bearer_goes():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("elendil", "0505"),
        marker("narsil", bearer="elendil"),
        phase("F"),
    ).when("alliance", March("elendil"))
    position.when("alliance", Step("0504")).then(PieceMoved("elendil", "0504", 1))
    weapon = position.state.markers["sauron-narsil-1"]
    assert (weapon.bearer, weapon.hex) == ("sauron-elendil-1", "")


@pytest.mark.rule("sauron", "SAURON-9")
@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ([6, 6, 6], []),
        ([6, 1, 6], ["gil-galad"]),
        ([6, 6, 1], ["isildur"]),
        ([6, 1, 1], ["gil-galad", "isildur"]),
    ],
)
def test_those_who_fall_with_the_bearer_do_not_take_up_his_weapon(dice, left):
    """Elendil dies first; of Gil-galad and Isildur beside him one, both or none."""
    position = given(
        board(types={"rabble": counter("alliance", "C3Z")}),
        unit("rabble-1", "0505"),
        leader("elendil", "0505"),
        marker("narsil", bearer="elendil"),
        leader("gil-galad", "0505"),
        leader("isildur", "0505"),
        unit("rabble-2", "0909"),
        unit("trolls-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "rabble-1"), [1, 1, 2, *dice])
    if len(left) > 1:
        position.awaits("alliance", "inherit").offers_only(*(Inherit("narsil", each) for each in left))
    elif left:
        position.then_includes(MarkerPlaced("narsil", "", left[0]))
    else:
        position.then_includes(PieceRemoved("narsil", "SAURON-9")).awaits("sauron", "advance")
        assert position.state.questions == ()
