"""The Greek deck: for each card a position in which its event is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Avoid,
    Choose,
    End,
    Intercept,
    Keep,
    Name,
    Pass,
    Place,
    Play,
    Refuse,
    Reinforce,
    RetreatBySea,
    Sail,
    Spend,
    Step,
    Take,
    TurnBack,
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
    two_armies,
)
from tests.rules.sword_of_rome.cards.test_cards_of_rome import end_of_turn, hostages, hostages_not
from tests.rules.sword_of_rome.harness import (
    army,
    control,
    given,
    hand,
    impulse,
    installed_data,
    loyalty,
    marker,
    phase,
    points,
    siege,
)

PYRRHUS = ("greece", "neapolis", 4, "pyrrhus")
ROMANS = ("rome", "capua", 4, "fabius")
MINOR = ("greece", "neapolis", 4, "greece-1")
SICILY = {
    "agrigentum", "camarina", "catina", "enna", "gela", "leontini", "lilybaeum", "messana", "panormus", "selinus",
    "syracusae", "thermae", "tyndaris",
}  # fmt: skip


def storms(card: str) -> None:
    """A move by sea, a retreat by sea, Hamilcar's return and refusing battle by sea do not take place."""
    owner = "greece" if card[0] == "g" else "etruria-samnium"
    held = hand(owner, card)
    # A move: what the voyage costs is spent.
    moving = marching("valerius", "rome", "roma", 3, marker("duoviri-navales"), held)
    moving.go_on("march").do("rome", Sail("neapolis")).play(card)
    assert moving.one(events.SeaMoveCancelled).power == "rome"
    assert moving.position.where("valerius") == "roma"
    assert find(moving.state, Activation).left == 1
    # A retreat: the army that had no other way is lost.
    beaten = marching("fabius", "rome", "catina", 4, army("carthage", "messana", 4, "hamilcar"), held)
    beaten.dice = [6, 3, 3, 2, 2, 2]
    beaten.enter("messana").go_on("retreat")
    beaten.do(beaten.position.seat(), RetreatBySea("lilybaeum")).play(card)
    assert beaten.position.cu("carthage", "lilybaeum") == 0
    # Hamilcar's way home after a Greek victory at Kerkouane (17.2.1).
    away = army("carthage", "lilybaeum", 3, "hamilcar"), army("carthage", "kerkouane", 1)
    for stormy in (True, False):
        course = own_play("g-8", army("greece", "syracusae", 6, "agathocles"), *away, held)
        course.do("greece", Take(6))
        if stormy:
            _past_the_landing(course, card)
        else:
            course.go_on("support", "march", "impulse")
        assert (course.position.where("hamilcar") == "lilybaeum") is stormy
    # Refusing battle by sea: the army stays and fights (10.5.1).
    refusing = marching(
        "valerius",
        "rome",
        "roma",
        3,
        marker("duoviri-navales"),
        army("greece", "poseidonia", 4, "pyrrhus"),
        held,
    )
    _past_the_landing(refusing.go_on("march").do("rome", Sail("neapolis")), "", stop="react")
    refusing.dice = [1, *LEVEL, *LEVEL]
    refusing.do("greece", Intercept("pyrrhus", 4)).go_on("decline")
    refusing.do("rome", TurnBack()).play(card).go_on("march", "impulse", "support", "retreat")
    assert refusing.one(events.SeaMoveCancelled).space == "roma"
    assert refusing.one(events.BattleRolled).space == "neapolis"


def _past_the_landing(course: Course, card: str, stop: str = "") -> None:
    """Passes at the first voyage; plays the card, if one is named, at the second."""
    while course.decision == "respond" and not list(course.all(events.ArmyMoved)):
        course.do(course.position.seat(), Pass())
    if card:
        course.play(card).go_on("support", "march", "impulse")
    else:
        course.go_on(stop)


def elephants() -> None:
    course = own_play("g-11")
    assert course.state.markers == {"elephants"}
    assert "g-11" in course.state.discards["greece"]
    end_of_turn(course)
    assert not course.state.markers
    for attacker, value, lost in ((PYRRHUS, 1, 1), (MINOR, 0, 0)):
        fought = battle(attacker, ROMANS, marker("elephants"), card="", dice=(4, 4, 3, 2, 2, 2))
        rolled = fought.one(events.BattleRolled)
        assert sum(each.value for each in rolled.attacker_modifiers if each.why == "Elephants") == value
        won = fought.one(events.BattleWon)
        assert (won.winner, won.loser_loses) == ("greece", 2 + lost)


def siege_bonus(card: str, total: int, lost: int, dice: tuple[int, int] = (3, 4)) -> None:
    course = siege_roll("pyrrhus", "greece", "capua", card=card, dice=dice)
    rolled = course.one(events.SiegeRolled)
    assert (rolled.total, rolled.lost) == (total, lost)


def siege_bonus_not(card: str) -> None:
    siege_roll("pyrrhus", "greece", "maleventum", card=card, dice=(3, 4), played=False)  # a tribe
    siege_roll("brennus", "gauls", "pisae", card=card, dice=(3, 4), played=False)  # somebody else's


def landing() -> None:
    course = own_play("g-8", army("greece", "syracusae", 8, "agathocles"), hand("etruria-samnium", "e-1"))
    course.position.offers_only(*(Take(cu) for cu in range(1, 7)))
    course.do("greece", Take(5)).go_on("march")
    assert course.position.where("agathocles") == "kerkouane"
    assert course.position.cu("greece", "kerkouane") == 5
    assert course.position.cu("greece", "syracusae") == 3
    assert not list(course.all(events.NavalCombatRolled))
    assert find(course.state, Activation).left == 1
    assert course.state.removed["greece"] == ("g-8",)
    # Carthage can be beaten in Carthago (17.2.2); a storm can keep him at home.
    course.dice = [6, 6, 6, *LEVEL]
    stormy = own_play("g-8", army("greece", "syracusae", 8, "agathocles"), hand("etruria-samnium", "e-26"))
    stormy.do("greece", Take(6)).play("e-26")
    assert stormy.position.where("agathocles") == "syracusae"


def landing_not() -> None:
    refused_play("g-8", army("greece", "camarina", 4, "agathocles"))  # no port
    refused_play("g-8", army("greece", "syracusae", 4, "timoleon"))  # somebody else
    besieged = army("carthage", "syracusae", 5, "hamilcar"), siege("syracusae", "carthage", 0)
    refused_play("g-8", army("greece", "messana", 2), *besieged)


def spartan_aid() -> None:
    course = own_play("g-17", loyalty("croton", 1))
    course.position.offers(Place("greece", "tarentum"), Place("greece", "croton"))
    course.position.offers_not(Place("greece", "syracusae"), Place("greece", "thurii"))
    course.do("greece", Place("greece", "tarentum")).do("greece", Place("greece", "croton"))
    assert course.decision == "support"
    course.position.offers(Spend("raise", "croton")).offers_not(Spend("raise", "messana"))
    course.do("greece", Spend("raise", "croton"))
    assert course.state.loyalty["croton"] == 2
    assert course.state.removed["greece"] == ("g-17",)
    assert course.decision == "impulse"


def soldiers_of_fortune() -> None:
    armies = army("greece", "fregellae", 3, "pyrrhus"), army("greece", "syracusae", 2, "dionysius")
    course = own_play("g-18", *armies, army("greece", "tarentum", 2, "greece-1"))
    course.position.offers_only(Place("greece", "fregellae"), Place("greece", "syracusae"))
    course.do("greece", Place("greece", "fregellae"))
    assert course.position.cu("greece", "fregellae") == 6
    course.position.awaits("greece", "support").offers_not(End())
    course.do("greece", Spend("lower", "tarentum"))  # the garrison does not matter for one's own losses
    assert course.state.loyalty["tarentum"] == 1
    assert course.decision == "impulse"


def colonists() -> None:
    free = control("gela", "independent")
    course = own_play("g-19", loyalty("syracusae", 1), army("carthage", "agrigentum", 1), free)
    course.position.offers(Spend("raise", "syracusae"), Spend("raise", "messana"))
    course.position.offers_not(Spend("raise", "tarentum"))
    for city in ("syracusae", "syracusae", "messana"):
        course.do("greece", Spend("raise", city))
    course.position.offers_only(Spend("claim", "enna"), Spend("claim", "gela"), End())
    course.do("greece", Spend("claim", "enna"))
    assert course.state.control["enna"] == "greece"
    assert course.decision == "impulse"
    held = own_play("g-19", army("carthage", "enna", 1))
    held.do("greece", End())
    assert held.decision == "impulse"  # foreign CU stand there


def quinqueremes() -> None:
    course = own_play(
        "g-20", army("greece", "tarentum", 6, "pyrrhus"), army("greece", "messana", 1, "timoleon")
    )
    course.position.offers_not(End())
    course.do("greece", Activate("pyrrhus"))
    course.position.offers(Sail("messana"), Sail("roma"))
    course.do("greece", Sail("messana"))
    assert course.position.cu("greece", "messana") == 7
    assert find(course.state, Activation).left == 1
    third = own_play(
        "g-20", army("greece", "tarentum", 6, "greece-1"), army("greece", "messana", 1, "timoleon")
    )
    third.position.offers(Activate("greece-1"))  # he needs 3 Ops
    seven = own_play("g-20", army("greece", "tarentum", 7, "pyrrhus"))
    seven.position.when("greece", Sail("messana")).refused("9.6.3", "at most 6 CU")
    plain = marching("pyrrhus", "greece", "tarentum", 6)
    plain.position.when("greece", Sail("messana")).refused("9.6.3", "at most 3 CU")


def treasury() -> None:
    course = own_play("g-21")
    assert course.state.markers == {"tyrants-treasury"}
    for placed, owed in ((True, 0), (False, 2)):
        made = (marker("tyrants-treasury"),) if placed else ()
        position = given(
            army("greece", "syracusae", 3, "dionysius"), points("greece", 1), *made, phase("reinforcement")
        )
        after = Course(position)
        while after.decision != "keep":
            offered = after.position.offered()
            placing = [each for each in offered if isinstance(each, Place)]
            after.do(after.position.seat(), placing[0] if placing else offered[0])

        after.do("greece", Keep("dionysius")) if not owed else after.position.when(
            "greece", Keep("dionysius")
        )
        assert (after.decision == "penalty") is bool(owed)


def silver() -> None:
    course = Course(given(hand("greece", "g-22"), impulse("greece")))
    course.do("greece", Play("g-22", "event"), draws=("g-1", "g-2"))
    assert course.state.hands["greece"] == ("g-1", "g-2")
    assert course.state.reshuffle == {"greece"}


def plague() -> None:
    course = own_play(
        "g-24",
        army("carthage", "lilybaeum", 4, "hamilcar"),
        army("carthage", "selinus", 1),
        army("carthage", "carthago", 5),
    )
    course.position.offers_only(Choose("lilybaeum"), Choose("selinus"))
    course.do("greece", Choose("lilybaeum"))
    assert course.position.cu("carthage", "lilybaeum") == 2
    assert course.decision == "impulse"


def plague_not() -> None:
    refused_play("g-24", army("carthage", "carthago", 5))


def italiote_league() -> None:
    lost = [control(space, "independent") for space in ("thurii", "croton", "locri", "laus")]
    course = own_play("g-26", *lost, army("samnites", "locri", 1))
    course.position.offers_only(*(Spend("regain", space) for space in ("thurii", "croton", "laus")), End())
    course.do("greece", Spend("regain", "croton")).do("greece", Spend("regain", "thurii"))
    assert (course.state.control["croton"], course.state.loyalty["croton"]) == ("greece", 1)
    assert course.decision == "impulse"


def guides(card: str, leader: str, power: str, space: str, goal: str) -> None:
    """A rough link costs 1 MP and has no modifier in battle."""
    course = marching(leader, power, space, 4, army("rome", goal, 4, "fabius"), card=card).play(card)
    course.dice = [*LEVEL, *LEVEL]
    course.do(course.position.seat(), Step(goal))
    assert course.one(events.ArmyMoved).points == 1
    course.go_on("march", "impulse", "support")
    assert not [each for each in course.one(events.BattleRolled).attacker_modifiers if "rough" in each.why]


def archytas() -> None:
    course = own_play("g-28", loyalty("tarentum", 2), loyalty("croton", 1))
    course.position.offers_not(Spend("raise", "messana"))
    course.do("greece", Spend("raise", "croton")).do("greece", Spend("raise", "croton"))
    assert course.state.loyalty["croton"] == 3
    assert course.position.cu("greece", "tarentum") == 1
    assert course.decision == "impulse"


def mistrust() -> None:
    position = given(
        army("carthage", "lilybaeum", 3, "hamilcar"),
        hand("gauls", "a-3"),
        hand("greece", "g-29"),
        impulse("gauls"),
    )
    course = Course(position).do("gauls", Play("a-3", "event")).do("gauls", Choose("carthage"))
    course.do("gauls", Activate("hamilcar")).play("g-29")
    assert find(course.state, Activation) is None
    assert course.state.activated == {"carthage"}
    assert course.position.where("hamilcar") == "lilybaeum"


def mistrust_not() -> None:
    """Raising CU is no such activation, and other powers' armies are none."""

    placed = army("carthage", "lilybaeum", 3, "hamilcar"), army("volsci", "antium", 3, "volsci-1")
    for power, use in (("carthage", Reinforce("carthage")), ("volsci", Activate("volsci-1"))):
        position = given(*placed, hand("gauls", "a-3"), hand("greece", "g-29"), impulse("gauls"))
        course = Course(position).do("gauls", Play("a-3", "event")).do("gauls", Choose(power))
        course.do("gauls", use).never_offers("g-29")


def oracle() -> None:
    course = own_play("g-31", hand("rome", "r-1", "r-7"), hand("gauls", "a-1"))
    course.position.offers_only(Name("rome"), Name("gauls"))
    course.do("greece", Name("rome"), draws=("g-2",))
    seen = course.one(events.HandSeen)
    assert (seen.by, seen.of, seen.cards) == ("greece", "rome", ("r-1", "r-7"))
    assert course.state.seen["greece/rome"] == ("r-1", "r-7")
    assert course.state.hands["greece"] == ("g-2",)


def cadmean() -> None:
    course = battle(ROMANS, ("greece", "neapolis", 4, "pyrrhus"), card="g-32", dice=(6, 6, 6, *LEVEL))
    assert course.one(events.UnitsLost).cu == 2
    assert course.position.cu("rome", "neapolis") == 2
    course.go_on("support")
    assert find(course.state, Support).points == 2  # for the 4 Greeks; the two Romans count for nothing
    assert {each.side for each in course.all(events.LossesCounted)} == {"defender"}


def cadmean_not() -> None:
    battle(PYRRHUS, ROMANS, card="g-32", dice=(6, 6, 3, *LEVEL), played=False)


def grain() -> None:
    course = own_play(
        "g-33", siege("croton", "rome", 0), army("rome", "croton", 3, "fabius"), loyalty("messana", 1)
    )
    course.position.offers_not(Place("greece", "croton"), Place("greece", "catina"))
    course.do("greece", Place("greece", "messana")).do("greece", Place("greece", "tarentum"))
    course.do("greece", Spend("raise", "messana"))
    assert course.state.loyalty["messana"] == 2
    assert course.decision == "impulse"


def stratagem() -> None:
    """Fabius avoids battle on 1 to 3; the card leaves him the 1."""
    for played, die, success in ((True, 1, True), (True, 2, False), (False, 3, True)):
        romans = army("rome", "capua", 3, "fabius"), control("tarracina", "rome")
        course = marching("pyrrhus", "greece", "neapolis", 4, *romans, card="g-34").enter("capua")
        course.do("rome", End()).do("rome", Avoid("fabius", 3, "tarracina"))
        course.dice = [die, 6, *LEVEL, *LEVEL]
        course.do("greece", Refuse())
        if played:
            course.play("g-34")
        course.go_on("march", "impulse", "support", "retreat")
        assert course.one(events.AvoidanceRolled).success is success


def stratagem_not() -> None:

    course = marching(
        "pontius",
        "samnites",
        "fregellae",
        4,
        army("rome", "capua", 3, "fabius"),
        control("tarracina", "rome"),
        card="g-34",
    )
    course.do("etruria-samnium", Step("capua")).do("rome", End()).do("rome", Avoid("fabius", 3, "tarracina"))
    course.dice = [2, 6, *LEVEL, *LEVEL]
    course.do("etruria-samnium", Refuse()).never_offers("g-34")


def exiles() -> None:
    course = own_play("g-35", army("samnites", "venusia", 1))
    course.position.offers_only(*(Spend("claim", space) for space in ("barium", "nola", "enna")), End())
    course.do("greece", Spend("claim", "nola"))
    assert course.state.control["nola"] == "greece"
    assert course.decision == "impulse"


def leagues(card: str, leader: str, power: str, space: str, other: str) -> None:
    seat = "greece" if power == "greece" else "gauls"
    course = own_play(card, army(power, space, 3, leader), army(power, other, 1, f"{power}-1"))
    course.position.offers_only(Activate(leader), Activate(f"{power}-1"))
    course.do(seat, Activate(leader))
    march = find(course.state, Activation)
    full = course.position.game.powers[power].movement[2]
    assert (march.value, march.left, march.naval) == (3, full + 2, 0)


def halycus() -> None:
    sieges = siege("messana", "carthage", 0), siege("lilybaeum", "greece", 0), siege("croton", "rome", 0)
    placed = army("carthage", "messana", 3, "hamilcar"), army("greece", "lilybaeum", 3, "timoleon")
    course = own_play("g-37", *placed, army("rome", "croton", 3, "fabius"), *sieges, loyalty("syracusae", 1))
    assert set(course.state.sieges) == {"croton"}
    course.position.offers_not(Spend("raise", "tarentum"))
    course.do("greece", Spend("raise", "syracusae")).do("greece", Spend("raise", "messana"))
    assert course.decision == "impulse"


CASES: dict[str, Callable[[], object]] = {
    "g-1": partial(two_armies, "g-1"),
    "g-2": partial(two_armies, "g-2"),
    "g-3": partial(neutral_activation, "g-3", ("volsci", "transalpine")),
    "g-4": partial(neutral_activation, "g-4", ("volsci", "transalpine")),
    "g-5": partial(neutral_activation, "g-5", ("volsci", "transalpine")),
    "g-6": partial(
        enters,
        "g-6",
        "pyrrhus",
        "greece",
        5,
        army("rome", "neapolis", 3, "fabius"),
        siege("neapolis", "rome", 0),
        yes=("syracusae", "croton", "tarentum"),
        no=("neapolis", "catina", "thurii"),
        beside="dionysius",
    ),
    "g-7": partial(
        enters,
        "g-7",
        "agathocles",
        "greece",
        3,
        yes=("syracusae", "messana"),
        no=("tarentum", "catina", "lilybaeum"),
        beside="dionysius",
    ),
    "g-8": landing,
    "g-9": partial(
        enters,
        "g-9",
        "timoleon",
        "greece",
        2,
        yes=("syracusae", "messana"),
        no=("tarentum", "catina", "agrigentum"),
        beside="dionysius",
    ),
    "g-10": partial(
        enters,
        "g-10",
        "alexander",
        "greece",
        3,
        yes=("neapolis", "tarentum"),
        no=("syracusae", "thurii", "capua"),
        beside="pyrrhus",
    ),
    "g-11": elephants,
    "g-12": partial(siege_bonus, "g-12", 9, 0),
    "g-13": partial(siege_bonus, "g-13", 8, 0),
    "g-14": partial(storms, "g-14"),
    "g-15": partial(adds_to_the_roll, "g-15", "attacker", 2, PYRRHUS, ROMANS),
    "g-16": partial(adds_to_the_roll, "g-16", "attacker", 2, PYRRHUS, ROMANS, losses=1),
    "g-17": spartan_aid,
    "g-18": soldiers_of_fortune,
    "g-19": colonists,
    "g-20": quinqueremes,
    "g-21": treasury,
    "g-22": silver,
    "g-23": partial(hostages, "g-23", "greece", "rome"),
    "g-24": plague,
    "g-25": partial(
        lowers,
        "g-25",
        "carthage",
        2,
        within=SICILY,
        spending=(Spend("lower", "lilybaeum"), Spend("remove", "thermae")),
        chosen=True,
    ),
    "g-26": italiote_league,
    "g-27": partial(guides, "g-27", "pyrrhus", "greece", "poseidonia", "compsa"),
    "g-28": archytas,
    "g-29": mistrust,
    "g-30": partial(adds_to_the_roll, "g-30", "attacker", 1, PYRRHUS, ROMANS, enemy_losses=1),
    "g-31": oracle,
    "g-32": cadmean,
    "g-33": grain,
    "g-34": stratagem,
    "g-35": exiles,
    "g-36": partial(leagues, "g-36", "pyrrhus", "greece", "tarentum", "croton"),
    "g-37": halycus,
    "g-38": partial(desperate_times, "g-38", "g-1"),
    "g-39": partial(desperate_times, "g-39", "g-11"),
}
OTHERS = ("gauls", "perusia", 4, "brennus"), ("etruscans", "clusium", 4, "etruscans-1")
"""A battle in which no Greek fights."""

NEGATIONS: dict[str, Callable[[], object]] = {
    "g-3": partial(neutral_activation_not, "g-3", "volsci"),
    "g-8": landing_not,
    "g-12": partial(siege_bonus_not, "g-12"),
    "g-13": partial(siege_bonus_not, "g-13"),
    "g-14": partial(lambda: marching("fabius", "rome", "roma", 3, card="g-14").never_offers("g-14")),
    "g-15": partial(
        battle,
        ("greece", "poseidonia", 4, "pyrrhus"),
        ("samnites", "compsa", 4, "pontius"),
        card="g-15",
        played=False,
    ),
    "g-16": partial(battle, *OTHERS, card="g-16", played=False),
    "g-23": partial(hostages_not, "g-23", "greece", ("rome", "gauls")),
    "g-24": plague_not,
    "g-26": partial(refused_play, "g-26"),
    "g-27": partial(lambda: marching("fabius", "rome", "roma", 3, card="g-27").never_offers("g-27")),
    "g-29": mistrust_not,
    "g-30": partial(battle, *OTHERS, card="g-30", played=False),
    "g-32": cadmean_not,
    "g-34": stratagem_not,
    "g-38": partial(desperate_times_not, "g-38", "g-1"),
}


@pytest.mark.rule("sword-of-rome", "7.1-e")
@pytest.mark.parametrize("card", CASES)
def test_the_text_of_a_greek_card_is_carried_out(card: str) -> None:
    CASES[card]()


@pytest.mark.parametrize("card", NEGATIONS)
def test_a_greek_card_is_not_played_where_its_text_does_not_hold(card: str) -> None:
    NEGATIONS[card]()


def test_every_greek_card_has_its_case() -> None:
    cards = {card.id: card for card in installed_data().card.values() if card.deck == "greece"}
    assert set(CASES) == set(cards)
    assert {name for name, card in cards.items() if any(play.requires for play in card.plays)} <= set(
        NEGATIONS
    )
