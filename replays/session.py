"""A game in play: act, undo, redo, branch, switch, give up. Every change is one durable row of the journal."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import immutables
import msgspec

from eventlog import record
from eventlog.archive import ANY, UNCHANGED, Archive, Expected, GameRow
from eventlog.errors import HeadMoved, NotFound
from eventlog.integrity import canonical, digest
from replays.opening import (
    UNDO,
    OpenGame,
    action_decoder,
    data_hash,
    encode_data,
    find_ruleset,
    open_game,
    prepare,
)
from replays.play import Decided, begin_batch, decide_batch
from replays.timeline import Position, Timeline, counted
from rules.chance import Chance, Source, keyed, scripted
from rules.errors import ChanceNeeded, IllegalAction, OptionError
from rules.projection import state_digest
from rules.ruleset import Action, Awaited, Clock, Resign, Result

Times = Callable[[], datetime]


def now() -> datetime:
    """The time in UTC: the one place where play reads the clock."""
    return datetime.now(UTC)


class Choice(msgspec.Struct, frozen=True):
    """One action that may be taken now, as it is listed: numbered from 1 over all seats that are awaited."""

    number: int
    seat: str
    text: str
    action: Action


class Acted(msgspec.Struct, frozen=True):
    """What one input brought about: the journal row, the batches with their decoded events, the lines that tell it."""

    move: record.Move
    batches: tuple[record.Batch, ...]
    events: tuple[Any, ...]
    narration: tuple[str, ...]


class Undone(msgspec.Struct, frozen=True):
    """What taking back did: the journal row, how many batches it took back, and what of them had been seen."""

    move: record.Move
    batches: int
    seen: tuple[str, ...]


class CannotUndo(Exception):
    """There is nothing to take back or to redo, or the game's options forbid it."""


def key_from_seed(seed: str) -> bytes:
    """The 128-bit key of a game begun with `--seed`: reproducible, and so no secret."""
    return hashlib.sha256(b"warlog seed\0" + seed.encode()).digest()[:16]


class Session:
    """One line of a game, at its head. Made by `new` or `load`; holds no lock between calls."""

    def __init__(
        self,
        archive: Archive,
        row: GameRow,
        opened: OpenGame,
        line: str,
        timeline: Timeline,
        *,
        times: Times = now,
        who: str = "",
    ) -> None:
        self.archive = archive
        self.row = row
        self.opened = opened
        self.line = line
        self.timeline = timeline
        self.times = times
        self.who = who
        self.position: Position = timeline.at(len(timeline) - 1)
        self._listed = row.result is not None or self.result() is not None
        self._latest: tuple[str, datetime] | None = None  # a batch by its digest, and its time

    # ------------------------------------------------------------------ making one

    @classmethod
    def new(
        cls,
        archive: Archive,
        ruleset: str,
        scenario: str | None = None,
        *,
        slug: str | None = None,
        title: str = "",
        seed: str | None = None,
        chance: record.ChanceMode = "seeded",
        people: Mapping[str, record.Person] | None = None,
        options: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        played: str = "",
        place: str = "",
        occasion: str = "",
        data_folder: Path | None = None,
        origin: record.Origin = "played",
        who: str = "",
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        times: Times = now,
    ) -> Session:
        """Begins a game and records ply 0. Without a scenario the ruleset's first; without a slug the next free one.

        With manual chance, dice and draws of the set-up may be given; draws that are not given are recorded as unknown.
        """
        rules = find_ruleset(ruleset)
        name = scenario if scenario is not None else rules.scenarios[0].name
        data = rules.load(data_folder)
        opened = prepare(rules, data, name, options or {})
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
        timeline = Timeline.read(archive, row.id, _head(batch, key), opened)
        return cls(archive, row, opened, "main", timeline, times=times, who=who)

    @classmethod
    def load(
        cls,
        archive: Archive,
        game: str,
        line: str | None = None,
        *,
        times: Times = now,
        who: str = "",
    ) -> Session:
        """The game's line (the current one, if none is named) at its head. Raises NotFound."""
        with archive.working(write=False):
            row = archive.game(game)
            opened = open_game(archive, row)
            tree = archive.tree(row.id)
            name = line if line is not None else tree.current
            if name not in tree.lines:
                raise NotFound(f"{row.slug} has no line {name}; it has {', '.join(tree.lines)}")
            timeline = Timeline.read(archive, row.id, tree.lines[name].head, opened)
        return cls(archive, row, opened, name, timeline, times=times, who=who)

    # ------------------------------------------------------------------ what is now

    @property
    def head(self) -> record.Head:
        """The batch at which the line stands."""
        return record.Head(self.position.head, self.position.ply)

    @property
    def state(self) -> Any:
        """The state now, with everything in it."""
        return self.position.state

    def awaiting(self) -> tuple[Awaited, ...]:
        """Who is to decide now, and what; nobody when the game is over."""
        return self.opened.ruleset.awaiting(self.opened.game, self.state)

    def clock(self) -> Clock:
        """Turn, phase and impulse now."""
        return self.opened.ruleset.clock(self.opened.game, self.state)

    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.opened.ruleset.result(self.opened.game, self.state)

    def view(self, seats: tuple[str, ...] | None) -> Any:
        """The state as these seats together know it; None: the umpire's, with everything in it."""
        if seats is None:
            return self.state
        return self.opened.ruleset.view(self.opened.game, self.state, seats)

    def choices(self, seat: str | None = None) -> list[Choice]:
        """What may be done now, numbered from 1 in a fixed order: by all awaited seats, or by one."""
        rules, game, state = self.opened.ruleset, self.opened.game, self.state
        seats = [awaited.seat for awaited in self.awaiting()] if seat is None else [seat]
        listed: list[Choice] = []
        for each in dict.fromkeys(seats):
            for action in rules.legal(game, state, each):
                listed.append(Choice(len(listed) + 1, each, rules.phrase(game, state, action), action))
        return listed

    def why(self, seat: str, action: Action) -> IllegalAction | None:
        """Why the action is illegal now, or None if it is legal. Nothing is recorded, and no roll is shown."""
        try:
            self._refuse_out_of_turn(seat, action)
            self.opened.ruleset.decide(
                self.opened.game,
                self.state,
                seat,
                action,
                Chance(keyed(b"only to ask whether it is legal"), "trial", self.position.counts),
            )
        except IllegalAction as refusal:
            return refusal
        return None

    def bot_seed(self, seat: str) -> str:
        """Where a bot that plays this seat draws its choices from here: the same whenever a game with this key comes
        to the same ply and the seat knows the same, whatever was taken back or played otherwise between."""
        known = state_digest(self.opened.ruleset.state_shape, self.view((seat,)))
        key = self.row.key.hex() if self.row.key is not None else self.row.id
        return f"{key}/{self.position.ply}/{known}/{seat}"

    # ------------------------------------------------------------------ acting

    def act(
        self,
        seat: str,
        action: Action,
        *,
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        expected: Expected | None = None,
    ) -> Acted:
        """Takes one action. Raises IllegalAction, ChanceNeeded, HeadMoved; then nothing is recorded."""
        return self.act_many([(seat, action)], dice=dice, draws=draws, expected=expected)

    def act_many(
        self,
        actions: Sequence[tuple[str, Action]],
        *,
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        expected: Expected | None = None,
    ) -> Acted:
        """Takes several actions as one entry: all of them, or none."""
        source, how = self._source(dice, draws)
        position = self.position
        decided: list[Decided] = []
        together = False
        for seat, action in actions:
            self._refuse_out_of_turn(seat, action, position)
            together = together and not self._is_pass(action)
            entry = position.entry if together else position.entry + 1
            position = acted = self._decide(decided, position, seat, action, source, how, entry)
            position = self._passes(decided, position, source, how)
            together = position is acted and not self._is_pass(action)
        _refuse_left_over(source)
        return self._append(decided, expected)

    def resign(self, seat: str, *, expected: Expected | None = None) -> Acted:
        """Gives up for the seat, by the ruleset's own consequences."""
        seats = self.row.begin.seats
        if seat not in seats:
            raise OptionError(f"{self.row.slug} has no seat {seat}; it has {', '.join(seats)}")
        source, how = self._source((), ())
        decided: list[Decided] = []
        self._decide(
            decided, self.position, seat, Resign(), source, how, self.position.entry + 1, kind="resign"
        )
        return self._append(decided, expected)

    def ruling(self, ruling: dict[str, object], reason: str) -> Acted:
        """Records a correction made by people, with its reason; the ruleset turns it into events."""
        rules, game = self.opened.ruleset, self.opened.game
        events = rules.adjust(game, self.state, ruling)
        decided: list[Decided] = []
        decided.append(
            decide_batch(
                self.opened,
                self.position,
                "",
                None,
                events=events,
                outcomes=(),
                game=self.row.id,
                key=self.row.key,
                id=str(uuid.uuid4()),
                time=self.times(),
                entry=self.position.entry + 1,
                kind="ruling",
                reason=reason,
                ruling=ruling,
            )
        )
        return self._append(decided, None)

    def _source(self, dice: Sequence[int], draws: Sequence[str]) -> tuple[Source, Any]:
        if self.row.key is None:
            raise OptionError(
                f"{self.row.slug} is here as {', '.join(self.row.seen_by)} saw it: it can be looked at, not played on"
            )
        if self.row.begin.chance == "manual":
            return scripted(dice, draws), "typed"
        if dice or draws:
            raise ChanceNeeded(
                f"{self.row.slug} draws its chance from its key; dice and draws are typed in only where a game "
                "was begun with --chance manual"
            )
        return keyed(self.row.key), "key"

    def _refuse_out_of_turn(self, seat: str, action: Action, position: Position | None = None) -> None:
        state = (position or self.position).state
        rules, game = self.opened.ruleset, self.opened.game
        if rules.result(game, state) is not None:
            raise IllegalAction("", f"{self.row.slug} is over; undo or branch from an earlier ply to play on")
        if seat not in self.row.begin.seats:
            raise OptionError(f"{self.row.slug} has no seat {seat}; it has {', '.join(self.row.begin.seats)}")
        awaited = rules.awaiting(game, state)
        if seat not in {each.seat for each in awaited} and not isinstance(action, Resign):
            others = ", ".join(f"{each.seat} ({each.title})" for each in awaited)
            raise IllegalAction("", f"{seat} has nothing to decide now; it is the turn of {others}")

    def _decide(
        self,
        decided: list[Decided],
        position: Position,
        seat: str,
        action: Action,
        source: Source,
        how: Any,
        entry: int,
        kind: record.BatchKind = "action",
    ) -> Position:
        rules, game = self.opened.ruleset, self.opened.game
        options = len(rules.legal(game, position.state, seat)) if kind == "action" else None
        chance = Chance(source, how, position.counts)
        events = rules.decide(game, position.state, seat, action, chance)
        one = decide_batch(
            self.opened,
            position,
            seat,
            action,
            events=events,
            outcomes=chance.outcomes,
            options=options,
            game=self.row.id,
            key=self.row.key,
            id=str(uuid.uuid4()),
            time=self._time_before(decided) if self._is_pass(action) else self.times(),
            entry=entry,
            kind=kind,
        )
        decided.append(one)
        return one.position

    def _passes(self, decided: list[Decided], position: Position, source: Source, how: Any) -> Position:
        """A seat that can only let a window go by is not bothered: its pass is entered at once.

        The record must not tell that it could do nothing else. So every pass, a person's too, is an entry and a move
        of its own, has the time of the batch before it, and bears nobody's name in the journal.
        """
        rules, game = self.opened.ruleset, self.opened.game
        while True:
            for awaited in rules.awaiting(game, position.state):
                options = rules.legal(game, position.state, awaited.seat)
                if len(options) == 1 and self._is_pass(options[0]):
                    entry = position.entry + 1
                    position = self._decide(decided, position, awaited.seat, options[0], source, how, entry)
                    break
            else:
                return position

    def _is_pass(self, action: Action) -> bool:
        return self.opened.ruleset.is_pass(action)

    def _time_before(self, decided: list[Decided]) -> datetime:
        """The time of the batch that the next one follows from."""
        if decided:
            return decided[-1].batch.time
        if self._latest is None or self._latest[0] != self.position.head:
            batch = self.archive.batch(self.row.id, self.position.head)
            self._latest = (self.position.head, batch.time if batch is not None else self.times())
        return self._latest[1]

    def _append(self, decided: list[Decided], expected: Expected | None) -> Acted:
        before = self.state
        move = self.archive.append(
            self.row.id,
            self.line,
            [one.batch for one in decided],
            expected=self.position.head if expected is None else expected,
            who=self.who,
            time=decided[-1].batch.time,
            unsigned=[one.batch.ply for one in decided if self._passed(one)],
            result=self._noted(decided[-1].position.state),
        )
        self._latest = (decided[-1].position.head, decided[-1].batch.time)
        for one in decided:
            self.timeline.extend(
                one.position.head,
                one.position.entry,
                one.events,
                tuple(chance.purpose for chance in one.batch.chance),
                one.position.state,
            )
        self._stand(decided[-1].position)
        events = tuple(event for one in decided for event in one.events)
        return Acted(move, tuple(one.batch for one in decided), events, self.narrated(before, events))

    def _passed(self, one: Decided) -> bool:
        return one.batch.kind == "action" and self._is_pass(self.decode_action(bytes(one.batch.action)))

    def narrated(self, state: Any, events: Sequence[Any]) -> tuple[str, ...]:
        """The lines that tell these events from the state before them; events that tell nothing leave no line."""
        rules, game = self.opened.ruleset, self.opened.game
        lines: list[str] = []
        for event in events:
            line = rules.narrate(game, state, event)
            if line:
                lines.append(line)
            state = rules.evolve(game, state, event)
        return tuple(lines)

    def _noted(self, state: Any) -> Any:
        """What the archive is to list as the game's result once the current line stands at this state, noted with the
        move that leads there; it is told when that changes, not at every act."""
        result = self.opened.ruleset.result(self.opened.game, state)
        return result if result is not None or self._listed else UNCHANGED

    def _stand(self, position: Position) -> None:
        self.position = position
        self._listed = self.result() is not None

    # ------------------------------------------------------------------ taking back

    def undo(self, entries: int = 1) -> Undone:
        """Takes back so many entries: all that each input made."""
        ply = self.position.ply
        for _ in range(entries):
            if ply <= 0:
                raise CannotUndo(f"{self.row.slug} stands at its beginning: there is nothing to take back")
            ply = self.timeline.entry_start(ply) - 1
        return self.undo_to(ply)

    def undo_to(self, ply: int) -> Undone:
        """Moves the head back to this ply. What is taken back stays in the log, as a line that can be found."""
        here = self.position.ply
        if not 0 <= ply < here:
            raise CannotUndo(
                f"{self.row.slug} stands at ply {here}: it can be taken back to plies 0 to {here - 1}, not {ply}"
                if here
                else f"{self.row.slug} stands at its beginning: there is nothing to take back"
            )
        seen = self.timeline.seen_after(ply)
        if seen and self.opened.options.get(UNDO.name) == "strict":
            raise CannotUndo(
                f"{self.row.slug} was begun with undo=strict: {seen[0]} cannot be taken back once it was seen"
            )
        move = self.archive.move(
            self.row.id,
            "undo",
            self.line,
            self.timeline.head_at(ply),
            expected=self.position.head,
            who=self.who,
            seen=seen,
            time=self.times(),
            result=self._noted(self.timeline.state_at(ply)),
        )
        self.timeline.cut(ply)
        self._stand(self.timeline.at(ply))
        return Undone(move, here - ply, seen)

    def redo(self, plies: int | None = None) -> Undone:
        """Moves the head forward again, by one entry or by so many plies, along what was last taken back."""
        tree = self.archive.tree(self.row.id)
        here, found = self.position.ply, tree.lines[self.line].head
        if found != self.head:
            raise HeadMoved(
                f"{self.row.slug}:{self.line} stands at ply {found.ply}, not at ply {here}: somebody acted first; "
                "look at it again and repeat.",
                self.head,
                found,
            )
        target = tree.redo_head(self.line)
        if target is None:
            raise CannotUndo(
                f"{self.row.slug}:{self.line} has nothing to redo: nothing was taken back from here"
            )
        self.timeline.read_on(self.archive, self.row.id, target)
        goal = self.timeline.entry_end(here + 1) if plies is None else here + plies
        if goal >= len(self.timeline):
            last = len(self.timeline) - 1
            self.timeline.cut(here)
            raise CannotUndo(f"only {last - here} plies were taken back from here, not {plies}")
        self.timeline.cut(goal)
        try:
            move = self.archive.move(
                self.row.id,
                "redo",
                self.line,
                self.timeline.head_at(goal),
                expected=self.position.head,
                who=self.who,
                time=self.times(),
                result=self._noted(self.timeline.state_at(goal)),
            )
        except BaseException:
            self.timeline.cut(here)
            raise
        self._stand(self.timeline.at(goal))
        return Undone(move, goal - here, ())

    # ------------------------------------------------------------------ lines

    def branch(self, name: str, ply: int | None = None) -> record.Move:
        """A new line from this line's ply (its head, if none is given); the session goes on along it. Copies
        nothing."""
        at = self.position.ply if ply is None else ply
        if not 0 <= at <= self.position.ply:
            raise NotFound(
                f"{self.row.slug}:{self.line} has no ply {at}; its head is ply {self.position.ply}"
            )
        move = self.archive.move(
            self.row.id,
            "branch",
            name,
            self.timeline.head_at(at),
            expected=ANY,
            source=self.line,
            who=self.who,
            time=self.times(),
            result=self._noted(self.timeline.state_at(at)),
        )
        self.line = name
        self.timeline.cut(at)
        self._stand(self.timeline.at(at))
        return move

    def switch(self, line: str) -> record.Move:
        """Goes to another line of the game."""
        tree = self.archive.tree(self.row.id)
        if line not in tree.lines:
            raise NotFound(f"{self.row.slug} has no line {line}; it has {', '.join(tree.lines)}")
        head = tree.lines[line].head
        timeline = Timeline.read(self.archive, self.row.id, head, self.opened)
        move = self.archive.move(
            self.row.id,
            "switch",
            line,
            head,
            expected=ANY,
            who=self.who,
            time=self.times(),
            result=self._noted(timeline.state_at(head.ply)),
        )
        self.line, self.timeline = line, timeline
        self._stand(timeline.at(head.ply))
        return move

    def decode_action(self, text: bytes | str) -> Action:
        """An action from its JSON. Raises msgspec.ValidationError or DecodeError."""
        return action_decoder(self.opened.ruleset).decode(text)


def program() -> str:
    """The program and its version, as the beginning of a game records it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"warlog {version('warlog')}"
    except PackageNotFoundError:
        return "warlog"


def _head(batch: record.Batch, key: bytes) -> record.Head:
    return record.Head(digest(canonical(batch, key)), batch.ply)


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


def _refuse_left_over(source: Source) -> None:
    unused = getattr(source, "unused", None)
    if unused is None:
        return
    dice, draws = unused()
    if dice or draws:
        left = ", ".join([*(str(face) for face in dice), *draws])
        raise ChanceNeeded(f"too much chance is given: {left} was not needed")


__all__ = [
    "Acted",
    "CannotUndo",
    "Choice",
    "Session",
    "Undone",
    "counted",
    "immutables",
    "key_from_seed",
    "now",
    "program",
]
