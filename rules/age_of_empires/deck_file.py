"""A deck as people write it, a TOML file: read part by part, so that everything wrong with its form is said at once.

A file holds one deck, either plainly or as one `[[deck]]`: `civilization`, `starting_buildings`, and `age_1` to
`age_4`, each a list of `{ card = "militia", copies = 3 }` (deck-8).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.age_of_empires.data_records import Copies, Deck
from rules.ruleset import Breach

FORM = "deck-8"
AGE_DECKS = ("age_1", "age_2", "age_3", "age_4")
NEEDED = ("civilization", "starting_buildings", *AGE_DECKS)
MOST = 2_000
"""Cards of a total deck, many times what is ever drawn: deck-1 knows no most, but each card is an item of its own."""
ENTRY = '{ card = "militia", copies = 3 }'
EXAMPLES = {
    "civilization": '"goths"',
    "starting_buildings": '["town-center", "house", "mill", "lumber-camp"]',
    **dict.fromkeys(AGE_DECKS, f"[{ENTRY}, …]"),
}
ONE = "a file holds one deck: its keys alone, or one [[deck]] and nothing else"
_KINDS = {
    bool: "a truth value",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def read(text: str) -> tuple[Deck | None, tuple[Breach, ...]]:
    """A deck from the text of its file, and every fault of its form; None if the text is no deck at all.

    What has a fault is left out of the deck: its other parts can be judged all the same.
    """
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, (_fault("deck", f"this is not TOML: {str(error)[:1].lower()}{str(error)[1:]}"),)
    except RecursionError:
        return None, (_fault("deck", "this is no deck: its lists are nested too deep; " + ONE),)
    found: list[Breach] = []
    if "deck" in plain:
        decks = plain["deck"]
        if not isinstance(decks, list) or len(decks) != 1 or not isinstance(decks[0], dict) or len(plain) > 1:
            return None, (_fault("deck", ONE),)
        plain = decks[0]
    found += _unknown(plain)
    found += [
        _fault(key, f"this is missing; write {key} = {EXAMPLES[key]}") for key in NEEDED if key not in plain
    ]
    told = {key: plain[key] for key in ("id", "title") if isinstance(plain.get(key), str)}
    found += [
        _fault(key, f"{_shown(plain[key])}; {key} is a text, in quotes")
        for key in ("civilization", "id", "title", "note")
        if key in plain and not isinstance(plain[key], str)
    ]
    civilization = plain.get("civilization")
    starters = tuple(_texts(plain.get("starting_buildings", []), found))
    ages = {key: tuple(_entries(key, plain.get(key, []), found)) for key in AGE_DECKS}
    size = sum(entry.copies for entries in ages.values() for entry in entries)
    if size > MOST:
        return None, (
            *found,
            _fault("deck", f"{size} cards stand in the file; write at most {MOST}", "deck-1"),
        )
    deck = Deck(
        id=told.get("id", "deck"),
        title=told.get("title", "Deck"),
        source="published",
        civilization=civilization if isinstance(civilization, str) else "",
        starting_buildings=starters,
        age_1=ages["age_1"],
        age_2=ages["age_2"],
        age_3=ages["age_3"],
        age_4=ages["age_4"],
    )
    return deck, tuple(found)


def _fault(where: str, what: str, rule: str = FORM) -> Breach:
    return Breach(where, what, rule)


def _shown(value: Any) -> str:
    """A value as it may stand in a sentence: what it is, and itself where it is short."""
    kind = _KINDS.get(type(value), "a date or time")
    written = str(value).lower() if isinstance(value, bool) else str(value)
    short = isinstance(value, bool | int | float | str) and len(written) <= 40
    return f"here stands {kind}" + (f", {written}" if short else "")


def _unknown(plain: dict[str, Any]) -> Iterator[Breach]:
    known = Deck.__struct_fields__
    for key in plain:
        if key not in known:
            yield _fault(
                "deck", f"{key} is no key of a deck; it has {', '.join(NEEDED)}, and a title if you like"
            )


def _texts(value: Any, found: list[Breach]) -> Iterator[str]:
    key = "starting_buildings"
    example = f"a list of cards, as {EXAMPLES[key]}"
    if not isinstance(value, list):
        found.append(_fault(key, f"{_shown(value)}; {key} is {example}"))
        return
    for place, each in enumerate(value, start=1):
        if isinstance(each, str):
            yield each
        else:
            found.append(_fault(key, f"entry {place}: {_shown(each)}; {key} is {example}"))


def _entries(key: str, value: Any, found: list[Breach]) -> Iterator[Copies]:
    if not isinstance(value, list):
        found.append(_fault(key, f"{_shown(value)}; {key} is a list of entries such as {ENTRY}"))
        return
    for place, each in enumerate(value, start=1):
        faults = list(_faults_of_entry(each))
        found += [_fault(key, f"entry {place}: {fault}; write it as {ENTRY}") for fault in faults]
        if not faults:
            yield msgspec.convert(each, Copies)


def _faults_of_entry(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield _shown(entry)
        return
    for key in entry:
        if key not in Copies.__struct_fields__:
            yield f"{key} is no key of an entry"
    if "card" not in entry:
        yield "card is missing"
    elif not isinstance(entry["card"], str):
        yield f"for card {_shown(entry['card'])}"
    copies = entry.get("copies", 1)
    if not isinstance(copies, int) or isinstance(copies, bool):
        yield f"for copies {_shown(copies)}, where a whole number is due"
    elif copies < 1:
        yield f"there are {copies} copies, where 1 or more is due"
