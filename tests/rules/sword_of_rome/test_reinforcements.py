"""The Reinforcement Phase (5.10): who places, how much and where."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import End, Place
from tests.rules.sword_of_rome.harness import (
    Given,
    allied,
    army,
    control,
    given,
    inside,
    phase,
    points,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import (
    CONSULS,
    at_placement,
    due,
    order_of,
    places,
    reinforcing,
)

# 5.10-a: the order


@pytest.mark.rule("sword-of-rome", "5.10-a")
def test_non_player_powers_first_then_from_the_lowest_points_up() -> None:
    order = order_of(reinforcing(points("rome", 5), points("gauls", 6), points("greece", 8)))
    assert order == ["transalpine", "volsci", "carthage", "rome", "gauls", "etruscans", "greece"]
    other = order_of(reinforcing(points("rome", 9), points("gauls", 8), points("greece", 6)))
    assert other == ["transalpine", "volsci", "carthage", "greece", "etruscans", "gauls", "rome"]


@pytest.mark.rule("sword-of-rome", "5.10-a")
def test_each_places_everything_before_the_next() -> None:
    position = at_placement(reinforcing(points("rome", 5), points("gauls", 6)), "rome")
    for _ in range(4):
        position.when("rome", Place("rome", "roma"))
    position.when("gauls", Place("gauls", "bononia")).refused("5.4")
    position.awaits("rome", "place").when("rome", End()).refused("5.10", "1 CU")


# 5.10-b: where


@pytest.mark.rule("sword-of-rome", "5.10-b")
def test_units_are_pooled_and_go_wherever_a_friendly_line_leads() -> None:
    position = at_placement(
        reinforcing(
            control("reate", "rome"),
            control("volsinii", "rome"),
            control("fregellae", "rome"),
            points("rome", 1),
        ),
        "rome",
    )
    assert places(position, "rome") == {
        "roma", "sutrium", "narnia", "capua", "praeneste", "velitrae", "tarracina", "reate", "volsinii", "fregellae",
    }  # fmt: skip
    position.when("rome", Place("rome", "clusium")).refused("5.10")
    for _ in range(5):
        position.when("rome", Place("rome", "reate"))
    position.when("rome", Place("rome", "roma"), draws=CONSULS).when("rome", Place("rome", "roma"))
    position.refused("5.10", "have been placed")
    assert (position.cu("rome", "reate"), position.cu("rome", "roma")) == (5, 2)


@pytest.mark.rule("sword-of-rome", "5.10-b")
def test_enemy_units_bar_their_space_and_what_lies_behind() -> None:
    behind = (control("fregellae", "rome"), control("tarracina", "volsci"), points("rome", 1))
    free = at_placement(reinforcing(*behind), "rome")
    assert {"velitrae", "fregellae"} <= places(free, "rome")
    held = (army("volsci", "velitrae", 1), control("capua", "independent"))
    # Fregellae is a Roman city and a source itself; Praeneste lies on the line from Roma.
    barred = at_placement(reinforcing(*behind, *held), "rome")
    assert {"praeneste", "fregellae"} <= places(barred, "rome")
    barred.when("rome", Place("rome", "velitrae")).refused("5.10", "units of another power")
    lone = at_placement(reinforcing(*held, points("rome", 1)), "rome")
    assert "tarracina" not in places(lone, "rome")
    assert "praeneste" in places(lone, "rome")


@pytest.mark.rule("sword-of-rome", "5.10-b")
def test_the_line_crosses_no_rough_link_and_ends_among_no_other_power() -> None:
    position = at_placement(
        reinforcing(
            events.TribeSubjugated("alba-fucens", "rome"),
            allied("rome", "samnites"),
            army("samnites", "praeneste", 1),
            control("velitrae", "rome"),
            points("rome", 1),
        ),
        "rome",
    )
    position.when("rome", Place("rome", "alba-fucens")).refused("5.10", "no friendly line")
    position.when("rome", Place("rome", "praeneste")).refused("5.10", "another power")
    assert "velitrae" in places(position, "rome")


@pytest.mark.rule("sword-of-rome", "5.10-b")
def test_units_may_join_besiegers_where_no_enemy_is_within() -> None:
    lines = (army("rome", "tarquinii", 3, "fabius"), siege("tarquinii", "rome", 0), control("vulci", "rome"))
    empty = at_placement(reinforcing(*lines, points("rome", 1)), "rome")
    assert {"tarquinii", "vulci"} <= places(empty, "rome")
    held = at_placement(reinforcing(*lines, inside("etruscans", "tarquinii", 1), points("rome", 1)), "rome")
    assert not {"tarquinii", "vulci"} & places(held, "rome")


@pytest.mark.rule("sword-of-rome", "5.10-b")
def test_a_besieged_space_is_no_source() -> None:
    # The only other way to Larinum would be from Luceria.
    besieged = (
        army("gauls", "pisae", 3, "gauls-1"),
        siege("pisae", "gauls", 0),
        points("etruria-samnium", 1),
    )
    position = at_placement(reinforcing(*besieged), "etruscans", "samnites")
    position.when("etruria-samnium", Place("etruscans", "pisae")).refused("13.3")
    assert "populonium" in places(position, "etruscans")
    cut = at_placement(reinforcing(*besieged, control("tarquinii", "independent")), "etruscans", "samnites")
    assert places(cut, "etruscans") == set()
    assert "larinum" in places(cut, "samnites")


# 5.10-c: by sea


@pytest.mark.rule("sword-of-rome", "5.10-c")
def test_carthage_and_its_allies_alone_trace_over_the_sea() -> None:
    circumstances = (control("genua", "rome"), control("thermae", "independent"), points("rome", 1))
    alone = reinforcing(*circumstances)
    at_placement(alone, "carthage")
    assert places(alone, "carthage") == {"carthago", "kerkouane", "lilybaeum", "panormus", "selinus"}
    at_placement(alone, "rome").when("rome", Place("rome", "genua")).refused("5.10", "no friendly line")
    together = reinforcing(*circumstances, allied("rome", "carthage"))
    at_placement(together, "carthage")
    # Carthaginians never stand in Italy, whoever lets them (16.3); African ports serve Carthage alone (9.6.2).
    assert places(together, "carthage") == {"carthago", "kerkouane", "lilybaeum", "panormus", "selinus"}
    together.when(together.seat(), Place("carthage", "genua")).refused("16.3")
    at_placement(together, "rome")
    assert "genua" in places(together, "rome")
    assert not {"carthago", "kerkouane"} & places(together, "rome")


@pytest.mark.rule("sword-of-rome", "5.10-c")
def test_an_enemy_outside_a_port_bars_the_sea_line() -> None:
    position = at_placement(reinforcing(army("greece", "lilybaeum", 2)), "carthage")
    assert not {"lilybaeum", "selinus"} & places(position, "carthage")
    assert "panormus" in places(position, "carthage")


# 5.10-g, 5.10.1: how many


@pytest.mark.rule("sword-of-rome", "5.10-g")
def test_a_roman_city_anywhere_supplies_rome() -> None:
    captured = (control("pisae", "rome"), control("populonium", "rome"), points("rome", 1))
    position = at_placement(given(army("rome", "roma", 1), *captured, phase("reinforcement")), "rome")
    assert {"pisae", "populonium"} <= places(position, "rome")
    assert due(position, "rome") == 6
    gallic = (control("pisae", "gauls"), control("populonium", "gauls"), points("gauls", 1))
    other = at_placement(given(army("gauls", "bononia", 1), *gallic, phase("reinforcement")), "gauls")
    assert not {"pisae", "populonium"} & places(other, "gauls")
    assert due(other, "gauls") == 6


@pytest.mark.rule("sword-of-rome", "5.10.1-a")
def test_what_every_power_is_due() -> None:
    position = reinforcing(points("greece", 1), points("gauls", 2), points("etruria-samnium", 3))
    dues = {"transalpine": 1, "volsci": 1, "carthage": 3, "greece": 5, "gauls": 6}
    for power, number in dues.items():
        if power in ("transalpine", "volsci"):
            # A single space: placed at once.
            continue
        assert due(position, power) == number
    assert position.cu("transalpine", "transalpine-box") == 1
    assert position.cu("volsci", "antium") == 1
    assert due(position, "etruscans", "samnites") == 5


@pytest.mark.rule("sword-of-rome", "5.10.1-a")
def test_lost_and_besieged_spaces_give_nothing() -> None:
    position = reinforcing(
        control("antium", "rome"),
        control("messana", "carthage"),
        army("gauls", "tarentum", 3, "gauls-1"),
        siege("tarentum", "gauls", 0),
        control("sena-gallica", "independent"),
        events.TribeSubjugated("bovianum", "rome"),
        points("greece", 1),
        points("gauls", 2),
        points("etruria-samnium", 3),
    )
    assert due(position, "carthage") == 3
    assert position.cu("volsci", "antium") == 0
    assert position.cu("transalpine", "transalpine-box") == 1
    assert due(position, "greece") == 3
    assert due(position, "gauls") == 5
    assert due(position, "etruscans", "samnites") == 4


@pytest.mark.rule("sword-of-rome", "5.10.1-b")
@pytest.mark.parametrize(
    ("circumstances", "number"),
    [
        ((), 5),
        ((control("pisae", "rome"),), 6),
        ((control("syracusae", "rome"),), 6),
        ((events.CityFounded("velitrae", "rome", "7.2.1"),), 6),
        ((control("larinum", "rome"), control("bononia", "rome")), 5),
        ((control("capua", "samnites"),), 4),
        ((army("gauls", "narnia", 3, "gauls-1"), siege("narnia", "gauls", 0)), 4),
        ((army("gauls", "roma", 3, "gauls-1"), siege("roma", "gauls", 0)), 3),
    ],
)
def test_rome_is_due_two_for_roma_and_one_for_every_other_city(
    circumstances: tuple[Given, ...], number: int
) -> None:
    position = given(army("rome", "sutrium", 1), *circumstances, points("rome", 1), phase("reinforcement"))
    assert due(position, "rome") == number


@pytest.mark.rule("sword-of-rome", "5.10.1-c")
def test_etruscans_and_samnites_share_what_both_are_due() -> None:
    position = at_placement(reinforcing(points("etruria-samnium", 1)), "etruscans", "samnites")
    position.when("etruria-samnium", Place("etruscans", "larinum")).refused("5.10")
    position.when("etruria-samnium", Place("samnites", "pisae")).refused("5.10")
    for _ in range(4):
        position.when("etruria-samnium", Place("samnites", "aufidena"))
    position.when("etruria-samnium", Place("etruscans", "pisae"))
    assert (position.cu("samnites", "aufidena"), position.cu("etruscans", "pisae")) == (4, 2)


@pytest.mark.rule("sword-of-rome", "5.10.1-c")
def test_by_the_historical_option_each_of_the_two_gets_its_own() -> None:
    position = reinforcing(points("etruria-samnium", 1), options={"etruscan-reinforcements": "historical"})
    assert due(position, "etruscans") == 2
    position.when("etruria-samnium", Place("samnites", "aufidena")).refused("5.10")
    position.when("etruria-samnium", Place("etruscans", "pisae"))
    position.when("etruria-samnium", Place("etruscans", "pisae"))
    assert due(position, "samnites") == 3
