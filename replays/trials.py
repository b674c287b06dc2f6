"""A position played on by bots to its end, off the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from replays.bots import Bot
from replays.timeline import Counts, counted
from rules.chance import Chance, Source
from rules.ruleset import Action, AnyRuleset, Result

LIMIT = 20_000
"""After so many plies a trial is given up as unfinished."""


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
) -> Trial:
    """Plays on from a whole state; `first` is the next decision and whose it is, if a bot is not to take it."""
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
        for event in rules.decide(game, state, seat, action, chance):
            state = rules.evolve(game, state, event)
        counts = counted(counts, chance.outcomes)
    return Trial(began, rules.result(game, state))
