"""The content of a replay page, gathered from a recorded game: each batch told, and each position drawn, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from eventlog.archive import Archive, GameRow
from eventlog.interchange import taken_out
from eventlog.notes import Note, standing
from eventlog.record import Batch
from eventlog.tree import Tree, fold
from eventlog.warlog_file import Warlog
from replays import telling
from replays.annotations import over
from replays.luck import luck
from replays.opening import OpenGame, open_game
from replays.retelling import Retelling, known_action
from replays.soundness import damage_first
from replays.viewer.colours import steady
from replays.viewer.page import content as page
from replays.viewer.page.positions import Numbered, Position, Positions, spared
from replays.viewer.theme import THEMES
from rules.ruleset import Event
from rules.scene import Scene
from rules.secrecy import redact

Seats = tuple[str, ...] | None
Progress = Callable[[int, int], Any]
"""Told how many of how many steps are done."""

_json = msgspec.json.Encoder(order="deterministic").encode


class Happened(msgspec.Struct, frozen=True):
    """A batch of the tree: as it is stored and as the seats know it; the state after it; its parent's number."""

    parent: int
    digest: str
    batch: Batch
    known: Batch
    events: tuple[Event, ...]
    state: Any


def gathered(
    archive: Archive,
    game: str,
    seats: Seats = None,
    *,
    progress: Progress = lambda done, due: None,
    in_words: Callable[[OpenGame], OpenGame] = lambda opened: opened,
) -> tuple[page.Content, Warlog]:
    """What the page of a game shows, and the game as it is carried along; for `seats`, what these together know.
    `in_words` may give the game's names in another language.

    Raises NotFound (no such game, or a seat whose knowledge is not here), Damaged.
    """
    with archive.working(write=False):
        row = archive.game(game)
        whole = taken_out(archive, row.id)
        ended = over(archive, row) if seats and any(note.sealed for note in whole.notes) else False
        carried = taken_out(archive, row.id, seats=seats, over=ended) if seats else whole
        opened = in_words(open_game(archive, row))
    with damage_first(archive, row.id):
        happened = _happened(opened, whole, carried)
        notes = standing(carried.notes)
        return _Gathering(row, opened, seats, happened, fold(whole.journal), notes).content(progress), carried


def _happened(opened: OpenGame, whole: Warlog, carried: Warlog) -> list[Happened]:
    rules, game, codec = opened.ruleset, opened.game, opened.codec
    found: list[Happened] = []
    numbers: dict[str, int] = {}
    known = dict(carried.batches)
    for digest, batch in whole.batches:
        parent = numbers[batch.parent] if batch.parent else -1
        state = found[parent].state if parent >= 0 else rules.initial(game)
        events = tuple(codec.decode(event) for event in batch.events)
        for event in events:
            state = rules.evolve(game, state, event)
        numbers[digest] = len(found)
        found.append(Happened(parent, digest, batch, known[digest], events, state))
    return found


class Standing(msgspec.Struct, frozen=True):
    """How the game stands after a batch, as the seats see it: the state, the position, the tally's number, and in words
    who is to decide."""

    seen: Any
    position: Position
    tally: int
    awaited: str


class _Gathering:
    def __init__(
        self,
        row: GameRow,
        opened: OpenGame,
        seats: Seats,
        happened: list[Happened],
        tree: Tree,
        notes: Sequence[Note],
    ) -> None:
        self.notes = notes
        self.row, self.opened, self.seats = row, opened, seats
        self.happened, self.tree = happened, tree
        self.rules, self.game = opened.ruleset, opened.game
        self.periods = Numbered[tuple[int, str, str]]()
        self.tallies = Numbered[bytes]()
        self._opened_at = self._openings()

    def content(self, progress: Progress) -> page.Content:
        many = len(self.happened)
        seen = [self._seen(each.state) for each in self.happened]
        scenes = spared(self.rules.scene(self.game, state) for state in seen)
        self.positions = Positions(scenes)
        nodes: list[page.Node] = []
        # What a child still needs of its parent, kept until its last child has come.
        children = Counter(each.parent for each in self.happened)
        kept: dict[int, Standing] = {}
        for number, each in enumerate(self.happened):
            now = self._standing(seen[number], scenes[number])
            nodes.append(self._node(each, now, kept.get(each.parent)))
            if number in children:
                kept[number] = now
            children[each.parent] -= 1
            if not children[each.parent]:
                kept.pop(each.parent, None)
            progress(number + 1, many)
        return self._page(scenes[-1], nodes)

    def _standing(self, seen: Any, scene: Scene) -> Standing:
        tally = self.tallies[_json(self.rules.tally(self.game, seen))]
        return Standing(seen, self.positions.position(scene), tally, self._awaited(seen))

    def _seen(self, state: Any) -> Any:
        return telling.seen(self.opened, state, self.seats)

    # What happened

    def _node(self, each: Happened, now: Standing, before: Standing | None) -> page.Node:
        rules, game, positions = self.rules, self.game, self.positions
        earlier = self.happened[each.parent] if each.parent >= 0 else None
        start = earlier.state if earlier is not None else rules.initial(game)
        seen = before.seen if before is not None else self._seen(start)
        clock = rules.clock(game, start if earlier is not None else each.state)
        was = before.position if before is not None else None
        result = rules.result(game, each.state)
        told, marks = self._told(each, start, seen)
        return page.Node(
            parent=each.parent,
            ply=each.batch.ply,
            digest=each.digest[:12],
            seat=each.known.seat,
            period=self.periods[clock.turn, clock.turn_title, clock.phase_title],
            impulse=clock.impulse_title,
            kind=each.batch.kind,
            told=told,
            marks=marks,
            rolls=self._rolls(each, seen),
            units=positions.drawn(now.position, was),
            pieces=positions.moved(now.position, was),
            owners=positions.taken(now.position, was),
            beside=now.position.beside if was is None or now.position.beside != was.beside else None,
            tally=now.tally if before is None or now.tally != before.tally else None,
            awaited=now.awaited if before is None or now.awaited != before.awaited else None,
            result=telling.result_sentence(result, self.opened) if result is not None else None,
        )

    def _told(self, each: Happened, state: Any, seen: Any) -> tuple[tuple[page.Told, ...], tuple[str, ...]]:
        rules, game = self.rules, self.game
        known_now = [self.opened.codec.decode(event) for event in each.known.events]
        lines: list[page.Told] = []
        marks: dict[str, None] = {}
        for place, event in enumerate(each.events):
            if place:
                state = rules.evolve(game, state, each.events[place - 1])
                seen = self._seen(state)
            then = event if self.seats is None else redact(event, self.seats, each.batch.seat)
            text = rules.narrate(game, seen, then)
            later = rules.narrate(game, seen, known_now[place]) if known_now[place] != then else text
            mark = rules.mark(then)
            if mark is not None:
                marks[mark] = None
            learned = self._learned(each, place) if later != text else each.batch.ply
            if learned == each.batch.ply:
                text = later  # what becomes known in the same batch was never hidden to who looks back
            if text and later != text:
                lines.append(page.Told(text, later, learned))
            elif text:
                lines.append(page.Told(text))
        return tuple(lines), tuple(marks)

    def _openings(self) -> dict[str, int]:
        """The ply at which each named part was opened to the seats."""
        found: dict[str, int] = {}
        for each in self.happened:
            for opening in each.batch.opens:
                if self.seats is None or opening.to is None or set(opening.to) & set(self.seats):
                    found.setdefault(opening.part, each.batch.ply)
        return found

    def _learned(self, each: Happened, place: int) -> int:
        own = f"/events/{place}/"
        plies = [
            self._opened_at[secret.name]
            for secret in each.batch.secrets
            if secret.at.startswith(own) and secret.name in self._opened_at
        ]
        return max(plies, default=each.batch.ply)

    def _rolls(self, each: Happened, seen: Any) -> tuple[page.Roll, ...]:
        aside = {
            (chance.purpose, chance.replaces) for chance in each.known.chance if chance.replaces is not None
        }
        return tuple(
            page.Roll(
                title=self.rules.roll_title(self.game, seen, chance.purpose),
                seat=chance.seat,
                kind=chance.kind,
                faces=chance.faces,
                result=chance.result,
                set_aside=(chance.purpose, chance.ordinal) in aside,
            )
            for chance in each.known.chance
        )

    def _awaited(self, seen: Any) -> str:
        titles = {seat.name: seat.title for seat in self.rules.seats}
        waiting = self.rules.awaiting(self.game, seen)
        return "; ".join(
            f"{titles.get(each.seat, each.seat)} to decide: {telling.capitalised(each.title)}"
            for each in waiting
        )

    # The page

    def _page(self, last: Scene, nodes: Sequence[page.Node]) -> page.Content:
        row, rules, positions = self.row, self.rules, self.positions
        layers = positions.layers
        scenario = next((each.title for each in rules.scenarios if each.name == row.scenario), row.scenario)
        legend = positions.tray("Legend", layers.legend) if layers.legend is not None else None
        terrain = {each.kind: each.title for each in last.terrain}
        seats = tuple(row.begin.seats)
        at = {each.digest: number for number, each in enumerate(self.happened)}
        board = page.Board(
            round(layers.width, 1),
            round(layers.height, 1),
            round(layers.radius, 1),
            layers.order,
            layers.static,
            layers.definitions,
            tuple(layers.inks.names),
            legend,
        )
        return page.Content(
            title=row.title or rules.title,
            slug=row.slug,
            ruleset=rules.title,
            scenario=scenario,
            subtitle=self._subtitle(scenario),
            seen_by=self.seats or row.seen_by,
            seats=tuple(self._seat(name) for name in row.begin.seats),
            sides=tuple(side.title for side in last.sides),
            lines=tuple(
                page.Line(
                    line.name,
                    at[line.head.digest],
                    line.source,
                    line.fork_ply,
                    line.name == self.tree.current,
                    line.name == self.tree.main,
                    line.abandoned,
                )
                for line in self.tree.lines.values()
            ),
            periods=tuple(page.Period(*each) for each in self.periods.all()),
            nodes=tuple(nodes),
            board=board,
            places=tuple(
                page.Place(
                    space.id,
                    space.title,
                    _rounded(layers.centres.get(space.id), 0),
                    _rounded(layers.centres.get(space.id), 1),
                    ", ".join(terrain.get(kind, kind) for kind in (space.terrain, *space.features) if kind),
                )
                for space in positions.spaces
            ),
            units=positions.units.all(),
            markups=positions.markups.all(),
            pieces=positions.pieces.all(),
            descriptions=positions.descriptions.all(),
            besides=tuple(positions.besides),
            tallies=tuple(msgspec.json.decode(each) for each in self.tallies.all()),
            notes=tuple(
                page.Note(
                    at[note.batch],
                    note.line,
                    note.by or note.seat,
                    note.time.isoformat(timespec="seconds"),
                    note.text,
                    note.glyph,
                    note.bookmark,
                    note.marks,
                    bool(note.sealed),
                )
                for note in self.notes
                if note.batch in at
            ),
            retold=self._retold(),
            lucks=tuple(
                luck([self.happened[number].known for number in self._path(at[line.head.digest])], seats)
                for line in self.tree.lines.values()
            ),
        )

    def _retold(self) -> tuple[page.Retold, ...]:
        """The current line in runs, each with the ply of its last batch."""
        retelling = Retelling(self.opened, self.seats)
        found: list[page.Retold] = []
        head = self.tree.lines[self.tree.current].head.digest
        path = self._path(next(at for at, each in enumerate(self.happened) if each.digest == head))
        ply = 0

        def tell(lines: Sequence[str]) -> None:
            found.extend(page.Retold(ply, line.strip(), not line.startswith(" ")) for line in lines)

        for number in path[1:]:
            each = self.happened[number]
            action = known_action(self.rules, each.known)
            events = [self.opened.codec.decode(event) for event in each.known.events]
            tell(retelling.add(self.happened[each.parent].state, each.batch.seat, action, events))
            ply = each.batch.ply
        tell(retelling.close())
        return tuple(found)

    def _path(self, head: int) -> list[int]:
        found = []
        while head >= 0:
            found.append(head)
            head = self.happened[head].parent
        return found[::-1]

    def _subtitle(self, scenario: str) -> str:
        begin = self.row.begin
        # A game without a title of its own is called after its ruleset.
        what = f"{self.rules.title}: {scenario}" if self.row.title else scenario
        words = [what, begin.occasion, begin.place, begin.played]
        return ", ".join(word for word in words if word)

    def _seat(self, name: str) -> page.Seat:
        side = self.positions.sides[name]
        titles = {seat.name: seat.title for seat in self.rules.seats}
        person = self.row.begin.seats[name]
        player = f"bot {person.bot}" if person.bot else person.name
        colour = self.positions.sides.colour(name)
        strokes = (steady(colour, THEMES["light"].card), steady(colour, THEMES["dark"].card))
        return page.Seat(name, titles.get(name, name), colour, side.letter, player, strokes)


def _rounded(centre: tuple[float, float] | None, axis: int) -> float | None:
    return None if centre is None else round(centre[axis], 1)
