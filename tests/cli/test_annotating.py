"""`annotate` and `notes`, and notes in the log, in files and for seats."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.cli.commands import run

HOSTILE = (
    "<script>alert(1)</script><b>bold</b>",
    "\u202eright to left\u202c שלום",
    "emoji 🏹🐘 and a tab\tin it",
    "x" * 100_000,
)


def _noted(archive: Path, reference: str, *arguments: str) -> None:
    assert run("annotate", reference, *arguments, archive=archive).code == 0


def test_a_note_stands_at_its_ply_with_all_that_it_says(cards: Path) -> None:
    said = run(
        "annotate", "cards@2", "Too early.", "--glyph", "?!", "--bookmark", "the-bluff", "--by", "Ann", "--json",
        archive=cards,
    ).answer("annotate")  # fmt: skip
    assert (said.ply, said.line, said.by, said.glyph, said.bookmark) == (2, "main", "Ann", "?!", "the-bluff")
    assert not said.sealed
    (found,) = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert found == said
    assert run("show", "cards@the-bluff", "--json", archive=cards).answer("show").ply == 2
    assert "» ?! [the-bluff] Too early. – Ann" in run("log", "cards", archive=cards).out
    logged = run("log", "cards", "--json", archive=cards).answer("log")
    assert [len(batch.notes) for batch in logged] == [0, 0, 1, 0]


def test_several_authors_stand_beside_one_another(cards: Path) -> None:
    _noted(cards, "cards@1", "Good.", "--by", "Ann")
    _noted(cards, "cards@1", "Bad.", "--by", "Ben")
    assert [note.text for note in run("notes", "cards", "--json", archive=cards).answer("notes")] == [
        "Good.",
        "Bad.",
    ]


def test_an_author_can_take_the_place_of_an_own_note_alone_and_both_are_kept(cards: Path) -> None:
    first = run("annotate", "cards@1", "Good.", "--by", "Ann", "--json", archive=cards).answer("annotate")
    other = run("annotate", "cards@1", "No!", "--by", "Ben", "--instead-of", first.note[:8], archive=cards)
    assert other.code == 2
    assert "is by Ann: only its author takes it back" in other.sentence()
    _noted(cards, "cards@1", "Very good.", "--by", "Ann", "--instead-of", first.note[:8])
    assert [note.text for note in run("notes", "cards", "--json", archive=cards).answer("notes")] == [
        "Very good."
    ]
    with duckdb.connect(str(cards), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchall() == [(2,)]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("cards@1",), 2, "needs a text, a glyph, a bookmark or a mark"),
        (("cards@1", "--glyph", "???"), 2, "'???' is no glyph; there are ! ? !! ?? !? ?!"),
        (("cards@1", "--bookmark", "t3"), 2, "'t3' is no name for a bookmark"),
        (("cards@1", "--bookmark", "42"), 2, "'42' is no name for a bookmark"),
        (("cards@1", "--bookmark", "<b>"), 2, "'<b>' is no name for a bookmark"),
        (("cards@99", "Far."), 3, "has no ply 99; its plies are 0 to 3"),
        (("cards@1", "--mark", "atlantis"), 2, "'atlantis' is no space of this board"),
        (("cards@1", "Mine.", "--sealed-until", "end"), 2, "say whose with --as SEAT"),
        (("cards@1", "Mine.", "--sealed-until", "noon", "--as", "north"), 2, "not until 'noon'"),
        (("cards@1", "x", "--instead-of", "ffff"), 2, "No note of cards begin"),
    ],
)
def test_what_is_no_note_is_refused_in_a_sentence(
    cards: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    refused = run("annotate", *arguments, archive=cards)
    assert refused.code == code
    assert says in refused.sentence()
    assert run("notes", "cards", "--json", archive=cards).answer("notes") == []


def test_a_bookmark_stands_once(cards: Path) -> None:
    _noted(cards, "cards@1", "--bookmark", "here")
    twice = run("annotate", "cards@2", "--bookmark", "here", archive=cards)
    assert twice.code == 2
    assert "There is a bookmark here in cards already, at ply 1" in twice.sentence()


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_kept_as_written(cards: Path, text: str) -> None:
    _noted(cards, "cards@1", text)
    (note,) = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert note.text == text


def test_a_long_note_is_kept_whole_and_given_back_short(cards: Path) -> None:
    assert len(run("annotate", "cards@1", "x" * 100_000, archive=cards).out) < 500
    (note,) = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert note.text == "x" * 100_000


def test_what_turns_the_writing_does_not_reach_the_terminal(cards: Path) -> None:
    _noted(cards, "cards@1", "\u202eright to left\u2066 and on")
    assert "?right to left? and on" in run("notes", "cards", archive=cards).out
    (note,) = run("notes", "cards", "--json", archive=cards).answer("notes")
    assert note.text == "\u202eright to left\u2066 and on"


def test_what_a_seat_sealed_shows_to_it_and_the_umpire_alone_until_the_end(
    cards: Path, tmp_path: Path
) -> None:
    _noted(cards, "cards@1", "I hold the ace.", "--sealed-until", "end", "--as", "north")
    for seats, many in ((("--as", "north"), 1), (("--as", "south"), 0), ((), 1)):
        assert len(run("notes", "cards", *seats, "--json", archive=cards).answer("notes")) == many
        assert ("I hold the ace" in run("log", "cards", *seats, archive=cards).out) is bool(many)
        for name in ("seen.warlog", "seen.html"):
            file = tmp_path / name
            assert run("export", "cards", str(file), *seats, archive=cards).code == 0
            if name == "seen.warlog":
                assert (b"I hold the ace" in file.read_bytes()) is bool(many)
    assert run("resign", "cards", "--as", "south", archive=cards).code == 0
    assert len(run("notes", "cards", "--as", "south", "--json", archive=cards).answer("notes")) == 1


def test_notes_survive_a_branch_a_file_and_coming_back(cards: Path, tmp_path: Path) -> None:
    _noted(cards, "cards@1", "Before the branch.")
    assert run("branch", "cards@2", "what-if", archive=cards).code == 0
    _noted(cards, "cards:what-if@2", "On the branch too.")
    file, other = tmp_path / "cards.warlog", tmp_path / "other.duckdb"
    assert run("export", "cards", str(file), archive=cards).code == 0
    assert run("import", str(file), archive=other).code == 0
    for archive in (cards, other):
        told = run("notes", "cards:what-if", "--json", archive=archive).answer("notes")
        assert [note.text for note in told] == ["Before the branch.", "On the branch too."]
    again = tmp_path / "again.warlog"
    assert run("annotate", "cards@1", "From afar.", "--by", "Ben", archive=other).code == 0
    assert run("export", "cards", str(again), archive=other).code == 0
    assert again.read_bytes().startswith(file.read_bytes()[:200])
    assert run("import", str(again), archive=cards).code == 0
    assert run("import", str(again), archive=cards).code == 0
    told = run("notes", "cards:what-if", "--json", archive=cards).answer("notes")
    assert [note.text for note in told] == ["Before the branch.", "From afar.", "On the branch too."]
    assert run("verify", "cards", archive=cards).code == 0


def test_a_note_edited_behind_its_back_is_found(cards: Path, tmp_path: Path) -> None:
    _noted(cards, "cards@1", "Honest.")
    file = tmp_path / "cards.warlog"
    assert run("export", "cards", str(file), archive=cards).code == 0
    file.write_bytes(file.read_bytes().replace(b"Honest.", b"Falsely"))
    assert run("import", str(file), archive=tmp_path / "other.duckdb").code == 7
    with duckdb.connect(str(cards)) as connection:
        connection.execute("UPDATE note SET payload = replace(payload::VARCHAR, 'Honest.', 'Falsely')")
    damaged = run("verify", "cards", "--json", archive=cards)
    assert damaged.code == 7
    assert "note 1 of game cards is not what was written" in damaged.answer("verify").damaged[0].detail
