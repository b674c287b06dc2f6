"""The command `warlog`: what happens round each of its commands, from the first moment to the exit code.

Nothing is imported here that takes time: Ctrl-C may come while the rest is loaded.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress


def main(arguments: list[str]) -> int:
    """Runs one command and gives its exit code; nothing but this code and printed text leaves it."""
    import typer

    from cli import failures, streams, terminal
    from cli.application import application

    terminal.prepare_streams()
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    as_json = "--json" in options
    changes = False
    try:
        for number, argument in enumerate(arguments, start=1):
            if not _is_text(argument):
                raise failures.usage(f"Argument {number} is not text in UTF-8: {argument!a}.")
        done = typer.main.get_command(application()).main(
            arguments, prog_name="warlog", standalone_mode=False
        )
        code = done if isinstance(done, int) else failures.DONE
        changes = done == failures.CHANGES
        if code == INTERRUPTED:
            code = _refused(KeyboardInterrupt(), as_json=as_json)
    except BaseException as error:
        code = _refused(error, as_json=as_json)
    if not _flushed() or isinstance(streams.lost(), BrokenPipeError):
        return code
    if (reason := streams.lost()) is not None:
        return failures.tell_lost(reason, code, changes=changes)
    return code


def _refused(error: BaseException, *, as_json: bool) -> int:
    """The exit code of a command that ended by an exception, which is told where it is not for the code alone."""
    from cli import failures

    closed = isinstance(error.__context__ if isinstance(error, SystemExit) else error, BrokenPipeError)
    if closed:  # whoever read our output has seen enough: no complaint
        return failures.DONE
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else failures.DEFECT
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message())  # type: ignore[attr-defined]
        return failures.USAGE
    # A library that is interrupted while it is loaded makes an error of its own of it.
    if type(error).__name__ == "Abort" or _came_from(error, KeyboardInterrupt):
        error = KeyboardInterrupt()
    refusal = failures.refusal_of(error)
    with suppress(BrokenPipeError):  # nobody reads it; the code tells all the same
        failures.tell(error, refusal, as_json=as_json)
    return refusal.code


def _came_from(error: BaseException | None, kind: type[BaseException]) -> bool:
    """Whether the exception is of this kind, or was made of one."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, kind):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def _flushed() -> bool:
    """Sends off what is still to be printed; False where nobody reads it any more."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return False
    return True


def _is_text(argument: str) -> bool:
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def run() -> None:
    """The entry point of the command."""
    heeds = (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )  # not where it was started in the background
    if heeds:
        signal.signal(signal.SIGINT, _leave)
    try:
        from cli import streams

        streams.take_over()
        from cli import application, failures, terminal  # noqa: F401 - loaded while Ctrl-C is still silent

        # Everything alive now stays alive: the collector need not look at it, nor look often (bulk decoding is 5 ×
        # faster).
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)
        if heeds:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main(sys.argv[1:])
        if heeds:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is over; the code tells how
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


INTERRUPTED = 130
"""What a shell gives a program that Ctrl-C ended."""


def _leave(*_: object) -> None:
    """Ends at once and silently: nothing has been done yet."""
    os._exit(INTERRUPTED)
