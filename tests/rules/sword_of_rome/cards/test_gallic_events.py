"""The table of Gallic events of the three-player game (5.4): each row by its text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.chance import Chance, scripted
from rules.sword_of_rome import events, gallic_events, sequence
from rules.sword_of_rome.actions import Choose, Pass, Place, Play, Spend
from rules.sword_of_rome.procedures import Placement, Support
from rules.sword_of_rome.state import find
from rules.sword_of_rome.unfolding import Unfolding
from tests.rules.sword_of_rome.cards.course import Course
from tests.rules.sword_of_rome.harness import (
    Given,
    army,
    control,
    given,
    hand,
    impulse,
    installed_data,
    marker,
    points,
)


def rolled(total: int, *circumstances: Given) -> Course:
    """The Gallic impulse comes up, and the dice give so much."""
    position = given(*circumstances, impulse("rome"), scenario="three-players")
    state = sequence.EVOLVE[events.ImpulseEnded](
        position.game, position.state, events.ImpulseEnded("rome", passed=True)
    )
    dice = [total // 2, total - total // 2]
    unfolding = Unfolding(position.game, state, Chance(scripted(dice), "scripted"))
    gallic_events.roll(unfolding, "gauls")
    sequence.run_on(unfolding)
    course = Course(position)
    position.state, course.happened = unfolding.state, list(unfolding.events)
    return course


def loses(course: Course, seat: str, power: str, spaces: set[str]) -> None:
    """The power's seat gives up 1 support, which it chooses, in one of these spaces."""
    course.position.awaits(seat, "support")
    offered = [each for each in course.position.offered() if isinstance(each, Spend)]
    assert {each.space for each in offered} == spaces
    course.do(seat, offered[0])
    assert course.one(events.SupportSpent).power == power
    assert find(course.state, Support) is None


def brennus_again() -> None:
    course = rolled(2, points("greece", 9), points("rome", 8))
    assert course.state.vp["greece"] == 8
    course.position.awaits("greece", "support").offers(Spend("lower", "syracusae"), Spend("remove", "thurii"))
    course.do("greece", Spend("lower", "syracusae")).do("greece", Spend("lower", "syracusae"))
    assert course.state.loyalty["syracusae"] == 1
    assert find(course.state, Support) is None


def into_umbria() -> None:
    loses(rolled(3), "etruria-samnium", "etruscans", {"iguvium", "sentinum", "spoletium"})
    held = rolled(3, control("iguvium", "rome"), control("sentinum", "rome"))
    loses(held, "rome", "rome", {"iguvium", "sentinum"})  # who holds most of it


def down_the_tiber() -> None:
    # Two Roman, two Etruscan spaces: the Etruscans come first in the order of ties (4.4).
    loses(rolled(4), "etruria-samnium", "etruscans", {"caere", "volsinii"})
    loses(rolled(4, control("caere", "rome")), "rome", "rome", {"caere", "narnia", "sutrium"})


def over_the_apennines() -> None:
    loses(
        rolled(5, control("cortona", "rome")),
        "etruria-samnium",
        "etruscans",
        {"faesulae", "arretium", "volaterrae"},
    )


def in_greek_pay() -> None:
    course = rolled(6, army("greece", "rhegium", 1))
    course.position.awaits("greece", "place").offers(Place("greece", "syracusae"), Place("greece", "rhegium"))
    course.position.offers_not(Place("greece", "thurii"), Place("rome", "roma"))
    course.do("greece", Place("greece", "rhegium")).do("greece", Place("greece", "tarentum"))
    assert (course.position.cu("greece", "rhegium"), course.position.cu("greece", "tarentum")) == (2, 1)
    assert find(course.state, Placement) is None


def war_bands() -> None:
    armies = (
        army("etruscans", "clusium", 5, "etruscans-1"),
        army("etruscans", "pisae", 3, "etruscans-2"),
        army("etruscans", "cortona", 4),
        army("samnites", "bovianum", 5, "samnites-1"),
    )
    course = rolled(7, *armies)
    # Of Etruscan armies alone, and armies have leaders.
    course.position.awaits("etruria-samnium").offers_only(Choose("clusium"), Choose("pisae"))
    course.do("etruria-samnium", Choose("clusium"))
    assert course.position.cu("etruscans", "clusium") == 3


def swords() -> None:
    course = rolled(8, points("rome", 3))
    course.position.awaits("rome", "place").offers(Place("rome", "roma"), Place("rome", "capua"))
    course.position.offers_not(Place("rome", "velitrae"))
    course.do("rome", Place("rome", "capua"))
    assert course.position.cu("rome", "capua") == 1
    both = rolled(8, points("etruria-samnium", 3))
    both.position.offers(Place("etruscans", "pisae"), Place("samnites", "fregellae"))
    both.position.offers_not(Place("etruscans", "fregellae"), Place("samnites", "pisae"))


def along_the_coast() -> None:
    loses(rolled(9, control("luna", "rome")), "etruria-samnium", "etruscans", {"pisae", "populonium"})


def in_latium() -> None:
    loses(rolled(10), "rome", "rome", {"roma", "praeneste", "velitrae", "tarracina"})


def in_apulia() -> None:
    coast = {
        "tarentum", "neapolis", "croton", "poseidonia", "rhegium", "thurii", "elea", "laus", "hipponium", "metapontum",
        "locri", "heraclea",
    }  # fmt: skip
    loses(rolled(11), "greece", "greece", coast)


def tumult() -> None:
    armies = (
        army("rome", "roma", 5, "fabius"),
        army("rome", "capua", 1, "claudius"),
        army("rome", "velitrae", 4),
    )
    course = rolled(12, points("rome", 9), *armies)
    course.position.awaits("rome").offers_only(Choose("roma"), Choose("capua"))  # armies have leaders
    course.do("rome", Choose("roma"))
    assert course.position.cu("rome", "roma") == 3


CASES: dict[int, Callable[[], object]] = {
    2: brennus_again,
    3: into_umbria,
    4: down_the_tiber,
    5: over_the_apennines,
    6: in_greek_pay,
    7: war_bands,
    8: swords,
    9: along_the_coast,
    10: in_latium,
    11: in_apulia,
    12: tumult,
}


@pytest.mark.parametrize("total", CASES)
def test_the_text_of_a_gallic_event_is_carried_out(total: int) -> None:
    CASES[total]()


def test_every_row_of_the_table_has_its_case() -> None:
    assert set(CASES) == {event.roll for event in installed_data().gallic_event.values()}


CANCELLING = ("e-1", "e-37", "g-16", "r-16", "r-17", "r-18")


@pytest.mark.parametrize("card", CANCELLING)
def test_a_card_with_the_gallic_mark_cancels_the_event_and_has_no_other(card: str) -> None:
    owner = {"r": "rome", "g": "greece", "e": "etruria-samnium"}[card[0]]
    course = rolled(10, hand(owner, card)).play(card)
    assert course.one(events.EventCancelled).card == "gallic-event-10"
    assert find(course.state, Support) is None
    assert card in course.state.discards[owner]
    own = given(hand(owner, card), army("rome", "roma", 1), impulse(owner), scenario="three-players")
    own.when(owner, Play(card, "event")).refused("5.4")


def test_no_other_card_cancels_a_gallic_event_and_cards_are_asked_for_clockwise_from_the_gauls() -> None:
    marked = {card.id for card in installed_data().card.values() if card.gallic_cancel}
    assert marked == set(CANCELLING)
    veto = rolled(10, hand("rome", "r-21"))  # it answers the events of seats
    veto.position.awaits("rome", "respond").offers_only(Pass())
    course = rolled(10, hand("rome", "r-16"), hand("greece", "g-16"), hand("etruria-samnium", "e-1"))
    order = []
    while course.decision == "respond":
        order.append(course.position.seat())
        course.do(course.position.seat(), Pass())
    assert order == ["etruria-samnium", "rome", "greece"]


def test_foedus_makes_the_loss_of_a_gallic_event_smaller() -> None:
    course = rolled(10, marker("foedus"))
    assert find(course.state, Support) is None
