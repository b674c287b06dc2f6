"""`log`, `undo`, `redo`, `branch`, `switch`, `lines`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.cli.commands import run


def _at(archive: Path, reference: str = "cards") -> tuple[str, int]:
    shown = run("show", reference, "--json", archive=archive).answer("show")
    return shown.line, shown.ply


# The log


def test_log(cards: Path) -> None:
    told = run("log", "cards", "--json", archive=cards).answer("log")
    assert [batch.ply for batch in told] == [0, 1, 2, 3]
    assert [batch.seat for batch in told] == ["", "north", "south", "north"]
    assert told[0].action is None
    assert told[1].action == {"type": "pass"}
    assert told[0].kind == "begin"
    assert told[0].chance[-1].purpose == "prize:1"
    assert told[0].chance[-1].result == [4]
    assert told[3].phase == "Choice"
    assert told[3].turn == 1
    assert told[3].narration == ["North has chosen spades-4 (3.1)"]
    assert told[0].notes == []


def test_log_between_plies(cards: Path) -> None:
    told = run("log", "cards", "--from", "1", "--to", "2", "--json", archive=cards).answer("log")
    assert [batch.ply for batch in told] == [1, 2]
    told = run("log", "cards@1", "--json", archive=cards).answer("log")
    assert [batch.ply for batch in told] == [0, 1]


def test_log_as_text_has_headings_and_plies(cards: Path) -> None:
    lines = run("log", "cards", archive=cards).out.splitlines()
    assert lines[0] == "-- Turn 1, Answers --"
    assert "-- Turn 1, Choice --" in lines
    assert lines[-1] == "    3  North has chosen spades-4 (3.1)"


def test_raw_log_is_the_events(cards: Path) -> None:
    lines = run("log", "cards", "--raw", "--from", "3", archive=cards).out.splitlines()
    ply, event = lines[0].split(" ", 1)
    assert ply == "3"
    assert msgspec.json.decode(event)["type"] == "card-committed"


def test_log_as_a_seat_hides_what_it_did_not_learn(cards: Path) -> None:
    ran = run("log", "cards", "--as", "south", "--json", archive=cards)
    told = ran.answer("log")
    assert told[3].action == {"type": "commit", "card": "?"}
    assert told[3].narration == ["North has chosen a card (3.1)"]
    assert "spades-" not in ran.out
    results = {chance.purpose: chance.result for chance in told[0].chance}
    assert results["card:north"] == ["?"]
    assert results["card:south"] != ["?"]


def test_log_as_a_seat_shows_what_was_revealed_since(cards: Path) -> None:
    assert run("act", "cards", "1", archive=cards).code == 0
    told = run("log", "cards", "--as", "south", "--json", archive=cards).answer("log")
    assert told[3].events[0]["card"] == "spades-4"
    before = run("log", "cards@3", "--as", "south", "--json", archive=cards).answer("log")
    assert before[3].events[0]["card"] == "?"


# Taking back


def test_undo_and_redo(cards: Path) -> None:
    moved = run("undo", "cards", "--json", archive=cards).answer("undo")
    assert (moved.game, moved.line, moved.ply, moved.seen) == ("cards", "main", 2, [])
    moved = run("redo", "cards", "--json", archive=cards).answer("redo")
    assert moved.ply == 3
    moved = run("undo", "cards", "2", "--json", archive=cards).answer("undo")
    assert moved.ply == 1
    assert run("redo", "cards", "2", "--json", archive=cards).answer("redo").ply == 3


def test_undo_says_what_was_seen(cards: Path) -> None:
    run("act", "cards", "1", archive=cards)
    moved = run("undo", "cards", "--json", archive=cards).answer("undo")
    assert "roll prize:2" in moved.seen
    assert any(each.startswith("open ") for each in moved.seen)
    run("redo", "cards", archive=cards)
    told = run("undo", "cards", archive=cards).out
    assert "Already seen, and taken back all the same: " in told
    assert not [each for each in moved.seen if each.startswith("open ") and each in told]


COMMITTED = ("commit 37 Plague as a sacrifice", "commit 2 Storm as a sacrifice")


@pytest.mark.parametrize("seats", [(), ("--as", "athens"), ("--as", "sparta")])
def test_undo_tells_of_opened_cards_by_their_names(archive: Path, seats: tuple[str, ...]) -> None:
    run("new", "hellenes", "--scenario", "431", "--seed", "11", "--name", "war", archive=archive)
    for seat, text in zip(("athens", "sparta"), COMMITTED, strict=True):
        assert run("act", "war", text, "--as", seat, archive=archive).code == 0
    told = run("undo", "war", *seats, archive=archive).out
    assert (
        "Already seen, and taken back all the same: Revealed: Athens 37 Plague for a sacrifice and Sparta 2 Storm "
        "for a sacrifice; Sparta goes first (3.3)." in told
    )


def test_a_strict_game_says_by_name_what_was_seen(archive: Path) -> None:
    run("new", "hellenes", "--seed", "11", "--name", "war", "--option", "undo=strict", archive=archive)
    for seat, text in zip(("athens", "sparta"), COMMITTED, strict=True):
        run("act", "war", text, "--as", seat, archive=archive)
    refused = run("undo", "war", archive=archive)
    assert refused.code == 4
    assert "undo=strict" in refused.err
    assert "Revealed: Athens 37 Plague" in refused.err
    assert "card-athens" not in refused.err


@pytest.mark.parametrize(
    ("to", "ply"), [("turn", 0), ("phase", 2), ("cards@1", 1), ("@1", 1), ("@-2", 1), ("cards:main@t1", 0)]
)
def test_undo_to(cards: Path, to: str, ply: int) -> None:
    assert run("undo", "cards", "--to", to, "--json", archive=cards).answer("undo").ply == ply


def test_undo_to_the_turn_where_it_begins_goes_on_to_the_one_before(cards: Path) -> None:
    run("act", "cards", "1", archive=cards)
    start = _at(cards)[1]
    run("act", "cards", "pass", archive=cards)
    assert run("undo", "cards", "--to", "turn", "--json", archive=cards).answer("undo").ply == start
    assert run("undo", "cards", "--to", "turn", "--json", archive=cards).answer("undo").ply == 0


def test_undo_is_forbidden_where_the_game_says_so(archive: Path) -> None:
    run("new", "goofspiel", "--name", "strict", "--option", "undo=strict", "--seed", "5", archive=archive)
    run("act", "strict", "pass", archive=archive)
    assert run("undo", "strict", archive=archive).code == 0
    for action in ("pass", "pass"):
        run("act", "strict", action, archive=archive)
    run("act", "strict", "1", "--as", "north", archive=archive)
    run("act", "strict", "1", "--as", "south", archive=archive)
    refusal = run("undo", "strict", "--json", archive=archive).refusal()
    assert (refusal.code, refusal.kind) == (4, "undo-forbidden")


# Lines


def test_a_line_taken_back_beyond_where_it_begins(cards: Path) -> None:
    assert run("branch", "cards", "other", archive=cards).code == 0
    assert run("undo", "cards", "2", archive=cards).code == 0
    assert "other from ply 3, stands at ply 1, head " in run("lines", "cards", archive=cards).out


def test_branch_switch_and_lines(cards: Path) -> None:
    moved = run("branch", "cards@1", "what_if", "--json", archive=cards).answer("branch")
    assert (moved.line, moved.ply) == ("what-if", 1)
    assert _at(cards) == ("what-if", 1)
    assert run("act", "cards", "again with hearts-1", "--as", "south", archive=cards).code == 0
    found = {line.line: line for line in run("lines", "cards", "--json", archive=cards).answer("lines")}
    assert set(found) == {"main", "what-if"}
    assert found["what-if"].origin is not None
    assert (found["what-if"].origin.line, found["what-if"].origin.ply) == ("main", 1)
    assert found["what-if"].current
    assert not found["what-if"].main
    assert found["main"].main
    assert found["main"].origin is None
    moved = run("switch", "cards", "main", "--json", archive=cards).answer("switch")
    assert (moved.line, moved.ply) == ("main", 3)
    text = run("lines", "cards", archive=cards).out
    assert "main to ply 3" in text
    assert "└─ what-if from ply 1 to ply 2" in text


def test_what_was_taken_back_stays_as_a_line(cards: Path) -> None:
    run("undo", "cards", archive=cards)
    run("act", "cards", "2", "--as", "north", archive=cards)
    found = {line.line: line for line in run("lines", "cards", "--json", archive=cards).answer("lines")}
    assert found["main~1"].abandoned
    assert _at(cards, "cards:main~1") == ("main~1", 3)
    assert run("log", "cards:main~1", "--json", archive=cards).answer("log")[-1].ply == 3
