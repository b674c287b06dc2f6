"""The Reinforcement Phase (5.10): leaders who return, are placed, drawn or paid for, and who is out of the game."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events, victory
from rules.sword_of_rome.actions import Dismiss, End, Keep, Name, Place, PlaceLeader
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    inside,
    loyalty,
    phase,
    points,
)
from tests.rules.sword_of_rome.reinforcing import (
    CONSULS,
    at_placement,
    displaced,
    places,
    play_on,
    reinforcing,
)

# 5.10-d, -e, -f: leaders, and nowhere to go


@pytest.mark.rule("sword-of-rome", "5.10-d", "5.10.2-a")
def test_a_displaced_leader_comes_back_and_must_stand_with_units() -> None:
    position = at_placement(reinforcing(displaced("pyrrhus"), points("greece", 1)), "greece")
    position.when("greece", PlaceLeader("pyrrhus", "tarentum")).refused("5.10", "with CU")
    for _ in range(4):
        position.when("greece", Place("greece", "syracusae"))
    position.when("greece", Place("greece", "tarentum"))
    position.when("greece", End()).refused("5.10", "leaders")
    # The CU that was placed a moment ago counts.
    position.offers(PlaceLeader("pyrrhus", "tarentum"), PlaceLeader("pyrrhus", "syracusae"))
    position.offers_not(End()).when("greece", PlaceLeader("pyrrhus", "tarentum"))
    assert position.where("pyrrhus") == "tarentum"


@pytest.mark.rule("sword-of-rome", "5.10-b", "5.10-d")
def test_a_leader_comes_only_where_units_could_come() -> None:
    position = at_placement(
        reinforcing(
            displaced("egnatius"),
            army("samnites", "reate", 3),
            army("samnites", "capua", 2),
            points("etruria-samnium", 1),
        ),
        "etruscans",
        "samnites",
    )
    # A line leads from Allifae to those before Capua, and none to those in Reate.
    position.when("etruria-samnium", PlaceLeader("egnatius", "reate")).refused("5.10")
    position.offers(PlaceLeader("egnatius", "larinum"), PlaceLeader("egnatius", "capua"))
    position.when("etruria-samnium", Place("samnites", "reate")).refused("5.10", "no friendly line")


@pytest.mark.rule("sword-of-rome", "5.10-d")
def test_the_last_unit_goes_where_a_leader_needs_it() -> None:
    punic = at_placement(reinforcing(displaced("bomilcar"), army("carthage", "lilybaeum", 2)), "carthage")
    seat = punic.seat()
    punic.when(seat, Place("carthage", "lilybaeum")).when(seat, Place("carthage", "lilybaeum"))
    punic.when(seat, Place("carthage", "panormus")).refused("5.10", "the last CU")
    assert places(punic, "carthage") == {"carthago", "kerkouane"}
    punic.when(seat, Place("carthage", "kerkouane"))
    punic.offers(PlaceLeader("bomilcar", "kerkouane")).offers_not(PlaceLeader("bomilcar", "lilybaeum"))
    # Egnatius needs a Samnite CU; with one in Larinum already the last CU is free.
    free = at_placement(
        reinforcing(displaced("egnatius"), points("etruria-samnium", 1)), "etruscans", "samnites"
    )
    for _ in range(5):
        free.when("etruria-samnium", Place("etruscans", "pisae"))
    bound = given(
        army("rome", "roma", 1),
        army("etruscans", "pisae", 1),
        displaced("egnatius"),
        points("etruria-samnium", 1),
        phase("reinforcement"),
    )
    at_placement(bound, "etruscans", "samnites")
    for _ in range(4):
        bound.when("etruria-samnium", Place("etruscans", "pisae"))
    bound.when("etruria-samnium", Place("etruscans", "pisae")).refused("5.10", "the last CU")
    bound.when("etruria-samnium", Place("samnites", "larinum"))
    bound.offers(PlaceLeader("egnatius", "larinum"))


@pytest.mark.rule("sword-of-rome", "5.10.2-a", "8.4-b")
def test_leaders_return_with_their_own_power_s_reinforcements() -> None:
    position = reinforcing(displaced("egnatius"), displaced("hamilcar"), points("etruria-samnium", 1))
    at_placement(position, "carthage")
    while Place("carthage", "carthago") in position.offered():
        position.when(position.seat(), Place("carthage", "carthago"))
    position.offers(PlaceLeader("hamilcar", "carthago"), PlaceLeader("carthage-1", "carthago"))
    position.offers_not(PlaceLeader("egnatius", "larinum"))
    position.when(position.seat(), PlaceLeader("hamilcar", "carthago"))
    at_placement(position, "etruscans", "samnites").offers(
        PlaceLeader("egnatius", "larinum"), PlaceLeader("etruscans-1", "pisae")
    )


@pytest.mark.rule("sword-of-rome", "5.10-e")
def test_where_nothing_can_enter_units_are_lost_and_leaders_stay_displaced() -> None:
    position = reinforcing(
        control("messana", "rome"),
        control("tarentum", "rome"),
        control("neapolis", "rome"),
        inside("greece", "syracusae", 1),
        army("carthage", "syracusae", 2),
        displaced("pyrrhus"),
        points("greece", 1),
    )
    play_on(position, lambda each: events.UnitsForgone(("greece",), 2, "5.10") in each.events)
    assert position.cu("greece", "syracusae") == 2
    assert position.where("pyrrhus") == "displaced"


@pytest.mark.rule("sword-of-rome", "5.10-f")
def test_minor_leaders_are_placed_and_relocated_freely() -> None:
    position = at_placement(reinforcing(army("gauls", "cortona", 2, "gauls-1"), points("gauls", 1)), "gauls")
    position.offers(
        PlaceLeader("gauls-1", "bononia"),
        PlaceLeader("gauls-2", "cortona"),
        PlaceLeader("gauls-2", "bononia"),
    )
    position.when("gauls", PlaceLeader("gauls-2", "mutina")).refused("8.3", "no CU")
    position.when("gauls", PlaceLeader("etruscans-1", "pisae")).refused("8.3")
    position.when("gauls", PlaceLeader("gauls-1", "bononia")).when("gauls", PlaceLeader("gauls-2", "bononia"))
    assert (position.where("gauls-1"), position.where("gauls-2")) == ("bononia", "bononia")
    # It costs nothing, and nobody has to: the CU are placed and the phase goes on without a third leader.
    for _ in range(6):
        position.when("gauls", Place("gauls", "bononia"))
    position.offers(PlaceLeader("gauls-3", "bononia"), End()).when("gauls", End())
    assert position.where("gauls-3") == "away"


# 5.10.2: leaders


@pytest.mark.rule("sword-of-rome", "5.10.2-b", "8.2.2-b")
def test_rome_takes_its_consuls_off_places_its_units_and_draws_two() -> None:
    position = reinforcing(
        army("rome", "velitrae", 3, "camillus", "rome-1"),
        army("rome", "sutrium", 2, "dictator"),
        displaced("valerius"),
        points("rome", 1),
    )
    at_placement(position, "rome")
    assert {position.where(each) for each in CONSULS} == {"cup"}
    assert (position.where("rome-1"), position.where("dictator")) == ("velitrae", "sutrium")
    for _ in range(4):
        position.when("rome", Place("rome", "roma"))
    position.when("rome", PlaceLeader("camillus", "roma")).refused("8.3")
    position.when("rome", Place("rome", "roma"), draws=["camillus", "decius"])
    position.offers(PlaceLeader("camillus", "velitrae"), PlaceLeader("decius", "roma"))
    position.offers_not(PlaceLeader("valerius", "roma"), PlaceLeader("camillus", "capua"), End())
    position.when("rome", PlaceLeader("camillus", "capua")).refused("5.10", "with CU")
    position.when("rome", PlaceLeader("camillus", "sutrium")).when("rome", PlaceLeader("decius", "roma"))
    assert (position.where("camillus"), position.where("decius"), position.where("valerius")) == (
        "sutrium",
        "roma",
        "cup",
    )


@pytest.mark.rule("sword-of-rome", "5.10.2-c")
def test_the_greeks_place_first_and_then_decide_on_each_named_leader() -> None:
    position = reinforcing(
        army("greece", "tarentum", 1, "dionysius", "greece-1"), displaced("pyrrhus"), points("greece", 1)
    )
    at_placement(position, "greece")
    position.when("greece", Keep("dionysius")).refused("5.10")
    for _ in range(5):
        position.when("greece", Place("greece", "syracusae"))
    position.when("greece", PlaceLeader("pyrrhus", "syracusae")).when("greece", End())
    position.awaits("greece", "keep")
    position.when("greece", Dismiss("greece-1")).refused("8.2.3")
    position.when("greece", Dismiss("dionysius"))
    assert position.where("dionysius") == "gone"
    position.awaits("greece", "keep").offers(Keep("pyrrhus"), Dismiss("pyrrhus"))


# 5.10.3: elimination


def without_greeks(*circumstances: Given) -> Position:
    """The Greeks without a CU on the map and without a way for reinforcements, played on to the next turn."""
    position = given(
        army("rome", "roma", 1),
        army("gauls", "bononia", 1),
        army("etruscans", "pisae", 1),
        control("messana", "rome"),
        control("tarentum", "rome"),
        control("neapolis", "rome"),
        army("carthage", "syracusae", 2),
        *circumstances,
        phase("reinforcement"),
    )
    return play_on(position, lambda each: each.state.turn > 1 or bool(each.state.eliminated))


@pytest.mark.rule("sword-of-rome", "5.10.3-a")
def test_a_seat_without_a_unit_is_out_of_the_game() -> None:
    position = without_greeks(
        army("greece", "croton", 0, "dionysius"),
        displaced("pyrrhus"),
        allied("greece", "gauls"),
        loyalty("croton", 3),
        points("greece", 11),
    )
    assert position.state.eliminated == {"greece"}
    assert position.where("dionysius") == position.where("pyrrhus") == "gone"
    assert "greece" not in position.state.control.values()
    assert position.state.control["syracusae"] == position.state.control["croton"] == "independent"
    assert position.state.loyalty["croton"] == 1
    assert position.state.control["thurii"] == "independent"
    assert not position.state.alliances
    # His points count for nothing, and he has no impulse any more.
    assert victory.winners(position.game, position.state) == ("gauls",)
    position.add(phase("first-player", 2))
    position.when(position.seat(), Name("greece")).refused("5.3")
    position.when(position.seat(), Name("rome"))
    position.then_includes(events.RoundBegan(1, ("rome", "gauls", "etruria-samnium")))


@pytest.mark.rule("sword-of-rome", "5.10.3-a")
def test_one_unit_anywhere_keeps_a_seat_in_the_game() -> None:
    position = without_greeks(army("greece", "locri", 1))
    assert not position.state.eliminated
    assert position.state.control["croton"] == "greece"


@pytest.mark.rule("sword-of-rome", "5.10.3-a")
def test_a_seat_of_two_powers_is_out_only_with_both_and_non_player_powers_never() -> None:
    lost = [control(space, "rome") for space in ("pisae", "tarquinii", "larinum")]
    tribes = [events.TribeSubjugated(space, "rome") for space in ("aufidena", "bovianum")]
    others = (army("rome", "roma", 1), army("greece", "syracusae", 1), army("gauls", "bononia", 1))

    def out(*circumstances: Given) -> frozenset[str]:
        position = given(*others, *lost, *tribes, *circumstances, phase("reinforcement"))
        over = play_on(position, lambda each: each.state.turn > 1 or bool(each.state.eliminated))
        return over.state.eliminated

    assert out() == {"etruria-samnium"}
    assert out(army("samnites", "caudium", 1)) == frozenset()
    assert out(army("etruscans", "clusium", 1), control("antium", "rome")) == frozenset()


@pytest.mark.rule("sword-of-rome", "5.10.3-a")
def test_of_two_players_the_points_of_an_eliminated_seat_do_not_count() -> None:
    position = given(
        points("rome", 5),
        points("etruria-samnium", 5),
        points("greece", 8),
        points("gauls", 4),
        events.SeatEliminated("greece"),
        phase("victory-points", 9),
        scenario="two-players",
    )
    assert position.state.ending is not None
    assert position.state.ending.winners == ("rome", "etruria-samnium")
