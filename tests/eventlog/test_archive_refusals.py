"""What cannot be used as an archive is said in one sentence, and left as it is."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from eventlog.archive import ANY, Archive
from eventlog.errors import ArchiveUnusable, Damaged, LogError, NotFound
from eventlog.schema import SCHEMA
from tests.eventlog.chains import DATA, after, beginning, chain, head_of, stored

WORKS: dict[str, Callable[[Archive], Any]] = {
    "games": lambda archive: archive.games(),
    "game": lambda archive: archive.game("cape"),
    "journal": lambda archive: archive.journal("cape"),
    "tree": lambda archive: archive.tree("cape"),
    "line_batches": lambda archive: archive.line_batches("cape", "main"),
    "history": lambda archive: archive.history("cape", "main"),
    "info": lambda archive: archive.info(),
    "reading": lambda archive: archive.reading().__enter__(),
    "begin": lambda archive: archive.begin(beginning(2), data=DATA),
    "append": lambda archive: archive.append(
        "cape", "main", [after(chain(beginning(), 5)[-1])], expected=ANY
    ),
    "move": lambda archive: archive.move("cape", "undo", "main", head_of(beginning())),
    "set_result": lambda archive: archive.set_result("cape", 1),
}
WRITES = ("begin", "append", "move", "set_result")
MAKES = ("begin",)
works = pytest.mark.parametrize("work", WORKS)


def state(folder: Path) -> dict[str, tuple[str, int]]:
    """Everything in a folder: names, contents, modes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(folder))] = (content, path.stat().st_mode)
    return found


def refused(
    folder: Path, archive: Archive, work: str, match: str, error: type[LogError] = ArchiveUnusable
) -> None:
    before = state(folder)
    with pytest.raises(error, match=match) as caught:
        WORKS[work](archive)
    text = str(caught.value)
    assert "\n" not in text
    assert str(archive.path) in text
    assert state(folder) == before


@works
def test_a_file_that_is_missing(tmp_path: Path, work: str):
    archive = Archive(tmp_path / "none.duckdb")
    assert not archive.exists()
    if work in MAKES:
        WORKS[work](archive)
        assert list(tmp_path.iterdir()) == [archive.path]
    else:
        refused(tmp_path, archive, work, "There is no archive")


@works
def test_a_folder_that_is_missing(tmp_path: Path, work: str):
    archive = Archive(tmp_path / "no" / "archive.duckdb")
    refused(tmp_path, archive, work, "no folder" if work in MAKES else "There is no archive")


@works
def test_a_folder_instead_of_a_file(tmp_path: Path, work: str):
    refused(tmp_path, Archive(tmp_path), work, "is a folder")


@works
@pytest.mark.parametrize(
    "content", [b"", b"noise", b"\x00" * 20_000, b"SQLite format 3\x00" + b"\x01" * 5000]
)
def test_a_file_that_is_no_duckdb(tmp_path: Path, work: str, content: bytes):
    archive = Archive(tmp_path / "archive.duckdb")
    archive.path.write_bytes(content)
    refused(tmp_path, archive, work, "is not an archive")


@works
def test_a_duckdb_file_that_is_no_archive(tmp_path: Path, work: str):
    archive = Archive(tmp_path / "archive.duckdb")
    with duckdb.connect(str(archive.path)) as connection:
        connection.execute("CREATE TABLE about (what VARCHAR)")
        connection.execute("CREATE TABLE game (id VARCHAR)")
    refused(tmp_path, archive, work, "not an archive of games")


@works
@pytest.mark.parametrize("what", ["archive.duckdb", "archive.duckdb.wal"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, work: str, what: str):
    archive = Archive(tmp_path / "archive.duckdb")
    if what != archive.path.name:
        stored(archive, chain(beginning(), 5), slug="cape")
    os.mkfifo(tmp_path / what)
    with pytest.raises(ArchiveUnusable, match=f"{what} is no regular file"):
        WORKS[work](archive)


@works
def test_a_device_is_refused(work: str):
    with pytest.raises(ArchiveUnusable, match="/dev/null is no regular file"):
        WORKS[work](Archive("/dev/null"))


@works
@pytest.mark.parametrize("name", ["n" * 200, "n" * 250, "n" * 10_000, "folder/" * 1500])
def test_a_long_name_makes_no_long_sentence(tmp_path: Path, work: str, name: str):
    archive = Archive(tmp_path / name)
    try:
        WORKS[work](archive)
    except ArchiveUnusable as error:
        said = str(error)
        assert "…" in said
        assert len(said) < 600
    else:
        assert work in MAKES
        assert len(name) <= 250


def changed(archive: Archive, *statements: str) -> None:
    """Change an archive by hand, as another program might."""
    with duckdb.connect(str(archive.path)) as connection:
        for statement in statements:
            connection.execute(statement)


@works
@pytest.mark.parametrize(
    ("schema", "match"), [(str(SCHEMA + 1), "knows schemas up to"), ("x", "not an archive")]
)
def test_an_archive_of_a_newer_or_no_schema(tmp_path: Path, work: str, schema: str, match: str):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    changed(archive, f"UPDATE about SET value = '{schema}' WHERE key = 'schema'")
    refused(tmp_path, archive, work, match)


@works
def test_a_file_of_a_newer_duckdb(tmp_path: Path, work: str):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    content = bytearray(archive.path.read_bytes())
    # The main header: checksum, "DUCK", version of the storage.
    assert content[8:12] == b"DUCK"
    content[12:20] = (9999).to_bytes(8, "little")
    archive.path.write_bytes(content)
    before = state(tmp_path)
    with pytest.raises((ArchiveUnusable, Damaged), match=re.escape(str(archive.path))):
        WORKS[work](archive)
    assert state(tmp_path) == before


@works
def test_a_file_that_was_cut_off(tmp_path: Path, work: str):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    archive.path.write_bytes(archive.path.read_bytes()[:9000])
    before = state(tmp_path)
    with pytest.raises((ArchiveUnusable, Damaged), match=re.escape(str(archive.path))):
        WORKS[work](archive)
    assert state(tmp_path) == before


def test_blocks_that_were_overwritten_are_damage(tmp_path: Path):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 200), slug="cape")
    content = bytearray(archive.path.read_bytes())
    for at in range(3 * 4096 + 5000, len(content), 10_000):
        content[at] ^= 0xFF
    archive.path.write_bytes(content)
    before = state(tmp_path)
    with pytest.raises(Damaged, match="is damaged"):
        archive.line_batches("cape", "main")
    assert state(tmp_path) == before


@pytest.mark.parametrize(
    ("kind", "text", "damage"),
    [
        (duckdb.Error, "Corrupt database file: computed checksum 1 does not match stored checksum 2", True),
        (duckdb.Error, "Corrupted RLE segment: run counts do not cover the segment row count.", True),
        (
            duckdb.IOException,
            'IO Error: Could not read enough bytes from file "a": attempted to read 4',
            True,
        ),
        (
            duckdb.SerializationException,
            "Serialization Error: Failed to deserialize: field id mismatch",
            True,
        ),
        (duckdb.InvalidInputException, "Invalid Input Error: Corrupt is what this query says itself", False),
        (duckdb.Error, "something else", False),
    ],
)
def test_what_is_damage_of_all_that_duckdb_says(
    tmp_path: Path, kind: type[Exception], text: str, damage: bool
):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 2), slug="cape")
    with (
        pytest.raises(Damaged if damage else kind, match="is damaged" if damage else text),
        archive.reading(),
    ):
        raise kind(text)


# As somebody who may not write --------------------------------------------------------------------------------------

NOBODY = 65534

WRITER = """
import os, sys
from pathlib import Path
from tests.eventlog.test_archive_refusals import WORKS
from eventlog.archive import Archive
from eventlog.errors import LogError
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
try:
    WORKS[sys.argv[2]](Archive(Path(sys.argv[1])))
except LogError as error:
    print(type(error).__name__, error)
else:
    print("done")
"""


def as_nobody(archive: Archive, work: str) -> str:
    """What a process says that may write only what everybody may."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", WRITER.format(nobody=NOBODY), str(archive.path), work],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@pytest.mark.parametrize("work", ["games", "history", *WRITES])
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_read_only_can_be_read_and_not_written(open_folder: Path, what: str, work: str):
    archive = Archive(open_folder / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    archive.path.chmod(0o444 if what == "file" else 0o666)
    if what == "folder":
        open_folder.chmod(0o555)
    before = state(open_folder)
    said = as_nobody(archive, work)
    if work in WRITES:
        assert said.startswith("ArchiveUnusable")
        assert "read-only" in said
        assert str(archive.path) in said
    else:
        assert said == "done"
    assert state(open_folder) == before


@pytest.mark.parametrize("work", ["games", "history", *WRITES])
def test_what_may_not_be_read_is_said_to_be_so(open_folder: Path, work: str):
    archive = Archive(open_folder / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    archive.path.chmod(0)
    said = as_nobody(archive, work)
    assert said.startswith("ArchiveUnusable")
    assert "cannot be read" in said
    assert "read-only" not in said


def test_what_lies_in_a_closed_folder_cannot_be_read(open_folder: Path):
    archive = Archive(open_folder / "archive.duckdb")
    stored(archive, chain(beginning(), 5), slug="cape")
    open_folder.chmod(0o600)
    said = as_nobody(archive, "games")
    assert said.startswith("ArchiveUnusable")
    assert "cannot be read: permission denied" in said


def test_no_archive_is_made_in_a_read_only_folder(open_folder: Path):
    open_folder.chmod(0o555)
    said = as_nobody(Archive(open_folder / "archive.duckdb"), "begin")
    assert said.startswith("ArchiveUnusable")
    assert "read-only; make it writable, or name a file elsewhere" in said
    assert str(open_folder / "archive.duckdb") in said
    assert list(open_folder.iterdir()) == []


# A full disk --------------------------------------------------------------------------------------------------------

FULL = """
import resource, sys
from pathlib import Path
from tests.eventlog.chains import DATA, after, beginning, chain
from eventlog.archive import ANY, Archive
from eventlog.errors import LogError
archive = Archive(Path(sys.argv[1]))
room = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
batches = archive.line_batches("cape", "main") if archive.exists() else [beginning()]
try:
    if not archive.exists():
        archive.begin(batches[0], slug="cape", data=DATA)
    while True:
        more = chain(batches[-1], 400)[1:]
        archive.append("cape", "main", more, expected=ANY)
        batches += more
except LogError as error:
    print(type(error).__name__, len(batches), error)
"""


def test_a_full_disk_is_said_and_what_was_stored_before_stays(tmp_path: Path):
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, chain(beginning(), 3), slug="cape")
    room = archive.path.stat().st_size + 300_000
    said = filled(archive, room)
    kind, plies, sentence = said.split(" ", 2)
    assert kind == "ArchiveUnusable"
    assert "no room" in sentence
    assert int(plies) > 4
    assert [batch.ply for batch in archive.line_batches("cape", "main")] == list(range(int(plies)))
    assert archive.journal("cape")[-1].ply == int(plies) - 1
    archive.append("cape", "main", [after(archive.line_batches("cape", "main")[-1])], expected=ANY)


@pytest.mark.parametrize("room", [1000, 100_000, 300_000])
def test_an_archive_that_does_not_fit_leaves_nothing(tmp_path: Path, room: int):
    said = filled(Archive(tmp_path / "archive.duckdb"), room)
    assert said.startswith("ArchiveUnusable")
    assert "no room" in said
    left = list(tmp_path.iterdir())
    if left:
        assert left == [tmp_path / "archive.duckdb"]
        with pytest.raises(NotFound):
            Archive(left[0]).game("cape")


def filled(archive: Archive, room: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(archive.path), str(room)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=100,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.strip()
