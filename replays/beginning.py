"""How a game begins: its data, its key, who sits where, and ply 0."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eventlog import record
from eventlog.integrity import canonical, digest
from replays.opening import OpenGame, data_hash, encode_data, find_ruleset, prepare_new
from replays.play import begin_batch
from rules.chance import Chance, Source, keyed, scripted
from rules.errors import OptionError

if TYPE_CHECKING:
    from eventlog.archive import Archive, GameRow


def begin_game(
    archive: Archive,
    ruleset: str,
    scenario: str | None,
    *,
    slug: str | None,
    title: str,
    seed: str | None,
    chance: record.ChanceMode,
    people: Mapping[str, record.Person] | None,
    options: Mapping[str, str] | None,
    tags: Mapping[str, str] | None,
    played: str,
    place: str,
    occasion: str,
    data_folder: Path | None,
    origin: record.Origin,
    who: str,
    dice: Sequence[int],
    draws: Sequence[str],
    times: Callable[[], datetime],
) -> tuple[GameRow, OpenGame, record.Head]:
    """Records ply 0 of a new game; see `Session.new`. Gives the game's row, the game made ready, and its head."""
    rules = find_ruleset(ruleset)
    name = scenario if scenario is not None else rules.scenarios[0].name
    data = rules.load(data_folder)
    opened = prepare_new(rules, data, name, options or {})
    seats = next(known.seats for known in rules.scenarios if known.name == name)
    for seat in people or {}:
        if seat not in seats:
            raise OptionError(f"{rules.name} {name} has no seat {seat}; it has {', '.join(seats)}")
    key = key_from_seed(seed) if seed is not None else secrets.token_bytes(16)
    stored = encode_data(rules, data)
    beginning = record.Beginning(
        program=program(),
        ruleset=rules.name,
        ruleset_version=rules.version,
        scenario=name,
        options=opened.options,
        seats={seat: (people or {}).get(seat, record.Person()) for seat in seats},
        data=data_hash(stored),
        key=key.hex(),
        seed=seed or "",
        chance=chance,
        origin=origin,
        title=title,
        tags=dict(sorted((tags or {}).items())),
        played=played,
        place=place,
        occasion=occasion,
    )
    source = keyed(key) if chance == "seeded" else _typed_or_unknown(dice, draws)
    batch, _, _ = begin_batch(
        opened,
        beginning,
        Chance(source, "key" if chance == "seeded" else "typed"),
        game=str(uuid.uuid4()),
        id=str(uuid.uuid4()),
        time=times(),
    )
    row, _ = archive.begin(batch, slug=slug, data=stored, who=who)
    return row, opened, record.Head(digest(canonical(batch, key)), batch.ply)


def key_from_seed(seed: str) -> bytes:
    """The 128-bit key of a game begun with `--seed`: reproducible, and so no secret."""
    return hashlib.sha256(b"warlog seed\0" + seed.encode()).digest()[:16]


def program() -> str:
    """The program and its version, as the beginning of a game records it."""
    try:
        return f"warlog {version('warlog')}"
    except PackageNotFoundError:
        return "warlog"


def _typed_or_unknown(dice: Sequence[int], draws: Sequence[str]) -> Source:
    source = scripted(dice, draws)
    left = len(draws)

    def answer(request: Any) -> tuple[int | str, ...]:
        nonlocal left
        if request.kind == "draw":
            if left == 0:
                return ("?",)
            left -= 1
        return source(request)

    return answer
