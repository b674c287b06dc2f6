"""Magic weapons (SAURON-9), the pedestal (SAURON-10), nationalities (SAURON-18), slopes (SAURON-16)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Cast, Duel, End, March, Rally, Step
from rules.middle_earth.events import (
    AttackResolved,
    LeaderKilled,
    MarchBegan,
    MarkerPlaced,
    Modifier,
    PhaseBegan,
    PieceMoved,
    PieceRemoved,
    RallyRolled,
)
from rules.middle_earth.leaders import rating
from rules.middle_earth.sauron.actions import Inherit
from tests.rules.middle_earth.harness import board, given, leader, like, marker, phase, unit


def elendil_falls(*others):
    """An Elendil of rating 2 with Narsil is attacked and killed by Sauron."""
    return given(
        board(captains={"elendil": 2}),
        unit("trolls-1", "0504"),
        leader("sauron", "0504"),
        unit("men-footmen-1", "0505"),
        leader("elendil", "0505"),
        marker("narsil", bearer="elendil"),
        *others,
        phase("D", "leaders"),
    ).when("sauron", Duel("sauron", "elendil"), [6])


@pytest.mark.rule("sauron", "SAURON-9")
def test_a_fallen_leader_s_weapon_passes_to_the_only_leader_near_him():
    position = elendil_falls(unit("men-footmen-2", "0506"), leader("isildur", "0506"))
    position.then_includes(LeaderKilled("elendil", "7.26"), MarkerPlaced("narsil", "", "isildur"))
    assert rating(position.game, position.state, "sauron-isildur-1")[0] == 10


@pytest.mark.rule("sauron", "SAURON-9")
def test_its_owner_chooses_among_several_leaders_near():
    position = elendil_falls(
        unit("men-footmen-2", "0506"),
        leader("isildur", "0506"),
        leader("anarion", "0505"),
        leader("baldrim", "0909"),
    )
    position.awaits("alliance", "inherit").offers_only(
        Inherit("narsil", "isildur"), Inherit("narsil", "anarion")
    )
    position.when("alliance", Inherit("narsil", "baldrim")).refused("SAURON-9")
    position.when("alliance", End()).refused("SAURON-9")
    position.when("alliance", Inherit("narsil", "anarion")).then(MarkerPlaced("narsil", "", "anarion"))


@pytest.mark.rule("sauron", "SAURON-9")
def test_a_weapon_with_no_leader_near_is_lost_and_nobody_bears_two():
    elendil_falls().then_includes(PieceRemoved("narsil", "SAURON-9"))
    elendil_falls(
        unit("elven-spearmen-1", "0506"), leader("gil-galad", "0506"), marker("aiglos", bearer="gil-galad")
    ).then_includes(PieceRemoved("narsil", "SAURON-9"))


def sauron_in_a(*others):
    return given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        unit("men-footmen-1", "0909"),
        *others,
        phase("A", seat="sauron"),
    )


@pytest.mark.rule("sauron", "SAURON-10")
def test_sauron_casts_only_where_his_pedestal_stands():
    sauron_in_a().when("sauron", Cast("sauron", "sinister-visions", 3)).refused("SAURON-10")
    sauron_in_a(marker("pedestal", "0505")).offers(Cast("sauron", "sinister-visions", 3))


@pytest.mark.rule("sauron", "SAURON-10")
def test_the_pedestal_moves_with_him_two_movement_points_a_turn():
    position = sauron_in_a(marker("pedestal", "0505"), unit("orcs-1", "0507"))
    position.when("sauron", March("sauron", "pedestal")).then(MarchBegan("sauron", 2, "pedestal"))
    position.when("sauron", Step("0506")).when("sauron", Step("0507")).then(PieceMoved("sauron", "0507", 1))
    assert position.state.markers["sauron-pedestal-1"].hex == "0507"
    position.when("sauron", End()).then_includes(PhaseBegan("E", "sauron"))
    position.offers(March("sauron")).offers_not(March("sauron", "pedestal"))


@pytest.mark.rule("sauron", "SAURON-10")
def test_the_pedestal_is_destroyed_by_an_enemy_who_enters_its_hex_while_he_is_away():
    position = given(
        board(),
        marker("pedestal", "0505"),
        unit("trolls-1", "0909"),
        leader("sauron", "0909"),
        unit("men-footmen-1", "0503"),
        unit("men-footmen-2", "0303"),
        phase("F"),
    ).when("alliance", March("men-footmen-1"))
    position.when("alliance", Step("0504")).when("alliance", Step("0505")).then_includes(
        PieceRemoved("pedestal", "SAURON-10")
    )


@pytest.mark.rule("sauron", "SAURON-18")
def test_the_ringwraith_leads_goblins_and_wargs_once_gorgol_is_dead():
    def rally(*more):
        return given(
            board(),
            unit("orcs-1", "0505"),
            leader("ringwraith", "0505"),
            unit("wargs-1", "0504", disrupted=True),
            unit("orcs-2", "0506", disrupted=True),
            *more,
            phase("H", seat="sauron"),
        )

    rally().when("sauron", Rally("ringwraith", "wargs-1")).refused("8.31")
    rally(leader("gorgol", "0505"), LeaderKilled("gorgol", "7.26")).when(
        "sauron", Rally("ringwraith", "wargs-1"), [1, 1]
    ).then(like(RallyRolled, rallied=True))


@pytest.mark.rule("sauron", "SAURON-16")
@pytest.mark.parametrize("slope", ["0505", "0504"])
def test_cavalry_attacks_one_letter_worse_into_and_out_of_a_slope(slope):
    given(
        board(terrain={slope: "slope"}),
        unit("men-cavalry-1", "0505"),
        unit("orcs-1", "0504"),
        phase("G", "melee"),
    ).when("alliance", Attack("men-cavalry-1", "orcs-1"), [6, 6]).then_includes(
        like(
            AttackResolved,
            letter="C",
            range=(2, 6),
            attack_modifiers=(Modifier(-1, "cavalry and slope", "4.3"),),
        )
    )


@pytest.mark.rule("sauron", "SAURON-16")
@pytest.mark.parametrize(("piece", "points"), [("men-footmen-1", 2), ("men-cavalry-1", 3), ("isildur", 2)])
def test_a_slope_costs_infantry_2_cavalry_3_and_leaders_2(piece, points):
    position = given(
        board(terrain={"0405": "slope"}),
        unit("men-footmen-1", "0505"),
        unit("men-cavalry-1", "0404"),
        leader("isildur", "0505"),
        phase("F"),
    ).when("alliance", March(piece))
    position.when("alliance", Step("0405")).then(PieceMoved(piece, "0405", points))
