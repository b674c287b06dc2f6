"""Checks of the rules by themselves: what a ruleset declares, how games end, what is legal and what is decided."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from eventlog.codec import ChainError
from replays.check_games import KeptGame, KeptStep, described
from replays.check_states import difference
from replays.opening import codec_of, decode_data, encode_data
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset, Resign
from rules.secrecy import ACTING, NOBODY, hidden_fields, hides

_NAME = re.compile(r"[a-z0-9]+([-.][a-z0-9]+)*")

TRIED = 25
"""How many legal actions, and how many that are not, are tried at one position."""

FORMED = 3000
"""How many conceivable actions are looked through at one position."""


def declared(ruleset: AnyRuleset, data: Any) -> Iterator[tuple[int, str]]:
    """Names, types, hidden fields, upcasters, options and data are as the contract has them."""
    for problem in (*_names(ruleset), *_types(ruleset), *_chains(ruleset), *_options(ruleset, data)):
        yield -1, problem
    if ruleset.tally_sources(data) is None:
        yield -1, "the sources of the data are not tallied"
    unlike = difference(data, decode_data(ruleset, encode_data(ruleset, data)))
    if unlike:
        yield -1, f"the data are not the same after being stored: {unlike}"


def _names(ruleset: AnyRuleset) -> Iterator[str]:
    seats = [seat.name for seat in ruleset.seats]
    scenarios = [scenario.name for scenario in ruleset.scenarios]
    options = [option.name for option in ruleset.options]
    for name in (ruleset.name, *seats, *scenarios, *options):
        if not _NAME.fullmatch(name):
            yield f"the name {name!r} is not in kebab case"
    for kind, names in (("seats", seats), ("scenarios", scenarios), ("options", options)):
        if len(set(names)) < len(names):
            yield f"two {kind} have one name"
    if not seats or not scenarios:
        yield "a ruleset needs a seat and a scenario"
    for scenario in ruleset.scenarios:
        if not scenario.seats or not set(scenario.seats) <= set(seats):
            yield f"the seats of scenario {scenario.name} are not among those of the ruleset"


def _types(ruleset: AnyRuleset) -> Iterator[str]:
    for kinds in (ruleset.action_types, ruleset.event_types):
        tags = [kind.__struct_config__.tag for kind in kinds]
        if len(set(tags)) < len(tags):
            yield f"two types share a name among {', '.join(sorted(map(str, tags)))}"
    for kind in (*ruleset.action_types, *ruleset.event_types):
        fields = set(kind.__struct_fields__)
        if not kind.__struct_config__.frozen:
            yield f"{kind.__name__} is not frozen"
        named = [marker.known_to for _, marker in hidden_fields(kind)]
        named += [marker.name for _, marker in hidden_fields(kind)]
        opens = getattr(kind, "opens", None)
        named += [opens.part, opens.to] if opens is not None else []
        for field in set(named) - {ACTING, NOBODY, ""} - fields:
            yield f"{kind.__name__} names a field {field} that it does not have"
    if Resign in ruleset.action_types:
        yield "Resign is among the action types; the session adds it"
    if hides((*ruleset.action_types, *ruleset.event_types)) and not ruleset.hidden:
        yield "fields are hidden, and the ruleset does not say that the game hides anything"


def _chains(ruleset: AnyRuleset) -> Iterator[str]:
    try:
        codec_of(ruleset)
    except (ChainError, ValueError) as error:
        yield f"its upcasters or types do not fit: {error}"


def _options(ruleset: AnyRuleset, data: Any) -> Iterator[str]:
    usual = {option.name: option.default for option in ruleset.options}
    for scenario in ruleset.scenarios:
        for option in ruleset.options:
            if option.values and option.default not in option.values:
                yield f"the default of option {option.name} is not among its values"
            for value in option.values:
                try:
                    ruleset.prepare(data, scenario.name, usual | {option.name: value})
                except Exception as error:
                    yield f"option {option.name}={value} is declared and refused: {described(error)}"


def games_end(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Every game comes to a result by a rule, and only then nobody is awaited."""
    ruleset, game = kept.ruleset, kept.game
    if kept.trouble:
        yield -1, kept.trouble
    if not kept.steps:
        return
    for ply, step in enumerate(kept.steps[:-1]):
        if ruleset.result(game, step.after) is not None:
            yield ply, "there is a result, and still somebody is to decide"
    if kept.trouble:
        return
    last, result = len(kept.steps) - 1, ruleset.result(game, kept.steps[-1].after)
    if result is None:
        yield last, "nobody is awaited, and there is no result"
    elif not set(result.winners) <= set(kept.seats) or set(result.scores) != set(kept.seats):
        yield last, f"the result {result} is not about the seats {', '.join(kept.seats)}"
    elif not result.how or result.how == "resigned":
        yield last, f"the game ended by {result.how or 'nothing'}, not by a victory rule"


def counted(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Turns never run backwards; measures and values are numbers, the same measures at every ply."""
    ruleset, game = kept.ruleset, kept.game
    turn, measures = 0, None
    for ply, step in enumerate(kept.steps):
        now = ruleset.clock(game, step.after).turn
        if now < turn:
            yield ply, f"turn {now} comes after turn {turn}"
        turn = now
    for ply, step in kept.chosen():
        for seats in (*kept.viewers(), kept.seats):
            tally = ruleset.tally(game, ruleset.view(game, step.after, seats))
            if set(tally) != set(kept.seats):
                yield ply, f"the tally is about {', '.join(sorted(tally)) or 'nobody'}"
            found = {seat: tuple(sorted(values)) for seat, values in tally.items()}
            if measures is not None and found != measures:
                yield ply, f"the tally has other measures than before: {found}"
            measures = found
            if not all(math.isfinite(number) for values in tally.values() for number in values.values()):
                yield ply, f"a measure is no number: {tally}"
        for seat in kept.seats:
            value = ruleset.evaluate(game, ruleset.view(game, step.after, (seat,)), seat)
            if not math.isfinite(value):
                yield ply, f"the position is worth {value} to {seat}"


def legal_and_decide_agree(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """What is offered is accepted; what can be formed and is not offered is refused by a rule."""
    for ply, step in kept.chosen():
        for problem in _agreement(kept, ply, step):
            yield ply, problem


def _agreement(kept: KeptGame, ply: int, step: KeptStep) -> Iterator[str]:
    ruleset, game, state = kept.ruleset, kept.game, step.after
    awaited = [awaiting.seat for awaiting in ruleset.awaiting(game, state)]
    over = ruleset.result(game, state) is not None
    if len(set(awaited)) < len(awaited) or not set(awaited) <= set(kept.seats):
        yield f"awaited are {', '.join(awaited)}"
    for seat in kept.seats:
        legal = ruleset.legal(game, state, seat)
        if bool(legal) != (seat in awaited):
            yield f"{seat} is {'' if seat in awaited else 'not '}awaited and has {len(legal)} legal actions"
        if len(set(legal)) < len(legal):
            yield f"the same action is offered twice to {seat}"
        if any(isinstance(action, Resign) for action in legal):
            yield "giving up is offered; the session does that"
        for action in _some(kept, f"legal {ply} {seat}", legal):
            yield from _accepted(kept, state, seat, action, "offered")
        formed = islice(ruleset.conceivable(game, state, seat), FORMED)
        others = [action for action in formed if action not in set(legal)]
        for action in _some(kept, f"formed {ply} {seat}", others):
            yield from _refused(kept, state, seat, action)
        if over:
            yield from _refused(kept, state, seat, Resign())
        else:
            yield from _accepted(kept, state, seat, Resign(), "always allowed")


def _some(kept: KeptGame, purpose: str, actions: Iterable[Action]) -> list[Action]:
    left = list(actions)
    if len(left) <= TRIED:
        return left
    stream = kept.stream(purpose)
    return [left.pop(stream.below(len(left))) for _ in range(TRIED)]


def _accepted(kept: KeptGame, state: Any, seat: str, action: Action, why: str) -> Iterator[str]:
    ruleset, game = kept.ruleset, kept.game
    try:
        events = ruleset.decide(game, state, seat, action, Chance(kept.source(), "trial"))
    except IllegalAction as error:
        yield f"{action} of {seat} is {why} and refused: {error}"
        return
    except Exception as error:
        yield f"{action} of {seat} is {why} and raises {described(error)}"
        return
    strangers = [event for event in events if type(event) not in ruleset.event_types]
    if strangers or not events:
        yield f"{action} of {seat} gives {events}, which are no events of the ruleset"
        return
    after = fold(ruleset, game, state, events)
    if isinstance(action, Resign) and ruleset.result(game, after) is None and len(kept.seats) == 2:
        yield f"{seat} gives up, and there is no result"


def _refused(kept: KeptGame, state: Any, seat: str, action: Action) -> Iterator[str]:
    try:
        kept.ruleset.decide(kept.game, state, seat, action, Chance(kept.source(), "trial"))
    except IllegalAction as error:
        if not error.rule or not error.reason:
            yield f"{action} of {seat} is refused without a rule and a reason"
        return
    except Exception as error:
        yield f"{action} of {seat} raises {described(error)} where it should be refused by a rule"
        return
    yield f"{action} of {seat} is not offered and accepted"
