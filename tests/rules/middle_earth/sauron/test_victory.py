"""Demoralization by the deaths of the great (SAURON-15) and the points of the battle (SAURON-17)."""

from __future__ import annotations

import pytest

from rules.middle_earth import victory
from rules.middle_earth.actions import Attack, Duel, HoldPosition
from rules.middle_earth.events import (
    ArmyDemoralized,
    GameEnded,
    LeaderKilled,
    TotalChanged,
    UnitEliminated,
)
from tests.rules.middle_earth.harness import Position, demoralized, leader, like, marker, phase, total, unit
from tests.rules.middle_earth.sauron.battles import DATA, prepared

GAME = prepared()
RULE = GAME.board.scenario.victory
GATE = ("1620", "1720", "1820", "1920")


def position(*circumstances):
    made = Position(GAME)
    for each in circumstances:
        made.add(each)
    return made


def lost(name, side, value):
    """A unit that stood on the map and was eliminated."""
    return unit(name, "0515"), UnitEliminated(name, side, value, "7.42")


def points(made):
    scores = victory.scores(made.game, made.state)
    return scores["alliance"], scores["sauron"]


# SAURON-15


@pytest.mark.rule("sauron", "SAURON-15")
def test_each_side_has_one_total_and_one_level():
    assert set(GAME.board.levels_of) == {"alliance", "sauron"}
    assert {each.army for each in DATA.unit.values() if each.side == "alliance"} == {"alliance"}
    assert {each.army for each in DATA.unit.values() if each.side == "sauron"} == {"sauron"}


@pytest.mark.rule("sauron", "SAURON-15")
@pytest.mark.parametrize(("name", "bearer"), [("elendil", "narsil"), ("gil-galad", "aiglos")])
def test_the_death_of_elendil_or_gil_galad_shakes_the_alliance(name, bearer):
    people = {"elendil": "men-footmen-1", "gil-galad": "elven-spearmen-1"}[name]
    made = position(
        unit("trolls-1", "1715"), leader("sauron", "1715"), unit(people, "1714"), leader(name, "1714", wounded=True),
        unit("men-footmen-2", "1705"), phase("D", "leaders", turn=16),
    ).when("sauron", Duel("sauron", name), [6])  # fmt: skip
    made.then_includes(LeaderKilled(name, "7.26"), TotalChanged("alliance", 10, "SAURON-15"))
    assert made.state.totals["alliance"] == 10


@pytest.mark.rule("sauron", "SAURON-15")
def test_sauron_s_death_shakes_his_army_and_no_other_leader_s_does():
    def falls(name, unit_):
        return position(
            unit("guard-of-elendil-1", "1715"), leader("elendil", "1715"), marker("narsil", bearer="elendil"),
            unit(unit_, "1714"), leader(name, "1714", wounded=True), unit("orcs-8", "1705"), phase("G", "leaders"),
        ).when("alliance", Duel("elendil", name), [6])  # fmt: skip

    falls("sauron", "trolls-1").then_includes(
        LeaderKilled("sauron", "7.26"), TotalChanged("sauron", 30, "SAURON-15")
    )
    falls("ringwraith", "trolls-1").then_includes(LeaderKilled("ringwraith", "7.26")).then_not(TotalChanged)


@pytest.mark.rule("sauron", "SAURON-15")
def test_an_army_breaks_when_its_total_exceeds_its_level():
    level = GAME.board.levels_of["sauron"]
    for start, breaks in ((level - 6, False), (level - 5, True)):
        made = position(
            unit("guard-of-elendil-1", "1715"), unit("orcs-1", "1714", reduced=True), unit("orcs-2", "0505"),
            total("sauron", start), phase("G", "melee", turn=13),
        ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 1])  # fmt: skip
        made.then_includes(like(UnitEliminated, unit="orcs-1")).when("alliance", HoldPosition())
        assert any(isinstance(each, ArmyDemoralized) for each in made.events) is breaks


# SAURON-17


@pytest.mark.rule("sauron", "SAURON-17")
def test_both_have_the_value_of_eliminated_enemies_and_points_for_a_demoralized_army():
    made = position(
        unit("orcs-1", "1015"), unit("men-footmen-1", "1010"),
        *lost("trolls-1", "sauron", 8), *lost("dwarves-1", "alliance", 11),
    )  # fmt: skip
    assert points(made) == (8, 11)
    made.add(demoralized("sauron"))
    assert points(made) == (8 + RULE.demoralized, 11)
    made.add(demoralized("alliance"))
    assert points(made) == (8 + RULE.demoralized, 11 + RULE.demoralized)


def prize(side):
    return next(each.points for each in RULE.prizes if each.side == side)


@pytest.mark.rule("sauron", "SAURON-17")
def test_gate_hexes_count_for_the_alliance_and_units_north_of_row_06_for_sauron():
    made = position(
        unit("men-footmen-1", "1620"),
        unit("men-footmen-2", "1720"),
        unit("orcs-1", "1820"),
        unit("dwarves-1", "1005"),
    )
    assert points(made) == (2 * prize("alliance"), 0)
    for name, place in (("orcs-2", "1205"), ("orcs-3", "1406"), ("wargs-1", "0201")):
        made.add(unit(name, place))
    assert points(made) == (2 * prize("alliance"), 2 * prize("sauron"))


@pytest.mark.rule("sauron", "SAURON-17")
@pytest.mark.parametrize(
    "piece",
    ["sauron", "ringwraith", "gorgol", "elendil", "gil-galad", "isildur", "anarion", "baldrim", "cirdan"],
)
def test_each_leader_s_death_has_its_points(piece):
    worth = {each.piece: (each.side, each.points) for each in RULE.kills}
    side, value = worth[f"sauron-{piece}-1"]
    made = position(
        unit("orcs-1", "1015"),
        unit("men-footmen-1", "1010"),
        leader(piece, "1015"),
        LeaderKilled(piece, "7.26"),
    )
    assert points(made) == ((value, 0) if side == "alliance" else (0, value))
    assert side == GAME.enemy[GAME.seat_of[f"sauron-{piece}-1"]]


@pytest.mark.rule("sauron", "SAURON-17")
def test_the_beast_s_death_has_points_beside_its_value():
    made = position(
        unit("orcs-1", "1015"),
        unit("men-footmen-1", "1010"),
        *lost("beast-of-mordor-1", "sauron", 10),
    )
    extra = next(each.points for each in RULE.kills if each.piece == "sauron-beast-of-mordor-1")
    assert points(made) == (10 + extra, 0)


@pytest.mark.rule("sauron", "SAURON-17")
@pytest.mark.parametrize(
    ("dead", "winners", "how"),
    [
        ({"alliance": 1, "sauron": 1}, ("sauron",), "marginal"),
        ({"sauron": 1}, ("alliance",), "marginal"),
        ({"sauron": 8}, ("alliance",), "decisive"),
        ({"alliance": 5}, ("sauron",), "decisive"),
        ({}, (), "draw"),
    ],
)
def test_after_turn_18_the_higher_total_wins_decisively_with_a_lead_of_50(dead, winners, how):
    gone = []
    for number in range(1, dead.get("alliance", 0) + 1):
        gone += lost(f"dwarves-{number}", "alliance", 11)
    for number in range(1, dead.get("sauron", 0) + 1):
        gone += lost(f"slaves-{number}", "sauron", 7)
    made = position(*gone, phase("G", turn=18))
    assert victory.over(made.game, made.state, False) is None
    assert victory.over(made.game, made.state, True) == (winners, how)


@pytest.mark.rule("sauron", "SAURON-17")
def test_sauron_dead_and_the_whole_gate_held_ends_the_battle_at_once():
    def last_blow(*held):
        return position(
            unit("guard-of-elendil-1", "1715"), leader("elendil", "1715"), marker("narsil", bearer="elendil"),
            unit("trolls-1", "1714"), leader("sauron", "1714", wounded=True), unit("orcs-8", "1705"),
            *(unit(f"men-footmen-{number}", name) for number, name in enumerate(held, start=1)),
            phase("G", "leaders", turn=9),
        ).when("alliance", Duel("elendil", "sauron"), [6])  # fmt: skip

    last_blow(*GATE[:3]).then_includes(LeaderKilled("sauron", "7.26")).then_not(GameEnded)
    whole = last_blow(*GATE)
    orders = [each for each in whole.events if isinstance(each, GameEnded)]
    if not orders:  # the unit that Sauron led gives way first
        while whole.state.retreats:
            whole.when("sauron", whole.offered()[0])
        orders = [each for each in whole.events if isinstance(each, GameEnded)]
    assert [(each.winners, each.how) for each in orders] == [(("alliance",), "decisive")]
