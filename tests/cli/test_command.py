"""The command itself: help, exit codes, pipes, terminals that lack characters, colour, and what it never imports."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import typer

from cli.application import application
from cli.terminal import print_json
from tests.cli.commands import ROOT, WARLOG, run, spawn

COMMANDS = tuple(
    "rulesets about new list show actions act why resign pass-ahead play demo log undo redo branch switch lines "  # noqa: SIM905
    "export import verify audit check simulate sql archive schema review find".split()
)


def test_help_lists_every_command_under_its_heading() -> None:
    text = run("--help").out
    for heading in ("Playing:", "History:", "Exchange and trust:", "The archive:"):
        assert f"\n{heading}\n" in text
    for command in COMMANDS:
        assert f"\n  {command} " in text, command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"Usage: warlog {command}")


def test_every_option_says_what_it_is() -> None:
    group = typer.main.get_command(application())
    silent = [
        f"{name} {parameter.opts[0]}"
        for name, command in vars(group)["commands"].items()
        for below in (command, *vars(command).get("commands", {}).values())
        for parameter in below.params
        if parameter.param_type_name == "option" and not parameter.help
    ]
    assert silent == []


def test_nothing_at_all_shows_the_help() -> None:
    ran = run()
    assert ran.code == 2
    assert "Usage: warlog" in ran.out


def test_version() -> None:
    assert run("--version").out.startswith("warlog ")


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from cli.main import main; main(['--help']); "
        "heavy = {'duckdb', 'rich', 'pydantic', 'rules.ruleset', 'eventlog.archive', 'immutables'} & set(sys.modules); "
        "sys.exit(f'imported: {sorted(heavy)}' if heavy else 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_a_defect_is_said_in_one_sentence(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("cli.names.place", broken)
    monkeypatch.delenv("WARLOG_DEBUG", raising=False)
    refusal = run("show", "cards", "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (1, "defect")
    assert "ZeroDivisionError: by nothing" in refusal.message
    assert "report" in refusal.message
    monkeypatch.setenv("WARLOG_DEBUG", "1")
    assert "Traceback" in run("show", "cards", archive=cards).err


def test_json_is_the_only_thing_on_standard_output(cards: Path) -> None:
    for command in (["show", "cards"], ["log", "cards"], ["list"], ["actions", "cards"], ["lines", "cards"]):
        ran = run(*command, "--json", archive=cards)
        assert ran.out.count("\n") == 1
        assert ran.out[0] in "[{"
        assert ran.err == ""


def test_a_reader_that_has_seen_enough(cards: Path) -> None:
    """The pipe is closed before anything is written to it."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [*WARLOG, "log", "cards", "--archive", str(cards)],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert ran.returncode == 0
    assert ran.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "koi8-r"])
def test_a_terminal_that_cannot_show_a_character(cards: Path, encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for arguments in (["show", "cards"], ["log", "cards"], ["list"], ["show", "карты"]):
        ran = spawn(*arguments, "--archive", str(cards), environment=environment)
        assert ran.returncode in (0, 2)
        assert b"Traceback" not in ran.stderr
    ran = spawn("list", "--json", "--archive", str(cards), environment=environment)
    assert json.loads(ran.stdout.decode(encoding))[0]["title"] == "Карты"


def test_what_a_terminal_lacks_is_replaced_cell_for_cell(cards: Path) -> None:
    wide = run("show", "cards", archive=cards).out.splitlines()
    plain = spawn("show", "cards", "--archive", str(cards), environment={"PYTHONIOENCODING": "ascii"})
    assert [len(line) for line in plain.stdout.decode("ascii").splitlines()] == [len(line) for line in wide]


def test_json_in_another_encoding_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stream)
    print_json('{"a":"最é😀"}'.encode())
    stream.flush()
    assert stream.buffer.getvalue() == b'{"a": "\\u6700\\u00e9\\ud83d\\ude00"}\n'


def test_a_title_cannot_steer_the_terminal(archive: Path) -> None:
    run(
        "new",
        "goofspiel",
        "--name",
        "odd",
        "--title",
        "\x1b[31mred\nand\x07",
        "--player",
        "north=\x9b2J",
        archive=archive,
    )
    for command in (["list"], ["show", "odd"], ["sql", "SELECT title FROM game"], ["show", "\x1b[0m"]):
        ran = run(*command, archive=archive)
        assert not any(ord(character) < 32 and character != "\n" for character in ran.out + ran.err)
    ran = run("play", "odd", archive=archive)
    assert ran.out.startswith("odd: ?[31mred?and?, ")
    assert "North: ?2J" in ran.out
    [game] = run("list", "--json", archive=archive).answer("list")
    assert game.title == "\x1b[31mred\nand\x07"


def test_json_holds_nothing_that_a_terminal_obeys(archive: Path) -> None:
    odd = "\x9b31m \u202ered\u2066 最\U000e0041\x7f"
    run("new", "goofspiel", "--name", "odd", "--title", odd, archive=archive)
    for arguments in (["list", "--json"], ["sql", "SELECT title FROM game", "--format", "json"]):
        out = run(*arguments, archive=archive).out
        assert "最" in out
        assert out.rstrip("\n").isprintable()
        assert msgspec.json.decode(out)[0]["title"] == odd


def test_a_long_text_does_not_make_a_long_sentence(cards: Path) -> None:
    assert len(run("act", "cards", "x" * 9000, archive=cards).sentence()) < 1500


def _on_a_terminal(*arguments: str, environment: dict[str, str]) -> bytes:
    """What the command prints on a terminal of its own."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*WARLOG, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
    ) as process:
        os.close(theirs)
        printed = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # how Linux says that the other side is gone
                break
            if not chunk:
                break
            printed += chunk
        process.wait(60)
    os.close(ours)
    return printed


def test_colour_on_a_terminal_unless_it_is_not_wanted(cards: Path) -> None:
    assert run("new", "sauron", "--name", "road", archive=cards).code == 0
    arguments = ["show", "road", "--archive", str(cards)]
    coloured = _on_a_terminal(*arguments, environment={})
    assert b"48;2;165;53;43" in coloured  # the red of Sauron as a ground
    without = _on_a_terminal(*arguments, environment={"NO_COLOR": "1"})
    assert b"Turn 1" in without
    assert b"48;2;" not in without
    assert b"38;2;" not in without
    dumb = _on_a_terminal(*arguments, environment={"TERM": "dumb"})
    assert b"\x1b" not in dumb


def test_play_on_a_terminal_leaves_at_the_end_of_input(cards: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*WARLOG, "play", "cards", "--archive", str(cards)], stdin=theirs, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        os.close(theirs)
        os.write(ours, b"why 1\nquit\n")
        printed, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    assert b"Legal." in printed
    assert b"The game is kept" in printed


def test_the_default_archive_is_in_the_data_folder_of_the_user(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "WARLOG_ARCHIVE": ""}
    ran = spawn("new", "goofspiel", "--name", "mine", environment=environment)
    assert ran.returncode == 0, ran.stderr
    assert [file.name for file in tmp_path.rglob("*.duckdb")] == ["archive.duckdb"]
