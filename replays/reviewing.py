"""Decisions looked at again: what could have been done, how often each would have won, and what a glyph would say.

A chance of winning is estimated by playing on with bots, for each option from the same ways of filling in what the seat
did not know, with the same dice: so a decision is judged by what could be known then, not by what came of it. How good
an estimate is, its interval says; it is one of how bots of this kind play, and no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

import immutables
import msgspec

from eventlog.archive import Archive
from replays.bots import bot
from replays.bots.bot import Stream
from replays.intervals import wilson
from replays.opening import action_decoder, decode_data, find_ruleset, prepare
from replays.references import Resolved
from replays.trials import play_on
from replays.workers import in_order
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset

AUTHOR = "review"
"""Under whose name glyphs are proposed."""

DOUBTFUL, MISTAKE, BLUNDER = 0.1, 0.3, 0.5
"""How much less often than the best option the one taken wins, for `?!`, `?` and `??`."""
GOOD, BRILLIANT = 0.3, 0.5
"""How much more often than every other option it wins, for `!` and `!!`."""


class NoReview(Exception):
    """A game of which there is nothing to review; the message is a sentence."""


class Weighed(msgspec.Struct, frozen=True):
    """An option of a decision: the action in words, and how many of its trials the seat won."""

    text: str
    wins: int
    trials: int

    @property
    def win(self) -> float:
        """The share of trials that the seat won."""
        return self.wins / self.trials

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that."""
        return wilson(self.wins, self.trials)


class Reviewed(msgspec.Struct, frozen=True):
    """A decision: where, whose, the option taken, the options tried (best first), how many more there were, and the
    glyph proposed ("": none)."""

    ply: int
    seat: str
    taken: str
    options: tuple[Weighed, ...]
    more: int
    glyph: str


class Extent(msgspec.Struct, frozen=True):
    """How much is reviewed: at most so many decisions (those most in doubt; None: all), of each the one taken and the
    most promising others up to so many options, each played on so many times; and for how many seconds at most (None:
    however long it takes). Those most in doubt come first; one is always reviewed."""

    decisions: int | None = 30
    options: int = 5
    trials: int = 12
    seconds: float | None = None


def review(
    archive: Archive,
    place: Resolved,
    *,
    extent: Extent,
    everybody: bool = False,
    seats: Sequence[str] | None = None,
    bots: Mapping[str, str] | None = None,
    seed: str = "0",
    workers: int | None = None,
    progress: Callable[[int, int], Any] = lambda done, due: None,
) -> tuple[list[Reviewed], int]:
    """The decisions along a line up to a place that were more than one option, in their order, and how many there are
    in all.

    Of people (`everybody`: of bots, too), of all seats or of these. `bots` plays on ("" for all seats not named; by
    default `random`). `progress` is told how many trials of all options of a decision are done, and how many are due.
    Raises NoReview, WorkerLost.
    """
    until = None if extent.seconds is None else time.monotonic() + extent.seconds
    found = _decisions(archive, place, everybody, seats)
    if not found:
        raise NoReview(_nothing(place, everybody))
    chosen = sorted(found, key=lambda each: (-each.doubt, each.ply))[: extent.decisions]
    begin = place.row.begin
    playing = {seat: (bots or {}).get(seat, (bots or {}).get("", "random")) for seat in begin.seats}
    told = _Told(
        begin.ruleset,
        begin.scenario,
        place.opened.options,
        archive.data_of(place.row.id),
        playing,
        seed,
        extent,
        tuple(chosen),
    )
    reviewed: list[Reviewed] = []
    wins: list[int] = []
    with closing(in_order(_trial, told, range(len(chosen) * extent.trials), workers)) as trials:
        for done, won in enumerate(trials, 1):
            wins = [before + one for before, one in zip(wins or [0] * len(won), won, strict=True)]
            if done % extent.trials == 0:
                decision = chosen[done // extent.trials - 1]
                reviewed.append(_reviewed(place.opened.ruleset, place.opened.game, decision, extent, wins))
                wins = []
            progress(done, len(chosen) * extent.trials)
            if until is not None and reviewed and time.monotonic() > until:
                break
    return sorted(reviewed, key=lambda each: each.ply), len(found)


def glyph(taken: Weighed, others: Sequence[Weighed]) -> str:
    """The glyph for an option against the others that were tried. Only a difference that chance hardly makes counts:
    its interval and that of the best other do not overlap."""
    if not others:
        return ""
    best = max(others, key=lambda each: each.win)
    low, high = sorted((taken, best), key=lambda each: each.win)
    if low.interval[1] >= high.interval[0]:
        return ""
    gap = taken.win - best.win
    marks = (
        ((BRILLIANT, "!!"), (GOOD, "!")) if gap > 0 else ((BLUNDER, "??"), (MISTAKE, "?"), (DOUBTFUL, "?!"))
    )
    return next((mark for least, mark in marks if abs(gap) >= least), "")


def note_text(decision: Reviewed) -> str:
    """What a note says of a decision, to go with its glyph."""
    taken = next(each for each in decision.options if each.text == decision.taken)
    others = [each for each in decision.options if each is not taken]
    best = max(others, key=lambda each: each.win)
    which = "best other" if taken.win >= best.win else "best"
    return f"Wins {_share(taken)}; {which}: {best.text}, {_share(best)}. By {taken.trials} trials each."


def _share(option: Weighed) -> str:
    low, high = option.interval
    return f"{option.win:.0%} ({low:.0%} to {high:.0%})"


# Which decisions, and of each which options


class _Decision(msgspec.Struct, frozen=True):
    """A decision and what is needed to look at it again: the state before it, and all legal actions with their worth at
    first sight."""

    ply: int
    seat: str
    taken: int
    actions: tuple[Action, ...]
    worth: tuple[float, ...]
    state: Any

    @property
    def doubt(self) -> float:
        """How far what was taken lies from the best other option at first sight."""
        others = [worth for number, worth in enumerate(self.worth) if number != self.taken]
        return abs(max(others) - self.worth[self.taken])


def _decisions(
    archive: Archive, place: Resolved, everybody: bool, seats: Sequence[str] | None
) -> list[_Decision]:
    rules, game, begin = place.opened.ruleset, place.opened.game, place.row.begin
    wanted = {
        seat
        for seat, person in begin.seats.items()
        if (everybody or not person.bot)
        and (seats is None or seat in seats)
        # Of a game as some seats saw it, only what they decided is known.
        and (not place.row.seen_by or seat in place.row.seen_by)
    }
    decoder = action_decoder(rules)
    found = []
    for batch in archive.line_batches(place.row.id, place.head, 1, place.ply):
        if batch.seat not in wanted or batch.kind != "action":
            continue
        state = place.timeline.state_at(batch.ply - 1)
        legal = rules.legal(game, state, batch.seat)
        try:
            action = decoder.decode(batch.action)
        except (
            msgspec.MsgspecError
        ):  # of another version of the rules, or seen by a seat that does not know it
            continue
        if len(legal) > 1 and action in legal:
            worth = tuple(_first_sight(rules, game, state, batch.seat, each) for each in legal)
            found.append(_Decision(batch.ply, batch.seat, legal.index(action), legal, worth, state))
    return found


def _first_sight(rules: AnyRuleset, game: Any, state: Any, seat: str, action: Action) -> float:
    key = b"at first sight"
    whole = rules.resample(game, rules.view(game, state, (seat,)), seat, Chance(keyed(key), "trial"))
    after = fold(rules, game, whole, rules.decide(game, whole, seat, action, Chance(keyed(key), "trial")))
    return rules.evaluate(game, rules.view(game, after, (seat,)), seat)


def _nothing(place: Resolved, everybody: bool) -> str:
    where = f"{place.row.slug}:{place.line}@{place.ply}"
    if everybody:
        return f"Nobody had more than one option on the way to {where}: there is nothing to review."
    return (
        f"No person had more than one option on the way to {where}: there is nothing to review; --all reviews what "
        "bots decided, too."
    )


# Playing on, in any process


class _Told(msgspec.Struct, frozen=True):
    ruleset: str
    scenario: str
    options: dict[str, str]
    data: bytes
    bots: dict[str, str]
    seed: str
    extent: Extent
    decisions: tuple[_Decision, ...]


def _trial(told: _Told) -> Callable[[int], tuple[bool, ...]]:
    """The work of a number: one trial of every option of a decision that is tried, and whether each won."""
    rules = find_ruleset(told.ruleset)
    game = prepare(rules, decode_data(rules, told.data), told.scenario, told.options).game

    def trial(number: int) -> tuple[bool, ...]:
        which, nth = divmod(number, told.extent.trials)
        decision = told.decisions[which]
        tried = _tried(decision, told.extent.options)
        return tuple(_won(rules, game, told, decision, option, nth) for option in tried)

    return trial


def _reviewed(
    rules: AnyRuleset, game: Any, decision: _Decision, extent: Extent, wins: Sequence[int]
) -> Reviewed:
    """A decision by how many trials each of its options that were tried has won."""
    tried = _tried(decision, extent.options)
    weighed = {
        option: Weighed(rules.phrase(game, decision.state, decision.actions[option]), won, extent.trials)
        for option, won in zip(tried, wins, strict=True)
    }
    taken = weighed[decision.taken]
    others = [weighed[option] for option in tried if option != decision.taken]
    return Reviewed(
        decision.ply,
        decision.seat,
        taken.text,
        tuple(sorted(weighed.values(), key=lambda each: -each.wins)),
        len(decision.actions) - len(tried),
        glyph(taken, others),
    )


def _tried(decision: _Decision, most: int) -> list[int]:
    """The numbers of the options that are tried: the one taken, and the most promising others."""
    others = sorted(range(len(decision.actions)), key=lambda option: (-decision.worth[option], option))
    others.remove(decision.taken)
    return sorted([decision.taken, *others[: max(1, most - 1)]])


def _won(rules: AnyRuleset, game: Any, told: _Told, decision: _Decision, option: int, trial: int) -> bool:
    """Whether the seat wins one trial of an option: every option is tried in the same trials."""
    seat = decision.seat
    seed = f"{told.seed}/{decision.ply}/{trial}"
    key = Stream(seed).key()
    state = rules.resample(
        game, rules.view(game, decision.state, (seat,)), seat, Chance(keyed(key, "hidden"), "trial")
    )
    bots = {each: bot(word, f"{seed}/{each}") for each, word in told.bots.items()}
    result = play_on(
        rules, game, state, bots, keyed(key, "trial"), immutables.Map(), (seat, decision.actions[option])
    ).result
    return result is not None and seat in result.winners
