"""What the board does to itself at the end of a turn: attrition (5.5), surrender (5.6), isolation (5.7)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import End, Play, RollSiege
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
    loyalty,
    phase,
    points,
    siege,
)

# 5.5: attrition


def rolls(position: Position) -> list[tuple[str, str, int, int, int]]:
    """Who rolled where: power, space, CU there, die, CU lost."""
    return [
        (event.power, event.space, event.cu, event.die, event.lost)
        for event in position.events
        if isinstance(event, events.AttritionRolled)
    ]


@pytest.mark.rule("sword-of-rome", "5.5-a")
def test_one_die_for_each_enemy_space_non_player_powers_first_then_from_the_highest_points_down() -> None:
    position = given(
        army("rome", "clusium", 4, "camillus"),
        army("rome", "cortona", 9),
        army("gauls", "sentinum", 2),
        army("greece", "thermae", 1),
        army("carthage", "messana", 5, "hamilcar"),
        army("volsci", "velitrae", 1),
        points("rome", 6),
        points("greece", 8),
        points("gauls", 8),
        phase("attrition"),
        dice=[3, 1, 5, 6, 4, 6],
    )
    assert rolls(position) == [
        ("volsci", "velitrae", 1, 3, 0),
        ("carthage", "messana", 5, 1, 0),
        ("gauls", "sentinum", 2, 5, 1),
        ("greece", "thermae", 1, 6, 1),
        ("rome", "clusium", 4, 4, 1),
        ("rome", "cortona", 9, 6, 3),
    ]
    assert (position.cu("rome", "clusium"), position.cu("rome", "cortona")) == (3, 6)
    assert (position.cu("gauls", "sentinum"), position.cu("greece", "thermae")) == (1, 0)
    assert position.where("camillus") == "clusium"


@pytest.mark.rule("sword-of-rome", "5.5-a")
def test_no_attrition_where_the_power_or_an_ally_is_in_control() -> None:
    position = given(
        army("rome", "roma", 10),
        allied("rome", "etruscans"),
        army("rome", "clusium", 10),
        army("samnites", "cortona", 10),
        army("carthage", "messana", 4, "hamilcar"),
        inside("greece", "messana", 2),
        phase("attrition"),
        dice=[6],
    )
    # Inside the friendly walls of Messana nobody starves; those outside do.
    assert rolls(position) == [("carthage", "messana", 4, 6, 1)]


@pytest.mark.rule("sword-of-rome", "5.5-a")
def test_independent_spaces_are_enemy_and_a_table_s_column_is_the_size() -> None:
    for cu, lost in ((1, 1), (2, 1), (3, 1), (6, 2), (8, 2), (10, 3), (11, 4)):
        position = given(army("rome", "reate", cu), phase("attrition"), dice=[6])
        assert rolls(position) == [("rome", "reate", cu, 6, lost)]
        assert position.cu("rome", "reate") == cu - lost


# 5.6: surrender


def taken(position: Position, rule: str = "5.6") -> list[tuple[str, str]]:
    """Spaces that changed hands by a rule, in that order."""
    return [
        (event.space, event.power)
        for event in position.events
        if isinstance(event, events.ControlChanged) and event.rule == rule
    ]


@pytest.mark.rule("sword-of-rome", "5.6-a")
def test_surrender_goes_by_non_player_powers_then_from_the_lowest_points_up() -> None:
    position = given(
        army("rome", "reate", 1),
        army("greece", "selinus", 1),
        army("gauls", "sentinum", 1),
        army("samnites", "nola", 1),
        army("etruscans", "praeneste", 1),
        army("volsci", "velitrae", 1),
        army("carthage", "leontini", 1),
        points("greece", 5),
        points("gauls", 9),
        points("rome", 8),
        phase("surrender"),
    )
    assert taken(position)[:7] == [
        ("velitrae", "volsci"),
        ("leontini", "carthage"),
        ("selinus", "greece"),
        ("praeneste", "etruscans"),
        ("nola", "samnites"),
        ("reate", "rome"),
        ("sentinum", "gauls"),
    ]


@pytest.mark.rule("sword-of-rome", "5.6-b")
def test_enemy_and_independent_markers_surrender_to_units_without_a_roll_or_a_choice() -> None:
    position = given(
        army("rome", "clusium", 1),
        army("rome", "reate", 3),
        army("gauls", "sentinum", 0, "gauls-1"),
        army("rome", "pisae", 2),
        phase("surrender"),
    )
    assert dict(taken(position)) == {"clusium": "rome", "reate": "rome"}
    assert position.state.control["sentinum"] == "etruscans"  # a leader alone is no CU
    assert position.state.control["pisae"] == "etruscans"
    assert position.state.phase != "surrender"


@pytest.mark.rule("sword-of-rome", "5.6-b")
def test_a_marker_in_an_ally_s_home_goes_back_to_the_ally_and_an_ally_s_marker_stays() -> None:
    position = given(
        allied("rome", "samnites"),
        control("caudium", "independent"),
        control("allifae", "greece"),
        control("praeneste", "gauls"),
        army("rome", "caudium", 1),
        army("rome", "allifae", 1),
        army("rome", "praeneste", 1),
        army("rome", "compsa", 1),
        phase("surrender"),
    )
    assert dict(taken(position)) == {"caudium": "samnites", "allifae": "samnites", "praeneste": "rome"}
    assert position.state.control["compsa"] == "samnites"


@pytest.mark.rule("sword-of-rome", "5.6-c", "13.1.3-a")
def test_an_army_of_three_with_a_leader_may_roll_once_at_a_city_or_a_tribe() -> None:
    position = given(
        army("rome", "pisae", 3, "camillus"),
        army("rome", "alba-fucens", 4, "valerius"),
        army("rome", "antium", 2, "rome-1"),
        army("rome", "brundisium", 5),
        army("rome", "clusium", 5, "rome-2"),
        phase("surrender"),
    )
    position.awaits("rome", "surrender").offers_only(RollSiege("alba-fucens"), RollSiege("pisae"), End())
    position.when("rome", RollSiege("antium")).refused("13.1.3")
    position.when("rome", RollSiege("brundisium")).refused("13.1.3")
    position.when("rome", RollSiege("clusium")).refused("13.1.3")
    position.when("rome", RollSiege("alba-fucens"), dice=[3, 3])
    position.then_includes(like(events.SiegeRolled, space="alba-fucens"))
    position.when("rome", RollSiege("alba-fucens")).refused("13.1.3")
    position.when("rome", RollSiege("pisae"), dice=[4, 6])
    assert position.state.phase != "surrender"


@pytest.mark.rule("sword-of-rome", "5.6-c")
def test_the_roll_is_optional_and_of_a_non_player_power_somebody_else_decides() -> None:
    position = given(army("rome", "pisae", 3, "camillus"), phase("surrender")).when("rome", End())
    position.then_not(events.SiegeRolled)
    assert position.state.control["pisae"] == "etruscans"
    neutral = given(
        army("volsci", "roma", 3, "volsci-1"), points("rome", 1), points("greece", 2), phase("surrender")
    )
    neutral.awaits("greece", "surrender").offers_only(RollSiege("roma"), End())


# 5.7: isolation


def isolated(*circumstances: Given) -> set[str]:
    """The spaces that become independent in the Isolation Phase."""
    position = given(*circumstances, phase("isolation"))
    lost = taken(position, "5.7")
    assert all(power == "independent" for _, power in lost)
    return {space for space, _ in lost}


@pytest.mark.rule("sword-of-rome", "5.7-a")
def test_a_marker_without_a_line_to_an_anchor_becomes_independent() -> None:
    assert isolated() == set()
    assert isolated(control("sentinum", "rome")) == {"sentinum"}
    # Over Spoletium it reaches the city of Narnia, even a besieged one.
    linked = (control("sentinum", "rome"), control("spoletium", "rome"))
    assert isolated(*linked) == set()
    assert isolated(*linked, army("gauls", "narnia", 3, "gauls-1"), siege("narnia", "gauls", 1)) == set()
    assert isolated(*linked, control("narnia", "independent")) == {"sentinum", "spoletium"}


@pytest.mark.rule("sword-of-rome", "5.7-a")
def test_every_kind_of_anchor() -> None:
    assert isolated(control("luna", "rome")) == {"luna"}
    assert isolated(control("luna", "rome"), control("genua", "rome")) == set()
    assert isolated(control("corfinium", "rome")) == {"corfinium"}
    assert isolated(control("corfinium", "rome"), control("aternum", "rome")) == set()  # a port
    # A port of Africa is one for Carthage alone, or for Greeks who stand there (9.6.2, 17.2.1).
    assert isolated(control("kerkouane", "greece")) == {"kerkouane"}
    assert isolated(control("kerkouane", "greece"), army("greece", "kerkouane", 1)) == set()
    assert isolated(control("ravenna", "rome")) == {"ravenna"}
    # A reinforcement space serves as an anchor to whoever controls it.
    assert isolated(control("ravenna", "rome"), control("bononia", "rome")) == set()
    assert isolated(control("volsinii", "gauls")) == {"volsinii"}
    assert isolated(control("volsinii", "gauls"), army("gauls", "volsinii", 1)) == set()
    assert isolated(control("volsinii", "gauls"), army("gauls", "clusium", 1)) == set()
    assert isolated(control("volsinii", "gauls"), army("gauls", "cortona", 1)) == {"volsinii"}


@pytest.mark.rule("sword-of-rome", "5.7-a")
def test_a_tribe_is_an_anchor_until_it_is_subjugated() -> None:
    around = (
        control("saepinum", "rome"),
        control("allifae", "rome"),
        control("caudium", "rome"),
        control("venusia", "rome"),
    )
    assert "compsa" not in isolated(*around)
    subjugated = (events.TribeSubjugated("maleventum", "rome"), control("maleventum", "samnites"))
    assert isolated(*around, *subjugated) >= {"compsa", "maleventum"}


@pytest.mark.rule("sword-of-rome", "5.7-a")
def test_an_ally_s_anchor_does_not_count_but_the_line_may_run_through_its_spaces() -> None:
    friends = allied("rome", "etruscans")
    assert isolated(control("sentinum", "rome"), friends) == set()
    cut = (control("populonium", "rome"), control("faesulae", "gauls"), control("rusellae", "independent"))
    assert "populonium" in isolated(*cut, friends)
    assert "populonium" not in isolated(*cut, friends, control("pisae", "rome"))


@pytest.mark.rule("sword-of-rome", "5.7-b")
def test_a_line_crosses_no_rough_link_and_no_strait() -> None:
    rough = (control("corfinium", "rome"), events.TribeSubjugated("aufidena", "rome"))
    assert "corfinium" in isolated(*rough, army("rome", "aufidena", 2))
    # The same link is clear for Samnites.
    assert isolated(control("corfinium", "samnites")) == set()
    assert isolated(control("hipponium", "rome"), army("rome", "rhegium", 1)) == set()
    strait = (control("tyndaris", "rome"), control("messana", "rome"), loyalty("messana", 1))
    assert "tyndaris" not in isolated(*strait)
    assert "locri" in isolated(control("locri", "carthage"), army("carthage", "messana", 1))


@pytest.mark.rule("sword-of-rome", "5.7-b")
def test_a_line_passes_an_enemy_space_only_with_friendly_units() -> None:
    lone = control("sentinum", "rome")
    assert isolated(lone, army("gauls", "spoletium", 2)) == {"sentinum"}
    assert isolated(lone, army("gauls", "spoletium", 2), allied("rome", "gauls")) == set()
    # Enemy units on a friendly space bar nothing.
    friendly = control("spoletium", "rome")
    assert isolated(lone, friendly, army("gauls", "spoletium", 2)) == set()


@pytest.mark.rule("sword-of-rome", "5.7-c")
def test_independent_spaces_are_left_alone_and_what_is_cut_off_joins_them() -> None:
    position = given(control("sentinum", "rome"), control("volsinii", "independent"), phase("isolation"))
    assert taken(position, "5.7") == [("sentinum", "independent")]
    assert position.state.control["volsinii"] == "independent"
    # A second phase finds nothing more, and an event that restores homes finds both.
    position.add(phase("isolation", 2))
    assert taken(position, "5.7") == []
    restoring = given(
        control("praeneste", "independent"), hand("rome", "r-29"), army("rome", "roma", 2), impulse("rome")
    )
    restoring.offers(Play("r-29", "event"))
    whole = given(hand("rome", "r-29"), army("rome", "roma", 2), impulse("rome"))
    whole.when("rome", Play("r-29", "event")).refused("7.1")
