"""Every event is told in one line, by the names that people use, with its rule, its card or its Gallic event."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import get_args

import pytest
from msgspec.structs import replace

from cli.choosing import texts
from rules.secrecy import redact
from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Activate, End, Fight, Flank, Halt, Intercept, Play, Step
from rules.sword_of_rome.phrases import decision_title
from rules.sword_of_rome.procedures import AnyProcedure, Support, Window
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.tellings import TELLINGS
from rules.sword_of_rome.tellings_of_procedures import NAMED
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between
from tests.rules.sword_of_rome.campaigning import pinned, steps
from tests.rules.sword_of_rome.harness import Position, army, given, hand, impulse, set_up
from tests.rules.sword_of_rome.marching import on_tarracina, on_the_march

CITED = re.compile(r"\((?:\d+(?:\.\d+)*(?:, )?)+\)|\b[REGA]-\d+ ")
"""A rule's number in parentheses, or the number of a card."""


def test_every_type_of_event_has_a_telling():
    assert set(TELLINGS) == set(ruleset.event_types)


def test_everything_that_can_begin_has_a_name_and_a_rule():
    assert set(NAMED) == set(get_args(AnyProcedure))
    assert all(re.fullmatch(r"\d+(\.\d+)*", rule) for _, rule in NAMED.values())


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
        lines = told
        for event in batch.events:
            line = ruleset.narrate(batch.game, state, event)
            if not line:
                assert type(event) in ruleset.silent
                state = ruleset.evolve(batch.game, state, event)
                continue
            assert line == line.strip()
            assert "\n" not in line
            assert line[0].upper() == line[0], line
            gallic = [f"({each.title})" for each in batch.game.board.gallic_events.values()]
            assert CITED.search(line) or line.endswith(tuple(gallic)), line
            assert not [name for name in ids if re.search(rf"(?<![\w-]){name}(?![\w-])", line)], line
            state = ruleset.evolve(batch.game, state, event)
            told += 1
        assert told > lines, f"a log would have nothing for {batch.events}"
    assert told > 1000


def test_a_log_has_nothing_of_what_only_moves_the_sequence_on():
    """Begun, gone on with, over: of a campaign's bookkeeping only its moment for responses and its end are told."""
    begun = events.StageReached("walls")
    game, state = given(set_up(), impulse("rome")).game, given(set_up(), impulse("rome")).state
    assert ruleset.narrate(game, state, begun) == ""
    over = events.ProcedureEnded("impulse")
    assert ruleset.narrate(game, state, over) == ""
    moment = Window(name="activation", asked=("rome", "greece"), seat="rome")
    assert (
        ruleset.narrate(game, state, events.ProcedureBegan(moment))
        == "A moment for responses to an activation: Rome and the Greeks (7.1.1)"
    )


def test_what_a_card_says_can_be_asked_by_its_number():
    game = given().game
    told = ruleset.text_of(game, "r-3")
    assert told.startswith("R-3 Duoviri Navales, 2 Ops: Place the marker: ")
    assert told.endswith(" Out of the game when played as an event.")
    assert "Out of the game" not in ruleset.text_of(game, "r-1")
    assert ruleset.text_of(game, "roma") == ruleset.text_of(game, "r-99") == ""
    assert all(ruleset.text_of(game, card) for card in game.cards)


def test_a_card_is_listed_with_its_name_which_need_not_be_typed():
    position = given(set_up(), impulse("rome"), hand("rome", "r-30"))
    action = Play("r-30", "event")
    phrase = ruleset.phrase(position.game, position.state, action)
    assert phrase == "(play) r-30 (Legions Enrolled for) event"


def test_why_knows_the_cards_of_others_and_tells_nothing_of_their_hands():
    """6.3: the same refusal whether or not its owner holds the card."""
    position = given(set_up(), impulse("rome"), hand("rome", "r-30"), hand("gauls", "a-5"))
    formed = set(ruleset.conceivable(position.game, position.state, "rome"))
    assert {Play("a-5", "event"), Play("a-6", "ops"), Play("a-38", "ops")} <= formed
    position.when("rome", Play("a-5", "event")).refused("6.3", "a card of the Gauls")
    other = given(set_up(), impulse("rome"), hand("rome", "r-30"), hand("gauls", "a-5"))
    other.when("rome", Play("a-6", "event")).refused("6.3", "a card of the Gauls")


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


def test_the_cards_in_typed_words_and_in_json_are_found_once_each():
    session = SimpleNamespace(opened=SimpleNamespace(ruleset=ruleset, game=given().game))
    for typed in ("play R-3 for event", "r_3", '{"type":"play","card":"r-3","use":"ops"}', "r-3 or r-3"):
        assert [told.partition(",")[0] for told in texts(session, typed)] == ["R-3 Duoviri Navales"]  # type: ignore[arg-type]
    assert texts(session, "to capua") == []  # type: ignore[arg-type]


def logged(position: Position) -> str:
    """All that a log would have, a line for each event."""
    return "\n".join(position.log)


def test_a_leader_who_lost_his_army_is_not_said_to_stop_where_he_fought():
    """Pyrrhus loses all his CU at Tarracina and is displaced."""
    position = on_tarracina(romans=6, greeks=6).when("rome", End(), dice=[1, 1, 2, 6, 6, 5])
    while position.seat() == "rome":
        position.when("rome", End())
    assert "The march of Pyrrhus is over (9.4)" in logged(position)
    assert "Pyrrhus stops in Tarracina" not in logged(position)


def test_a_flanking_army_out_of_position_is_said_to_support_nothing():
    """Camillus came from Capua, where Valerius stops as well."""
    position = pinned(
        "camillus",
        "nola",
        army("rome", "capua", 5, "camillus"),
        army("rome", "tarracina", 4, "valerius"),
        army("samnites", "nola", 3),
    )
    position.when("rome", Flank("valerius"))
    told = "march of Valerius (4 MP, 4 CU), to flank the attack on Nola"
    assert told in decision_title(position.game, position.state, "march")
    steps(position, "rome", "capua").when("rome", Halt(), dice=(5, 5, 5, 1, 2, 2))
    said = "Valerius stops in Capua (9.1); from there it does not support the attack on Nola (9.5.6)"
    assert said in logged(position)


def test_what_is_answered_by_going_on_is_told():
    """9.3.1, 10.5.1: nobody more within the walls; battle is not declined."""
    position = on_the_march(
        army("greece", "poseidonia", 6, "pyrrhus"),
        army("rome", "capua", 4, "claudius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))
    position.when("rome", Intercept("claudius", 4), dice=[2]).awaits("greece", "decline")
    position.when("greece", Fight(), dice=[3, 3, 3, 3, 3, 3])
    assert "The Greeks: battle is not declined (10.5.1)" in logged(position)
    walls = on_the_march(
        army("greece", "nola", 5, "pyrrhus"),
        army("rome", "capua", 5),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    walls.awaits("rome", "shelter").when("rome", End(), dice=[3, 3, 3, 3, 3, 3])
    assert "Rome: nobody else goes within the walls (9.3.1)" in logged(walls)


@pytest.mark.parametrize(
    ("power", "points", "told"),
    [
        ("volsci", 1, "1 support point of the Volsci"),
        ("rome", 1, "1 support point"),
        ("rome", 3, "3 support points"),
    ],
)
def test_support_is_asked_for_by_its_number_and_the_power_that_won_it(power, points, told):
    position = given(set_up(), impulse("rome"))
    state = replace(position.state, stack=(*position.state.stack, Support("rome", power, points, "gain")))
    assert decision_title(position.game, state, "support") == told
