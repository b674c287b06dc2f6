"""Two positions compared: where their lines part, what differs between them now, how each seat fared on each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from replays.facts import OFF, Fact, facts
from replays.references import Resolved
from replays.telling import Seats, seen

Course = dict[str, dict[str, list[float]]]
"""For each seat and measure its values at the end of each turn, in order."""


class Unlike(Exception):
    """Two games that cannot be compared; the message is a sentence."""


class Difference(msgspec.Struct, frozen=True):
    """What differs, and how it is on either side."""

    what: str
    left: str
    right: str


class Comparison(msgspec.Struct, frozen=True):
    """`common_ply` is the last ply that both have alike; -1 where even their beginnings differ."""

    common_ply: int
    differences: tuple[Difference, ...]
    left: Course
    right: Course


def compare(left: Resolved, right: Resolved, seats: Seats = None) -> Comparison:
    """Compares two places of one ruleset. Raises Unlike."""
    if left.opened.ruleset.name != right.opened.ruleset.name:
        raise Unlike(
            f"{left.row.slug} is a game of {left.opened.ruleset.name} and {right.row.slug} one of "
            f"{right.opened.ruleset.name}: only games of one ruleset can be compared."
        )
    one = facts(left.opened, left.position.state, seats)
    other = facts(right.opened, right.position.state, seats)
    names = list(dict.fromkeys([*one, *other]))
    found = [
        Difference((one.get(name) or other[name]).what, _value(one, name), _value(other, name))
        for name in names
        if _value(one, name) != _value(other, name)
    ]
    return Comparison(
        common_ply(left, right), tuple(found), course_of(left, seats)[0], course_of(right, seats)[0]
    )


def common_ply(left: Resolved, right: Resolved) -> int:
    """The last ply up to which both went alike: the same batches, or others in which the same happened."""
    for ply in range(min(left.ply, right.ply) + 1):
        alike = left.timeline.head_at(ply) == right.timeline.head_at(ply)
        if not alike and tuple(left.timeline.events_of(ply)) != tuple(right.timeline.events_of(ply)):
            return ply - 1
    return min(left.ply, right.ply)


def _value(found: dict[str, Fact], name: str) -> str:
    if name in found:
        return found[name].value
    return OFF if name.startswith("piece:") else "none"


def course_of(place: Resolved, seats: Seats) -> tuple[Course, list[str]]:
    """For each seat and measure its values at the end of each turn, and how the turns are called."""
    opened, timeline = place.opened, place.timeline
    rules, game = opened.ruleset, opened.game
    course: Course = {}
    turns: list[str] = []
    for ply in range(place.ply + 1):
        clock = rules.clock(game, timeline.state_at(ply))
        if ply < place.ply and rules.clock(game, timeline.state_at(ply + 1)).turn == clock.turn:
            continue
        turns.append(clock.turn_title or f"turn {clock.turn}")
        for seat, measures in rules.tally(game, seen(opened, timeline.state_at(ply), seats)).items():
            for measure, number in measures.items():
                course.setdefault(seat, {}).setdefault(measure, []).append(number)
    return course, turns


def numbers(course: Sequence[float]) -> str:
    """The values of a course as they are shown."""
    return " ".join(f"{number:g}" for number in course)
