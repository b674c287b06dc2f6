"""Whatever somebody writes into the rows of an archive: reading it ends in one sentence, and verifying it names it."""

from __future__ import annotations

import dataclasses
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eventlog.archive import Archive
from eventlog.errors import Damaged, NotFound, UnknownType
from eventlog.interchange import export
from replays import opening
from replays.audit import audit
from replays.opening import NoSuchRuleset
from replays.session import CannotUndo, Session
from replays.verification import verify_all
from rules.errors import IllegalAction
from tests.replays.played import act, begun, damage, play_on

DAMAGED, OTHER = "damaged", "other"

REFUSED = (Damaged, UnknownType, CannotUndo, IllegalAction)
"""How it may end, besides well. The last two where rows are as rows may be and say something else than they did, which
only verifying can tell."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """Two games: one with a tail that was taken back, a line of its own and an undo at its end; and a plain one."""
    archive = Archive(tmp_path_factory.mktemp("whole") / "games.duckdb")
    session = begun(archive, slug=DAMAGED, options={"turns": "12"})
    while session.position.ply < 8:
        act(session)
    session.undo_to(4)
    for number in (2, 1, 3):
        act(session, number)
    session.branch("bold", 5)
    act(session, 2)
    session.switch("main")
    session.undo_to(6)
    play_on(begun(archive, slug=OTHER, seed="8"), random.Random(3), 6)
    return archive.path


@pytest.fixture
def archive(whole, tmp_path) -> Archive:
    return Archive(shutil.copy(whole, tmp_path / "games.duckdb"))


def told(archive: Archive) -> None:
    session = Session.load(archive, DAMAGED)
    for each in archive.line_stored(session.row.id, session.line):
        for event in each.batch.events:
            session.opened.codec.decode(event)
    archive.line_outline(session.row.id, session.line)
    archive.line_chance(session.row.id, session.line)


def shown(archive: Archive) -> None:
    session = Session.load(archive, DAMAGED)
    session.timeline.state_at(0)
    session.choices()


def switched(archive: Archive) -> None:
    session = Session.load(archive, DAMAGED)
    for line in sorted(archive.tree(session.row.id).lines):
        session.switch(line)


WORKS: dict[str, Callable[[Archive], Any]] = {
    "show": shown,
    "log": told,
    "act": lambda archive: act(Session.load(archive, DAMAGED)),
    "undo": lambda archive: Session.load(archive, DAMAGED).undo(),
    "redo": lambda archive: Session.load(archive, DAMAGED).redo(),
    "branch": lambda archive: Session.load(archive, DAMAGED).branch("new", 3),
    "switch": switched,
    "lines": lambda archive: archive.tree(DAMAGED),
    "audit": lambda archive: audit(archive, archive.game(DAMAGED)),
    "export": lambda archive: export(archive, DAMAGED, archive.path.with_name("game.warlog")),
    "new": begun,
}

# What somebody writes, and the ply that is named (None: whichever).
ONE = "game = (SELECT game FROM game WHERE slug = 'damaged')"
DAMAGES: dict[str, tuple[str, int | None]] = {
    "every run its own parent": ("UPDATE run SET parent = run, fork = 0", 0),
    "the first run its own parent": (f"UPDATE run SET parent = 0, fork = 0 WHERE {ONE}", 0),
    "runs in a ring": (
        f"UPDATE run SET parent = CASE run WHEN 1 THEN 2 ELSE 1 END WHERE run > 0 AND {ONE}",
        None,
    ),
    "no runs": (f"DELETE FROM run WHERE {ONE}", 0),
    "a run less": (f"DELETE FROM run WHERE run = 1 AND {ONE}", None),
    "a parent that is not there": (f"UPDATE run SET parent = 99 WHERE run = 1 AND {ONE}", 4),
    "another parent": (f"UPDATE run SET parent = 0 WHERE run = 2 AND {ONE}", None),
    "another fork": (f"UPDATE run SET fork = 2 WHERE run = 1 AND {ONE}", None),
    "runs in a ring besides": (
        f"INSERT INTO run SELECT game, run, 13 - run, 1 FROM game, (VALUES (6), (7)) r(run) WHERE {ONE}",
        None,
    ),
    "an empty run": (f"INSERT INTO run SELECT game, 5, 0, 1 FROM game WHERE {ONE}", 2),
    "another ruleset": (f"UPDATE game SET ruleset = 'dragon' WHERE {ONE}", 0),
    "another version": (f"UPDATE game SET ruleset_version = 99 WHERE {ONE}", 0),
    "another scenario": (f"UPDATE game SET scenario = 'dragon' WHERE {ONE}", 0),
    "another origin": (f"UPDATE game SET origin = 'simulated' WHERE {ONE}", 0),
    "another title": (f"UPDATE game SET title = 'dragon' WHERE {ONE}", 0),
    "others who saw it": (f"""UPDATE game SET seen_by = '["north"]' WHERE {ONE}""", 0),
    "nobody who saw it": (f"UPDATE game SET seen_by = '7' WHERE {ONE}", 0),
    "begun another time": (f"UPDATE game SET begun = begun + INTERVAL 1 SECOND WHERE {ONE}", 0),
    "begun at no time": (f"UPDATE game SET begun = 'infinity' WHERE {ONE}", 0),
    "an empty beginning": (f"UPDATE game SET begin = '{{}}' WHERE {ONE}", 0),
    "a number as beginning": (f"UPDATE game SET begin = '7' WHERE {ONE}", 0),
    "another ruleset in the beginning": (
        f"UPDATE game SET begin = replace(begin, 'goofspiel', 'dragon') WHERE {ONE}",
        0,
    ),
    "no key in hex": (f"""UPDATE game SET begin = replace(begin, '"key":"', '"key":"x') WHERE {ONE}""", 0),
    "a result that is none": (f"UPDATE game SET result = '7' WHERE {ONE}", None),
    "data of another name": (f"UPDATE game SET data = '\\x00'::BLOB WHERE {ONE}", 0),
    "no data": ("DELETE FROM data", 0),
    "data that are no JSON": ("UPDATE data SET content = 'x'::BLOB", 0),
    "data without a shape": ("UPDATE data SET content = '{}'::BLOB", 0),
    "an event nowhere": (
        f"INSERT INTO event SELECT game, 0, 77, 0, 'x', 1, '{{}}' FROM game WHERE {ONE}",
        77,
    ),
    "events without an order": (f"UPDATE event SET seq = 0 WHERE {ONE}", None),
    "events shifted": (f"UPDATE event SET seq = seq + 1 WHERE {ONE}", 0),
    "a payload that is a number": (f"UPDATE event SET payload = '7' WHERE ply = 3 AND {ONE}", 3),
    "a payload of other fields": (
        f"""UPDATE event SET payload = '{{"a":1}}' WHERE ply = 3 AND {ONE}""",
        None,
    ),
    "an event type of no game": (f"UPDATE event SET type = 'dragon' WHERE ply = 3 AND {ONE}", 3),
    "an event version to come": (f"UPDATE event SET version = 77 WHERE ply = 3 AND {ONE}", 3),
    "a batch at no time": (f"UPDATE batch SET time = 'infinity' WHERE ply = 2 AND {ONE}", 2),
    "a batch in a time too far": (f"UPDATE batch SET time = '200000-01-01' WHERE ply = 2 AND {ONE}", 2),
    "chance that is a number": (f"UPDATE batch SET chance = '7' WHERE ply = 2 AND {ONE}", 2),
    "chance without fields": (f"UPDATE batch SET chance = '[{{}}]' WHERE ply = 2 AND {ONE}", 2),
    "secrets that are a number": (f"UPDATE batch SET secrets = '7' WHERE ply = 2 AND {ONE}", 2),
    "a secret nowhere": (
        f"""UPDATE batch SET secrets = '[{{"at":"/nowhere"}}]' WHERE ply = 2 AND {ONE}""",
        2,
    ),
    "openings that are a number": (f"UPDATE batch SET opens = '7' WHERE ply = 2 AND {ONE}", 2),
    "an action that is a number": (f"UPDATE batch SET action = '7' WHERE ply = 2 AND {ONE}", 2),
    "an action of no game": (
        f"""UPDATE batch SET action = '{{"type":"dragon"}}' WHERE ply = 2 AND {ONE}""",
        2,
    ),
    "a batch of no kind": (f"UPDATE batch SET kind = 'dragon' WHERE ply = 2 AND {ONE}", 2),
    "a seat of no game": (f"UPDATE batch SET seat = 'dragon' WHERE ply = 2 AND {ONE}", 2),
    "an entry before the first": (f"UPDATE batch SET entry = -5 WHERE ply = 2 AND {ONE}", 2),
    "options below none": (f"UPDATE batch SET options = -7 WHERE ply = 2 AND {ONE}", 2),
    "no digest": (f"UPDATE batch SET digest = '' WHERE ply = 2 AND {ONE}", 2),
    "another digest": (f"UPDATE batch SET digest = unhex(repeat('ab', 32)) WHERE ply = 2 AND {ONE}", None),
    "another beginning of the parent": (f"UPDATE batch SET parent = 7 WHERE ply = 2 AND {ONE}", None),
    "no parent": (f"UPDATE batch SET parent = NULL WHERE ply = 2 AND {ONE}", 2),
    "carried from nowhere": (f"UPDATE batch SET carried = 'x'::BLOB WHERE ply = 2 AND {ONE}", 2),
    "a batch gone, its events left": (f"DELETE FROM batch WHERE ply = 2 AND {ONE}", 2),
    "the beginning gone": (f"DELETE FROM batch WHERE ply = 0 AND {ONE}", 0),
    "a batch elsewhere": (f"UPDATE batch SET ply = 50 WHERE ply = 2 AND {ONE}", None),
    "a batch below the beginning": (f"UPDATE batch SET ply = -1 WHERE ply = 2 AND {ONE}", None),
    "a batch on another run": (f"UPDATE batch SET run = 9 WHERE ply = 2 AND {ONE}", None),
    "a move at no time": (f"UPDATE move SET time = 'infinity' WHERE n = 2 AND {ONE}", None),
    "what was seen a number": (f"UPDATE move SET seen = '7' WHERE kind = 'undo' AND {ONE}", None),
    "a move of no kind": (f"UPDATE move SET kind = 'dragon' WHERE n = 2 AND {ONE}", None),
    "a line without a name": (f"UPDATE move SET line = '' WHERE {ONE}", None),
    "a line that nobody made": (f"UPDATE move SET line = 'main~9' WHERE n > 3 AND {ONE}", None),
    "a move to another run": (f"UPDATE move SET run = 7 WHERE {ONE}", None),
    "a move below the beginning": (f"UPDATE move SET ply = -1 WHERE n = 3 AND {ONE}", None),
    "moves without digests": (f"UPDATE move SET digest = '' WHERE {ONE}", None),
    "no journal": (f"DELETE FROM move WHERE {ONE}", None),
    "the last move gone": (
        f"DELETE FROM move WHERE n = (SELECT max(n) FROM move WHERE {ONE}) AND {ONE}",
        None,
    ),
    "the last two moves gone": (
        f"DELETE FROM move WHERE n > (SELECT max(n) FROM move WHERE {ONE}) - 2 AND {ONE}",
        None,
    ),
    "the journal anchored elsewhere": (f"UPDATE anchor SET n = n - 1 WHERE {ONE}", None),
}
damages = pytest.mark.parametrize("what", DAMAGES)


def faults(archive: Archive) -> dict[str, Any]:
    return {slug: found.fault for slug, found in verify_all(archive)}


def test_an_archive_that_nobody_touched_is_whole_and_all_of_it_works(archive):
    assert faults(archive) == {DAMAGED: None, OTHER: None}
    for work in WORKS.values():
        work(archive)


@damages
def test_verifying_names_the_game_and_the_ply_and_no_other_game(archive, what):
    statement, ply = DAMAGES[what]
    damage(archive, statement)
    found = faults(archive)
    fault = found.pop(DAMAGED)
    assert fault is not None
    assert "\n" not in fault.sentence
    if ply is not None:
        assert fault.ply == ply, fault
    if (
        "FROM data" not in statement
        and "UPDATE data" not in statement
        and "UPDATE run SET parent = run" not in statement
    ):
        assert found == {OTHER: None}
        assert OTHER in {row.slug for row in archive.games()}


@damages
def test_whatever_is_done_with_it_ends_well_or_in_one_sentence(archive, what):
    damage(archive, DAMAGES[what][0])
    for name, work in WORKS.items():
        copy = Archive(shutil.copy(archive.path, archive.path.with_name(f"{name}.duckdb")))
        said = ""
        try:
            work(copy)
        except REFUSED as error:
            said = str(error)
        assert "\n" not in said
        copy.path.unlink(missing_ok=True)


def test_a_game_that_is_renamed_is_named(archive):
    damage(archive, "UPDATE game SET slug = 'another' WHERE slug = 'damaged'")
    fault = faults(archive)["another"]
    assert fault is not None
    assert "damaged" in fault.sentence


@pytest.mark.parametrize("statement", ["DELETE FROM game", "DELETE FROM game WHERE slug = 'damaged'"])
def test_what_is_left_of_a_game_that_is_gone_is_found_and_becomes_no_other_games(archive, statement):
    damage(archive, statement)
    fault = faults(archive)[DAMAGED]
    assert fault.what == "missing"
    assert "rows of it are left" in fault.sentence
    session = begun(archive)
    act(session)
    found = faults(archive)
    assert found[session.row.slug] is None
    assert found[DAMAGED] == fault


def test_a_game_that_cannot_be_read_does_not_hide_the_others(archive):
    damage(archive, f"UPDATE game SET begin = '7' WHERE {ONE}")
    listed, unreadable = archive.survey()
    assert [row.slug for row in listed] == [row.slug for row in archive.games()] == [OTHER]
    assert [each.slug for each in unreadable] == [DAMAGED]
    assert "game.begin" in str(unreadable[0].error)
    assert [slug for slug, _ in verify_all(archive, [OTHER])] == [OTHER]
    ((slug, found),) = verify_all(archive, [DAMAGED])
    assert slug == DAMAGED
    assert found.fault is not None
    with pytest.raises(NotFound):
        list(verify_all(archive, ["dragon"]))


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE event",
        "DROP TABLE note",
        "ALTER TABLE event DROP COLUMN payload",
        "ALTER TABLE batch ALTER seat TYPE BLOB",
        "ALTER TABLE move ALTER digest DROP NOT NULL",
    ],
)
@pytest.mark.parametrize("work", [*WORKS, "list", "verify"])
def test_a_table_or_a_column_that_is_gone_is_damage(archive, statement, work):
    damage(archive, statement)
    works = {**WORKS, "list": Archive.games, "verify": lambda archive: list(verify_all(archive))}
    with pytest.raises(Damaged, match=r"games\.duckdb is damaged: .*(table|column)"):
        works[work](archive)


def test_damage_of_the_events_is_said_with_its_ply_where_the_rules_stumble(archive):
    damage(archive, f"""UPDATE event SET payload = '{{"a":1}}' WHERE ply = 3 AND {ONE}""")
    with pytest.raises(Damaged, match="ply 3 of game"):
        Session.load(archive, DAMAGED)


def test_an_error_of_the_rules_over_a_game_that_is_whole_stays_what_it_is(archive, monkeypatch):
    def evolve(game, state, event):
        raise KeyError("of the rules")

    changed = dataclasses.replace(Session.load(archive, DAMAGED).opened.ruleset, evolve=evolve)
    monkeypatch.setattr(opening, "find_ruleset", lambda name: changed)
    monkeypatch.setattr(opening, "_opened", {})
    for work in (WORKS["show"], WORKS["audit"]):
        with pytest.raises(KeyError, match="of the rules"):
            work(archive)


def test_an_unknown_ruleset_is_one_where_the_game_is_whole(archive, monkeypatch):
    def find(name):
        raise NoSuchRuleset(f"there is no ruleset {name}")

    monkeypatch.setattr(opening, "find_ruleset", find)
    monkeypatch.setattr(opening, "_opened", {})
    with pytest.raises(NoSuchRuleset):
        Session.load(archive, DAMAGED)


def test_an_archive_of_an_older_program_is_anchored_when_it_is_next_written(archive):
    damage(archive, "DROP TABLE anchor")
    assert faults(archive) == {DAMAGED: None, OTHER: None}
    act(Session.load(archive, DAMAGED))
    assert faults(archive) == {DAMAGED: None, OTHER: None}
    damage(archive, f"DELETE FROM move WHERE n = (SELECT max(n) FROM move WHERE {ONE}) AND {ONE}")
    assert faults(archive)[DAMAGED] is not None
