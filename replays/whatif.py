"""What would come of it: a position played on by bots, many times, each with its own chance.

The trials are no part of the game. For a seat (`seats`) what it does not know is filled in anew for each, so that its
answer tells nothing that is hidden from it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from eventlog.archive import NEW, Archive
from replays.bots import bot
from replays.bots.bot import Stream
from replays.intervals import wilson
from replays.play import decide_batch
from replays.references import Resolved
from replays.telling import Seats
from replays.trials import Taken, play_on
from rules.chance import Chance, Source, keyed
from rules.errors import IllegalAction
from rules.ruleset import Action, Result

Progress = Callable[[int, int], Any]


class NoTrial(Exception):
    """A what-if that cannot be played; the message is a sentence."""


class Branch(msgspec.Struct):
    """What came of one first decision (or of all of them): how many trials, wins a seat, draws, unfinished ones, and
    the spread of each seat's score (least, quartiles, greatest)."""

    action: Action | None
    text: str
    games: int = 0
    wins: dict[str, int] = {}
    draws: int = 0
    unfinished: int = 0
    scores: dict[str, list[float]] = {}

    def count(self, result: Result | None) -> None:
        """Takes in how a trial ended."""
        self.games += 1
        if result is None:
            self.unfinished += 1
            return
        if not result.winners:
            self.draws += 1
        for winner in result.winners:
            self.wins[winner] = self.wins.get(winner, 0) + 1
        for seat, score in result.scores.items():
            self.scores.setdefault(seat, []).append(score)

    def interval(self, seat: str) -> tuple[float, float]:
        """The 95 % interval of a seat's share of wins."""
        return wilson(self.wins.get(seat, 0), self.games)

    def spread(self, seat: str) -> tuple[float, ...]:
        """Of a seat's scores the least, the quartiles and the greatest; nothing where no trial was finished."""
        held = sorted(self.scores.get(seat, ()))
        return (
            tuple(held[round(share * (len(held) - 1))] for share in (0, 0.25, 0.5, 0.75, 1)) if held else ()
        )


class Outlook(msgspec.Struct):
    """What came of all trials, and of each first decision."""

    whole: Branch
    by_action: list[Branch]


def what_if(
    place: Resolved,
    games: int,
    *,
    bots: Mapping[str, str],
    action: tuple[str, Action] | None = None,
    same_chance: bool = False,
    seats: Seats = None,
    seed: str = "0",
    keep: Archive | None = None,
    progress: Progress = lambda done, due: None,
) -> Outlook:
    """Plays on `games` times from the place. `bots` names the bot of each seat ("" for all others), `action` the next
    decision and whose it is. `same_chance`: what is rolled for something is what the game itself would roll for it.
    `keep`: each trial becomes a line of the game in this archive, `whatif-1`, `whatif-2` …

    Raises NoTrial (the game is over, its chance is not here, what is filled in anew cannot be kept), IllegalAction.
    """
    rules, game = place.opened.ruleset, place.opened.game
    start = place.position
    if rules.result(game, start.state) is not None:
        raise NoTrial(
            f"{place.row.slug}:{place.line}@{place.ply} is the end of a game: nothing can come of it."
        )
    if same_chance and (place.row.key is None or place.row.begin.chance == "manual"):
        raise NoTrial(
            f"The dice of {place.row.slug} are not derived from a key that is here: leave out --same-chance."
        )
    if keep is not None and (seats or place.row.seen_by):
        raise NoTrial("What a seat does not know was made up for each trial: such trials cannot be kept.")
    seats = seats or place.row.seen_by or None  # what is hidden here is made up for each trial
    view = start.state if seats is None else rules.view(game, start.state, seats)
    if action is not None and action[1] not in rules.legal(game, view, action[0]):
        judge = keyed(Stream(seed).key())
        rules.decide(game, start.state, action[0], action[1], Chance(judge, "trial", start.counts))
        raise IllegalAction("", "this is no decision that can be taken now")
    current = keep.tree(place.row.id).current if keep is not None else ""
    whole = Branch(None, "")
    by_action: dict[str, Branch] = {}
    for number in range(games):
        own = Stream(f"{seed}/{number}")
        source: Source = keyed(own.key(), f"trial {seed}/{number}")
        if same_chance and place.row.key is not None:
            source = keyed(place.row.key)
        state = start.state
        if seats:
            state = rules.resample(game, view, seats[0], Chance(keyed(own.key()), "trial"))
        playing = {
            seat: bot(bots.get(seat, bots.get("", "greedy")), f"{seed}/{number}/{seat}")
            for seat in place.row.begin.seats
        }
        taken: list[Taken] = []
        trial = play_on(rules, game, state, playing, source, start.counts, action, taken)
        if keep is not None:
            _keep(keep, place, taken)
        whole.count(trial.result)
        text = rules.phrase(game, state, trial.first) if trial.first is not None else ""
        by_action.setdefault(text, Branch(trial.first, text)).count(trial.result)
        progress(number + 1, games)
    if keep is not None:
        # The game stays where it was.
        keep.move(place.row.id, "switch", current, keep.tree(place.row.id).lines[current].head, who="whatif")
    return Outlook(whole, sorted(by_action.values(), key=lambda branch: (-branch.games, branch.text)))


def _keep(archive: Archive, place: Resolved, taken: Sequence[Taken]) -> None:
    """A trial as a line of its game, from the place on."""
    position = place.position
    batches = []
    for each in taken:
        decided = decide_batch(
            place.opened,
            position,
            each.seat,
            each.action,
            events=each.events,
            outcomes=each.outcomes,
            options=each.options,
            game=place.row.id,
            key=place.row.key,
            id=str(uuid.uuid4()),
            time=datetime.now(UTC),
            entry=position.entry + 1,
        )
        batches.append(decided.batch)
        position = decided.position
    lines = archive.tree(place.row.id).lines
    number = 1
    while f"whatif-{number}" in lines:
        number += 1
    archive.append(place.row.id, f"whatif-{number}", batches, expected=NEW, who="whatif")
