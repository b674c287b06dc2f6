"""`stats`: reports and their plots."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cli.answers import ReportRows
from tests.cli.commands import run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with ten games of the small game and one of Sauron."""
    file = tmp_path_factory.mktemp("played") / "archive.duckdb"
    for given in ("goofspiel -n 10", "sauron -n 1 --scenario learning"):
        assert run("simulate", *given.split(), "--seed", "3", "--workers", "1", archive=file).code == 0
    return file


def told(*arguments: str, archive: Path) -> ReportRows:
    answer = run("stats", *arguments, "--json", archive=archive).answer("stats")
    assert isinstance(answer, ReportRows)
    return answer


def test_without_a_report_all_are_listed(archive: Path) -> None:
    ran = run("stats", archive=archive)
    assert ran.code == 0
    assert "  who-wins   Who wins?\n" in ran.out
    assert "\nsauron:\n" in ran.out
    listed = run("stats", "--json", archive=archive).answer("stats")
    assert [(each.name, each.ruleset) for each in listed][:2] == [("by-turn", None), ("dice", None)]
    assert ("duels", "sauron") in [(each.name, each.ruleset) for each in listed]
    assert not archive.exists()


def test_the_reports_of_one_ruleset(archive: Path) -> None:
    listed = run("stats", "--ruleset", "Sword_of_Rome", "--json", archive=archive).answer("stats")
    assert {each.ruleset for each in listed} == {None, "sword-of-rome"}


def test_a_report_is_a_table(played: Path) -> None:
    ran = run("stats", "who-wins", "--ruleset", "goofspiel", archive=played)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Who wins?"
    assert "10 games of goofspiel." in " ".join(lines[1:4])
    head = next(line for line in lines if line.startswith("seat"))
    assert head.split("  ")[0] == "seat"
    assert head.endswith("share of games won    from      to")
    assert lines[-1] == "(2 rows)"


def test_the_rows_of_a_report_in_json(played: Path) -> None:
    answer = told("who-wins", "--ruleset", "goofspiel", "--by", "bot", archive=played)
    assert (answer.report, answer.title, answer.games, answer.plot) == ("who-wins", "Who wins?", 10, None)
    assert answer.columns == ["bot", "seat", "first", "games", "won", "drawn", "share", "low", "high"]
    assert {row[0] for row in answer.rows} == {"random"}
    for row in answer.rows:
        assert row[answer.columns.index("share")] == row[answer.columns.index("won")] / 10


def test_a_report_is_asked_in_any_case_and_with_either_line(played: Path) -> None:
    assert told("Who_Wins", "--ruleset", "GOOFSPIEL", "--origin", "all", archive=played).games == 10
    assert told("what-wins", "--origin", "simulated", archive=played).games == 11


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_a_plot_is_drawn(played: Path, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"who{suffix}"
    answer = told("who-wins", "--ruleset", "goofspiel", "--plot", str(file), archive=played)
    assert answer.plot == str(file)
    assert file.stat().st_size > 1000
    ran = run("stats", "who-wins", "--ruleset", "goofspiel", "--plot", str(file), archive=played)
    assert ran.out.endswith(f"{file}: {file.stat().st_size} bytes.\n")


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ("who-win", 3, "There is no report who-win: did you mean who-wins"),
        ("who-wins --ruleset chess", 3, "There is no ruleset chess"),
        (
            "who-wins --ruleset gondor",
            3,
            "The archive holds no games of gondor: `warlog simulate gondor -n 100` plays",
        ),
        (
            "who-wins --ruleset sauron --scenario battle",
            3,
            (
                "The archive holds no games of sauron of the scenario battle: "
                "`warlog simulate sauron -n 100 --scenario battle` plays some."
            ),
        ),
        ("levels", 3, "The archive holds no games of gondor, whose report levels is."),
        ("who-wins --ruleset sauron --scenario batle", 3, "sauron has no scenario batle"),
        ("who-wins --origin recorded", 3, "The archive holds no games that were recorded."),
        ("who-wins --origin whatif", 2, "Reports leave what-if games out"),
        (
            "who-wins --origin simulatd",
            2,
            "--origin takes played, recorded, imported, simulated or all, not simulatd.",
        ),
        ("who-wins --by colour", 2, "Games cannot be split by colour: there are scenario,"),
        ("where --by bot --ruleset sauron --plot map.svg", 8, "A board shows one heat"),
        ("where", 2, "where is told on the board of one game: say with --ruleset"),
        ("who-wins --plot who.gif", 2, "--plot who.gif: the name of a plot ends in .svg, .png or .html."),
        (
            "who-wins --plot /nowhere/who.svg",
            8,
            "/nowhere/who.svg cannot be written: there is no folder /nowhere.",
        ),
        ("odds --ruleset goofspiel --plot odds.svg", 8, "There is nothing to draw of 10 games of goofspiel"),
        ("--by bot", 2, "Say which report, as in `warlog stats who-wins`"),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refusal = run("stats", *given.split(), "--json", archive=played).refusal()
    assert refusal.code == code
    assert refusal.message.startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_a_plot_is_no_folder(played: Path, tmp_path: Path) -> None:
    (tmp_path / "dice.svg").mkdir()
    ran = run("stats", "dice", "--plot", str(tmp_path / "dice.svg"), "--json", archive=played)
    assert ran.refusal().code == 8
    assert ran.refusal().message.endswith("it is a folder; name a file in it.")


def test_a_plot_is_never_written_over_an_archive(played: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.svg"
    shutil.copyfile(played, other)
    ran = run("stats", "dice", "--ruleset", "sauron", "--plot", str(other), "--json", archive=played)
    assert ran.refusal().code == 8
    assert other.read_bytes() == played.read_bytes()


def test_an_archive_that_is_not_there(archive: Path) -> None:
    assert run("stats", "who-wins", "--json", archive=archive).refusal().code == 8
    assert not archive.exists()


def test_a_report_of_an_empty_archive(archive: Path) -> None:
    run("new", "goofspiel", "--name", "one", archive=archive)
    assert told("who-wins", archive=archive).rows == []
    ran = run("stats", "who-wins", archive=archive)
    assert ran.out.splitlines()[-1].startswith("(0 rows: nothing of the kind ")
