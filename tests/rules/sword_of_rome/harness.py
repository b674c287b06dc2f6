"""Given a position, when a seat decides, then these events: tests of The Sword of Rome that read like a game.

    given(
        army("rome", "capua", 7, "camillus"),
        army("samnites", "fregellae", 5, "egnatius"),
        hand("rome", "r-1"),
        impulse("rome"),
    ).when("rome", Play("r-1", "event")).when("rome", Activate("camillus")).when("rome", Step("fregellae"), dice=[6])

**Boards.** Control, VP and loyalty (but see `LOYALTIES`) are those of the scenario at its start; no CU and no leader
stand anywhere, all hands are empty, and nobody has Desperate Times left, until a circumstance says otherwise.
`set_up()` places all forces as the scenario does. `given(..., scenario="two-players", options={"responses": "held"})`.

**Circumstances**, in the order in which they are to happen: `army(power, space, cu, *leaders)`, `inside(power,
space, cu, *leaders)` (within the walls), `control(space, power, loyalty=1)`, `loyalty(space, value)`,
`siege(space, power, level)`, `points(seat, vp)`, `plunder(markers)`, `marker(name, against="")`, `allied(power,
power)`, `hand(seat, *cards)`, `discarded(seat, *cards)`, `desperate(seat, *cards)`, and last what is going on:
`impulse(seat, turn=1, round=1)`, or `phase(name, turn=1)`, which begins the phase. Any event of the rules may
stand there too.

**when(seat, action, dice=[…], draws=[…])** takes one action; the batch runs on by the rules to the next real
choice, so give the dice of all that follows by itself. Dice left over fail the test; where they are too few the
position is followed only as far as they reach, and that only past the end of an impulse or a phase.

**Then**: `then_includes(*expected)` – these events in this order, others between; `then_not(*expected)`;
`refused("4.27", "words")` – the last action was refused by this rule, and the next `when` starts from the same
position; `awaits("rome", "march")`; `offers(*actions)`, `offers_not(*actions)`, `offers_only(*actions)`;
`tells("words")`; `.state`, `.game`, `.events` for the rest. An expected event is an event, a type of event, or
`like(Type, field=value, …)`.

A failure prints the whole log as it would be narrated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from immutables import Map

from rules.chance import Chance, scripted
from rules.errors import ChanceNeeded, IllegalAction
from rules.ruleset import Action, Event
from rules.sword_of_rome import events, ruleset, sequence
from rules.sword_of_rome import set_up as setting_up
from rules.sword_of_rome.actions import Pass
from rules.sword_of_rome.data import load
from rules.sword_of_rome.data_records import GameData
from rules.sword_of_rome.decisions import asked
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.narration import narrate
from rules.sword_of_rome.state import AWAY, State, changed
from rules.sword_of_rome.unfolding import Unfolding
from tests.rules.outcomes import Outcome
from tests.rules.outcomes import like as like


@lru_cache(maxsize=1)
def installed_data() -> GameData:
    """The data of the game."""
    return load(None)


@lru_cache(maxsize=32)
def _game(scenario: str, options: tuple[tuple[str, str], ...]) -> Game:
    return ruleset.prepare(installed_data(), scenario, dict(options))


LOYALTIES = {"antium": 2, "fregellae": 2, "neapolis": 2}
"""Cities whose loyalty is set for balance: in tests they have what is reckoned with there, whatever the data say."""


class _SetUp(NamedTuple):
    """All forces of the scenario."""


class _Army(NamedTuple):
    power: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    inside: bool


class _Hand(NamedTuple):
    seat: str
    cards: tuple[str, ...]


class _Discarded(NamedTuple):
    seat: str
    cards: tuple[str, ...]


class _Desperate(NamedTuple):
    seat: str
    cards: tuple[str, ...]


class _Plunder(NamedTuple):
    markers: int


class _Points(NamedTuple):
    seat: str
    vp: int


class _Impulse(NamedTuple):
    seat: str
    turn: int
    round: int


class _Phase(NamedTuple):
    name: str
    turn: int


Given = Event | _SetUp | _Army | _Hand | _Discarded | _Desperate | _Plunder | _Points | _Impulse | _Phase


def set_up() -> Given:
    """All forces and leaders as the scenario places them."""
    return _SetUp()


def army(power: str, space: str, cu: int, *leaders: str) -> Given:
    """CU and leaders of a power in a space, the first leader in command."""
    return _Army(power, space, cu, leaders, inside=False)


def inside(power: str, space: str, cu: int, *leaders: str) -> Given:
    """CU and leaders within the walls; give the besiegers first."""
    return _Army(power, space, cu, leaders, inside=True)


def control(space: str, power: str, loyalty: int = 1) -> Given:
    """A space that a power controls (`independent`: nobody)."""
    return events.ControlChanged(space, power, "given", loyalty)


def loyalty(space: str, value: int) -> Given:
    """The loyalty of a walled city."""
    return events.LoyaltyChanged(space, value, "given")


def siege(space: str, power: str, level: int) -> Given:
    """A siege marker."""
    return events.SiegeChanged(space, power, level, "given")


def points(seat: str, vp: int) -> Given:
    """The VP of a seat."""
    return _Points(seat, vp)


def plunder(markers: int) -> Given:
    """Gallic markers on the plunder track; negative: Transalpine ones."""
    return _Plunder(markers)


def marker(name: str, against: str = "") -> Given:
    """A marker in play."""
    return events.MarkerPlaced(name, against)


def allied(power: str, other: str) -> Given:
    """Two powers that are allied."""
    return events.AllianceMade(power, other, "given")


def hand(seat: str, *cards: str) -> Given:
    """Cards in a hand."""
    return _Hand(seat, cards)


def discarded(seat: str, *cards: str) -> Given:
    """Cards on a discard pile."""
    return _Discarded(seat, cards)


def desperate(seat: str, *cards: str) -> Given:
    """Desperate Times that the seat still has."""
    return _Desperate(seat, cards)


def impulse(seat: str, turn: int = 1, round: int = 1) -> Given:
    """It is the seat's impulse; the others follow clockwise."""
    return _Impulse(seat, turn, round)


def phase(name: str, turn: int = 1) -> Given:
    """A phase begins and runs on to its first choice; give its dice with `given(..., dice=[…])`."""
    return _Phase(name, turn)


def given(
    *circumstances: Given,
    scenario: str = "four-players",
    options: Mapping[str, str] | None = None,
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
) -> Position:
    """A position."""
    position = Position(_game(scenario, tuple(sorted((options or {}).items()))))
    for each in circumstances:
        position.add(each, dice, draws)
    return position


class Position(Outcome):
    """A position and everything that was done from it; each method gives the same position back."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.before: State
        """The state before the last action."""
        unfolding = Unfolding(game, ruleset.initial(game), Chance(scripted()))
        setting_up.set_up(unfolding)
        board = unfolding.events[0]
        self.state: State = ruleset.evolve(game, ruleset.initial(game), board)
        self.state = changed(self.state, desperate=Map())
        for city, value in LOYALTIES.items():
            if city in self.state.loyalty:
                self.state = changed(self.state, loyalty=self.state.loyalty.set(city, value))

    # Given

    def add(self, each: Given, dice: Sequence[int] = (), draws: Sequence[str] = ()) -> None:
        state = self.state
        if isinstance(each, _SetUp):
            unfolding = Unfolding(self.game, state, Chance(scripted()))
            setting_up.set_up(unfolding)
            for event in unfolding.events[1:]:
                self._happen(event)
        elif isinstance(each, _Army):
            if each.cu:
                self._happen(events.UnitsPlaced(each.power, each.space, each.cu, "given"))
            for leader in each.leaders:
                self._happen(events.LeaderPlaced(leader, each.space, "given"))
            if each.inside:
                self._happen(events.WentInside(each.power, each.space, each.cu, each.leaders, "given"))
            elif each.leaders:
                own = force(self.state, each.space, each.power)
                if own is not None and own.leaders[0] != each.leaders[0]:
                    self._happen(events.CommanderAppointed(each.leaders[0], each.space))
        elif isinstance(each, _Hand):
            for card in each.cards:
                self._happen(events.CardDrawn(each.seat, card))
        elif isinstance(each, _Discarded):
            piles = state.discards.set(each.seat, (*state.discards.get(each.seat, ()), *each.cards))
            self.state = changed(state, discards=piles)
        elif isinstance(each, _Desperate):
            self.state = changed(state, desperate=state.desperate.set(each.seat, each.cards))
        elif isinstance(each, _Plunder):
            self._happen(events.PlunderChanged("gauls", each.markers, each.markers, "given"))
        elif isinstance(each, _Points):
            before = state.vp.get(each.seat, 0)
            self._happen(events.VictoryPointsChanged(each.seat, each.vp - before, each.vp, "given"))
        elif isinstance(each, _Impulse):
            self._begin_turn(each.turn, "action")
            around = self.game.clockwise
            start = around.index(each.seat)
            queue = tuple(seat for seat in around[start:] + around[:start] if seat in self.game.seats)
            if not self.state.first:
                self.state = changed(self.state, first=each.seat)
            self._happen(events.RoundBegan(each.round, queue))
            self._happen(events.ImpulseBegan(each.seat))
        elif isinstance(each, _Phase):
            self._begin_turn(each.turn, each.name)
            source = scripted(dice, draws)
            unfolding = Unfolding(self.game, self.state, Chance(source, "scripted"))
            sequence.begin_phase(unfolding, each.name)
            try:
                sequence.run_on(unfolding)
            except ChanceNeeded:
                assert any(isinstance(event, events.PhaseBegan) for event in unfolding.events[1:])
            self.events = tuple(unfolding.events)
            for event in self.events:
                self._happen(event)
        else:
            self._happen(each)

    def _begin_turn(self, turn: int, name: str) -> None:
        self._happen(events.TurnBegan(turn))
        if name == "action":
            self._happen(events.PhaseBegan(name))

    def _happen(self, event: Event) -> None:
        self.log.append(f"      {narrate(self.game, self.state, event)}")
        self.state = ruleset.evolve(self.game, self.state, event)

    # When

    def when(
        self, seat: str, action: Action, dice: Sequence[int] = (), draws: Sequence[str] = ()
    ) -> Position:
        """The seat takes an action, with these dice and draws."""
        if self.refusal is not None:
            raise self.failed(f"the action before was refused: {self.refusal}")
        self.log.append(f"{seat}: {action}   [dice {list(dice)}]")
        self.before = self.state
        source = scripted(dice, draws)
        try:
            self.events = ruleset.decide(self.game, self.state, seat, action, Chance(source, "scripted"))
        except IllegalAction as refusal:
            self.refusal, self.events = refusal, ()
            self.log.append(f"      refused: {refusal}")
            return self
        except ChanceNeeded as needed:
            self.events = self._as_far_as(action, dice, draws)
            ends = (events.PhaseBegan, events.ImpulseEnded, events.RoundBegan, events.TurnBegan)
            if not any(isinstance(event, ends) for event in self.events):
                raise self.failed(f"the dice do not suffice: {needed}") from None
            source = scripted()
        for event in self.events:
            self._happen(event)
        left = source.unused()  # type: ignore[attr-defined]
        if left != ((), ()):
            raise self.failed(f"left over: {left}")
        return self

    def passes(self, *seats: str) -> Position:
        """These seats pass, one after another."""
        for seat in seats:
            self.when(seat, Pass())
        return self

    def _as_far_as(self, action: Action, dice: Sequence[int], draws: Sequence[str]) -> tuple[Event, ...]:
        unfolding = Unfolding(self.game, self.state, Chance(scripted(dice, draws), "scripted"))
        now = asked(self.game, self.state)
        assert now is not None
        try:
            sequence.act(unfolding, now, action)
            sequence.run_on(unfolding)
        except ChanceNeeded:
            pass
        return tuple(unfolding.events)

    # Then

    def all_awaited(self) -> list[tuple[str, str]]:
        """The seat that is to decide now, and what."""
        return [(each.seat, each.decision) for each in ruleset.awaiting(self.game, self.state)[:1]]

    def offered(self) -> tuple[Action, ...]:
        """All that the awaited seat may do now."""
        awaited = ruleset.awaiting(self.game, self.state)
        return ruleset.legal(self.game, self.state, awaited[0].seat) if awaited else ()

    def cu(self, power: str, space: str) -> int:
        """The CU of a power in a space, within walls and outside."""
        own = force(self.state, space, power)
        return 0 if own is None else own.cu + own.inside

    def where(self, leader: str) -> str:
        """Where a leader is."""
        return self.state.leaders.get(leader, AWAY)

    def seat(self) -> str:
        """The seat that is to decide now."""
        return ruleset.awaiting(self.game, self.state)[0].seat
