"""A game in play: what each input records, takes back, does again and refuses."""

from __future__ import annotations

import dataclasses
import random
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import goofspiel
import msgspec
import pytest

from eventlog.archive import Archive
from eventlog.errors import ArchiveBusy, HeadMoved, NameTaken, NotFound
from eventlog.record import Head, Person
from replays import opening
from replays.session import CannotUndo, Session
from rules.errors import ChanceNeeded, IllegalAction, OptionError
from rules.ruleset import Pass, Resign
from rules.sources import Sourced
from tests.replays.played import act, archive_in, begun, contents, from_zero, play_on, rows, same, unbroken

GOOFSPIEL = Path(goofspiel.__path__[0])
BEGUN = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def archive(tmp_path):
    return archive_in(tmp_path)


def stored(session, line=None):
    return session.archive.line_batches(session.row.id, line or session.line)


def drawn(session):
    return [chance for batch in stored(session) for chance in batch.chance]


# The beginning


def test_the_beginning_records_everything_that_a_game_is_begun_with(archive):
    session = Session.new(
        archive,
        "goofspiel",
        "long",
        title="Карты",
        seed="12",
        people={"north": Person("Åsa"), "south": Person(bot="greedy")},
        options={"turns": "5", "undo": "strict"},
        tags={"round": "2", "club": "Köln"},
        played="2026-02-01",
        place="Köln",
        occasion="Spring",
        origin="recorded",
    )
    (first,) = stored(session)
    begin = first.begin
    assert begin is not None
    assert begin.program.startswith("warlog")
    assert (begin.ruleset, begin.ruleset_version, begin.scenario) == ("goofspiel", 1, "long")
    assert begin.options == {"turns": "5", "undo": "strict"}
    assert begin.seats == {"north": Person("Åsa"), "south": Person(bot="greedy")}
    assert begin.tags == {"club": "Köln", "round": "2"}
    assert (begin.origin, begin.chance, begin.seed) == ("recorded", "seeded", "12")
    assert (begin.title, begin.played, begin.place, begin.occasion) == (
        "Карты",
        "2026-02-01",
        "Köln",
        "Spring",
    )
    assert len(bytes.fromhex(begin.key)) == 16
    assert begin.data == opening.data_hash(archive.data(begin.data))
    assert (first.kind, first.ply, first.entry, first.parent) == ("begin", 0, 0, "")
    assert {secret.at for secret in first.secrets} >= {"/begin/key", "/begin/seed"}


def test_every_game_has_a_key_of_its_own_unless_it_is_begun_with_a_seed(archive):
    keys = [begun(archive, seed=seed).row.begin.key for seed in (None, None, "3", "3", "4")]
    assert len(set(keys)) == 4
    assert keys[2] == keys[3]


def test_defaults_are_the_first_scenario_the_next_slug_and_the_options_as_they_are(archive):
    one, two = Session.new(archive, "goofspiel"), Session.new(archive, "goofspiel")
    assert (one.row.slug, two.row.slug, one.row.scenario) == ("goofspiel-1", "goofspiel-2", "duel")
    assert one.row.begin.options == {"turns": "", "undo": "free"}


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"scenario": "siege"}, "goofspiel has no scenario siege; it has duel, long"),
        ({"options": {"turn": "3"}}, "goofspiel has no option turn; it has turns, undo"),
        ({"options": {"undo": "never"}}, "option undo takes free or strict, not never"),
        ({"options": {"turns": "none"}}, "option turns takes a number from 1, not none"),
        ({"people": {"east": Person("Ann")}}, "goofspiel duel has no seat east; it has north, south"),
    ],
)
def test_what_a_game_cannot_be_begun_with_makes_no_archive(archive, how, says):
    with pytest.raises(OptionError, match=says):
        Session.new(archive, "goofspiel", **how)
    assert not archive.exists()


def test_data_are_stored_once_and_kept_when_others_are_installed(archive, monkeypatch):
    session = begun(archive, options={"turns": "12"})
    begun(archive)
    assert rows(archive)["data"] == 1
    play_on(session, random.Random(1), 8)
    told = from_zero(session)
    installed = opening.find_ruleset("goofspiel")
    other = msgspec.structs.replace(installed.load(None), hand=Sourced(2, "reconstruct"))
    today = dataclasses.replace(installed, load=lambda folder: other)
    monkeypatch.setattr(opening, "find_ruleset", lambda name: today)
    monkeypatch.setattr(opening, "_opened", {})
    loaded = Session.load(archive, session.row.slug)
    assert loaded.opened.game.data.hand.value == 3
    assert same(loaded.position, told)
    assert loaded.opened.ruleset.load(None).hand.value == 2
    while not any(isinstance(event, goofspiel.CardsRevealed) for event in act(loaded).events):
        pass
    assert [len(hand) for hand in loaded.state.hands.values()] == [3, 3]


def test_a_game_begun_with_an_owners_data_keeps_them(archive, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    printed = (GOOFSPIEL / "data" / "goofspiel.toml").read_text(encoding="utf-8")
    mine = printed.replace("hand = { value = 3", "hand = { value = 2")
    (folder / "goofspiel.toml").write_text(mine, encoding="utf-8")
    session = begun(archive, data_folder=folder)
    assert [len(hand) for hand in session.state.hands.values()] == [2, 2]
    assert rows(archive)["data"] == 1
    begun(archive)
    assert rows(archive)["data"] == 2
    assert Session.load(archive, session.row.slug).opened.game.data.hand.value == 2


def test_times_come_from_the_clock_that_is_handed_in(archive):
    time = datetime(2026, 5, 1, 12, tzinfo=UTC)
    session = begun(archive, times=lambda: time)
    act(session)
    assert {batch.time for batch in stored(session)} == {time}
    assert {move.time for move in archive.journal(session.row.id)} >= {time}


# Acting


def test_an_act_is_recorded_with_its_chance_its_options_and_its_events(archive):
    session = begun(archive, who="Ann")
    before, choices = session.head, session.choices()
    acted = act(session, len(choices))
    (batch,) = acted.batches
    assert (batch.parent, batch.ply, batch.entry, batch.seat) == (before.digest, 1, 1, choices[-1].seat)
    assert batch.options == len(choices)
    assert session.decode_action(bytes(batch.action)) == choices[-1].action
    assert tuple(session.opened.codec.decode(event) for event in batch.events) == acted.events
    assert (acted.move.kind, acted.move.who, acted.move.head) == ("act", "Ann", session.head.digest)
    assert acted.narration == session.narrated(session.timeline.state_at(0), acted.events)
    assert stored(session)[-1] == batch


def test_choices_are_numbered_over_all_that_are_awaited(archive):
    session = begun(archive)
    while session.choices()[0].seat == session.choices()[-1].seat:
        act(session)
    assert [awaited.seat for awaited in session.awaiting()] == ["north", "south"]
    assert [choice.number for choice in session.choices()] == [1, 2, 3, 4, 5, 6]
    assert [choice.seat for choice in session.choices("south")] == ["south"] * 3
    assert [choice.number for choice in session.choices("south")] == [1, 2, 3]


def test_either_of_two_awaited_seats_may_choose_first_and_the_position_is_the_same(archive):
    positions = []
    for order in ((0, -1), (-1, 0)):
        session = begun(archive)
        while len(session.awaiting()) == 1:
            session.act(session.awaiting()[0].seat, Pass())
        commits = [session.choices("north")[0], session.choices("south")[0]]
        for place in order:
            session.act(commits[place].seat, commits[place].action)
        positions.append(session.state)
        assert session.clock().turn == 2
    assert positions[0] == positions[1]


def passing(session):
    """A game at a ply where one seat passes and the other can only pass."""
    for _ in range(400):
        choices = session.choices()
        acted = session.act(choices[0].seat, choices[0].action)
        if choices[0].action == Pass() and len(choices) > 1 and len(acted.batches) > 1:
            return acted
    raise AssertionError("nobody had to pass")


def test_a_seat_that_can_only_pass_is_passed_at_once(archive):
    session = begun(archive, options={"turns": "40"}, seed="2")
    acted = passing(session)
    assert [session.decode_action(bytes(batch.action)) for batch in acted.batches] == [Pass(), Pass()]
    assert acted.batches[0].seat != acted.batches[1].seat
    assert acted.batches[-1].options == 1
    assert acted.move.ply == acted.batches[-1].ply
    unbroken(session)


def test_a_pass_that_was_entered_at_once_looks_like_one_that_a_person_took_time_for(archive):
    """Entries, times, names and the moves of the journal would tell who held nothing to answer with."""
    seconds = iter(range(10_000))
    session = Session.new(
        archive, "goofspiel", seed="2", options={"turns": "40"}, who="anna",
        times=lambda: BEGUN + timedelta(seconds=next(seconds)),
    )  # fmt: skip
    passing(session)
    passes = [
        (stored.digest, stored.batch)
        for stored in archive.line_stored(session.row.id, "main")
        if stored.batch.action and session.decode_action(bytes(stored.batch.action)) == Pass()
    ]
    batches = {batch.ply: batch for batch in archive.line_batches(session.row.id, "main")}
    moves = {move.head: move for move in archive.journal(session.row.id)}
    options = {batch.options for _, batch in passes}
    assert 1 in options
    assert len(options) > 1, "nobody took time"
    for named, batch in passes:
        before = batches[batch.ply - 1]
        assert (batch.entry, batch.time) == (before.entry + 1, before.time)
        assert (moves[named].kind, moves[named].who, moves[named].time) == ("act", "", batch.time)
    assert {move.who for head, move in moves.items() if head not in dict(passes)} == {"anna"}
    ply = session.position.ply
    assert (session.undo().batches, session.position.ply) == (1, ply - 1)
    unbroken(session)


def test_several_actions_are_one_entry_and_one_move(archive):
    session = begun(archive)
    while session.awaiting()[0].decision == "answer":
        session.act(session.awaiting()[0].seat, Pass())
    entry, moves = session.position.entry, len(archive.journal(session.row.id))
    chosen = [session.choices(seat)[0] for seat in ("north", "south")]
    acted = session.act_many([(choice.seat, choice.action) for choice in chosen])
    assert len(acted.batches) >= 2
    assert {batch.entry for batch in acted.batches[:2]} == {entry + 1}
    assert [move.kind for move in archive.journal(session.row.id)][moves:] == ["act"] * (
        1 + len(acted.batches[2:])
    )
    unbroken(session)


def test_several_actions_are_taken_all_or_none(archive):
    session = begun(archive)
    before, here = contents(archive), session.position
    with pytest.raises(IllegalAction):
        session.act_many([(session.awaiting()[0].seat, Pass()), ("north", goofspiel.Commit("?"))])
    assert contents(archive) == before
    assert same(session.position, here)
    unbroken(session)


def test_a_seat_that_is_not_awaited_is_refused_and_told_whose_turn_it_is(archive):
    session = begun(archive)
    other = "south" if session.awaiting()[0].seat == "north" else "north"
    with pytest.raises(IllegalAction, match=f"{other} has nothing to decide now; it is the turn of"):
        session.act(other, Pass())
    with pytest.raises(OptionError, match="has no seat east; it has north, south"):
        session.act("east", Pass())
    assert session.position.ply == 0


def test_why_tells_what_forbids_an_action_and_records_nothing(archive):
    session = begun(archive)
    before, seat = contents(archive), session.awaiting()[0].seat
    refusal = session.why(seat, goofspiel.Commit("joker"))
    assert refusal is not None
    assert refusal.rule == "3.1"
    assert session.why(seat, Pass()) is None
    assert contents(archive) == before


def test_giving_up_ends_the_game_and_is_listed(archive):
    session = begun(archive)
    acted = session.resign("north")
    assert [batch.kind for batch in acted.batches] == ["resign"]
    assert acted.batches[0].options is None
    result = session.result()
    assert result is not None
    assert result.winners == ("south",)
    assert listed(session)["how"] == "resigned"
    with pytest.raises(IllegalAction, match="is over; undo or branch from an earlier ply to play on"):
        session.act("north", Resign())
    with pytest.raises(OptionError, match="has no seat east"):
        session.resign("east")
    unbroken(session)


def listed(session):
    result = session.archive.game(session.row.id).result
    return None if result is None else msgspec.json.decode(bytes(result))


def test_the_listed_result_is_that_of_the_current_line(archive):
    session = begun(archive)
    act(session)
    session.resign("north")
    assert listed(session)["how"] == "resigned"
    session.undo()
    assert listed(session) is None
    session.redo()
    assert listed(session)["how"] == "resigned"
    session.branch("again", 1)
    assert listed(session) is None
    session.switch("main")
    assert listed(session)["how"] == "resigned"
    loaded = Session.load(archive, session.row.slug, "again")
    act(loaded)
    assert listed(session) is None


# Taking back and doing again


def test_undo_takes_back_an_entry_and_redo_does_it_again_as_it_was(archive):
    session = begun(archive)
    for _ in range(5):
        act(session, 2)
    there, count = session.position, rows(archive)
    undone = session.undo()
    assert undone.move.kind == "undo"
    assert session.position.ply < there.ply
    unbroken(session)
    session.redo()
    assert same(session.position, there)
    unbroken(session)
    after = rows(archive)
    assert after.pop("move") == count.pop("move") + 2
    assert after == count


def test_undo_by_entries_and_by_ply(archive):
    session = begun(archive)
    for _ in range(6):
        act(session)
    entry = session.position.entry
    session.undo(3)
    assert session.position.entry == entry - 3
    session.undo_to(1)
    assert session.position.ply == 1
    session.redo(2)
    assert session.position.ply == 3
    unbroken(session)


@pytest.mark.parametrize("ply", [-1, 2, 3])
def test_undo_goes_back_to_an_earlier_ply_only(archive, ply):
    session = begun(archive)
    act(session)
    act(session)
    with pytest.raises(CannotUndo, match=f"stands at ply 2: it can be taken back to plies 0 to 1, not {ply}"):
        session.undo_to(ply)


def test_there_is_nothing_to_take_back_at_the_beginning_and_nothing_to_do_again_at_the_tip(archive):
    session = begun(archive)
    with pytest.raises(CannotUndo, match="stands at its beginning"):
        session.undo()
    with pytest.raises(CannotUndo, match="stands at its beginning"):
        session.undo_to(0)
    with pytest.raises(CannotUndo, match="has nothing to redo"):
        session.redo()
    act(session)
    session.undo()
    with pytest.raises(CannotUndo, match="only 1 plies were taken back from here, not 2"):
        session.redo(2)
    assert session.position.ply == 0
    unbroken(session)
    session.redo()
    assert session.position.ply == 1


def test_a_roll_taken_back_and_rolled_again_is_the_same(archive):
    session = begun(archive, seed=None)
    play_on(session, random.Random(3), 6)
    rolled, head = drawn(session), session.position.ply
    taken = [(batch.seat, session.decode_action(bytes(batch.action))) for batch in stored(session)[1:]]
    session.undo_to(0)
    while session.position.ply < head:
        seat, action = taken[session.position.ply]
        session.act(seat, action)
    assert drawn(session) == rolled
    assert len(archive.tree(session.row.id).lines) == 2


def with_a_low_card(archive):
    """A game in which north holds a low card at the beginning, and that it may spend for another roll."""
    for seed in range(100):
        session = begun(archive, seed=str(seed))
        for choice in session.choices("north"):
            if isinstance(choice.action, goofspiel.Again):
                return session, choice.action
    raise AssertionError("no low card in a hundred games")


def test_a_result_that_another_sets_aside_stays_and_the_other_names_it(archive):
    session, again = with_a_low_card(archive)
    (batch,) = session.act("north", again).batches
    first, second = (chance for chance in drawn(session) if chance.purpose == "prize:1")
    assert (first.ordinal, first.replaces) == (0, None)
    assert (second.ordinal, second.replaces, second.seat) == (1, 0, "north")
    assert second in batch.chance
    assert session.state.die == second.result[0]
    unbroken(session)


def test_another_roll_in_between_does_not_shift_later_ones(archive):
    """The prize of turn 2 is the same whether or not the die of turn 1 was rolled again."""
    session, again = with_a_low_card(archive)
    while session.clock().turn < 2:
        act(session)
    die = session.state.die
    session.undo_to(0)
    session.act("north", again)
    while session.clock().turn < 2:
        act(session)
    assert len([chance for chance in drawn(session) if chance.purpose == "prize:1"]) == 2
    assert session.state.die == die


def test_what_an_undo_took_back_that_was_seen_is_said_and_recorded(archive):
    session = begun(archive)
    while session.clock().turn < 2:
        act(session)
    undone = session.undo()
    assert "roll prize:2" in undone.seen
    assert any(each.startswith("open choice-") for each in undone.seen)
    assert undone.move.seen == undone.seen
    assert archive.journal(session.row.id)[-1].seen == undone.seen
    assert not any("spades" in each or "hearts" in each for each in undone.seen)


def test_a_strict_game_refuses_to_take_back_what_was_seen_and_nothing_else(archive):
    session = begun(archive, options={"undo": "strict"})
    act(session)
    session.undo()
    while session.clock().turn < 2:
        act(session)
    before, here = contents(archive), session.position
    with pytest.raises(CannotUndo, match=r"begun with undo=strict: .* cannot be taken back once it was seen"):
        session.undo()
    assert contents(archive) == before
    assert same(session.position, here)


# Lines


@pytest.mark.parametrize("ply", [0, 1, 4, 7])
def test_a_branch_from_any_ply_copies_nothing(archive, ply):
    session = begun(archive)
    while session.position.ply < 7:
        act(session)
    before = rows(archive)
    session.branch("what-if", ply)
    after = rows(archive)
    assert after.pop("move") == before.pop("move") + 1
    assert after == before
    assert (session.line, session.position.ply) == ("what-if", ply)
    unbroken(session)
    act(session, 2)
    assert rows(archive)["batch"] == before["batch"] + len(stored(session)) - ply - 1
    unbroken(session)
    line = archive.tree(session.row.id).lines["what-if"]
    assert (line.source, line.fork_ply) == ("main", ply)


def test_what_was_taken_back_is_a_line_that_can_be_found_and_taken_up(archive):
    session = begun(archive)
    for _ in range(4):
        act(session)
    lost = session.position
    session.undo(2)
    assert archive.tree(session.row.id).lines["main~1"].head.digest == lost.head
    act(session, 2)
    assert archive.tree(session.row.id).lines["main~1"].abandoned
    session.switch("main~1")
    assert same(session.position, lost)
    act(session)
    assert not archive.tree(session.row.id).lines["main~1"].abandoned
    unbroken(session)


def test_lines_that_are_not_there_and_names_that_are_taken_are_refused(archive):
    session = begun(archive)
    session.branch("other")
    before = contents(archive)
    with pytest.raises(NotFound, match="has no line siege; it has main, other"):
        session.switch("siege")
    with pytest.raises(NameTaken, match="has a line main already"):
        session.branch("main")
    with pytest.raises(NotFound, match="has no ply 4; its head is ply 0"):
        session.branch("third", 4)
    with pytest.raises(NotFound, match="has no line siege"):
        Session.load(archive, session.row.slug, "siege")
    assert contents(archive) == before
    assert session.line == "other"


def test_loading_goes_on_with_the_line_that_is_current(archive):
    session = begun(archive)
    act(session)
    session.branch("other", 0)
    loaded = Session.load(archive, session.row.slug)
    assert (loaded.line, loaded.head) == ("other", session.head)
    assert same(loaded.position, session.position)


# Two at one game


def test_a_stale_head_is_refused_with_both_heads_and_all_is_left_as_it_was(archive):
    one = begun(archive)
    two = Session.load(archive, one.row.slug)
    stood = two.head
    act(one)
    for late in (lambda: act(two), lambda: two.resign("north"), lambda: two.ruling(POINTS, "Miscounted")):
        before, here = contents(archive), two.position
        with pytest.raises(HeadMoved) as caught:
            late()
        assert (caught.value.expected, caught.value.found) == (stood, one.head)
        assert contents(archive) == before
        assert same(two.position, here)
        assert len(two.timeline) == 1


def test_a_stale_undo_and_a_stale_redo_are_refused_with_both_heads(archive):
    one = begun(archive)
    act(one)
    act(one)
    two = Session.load(archive, one.row.slug)
    one.undo()
    for late in (two.undo, two.redo):
        before, stood = contents(archive), two.head
        with pytest.raises(HeadMoved) as caught:
            late()
        assert (caught.value.expected, caught.value.found) == (stood, one.head)
        assert contents(archive) == before
        assert two.head == stood
    one.undo()
    act(one, 2)
    one.undo()
    two = Session.load(archive, one.row.slug)
    act(one)
    with pytest.raises(HeadMoved):
        two.redo()
    assert same(two.position, two.timeline.at(0))


INPUTS = {
    "act": act,
    "several": lambda session: session.act_many([(each.seat, each.action) for each in session.choices()[:1]]),
    "resign": lambda session: session.resign("south"),
    "ruling": lambda session: session.ruling(POINTS, "Miscounted"),
    "undo": lambda session: session.undo(),
    "redo": lambda session: session.redo(),
    "branch": lambda session: session.branch("other", 0),
    "switch": lambda session: session.switch("what-if"),
}


@pytest.mark.parametrize("what", INPUTS)
def test_an_archive_that_cannot_be_written_leaves_the_session_where_it_was(archive, monkeypatch, what):
    session = begun(archive)
    session.branch("what-if")
    act(session)
    session.switch("main")
    for _ in range(3):
        act(session)
    session.undo()
    before, here, line = contents(archive), session.position, session.line

    def busy(*_, **__):
        raise ArchiveBusy("Process 7 holds the archive.", 7)

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "append", busy)
        patched.setattr(Archive, "move", busy)
        with pytest.raises(ArchiveBusy):
            INPUTS[what](session)
    assert contents(archive) == before
    assert same(session.position, here)
    assert session.line == line
    unbroken(session)
    INPUTS[what](session)
    unbroken(session)


def test_an_expected_head_that_is_another_is_refused(archive):
    session = begun(archive)
    act(session)
    seat = session.awaiting()[0].seat
    with pytest.raises(HeadMoved) as caught:
        session.act(seat, Pass(), expected=Head("0" * 64, 0))
    assert caught.value.found == session.head
    session.act(seat, Pass(), expected=session.head)
    assert session.position.ply >= 2


def test_the_same_batches_again_are_a_success_without_a_row(archive):
    session = begun(archive)
    parent = session.head
    acted = act(session)
    before = contents(archive)
    move = archive.append(session.row.id, "main", acted.batches, expected=parent)
    assert move == acted.move
    assert contents(archive) == before


# Rulings, batches as played, and games recorded from a table


POINTS: dict[str, object] = {"set": "points", "seat": "north", "to": 9}


def test_a_ruling_is_a_ply_with_its_reason_and_can_be_taken_back(archive):
    session = begun(archive)
    act(session)
    acted = session.ruling(POINTS, "We had miscounted the prize of turn 1")
    (batch,) = acted.batches
    assert (batch.kind, batch.reason, batch.seat) == ("ruling", "We had miscounted the prize of turn 1", "")
    assert msgspec.json.decode(bytes(batch.action)) == POINTS
    assert session.state.points["north"] == 9
    assert stored(session)[-1] == batch
    unbroken(session)
    session.undo()
    assert session.state.points["north"] == 0
    with pytest.raises(IllegalAction, match="a ruling reads"):
        session.ruling({"set": "weather"}, "It rained")


def by_hand(archive, **how):
    return begun(archive, chance="manual", seed=None, dice=[4], **how)


def test_cards_that_the_record_does_not_name_are_unknown_until_they_are_played(archive):
    session = by_hand(archive, draws=["spades-2", "spades-3"])
    assert session.state.hands["north"] == ("spades-2", "spades-3", "?")
    assert set(session.state.hands["south"]) == {"?"}
    assert {chance.how for chance in drawn(session)} == {"typed"}
    while len(session.awaiting()) == 1:
        session.act(session.awaiting()[0].seat, Pass())
    session.act("north", goofspiel.Commit("spades-9"))
    session.act("south", goofspiel.Commit("hearts-8"), dice=[6], draws=["?", "hearts-1"])
    assert session.state.points["north"] == 4
    assert session.state.hands["south"] == ("?", "?", "hearts-1")
    unbroken(session)


@pytest.mark.parametrize(
    ("dice", "draws", "says"),
    [
        ([], ["?", "?"], "prize:2 needs 1 dice of 6 faces; 0 are given"),
        ([7], ["?", "?"], "7 is no face of a die with 6 faces"),
        ([0], ["?", "?"], "0 is no face of a die"),
        ([3], ["?"], "needs a draw; none is given"),
        ([3], ["?", "spades-4"], "spades-4 cannot be drawn for card:south"),
        ([3, 3], ["?", "?"], "too much chance is given: 3 was not needed"),
        ([3], ["?", "?", "?"], r"too much chance is given: \? was not needed"),
    ],
)
def test_chance_typed_in_wrongly_is_refused_and_nothing_recorded(archive, dice, draws, says):
    session = by_hand(archive)
    while len(session.awaiting()) == 1:
        session.act(session.awaiting()[0].seat, Pass())
    session.act("north", session.choices("north")[0].action)
    before, here = contents(archive), session.position
    with pytest.raises(ChanceNeeded, match=says):
        session.act("south", session.choices("south")[0].action, dice=dice, draws=draws)
    assert contents(archive) == before
    assert same(session.position, here)


def test_dice_are_not_typed_into_a_game_with_a_key(archive):
    session = begun(archive)
    with pytest.raises(ChanceNeeded, match="draws its chance from its key"):
        session.act(session.awaiting()[0].seat, Pass(), dice=[4])


def test_an_archive_at_another_place_is_not_needed_for_reading(archive):
    """A session holds nothing open: another object for the same file sees what was done at once."""
    session = begun(archive)
    act(session)
    other = Session.load(Archive(archive.path), session.row.slug)
    assert other.head == session.head
    assert uuid.UUID(other.row.id).version == 4
