"""`review`: decisions and their options in JSON and in words, and glyphs kept as notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run

FEW = ("--decisions", "3", "--options", "3", "-n", "3")


@pytest.fixture
def played(archive: Path) -> Path:
    assert (
        run("simulate", "goofspiel", "-n", "1", "--option", "turns=3", "--seed", "4", archive=archive).code
        == 0
    )
    return archive


def test_the_options_of_a_decision_in_json_and_in_words(played: Path) -> None:
    found = run("review", "goofspiel-1", "--all", *FEW, "--json", archive=played).answer("review")
    assert len(found) == 3
    text = run("review", "goofspiel-1", "--all", *FEW, archive=played).out
    for each in found:
        assert each.taken in {option.text for option in each.options}
        assert f"goofspiel-1:main@{each.ply} " in text
        for option in each.options:
            low, high = option.interval
            assert low <= option.win <= high
            mark = ">" if option.text == each.taken else " "
            assert f"  {mark} {option.win:4.0%} ({low:.0%} to {high:.0%})  {option.text}\n" in text
    assert "3 decisions, those most in doubt of " in text
    assert run("notes", "goofspiel-1", "--json", archive=played).answer("notes") == []


def test_glyphs_are_kept_as_notes_and_another_review_takes_their_place(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(glyph: str, *arguments: str) -> list[tuple[int, str, str]]:
        monkeypatch.setattr("replays.reviewing.glyph", lambda taken, others: glyph)
        ran = run(
            "review", "goofspiel-1", "--all", *FEW, *arguments, "--workers", "1", "--annotate", archive=played
        )
        assert ran.code == 0
        notes = run("notes", "goofspiel-1", "--json", archive=played).answer("notes")
        return [(note.ply, note.by, note.glyph) for note in notes]

    kept = keep("?")
    assert len(kept) == 3
    assert {(by, glyph) for _, by, glyph in kept} == {("review", "?")}
    assert keep("?") == kept
    assert keep("!!", "--seed", "1") == [(ply, by, "!!") for ply, by, _ in kept]
    assert keep("") == []


def test_a_glyph_goes_with_the_chances_it_follows_from(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.reviewing.glyph", lambda taken, others: "?!")
    run("review", "goofspiel-1", "--all", *FEW, "--workers", "1", "--annotate", archive=played)
    notes = run("notes", "goofspiel-1", "--json", archive=played).answer("notes")
    assert all(note.text.startswith("Wins ") and note.text.endswith("By 3 trials each.") for note in notes)


def test_what_there_was_no_time_for_is_said(played: Path) -> None:
    ran = run("review", "goofspiel-1", "--all", *FEW, "--seconds", "0", archive=played)
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("1 decision, those most in doubt of ")
    assert "After 0 seconds 1 of the 3 decisions asked for are reviewed; give --seconds, " in ran.err


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (3, ["review", "goofspiel-1"], "--all reviews what bots decided"),
        (3, ["review", "goofspiel-1@0", "--all"], "Nobody had more than one option"),
        (3, ["review", "goofspiel-2"], "goofspiel-2"),
        (3, ["review", "goofspiel-1", "--as", "east"], "no seat east"),
        (2, ["review", "goofspiel-1", "-n", "0"], "number of trials"),
        (2, ["review", "goofspiel-1", "--options", "1"], "number of options"),
        (2, ["review", "goofspiel-1", "--seconds", "long"], "no number of seconds"),
        (2, ["review", "goofspiel-1", "--decisions", "few"], "number of decisions"),
    ],
)
def test_what_cannot_be_reviewed_is_told(played: Path, code: int, arguments: list[str], said: str) -> None:
    ran = run(*arguments, archive=played)
    assert ran.code == code
    assert said in ran.sentence()
