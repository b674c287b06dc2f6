"""Sea movement (9.6): who sails, from where to where, with how many, and naval combat."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    End,
    Halt,
    Leave,
    Play,
    Sail,
    Step,
)
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.procedures import Activation
from rules.sword_of_rome.state import AWAY, DISPLACED, find
from tests.rules.sword_of_rome.campaigning import SAMNITES, let_pass, march_of, points_left
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
    siege,
)


def marching(seat: str, leader: str, card: str, *circumstances: Given, use: str = "ops") -> Position:
    """A position in which the seat has played a card and activated a leader."""
    position = given(*circumstances, hand(seat, card), impulse(seat)).when(seat, Play(card, use))
    if find(position.state, Activation) is None:
        position.when(seat, Activate(leader))
    return let_pass(position).awaits(seat, "march")


def carries(position: Position, seat: str, goal: str) -> int:
    """The most CU that the army can take along to a port, leaving the others."""
    while Sail(goal) not in position.offered():
        if Leave(1) not in position.offered():
            return 0
        cu = march_of(position).cu
        for left in range(1, cu):
            trial = Position.__new__(Position)
            trial.__dict__.update(position.__dict__)
            trial.log = []
            if Sail(goal) in trial.when(seat, Leave(left)).offered():
                return cu - left
        return 0
    return march_of(position).cu


# 9.6: from port to port


@pytest.mark.rule("sword-of-rome", "9.6-a")
def test_a_voyage_joins_any_two_ports_between_steps_by_land() -> None:
    """Capua to Neapolis, by sea to Aternum, independent: 1 and 3 points; then none is left."""
    position = marching(
        "greece", "dionysius", "g-33", army("greece", "capua", 3, "dionysius"), control("capua", "greece")
    )
    position.offers_not(Sail("aternum")).when("greece", Sail("aternum")).refused("9.6", "Capua is no port")
    position.when("greece", Step("neapolis")).when("greece", Sail("capua")).refused("9.6.2", "no port")
    position.when("greece", Sail("aternum")).then_includes(
        like(events.ArmyMoved, origin="neapolis", space="aternum", link="sea", cu=3)
    )
    assert points_left(position) == 0
    after = marching("greece", "dionysius", "g-33", army("greece", "neapolis", 3, "dionysius"))
    after.when("greece", Sail("brundisium")).when("greece", Step("barium"))
    assert after.where("dionysius") == "barium"
    short = marching(
        "greece", "dionysius", "g-33", army("greece", "elea", 3, "dionysius"), control("nola", "greece")
    )
    short.when("greece", Step("poseidonia")).when("greece", Step("neapolis"))
    short.offers_not(Sail("tarentum")).when("greece", Sail("tarentum")).refused("9.2", "2 are left")


@pytest.mark.rule("sword-of-rome", "9.6-a")
def test_enemies_in_neither_port_prevent_a_voyage() -> None:
    """Out of Neapolis, whose walls Romans hold, into Tarentum, which they hold, too."""
    position = marching(
        "greece",
        "dionysius",
        "g-33",
        army("greece", "neapolis", 3, "dionysius"),
        control("neapolis", "rome"),
        inside("rome", "neapolis", 2),
        control("tarentum", "rome"),
        army("rome", "tarentum", 4),
    )
    position.when("greece", Sail("tarentum")).awaits("rome", "shelter").when(
        "rome", End(), dice=[5, 5, 5, 1, 2, 2]
    )
    position.then_includes(like(events.BattleRolled, space="tarentum", attacker="greece", attacker_cu=3))


@pytest.mark.rule("sword-of-rome", "9.6.1-a")
def test_who_is_shut_in_a_port_does_not_sail_and_who_comes_lands_outside() -> None:
    besieged = (
        army("rome", "neapolis", 4, "camillus"),
        inside("greece", "neapolis", 3, "greece-1"),
        siege("neapolis", "rome", 0),
        army("greece", "tarentum", 3, "dionysius"),
    )
    shut = marching("greece", "greece-1", "g-33", *besieged)
    shut.offers_not(Sail("tarentum")).when("greece", Sail("tarentum")).refused("9.6.1", "shut in Neapolis")
    coming = marching("greece", "dionysius", "g-33", *besieged)
    coming.when("greece", Sail("neapolis"))
    own = force(coming.state, "neapolis", "greece")
    assert own is not None
    assert (own.cu, own.inside) == (3, 3)
    while coming.seat() == "rome":
        coming.when("rome", End())
    coming.awaits("greece", "relief")


@pytest.mark.rule("sword-of-rome", "9.6.1-a")
def test_besiegers_sail_from_before_the_walls() -> None:
    position = marching(
        "greece",
        "dionysius",
        "g-33",
        army("greece", "antium", 3, "dionysius"),
        inside("volsci", "antium", 2),
        siege("antium", "greece", 0),
    )
    position.when("greece", Sail("neapolis"))
    assert position.where("dionysius") == "neapolis"


@pytest.mark.rule("sword-of-rome", "9.6.2-a")
def test_african_ports_are_for_carthage_and_for_greeks_who_stand_there() -> None:
    carthage = marching(
        "rome", "hamilcar", "r-30", army("carthage", "lilybaeum", 4, "hamilcar"), allied("rome", "carthage")
    )
    carthage.offers(Sail("carthago"), Sail("kerkouane"))
    greeks = marching("greece", "agathocles", "g-33", army("greece", "syracusae", 4, "agathocles"))
    greeks.offers_not(Sail("carthago"), Sail("kerkouane"))
    greeks.when("greece", Sail("kerkouane")).refused("9.6.2", "no port for")
    landed = marching(
        "greece",
        "agathocles",
        "g-33",
        army("greece", "syracusae", 4, "agathocles"),
        army("greece", "kerkouane", 2),
    )
    landed.offers(Sail("kerkouane")).offers_not(Sail("carthago"))
    landed.when("greece", Sail("carthago")).refused("9.6.2", "no port for")


# 9.6.3: who sails with how many


@pytest.mark.rule("sword-of-rome", "9.6.3-a")
def test_carthage_sails_with_ten_under_a_neutral_activation_or_a_roman_three() -> None:
    position = given(
        army("carthage", "panormus", 12, "hamilcar", "carthage-1"), hand(SAMNITES, "e-19"), impulse(SAMNITES)
    )
    position.when(SAMNITES, Play("e-19", "event"))
    if Activate("hamilcar") not in position.offered():
        position.when(SAMNITES, next(each for each in position.offered() if "carthage" in repr(each)))
    position.when(SAMNITES, Activate("hamilcar"))
    assert (march_of(position).cu, march_of(position).followers) == (10, ("carthage-1",))
    position.offers(Sail("lilybaeum"))
    roman = marching(
        "rome", "hamilcar", "r-30", army("carthage", "panormus", 12, "hamilcar"), allied("rome", "carthage")
    )
    assert carries(roman, "rome", "lilybaeum") == 10
    two = given(
        army("carthage", "panormus", 12, "hamilcar"),
        army("rome", "roma", 2, "camillus"),
        allied("rome", "carthage"),
        hand("rome", "r-9"),
        impulse("rome"),
    )
    two.when("rome", Play("r-9", "ops")).offers_not(Activate("hamilcar"))


@pytest.mark.rule("sword-of-rome", "9.6.3-b")
@pytest.mark.parametrize(
    ("start", "goal", "most"),
    [("neapolis", "tarentum", 3), ("neapolis", "syracusae", 6), ("syracusae", "rhegium", 6)],
)
def test_greeks_sail_with_three_or_by_syracusae_with_six(start: str, goal: str, most: int) -> None:
    position = marching("greece", "dionysius", "g-33", army("greece", start, 9, "dionysius", "greece-1"))
    assert carries(position, "greece", goal) == most
    position.when("greece", Leave(9 - most - 1) if most < 8 else Halt())
    position.when("greece", Sail(goal)).refused("9.6.3", f"at most {most} CU go by sea")


@pytest.mark.rule("sword-of-rome", "9.6.3-b")
def test_any_number_of_subordinates_sails_and_a_lower_card_carries_nobody() -> None:
    position = marching(
        "greece", "dionysius", "g-33", army("greece", "neapolis", 3, "dionysius", "greece-1", "greece-2")
    )
    position.when("greece", Sail("tarentum"))
    assert {position.where(each) for each in ("dionysius", "greece-1", "greece-2")} == {"tarentum"}
    low = marching("greece", "dionysius", "g-24", army("greece", "neapolis", 3, "dionysius"))
    low.offers_not(Sail("tarentum")).when("greece", Sail("tarentum")).refused(
        "9.6.3", "cannot sail with this play"
    )


@pytest.mark.rule("sword-of-rome", "9.6.3-c")
@pytest.mark.parametrize(
    ("circumstances", "card", "most"),
    [
        ((), "r-30", 0),
        ((marker("duoviri-navales"),), "r-30", 3),
        ((marker("duoviri-navales"),), "r-9", 0),
        ((allied("rome", "carthage"),), "r-30", 10),
        ((marker("duoviri-navales"), allied("rome", "carthage")), "r-30", 10),
    ],
)
def test_rome_sails_with_three_after_its_duoviri_and_with_ten_beside_carthage(
    circumstances: tuple[Given, ...], card: str, most: int
) -> None:
    position = marching(
        "rome", "camillus", card, army("rome", "roma", 12, "camillus", "rome-1"), *circumstances
    )
    assert carries(position, "rome", "neapolis") == most
    if not most:
        position.when("rome", Sail("neapolis")).refused("9.6.3", "cannot sail with this play")


@pytest.mark.rule("sword-of-rome", "9.6.3-d")
def test_etruscans_sail_with_three_by_naval_transport_alone() -> None:
    around = (
        army("etruscans", "pisae", 6, "etruscans-1", "etruscans-2"),
        army("samnites", "neapolis", 3, "pontius"),
    )
    position = marching(SAMNITES, "etruscans-1", "e-25", *around, use="event")
    assert carries(position, SAMNITES, "genua") == 3
    position.when(SAMNITES, Leave(3)).when(SAMNITES, Sail("genua"))
    assert (position.cu("etruscans", "genua"), position.where("etruscans-2")) == (3, "genua")
    ordinary = marching(SAMNITES, "etruscans-1", "e-29", *around)
    assert carries(ordinary, SAMNITES, "genua") == 0
    ordinary.when(SAMNITES, Sail("genua")).refused("9.6.3", "cannot sail with this play")


@pytest.mark.rule("sword-of-rome", "9.6.3-d")
def test_samnites_and_gauls_never_sail() -> None:
    samnites = marching(
        SAMNITES,
        "pontius",
        "e-29",
        army("samnites", "neapolis", 3, "pontius"),
        control("neapolis", "samnites"),
    )
    samnites.when(SAMNITES, Sail("roma")).refused("9.6.3", "cannot sail")
    gauls = marching("gauls", "brennus", "a-17", army("gauls", "genua", 3, "brennus"))
    gauls.when("gauls", Sail("pisae")).refused("9.6.3", "cannot sail")
    naval = given(
        army("samnites", "neapolis", 3, "pontius"),
        army("etruscans", "pisae", 3, "etruscans-1"),
        hand(SAMNITES, "e-25"),
        impulse(SAMNITES),
    )
    naval.when(SAMNITES, Play("e-25", "event"))
    assert not [each for each in naval.offered() if each == Activate("pontius")]


# 9.6.4: naval combat


@pytest.mark.rule("sword-of-rome", "9.6.4-a")
@pytest.mark.parametrize(
    ("circumstances", "rolls"),
    [
        ((), True),
        ((control("panormus", "independent"),), False),
        ((allied("greece", "carthage"),), False),
    ],
)
def test_who_sails_to_carthaginian_ground_rolls(circumstances: tuple[Given, ...], rolls: bool) -> None:
    position = marching(
        "greece", "dionysius", "g-33", army("greece", "syracusae", 6, "dionysius"), *circumstances
    )
    position.when("greece", Sail("panormus"), dice=[1] if rolls else [])
    if rolls:
        position.then_includes(like(events.NavalCombatRolled, die=1, result="success", lost=0))
    else:
        position.then_not(events.NavalCombatRolled)
    assert position.where("dionysius") == "panormus"


@pytest.mark.rule("sword-of-rome", "9.6.4-a")
@pytest.mark.parametrize(("bound", "rolls"), [(True, True), (False, False)])
def test_greeks_roll_everywhere_once_carthage_stands_with_rome(bound: bool, rolls: bool) -> None:
    position = marching(
        "greece",
        "dionysius",
        "g-33",
        army("greece", "syracusae", 6, "dionysius"),
        *((allied("rome", "carthage"),) if bound else ()),
    )
    position.when("greece", Sail("brundisium"), dice=[2] if rolls else [])
    if rolls:
        position.then_includes(like(events.NavalCombatRolled, result="success"))
    else:
        position.then_not(events.NavalCombatRolled)


@pytest.mark.rule("sword-of-rome", "9.6.4-a")
def test_carthage_itself_never_rolls() -> None:
    position = marching(
        "rome", "hamilcar", "r-30", army("carthage", "panormus", 4, "hamilcar"), allied("rome", "carthage")
    )
    position.when("rome", Sail("lilybaeum")).then_not(events.NavalCombatRolled)
    assert position.where("hamilcar") == "lilybaeum"


@pytest.mark.rule("sword-of-rome", "9.6.4-a")
@pytest.mark.parametrize(
    ("die", "result", "where", "left"), [(4, "return", "syracusae", 6), (5, "attrition", "panormus", 4)]
)
def test_a_fleet_returns_or_is_worn_down(die: int, result: str, where: str, left: int) -> None:
    """Three more CU stay in Syracusae; they lose nothing."""
    position = marching("greece", "dionysius", "g-33", army("greece", "syracusae", 9, "dionysius"))
    position.when("greece", Leave(3)).when("greece", Sail("panormus"), dice=[die])
    position.then_includes(like(events.NavalCombatRolled, die=die, result=result, lost=6 - left))
    assert position.where("dionysius") == where
    assert position.cu("greece", "syracusae") + position.cu("greece", "panormus") == 3 + left
    assert position.cu("greece", where) == (9 if where == "syracusae" else left)
    assert points_left(position) == 1


@pytest.mark.rule("sword-of-rome", "9.6.4-a", "8.4-a")
def test_leaders_who_lose_all_their_units_at_sea_are_displaced() -> None:
    position = marching("greece", "dionysius", "g-33", army("greece", "neapolis", 3, "dionysius", "greece-1"))
    position.when("greece", Leave(2)).when("greece", Sail("panormus"), dice=[6])
    position.then_includes(like(events.NavalCombatRolled, result="attrition", lost=1))
    assert (position.where("dionysius"), position.where("greece-1")) == (DISPLACED, AWAY)
    assert position.cu("greece", "neapolis") == 2
