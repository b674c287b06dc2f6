"""The terms of the glossary, each by what it decides in play."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Break,
    Place,
    Play,
    RaiseSupport,
    RollSiege,
    Spend,
    Step,
)
from rules.sword_of_rome.powers import allied as friends
from rules.sword_of_rome.powers import friendly_space
from rules.sword_of_rome.procedures import Support
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
