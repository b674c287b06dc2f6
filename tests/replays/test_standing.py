"""Passing ahead: what a standing order does, when it ends, and that nobody else can tell."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from eventlog.archive import Archive
from replays.session import Choice, Session
from replays.standing import StandingOrder, StandingOrders, moment_open, place, stored
from rules.errors import OptionError
from rules.sword_of_rome.actions import Activate, Pass, Play, Step

EVERY = StandingOrder()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, str, str]:
    """A game that stands where a seat could respond to another's act: the archive, that ply, the seat, the moment."""
    path = tmp_path_factory.mktemp("asked") / "games.warlog"
    session = Session.new(Archive(path), "sword-of-rome", seed="6", slug="asked")
    chance = Random(5)
    while True:
        before, ply = session.awaiting()[0].seat, session.position.ply
        made = chance.choice(bold(session.choices()))
        session.act(made.seat, made.action)
        now = session.awaiting()[0]
        could = now.decision == "respond" and len(session.choices()) > 1
        if could and now.seat != before and session.position.ply == ply + 1:
            moment = moment_open(session.opened, session.state, now.seat)
            assert moment
            return path, session.position.ply, now.seat, moment


def bold(choices: list[Choice]) -> list[Choice]:
    """The choices that put armies on the march, else the plays for Ops, else all but a pass."""
    return (
        [each for each in choices if isinstance(each.action, (Activate, Step))]
        or [each for each in choices if isinstance(each.action, Play) and each.action.use == "ops"]
        or [each for each in choices if not isinstance(each.action, Pass)]
        or choices
    )


def again(asked: tuple[Path, int, str, str], folder: Path) -> tuple[Session, str, str]:
    """The game one input before the seat was asked."""
    path, ply, seat, moment = asked
    copied = folder / "games.warlog"
    copied.write_bytes(path.read_bytes())
    session = Session.load(Archive(copied), "asked")
    assert session.position.ply == ply
    session.undo()
    return session, seat, moment


def redo(session: Session, asked: tuple[Path, int, str, str]) -> None:
    """The same input again, made anew."""
    original = Session.load(Archive(asked[0]), "asked")
    batch = original.archive.line_batches(original.row.id, "main", session.position.ply + 1)[0]
    session.act(batch.seat, session.decode_action(bytes(batch.action)))


def test_an_order_lets_the_moment_go_by_and_is_told_to_its_seat_alone(
    asked: tuple[Path, int, str, str], tmp_path: Path
) -> None:
    session, seat, _ = again(asked, tmp_path)
    assert session.pass_ahead(seat, EVERY) is None
    redo(session, asked)
    assert (session.awaiting()[0].seat, session.awaiting()[0].decision) != (seat, "respond")
    passed = session.archive.line_batches(session.row.id, "main")
    assert any(batch.seat == seat and b'"pass"' in bytes(batch.action).lower() for batch in passed[-3:])
    order = session.passing_ahead(seat)
    assert order is not None
    assert order.until == "own"
    for other in session.row.begin.seats:
        if other != seat:
            assert session.passing_ahead(other) is None


def test_without_an_order_the_seat_is_asked(asked: tuple[Path, int, str, str], tmp_path: Path) -> None:
    session, seat, _ = again(asked, tmp_path)
    redo(session, asked)
    assert session.awaiting()[0].seat == seat
    session.pass_ahead(seat, EVERY)
    session.undo_to(asked[1] - 1)
    session.pass_ahead(seat, None)
    redo(session, asked)
    assert session.awaiting()[0].seat == seat  # it was taken back


@pytest.mark.parametrize("same", [True, False])
def test_an_order_for_one_kind_of_moment_is_for_that_kind(
    asked: tuple[Path, int, str, str], tmp_path: Path, same: bool
) -> None:
    session, seat, moment = again(asked, tmp_path)
    session.pass_ahead(seat, StandingOrder(moment if same else "alliance", "recalled"))
    redo(session, asked)
    assert ((session.awaiting()[0].seat, session.awaiting()[0].decision) == (seat, "respond")) is not same


def test_who_is_asked_already_passes_at_once(asked: tuple[Path, int, str, str], tmp_path: Path) -> None:
    session, seat, _ = again(asked, tmp_path)
    redo(session, asked)
    before = session.position.ply
    done = session.pass_ahead(seat, EVERY)
    assert done is not None
    assert done.batches[0].seat == seat
    assert session.position.ply > before


def test_an_order_ends_with_the_next_impulse_of_its_seat(
    asked: tuple[Path, int, str, str], tmp_path: Path
) -> None:
    session, seat, _ = again(asked, tmp_path)
    session.pass_ahead(seat, EVERY)
    forever = next(each for each in session.row.begin.seats if each not in (seat, session.awaiting()[0].seat))
    session.pass_ahead(forever, StandingOrder("", "recalled"))
    clock = session.clock()
    for _ in range(400):
        awaited = session.awaiting()[0]
        if awaited.seat == seat and awaited.decision == "impulse" and session.clock() != clock:
            break
        assert not (awaited.seat in (seat, forever) and awaited.decision == "respond")
        choices = session.choices()
        ends = [each for each in choices if each.text.startswith(("end", "(pass)", "(halt)"))]
        session.act(awaited.seat, (ends or choices)[0].action)
    else:
        raise AssertionError("the impulse should have come")
    assert session.passing_ahead(seat) is None
    kept = session.passing_ahead(forever)
    assert kept is not None
    assert kept.until == "recalled"


def test_an_order_until_the_turn_ends_outlasts_impulses_and_not_the_turn(
    asked: tuple[Path, int, str, str], tmp_path: Path
) -> None:
    session, seat, _ = again(asked, tmp_path)
    turn, phase, impulse = place(session.clock())
    for order, stands in (
        (StandingOrder("", "turn", (turn, phase, impulse - 1)), True),
        (StandingOrder("", "turn", (turn - 1, phase, impulse)), False),
        (StandingOrder("", "recalled", (0, 0, 0)), True),
    ):
        orders = StandingOrders(session.opened, {seat: stored(order)})
        orders.came_to(session.state)
        assert (seat in orders.orders) is stands
        assert orders.over == (set() if stands else {seat})


def test_nobody_else_can_tell_a_pass_by_an_order_from_one_by_hand(
    asked: tuple[Path, int, str, str], tmp_path: Path
) -> None:
    """Log, journal and the file for any other seat are the same, but for ids and what follows from them."""
    (tmp_path / "hand").mkdir()
    (tmp_path / "order").mkdir()
    by_hand, seat, _ = again(asked, tmp_path / "hand")
    by_hand.who = "somebody"
    redo(by_hand, asked)
    by_hand.act(seat, Pass())
    by_order, _, _ = again(asked, tmp_path / "order")
    by_order.who = "somebody"
    by_order.pass_ahead(seat, EVERY)
    redo(by_order, asked)
    ends = min(by_hand.position.ply, by_order.position.ply)
    batches, moves = [], []
    for session in (by_hand, by_order):
        line = session.archive.line_batches(session.row.id, "main", asked[1], ends)
        batches.append(
            [
                (each.ply, each.entry, each.kind, each.seat, bytes(each.action), each.time - line[0].time)
                for each in line
            ]
        )
        journal = [move for move in session.archive.journal(session.row.id) if asked[1] < move.ply <= ends]
        moves.append([(move.kind, move.who, move.ply) for move in journal if move.kind == "act"])
    assert batches[0] == batches[1]
    assert moves[0] == moves[1]


def test_no_file_and_no_view_tells_of_an_order(asked: tuple[Path, int, str, str], tmp_path: Path) -> None:
    from tests.cli.commands import run

    session, seat, _ = again(asked, tmp_path)
    other = next(each for each in session.row.begin.seats if each != seat)
    archive = session.archive.path

    def all_told() -> list[str]:
        outputs = [
            run(*command, "--json", archive=archive).out
            for command in (
                ("show", "asked", "--as", other),
                ("log", "asked", "--as", other),
                ("lines", "asked"),
                ("list",),
                ("verify",),
            )
        ]
        files = []
        for seats in ((), ("--as", other)):
            file = tmp_path / "file.warlog"
            file.unlink(missing_ok=True)
            assert run("export", "asked", str(file), *seats, archive=archive).code == 0
            files.append(file.read_text())
        return [*outputs, *files]

    before = all_told()
    session.pass_ahead(seat, StandingOrder("", "recalled"))
    assert all_told() == before
    copied = Archive(tmp_path / "copied.warlog")
    assert run("import", str(tmp_path / "file.warlog"), archive=copied.path).code == 0
    assert copied.standing("asked") == {}


def test_only_a_seat_of_the_game_passes_ahead(asked: tuple[Path, int, str, str], tmp_path: Path) -> None:
    session, _, _ = again(asked, tmp_path)
    with pytest.raises(OptionError, match="no seat carthage"):
        session.pass_ahead("carthage", EVERY)


def test_an_order_that_cannot_be_read_is_none(asked: tuple[Path, int, str, str], tmp_path: Path) -> None:
    session, seat, _ = again(asked, tmp_path)
    session.archive.leave(session.row.id, seat, "{")
    assert session.passing_ahead(seat) is None
    redo(session, asked)
    assert session.awaiting()[0].seat == seat


def test_an_order_is_kept_as_plain_json() -> None:
    order = StandingOrder("battle-certain", "turn", (1, 4, 3))
    assert msgspec.json.decode(msgspec.json.encode(order), type=StandingOrder) == order
