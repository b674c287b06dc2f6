"""Whose the pieces of games are, for events that name a piece and not its side."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from eventlog import courses
from eventlog.catalog import Connection, beginning_of
from eventlog.described import Described

Owned = tuple[str, str, str, str]
"""Ruleset, hash of the data, piece, side."""


def owned(connection: Connection, rulesets: Mapping[str, Described]) -> list[Owned]:
    """The pieces of all data that games of the archive are played with. Data that cannot be read are passed over:
    `verify` says what is wrong with them."""
    known = courses.here(connection, rulesets)
    rows = set[Owned]()
    for hash, ruleset, slug, begin, data in connection.execute(
        """SELECT lower(hex(g.data)), g.ruleset, min(g.slug), arg_min(g.begin, g.slug), any_value(d.content)
        FROM archive.game g JOIN archive.data d ON d.hash = g.data GROUP BY g.data, g.ruleset, g.scenario"""
    ).fetchall():
        with suppress(Exception):
            owners = known[ruleset].owners(beginning_of(begin, slug), bytes(data))
            rows |= {(ruleset, hash, piece, side) for piece, side in owners.items()}
    return sorted(rows)
