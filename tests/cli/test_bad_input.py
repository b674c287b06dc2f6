"""Whatever is wrong with the input: one sentence, the right exit code, and the archive byte for byte as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from tests.cli.commands import WARLOG, Ran, run, spawn

USAGE, NOT_FOUND, ILLEGAL, HEAD_MOVED, BUSY, DAMAGED, BAD_INPUT = 2, 3, 4, 5, 6, 7, 8


@pytest.fixture(scope="module")
def untouched(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the archive with `cards` that no test of this file changes."""
    return Path(shutil.copyfile(begun, tmp_path_factory.mktemp("untouched") / "archive.duckdb"))


def _refused(code: int, *arguments: str, archive: Path, typed: str = "") -> Ran:
    """Runs the command twice, for people and for scripts: both refuse with the same code and sentence, and change
    nothing."""
    before = archive.read_bytes() if archive.exists() else None
    told = run(*arguments, archive=archive, typed=typed)
    scripted = run(*arguments, "--json", archive=archive, typed=typed)
    assert told.code == code, (told.code, told.err, told.out)
    assert told.sentence() == scripted.refusal().message
    assert told.out == ""
    assert (archive.read_bytes() if archive.exists() else None) == before
    assert "Traceback" not in told.err
    return scripted


# A wrong word on the command line

ON_CARDS: list[tuple[int, list[str]]] = [
    # no such game
    *[
        (NOT_FOUND, [command, "nowhere", *more])
        for command, more in [
            ("show", []),
            ("actions", []),
            ("act", ["1"]),
            ("why", ["pass"]),
            ("resign", ["--as", "north"]),
            ("log", []),
            ("undo", []),
            ("redo", []),
            ("branch", ["x"]),
            ("switch", ["main"]),
            ("lines", []),
            ("export", ["x.warlog"]),
            ("verify", []),
            ("audit", []),
        ]
    ],
    # no such line
    *[
        (NOT_FOUND, [command, "cards:elsewhere", *more])
        for command, more in [
            ("show", []),
            ("actions", []),
            ("act", ["1"]),
            ("why", ["1"]),
            ("log", []),
            ("undo", []),
            ("branch", ["x"]),
        ]
    ],
    (NOT_FOUND, ["switch", "cards", "elsewhere"]),
    # no such ply
    *[
        (NOT_FOUND, [command, f"cards@{ply}", *more])
        for command, more in [("show", []), ("actions", []), ("why", ["1"]), ("log", []), ("branch", ["x"])]
        for ply in ("99", "-9", "t9", "somewhere", "999999999")
    ],
    (NOT_FOUND, ["log", "cards", "--from", "9"]),
    (NOT_FOUND, ["log", "cards", "--to", "9"]),
    (USAGE, ["log", "cards", "--from", "2", "--to", "1"]),
    (USAGE, ["log", "cards", "--from", "x"]),
    (USAGE, ["act", "cards@1", "1"]),
    (USAGE, ["undo", "cards@1"]),
    (USAGE, ["export", "cards:main", "x.warlog"]),
    # no reference at all
    *[
        (USAGE, ["show", reference])
        for reference in ("", "?", "a b", "cards@", "cards::main", "карты", "@3", ":main")
    ],
    # rulesets, scenarios, options, players
    (NOT_FOUND, ["new", "chess"]),
    (NOT_FOUND, ["about", "chess"]),
    (NOT_FOUND, ["simulate", "chess", "-n", "1"]),
    (NOT_FOUND, ["check", "chess"]),
    (NOT_FOUND, ["new", "goofspiel", "--scenario", "sicily"]),
    (NOT_FOUND, ["simulate", "goofspiel", "-n", "1", "--scenario", "sicily"]),
    (NOT_FOUND, ["new", "goofspiel", "--player", "west=Anna"]),
    (NOT_FOUND, ["new", "goofspiel", "--player", "north=bot:deep"]),
    (NOT_FOUND, ["simulate", "goofspiel", "-n", "1", "--bot", "deep"]),
    (NOT_FOUND, ["simulate", "goofspiel", "-n", "1", "--bot", "west=random"]),
    (USAGE, ["new", "goofspiel", "--player", "Anna"]),
    (USAGE, ["new", "goofspiel", "--option", "night=long"]),
    (USAGE, ["new", "goofspiel", "--option", "undo=never"]),
    (USAGE, ["new", "goofspiel", "--option", "turns=many"]),
    (USAGE, ["new", "goofspiel", "--option", "turns"]),
    (USAGE, ["new", "goofspiel", "--option", f"turns={'9' * 5000}"]),
    (USAGE, ["new", "goofspiel", "--option", "turns=3", "--option", "turns=4"]),
    (USAGE, ["new", "goofspiel", "--tag", "night"]),
    (USAGE, ["new", "goofspiel", "--tag", "night=1", "--tag", "night=2"]),
    (USAGE, ["new", "goofspiel", "--player", "north=Ann", "--player", "NORTH=Bo"]),
    (USAGE, ["simulate", "goofspiel", "-n", "1", "--bot", "random", "--bot", "greedy"]),
    *[
        (USAGE, ["new", "goofspiel", "--played", date])
        for date in (
            "../x",
            "77",
            "1977-13",
            "1977-02-30",
            "1977-1-1",
            "19770101",
            "1977-W01",
            "0000",
            "١٩٧٧",
            "x" * 9000,
        )
    ],
    (USAGE, ["new", "goofspiel", "--name", "cards"]),
    (USAGE, ["new", "goofspiel", "--name", "Ω"]),
    (USAGE, ["new", "goofspiel", "--name", ""]),
    (USAGE, ["new", "goofspiel", "--name", "a" * 65]),
    (USAGE, ["new", "goofspiel", "--name", "a" * 10_000]),
    (USAGE, ["new", "goofspiel", "--seed", "٣"]),
    (USAGE, ["new", "goofspiel", "--seed", "many"]),
    (USAGE, ["new", "goofspiel", "--seed", "-1"]),
    (USAGE, ["new", "goofspiel", "--chance", "loaded"]),
    (BAD_INPUT, ["new", "goofspiel", "--data", "nowhere"]),
    (BAD_INPUT, ["new", "goofspiel", "--dice", "3"]),
    (BAD_INPUT, ["new", "goofspiel", "--chance", "manual"]),
    (BAD_INPUT, ["new", "goofspiel", "--chance", "manual", "--dice", "7"]),
    (BAD_INPUT, ["new", "goofspiel", "--chance", "manual", "--dice", "one"]),
    (BAD_INPUT, ["new", "goofspiel", "--chance", "manual", "--dice", "1", "--draw", "spades-99"]),
    (USAGE, ["list", "--origin", "heaven"]),
    (USAGE, ["list", "--tag", "x"]),
    # seats
    (NOT_FOUND, ["show", "cards", "--as", "west"]),
    (NOT_FOUND, ["actions", "cards", "--as", "west"]),
    (NOT_FOUND, ["act", "cards", "1", "--as", "west"]),
    (NOT_FOUND, ["why", "cards", "1", "--as", "west"]),
    (NOT_FOUND, ["resign", "cards", "--as", "west"]),
    (NOT_FOUND, ["log", "cards", "--as", "north,west"]),
    (NOT_FOUND, ["export", "cards", "x.warlog", "--as", "west"]),
    (USAGE, ["resign", "cards"]),
    (USAGE, ["resign", "cards", "--as", "north,south"]),
    (USAGE, ["show", "cards", "--as", ","]),
    # numbers, words and JSON of actions
    *[
        (USAGE, ["act", "cards", action])
        for action in ("0", "4", "99999999999999999999", "", "fly", "choose nothing")
    ],
    *[(USAGE, ["why", "cards", action]) for action in ("0", "4", "fly")],
    # other digits than 0 to 9
    *[
        (USAGE, [command, "cards", action])
        for command in ("act", "why")
        for action in ("٣", "１", "1²", "choose hearts-１")
    ],
    (USAGE, ["act", "cards", "1", "--expect", "٣"]),
    (BAD_INPUT, ["act", "cards", "1", "--dice", "٣"]),
    (NOT_FOUND, ["show", "cards@٣"]),
    (USAGE, ["log", "cards", "--from", "٣"]),
    (USAGE, ["undo", "cards", "٣"]),
    (USAGE, ["show", "cards", "--wait", "٣"]),
    (USAGE, ["sql", "SELECT 1", "--timeout", "٣"]),
    (USAGE, ["simulate", "goofspiel", "-n", "٣"]),
    *[
        (USAGE, ["act", "cards", action])
        for action in (
            "{",
            "{}",
            "[]",
            '{"type":"fly"}',
            '{"type":"commit"}',
            '{"type":"commit","card":1}',
            '{"type":"pass","more":1}',
            '{"type":"commit","card":"hearts-1","card":"hearts-4"}',
            '{"type":"pass","type":"commit","card":"hearts-1"}',
            '{"type":"commit","c\\u0061rd":"hearts-1","card":"hearts-1"}',
        )
    ],
    (BAD_INPUT, ["act", "cards", "[" * 20000]),
    (USAGE, ["why", "cards", '{"type":"fly"}']),
    # what the rules forbid
    (ILLEGAL, ["act", "cards", '{"type":"pass"}']),
    (ILLEGAL, ["act", "cards", '{"type":"commit","card":"spades-1"}']),
    (ILLEGAL, ["act", "cards", "again"]),
    (ILLEGAL, ["act", "cards", "again with hearts-9"]),
    (ILLEGAL, ["act", "cards", '{"type":"pass"}', "--as", "north"]),
    # dice where they fall from the key
    (BAD_INPUT, ["act", "cards", "1", "--dice", "3"]),
    (BAD_INPUT, ["act", "cards", "1", "--draw", "hearts-1"]),
    (BAD_INPUT, ["act", "cards", "1", "--dice", "six"]),
    # a head that has moved
    (HEAD_MOVED, ["act", "cards", "1", "--expect", "2"]),
    (HEAD_MOVED, ["act", "cards", "1", "--expect", "000000000000"]),
    (HEAD_MOVED, ["act", "cards", "1", "--expect", "99999"]),
    (USAGE, ["act", "cards", "1", "--expect", "here"]),
    (USAGE, ["act", "cards", "1", "--expect", ""]),
    (USAGE, ["act", "cards", "1", "--expect", "9" * 5000]),
    (HEAD_MOVED, ["act", "cards", "1", "--expect", "9" * 64]),
    # taking back and lines
    (USAGE, ["undo", "cards", "0"]),
    (USAGE, ["undo", "cards", "x"]),
    (NOT_FOUND, ["undo", "cards", "9"]),
    (USAGE, ["undo", "cards", "1", "--to", "turn"]),
    (NOT_FOUND, ["undo", "cards", "--to", "@9"]),
    (NOT_FOUND, ["undo", "cards", "--to", "nowhere@1"]),
    (NOT_FOUND, ["undo", "cards", "--to", "cards@3"]),
    (NOT_FOUND, ["redo", "cards"]),
    (NOT_FOUND, ["redo", "cards", "3"]),
    (USAGE, ["redo", "cards", "x"]),
    (USAGE, ["branch", "cards", "main"]),
    (USAGE, ["branch", "cards", "Straße!"]),
    (USAGE, ["branch", "cards", "a" * 65]),
    # files
    (USAGE, ["export", "cards", "cards.txt"]),
    (BAD_INPUT, ["export", "cards", "no/such/folder/cards.warlog"]),
    (BAD_INPUT, ["import", "nowhere.warlog"]),
    (BAD_INPUT, ["import", "tests"]),
    # queries and counts
    (BAD_INPUT, ["sql", "SELECT"]),
    (USAGE, ["sql", "SELECT 1", "--format", "xml"]),
    (USAGE, ["sql", "SELECT 1", "--format", "parquet"]),
    (USAGE, ["sql", "SELECT 1", "--timeout", "soon"]),
    (BAD_INPUT, ["sql", "SELECT 1", "--out", "no/such/folder/rows.csv"]),
    (USAGE, ["simulate", "goofspiel", "-n", "0"]),
    (USAGE, ["simulate", "goofspiel", "-n", "some"]),
    (USAGE, ["simulate", "goofspiel"]),
    (USAGE, ["simulate", "goofspiel", "-n", "1", "--seed", "x"]),
    (USAGE, ["check", "goofspiel", "-n", "0"]),
    # the command itself
    (USAGE, ["show"]),
    (USAGE, ["show", "cards", "--loud"]),
    (USAGE, ["show", "cards", "more"]),
    (USAGE, ["act", "cards"]),
    (USAGE, ["show", "cards", "--wait", "long"]),
    (USAGE, ["show", "cards", "--wait", "-1"]),
    *[
        (USAGE, ["show", "cards", "--wait", wait])
        for wait in ("9" * 31, "inf", "nan", "1e3", "", "1_0", ".", "0x1")
    ],
]


def _shown(value: object) -> str:
    return " ".join(value)[:60] if isinstance(value, list) else str(value)


@pytest.mark.parametrize(("code", "arguments"), ON_CARDS, ids=_shown)
def test_wrong_words(untouched: Path, code: int, arguments: list[str]) -> None:
    _refused(code, *arguments, archive=untouched)


def test_what_is_no_command() -> None:
    assert run("dance").code == USAGE
    assert "dance" in run("dance", "--json").refusal().message


def test_an_illegal_action_names_its_rule(cards: Path) -> None:
    refusal = _refused(ILLEGAL, "act", "cards", '{"type":"pass"}', archive=cards).refusal()
    assert (refusal.kind, refusal.rule) == ("illegal-action", "2.2")


def test_an_action_that_two_seats_could_take_needs_a_seat(cards: Path) -> None:
    run("undo", "cards", archive=cards)
    run("undo", "cards", archive=cards)
    run("act", "cards", '{"type":"pass"}', archive=cards)
    refusal = _refused(USAGE, "act", "cards", "choose", archive=cards).refusal()
    assert refusal.kind in ("several-seats", "unreadable")


def test_what_is_near_is_told_of_the_seat_that_is_to_decide(cards: Path) -> None:
    run("undo", "cards", archive=cards)  # both are to choose
    for given in ([], ["--as", "north"], ["--as", "south"]):
        message = _refused(USAGE, "act", "cards", "choose 6", *given, archive=cards).refusal().message
        assert "is nothing that" in message
        assert "near it: (choose) " in message
    for _ in range(2):
        run("undo", "cards", archive=cards)
    message = _refused(USAGE, "act", "cards", "pass 6", archive=cards).refusal().message
    assert message == "north has nothing to decide after “pass”, so “6” cannot be done."


def test_names_dates_and_waits_that_will_just_do(cards: Path) -> None:
    for number, date in enumerate(("1977", "1977-05", "1977-05-31", " 2024-02-29 ", "")):
        given = ["--name", f"{'a' * 62}-{number}", "--played", date, "--wait", "999999999"]
        assert run("new", "goofspiel", *given, archive=cards).code == 0
        [game] = [
            each for each in run("list", "--json", archive=cards).answer("list") if each.game == given[1]
        ]
        assert game.played == date.strip()
    for wait in ("0", "2.5", ".5", "3."):
        assert run("show", "cards", "--wait", wait, archive=cards).code == 0


def test_options_that_the_rules_cannot_read_are_named(archive: Path) -> None:
    refusal = _refused(
        USAGE, "new", "goofspiel", "--option", f"turns={'9' * 5000}", archive=archive
    ).refusal()
    assert refusal.kind == "bad-option"
    assert "turns=9999" in refusal.message
    assert not archive.exists()


def test_every_known_error_is_where_it_is_looked_for() -> None:
    from importlib import import_module

    from cli.failures import _KNOWN

    for module, name in _KNOWN:
        assert getattr(import_module(module), name).__module__ == module


def test_a_prefix_of_several_games_names_none(cards: Path) -> None:
    run("new", "goofspiel", "--name", "cards-2", archive=cards)
    run("new", "goofspiel", "--name", "cards-3", archive=cards)
    refusal = _refused(NOT_FOUND, "show", "cards-", archive=cards).refusal()
    assert "cards-2" in refusal.message
    assert "cards-3" in refusal.message


@pytest.mark.parametrize(
    ("dice", "draws"),
    [
        (None, None),
        ("3", None),
        (None, "?,?"),
        ("3", "?"),
        ("3,3", "?,?"),
        ("3", "?,?,?"),
        ("0", "?,?"),
        ("7", "?,?"),
        ("-1", "?,?"),
        ("3.5", "?,?"),
        ("3", "spades-5,?"),
        ("3", "hearts-1,?"),
        ("3", "no-card,?"),
    ],
)
def test_wrong_dice_and_draws(by_hand: Path, dice: str | None, draws: str | None) -> None:
    given = [*(["--dice", dice] if dice else []), *(["--draw", draws] if draws else [])]
    _refused(
        BAD_INPUT,
        "act",
        "hand",
        '{"type":"commit","card":"hearts-5"}',
        *given,
        archive=by_hand,
    )


# A wrong archive


@contextmanager
def _held(archive: Path, *, read_only: bool = False) -> Iterator[int]:
    """Another process that holds the archive; its number."""
    opening = f"duckdb.connect({str(archive)!r}, read_only={read_only})"
    program = f"import duckdb, os; held = {opening}; print(os.getpid(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(30)


@pytest.mark.parametrize(
    "arguments",
    [["show", "cards"], ["act", "cards", "1"], ["list"], ["new", "goofspiel"], ["sql", "SELECT 1"]],
)
def test_an_archive_that_another_process_holds(cards: Path, arguments: list[str]) -> None:
    before = cards.read_bytes()
    with _held(cards) as process:
        told = run(*arguments, "--wait", "0.2", archive=cards)
        scripted = run(*arguments, "--wait", "0.2", "--json", archive=cards)
    assert told.code == BUSY
    assert str(process) in told.sentence()
    assert scripted.refusal().kind == "archive-busy"
    assert cards.read_bytes() == before


def test_readers_do_not_wait_for_readers(cards: Path) -> None:
    with _held(cards, read_only=True):
        assert run("show", "cards", "--wait", "0.2", archive=cards).code == 0
        assert run("act", "cards", "1", "--wait", "0.2", archive=cards).code == BUSY
    assert run("act", "cards", "1", archive=cards).code == 0


def _missing(archive: Path) -> None:
    archive.unlink()


def _empty(archive: Path) -> None:
    archive.write_bytes(b"")


def _noise(archive: Path) -> None:
    archive.write_bytes(b"this is a letter to a friend\n" * 400)


def _foreign(archive: Path) -> None:
    archive.unlink()
    with duckdb.connect(str(archive)) as connection:
        connection.execute("CREATE TABLE prices(item VARCHAR, price INTEGER)")


def _newer(archive: Path) -> None:
    with duckdb.connect(str(archive)) as connection:
        connection.execute("UPDATE about SET value = '999' WHERE key = 'schema'")


def _folder(archive: Path) -> None:
    archive.unlink()
    archive.mkdir()


READING = [
    ["show", "cards"],
    ["log", "cards"],
    ["list"],
    ["sql", "SELECT 1"],
    ["archive", "info"],
    ["verify"],
]
WRITING = [["act", "cards", "1"], ["undo", "cards"], ["branch", "cards@1", "x"]]


@pytest.mark.parametrize("arguments", [*READING, *WRITING], ids=" ".join)
@pytest.mark.parametrize("spoil", [_missing, _empty, _noise, _foreign, _newer, _folder])
def test_what_is_no_archive_of_ours(cards: Path, spoil: Callable[[Path], None], arguments: list[str]) -> None:
    spoil(cards)
    before = cards.read_bytes() if cards.is_file() else None
    told = run(*arguments, archive=cards)
    scripted = run(*arguments, "--json", archive=cards)
    assert told.code == BAD_INPUT, told
    assert told.sentence() == scripted.refusal().message
    assert str(cards) in told.sentence()
    assert (cards.read_bytes() if cards.is_file() else None) == before
    assert sorted(path.name for path in cards.parent.iterdir()) in ([], [cards.name])


@pytest.mark.parametrize("arguments", [*READING, *WRITING, ["play"]], ids=" ".join)
def test_a_named_archive_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Whether it is named on the command line or in the environment."""
    missing = tmp_path / "missing.duckdb"
    more = [] if arguments == ["play"] else ["--json"]
    named = run(*arguments, *more, archive=missing)
    monkeypatch.setenv("WARLOG_ARCHIVE", str(missing))
    assert run(*arguments, *more) == named
    assert named.code == BAD_INPUT
    assert str(missing) in named.sentence()
    assert not missing.exists()


@pytest.mark.parametrize("place", ["~nouser-of-this-name/x.duckdb", "~nouser-of-this-name"])
def test_an_archive_of_a_user_that_is_not_there(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named = run("list", "--json", archive=Path(place))
    monkeypatch.setenv("WARLOG_ARCHIVE", place)
    for arguments in (["list"], ["new", "goofspiel"], ["export", "cards", "x.warlog"], ["archive", "info"]):
        refusal = run(*arguments, "--json").refusal()
        assert (refusal.code, refusal.message) == (BAD_INPUT, named.refusal().message)
    assert place in named.sentence()


def test_an_archive_without_a_name() -> None:
    assert run("list", "--archive", "", "--json").refusal().code == USAGE


def test_a_data_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.delenv("WARLOG_ARCHIVE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    refusal = run("new", "goofspiel", "--json").refusal()
    assert (refusal.code, refusal.kind) == (BAD_INPUT, "archive-unusable")
    assert str(tmp_path / "file") in refusal.message
    assert "archive.duckdb" in refusal.message
    assert "--archive" in refusal.message


@pytest.mark.parametrize("spoil", [_empty, _noise, _foreign, _newer, _folder])
def test_nothing_is_begun_in_what_is_no_archive_of_ours(cards: Path, spoil: Callable[[Path], None]) -> None:
    spoil(cards)
    before = cards.read_bytes() if cards.is_file() else None
    assert run("new", "goofspiel", "--json", archive=cards).refusal().code == BAD_INPUT
    assert (cards.read_bytes() if cards.is_file() else None) == before


def test_a_damaged_archive(cards: Path) -> None:
    content = bytearray(cards.read_bytes())
    content[12_000:] = bytes(len(content) - 12_000)
    cards.write_bytes(content)
    before = cards.read_bytes()
    refusal = run("show", "cards", "--json", archive=cards).refusal()
    assert refusal.code in (DAMAGED, BAD_INPUT)
    assert cards.read_bytes() == before


@pytest.fixture
def modes_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a file's mode count for the superuser too, as it does for everybody else."""
    may = os.access

    def access(path: Path, mode: int) -> bool:
        return may(path, mode) and (mode != os.W_OK or bool(Path(path).stat().st_mode & 0o200))

    monkeypatch.setattr(os, "access", access)


@pytest.mark.usefixtures("modes_count")
def test_an_archive_that_is_read_only(cards: Path) -> None:
    cards.chmod(0o444)
    for arguments in (*WRITING, ["new", "goofspiel"], ["simulate", "goofspiel", "-n", "1"]):
        refusal = _refused(BAD_INPUT, *arguments, archive=cards).refusal()
        assert refusal.kind == "archive-unusable"
    assert run("show", "cards", archive=cards).code == 0
    assert run("log", "cards", archive=cards).code == 0


def test_a_place_where_no_archive_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = run("new", "goofspiel", "--json", archive=tmp_path / "file" / "archive.duckdb")
    assert ran.refusal().code == BAD_INPUT


# A wrong file


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    return lambda content: b"".join(change(content.splitlines(keepends=True)))


FILES: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "empty": (BAD_INPUT, lambda _: b""),
    "noise": (BAD_INPUT, lambda _: bytes(range(256)) * 40),
    "a letter": (BAD_INPUT, lambda _: "Дорогая Анна!\n".encode()),
    "other JSON": (BAD_INPUT, lambda _: b'{"type":"FeatureCollection"}\n'),
    "a newer version": (BAD_INPUT, lambda content: content.replace(b'{"warlog":1,', b'{"warlog":99,', 1)),
    "cut off in a line": (DAMAGED, lambda content: content[: len(content) // 2]),
    "cut off between lines": (DAMAGED, _lines(lambda lines: lines[:-1])),
    "the header alone": (DAMAGED, _lines(lambda lines: lines[:1])),
    "edited": (DAMAGED, lambda content: content.replace(b'"seat":"north"', b'"seat":"south"', 1)),
    "a line doubled": (DAMAGED, _lines(lambda lines: [*lines[:3], lines[2], *lines[3:]])),
    "a line missing": (DAMAGED, _lines(lambda lines: [*lines[:4], *lines[5:]])),
    "lines exchanged": (DAMAGED, _lines(lambda lines: [*lines[:-3], lines[-2], lines[-3], lines[-1]])),
    "the whole doubled": (DAMAGED, lambda content: content + content),
    "another seal": (DAMAGED, lambda content: content.replace(b'{"sealed":"', b'{"sealed":"00', 1)),
}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_wrong_file(cards: Path, tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    code, spoil = FILES[name]
    folder = tmp_path_factory.mktemp("files")
    file, target = folder / "cards.warlog", folder / "target.duckdb"
    assert run("export", "cards", str(file), archive=cards).code == 0
    file.write_bytes(spoil(file.read_bytes()))
    shutil.copyfile(cards, target)
    refusal = _refused(code, "import", str(file), archive=target).refusal()
    assert file.name in refusal.message
    # and where there is no archive yet, none is made
    assert run("import", str(file), archive=folder / "none.duckdb").code == code
    assert not (folder / "none.duckdb").exists()


def test_a_file_that_cannot_be_written_leaves_the_one_that_was_there(cards: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cards.warlog"
    folder.mkdir()
    _refused(BAD_INPUT, "export", "cards", str(folder), archive=cards)


LOOKING = [
    ["show", "cards"],
    ["act", "cards", "1"],
    ["verify"],
    ["find", "turn >= 1", "--workers", "1"],
    ["export", "cards", "{}.warlog"],
    ["archive", "parquet", "{}"],
    ["stats", "who-wins"],
    ["sql", "SELECT sum(length(payload)) FROM event"],
    ["sql", "SELECT count(*) FROM warlog.turns"],
]


@pytest.mark.parametrize("arguments", LOOKING, ids=" ".join)
def test_whatever_block_is_damaged_is_damage(cards: Path, tmp_path: Path, arguments: list[str]) -> None:
    """DuckDB finds it out wherever it reads the block first: in our queries, in the views, in somebody's own."""
    whole = cards.read_bytes()
    blocks = range(3 * 4096, len(whole), 262_144)
    codes = []
    for number, at in enumerate(blocks if arguments[0] != "sql" else blocks[:6]):
        spoilt = bytearray(whole)
        spoilt[at + 20_000 : at + 20_008] = b"\xff\x00" * 4
        spoilt[at + 100] ^= 1
        cards.write_bytes(spoilt)
        ran = run(*[each.format(tmp_path / str(number)) for each in arguments], archive=cards)
        codes.append(ran.code)
        if ran.code == DAMAGED:
            assert str(cards) in ran.sentence()
    assert set(codes) <= {0, DAMAGED}, codes
    assert DAMAGED in codes


# In a process of its own


def test_no_traceback_reaches_anybody(cards: Path) -> None:
    ran = spawn("show", "nowhere", "--archive", str(cards))
    assert ran.returncode == NOT_FOUND
    assert ran.stdout == b""
    assert ran.stderr.count(b"\n") == 1
    assert b"Traceback" not in ran.stderr


def test_arguments_that_are_no_text(cards: Path) -> None:
    before = cards.read_bytes()
    command: list[str | bytes] = [*WARLOG, "act", "cards", b"\xff\xfe", "--archive", str(cards), "--json"]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert ran.returncode == USAGE
    assert b"UTF-8" in ran.stderr
    assert b'"code":2' in ran.stdout
    assert cards.read_bytes() == before


def test_an_interruption_leaves_no_traceback(cards: Path) -> None:
    """A command that waits for the archive until Ctrl-C comes."""
    program = (
        "import os, signal, threading; from cli.main import run; "
        "threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start(); run()"
    )
    with _held(cards):
        ran = subprocess.run(
            [sys.executable, "-c", program, "show", "cards", "--wait", "60", "--archive", str(cards)],
            capture_output=True,
            check=False,
            timeout=60,
        )
    assert ran.returncode == 130
    assert ran.stderr.count(b"\n") == 1
    assert b"Interrupted" in ran.stderr
