"""`deck check`: a deck that is brought along to a game."""

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
    deck = typer.Typer(
        name="deck",
        help="Checks a deck that is brought along to a game.",
        rich_markup_mode=None,
        no_args_is_help=True,
    )
    command(deck, "The archive")(check)
    app.add_typer(deck, rich_help_panel="The archive")


def check(
    shell: Shell,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The deck, a TOML file.", show_default=False)],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", metavar="R", help="The game, if several are played with decks.", show_default=False
        ),
    ] = None,
) -> None:
    """Tells every breach of the conditions of deck construction at once."""
    from cli import answers

    rules = _rules(ruleset)
    assert rules.check_deck is not None
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise bad_input(f"{file} cannot be read: {why}.") from None
    found = rules.check_deck(rules.load(None), text)
    shell.answer(
        answers.DeckChecked(
            problems=[answers.DeckProblem(where=each.where, what=each.what, rule=each.rule) for each in found]
        )
    )
    shell.tell(*(f"{each.where}: {each.what} ({each.rule})" for each in found))
    shell.tell(f"{len(found)} {'breach' if len(found) == 1 else 'breaches'}.")
    if found:
        raise typer.Exit(BAD_INPUT)


def _rules(named: str | None) -> AnyRuleset:
    """The game of this name, or the one that is played with decks."""
    from cli import names
    from rules.ruleset import installed

    if named:
        rules = names.ruleset(named)
        if rules.check_deck is None:
            raise usage(f"No deck is brought along to {rules.title}.")
        return rules
    able = [installed()[name] for name in installed() if installed()[name].check_deck is not None]
    if len(able) != 1:
        known = ", ".join(rules.name for rules in able) or "none"
        raise usage(f"Name the game with --ruleset; games that are played with decks: {known}.")
    return able[0]
