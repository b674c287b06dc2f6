"""Every way in which a command can fail: the exit code, a stable word for scripts, one sentence for people.

The exceptions of `rules`, `eventlog` and `replays` are recognised here and nowhere else. Nothing is imported that a
refused command did not already load.
"""

from __future__ import annotations

import errno
import sys
from typing import Any

from cli.answers import ErrorAnswer, Need, Refusal

DONE, DEFECT, USAGE, NOT_FOUND, ILLEGAL, HEAD_MOVED, BUSY, DAMAGED, BAD_INPUT = 0, 1, 2, 3, 4, 5, 6, 7, 8
UNTOLD = 9
"""All was done, but the answer could not be written. Not 8: what was refused may be tried again,
and this must not."""
INTERRUPTED = 130
"""What a shell gives a program that Ctrl-C ended."""

CHANGES = "changes"
"""What a command gives back that has changed the archive or a file."""

LONGEST_SENTENCE = 1200
"""Characters of a message; the middle of a longer one is left out."""


class Failure(Exception):
    """A refusal by the command itself; the message is one sentence."""

    def __init__(self, code: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.kind = kind


def usage(message: str) -> Failure:
    """Wrong usage of the command."""
    return Failure(USAGE, "usage", message)


def not_found(message: str) -> Failure:
    """No such game, line, ply, ruleset, scenario, seat."""
    return Failure(NOT_FOUND, "not-found", message)


def bad_input(message: str) -> Failure:
    """A file, a query or a value that cannot be used."""
    return Failure(BAD_INPUT, "bad-input", message)


# By module and name of the class, so that a command that failed early need not import the log or the rules.
_KNOWN: dict[tuple[str, str], tuple[int, str]] = {
    ("rules.errors", "IllegalAction"): (ILLEGAL, "illegal-action"),
    ("rules.errors", "DataError"): (BAD_INPUT, "bad-data"),
    ("rules.data_changes", "BadChange"): (BAD_INPUT, "bad-data"),
    ("replays.workers", "WorkerLost"): (BAD_INPUT, "worker-lost"),
    ("rules.errors", "OptionError"): (USAGE, "bad-option"),
    ("rules.errors", "ChanceNeeded"): (BAD_INPUT, "chance-needed"),
    ("replays.opening", "NoSuchRuleset"): (NOT_FOUND, "not-found"),
    ("replays.reports.errors", "NoSuchReport"): (NOT_FOUND, "not-found"),
    ("replays.reports.errors", "NoGames"): (NOT_FOUND, "not-found"),
    ("replays.reports.errors", "CannotSplit"): (USAGE, "usage"),
    ("replays.reports.errors", "CannotPlot"): (BAD_INPUT, "nothing-to-plot"),
    ("replays.reports.errors", "BadReport"): (BAD_INPUT, "bad-report"),
    ("replays.references", "BadReference"): (USAGE, "usage"),
    ("replays.rewinding", "CannotUndo"): (NOT_FOUND, "cannot-undo"),
    ("replays.typed", "Unreadable"): (USAGE, "unreadable"),
    ("eventlog.errors", "NotFound"): (NOT_FOUND, "not-found"),
    ("eventlog.errors", "HeadMoved"): (HEAD_MOVED, "head-moved"),
    ("eventlog.errors", "ArchiveBusy"): (BUSY, "archive-busy"),
    ("eventlog.errors", "ArchiveUnusable"): (BAD_INPUT, "archive-unusable"),
    ("eventlog.errors", "NameTaken"): (USAGE, "name-taken"),
    ("eventlog.errors", "Damaged"): (DAMAGED, "damaged"),
    ("eventlog.errors", "UnknownType"): (BAD_INPUT, "unknown-type"),
    ("eventlog.errors", "FileUnreadable"): (BAD_INPUT, "file-unreadable"),
    ("eventlog.errors", "Parted"): (BAD_INPUT, "parted"),
    ("eventlog.errors", "FileUnwritable"): (BAD_INPUT, "file-unwritable"),
    ("eventlog.errors", "Unfit"): (USAGE, "unfit"),
    ("eventlog.errors", "Outdated"): (BAD_INPUT, "outdated"),
    ("eventlog.errors", "LogError"): (BAD_INPUT, "refused"),
}


def refusal_of(error: BaseException) -> Refusal:
    """What to say of an exception that ended a command."""
    if isinstance(error, Failure):
        return Refusal(code=error.code, kind=error.kind, message=_one_line(error))
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # of the parser of the command line
        return Refusal(code=USAGE, kind="usage", message=_usage_sentence(error))
    for kind in type(error).__mro__:
        known = _KNOWN.get((kind.__module__, kind.__name__))
        if known is not None:
            code, word = known
            refusal = Refusal(code=code, kind=word, message=_one_line(error))
            rule = getattr(error, "rule", "")
            needs = getattr(error, "needs", ())
            if word == "illegal-action":
                refusal.rule = rule
            if word == "chance-needed":
                refusal.needs = [_need(need) for need in needs]
            return refusal
    if isinstance(error, KeyboardInterrupt) or _interrupted_query(error):
        return Refusal(
            code=INTERRUPTED, kind="interrupted", message="Interrupted; what was recorded before stays."
        )
    if isinstance(error, RecursionError):
        return Refusal(code=BAD_INPUT, kind="bad-input", message="The input is nested too deeply to be read.")
    if isinstance(error, OSError):
        return Refusal(code=BAD_INPUT, kind="bad-input", message=_system_sentence(error))
    return Refusal(code=DEFECT, kind="defect", message=_defect_sentence(error))


def tell(error: BaseException, refusal: Refusal, *, as_json: bool) -> None:
    """Says what went wrong, on standard error and with `--json` on standard output as well."""
    import os

    if refusal.code == DEFECT and os.environ.get("WARLOG_DEBUG"):
        import traceback

        traceback.print_exception(error)
    _complain(refusal.message)
    if as_json and refusal.code != INTERRUPTED:
        import msgspec

        from cli.terminal import print_json

        print_json(msgspec.json.encode(ErrorAnswer(error=refusal)))


def tell_lost(reason: OSError, code: int, *, changes: bool) -> int:
    """Says that standard output could not be written; the exit code, which stays that of a command that failed."""
    if code not in (DONE, DAMAGED):
        return code  # and its sentence was said
    why = "it is closed" if reason.errno == errno.EBADF else (reason.strerror or "it cannot be used").lower()
    done = (
        "what the command was to do is done and recorded, so do not give it again"
        if changes
        else "send it elsewhere, or make room there"
    )
    _complain(f"The answer could not be written to standard output ({why}): {done}.")
    return UNTOLD if code == DONE else code


def _complain(message: str) -> None:
    from cli.terminal import printable

    print(f"warlog: {printable(message)}", file=sys.stderr)


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if len(text) > LONGEST_SENTENCE:  # it quotes what was typed, and that was long
        text = f"{text[: LONGEST_SENTENCE // 2]} … {text[-LONGEST_SENTENCE // 3 :]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _interrupted_query(error: BaseException) -> bool:
    """How Ctrl-C arrives while DuckDB is at work."""
    return isinstance(error, RuntimeError) and "interrupted" in str(error).lower()


def _need(need: dict[str, Any]) -> Need:
    return Need(
        purpose=str(need.get("purpose", "")),
        seat=str(need.get("seat", "")),
        dice=int(need.get("dice", 0)),
        faces=int(need.get("faces", 0)),
        draw=int(need.get("draw", 0)),
        out_of=need.get("from", 0),
        title=str(need.get("title", "")),
    )


def _usage_sentence(error: Any) -> str:
    """The parser's own sentence, with a hint where to look."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "warlog"
    text = " ".join(str(error.format_message()).split()).rstrip(".")
    return f"{text}; `{path} --help` tells what it takes."


def _system_sentence(error: OSError) -> str:
    reason = (error.strerror or "it cannot be used").lower()
    if error.filename is None:
        return f"The system refuses what is needed here: {reason.rstrip('.')}."
    return f"{error.filename}: {reason}."


def _defect_sentence(error: BaseException) -> str:
    what = _one_line(error)
    return (
        f"This is a defect of the program ({type(error).__name__}: {what}): please report it with the command that you "
        "gave and what it prints under WARLOG_DEBUG=1; nothing was half-written."
    )
