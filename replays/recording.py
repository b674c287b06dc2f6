"""From what a ruleset decides to what the log keeps: the one place where a batch is made.

Secret parts follow from the types alone (`rules.secrecy`): hidden fields of the action and the events, results
of chance
that not everybody sees, the number of options in a game that hides anything, the key, the digest of the whole state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from eventlog import record
from eventlog.codec import Codec
from rules import secrecy
from rules.chance import Outcome
from rules.ruleset import Action, AnyRuleset, Event

Times = Callable[[], datetime]
"""Where the time of a batch comes from; handed in, so that nothing else reads the clock."""

_encoder = msgspec.json.Encoder()


def _pointer(*steps: str | int) -> str:
    return "".join(f"/{step}" for step in steps)


def chance_of(outcomes: Iterable[Outcome]) -> tuple[record.Chance, ...]:
    """The recorded form of results."""
    return tuple(
        record.Chance(
            purpose=outcome.purpose,
            kind=outcome.kind,
            faces=outcome.faces,
            result=outcome.result,
            seat=outcome.seat,
            ordinal=outcome.ordinal,
            how=outcome.how,
            replaces=outcome.replaces,
            dice=outcome.dice,
        )
        for outcome in outcomes
    )


def outcomes_of(chances: Iterable[record.Chance]) -> tuple[Outcome, ...]:
    """The results of a recorded batch, as an audit hands them to the rules again."""
    return tuple(
        Outcome(
            chance.purpose,
            chance.kind,
            chance.faces,
            chance.result,
            chance.seat,
            chance.ordinal,
            chance.how,
            chance.replaces,
            chance.dice,
        )
        for chance in chances
    )


def _secrets(
    ruleset: AnyRuleset,
    seat: str,
    action: Action | None,
    outcomes: Sequence[Outcome],
    events: Sequence[Event],
    options: int | None,
) -> list[record.Secret]:
    found: list[record.Secret] = []
    if action is not None:
        for part in secrecy.hidden_parts(action, seat):
            found.append(record.Secret(_pointer("action", *part.path), part.to, part.name))
    if options is not None and ruleset.hidden:
        found.append(record.Secret("/options", (seat,)))
    for index, outcome in enumerate(outcomes):
        if outcome.known_to is not None:
            for place in range(len(outcome.result)):
                found.append(record.Secret(_pointer("chance", index, "result", place), outcome.known_to))
            if outcome.hides_size:
                found.append(record.Secret(_pointer("chance", index, "faces"), outcome.known_to))
    for index, event in enumerate(events):
        for part in secrecy.hidden_parts(event, seat):
            found.append(record.Secret(_pointer("events", index, "payload", *part.path), part.to, part.name))
    return found


def batch_of(
    ruleset: AnyRuleset,
    codec: Codec,
    *,
    game: str,
    parent: str,
    ply: int,
    entry: int,
    id: str,
    time: datetime,
    seat: str = "",
    action: Action | None = None,
    options: int | None = None,
    outcomes: Sequence[Outcome] = (),
    events: Sequence[Event] = (),
    kind: record.BatchKind = "action",
    board: str = "",
    whole: str = "",
    reason: str = "",
    carried: str = "",
    begin: record.Beginning | None = None,
    ruling: dict[str, object] | None = None,
) -> record.Batch:
    """The batch of one decision (or of the beginning, or of a ruling), in the clear, with its secret parts declared."""
    secrets = _secrets(ruleset, seat, action, outcomes, events, options)
    if begin is not None:
        secrets.append(record.Secret("/begin/key"))
        if begin.seed:
            secrets.append(record.Secret("/begin/seed"))
        for option in ruleset.options:
            if option.known_to and option.name in begin.options:
                secrets.append(record.Secret(_pointer("begin", "options", option.name), (option.known_to,)))
    if whole:
        secrets.append(record.Secret("/whole"))
    opens = tuple(record.Opening(name, to) for event in events for name, to in secrecy.opened(event))
    if action is not None:
        stored = msgspec.Raw(_encoder.encode(action))
    elif ruling is not None:
        stored = msgspec.Raw(_encoder.encode(ruling))
    else:
        stored = record.NOTHING
    return record.Batch(
        game=game,
        ply=ply,
        parent=parent,
        kind=kind,
        entry=entry,
        id=id,
        time=time,
        seat=seat,
        action=stored,
        options=options,
        chance=chance_of(outcomes),
        events=tuple(codec.encode(event) for event in events),
        opens=opens,
        secrets=tuple(secrets),
        board=board,
        whole=whole,
        reason=reason,
        carried=carried,
        begin=begin,
    )
