"""Non-player powers (16): who decides for them, what an activation does, and where they may go."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Choose,
    End,
    Halt,
    Intercept,
    Place,
    PlaceLeader,
    Play,
    Raid,
    RaiseSupport,
    Reinforce,
    RetreatTo,
    RollSiege,
    Sail,
    Spend,
    Step,
)
from rules.sword_of_rome.powers import allied as friendly
from rules.sword_of_rome.procedures import Activation, Support
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
    phase,
    points,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import at_placement

EAST = "etruria-samnium"


def vp(rome: int, greece: int, gauls: int, east: int) -> tuple[Given, ...]:
    """The VP of all seats."""
    return points("rome", rome), points("greece", greece), points("gauls", gauls), points(EAST, east)


def activated(seat: str, card: str, power: str, *circumstances: Given) -> Position:
    """A seat plays Neutral Power Activates for a power."""
    position = given(*circumstances, hand(seat, card), impulse(seat))
    return position.when(seat, Play(card, "event")).when(seat, Choose(power))


def marching(seat: str, card: str, leader: str, *circumstances: Given) -> Position:
    """A leader of a seat activated with a 3-Ops card."""
    position = given(*circumstances, hand(seat, card), impulse(seat))
    return position.when(seat, Play(card, "ops")).when(seat, Activate(leader))


# 16.1: who decides


@pytest.mark.rule("sword-of-rome", "16.1-a")
def test_who_played_the_event_decides_everything_during_the_activation() -> None:
    position = activated(
        "greece",
        "g-3",
        "volsci",
        *vp(5, 12, 1, 2),
        army("volsci", "antium", 6, "volsci-1"),
        army("rome", "velitrae", 4),
    )
    position.awaits("greece", "operate").when("greece", Activate("volsci-1")).awaits("greece", "march")
    position.when("greece", Step("velitrae"), dice=[6, 6, 5, 1, 1, 2])
    # Support after the battle: the Greeks, though the Gauls have the fewest VP.
    position.then_includes(like(events.BattleWon, winner="volsci")).awaits("greece", "support")
    spending = position.state.stack[-1]
    assert isinstance(spending, Support)
    assert spending.power == "volsci"


@pytest.mark.rule("sword-of-rome", "16.1-a")
def test_a_beaten_activated_army_is_led_back_by_who_played_the_event() -> None:
    position = activated(
        "greece",
        "g-3",
        "volsci",
        *vp(5, 12, 1, 2),
        control("tarracina", "volsci"),
        army("volsci", "antium", 6, "volsci-1"),
        army("rome", "roma", 4),
    )
    position.when("greece", Activate("volsci-1")).when("greece", Step("velitrae"))
    position.when("greece", Step("roma")).when("rome", End(), dice=[1, 2, 2, 4, 3, 3])
    position.then_includes(like(events.BattleWon, winner="rome"))
    position.awaits("greece", "retreat").offers_only(RetreatTo("antium"), RetreatTo("tarracina"))


@pytest.mark.rule("sword-of-rome", "16.1-b")
@pytest.mark.parametrize(
    ("standing", "seat"),
    [((7, 9, 8, 6), EAST), ((7, 6, 8, 9), "greece"), ((7, 8, 6, 9), "gauls"), ((1, 8, 8, 9), "gauls")],
)
def test_otherwise_the_seat_with_the_fewest_points_reacts_for_them(
    standing: tuple[int, int, int, int], seat: str
) -> None:
    """Who decides changes with VP; Rome, the arch-enemy, never does, and ties go by 4.4."""
    position = marching(
        "rome",
        "r-30",
        "valerius",
        *vp(*standing),
        army("rome", "roma", 6, "valerius"),
        army("volsci", "antium", 4, "volsci-1"),
    )
    position.when("rome", Step("velitrae")).awaits(seat, "react").offers(Intercept("volsci-1", 4))
    position.when(seat, End()).when("rome", Step("antium")).awaits(seat, "shelter")


@pytest.mark.rule("sword-of-rome", "16.1-b")
def test_the_seat_changes_while_a_turn_goes_on() -> None:
    position = given(
        *vp(7, 8, 9, 9),
        army("volsci", "antium", 4, "volsci-1"),
        army("rome", "roma", 6, "valerius"),
        army("gauls", "sentinum", 3, "gauls-1"),
        hand("rome", "r-30", "r-22"),
        impulse("rome"),
    )
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("valerius")).passes("rome")
    position.when("rome", Step("velitrae")).awaits("greece", "react").when("greece", End())
    position.when("rome", Halt()).when("rome", End())
    # The Gauls fall behind, and the Volsci are theirs from then on.
    position.add(points("gauls", 2))
    position.when("greece", End()).when("gauls", End()).when(EAST, End())
    position.when("rome", Play("r-22", "ops")).when("rome", Activate("valerius"))
    position.when("rome", Step("antium")).awaits("gauls", "shelter")


@pytest.mark.rule("sword-of-rome", "16.1-b")
def test_retreat_and_support_after_a_battle_are_theirs_too() -> None:
    def attack(dice: list[int]) -> Position:
        position = marching(
            "rome",
            "r-30",
            "valerius",
            *vp(1, 8, 9, 4),
            control("praeneste", "volsci"),
            control("tarracina", "volsci"),
            army("rome", "roma", 4, "valerius"),
            army("volsci", "velitrae", 4),
        )
        return position.when("rome", Step("velitrae"), dice=dice)

    attack([1, 2, 2, 6, 6, 5]).awaits(EAST, "support")
    attack([4, 3, 3, 1, 2, 2]).awaits(EAST, "retreat")


@pytest.mark.rule("sword-of-rome", "16.1-b")
def test_the_exclusions_may_be_left_to_the_end_of_the_turn() -> None:
    circumstances = (
        *vp(1, 8, 9, 4),
        army("rome", "roma", 6, "valerius"),
        army("volsci", "antium", 4, "volsci-1"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    for option, seat in (("all", EAST), ("end-of-turn", "rome")):
        position = given(*circumstances, options={"neutral-deciders": option})
        position.when("rome", Play("r-30", "ops")).when("rome", Activate("valerius"))
        position.when("rome", Step("velitrae")).awaits(seat, "react")


@pytest.mark.rule("sword-of-rome", "16.1-c")
@pytest.mark.parametrize(
    ("power", "space", "leader", "standing", "ally", "seat"),
    [
        ("volsci", "capua", "volsci-1", (1, 8, 9, 4), "", EAST),
        ("volsci", "capua", "volsci-1", (1, 8, 9, 4), "samnites", "greece"),
        ("carthage", "messana", "hamilcar", (5, 1, 9, 6), "", "rome"),
        ("carthage", "messana", "hamilcar", (5, 1, 9, 6), "rome", EAST),
        ("transalpine", "pisae", "transalpine-1", (5, 4, 1, 6), "", "greece"),
        ("transalpine", "pisae", "transalpine-1", (5, 4, 1, 6), "greece", "rome"),
    ],
)
@pytest.mark.parametrize("option", ["all", "end-of-turn"])
def test_neither_the_arch_enemy_nor_his_ally_rolls_for_their_sieges(
    power: str,
    space: str,
    leader: str,
    standing: tuple[int, int, int, int],
    ally: str,
    seat: str,
    option: str,
) -> None:
    enemy = {"volsci": "rome", "carthage": "greece", "transalpine": "gauls"}[power]
    position = given(
        *vp(*standing),
        *((allied(enemy, ally),) if ally else ()),
        army(power, space, 4, leader),
        phase("surrender"),
        options={"neutral-deciders": option},
    )
    position.awaits(seat, "surrender").offers(RollSiege(space), End())


@pytest.mark.rule("sword-of-rome", "16.1-c")
def test_if_everybody_is_excluded_the_lowest_who_is_not_the_arch_enemy_decides() -> None:
    position = given(
        *vp(1, 8, 3, 4),
        allied("rome", "greece"),
        allied("rome", "gauls"),
        allied("rome", "etruscans"),
        army("volsci", "capua", 4, "volsci-1"),
        phase("surrender"),
    )
    position.awaits("gauls", "surrender")


@pytest.mark.rule("sword-of-rome", "16.1-c")
def test_neither_the_arch_enemy_nor_his_ally_places_their_reinforcements_and_leaders() -> None:
    position = given(
        *vp(5, 1, 2, 6),
        allied("greece", "gauls"),
        army("carthage", "lilybaeum", 3),
        army("volsci", "antium", 1),
        events.LeaderGone("hamilcar", "displaced", "8.4"),
        phase("reinforcement"),
    )
    at_placement(position, "carthage").awaits("rome", "place")
    position.offers(Place("carthage", "panormus"), PlaceLeader("hamilcar", "lilybaeum"))


@pytest.mark.rule("sword-of-rome", "16.1-d")
@pytest.mark.parametrize(("treaty", "seat"), [(True, "rome"), (False, "gauls")])
def test_rome_decides_for_an_allied_carthage(treaty: bool, seat: str) -> None:
    bound = (allied("rome", "carthage"),) if treaty else ()
    position = marching(
        "greece",
        "g-22",
        "dionysius",
        *bound,
        *vp(12, 1, 2, 6),
        army("greece", "thermae", 6, "dionysius"),
        army("carthage", "panormus", 4, "hamilcar"),
    )
    position.when("greece", Step("panormus")).awaits(seat, "shelter")
    position = given(*bound, *vp(12, 1, 2, 6), army("carthage", "lilybaeum", 3), phase("reinforcement"))
    at_placement(position, "carthage").awaits(seat, "place")


# 16.1.1: activations


@pytest.mark.rule("sword-of-rome", "16.1.1-a")
def test_an_activation_does_one_thing_and_places_minor_leaders_besides() -> None:
    position = activated(EAST, "e-19", "volsci", army("volsci", "antium", 4))
    position.offers(RaiseSupport("volsci"), Reinforce("volsci"), PlaceLeader("volsci-1", "antium"), End())
    position.when(EAST, PlaceLeader("etruscans-1", "antium")).refused("16.1.1")
    position.when(EAST, Reinforce("volsci"))  # there is one space for the CU
    assert position.cu("volsci", "antium") == 5
    # After it minor leaders may still be placed, and nothing else is done.
    position.offers_only(PlaceLeader("volsci-1", "antium"), End())
    position.when(EAST, RaiseSupport("volsci")).refused("16.1.1", "one thing")
    position.when(EAST, Reinforce("volsci")).refused("16.1.1", "one thing")
    position.when(EAST, PlaceLeader("volsci-1", "antium")).awaits(EAST, "impulse")
    assert position.where("volsci-1") == "antium"


@pytest.mark.rule("sword-of-rome", "16.1.1-a")
def test_a_leader_placed_first_may_be_the_one_that_is_activated() -> None:
    position = activated(EAST, "e-19", "volsci", army("volsci", "antium", 4))
    position.when(EAST, PlaceLeader("volsci-1", "antium"))
    position.when(EAST, PlaceLeader("volsci-1", "antium")).refused("8.3")
    position.when(EAST, Activate("volsci-1")).awaits(EAST, "march")


@pytest.mark.rule("sword-of-rome", "16.1.1-a")
def test_minor_leaders_alone_are_enough_and_only_in_the_own_impulse() -> None:
    position = activated(EAST, "e-19", "volsci", army("volsci", "antium", 4))
    position.when(EAST, PlaceLeader("volsci-1", "antium")).when(EAST, End()).awaits(EAST, "impulse")
    assert position.state.activated == {"volsci"}
    position = given(army("volsci", "antium", 4), hand(EAST, "e-19"), impulse("rome"))
    position.when(EAST, Play("e-19", "event")).refused("5.4")


@pytest.mark.rule("sword-of-rome", "16.1.1-b")
@pytest.mark.parametrize("card", ["e-19", "e-21", "e-24"])
def test_an_activation_is_worth_three_ops_whatever_the_card_is(card: str) -> None:
    """The cards are of 1, 2 and 3 Ops."""
    position = activated(EAST, card, "transalpine", army("transalpine", "eporedia", 2, "transalpine-1"))
    going = position.when(EAST, Activate("transalpine-1")).state.stack[-1]  # he needs 3 Ops
    assert isinstance(going, Activation)
    assert going.left == 5

    position = activated(EAST, card, "carthage", army("carthage", "lilybaeum", 2))
    spending = position.when(EAST, RaiseSupport("carthage")).state.stack[-1]
    assert isinstance(spending, Support)
    assert spending.points == 3
    position.when(EAST, Spend("raise", "lilybaeum")).when(EAST, Spend("raise", "panormus"))
    assert position.state.loyalty["lilybaeum"] == position.state.loyalty["panormus"] == 3

    position = activated(EAST, card, "volsci", army("volsci", "antium", 2))
    position.when(EAST, Reinforce("volsci"))  # there is one space for the CU
    assert position.cu("volsci", "antium") == 3


@pytest.mark.rule("sword-of-rome", "16.1.1-c")
def test_a_power_that_was_activated_is_not_activated_again_in_the_round_by_anybody() -> None:
    position = given(
        army("carthage", "lilybaeum", 2),
        army("volsci", "antium", 2),
        hand("rome", "r-9"),
        hand(EAST, "e-19", "e-20"),
        impulse("rome"),
    )
    position.when("rome", Play("r-9", "event")).when("rome", Choose("carthage")).when("rome", End())
    for seat in ("rome", "greece", "gauls"):
        position.when(seat, End())
    position.when(EAST, Play("e-19", "event")).offers_only(Choose("volsci"), Choose("transalpine"))
    position.when(EAST, Choose("carthage")).refused("16.1.1", "in this round already")
    position.when(EAST, Choose("volsci")).when(EAST, End())
    assert position.state.activated == {"carthage", "volsci"}
    # The markers come off when the next round begins.
    position.when(EAST, End())
    assert position.state.round == 2
    assert not position.state.activated
    for seat in ("rome", "greece", "gauls"):
        position.when(seat, End())
    position.when(EAST, Play("e-20", "event")).offers(Choose("carthage"), Choose("volsci"))


@pytest.mark.rule("sword-of-rome", "16.1.1-d")
def test_several_powers_are_activated_in_one_impulse_besides_the_card_play() -> None:
    position = given(
        army("volsci", "antium", 2),
        army("carthage", "lilybaeum", 2),
        army("etruscans", "pisae", 1),
        hand(EAST, "e-19", "e-20", "e-9"),
        impulse(EAST),
    )
    position.when(EAST, Play("e-19", "event")).when(EAST, Choose("volsci")).when(EAST, End())
    position.when(EAST, Play("e-9", "ops")).when(EAST, RaiseSupport("etruscans"))
    position.when(EAST, Spend("raise", "pisae")).when(EAST, End())
    position.when(EAST, Play("e-20", "event")).offers_not(Choose("volsci")).when(EAST, Choose("carthage"))
    position.when(EAST, End())
    assert position.state.activated == {"volsci", "carthage"}


@pytest.mark.rule("sword-of-rome", "16.1.1-e")
def test_both_powers_of_the_seat_are_allied_with_the_activated_one_until_it_is_over() -> None:
    position = activated(
        EAST,
        "e-19",
        "volsci",
        army("volsci", "antium", 4, "volsci-1"),
        army("samnites", "fregellae", 3, "egnatius"),
        army("rome", "roma", 4, "valerius"),
    )
    for power in ("etruscans", "samnites"):
        assert friendly(position.game, position.state, "volsci", power)
    assert not friendly(position.game, position.state, "volsci", "gauls")
    position.when(EAST, Activate("volsci-1")).when(EAST, Step("velitrae"))
    position.awaits("rome", "react").when("rome", End())  # Egnatius, next to Velitrae, is not asked
    position.awaits(EAST, "march").when(EAST, Halt()).awaits(EAST, "impulse")
    assert not friendly(position.game, position.state, "volsci", "samnites")


@pytest.mark.rule("sword-of-rome", "16.1.1-e")
def test_the_alliance_of_an_activation_neither_ends_sieges_nor_opens_gates() -> None:
    position = given(
        army("transalpine", "roma", 4, "transalpine-1"),
        siege("roma", "transalpine", 1),
        army("rome", "capua", 1),
        hand("rome", "r-9"),
        impulse("rome"),
    )
    position.add(events.UnitsPlaced("rome", "roma", 2, "given"))
    position.add(events.WentInside("rome", "roma", 2, (), "given"))
    position.when("rome", Play("r-9", "event")).when("rome", Choose("transalpine"))
    position.then_not(events.CameOut, events.SiegeChanged)
    position.when("rome", End()).then_not(events.CameOut, events.SiegeChanged)
    assert position.state.sieges["roma"].level == 1


# 16.2, 16.3: where they may go


@pytest.mark.rule("sword-of-rome", "16.2-a")
def test_activated_units_do_not_stop_with_those_of_any_other_power() -> None:
    position = activated(
        EAST,
        "e-19",
        "volsci",
        army("volsci", "antium", 4, "volsci-1"),
        army("samnites", "tarracina", 2),
    )
    position.when(EAST, Activate("volsci-1")).when(EAST, Step("tarracina"))
    position.offers_not(Halt()).when(EAST, Halt()).refused("15.3")
    position.when(EAST, Step("velitrae")).offers(Halt())


@pytest.mark.rule("sword-of-rome", "16.3-a")
def test_carthage_enters_no_space_of_italy() -> None:
    position = activated(
        EAST,
        "e-19",
        "carthage",
        control("messana", "carthage"),
        control("rhegium", "carthage"),
        army("carthage", "messana", 4, "hamilcar"),
    )
    position.when(EAST, Activate("hamilcar"))
    position.offers(Step("catina"), Sail("panormus"), Sail("carthago"))
    position.offers_not(Step("rhegium"), Sail("rhegium"), Sail("neapolis"))
    position.when(EAST, Step("rhegium")).refused("16.3")
    position.when(EAST, Sail("neapolis")).refused("16.3")


@pytest.mark.rule("sword-of-rome", "16.3-b")
def test_the_volsci_move_and_intercept_only_where_they_or_rome_are_in_control() -> None:
    position = activated(EAST, "e-19", "volsci", army("volsci", "velitrae", 4, "volsci-1"))
    position.when(EAST, Activate("volsci-1"))
    position.offers(Step("roma"), Step("antium")).offers_not(Step("fregellae"))
    position.when(EAST, Step("fregellae")).refused("16.3")

    def enters(holder: str) -> Position:
        position = marching(
            "greece",
            "g-22",
            "pyrrhus",
            *vp(8, 9, 1, 8),
            control("tarracina", holder),
            army("greece", "capua", 4, "pyrrhus"),
            army("volsci", "velitrae", 4, "volsci-1"),
        )
        return position.when("greece", Step("tarracina"))

    enters("rome").awaits("gauls", "react").offers(Intercept("volsci-1", 4))
    enters("volsci").awaits("gauls", "react")
    enters("samnites").awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "16.3-c")
def test_transalpine_gauls_stop_and_intercept_only_where_they_or_the_gauls_are_in_control() -> None:
    position = activated(EAST, "e-19", "transalpine", army("transalpine", "genua", 4, "transalpine-1"))
    position.when(EAST, Activate("transalpine-1")).when(EAST, Step("luna"))  # Etruscan: only passed
    position.offers_not(Halt()).when(EAST, Halt()).refused("16.3")
    position.when(EAST, Step("genua")).offers(Halt())

    position = activated(EAST, "e-19", "transalpine", army("transalpine", "genua", 4, "transalpine-1"))
    position.when(EAST, Activate("transalpine-1")).when(EAST, Step("luna")).when(EAST, Step("pisae"))
    # Two points are left, just enough for the way back: there is no further way on.
    position.offers_not(Step("populonium")).when(EAST, Step("populonium")).refused("16.3")

    def enters(space: str) -> Position:
        position = marching(
            "rome",
            "r-30",
            "valerius",
            *vp(8, 2, 1, 8),
            control("luna", "gauls" if space == "luna" else "etruscans"),
            army("rome", "pisae", 4, "valerius"),
            army("transalpine", "genua", 4, "transalpine-1"),
        )
        return position.when("rome", Step("luna"))

    enters("luna").awaits("greece", "react").offers(Intercept("transalpine-1", 4))
    enters("").awaits("rome", "march")


@pytest.mark.rule("sword-of-rome", "16.3-d")
@pytest.mark.parametrize(("space", "attacked"), [("tarracina", True), ("fregellae", False)])
def test_a_non_player_power_fights_others_only_in_spaces_of_its_arch_enemy(
    space: str, attacked: bool
) -> None:
    position = activated(
        EAST,
        "e-19",
        "volsci",
        army("volsci", "velitrae", 6, "volsci-1"),
        army("gauls", space, 4),
    )
    position.when(EAST, Activate("volsci-1"))
    if attacked:
        position.when(EAST, Step(space), dice=[6, 6, 6, 1, 1, 1])
        position.then_includes(like(events.BattleWon, winner="volsci", loser="gauls"))
    else:
        position.offers_not(Step(space)).when(EAST, Step(space)).refused("16.3")


@pytest.mark.rule("sword-of-rome", "16.3-d")
def test_the_volsci_attack_gauls_who_besiege_roma() -> None:
    position = activated(
        EAST,
        "e-19",
        "volsci",
        army("volsci", "velitrae", 6, "volsci-1"),
        army("gauls", "roma", 4, "gauls-1"),
        siege("roma", "gauls", 1),
    )
    position.when(EAST, Activate("volsci-1")).when(EAST, Step("roma"), dice=[6, 6, 6, 1, 1, 1])
    position.then_includes(like(events.BattleWon, winner="volsci", loser="gauls"))


@pytest.mark.rule("sword-of-rome", "16.3-e")
def test_a_transalpine_army_stops_on_a_gallic_pc_and_raids_it() -> None:
    position = activated(EAST, "e-19", "transalpine", army("transalpine", "genua", 4, "transalpine-1"))
    position.when(EAST, Activate("transalpine-1")).when(EAST, Step("taurasia"))
    position.when(EAST, Raid(), dice=[5, 5])
    assert position.state.control["taurasia"] == "independent"
    position.offers(Halt()).when(EAST, Halt())
    assert position.cu("transalpine", "taurasia") == 4


@pytest.mark.rule("sword-of-rome", "16.3-e")
def test_a_raid_elsewhere_leaves_the_points_for_the_way_on() -> None:
    def at_luna() -> Position:
        position = activated(
            "rome",
            "r-9",
            "transalpine",
            control("pisae", "gauls"),
            army("transalpine", "genua", 4, "transalpine-1"),
        )
        return position.when("rome", Activate("transalpine-1")).when("rome", Step("luna"))

    position = at_luna()
    for _ in range(3):
        position.when("rome", Raid(), dice=[2, 3])
    # The last point is for the way on to Genua or Pisae.
    position.offers_only(Step("genua"), Step("pisae"))
    position.when("rome", Raid()).refused("16.3", "no movement point left to go on")

    position = at_luna().when("rome", Raid(), dice=[5, 5]).offers(Step("genua")).offers_not(Halt())
    position.when("rome", Halt()).refused("16.3")
