"""Work shared out over processes, its results in the order of the work.

Each process makes its function once and then takes one number after another; what comes of them is the same however
many there are. A process starts afresh (nothing that is open here is open there), does not hear Ctrl-C, and ends with
whoever started it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

AHEAD = 4
"""For each process, how many results may lie here and wait for an earlier one."""

SHORT = 1.0
"""Seconds: for what is likely done in less, no processes are started unless they are asked for."""

Make = Callable[[Any], Callable[[int], Any]]
"""From what it is told, the function that does the work of a number; importable by its name."""


class WorkerLost(Exception):
    """A process that ended before its work was done; the message is a sentence."""


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def in_order(
    make: Make, told: Any, numbers: Sequence[int], workers: int | None
) -> Generator[Any, None, None]:
    """The result of each number, in the order of the numbers, by so many processes (1: here). None: one a core; but
    the first is done here, and tells whether the others are worth starting any.

    `told` and the results travel between processes. Closing the iterator ends the processes. Raises WorkerLost.
    """
    left = iter(numbers)
    function = None
    if workers is None:
        function = make(told)
        began = time.perf_counter()
        first = [function(number) for number in islice(left, 1)]
        workers = cores() if (time.perf_counter() - began) * (len(numbers) - 1) > SHORT else 1
        yield from first
    workers = min(workers, len(numbers))
    if workers <= 1:
        yield from map(function or make(told), left)
        return
    crew: dict[Connection, Any] = {}
    try:
        context = multiprocessing.get_context("spawn")
        with _deaf():
            for _ in range(workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, make, told), daemon=True)
                process.start()
                theirs.close()
                crew[ours] = process
        yield from _shared_out(list(crew), left)
    finally:
        for pipe, process in crew.items():
            pipe.close()
            process.terminate()
        for process in crew.values():
            process.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that start here do not hear Ctrl-C from their first moment on, before they could say so themselves."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _shared_out(crew: list[Connection], numbers: Iterator[int]) -> Iterator[Any]:
    """Hands out the numbers and gives back the results in their order."""
    idle = list(crew)
    at_work: dict[Any, int] = {}
    due: list[int] = []
    done: dict[int, Any] = {}
    more = True
    while True:
        while more and idle and len(due) < AHEAD * len(crew):
            number = next(numbers, None)
            if number is None:
                more = False
                break
            pipe = idle.pop()
            _send(pipe, number)
            at_work[pipe] = number
            due.append(number)
        if not due:
            return
        if due[0] in done:
            yield done.pop(due.pop(0))
            continue
        for ready in wait(list(at_work)):
            done[at_work.pop(ready)] = _received(ready)
            idle.append(ready)  # type: ignore[arg-type]


def _send(pipe: Connection, number: int) -> None:
    try:
        pipe.send(number)
    except OSError:
        raise _lost() from None


def _received(pipe: Any) -> Any:
    try:
        failed, result = pipe.recv()
    except (EOFError, OSError):
        raise _lost() from None
    if failed:
        raise RuntimeError(f"in a worker process: {result}")
    return result


def _lost() -> WorkerLost:
    return WorkerLost(
        "A worker process ended before its work was done (was it killed, or did the memory run out?); "
        "fewer --workers need less."
    )


def _work(pipe: Connection, make: Make, told: Any) -> None:
    """What a process does, until nobody is there to hear of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 50, 50)
    try:
        function = make(told)
        gc.freeze()
        while True:
            pipe.send((False, function(pipe.recv())))
    except (EOFError, OSError):
        return
    except Exception as error:
        told_of = traceback.format_exception(error)[-1].strip()
        pipe.send((True, told_of if not os.environ.get("WARLOG_DEBUG") else traceback.format_exc()))
