"""A series of games: what all games of a simulation share, and how any of them is played, in any process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from eventlog import record
from eventlog.described import Course
from replays.beginning import program
from replays.bots import bot
from replays.opening import OpenGame, data_hash, decode_data, encode_data, find_ruleset, prepare, prepare_new
from replays.playing_out import LIMIT, key_of_game, play_out
from rules.errors import OptionError
from rules.ruleset import Result


class Series(msgspec.Struct, frozen=True):
    """What the games of a simulation share. `bots` names the bot of every seat, `data` holds the stored bytes."""

    ruleset: str
    scenario: str
    options: dict[str, str]
    bots: dict[str, str]
    tags: dict[str, str]
    data: bytes
    seed: str
    limit: int = LIMIT


class OneGame(msgspec.Struct, frozen=True):
    """What one game came to: what is stored of it, and how it ended (None: the limit was reached)."""

    batches: tuple[record.Batch, ...]
    result: Result | None
    events: int
    course: Course
    digests: tuple[str, ...]


def series_of(
    ruleset: str,
    *,
    scenario: str | None = None,
    bots: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    data_folder: Path | None = None,
    seed: str = "0",
    limit: int = LIMIT,
) -> Series:
    """A series from what people ask for. Raises OptionError, DataError, NoSuchBot."""
    rules = find_ruleset(ruleset)
    name = scenario if scenario is not None else rules.scenarios[0].name
    data = rules.load(data_folder)
    opened = prepare_new(rules, data, name, options or {})
    seats = next(known.seats for known in rules.scenarios if known.name == name)
    asked = bots or {}
    for seat in asked:
        if seat and seat not in seats:
            raise OptionError(f"{rules.name} {name} has no seat {seat}; it has {', '.join(seats)}")
    words = {seat: asked.get(seat, asked.get("", "random")) for seat in seats}
    for word in words.values():
        bot(word, "")
    return Series(
        ruleset=rules.name,
        scenario=name,
        options=opened.options,
        bots=words,
        tags=dict(sorted((tags or {}).items())),
        data=encode_data(rules, data),
        seed=seed,
        limit=limit,
    )


def player(series: Series) -> Callable[[int], bytes]:
    """The function that plays the game of a number (from 0), and gives it as the bytes that `received` takes; what all
    games share is made ready once."""
    rules = find_ruleset(series.ruleset)
    opened = prepare(rules, decode_data(rules, series.data), series.scenario, series.options)
    named = data_hash(series.data)

    def play(number: int) -> bytes:
        played = play_out(
            opened,
            {seat: bot(word, f"{series.seed}/{number}/{seat}") for seat, word in series.bots.items()},
            _beginning(series, opened, named, number),
            limit=series.limit,
        )
        return _encode(OneGame(played.batches, played.result, played.events, played.course, played.digests))

    return play


_encode = msgspec.json.Encoder().encode
received = msgspec.json.Decoder(OneGame).decode
"""A game from its bytes: JSON, which is far quicker here than what processes send each other otherwise."""


def _beginning(series: Series, opened: OpenGame, named: str, number: int) -> record.Beginning:
    return record.Beginning(
        program=program(),
        ruleset=series.ruleset,
        ruleset_version=opened.ruleset.version,
        scenario=series.scenario,
        options=opened.options,
        seats={seat: record.Person(bot=word) for seat, word in series.bots.items()},
        data=named,
        key=key_of_game(series.seed, number).hex(),
        seed=f"{series.seed}/{number}",
        origin="simulated",
        tags=series.tags,
    )
