"""`replay`: the walk through a game in the terminal, here from a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


def _walked(archive: Path, *typed: str, reference: str = "cards") -> list[str]:
    ran = run("replay", reference, archive=archive, typed="".join(f"{line}\n" for line in typed))
    assert ran.code == 0, ran.err
    return ran.out.splitlines()


def _stood(lines: list[str]) -> list[str]:
    """Where the walk stood after each command."""
    return [line.partition(" of ")[0] for line in lines if line.startswith("cards:")]


def test_a_walk_begins_at_the_beginning_and_steps_both_ways(cards: Path) -> None:
    stood = _stood(_walked(cards, "f", "", " ", "b", "0", "$", "q"))
    assert stood == [f"cards:main@{ply}" for ply in (0, 1, 2, 3, 2, 0, 3)]


def test_a_walk_begins_where_the_reference_says(cards: Path) -> None:
    assert _stood(_walked(cards, "q", reference="cards@2")) == ["cards:main@2"]


def test_nothing_lies_before_the_beginning_or_behind_the_end(cards: Path) -> None:
    lines = _walked(cards, "b", "$", "f", "q")
    assert lines.count("There is nothing further that way.") == 2
    assert _stood(lines) == ["cards:main@0", "cards:main@3"]


def test_a_ply_is_jumped_to_and_one_that_is_not_there_is_said(cards: Path) -> None:
    lines = _walked(cards, "g 2", "g 99", "g @t1", "q")
    assert _stood(lines)[:2] == ["cards:main@0", "cards:main@2"]
    assert any("has no ply 99; its plies are 0 to 3" in line for line in lines)


def test_notes_and_bookmarks_are_typed_in_place(cards: Path) -> None:
    _walked(cards, "f", "a What a move.", "m here", "m 42", "q")
    told = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert [(note.ply, note.text, note.bookmark) for note in told] == [
        (1, "What a move.", ""),
        (1, "", "here"),
    ]


@pytest.mark.parametrize(
    ("typed", "glyph", "text"),
    [("a ?! Too early.", "?!", "Too early."), ("a !!", "!!", ""), ("a !never", "", "!never")],
)
def test_a_note_takes_a_glyph_before_its_text(cards: Path, typed: str, glyph: str, text: str) -> None:
    _walked(cards, "f", typed, "q")
    (note,) = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert (note.glyph, note.text) == (glyph, text)


def test_a_branch_begins_where_the_walk_stands_and_is_played_on(cards: Path) -> None:
    _walked(cards, "g 2", "branch other-way")
    lines = run("lines", "cards", "--json", archive=cards).answer("lines")
    assert [(line.line, line.ply, line.current) for line in lines][-1] == ("other-way", 2, True)


def test_a_seat_sees_what_it_may(cards: Path) -> None:
    told = run("replay", "cards", "--as", "south", archive=cards, typed="$\nq\n").out
    assert "spades-4" not in told
    assert "spades-4" in run("replay", "cards", archive=cards, typed="$\nq\n").out


def test_replay_has_no_json_and_takes_seconds(cards: Path) -> None:
    assert run("replay", "cards", "--json", archive=cards).code == 2
    wrong = run("replay", "cards", "--delay", "soon", archive=cards)
    assert "--delay 'soon' is no number of seconds" in wrong.sentence()
    by_itself = run("replay", "cards", "--delay", "0.001", archive=cards).out.splitlines()
    assert _stood(by_itself) == [f"cards:main@{ply}" for ply in range(4)]
