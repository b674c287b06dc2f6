"""The terms of the glossary, each by what it decides in play."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.chance import Chance, scripted
from rules.ruleset import Action
from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.actions import (
    Activate,
    Break,
    End,
    Fight,
    Halt,
    Intercept,
    Pass,
    Place,
    Play,
    RaiseSupport,
    RollSiege,
    Spend,
    Step,
)
from rules.sword_of_rome.powers import allied as friends
from rules.sword_of_rome.powers import friendly_space
from rules.sword_of_rome.procedures import Modifier, Support
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
    loyalty,
    phase,
    siege,
)


def after_victory(power: str, against: str, held: tuple[str, ...], *circumstances: Given) -> Position:
    """A power has won a battle against another and spends one support point; it held these spaces before it."""
    seat = {"rome": "rome", "greece": "greece", "gauls": "gauls", "carthage": "rome"}[power]
    support = Support(seat, power, 1, "victory", (against,), held=held, stage="asked")
    return given(*circumstances, impulse(seat), events.ProcedureBegan(support))


def modifier(modifiers: Iterable[Modifier], why: str) -> int:
    """A modifier by its name, 0 if it is not there."""
    return sum(each.value for each in modifiers if each.why == why)


def assault(*circumstances: Given) -> events.BattleRolled:
    """Rome goes from Capua to Fregellae with a 3-Ops card, nobody reacts, and a battle is fought: its roll."""
    position = given(*circumstances, hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("camillus"))
    action: Action = Step("fregellae")
    for _ in range(9):
        seat, dice = position.seat(), Chance(scripted((3, 3, 3, 3, 3, 3)), "scripted")
        for event in ruleset.decide(position.game, position.state, seat, action, dice):
            if isinstance(event, events.BattleRolled):
                return event
        position.when(seat, action)
        action = next(each for each in position.offered() if isinstance(each, (Pass, End, Fight)))
    raise AssertionError("no battle was fought")


# Spaces


@pytest.mark.rule("sword-of-rome", "G-adjacent")
def test_any_link_makes_spaces_adjacent_and_the_sea_does_not() -> None:
    weak = (loyalty("croton", 1), loyalty("rhegium", 1))
    take_croton, take_rhegium = Spend("take", "croton"), Spend("take", "rhegium")
    # By a rough link, by a strait, by a clear link, and by none although both are ports.
    after_victory("rome", "greece", ("consentia",), *weak).offers(take_croton)
    after_victory("rome", "greece", ("messana",), *weak).offers(take_rhegium)
    after_victory("rome", "greece", ("locri",), *weak).offers(take_croton, take_rhegium)
    far = after_victory("rome", "greece", ("roma", "antium", "messana"), *weak)
    far.offers_not(take_croton).when("rome", take_croton).refused("7.3.4", "next to no space")


@pytest.mark.rule("sword-of-rome", "G-controlled")
def test_the_marker_on_a_space_says_who_controls_it() -> None:
    position = (
        given(
            army("rome", "clusium", 1),
            army("rome", "roma", 1, "fabius"),
            hand("rome", "r-10"),
            impulse("rome"),
        )
        .when("rome", Play("r-10", "ops"))
        .when("rome", RaiseSupport("rome"))
        .when("rome", Spend("convert", "clusium"))
    )
    position.then_includes(like(events.ControlChanged, space="clusium", power="rome"))
    assert friendly_space(position.game, position.state, "rome", "clusium")
    assert not friendly_space(position.game, position.state, "etruscans", "clusium")
    assert change_due(position.game, position.state, "rome") == 1
    # It stays so when the CU have gone.
    position.add(events.UnitsLost("rome", "clusium", 1, "given"))
    assert friendly_space(position.game, position.state, "rome", "clusium")


@pytest.mark.rule("sword-of-rome", "G-political-control")
def test_colour_shows_control_and_the_presence_of_an_army_does_not() -> None:
    position = given(army("rome", "clusium", 9, "camillus"), impulse("rome"))
    assert position.state.control["clusium"] == "etruscans"
    assert change_due(position.game, position.state, "rome") == 0
    assert not friendly_space(position.game, position.state, "rome", "clusium")
    # Without a marker the colour counts: an enemy PC that a power takes off an own home space leaves its own.
    returned = given(control("praeneste", "gauls"), army("rome", "praeneste", 1), phase("surrender"))
    assert returned.state.control["praeneste"] == "rome"


@pytest.mark.rule("sword-of-rome", "G-enemy")
def test_whoever_is_not_an_ally_is_an_enemy_and_so_are_independent_spaces() -> None:
    game, state = given().game, given(allied("rome", "greece")).state
    for power in game.powers:
        assert not friendly_space(game, state, power, "nola")
        for other in game.powers:
            together = {power, other} in ({power}, {"rome", "greece"}, {"etruscans", "samnites"})
            assert friends(game, state, power, other) == together, (power, other)
    entering = (
        army("rome", "capua", 4, "camillus"),
        army("greece", "nola", 2, "pyrrhus"),
        hand("rome", "r-30"),
    )
    for peace in (False, True):
        truce = (allied("rome", "greece"),) if peace else ()
        position = given(*entering, *truce, impulse("rome")).when("rome", Play("r-30", "ops"))
        position.when("rome", Activate("camillus")).when("rome", Step("nola"))
        # Enemy CU are a battle, which the Greeks may avoid; an ally's are passed through.
        position.awaits("rome" if peace else "greece", "march" if peace else "react")


@pytest.mark.rule("sword-of-rome", "G-friendly")
def test_friendly_is_what_the_power_itself_or_an_ally_controls() -> None:
    def bonus(*circumstances: Given) -> tuple[int, int]:
        roll = assault(army("rome", "capua", 6, "camillus"), army("gauls", "fregellae", 6), *circumstances)
        why = "friendly space"
        return modifier(roll.attacker_modifiers, why), modifier(roll.defender_modifiers, why)

    assert bonus() == (0, 0)  # Samnite, and an enemy's to both
    assert bonus(control("fregellae", "gauls")) == (0, 1)
    assert bonus(allied("gauls", "samnites")) == (0, 1)
    assert bonus(allied("rome", "samnites")) == (1, 0)
    assert bonus(control("fregellae", "independent")) == (0, 0)


@pytest.mark.rule("sword-of-rome", "G-independent")
def test_independent_is_what_no_power_controls() -> None:
    settlers = (hand("rome", "r-29"), army("rome", "roma", 2), impulse("rome"))
    given(control("praeneste", "independent"), *settlers).offers(Play("r-29", "event"))
    # In the hands of a non-player power the space is not independent.
    held = given(control("praeneste", "volsci"), *settlers).offers_not(Play("r-29", "event"))
    assert change_due(held.game, held.state, "rome") == -1
    nobody = given(control("clusium", "independent"))
    assert {seat: change_due(nobody.game, nobody.state, seat) for seat in nobody.game.seats} == {
        "rome": 0, "greece": 0, "gauls": 0, "etruria-samnium": -1,
    }  # fmt: skip


@pytest.mark.rule("sword-of-rome", "G-besieged")
def test_a_marker_of_any_level_makes_a_city_besieged_and_nothing_else_does() -> None:
    def raising(*circumstances: Given) -> Position:
        position = given(
            army("rome", "roma", 1, "fabius"), *circumstances, hand("rome", "r-10"), impulse("rome")
        )
        return position.when("rome", Play("r-10", "ops")).when("rome", RaiseSupport("rome"))

    besiegers = army("samnites", "capua", 3, "samnites-1")
    raising(besiegers, siege("capua", "samnites", 0)).when("rome", Spend("raise", "capua")).refused("13.3")
    raising(army("samnites", "capua", 2)).when("rome", Spend("raise", "capua")).then_includes(
        like(events.LoyaltyChanged, space="capua", loyalty=2)
    )


@pytest.mark.rule("sword-of-rome", "G-besieged")
def test_all_within_the_walls_are_besieged_with_the_city() -> None:
    position = (
        given(
            army("samnites", "capua", 3, "samnites-1"),
            siege("capua", "samnites", 0),
            inside("rome", "capua", 2, "fabius"),
            hand("rome", "r-30"),
            impulse("rome"),
        )
        .when("rome", Play("r-30", "ops"))
        .when("rome", Activate("fabius"))
    )
    position.when("rome", Step("tarracina")).refused("9.3.1", "can only sally")
    free = (
        given(army("rome", "capua", 2, "fabius"), hand("rome", "r-30"), impulse("rome"))
        .when("rome", Play("r-30", "ops"))
        .when("rome", Activate("fabius"))
    )
    free.offers(Step("tarracina"))


@pytest.mark.rule("sword-of-rome", "G-subjugation-factor")
@pytest.mark.parametrize(
    ("tribe", "level", "falls"),
    [("aufidena", 0, False), ("aufidena", 1, True), ("bovianum", 1, False), ("bovianum", 2, True)],
)
def test_a_tribe_is_subjugated_at_the_level_printed_on_it(tribe: str, level: int, falls: bool) -> None:
    position = given(army("rome", tribe, 5, "camillus"), siege(tribe, "rome", level), phase("surrender"))
    position.when("rome", RollSiege(tribe), dice=[4, 6])
    assert any(isinstance(event, events.TribeSubjugated) for event in position.events) == falls
    assert (position.state.control[tribe] == "rome") == falls
    assert (tribe in position.state.sieges) == (not falls)


# Armies and leaders


@pytest.mark.rule("sword-of-rome", "G-army")
def test_an_army_is_a_commander_with_units() -> None:
    units_alone = given(army("rome", "pisae", 5), phase("surrender"))
    assert not any(isinstance(event, events.SiegeRolled) for event in units_alone.events)
    assert units_alone.state.phase != "surrender"
    given(army("rome", "pisae", 5, "camillus"), phase("surrender")).offers(RollSiege("pisae"))
    passing = (
        army("greece", "neapolis", 5, "pyrrhus"),
        hand("greece", "g-22"),
    )

    def reactions(*circumstances: Given) -> Position:
        position = given(*passing, *circumstances, impulse("greece")).when("greece", Play("g-22", "ops"))
        return position.when("greece", Activate("pyrrhus")).when("greece", Step("nola"))

    # Only an army intercepts: neither a leader alone nor CU alone are asked.
    reactions(army("rome", "capua", 3, "claudius")).awaits("rome", "react").offers(Intercept("claudius", 3))
    reactions(army("rome", "capua", 3)).awaits("greece", "march")
    reactions(army("rome", "capua", 0, "claudius")).awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "G-army", "12.2.2-b")
def test_units_without_a_leader_are_attacked_and_defend_without_tactics() -> None:
    led = assault(army("rome", "capua", 6, "camillus"), army("samnites", "fregellae", 6, "egnatius"))
    assert modifier(led.attacker_modifiers, "leadership") == 4 - 3
    leaderless = assault(army("rome", "capua", 6, "camillus"), army("samnites", "fregellae", 6))
    assert modifier(leaderless.attacker_modifiers, "leadership") == 4


@pytest.mark.rule("sword-of-rome", "G-commander", "G-subordinate")
def test_only_the_commander_s_ratings_count_and_all_others_follow_him() -> None:
    foes = army("samnites", "fregellae", 6)
    # Papirius (T 3) commands, or Camillus (T 4) does; the other is a subordinate and adds nothing.
    under_camillus = assault(army("rome", "capua", 6, "camillus", "papirius"), foes)
    assert modifier(under_camillus.attacker_modifiers, "leadership") == 4
    defenders = army("samnites", "fregellae", 6, "pontius", "egnatius")
    against = assault(army("rome", "capua", 6, "camillus", "papirius"), defenders)
    assert modifier(against.attacker_modifiers, "leadership") == 4 - 2

    position = given(
        army("rome", "capua", 6, "camillus", "claudius"), hand("rome", "r-9"), impulse("rome")
    ).when("rome", Play("r-9", "ops"))
    # Claudius would need 3 Ops, but under Camillus he goes along for 2.
    position.when("rome", Activate("claudius")).refused("8.1", "3 Ops")
    position.when("rome", Activate("camillus")).when("rome", Step("tarracina")).when("rome", Halt())
    assert (position.where("camillus"), position.where("claudius")) == ("tarracina", "tarracina")
    assert position.cu("rome", "tarracina") == 6


@pytest.mark.rule("sword-of-rome", "G-displaced")
def test_a_displaced_leader_waits_in_the_box() -> None:
    starving = (army("rome", "pisae", 1, "camillus", "rome-1"), inside("etruscans", "pisae", 1))
    position = given(*starving, phase("attrition"), dice=[5])
    # The named leader goes to the box, the minor one only off the map (8.4).
    assert position.where("camillus") == "displaced"
    assert position.where("rome-1") == "away"
    kept = given(*starving, phase("attrition"), dice=[4])
    assert (kept.where("camillus"), kept.where("rome-1")) == ("pisae", "pisae")
    boxed = given(
        events.LeaderGone("camillus", "displaced", "given"),
        army("rome", "roma", 4, "fabius"),
        hand("rome", "r-30"),
        impulse("rome"),
    ).when("rome", Play("r-30", "ops"))
    boxed.offers_not(Activate("camillus")).when("rome", Activate("camillus")).refused("8.4", "not on the map")


# Powers, support


@pytest.mark.rule("sword-of-rome", "G-powers")
def test_alliances_support_and_stacking_go_by_power_not_by_seat() -> None:
    game = given().game
    assert set(game.powers) == {
        "rome", "greece", "etruscans", "samnites", "gauls", "volsci", "carthage", "transalpine",
    }  # fmt: skip
    assert set(game.neutral) == {"volsci", "carthage", "transalpine"}
    # Rome's alliance is with one of the seat's two powers.
    position = given(
        allied("rome", "etruscans"),
        army("rome", "clusium", 4),
        army("rome", "caudium", 4),
        phase("attrition"),
        dice=[6],
    )
    assert [event.space for event in position.events if isinstance(event, events.AttritionRolled)] == [
        "caudium"
    ]
    raising = (
        given(
            army("etruscans", "clusium", 1, "etruscans-1"),
            hand("etruria-samnium", "e-23"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-23", "ops"))
        .when("etruria-samnium", RaiseSupport("etruscans"))
    )
    raising.when("etruria-samnium", Spend("raise", "fregellae")).refused("7.3.1", "Etruscans")
    raising.when("etruria-samnium", Spend("raise", "pisae"))
    assert raising.state.loyalty["pisae"] == 2


@pytest.mark.rule("sword-of-rome", "G-gauls")
def test_gauls_and_transalpine_gauls_are_two_powers() -> None:
    position = given(
        army("gauls", "bononia", 3, "gauls-1"),
        army("transalpine", "eporedia", 3, "transalpine-1"),
        hand("gauls", "a-37"),
        impulse("gauls"),
    )
    assert not friends(position.game, position.state, "gauls", "transalpine")
    position.when("gauls", Play("a-37", "ops"))
    position.when("gauls", Activate("transalpine-1")).refused("9.1")
    # A Gallic home in Transalpine hands is lost to the Gauls, and no home of the Transalpine Gauls.
    lost = given(control("mediolanum", "transalpine"), phase("victory-points"))
    assert lost.state.vp["gauls"] == 6
    # A Gallic levy is Gallic alone.
    levy = given(
        army("gauls", "bononia", 1),
        army("transalpine", "mediolanum", 1),
        hand("gauls", "a-18"),
        impulse("gauls"),
    )
    levy.when("gauls", Play("a-18", "event"))
    assert not any(isinstance(each, Place) and each.power == "transalpine" for each in levy.offered())
    assert levy.cu("transalpine", "mediolanum") == 1


@pytest.mark.rule("sword-of-rome", "G-garrison")
def test_a_garrison_are_units_of_whoever_controls_the_space() -> None:
    remove = Spend("remove", "praeneste")
    after_victory("gauls", "rome", (), army("rome", "praeneste", 1)).when("gauls", remove).refused(
        "7.3.3", "held"
    )
    after_victory("gauls", "rome", ()).when("gauls", remove).then_includes(
        like(events.ControlChanged, space="praeneste", power="independent")
    )
    # An ally's CU are no garrison.
    ally = after_victory("gauls", "rome", (), army("greece", "praeneste", 1), allied("rome", "greece"))
    ally.when("gauls", remove).then_includes(like(events.ControlChanged, space="praeneste"))


@pytest.mark.rule("sword-of-rome", "G-loyalty")
def test_loyalty_is_one_to_three_and_one_in_an_independent_city() -> None:
    position = (
        given(army("rome", "roma", 1, "fabius"), loyalty("capua", 2), hand("rome", "r-30"), impulse("rome"))
        .when("rome", Play("r-30", "ops"))
        .when("rome", RaiseSupport("rome"))
    )
    position.when("rome", Spend("raise", "roma")).refused("7.3.1", "3 and cannot be higher")
    position.when("rome", Spend("raise", "capua"))
    position.when("rome", Spend("raise", "capua")).refused("7.3.1", "3 and cannot be higher")
    lost = after_victory("gauls", "rome", (), loyalty("capua", 1)).when("gauls", Spend("lower", "capua"))
    assert (lost.state.control["capua"], lost.state.loyalty["capua"]) == ("independent", 1)
    start = given()
    independent = [city for city in start.state.loyalty if start.state.control[city] == "independent"]
    assert independent
    assert {start.state.loyalty[city] for city in independent} == {1}


@pytest.mark.rule("sword-of-rome", "G-support")
@pytest.mark.parametrize(
    ("cities", "markers", "tribes", "enough"),
    [
        ({"fregellae": 3}, (), (), True),
        ({"fregellae": 2}, (), (), False),
        ({"fregellae": 2}, ("caudium",), (), True),
        ({"fregellae": 1}, ("caudium", "compsa"), (), True),
        ({"fregellae": 1}, ("caudium",), ("aufidena", "bovianum", "maleventum"), False),
    ],
)
def test_markers_and_loyalty_are_support_and_tribes_are_not(
    cities: dict[str, int], markers: tuple[str, ...], tribes: tuple[str, ...], enough: bool
) -> None:
    kept = {*cities, *markers, *tribes}
    position = given(
        *(
            control(space, "rome")
            for space, home in sorted(given().state.control.items())
            if home == "samnites" and space not in kept
        ),
        *(loyalty(city, level) for city, level in cities.items()),
        allied("samnites", "greece"),
        army("samnites", "fregellae", 1),
        impulse("etruria-samnium"),
    )
    # Breaking an alliance costs 3 support.
    position.when("etruria-samnium", Break("samnites", "greece"))
    if enough:
        assert "greece+samnites" not in position.state.alliances
    else:
        position.refused("15.5", "have less")


@pytest.mark.rule("sword-of-rome", "G-support")
def test_support_never_touches_a_tribe() -> None:
    losing = after_victory("rome", "samnites", ("fregellae", "aesernia"))
    losing.when("rome", Spend("remove", "aufidena")).refused("7.3", "tribe")
    losing.when("rome", Spend("take", "aufidena")).refused("7.3", "tribe")
    losing.offers(Spend("remove", "aesernia"))
    subjugated = after_victory("rome", "samnites", (), events.TribeSubjugated("aufidena", "samnites"))
    subjugated.offers(Spend("remove", "aufidena"))
