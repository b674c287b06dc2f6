"""Responses (7.1.1): when a moment for them opens, who is asked, in what order, and what counts."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import immutables
import pytest

from replays.typed import expand
from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.actions import (
    Activate,
    Halt,
    Pass,
    Play,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Window
from tests.rules.sword_of_rome.cards.course import LEVEL, OPS, Course
from tests.rules.sword_of_rome.harness import (
    Given,
    army,
    discarded,
    given,
    hand,
    impulse,
)

SEAT = "etruria-samnium"
SAMNITES = army("samnites", "fregellae", 4, "pontius")


def attack(
    *circumstances: Given, options: dict[str, str] | None = None, dice: tuple[int, ...] = (*LEVEL, *LEVEL)
) -> Course:
    """Romans from Capua enter Fregellae, where Samnites stand."""
    position = given(
        army("rome", "capua", 4, "camillus"),
        SAMNITES,
        hand("rome", OPS["rome"]),
        *circumstances,
        impulse("rome"),
        options=options or {},
    )
    course = Course(position, dice).do("rome", Play(OPS["rome"], "ops"))
    return course.do("rome", Activate("camillus")).enter("fregellae")


def asked(course: Course, moment: str) -> list[str]:
    """The seats that are asked at this moment, as it comes up; all of them pass."""
    found: list[str] = []
    while course.decision:
        window = course.state.stack[-1]
        if isinstance(window, Window) and window.name == moment and course.decision == "respond":
            found.append(course.position.seat())
        elif found:
            break
        action = course.plain()
        if action is None or not course.can(action):
            break
        course.do(course.position.seat(), action)
    return found


@pytest.mark.rule("sword-of-rome", "7.1.1-a")
def test_a_response_is_played_in_anybodys_impulse_and_any_number_of_them() -> None:
    own = attack(hand("rome", "r-31", "r-7", "r-6"), dice=(*LEVEL, *LEVEL, 3))
    own.play("r-31").play("r-7").go_on("support", "retreat")
    assert own.modifier("attacker", "r-31") == 2
    assert len(own.one(events.BattleRolled).attacker_dice) == 4
    others = attack(hand(SEAT, "e-2", "e-7")).play("e-2").play("e-7").go_on("support", "retreat")
    assert others.modifier("attacker", "e-2") == -2
    assert others.modifier("defender", "e-7") == 3
    # Not at another moment, not where its condition does not hold, and not for Ops.
    early = given(hand("rome", "r-31"), impulse("rome"))
    early.when("rome", Play("r-31", "event")).refused("7.1.1", "waits for its moment")
    wrong = attack(hand("rome", "r-31", "r-6", "r-25"))
    while wrong.decision != "respond" or Play("r-31", "event") not in wrong.position.offered():
        wrong.do(wrong.position.seat(), wrong.plain())  # type: ignore[arg-type]
    wrong.position.when("rome", Play("r-6", "event")).refused("7.1.1")  # no Etruscans fight
    wrong.position.when("rome", Play("r-25", "event")).refused("7.1.1")  # no siege roll
    wrong.position.when("rome", Play("r-31", "ops")).refused("5.4")
    wrong.position.when("rome", Play("r-18", "event")).refused("6.1", "not in your hand")


@pytest.mark.rule("sword-of-rome", "7.1.1-a")
def test_a_response_answers_another_seats_response() -> None:
    course = (
        attack(hand("rome", "r-21"), hand(SEAT, "e-16")).play("e-16").play("r-21").go_on("support", "retreat")
    )
    assert course.modifier("defender", "e-16") == 0
    assert course.one(events.EventCancelled).card == "e-16"


@pytest.mark.rule("sword-of-rome", "7.1.1-b")
def test_the_active_seat_first_then_clockwise_and_nobody_a_second_time() -> None:
    circumstances = (
        army("greece", "elea", 2, "pyrrhus"),
        hand("rome", "r-31", "r-7"),
        hand("greece", "g-14"),
        hand("gauls", "a-1"),
        hand(SEAT, "e-2"),
    )
    course = attack(*circumstances).play("r-31")
    course.position.awaits("rome", "respond").offers(Play("r-7", "event"))  # any number, in its place
    course.do("rome", Pass())
    course.position.awaits(SEAT, "respond").offers(Play("e-2", "event"))  # Greeks and Gauls have no such card
    course.do(SEAT, Play("e-2", "event")).go_on("support", "retreat")
    assert (
        not list(course.all(events.CombatModifierAgain)) if hasattr(events, "CombatModifierAgain") else True
    )
    rolled = course.one(events.BattleRolled)
    assert len(rolled.attacker_dice) == 3  # Rome did not come back to Sacred Band
    titles = [each.why for each in rolled.attacker_modifiers if each.rule == "7.1"]
    assert titles == [course.position.game.title("r-31"), course.position.game.title("e-2")]
    gauls = asked_in_turn("gauls")
    assert gauls == ["gauls", SEAT, "rome"]


def asked_in_turn(active: str) -> list[str]:
    """The seats asked before a battle of Gauls and Etruscans in this seat's impulse, hands of all seats unknown."""
    position = given(
        army("gauls", "perusia", 4, "brennus"),
        army("etruscans", "clusium", 4, "etruscans-1"),
        *(hand(seat, card) for seat, card in (("rome", "r-1"), ("greece", "g-1"), (SEAT, "e-3"))),
        hand("gauls", OPS["gauls"], "a-1"),
        impulse(active),
    )
    course = Course(position, (*LEVEL, *LEVEL)).do("gauls", Play(OPS["gauls"], "ops"))
    course.do("gauls", Activate("brennus")).enter("clusium")
    return asked(course, "battle-certain")


# Who is asked follows from what is open


def test_a_seat_is_asked_for_what_it_could_hold_and_not_for_what_it_holds() -> None:
    assert asked(attack(hand(SEAT, "e-3")), "battle-certain") == [SEAT]
    assert asked(attack(hand("rome", "r-1"), hand(SEAT, "e-3")), "battle-certain") == ["rome", SEAT]
    assert asked(attack(), "battle-certain") == []  # without a card in hand nobody is asked


def test_a_seat_is_not_asked_when_all_cards_for_the_moment_are_seen_elsewhere() -> None:
    game = given().game
    for_the_moment = [card for card, _ in game.windows[SEAT, "battle-certain"]]
    fitting = [card for card in for_the_moment if card not in ("e-12",)]  # Romans came over a clear link
    assert asked(attack(hand(SEAT, "e-3"), discarded(SEAT, *fitting)), "battle-certain") == []
    last = [card for card in fitting if card != "e-2"]
    assert asked(attack(hand(SEAT, "e-3"), discarded(SEAT, *last)), "battle-certain") == [SEAT]
    rough = given(
        army("rome", "tarracina", 4, "fabius"), SAMNITES, hand("rome", OPS["rome"]), hand(SEAT, "e-3"),
        discarded(SEAT, *fitting), impulse("rome"),
    )  # fmt: skip
    course = (
        Course(rough, (*LEVEL, *LEVEL)).do("rome", Play(OPS["rome"], "ops")).do("rome", Activate("fabius"))
    )
    assert asked(course.enter("fregellae"), "battle-certain") == [
        SEAT
    ]  # now Ambush in the Hills could be there


@pytest.mark.parametrize("hands", list(combinations(("e-2", "e-3", "e-7", "e-21"), 2)))
def test_which_cards_are_held_changes_nothing_of_who_is_asked_and_when(hands: tuple[str, str]) -> None:
    course = attack(hand(SEAT, *hands), hand("rome", "r-1"))
    log = []
    while course.decision:
        inner = course.state.stack[-1]
        moment = inner.name if isinstance(inner, Window) else ""
        log.append((course.position.seat(), course.decision, moment))
        action = course.plain()
        if action is None or not course.can(action):
            break
        course.do(course.position.seat(), action)
    assert log == EVERYBODY_PASSES


EVERYBODY_PASSES = [
    (SEAT, "shelter", ""),
    (SEAT, "react", ""),
    ("rome", "respond", "battle-certain"),
    (SEAT, "respond", "battle-certain"),
    ("rome", "respond", "battle-rolled"),
    (SEAT, "respond", "battle-rolled"),
    (SEAT, "retreat-inside", ""),
    ("rome", "respond", "battle-over"),
    ("rome", "impulse", ""),
]


def test_with_responses_held_only_those_are_asked_that_can() -> None:
    held = {"responses": "held"}
    assert asked(attack(hand(SEAT, "e-3"), options=held), "battle-certain") == []
    assert asked(attack(hand(SEAT, "e-2"), options=held), "battle-certain") == [SEAT]
    option = next(each for each in ruleset.ruleset.options if each.name == "responses")
    assert option.default == "open"
    assert "tells" in option.about


def test_a_pass_is_a_ply_and_an_event_of_its_own() -> None:
    course = attack(hand(SEAT, "e-3"), hand("rome", "r-1"))
    course.go_on("respond")
    before = len(course.happened)
    course.do(course.position.seat(), Pass())
    assert [each for each in course.happened[before:] if isinstance(each, events.Passed)]


def test_an_event_is_played_if_one_of_its_operations_can_be_carried_out_in_part() -> None:
    """No home space is lost and every city is at 3, but a CU can still come; and then the other way round."""
    units_only = given(hand("gauls", "a-24"), impulse("gauls")).offers(Play("a-24", "event"))
    units_only.when("gauls", Play("a-24", "event"))
    assert sum(units_only.cu("gauls", space) for space in ("brixia", "verona")) == 0
    besieged = given(
        hand("gauls", "a-24"), army("rome", "brixia", 1), army("rome", "verona", 1),
        events.ControlChanged("cremona", "independent", "given"), impulse("gauls"),
    )  # fmt: skip
    besieged.offers(Play("a-24", "event")).when("gauls", Play("a-24", "event"))
    besieged.when("gauls", Spend("regain", "cremona")).awaits("gauls", "impulse")
    neither = given(
        hand("gauls", "a-24"), army("rome", "brixia", 1), army("rome", "verona", 1), impulse("gauls")
    )
    neither.offers_not(Play("a-24", "event")).when("gauls", Play("a-24", "event")).refused("7.1")


# Typing


class Standing(NamedTuple):
    """A position as reading typed text needs it."""

    state: Any
    counts: immutables.Map[str, int] = immutables.Map()


def test_a_typed_action_supplies_the_passes_before_it() -> None:
    """A step is typed while a moment for responses to the activation is open: the pass comes first by itself."""
    position = given(
        army("rome", "roma", 4, "camillus"), hand("rome", OPS["rome"], "r-24"), impulse("rome")
    ).when("rome", Play(OPS["rome"], "ops"))
    position.when("rome", Activate("camillus")).awaits("rome", "respond")
    read = expand(ruleset.ruleset, position.game, Standing(position.state), "rome", "velitrae")
    assert read == [Pass(), Step("velitrae")]
    played = expand(
        ruleset.ruleset, position.game, Standing(position.state), "rome", "r-24 event to velitrae"
    )
    assert played == [Play("r-24", "event"), Step("velitrae"), Halt()]  # then nothing is left to be passed
