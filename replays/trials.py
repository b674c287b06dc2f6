"""A position played on by bots to its end, off the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from replays.bots import Bot
from replays.timeline import Counts, counted
from rules.chance import Chance, Outcome, Source
from rules.ruleset import Action, AnyRuleset, Event, Result

LIMIT = 20_000
"""After so many plies a trial is given up as unfinished."""


class Taken(msgspec.Struct, frozen=True):
    """A decision of a trial: whose, of how many options, what then happened and was rolled."""

    seat: str
    action: Action
    options: int
    events: tuple[Event, ...]
    outcomes: tuple[Outcome, ...]


class Trial(msgspec.Struct, frozen=True):
    """How it began (None: the game was over) and how it ended (None: it was given up)."""

    first: Action | None
    result: Result | None


def play_on(
    rules: AnyRuleset,
    game: Any,
    state: Any,
    bots: Mapping[str, Bot],
    source: Source,
    counts: Counts,
    first: tuple[str, Action] | None = None,
    taken: list[Taken] | None = None,
) -> Trial:
    """Plays on from a whole state; `first` is the next decision and whose it is, if a bot is not to take it. `taken` is
    given all decisions."""
    began: Action | None = None
    for ply in range(LIMIT):
        awaited = rules.awaiting(game, state)
        if not awaited:
            break
        seat = awaited[0].seat
        legal = rules.legal(game, state, seat)
        if ply == 0 and first is not None:
            seat, action = first
        elif len(legal) == 1:
            action = legal[0]
        else:
            seen = rules.view(game, state, (seat,)) if rules.hidden else state
            action = bots[seat].choose(rules, game, seen, seat, legal)
        if ply == 0:
            began = action
        chance = Chance(source, "trial", counts)
        events = rules.decide(game, state, seat, action, chance)
        for event in events:
            state = rules.evolve(game, state, event)
        if taken is not None:
            taken.append(Taken(seat, action, len(legal), events, tuple(chance.outcomes)))
        counts = counted(counts, chance.outcomes)
    return Trial(began, rules.result(game, state))
