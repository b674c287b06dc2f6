"""Options that several commands take: what is played, and which games are meant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Your own data folder, laid over ours.", show_default=False),
]
Played = Annotated[str, typer.Argument(metavar="RULESET", help="What to play.", show_default=False)]
Scenario = Annotated[
    str | None,
    typer.Option("--scenario", metavar="S", help="One of the ruleset's; else its first.", show_default=False),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="OPTION=VALUE",
        help="An option of the ruleset; `about` lists them.",
        show_default=False,
    ),
]
Tags = Annotated[
    list[str] | None,
    typer.Option(
        "--tag",
        metavar="KEY=VALUE",
        help="A word of your own, by which games are found again.",
        show_default=False,
    ),
]

OfRuleset = Annotated[
    str | None,
    typer.Option("--ruleset", metavar="R", help="Games of this ruleset alone.", show_default=False),
]
WithTag = Annotated[
    str | None,
    typer.Option("--tag", metavar="KEY=VALUE", help="Games with this tag alone.", show_default=False),
]
