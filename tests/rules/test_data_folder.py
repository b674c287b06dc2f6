"""A folder of data to be filled in: what is written is what is installed, and everything missing or contradictory in it
is found at once."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules.data_folder import NAME, Problem, files_of, problems_of, ruleset_of
from rules.data_gaps import cited, gaps, ours
from rules.ruleset import AnyRuleset, installed
from rules.toml_text import toml_text

GAMES = ("sword-of-rome", "gondor", "sauron", "goofspiel")


def rules_of(name: str) -> AnyRuleset:
    if name == "goofspiel":
        from goofspiel import ruleset

        return ruleset
    return installed()[name]


def exported(rules: AnyRuleset, folder: Path) -> Path:
    folder.mkdir()
    for name, text in files_of(rules).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_folder_just_written_is_the_installed_data(name: str, tmp_path: Path) -> None:
    rules = rules_of(name)
    folder = exported(rules, tmp_path / "own")
    assert rules.load(folder) == rules.load(None)
    assert ruleset_of(folder) == name
    problems = problems_of(rules, folder)
    # All that is there to be filled in is our own making, and nothing contradicts anything.
    assert problems
    assert all(problem.gap for problem in problems)


@pytest.mark.parametrize("name", GAMES)
def test_every_table_with_a_value_of_our_own_has_a_line_that_names_it(name: str) -> None:
    for file, text in files_of(rules_of(name)).items():
        if file == NAME:
            continue
        found = [gap for kind, part in tomllib.loads(text).items() for gap in gaps(part, kind)]
        told = [line for line in text.splitlines() if line.startswith("# ours: ")]
        assert bool(found) == bool(told), file
        for line in told:
            assert line.removeprefix("# ours: ").strip(), file
        if name == "sword-of-rome":  # one line a record
            assert sorted(f"# ours: {', '.join(gap.values)}" for gap in found) == sorted(told)


def test_contradictions_of_all_files_come_together_and_first(tmp_path: Path) -> None:
    rules = rules_of("sword-of-rome")
    folder = exported(rules, tmp_path / "own")
    changed(folder / "leaders.toml", "activation = 2", 'activation = "two"')
    changed(folder / "scenarios.toml", 'space = "capua"', 'space = "capau"')
    changed(folder / "map.toml", 'kind = "walled"', 'kind = "castle"')
    (folder / "tables.toml").write_text("[[ratio", encoding="utf-8")
    changed(folder / "game.toml", 'enemy = "greece"', "")
    problems = problems_of(rules, folder)
    contradictions = [problem for problem in problems if not problem.gap]
    assert problems[: len(contradictions)] == contradictions
    said = {problem.where: problem for problem in contradictions}
    leader = said["leaders.toml: leader[camillus].activation"]
    assert ("Expected `int`" in leader.what, leader.rule) == (True, "8.1")
    assert said["tables.toml"].what.startswith("this is not TOML")
    assert "one of box, normal, tribal, walled" in said["map.toml: space[roma].kind"].what
    arch_enemy = said["game.toml: power[carthage].enemy"]
    assert arch_enemy.rule == "16.1"
    assert any(
        "capau" in problem.what and problem.where.startswith("scenarios.toml") for problem in contradictions
    )


def test_filling_in_closes_a_gap_and_taking_out_opens_one(tmp_path: Path) -> None:
    rules = rules_of("sword-of-rome")
    folder = exported(rules, tmp_path / "own")

    def about(where: str) -> list[Problem]:
        return [problem for problem in problems_of(rules, folder) if problem.where == where]

    camillus = "leaders.toml: leader[camillus]"
    [gap] = about(camillus)
    assert (gap.gap, gap.what.partition(":")[0]) == (True, "activation")
    changed(
        folder / "leaders.toml",
        'sources = { activation = "reconstruct" }',
        'sources = { activation = "published" }',
    )
    assert about(camillus) == []
    before = len(problems_of(rules, folder))
    text = (folder / "leaders.toml").read_text(encoding="utf-8")
    begin = text.index('# ours: activation, tactics\n[[leader]]\nid = "valerius"')
    end = text.index("# ours", begin + 1)
    (folder / "leaders.toml").write_text(text[:begin] + text[end:], encoding="utf-8")
    [missing] = about("leaders.toml: leader[valerius]")
    assert (missing.gap, missing.rule) == (True, "8.1")
    assert "does not have this record" in missing.what
    assert len(problems_of(rules, folder)) == before
    (folder / "deck-gauls.toml").unlink()
    [file] = about("deck-gauls.toml")
    assert "does not have this file" in file.what
    assert rules.load(folder).card["a-1"] == rules.load(None).card["a-1"]


def test_records_may_be_moved_to_other_files(tmp_path: Path) -> None:
    rules = rules_of("sword-of-rome")
    folder = exported(rules, tmp_path / "own")
    before = {(problem.what, problem.rule) for problem in problems_of(rules, folder)}
    (folder / "leaders.toml").rename(folder / "people.toml")
    assert {(problem.what, problem.rule) for problem in problems_of(rules, folder)} == before
    assert rules.load(folder) == rules.load(None)


def test_odd_files_are_contradictions_and_no_accidents(tmp_path: Path) -> None:
    rules = rules_of("gondor")
    folder = exported(rules, tmp_path / "own")
    (folder / "odd.toml").write_text(
        'table = 5\n[[terrain]]\nid = 7\nsources = "reconstruct"\n'
        '[[map]]\nid = "x"\ncell_sources = [1, ["reconstruct"]]\nsource = 1979-05-27\n',
        encoding="utf-8",
    )
    (folder / "bytes.toml").write_bytes(b"\xff\xfe")
    said = [problem for problem in problems_of(rules, folder) if not problem.gap]
    assert {problem.where.partition(":")[0] for problem in said} >= {"odd.toml", "bytes.toml"}
    assert all(problem.what for problem in said)


def test_a_scenario_that_cannot_be_made_ready_is_a_contradiction(tmp_path: Path) -> None:
    rules = rules_of("sword-of-rome")
    folder = exported(rules, tmp_path / "own")
    changed(
        folder / "game.toml",
        'values = ["open", "held"]\ndefault = "open"',
        'values = ["held"]\ndefault = "held"',
    )
    said = [problem.what for problem in problems_of(rules, folder) if not problem.gap]
    assert any("responses is one of held, not open" in what for what in said)


def test_what_is_our_own() -> None:
    assert ours({"id": "a", "size": 1, "source": "seed"}) == ()
    assert ours({"id": "a", "size": 1, "note": "", "source": "reconstruct"}) == ("size",)
    assert ours({"size": 1, "weight": 2, "source": "seed", "sources": {"weight": "reconstruct"}}) == (
        "weight",
    )
    assert ours({"size": 1, "weight": 2, "source": "reconstruct", "sources": {"size": "seed"}}) == ("weight",)
    # What is not there has the value that is usual, and that may be our own as well.
    assert ours({"size": 1, "source": "seed", "sources": {"weight": "reconstruct"}}) == ("weight",)
    inner = {"title": "x", "parts": [{"size": 1, "source": "reconstruct"}], "source": "reconstruct"}
    assert ours(inner) == ("title",)
    assert [gap.where for gap in gaps(inner, "thing[x]")] == ["thing[x]", "thing[x].parts[0]"]
    table = {"id": "7.41", "cells": [[1, 2]], "cell_sources": [["seed", "reconstruct"]], "source": "seed"}
    assert ours(table) == ("1 of its 2 cells",)


def test_rules_that_sentences_and_notes_name() -> None:
    assert cited("a neutral power must have an arch-enemy (16.1); name a power.") == "16.1"
    assert cited("nothing is cited (here)") is None
    [gap] = gaps(
        {"size": 1, "source": "reconstruct", "note": "reconstruct (a table exists: rule 5.5)"}, "x", "3"
    )
    assert gap.rule == "5.5"
    [gap] = gaps({"size": 1, "source": "reconstruct", "rule": "9.6.4", "note": "rule 1"}, "x")
    assert gap.rule == "9.6.4"


def test_plain_data_as_toml() -> None:
    data = {
        "name": 'a "b" ü\n',
        "numbers": [1, 2.5, -3],
        "yes": True,
        "nothing": None,
        "mark": {"value": 3, "source": "seed"},
        "odd key": {"deep": {"er": [[1, 2], []]}, "list": [{"a": 1}, {"a": 2, "inner": [{"b": 1}]}]},
        "empty": {},
    }
    expected = {key: value for key, value in data.items() if value is not None}
    assert tomllib.loads(toml_text(data)) == expected
