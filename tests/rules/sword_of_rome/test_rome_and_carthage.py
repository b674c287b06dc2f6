"""The treaty of Rome and Carthage (18)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Break,
    Choose,
    End,
    Halt,
    Offer,
    Play,
    RaiseSupport,
    Reinforce,
    RetreatBySea,
    RetreatTo,
    Sail,
    Spend,
    Step,
)
from rules.sword_of_rome.state import pair
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
    points,
)

EAST = "etruria-samnium"
TREATY = (allied("rome", "carthage"), marker("rome-carthage-alliance"))
HAMILCAR = army("carthage", "messana", 4, "hamilcar")


def treaty(yes: bool) -> tuple[Given, ...]:
    return TREATY if yes else ()


def rome_plays(card: str, *circumstances: Given) -> Position:
    """Rome plays a card for its Ops."""
    position = given(*circumstances, hand("rome", card), impulse("rome"))
    return position.when("rome", Play(card, "ops"))


# 18-a: making it


@pytest.mark.rule("sword-of-rome", "18-a")
def test_the_treaty_turns_the_punic_envoys_over_and_makes_an_alliance() -> None:
    position = given(army("rome", "roma", 1), marker("punic-envoys"), hand("rome", "r-35"), impulse("rome"))
    position.when("rome", Play("r-35", "event")).then_includes(
        events.MarkerRemoved("punic-envoys"),
        events.MarkerPlaced("rome-carthage-alliance"),
        events.AllianceMade("rome", "carthage", "18"),
    )
    assert position.state.alliances == {pair("rome", "carthage")}
    assert position.state.markers == {"rome-carthage-alliance"}


@pytest.mark.rule("sword-of-rome", "18-a")
@pytest.mark.parametrize(
    "circumstances", [(), (marker("punic-envoys"), allied("rome", "greece"))], ids=["no-envoys", "greek-ally"]
)
def test_no_treaty_without_envoys_or_beside_an_alliance_with_the_greeks(
    circumstances: tuple[Given, ...],
) -> None:
    position = given(army("rome", "roma", 1), *circumstances, hand("rome", "r-35"), impulse("rome"))
    position.offers_not(Play("r-35", "event")).when("rome", Play("r-35", "event")).refused("7.1")


# 18-b: Rome runs Carthage


@pytest.mark.rule("sword-of-rome", "18-b")
@pytest.mark.parametrize(("card", "activates"), [("r-30", True), ("r-13", False)])
def test_rome_activates_carthage_with_any_three_ops_card(card: str, activates: bool) -> None:
    position = rome_plays(card, *TREATY, HAMILCAR, army("rome", "roma", 2, "valerius"))
    if not activates:
        position.offers(Activate("valerius")).offers_not(Activate("hamilcar"))
        position.when("rome", Activate("hamilcar")).refused("18", "3 Ops")
        return
    position.offers_not(RaiseSupport("carthage"), Reinforce("carthage"))
    position.when("rome", Activate("hamilcar")).awaits("rome", "march")
    position.then_includes(events.PowerActivated("carthage", "rome"))
    position.when("rome", Step("catina")).when("rome", Halt())
    assert position.cu("carthage", "catina") == 4


@pytest.mark.rule("sword-of-rome", "18-b")
def test_without_the_treaty_no_ops_activate_carthage() -> None:
    position = rome_plays("r-30", HAMILCAR, army("rome", "roma", 2, "valerius"))
    position.offers_not(Activate("hamilcar")).when("rome", Activate("hamilcar")).refused("9.1")


@pytest.mark.rule("sword-of-rome", "18-b")
@pytest.mark.parametrize(("seat", "card"), [("rome", "r-9"), (EAST, "e-19")])
def test_nobody_activates_an_allied_carthage_by_an_event(seat: str, card: str) -> None:
    others = army("transalpine", "transalpine-box", 2), army("volsci", "antium", 2)
    position = given(*TREATY, HAMILCAR, *others, hand(seat, card), impulse(seat))
    position.when(seat, Play(card, "event"))
    if seat == "rome":  # there is one power left that the card activates
        assert position.state.activated == {"transalpine"}
        return
    position.offers(Choose("volsci")).offers_not(Choose("carthage"))
    position.when(seat, Choose("carthage")).refused("18", "only Rome")


@pytest.mark.rule("sword-of-rome", "18-b")
def test_carthage_acts_once_in_a_round_for_rome_too() -> None:
    position = given(
        *TREATY, HAMILCAR, army("rome", "roma", 2, "valerius"), hand("rome", "r-30"), impulse("rome")
    )
    position.add(events.PowerActivated("carthage", "rome"))
    position.when("rome", Play("r-30", "ops")).offers_not(Activate("hamilcar"))
    position.when("rome", Activate("hamilcar")).refused("16.1.1", "in this round already")


@pytest.mark.rule("sword-of-rome", "18-b")
def test_rome_decides_whatever_happens_to_carthage() -> None:
    position = given(
        *TREATY,
        points("rome", 12),
        army("greece", "catina", 6, "dionysius"),
        HAMILCAR,
        control("messana", "carthage"),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("dionysius"))
    position.when("greece", Step("messana")).awaits("rome", "shelter")


# 18-c, -d: Romans at sea


@pytest.mark.rule("sword-of-rome", "18-c")
@pytest.mark.parametrize(
    ("circumstances", "most"),
    [(TREATY, 10), ((marker("duoviri-navales"),), 3), ((*TREATY, marker("duoviri-navales")), 10), ((), 0)],
)
@pytest.mark.parametrize("cu", [3, 4, 10])
def test_allied_with_carthage_ten_romans_go_by_sea(
    circumstances: tuple[Given, ...], most: int, cu: int
) -> None:
    position = rome_plays("r-30", *circumstances, army("rome", "roma", cu, "valerius"))
    position.when("rome", Activate("valerius"))
    if cu <= most:
        position.when("rome", Sail("antium")).then_includes(like(events.ArmyMoved, link="sea", cu=cu))
    else:
        position.offers_not(Sail("antium")).when("rome", Sail("antium")).refused("9.6.3")


@pytest.mark.rule("sword-of-rome", "18-c")
def test_the_voyage_takes_a_card_of_three_ops() -> None:
    position = rome_plays("r-13", *TREATY, army("rome", "roma", 4, "valerius"))
    position.when("rome", Activate("valerius")).offers_not(Sail("antium"))
    position.when("rome", Sail("antium")).refused("9.6.3")


def beaten_in_antium(*circumstances: Given) -> Position:
    """8 Romans are beaten in the port of Antium; Rome holds a card of 3 Ops."""
    position = given(
        *circumstances,
        control("antium", "samnites"),
        control("tarracina", "samnites"),
        army("rome", "antium", 8),
        army("samnites", "tarracina", 8, "egnatius"),
        hand("rome", "r-30"),
        hand(EAST, "e-9"),
        impulse(EAST),
        options={"responses": "held"},
    )
    position.when(EAST, Play("e-9", "ops")).when(EAST, Activate("egnatius"))
    position.when(EAST, Step("antium"), dice=[4, 4, 4, 1, 2, 2])
    return position.then_includes(like(events.BattleWon, winner="samnites", loser_loses=4))


@pytest.mark.rule("sword-of-rome", "18-d")
@pytest.mark.parametrize(("allied_with_carthage", "saved"), [(True, 4), (False, 3)])
def test_up_to_ten_beaten_romans_retreat_by_sea(allied_with_carthage: bool, saved: int) -> None:
    position = beaten_in_antium(*(TREATY if allied_with_carthage else (marker("duoviri-navales"),)))
    position.awaits("rome", "retreat-or-sail").when("rome", Play("r-30", "sail"))
    position.offers(RetreatBySea("roma")).when("rome", RetreatBySea("roma"))
    assert position.cu("rome", "roma") == saved  # what the ships cannot carry is lost
    assert position.cu("rome", "antium") == 0


@pytest.mark.rule("sword-of-rome", "18-d")
def test_without_ships_they_go_by_land() -> None:
    position = beaten_in_antium()
    position.then_includes(events.Retreated("rome", ("antium", "velitrae"), 0))


# 18-e: the Greeks at sea


@pytest.mark.rule("sword-of-rome", "18-e")
@pytest.mark.parametrize("bound", [True, False])
def test_all_greek_voyages_are_rolled_for_while_the_treaty_stands(bound: bool) -> None:
    position = given(
        *treaty(bound), army("greece", "syracusae", 3, "dionysius"), hand("greece", "g-22"), impulse("greece")
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("dionysius"))
    position.when("greece", Sail("tarentum"), dice=[1] if bound else [])
    if bound:
        position.then_includes(like(events.NavalCombatRolled, power="greece", space="tarentum"))
    else:
        position.then_not(events.NavalCombatRolled)
    position.then_includes(like(events.ArmyMoved, space="tarentum"))


@pytest.mark.rule("sword-of-rome", "18-e")
@pytest.mark.parametrize("bound", [True, False])
def test_a_greek_retreat_by_sea_is_rolled_for_too(bound: bool) -> None:
    position = given(
        *treaty(bound),
        army("greece", "tarentum", 8),
        control("tarentum", "samnites"),
        control("metapontum", "samnites"),
        army("samnites", "metapontum", 8, "egnatius"),
        hand("greece", "g-22"),
        hand(EAST, "e-9"),
        impulse(EAST),
        options={"responses": "held"},
    )
    position.when(EAST, Play("e-9", "ops")).when(EAST, Activate("egnatius"))
    position.when(EAST, Step("tarentum"), dice=[4, 4, 4, 1, 2, 2])
    position.when("greece", Play("g-22", "sail"))
    position.when("greece", RetreatBySea("croton"), dice=[1] if bound else [])
    if bound:
        position.then_includes(like(events.NavalCombatRolled, power="greece", space="croton"))
    else:
        position.then_not(events.NavalCombatRolled)


# 18-f, -g: other alliances, and the end


@pytest.mark.rule("sword-of-rome", "18-f")
@pytest.mark.parametrize("seat", ["rome", "greece"])
@pytest.mark.parametrize("bound", [True, False])
def test_rome_does_not_ally_with_the_greeks_beside_carthage(seat: str, bound: bool) -> None:
    other = "greece" if seat == "rome" else "rome"
    position = given(*treaty(bound), army(seat, "roma", 1), impulse(seat))
    position.offers(Offer(seat, "gauls"))
    if bound:
        position.offers_not(Offer(seat, other)).when(seat, Offer(seat, other)).refused("18")
    else:
        position.offers(Offer(seat, other))


@pytest.mark.rule("sword-of-rome", "18-g")
def test_rome_breaks_with_carthage_for_three_support_and_the_marker_is_gone() -> None:
    position = given(*TREATY, army("rome", "roma", 1), impulse("rome"))
    position.when("rome", Break("rome", "carthage")).then_includes(
        events.AllianceEnded("rome", "carthage", "15.5"), events.MarkerRemoved("rome-carthage-alliance")
    )
    for space in ("praeneste", "velitrae"):
        position.when("rome", Spend("remove", space)).awaits("rome", "support")
        position.when("rome", End()).refused("7.3.2")
    position.when("rome", Spend("lower", "roma")).awaits("rome", "impulse")
    assert not position.state.alliances
    assert not position.state.markers
    position.offers(Offer("rome", "greece"))


# 18-h: the limits of Carthage


@pytest.mark.rule("sword-of-rome", "18-h")
def test_carthage_stays_out_of_italy_when_rome_activates_it() -> None:
    position = rome_plays(
        "r-30", *TREATY, HAMILCAR, control("messana", "carthage"), control("rhegium", "rome")
    )
    position.when("rome", Activate("hamilcar")).offers(Sail("panormus"), Step("catina"))
    position.offers_not(Sail("roma"), Sail("rhegium"), Step("rhegium"))
    position.when("rome", Sail("roma")).refused("16.3")
    position.when("rome", Step("rhegium")).refused("16.3")


@pytest.mark.rule("sword-of-rome", "18-h")
def test_carthage_does_not_retreat_to_italy_either() -> None:
    position = given(
        *TREATY,
        army("greece", "catina", 8, "dionysius"),
        army("carthage", "messana", 6, "hamilcar"),
        control("messana", "greece"),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("dionysius"))
    position.when("greece", Step("messana"), dice=[4, 4, 4, 2, 2, 2])
    position.then_includes(like(events.BattleWon, winner="greece")).awaits("rome", "retreat")
    position.offers(RetreatBySea("lilybaeum")).offers_not(RetreatBySea("roma"), RetreatTo("rhegium"))
    position.when("rome", RetreatBySea("roma")).refused("12.4.3")
