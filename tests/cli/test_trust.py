"""`verify`, `audit`, `check`."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from replays.check import Check
from tests.cli.commands import run


def _edit(archive: Path) -> None:
    """Changes what the archive holds of the last ply behind its back."""
    with duckdb.connect(str(archive)) as connection:
        connection.execute("UPDATE event SET payload = replace(payload, 'north-1', 'north-2') WHERE ply = 3")


def test_verify(cards: Path) -> None:
    verified = run("verify", "--json", archive=cards).answer("verify")
    assert (verified.games, verified.batches, verified.damaged) == (1, 4, [])
    assert (
        run("verify", "cards", "--states", archive=cards).out
        == "1 game, 4 batches, 0 boards: all as they were written.\n"
    )


def test_verify_names_the_first_damaged_batch(cards: Path) -> None:
    run("new", "goofspiel", "--name", "sound", archive=cards)
    _edit(cards)
    ran = run("verify", "--json", archive=cards)
    assert ran.code == 7
    verified = ran.answer("verify")
    assert verified.games == 2
    assert [(each.game, each.ply, each.what) for each in verified.damaged] == [("cards", 3, "edited")]
    assert run("verify", "sound", archive=cards).code == 0
    text = run("verify", archive=cards)
    assert text.code == 7
    assert "cards@3: edited." in text.out


def test_audit(cards: Path) -> None:
    for _ in range(3):
        run("simulate", "goofspiel", "-n", "1", "--seed", "3", archive=cards)
    audited = run("audit", "--json", archive=cards).answer("audit")
    assert audited.differences == []
    assert audited.rulings == 0
    assert audited.games == len(run("list", "--origin", "all", "--json", archive=cards).answer("list"))
    assert run("audit", "cards", "--json", archive=cards).answer("audit").plies == 4
    assert "as recorded" in run("audit", "--ruleset", "goofspiel", archive=cards).out


def test_audit_says_where_the_rules_decide_otherwise(cards: Path) -> None:
    _edit(cards)
    ran = run("audit", "--json", archive=cards)
    assert ran.code == 7
    [difference] = ran.answer("audit").differences
    assert (difference.game, difference.ply) == ("cards", 3)


def test_a_ruleset_that_fails_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "replays.check.check", lambda *_, **__: [Check("narrated", False, "ply 3: says nothing")]
    )
    ran = run("check", "goofspiel", "--json")
    assert ran.code == 7
    assert ran.answer("check").checks[0].detail == "ply 3: says nothing"
    assert "FAIL  narrated: ply 3: says nothing" in run("check", "goofspiel").out


def test_check() -> None:
    checked = run("check", "goofspiel", "-n", "1", "--json").answer("check")
    assert len(checked.checks) > 5
    assert all(each.passed for each in checked.checks), [each for each in checked.checks if not each.passed]


def test_verify_takes_a_file_whole_or_as_one_seat_knows_it(cards: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nothing.duckdb"
    for name, seats in (("whole", []), ("mine", ["--as", "north"])):
        file = tmp_path / f"{name}.warlog"
        assert run("export", "cards", str(file), *seats, archive=cards).code == 0
        ran = run("verify", str(file), "--states", archive=nowhere)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("1 game, 4 batches, ")
        assert not nowhere.exists()
        text = file.read_text()
        file.write_text(text.replace('"seat":"south"', '"seat":"north"', 1))
        assert text != file.read_text()
        assert run("verify", str(file), archive=nowhere).code == 7
    assert run("verify", str(tmp_path / "none.warlog"), archive=nowhere).code == 8


def test_audit_says_in_words_what_it_looked_at(cards: Path) -> None:
    assert run("audit", "cards", archive=cards).out == (
        "1 game, 4 plies, no corrections by people: the rules decide all as recorded.\n"
    )
