"""The games of an archive as rows of a list."""

from __future__ import annotations

import html
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, beginning_of, key_of
from eventlog.errors import Damaged
from eventlog.journal import Row, moves_of, no_journal, telling
from eventlog.record import Beginning
from eventlog.tree import fold


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the archive. `number` and `slug` are local to it.

    `key` is the game's key (16 bytes), None where this is what seats have seen (`seen_by`; nobody: the full game) and
    it is not known. `result` is JSON kept for lists, no part of the log. `plies` is the ply at which the current line
    stands, `lines` counts undone tails too, `last` is the time of the last move.
    """

    number: int
    id: str
    slug: str
    title: str
    ruleset: str
    ruleset_version: int
    scenario: str
    origin: str
    begun: datetime
    data: str
    seen_by: tuple[str, ...]
    begin: Beginning
    result: msgspec.Raw | None
    plies: int
    lines: int
    last: datetime

    @property
    def key(self) -> bytes | None:
        return key_of(self.begin)

    def _repr_html_(self) -> str:
        return Games([self])._repr_html_()


class Games(list[GameRow]):
    """Games in their order, which show themselves as a table in a notebook."""

    def _repr_html_(self) -> str:
        heads = ("game", "title", "ruleset", "scenario", "origin", "plies", "lines", "players", "result")
        lines = [f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"]
        lines += [
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in _cells(row))}</tr>"
            for row in self[:_SHOWN]
        ]
        more = f"<p>and {len(self) - _SHOWN} more</p>" if len(self) > _SHOWN else ""
        return f"<table>{''.join(lines)}</table>{more}"


_SHOWN: Final = 50
"""Games that a notebook shows."""


def _cells(row: GameRow) -> tuple[str, ...]:
    players = ", ".join(f"{seat}: {who.name or who.bot}" for seat, who in row.begin.seats.items())
    result = bytes(row.result).decode() if row.result is not None else ""
    return (
        row.slug, row.title, row.ruleset, row.scenario, row.origin, str(row.plies), str(row.lines), players, result,
    )  # fmt: skip


class UnreadableGame(msgspec.Struct, frozen=True):
    """A game of the archive that is damaged so that it cannot be listed, and the error that says how."""

    number: int
    slug: str
    error: Damaged


_GAME_READ: Final = (
    "game, id::VARCHAR, slug, title, ruleset, ruleset_version, scenario, origin, epoch_us(begun), data, seen_by, "
    "begin, result"
)


def rows(connection: Connection, where: str = "TRUE", parameters: Sequence[Any] = ()) -> list[GameRow]:
    """The games that a condition on `archive.game` selects, in the order in which they were stored. Raises Damaged."""
    found, unreadable = survey(connection, where, parameters)
    if unreadable:
        raise unreadable[0].error
    return found


def survey(
    connection: Connection, where: str = "TRUE", parameters: Sequence[Any] = ()
) -> tuple[list[GameRow], list[UnreadableGame]]:
    """The same, and apart from them the games that cannot be read: one of these does not hide the others."""
    games = connection.execute(
        f"SELECT {_GAME_READ} FROM archive.game WHERE {where} ORDER BY game", list(parameters)
    ).fetchall()
    if not games:
        return [], []
    moves = moves_of(connection, [game[0] for game in games])
    found: list[GameRow] = []
    unreadable: list[UnreadableGame] = []
    for game in games:
        try:
            found.append(_game_of(game, moves[game[0]]))
        except Damaged as error:
            unreadable.append(UnreadableGame(game[0], game[2], error))
    return found, unreadable


def _game_of(row: Sequence[Any], journal: Sequence[Row]) -> GameRow:
    number, game_id, slug, title, ruleset, version, scenario, origin, begun, data, seen, begin, result = row
    where = columns.at_ply(0, slug)
    moves = telling(journal)
    if not moves:
        raise no_journal(slug)
    tree = fold(moves)
    return GameRow(
        number=number,
        id=game_id,
        slug=slug,
        title=title or "",
        ruleset=ruleset,
        ruleset_version=version,
        scenario=scenario,
        origin=origin,
        begun=columns.decoded(columns.time_of, begun, where, "game.begun"),
        data=data.hex(),
        seen_by=columns.decoded(columns.seats, seen, where, "game.seen_by") if seen else (),
        begin=beginning_of(begin, slug),
        result=columns.decoded(columns.result, result, where, "game.result"),
        plies=tree.lines[tree.current].head.ply,
        lines=len(tree.lines),
        last=max(move.time for move in moves),
    )
