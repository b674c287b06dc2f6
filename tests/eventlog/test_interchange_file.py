"""The `.warlog` format: what is written is read again, what a seat may not know is not in its file, and any change is
refused with one sentence that names the line."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog import warlog_reading
from eventlog.errors import Damaged, FileUnreadable, LogError
from eventlog.integrity import part_hash, salt, seen_by, value_json, values, verify
from eventlog.notes import Note, identified, note_bytes
from eventlog.warlog_file import Warlog, data_line, data_of, for_seats, written
from eventlog.warlog_reading import parsed, read
from tests.eventlog.small_game import (
    DATA,
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

OLD_FILES = Path(__file__).parent / "old_files"
WHOLE = written(made(seed="42").warlog())
NORTH = written(for_seats(made(seed="42").warlog(), ("north",)))


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def again(content: bytes) -> Warlog:
    return parsed(lines_of(content), "game.warlog")


def resealed(lines: list[bytes]) -> bytes:
    """The file with these lines and a seal that is right for them, as somebody who edits a file would make it."""
    body = b"".join(lines[:-1])
    seal = json.loads(lines[-1])
    seal["sealed"] = hashlib.sha256(body).hexdigest()
    return body + json.dumps(seal, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def test_what_was_written_is_read_again():
    warlog = made(seed="42").warlog()
    assert again(WHOLE) == warlog
    assert again(WHOLE).key == KEY
    seen = for_seats(warlog, ("north",))
    assert again(NORTH) == seen
    assert again(NORTH).key is None
    assert written(again(NORTH)) == NORTH


def test_everything_that_a_batch_may_hold_is_read_again():
    warlog = made_richer().warlog()
    assert again(written(warlog)) == warlog
    for seats in (("north",), ("south",)):
        seen = for_seats(warlog, seats)
        assert again(written(seen)) == seen


def test_the_lines_stand_in_their_order():
    kinds = [next(iter(json.loads(line))) for line in lines_of(WHOLE)]
    assert kinds[:2] == ["warlog", "data"]
    assert kinds[-1] == "sealed"
    moves = [line for line in lines_of(WHOLE) if b'"n":' in line]
    assert len(moves) == 12
    assert lines_of(WHOLE)[-13:-1] == moves


def test_a_batchs_line_is_its_canonical_bytes():
    named = {hashlib.sha256(line.rstrip(b"\n")).hexdigest() for line in lines_of(WHOLE) if b'"ply":' in line}
    assert set(made(seed="42").batches) <= named


@pytest.mark.parametrize(
    ("seats", "known", "hidden"),
    [
        (("west",), (NORTH_CARD, SOUTH_CARD), (NORTH_OTHER, SOUTH_OTHER)),
        (("north",), (NORTH_CARD, SOUTH_CARD, NORTH_OTHER), (SOUTH_OTHER,)),
        (("south",), (NORTH_CARD, SOUTH_CARD, SOUTH_OTHER), (NORTH_OTHER,)),
        (("south", "north"), (NORTH_CARD, SOUTH_CARD, SOUTH_OTHER, NORTH_OTHER), ()),
    ],
)
def test_a_seats_file_holds_no_byte_of_what_it_may_not_know(
    seats: tuple[str, ...], known: tuple[str, ...], hidden: tuple[str, ...]
):
    making = made(seed="123454321")
    content = written(for_seats(making.warlog(), seats))
    for card in known:
        assert card.encode() in content
    for secret in (*hidden, KEY.hex(), "123454321"):
        assert secret.encode() not in content
    # No value, whatever it is, stands at a place that the seats do not know.
    clear = seen_by(making.batches.items(), seats)
    for named, batch in parsed(lines_of(content), "x").batches:
        for secret_part in batch.secrets:
            if secret_part.at not in clear.get(named, ()):
                assert values(batch, (secret_part.at,)) == {secret_part.at: "?"}
                assert secret_part.salt == ""


def test_a_seats_file_still_verifies_batch_for_batch():
    north = again(NORTH)
    assert [named for named, _ in north.batches] == [named for named, _ in again(WHOLE).batches]
    assert north.journal == again(WHOLE).journal
    assert verify(north.header.game, north.batches, north.journal, key=None, data=north.data) is None


def test_hidden_cards_and_draws_cannot_be_computed_from_a_seats_file():
    """Whoever knows every card, every index and every salt in the file finds no hidden part by trying them."""
    north = again(NORTH)
    entries = [secret for _, batch in north.batches for secret in batch.secrets]
    salts = [bytes.fromhex(entry.salt) for entry in entries if entry.salt] + [b"", bytes(16)]
    hidden = {entry.hash for entry in entries if not entry.salt}
    guesses = [NORTH_CARD, NORTH_OTHER, SOUTH_CARD, SOUTH_OTHER, "42", KEY.hex(), *range(-1, 64)]
    tried = {part_hash(each, value_json(guess)) for each in salts for guess in guesses}
    assert hidden
    assert not hidden & tried
    # With the key, which the file does not hold, the same guesses do find them.
    keyed = [
        salt(KEY, batch.id, entry.at)
        for _, batch in north.batches
        for entry in batch.secrets
        if not entry.salt
    ]
    assert hidden & {part_hash(each, value_json(guess)) for each in keyed for guess in guesses}


def test_a_seats_file_for_fewer_seats_is_made_from_one_for_more():
    both = again(written(for_seats(made(seed="42").warlog(), ("north", "south"))))
    assert written(for_seats(both, ("north",))) == NORTH


def test_a_game_whose_key_is_no_secret_part_is_not_blinded():
    making = Making()
    bare = msgspec.structs.replace(making.batches[making.heads["main"]], secrets=())
    warlog = making.warlog()
    open_game = msgspec.structs.replace(warlog, batches=((warlog.batches[0][0], bare),))
    with pytest.raises(Damaged, match="key"):
        for_seats(open_game, ("north",))


@pytest.mark.parametrize(
    "data",
    [
        DATA,
        b"{}",
        b'{"a": [1,\t2]}',
        '{"ø":1}'.encode(),
        b"",
        b" {}",
        b"[1]\n",
        b"\xff\x00",
        b"{\n}",
        b"[" * 50_000,
    ],
)
def test_data_come_back_byte_for_byte(data: bytes):
    line = data_line(data)
    assert b"\n" not in line
    line.decode()
    assert data_of(line) == data
    making = Making(data=data)
    assert again(written(making.warlog())).data == data


@pytest.mark.parametrize(
    "line",
    [
        b'{"data":"00","stored":{}}',
        b'{"data":"' + hashlib.sha256(b"{}").hexdigest().encode() + b'","stored":{} }',
        b'{"data":"'
        + hashlib.sha256(b"{}").hexdigest().encode()
        + b'","base64":"'
        + base64.b64encode(b"{}")
        + b'"}',
        b'{"data":"' + hashlib.sha256(b"{}").hexdigest().encode() + b'","base64":"!"}',
        b'{"data":1}',
        b"",
    ],
)
def test_a_data_line_has_one_form(line: bytes):
    assert data_of(line) is None


# Refusals -----------------------------------------------------------------------------------------------------------

FLIPPED = {"whole": WHOLE, "north": NORTH}


@given(
    st.sampled_from(sorted(FLIPPED)),
    st.integers(min_value=0, max_value=10**9),
    st.one_of(st.integers(min_value=0, max_value=255), st.sampled_from(b'"{}[],:\n 0a?')),
)
def test_any_changed_byte_is_refused(which: str, at: int, byte: int):
    content = bytearray(FLIPPED[which])
    at %= len(content)
    if content[at] == byte:
        byte ^= 1
    content[at] = byte
    with pytest.raises(LogError, match=r"^game\.warlog, line \d+: "):
        again(bytes(content))


@given(st.integers(min_value=1, max_value=len(WHOLE) - 1))
def test_any_cut_is_refused(length: int):
    with pytest.raises(LogError, match=r"^game\.warlog, line \d+: "):
        again(WHOLE[:length])


@given(st.integers(min_value=0, max_value=len(lines_of(WHOLE)) - 1), st.booleans())
def test_any_doubled_or_missing_line_is_refused_even_with_a_right_seal(at: int, doubled: bool):
    lines = lines_of(WHOLE)
    lines[at : at + 1] = [lines[at], lines[at]] if doubled else []
    for content in (b"".join(lines), resealed(lines) if b'"sealed"' in lines[-1] else b"".join(lines)):
        with pytest.raises(LogError):
            again(content)


@given(st.permutations(range(len(lines_of(WHOLE)) - 1)))
def test_any_other_order_is_refused_even_with_a_right_seal(order: list[int]):
    lines = lines_of(WHOLE)
    if order == sorted(order):
        return
    with pytest.raises(LogError):
        again(resealed([*(lines[at] for at in order), lines[-1]]))


@given(st.binary(max_size=300))
def test_noise_is_refused(noise: bytes):
    with pytest.raises(LogError):
        again(noise)


def changed(content: bytes, old: bytes, new: bytes, *, seal: bool = True) -> bytes:
    assert old in content
    lines = lines_of(content.replace(old, new, 1))
    return resealed(lines) if seal else b"".join(lines)


def swapped(first: int, second: int) -> bytes:
    lines = lines_of(WHOLE)
    lines[first], lines[second] = lines[second], lines[first]
    return resealed(lines)


def without(*numbers: int) -> bytes:
    return resealed([line for number, line in enumerate(lines_of(WHOLE), 1) if number not in numbers])


FIRST_ROLL = b'"result":[6,2]'
STRANGER = lines_of(WHOLE)[18].replace(b"-000000000007", b"-000000000008")


# What is done to the file, and what the sentence says; every seal is right but where the case is about the seal.
def _note() -> bytes:
    """A note at the beginning of the game, as a file has it."""
    first = again(WHOLE).batches[0]
    note = Note(
        game=first[1].game, batch=first[0], ply=0, line="main", time=first[1].time, by="Ann", text="Why not?"
    )
    return note_bytes(identified(note)) + b"\n"


NOTE = _note()

CASES: dict[str, tuple[bytes, str]] = {
    "an edited roll": (changed(WHOLE, FIRST_ROLL, b'"result":[6,3]'), "line 11: the batch of ply 4 was edited"),
    "an edited last batch": (
        changed(WHOLE, b'"action":{"type":"wait"}', b'"action":{"type":"move"}'),
        "line 19: the batch of ply 3 was edited",
    ),
    "an edited secret": (
        changed(WHOLE, NORTH_CARD.encode(), b"ironclad-of-the-south"),
        "line 6: the value at /events/0/payload/card of ply 1 is not the one",
    ),
    "an edited secret in a seat's file": (
        changed(NORTH, NORTH_OTHER.encode(), b"northern-relief-wagons"),
        "the value at /events/0/payload/card of ply 3 is not the one",
    ),
    "another key": (changed(WHOLE, KEY.hex().encode(), b"f" * 32), "line 4: the value at /begin/key of ply 0"),
    "edited data": (changed(WHOLE, b'"range":1.5', b'"range":2.5'), "line 2: the game's data are not those"),
    "a title in the header": (changed(WHOLE, "Béarn".encode(), b"Bearn"), "line 1: the header does not agree"),
    "an edited move": (changed(WHOLE, b'"kind":"undo"', b'"kind":"redo"'), "line 26: the move was edited"),
    "a missing first batch": (without(3, 4), "is missing from the file"),
    "a missing batch": (without(5, 6), "of ply 1, named here, is missing from the file"),
    "a missing line of what is known": (without(6), "line 5: what is known of ply 1"),
    "a missing move": (without(23), "line 23: move 4 of the journal is missing before move 5"),
    "a missing last move": (without(31), "line 31: 9 batches and 12 moves were sealed; 9 and 11 are there"),
    "a missing journal": (without(*range(20, 32)), "line 19: the journal is cut short"),
    "a second data line": (
        resealed([*lines_of(WHOLE)[:2], *lines_of(WHOLE)[1:]]),
        "line 3: the line is doubled or out of its place",
    ),
    "a doubled batch": (
        resealed([*lines_of(WHOLE)[:6], *lines_of(WHOLE)[4:]]),
        "line 7: the batch of line 5 comes a second time",
    ),
    "a doubled line of what is known": (
        resealed([*lines_of(WHOLE)[:6], *lines_of(WHOLE)[5:]]),
        "line 7: the line comes a second time after line 6",
    ),
    "a doubled move": (
        resealed([*lines_of(WHOLE)[:21], *lines_of(WHOLE)[20:]]),
        "line 22: move 3 of the journal is expected, not move 2",
    ),
    "batches re-ordered": (
        resealed([*lines_of(WHOLE)[:4], *lines_of(WHOLE)[6:8], *lines_of(WHOLE)[4:6], *lines_of(WHOLE)[8:]]),
        r"line 5: the batch stands before the one it follows \(line 7\)",
    ),
    "branches re-ordered": (
        resealed([*lines_of(WHOLE)[:14], lines_of(WHOLE)[18], *lines_of(WHOLE)[14:18], *lines_of(WHOLE)[19:]]),
        "line 15: the batch is out of its place",
    ),
    "a batch in the journal": (swapped(18, 19), "line 20: the line is out of its place: the journal comes after"),
    "no seal": (b"".join(lines_of(WHOLE)[:-1]), "line 31: the file is cut off here"),
    "a line cut off": (WHOLE[:-40], "line 32: the file is cut off in this line"),
    "a wrong seal": (
        changed(WHOLE, b'"slug":"ships-1"', b'"slug":"ships-2"', seal=False),
        "line 32: the lines before are not those that were sealed",
    ),
    "wrong heads": (
        changed(WHOLE, b'"ply":3},"main"', b'"ply":4},"main"'),
        "line 32: the lines do not stand where they stood",
    ),
    "something after the seal": (WHOLE + b'{"note":1}\n', "line 33: something follows the seal"),
    "a doubled seal": (WHOLE + lines_of(WHOLE)[-1], "line 33: something follows the seal"),
    "Windows line ends": (WHOLE.replace(b"\n", b"\r\n"), "line 1: the line ends were changed"),
    "a space": (changed(WHOLE, b'"result":[6,2]', b'"result":[6, 2]'), "line 11: the line is not in canonical form"),
    "a doubled key": (changed(WHOLE, b'"ply":4,', b'"ply":5,"ply":4,'), "line 11: the line is not in canonical form"),
    "a doubled key in an event": (
        changed(WHOLE, b'"payload":{"count":2', b'"payload":{"count":9,"count":2'),
        "line 11: the line is not in canonical form",
    ),
    "an escape": (changed(WHOLE, b'"type":"wait"', b'"type":"w\\u0061it"'), "line 19: the line is not in canonical"),
    "an unknown field": (
        changed(WHOLE, b'"action":{"type":"wait"}', b'"action":{"type":"wait"},"zeal":1'),
        "line 19: the line is not in canonical form: it was edited, or a newer program wrote it",
    ),
    "a default written out": (changed(WHOLE, b'"kind":"begin"', b'"kind":"begin","seat":""'), "line 3: the line is"),
    "a wrong type": (changed(WHOLE, b'"ply":4,', b'"ply":"4",'), "line 11: the line cannot be read"),
    "another time zone": (changed(WHOLE, b'00:09.250000Z"', b'00:09.250000+00:00"'), "line 19: the line is not in"),
    "bytes that are no text": (
        changed(WHOLE, b'"type":"wait"', b'"type":"wa\xfft"'),
        "line 19: the line is not UTF-8 text",
    ),
    "deep nesting": (
        changed(WHOLE, b'{"type":"wait"}', b"[" * 100_000 + b"]" * 100_000),
        "line 19: the line is nested too deeply",
    ),
    "a number too large": (changed(WHOLE, b'"weight":0.5', b'"weight":1e999'), "line 11: the line cannot be read"),
    "a line of another game": (
        resealed([*lines_of(WHOLE)[:18], STRANGER, *lines_of(WHOLE)[19:]]),
        "line 19: the line is of game",
    ),
    "a key in a seat's file": (
        changed(WHOLE, b'"seen_by":[]', b'"seen_by":["north"]'),
        "line 3: the file is said to be seen by seats, and yet holds the game's key",
    ),
    "a file of the whole game without its key": (
        changed(NORTH, b'"seen_by":["north"]', b'"seen_by":[]'),
        "line 3: the game's key, which a file of the whole game holds, is not there",
    ),
    "a line that is none of ours": (
        resealed([*lines_of(WHOLE)[:4], b'{"hello":1}\n', *lines_of(WHOLE)[4:]]),
        "line 5: this is no line of a .warlog",
    ),
    "a batch after a note": (
        resealed([*lines_of(WHOLE)[:-2], NOTE, *lines_of(WHOLE)[-2:]]),
        "line 32: the line is out of its place: the notes come last",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_damage_is_one_sentence_with_its_line(case: str):
    content, words = CASES[case]
    with pytest.raises(Damaged, match=rf"^game\.warlog, (.*)?{words}") as caught:
        again(content)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n", "line 1: this is no .warlog file"),
        (b"PK\x03\x04", "line 1: this is no .warlog file"),
        (b"[" * 100_000, "line 1: this is no .warlog file"),
        (b'{"warlog":"1"}\n', "line 1: this is no .warlog file"),
        (
            WHOLE.replace(b'{"warlog":1', b'{"warlog":2', 1),
            "line 1: the file is of format version 2.*newer program",
        ),
        (b'{"warlog":7,"and":"more"}\n' + WHOLE, "line 1: the file is of format version 7"),
    ],
)
def test_what_is_no_warlog_of_ours_is_unreadable(content: bytes, words: str):
    with pytest.raises(FileUnreadable, match=words):
        again(content)


def test_fields_of_a_later_program_in_header_and_seal_are_overlooked():
    lines = lines_of(WHOLE)
    lines[0] = lines[0].replace(b'"seen_by":[]}', b'"seen_by":[],"language":"ja"}')
    lines[-1] = lines[-1].replace(b'"moves":12', b'"moves":12,"notes":0')
    assert again(resealed(lines)) == again(WHOLE)


def test_notes_come_after_the_journal_and_are_written_as_they_were_read():
    lines = lines_of(WHOLE)
    noted = resealed([*lines[:-1], NOTE, lines[-1]])
    assert [note.text for note in again(noted).notes] == ["Why not?"]
    assert msgspec.structs.replace(again(noted), notes=()) == again(WHOLE)
    assert written(again(noted)) == noted


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path: Path):
    with pytest.raises(FileUnreadable, match="is not there"):
        read(tmp_path / "none.warlog")
    with pytest.raises(FileUnreadable, match="is a folder"):
        read(tmp_path)


def test_what_is_no_regular_file_is_unreadable_and_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.warlog")
    for file in (tmp_path / "pipe.warlog", Path("/dev/null"), Path("/dev/zero")):
        with pytest.raises(FileUnreadable, match="is no regular file"):
            read(file)


@pytest.mark.parametrize("name", ["n" * 240, "n" * 10_000])
def test_a_long_name_makes_no_long_sentence(tmp_path: Path, name: str):
    file = tmp_path / name
    if len(name) < 250:
        file.write_bytes(b"noise")
    with pytest.raises(FileUnreadable, match="…") as caught:
        read(file)
    assert len(str(caught.value)) < 400


def test_no_line_is_read_after_the_first_that_is_wrong(tmp_path: Path):
    lines = lines_of(WHOLE)
    taken = []

    def source() -> Iterator[bytes]:
        for line in [*lines[:4], b"x\n", *lines[4:]]:
            taken.append(line)
            yield line

    with pytest.raises(Damaged, match="line 5"):
        parsed(source(), "game.warlog")
    assert len(taken) == 5


def test_a_first_line_of_a_size_that_no_header_has_is_refused_unread(tmp_path: Path):
    file = tmp_path / "huge.warlog"
    file.write_bytes(b"[" * (warlog_reading.LONGEST_HEADER + 1))
    with pytest.raises(FileUnreadable, match="line 1: the line is longer"):
        read(file)


# A file for seats from which something that they know was taken out --------------------------------------------------


def known_lines(content: bytes) -> list[int]:
    return [at for at, line in enumerate(lines_of(content)) if line.startswith(b'{"of":')]


@pytest.mark.parametrize("at", known_lines(NORTH))
def test_what_a_seat_was_given_or_was_opened_to_it_must_be_in_its_file(at: int):
    lines = lines_of(NORTH)
    forged = resealed([*lines[:at], *lines[at + 1 :]])
    with pytest.raises(Damaged, match=f"line {at}: north know what is at /.* of ply .*not there"):
        again(forged)


def test_a_part_of_what_a_seat_knows_of_a_batch_must_be_there_too():
    lines = lines_of(NORTH)
    for at in known_lines(NORTH):
        said = json.loads(lines[at])
        for pointer in said["known"]:
            less = {
                **said,
                **{
                    field: {k: v for k, v in said[field].items() if k != pointer}
                    for field in ("known", "salts")
                },
            }
            if less["known"]:
                line = msgspec.json.encode(less) + b"\n"
                with pytest.raises(Damaged, match=f"line {at}: .*{pointer}"):
                    again(resealed([*lines[:at], line, *lines[at + 1 :]]))


def test_what_was_opened_to_a_seat_must_be_in_its_file():
    making = Making()
    draw(making, "south", "south-1", SOUTH_CARD, 7)
    play(making, "south", "south-1", SOUTH_CARD, to=("north",))
    content = written(for_seats(making.warlog(), ("north",)))
    (at,) = known_lines(content)
    assert SOUTH_CARD.encode() in lines_of(content)[at]
    lines = lines_of(content)
    with pytest.raises(Damaged, match="north know what is at"):
        again(resealed([*lines[:at], *lines[at + 1 :]]))


def test_a_huge_line_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(warlog_reading, "LONGEST_LINE", 2000)
    file = tmp_path / "huge.warlog"
    file.write_bytes(WHOLE.replace(b'"type":"wait"', b'"type":"' + b"w" * 3000 + b'"', 1))
    with pytest.raises(FileUnreadable, match=r"huge\.warlog, line 19: the line is longer than 2000 bytes"):
        read(file)


def test_a_long_game_with_many_branches_is_read_in_its_one_order():
    making = Making()
    heads = [making.heads["main"]]
    for turn in range(60):
        heads.append(draw(making, "north", f"n-{turn}", f"card-{turn}", turn % 9))
        if turn % 7 == 3:
            making.move("branch", f"try-{turn}", heads[turn // 2], source="main")
            draw(making, "south", f"s-{turn}", f"other-{turn}", 1, line=f"try-{turn}")
    content = written(making.warlog())
    assert again(content) == making.warlog()


# Old files ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(OLD_FILES.glob("*.warlog")), ids=lambda file: file.stem)
def test_old_files_are_read_for_ever_and_written_the_same(file: Path):
    assert written(read(file)) == file.read_bytes()


def test_the_first_file_says_what_it_said():
    whole = read(OLD_FILES / "format-1.warlog")
    assert {line: (head.digest[:16], head.ply) for line, head in whole.heads().items()} == {
        "main": ("16ef8c1b0a004aaf", 10),
        "bold": ("b9f9566ab6641aef", 3),
    }
    assert len(whole.batches) == 14
    north = read(OLD_FILES / "format-1-north.warlog")
    assert north.header.seen_by == ("north",)
    assert north.heads() == whole.heads()
    assert written(for_seats(whole, ("north",))) == written(north)
