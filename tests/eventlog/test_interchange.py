"""Games out of one archive and into another: equal, moved on, filled in, parted, refused; and files written whole."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from eventlog.archive import Archive, RecordedGame
from eventlog.errors import Damaged, FileUnreadable, FileUnwritable, LogError, NameTaken, NotFound, Parted
from eventlog.integrity import verify
from eventlog.interchange import Imported, export, import_, read, taken_out
from eventlog.record import Head
from eventlog.warlog_file import Warlog, for_seats, written
from tests.eventlog.small_game import (
    KEY,
    NORTH_CARD,
    NORTH_OTHER,
    SOUTH_CARD,
    SOUTH_OTHER,
    Making,
    draw,
    made,
    made_richer,
    play,
)


@pytest.fixture
def here(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "here.duckdb")


@pytest.fixture
def there(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "there.duckdb")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.warlog"


def store(archive: Archive, making: Making, seats: Sequence[str] = (), slug: str = "ships-1") -> str:
    """Puts a game into an archive as it is; its slug."""
    warlog = making.warlog(slug)
    if seats:
        warlog = for_seats(warlog, seats)
    batches = [batch for _, batch in warlog.batches]
    game = RecordedGame(batches, warlog.data, slug=slug, seen_by=warlog.header.seen_by, moves=warlog.journal)
    return archive.record([game])[0].slug


def put(file: Path, making: Making, seats: Sequence[str] = ()) -> Path:
    """Writes a game's file without an archive."""
    warlog = making.warlog()
    file.write_bytes(written(for_seats(warlog, seats) if seats else warlog))
    return file


def whole(archive: Archive, game: str = "ships") -> Warlog:
    """The game as it stands in an archive, verified."""
    return taken_out(archive, game)


def same_but_for_the_slug(first: Warlog, second: Warlog) -> bool:
    return (first.batches, first.journal, first.data, first.key, first.header.seen_by) == (
        second.batches,
        second.journal,
        second.data,
        second.key,
        second.header.seen_by,
    )


def content(archive: Archive) -> bytes:
    return archive.path.read_bytes()


# Out ----------------------------------------------------------------------------------------------------------------


def test_an_archive_gives_the_file_back_byte_for_byte(here: Archive, file: Path):
    making = made_richer(seed="42")
    store(here, making)
    exported = export(here, "ships-1", file)
    assert file.read_bytes() == written(making.warlog())
    assert exported.bytes == file.stat().st_size
    assert exported.warnings == ()


def test_a_seats_file_holds_none_of_what_it_may_not_know(here: Archive, file: Path):
    store(here, made())
    exported = export(here, "ships-1", file, seats=("north",))
    text = file.read_bytes()
    assert exported.warnings == ()
    assert NORTH_OTHER.encode() in text
    assert SOUTH_CARD.encode() in text
    for hidden in (SOUTH_OTHER, KEY.hex()):
        assert hidden.encode() not in text
    north = read(file)
    assert north.header.seen_by == ("north",)
    assert verify(north.header.game, north.batches, north.journal, key=None, data=north.data) is None


def test_a_seeded_game_for_a_seat_is_warned_of(here: Archive, file: Path):
    store(here, made(seed="1848"))
    assert export(here, "ships-1", file).warnings == ()
    (warning,) = export(here, "ships-1", file, seats=("north",)).warnings
    assert "seed" in warning
    assert b"1848" not in file.read_bytes()


def test_a_seat_that_the_game_does_not_have_is_refused(here: Archive, file: Path):
    store(here, made())
    with pytest.raises(NotFound, match="no seat west; its seats are north, south"):
        export(here, "ships-1", file, seats=("north", "west"))
    assert not file.exists()


def test_what_one_seat_saw_is_not_exported_for_another(here: Archive, file: Path):
    store(here, made(), ("north",))
    with pytest.raises(NotFound, match="what south knows is not here"):
        export(here, "ships-1", file, seats=("south",))
    export(here, "ships-1", file)
    assert file.read_bytes() == written(for_seats(made().warlog(), ("north",)))


def test_a_game_that_is_not_there_is_refused(here: Archive, file: Path):
    store(here, made())
    with pytest.raises(NotFound):
        export(here, "rome", file)


def test_a_damaged_game_is_not_exported(here: Archive, file: Path):
    store(here, made())
    with here._transaction() as connection:
        connection.execute('UPDATE archive.event SET payload = \'{"at":"beta"}\' WHERE ply = 0')
    with pytest.raises(Damaged, match="ply 0"):
        export(here, "ships-1", file)
    assert not file.exists()


@pytest.mark.parametrize("where", ["none/game.warlog", "folder", "file/game.warlog"])
def test_a_file_that_cannot_be_written_is_one_sentence(here: Archive, tmp_path: Path, where: str):
    store(here, made())
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("kept")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FileUnwritable, match="cannot be written") as caught:
        export(here, "ships-1", tmp_path / where)
    assert "\n" not in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_that_is_there_is_replaced_whole_or_kept(
    here: Archive, file: Path, monkeypatch: pytest.MonkeyPatch
):
    store(here, made())
    file.write_text("an older export")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileUnwritable, match="No space left"):
            export(here, "ships-1", file)
    assert file.read_text() == "an older export"
    assert sorted(file.parent.glob(".*")) == []
    export(here, "ships-1", file)
    assert file.read_bytes() == written(made().warlog())


def test_a_device_is_written_to_and_not_replaced(here: Archive):
    store(here, made())
    assert export(here, "ships-1", Path(os.devnull)).bytes == len(written(made().warlog()))
    assert not Path(os.devnull).is_file()


def test_a_link_stays_a_link(here: Archive, tmp_path: Path):
    store(here, made())
    link = tmp_path / "link.warlog"
    link.symlink_to(tmp_path / "target.warlog")
    export(here, "ships-1", link)
    assert link.is_symlink()
    assert (tmp_path / "target.warlog").read_bytes() == written(made().warlog())


# In: a game that is new here ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(), ("north",), ("north", "south")])
def test_a_game_elsewhere_is_equal_digest_for_digest(
    here: Archive, there: Archive, file: Path, seats: tuple[str, ...]
):
    store(here, made_richer(seed="42"))
    export(here, "ships-1", file, seats=seats)
    imported = import_(there, file)
    assert imported == Imported(str(file), "ships-1", 10, 14)
    again = file.with_name("again.warlog")
    export(there, "ships-1", again)
    assert again.read_bytes() == file.read_bytes()
    assert there.journal("ships-1") == here.journal("ships-1")
    ours, theirs = here.tree("ships-1"), there.tree("ships-1")
    assert (ours.lines, ours.current, ours.main) == (theirs.lines, theirs.current, theirs.main)
    row = there.game("ships-1")
    assert row.seen_by == tuple(seats)
    assert (row.key is None) == bool(seats)
    assert [(each.digest, each.batch.parent) for each in there.tree_stored("ships-1")] == [
        (each.digest, each.batch.parent) for each in here.tree_stored("ships-1")
    ]


def test_a_game_gets_another_slug_where_its_own_is_taken(here: Archive, file: Path):
    store(here, Making(game="00000000-0000-0000-0000-0000000000ff"), slug="ships-1")
    imported = import_(here, put(file, made()))
    assert imported.game == "ships-2"
    assert same_but_for_the_slug(whole(here, "ships-2"), made().warlog())


def test_a_slug_may_be_chosen_and_must_be_free(here: Archive, file: Path):
    store(here, Making(game="00000000-0000-0000-0000-0000000000ff"), slug="ships-1")
    put(file, made())
    before = content(here)
    with pytest.raises(NameTaken, match="ships-1"):
        import_(here, file, "ships-1")
    assert content(here) == before
    assert import_(here, file, "off-the-cape").game == "off-the-cape"
    with pytest.raises(NameTaken, match="off-the-cape"):
        import_(here, file, "another")


def test_a_damaged_file_makes_no_archive_and_changes_none(here: Archive, there: Archive, file: Path):
    put(file, made())
    text = file.read_bytes()
    store(there, Making(game="00000000-0000-0000-0000-0000000000ff"), slug="other")
    before = content(there)
    for bad in (b"", text[:-1], text.replace(b"[6,2]", b"[6,6]", 1), b"noise\n", text * 2):
        file.write_bytes(bad)
        for archive in (here, there):
            with pytest.raises(LogError) as caught:
                import_(archive, file)
            assert isinstance(caught.value, (Damaged, FileUnreadable))
    assert not here.exists()
    assert content(there) == before


# In: a game that is here already ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(), ("north",)])
def test_an_equal_game_adds_nothing(here: Archive, file: Path, seats: tuple[str, ...]):
    store(here, made_richer(), seats)
    before = content(here)
    assert import_(here, put(file, made_richer(), seats)) == Imported(str(file), "ships-1", 10, 0)
    assert content(here) == before


def test_an_older_file_adds_nothing(here: Archive, file: Path):
    put(file, made())
    making = made()
    play(making, "south", "south-1", SOUTH_CARD)
    store(here, making)
    before = content(here)
    assert import_(here, file).added == 0
    assert content(here) == before


def test_a_longer_line_is_moved_on_with_one_move(here: Archive, file: Path):
    making = made()
    store(here, making)
    play(making, "south", "south-1", SOUTH_CARD)
    last = draw(making, "north", "north-9", "late-reserve", 3)
    imported = import_(here, put(file, making), who="Bo")
    assert (imported.game, imported.plies, imported.added) == ("ships-1", 7, 2)
    journal = here.journal("ships-1")
    assert journal[:-1] == made().warlog().journal
    assert (journal[-1].kind, journal[-1].line, journal[-1].head, journal[-1].who) == (
        "import",
        "main",
        last,
        "Bo",
    )
    assert here.tree("ships-1").lines["main"].head == Head(last, 7)
    assert dict(whole(here).batches) == dict(making.warlog().batches)
    assert import_(here, file).added == 0


def test_a_new_line_comes_too(here: Archive, file: Path):
    making = made()
    store(here, making)
    fork = making.warlog().batches[1][0]
    making.move("branch", "late", fork, source="main")
    draw(making, "south", "south-9", "late-reserve", 3, line="late")
    assert import_(here, put(file, making)).added == 1
    assert here.tree("ships-1").lines["late"].head.digest == making.heads["late"]
    assert here.tree("ships-1").current == "main"
    assert dict(whole(here).batches) == dict(making.warlog().batches)


def test_an_undone_tail_comes_under_a_free_name(here: Archive, file: Path):
    making = made()
    store(here, making)
    stood = making.heads["main"]
    ahead = play(making, "south", "south-1", SOUTH_CARD)
    making.move("undo", "main", stood)
    draw(making, "south", "south-8", "second-thoughts", 2)
    assert import_(here, put(file, making)).added == 2
    lines = here.tree("ships-1").lines
    assert lines["main"].head.digest == making.heads["main"]
    assert ahead in {line.head.digest for line in lines.values()}
    assert dict(whole(here).batches) == dict(making.warlog().batches)


def test_a_line_that_only_took_back_is_left_where_it_is(here: Archive, file: Path):
    making = made()
    store(here, making)
    before = content(here)
    main = making.heads["main"]
    making.move("undo", "main", making.batches[main].parent)
    assert import_(here, put(file, making)).added == 0
    assert here.tree("ships-1").lines["main"].head.digest == main
    assert content(here) == before


def test_a_line_that_went_another_way_is_refused_with_a_sentence(here: Archive, file: Path):
    ours, theirs = made(), made()
    play(ours, "south", "south-1", SOUTH_CARD)
    draw(theirs, "south", "south-9", "late-reserve", 3)
    store(here, ours)
    before = content(here)
    with pytest.raises(
        Parted, match=r"line main .* went different ways after ply 5 \(ply 6 there, ply 6 here\)"
    ):
        import_(here, put(file, theirs))
    assert content(here) == before


def test_another_game_of_the_same_id_is_refused(here: Archive, file: Path):
    store(here, made())
    before = content(here)
    with pytest.raises(Parted, match="another beginning"):
        import_(here, put(file, made(seed="9")))
    assert content(here) == before


# In: what seats have seen -------------------------------------------------------------------------------------------


def test_the_whole_file_fills_in_what_a_seat_saw(here: Archive, file: Path):
    store(here, made(), ("north",))
    assert here.game("ships-1").seen_by == ("north",)
    imported = import_(here, put(file, made()))
    assert imported.added == 0
    assert set(imported.replaced) == {named for named, batch in made().batches.items() if batch.secrets}
    row = here.game("ships-1")
    assert row.seen_by == ()
    assert row.key == KEY
    assert same_but_for_the_slug(whole(here), made().warlog())
    assert import_(here, file).replaced == ()


def test_the_whole_file_fills_in_and_goes_on(here: Archive, file: Path):
    making = made()
    store(here, making, ("north",))
    play(making, "south", "south-1", SOUTH_CARD)
    imported = import_(here, put(file, making))
    assert imported.added == 1
    assert imported.plies == 6
    assert dict(whole(here).batches) == dict(making.warlog().batches)


def test_the_same_seats_later_file_goes_on_and_tells_what_was_opened_since(here: Archive, file: Path):
    making = Making()
    drawn = draw(making, "south", "south-1", SOUTH_CARD, 7)
    store(here, making, ("north",))
    play(making, "south", "south-1", SOUTH_CARD)
    imported = import_(here, put(file, making, ("north",)))
    assert imported.added == 1
    assert imported.replaced == (drawn,)
    found = whole(here)
    assert found.batches == for_seats(making.warlog(), ("north",)).batches
    assert found.header.seen_by == ("north",)


def test_a_file_of_more_seats_fills_in_what_one_saw(here: Archive, file: Path):
    store(here, made(), ("north",))
    imported = import_(here, put(file, made(), ("north", "south")))
    assert imported.replaced
    assert whole(here).batches == for_seats(made().warlog(), ("north", "south")).batches
    assert here.game("ships-1").seen_by == ("north", "south")


def test_a_seats_file_of_a_whole_game_here_adds_nothing(here: Archive, file: Path):
    store(here, made())
    before = content(here)
    assert import_(here, put(file, made(), ("north",))).replaced == ()
    assert content(here) == before


@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        ((), ("north",), "must know as much"),
        (("north",), ("south",), "cannot be laid together"),
        (("north", "south"), ("south",), "must know as much"),
    ],
)
def test_a_file_that_would_be_known_in_part_is_refused(
    here: Archive, file: Path, ours: tuple[str, ...], theirs: tuple[str, ...], words: str
):
    making = made()
    store(here, making, ours)
    before = content(here)
    play(making, "south", "south-1", SOUTH_CARD)
    with pytest.raises(FileUnreadable, match=words):
        import_(here, put(file, making, theirs))
    assert content(here) == before


def test_a_whole_file_that_ends_before_the_game_here_is_refused(here: Archive, file: Path):
    put(file, made())
    making = made()
    play(making, "south", "south-1", SOUTH_CARD)
    store(here, making, ("north",))
    before = content(here)
    with pytest.raises(FileUnreadable, match="holds no ply 6 as here"):
        import_(here, file)
    assert content(here) == before


def test_what_is_filled_in_can_be_played_on(here: Archive, file: Path):
    making = made()
    store(here, making, ("north",))
    import_(here, put(file, making))
    last = play(making, "south", "south-1", SOUTH_CARD)
    here.append("ships-1", "main", [making.batches[last]], expected=making.batches[last].parent)
    assert whole(here).heads()["main"].digest == last
    assert NORTH_CARD.encode() in written(whole(here))
