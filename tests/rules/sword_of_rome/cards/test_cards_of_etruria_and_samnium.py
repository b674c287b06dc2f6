"""The deck of Etruria and Samnium: for each card a position in which its event is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Choose,
    End,
    Intercept,
    Play,
    RetreatBySea,
    Sail,
    Spend,
)
from rules.sword_of_rome.procedures import Activation, Support
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.cards.course import (
    LEVEL,
    Course,
    battle,
    marching,
    own_play,
    refused_play,
    siege_roll,
)
from tests.rules.sword_of_rome.cards.families import (
    adds_to_the_roll,
    desperate_times,
    desperate_times_not,
    enters,
    lowers,
    neutral_activation,
    neutral_activation_not,
    places_units,
    two_armies,
)
from tests.rules.sword_of_rome.cards.test_cards_of_greece import storms
from tests.rules.sword_of_rome.harness import (
    army,
    control,
    given,
    hand,
    impulse,
    installed_data,
    loyalty,
    siege,
)

SEAT = "etruria-samnium"
PONTIUS = ("samnites", "fregellae", 4, "pontius")
ROMANS = ("rome", "capua", 4, "fabius")
ETRUSCANS = ("etruscans", "clusium", 4, "etruscans-1")
GAULS = ("gauls", "perusia", 4, "brennus")
OTHERS = ("rome", "capua", 4, "fabius"), ("greece", "neapolis", 4, "pyrrhus")
"""A battle in which neither Etruscans nor Samnites fight."""


def sacred_spring() -> None:
    course = own_play("e-8", army("rome", "arpi", 1), army("rome", "nola", 1), control("aternum", "greece"))
    # Next to a Samnite space, independent, normal, and without CU: not Luceria (a city), not Alba Fucens (a tribe).
    course.position.offers_only(Spend("claim", "corfinium"), Spend("claim", "venusia"), End())
    course.do(SEAT, Spend("claim", "corfinium"))
    assert course.state.control["corfinium"] == "samnites"
    assert course.decision == "impulse"


def sacred_spring_not() -> None:
    refused_play("e-8", *(army("rome", space, 1) for space in ("corfinium", "venusia", "aternum", "nola")))


def gold() -> None:
    course = Course(given(hand(SEAT, "e-9"), impulse(SEAT)))
    course.do(SEAT, Play("e-9", "event"), draws=("e-1", "e-2"))
    assert course.state.hands[SEAT] == ("e-1", "e-2")
    assert course.state.reshuffle == {SEAT}


def voltumna() -> None:
    course = own_play("e-10", control("caere", "independent"), control("vulci", "independent"))
    course.position.offers_not(Spend("raise", "fregellae"))
    for city in ("pisae", "pisae", "tarquinii"):
        course.do(SEAT, Spend("raise", city))
    course.position.offers_only(Spend("regain", "caere"), Spend("regain", "vulci"), End())
    course.do(SEAT, Spend("regain", "caere"))
    assert course.state.control["caere"] == "etruscans"
    assert course.decision == "impulse"
    lost = own_play("e-10", control("tarquinii", "independent"))
    lost.do(SEAT, End()).do(SEAT, Spend("regain", "tarquinii"))
    assert (lost.state.control["tarquinii"], lost.state.loyalty["tarquinii"]) == ("etruscans", 1)


def haruspices() -> None:
    course = battle(PONTIUS, ROMANS, card="e-11", dice=(1, 3, 3, *LEVEL, 6))
    course.position.offers_only(Choose("1"), Choose("2"), Choose("3"))
    course.do(SEAT, Choose("1"))
    again = course.one(events.DieRolledAgain)
    assert (again.side, again.before, again.after) == ("attacker", 1, 6)
    assert course.decision != "roll-again"


def mountain_paths() -> None:
    course = marching(
        "pontius", "samnites", "fregellae", 4, army("rome", "tarracina", 4, "fabius"), card="e-13"
    )
    course.play("e-13")
    assert find(course.state, Activation).left == 5
    course.dice = [*LEVEL, *LEVEL]
    course.enter("tarracina")
    assert course.one(events.ArmyMoved).points == 1
    course.go_on("march", "impulse", "support", "retreat")
    assert not [each for each in course.one(events.BattleRolled).attacker_modifiers if "rough" in each.why]


def mountain_paths_not() -> None:
    marching("etruscans-1", "etruscans", "clusium", 4, card="e-13").never_offers("e-13")
    marching("fabius", "rome", "roma", 4, card="e-13").never_offers("e-13")


def every_city() -> None:
    """Of what a victory over the Etruscans, or another seat's event, would take at most 1 is lost."""
    course = battle(GAULS, ("etruscans", "cortona", 4, "etruscans-1"), card="e-14", dice=(6, 6, 6, *LEVEL))
    support = find(course.state, Support)
    assert (support.points, dict(support.limits)) == (2, {"etruscans": 1})
    course.do("gauls", Spend("remove", "vulci"))
    offered = {each.how for each in course.position.offered() if isinstance(each, Spend)}
    assert offered <= {"convert", "plunder", "raise", "regain"}
    course.position.when("gauls", Spend("remove", "caere")).refused("7.1", "no more support of")
    event = own_play("a-32", army("gauls", "cortona", 3, "brennus"), hand(SEAT, "e-14")).play("e-14")
    event.do("gauls", Spend("remove", "cortona"))
    assert event.decision == "impulse"


def every_city_not() -> None:
    """Not for Samnite support, and not for what one gives up oneself."""
    battle(("rome", "capua", 4, "fabius"), PONTIUS, card="e-14", dice=(6, 6, 6, *LEVEL), played=False)
    own = own_play("g-18", army("greece", "tarentum", 2, "pyrrhus"), hand(SEAT, "e-14"))
    own.never_offers("e-14")


def horse() -> None:
    adds_to_the_roll("e-16", "attacker", 1, ("samnites", "fregellae", 6, "egnatius"), ROMANS, enemy_losses=1)


def naval_transport() -> None:
    course = own_play("e-25", army("etruscans", "pisae", 3, "etruscans-1"))
    course.go_on("march")
    course.position.offers(Sail("neapolis"))
    assert find(course.state, Activation).left == 4
    four = own_play("e-25", army("etruscans", "pisae", 4, "etruscans-1"))
    four.position.when(SEAT, Sail("neapolis")).refused("9.6.3", "at most 3 CU")
    plain = marching("etruscans-1", "etruscans", "pisae", 3)
    plain.position.when(SEAT, Sail("neapolis")).refused("9.6.3")
    # A beaten army in a port goes back by sea; more than three do not fit.
    beaten = battle(
        ("rome", "caere", 6, "fabius"),
        ("etruscans", "tarquinii", 6, "etruscans-1"),
        card="e-25",
        dice=(6, 3, 3, *LEVEL),
    )
    beaten.go_on("retreat")
    beaten.do(SEAT, RetreatBySea("pisae"))
    assert beaten.position.cu("etruscans", "pisae") == 3
    assert "e-25" in beaten.state.discards[SEAT]


def naval_transport_not() -> None:
    refused_play("e-25", army("etruscans", "pisae", 3), army("samnites", "fregellae", 3, "pontius"))
    inland = ("rome", "volsinii", 4, "fabius"), ETRUSCANS
    battle(*inland, card="e-25", dice=(6, 3, 3, *LEVEL), played=False)  # no port
    samnites = battle(ROMANS, PONTIUS, card="e-25", dice=(6, 3, 3, *LEVEL), played=False)
    assert samnites.one(events.BattleWon).loser == "samnites"
    port = control("antium", "samnites"), control("roma", "samnites")
    coast = ("rome", "velitrae", 4, "fabius"), ("samnites", "antium", 4, "pontius")
    battle(*coast, *port, card="e-25", dice=(6, 3, 3, *LEVEL), played=False)  # no Etruscans
    won = ("rome", "caere", 4, "fabius"), ("etruscans", "tarquinii", 4, "etruscans-1")
    battle(*won, card="e-25", dice=(*LEVEL, 6, 6, 6), played=False)  # not beaten


def walls() -> None:
    course = siege_roll("fabius", "rome", "fregellae", card="e-28", dice=(4, 5))
    rolled = course.one(events.SiegeRolled)
    assert (rolled.total, rolled.points) == (7, 1)


def walls_not() -> None:
    siege_roll("fabius", "rome", "maleventum", card="e-28", dice=(4, 5), played=False)  # a tribe
    siege_roll("fabius", "rome", "neapolis", card="e-28", dice=(4, 5), played=False)  # somebody else's city


def quarrel() -> None:
    course = marching("fabius", "rome", "roma", 3, card="e-30").play("e-30")
    assert find(course.state, Activation).left == 2


def quarrel_not() -> None:
    marching("brennus", "gauls", "genua", 3, card="e-30").never_offers("e-30")


def forks() -> None:
    course = marching(
        "fabius", "rome", "tarracina", 4, army("samnites", "allifae", 5, "pontius"), card="e-31"
    )
    course.enter("capua")
    course.dice = [*LEVEL, *LEVEL]
    course.play("e-31")
    course.position.offers(Intercept("pontius", 1), Intercept("pontius", 5))
    course.do(SEAT, Intercept("pontius", 5)).go_on("impulse", "march", "support", "retreat")
    rolled = course.one(events.BattleRolled)
    assert (rolled.space, rolled.defender, rolled.defender_cu) == ("capua", "samnites", 5)
    assert "intercepted" not in [each.why for each in rolled.defender_modifiers]
    assert "decline" not in course.decision
    # Over a rough link too, where nobody could intercept by the rules.
    rough = marching("fabius", "rome", "capua", 4, army("samnites", "compsa", 5, "pontius"), card="e-31")
    rough.go_on("march").enter("neapolis").enter("poseidonia").play("e-31")
    rough.position.offers(Intercept("pontius", 5))


def forks_not() -> None:
    """Not against the seat's own army, without a leader, with Etruscans, or by one who has tried already."""
    alone = army("samnites", "allifae", 5), army("etruscans", "caudium", 4, "etruscans-1")
    without = marching("fabius", "rome", "tarracina", 4, *alone, card="e-31").enter("capua")
    without.position.offers_not(Play("e-31", "event"))
    own = marching(
        "etruscans-1", "etruscans", "tarracina", 4, army("samnites", "allifae", 5, "pontius"), card="e-31"
    )
    own.enter("capua").position.offers_not(Play("e-31", "event"))
    tried = marching("fabius", "rome", "tarracina", 4, army("samnites", "allifae", 5, "pontius"), card="e-31")
    tried.enter("capua").dice = [6]
    tried.do(SEAT, Intercept("pontius", 5))
    tried.position.offers_not(Play("e-31", "event"))


def gates() -> None:
    course = siege_roll("pontius", "samnites", "capua", card="e-33", dice=(3, 4))
    assert course.one(events.SiegeRolled).total == 9


def gates_not() -> None:
    siege_roll("pontius", "samnites", "alba-fucens", card="e-33", dice=(3, 4), played=False)
    siege_roll("fabius", "rome", "fregellae", card="e-33", dice=(3, 4), played=False)


def herdsmen() -> None:
    lost = [control(space, "independent") for space in ("allifae", "caudium", "larinum", "compsa", "caere")]
    course = own_play("e-32", *lost, army("rome", "compsa", 1))
    course.position.offers_only(
        *(Spend("regain", space) for space in ("allifae", "caudium", "larinum")), End()
    )
    course.do(SEAT, Spend("regain", "caudium")).do(SEAT, Spend("regain", "larinum"))
    assert course.state.control["larinum"] == "samnites"
    assert course.decision == "impulse"


def gold_for_the_gauls() -> None:
    for leader, power, origin, goal in (
        ("brennus", "gauls", "genua", "luna"),
        ("transalpine-1", "transalpine", "genua", "luna"),
    ):
        if power == "gauls":
            course = marching(leader, power, origin, 4, card="e-37")
        else:
            position = given(
                army(power, origin, 4, leader),
                control("luna", "gauls"),
                hand("rome", "r-9"),
                hand(SEAT, "e-37"),
                impulse("rome"),
            )
            course = (
                Course(position)
                .do("rome", Play("r-9", "event"))
                .do("rome", Choose(power))
                .do("rome", Activate(leader))
            )
        course.enter(goal).play("e-37").go_on("impulse", "operate")
        assert course.position.where(leader) == origin
        assert course.position.cu(power, origin) == 4
        assert course.state.plunder == 2
        assert find(course.state, Activation) is None


def gold_for_the_gauls_not() -> None:
    course = marching("brennus", "gauls", "genua", 4, card="e-37").enter("clastidium")
    course.position.offers_not(Play("e-37", "event"))
    romans = marching("fabius", "rome", "roma", 4, army("etruscans", "caere", 4, "etruscans-1"), card="e-37")
    romans.dice = [*LEVEL, *LEVEL]
    romans.enter("caere").never_offers("e-37")
    elsewhere = marching("brennus", "gauls", "spoletium", 4, army("rome", "narnia", 4, "fabius"), card="e-37")
    elsewhere.dice = [*LEVEL, *LEVEL]
    elsewhere.enter("narnia").never_offers("e-37")


CASES: dict[str, Callable[[], object]] = {
    "e-1": partial(adds_to_the_roll, "e-1", "attacker", 2, PONTIUS, ROMANS, losses=1),
    "e-2": partial(adds_to_the_roll, "e-2", "defender", -2, ("greece", "neapolis", 4, "pyrrhus"), ROMANS),
    "e-3": partial(two_armies, "e-3"),
    "e-4": partial(two_armies, "e-4"),
    "e-5": partial(
        enters,
        "e-5",
        "egnatius",
        "samnites",
        3,
        control("caudium", "rome"),
        army("rome", "larinum", 1),
        yes=("bovianum", "fregellae", "aesernia"),
        no=("caudium", "larinum", "clusium"),
        beside="pontius",
    ),
    "e-6": partial(
        enters,
        "e-6",
        "pontius",
        "samnites",
        2,
        control("caudium", "rome"),
        army("rome", "larinum", 1),
        yes=("bovianum", "fregellae", "aesernia"),
        no=("caudium", "larinum", "clusium"),
        beside="egnatius",
    ),
    "e-7": partial(adds_to_the_roll, "e-7", "attacker", 3, PONTIUS, ROMANS, losses=1),
    "e-8": sacred_spring,
    "e-9": gold,
    "e-10": voltumna,
    "e-11": haruspices,
    "e-12": partial(adds_to_the_roll, "e-12", "defender", 2, ("rome", "tarracina", 4, "fabius"), PONTIUS),
    "e-13": mountain_paths,
    "e-14": every_city,
    "e-15": partial(
        places_units,
        "e-15",
        "etruscans",
        2,
        control("sentinum", "gauls"),
        yes=("iguvium", "spoletium"),
        no=("sentinum", "perusia"),
    ),
    "e-16": horse,
    "e-17": partial(
        lowers,
        "e-17",
        "rome",
        2,
        control("caere", "rome"),
        within={"sutrium", "narnia", "caere"},
        spending=(Spend("lower", "narnia"), Spend("remove", "caere")),
    ),
    "e-18": partial(
        lowers,
        "e-18",
        "rome",
        3,
        within={"roma", "praeneste", "velitrae", "tarracina", "capua"},
        spending=(Spend("lower", "roma"), Spend("lower", "capua"), Spend("remove", "velitrae")),
    ),
    **{
        f"e-{number}": partial(neutral_activation, f"e-{number}", ("volsci", "carthage", "transalpine"))
        for number in range(19, 25)
    },
    "e-25": naval_transport,
    "e-26": partial(storms, "e-26"),
    "e-27": partial(
        lowers,
        "e-27",
        "greece",
        2,
        loyalty("neapolis", 3),
        within={"neapolis"},
        spending=(Spend("lower", "neapolis"), Spend("lower", "neapolis")),
        chosen=True,
    ),
    "e-28": walls,
    "e-29": partial(
        places_units,
        "e-29",
        "samnites",
        3,
        control("caudium", "rome"),
        army("rome", "larinum", 1),
        yes=("bovianum", "compsa"),
        no=("caudium", "larinum"),
    ),
    "e-30": quarrel,
    "e-31": forks,
    "e-32": herdsmen,
    "e-33": gates,
    "e-34": partial(
        places_units,
        "e-34",
        "etruscans",
        2,
        control("narnia", "etruscans"),
        army("gauls", "pisae", 3, "brennus"),
        siege("pisae", "gauls", 0),
        yes=("tarquinii", "narnia"),
        no=("pisae", "caere"),
    ),
    "e-35": partial(
        lowers,
        "e-35",
        "greece",
        1,
        within={
            "neapolis",
            "tarentum",
            "croton",
            "rhegium",
            "poseidonia",
            "thurii",
            "elea",
            "laus",
            "hipponium",
            "metapontum",
            "locri",
            "heraclea",
        },
        spending=(Spend("remove", "thurii"),),
    ),
    "e-36": partial(two_armies, "e-36", 3),
    "e-37": gold_for_the_gauls,
    "e-38": partial(desperate_times, "e-38", "e-3"),
    "e-39": partial(desperate_times, "e-39", "e-5"),
}
NEGATIONS: dict[str, Callable[[], object]] = {
    "e-1": partial(battle, GAULS, ETRUSCANS, card="e-1", played=False),
    "e-2": partial(battle, GAULS, ETRUSCANS, card="e-2", played=False),
    "e-7": partial(battle, GAULS, ETRUSCANS, card="e-7", played=False),
    "e-8": sacred_spring_not,
    "e-9": partial(refused_play, "e-9", events.MinesDepleted(5)),
    "e-11": partial(battle, *OTHERS, card="e-11", played=False),
    "e-12": partial(battle, ROMANS, PONTIUS, card="e-12", played=False),
    "e-13": mountain_paths_not,
    "e-14": every_city_not,
    "e-16": partial(battle, *OTHERS, card="e-16", played=False),
    "e-19": partial(neutral_activation_not, "e-19", "volsci"),
    "e-25": naval_transport_not,
    "e-26": partial(
        lambda: marching("fabius", "rome", "roma", 3, card="e-26").enter("velitrae").never_offers("e-26")
    ),
    "e-28": walls_not,
    "e-30": quarrel_not,
    "e-31": forks_not,
    "e-33": gates_not,
    "e-37": gold_for_the_gauls_not,
    "e-39": partial(desperate_times_not, "e-39", "e-5"),
}


@pytest.mark.rule("sword-of-rome", "7.1-e")
@pytest.mark.parametrize("card", CASES)
def test_the_text_of_a_card_of_etruria_and_samnium_is_carried_out(card: str) -> None:
    CASES[card]()


@pytest.mark.parametrize("card", NEGATIONS)
def test_a_card_of_etruria_and_samnium_is_not_played_where_its_text_does_not_hold(card: str) -> None:
    NEGATIONS[card]()


def test_every_card_of_etruria_and_samnium_has_its_case() -> None:
    cards = {card.id: card for card in installed_data().card.values() if card.deck == SEAT}
    assert set(CASES) == set(cards)
    assert {name for name, card in cards.items() if any(play.requires for play in card.plays)} <= set(
        NEGATIONS
    )
