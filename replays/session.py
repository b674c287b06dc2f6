"""A game in play: act, undo, redo, branch, switch, give up. Every change is one durable row of the journal."""

from __future__ import annotations

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
from replays.inputs import Input, known_seat, refuse_out_of_turn
from replays.opening import OpenGame, action_decoder, open_game
from replays.play import Decided
from replays.rewinding import CannotUndo, Undone
from replays.standing import StandingOrder, StandingOrders
from replays.timeline import Position, Timeline
from rules.chance import Chance, keyed
from rules.errors import IllegalAction
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
        rules, game = self.opened.ruleset, self.opened.game
        try:
            refuse_out_of_turn(self, self.position, seat, action)
            if self.row.seen_by and action in rules.legal(game, self.state, seat):
                return None  # what follows may hang on what is hidden here, so it cannot be tried
            rules.decide(
                game,
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
        entered = Input(self, dice, draws)
        with self.archive.working():
            standing = self._standing()
            entered.take(actions, standing)
            done = self._append(entered.decided, expected)
            self._drop(standing)
        return done

    def pass_ahead(self, seat: str, order: StandingOrder | None) -> Acted | None:
        """Keeps a seat's standing order, or takes it back; what it enters now, if the seat is asked already.

        Raises OptionError, HeadMoved.
        """
        known_seat(self.row, seat)
        entered = Input(self)
        if order is not None:
            order = msgspec.structs.replace(order, given=standing_orders.place(self.clock()))
        with self.archive.working():
            self.archive.leave(self.row.id, seat, None if order is None else standing_orders.stored(order))
            standing = self._standing()
            asked = [each for each in self.awaiting() if each.seat == seat]
            if any(standing.lets_go_by(self.state, each) is not None for each in asked):
                entered.pass_on(standing)
            done = self._append(entered.decided, None) if entered.decided else None
            self._drop(standing)
        return done

    def passing_ahead(self, seat: str) -> StandingOrder | None:
        """The standing order of a seat; it is nobody else's to know."""
        known_seat(self.row, seat)
        return self._standing().orders.get(seat)

    def _standing(self) -> StandingOrders:
        return StandingOrders(self.opened, self.archive.standing(self.row.id))

    def _drop(self, standing: StandingOrders) -> None:
        for seat in sorted(standing.over):
            self.archive.leave(self.row.id, seat, None)

    def resign(self, seat: str, *, expected: Expected | None = None) -> Acted:
        """Gives up for the seat, by the ruleset's own consequences."""
        known_seat(self.row, seat)
        entered = Input(self)
        entered.decide(seat, Resign(), self.position.entry + 1, kind="resign")
        return self._append(entered.decided, expected)

    def ruling(self, ruling: dict[str, object], reason: str) -> Acted:
        """Records a correction made by people, with its reason; the ruleset turns it into events."""
        entered = Input(self)
        entered.rule(ruling, reason)
        return self._append(entered.decided, None)

    def time_of_head(self) -> datetime:
        """The time of the batch at which the line stands."""
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
        action = self.decode_action(bytes(one.batch.action)) if one.batch.kind == "action" else None
        return action is not None and self.opened.ruleset.is_pass(action)

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


__all__ = ["Acted", "CannotUndo", "Choice", "Session", "Undone", "now"]
