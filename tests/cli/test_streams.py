"""Output that goes nowhere, streams that are closed, Ctrl-C at any moment: no traceback, and a code that is true."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import INTERRUPTED
from tests.cli.commands import ROOT, WARLOG, run

USAGE, NOT_FOUND, DAMAGED, UNTOLD = 2, 3, 7, 9
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="streams are closed by a shell of Unix")


def _shell(redirections: str, *arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs the command by a shell, with its redirections."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *WARLOG, *arguments],
        input=typed,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


@pytest.fixture(params=[">&-", ">/dev/full"])
def nowhere(request: pytest.FixtureRequest) -> str:
    """Redirections by which standard output cannot be written."""
    if "full" in request.param and not FULL.exists():
        pytest.skip("this system has no full device")
    return str(request.param)


def test_what_was_done_although_the_answer_is_lost(cards: Path, nowhere: str) -> None:
    for arguments, ply in ((["act", "cards", "1"], None), (["undo", "cards", "--json"], 3)):
        ran = _shell(nowhere, *arguments, "--archive", str(cards))
        assert ran.returncode == UNTOLD, ran
        assert ran.stderr.count(b"\n") == 1
        assert b"could not be written" in ran.stderr
        assert b"done and recorded" in ran.stderr
        here = run("show", "cards", "--json", archive=cards).answer("show").ply
        assert here > 3 if ply is None else here == ply
    assert run("verify", "cards", archive=cards).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--json"],
        ["list"],
        ["show", "cards"],
        ["log", "cards", "--json"],
        ["--help"],
        ["schema"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_an_answer_that_is_lost(cards: Path, nowhere: str, arguments: list[str]) -> None:
    given = [] if arguments[0].startswith("--") else ["--archive", str(cards)]
    ran = _shell(nowhere, *arguments, *given)
    assert ran.returncode == UNTOLD
    assert ran.stderr.count(b"\n") == 1
    assert b"could not be written" in ran.stderr
    assert b"recorded" not in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_refusal_keeps_its_code_where_its_answer_is_lost(
    cards: Path, nowhere: str, more: list[str]
) -> None:
    ran = _shell(nowhere, "show", "nope", *more, "--archive", str(cards))
    assert ran.returncode == NOT_FOUND
    assert ran.stderr.count(b"\n") == 1
    assert b"nope" in ran.stderr


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (NOT_FOUND, ["show", "nope"]),
        (USAGE, ["show", "cards", "--loud"]),
        (0, ["show", "cards"]),
        (0, ["act", "cards", "1"]),
    ],
)
def test_a_complaint_that_is_lost_changes_no_code(
    cards: Path, redirection: str, code: int, arguments: list[str]
) -> None:
    if "full" in redirection and not FULL.exists():
        pytest.skip("this system has no full device")
    ran = _shell(redirection, *arguments, "--archive", str(cards))
    assert ran.returncode == code
    scripted = _shell(redirection, *arguments, "--json", "--archive", str(cards))
    assert scripted.stdout.count(b"\n") == 1  # a complaint goes nowhere rather than into the document
    assert scripted.stdout.startswith(b"{")


def test_no_stream_at_all(cards: Path) -> None:
    """The archive gets none of the three numbers, by which all that is printed would land in it."""
    assert _shell("<&- >&- 2>&-", "act", "cards", "1", "--archive", str(cards)).returncode == UNTOLD
    assert run("verify", "--states", archive=cards).code == 0
    ran = _shell("<&-", "play", "cards", "--archive", str(cards))
    assert ran.returncode == 0
    assert b"The game is kept" in ran.stdout


def test_nobody_plays_who_sees_nothing(cards: Path, nowhere: str) -> None:
    before = cards.read_bytes()
    ran = _shell(
        nowhere,
        "play",
        "cards",
        "--archive",
        str(cards),
        typed=b"1\n",
    )
    assert b"Traceback" not in ran.stderr
    assert cards.read_bytes() == before


def test_a_reader_that_has_gone_changes_no_code(cards: Path) -> None:
    for code, arguments in ((NOT_FOUND, ["show", "nope", "--json"]), (0, ["act", "cards", "1"])):
        reading, writing = os.pipe()
        os.close(reading)
        ran = subprocess.run(
            [*WARLOG, *arguments, "--archive", str(cards)],
            stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False,
        )  # fmt: skip
        os.close(writing)
        assert ran.returncode == code
        assert b"Broken" not in ran.stderr
    assert run("show", "cards", "--json", archive=cards).answer("show").ply > 3


def test_a_pipe_that_does_not_wait_gets_everything(cards: Path) -> None:
    program = "import os, sys; os.set_blocking(1, False); from cli.main import run; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "sql", "SELECT repeat('x', 300000) AS x", "--json", "--archive", str(cards)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    first = os.read(process.stdout.fileno(), 1000)  # and the pipe is full for a while
    rest, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (0, b"")
    assert len(first + rest) > 300_000


@pytest.mark.parametrize(
    "module", ["typer", "cli.application", "cli.terminal", "cli.playing", "duckdb", "msgspec"]
)
def test_ctrl_c_while_the_program_is_loaded(cards: Path, module: str) -> None:
    """Ctrl-C comes at the moment in which this module is looked for."""
    program = f"""
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from cli.main import run
run()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, "show", "cards", "--archive", str(cards)],
        capture_output=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == INTERRUPTED, ran
    assert ran.stdout == b""
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.count(b"\n") <= 1
