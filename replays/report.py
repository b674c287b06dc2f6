"""The after-action report: a game retold by turns, with maps at the moments that mattered, what people noted in its
place, how each seat fared, and its luck; the line that was played first, what might have been after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from eventlog.archive import Archive
from eventlog.notes import Note
from replays import telling
from replays.annotations import GLYPHS, along, readable
from replays.comparing import course_of
from replays.document import Block, Heading, Lines, Paragraph, Picture, Quote, Table
from replays.facts import scene_of
from replays.luck import luck
from replays.references import Resolved, resolve
from replays.retelling import Retelling, known_action
from replays.telling import Seats, known_batches
from rules.scene import Scene

DECISIVE = 3
"""So many battles get a map of their own."""

SCALE = "0 ······ 50 ····· 100"
"""Over the chart of luck."""

Draw = Callable[[Scene, str], str]
"""Draws a scene under a name; the file to refer to."""


def report(archive: Archive, place: Resolved, seats: Seats, draw: Draw) -> list[Block]:
    """The report of the line that the place names, up to there, and of the lines that part from it."""
    return [
        *_head(place),
        *_Line(archive, place, seats, draw, "").blocks(),
        *_beside(archive, place, seats, draw),
    ]


def _head(place: Resolved) -> Iterable[Block]:
    row, rules = place.row, place.opened.ruleset
    begin = row.begin
    scenario = next((each.title for each in rules.scenarios if each.name == row.scenario), row.scenario)
    yield Heading(1, row.title or f"{rules.title}: {scenario}")
    where = ", ".join(word for word in (begin.occasion, begin.place, begin.played) if word)
    yield Paragraph(f"{rules.title}, {scenario}.{f' {where}.' if where else ''}")
    titles = {seat.name: seat.title for seat in rules.seats}
    rows = tuple(
        (titles.get(seat, seat), f"bot {person.bot}" if person.bot else person.name or "–")
        for seat, person in begin.seats.items()
    )
    yield Table(("Seat", "Player"), rows)
    result = rules.result(place.opened.game, place.position.state)
    so_far = f"Told as far as ply {place.ply}; the game goes on."
    yield Paragraph(telling.result_sentence(result, place.opened) if result else so_far)


class _Line:
    """One line, from ply `first` on."""

    def __init__(
        self, archive: Archive, place: Resolved, seats: Seats, draw: Draw, name: str, first: int = 0
    ) -> None:
        self.place, self.seats, self.draw, self.name, self.first = place, seats, draw, name, first
        self.rules, self.game = place.opened.ruleset, place.opened.game
        self.batches = known_batches(archive, place, 0, place.ply, seats)
        self.notes = along(place, readable(archive, place.row, seats))
        self.decisive = self._decisive()

    def blocks(self) -> Iterable[Block]:
        """Turn by turn, then the tables."""
        if not self.first:
            yield Heading(2, "The set-up")
            yield from self._noted(0)
            yield self._map(0, "The board at the beginning")
        retelling = Retelling(self.place.opened, self.seats)
        told: list[str] = []
        turn: int | None = None
        for batch in self.batches[max(1, self.first) :]:
            before = self.place.timeline.state_at(batch.ply - 1)
            clock = self.rules.clock(self.game, before)
            if clock.turn != turn:
                told += retelling.close()
                yield from self._told(told)
                if turn is not None:
                    yield self._map(batch.ply - 1, f"The board at the end of turn {turn}")
                turn = clock.turn
                yield Heading(3 if self.first else 2, clock.turn_title or f"Turn {turn}")
            events = [self.place.opened.codec.decode(event) for event in batch.events]
            told += retelling.add(before, batch.seat, known_action(self.rules, batch), events)
            if batch.ply in self.notes or batch.ply in self.decisive:
                told += retelling.close()
                yield from self._told(told)
                yield from self._noted(batch.ply)
                if batch.ply in self.decisive:
                    yield self._map(batch.ply, f"After a battle that cost dear, ply {batch.ply}")
        told += retelling.close()
        yield from self._told(told)
        yield self._map(self.place.ply, "The board at the end")
        if not self.first:
            yield from self._tables()

    def _told(self, lines: list[str]) -> Iterable[Block]:
        """The lines so far, under the phases that they name; then there are none any more."""
        run: list[str] = []
        for line in lines:
            if line.startswith(" "):
                run.append(line.strip())
                continue
            if run:
                yield Lines(tuple(run))
                run = []
            yield Heading(4 if self.first else 3, line.strip("- "))
        if run:
            yield Lines(tuple(run))
        lines.clear()

    def _noted(self, ply: int) -> Iterable[Block]:
        for note in self.notes.get(ply, ()):
            yield Quote(_words(note), note.by or note.seat or "somebody")
            if note.bookmark:
                yield self._map(ply, f"{note.bookmark}, ply {ply}")

    def _map(self, ply: int, caption: str) -> Picture:
        scene = scene_of(self.place.opened, self.place.timeline.state_at(ply), self.seats)
        return Picture(self.draw(scene, f"{self.name}{ply}"), caption)

    def _decisive(self) -> frozenset[int]:
        """The plies of the battles with most losses."""
        cost: dict[int, int] = {}
        for batch in self.batches[max(1, self.first) :]:
            marks = [self.rules.mark(self.place.opened.codec.decode(event)) for event in batch.events]
            if "battle" in marks and "loss" in marks:
                cost[batch.ply] = marks.count("loss")
        return frozenset(sorted(cost, key=lambda ply: (-cost[ply], ply))[:DECISIVE])

    def _tables(self) -> Iterable[Block]:
        titles = {seat.name: seat.title for seat in self.rules.seats}
        course, turns = course_of(self.place, self.seats)
        seats = [seat for seat in self.place.row.begin.seats if seat in course]
        measures = list(dict.fromkeys(measure for seat in seats for measure in course[seat]))
        if measures:
            yield Heading(2, "How it went, by turns")
        for measure in measures:
            yield Heading(3, measure.replace("_", " ").replace("-", " ").capitalize())
            rows = tuple(
                (title, *(_number(course[seat].get(measure, []), number) for seat in seats))
                for number, title in enumerate(turns)
            )
            yield Table(("At the end of", *(titles.get(seat, seat) for seat in seats)), rows)
        yield from self._luck(titles)

    def _luck(self, titles: dict[str, str]) -> Iterable[Block]:
        found = [each for each in luck(self.batches, list(self.place.row.begin.seats)) if each.rolls]
        if not found:
            return
        yield Heading(2, "Luck")
        yield Table(
            ("Seat", "Rolls", "Dice", "Pips expected", "Pips got", "More than in", SCALE),
            tuple(
                (
                    titles.get(each.seat, each.seat or "nobody"),
                    str(each.rolls),
                    str(each.dice),
                    f"{each.expected:g}",
                    str(each.got),
                    f"{each.percentile:g} of 100",
                    _on_scale(each.percentile),
                )
                for each in found
            ),
        )
        yield Lines(tuple(self._rarest(titles, found)))

    def _rarest(self, titles: dict[str, str], found: Sequence[Any]) -> Iterable[str]:
        for each in found:
            for word, rolls in (("most pips", each.luckiest[:1]), ("fewest pips", each.unluckiest[:1])):
                for roll in rolls:
                    before = self.place.timeline.state_at(max(0, roll.ply - 1))
                    seen = telling.seen(self.place.opened, before, self.seats)
                    what = self.rules.roll_title(self.game, seen, roll.purpose)
                    faces = " ".join(map(str, roll.result))
                    yield f"{titles.get(each.seat, each.seat)}, {word}: {faces}, {what} (ply {roll.ply})"


def _beside(archive: Archive, place: Resolved, seats: Seats, draw: Draw) -> Iterable[Block]:
    """The lines that part from this one, each from where it parts; what was taken back is left out."""
    others = [
        line
        for line in place.tree.lines.values()
        if line.name != place.line
        and not line.abandoned
        and line.source == place.line
        and line.fork_ply is not None
    ]
    for line in others:
        other = resolve(archive, f"{place.row.slug}:{line.name}")
        fork = line.fork_ply or 0
        if other.ply <= fork:
            continue
        yield Heading(2, f"What if: {line.name}, from ply {fork}")
        result = other.opened.ruleset.result(other.opened.game, other.position.state)
        yield Paragraph(
            telling.result_sentence(result, other.opened) if result else f"Played as far as ply {other.ply}."
        )
        yield from _Line(archive, other, seats, draw, f"{line.name.replace('~', '-')}-", fork + 1).blocks()


def _words(note: Note) -> str:
    glyph = f"{note.glyph} ({GLYPHS[note.glyph]}) " if note.glyph in GLYPHS else ""
    marks = f" [{', '.join(note.marks)}]" if note.marks else ""
    return f"{glyph}{note.text}{marks}".strip() or f"Bookmark {note.bookmark}"


def _on_scale(percentile: float) -> str:
    """Where the percentile stands between 0 and 100, drawn in characters."""
    place = round(percentile / 100 * (len(SCALE) - 1))
    return "".join("●" if at == place else "┼" if at == len(SCALE) // 2 else "─" for at in range(len(SCALE)))


def _number(course: Sequence[float], number: int) -> str:
    return f"{course[number]:g}" if number < len(course) else ""
