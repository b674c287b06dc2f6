"""Actions may be typed shorter than they are listed, and never mean another one then."""

from __future__ import annotations

import re
from typing import Any

import pytest
from immutables import Map

from replays.check_drawing import Reached
from replays.typed import Ambiguous, Unreadable, expand
from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes.ruleset import ruleset
from rules.hellenes.spellings import also_typed
from tests.rules.hellenes.harness import Position, position
from tests.rules.hellenes.whole_games import kept


def typed(now: Position, seat: str, text: str) -> list[Any]:
    """The actions that the text means."""
    return expand(ruleset, now.game, Reached(now.state, Map()), seat, text)


def committing(now: Position, *words: str) -> tuple[str, ...]:
    """The cards of which the names hold one of the words."""
    return tuple(
        name
        for name, each in sorted(now.game.cards.items())
        if any(word in each.name.casefold() for word in words)
    )


@pytest.fixture(scope="module")
def at_the_table() -> Position:
    cards = committing(position({}), "phormio", "plague", "sacred truce")
    return position({}, step="commit", hands=Map({"athens": cards, "sparta": ()}), active="")


@pytest.mark.parametrize(
    ("text", "word", "use"),
    [
        ("commit phormio event", "phormio", "event"),
        ("commit Phormio for the event", "phormio", "event"),
        ("play phormio as event", "phormio", "event"),
        ("phormio event", "phormio", "event"),
        ("commit phormio actions", "phormio", "actions"),
        ("commit phorm for actions", "phormio", "actions"),
        ("commit truce for actions", "sacred truce", "actions"),
    ],
)
def test_a_word_of_a_card_will_do(at_the_table, text, word, use):
    (card,) = committing(at_the_table, word)
    assert typed(at_the_table, "athens", text) == [a.Commit(card, use)]


def test_a_word_of_two_cards_is_neither(at_the_table):
    with pytest.raises(Ambiguous, match=r"can mean 2 things: .*Plague"):
        typed(at_the_table, "athens", "commit plague actions")


def test_a_card_named_by_a_word_is_refused_by_its_rule():
    cards = committing(position({}), "raise taxes")[:1]
    now = position({}, step="commit", hands=Map({"athens": (), "sparta": cards}), active="")
    with pytest.raises(IllegalAction, match="Raise Taxes is no event of sparta"):
        typed(now, "sparta", "commit taxes event")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("move a01 to eleusis", a.Move("a01", "eleusis")),
        ("move A01 Eleusis", a.Move("a01", "eleusis")),
        ("move hoplites a01 to eleusis", a.Move("a01", "eleusis")),
        ("load a01 a14", a.Load("a14", "a01")),
        ("load a01 on a14", a.Load("a14", "a01")),
        ("finish", a.Finish()),
    ],
)
def test_the_number_of_a_block_will_do(text, action):
    now = position({"a01": ("athens", 3), "a14": "athens"}).act("athens", a.GroupMove("athens"))
    assert typed(now, "athens", text) == [action]


@pytest.mark.parametrize(
    "text", ["group move from athens", "group move the group of Athens", "group move athens"]
)
def test_small_words_may_stand_there_or_not(text):
    assert typed(position({"a01": "athens"}), "athens", text) == [a.GroupMove("athens")]


@pytest.mark.parametrize("text", ["muster lesbos", "muster at mytilene", "muster Mytilene"])
def test_an_area_may_be_called_by_its_city(text):
    now = position(
        {"a33": "chios", "a01": "erythrae", "a34": "mytilene", "a14": "lesbos-sea", "a16": "chios-sea"}
    )
    assert typed(now, "athens", text) == [a.Muster("mytilene")]


@pytest.mark.parametrize("scenario", ["431", "sicily"])
def test_the_shortest_spelling_means_its_own_action_or_says_that_it_could_mean_more(scenario):
    game = kept(scenario, 3)
    read = 0
    for step in game.steps[:: max(1, len(game.steps) // 20)]:
        for awaited in ruleset.awaiting(game.game, step.after):
            seen = ruleset.view(game.game, step.after, (awaited.seat,))
            for action in ruleset.legal(game.game, step.after, awaited.seat)[::7]:
                for form in also_typed(game.game, seen, action):
                    text = re.sub(r"\([^)]*\) ?", "", form)
                    try:
                        meant = expand(
                            ruleset,
                            game.game,
                            Reached(step.after, step.counts),
                            awaited.seat,
                            text,
                            game.source,
                        )
                    except Ambiguous:
                        continue
                    except (Unreadable, IllegalAction) as error:
                        raise AssertionError(f"{text!r} for {action}: {error}") from error
                    assert meant == [action], text
                    read += 1
    assert read > 20


def test_a_card_that_is_not_in_the_hand_is_refused_by_its_rule(at_the_table):
    with pytest.raises(IllegalAction, match="from the own hand") as refused:
        typed(at_the_table, "athens", "commit brasidas for actions")
    assert refused.value.rule == "3.3"
