"""The story of a game: who plays, and what happened last, retold as in a series replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.telling import log
from replays import telling
from replays.retelling import retold

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.references import Resolved
    from replays.session import Session

LONGEST = 16
"""Lines of the story so far that are told on opening."""


def with_scenario(title: str, scenario: str) -> str:
    """A game's title and its scenario's, which some games are called by."""
    return title if scenario in title else f"{title}, {scenario}"


def introduction(session: Session, bots: Mapping[str, str], seats: tuple[str, ...] | None) -> list[str]:
    """What game this is, who sits where (a bot by its name), and what is shown."""
    from cli.names import player

    row, rules = session.row, session.opened.ruleset
    titles = {seat.name: seat.title for seat in rules.seats}
    scenario = next((each.title for each in rules.scenarios if each.name == row.scenario), row.scenario)
    sitting = []
    order = [seat.name for seat in rules.seats]
    for seat, person in sorted(row.begin.seats.items(), key=lambda each: order.index(each[0])):
        who = f"bot {bots[seat]}" if seat in bots else player(person)
        sitting.append(f"{titles.get(seat, seat)}{': ' + who if who else ''}")
    is_named = any(each.name or seat in bots for seat, each in row.begin.seats.items())
    told = f"{'; '.join(sitting)}." if is_named else f"Seats: {', '.join(sitting)}."
    lines = [f"{row.slug}: {with_scenario(row.title or rules.title, scenario)}.", told]
    if rules.hidden and seats is None:
        lines.append("Everything is shown, hidden things too; --as SEAT shows what one side knows.")
    elif seats == ():
        lines.append("What a seat hides is shown to it alone, when it is asked.")
    elif seats is not None:
        lines.append(f"You see what {' and '.join(titles.get(seat, seat) for seat in seats)} may know.")
    return lines


def story_so_far(archive: Archive, place: Resolved, seats: tuple[str, ...] | None) -> list[str]:
    """The last turn retold (the one before, where this one has only begun); at the beginning, how it began."""
    from replays.references import turn_start

    rules, game, timeline = place.opened.ruleset, place.opened.game, place.timeline
    if place.ply == 0:
        return _beginning(archive, place, seats)

    def start_of_turn_at(ply: int) -> int:
        turn = rules.clock(game, timeline.state_at(ply)).turn
        return turn_start(place.row.slug, place.line, timeline, turn)

    start = start_of_turn_at(place.ply)
    if start == place.ply:
        start = start_of_turn_at(start - 1)
    told = retold(archive, place, start + 1, seats)
    if len(told) > LONGEST:
        before = f"  … (`log` tells more; {len(told) - LONGEST} lines before these)"
        told = [before, *told[-LONGEST:]]
    return ["The story so far", *told]


def _beginning(archive: Archive, place: Resolved, seats: tuple[str, ...] | None) -> list[str]:
    """How the game began: line by line, or, where that is long, retold in one."""
    from rules.ruleset import Step

    opened = place.opened
    narration = next(iter(log(archive, place, 0, 0, seats))).narration
    if len(narration) <= LONGEST:
        return narration
    (batch,) = telling.known_batches(archive, place, 0, 0, seats)
    step = Step("", None, tuple(opened.codec.decode(event) for event in batch.events))
    before = telling.seen(opened, opened.ruleset.initial(opened.game), seats)
    return [
        "The set-up",
        f"  {opened.ruleset.retell(opened.game, before, [step])}",
        f"  (`log` tells it in {len(narration)} lines)",
    ]
