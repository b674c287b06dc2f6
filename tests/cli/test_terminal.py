"""What a terminal really gets: no empty line between lines, no line wider than the screen, no word broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.canvas import BOLD, Span, Style, broken, text_of, width_of
from tests.cli.commands import run
from tests.cli.terminals import on_terminal


@pytest.fixture(scope="session")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with the learning battle `road`, just begun, a bot on either side."""
    file = tmp_path_factory.mktemp("battle") / "archive.duckdb"
    players = ["--player", "sauron=bot:random"]
    assert run("new", "sauron", "--name", "road", "--seed", "7", *players, archive=file).code == 0
    return file


@pytest.mark.parametrize(
    ("columns", "rows", "no_colour"), [(80, 24, False), (100, 40, True), (130, 50, False)]
)
def test_the_board_on_a_terminal_is_the_board_in_a_file(
    battle: Path, columns: int, rows: int, no_colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    in_a_file = run("show", "road", archive=battle).out.splitlines()
    raw, shown = on_terminal("show", "road", archive=battle, columns=columns, rows=rows, no_colour=no_colour)
    lines = shown.splitlines()
    assert ("\x1b[38;5;" in raw) is not no_colour
    assert max(cell_len(line) for line in lines) <= columns
    assert "\n\n\n" not in shown
    # Only long lines are broken, and the words are the same.
    assert shown.split() == "\n".join(in_a_file).split() or no_colour is False
    assert sum(1 for line in lines if not line.strip()) == sum(1 for line in in_a_file if not line.strip())


def test_a_stack_is_named_in_a_terminal_of_eighty_columns(battle: Path) -> None:
    _, shown = on_terminal("show", "road", archive=battle)
    board = shown[: shown.index("Places")]
    for unit in ("SOAr1", "SOSw1", "SOrc1", "SOrc2", "AMFt1", "AEle!"):
        assert board.count(unit) == 2, unit  # on the map and in the list
    assert "A+2" not in board


def test_words_are_not_broken_in_a_game_at_the_terminal(battle: Path, archive: Path) -> None:
    archive.write_bytes(battle.read_bytes())
    _, shown = on_terminal("play", "road", archive=archive, typed="why men-bowmen-1 1920\nquit\n")
    lines = shown.splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    told = " ".join(shown.split())
    for name in ("Men footmen 1", "The game is kept; go on with `warlog play road`."):
        assert name in told
    assert "Men bowmen 1 moves from hex to adjacent hex, and 1920 is not next to 1513 (4.25)" in told


@given(st.lists(st.text("ab-–界", min_size=1, max_size=12), max_size=20), st.integers(13, 40))
def test_a_broken_line_keeps_its_words_and_its_width(words: list[str], width: int) -> None:
    spans = tuple(
        Span(word, BOLD if number % 3 else Style()) for number, word in enumerate(" ".join(words).split("b"))
    )
    lines = broken(spans, width, hang=2)
    assert " ".join(text_of(each) for each in lines).split() == text_of(spans).split()
    widest = max((cell_len(word) for word in text_of(spans).split()), default=0)
    assert all(width_of(each) <= max(width, widest + width // 2) for each in lines)


def test_a_query_for_a_file_steers_no_terminal(battle: Path) -> None:
    """A pipe gets every character, a terminal none that it would obey."""
    query = "SELECT chr(27) || ']0;title' || chr(7) AS odd, chr(155) || '2J' AS odder"
    given = ("sql", query, "--format", "csv")
    assert run(*given, archive=battle).out == "odd,odder\n\x1b]0;title\x07,\x9b2J\n"
    raw, _ = on_terminal(*given, archive=battle, columns=80, rows=24)
    assert raw.splitlines() == ["odd,odder", "?]0;title?,?2J"]
