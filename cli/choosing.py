"""From what a person types to actions, and from actions to a numbered list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cli.canvas import BOLD, Line, Span, columns, line
from cli.failures import USAGE, Failure, usage
from cli.names import with_hyphens
from cli.shell import shortened

if TYPE_CHECKING:
    from replays.session import Choice, Session
    from replays.timeline import Position
    from rules.chance import Source
    from rules.errors import ChanceNeeded, IllegalAction
    from rules.ruleset import Action

Taken = tuple[str, "Action"]
"""A seat and what it decides."""

PASSES = 8
"""How many passes a typed action brings at most."""


def choices(session: Session, seats: tuple[str, ...] | None) -> list[Choice]:
    """What may be done now, numbered from 1: by all awaited seats, or by those of `--as`."""
    if seats is None:
        return session.choices()
    if len(seats) == 1:
        return session.choices(seats[0])
    import msgspec

    listed: list[Choice] = []
    for choice in session.choices():
        if choice.seat in seats:
            listed.append(msgspec.structs.replace(choice, number=len(listed) + 1))
    return listed


def listed(found: Sequence[Choice], width: int) -> list[Line]:
    """The choices under their kinds, in columns; under their seats too where several are to decide."""
    several = len({each.seat for each in found}) > 1
    groups: dict[tuple[str, str], list[Choice]] = {}
    for each in found:
        groups.setdefault((each.seat if several else "", kind(each.action)), []).append(each)
    lines: list[Line] = []
    digits = len(str(len(found)))
    for (seat, title), group in groups.items():
        heading = f"{seat}: {title}" if seat else title
        lines.append(line(Span(heading, BOLD)))
        parts = [line(f"{each.number:>{digits}}  {each.text}") for each in group]
        lines += columns(parts, width)
    return lines


def kind(action: Action) -> str:
    """What kind of action it is, as a heading."""
    return str(type(action).__struct_config__.tag).replace("-", " ").capitalize()


def read_actions(
    session: Session, text: str, seats: tuple[str, ...] | None, chance: Callable[[], Source] | None = None
) -> list[Taken]:
    """The actions that the text means: a number of the list, JSON, or words, which may be a whole move. A number that
    the list does not have is read as words: `1511` may be a hex.

    `chance` makes the chance with which the move would be taken; without it a move is not followed beyond a roll.
    Where no seat is named, what a seat may do that is asked later brings the passes of those who are asked before it.
    Raises Failure (nothing of the kind, or several seats could), IllegalAction, Unreadable, ChanceNeeded.
    """
    from replays.typed import Ambiguous, Unreadable
    from rules.errors import IllegalAction

    text = text.strip()
    if not text:
        raise usage(
            "Say what to do: the number of an action, its text or its JSON (`warlog actions` lists them)."
        )
    is_json = text.startswith(("{", "["))
    if not is_json and any(letter.isdigit() and not letter.isascii() for letter in text):
        raise usage(f"{shortened(text)!r} has other digits than 0 to 9: write its numbers with these.")
    is_number = text.isascii() and text.isdecimal()
    if is_number:
        found = choices(session, seats)
        number = int(text) if len(text) < 10 else 0
        if 1 <= number <= len(found):
            return [(found[number - 1].seat, found[number - 1].action)]
    asked = _asked(session, seats)
    if is_number:
        return _number_as_words(session, text, asked, chance, len(found))
    if is_json:
        return [_one_seat(session, read_json(session, text), asked)]
    try:
        return _typed(session, text, asked, chance)
    except (IllegalAction, Unreadable) as problem:
        later = None
        if seats is None and chance is not None and not isinstance(problem, Ambiguous):
            later = _after_passes(session, text, chance)
        if later is None:
            raise
        return later


def judge(session: Session, text: str, seats: tuple[str, ...] | None) -> IllegalAction | None:
    """Why what the text means is illegal, or None where it is legal for some seat that is asked."""
    from rules.errors import IllegalAction

    text = text.strip()
    asked = _asked(session, seats)
    if text.startswith(("{", "[")):
        action = read_json(session, text)
        refusals = [session.why(seat, action) for seat in asked]
        return None if None in refusals else refusals[0]
    try:
        chain = read_actions(session, text, seats)
    except IllegalAction as refusal:
        return refusal
    except Failure as failure:
        if failure.kind == "several-seats":
            return None
        raise
    # A whole move is judged by its first step here; expanding it has tried the others.
    seat, action = chain[0]
    return session.why(seat, action)


def texts(session: Session, text: str) -> list[str]:
    """What the cards say that the typed words, or the JSON, name by their ids: `why` adds it to its answer."""
    import re

    rules, game = session.opened.ruleset, session.opened.game
    names = dict.fromkeys(each.replace("_", "-") for each in re.findall(r"[\w-]+", text.casefold()))
    return [told for told in (rules.text_of(game, name) for name in names) if told]


def read_json(session: Session, text: str) -> Action:
    """An action from its JSON; names in it may be written with `_` for `-`."""
    import msgspec

    try:
        document = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise Failure(USAGE, "unreadable", f"The action is no JSON ({error}): {shortened(text)}.") from error
    if (doubled := _doubled_key(text)) is not None:
        raise Failure(
            USAGE,
            "unreadable",
            f"The JSON of the action has the key {shortened(doubled)!r} twice: give each key once.",
        )
    problem: Exception | None = None
    for candidate in (with_hyphens(document), document):
        try:
            return session.decode_action(msgspec.json.encode(candidate))
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            problem = problem or error
    types = ", ".join(str(each.__struct_config__.tag) for each in session.opened.ruleset.action_types)
    raise Failure(
        USAGE,
        "unreadable",
        f"The JSON is no action of {session.opened.ruleset.name} ({problem}); its types are {types}.",
    )


def _doubled_key(text: str) -> str | None:
    """A key that an object of the JSON document has twice: who reads it cannot know which of the two is meant."""
    import json

    doubled: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                doubled.append(key)
            seen.add(key)

    json.loads(text, object_pairs_hook=note, parse_int=str, parse_float=str)
    return doubled[0] if doubled else None


def _asked(session: Session, seats: tuple[str, ...] | None) -> tuple[str, ...]:
    """The seats that the text may be meant for: those of `--as`, else all that are awaited."""
    if seats is not None:
        return seats
    awaited = tuple(dict.fromkeys(each.seat for each in session.awaiting()))
    return awaited or tuple(session.row.begin.seats)


def _number_as_words(
    session: Session, text: str, asked: Sequence[str], chance: Callable[[], Source] | None, count: int
) -> list[Taken]:
    """What a number means that is none of the list: a hex, perhaps."""
    from replays.typed import Ambiguous, Unreadable

    try:
        return _typed(session, text, asked, chance)
    except Ambiguous:
        raise
    except Unreadable as problem:
        if not count:
            who = f" for {' and '.join(asked)}" if asked else ""
            raise usage(
                f"There is no action{who} now; `warlog show` tells whose decision it is."
            ) from problem
        raise usage(
            f"There is no action {shortened(text)}: they are numbered 1 to {count} (`actions` lists them)."
        ) from problem


def _one_seat(session: Session, action: Action, asked: Sequence[str]) -> Taken:
    """The seat for which the action is legal; it must be one alone."""
    refusals = {seat: session.why(seat, action) for seat in asked}
    able = [seat for seat in asked if refusals[seat] is None]
    if len(able) == 1:
        return able[0], action
    if able:
        raise _several(able)
    refusal = refusals[asked[0]]
    assert refusal is not None
    raise refusal


def _typed(
    session: Session, text: str, asked: Sequence[str], chance: Callable[[], Source] | None
) -> list[Taken]:
    """A typed move, for the one seat that can make it."""
    from replays.typed import Unreadable, expand
    from rules.errors import IllegalAction

    rules, game = session.opened.ruleset, session.opened.game
    found: dict[str, list[Taken]] = {}
    illegal: IllegalAction | None = None
    unreadable: Unreadable | None = None
    for seat in asked:
        try:
            chain = expand(rules, game, _tried_from(session, seat), seat, text, chance)
            found[seat] = [(seat, action) for action in chain]
        except IllegalAction as refusal:
            illegal = illegal or refusal
        except Unreadable as problem:
            unreadable = unreadable or problem
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise _several(list(found))
    reason: Any = illegal or unreadable
    if reason is None:
        raise usage(f"Nobody has anything to decide: {shortened(text)!r} cannot be done now.")
    raise reason


def _after_passes(session: Session, text: str, chance: Callable[[], Source]) -> list[Taken] | None:
    """The typed move of a seat that is asked later, with the passes before it; None where there is none. Only who has
    the whole game may pass for others."""
    from replays.typed import Unreadable, Where, expand, passed
    from rules.errors import IllegalAction

    rules, game = session.opened.ruleset, session.opened.game
    position: Where = session.position
    taken: list[Taken] = []
    while not session.row.seen_by and len(taken) < PASSES:
        step = passed(rules, game, position, chance)
        if step is None:
            break
        by, action, position = step
        taken.append((by, action))
        for seat in dict.fromkeys(each.seat for each in rules.awaiting(game, position.state)):
            try:
                return [*taken, *((seat, each) for each in expand(rules, game, position, seat, text, chance))]
            except (IllegalAction, Unreadable):
                continue
    return None


def _tried_from(session: Session, seat: str) -> Position:
    """Where a move of this seat is tried from: the position, with something made up for each thing that is hidden from
    the seat if the game is here only as the seat saw it; else nothing that hangs on these could be tried."""
    import msgspec

    from rules.chance import Chance, keyed

    position = session.position
    if seat not in session.row.seen_by:
        return position
    rules, game = session.opened.ruleset, session.opened.game
    seen = rules.view(game, position.state, (seat,))
    made_up = Chance(keyed(b"only to read what is typed"), "trial")
    return msgspec.structs.replace(position, state=rules.resample(game, seen, seat, made_up))


def roll_title(session: Session, purpose: str, state: Any = None) -> str:
    """What a roll or draw is for, as people call it; the state is the session's, if no later one is given."""
    rules, game = session.opened.ruleset, session.opened.game
    return rules.roll_title(game, session.state if state is None else state, purpose)


def with_titles(session: Session, needed: ChanceNeeded) -> ChanceNeeded:
    """What is needed, with the titles of the rolls instead of their purposes in the message, and beside them in
    `needs`."""
    from rules.errors import ChanceNeeded

    message = str(needed)
    needs = []
    for need in needed.needs:
        purpose = str(need["purpose"])
        title = roll_title(session, purpose)
        message = message.replace(purpose, f"“{title}”")
        needs.append({**need, "title": title})
    return ChanceNeeded(message, tuple(needs))


def chance_of(session: Session, dice: Sequence[int], draws: Sequence[str]) -> Callable[[], Source] | None:
    """What makes the chance with which the session would act; None for a game that can only be looked at."""
    from rules.chance import keyed, scripted

    key = session.row.key
    if key is None:
        return None
    if session.row.begin.chance == "manual":
        return lambda: scripted(dice, draws)
    return lambda: keyed(key)


def _several(able: Sequence[str]) -> Failure:
    return Failure(
        USAGE, "several-seats", f"{' and '.join(able)} could both do this: say which with --as {able[0]}."
    )
