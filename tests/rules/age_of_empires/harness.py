"""Given a position, when a seat decides, then these events: tests of Age of Empires that read like a game.

    given(
        age("first", 2),
        city("second", "house c-1", "mill c-2"),
        unit("first", "militia", 5, "second c-1"),
        phase("first", ATTACK),
    ).when("first", AttackBuilding("c-1", "first-militia-1")).when("second", Defend(False, 0))

**The field.** Both seats play the Britons in age 2, with a Town Center at c-3, no villager, no stock, no card in hand,
and a deck of ten Houses, until a circumstance says otherwise.

**Circumstances** change the state one after another: `civilization`, `age`, `stock`, `city` (buildings as `card
space`), `face_down`, `villagers`, `pool`, `damage`, `hand`, `deck`, `later`, `discards`, `cards` (complete in the data
area), `research`, `unit`, `relics` (in no man's land), `stored`, `side` (any fields), `sea`, and last `phase(seat,
phase)`: that phase is going on; with `begins=True` it has just begun.

**when(seat, action, dice=[…], draws=[…])** takes one action; the batch runs on to the next real choice. Dice must
suffice and must all be used; draws that are not given take the first card.

**Then**: `then_includes`, `then_not`, `refused(rule, words)`, `awaits(seat, decision)`, `offers`, `offers_not`,
`offers_only`; `.state`, `.side(seat)`, `.at(seat, space)`, `.unit(name)` for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from immutables import Map

from rules.age_of_empires.actions import Decline, MakeMonks, Muster, Recruit, Train
from rules.age_of_empires.data import load
from rules.age_of_empires.data_records import GameData
from rules.age_of_empires.game import SEATS, Game
from rules.age_of_empires.narration import narrate
from rules.age_of_empires.recruiting import recruits
from rules.age_of_empires.ruleset import ruleset
from rules.age_of_empires.sequence import run_on
from rules.age_of_empires.state import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    DISCARD,
    MOVEMENT,
    RESEARCH,
    Building,
    Side,
    State,
    Unit,
    replace,
    with_building,
    with_side,
)
from rules.age_of_empires.unfolding import Unfolding
from rules.chance import Chance, Request
from rules.errors import IllegalAction
from rules.ruleset import Action, Event
from tests.rules.outcomes import Outcome
from tests.rules.outcomes import like as like

__all__ = ["ALLOCATION", "ATTACK", "COLLECTION", "CONSTRUCTION", "DISCARD", "MOVEMENT", "RESEARCH"]

Given = Callable[[Game, State], State]
TOWN_CENTER = "c-3"
_LET_GO = ("retreat", "shield", "conversion", "healing", "firing", "response")
_STEPS = {COLLECTION: "production", ALLOCATION: "making"}


@lru_cache(maxsize=1)
def installed_data() -> GameData:
    """The data of the game."""
    return load(None)


@lru_cache(maxsize=16)
def game_with(options: tuple[tuple[str, str], ...] = ()) -> Game:
    """The game made ready, with these options."""
    usual = {option.name: option.default for option in ruleset.options}
    return ruleset.prepare(installed_data(), "duel", usual | dict(options))


def _side(seat: str, **changes: Any) -> Given:
    return lambda game, state: with_side(state, seat, **changes)


def side(seat: str, **changes: Any) -> Given:
    """Any fields of a seat's side."""
    return _side(seat, **changes)


def civilization(seat: str, name: str) -> Given:
    return _side(seat, civilization=name)


def age(seat: str, number: int) -> Given:
    def change(game: Game, state: State) -> State:
        kept = [card for card in state.sides[seat].cards if game.cards[card].type != "age"]
        ages = [game.ages[each] for each in range(1, number + 1)]
        return with_side(state, seat, age=number, cards=(*ages, *kept))

    return change


def stock(seat: str, food: int = 0, wood: int = 0, stone: int = 0, gold: int = 0) -> Given:
    return _side(seat, food=food, wood=wood, stone=stone, gold=gold)


def city(seat: str, *buildings: str, face_down: bool = False) -> Given:
    """Buildings, each as `card space`, besides those that are there."""

    def change(game: Game, state: State) -> State:
        found = state.sides[seat].city
        for each in buildings:
            card, space = each.split()
            wonder = game.cards[card].type == "wonder"
            part = f"given:{seat}:{space}" if face_down else ""
            found = found.set(space, Building(card, face_down=face_down, part=part, stage=4 if wonder else 0))
        return with_side(state, seat, city=found)

    return change


def razed(seat: str, space: str) -> Given:
    """No building stands there."""
    return lambda game, state: with_side(state, seat, city=state.sides[seat].city.delete(space))


def building(seat: str, space: str, **changes: Any) -> Given:
    """Any fields of a building."""
    return lambda game, state: with_building(state, seat, space, **changes)


def villagers(seat: str, space: str, number: int) -> Given:
    return building(seat, space, villagers=number)


def damage(seat: str, space: str, points: int) -> Given:
    return building(seat, space, damage=points)


def pool(seat: str, number: int) -> Given:
    return _side(seat, pool=number)


def hand(seat: str, *cards: str) -> Given:
    return _side(seat, hand=tuple(sorted(cards)))


def deck(seat: str, *cards: str) -> Given:
    return _side(seat, deck=tuple(sorted(cards)))


def discards(seat: str, *cards: str) -> Given:
    return _side(seat, discards=tuple(sorted(cards)))


def cards(seat: str, *names: str) -> Given:
    """Cards that lie complete in the data area, besides the ages."""
    return lambda game, state: with_side(state, seat, cards=(*state.sides[seat].cards, *names))


def research(seat: str, card: str, left: int) -> Given:
    return lambda game, state: with_side(state, seat, research=state.sides[seat].research.set(card, left))


def unit(seat: str, card: str, soldiers: int, at: str = "", monks: int = 0, **changes: Any) -> Given:
    """A unit: at `second c-1` (a city and a space), or in no man's land. It is called `seat-card-number`."""

    def change(game: Game, state: State) -> State:
        number = 1
        while f"{seat}-{card}-{number}" in state.units:
            number += 1
        where, _, space = at.partition(" ")
        found = Unit(card, seat, where, space, soldiers, monks, **changes)
        return replace(state, units=state.units.set(f"{seat}-{card}-{number}", found))

    return change


def relics(*names: str) -> Given:
    """Relics in no man's land, each as `owner/card`."""
    return lambda game, state: replace(state, land=tuple(sorted(names)))


def sea(which: str = "west") -> Given:
    """The sea is in use and lies on this side."""
    return lambda game, state: replace(state, with_sea=True, sea=which)


def counted(**counts: int) -> Given:
    """What was done in this turn already."""
    return lambda game, state: replace(state, counts=state.counts.update(counts))


def phase(seat: str, which: int, begins: bool = False, turn: int = 5) -> Given:
    """This phase of the seat's turn is going on; `begins`: nothing has been done in it."""

    def change(game: Game, state: State) -> State:
        step = "" if begins else _STEPS.get(which, "")
        return replace(state, active=seat, phase=which, turn=turn, step=step)

    return change


def given(*circumstances: Given, options: dict[str, str] | None = None, dice: Sequence[int] = ()) -> Position:
    """A position, run on to its first choice (with these dice)."""
    game = game_with(tuple(sorted((options or {}).items())))
    usual = Side(
        civilization="britons",
        age=2,
        city=Map({TOWN_CENTER: Building("town-center")}),
        deck=("house",) * 10,
        cards=("dark-age", "feudal-age"),
        # The card that nobody knows keeps the game from being called dead.
        later=Map({"2": (), "3": ("castle",), "4": ("?", "trebuchet")}),
    )
    state = State(starter="first", sides=Map(dict.fromkeys(SEATS, usual)))
    for each in circumstances:
        state = each(game, state)
    return Position(game, state, dice)


class Position(Outcome):
    """A position and everything that was done from it; each method gives the same position back."""

    def __init__(self, game: Game, state: State, dice: Sequence[int]) -> None:
        super().__init__()
        self.game = game
        self.state = state
        chance = _Chance(dice, ())
        unfolding = Unfolding(game, state, chance.chance)
        run_on(unfolding)
        chance.all_used(self)
        self._happen(tuple(unfolding.events))

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.events = events
        for event in events:
            self.log.append(f"      {narrate(self.game, self.state, event)}")
            self.state = ruleset.evolve(self.game, self.state, event)

    def when(
        self, seat: str, action: Action, dice: Sequence[int] = (), draws: Sequence[str] = ()
    ) -> Position:
        """The seat takes an action, with these dice and draws."""
        if self.refusal is not None:
            raise self.failed(f"the action before was refused: {self.refusal}")
        self.log.append(f"{seat}: {action}   [dice {list(dice)}]")
        if isinstance(action, Train | Muster | MakeMonks):
            self.recruits(seat)
        chance = _Chance(dice, draws)
        try:
            events = ruleset.decide(self.game, self.state, seat, action, chance.chance)
        except IllegalAction as refusal:
            self.refusal, self.events = refusal, ()
            self.log.append(f"      refused: {refusal}")
            return self
        self._happen(events)
        chance.all_used(self)
        return self

    def recruits(self, seat: str) -> Position:
        """Says that it recruits, where it can and has not said so."""
        if Recruit() in ruleset.legal(self.game, self.state, seat):
            chance = _Chance((), ())
            self._happen(ruleset.decide(self.game, self.state, seat, Recruit(), chance.chance))
        return self

    def goes_on(self) -> Position:
        """Nobody withdraws, converts, heals, fires or answers with a card, until something else is to be decided; the
        events of all this count as one batch with those before."""
        while self.awaited()[1] in _LET_GO:
            before = self.events
            self.when(self.awaited()[0], Decline())
            self.events = (*before, *self.events)
        return self

    def goes_on_to(self, decision: str) -> Position:
        """As `goes_on`, up to this decision."""
        while self.awaited()[1] in _LET_GO and self.awaited()[1] != decision:
            before = self.events
            self.when(self.awaited()[0], Decline())
            self.events = (*before, *self.events)
        if self.awaited()[1] != decision:
            raise self.failed(f"{decision} should be decided, not {self.awaited()}")
        return self

    def all_awaited(self) -> list[tuple[str, str]]:
        """The seats that are to decide now, and what."""
        return [(each.seat, each.decision) for each in ruleset.awaiting(self.game, self.state)]

    def offered(self) -> tuple[Action, ...]:
        """All that the awaited seat may do now, all that it may recruit with it."""
        awaited = ruleset.awaiting(self.game, self.state)
        if not awaited:
            return ()
        legal = ruleset.legal(self.game, self.state, awaited[0].seat)
        return (*legal, *(recruits(self.game, self.state, awaited[0].seat) if Recruit() in legal else ()))

    def awaited(self) -> tuple[str, str]:
        """The seat that is to decide now, and what; ("", "") if nobody is."""
        awaited = ruleset.awaiting(self.game, self.state)
        return (awaited[0].seat, awaited[0].decision) if awaited else ("", "")

    def side(self, seat: str) -> Side:
        return self.state.sides[seat]

    def at(self, seat: str, space: str) -> Building:
        return self.state.sides[seat].city[space]

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def winners(self) -> tuple[tuple[str, ...], str] | None:
        """Who has won and how; None while the game is on."""
        ended = ruleset.result(self.game, self.state)
        return None if ended is None else (ended.winners, ended.how)


class _Chance:
    """Dice and draws given in advance; a draw that is not given is the first card."""

    def __init__(self, dice: Sequence[int], draws: Sequence[str]) -> None:
        self._dice, self._draws = list(dice), list(draws)
        self.chance = Chance(self._answer, "scripted")

    def _answer(self, request: Request) -> tuple[int | str, ...]:
        if request.kind == "draw":
            return (request.items.index(self._draws.pop(0)) if self._draws else 0,)
        assert len(self._dice) >= request.count, f"{request.purpose} needs {request.count} dice"
        rolled = tuple(self._dice[: request.count])
        del self._dice[: request.count]
        return rolled

    def all_used(self, position: Position) -> None:
        if self._dice or self._draws:
            raise position.failed(f"left over: {self._dice}, {self._draws}")
