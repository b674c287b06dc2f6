"""The Gallic deck: for each card a position in which its event is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Choose,
    Discard,
    End,
    GoInside,
    Intercept,
    Name,
    Place,
    Play,
    Refuse,
    Spend,
    Step,
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
    neutral_activation,
    neutral_activation_not,
    places_together,
    two_armies,
)
from tests.rules.sword_of_rome.cards.test_cards_of_greece import leagues
from tests.rules.sword_of_rome.cards.test_cards_of_rome import auspices
from tests.rules.sword_of_rome.harness import (
    Given,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    installed_data,
    marker,
    siege,
)

BRENNUS = ("gauls", "spoletium", 4, "brennus")
ROMANS = ("rome", "narnia", 4, "fabius")
ETRUSCANS = ("etruscans", "perusia", 4, "etruscans-1")
INVADERS = ("rome", "spoletium", 4, "fabius")
OTHERS = ("rome", "capua", 4, "fabius"), ("samnites", "fregellae", 4, "pontius")
"""A battle in which no Gaul fights."""


def wild_beasts() -> None:
    course = battle(BRENNUS, ROMANS, card="a-5", dice=(6, 6, 3, *LEVEL))
    assert course.state.markers == {"wild-beasts:rome"}
    for attacker, defender in (
        (BRENNUS, ROMANS),
        (("rome", "narnia", 4, "fabius"), ("gauls", "spoletium", 4, "brennus")),
    ):
        fought = battle(attacker, defender, marker("wild-beasts", "rome"), card="")
        side = "defender" if attacker == BRENNUS else "attacker"
        rolled = fought.one(events.BattleRolled)
        assert [each.value for each in getattr(rolled, f"{side}_modifiers") if each.why == "Wild Beasts"] == [
            -1
        ]


def wild_beasts_not() -> None:
    """Not after a defeat, and never more than -1 against one power; another power has a place of its own."""
    battle(BRENNUS, ROMANS, card="a-5", dice=(*LEVEL, 6, 6, 3), played=False)
    battle(BRENNUS, ROMANS, marker("wild-beasts", "rome"), card="a-5", dice=(6, 6, 3, *LEVEL), played=False)
    other = battle(BRENNUS, ETRUSCANS, marker("wild-beasts", "rome"), card="a-5", dice=(6, 6, 3, *LEVEL))
    assert other.state.markers == {"wild-beasts:rome", "wild-beasts:etruscans"}


def points(card: str, gained: int, *circumstances: Given) -> None:
    course = own_play(card, *circumstances)
    assert course.state.vp["gauls"] == 7 + gained
    assert course.decision == "impulse"


def in_roma() -> None:
    points("a-7", 2, army("gauls", "roma", 3, "gauls-1"))
    shut = army("rome", "roma", 5, "fabius"), inside("gauls", "roma", 3, "gauls-1"), control("roma", "gauls")
    points("a-7", 2, *shut)


def weak_or_elsewhere(card: str, space: str, other: str) -> None:
    refused_play(card, army("gauls", space, 1, "gauls-1"))  # too few
    refused_play(card, army("gauls", space, 4))  # nobody leads them
    refused_play(card, army("gauls", other, 5, "gauls-1"))  # elsewhere


def too_far_from_home() -> None:
    for played in (True, False):
        course = marching(
            "brennus", "gauls", "luna", 5, army("etruscans", "pisae", 4, "etruscans-1"), card="a-9"
        )
        course.dice = [6, 3, 3, 2, 2, 2]
        course.enter("pisae")
        if played:
            course.play("a-9")
            assert course.decision != "shelter"
            course.go_on("retreat-inside", "retreat", "support", "impulse", "march")
            assert course.decision != "retreat-inside"  # nor does it retreat there
        else:
            course.go_on("shelter")
            course.position.offers(GoInside(3))


def too_far_from_home_not() -> None:
    """Nobody there, nobody's walls, or an ally's army."""
    for circumstance in (
        (),
        (army("etruscans", "pisae", 4),),
        (army("etruscans", "pisae", 4, "etruscans-1"), allied("gauls", "etruscans")),
    ):
        course = marching("brennus", "gauls", "luna", 5, *circumstance, card="a-9")
        course.dice = [6, 3, 3, 2, 2, 2]
        course.enter("pisae").never_offers("a-9")
    romans = marching("fabius", "rome", "luna", 5, army("etruscans", "pisae", 4, "etruscans-1"), card="a-9")
    romans.dice = [6, 3, 3, 2, 2, 2]
    romans.enter("pisae").never_offers("a-9")
    course = marching("brennus", "gauls", "spoletium", 5, army(*ETRUSCANS), card="a-9")
    course.enter("perusia")
    course.position.offers_not(Play("a-9", "event"))


def again() -> None:
    course = battle(
        BRENNUS, ROMANS, hand("rome", "r-31"), card="a-10", dice=(*LEVEL, 4, 6, 3, 6, 6, 5, 1, 1, 2)
    )
    course.go_on("support", "impulse", "march")
    first, second = list(course.all(events.BattleRolled))
    assert first.defender_total > first.attacker_total
    assert (second.attacker, second.attacker_cu) == ("gauls", 4 - course_losses(course))
    won = [each.winner for each in course.all(events.BattleWon)]
    assert won == ["rome", "gauls"]
    assert not list(course.all(events.Retreated))[:-1]  # only the loser of the second battle retreats


def course_losses(course: Course) -> int:
    """The CU that the Gauls lost in the first of two battles."""
    return next(course.all(events.BattleWon)).loser_loses


def again_without_the_cards() -> None:
    """The first battle's cards count in the first battle alone."""
    course = Course(
        given(
            army(*BRENNUS),
            army(*ROMANS),
            hand("gauls", "a-36", "a-10"),
            hand("rome", "r-31"),
            impulse("gauls"),
        )
    )
    course.do("gauls", Play("a-36", "ops")).do("gauls", Activate("brennus"))
    course.dice = [*LEVEL, 4, 3, 3, *LEVEL, 4, 3, 3]
    course.enter("narnia").play("r-31").play("a-10").go_on("support", "impulse", "march")
    first, second = list(course.all(events.BattleRolled))
    title = course.position.game.title("r-31")
    assert title in [each.why for each in first.defender_modifiers]
    assert title not in [each.why for each in second.defender_modifiers]


def titus_manlius() -> None:
    course = battle(BRENNUS, ROMANS, hand("rome", "r-32"), card="a-11", dice=(6, 6, 6, 5, 5, 5)).go_on(
        "retreat", "support", "impulse"
    )
    won = course.one(events.BattleWon)
    assert (won.winner, won.winner_loses, won.loser_loses) == ("gauls", 0, 0)
    assert not list(course.all(events.LossesCounted))
    # What a card costs is no die's doing, and counts for support.
    both = Course(
        given(
            army(*ROMANS),
            army(*BRENNUS),
            hand("rome", "r-30", "r-32"),
            hand("gauls", "a-11"),
            impulse("rome"),
        )
    )
    both.do("rome", Play("r-30", "ops")).do("rome", Activate("fabius"))
    both.dice = [6, 6, 6, *LEVEL]
    both.enter("spoletium").play("a-11").play("r-32").go_on("support", "retreat")
    won = both.one(events.BattleWon)
    assert (won.winner, won.winner_loses, won.loser_loses) == ("rome", 0, 1)


def golden_torcs() -> None:
    course = own_play("a-13", army("gauls", "spoletium", 1, "gauls-1"))
    assert course.state.plunder == 1
    refused_play("a-13", army("gauls", "bononia", 4, "gauls-1"), army("gauls", "nola", 4, "gauls-2"))


def flight() -> None:
    course = battle(BRENNUS, ("rome", "narnia", 4, "fabius"), hand("rome", "r-15"), card="a-15")
    course.go_on("march")
    assert not list(course.all(events.BattleRolled))
    assert course.position.cu("rome", "roma") == 4
    course.position.awaits("gauls", "march")  # the army moves on
    assert course.position.where("brennus") == "narnia"
    course.do("gauls", Step("volsinii"))
    # With the losses of a retreat, which give no support.
    deep = battle(("gauls", "iguvium", 4, "brennus"), ("rome", "perusia", 4, "fabius"), card="a-15")
    deep.go_on("march")
    assert deep.one(events.Retreated).lost == 1
    assert not list(deep.all(events.LossesCounted))
    assert find(deep.state, Support) is None


def flight_not() -> None:
    course = marching("brennus", "gauls", "spoletium", 4, card="a-15")
    course.enter("narnia")
    course.position.offers_not(Play("a-15", "event"))
    leaderless = marching("brennus", "gauls", "spoletium", 4, army("rome", "narnia", 4), card="a-15")
    leaderless.dice = [*LEVEL, *LEVEL]
    leaderless.enter("narnia").never_offers("a-15")  # CU without a leader are no army
    attacked = marching("fabius", "rome", "narnia", 4, army(*BRENNUS), card="a-15")
    attacked.dice = [*LEVEL, *LEVEL]
    attacked.enter("spoletium").never_offers("a-15")


def heads() -> None:
    course = battle(BRENNUS, ROMANS, card="a-16", dice=(6, 3, 3, *LEVEL))
    assert course.state.plunder == 2


def senones() -> None:
    led = own_play(
        "a-20", army("gauls", "sena-gallica", 2, "brennus"), army("gauls", "ariminum", 1, "gauls-1")
    )
    led.do("gauls", Place("gauls", "sena-gallica"))
    assert led.position.cu("gauls", "sena-gallica") == 3
    led.position.offers_only(Activate("brennus"), End())
    led.do("gauls", Activate("brennus"))
    march = find(led.state, Activation)
    assert (march.value, march.cu, march.left, march.naval) == (1, 3, 3, 0)
    other = own_play("a-20", army("gauls", "sena-gallica", 2, "brennus"))
    other.do("gauls", Place("gauls", "ariminum"))
    assert other.decision == "impulse"  # no army stands there
    minor = own_play("a-20", army("gauls", "ariminum", 1, "gauls-1"))
    minor.do("gauls", Place("gauls", "ariminum"))
    assert minor.decision == "impulse"  # he needs 2 Ops


def carnyx() -> None:
    """+1, and the tactics of the enemy commander count 1 less."""
    attacker, defender = ("gauls", "spoletium", 4, "gauls-1"), ROMANS  # 1 against 3
    before = battle(attacker, defender, card="").one(events.BattleRolled)
    course = battle(attacker, defender, card="a-21")
    assert course.modifier("attacker", "a-21") == 1
    after = course.one(events.BattleRolled)
    assert after.defender_total == before.defender_total - 1


def naked_fury() -> None:
    course = battle(BRENNUS, ROMANS, card="a-22", dice=(4, 3, 3, 3, *LEVEL))
    rolled, won = course.one(events.BattleRolled), course.one(events.BattleWon)
    assert rolled.attacker_dice == (4, 3, 3, 3)
    assert (won.winner, won.winner_loses, won.loser_loses) == ("gauls", 1, 1)


def riders_not() -> None:
    """Nobody adds to his die who intercepts somebody else."""
    course = marching(
        "fabius", "rome", "narnia", 3, army("etruscans", "clusium", 3, "etruscans-1"), card="a-23"
    )
    course.enter("volsinii")
    course.dice = [1]
    course.do("etruria-samnium", Intercept("etruscans-1", 3)).never_offers("a-23")


def cenomani() -> None:
    lost = [control(space, "independent") for space in ("cremona", "mantua", "parma", "genua")]
    course = own_play("a-24", *lost, army("rome", "genua", 1))
    course.position.offers_only(*(Spend("regain", space) for space in ("cremona", "mantua", "parma")), End())
    course.do("gauls", Spend("regain", "cremona")).do("gauls", Spend("regain", "mantua"))
    assert course.state.control["cremona"] == "gauls"
    course.position.offers(Place("gauls", "brixia"), Place("gauls", "verona")).offers_not(
        Place("gauls", "cremona")
    )
    course.do("gauls", Place("gauls", "verona"))
    assert course.position.cu("gauls", "verona") == 1
    assert course.decision == "impulse"


def druids() -> None:
    cards = ("a-1", "a-2", "a-3", "a-4", "a-6")
    course = own_play("a-25", hand("gauls", *cards))
    for card in cards[:4]:
        course.position.offers(Discard(card))
        course.do("gauls", Discard(card))
    course.position.offers_only(End())
    course.do("gauls", End(), draws=("a-7", "a-8", "a-9", "a-10"))
    assert course.state.hands["gauls"] == ("a-10", "a-6", "a-7", "a-8", "a-9")
    assert set(cards[:4]) <= set(course.state.discards["gauls"])
    fewer = own_play("a-25", hand("gauls", "a-1", "a-2")).do("gauls", Discard("a-1"))
    fewer.do("gauls", End(), draws=("a-7",))
    assert fewer.state.hands["gauls"] == ("a-2", "a-7")


def swords_for_hire() -> None:
    course = own_play("a-27")
    course.position.offers_only(Name("rome"), Name("greece"), Name("etruria-samnium"))
    course.do("gauls", Name("rome")).position.awaits("rome", "hire")
    course.do("rome", Refuse()).position.awaits("gauls", "hirer")
    course.position.offers_only(Name("greece"), Name("etruria-samnium"), End())
    course.do("gauls", Name("etruria-samnium")).do("etruria-samnium", Accept())
    course.position.awaits("etruria-samnium", "which-space")
    course.position.offers_only(
        Place("etruscans", "pisae"), Place("etruscans", "tarquinii"), Place("samnites", "fregellae")
    )
    course.do("etruria-samnium", Place("samnites", "fregellae"))
    assert course.position.cu("samnites", "fregellae") == 2
    assert course.state.plunder == 2
    nobody = own_play("a-27").do("gauls", Name("rome")).do("rome", Refuse()).do("gauls", End())
    assert nobody.state.plunder == 0  # without one who agrees nobody pays
    assert nobody.decision == "impulse"


def ransom() -> None:
    armies = army("gauls", "pisae", 4, "brennus"), army("gauls", "narnia", 3, "gauls-1")
    course = own_play("a-28", *armies, siege("pisae", "gauls", 0), siege("narnia", "gauls", 0))
    course.position.offers_only(Choose("pisae"), Choose("narnia"))
    course.do("gauls", Choose("narnia"))
    assert set(course.state.sieges) == {"pisae"}
    assert course.state.plunder == 3
    no_siege = own_play("a-28", army("gauls", "pisae", 3, "brennus"))
    assert no_siege.state.plunder == 3


def ransom_not() -> None:
    refused_play("a-28", army("gauls", "pisae", 2, "brennus"), siege("pisae", "gauls", 0))
    refused_play("a-28", army("gauls", "luna", 5, "brennus"))


def feasting() -> None:
    lost = [control(space, "independent") for space in ("cremona", "parma")]
    course = own_play("a-29", *lost, army("gauls", "luna", 1), army("gauls", "caere", 1))
    course.position.offers_only(Spend("regain", "cremona"), Spend("regain", "parma"), End())
    course.do("gauls", Spend("regain", "cremona"))
    course.position.offers_only(Spend("convert", "luna"), Spend("convert", "caere"), End())
    course.do("gauls", Spend("convert", "luna"))
    assert course.state.control["luna"] == "gauls"
    assert course.decision == "impulse"


def swift_horses() -> None:
    course = marching("brennus", "gauls", "genua", 3, card="a-30", ops="a-36").play("a-30")
    assert find(course.state, Activation).left == 5 + 2


def ladders() -> None:
    course = siege_roll("brennus", "gauls", "pisae", card="a-31", dice=(3, 3))
    assert course.one(events.SiegeRolled).total == 6 - 1 + 2  # Gauls have -1 (13.2)


def ladders_not() -> None:
    siege_roll("fabius", "rome", "fregellae", card="a-31", dice=(3, 3), played=False)
    siege_roll("brennus", "gauls", "maleventum", card="a-31", dice=(3, 3), played=False)


def burnt_fields() -> None:
    armies = army("gauls", "spoletium", 3, "brennus"), army("gauls", "velitrae", 2, "gauls-1")
    course = own_play("a-32", *armies)
    course.position.offers_only(Choose("spoletium"), Choose("velitrae"))
    course.do("gauls", Choose("spoletium"))
    spaces = {each.space for each in course.position.offered() if isinstance(each, Spend)}
    assert spaces == {"spoletium", "perusia", "sentinum"}  # not Narnia: it is Roman
    course.do("gauls", Spend("remove", "spoletium")).do("gauls", Spend("remove", "perusia"))
    assert course.decision == "impulse"
    assert course.state.control["spoletium"] == "independent"


def long_trek() -> None:
    leagues("a-36", "brennus", "gauls", "genua", "bononia")


def tribes_move() -> None:
    course = own_play("a-37")
    course.position.offers(Place("gauls", "genua"), Place("gauls", "bononia")).offers_not(
        Place("gauls", "parma")
    )
    course.do("gauls", Place("gauls", "genua")).do("gauls", Place("gauls", "bononia"))
    assert course.position.cu("transalpine", "transalpine-box") == 1
    assert course.decision == "impulse"


CASES: dict[str, Callable[[], object]] = {
    "a-1": partial(two_armies, "a-1"),
    "a-2": partial(two_armies, "a-2"),
    "a-3": partial(neutral_activation, "a-3", ("volsci", "carthage")),
    "a-4": partial(neutral_activation, "a-4", ("volsci", "carthage")),
    "a-5": wild_beasts,
    "a-6": partial(neutral_activation, "a-6", ("volsci", "carthage")),
    "a-7": in_roma,
    "a-8": partial(points, "a-8", 1, army("gauls", "arpi", 3, "gauls-1")),
    "a-9": too_far_from_home,
    "a-10": again,
    "a-11": titus_manlius,
    "a-12": partial(
        points, "a-12", 1, *(control(space, "rome") for space in ("caere", "vulci", "clusium", "luna"))
    ),
    "a-13": golden_torcs,
    "a-14": partial(adds_to_the_roll, "a-14", "attacker", 2, BRENNUS, ROMANS),
    "a-15": flight,
    "a-16": heads,
    "a-17": partial(places_together, "a-17", "gauls", 3, ("eporedia", "taurasia")),
    "a-18": partial(places_together, "a-18", "gauls", 2, ("comum", "mediolanum")),
    "a-19": partial(places_together, "a-19", "gauls", 2, ("bononia", "mutina")),
    "a-20": senones,
    "a-21": carnyx,
    "a-22": naked_fury,
    "a-23": partial(
        auspices, "a-23", "gauls", "perusia", "clusium", "brennus", ("rome", "volsinii", "camillus")
    ),
    "a-24": cenomani,
    "a-25": druids,
    "a-26": partial(
        adds_to_the_roll,
        "a-26",
        "defender",
        2,
        ("etruscans", "sentinum", 4, "etruscans-1"),
        ("gauls", "sena-gallica", 4, "brennus"),
    ),
    "a-27": swords_for_hire,
    "a-28": ransom,
    "a-29": feasting,
    "a-30": swift_horses,
    "a-31": ladders,
    "a-32": burnt_fields,
    "a-33": partial(
        enters,
        "a-33",
        "brennus",
        "gauls",
        3,
        army("rome", "genua", 2),
        yes=("eporedia", "mediolanum", "bononia", "sena-gallica"),
        no=("genua", "parma"),
    ),
    "a-34": partial(points, "a-34", 1, army("gauls", "velitrae", 3, "gauls-1")),
    "a-35": partial(adds_to_the_roll, "a-35", "defender", -2, BRENNUS, ROMANS),
    "a-36": long_trek,
    "a-37": tribes_move,
    "a-38": partial(desperate_times, "a-38", "a-33"),
    "a-39": partial(desperate_times, "a-39", "a-1"),
}
NEGATIONS: dict[str, Callable[[], object]] = {
    "a-3": partial(neutral_activation_not, "a-3", "volsci"),
    "a-5": wild_beasts_not,
    "a-7": partial(weak_or_elsewhere, "a-7", "roma", "velitrae"),
    "a-8": partial(weak_or_elsewhere, "a-8", "arpi", "maleventum"),
    "a-9": too_far_from_home_not,
    "a-10": partial(battle, *OTHERS, card="a-10", played=False),
    "a-11": partial(battle, *OTHERS, card="a-11", played=False),
    "a-12": partial(
        refused_play, "a-12", *(control(space, "rome") for space in ("caere", "vulci", "clusium"))
    ),
    "a-13": partial(refused_play, "a-13", army("gauls", "bononia", 4, "gauls-1")),
    "a-14": partial(
        battle,
        ("gauls", "corfinium", 4, "brennus"),
        ("samnites", "aufidena", 4, "pontius"),
        card="a-14",
        played=False,
    ),
    "a-15": flight_not,
    "a-16": partial(battle, BRENNUS, ROMANS, card="a-16", dice=(*LEVEL, 6, 6, 3), played=False),
    "a-21": partial(battle, *OTHERS, card="a-21", played=False),
    "a-22": partial(battle, ROMANS, BRENNUS, card="a-22", played=False),
    "a-23": riders_not,
    "a-26": partial(battle, ROMANS, BRENNUS, card="a-26", played=False),
    "a-28": ransom_not,
    "a-30": partial(lambda: marching("fabius", "rome", "roma", 3, card="a-30").never_offers("a-30")),
    "a-31": ladders_not,
    "a-32": partial(refused_play, "a-32", army("gauls", "bononia", 4, "gauls-1")),
    "a-34": partial(weak_or_elsewhere, "a-34", "velitrae", "capua"),
    "a-35": partial(battle, ROMANS, BRENNUS, card="a-35", played=False),
    "a-38": partial(desperate_times_not, "a-38", "a-33"),
}


@pytest.mark.rule("sword-of-rome", "7.1-e")
@pytest.mark.parametrize("card", CASES)
def test_the_text_of_a_gallic_card_is_carried_out(card: str) -> None:
    CASES[card]()


@pytest.mark.parametrize("card", NEGATIONS)
def test_a_gallic_card_is_not_played_where_its_text_does_not_hold(card: str) -> None:
    NEGATIONS[card]()


def test_cards_of_the_first_battle_do_not_count_in_the_second() -> None:
    again_without_the_cards()


def test_every_gallic_card_has_its_case() -> None:
    cards = {card.id: card for card in installed_data().card.values() if card.deck == "gauls"}
    assert set(CASES) == set(cards)
    assert {name for name, card in cards.items() if any(play.requires for play in card.plays)} <= set(
        NEGATIONS
    )
