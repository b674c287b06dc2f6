"""The command `warlog`: its commands in groups, and what happens round each of them."""

from __future__ import annotations

import gc
import os
import sys
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

from cli import failures, terminal

GROUPS = ("Playing", "History", "Exchange and trust", "The archive")
"""The headings under which `--help` lists the commands."""


class GroupedCommands(TyperGroup):
    """Lists the commands under their headings, as text: quick, and readable at any width."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        rows: dict[str, list[tuple[str, str]]] = {}
        longest = max(len(name) for name in self.list_commands(ctx))
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is None or command.hidden:
                continue
            group = getattr(command, "rich_help_panel", None) or "Commands"
            # The parser's own wrapping cuts a help text with an ellipsis; ours are short and are given whole.
            text = (command.help or "").strip().splitlines()[0] if command.help else ""
            rows.setdefault(str(group), []).append((name.ljust(longest), text))
        for group in sorted(rows, key=lambda group: GROUPS.index(group) if group in GROUPS else len(GROUPS)):
            with formatter.section(group):
                formatter.write_dl(rows[group])


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"warlog {version('warlog')}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass


@cache
def application() -> typer.Typer:
    """The whole command. Each module adds its own; what they need beyond the parser is imported when a command runs."""
    from cli import archive, catalogue, demonstration, exchange, history, play, playing, trust

    app = typer.Typer(
        name="warlog",
        cls=GroupedCommands,
        help="Plays, records, replays and counts board wargames. Everything that happened in a game is kept, every "
        "move can be taken back, and nothing is ever lost.",
        epilog="A newcomer begins with `warlog demo`, or with `warlog new sauron` and `warlog play`.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for module in (catalogue, playing, play, history, exchange, trust, archive, demonstration):
        module.add_to(app)
    return app


def main(arguments: list[str]) -> int:
    """Runs one command and gives its exit code; nothing but this code and printed text leaves it."""
    terminal.prepare_streams()
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    as_json = "--json" in options
    try:
        for number, argument in enumerate(arguments, start=1):
            if not _is_text(argument):
                raise failures.usage(f"Argument {number} is not text in UTF-8: {argument!a}.")
        code = typer.main.get_command(application()).main(
            arguments, prog_name="warlog", standalone_mode=False
        )
        sys.stdout.flush()
        if code == failures.INTERRUPTED:
            return failures.report(KeyboardInterrupt(), as_json=as_json)
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        return _closed_pipe()
    except BaseException as error:
        if isinstance(error.__context__, BrokenPipeError):  # what the parser makes of it
            return _closed_pipe()
        if isinstance(error, SystemExit):
            return error.code if isinstance(error.code, int) else failures.DEFECT
        if _shows_help(error):
            print(error.format_message())  # type: ignore[attr-defined]
            return failures.USAGE
        if type(error).__name__ == "Abort":
            error = KeyboardInterrupt()
        try:
            return failures.report(error, as_json=as_json)
        except BrokenPipeError:
            return _closed_pipe()


def run() -> None:
    """The entry point of the command."""
    # Everything alive now stays alive: the collector need not look at it, nor look often (bulk decoding is 5 × faster).
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    code = main(sys.argv[1:])
    sys.exit(code)


def _is_text(argument: str) -> bool:
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _shows_help(error: BaseException) -> bool:
    return type(error).__name__ == "NoArgsIsHelpError"


def _closed_pipe() -> int:
    """Whoever read our output has seen enough: no complaint, and none when the interpreter flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
    finally:
        os.close(nowhere)
    return 0
