"""Africa (17): Bomilcar and the citizen militia, the Greek landing, the end of Carthage."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Choose,
    End,
    GiveUpMilitia,
    Leave,
    LeaveLeader,
    Pass,
    Place,
    PlaceLeader,
    Play,
    RaiseSupport,
    RetreatBySea,
    RetreatTo,
    Sail,
    Spend,
    Step,
    Take,
)
from rules.sword_of_rome.avoiding_battle import refuse_avoiding
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.procedures import Entry, Support
from rules.sword_of_rome.victory import change_due
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
    marker,
    phase,
    points,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import at_placement

EAST = "etruria-samnium"


def militia(space: str, cu: int, of_them: int) -> Given:
    """Carthaginian CU, so many of them citizen militia."""
    return events.UnitsPlaced("carthage", space, cu, "given", of_them)


def militia_in(position: Position, space: str) -> int:
    """The citizen militia in a space."""
    own = force(position.state, space, "carthage")
    return 0 if own is None else own.militia


def carthage_marches(leader: str, *circumstances: Given) -> Position:
    """Etruria and Samnium activate a Carthaginian leader."""
    position = given(*circumstances, hand(EAST, "e-19"), impulse(EAST))
    position.when(EAST, Play("e-19", "event")).when(EAST, Choose("carthage"))
    return position.when(EAST, Activate(leader))


def landing(cu: int, *circumstances: Given) -> Position:
    """Agathocles is to sail from Syracusae to Kerkouane (G-8)."""
    position = given(
        army("greece", "syracusae", cu, "agathocles"),
        *circumstances,
        hand("greece", "g-8"),
        impulse("greece"),
    )
    return position.when("greece", Play("g-8", "event"))


def before_carthago(cu: int, *circumstances: Given) -> Position:
    """A Greek army in Kerkouane is activated."""
    position = given(
        army("greece", "kerkouane", cu, "agathocles"),
        *circumstances,
        hand("greece", "g-22"),
        impulse("greece"),
    )
    return position.when("greece", Play("g-22", "ops")).when("greece", Activate("agathocles"))


# 17: Carthago


@pytest.mark.rule("sword-of-rome", "17-a")
def test_carthago_is_no_vp_space_has_no_loyalty_and_is_never_converted() -> None:
    position = given(army("greece", "carthago", 4, "agathocles"), phase("surrender"))
    assert position.state.control["carthago"] == "carthage"  # the PC of Kerkouane would be Greek now
    assert "carthago" not in position.state.sieges
    assert "carthago" not in position.state.loyalty
    other = given(army("greece", "kerkouane", 1), phase("surrender"))
    assert other.state.control["kerkouane"] == "greece"

    position = given(army("greece", "carthago", 1), hand("greece", "g-22"), impulse("greece"))
    position.when("greece", Play("g-22", "ops")).when("greece", RaiseSupport("greece"))
    position.offers_not(Spend("convert", "carthago"), Spend("raise", "carthago"))
    position.when("greece", Spend("convert", "carthago")).refused("17")
    game, state = position.game, position.state
    held = given(control("carthago", "greece")).state
    assert change_due(game, held, "greece") == change_due(game, state, "greece")


# 17.1: who never leaves Africa


@pytest.mark.rule("sword-of-rome", "17.1-a")
def test_bomilcar_never_leaves_africa() -> None:
    position = carthage_marches("bomilcar", army("carthage", "carthago", 4, "bomilcar"))
    position.offers(Step("kerkouane")).offers_not(Sail("lilybaeum"), Sail("panormus"))
    position.when(EAST, Sail("lilybaeum")).refused("17.1", "Bomilcar")
    position = carthage_marches("hamilcar", army("carthage", "carthago", 4, "hamilcar", "bomilcar"))
    position.when(EAST, Sail("lilybaeum")).refused("17.1", "Bomilcar")
    position.when(EAST, LeaveLeader("bomilcar")).when(EAST, Sail("lilybaeum"))
    assert (position.where("hamilcar"), position.where("bomilcar")) == ("lilybaeum", "carthago")


@pytest.mark.rule("sword-of-rome", "17.1-a")
def test_bomilcar_comes_back_in_africa() -> None:
    position = given(
        army("carthage", "carthago", 2),
        army("carthage", "lilybaeum", 2),
        events.LeaderGone("bomilcar", "displaced", "8.4"),
        events.LeaderGone("hamilcar", "displaced", "8.4"),
        points("rome", 1),
        phase("reinforcement"),
    )
    at_placement(position, "carthage")
    position.offers(PlaceLeader("bomilcar", "carthago"), PlaceLeader("hamilcar", "lilybaeum"))
    position.offers_not(PlaceLeader("bomilcar", "lilybaeum"))
    position.when("rome", PlaceLeader("bomilcar", "lilybaeum")).refused("5.10")
    for _ in range(3):
        position.when("rome", Place("carthage", "carthago"))
    position.when("rome", PlaceLeader("hamilcar", "lilybaeum")).when("rome", End()).refused("5.10", "leaders")


@pytest.mark.rule("sword-of-rome", "17.1-a")
@pytest.mark.parametrize("leader", ["bomilcar", "carthage-1"])
def test_bomilcar_does_not_retreat_from_africa_by_sea(leader: str) -> None:
    position = landing(6, army("carthage", "kerkouane", 6, leader), points("rome", 1))
    position.when("greece", Take(6)).awaits("rome", "react")
    position.when("rome", End(), dice=[4, 4, 4, 2, 2, 2]).then_includes(
        like(events.BattleWon, winner="greece")
    )
    position.awaits("rome", "retreat").offers(RetreatTo("carthago"))
    if leader == "bomilcar":
        position.offers_not(RetreatBySea("lilybaeum"))
        position.when("rome", RetreatBySea("lilybaeum")).refused("12.4.3")
    else:
        position.offers(RetreatBySea("lilybaeum"))


# 17.1-b: the militia


@pytest.mark.rule("sword-of-rome", "17.1-b")
def test_the_citizen_militia_stays_in_africa() -> None:
    position = carthage_marches(
        "hamilcar", militia("carthago", 5, 3), events.LeaderPlaced("hamilcar", "carthago", "given")
    )
    position.offers_not(Sail("lilybaeum")).when(EAST, Sail("lilybaeum")).refused("17.1", "citizen militia")
    position.when(EAST, Leave(3)).when(EAST, Sail("lilybaeum"))
    assert (position.cu("carthage", "lilybaeum"), position.cu("carthage", "carthago")) == (2, 3)
    assert (militia_in(position, "lilybaeum"), militia_in(position, "carthago")) == (0, 3)


@pytest.mark.rule("sword-of-rome", "17.1-b")
def test_the_citizen_militia_does_not_retreat_from_africa_by_sea() -> None:
    position = landing(6, militia("kerkouane", 6, 3)).when("greece", Take(6), dice=[4, 4, 4, 2, 2, 2])
    position.when("gauls", GiveUpMilitia(0)).awaits("gauls", "retreat")
    position.offers(RetreatTo("carthago")).offers_not(RetreatBySea("lilybaeum"))
    position.when("gauls", RetreatTo("carthago"))
    assert militia_in(position, "carthago") == 3


@pytest.mark.rule("sword-of-rome", "17.1-b")
@pytest.mark.parametrize(("given_up", "left"), [(0, 3), (1, 2), (2, 1)])
def test_the_owner_says_which_units_are_lost(given_up: int, left: int) -> None:
    position = before_carthago(6, militia("carthago", 6, 3), points("gauls", 1))
    position.when("greece", Step("carthago"), dice=[4, 4, 2, 6, 6, 5])
    position.then_includes(like(events.BattleWon, winner="carthage", winner_loses=2))
    position.awaits("gauls", "casualties").offers_only(*(GiveUpMilitia(cu) for cu in range(3)))
    position.when("gauls", GiveUpMilitia(3)).refused("17.1", "0 to 2")
    position.when("gauls", End()).refused("17.1")
    position.when("gauls", GiveUpMilitia(given_up))
    assert position.cu("carthage", "carthago") == 4
    assert militia_in(position, "carthago") == left


@pytest.mark.rule("sword-of-rome", "17.1-b")
def test_lost_militia_is_not_raised_again() -> None:
    position = given(militia("carthago", 2, 2), points("rome", 1), phase("reinforcement"))
    at_placement(position, "carthage")
    for _ in range(3):
        position.when("rome", Place("carthage", "carthago"))
    assert position.cu("carthage", "carthago") == 5
    assert militia_in(position, "carthago") == 2


# 17.2: the landing


@pytest.mark.rule("sword-of-rome", "17.2-a")
def test_only_the_landing_of_agathocles_brings_greeks_to_africa() -> None:
    position = given(
        army("greece", "syracusae", 6, "agathocles"), hand("greece", "g-22", "g-8"), impulse("greece")
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("agathocles"))
    position.passes("greece").offers(Sail("messana")).offers_not(Sail("kerkouane"), Sail("carthago"))
    position.when("greece", Sail("kerkouane")).refused("9.6.2")
    position.when("greece", Sail("carthago")).refused("9.6.2")

    position = landing(6).when("greece", Take(4))
    position.then_includes(like(events.ArmyMoved, leader="agathocles", space="kerkouane", cu=4))
    position.then_not(events.NavalCombatRolled)


@pytest.mark.rule("sword-of-rome", "17.2.1-a")
def test_after_the_victory_kerkouane_is_a_greek_port() -> None:
    position = landing(6, army("carthage", "kerkouane", 3), army("greece", "messana", 3, "dionysius"))
    position.when("greece", Take(6), dice=[6, 5, 4, 1, 2, 2]).then_includes(
        like(events.BattleWon, winner="greece")
    )
    position.when("greece", End()).add(hand("greece", "g-22"))
    for seat in ("greece", "gauls", EAST, "rome"):
        position.when(seat, End())
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("dionysius"))
    position.offers(Sail("kerkouane")).when("greece", Sail("kerkouane"), dice=[1])
    assert position.cu("greece", "kerkouane") == 9


@pytest.mark.rule("sword-of-rome", "17.2.1-a")
@pytest.mark.parametrize("there", [True, False])
def test_greeks_sail_to_and_from_kerkouane_only_where_greek_units_are(there: bool) -> None:
    held = (army("greece", "kerkouane", 2, "agathocles"),) if there else ()
    position = given(
        *held,
        army("greece", "messana", 3, "dionysius"),
        control("kerkouane", "greece"),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    position.when("greece", Play("g-22", "ops"))
    if there:
        position.when("greece", Activate("agathocles")).offers(Sail("syracusae"), Sail("croton"))
        position.offers_not(Sail("carthago"))
    else:
        position.when("greece", Activate("dionysius")).offers_not(Sail("kerkouane"))
        position.when("greece", Sail("kerkouane")).refused("9.6.2")


HAMILCAR_HOME = events.ForceMoved(
    "carthage", "lilybaeum", "carthago", 6, ("hamilcar",), "return-to-africa", "17.2.1"
)


@pytest.mark.rule("sword-of-rome", "17.2.1-b")
def test_hamilcar_sails_home_at_once_with_all_his_units() -> None:
    position = landing(6, army("carthage", "kerkouane", 3), army("carthage", "lilybaeum", 6, "hamilcar"))
    position.when("greece", Take(6), dice=[6, 5, 4, 1, 2, 2])
    position.then_includes(like(events.BattleWon, winner="greece"), HAMILCAR_HOME)
    position.awaits("greece", "support")  # the political consequences come after it
    assert position.cu("carthage", "carthago") == 6
    assert position.where("hamilcar") == "carthago"


@pytest.mark.rule("sword-of-rome", "17.2.1-b")
@pytest.mark.parametrize(
    "circumstances",
    [
        (events.LeaderPlaced("hamilcar", "carthago", "given"),),
        (
            army("rome", "lilybaeum", 3, "valerius"),
            siege("lilybaeum", "rome", 0),
            inside("carthage", "lilybaeum", 3, "hamilcar"),
        ),
        (army("carthage", "lilybaeum", 6), events.LeaderGone("hamilcar", "displaced", "8.4")),
    ],
    ids=["in-africa", "besieged", "displaced"],
)
def test_hamilcar_stays_if_he_is_in_africa_besieged_or_displaced(circumstances: tuple[Given, ...]) -> None:
    position = landing(6, army("carthage", "kerkouane", 3), *circumstances).when(
        "greece", Take(6), dice=[6, 5, 4, 1, 2, 2]
    )
    position.then_includes(like(events.BattleWon, winner="greece"))
    position.then_not(like(events.ForceMoved, why="return-to-africa"))


@pytest.mark.rule("sword-of-rome", "17.2.1-b")
def test_storms_at_sea_keep_hamilcar_away() -> None:
    position = landing(
        6,
        army("carthage", "kerkouane", 3),
        army("carthage", "lilybaeum", 6, "hamilcar"),
        hand(EAST, "e-26"),
    )
    position.when("greece", Take(6)).awaits(EAST, "respond")  # the voyage of Agathocles
    position.when(EAST, Pass(), dice=[6, 5, 4, 1, 2, 2])
    position.then_includes(like(events.BattleWon, winner="greece")).awaits(EAST, "respond")
    position.when(EAST, Play("e-26", "event")).then_includes(events.SeaMoveCancelled)
    position.awaits("greece", "support")
    assert position.where("hamilcar") == "lilybaeum"
    assert position.cu("carthage", "lilybaeum") == 6


# 17.2.2: Carthago


@pytest.mark.rule("sword-of-rome", "17.2.2-a")
def test_the_carthaginians_in_carthago_stand_and_fight() -> None:
    position = before_carthago(6, army("carthage", "carthago", 5, "hamilcar"))
    position.when("greece", Step("carthago"), dice=[1, 1, 2, 6, 6, 5])  # nobody is asked before the battle
    position.then_includes(like(events.BattleWon, winner="carthage"))
    entry = Entry("greece", "greece", "carthago", "kerkouane", "clear")
    refused = refuse_avoiding(position.game, position.state, entry, "carthage", "hamilcar", 1, "kerkouane")
    assert refused is not None
    assert refused[0] == "17.2.2"

    # Elsewhere they may go within the walls.
    position = given(
        army("greece", "selinus", 6, "agathocles"),
        army("carthage", "lilybaeum", 5, "hamilcar"),
        points("rome", 1),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("agathocles"))
    position.when("greece", Step("lilybaeum")).awaits("rome", "shelter")


def fallen(*circumstances: Given) -> Position:
    """Carthage is beaten in Carthago by 6 CU; 2 of its 5 CU survive the battle."""
    position = before_carthago(6, army("carthage", "carthago", 5, "bomilcar"), *circumstances)
    return position.when("greece", Step("carthago"), dice=[4, 4, 4, 2, 2, 3])


@pytest.mark.rule("sword-of-rome", "17.2.2-b")
def test_carthage_beaten_in_carthago_is_out_of_the_game() -> None:
    position = fallen(
        allied("rome", "carthage"),
        marker("rome-carthage-alliance"),
        army("carthage", "lilybaeum", 4, "hamilcar"),
        army("carthage", "panormus", 2, "carthage-1"),
        control("enna", "carthage"),
    )
    position.then_includes(
        like(events.BattleWon, winner="greece", loser="carthage"),
        events.CarthageBeaten(),
        events.AllianceEnded("rome", "carthage", "17.2.2"),
        events.MarkerRemoved("rome-carthage-alliance"),
    )
    position.then_not(events.Retreated)
    assert not any(
        isinstance(each, events.ProcedureBegan) and isinstance(each.procedure, Support)
        for each in position.events
    )
    state = position.state
    assert not state.alliances
    assert not state.markers
    for leader in ("hamilcar", "bomilcar", "carthage-1", "carthage-2"):
        assert position.where(leader) == "gone"
    for space in ("lilybaeum", "panormus", "carthago"):
        assert position.cu("carthage", space) == 0
    for space in ("lilybaeum", "panormus", "selinus", "thermae", "enna"):
        assert state.control[space] == "greece"
    assert (state.loyalty["lilybaeum"], state.loyalty["panormus"]) == (1, 1)
    assert state.control["carthago"] == state.control["kerkouane"] == "carthage"


@pytest.mark.rule("sword-of-rome", "17.2.2-b")
def test_beaten_carthage_is_neither_activated_nor_reinforced() -> None:
    position = given(events.CarthageBeaten(), army("volsci", "antium", 1), hand(EAST, "e-19"), impulse(EAST))
    position.when(EAST, Play("e-19", "event")).offers_not(Choose("carthage"))
    position.when(EAST, Choose("carthage")).refused("17.2.2")
    for beaten in (False, True):
        over = (events.CarthageBeaten(),) if beaten else ()
        position = given(*over, army("rome", "roma", 1), points("rome", 1), phase("reinforcement"))
        at_placement(position, "rome")
        assert position.cu("carthage", "carthago") == (0 if beaten else 3)


@pytest.mark.rule("sword-of-rome", "17.2.2-b")
def test_carthage_beaten_elsewhere_goes_on() -> None:
    position = landing(6, army("carthage", "kerkouane", 3)).when("greece", Take(6), dice=[6, 5, 4, 1, 2, 2])
    position.then_not(events.CarthageBeaten).awaits("greece", "support")


@pytest.mark.rule("sword-of-rome", "17.2.2-c")
def test_the_greek_army_comes_home_to_reinforcement_spaces_without_enemies() -> None:
    position = fallen(army("rome", "messana", 2), army("greece", "kerkouane", 2))
    position.awaits("greece", "come-home")
    homes = {each.space for each in position.offered() if isinstance(each, Place)}
    assert homes == {"syracusae", "neapolis", "tarentum"}  # Romans stand in Messana
    position.when("greece", Place("greece", "messana")).refused("17.2.2")
    # They may be spread as their owner likes.
    position.when("greece", Place("greece", "syracusae")).when(
        "greece", PlaceLeader("agathocles", "tarentum")
    )
    for _ in range(7):
        position.when("greece", Place("greece", "neapolis"))
    assert position.cu("greece", "carthago") == position.cu("greece", "kerkouane") == 0
    assert position.cu("greece", "syracusae") == 1
    assert position.where("agathocles") == "tarentum"
    assert position.cu("greece", "neapolis") == 7
    position.awaits("greece", "impulse")


@pytest.mark.rule("sword-of-rome", "17.2.2-c")
def test_without_such_a_space_the_army_is_lost_and_its_leaders_are_displaced() -> None:
    ports = ("syracusae", "messana", "neapolis", "tarentum")
    position = fallen(*(army("rome", space, 1) for space in ports))
    position.then_includes(like(events.UnitsLost, power="greece", space="carthago", rule="17.2.2"))
    assert position.cu("greece", "carthago") == 0
    assert position.where("agathocles") == "displaced"
