"""The audit: every recorded action is decided again with the recorded chance, and must give the recorded events.

Where it does not, the rules have changed, there is a bug, or somebody edited the log: the first batch that differs is
named with what was recorded and what the rules give now. Rulings and batches as played at the table are
people's decisions: they are counted, never judged.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eventlog.archive import Archive, GameRow
from replays.opening import OpenGame, action_decoder, open_game
from replays.recording import outcomes_of
from replays.retracing import Traced, retrace
from replays.soundness import damage_first
from rules.chance import Chance, recorded
from rules.errors import ChanceNeeded, IllegalAction
from rules.ruleset import Event


class Difference(msgspec.Struct, frozen=True):
    """A batch that today's rules decide otherwise: what was recorded, what they give."""

    ply: int
    expected: str
    got: str


class Audited(msgspec.Struct, frozen=True):
    """What an audit of a game found. `not_comparable` counts batches of which too little is known (a seat's file,
    cards that the record does not name)."""

    plies: int
    rulings: int
    differences: tuple[Difference, ...]
    not_comparable: int


def audit(archive: Archive, row: GameRow) -> Audited:
    """Decides the whole tree of a game again. Of each game only the first difference is told: later ones follow
    from it. Raises Damaged where the game is not what was written."""
    opened = open_game(archive, row)
    with damage_first(archive, row.id):
        return _audited(archive, row, opened)


def _audited(archive: Archive, row: GameRow, opened: OpenGame) -> Audited:
    plies = rulings = not_comparable = 0
    differences: list[Difference] = []
    for traced in retrace(archive, row, opened):
        plies += 1
        if traced.batch.kind in ("ruling", "as-played"):
            rulings += 1
        elif _unknown(row, traced):
            not_comparable += 1
        elif not differences:
            found = _difference(opened, traced)
            if found is not None:
                differences.append(found)
    return Audited(plies, rulings, tuple(differences), not_comparable)


def _unknown(row: GameRow, traced: Traced) -> bool:
    return bool(row.seen_by) or any("?" in chance.result for chance in traced.batch.chance)


def _difference(opened: OpenGame, traced: Traced) -> Difference | None:
    rules, game = opened.ruleset, opened.game
    batch = traced.batch
    source = recorded(outcomes_of(batch.chance))
    chance = Chance(source, "key", traced.counts)
    told = _told(opened, traced.before, traced.events)
    try:
        if batch.kind == "begin":
            events = rules.begin(game, chance)
        else:
            action = action_decoder(rules).decode(bytes(batch.action))
            events = rules.decide(game, traced.before, batch.seat, action, chance)
    except IllegalAction as refusal:
        return Difference(batch.ply, told, f"a refusal: {refusal}")
    except ChanceNeeded as needed:
        return Difference(batch.ply, told, f"another roll: {needed}")
    except msgspec.MsgspecError as unreadable:
        return Difference(batch.ply, told, f"an action that it does not know: {unreadable}")
    left: tuple[Any, ...] = source.unused()  # type: ignore[attr-defined]
    if left:
        return Difference(batch.ply, told, f"one roll less: nothing is rolled for {left[0].purpose}")
    if tuple(events) != traced.events:
        return Difference(batch.ply, told, _told(opened, traced.before, events))
    options = batch.options
    if isinstance(options, int) and options != len(rules.legal(game, traced.before, batch.seat)):
        now = len(rules.legal(game, traced.before, batch.seat))
        return Difference(batch.ply, f"a choice among {options} actions", f"a choice among {now}")
    return None


def _told(opened: OpenGame, state: Any, events: tuple[Event, ...]) -> str:
    rules, game = opened.ruleset, opened.game
    lines = []
    for event in events:
        lines.append(rules.narrate(game, state, event) or str(type(event).__struct_config__.tag))
        state = rules.evolve(game, state, event)
    return "; ".join(lines) or "nothing"
