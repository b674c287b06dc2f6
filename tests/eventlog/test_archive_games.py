"""Games in the archive: how they are named and found, listed, stored in bulk; their data; the archive itself."""

from __future__ import annotations

from pathlib import Path

import duckdb
import msgspec
import pytest

from eventlog.archive import ANY, Archive, RecordedGame
from eventlog.errors import NameTaken, NotFound, Unfit
from eventlog.schema import SCHEMA, TABLES
from tests.eventlog.chains import DATA, KEY, START, after, beginning, chain, head_of, named, stored


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.duckdb", program="warlog 9")


def test_a_row_tells_what_the_game_is(archive: Archive):
    first = beginning(title="Nebel vor Béarn", tags={"series": "trial"})
    row, _ = archive.begin(first, data=DATA)
    assert (row.number, row.slug, row.title, row.ruleset, row.scenario) == (
        1, "counters-1", "Nebel vor Béarn", "counters", "short",
    )  # fmt: skip
    assert (row.id, row.begun, row.origin, row.plies, row.lines, row.last) == (
        first.game, START, "played", 0, 1, START,
    )  # fmt: skip
    assert row.begin == first.begin
    assert row.key == archive.key(row.id) == KEY
    assert (row.seen_by, row.result) == ((), None)
    archive.append(row.slug, "main", chain(first, 3)[1:], expected=ANY, time=START.replace(year=2027))
    row = archive.game(row.slug)
    assert (row.plies, row.lines, row.last) == (3, 1, START.replace(year=2027))


def test_slugs_count_up_for_a_ruleset(archive: Archive):
    assert archive.begin(beginning(1), data=DATA)[0].slug == "counters-1"
    assert archive.begin(beginning(2, ruleset="Sea Battle!"), data=DATA)[0].slug == "sea-battle-1"
    archive.begin(beginning(3), slug="counters-7", data=DATA)
    archive.begin(beginning(4), slug="counters-7b", data=DATA)
    assert archive.begin(beginning(5), data=DATA)[0].slug == "counters-8"
    rows = archive.record(
        [
            RecordedGame([beginning(6)], DATA, slug="counters-10"),
            *(RecordedGame([beginning(number)], DATA) for number in (7, 8)),
        ]
    )
    assert [row.slug for row in rows] == ["counters-10", "counters-9", "counters-11"]


def test_a_game_is_found_by_slug_by_its_beginning_and_by_id(archive: Archive):
    for number, slug in enumerate(["cape", "cape-horn", "reef-1", "reef-2"], 1):
        archive.begin(beginning(number), slug=slug, data=DATA)
    assert archive.game("cape").slug == "cape"
    assert archive.game("cape-").slug == "cape-horn"
    assert archive.game(beginning(3).game).slug == "reef-1"
    with pytest.raises(NotFound, match="reef-1, reef-2"):
        archive.game("reef")
    with pytest.raises(NotFound, match="did you mean cape-horn"):
        archive.game("cap-horn")
    with pytest.raises(NotFound, match="it has cape, cape-horn"):
        archive.game("zzz")
    with pytest.raises(NotFound, match="no game"):
        archive.game(beginning(9).game)
    with pytest.raises(NotFound, match="no game ''"):
        archive.game("")
    for number in (5, 6):
        archive.begin(beginning(number), slug=f"sound-{number}", data=DATA)
    with pytest.raises(
        NotFound, match="the last of its 6 games are cape-horn, reef-1, reef-2, sound-5, sound-6"
    ):
        archive.game("zzz")


def test_games_are_listed_by_ruleset_origin_and_tag(archive: Archive):
    archive.begin(beginning(1, tags={"series": "a"}), data=DATA)
    archive.begin(beginning(2, ruleset="ships", tags={"series": "b"}), data=DATA)
    archive.record([RecordedGame(chain(beginning(3, origin="simulated"), 4), DATA, {"winners": []})])
    numbers = [row.number for row in archive.games()]
    assert numbers == [1, 2, 3]
    assert [row.number for row in archive.games(ruleset="ships")] == [2]
    assert [row.number for row in archive.games(origin="simulated")] == [3]
    assert [row.number for row in archive.games(without=["simulated", "whatif"])] == [1, 2]
    assert [row.number for row in archive.games(tag=("series", "a"))] == [1]
    assert archive.games(ruleset="none") == []
    assert archive.games(origin="simulated")[0].plies == 4


def test_lines_are_counted_with_undone_tails(archive: Archive):
    batches = stored(archive, chain(beginning(), 6), slug="cape")
    archive.move("cape", "undo", "main", head_of(batches[3]))
    assert (archive.game("cape").lines, archive.game("cape").plies) == (2, 3)
    archive.append("cape", "main", [after(batches[3], "anew")], expected=ANY)
    archive.move("cape", "branch", "side", head_of(batches[1]))
    assert (archive.game("cape").lines, archive.game("cape").plies) == (3, 1)


def test_data_are_stored_once(archive: Archive):
    for number in range(1, 4):
        archive.begin(beginning(number), data=DATA)
    archive.begin(beginning(4), data=None)
    archive.begin(beginning(5, data=b"\x00\xff"), data=b"\x00\xff")
    row = archive.game("counters-5")
    assert archive.data(row.data) == b"\x00\xff"
    assert archive.data(archive.game("counters-4").data) == DATA
    with archive.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM archive.data").fetchall() == [(2,)]
    with pytest.raises(NotFound, match="does not hold the data"):
        archive.data("00" * 32)
    with pytest.raises(Unfit, match="must come with the game"):
        archive.begin(beginning(6, data=b"else"), data=None)


def test_whole_games_are_stored_at_once_or_not_at_all(archive: Archive):
    games = [RecordedGame(chain(beginning(number), 12), DATA, {"n": number}) for number in range(1, 40)]
    rows = archive.record(games)
    assert [row.number for row in rows] == list(range(1, 40))
    for game, row in zip(games, rows, strict=True):
        assert archive.line_batches(row.id, "main") == game.batches
        (move,) = archive.journal(row.id)
        assert (move.kind, move.head, move.ply) == ("new", named(game.batches[-1]), 12)
        assert msgspec.json.decode(row.result or b"") == game.result
    before = archive.path.read_bytes()
    new = RecordedGame(chain(beginning(50), 3), DATA)
    bad = msgspec.structs.replace(beginning(51), action=msgspec.Raw(b"{noise"))
    late = msgspec.structs.replace(after(beginning(51)), action=msgspec.Raw(b"{noise"))
    for error, broken in (
        (NameTaken, [new, games[3]]),
        (NameTaken, [new, new]),
        (NameTaken, [new, RecordedGame([beginning(51)], DATA, slug="counters-3")]),
        (Unfit, [new, RecordedGame([], DATA)]),
        (Unfit, [new, RecordedGame([beginning(51)], b"else")]),
        (Unfit, [new, RecordedGame([bad], DATA)]),
        (Unfit, [new, RecordedGame([beginning(51), late], DATA)]),
        (Unfit, [new, RecordedGame(chain(beginning(51), 3)[1:], DATA)]),
        (Unfit, [new, RecordedGame([*chain(beginning(51), 3)[:2], chain(beginning(51), 3)[3]], DATA)]),
        (Unfit, [new, RecordedGame([beginning(51), beginning(52)], DATA)]),
    ):
        with pytest.raises(error):
            archive.record(broken)
        assert archive.path.read_bytes() == before
    assert archive.record([]) == []


def test_a_tree_is_stored_with_its_moves_only(archive: Archive):
    batches = chain(beginning(), 3)
    with pytest.raises(Unfit, match="moves must come"):
        archive.record([RecordedGame([*batches, after(batches[1], "side")], DATA)])


def test_a_result_is_kept_for_lists(archive: Archive):
    archive.begin(beginning(), slug="cape", data=DATA)
    archive.set_result("cape", {"winners": ["red"], "how": "exit"})
    assert archive.game("cape").result == msgspec.Raw(b'{"winners":["red"],"how":"exit"}')
    before = archive.path.read_bytes()
    archive.set_result("cape", {"winners": ["red"], "how": "exit"})
    assert archive.path.read_bytes() == before
    archive.set_result("cape", None)
    assert archive.game("cape").result is None
    assert len(archive.journal("cape")) == 1


def test_info_tells_versions_contents_and_size(archive: Archive):
    stored(archive, chain(beginning(), 5))
    info = archive.info()
    assert (info.schema, info.games, info.batches, info.events, info.moves) == (SCHEMA, 1, 6, 10, 1)
    assert info.bytes == archive.path.stat().st_size
    assert info.made_by == "warlog 9"
    assert info.storage
    assert info.file == str(archive.path)


def test_a_reader_gets_every_table_and_may_write_none(archive: Archive):
    stored(archive, chain(beginning(), 5))
    before = archive.path.read_bytes()
    with archive.reading() as cursor:
        for table in TABLES:
            name = table.split("{0}.")[1].split(" ")[0]
            cursor.execute(f"SELECT * FROM archive.{name}").fetchall()
        cursor.execute("USE archive")
        assert cursor.execute("SELECT count(*) FROM event").fetchall() == [(10,)]
        with pytest.raises(duckdb.Error):
            cursor.execute("DELETE FROM archive.event")
        cursor.execute("SELECT * FROM archive.event")  # left half read
        assert archive.game("counters-1").plies == 5
    with pytest.raises(duckdb.ParserException), archive.reading() as cursor:
        cursor.execute("SELEC 1")
    archive.append("counters-1", "main", [after(chain(beginning(), 5)[-1])], expected=ANY)
    assert archive.path.read_bytes() != before


def test_nothing_is_written_while_a_piece_of_work_only_reads(archive: Archive):
    stored(archive, chain(beginning(), 5))
    with archive.reading(), pytest.raises(RuntimeError, match="reads the archive"):
        archive.set_result("counters-1", 1)
    archive.set_result("counters-1", 1)


def test_an_archive_may_be_named_by_several_paths(archive: Archive, tmp_path: Path):
    stored(archive, chain(beginning(), 2))
    (tmp_path / "link.duckdb").symlink_to(archive.path)
    other = Archive(tmp_path / "link.duckdb")
    with archive.working():
        assert other.game("counters-1").plies == 2
    assert other.path.name == "link.duckdb"
