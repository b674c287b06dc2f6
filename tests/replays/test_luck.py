"""Dice against expectation: the sums are those of real dice, and the shares are reckoned, not guessed."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest

from eventlog.record import Batch, Chance
from replays.luck import EXACTLY, luck, sums


def _batch(ply: int, *chances: Chance) -> Batch:
    return Batch(game="g", ply=ply, id="i", time=datetime(2026, 1, 1, tzinfo=UTC), chance=chances)


def _roll(seat: str, *faces: int, purpose: str = "melee:orcs", replaces: int | None = None) -> Chance:
    return Chance(purpose=purpose, result=faces, seat=seat, replaces=replaces)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_the_shares_of_sums_are_those_of_all_rolls(dice: int) -> None:
    rolls = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    for total, share in zip(range(dice, 6 * dice + 1), sums(6, dice), strict=True):
        assert share == pytest.approx(rolls.count(total) / len(rolls))


def test_two_dice_of_eleven_are_better_than_all_sums_below_and_half_of_their_like() -> None:
    (north,) = luck([_batch(1, _roll("north", 6, 5))], ["north"])
    assert (north.rolls, north.dice, north.expected, north.got) == (1, 2, 7.0, 11)
    # 33 of 36 rolls give less than eleven, two give eleven.
    assert north.percentile == pytest.approx(100 * (33 + 1) / 36, abs=0.05)


def test_all_dice_of_a_seat_count_and_those_of_others_do_not() -> None:
    batches = [_batch(1, _roll("north", 1, 1)), _batch(2, _roll("south", 6, 6), _roll("north", 6, 6))]
    north, south = luck(batches, ["north", "south"])
    assert (north.rolls, north.got, north.percentile) == (2, 14, 50.0)
    assert south.got == 12
    assert south.percentile > 97
    assert [roll.ply for roll in north.luckiest] == [2, 1]
    assert [roll.ply for roll in north.unluckiest] == [1, 2]


def test_a_result_that_was_set_aside_was_rolled_all_the_same() -> None:
    (north,) = luck([_batch(1, _roll("north", 1), _roll("north", 6, replaces=0))], ["north"])
    assert (north.rolls, north.got) == (2, 7)


def test_kinds_of_rolls_are_told_apart_and_draws_and_hidden_results_are_no_dice() -> None:
    batch = _batch(
        1,
        _roll("north", 2, purpose="melee:a"),
        _roll("north", 4, purpose="melee:b"),
        _roll("north", 3, purpose="rally:a"),
        Chance(purpose="card", kind="draw", faces=39, result=(7,), seat="north"),
        Chance(purpose="chit", result=("?",), seat="north"),
    )
    (north,) = luck([batch], ["north"])
    assert {each.purpose: (each.rolls, each.got) for each in north.purposes} == {
        "melee": (2, 6),
        "rally": (1, 3),
    }


def test_many_dice_are_reckoned_as_the_normal_distribution_that_they_are() -> None:
    few = [_batch(ply, _roll("north", 4)) for ply in range(EXACTLY)]
    many = [_batch(ply, _roll("north", 4)) for ply in range(EXACTLY + 1)]
    (one,), (other,) = luck(few, ["north"]), luck(many, ["north"])
    assert one.percentile == pytest.approx(other.percentile, abs=0.1)


def test_a_seat_without_dice_has_neither_luck() -> None:
    (north,) = luck([], ["north"])
    assert (north.rolls, north.got, north.luckiest, north.percentile) == (0, 0, (), 50.0)
