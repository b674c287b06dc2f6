"""`pass-ahead`: what its seat is told, and what it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventlog.archive import Archive
from tests.cli.commands import run


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "games.warlog"
    assert run("new", "sword-of-rome", "--name", "rome", "--seed", "6", archive=file).code == 0
    return file


def test_an_order_is_given_told_and_taken_back(archive: Path) -> None:
    at_first = run("pass-ahead", "rome", "--as", "greece", "--json", archive=archive).answer("pass-ahead")
    assert (at_first.seat, at_first.moment, at_first.until) == ("greece", None, None)
    given = run("pass-ahead", "rome", "every", "--as", "greece", "--json", archive=archive).answer(
        "pass-ahead"
    )
    assert (given.moment, given.until, given.events) == ("every", "own", [])
    one = run("pass-ahead", "rome", "Battle Certain", "--until", "turn", "--as", "greece", archive=archive)
    assert "The Greeks: every moment battle-certain goes by until the turn ends." in one.out
    told = run("pass-ahead", "rome", "--as", "greece", "--json", archive=archive).answer("pass-ahead")
    assert (told.moment, told.until) == ("battle-certain", "turn")
    other = run("pass-ahead", "rome", "--as", "gauls", "--json", archive=archive).answer("pass-ahead")
    assert other.moment is None  # it is told to its seat alone
    gone = run("pass-ahead", "rome", "none", "--as", "greece", archive=archive)
    assert "The Greeks: nothing is passed ahead." in gone.out
    assert Archive(archive).standing("rome") == {}


def test_an_order_is_of_one_seat_and_says_how_long(archive: Path) -> None:
    assert run("pass-ahead", "rome", "every", "--json", archive=archive).refusal().kind == "usage"
    two = run("pass-ahead", "rome", "every", "--as", "rome,greece", "--json", archive=archive)
    assert "--as SEAT" in two.refusal().message
    long = run("pass-ahead", "rome", "every", "--until", "friday", "--as", "rome", "--json", archive=archive)
    assert "own, turn or recalled" in long.refusal().message
    nobody = run("pass-ahead", "rome", "every", "--as", "carthage", "--json", archive=archive)
    assert nobody.code == 3
    closed = run("pass-ahead", "rome", "this", "--as", "greece", "--json", archive=archive)
    assert "is not asked to let anything go by now" in closed.refusal().message
    assert Archive(archive).standing("rome") == {}


def test_passing_ahead_adds_nothing_to_the_log(archive: Path) -> None:
    before = run("log", "rome", "--json", archive=archive).out
    run("pass-ahead", "rome", "every", "--as", "greece", archive=archive)
    assert run("log", "rome", "--json", archive=archive).out == before


def test_it_can_be_typed_in_a_sitting(archive: Path) -> None:
    played = run(
        "play",
        "rome",
        "--plain",
        archive=archive,
        typed="pass-ahead every until recalled\npass-ahead\nquit\n",
    )
    assert "every moment for a reaction goes by until that is taken back." in played.out
    assert len(Archive(archive).standing("rome")) == 1


def test_a_kind_that_is_not_the_open_one_is_said_to_be_another(archive: Path) -> None:
    typed = "1\npass-ahead retreat\npass-ahead this\nquit\n"  # who goes first; then Desperate Times before that impulse
    played = run("play", "rome", "--plain", archive=archive, typed=typed)
    told = played.out[played.out.index("> pass-ahead retreat") :]
    assert "every moment retreat goes by until the seat's next impulse. The kind that is open now is " in told
    this = told[told.index("> pass-ahead this") :]
    assert "The kind that is open now" not in this


def test_what_a_later_seat_does_brings_the_passes_before_it(archive: Path) -> None:
    assert run("act", "rome", "1", archive=archive).code == 0
    at_first = run("log", "rome", archive=archive).out
    passes = 0
    while "pass" in run("actions", "rome", archive=archive).out:
        assert run("act", "rome", "pass", archive=archive).code == 0
        passes += 1
    assert passes == 4
    played = run("actions", "rome", "--json", archive=archive).answer("actions")[0]
    assert run("undo", "rome", "4", archive=archive).code == 0
    assert run("log", "rome", archive=archive).out == at_first

    refused = run("act", "rome", played.text, "--as", "gauls", "--json", archive=archive)
    assert refused.code != 0  # a seat passes for nobody else
    assert run("act", "rome", "play r-99 ops", "--json", archive=archive).code != 0
    assert run("log", "rome", archive=archive).out == at_first
    done = run("act", "rome", played.text, archive=archive)
    assert done.code == 0
    assert done.out.count("no response") == 4
    log = run("log", "rome", archive=archive).out
    assert log.count("no response") == 4
    assert run("verify", "rome", archive=archive).code == 0
