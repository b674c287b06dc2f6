"""Seats and powers (1), what the map and the counters say (2), and the set-up (3)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events, victory
from rules.sword_of_rome.actions import (
    Activate,
    Break,
    Halt,
    Offer,
    Place,
    PlaceLeader,
    Play,
    RaiseSupport,
    Spend,
    Step,
)
from rules.sword_of_rome.powers import allied as friendly
from tests.rules.sword_of_rome.harness import (
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    installed_data,
    like,
    phase,
    points,
    set_up,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import due

# 1: seats and powers


@pytest.mark.rule("sword-of-rome", "1-a")
def test_four_seats_run_five_powers_and_nobody_owns_three() -> None:
    game = given().game
    assert {seat: game.powers_of[seat] for seat in game.seats} == {
        "rome": ("rome",),
        "greece": ("greece",),
        "gauls": ("gauls",),
        "etruria-samnium": ("etruscans", "samnites"),
    }
    assert game.neutral == ("transalpine", "volsci", "carthage")
    assert not set(game.neutral) & set(game.seat_of)
    scenarios = installed_data().scenario.values()
    assert {scenario.players for scenario in scenarios} == {2, 3, 4}
    years = [(turn.from_bc, turn.to_bc) for turn in installed_data().turn.values()]
    assert (max(begin for begin, _ in years), min(end for _, end in years)) == (386, 272)


@pytest.mark.rule("sword-of-rome", "1-a")
def test_etruscans_and_samnites_are_friends_for_ever_without_an_alliance() -> None:
    position = given(
        control("caudium", "samnites"),
        army("etruscans", "volsinii", 3, "etruscans-1"),
        army("samnites", "spoletium", 2),
        impulse("etruria-samnium"),
    )
    assert friendly(position.game, position.state, "etruscans", "samnites")
    position.when("etruria-samnium", Break("etruscans", "samnites")).refused("15.5")
    position.when("etruria-samnium", Offer("etruscans", "samnites")).refused("15.1")
    renewal = given(phase("alliances"))
    assert not any(isinstance(event, events.AllianceEnded) for event in renewal.events)
    assert friendly(renewal.game, renewal.state, "etruscans", "samnites")


@pytest.mark.rule("sword-of-rome", "1-a")
def test_the_two_powers_of_one_seat_do_not_stack() -> None:
    position = (
        given(
            army("etruscans", "perusia", 3, "etruscans-1"),
            army("samnites", "spoletium", 2),
            hand("etruria-samnium", "e-3"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-3", "ops"))
        .when("etruria-samnium", Activate("etruscans-1"))
        .when("etruria-samnium", Step("spoletium"))
    )
    position.awaits("etruria-samnium", "march").when("etruria-samnium", Halt()).refused("15.3")


# 2.1: the counters


@pytest.mark.rule("sword-of-rome", "2.1-a")
def test_more_units_than_counters_in_the_box_but_no_more_leaders() -> None:
    position = given(army("gauls", "bononia", 140), army("rome", "roma", 120), phase("reinforcement"))
    assert due(position, "gauls") == 6
    position.when("gauls", Place("gauls", "bononia"))
    assert position.cu("gauls", "bononia") == 141
    minors = [name for name in position.game.leaders if name.startswith("gauls-")]
    assert len(minors) == 3
    position.when("gauls", PlaceLeader("gauls-4", "bononia")).refused("8.3")


# 2.2: the spaces


@pytest.mark.rule("sword-of-rome", "2.2-a")
def test_a_reinforcement_space_serves_its_first_owner_alone() -> None:
    everybody = (
        army("etruscans", "clusium", 2),
        army("samnites", "allifae", 2),
        army("gauls", "bononia", 2),
        points("etruria-samnium", 3),
        points("gauls", 4),
    )
    assert due(given(*everybody, phase("reinforcement")), "etruscans", "samnites") == 5
    taken = given(*everybody, control("larinum", "gauls"), phase("reinforcement"))
    assert due(taken, "etruscans", "samnites") == 4
    assert due(taken, "gauls") == 6


@pytest.mark.rule("sword-of-rome", "2.2-a")
def test_a_besieged_reinforcement_space_gives_nothing() -> None:
    position = given(
        army("etruscans", "clusium", 2),
        army("gauls", "pisae", 4, "gauls-1"),
        siege("pisae", "gauls", 0),
        points("etruria-samnium", 3),
        phase("reinforcement"),
    )
    assert due(position, "etruscans", "samnites") == 4


@pytest.mark.rule("sword-of-rome", "2.2-b")
def test_a_tribe_changes_hands_by_subjugation_alone() -> None:
    position = given(army("rome", "alba-fucens", 2), army("rome", "reate", 1), phase("surrender"))
    assert position.state.control["reate"] == "rome"
    assert position.state.control["alba-fucens"] == "independent"
    acting = (
        given(
            army("rome", "alba-fucens", 2),
            army("rome", "reate", 1),
            army("rome", "roma", 1, "fabius"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", RaiseSupport("rome"))
    )
    acting.when("rome", Spend("convert", "alba-fucens")).refused("7.3", "tribe")
    acting.when("rome", Spend("convert", "reate"))
    assert acting.state.control["reate"] == "rome"


@pytest.mark.rule("sword-of-rome", "2.2-b")
def test_a_subjugated_tribe_is_an_ordinary_space() -> None:
    position = given(
        events.TribeSubjugated("alba-fucens", "rome"), army("gauls", "alba-fucens", 1), phase("surrender")
    )
    assert position.state.control["alba-fucens"] == "gauls"
    lost = given(events.TribeSubjugated("maleventum", "rome"), phase("isolation"))
    assert lost.state.control["maleventum"] == "independent"


@pytest.mark.rule("sword-of-rome", "2.2-c")
def test_only_spaces_with_red_names_count_for_victory_points() -> None:
    ordinary = given(control("volsinii", "rome"), control("cortona", "gauls"), phase("victory-points"))
    assert not any(isinstance(event, events.VictoryPointsChanged) for event in ordinary.events)
    red = given(control("clusium", "rome"), phase("victory-points"))
    changes = {
        event.seat: event.change for event in red.events if isinstance(event, events.VictoryPointsChanged)
    }
    assert changes == {"rome": 1, "etruria-samnium": -1}


@pytest.mark.rule("sword-of-rome", "2.2-d")
def test_units_do_not_turn_a_walled_city() -> None:
    surrendering = given(army("rome", "pisae", 2), army("rome", "populonium", 2), phase("surrender"))
    assert surrendering.state.control["populonium"] == "rome"
    assert surrendering.state.control["pisae"] == "etruscans"
    position = (
        given(
            army("rome", "pisae", 2),
            army("rome", "populonium", 2),
            army("rome", "roma", 1, "fabius"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", RaiseSupport("rome"))
    )
    position.when("rome", Spend("convert", "pisae")).refused("2.2", "siege")
    position.when("rome", Spend("convert", "populonium")).then_includes(
        like(events.ControlChanged, space="populonium", power="rome")
    )


# 2.3: homes


@pytest.mark.rule("sword-of-rome", "2.3-c")
@pytest.mark.parametrize("scenario", ["four-players", "two-players", "short-game"])
def test_home_spaces_are_those_controlled_at_the_start(scenario: str) -> None:
    position = given(scenario=scenario)
    for name, space in position.game.spaces.items():
        assert position.state.control[name] == space.home, name
    assert position.game.spaces["antium"].home == "volsci"
    # A space that is taken stays a home space of the power that had it first.
    taken = given(control("neapolis", "rome"), scenario=scenario)
    assert victory.change_due(taken.game, taken.state, "rome") == 1
    assert victory.change_due(taken.game, taken.state, "greece") == -1


@pytest.mark.rule("sword-of-rome", "2.3-c")
def test_colours_of_the_powers() -> None:
    def parts(power: str) -> tuple[int, int, int]:
        colour = installed_data().power[power].colour
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

    red, green, blue = parts("rome")
    assert red > 2 * max(green, blue)
    light, dark = parts("greece"), parts("gauls")
    assert max(light) == light[2]
    assert max(dark) == dark[2]
    assert sum(light) > 1.5 * sum(dark)
    red, green, blue = parts("etruscans")
    assert min(red, green) > 2 * blue  # yellow
    red, green, blue = parts("samnites")
    assert green > max(red, blue)
    red, green, blue = parts("carthage")
    assert min(red, blue) > green  # purple
    assert len(set(parts("transalpine"))) == 1  # grey
    red, green, blue = parts("independent")
    assert red > green > blue > 100  # tan


# 3: set-up


@pytest.mark.rule("sword-of-rome", "3-a")
def test_the_set_up_of_the_scenario() -> None:
    position = given(set_up())
    forces = {(each.power, space): each.cu for space, here in position.state.forces.items() for each in here}
    deployed = {
        (force.power, force.space): force.units + force.militia
        for force in installed_data().deployment["usual"].forces
    }
    assert forces == deployed
    assert forces["rome", "velitrae"] == 5
    assert position.where("camillus") == "velitrae"
    assert position.where("valerius") == "roma"
    assert position.where("claudius") == "cup"
    assert position.where("pyrrhus") == "away"
    for empty in ("capua", "narnia", "sutrium", "praeneste", "tarracina"):
        assert position.cu("rome", empty) == 0
    assert {position.state.loyalty[city] for city in ("capua", "narnia", "sutrium")} == {1}
    assert position.state.loyalty["roma"] == 3
    assert dict(position.state.vp) == {"rome": 7, "greece": 7, "gauls": 7, "etruria-samnium": 7}
    assert {seat: len(deck) for seat, deck in position.game.deck.items()} == dict.fromkeys(
        position.game.seats, 37
    )


@pytest.mark.rule("sword-of-rome", "3-a")
def test_scenarios_differ_in_seats_length_and_levels() -> None:
    three = given(set_up(), scenario="three-players")
    assert "gauls" not in three.game.seats
    assert not any(name in three.state.control for name in ("bononia", "mediolanum", "transalpine-box"))
    assert not any(each.power == "gauls" for here in three.state.forces.values() for each in here)
    short, full = given(scenario="short-game").game, given().game
    assert (short.scenario.turns, full.scenario.turns) == (6, 9)
    assert victory.level_of(short, 6) < victory.level_of(full, 6)
    assert given(allied("rome", "gauls")).state.alliances == {"gauls+rome"}
    assert not given(set_up()).state.alliances
