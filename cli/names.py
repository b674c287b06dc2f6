"""What people type for games, seats, options and players, checked before anything is done with it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.failures import not_found, usage
from cli.shell import Language, kebab, shortened

if TYPE_CHECKING:
    from eventlog.archive import Archive, GameRow
    from eventlog.record import Person
    from replays.opening import OpenGame
    from replays.references import Resolved
    from replays.session import Session
    from rules.ruleset import AnyRuleset, Scenario

SLUG = re.compile(r"[a-z0-9][a-z0-9-]*")

LONGEST_SLUG = 64
"""Characters of the name of a game or a line."""


def slug(text: str, what: str) -> str:
    """A new name for a game or a line, as it is kept."""
    name = kebab(text.strip().lower())
    if len(name) > LONGEST_SLUG:
        raise usage(
            f"{shortened(text)!r} has {len(name)} characters: the name of a {what} has at most {LONGEST_SLUG}."
        )
    if not SLUG.fullmatch(name):
        raise usage(
            f"{text!r} is no name for a {what}: write small letters, digits and hyphens, as in sauron-3."
        )
    return name


def pairs(texts: Iterable[str], option: str) -> dict[str, str]:
    """`K=V` texts as a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise usage(f"{option} {text!r} is not of the form K=V.")
        if key.strip() in found:
            raise usage(f"{option} gives {key.strip()} twice: give it once.")
        found[key.strip()] = value.strip()
    return found


def ruleset(name: str) -> AnyRuleset:
    """The installed ruleset; its name may be given with `_` for `-`, and in any case."""
    from replays.opening import find_ruleset

    return find_ruleset(kebab(name.strip().lower()))


def scenario(rules: AnyRuleset, name: str | None) -> Scenario:
    """The scenario of this name, else the ruleset's first."""
    if name is None:
        return rules.scenarios[0]
    wanted = kebab(name.strip().lower())
    for known in rules.scenarios:
        if known.name == wanted:
            return known
    raise not_found(
        f"{rules.name} has no scenario {wanted}; it has {', '.join(known.name for known in rules.scenarios)}."
    )


def seat(known: Sequence[str], name: str, where: str) -> str:
    """A seat by its name."""
    wanted = kebab(name.strip().lower())
    if wanted not in known:
        raise not_found(f"{where} has no seat {wanted}; it has {', '.join(known)}.")
    return wanted


def options(rules: AnyRuleset, texts: Iterable[str]) -> dict[str, str]:
    """The options of a game as given: names and values may be written with `_` for `-`."""
    from replays.opening import UNDO

    values = {option.name: option.values for option in (*rules.options, UNDO)}
    given: dict[str, str] = {}
    for key, value in pairs(texts, "--option").items():
        name = kebab(key)
        if name in given:
            raise usage(f"--option gives {name} twice: give it once.")
        allowed = values.get(name, ())
        given[name] = kebab(value) if value not in allowed and kebab(value) in allowed else value
    return given


def people(seats: Sequence[str], texts: Iterable[str], where: str) -> dict[str, Person]:
    """`SEAT=NAME` and `SEAT=bot:BOT` as the people of a game."""
    from eventlog.record import Person

    found: dict[str, Person] = {}
    for key, name in pairs(texts, "--player").items():
        who = seat(seats, key, where)
        if who in found:
            raise usage(f"--player gives {who} twice: give it once.")
        if name.startswith("bot:"):
            found[who] = Person(bot=bot_word(name.removeprefix("bot:")))
        else:
            found[who] = Person(name=name)
    return found


def bots(seats: Sequence[str], texts: Iterable[str], where: str) -> dict[str, str]:
    """`[SEAT=]BOT` texts: the bot of each seat, under "" that of all others."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, word = text.rpartition("=")
        who = seat(seats, key, where) if equals else ""
        if who in found:
            raise usage(f"--bot is given twice for {who or 'all other seats'}: give it once.")
        found[who] = bot_word(word)
    return found


def bot_word(word: str) -> str:
    """The name of a bot."""
    from replays.bots import BOTS

    name = kebab(word.strip().lower())
    if name not in BOTS:
        raise not_found(f"There is no bot {name or 'without a name'}; there are {', '.join(sorted(BOTS))}.")
    return name


def player(person: Person) -> str:
    """A person as shown: the name, or `bot:` and the bot's."""
    return f"bot:{person.bot}" if person.bot else person.name


def number(text: str, what: str, least: int = 1) -> int:
    """A whole number from `least`."""
    if not re.fullmatch(r"\+?[0-9]{1,9}", text.strip()) or int(text) < least:
        raise usage(f"{shortened(text)!r} is no {what}: write a whole number from {least}.")
    return int(text)


MOST_WORKERS = 256
"""Processes at once: more are a slip of the finger."""


def workers(text: str | None) -> int | None:
    """How many processes are to work; None where that is left open."""
    if text is None:
        return None
    count = number(text, "number of workers")
    if count > MOST_WORKERS:
        raise usage(f"--workers {count} is too many: give at most {MOST_WORKERS}; one a core is quickest.")
    return count


def date(text: str) -> str:
    """A day, a month or a year of the calendar, as ISO 8601 writes it: 1977, 1977-05 or 1977-05-31."""
    wanted = text.strip()
    try:
        if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?", wanted):
            raise ValueError
        dt.date.fromisoformat(f"{wanted}{'-01-01'[len(wanted) - 4 :]}")
    except ValueError as error:
        raise usage(
            f"{shortened(text)!r} is no date: write a year, a month or a day, as in 1977, 1977-05 or 1977-05-31."
        ) from error
    return wanted


# Games in the archive


def seats_shown(asked: Sequence[str], row: GameRow) -> tuple[str, ...] | None:
    """The seats of `--as`, checked against the game; None where everything is to be shown."""
    if not asked:
        return None
    known = tuple(row.begin.seats)
    return tuple(dict.fromkeys(seat(known, name, row.slug) for name in asked))


def game_of(text: str) -> str:
    """The game of a GAME or REF text, for what concerns a whole game."""
    from replays.references import parse

    reference = parse(_reference(text))
    if reference.line or reference.ply:
        raise usage(f"{text!r} names a line or a ply, but this concerns the whole game: give GAME alone.")
    return reference.game


def place(archive: Archive, text: str) -> Resolved:
    """The place in the archive that a REF names."""
    import msgspec

    from replays.references import resolve

    found = resolve(archive, _reference(text))
    told = in_words(found.opened)
    return found if told is found.opened else msgspec.structs.replace(found, opened=told)


def in_words(opened: OpenGame) -> OpenGame:
    """The game with its names in the language that was asked for. One that the environment wishes for and the game has
    no names in is passed over."""
    language = Language.wished()
    if not language:
        return opened
    from replays.speaking import NoLanguage, spoken

    try:
        return spoken(opened, language)
    except NoLanguage as error:
        if Language.asked is None:
            return opened
        raise usage(f"--lang: {error}") from error


def session(archive: Archive, text: str) -> Session:
    """The game (or GAME:LINE) to act in, at its head."""
    from replays.references import parse
    from replays.session import Session

    reference = parse(_reference(text))
    if reference.ply:
        raise usage(
            f"{text!r} names a ply, but this acts at the head of a line: give GAME or GAME:LINE "
            f"(`warlog branch {text} NAME` begins a line there)."
        )
    session = Session.load(archive, reference.game, reference.line or None)
    session.opened = in_words(session.opened)
    return session


def session_at(archive: Archive, resolved: Resolved) -> Session:
    """A session that stands at a place, to ask what could be done there; it must not act."""
    from replays.session import Session

    asked = Session(archive, resolved.row, resolved.opened, resolved.line, resolved.timeline)
    asked.position = resolved.position
    return asked


def _reference(text: str) -> str:
    game, at, ply = text.partition("@")
    return f"{kebab(game)}{at}{ply}"


def with_hyphens(document: Any) -> Any:
    """JSON whose texts have `-` where people may have written `_`; keys stay as they are."""
    if isinstance(document, str):
        return kebab(document)
    if isinstance(document, Mapping):
        return {key: with_hyphens(value) for key, value in document.items()}
    if isinstance(document, list):
        return [with_hyphens(value) for value in document]
    return document
