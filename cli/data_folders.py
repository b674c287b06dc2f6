"""`data export` and `data check`: a folder of data to be filled in from one's own box."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import BAD_INPUT, bad_input, usage
from cli.shell import Shell, command

if TYPE_CHECKING:
    from rules.ruleset import AnyRuleset


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    data = typer.Typer(
        name="data",
        help="Writes a folder of data to fill in from your own box, and checks one.",
        rich_markup_mode=None,
        no_args_is_help=True,
    )
    command(data, "The archive", changes=True)(export)
    command(data, "The archive")(check)
    app.add_typer(data, rich_help_panel="The archive")


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The data folder.", show_default=False)]


def export(
    shell: Shell,
    ruleset: Annotated[
        str, typer.Argument(metavar="RULESET", help="The ruleset's name.", show_default=False)
    ],
    folder: Folder,
) -> None:
    """Writes all data of a game as commented files into a new folder; `new --data DIR` plays with them."""
    from cli import answers, names
    from eventlog.files import write_whole
    from rules.data_folder import files_of

    rules = names.ruleset(ruleset)
    _new(folder)
    files = files_of(rules)
    size = sum(write_whole(folder / name, text.encode()) for name, text in files.items())
    shell.answer(answers.DataExported(folder=str(folder), files=list(files), bytes=size))
    shell.tell(
        f"{folder}: {len(files)} files, {size} bytes.",
        "Lines “# ours:” name what your box says better; `warlog data check` tells what is still missing.",
    )


def check(
    shell: Shell,
    folder: Folder,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar="R",
            help="Whose data they are, if the folder does not say.",
            show_default=False,
        ),
    ] = None,
    with_ours: Annotated[
        bool,
        typer.Option(
            "--with-ours", help="Our own values may stand in for what is missing: tell contradictions alone."
        ),
    ] = False,
) -> None:
    """Tells every gap and every contradiction of a data folder at once."""
    from cli import answers
    from rules.data_folder import problems_of

    rules = _rules(folder, ruleset)
    found = [each for each in problems_of(rules, folder) if not (with_ours and each.gap)]
    shell.answer(
        answers.DataChecked(
            problems=[
                answers.DataProblem(where=each.where, what=each.what, rule=each.rule, gap=each.gap)
                for each in found
            ]
        )
    )
    shell.tell(*(f"{each.where}: {each.what}{f' ({each.rule})' if each.rule else ''}" for each in found))
    gaps = sum(each.gap for each in found)
    amiss = len(found) - gaps
    shell.tell(f"{amiss} contradiction{'' if amiss == 1 else 's'}, {gaps} gap{'' if gaps == 1 else 's'}.")
    if found:
        raise typer.Exit(BAD_INPUT)


def _new(folder: Path) -> None:
    """Makes the folder; nothing that stands in one is ever overwritten."""
    if folder.is_dir() and any(folder.iterdir()):
        raise bad_input(f"{folder} is not empty, and nothing in it is overwritten: name a new folder.")
    if not folder.is_dir() and (folder.exists() or folder.is_symlink()):
        raise bad_input(f"{folder} is no folder: name a new one.")
    if not folder.parent.is_dir():
        raise bad_input(f"{folder} cannot be made: there is no folder {folder.parent}.")
    folder.mkdir(exist_ok=True)


def _rules(folder: Path, named: str | None) -> AnyRuleset:
    from cli import names
    from rules.data_folder import NAME, ruleset_of

    if not folder.is_dir():
        raise bad_input(f"{folder}: there is no such folder; `warlog data export RULESET DIR` makes one.")
    name = named or ruleset_of(folder)
    if not name:
        raise usage(
            f"{folder} does not say whose data it holds: name the game with --ruleset, or in the first line of "
            f"{folder / NAME}."
        )
    return names.ruleset(name)
