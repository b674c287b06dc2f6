"""Rome's deck: for each card a position in which its event is played, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rules.chance import Chance, scripted
from rules.sword_of_rome import events, sequence
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Break,
    Choose,
    End,
    Halt,
    Intercept,
    Offer,
    Place,
    PlaceLeader,
    Play,
    Sail,
    Spend,
    Step,
    TakeLeader,
)
from rules.sword_of_rome.procedures import Activation, Support
from rules.sword_of_rome.state import changed, find
from rules.sword_of_rome.unfolding import Unfolding
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
    cancels_nothing_else,
    desperate_times,
    neutral_activation,
    places_units,
    two_armies,
)
from tests.rules.sword_of_rome.harness import (
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    installed_data,
    marker,
)

SAMNITES = ("samnites", "fregellae", 4, "pontius")
CAMILLUS = ("rome", "capua", 4, "camillus")
MINOR = ("rome", "capua", 4, "rome-1")
BRENNUS = ("gauls", "spoletium", 4, "brennus")
AT_NARNIA = ("rome", "narnia", 4, "fabius")


def end_of_turn(course: Course) -> Course:
    """The turn ends, and the next one begins."""
    position = course.position
    position.state = changed(position.state, phase="reinforcement", stack=(), queue=())
    unfolding = Unfolding(position.game, position.state, Chance(scripted(), "scripted"))
    sequence.go_on(unfolding)
    position.state = unfolding.state
    return course


def duoviri_navales() -> None:
    course = own_play("r-3", army("rome", "roma", 3, "valerius"))
    assert course.state.markers == {"duoviri-navales"}
    assert course.state.removed["rome"] == ("r-3",)
    at_sea = marching("valerius", "rome", "roma", 3, marker("duoviri-navales"))
    at_sea.position.offers(Sail("neapolis"))
    without = marching("valerius", "rome", "roma", 3)
    without.position.when("rome", Sail("neapolis")).refused("9.6.3")
    four = marching("valerius", "rome", "roma", 4, marker("duoviri-navales"))
    four.position.when("rome", Sail("neapolis")).refused("9.6.3", "at most 3 CU")


def dictator() -> None:
    course = own_play("r-4", army("rome", "fregellae", 4, "camillus"), army("samnites", "aufidena", 1))
    course.position.offers(PlaceLeader("dictator", "roma"), PlaceLeader("dictator", "fregellae"))
    course.position.offers_not(PlaceLeader("dictator", "velitrae"), PlaceLeader("dictator", "aufidena"))
    course.do("rome", PlaceLeader("dictator", "fregellae"))
    assert course.state.markers == {"dictator"}
    assert course.position.cu("rome", "fregellae") == 5
    forces = course.state.forces["fregellae"][0]
    assert forces.leaders == ("dictator", "camillus")
    end_of_turn(course)
    assert course.position.where("dictator") == "away"
    assert course.position.where("camillus") == "fregellae"
    # A consul whose march ends with the Dictator is under him, and never the other way.
    joining = marching("camillus", "rome", "velitrae", 3, army("rome", "roma", 2, "dictator")).do(
        "rome", Step("roma")
    )
    joining.position.when("rome", TakeLeader("dictator")).refused("8.2.1")
    joining.do("rome", Halt())
    assert joining.state.forces["roma"][0].leaders == ("dictator", "camillus")


def foedus() -> None:
    course = own_play("r-5")
    assert course.state.markers == {"foedus"}
    end_of_turn(course)
    assert not course.state.markers
    revolt = own_play("e-17", marker("foedus"), army("rome", "roma", 1))  # 2 less 1
    revolt.do("etruria-samnium", Spend("lower", "sutrium"))
    assert revolt.decision == "impulse"
    lost = battle(
        CAMILLUS, SAMNITES, marker("foedus"), card="r-31", dice=(1, 1, 3, 6, 6, 3)
    )  # 6 lost of 4: 2 points
    lost.go_on("support")
    support = find(lost.state, Support)
    assert (support.power, support.points, support.limits) == ("samnites", 2, (("rome", 1),))


def four_dice() -> None:
    course = battle(CAMILLUS, SAMNITES, card="r-7", dice=(6, 3, 3, 3, *LEVEL))
    rolled = course.one(events.BattleRolled)
    assert rolled.attacker_dice == (6, 3, 3, 3)
    assert rolled.attacker_total >= 15
    assert course.one(events.BattleWon).loser_loses == 2


def four_dice_not() -> None:
    battle(BRENNUS, ("etruscans", "perusia", 4, "etruscans-1"), card="r-7", played=False)


def marker_of(card: str, name: str) -> None:
    course = own_play(card)
    assert course.state.markers == {name}
    assert course.state.removed["rome"] == (card,)


def devotio() -> None:
    course = battle(CAMILLUS, SAMNITES, card="r-11", dice=(6, 6, 3, *LEVEL)).go_on("impulse")
    assert course.modifier("attacker", "r-11") == 3
    assert course.one(events.BattleWon).winner == "rome"
    assert course.position.where("camillus") == "displaced"


def appian_way() -> None:
    marker_of("r-12", "appian-way")
    for built, left in ((True, 3), (False, 2)):
        made = (marker("appian-way"),) if built else ()
        course = marching("fabius", "rome", "roma", 3, control("velitrae", "independent"), *made)
        course.do("rome", Step("velitrae")).do("rome", Step("antium"))
        assert find(course.state, Activation).left == left
    stopped = marching(
        "fabius", "rome", "roma", 3, marker("appian-way"), army("volsci", "velitrae", 1, "volsci-1")
    )
    stopped.dice = [*LEVEL, *LEVEL]
    stopped.enter("velitrae").go_on("support", "impulse")
    assert stopped.one(events.BattleRolled).space == "velitrae"


def latin_colony() -> None:
    course = own_play(
        "r-13", army("rome", "praeneste", 1), army("rome", "capua", 1), army("rome", "tarracina", 1)
    )
    course.position.offers_only(Spend("found", "praeneste"), Spend("found", "tarracina"), End())
    course.do("rome", Spend("found", "praeneste"))
    assert course.state.loyalty["praeneste"] == 1
    assert course.position.cu("rome", "praeneste") == 1
    assert course.decision == "impulse"


def latin_colony_not() -> None:
    refused_play("r-13", army("rome", "capua", 1))


def maniples() -> None:
    marker_of("r-14", "maniples")
    for placed, value in ((True, -1), (False, -2)):
        made = (marker("maniples"),) if placed else ()
        course = battle(("rome", "tarracina", 4, "fabius"), SAMNITES, *made, card="r-31")
        rough = [
            each.value for each in course.one(events.BattleRolled).attacker_modifiers if "rough" in each.why
        ]
        assert rough == [value]


def marching_camp() -> None:
    beaten = ("rome", "allifae", 4, "fabius"), ("samnites", "maleventum", 4, "pontius")
    for card, lost in (("r-15", 0), ("", 1)):
        course = battle(*beaten, card=card, dice=(*LEVEL, 4, 6, 3)).go_on("support", "impulse")
        assert course.one(events.BattleWon).winner == "samnites"
        assert course.one(events.Retreated).lost == lost


def marching_camp_not() -> None:
    battle(CAMILLUS, SAMNITES, card="r-15", dice=(6, 3, 3, *LEVEL), played=False)  # a victory
    gone = battle(
        ("rome", "capua", 1, "fabius"), ("samnites", "fregellae", 5, "pontius"), card="r-15", played=False
    )
    assert gone.one(events.BattleWon).automatic  # nobody is left to retreat


def geese() -> None:
    course = siege_roll("brennus", "gauls", "roma", card="r-16", dice=())
    assert not list(course.all(events.SiegeRolled))
    assert course.state.sieges["roma"].level == 0
    assert find(course.state, Activation) is None


def geese_not() -> None:
    siege_roll("pontius", "samnites", "roma", card="r-16", dice=(3, 3), played=False)
    siege_roll("brennus", "gauls", "pisae", card="r-16", dice=(3, 3), played=False)


def tumultus() -> None:
    near = army("gauls", "spoletium", 1, "gauls-1")
    places_units("r-17", "rome", 3, near, yes=("roma", "capua"), no=("velitrae",))


def tumultus_not() -> None:
    refused_play("r-17", army("gauls", "perusia", 6, "gauls-1"), army("gauls", "spoletium", 1))


def triumph() -> None:
    course = battle(CAMILLUS, SAMNITES, card="r-19", dice=(4, 3, 3, *LEVEL)).go_on("support")
    support = find(course.state, Support)
    assert (support.power, support.points) == ("rome", 1 + 2)


def triumph_not() -> None:
    battle(MINOR, SAMNITES, card="r-19", dice=(6, 6, 3, *LEVEL), played=False)
    battle(CAMILLUS, SAMNITES, card="r-19", dice=(*LEVEL, 6, 3, 3), played=False)


def census() -> None:
    course = given(hand("rome", "r-20", *(f"r-{n}" for n in range(1, 8))), impulse("rome"))
    drawn = Course(course).do("rome", Play("r-20", "event"), draws=("r-25", "r-31"))
    assert [each.card for each in drawn.all(events.CardDrawn)] == ["r-25", "r-31"]
    assert len(drawn.state.hands["rome"]) == 9  # hand limit or not
    assert drawn.state.reshuffle == {"rome"}


def tribunes_veto() -> None:
    for card, pile in (("e-17", "discards"), ("e-18", "removed")):
        course = own_play(card, hand("rome", "r-21")).play("r-21")
        assert course.one(events.EventCancelled).card == card
        assert course.decision == "impulse"
        assert card in getattr(course.state, pile)["etruria-samnium"]
        assert not list(course.all(events.SupportSpent))
    # Also a response that would cost Rome CU.
    horse = battle(
        SAMNITES,
        ("rome", "velitrae", 4, "fabius"),
        hand("rome", "r-21"),
        card="e-16",
    )
    horse.play("r-21").go_on("march", "impulse")
    assert horse.modifier("attacker", "e-16") == 0


def tribunes_veto_not() -> None:
    cancels_nothing_else("r-21", "e-29", hand("rome", "r-21"))
    cancels_nothing_else("r-21", "e-35", hand("rome", "r-21"), army("greece", "syracusae", 1))


def licinian_laws() -> None:
    course = own_play("r-22", control("praeneste", "independent"), control("velitrae", "independent"))
    assert course.decision == "support"
    for city in ("capua", "capua", "narnia"):
        course.do("rome", Spend("raise", city))
    course.do("rome", Spend("regain", "praeneste"))
    assert course.state.control["praeneste"] == "rome"
    assert (course.state.loyalty["capua"], course.state.loyalty["narnia"]) == (3, 2)
    assert course.decision == "impulse"


def reroll() -> None:
    course = battle(CAMILLUS, SAMNITES, card="r-23", dice=(1, 3, 3, *LEVEL, 6))
    course.position.offers_only(Choose("1"), Choose("2"), Choose("3"))
    course.do("rome", Choose("1"))
    again = course.one(events.DieRolledAgain)
    assert (again.side, again.before, again.after) == ("attacker", 1, 6)
    assert course.decision != "roll-again"
    assert course.one(events.BattleWon).loser_loses == 2


def forced_march() -> None:
    course = marching("fabius", "rome", "roma", 3, card="r-24").play("r-24")
    assert find(course.state, Activation).left == 6


def forced_march_not() -> None:
    marching("brennus", "gauls", "genua", 3, card="r-24").never_offers("r-24")


def siege_bonus(card: str, total: int, lost: int) -> None:
    course = siege_roll("fabius", "rome", "fregellae", card=card, dice=(3, 4))
    rolled = course.one(events.SiegeRolled)
    assert (rolled.total, rolled.lost) == (total, lost)


def siege_bonus_not(card: str) -> None:
    siege_roll("fabius", "rome", "aufidena", card=card, dice=(3, 4), played=False)  # a tribe
    siege_roll("brennus", "gauls", "pisae", card=card, dice=(3, 4), played=False)  # somebody else's


def fetial_rite() -> None:
    places = (("roma", "fabius"), ("velitrae", "valerius"), ("capua", "claudius"))
    armies = [army("rome", space, 3, leader) for space, leader in places]
    course = own_play("r-27", allied("rome", "greece"), allied("rome", "gauls"), *armies)
    course.position.offers_only(Choose("greece"), Choose("gauls"))
    course.do("rome", Choose("greece"))
    assert course.state.alliances == {"gauls+rome"}
    assert not list(course.all(events.SupportSpent))
    course.position.offers_only(Activate("fabius"), Activate("valerius"))
    course.do("rome", Activate("fabius"))
    march = find(course.state, Activation)
    assert (march.value, march.left) == (1, 4)
    course.position.when("rome", Sail("neapolis")).refused("9.6.3", "cannot sail")


def hostages(card: str, power: str, other: str) -> None:
    course = Course(given(hand(power, card), impulse(power))).do(power, Offer(power, other))
    course.do(other, Accept()).play(card)
    assert len(course.state.locked) == 1
    course.position.when(power, Break(power, other)).refused("15.5", "before the turn ends")
    end_of_turn(course)
    assert not course.state.locked


def hostages_not(card: str, seat: str, others: tuple[str, str]) -> None:
    first, second = others
    course = Course(given(hand(seat, card), impulse(first))).do(first, Offer(first, second))
    course.do(second, Accept())
    assert course.decision == "impulse"


def treaty() -> None:
    course = own_play("r-35", marker("punic-envoys"), hand("rome", "r-28"))
    assert "rome-carthage-alliance" in course.state.markers
    assert "punic-envoys" not in course.state.markers
    assert course.state.alliances == {"carthage+rome"}
    course.play("r-28")  # an alliance that Rome has just made
    assert course.state.locked == {"carthage+rome"}


def latin_horse() -> None:
    won = battle(CAMILLUS, SAMNITES, card="r-32", dice=(6, 3, 3, *LEVEL)).go_on("support")
    assert won.one(events.BattleWon).loser_loses == 3
    assert find(won.state, Support).points == 2  # 3 CU lost: it counts
    lost = battle(CAMILLUS, SAMNITES, card="r-32", dice=(*LEVEL, 6, 6, 3))
    beaten = lost.one(events.BattleWon)
    assert (beaten.winner, beaten.winner_loses) == ("samnites", 0)


def auspices(
    card: str, mover: str, space: str, goal: str, leader: str, interceptor: tuple[str, str, str]
) -> None:
    """The die of an enemy who tries to intercept counts 2 more, besides 1 for an enemy space: of 4 only a 1 is left."""
    power, near, who = interceptor
    for played, die, success in ((True, 1, True), (True, 2, False), (False, 3, True)):
        course = marching(leader, mover, space, 3, army(power, near, 3, who), card=card)
        course.enter(goal)
        course.dice = [die]
        course.do(course.position.seat(), Intercept(who, 3))
        if played:
            course.play(card)
        course.go_on("march", "decline", "impulse")
        assert course.one(events.InterceptionRolled).success is success


def auspices_not() -> None:
    course = marching(
        "brennus", "gauls", "perusia", 3, army("etruscans", "volsinii", 3, "etruscans-1"), card="r-33"
    )
    course.go_on("march").do("gauls", Step("clusium"))
    course.dice = [1]
    course.do("etruria-samnium", Intercept("etruscans-1", 3))
    course.never_offers("r-33")


def shepherd_guides() -> None:
    course = marching("fabius", "rome", "tarracina", 4, army(*SAMNITES), card="r-34").play("r-34")
    course.dice = [*LEVEL, *LEVEL]
    course.do("rome", Step("fregellae"))
    assert course.one(events.ArmyMoved).points == 1
    course.go_on("march", "impulse")
    assert not [each for each in course.one(events.BattleRolled).attacker_modifiers if "rough" in each.why]
    # A strait stays a strait.
    strait = marching(
        "fabius", "rome", "messana", 4, control("messana", "rome"), control("rhegium", "rome"), card="r-34"
    )
    strait.play("r-34").do("rome", Step("rhegium"))
    assert strait.one(events.ArmyMoved).points == 2


def divide_and_rule() -> None:
    course = own_play("r-36", army("greece", "syracusae", 1))
    course.position.offers_only(*(Choose(each) for each in ("greece", "etruscans", "samnites", "volsci")))
    course.do("rome", Choose("samnites"))
    course.position.offers(
        Spend("lower", "fregellae"), Spend("remove", "caudium"), Spend("remove", "allifae")
    )
    course.position.when("rome", Spend("remove", "compsa")).refused("7.1")
    course.do("rome", Spend("remove", "caudium")).do("rome", Spend("lower", "fregellae"))
    assert course.decision == "impulse"
    assert course.state.control["caudium"] == "independent"


def divide_and_rule_not() -> None:
    """Not one's own support, and not an ally's (15.2)."""
    course = own_play("r-36", allied("rome", "samnites"), allied("rome", "etruscans"))
    course.position.offers_not(Choose("rome"), Choose("samnites"), Choose("etruscans"))


def spoils_of_veii() -> None:
    course = Course(given(hand("rome", "r-37"), impulse("rome")))
    course.do("rome", Play("r-37", "event"), draws=("r-1",))
    assert [each.card for each in course.all(events.CardDrawn)] == ["r-1"]
    course.position.offers(Place("rome", "roma"), Place("rome", "sutrium")).offers_not(
        Place("rome", "velitrae")
    )
    course.do("rome", Place("rome", "sutrium"))
    assert course.position.cu("rome", "sutrium") == 1
    assert course.decision == "impulse"


def settlers_return() -> None:
    lost = [control(space, "independent") for space in ("praeneste", "capua", "velitrae", "tarracina")]
    course = own_play("r-29", *lost, army("samnites", "velitrae", 1))
    course.position.offers_only(
        *(Spend("regain", space) for space in ("praeneste", "capua", "tarracina")), End()
    )
    course.do("rome", Spend("regain", "praeneste")).do("rome", Spend("regain", "capua"))
    assert course.state.control["capua"] == "rome"
    assert course.decision == "impulse"


def settlers_return_not() -> None:
    refused_play("r-29")


CASES: dict[str, Callable[[], object]] = {
    "r-1": partial(two_armies, "r-1"),
    "r-2": partial(two_armies, "r-2"),
    "r-3": duoviri_navales,
    "r-4": dictator,
    "r-5": foedus,
    "r-6": partial(
        adds_to_the_roll,
        "r-6",
        "defender",
        -2,
        ("gauls", "perusia", 4, "brennus"),
        ("etruscans", "clusium", 4, "etruscans-1"),
    ),
    "r-7": four_dice,
    "r-8": partial(marker_of, "r-8", "punic-envoys"),
    "r-9": partial(neutral_activation, "r-9", ("carthage", "transalpine")),
    "r-10": partial(neutral_activation, "r-10", ("carthage", "transalpine")),
    "r-11": devotio,
    "r-12": appian_way,
    "r-13": latin_colony,
    "r-14": maniples,
    "r-15": marching_camp,
    "r-16": geese,
    "r-17": tumultus,
    "r-18": partial(adds_to_the_roll, "r-18", "defender", 2, BRENNUS, AT_NARNIA),
    "r-19": triumph,
    "r-20": census,
    "r-21": tribunes_veto,
    "r-22": licinian_laws,
    "r-23": reroll,
    "r-24": forced_march,
    "r-25": partial(siege_bonus, "r-25", 9, 0),
    "r-26": partial(siege_bonus, "r-26", 8, 0),
    "r-27": fetial_rite,
    "r-28": partial(hostages, "r-28", "rome", "greece"),
    "r-29": settlers_return,
    "r-30": partial(places_units, "r-30", "rome", 3, yes=("roma", "capua"), no=("velitrae", "tarracina")),
    "r-31": partial(adds_to_the_roll, "r-31", "attacker", 2, CAMILLUS, SAMNITES),
    "r-32": latin_horse,
    "r-33": partial(auspices, "r-33", "rome", "capua", "nola", "fabius", ("greece", "poseidonia", "pyrrhus")),
    "r-34": shepherd_guides,
    "r-35": treaty,
    "r-36": divide_and_rule,
    "r-37": spoils_of_veii,
    "r-38": partial(desperate_times, "r-38", "r-4"),
    "r-39": partial(desperate_times, "r-39", "r-1"),
}

NEGATIONS: dict[str, Callable[[], object]] = {
    "r-6": partial(battle, CAMILLUS, SAMNITES, card="r-6", played=False),
    "r-7": four_dice_not,
    "r-11": partial(battle, MINOR, SAMNITES, card="r-11", played=False),
    "r-13": latin_colony_not,
    "r-15": marching_camp_not,
    "r-16": geese_not,
    "r-17": tumultus_not,
    "r-18": partial(battle, CAMILLUS, SAMNITES, card="r-18", played=False),
    "r-19": triumph_not,
    "r-21": tribunes_veto_not,
    "r-23": partial(battle, BRENNUS, ("etruscans", "perusia", 4, "etruscans-1"), card="r-23", played=False),
    "r-24": forced_march_not,
    "r-25": partial(siege_bonus_not, "r-25"),
    "r-26": partial(siege_bonus_not, "r-26"),
    "r-28": partial(hostages_not, "r-28", "rome", ("greece", "gauls")),
    "r-29": settlers_return_not,
    "r-31": partial(battle, BRENNUS, ("etruscans", "perusia", 4, "etruscans-1"), card="r-31", played=False),
    "r-32": partial(battle, BRENNUS, ("etruscans", "perusia", 4, "etruscans-1"), card="r-32", played=False),
    "r-33": auspices_not,
    "r-34": partial(lambda: marching("brennus", "gauls", "genua", 3, card="r-34").never_offers("r-34")),
    "r-35": partial(refused_play, "r-35"),
    "r-36": divide_and_rule_not,
}


@pytest.mark.rule("sword-of-rome", "7.1-e")
@pytest.mark.parametrize("card", CASES)
def test_the_text_of_a_roman_card_is_carried_out(card: str) -> None:
    CASES[card]()


@pytest.mark.parametrize("card", NEGATIONS)
def test_a_roman_card_is_not_played_where_its_text_does_not_hold(card: str) -> None:
    NEGATIONS[card]()


def test_every_roman_card_has_its_case() -> None:
    cards = {card.id: card for card in installed_data().card.values() if card.deck == "rome"}
    assert set(CASES) == set(cards)
    assert {name for name, card in cards.items() if any(play.requires for play in card.plays)} <= set(
        NEGATIONS
    )
