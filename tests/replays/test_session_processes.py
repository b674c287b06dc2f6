"""Two processes at one game: whoever comes second is told so, and nothing is lost or half done."""

from __future__ import annotations

import random
import subprocess
import sys

from eventlog.archive import Archive
from replays.session import Session
from replays.verification import verify_game
from tests.replays.played import archive_in, begun, from_zero, play_on, same

ACT = """
import sys
from pathlib import Path
from eventlog.archive import Archive
from eventlog.errors import HeadMoved
from replays.session import Session
archive = Archive(Path(sys.argv[1]), wait=60)
acted = 0
while acted < int(sys.argv[3]):
    session = Session.load(archive, sys.argv[2], who=sys.argv[4])
    choices = session.choices()
    if not choices:
        break
    try:
        session.act(choices[-1].seat, choices[-1].action)
    except HeadMoved as moved:
        assert moved.expected == session.head and moved.found != session.head
        print("moved")
        continue
    acted += 1
    print("acted", session.head.digest)
"""

STALE = """
import sys
from pathlib import Path
from eventlog.archive import Archive
from eventlog.errors import HeadMoved
from replays.session import Session
session = Session.load(Archive(Path(sys.argv[1])), "goofspiel-1")
print("loaded", flush=True)
sys.stdin.readline()
try:
    choice = session.choices()[0]
    session.act(choice.seat, choice.action)
except HeadMoved as moved:
    print(moved.expected.ply, moved.found.ply, session.position.ply)
"""


def started(text, *arguments, **how):
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)], stdout=subprocess.PIPE, text=True, **how
    )


def test_two_processes_act_in_turn_and_every_act_is_there_once(tmp_path):
    archive = Archive(tmp_path / "games.duckdb", wait=60)
    session = begun(archive, options={"turns": "12"})
    players = [started(ACT, archive.path, session.row.slug, 6, who) for who in ("Ann", "Ben")]
    told = [player.communicate(timeout=100)[0].splitlines() for player in players]
    assert [player.returncode for player in players] == [0, 0]
    acted = [line.split()[1] for lines in told for line in lines if line.startswith("acted")]
    assert len(acted) == 12
    history = [each.digest for each in archive.line_stored(session.row.id, "main")]
    assert set(acted) <= set(history)
    journal = archive.journal(session.row.id)
    assert [move.n for move in journal] == list(range(1, 14))
    assert {move.who for move in journal[1:]} == {"Ann", "Ben"}
    loaded = Session.load(archive, session.row.slug)
    assert same(loaded.position, from_zero(loaded))
    assert verify_game(archive, archive.game(session.row.id), states=True).fault is None


def test_a_process_with_a_stale_head_is_refused_with_both_heads(tmp_path):
    archive = archive_in(tmp_path)
    session = begun(archive)
    other = started(STALE, archive.path, stdin=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == "loaded\n"
    play_on(session, random.Random(1), 3)
    there = len(archive.tree_stored(session.row.id))
    told, _ = other.communicate("go\n", timeout=60)
    assert told.split() == ["0", str(session.position.ply), "0"]
    assert len(archive.tree_stored(session.row.id)) == there
    assert Session.load(archive, "goofspiel-1").head == session.head
