"""A game that is here only as one seat saw it: what can be asked of it though much is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.fixture
def seen_by_sparta(tmp_path: Path) -> Path:
    """Hellenes with Athens' card committed and Sparta to commit, in an archive of its own as Sparta saw it."""
    table, own, file = tmp_path / "table.duckdb", tmp_path / "own.duckdb", tmp_path / "sparta.warlog"
    assert run("new", "hellenes", "--seed", "7", archive=table).code == 0
    assert run("act", "hellenes-1", "1", "--as", "athens", archive=table).code == 0
    assert run("export", "hellenes-1", str(file), "--as", "sparta", archive=table).code == 0
    assert run("import", str(file), archive=own).code == 0
    return own


def test_an_own_action_on_which_hidden_cards_follow_is_judged(seen_by_sparta: Path) -> None:
    listed = run("actions", "hellenes-1", "--as", "sparta", "--json", archive=seen_by_sparta).answer(
        "actions"
    )
    assert listed
    for choice in listed[:3]:
        for words in ("1", choice.text, " ".join(choice.text.split()[:2])):
            judged = run("why", "hellenes-1", words, "--as", "sparta", archive=seen_by_sparta)
            assert judged.code in (0, 2), judged.err
        assert (
            run("why", "hellenes-1", choice.text, "--as", "sparta", archive=seen_by_sparta).out == "Legal.\n"
        )


def test_it_cannot_be_played_on_in_words_either(seen_by_sparta: Path) -> None:
    (first, *_) = run("actions", "hellenes-1", "--as", "sparta", "--json", archive=seen_by_sparta).answer(
        "actions"
    )
    for words in ("1", first.text):
        refused = run("act", "hellenes-1", words, "--as", "sparta", archive=seen_by_sparta)
        assert refused.code == 2
        assert "as sparta saw it: it can be looked at, not played on" in refused.err


def test_trials_make_up_what_is_hidden(seen_by_sparta: Path) -> None:
    told = run("whatif", "hellenes-1", "-n", "1", "--bot", "random", archive=seen_by_sparta)
    assert told.code == 0, told.err
