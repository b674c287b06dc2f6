"""The views in SQL: every event's own, and those that are the same for all games."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import duckdb
import msgspec
import pytest

from eventlog import warlog_views
from eventlog.archive import Archive, RecordedGame
from eventlog.asking import views
from eventlog.errors import Outdated
from eventlog.event_views import ReservedName, check_fields
from eventlog.integrity import canonical, digest
from eventlog.notes import Note
from eventlog.record import Batch, Chance, Event, Head
from tests.eventlog.chains import DATA, KEY, START, beginning
from tests.eventlog.described_ships import CODEC, SHIPS, TYPES, rulesets

GOLDEN = Path(__file__).parents[1] / "golden" / "warlog-views.txt"


def stored(version: int, type: str, **fields: Any) -> Event:
    return Event(type, version, msgspec.Raw(msgspec.json.encode(fields)))


ROLLS = (
    stored(1, "rolled", name="ann", dice=[3, 4]),
    stored(3, "rolled", who="bob", dice=[1], share=0.5, colour="blue", to="x"),
    stored(2, "rolled", who="cid", dice=[6, 6]),
    stored(3, "rolled", who="dan", dice=[], share=1e-7),
)
MOVES = (
    stored(1, "moved", ship="a", at={"x": 1, "y": -2}, why="wind", crew={"n": 3}, captain="Å\"'", sunk=True),
    stored(1, "moved", ship="b", at={"x": 0, "y": 9}, why="oars", crew={}, captain=None),
)
SEEN = (stored(1, "seen", cards=["c-1", "c-2"]), stored(1, "seen", cards="?"))
EVENTS = (ROLLS[:2], (ROLLS[2], MOVES[0]), MOVES[1:], SEEN, ROLLS[3:])


def game(number: int = 1, *, origin: str = "played", plies: int = len(EVENTS)) -> list[Batch]:
    """A game of ships: ply n has the events EVENTS[n - 1], dice, and a seat."""
    batches = [beginning(number, ruleset="ships", origin=origin)]
    for ply in range(1, plies + 1):
        batches.append(following(batches[-1], ply, number))
    return batches


def following(before: Batch, ply: int, number: int = 1, *, other: bool = False) -> Batch:
    """The batch of this ply after another; `other`: another one than `game` has."""
    return Batch(
        game=before.game,
        ply=ply,
        parent=digest(canonical(before, KEY)),
        id=f"{number:08x}-0000-4000-8{int(other)}00-{ply:012x}",
        time=START,
        seat=("north", "south")[ply % 2],
        action=msgspec.Raw(b'{"type":"sail","far":%d}' % ply),
        options=None if ply == 3 else ply,
        entry=ply,
        chance=(Chance(purpose=f"storm:{ply}", result=(6, 1), seat="north"),) if ply != 2 else (),
        events=EVENTS[(ply - 1) % len(EVENTS)],
    )


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.duckdb", clock=lambda: START, rulesets=rulesets)


def test_sql_gives_what_python_gives_of_every_version_of_an_event(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    expected: dict[str, list[dict[str, Any]]] = {}
    for _, name, version, payload in archive.line_event_rows(game()[0].game, "main"):
        expected.setdefault(name, []).append(_json(CODEC.decode_row(name, version, payload)))
    assert {len(found) for found in expected.values()} == {2, 4}
    with archive.reading() as sql:
        for kind in TYPES:
            name = str(kind.__struct_config__.tag)
            relation = sql(
                f"SELECT COLUMNS(lambda c: c NOT IN ('on_main', 'undone')) FROM ships.{name} ORDER BY ply, seq"
            )
            rows = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
            own = [{"type": name} | {field: row[field] for field in kind.__struct_fields__} for row in rows]
            assert [_json(row) for row in own] == expected[name]


def _json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_field_that_was_not_stored_has_its_default_as_in_python(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        assert sql("SELECT sunk, captain FROM ships.moved ORDER BY ply").fetchall() == [
            (True, "Å\"'"),
            (False, None),
        ]
        assert sql('SELECT "to" FROM ships.rolled ORDER BY ply, seq').fetchall() == [
            ("sea",), ("x",), ("sea",), ("harbour",),
        ]  # fmt: skip


def test_fields_are_columns_of_their_own_types(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        wanted = 'ship, "at", why, crew, captain, sunk'
        asked = f"SELECT column_name, column_type FROM (DESCRIBE SELECT {wanted} FROM ships.moved)"
        types = dict(sql(asked).fetchall())
        assert types == {
            "ship": "VARCHAR",
            "at": "STRUCT(x BIGINT, y BIGINT)",
            "why": "VARCHAR",
            "crew": "MAP(VARCHAR, BIGINT)",
            "captain": "VARCHAR",
            "sunk": "BOOLEAN",
        }
        assert sql("SELECT dice, colour FROM ships.rolled WHERE who = 'bob'").fetchall() == [([1], "blue")]


def test_an_event_knows_its_game_its_seat_and_its_turn(archive: Archive):
    (row,) = archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        found = sql(
            "SELECT game_id, game, ruleset, ruleset_version, data_hash, game_origin, line, ply, seq, game_turn, "
            "game_phase, acting_seat FROM ships.rolled WHERE who = 'cid'"
        ).fetchall()
    assert found == [(row.id, "ships-1", "ships", 1, row.data, "played", "main", 2, 0, 2, "phase 0", "north")]


def test_the_views_have_the_columns_that_they_are_said_to_have(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    told = list(views(rulesets(), all_lines=True))
    assert len(told) == len({view.view for view in told}) == 2 * (len(warlog_views.VIEWS) + len(TYPES))
    with archive.reading() as sql:
        for view in told:
            found = sql(f"SELECT column_name, column_type FROM (DESCRIBE FROM {view.view})").fetchall()
            said = [(column.name, _plain(column.type)) for column in view.columns]
            assert [(name, _plain(kind)) for name, kind in found] == said, view.view
            assert set(view.key) <= {column.name for column in view.columns}


def _plain(kind: str) -> str:
    return kind.replace('"', "").replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ")


def test_what_is_said_to_be_a_key_is_one(archive: Archive):
    batches = game()
    archive.record(
        [
            RecordedGame(batches, DATA),
            RecordedGame(game(2), DATA),
            RecordedGame(game(3, origin="whatif"), DATA),
        ]
    )
    _undone(archive, batches)
    with archive.reading() as sql:
        for view in views(rulesets(), all_lines=True):
            keys = ", ".join(view.key)
            count, distinct = sql(f"SELECT count(*), count(DISTINCT ({keys})) FROM {view.view}").fetchall()[0]
            assert count == distinct, view.view
            if view.view != "warlog.notes":
                assert count or "notes" in view.view or "control" in view.view or "card" in view.view, (
                    view.view
                )


def test_the_columns_of_the_common_views_are_public():
    text = "".join(
        f"{view.view}({', '.join(view.key)})\n"
        + "".join(f"    {column.name} {column.type}\n" for column in view.columns)
        for view in (definition.view for definition in warlog_views.VIEWS)
    )
    if "WARLOG_GOLDEN" in os.environ:
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), (
        "The columns of warlog.* have changed: see docs/versions.md, and write the golden file with WARLOG_GOLDEN=1."
    )


def test_every_view_says_what_a_row_is_and_what_every_column_holds():
    for definition in warlog_views.VIEWS:
        view = definition.view
        assert view.about.endswith(".")
        assert view.grain
        for column in view.columns:
            assert column.about, (view.view, column.name)


# Lines


def _undone(archive: Archive, batches: list[Batch]) -> Batch:
    """Two plies back and another way; the batch that was acted then."""
    archive.move(batches[0].game, "undo", "main", _head(batches[3]), expected=None)
    other = following(batches[3], 4, other=True)
    archive.append(batches[0].game, "main", [other], expected=_head(batches[3]))
    return other


def _head(batch: Batch) -> Head:
    return Head(digest(canonical(batch, KEY)), batch.ply)


def test_the_main_line_is_what_views_show_and_all_lines_mark_the_rest(archive: Archive):
    batches = game()
    archive.record([RecordedGame(batches, DATA)])
    _undone(archive, batches)
    with archive.reading() as sql:
        assert sql("SELECT ply, type FROM warlog.decisions ORDER BY ply").fetchall() == [
            (ply, "sail") for ply in range(1, 5)
        ]
        found = sql(
            "SELECT ply, line, on_main, undone FROM all_lines.warlog.decisions ORDER BY on_main, ply"
        ).fetchall()
        assert found == [
            (4, "main~1", False, True),
            (5, "main~1", False, True),
            *[(ply, "main", True, False) for ply in range(1, 5)],
        ]
        assert sql("SELECT count(*) FROM ships.seen").fetchall() == [(2,)]
        assert sql("SELECT count(*), count(*) FILTER (undone) FROM all_lines.ships.seen").fetchall() == [
            (4, 2)
        ]
        assert sql(
            "SELECT line, ply, source, fork, abandoned FROM warlog.lines ORDER BY line"
        ).fetchall() == [
            ("main", 4, None, None, False),
            ("main~1", 5, "main", 3, True),
        ]


@pytest.mark.parametrize("steps", range(4))
def test_the_main_line_is_that_of_the_log_whatever_was_done(archive: Archive, steps: int):
    batches = game()
    archive.record([RecordedGame(batches, DATA)])
    name = batches[0].game
    acts: list[Callable[[], Any]] = [
        lambda: archive.move(name, "undo", "main", _head(batches[2])),
        lambda: archive.move(name, "branch", "bold", _head(batches[4]), source="main"),
        lambda: archive.append(
            name, "bold", [following(batches[4], 5, other=True)], expected=_head(batches[4])
        ),
        lambda: archive.move(name, "promote", "bold", _head(following(batches[4], 5, other=True))),
    ]
    for act in acts[: steps + 1]:
        act()
    main = archive.tree(name).main
    expected = [(batch.ply, batch.id[-17:]) for batch in archive.line_batches(name, main) if batch.ply]
    with archive.reading() as sql:
        found = sql(
            "SELECT d.ply, right(b.id::VARCHAR, 17) FROM warlog.decisions d "
            "JOIN memory.reckoned.main p USING (game, line) "
            "JOIN archive.batch b ON b.game = p.number AND b.run = p.run AND b.ply = d.ply "
            "AND b.ply BETWEEN p.low AND p.high ORDER BY d.ply"
        ).fetchall()
        every = sql("SELECT count(*) FROM all_lines.warlog.decisions").fetchall()
        assert every == sql.execute("SELECT count(*) FROM archive.batch WHERE ply > 0").fetchall()
    assert found == expected


def test_what_if_games_are_in_all_lines_alone(archive: Archive):
    archive.record([RecordedGame(game(1), DATA), RecordedGame(game(2, origin="whatif"), DATA)])
    with archive.reading() as sql:
        for view in ("games", "lines", "rolls", "turns", "seats"):
            origins = sql(f"SELECT DISTINCT origin FROM warlog.{view}").fetchall()
            assert origins == [("played",)], view
            marked = sql(f"SELECT DISTINCT origin FROM all_lines.warlog.{view} ORDER BY origin").fetchall()
            assert marked == [("played",), ("whatif",)], view


# The common views


def test_games_say_who_played_and_how_it_ended(archive: Archive):
    result = {"winners": ["blue"], "how": "points", "scores": {"blue": 3, "red": 1.5}, "turn": 5}
    archive.record([RecordedGame(game(1), DATA, result), RecordedGame(game(2), DATA)])
    with archive.reading() as sql:
        found = sql(
            "SELECT game, ply, turn, over, winners, how, scores['red'], players['red'].name, players['blue'].bot, "
            "first_seat FROM warlog.games ORDER BY game"
        ).fetchall()
        assert found == [
            ("ships-1", 5, 5, True, ["blue"], "points", 1.5, "Åsa", "random", "south"),
            ("ships-2", 5, 5, False, None, None, None, "Åsa", "random", "south"),
        ]
        seats = sql(
            "SELECT game, seat, player, bot, won, score FROM warlog.seats ORDER BY game, seat"
        ).fetchall()
        assert seats == [
            ("ships-1", "blue", None, "random", True, 3.0),
            ("ships-1", "red", "Åsa", None, False, 1.5),
            ("ships-2", "blue", None, "random", None, None),
            ("ships-2", "red", "Åsa", None, None, None),
        ]


def test_rolls_are_told_against_what_dice_give(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        found = sql(
            "SELECT ply, seat, roll, purpose, dice, faces, result, total, expected, round(variance, 3), how "
            "FROM warlog.rolls ORDER BY ply LIMIT 2"
        ).fetchall()
    assert found == [
        (1, "north", "storm", "storm:1", 2, 6, [6, 1], 7, 7.0, 5.833, "key"),
        (3, "north", "storm", "storm:3", 2, 6, [6, 1], 7, 7.0, 5.833, "key"),
    ]


def test_decisions_tell_how_many_options_there_were(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        found = sql("SELECT ply, options, action->>'far' FROM warlog.decisions ORDER BY ply").fetchall()
    assert found == [(1, 1, "1"), (2, 2, "2"), (3, None, "3"), (4, 4, "4"), (5, 5, "5")]


def test_marked_events_are_told_in_words_of_all_games(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        battles = sql("SELECT ply, seq, event, dice FROM warlog.battles ORDER BY ply, seq").fetchall()
        assert battles == [
            (1, 0, "rolled", [3, 4]),
            (1, 1, "rolled", [1]),
            (2, 0, "rolled", [6, 6]),
            (5, 0, "rolled", []),
        ]
        losses = sql("SELECT event, amount, fields->>'ship' FROM warlog.losses ORDER BY ply").fetchall()
        assert losses == [("moved", 1, "a"), ("moved", 1, "b")]


def test_a_sealed_note_is_told_when_the_game_is_over(archive: Archive):
    batches = game()
    (row,) = archive.record([RecordedGame(batches, DATA)])
    head = _head(batches[2])
    for text, sealed in (("open", ""), ("secret", "end")):
        note = Note(
            game=row.id, batch=head.digest, ply=2, line="main", by="Åsa", time=START, text=text, sealed=sealed
        )
        archive.annotate(row.id, [note])
    ask = "SELECT comment, sealed, ply FROM warlog.notes ORDER BY sealed"
    with archive.reading() as sql:
        assert sql(ask).fetchall() == [("open", False, 2), (None, True, 2)]
    archive.set_result(row.id, {"winners": []})
    with archive.reading() as sql:
        assert sql(ask).fetchall() == [("open", False, 2), ("secret", True, 2)]


def test_a_course_is_taken_as_it_is_stored_and_made_anew_when_it_is_stale(archive: Archive):
    batches = game()
    course = SHIPS.course(_played(batches))
    other = msgspec.structs.replace(course, moments=[each._replace(turn=77) for each in course.moments])
    archive.record([RecordedGame(batches, DATA, course=other)])
    ask = "SELECT DISTINCT turn FROM warlog.decisions ORDER BY turn"
    with archive.reading() as sql:
        assert sql(ask).fetchall() == [(77,)]
    archive.append(batches[0].game, "main", [following(batches[-1], 6)], expected=_head(batches[-1]))
    with archive.reading() as sql:
        assert sql(ask).fetchall() == [(turn,) for turn in range(1, 7)]


def _played(batches: list[Batch]) -> Any:
    from eventlog.described import Played

    assert batches[0].begin is not None
    runs = [(0, batch.ply, batch.seat) for batch in batches]
    return Played(batches[0].begin, DATA, [(None, None)], runs, {}, [])


def test_too_much_to_reckon_for_one_question_is_refused(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("eventlog.asking.AT_ONCE", 3)
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql, pytest.raises(Outdated, match="warlog archive upgrade"):
        sql("FROM warlog.games")


# Names


class Bad(msgspec.Struct, frozen=True, tag_field="type", tag="bad"):
    version: ClassVar[int] = 1
    game: str


def test_a_field_may_not_be_called_as_a_column_of_every_event():
    check_fields(TYPES)
    with pytest.raises(ReservedName, match="the field game of the event bad"):
        check_fields([Bad])


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("FROM warlog.gamess", "There is no view warlog.gamess; did you mean warlog.games?"),
        ("FROM ships.rold", "There is no view ships.rold; did you mean ships.rolled?"),
        ("FROM shipps.rolled", "There is no view shipps.rolled; did you mean ships.rolled?"),
        (
            "SELECT winers FROM warlog.games",
            "There is no column winers there; did you mean winners (of warlog.games)?",
        ),
        ("SELECT tye FROM archive.event", "There is no column tye there; did you mean type?"),
        (
            "SELECT sum(turns) FROM warlog.turns",
            "Turns stands for a whole row of warlog.turns there; did you mean its column turn?",
        ),
        (
            "FROM ships",
            "Ships is no view but holds many: say which, as in ships.rolled; `warlog views ships` lists them.",
        ),
        ("FROM ships.qq", "There is no view ships.qq; `warlog views ships` lists those there are."),
        (
            "SELECT avg(won) FROM warlog.seats",
            "Avg cannot be asked of true or false; x::INT makes 1 and 0 of it.",
        ),
        (
            "SELECT seat FROM warlog.seats WHERE seat = red",
            "There is no column red there; a word to compare with stands in single quotes: 'red'.",
        ),
    ],
)
def test_a_misspelt_name_is_answered_with_what_was_meant(archive: Archive, query: str, says: str):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        with pytest.raises(duckdb.Error) as caught:
            sql(query).fetchall()
        assert caught.value.__notes__ == [says]


def test_views_leave_nothing_behind(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    for _ in range(2):
        with archive.reading() as sql:
            assert sql("SELECT count(*) FROM all_lines.ships.rolled").fetchall() == [(4,)]
            connection = sql.connection
            sql.close()
            assert connection.execute(
                "SELECT count(*) FROM duckdb_views() WHERE NOT internal"
            ).fetchall() == [(0,)]


def test_a_reading_inside_another_shares_its_views(archive: Archive):
    archive.record([RecordedGame(game(), DATA)])
    with archive.reading() as sql:
        assert sql("SELECT count(*) FROM warlog.games").fetchall() == [(1,)]
        with archive.reading() as inner:
            assert inner("SELECT count(*) FROM warlog.rolls").fetchall() == [(4,)]
        assert sql("SELECT count(*) FROM ships.rolled").fetchall() == [(4,)]


def test_a_copy_is_read_while_others_write(archive: Archive):
    batches = game()
    archive.record([RecordedGame(batches, DATA)])
    with archive.reading(copy=True) as sql:
        archive.append(batches[0].game, "main", [following(batches[-1], 6)], expected=_head(batches[-1]))
        assert sql("SELECT ply FROM warlog.games").fetchall() == [(5,)]
    with archive.reading() as sql:
        assert sql("SELECT ply FROM warlog.games").fetchall() == [(6,)]
