"""Retreats by sea (12.4.3)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import End, Play, RetreatBySea, RetreatTo, Sail, Step
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    like,
    marker,
    siege,
)
from tests.rules.sword_of_rome.marching import on_the_march

ATTACK_WINS = (3, 3, 3, 2, 2, 2)
DEFENCE_WINS = (2, 2, 2, 3, 3, 3)


def beaten_greeks(*more: Given, greeks: int = 6) -> Position:
    """Rome attacks Greeks in Brundisium, a port which is nobody's, from Barium, and wins; nobody is hurt. Only those
    are asked who hold a card for the moment."""
    return on_the_march(
        army("rome", "barium", min(greeks, 10), "camillus"),
        army("greece", "brundisium", greeks),
        *more,
        seat="rome",
        leader="camillus",
        options={"responses": "held"},
    ).when("rome", Step("brundisium"), dice=ATTACK_WINS)


@pytest.mark.rule("sword-of-rome", "12.4.3-a")
def test_a_card_that_allows_sea_movement_brings_the_beaten_to_a_friendly_port() -> None:
    position = beaten_greeks(hand("greece", "g-28", "g-27")).awaits("greece", "retreat-or-sail")
    position.offers(Play("g-28", "sail"), RetreatTo("tarentum")).offers_not(Play("g-27", "sail"))
    position.when("greece", Play("g-27", "sail")).refused("12.4.3", "3 Ops")
    position.when("greece", Play("g-22", "sail")).refused("6.1")
    position.when("greece", RetreatBySea("croton")).refused("12.4.3", "takes a card")
    position.when("greece", Play("g-28", "sail")).offers(RetreatBySea("croton"), RetreatBySea("syracusae"))
    position.when("greece", RetreatBySea("roma")).refused("12.4.3", "no port")
    position.when("greece", RetreatBySea("croton"))
    # The limit of four spaces does not hold, and what the ships cannot carry is lost (12.4.1-f).
    position.then_includes(
        like(events.UnitsLost, power="greece", cu=3, rule="12.4.3"),
        like(events.LossesCounted, side="defender", cu=3),
        events.Retreated("greece", ("brundisium", "croton"), 3, by_sea=True),
    )
    assert position.cu("greece", "croton") == 3
    assert position.state.hands["greece"] == ("g-27",)


@pytest.mark.rule("sword-of-rome", "12.4.3-a")
def test_who_has_no_such_card_or_is_in_no_port_goes_by_land() -> None:
    beaten_greeks(hand("greece", "g-27")).then_includes(like(events.Retreated, by_sea=False))
    inland = on_the_march(
        army("rome", "barium", 6, "camillus"),
        army("greece", "canusium", 6),
        control("arpi", "greece"),
        hand("greece", "g-28"),
        seat="rome",
        leader="camillus",
        options={"responses": "held"},
    ).when("rome", Step("canusium"), dice=ATTACK_WINS)
    inland.then_includes(events.Retreated("greece", ("canusium", "arpi"), 0))


@pytest.mark.rule("sword-of-rome", "12.4.3-a")
def test_the_card_is_another_than_that_which_activated_the_army() -> None:
    def beaten(*cards: str) -> Position:
        return on_the_march(
            army("greece", "tarentum", 4, "greece-1"),
            army("rome", "barium", 4),
            hand("greece", *cards),
            seat="greece",
            leader="greece-1",
            options={"responses": "held"},
        ).when("greece", Step("barium"), dice=DEFENCE_WINS)

    with_another = beaten("g-28").awaits("greece", "retreat-or-sail").offers(Play("g-28", "sail"))
    with_another.offers_not(Play("g-22", "sail"))
    with_another.when("greece", Play("g-22", "sail")).refused("6.1", "not in your hand")
    beaten().then_includes(events.Retreated("greece", ("barium", "tarentum"), 0))


@pytest.mark.rule("sword-of-rome", "12.4.3-a")
def test_the_port_must_be_friendly_and_free() -> None:
    position = beaten_greeks(
        hand("greece", "g-28"),
        control("neapolis", "rome", 2),
        army("rome", "croton", 2),
        army("samnites", "rhegium", 1),
        allied("samnites", "greece"),
        army("carthage", "messana", 3),
        siege("messana", "carthage", 0),
    ).when("greece", Play("g-28", "sail"))
    ports = {each.space for each in position.offered() if isinstance(each, RetreatBySea)}
    assert ports == {"syracusae", "tarentum"}


@pytest.mark.rule("sword-of-rome", "12.4.3-b")
def test_greeks_sail_with_six_to_syracusae_and_with_three_elsewhere() -> None:
    syracusae = beaten_greeks(hand("greece", "g-28")).when("greece", Play("g-28", "sail"))
    syracusae.when("greece", RetreatBySea("syracusae"))
    assert syracusae.cu("greece", "syracusae") == 6
    away = on_the_march(
        army("rome", "leontini", 6, "camillus"),
        army("greece", "syracusae", 6),
        hand("greece", "g-28"),
        seat="rome",
        leader="camillus",
        options={"responses": "held"},
    ).when("rome", Step("syracusae"))
    away.when("greece", End(), dice=ATTACK_WINS).when("greece", End())
    away.when("greece", Play("g-28", "sail")).when("greece", RetreatBySea("croton"))
    assert away.cu("greece", "croton") == 3


def beaten_romans(*more: Given, romans: int = 6) -> Position:
    """Greeks attack Romans in Brundisium and win."""
    return on_the_march(
        army("greece", "tarentum", min(romans, 10), "pyrrhus"),
        army("rome", "brundisium", romans),
        control("barium", "rome"),
        hand("rome", "r-22"),
        *more,
        seat="greece",
        leader="pyrrhus",
        options={"responses": "held"},
    ).when("greece", Step("brundisium"), dice=ATTACK_WINS)


@pytest.mark.rule("sword-of-rome", "12.4.3-b")
@pytest.mark.parametrize(
    ("circumstances", "carried"),
    [((), 0), ((marker("duoviri-navales"),), 3), ((allied("rome", "carthage"),), 10)],
)
def test_rome_sails_with_three_after_duoviri_navales_and_with_ten_beside_carthage(
    circumstances: tuple[Given, ...], carried: int
) -> None:
    position = beaten_romans(*circumstances, romans=11)
    if not carried:
        position.then_includes(events.Retreated("rome", ("brundisium", "barium"), 0))
        return
    position.when("rome", Play("r-22", "sail")).when("rome", RetreatBySea("roma"))
    assert position.cu("rome", "roma") == carried


@pytest.mark.rule("sword-of-rome", "12.4.3-b")
def test_etruscans_sail_with_naval_transport_alone() -> None:
    def beaten(*cards: str) -> Position:
        return (
            on_the_march(
                army("rome", "caere", 5, "camillus"),
                army("etruscans", "tarquinii", 5),
                hand("etruria-samnium", *cards),
                seat="rome",
                leader="camillus",
                options={"responses": "held"},
            )
            .when("rome", Step("tarquinii"))
            .when("etruria-samnium", End(), dice=ATTACK_WINS)
        )

    position = beaten("e-25").awaits("etruria-samnium", "respond")
    position.when("etruria-samnium", Play("e-25", "event")).when("etruria-samnium", End())
    position.awaits("etruria-samnium", "retreat").when("etruria-samnium", RetreatBySea("pisae"))
    assert position.cu("etruscans", "pisae") == 3
    another = beaten("e-10").awaits("etruria-samnium", "retreat-inside").when("etruria-samnium", End())
    another.then_includes(like(events.Retreated, power="etruscans", by_sea=False))


@pytest.mark.rule("sword-of-rome", "12.4.3-b")
def test_carthage_sails_with_ten_and_needs_no_card() -> None:
    position = on_the_march(
        army("greece", "thermae", 10, "pyrrhus"),
        control("thermae", "greece"),
        army("carthage", "panormus", 12),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("panormus"))
    # The Gauls have the fewest VP of those who may decide for Carthage.
    position.when("gauls", End(), dice=ATTACK_WINS).awaits("gauls", "retreat-inside").when("gauls", End())
    position.awaits("gauls", "retreat").offers(RetreatBySea("lilybaeum"))
    position.when("gauls", RetreatBySea("lilybaeum"))
    assert position.cu("carthage", "lilybaeum") == 10
    position.then_includes(like(events.UnitsLost, power="carthage", cu=2, rule="12.4.3"))
    position.then_not(events.CardPlayed)


@pytest.mark.rule("sword-of-rome", "12.4.3-c")
def test_who_came_by_sea_goes_back_by_sea_without_a_card() -> None:
    position = on_the_march(
        army("greece", "tarentum", 3, "greece-1"),
        army("rome", "barium", 3),
        seat="greece",
        leader="greece-1",
    ).when("greece", Sail("barium"), dice=DEFENCE_WINS)
    position.awaits("greece", "retreat").offers(RetreatBySea("tarentum"), RetreatBySea("croton"))
    position.when("greece", RetreatBySea("croton"))
    assert position.cu("greece", "croton") == 3
    # Those who came by land have no ships.
    by_land = on_the_march(
        army("greece", "tarentum", 3, "greece-1"),
        army("rome", "barium", 3),
        seat="greece",
        leader="greece-1",
    ).when("greece", Step("barium"), dice=DEFENCE_WINS)
    by_land.then_includes(events.Retreated("greece", ("barium", "tarentum"), 0))


@pytest.mark.rule("sword-of-rome", "12.4.3-c")
def test_the_ships_of_naval_transport_wait_for_three_etruscans() -> None:
    position = given(
        army("etruscans", "pisae", 3, "etruscans-1"),
        army("rome", "roma", 4),
        hand("etruria-samnium", "e-25"),
        impulse("etruria-samnium"),
    ).when("etruria-samnium", Play("e-25", "event"))
    while not any(isinstance(each, Sail) for each in position.offered()):
        position.when("etruria-samnium", position.offered()[0])
    position.when("etruria-samnium", Sail("roma")).when("rome", End(), dice=DEFENCE_WINS)
    position.awaits("etruria-samnium", "retreat").when("etruria-samnium", RetreatBySea("tarquinii"))
    assert position.cu("etruscans", "tarquinii") == 3
