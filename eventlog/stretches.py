"""Where the lines of all games lie: for every game the stretches of its runs, each on the first line that has it.

This is what SQL joins batches and events with: a main line is a few stretches, whatever its length, and every stored
batch lies in exactly one stretch of `every`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from eventlog.catalog import Connection
from eventlog.errors import Damaged
from eventlog.journal import TELLING
from eventlog.record import Head, Move
from eventlog.runs import Range, Run, common, grown_runs, ranges
from eventlog.tree import Line, Tree, fold


class Laid(msgspec.Struct, frozen=True):
    """A row for each line of each game, and for each stretch; games by their numbers.

    `lines`: game, line, run and ply of its head, ply of its tip, source, fork ply, whether it is the main line, the
    current one, and whether it is abandoned. `stretches`: game, run, first ply, last ply, line, whether it lies on the
    main line, whether it was undone (it lies on no line that stands).
    """

    lines: list[tuple[Any, ...]]
    stretches: list[tuple[Any, ...]]


PLAIN: Final = """SELECT m.game, min(m.line) AS line, max(m.ply) AS ply FROM archive.move m
    SEMI JOIN archive.game g ON g.game = m.game
    GROUP BY m.game HAVING bool_and(m.kind IN ('new', 'act')) AND min(m.line) = max(m.line)"""
"""The games that only ever went forward on one line, with it and the ply of its head: nearly all, and soon told."""


def laid(connection: Connection) -> Laid:
    """The lines of all games but the plain ones, without those whose journal is damaged: `verify` tells of them."""
    found = Laid([], [])
    others = [
        row[0]
        for row in connection.execute(
            f"SELECT game FROM archive.game ANTI JOIN ({PLAIN}) USING (game) ORDER BY game"
        ).fetchall()
    ]
    if not others:
        return found
    runs: dict[int, list[tuple[int, int | None, int | None]]] = {game: [] for game in others}
    for game, *run in connection.execute(
        "SELECT game, run, parent, fork FROM archive.run WHERE game IN (SELECT unnest(?)) ORDER BY game, run",
        [others],
    ).fetchall():
        runs[game].append((run[0], run[1], run[2]))
    moves: dict[int, list[Any]] = {game: [] for game in others}
    for row in connection.execute(
        f"""SELECT game, n, kind, line, run, ply, source FROM archive.move
        WHERE game IN (SELECT unnest(?)) {TELLING} ORDER BY game, n""",
        [others],
    ).fetchall():
        moves[row[0]].append(row)
    ends: dict[tuple[int, int], int] = {
        (game, run): ply
        for game, run, ply in connection.execute(
            "SELECT game, run, max(ply) FROM archive.batch WHERE game IN (SELECT unnest(?)) GROUP BY game, run",
            [others],
        ).fetchall()
    }
    for game in others:
        try:
            grown = grown_runs(str(game), runs[game])
            _lay(found, game, grown, _tree(moves[game]), {run: ends.get((game, run), -1) for run in grown})
        except (Damaged, KeyError, IndexError):
            continue
    return found


def _tree(rows: Sequence[Any]) -> Tree:
    """The lines of a journal; places stand for the digests of their batches, which tell no more here."""
    moves = [
        Move(
            game=str(game),
            n=n,
            kind=kind,
            line=line,
            head=f"{run}.{ply}",
            ply=ply,
            source=source or "",
            time=_NEVER,
        )
        for game, n, kind, line, run, ply, source in rows
    ]
    return fold(moves)


_NEVER: Any = None
"""The time of a move, of which nothing is asked here."""


def _place(head: Head) -> tuple[int, int]:
    run, _, ply = head.digest.partition(".")
    return int(run), int(ply)


def _lay(found: Laid, game: int, runs: dict[int, Run], tree: Tree, ends: dict[int, int]) -> None:
    main = tree.lines[tree.main]
    claimed = {run: run_.fork for run, run_ in runs.items()}
    for line in sorted(tree.lines.values(), key=lambda each: (each.name != main.name, each.abandoned)):
        head, tip = _place(line.head), _place(line.tip)
        found.lines.append(
            (
                game,
                line.name,
                *head,
                tip[1],
                line.source or None,
                _fork(line, tree, runs),
                line.name == tree.main,
                line.name == tree.current,
                line.abandoned,
            )
        )
        is_main = line.name == main.name
        _claim(found, game, ranges(runs, *head), claimed, (line.name, is_main, line.abandoned))
    for run, end in ends.items():
        _claim(found, game, [Range(run, runs[run].fork + 1, end)], claimed, (None, False, True))


def _claim(
    found: Laid,
    game: int,
    parts: Sequence[Range],
    claimed: dict[int, int],
    marked: tuple[str | None, bool, bool],
) -> None:
    for part in parts:
        low = claimed[part.run] + 1
        if part.high >= low:
            found.stretches.append((game, part.run, low, part.high, *marked))
            claimed[part.run] = part.high


def _fork(line: Line, tree: Tree, runs: dict[int, Run]) -> int | None:
    source = tree.lines.get(line.source)
    if source is None or line.fork_ply is not None:
        return line.fork_ply
    return common(runs, _place(line.tip), _place(source.tip))
