"""Several processes and threads on one archive: every row once, nothing acknowledged lost, never half a batch."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from eventlog.archive import ANY, Archive
from eventlog.errors import ArchiveBusy, ArchiveUnusable, HeadMoved
from eventlog.integrity import verify
from eventlog.record import Batch
from tests.eventlog.chains import DATA, after, beginning, chain, head_of, stored

ROOT = Path(__file__).parents[2]


def started(archive: Archive, work: str, *rest: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.eventlog.hammering", work, str(archive.path), *map(str, rest)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def finished(process: subprocess.Popen[str], timeout: float = 120) -> list[str]:
    """The lines that the process has said; it must have ended well."""
    said, errors = process.communicate(timeout=timeout)
    assert errors == ""
    assert process.returncode == 0
    return said.split()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def whole(archive: Archive) -> list[Batch]:
    """The main line of `cape`, after everything that must hold of it was checked."""
    row = archive.game("cape")
    stored = [(each.digest, each.batch) for each in archive.tree_stored(row.id)]
    last = archive.last_move_digest(row.id)
    assert verify(row.id, stored, archive.journal(row.id), key=row.key, data=DATA, last_move=last) is None
    batches = archive.line_batches(row.id, "main")
    assert [batch.ply for batch in batches] == list(range(len(batches)))
    assert all(len(batch.events) == 2 for batch in batches[1:])
    return batches


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive(tmp_path / "archive.duckdb")
    stored(archive, [beginning()], slug="cape")
    return archive


def test_processes_and_threads_on_one_game_store_every_batch_once(archive: Archive):
    processes = [started(archive, "hammer", f"process-{number}", 2, 6) for number in range(4)]
    own = [threading.Thread(target=_append_some, args=(archive, 5)) for _ in range(2)]
    for thread in own:
        thread.start()
    acknowledged = [each for process in processes for each in finished(process)]
    for thread in own:
        thread.join()
    ids = [batch.id for batch in whole(archive)]
    assert len(acknowledged) == len(set(acknowledged)) == 4 * 2 * 6
    assert len(ids) == len(set(ids)) == 1 + 4 * 2 * 6 + 2 * 5
    assert set(acknowledged) <= set(ids)
    assert not list(archive.path.parent.glob("*.wal"))


def _append_some(archive: Archive, acts: int) -> None:
    archive = Archive(archive.path, wait=30)
    done = 0
    while done < acts:
        batch = archive.line_batches("cape", "main", archive.head("cape", "main").ply)[-1]
        try:
            archive.append("cape", "main", [after(batch, f"{threading.get_ident()} {done}")], expected=ANY)
        except HeadMoved:
            continue
        done += 1


def test_of_threads_that_act_on_one_head_one_is_first(archive: Archive):
    batch = beginning()
    for round_ in range(5):
        head = head_of(batch)
        refusals: list[HeadMoved] = []
        gate = threading.Barrier(6)

        def act(mark: str, batch=batch, head=head, refusals=refusals, gate=gate) -> None:
            gate.wait()
            try:
                archive.append("cape", "main", [after(batch, mark)], expected=head)
            except HeadMoved as moved:
                refusals.append(moved)

        _together([partial(act, f"{round_} {number}") for number in range(6)])
        batch = whole(archive)[-1]
        assert batch.ply == round_ + 1
        assert [(each.expected, each.found) for each in refusals] == [(head, head_of(batch))] * 5


def _together(works: list[Callable[[], None]]) -> None:
    errors: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_threads_read_and_write_through_one_archive(archive: Archive):
    batches = chain(beginning(), 12)

    def write() -> None:
        for batch in batches[1:]:
            archive.append("cape", "main", [batch], expected=ANY)

    def read() -> None:
        for _ in range(12):
            found = archive.line_batches("cape", "main")
            assert found == batches[: len(found)]
            assert archive.game("cape").slug == "cape"

    _together([write, read, read])
    assert whole(archive) == batches


def killed(process: subprocess.Popen[str], lines: int) -> list[str]:
    """Kill a process some moment after it has said so many lines; all it has said."""
    said = [first_line(process) for _ in range(lines)]
    time.sleep(random.uniform(0, 0.03))
    process.kill()
    rest, _ = process.communicate(timeout=30)
    return said + rest.split("\n")[:-1]


@pytest.mark.parametrize("rounds", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_a_kill_loses_nothing_acknowledged_and_leaves_no_half(archive: Archive, rounds: int):
    acknowledged: set[str] = set()
    for round_ in range(rounds):
        ready, *said = killed(started(archive, "forever", round_), random.randint(1, 13))
        assert ready == "ready"
        acknowledged.update(said)
        batches = whole(archive)
        assert acknowledged <= {batch.id for batch in batches}
        # four at once: all of them or none
        assert (len(batches) - 1) % 4 == 0
    assert acknowledged


@pytest.mark.parametrize("rounds", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_a_kill_while_an_archive_is_made_leaves_none_or_a_whole_one(tmp_path: Path, rounds: int):
    for number in range(rounds):
        archive = Archive(tmp_path / f"{number}.duckdb")
        process = started(archive, "begin-many")
        # importing takes longer than making: wait until something happens in the folder
        while process.poll() is None and not any(str(number) in path.name for path in tmp_path.iterdir()):
            time.sleep(0.0005)
        time.sleep(random.uniform(0, 0.02))
        process.kill()
        said, _ = process.communicate(timeout=30)
        acknowledged = len(said.split("\n")) - 1
        if not archive.exists():
            assert acknowledged == 0
            with pytest.raises(ArchiveUnusable):
                archive.games()
        else:
            assert len(archive.games()) in (acknowledged, acknowledged + 1)
        archive.begin(beginning(5000), data=DATA)
        for row in archive.games():
            assert archive.line_batches(row.id, "main")[0].game == row.id


def test_processes_that_make_the_archive_at_once_share_it(tmp_path: Path):
    archive = Archive(tmp_path / "archive.duckdb")
    processes = [started(archive, "begin", number) for number in range(1, 5)]
    slugs = [finished(process)[0] for process in processes]
    assert sorted(slugs) == [f"counters-{number}" for number in range(1, 5)]
    assert len(archive.games()) == 4
    assert list(tmp_path.iterdir()) == [archive.path]


@pytest.mark.parametrize("work", ["read", "write"])
def test_who_waits_too_long_is_told_who_holds_it(archive: Archive, work: str):
    holder = started(archive, work, 60)
    assert first_line(holder) == "ready"
    waiting = Archive(archive.path, wait=0.2)
    before = time.monotonic()
    with pytest.raises(ArchiveBusy, match=f"in use by process {holder.pid} .* wait longer") as caught:
        waiting.append("cape", "main", [after(beginning())], expected=ANY)
    assert time.monotonic() - before >= 0.2
    assert caught.value.pid == holder.pid
    if work == "write":
        with pytest.raises(ArchiveBusy):
            waiting.games()
    else:
        # readers do not wait for readers
        assert waiting.game("cape").plies == 0
    holder.kill()
    holder.communicate()
    waiting.append("cape", "main", [after(beginning())], expected=ANY)
    assert len(whole(archive)) == 2


def test_who_waits_gets_it_as_soon_as_it_is_let_go(archive: Archive):
    holder = started(archive, "write", 0.5)
    assert first_line(holder) == "ready"
    archive.append("cape", "main", [after(beginning())], expected=ANY)
    finished(holder)
    assert len(whole(archive)) == 2


def test_a_thread_waits_for_the_work_of_another(archive: Archive):
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with archive.working():
            held.set()
            assert let_go.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(30)
    with pytest.raises(ArchiveBusy, match="this process") as caught:
        Archive(archive.path, wait=0.05).games()
    assert caught.value.pid == os.getpid()
    process = started(archive, "try", 0.2)
    assert finished(process) == ["busy", str(os.getpid())]
    let_go.set()
    thread.join()
    assert finished(started(archive, "try", 20)) == []
    assert len(whole(archive)) == 2


def test_nobody_comes_between_the_steps_of_a_piece_of_work(archive: Archive):
    with archive.working():
        ply = archive.head("cape", "main").ply
        archive.append("cape", "main", [batch := after(beginning())], expected=ANY)
        assert finished(started(archive, "try", 0.1)) == ["busy", str(os.getpid())]
        archive.append("cape", "main", [after(batch)], expected=head_of(batch))
    assert whole(archive)[-1].ply == ply + 2


def test_who_is_interrupted_by_hand_leaves_the_archive_as_it_was(archive: Archive):
    def work_for_long() -> None:
        with archive._transaction() as connection:
            connection.execute("DELETE FROM archive.event")
            connection.execute("SELECT sum(sqrt(range)) FROM range(20_000_000_000)")

    before = archive.path.read_bytes()
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        work_for_long()
    assert archive.path.read_bytes() == before
    archive.append("cape", "main", [after(beginning())], expected=ANY)
    assert len(whole(archive)) == 2


def in_a_fork(work: Callable[[], bool]) -> bool:
    """Whether the work succeeds in a forked child."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def test_a_forked_child_begins_anew(archive: Archive):
    archive.wait = 5
    batches = chain(beginning(), 6)
    archive.append("cape", "main", batches[1:2], expected=ANY)

    def child() -> bool:
        archive.append("cape", "main", batches[2:3], expected=ANY)
        return len(whole(archive)) == 3

    assert in_a_fork(child)
    archive.append("cape", "main", batches[3:4], expected=ANY)
    assert whole(archive) == batches[:4]


def test_a_child_forked_in_the_middle_does_not_write_through_its_parents_handle(archive: Archive):
    batches = chain(beginning(), 6)

    def child() -> bool:
        archive.wait = 0.1
        with pytest.raises(ArchiveBusy):
            archive.append("cape", "main", [after(batches[0], "child")], expected=ANY)
        return True

    with archive.working():
        assert in_a_fork(child)
        archive.append("cape", "main", batches[1:2], expected=ANY)
    assert whole(archive) == batches[:2]
