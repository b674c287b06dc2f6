"""A game retold as in a series replay: one line for all that a seat did in one impulse."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from replays import telling

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from eventlog.record import Batch
    from replays.opening import OpenGame
    from replays.references import Resolved
    from rules.ruleset import Action, AnyRuleset, Event, Step


def retold(archive: Archive, place: Resolved, first: int, seats: tuple[str, ...] | None) -> list[str]:
    """From ply `first` on: one line for each run of batches by one seat in one impulse, under its turn and phase."""
    opened, timeline = place.opened, place.timeline
    retelling = Retelling(opened, seats)
    lines: list[str] = []
    for batch in telling.known_batches(archive, place, max(first, 1), place.ply, seats):
        action = known_action(opened.ruleset, batch)
        events = [opened.codec.decode(event) for event in batch.events]
        lines += retelling.add(timeline.state_at(batch.ply - 1), batch.seat, action, events)
    return [*lines, *retelling.close()]


def known_action(rules: AnyRuleset, batch: Batch) -> Action | None:
    """The action of a batch as those who ask know it; None where nobody decided anything, or part of it is unknown."""
    from replays.opening import action_decoder

    if not bytes(batch.action) or batch.kind not in ("action", "as-played", "resign"):
        return None
    with suppress(msgspec.MsgspecError):
        action: Action = action_decoder(rules).decode(batch.action)
        return action
    return None


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

        rules = self.opened.ruleset
        clock = rules.clock(self.opened.game, before)
        key = ("" if rules.retells_impulses else seat, clock.turn, clock.phase, clock.impulse)
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
