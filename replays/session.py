"""A game in play: act, undo, redo, branch, switch, give up. Every change is one durable row of the journal."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from eventlog import record
from eventlog.archive import UNCHANGED, Archive, Expected, GameRow
from eventlog.errors import NotFound
from replays import rewinding
from replays import standing as standing_orders
from replays.beginning import begin_game
from replays.opening import (
    OpenGame,
    action_decoder,
    open_game,
)
from replays.play import Decided, decide_batch
from replays.rewinding import CannotUndo, Undone
from replays.standing import StandingOrder, StandingOrders
from replays.timeline import Position, Timeline
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
        row, opened, head = begin_game(
            archive, ruleset, scenario, slug=slug, title=title, seed=seed, chance=chance, people=people,
            options=options, tags=tags, played=played, place=place, occasion=occasion, data_folder=data_folder,
            origin=origin, who=who, dice=dice, draws=draws, times=times,
        )  # fmt: skip
        timeline = Timeline.read(archive, row.id, head, opened)
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
        with self.archive.working():
            standing = self._standing()
            for seat, action in actions:
                self._refuse_out_of_turn(seat, action, position)
                together = together and not self._is_pass(action)
                entry = position.entry if together else position.entry + 1
                position = acted = self._decide(decided, position, seat, action, source, how, entry)
                position = self._passes(decided, position, source, how, standing)
                together = position is acted and not self._is_pass(action)
            _refuse_left_over(source)
            done = self._append(decided, expected)
            self._drop(standing)
        return done

    def pass_ahead(self, seat: str, order: StandingOrder | None) -> Acted | None:
        """Keeps a seat's standing order, or takes it back; what it enters now, if the seat is asked already.

        Raises OptionError, HeadMoved.
        """
        self._known_seat(seat)
        source, how = self._source((), ())
        if order is not None:
            order = msgspec.structs.replace(order, given=standing_orders.place(self.clock()))
        decided: list[Decided] = []
        with self.archive.working():
            self.archive.leave(self.row.id, seat, None if order is None else standing_orders.stored(order))
            standing = self._standing()
            asked = [each for each in self.awaiting() if each.seat == seat]
            if any(standing.lets_go_by(self.state, each) is not None for each in asked):
                self._passes(decided, self.position, source, how, standing)
            done = self._append(decided, None) if decided else None
            self._drop(standing)
        return done

    def passing_ahead(self, seat: str) -> StandingOrder | None:
        """The standing order of a seat; it is nobody else's to know."""
        self._known_seat(seat)
        return self._standing().orders.get(seat)

    def _standing(self) -> StandingOrders:
        return StandingOrders(self.opened, self.archive.standing(self.row.id))

    def _drop(self, standing: StandingOrders) -> None:
        for seat in sorted(standing.over):
            self.archive.leave(self.row.id, seat, None)

    def _known_seat(self, seat: str) -> None:
        seats = self.row.begin.seats
        if seat not in seats:
            raise OptionError(f"{self.row.slug} has no seat {seat}; it has {', '.join(seats)}")

    def resign(self, seat: str, *, expected: Expected | None = None) -> Acted:
        """Gives up for the seat, by the ruleset's own consequences."""
        self._known_seat(seat)
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
        self._known_seat(seat)
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

    def _passes(
        self,
        decided: list[Decided],
        position: Position,
        source: Source,
        how: Any,
        standing: StandingOrders,
    ) -> Position:
        """A seat that can only let a window go by, or has passed ahead, is not bothered: its pass is entered at once.

        The record must not tell that it could do nothing else, or would not. So every pass, a person's too, is an entry
        and a move of its own, has the time of the batch before it, and bears nobody's name in the journal.
        """
        rules, game = self.opened.ruleset, self.opened.game
        while True:
            standing.came_to(position.state)
            for awaited in rules.awaiting(game, position.state):
                options = rules.legal(game, position.state, awaited.seat)
                only = options[0] if len(options) == 1 and self._is_pass(options[0]) else None
                passed = only or standing.lets_go_by(position.state, awaited)
                if passed is not None:
                    entry = position.entry + 1
                    position = self._decide(decided, position, awaited.seat, passed, source, how, entry)
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
            result=self.noted(decided[-1].position.state),
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
        self.stand(decided[-1].position)
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

    def noted(self, state: Any) -> Any:
        """What the archive is to list as the game's result once the current line stands at this state, noted with the
        move that leads there; it is told when that changes, not at every act."""
        result = self.opened.ruleset.result(self.opened.game, state)
        return result if result is not None or self._listed else UNCHANGED

    def stand(self, position: Position) -> None:
        """The head of the line is here now."""
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
        return rewinding.undo_to(self, ply)

    def redo(self, plies: int | None = None) -> Undone:
        """Moves the head forward again, by one entry or by so many plies, along what was last taken back."""
        return rewinding.redo(self, plies)

    # ------------------------------------------------------------------ lines

    def branch(self, name: str, ply: int | None = None) -> record.Move:
        """A new line from this line's ply (its head, if none is given); the session goes on along it. Copies
        nothing."""
        return rewinding.branch(self, name, ply)

    def switch(self, line: str) -> record.Move:
        """Goes to another line of the game."""
        return rewinding.switch(self, line)

    def promote(self, line: str) -> record.Move:
        """Makes a line the game's main one; the session stays where it is."""
        return rewinding.promote(self, line)

    def decode_action(self, text: bytes | str) -> Action:
        """An action from its JSON. Raises msgspec.ValidationError or DecodeError."""
        return action_decoder(self.opened.ruleset).decode(text)


def _refuse_left_over(source: Source) -> None:
    unused = getattr(source, "unused", None)
    if unused is None:
        return
    dice, draws = unused()
    if dice or draws:
        left = ", ".join([*(str(face) for face in dice), *draws])
        raise ChanceNeeded(f"too much chance is given: {left} was not needed")


__all__ = ["Acted", "CannotUndo", "Choice", "Session", "Undone", "now"]
