"""The games of an archive as rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from eventlog.catalog import Connection, key_of
from eventlog.errors import Damaged
from eventlog.journal import moves_of
from eventlog.record import Beginning, Move
from eventlog.rows import beginning_of, time_of
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


_GAME_READ: Final = (
    "game, id::VARCHAR, slug, title, ruleset, ruleset_version, scenario, origin, epoch_us(begun), data, seen_by, "
    "begin, result"
)
_seats = msgspec.json.Decoder(tuple[str, ...]).decode


def rows(connection: Connection, where: str = "TRUE", parameters: Sequence[Any] = ()) -> list[GameRow]:
    """The games that a condition on `archive.game` selects, in the order in which they were stored."""
    games = connection.execute(
        f"SELECT {_GAME_READ} FROM archive.game WHERE {where} ORDER BY game", list(parameters)
    ).fetchall()
    if not games:
        return []
    moves: dict[int, list[Move]] = {}
    last: dict[int, datetime] = {}
    for number, move in moves_of(connection, [game[0] for game in games], whole=False):
        moves.setdefault(number, []).append(move)
        last[number] = max(move.time, last.get(number, move.time))
    found = []
    for (
        number,
        game_id,
        slug,
        title,
        ruleset,
        version,
        scenario,
        origin,
        begun,
        data,
        seen,
        begin,
        result,
    ) in games:
        tree = fold(moves.get(number, ()))
        if number not in last:
            raise Damaged(f"game {slug} has no journal; it needs at least its first move")
        found.append(
            GameRow(
                number=number,
                id=game_id,
                slug=slug,
                title=title or "",
                ruleset=ruleset,
                ruleset_version=version,
                scenario=scenario,
                origin=origin,
                begun=time_of(begun),
                data=data.hex(),
                seen_by=_seats(seen) if seen else (),
                begin=beginning_of(begin),
                result=msgspec.Raw(result.encode()) if result else None,
                plies=tree.lines[tree.current].head.ply,
                lines=len(tree.lines),
                last=last[number],
            )
        )
    return found
