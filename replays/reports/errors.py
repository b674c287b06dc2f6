"""Why a report is not given. Every message is a sentence."""

from __future__ import annotations


class NoSuchReport(Exception):
    """No report of this name, or none for this ruleset."""


class NoGames(Exception):
    """The archive holds no game of those that were asked about."""


class CannotSplit(Exception):
    """What the games were to be split by is nothing that they have, or the report does not split."""


class CannotPlot(Exception):
    """There is nothing to draw, not by this suffix, or the library for it is missing."""


class BadReport(Exception):
    """The file of a report cannot be used."""
