"""Work shared out over processes: in its order, the same as here, and ended when nobody wants it any more."""

from __future__ import annotations

import multiprocessing
import os
import time

import pytest

from replays.workers import WorkerLost, cores, in_order


def squares(told):
    """A function that takes longer for the first numbers, so that later ones are done before them."""

    def square(number):
        time.sleep(0.02 * max(0, 3 - number))
        return told, number * number

    return square


def failing(told):
    def fail(number):
        raise ValueError(f"{told} {number}")

    return fail


def leaving(told):
    def leave(number):
        os._exit(3)

    return leave


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_work_however_many_do_it(workers):
    assert list(in_order(squares, "a", range(7), workers)) == [("a", number * number) for number in range(7)]


def test_what_is_soon_done_is_done_here_unless_processes_are_asked_for():
    def here(told):
        return lambda number: (multiprocessing.active_children(), number)  # could not travel

    assert list(in_order(here, None, range(3), None)) == [([], 0), ([], 1), ([], 2)]


def test_numbers_are_taken_as_they_are_needed_and_the_processes_end_with_the_iterator():
    taken = []

    class Numbers(list):
        def __iter__(self):
            for number in range(1_000):
                taken.append(number)
                yield number

    found = in_order(squares, "b", Numbers(range(1_000)), 2)
    assert next(found) == ("b", 0)
    assert len(taken) < 20
    assert len(multiprocessing.active_children()) == 2
    found.close()
    assert multiprocessing.active_children() == []


def test_a_failure_in_a_process_is_told_here():
    with pytest.raises(RuntimeError, match=r"in a worker process: ValueError: c [0-3]"):
        list(in_order(failing, "c", range(4), 2))


def test_a_process_that_ends_is_missed_and_the_others_end_too():
    with pytest.raises(WorkerLost, match="fewer --workers"):
        list(in_order(leaving, "d", range(4), 2))
    assert multiprocessing.active_children() == []


def test_there_is_a_core():
    assert cores() >= 1
