"""`deck check`, and games begun with a deck from a file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.age_of_empires.data import load
from rules.toml_text import toml_text
from tests.cli.commands import run


def deck_file(folder: Path, **changes: object) -> Path:
    """A ready deck as a file, with these changes."""
    plain = msgspec.to_builtins(load(None).deck["goths-swarm"])
    plain = {key: value for key, value in plain.items() if key not in ("sources", "names", "note")}
    file = folder / "deck.toml"
    file.write_text(toml_text(plain | changes), encoding="utf-8")
    return file


def test_a_legal_deck_has_no_breach(tmp_path: Path) -> None:
    checked = run("deck", "check", str(deck_file(tmp_path)), "--json")
    assert checked.code == 0
    assert checked.answer("deck check").problems == []
    assert run("deck", "check", str(deck_file(tmp_path))).out == "0 breaches.\n"


def test_one_breach_is_told_in_the_singular(tmp_path: Path) -> None:
    told = run("deck", "check", str(deck_file(tmp_path, civilization="atlantis")))
    assert told.out.splitlines()[-1] == "1 breach."


def test_every_breach_is_told_at_once_with_its_rule(tmp_path: Path) -> None:
    file = deck_file(tmp_path, civilization="britons", starting_buildings=["town-center", "castle"])
    checked = run("deck", "check", str(file), "--json")
    assert checked.code == 8
    problems = checked.answer("deck check").problems
    assert {problem.rule for problem in problems} >= {"civ-13", "setting-11"}
    assert all(problem.where and problem.what for problem in problems)
    told = run("deck", "check", str(file))
    assert told.out.splitlines()[-1] == f"{len(problems)} breaches."


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    assert run("deck", "check", str(tmp_path / "none.toml")).code == 8
    assert run("deck", "check", str(deck_file(tmp_path)), "--ruleset", "sauron").code == 2


def test_a_game_keeps_the_deck_and_hides_it_from_the_other_seat(tmp_path: Path) -> None:
    archive = tmp_path / "a.duckdb"
    file = deck_file(tmp_path, title="My own horde")
    begun = run("new", "age-of-empires", "--option", f"deck.second={file}", archive=archive)
    assert begun.code == 0
    for seat, shown in (("first", False), ("second", True)):
        seen = tmp_path / f"{seat}.warlog"
        assert run("export", "age-of-empires-1", str(seen), "--as", seat, archive=archive).code == 0
        assert ("My own horde" in seen.read_text(encoding="utf-8")) is shown
        own = tmp_path / f"{seat}.duckdb"
        assert run("import", str(seen), archive=own).code == 0
        assert "Goths" in run("show", "age-of-empires-1", archive=own).out


def test_a_deck_that_breaks_a_condition_begins_no_game(tmp_path: Path) -> None:
    file = deck_file(tmp_path, civilization="britons")
    refused = run("new", "age-of-empires", "--option", f"deck.first={file}", archive=tmp_path / "a.duckdb")
    assert refused.code != 0
    assert "civ-13" in refused.err
