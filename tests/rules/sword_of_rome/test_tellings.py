"""Every event is told in one line, by the names that people use, with its rule, its card or its Gallic event."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rules.secrecy import redact
from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Activate, End, Play, Step
from rules.sword_of_rome.procedures import AnyProcedure
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.tellings import TELLINGS
from rules.sword_of_rome.tellings_of_procedures import _KINDS
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between
from tests.rules.sword_of_rome.harness import army, given, hand, impulse, set_up

CITED = re.compile(r"\((?:\d+(?:\.\d+)*(?:, )?)+\)|\b[REGA]-\d+ ")
"""A rule's number in parentheses, or the number of a card."""


def test_every_type_of_event_has_a_telling():
    assert set(TELLINGS) == set(ruleset.event_types)


def test_everything_that_can_begin_has_a_name_and_a_rule():
    assert set(_KINDS) == set(get_args(AnyProcedure))
    assert all(re.fullmatch(r"\d+(\.\d+)*", rule) for _, rule in _KINDS.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_event_of_whole_games_is_one_line_that_cites_a_rule(scenario):
    state, told = None, 0
    ids: set[str] = set()
    for batch in between(scenario, "random", 11):
        if state is None:
            state = ruleset.initial(batch.game)
            ids = {
                name for name in (*batch.game.spaces, *batch.game.leaders, *batch.game.seats) if "-" in name
            }
        for event in batch.events:
            line = ruleset.narrate(batch.game, state, event)
            assert line == line.strip() != ""
            assert "\n" not in line
            assert line[0].upper() == line[0], line
            gallic = [f"({each.title})" for each in batch.game.board.gallic_events.values()]
            assert CITED.search(line) or line.endswith(tuple(gallic)), line
            assert not [name for name in ids if re.search(rf"(?<![\w-]){name}(?![\w-])", line)], line
            state = ruleset.evolve(batch.game, state, event)
            told += 1
    assert told > 2000


def test_a_card_that_one_does_not_know_is_a_card():
    game = given().game
    state = given().state
    drawn = events.CardDrawn("rome", "r-1")
    assert ruleset.narrate(game, state, drawn) == "Rome: R-1 Campaign drawn (6.2)"
    assert ruleset.narrate(game, state, redact(drawn, ("greece",), "rome")) == "Rome: a card drawn (6.2)"
    seen = events.HandSeen("gauls", "rome", ("r-1", "r-2"))
    assert "R-1 Campaign and R-2 Campaign" in ruleset.narrate(game, state, seen)
    assert "R-1" not in ruleset.narrate(game, state, redact(seen, ("greece",), "gauls"))


def test_a_battle_says_what_every_number_comes_from():
    position = (
        given(
            army("rome", "capua", 8, "camillus"),
            army("samnites", "caudium", 4, "egnatius"),
            hand("rome", "r-20"),
            impulse("rome"),
        )
        .when("rome", Play("r-20", "ops"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("caudium"))
    )
    seat = ruleset.awaiting(position.game, position.state)[0].seat
    position.when(seat, End(), dice=[4, 4, 4, 1, 2, 3])
    position.tells(
        "Battle at Caudium: Romans with 8 CU against Samnites with 4 (12.1)",
        "Battle at Caudium: Romans 4 4 4 +4 = 16, Samnites 1 2 3 +1 = 7 (12.2.3) "
        "[Romans: strength ratio +3 (12.2.1), leadership +1 (12.2.2); Samnites: friendly space +1 (12.2.3)]",
        "Romans win (12.2.5)",
    )


def test_the_beginning_is_told_piece_by_piece():
    position = given(set_up())
    position.tells("Romans: 5 CU in Velitrae (3)", "Camillus in Velitrae (3)")
