"""The story of a game: who plays, and what happened last, retold as in a series replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from cli import telling

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.opening import OpenGame
    from replays.references import Resolved
    from replays.session import Session
    from rules.ruleset import Action, Event, Step

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

    rules, game, timeline = place.opened.ruleset, place.opened.game, place.timeline
    if place.ply == 0:
        return _beginning(archive, place, seats)

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


def _beginning(archive: Archive, place: Resolved, seats: tuple[str, ...] | None) -> list[str]:
    """How the game began: line by line, or, where that is long, retold in one."""
    from rules.ruleset import Step

    opened = place.opened
    narration = next(iter(telling.log(archive, place, 0, 0, seats))).narration
    if len(narration) <= LONGEST:
        return narration
    (batch,) = telling.known_batches(archive, place, 0, 0, seats)
    step = Step("", None, tuple(opened.codec.decode(event) for event in batch.events))
    before = telling.seen(opened, opened.ruleset.initial(opened.game), seats)
    return [
        "The set-up",
        f"  {opened.ruleset.retell(opened.game, before, [step])}",
        f"  (`log` tells it in {len(narration)} lines)",
    ]


def retold(archive: Archive, place: Resolved, first: int, seats: tuple[str, ...] | None) -> list[str]:
    """From ply `first` on: one line for each run of batches by one seat in one impulse, under its turn and phase."""
    from replays.opening import action_decoder

    opened, timeline = place.opened, place.timeline
    decoder = action_decoder(opened.ruleset)
    retelling = Retelling(opened, seats)
    lines: list[str] = []
    for batch in telling.known_batches(archive, place, max(first, 1), place.ply, seats):
        action = None
        if bytes(batch.action) and batch.kind in ("action", "as-played", "resign"):
            with suppress(msgspec.MsgspecError):  # partly unknown to those who ask
                action = decoder.decode(batch.action)
        events = [opened.codec.decode(event) for event in batch.events]
        lines += retelling.add(timeline.state_at(batch.ply - 1), batch.seat, action, events)
    return [*lines, *retelling.close()]


class Retelling:
    """Tells batches as they come, in runs: one line for all that a seat did in one impulse, under its turn and phase.

    `current` is the heading that stands already; `dashes`: headings look as those of the log.
    """

    def __init__(
        self,
        opened: OpenGame,
        seats: tuple[str, ...] | None,
        current: telling.Period | None = None,
        *,
        dashes: bool = False,
    ) -> None:
        self.opened = opened
        self.seats = seats
        self.current = current
        self.dashes = dashes
        self._key: tuple[Any, ...] = ()
        self._before: Any = None
        self._steps: list[Step] = []

    def add(self, before: Any, seat: str, action: Action | None, events: Sequence[Event]) -> list[str]:
        """Takes in a batch, its events as the seats know them; gives the lines of the run that it ends, if it does."""
        from rules.ruleset import Step

        clock = self.opened.ruleset.clock(self.opened.game, before)
        key = (seat, clock.turn, clock.phase, clock.impulse)
        lines = [] if key == self._key else self.close()
        if not self._steps:
            self._key, self._before = key, before
        self._steps.append(Step(seat, action, tuple(events)))
        return lines

    def close(self) -> list[str]:
        """The lines of the run that is not told yet."""
        if not self._steps:
            return []
        rules, game = self.opened.ruleset, self.opened.game
        clock = rules.clock(game, self._before)
        told = rules.retell(game, telling.seen(self.opened, self._before, self.seats), self._steps)
        self._steps, self._key = [], ()
        if not told:
            return []
        lines = [f"  {told}"]
        if telling.period(clock) != self.current:
            self.current = telling.period(clock)
            heading = telling.heading(clock)
            lines.insert(0, heading if self.dashes else heading.strip("- "))
        return lines
