"""The cases that published reports of the game print, as far as they are known (S1 to S6)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Aim, Attack, Cast, Duel, Fire, Rally
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    LeaderKilled,
    LeaderWounded,
    RallyRolled,
    SpellCast,
    SpellTookHold,
    UnitReduced,
)
from rules.middle_earth.sauron.events import BeastSummoned, VisionRolled
from tests.rules.middle_earth.harness import (
    Given,
    Position,
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
BEAST = "beast-of-mordor-1"


def casting(*more: Given, points: int = 45, turn: int = 7) -> Position:
    """Sauron on his pedestal in 0505, in the first magic leader phase."""
    return given(
        board("0101-2020", spells=SPELLS), unit("trolls-1", "0505"), leader("sauron", "0505", points=points),
        marker("pedestal", "0505"), *more, phase("A", seat="sauron", turn=turn),
    )  # fmt: skip


def test_s1_sinister_visions_with_3_points_disrupt_most_of_the_men():
    """Works on 4 to 9. Of six units of Men with morale X, value 3, those that roll 3 or more are disrupted."""
    men = tuple(unit(f"men-footmen-{number}", name) for number, name in enumerate(
        ("0502", "0602", "0702", "0401", "0501", "0601"), start=1))  # fmt: skip
    rolls = [3, 6, 2, 4, 1, 5]
    position = casting(*men).when("sauron", Cast("sauron", "sinister-visions", 3))
    position.when("sauron", Aim("0502"), [3, 4, *rolls]).then_includes(
        like(SpellCast, points=3, range=(4, 9), dice=(3, 4), works=True)
    )
    seen = [event.disrupted for event in position.events if isinstance(event, VisionRolled)]
    assert seen == [die >= 3 for die in rolls]
    assert sum(now.disrupted for now in position.state.units.values()) == 4
    assert position.state.leaders["sauron-sauron-1"].points == 42


def test_s2_the_wrath_with_3_points_fails_and_no_points_are_lost():
    """Turn 14, the last three points: 2d6 = 12 is outside 4 to 9."""
    position = casting(
        unit("orcs-1", "0101"), leader("ringwraith", "0101"), unit("men-footmen-1", "1515"), points=3, turn=14
    )
    position.when("sauron", Cast("sauron", "wrath-of-the-ringwraith", 3), [6, 6]).then_includes(
        like(SpellCast, range=(4, 9), dice=(6, 6), works=False)
    )
    assert position.state.leaders["sauron-sauron-1"].points == 3


def test_s3_magic_armour_costs_9_and_only_leaders_with_a_magic_weapon_hit_the_beast_for_good():
    worn = casting(unit(BEAST, "0909"), unit("men-footmen-1", "1515"), points=9)
    worn.when("sauron", Cast("sauron", "beast-magic-armour", 9), [3, 4]).then_includes(
        SpellTookHold("beast-magic-armour")
    )
    assert worn.state.leaders["sauron-sauron-1"].points == 0
    field = (
        unit(BEAST, "0504"), unit("guard-of-elendil-1", "0505"), leader("elendil", "0505"), leader("isildur", "0505"),
        marker("narsil", bearer="elendil"), unit("men-bowmen-1", "0506"), unit("orcs-1", "0909"),
        SpellTookHold("beast-magic-armour"),
    )  # fmt: skip
    for turn in (1, 9, 18):
        later = given(board(spells=SPELLS), *field, phase("G", "missile", turn=turn))
        assert later.state.in_force, "it works to the end of the game"
        later.when("alliance", Fire("men-bowmen-1", BEAST)).refused("SAURON-14")
    given(board(spells=SPELLS), *field, unit("orcs-2", "0604"), phase("G", "melee")).when(
        "alliance", Attack("guard-of-elendil-1", BEAST)
    ).refused("SAURON-14")
    hit = given(board(spells=SPELLS), *field, phase("G", "leaders"))
    hit.when("alliance", Duel("isildur", BEAST)).refused("7.25")
    hit.when("alliance", Duel("elendil", BEAST), [4]).then_includes(
        like(DuelFought, attacker_rating=12, defender_rating=8, differential=4),
        UnitReduced(BEAST, "7.26"),
    )


def test_s4_the_beast_is_summoned_for_5_points_with_armour_4_morale_x_and_4_hexes():
    position = casting(unit("men-footmen-1", "1515")).when("sauron", Cast("sauron", "summon-beast", 4))
    position.refused("8.54").when("sauron", Cast("sauron", "summon-beast", 5))
    position.when("sauron", Aim("0504"), [3, 4]).then_includes(BeastSummoned(BEAST, "0504"))
    assert position.state.leaders["sauron-sauron-1"].points == 40
    card = position.game.board.units[f"sauron-{BEAST}"]
    assert (card.full.armour, card.full.morale, card.allowance) == (4, "X", 4)
    fight = given(board(), unit(BEAST, "0504"), unit("trolls-1", "0909"), unit("men-footmen-1", "0505"),
                  phase("G", "melee"))  # fmt: skip
    fight.when("alliance", Attack("men-footmen-1", BEAST), [1, 1, 6]).then_includes(
        like(AttackResolved, armour=4, morale="X")
    )


@pytest.mark.parametrize("die", range(1, 7))
def test_s5_sauron_at_10_against_elendil_armed_at_12_is_hopeless(die):
    given(
        board(), unit("trolls-1", "0504"), leader("sauron", "0504"), unit("men-footmen-1", "0505"),
        leader("elendil", "0505"), marker("narsil", bearer="elendil"), phase("D", "leaders"),
    ).when("sauron", Duel("sauron", "elendil"), [die]).then(
        like(DuelFought, attacker_rating=10, defender_rating=12, differential=-2)
    ).then_not(LeaderWounded("elendil", "7.26"), LeaderKilled("elendil", "7.26"))  # fmt: skip


@pytest.mark.parametrize(("turn", "rating"), [(14, 10), (15, 13), (18, 13)])
def test_s6_sauron_counts_10_by_day_and_13_at_night(turn, rating):
    position = given(
        board(nights=range(15, 19)), unit("trolls-1", "0505"), leader("sauron", "0505"),
        unit("orcs-1", "0504", disrupted=True), unit("men-footmen-1", "0909"), phase("H", seat="sauron", turn=turn),
    )  # fmt: skip
    position.when("sauron", Rally("sauron", "orcs-1"), [6, 6]).then(
        like(RallyRolled, rating=rating, rallied=rating == 13)
    )
