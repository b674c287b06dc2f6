"""The story of a game: who plays, and what happened last, retold as in a series replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from cli import telling

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.references import Resolved
    from replays.session import Session

LONGEST = 16
"""Lines of the story so far that are told on opening."""


def introduction(session: Session, bots: Mapping[str, str], seats: tuple[str, ...] | None) -> list[str]:
    """What game this is, who sits where (a bot by its name), and what is shown."""
    from cli.names import player

    row, rules = session.row, session.opened.ruleset
    titles = {seat.name: seat.title for seat in rules.seats}
    scenario = next((each.title for each in rules.scenarios if each.name == row.scenario), row.scenario)
    sitting = []
    for seat, person in row.begin.seats.items():
        who = f"bot {bots[seat]}" if seat in bots else player(person)
        sitting.append(f"{titles.get(seat, seat)}{': ' + who if who else ''}")
    lines = [f"{row.slug}: {row.title or rules.title}, {scenario}.", f"{'; '.join(sitting)}."]
    if rules.hidden and seats is None:
        lines.append("Everything is shown, hidden things too; --as SEAT shows what one side knows.")
    elif seats is not None:
        lines.append(f"You see what {' and '.join(titles.get(seat, seat) for seat in seats)} may know.")
    return lines


def story_so_far(archive: Archive, place: Resolved, seats: tuple[str, ...] | None) -> list[str]:
    """The last turn retold (the one before, where this one has only begun); at the beginning, how it began."""
    from replays.references import turn_start

    if place.ply == 0:
        first = next(iter(telling.log(archive, place, 0, 0, seats)))
        return first.narration[-LONGEST:]
    rules, game, timeline = place.opened.ruleset, place.opened.game, place.timeline

    def start_of_turn_at(ply: int) -> int:
        turn = rules.clock(game, timeline.state_at(ply)).turn
        return turn_start(place.row.slug, place.line, timeline, turn)

    start = start_of_turn_at(place.ply)
    if start == place.ply:
        start = start_of_turn_at(start - 1)
    told = retold(archive, place, start + 1, seats)
    if len(told) > LONGEST:
        before = f"  … (`log` tells more; {len(told) - LONGEST} lines before these)"
        told = [before, *told[-LONGEST:]]
    return ["The story so far", *told]


def retold(archive: Archive, place: Resolved, first: int, seats: tuple[str, ...] | None) -> list[str]:
    """From ply `first` on: one line for each run of batches by one seat in one impulse, under its turn and phase."""
    from replays.opening import action_decoder
    from rules.ruleset import Step

    opened, timeline = place.opened, place.timeline
    rules, game = opened.ruleset, opened.game
    decoder = action_decoder(rules)
    lines: list[str] = []
    heading: tuple[int, int] | None = None
    runs: list[tuple[tuple[Any, ...], int, list[Step]]] = []
    for batch in telling.known_batches(archive, place, max(first, 1), place.ply, seats):
        clock = rules.clock(game, timeline.state_at(batch.ply - 1))
        action = None
        if bytes(batch.action) and batch.kind in ("action", "as-played", "resign"):
            try:
                action = decoder.decode(batch.action)
            except msgspec.MsgspecError:  # partly unknown to those who ask
                action = None
        step = Step(batch.seat, action, tuple(opened.codec.decode(event) for event in batch.events))
        key = (batch.seat, clock.turn, clock.phase, clock.impulse)
        if runs and runs[-1][0] == key:
            runs[-1][2].append(step)
        else:
            runs.append((key, batch.ply - 1, [step]))
    for _, ply, steps in runs:
        before = timeline.state_at(ply)
        clock = rules.clock(game, before)
        told = rules.retell(game, telling.seen(opened, before, seats), steps)
        if not told:
            continue
        if heading != (clock.turn, clock.phase):
            heading = (clock.turn, clock.phase)
            lines.append(telling.when(clock))
        lines.append(f"  {told}")
    return lines
