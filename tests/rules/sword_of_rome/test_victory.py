"""Victory Points and how the game is won (4), and the VP Phase (5.8)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Activate, Choose, Name, Play, Raid, RaiseSupport, Spend
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    army,
    control,
    given,
    hand,
    impulse,
    like,
    phase,
    plunder,
    points,
)

SEATS = ("rome", "greece", "gauls", "etruria-samnium")


def at(*vp: int) -> tuple[Given, ...]:
    """The VP of Rome, the Greeks, the Gauls, and Etruria and Samnium."""
    return tuple(points(seat, number) for seat, number in zip(SEATS, vp, strict=True))


def recorded(*circumstances: Given, turn: int = 1, scenario: str = "four-players") -> Position:
    """The VP Phase of a turn."""
    return given(*circumstances, phase("victory-points", turn), scenario=scenario)


def ending(position: Position) -> tuple[tuple[str, ...], str] | None:
    """Who won and how; None while the game goes on."""
    end = position.state.ending
    return None if end is None else (end.winners, end.how)


def vp(position: Position) -> tuple[int, ...]:
    """The VP in the order of the seats."""
    return tuple(position.state.vp[seat] for seat in SEATS)


# 4.1, 5.8.1: gaining and losing


@pytest.mark.rule("sword-of-rome", "4.1-a")
def test_a_space_taken_in_the_action_phase_counts_in_the_vp_phase_only() -> None:
    position = (
        given(
            army("rome", "clusium", 2),
            army("rome", "roma", 1, "fabius"),
            hand("rome", "r-10"),
            impulse("rome"),
        )
        .when("rome", Play("r-10", "ops"))
        .when("rome", RaiseSupport("rome"))
        .when("rome", Spend("convert", "clusium"))
    )
    assert position.state.control["clusium"] == "rome"
    assert vp(position) == (7, 7, 7, 7)
    position.add(phase("victory-points"))
    assert vp(position) == (8, 7, 7, 6)


@pytest.mark.rule("sword-of-rome", "4.1-a")
def test_plunder_and_card_events_change_points_at_once() -> None:
    raiding = (
        given(army("gauls", "sentinum", 4, "gauls-1"), plunder(5), hand("gauls", "a-37"), impulse("gauls"))
        .when("gauls", Play("a-37", "ops"))
        .when("gauls", Activate("gauls-1"))
        .when("gauls", Raid(), dice=[5, 5])
    )
    raiding.then_includes(like(events.VictoryPointsChanged, seat="gauls", vp=8, rule="14.1"))
    event = given(army("gauls", "roma", 3, "gauls-1"), hand("gauls", "a-7"), impulse("gauls"))
    event.when("gauls", Play("a-7", "event"))
    assert event.state.vp["gauls"] > 7
    refused = given(army("gauls", "roma", 1, "gauls-1"), hand("gauls", "a-7"), impulse("gauls"))
    refused.when("gauls", Play("a-7", "event")).refused("7.1")


@pytest.mark.rule("sword-of-rome", "5.8.1-a")
def test_what_every_seat_gains_and_loses() -> None:
    position = recorded(
        control("neapolis", "rome"),
        control("brundisium", "rome"),
        control("praeneste", "independent"),
        control("lilybaeum", "greece"),
        control("clusium", "samnites"),
        control("fregellae", "etruscans"),
        control("antium", "samnites"),
    )
    # Rome +2 -1, the Greeks +1 -1; what one power of a seat holds of the other's home changes nothing.
    assert vp(position) == (8, 7, 7, 8)


@pytest.mark.rule("sword-of-rome", "5.8.1-b")
def test_the_same_space_counts_every_turn() -> None:
    position = recorded(control("neapolis", "rome"), turn=1)
    assert vp(position) == (8, 6, 7, 7)
    position.add(phase("victory-points", 2))
    assert vp(position) == (9, 5, 7, 7)
    position.add(control("neapolis", "greece"))
    position.add(phase("victory-points", 3))
    assert vp(position) == (9, 5, 7, 7)


@pytest.mark.rule("sword-of-rome", "5.8.1-c")
def test_points_never_fall_below_zero() -> None:
    lost = (control("neapolis", "rome"), control("messana", "carthage"), control("croton", "independent"))
    assert vp(recorded(*at(3, 1, 5, 5), *lost)) == (4, 0, 5, 5)
    # The net change counts once: at 0 a gain is not saved from a loss of the same phase.
    level = recorded(*at(0, 5, 5, 5), control("neapolis", "rome"), control("capua", "samnites"))
    assert vp(level) == (0, 4, 5, 6)
    worse = recorded(
        *at(0, 5, 5, 5),
        control("neapolis", "rome"),
        control("capua", "samnites"),
        control("praeneste", "samnites"),
    )
    assert vp(worse) == (0, 4, 5, 7)


@pytest.mark.rule("sword-of-rome", "5.8.1-c")
def test_the_plunder_track_takes_no_point_below_zero_and_there_is_no_ceiling() -> None:
    position = given(
        army("transalpine", "eporedia", 3, "transalpine-1"),
        plunder(-5),
        points("gauls", 0),
        hand("rome", "r-9"),
        impulse("rome"),
    ).when("rome", Play("r-9", "event"))
    position.when("rome", Choose("transalpine"))
    position.when("rome", Activate("transalpine-1")).when("rome", Raid(), dice=[5, 5])
    assert position.state.plunder == 0
    assert position.state.vp["gauls"] == 0
    assert vp(recorded(*at(17, 5, 5, 5), control("neapolis", "rome"))) == (18, 4, 5, 5)


@pytest.mark.rule("sword-of-rome", "5.8.1-d")
def test_gauls_score_nothing_for_spaces_but_lose_for_their_homes() -> None:
    assert vp(recorded(control("clusium", "gauls"), control("roma", "gauls"))) == (6, 7, 7, 6)
    assert vp(recorded(control("mediolanum", "etruscans"), control("patavium", "independent"))) == (
        7,
        7,
        5,
        8,
    )


@pytest.mark.rule("sword-of-rome", "5.8-a")
def test_markers_move_before_victory_is_checked() -> None:
    lost = recorded(*at(4, 11, 4, 4), control("neapolis", "independent"))
    assert vp(lost) == (4, 10, 4, 4)
    assert ending(lost) is None
    won = recorded(*at(10, 4, 4, 4), control("neapolis", "rome"))
    assert ending(won) == (("rome",), "automatic-victory")


# 4.2 to 4.4: winning


@pytest.mark.rule("sword-of-rome", "4.2-a")
def test_automatic_victory_needs_the_level_of_the_turn() -> None:
    assert ending(recorded(*at(10, 4, 4, 4))) is None
    assert ending(recorded(*at(11, 4, 4, 4))) == (("rome",), "automatic-victory")
    assert ending(recorded(*at(11, 4, 4, 4), turn=3)) is None
    assert ending(recorded(*at(12, 4, 4, 4), turn=3)) == (("rome",), "automatic-victory")
    assert ending(recorded(*at(12, 13, 4, 4), turn=3)) == (("greece",), "automatic-victory")
    assert ending(recorded(*at(12, 12, 4, 12), turn=3)) == (("etruria-samnium",), "automatic-victory")


@pytest.mark.rule("sword-of-rome", "4.2-a")
def test_points_of_the_action_phase_end_nothing_before_the_vp_phase() -> None:
    position = given(
        army("gauls", "roma", 4, "gauls-1"), points("gauls", 9), hand("gauls", "a-7"), impulse("gauls")
    ).when("gauls", Play("a-7", "event"))
    assert position.state.vp["gauls"] >= 10
    assert ending(position) is None
    position.awaits("gauls", "impulse")


@pytest.mark.rule("sword-of-rome", "4.2-b")
def test_of_two_players_the_larger_sum_wins_whoever_reached_the_level() -> None:
    level = recorded(*at(11, 8, 8, 3), scenario="two-players")
    assert ending(level) == (("gauls", "greece"), "automatic-victory")
    own = recorded(*at(11, 8, 4, 3), scenario="two-players")
    assert ending(own) == (("rome", "etruria-samnium"), "automatic-victory")
    tied = recorded(*at(11, 8, 8, 5), scenario="two-players")
    assert ending(tied) == (("gauls", "greece"), "automatic-victory")
    assert ending(recorded(*at(9, 9, 9, 9), scenario="two-players")) is None


@pytest.mark.rule("sword-of-rome", "4.3-a", "5.8.2-a")
def test_after_the_last_turn_most_points_win() -> None:
    assert ending(recorded(*at(4, 9, 6, 8), turn=8)) is None
    assert ending(recorded(*at(4, 9, 6, 8), turn=9)) == (("greece",), "victory-points")
    assert ending(recorded(*at(4, 9, 6, 9), turn=9)) == (("etruria-samnium",), "victory-points")
    assert ending(recorded(*at(9, 9, 9, 9), turn=9)) == (("gauls",), "victory-points")
    assert ending(recorded(*at(4, 9, 6, 8), turn=6, scenario="short-game")) == (
        ("greece",),
        "victory-points",
    )


@pytest.mark.rule("sword-of-rome", "5.8.2-a")
def test_the_level_comes_before_the_last_turn() -> None:
    assert ending(recorded(*at(12, 9, 6, 8), turn=9)) == (("rome",), "automatic-victory")
    # The check comes with the markers: nothing of the turn's other phases follows.
    position = recorded(*at(12, 9, 6, 8), turn=9)
    assert isinstance(position.events[-1], events.GameEnded)


@pytest.mark.rule("sword-of-rome", "4.3-b")
def test_at_the_end_sums_of_two_players_decide() -> None:
    assert ending(recorded(*at(9, 5, 5, 2), turn=9, scenario="two-players")) == (
        ("rome", "etruria-samnium"),
        "victory-points",
    )
    assert ending(recorded(*at(9, 5, 6, 2), turn=9, scenario="two-players")) == (
        ("gauls", "greece"),
        "victory-points",
    )


@pytest.mark.rule("sword-of-rome", "4.4-a")
def test_of_level_seats_the_earlier_in_the_order_is_lowest_and_highest() -> None:
    def names_first(*vp: int) -> str:
        return given(*at(*vp), phase("first-player")).seat()

    def wins(*vp: int) -> tuple[str, ...]:
        end = ending(recorded(*at(*vp), turn=9))
        assert end is not None
        return end[0]

    assert (names_first(5, 5, 5, 5), wins(5, 5, 5, 5)) == ("gauls", ("gauls",))
    assert (names_first(5, 5, 6, 5), wins(5, 5, 4, 5)) == ("etruria-samnium", ("etruria-samnium",))
    assert (names_first(5, 5, 6, 6), wins(5, 5, 4, 4)) == ("greece", ("greece",))
    assert (names_first(4, 5, 6, 6), wins(6, 5, 4, 4)) == ("rome", ("rome",))


@pytest.mark.rule("sword-of-rome", "4.4-b")
def test_one_seat_orders_all_that_are_level_even_after_acting_itself() -> None:
    position = given(
        army("rome", "roma", 1),
        army("greece", "syracusae", 1),
        army("gauls", "bononia", 1),
        army("etruscans", "pisae", 1),
        *at(6, 6, 6, 9),
        phase("reinforcement"),
    )
    while Name("gauls") not in position.offered():
        position.when(position.seat(), position.offered()[0])
    position.awaits("gauls", "order").offers_only(Name("gauls"), Name("rome"), Name("greece"))
    position.when("gauls", Name("etruria-samnium")).refused("4.4")
    position.when("gauls", Name("gauls"))
    while not any(isinstance(each, Name) for each in position.offered()):
        position.when(position.seat(), position.offered()[0])
    position.awaits("gauls", "order").offers_only(Name("rome"), Name("greece"))


@pytest.mark.rule("sword-of-rome", "4.4-b")
def test_level_seats_are_ordered_for_their_sieges_too() -> None:
    position = given(
        army("rome", "pisae", 3, "camillus"),
        army("gauls", "roma", 3, "gauls-1"),
        army("greece", "panormus", 2),
        *at(6, 6, 6, 9),
        phase("surrender"),
    )
    position.awaits("gauls", "order").offers_only(Name("rome"), Name("gauls"))
    position.when("gauls", Name("greece")).refused("4.4")
    position.when("gauls", Name("rome")).awaits("rome", "surrender")
    # Where only one of them could roll the order changes nothing, and nobody is asked (5.6).
    alone = given(army("rome", "pisae", 3, "camillus"), *at(6, 6, 6, 9), phase("surrender"))
    alone.awaits("rome", "surrender")


@pytest.mark.rule("sword-of-rome", "4.4-c")
def test_of_level_seats_one_runs_a_non_player_power() -> None:
    def runs(siege: str, *vp: int) -> str:
        power, space, leader = {
            "volsci": ("volsci", "roma", "volsci-1"),
            "transalpine": ("transalpine", "roma", "transalpine-1"),
            "carthage": ("carthage", "messana", "hamilcar"),
        }[siege]
        return given(army(power, space, 3, leader), *at(*vp), phase("surrender")).seat()

    assert runs("volsci", 6, 6, 6, 6) == "gauls"
    assert runs("volsci", 6, 6, 7, 6) == "etruria-samnium"
    assert runs("transalpine", 6, 6, 6, 7) == "greece"
    assert runs("carthage", 6, 6, 7, 7) == "rome"
    assert runs("carthage", 6, 6, 7, 6) == "etruria-samnium"
