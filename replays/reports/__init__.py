"""Reports: questions to an archive, each an SQL file with its title and its plot.

    from replays.archives import open_archive
    from replays.reports import ask

    answer = ask(open_archive("archive.duckdb"), "who-wins", ruleset="sauron")
    answer.rows
    answer.save("who-wins.svg")

The common ones lie here; a ruleset brings its own in a folder `reports` beside its module.
"""

from replays.reports.answering import Answer, ask
from replays.reports.definition import Plot, Report
from replays.reports.errors import BadReport, CannotPlot, CannotSplit, NoGames, NoSuchReport
from replays.reports.finding import find, reports

__all__ = [
    "Answer",
    "BadReport",
    "CannotPlot",
    "CannotSplit",
    "NoGames",
    "NoSuchReport",
    "Plot",
    "Report",
    "ask",
    "find",
    "reports",
]
