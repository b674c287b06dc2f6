"""`rulesets`, `about` and `schema`: what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.shell import Shell, command, warn


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "Playing")(rulesets)
    command(app, "Playing")(about)
    command(app, "The archive")(schema)


def rulesets(shell: Shell) -> None:
    """Lists what can be played."""
    from cli import answers
    from rules.ruleset import installed

    found = []
    for name in installed():
        try:
            rules = installed()[name]
        except Exception as error:  # somebody else's game; the others can be played all the same
            warn(f"The ruleset {name} cannot be loaded ({type(error).__name__}: {error}).")
            continue
        found.append(
            answers.RulesetAnswer(
                name=rules.name,
                title=rules.title,
                version=rules.version,
                scenarios=[scenario.name for scenario in rules.scenarios],
                seats=[answers.SeatTitle(name=seat.name, title=seat.title) for seat in rules.seats],
            )
        )
    shell.answer(found)
    for each in found:
        shell.tell(
            f"{each.name}: {each.title}",
            f"  scenarios: {', '.join(each.scenarios)}",
            f"  seats: {', '.join(f'{seat.name} ({seat.title})' for seat in each.seats)}",
        )
    if not found:
        shell.tell("No ruleset is installed.")


def about(
    shell: Shell,
    ruleset: Annotated[
        str, typer.Argument(metavar="RULESET", help="The ruleset's name.", show_default=False)
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Your own data folder, laid over ours.", show_default=False
        ),
    ] = None,
) -> None:
    """Tells a ruleset's scenarios, seats, options, length, and where its data come from."""
    from cli import answers, names
    from replays.opening import UNDO

    rules = names.ruleset(ruleset)
    tally = rules.tally_sources(rules.load(data))
    told = answers.About(
        name=rules.name,
        title=rules.title,
        version=rules.version,
        scenarios=[
            answers.ScenarioAnswer(
                name=scenario.name,
                title=scenario.title,
                seats=list(scenario.seats),
                median_plies=scenario.median_plies,
                median_decisions=scenario.median_decisions,
            )
            for scenario in rules.scenarios
        ],
        seats=[answers.SeatTitle(name=seat.name, title=seat.title) for seat in rules.seats],
        options=[
            answers.OptionAnswer(
                name=option.name, default=option.default, about=option.about, values=list(option.values)
            )
            for option in (*rules.options, UNDO)
        ],
        data=answers.DataTally(seed=tally.seed, published=tally.published, reconstruct=tally.reconstruct),
        not_carried_out=list(rules.not_carried_out(rules.load(data))),
    )
    shell.answer(told)
    shell.tell(f"{told.title} ({told.name}, version {told.version} of its rules)", "", "Scenarios")
    for each in told.scenarios:
        length = (
            f"; about {each.median_decisions} decisions, {each.median_plies} plies"
            if each.median_plies
            else ""
        )
        shell.tell(f"  {each.name}: {each.title} ({', '.join(each.seats)}{length})")
    shell.tell("", "Seats")
    shell.tell(*(f"  {seat.name}: {seat.title}" for seat in told.seats))
    shell.tell("", "Options")
    for option in told.options:
        values = f", one of {', '.join(option.values)}" if option.values else ""
        shell.tell(f"  {option.name} (default {option.default or 'none'}{values}): {option.about}")
    shell.tell(
        "",
        f"Data: {told.data.seed} values from the rulebook, {told.data.published} from public sources, "
        f"{told.data.reconstruct} of our own making.",
    )
    if told.not_carried_out:
        count = len(told.not_carried_out)
        shell.tell("", f"Texts that the rules do not carry out as they stand: {count}")
        shell.tell(*(f"  {each}" for each in told.not_carried_out))


def schema(
    shell: Shell,
    of: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[COMMAND]", help="The command whose answer is asked for; else all.", show_default=False
        ),
    ] = None,
) -> None:
    """Prints the JSON Schema of a command's answer, or of all answers."""
    import msgspec

    from cli import answers
    from cli.failures import usage
    from cli.terminal import print_json

    name = " ".join(of or ())
    if name and name not in answers.ANSWERS:
        raise usage(f"{name!r} has no JSON answer; these have one: {', '.join(answers.ANSWERS)}.")
    document = answers.schema_of(name) if name else answers.all_schemas()
    encoded = msgspec.json.encode(document)
    print_json(encoded if shell.as_json else msgspec.json.format(encoded, indent=2))
