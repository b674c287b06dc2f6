"""What the views know of places and commanders that an event leaves unsaid is what the positions show."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eventlog.archive import Archive
from replays.archives import open_archive, position
from replays.session import Session
from replays.simulate import simulate
from rules.age_of_empires.procedures import Attack
from rules.sword_of_rome.procedures import Battle
from rules.sword_of_rome.state import find
from tests.replays.played import play_on


def hex_of(state: Any, piece: str) -> str | None:
    there = state.units.get(piece) or state.leaders.get(piece) or state.engines.get(piece)
    return there.hex or None if there is not None else None


def space_of(state: Any, piece: str) -> str | None:
    there = state.units.get(piece)
    return f"{there.city}:{there.space}" if there is not None and there.city else None


def attacked(state: Any) -> str:
    attack = next(each for each in reversed(state.stack) if isinstance(each, Attack))
    return f"{attack.city}:{attack.space}"


def leaders(state: Any) -> tuple[Any, ...]:
    battle = find(state, Battle)
    sides = (battle.attacker, battle.defender)
    return (*(side.power for side in sides), *(side.commander or None for side in sides))


def commander(state: Any, power: str) -> str | None:
    battle = find(state, Battle)
    if battle is None:
        return None
    return {side.power: side.commander for side in (battle.defender, battle.attacker)}.get(power) or None


def branched(archive: Archive, slug: str, ply: int, plies: int) -> None:
    """The game gets another line from a ply on, which is played by chance and made the main one."""
    session = Session.load(archive, slug)
    session.branch("other", ply)
    session.switch("other")
    play_on(session, random.Random(4), plies)
    session.promote("other")


def before_each(archive: Archive, slug: str, asked: str) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """For each row of a query (ply, seq, …) the state just before its event, the event, and the row's other values."""
    place = position(archive, slug)
    rules, game = place.opened.ruleset, place.opened.game
    with archive.reading() as sql:
        rows = sql(asked).fetchall()
    for ply, seq, *values in rows:
        state = place.timeline.state_at(ply - 1)
        events = place.timeline.events_of(ply)
        for event in events[:seq]:
            state = rules.evolve(game, state, event)
        yield state, events[seq], tuple(values)


@pytest.mark.parametrize(
    ("ruleset", "scenario", "bot", "where"),
    [
        ("sauron", "learning", "greedy", hex_of),
        ("gondor", "siege", "random", hex_of),
        ("age-of-empires", "duel", "random", space_of),
    ],
)
def test_a_piece_is_lost_where_it_stood(
    tmp_path: Path, ruleset: str, scenario: str, bot: str, where: Callable[[Any, str], str | None]
):
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, ruleset, 1, scenario=scenario, seed="5", bots={"": bot}, workers=1)
    found = 0
    for at in (None, 150):
        if at is not None:
            branched(archive, f"{ruleset}-1", at, 150)
        asked = "SELECT ply, seq, piece, place FROM warlog.losses WHERE piece IS NOT NULL ORDER BY ply, seq"
        for state, event, (piece, place) in before_each(archive, f"{ruleset}-1", asked):
            assert place == where(state, piece), event
            found += place is not None
    assert found > 10


def test_an_attack_of_age_of_empires_goes_on_where_it_began(tmp_path: Path):
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, "age-of-empires", 1, seed="5", workers=1)
    rows = list(before_each(archive, "age-of-empires-1", "SELECT ply, seq, place FROM warlog.battles"))
    assert rows
    for state, event, (place,) in rows:
        assert place == attacked(state), event


def test_battles_and_their_losses_name_those_who_command(tmp_path: Path):
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, "sword-of-rome", 2, scenario="short-game", seed="5", workers=1)
    sides = "attacker, defender, attacker_leader, defender_leader"
    asked = f"SELECT ply, seq, {sides} FROM warlog.battles WHERE game = '{{}}'"
    lost = "SELECT ply, seq, side, commander FROM warlog.losses WHERE event = 'units-lost' AND game = '{}'"
    commanded = 0
    for slug in ("sword-of-rome-1", "sword-of-rome-2"):
        for state, event, told in before_each(archive, slug, asked.format(slug)):
            assert told == leaders(state), event
        for state, event, (side, told) in before_each(archive, slug, lost.format(slug)):
            assert told == commander(state, side), event
            commanded += told is not None
    assert commanded


def test_an_engine_that_is_destroyed_is_the_loss_of_its_side(tmp_path: Path):
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, "gondor", 4, seed="5", workers=1)
    with archive.reading() as sql:
        asked = sql(
            "SELECT piece, side FROM warlog.losses WHERE event = 'engine-destroyed'"
        )  # looks no place up
        placed = sql("SELECT place FROM warlog.losses WHERE event = 'engine-destroyed'").fetchall()
        rows = asked.fetchall()
    assert rows
    assert all(place for (place,) in placed)
    for piece, side in rows:
        assert any(kind in piece for kind in ("siege-tower", "siege-catapult", "grond")), piece
        assert side == "sauron"
