"""Night (10.0): when it is night, and what it makes of Sauron's units and leaders."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Duel, End, Fire, Rally
from rules.middle_earth.events import AttackResolved, DuelFought, Modifier, RallyRolled, TurnBegan
from tests.rules.middle_earth.harness import (
    board,
    formation,
    given,
    installed_data,
    leader,
    like,
    phase,
    unit,
)

NIGHT = Modifier(3, "night", "10.0")


def attack_on_men(kind, *, night, begun=None):
    """A unit of Sauron next to two units of Men."""
    return given(
        board(),
        unit(kind, "0505"),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0404"),
        begun or phase("D", "melee", night=night),
    )


@pytest.mark.rule("middle-earth", "10.0-a")
@pytest.mark.parametrize("kind", ["wargs", "orcs", "orc-swordsmen", "trolls", "slaves", "beast-of-mordor"])
def test_every_unit_of_sauron_is_fanatic_at_night_and_none_by_day(kind):
    action = Attack(f"{kind}-1", "men-footmen-1")
    attack_on_men(f"{kind}-1", night=True).when("sauron", action, [6]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, die=6)
    )
    attack_on_men(f"{kind}-1", night=False).when("sauron", action, [6, 6]).then_includes(
        like(AttackResolved, dice=(6, 6), casualty=False)
    )


@pytest.mark.rule("middle-earth", "10.0-a")
@pytest.mark.parametrize(
    ("kind", "placed"),
    [
        ("orcs-1", (unit("orcs-1", "0505", reduced=True),)),
        ("slaves-1", formation("phalanx", "slaves-1", "slaves-2", "0505")),
    ],
)
def test_so_are_reduced_units_and_a_phalanx(kind, placed):
    given(
        board(),
        *placed,
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0404"),
        phase("D", "melee", night=True),
    ).when("sauron", Attack(kind, "men-footmen-1"), [6]).then_includes(
        like(AttackResolved, letter="fanatic", dice=())
    )


@pytest.mark.rule("middle-earth", "10.0-a")
def test_units_of_the_west_are_not_and_fire_is_rolled_in_the_dark_too():
    attack_on_men("orcs-1", night=True, begun=phase("G", "melee", night=True)).when(
        "alliance", Attack("men-footmen-1", "orcs-1")
    ).when("alliance", Attack("men-footmen-2", "orcs-1"), [6, 6, 6, 6]).then_includes(
        like(AttackResolved, attacker="men-footmen-1", letter="C", dice=(6, 6)),
        like(AttackResolved, attacker="men-footmen-2", letter="C", dice=(6, 6)),
    )
    attack_on_men("orc-archers-1", night=True, begun=phase("D", "missile", night=True)).when(
        "sauron", Fire("orc-archers-1", "men-footmen-1"), [6, 6]
    ).then(like(AttackResolved, letter="E", dice=(6, 6), casualty=False))


@pytest.mark.rule("middle-earth", "10.0-a")
def test_a_fanatic_unit_defends_as_by_day():
    attack_on_men("orcs-1", night=True, begun=phase("G", "melee", night=True)).when(
        "alliance", Attack("men-footmen-1", "orcs-1")
    ).when("alliance", Attack("men-footmen-2", "orcs-1"), [6, 6, 1, 1, 6]).then_includes(
        like(AttackResolved, attacker="men-footmen-2", armour=3, morale="Y", die=6, result="R1")
    )


@pytest.mark.rule("middle-earth", "10.0-a")
def test_night_is_a_matter_of_the_turn_track():
    field = (
        unit("orcs-1", "0505"),
        unit("men-footmen-1", "0909"),
    )
    position = given(board(turns=3, nights=[2]), *field, phase("F"))
    assert not position.state.night
    position.when("alliance", End()).then_includes(TurnBegan(2, True))
    assert position.state.night
    position.when("sauron", End()).when("alliance", End()).then_includes(TurnBegan(3, False))
    assert not position.state.night
    nights = {
        name: [turn.number for turn in scenario.turns if turn.night]
        for name, scenario in installed_data().scenario.items()
    }
    assert (nights["learning"], nights["battle"]) == ([5], [15, 16, 17, 18])


def duel(attacker, defender, *, night, die=3):
    seats = {"sauron": "D", "ringwraith": "D", "gorgol": "D"}
    letter = seats.get(attacker, "G")
    return given(
        board(),
        unit("orcs-1", "0504"),
        unit("wargs-1", "0404"),
        leader("sauron", "0504"),
        leader("ringwraith", "0504"),
        leader("gorgol", "0404"),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        phase(letter, "leaders", night=night),
    ).when("alliance" if letter == "G" else "sauron", Duel(attacker, defender), [die])


@pytest.mark.rule("middle-earth", "10.0-b")
@pytest.mark.parametrize(("name", "rating"), [("sauron", 10), ("ringwraith", 8), ("gorgol", 5)])
def test_every_leader_of_sauron_fights_with_3_more_at_night(name, rating):
    dark = duel(name, "isildur", night=True)
    dark.then_includes(
        like(
            DuelFought,
            attacker_rating=rating + 3,
            defender_rating=8,
            differential=rating + 3 - 8,
            attacker_modifiers=(NIGHT,),
            defender_modifiers=(),
        )
    )
    duel(name, "isildur", night=False).then_includes(
        like(DuelFought, attacker_rating=rating, attacker_modifiers=())
    )


@pytest.mark.rule("middle-earth", "10.0-b")
def test_and_when_he_is_attacked():
    duel("isildur", "ringwraith", night=True, die=4).then_includes(
        like(DuelFought, attacker_rating=8, defender_rating=11, differential=-3, result="AW")
    )


@pytest.mark.rule("middle-earth", "10.0-b")
def test_a_leader_of_the_west_rallies_at_night_as_by_day():
    given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-footmen-2", "0504", disrupted=True),
        unit("men-footmen-3", "0506", disrupted=True),
        phase("H", seat="alliance", night=True),
    ).when("alliance", Rally("isildur", "men-footmen-2"), [4, 5]).then(
        like(RallyRolled, rating=8, rallied=False, modifiers=())
    )


@pytest.mark.rule("middle-earth", "10.0-b")
def test_a_wounded_leader_of_sauron_gains_the_3_as_well():
    given(
        board(),
        unit("orcs-1", "0505"),
        leader("sauron", "0505", wounded=True),
        unit("orcs-2", "0504", disrupted=True),
        unit("orcs-3", "0506", disrupted=True),
        phase("H", seat="sauron", night=True),
    ).when("sauron", Rally("sauron", "orcs-2"), [5, 6]).then(
        like(RallyRolled, rating=11, rallied=True, modifiers=(Modifier(-2, "wounded", "8.21"), NIGHT))
    )
