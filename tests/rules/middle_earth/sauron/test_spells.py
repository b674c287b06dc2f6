"""The Wrath and the Eclipse (SAURON-12), how long spells work and how often Sauron casts (SAURON-19), and the published
cases of his magic."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Aim, Attack, Cast, Duel, End, Rally
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    LeaderKilled,
    Modifier,
    RallyRolled,
    SpellCast,
    SpellTookHold,
    TurnBegan,
    UnitDisrupted,
)
from rules.middle_earth.leaders import rating
from rules.middle_earth.sauron.events import VisionRolled
from tests.rules.middle_earth.harness import (
    board,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    unit,
)

SPELLS = tuple(installed_data().spell)
WRATH, ECLIPSE = "wrath-of-the-ringwraith", "total-eclipse"


def casting(*more, letter="A", points=45, game=None):
    """Sauron on his pedestal in 0909, with a troll, in a magic phase."""
    return given(
        game or board(spells=SPELLS),
        unit("trolls-1", "0909"),
        leader("sauron", "0909", points=points),
        marker("pedestal", "0909"),
        unit("men-footmen-8", "0102"),
        *more,
        phase(letter, seat="sauron"),
    )


def angry(*more, letter="D", step="leaders"):
    """The Ringwraith in 0505 while his Wrath works."""
    return given(
        board(spells=SPELLS),
        unit("orcs-1", "0505"),
        leader("ringwraith", "0505"),
        *more,
        phase(letter, step),
        SpellTookHold(WRATH),
    )


# SAURON-12: the Wrath


@pytest.mark.rule("sauron", "SAURON-12")
def test_the_wrath_needs_the_ringwraith_and_three_points_and_sauron_need_not_be_near():
    minimum = installed_data().spell[WRATH].minimum
    assert minimum == 3
    casting().when("sauron", Cast("sauron", WRATH, 3)).refused("SAURON-12", "Ringwraith")
    far = (unit("orcs-1", "0101"), leader("ringwraith", "0101"))
    casting(*far).when("sauron", Cast("sauron", WRATH, 2)).refused("8.54")
    casting(*far, points=2).when("sauron", Cast("sauron", WRATH, 3)).refused("8.55")
    casting(*far).when("sauron", Cast("sauron", WRATH, 3), [4, 4]).then_includes(
        like(SpellCast, works=True, target=""), SpellTookHold(WRATH)
    ).tells("Wrath of the Ringwraith works until the end of the turn (SAURON-12)")


@pytest.mark.rule("sauron", "SAURON-12")
def test_under_the_wrath_his_rating_is_3_higher_and_he_may_fight_twice():
    position = angry(
        unit("men-footmen-1", "0504"),
        leader("baldrim", "0504"),
        unit("men-footmen-2", "0604"),
        leader("isildur", "0604"),
    )
    assert rating(position.game, position.state, "sauron-ringwraith-1")[0] == 11
    position.when("sauron", Duel("ringwraith", "baldrim"), [3]).then(
        like(
            DuelFought,
            attacker_rating=11,
            differential=4,
            attacker_modifiers=(Modifier(3, "Wrath of the Ringwraith", "SAURON-12"),),
        )
    )


@pytest.mark.rule("sauron", "SAURON-12")
def test_he_fights_a_second_time_in_the_phase_but_not_a_third():
    position = angry(
        unit("men-footmen-1", "0504"), leader("baldrim", "0504"), unit("men-footmen-2", "0405"),
        leader("elendil", "0405"), marker("narsil", bearer="elendil"), unit("orcs-2", "0508"), leader("gorgol", "0508"),
        unit("elven-spearmen-1", "0509"), leader("cirdan", "0509"),
    )  # fmt: skip
    position.when("sauron", Duel("ringwraith", "elendil"), [4]).then(like(DuelFought, differential=-1))
    position.when("sauron", Duel("ringwraith", "elendil"), [4])
    position.when("sauron", Duel("ringwraith", "elendil")).refused("7.24")
    calm = given(
        board(), unit("orcs-1", "0505"), leader("ringwraith", "0505"), unit("men-footmen-2", "0405"),
        leader("elendil", "0405"), unit("orcs-2", "0508"), leader("gorgol", "0508"), unit("elven-spearmen-1", "0509"),
        leader("cirdan", "0509"), phase("D", "leaders"),
    )  # fmt: skip
    calm.when("sauron", Duel("ringwraith", "elendil"), [5]).then(like(DuelFought, differential=-2))
    calm.when("sauron", Duel("ringwraith", "elendil")).refused("7.24")


@pytest.mark.rule("sauron", "SAURON-12")
@pytest.mark.parametrize(("place", "morale"), [("0502", "Y"), ("0501", "X")])
def test_alliance_units_within_three_hexes_of_him_have_worse_morale(place, morale):
    north = {"0502": "0501", "0501": "0601"}[place]
    angry(unit("men-footmen-1", place), unit("slaves-1", north), step="melee").when(
        "sauron", Attack("slaves-1", "men-footmen-1"), [2, 2, 6]
    ).then_includes(like(AttackResolved, casualty=True, morale=morale))


@pytest.mark.rule("sauron", "SAURON-12", "SAURON-19")
def test_morale_stops_at_z_and_sauron_s_own_units_fear_nothing():
    own = angry(unit("slaves-1", "0504"), unit("men-footmen-1", "0503"), letter="G", step="melee").when(
        "alliance", Attack("men-footmen-1", "slaves-1"), [1, 1, 6]
    )
    own.then_includes(like(AttackResolved, morale="Z", morale_modifiers=()))


# SAURON-12: the Eclipse


@pytest.mark.rule("sauron", "SAURON-12")
def test_in_the_eclipse_it_is_night_until_the_turn_ends():
    position = casting(unit("orcs-1", "0505"), unit("men-footmen-1", "0504"), unit("wargs-1", "0210"))
    least = installed_data().spell[ECLIPSE].minimum
    position.when("sauron", Cast("sauron", ECLIPSE, least), [3, 4]).then_includes(SpellTookHold(ECLIPSE))
    assert rating(position.game, position.state, "sauron-sauron-1") == (13, (Modifier(3, "night", "10.0"),))
    position.add(phase("D", "melee"))
    assert rating(position.game, position.state, "sauron-sauron-1")[0] == 10  # another turn


@pytest.mark.rule("sauron", "SAURON-12")
def test_his_units_are_fanatic_in_the_eclipse():
    position = given(
        board(spells=SPELLS), unit("orcs-1", "0505"), unit("men-footmen-1", "0504"), unit("orcs-2", "0909"),
        unit("men-footmen-2", "0908"), phase("D", "melee"), SpellTookHold(ECLIPSE),
    )  # fmt: skip
    position.when("sauron", Attack("orcs-1", "men-footmen-1"), [6]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True)
    )


@pytest.mark.rule("sauron", "SAURON-19")
def test_a_spell_ends_with_its_turn_whether_cast_in_a_or_in_e():
    position = given(
        board(spells=SPELLS), unit("orcs-1", "0505"), unit("men-footmen-1", "0909"), phase("E", seat="sauron"),
        SpellTookHold(ECLIPSE), SpellTookHold(WRATH),
    )  # fmt: skip
    assert len(position.state.in_force) == 2
    position.add(phase("H", seat="sauron"))
    assert not position.state.in_force  # a new turn began
    again = given(board(spells=SPELLS), unit("orcs-1", "0505"), unit("men-footmen-1", "0909"), phase("C"))
    again.add(SpellTookHold(ECLIPSE))
    again.when("sauron", End()).when("alliance", End()).then_includes(TurnBegan)
    assert not again.state.in_force


@pytest.mark.rule("sauron", "SAURON-19")
def test_sauron_attempts_one_spell_a_turn_in_a_or_in_e_the_beast_s_powers_among_them():
    position = casting(unit("beast-of-mordor-1", "0707"), unit("men-footmen-1", "0202"))
    position.when("sauron", Cast("sauron", "beast-horn-attack", 3), [6, 6])
    position.when("sauron", End())
    assert position.state.phase in ("D", "E", "F")
    position.offers_not(Cast("sauron", WRATH, 3), Cast("sauron", "beast-flight", 3))
    before = casting(letter="E").when("sauron", Cast("sauron", ECLIPSE, 44)).refused("8.57")
    before.offers(Cast("sauron", ECLIPSE, installed_data().spell[ECLIPSE].minimum))


@pytest.mark.rule("sauron", "SAURON-19")
def test_his_death_ends_neither_his_spells_nor_their_cost():
    position = given(
        board(spells=SPELLS), unit("orcs-1", "0505"), leader("sauron", "0505"), unit("men-footmen-1", "0504"),
        unit("orcs-2", "0909"), unit("men-footmen-2", "0908"), phase("D", "melee"), SpellTookHold(ECLIPSE),
        LeaderKilled("sauron", "7.26"),
    )  # fmt: skip
    position.when("sauron", Attack("orcs-1", "men-footmen-1"), [6]).then_includes(
        like(AttackResolved, letter="fanatic")
    )


@pytest.mark.rule("sauron", "SAURON-19")
def test_a_wounded_leader_of_this_game_rallies_with_his_lower_rating():
    given(
        board(), unit("orcs-1", "0505", disrupted=True), unit("orcs-2", "0506", disrupted=True),
        leader("ringwraith", "0505", wounded=True), unit("men-footmen-1", "0909"), phase("H", seat="sauron"),
    ).when("sauron", Rally("ringwraith", "orcs-1"), [3, 4]).then(
        like(RallyRolled, rating=6, rallied=False, modifiers=(Modifier(-2, "wounded", "8.21"),))
    )  # fmt: skip


# The published cases


@pytest.mark.rule("sauron", "SAURON-11")
def test_three_points_of_visions_that_work_disrupt_most_of_the_men():
    """Published: cast with 3 points in turn 7, Sinister Visions disrupted most of the Men."""
    men = [unit(f"men-footmen-{number}", f"0{number}08") for number in range(4, 10) if number < 8]
    men += [unit("men-cavalry-1", "0807"), unit("guard-of-elendil-1", "0706")]
    position = casting(*men).when("sauron", Cast("sauron", "sinister-visions", 3))
    position.when("sauron", Aim("0608"), [4, 4, 1, 3, 4, 5, 6, 2][: 2 + _seen(position)])
    rolled = [each for each in position.events if isinstance(each, VisionRolled)]
    disrupted = [each for each in position.events if isinstance(each, UnitDisrupted)]
    assert len(rolled) >= 4
    assert len(disrupted) * 2 >= len(rolled)
    assert position.state.leaders["sauron-sauron-1"].points == 42


def _seen(position):
    radius = installed_data().spell["sinister-visions"].numbers["radius"]
    return sum(
        1 for name in position.game.board.grid.within("0608", radius)
        for each in position.state.at.get(name, ()) if position.game.seat_of[each] == "alliance"
    )  # fmt: skip


@pytest.mark.rule("sauron", "SAURON-12")
def test_a_wrath_of_three_points_that_fails_costs_none():
    """Published: tried in turn 14 with the last 3 points, the Wrath failed, and nothing was lost."""
    position = casting(unit("orcs-1", "0101"), leader("ringwraith", "0101"), points=3)
    position.when("sauron", Cast("sauron", WRATH, 3), [6, 6]).then_includes(like(SpellCast, works=False))
    assert position.state.leaders["sauron-sauron-1"].points == 3
    assert not position.state.in_force


@pytest.mark.rule("sauron", "SAURON-9", "SAURON-10")
def test_by_day_sauron_attacks_armed_elendil_at_minus_2_without_hope():
    """Published: 10 against 12 is a differential of -2, at which the attacker can do no harm."""
    for die in range(1, 7):
        given(
            board(), unit("trolls-1", "0505"), leader("sauron", "0505"), unit("men-footmen-1", "0504"),
            leader("elendil", "0504"), marker("narsil", bearer="elendil"), phase("D", "leaders"),
        ).when("sauron", Duel("sauron", "elendil"), [die]).then(like(DuelFought, differential=-2))  # fmt: skip
        results = board().board.duel[die, -2]
        assert results.harmed != "defender"


@pytest.mark.rule("sauron", "SAURON-10")
def test_at_night_his_rating_is_13():
    """Published: 10 by day, 13 at night."""
    dark = given(
        board(nights=[1]), unit("trolls-1", "0505"), leader("sauron", "0505"), phase("H", seat="sauron")
    )
    assert rating(dark.game, dark.state, "sauron-sauron-1")[0] == 13
    light = given(board(), unit("trolls-1", "0505"), leader("sauron", "0505"), phase("H", seat="sauron"))
    assert rating(light.game, light.state, "sauron-sauron-1")[0] == 10
