"""What every command shares: the options `--archive`, `--wait`, `--json`, `--as`, and how an answer is printed.

    @command(app, "Playing")
    def lines(shell: Shell, game: Game) -> None: ...

A command's first parameter, `shell`, is made of those options.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from cli.failures import BAD_INPUT, CHANGES, Failure, bad_input, usage

if TYPE_CHECKING:
    from eventlog.archive import Archive

ArchiveOption = Annotated[
    str | None,
    typer.Option(
        "--archive",
        metavar="FILE",
        help="The archive; else $WARLOG_ARCHIVE, else your own.",
        show_default=False,
    ),
]
WaitOption = Annotated[
    str,
    typer.Option("--wait", metavar="SECONDS", help="How long to wait for an archive that is in use."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="SEAT[,SEAT]", help="Show only what these seats may know.", show_default=False
    ),
]


LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="Names as the rulebooks have them: ja or ru; else $WARLOG_LANG.",
        show_default=False,
    ),
]


class Language:
    """In which language this command gives names: `asked` for by its option, else `wished` for by the environment."""

    asked: str | None = None

    @classmethod
    def wished(cls) -> str:
        """The language of names, "" for none; that of the environment is cut down to what names a language."""
        return cls.asked if cls.asked is not None else os.environ.get("WARLOG_LANG", "").strip().lower()


class Shell:
    """How this command was called: the archive, the wait, JSON or text, and the seats of `--as` (none: everything)."""

    def __init__(self, archive: str | None, wait: str, as_json: bool, seats: str | None) -> None:
        if archive is not None and not archive.strip():
            raise usage("--archive names no file: write --archive FILE.")
        self._archive = archive
        self.wait = seconds(wait, "--wait")
        self.as_json = as_json
        self.asked_as = seats is not None
        self.seats = tuple(kebab(seat.strip()) for seat in (seats or "").split(",") if seat.strip())
        if self.asked_as and not self.seats:
            raise usage("--as names no seat: write --as SEAT or --as SEAT,SEAT.")

    @property
    def archive_file(self) -> Path:
        """The archive's file: `--archive`, else `$WARLOG_ARCHIVE`, else `archive.duckdb` in the user's data folder."""
        chosen = self._archive or os.environ.get("WARLOG_ARCHIVE")
        if chosen:
            try:
                return Path(chosen).expanduser()
            except RuntimeError as error:
                raise bad_input(
                    f"The archive {chosen} cannot be found: there is no such user, or no home folder; name it by its "
                    "whole path."
                ) from error
        from platformdirs import user_data_path

        return user_data_path("warlog", appauthor=False) / "archive.duckdb"

    @property
    def archive_option(self) -> bool:
        """Whether the archive was named on the command line."""
        return self._archive is not None

    @property
    def archive_named(self) -> bool:
        """Whether the archive was named at all: one that is missing then is a mistake, and no beginning."""
        return self.archive_option or bool(os.environ.get("WARLOG_ARCHIVE"))

    def archive(self) -> Archive:
        """The archive; nothing is opened or made yet."""
        from eventlog.archive import Archive

        file = self.archive_file
        if not self.archive_named:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                reason = (error.strerror or "it cannot be used").lower()
                raise Failure(
                    BAD_INPUT,
                    "archive-unusable",
                    f"The archive {file} cannot be made, since its folder cannot ({reason}): make that folder, or "
                    "name another archive with --archive FILE or WARLOG_ARCHIVE.",
                ) from error
        return Archive(file, wait=self.wait, rulesets=_rulesets)

    def answer(self, document: Any) -> None:
        """Prints one JSON document, if JSON was asked for."""
        if self.as_json:
            import msgspec

            from cli.terminal import print_json

            print_json(msgspec.json.encode(document))

    def tell(self, *lines: str) -> None:
        """Prints text for people, unless JSON was asked for."""
        if not self.as_json:
            from cli.terminal import show

            show(*lines)


def _rulesets() -> Any:
    """The installed rulesets as the archive's views see them."""
    from replays.course import Rulesets

    return Rulesets()


def warn(line: str) -> None:
    """Prints a warning or progress, on standard error."""
    from cli.terminal import printable

    print(printable(line), file=sys.stderr)


def kebab(name: str) -> str:
    """A name as we write it: `four_players` is `four-players`."""
    return name.replace("_", "-")


Command = Callable[..., None]


def command(
    app: typer.Typer, group: str, name: str | None = None, *, seats: bool = False, changes: bool = False
) -> Callable[[Command], Command]:
    """Adds a function to the app as a command of the group; `seats`: whether it takes `--as`; `changes`: whether it
    leaves something behind in the archive or in a file."""

    def add(function: Command) -> Command:
        hints = get_type_hints(function, include_extras=True)
        own = [
            parameter.replace(annotation=hints[parameter.name])
            for parameter in list(inspect.signature(function).parameters.values())[1:]
        ]
        shared = [
            _option("archive_file", ArchiveOption, None),
            _option("wait_seconds", WaitOption, "10"),
            _option("as_json", JsonOption, False),
            _option("language", LanguageOption, None),
            *([_option("as_seats", AsOption, None)] if seats else []),
        ]

        def called(**given: Any) -> str | None:
            asked: str | None = given.pop("language", None)
            Language.asked = asked.strip() if asked is not None else None
            shell = Shell(
                given.pop("archive_file"),
                given.pop("wait_seconds"),
                given.pop("as_json"),
                given.pop("as_seats", None),
            )
            function(shell, **given)
            return CHANGES if changes else None

        parameters = [*own, *shared]
        called.__name__ = function.__name__
        called.__doc__ = function.__doc__
        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        app.command(name, rich_help_panel=group)(called)
        return function

    return add


def seconds(text: str, option: str) -> float:
    """The seconds that an option is given."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text.strip()):
        raise usage(
            f"{option} {shortened(text)!r} is no number of seconds: write one from 0 to 999999999, as in 2.5."
        )
    return min(float(text), threading.TIMEOUT_MAX)


def shortened(text: str, most: int = 60) -> str:
    """The text, cut where it would fill a terminal."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _option(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
