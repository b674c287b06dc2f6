"""All commands of `warlog`, in groups."""

from __future__ import annotations

from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

GROUPS = ("Playing", "History", "Exchange and trust", "The archive")
"""The headings under which `--help` lists the commands."""

EXIT_CODES = (
    "Exit codes: 0 done; 1 a defect of the program; 2 wrong usage; 3 no such game, line, ply, ruleset, scenario, "
    "seat or report; 4 illegal action; 5 the head moved; 6 the archive is in use; 7 damage or a difference was found; "
    "8 a file, data, a query or dice cannot be used; 9 all was done, but the answer could not be written; "
    "130 interrupted."
)


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
            text = " ".join((command.help or "").partition("\n\n")[0].split())
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
    from cli import (
        annotating,
        archive,
        catalogue,
        comparing,
        data_folders,
        decks,
        demonstration,
        exchange,
        finding,
        foresight,
        games,
        history,
        passing,
        play,
        playing,
        replaying,
        reviewing,
        simulating,
        statistics,
        trust,
        upkeep,
    )

    app = typer.Typer(
        name="warlog",
        cls=GroupedCommands,
        help="Plays, records, replays and counts board wargames. Everything that happened in a game is kept, every "
        "move can be taken back, and nothing is ever lost.",
        epilog=f"A newcomer begins with `warlog demo`, or with `warlog new sauron` and `warlog play`.\n\n{EXIT_CODES}",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for module in (
        catalogue,
        games,
        playing,
        play,
        passing,
        history,
        annotating,
        replaying,
        comparing,
        foresight,
        reviewing,
        exchange,
        trust,
        simulating,
        statistics,
        archive,
        finding,
        upkeep,
        data_folders,
        decks,
        demonstration,
    ):
        module.add_to(app)
    return app
