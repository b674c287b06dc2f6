"""A course of play for tests of cards: everything but the card takes the plainest way.

`Course(given(…), dice)` goes on from a position. `do(seat, action)` takes one action with as many of the dice as it
needs; `play(card)` goes on by plain choices until the owner of the card may play its event, and plays it;
`go_on(*decisions)` goes on by plain choices up to one of these
decisions; `happened` is all that has happened since the position.

The plain choices: nobody reacts, responds, bribes, avoids or goes within walls; battles are fought; who must retreat
goes where the list begins; support is not spent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from rules.chance import Chance, scripted
from rules.errors import ChanceNeeded, IllegalAction
from rules.ruleset import Action, Event
from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.actions import Activate, End, Fight, Pass, Play, Refuse, RollSiege, Step
from rules.sword_of_rome.procedure import Modifier
from tests.rules.sword_of_rome.harness import Given, Position, army, control, given, hand, impulse, siege

E = TypeVar("E", bound=Event)

PLAIN: dict[str, Action] = {
    "shelter": End(),
    "react": End(),
    "respond": Pass(),
    "desperate": Pass(),
    "bribe": Pass(),
    "decline": Fight(),
    "flank": Fight(),
    "consent": Refuse(),
    "relief": Refuse(),
    "retreat-inside": End(),
    "support": End(),
}
OPS = {"rome": "r-30", "greece": "g-22", "gauls": "a-37", "etruria-samnium": "e-29"}
"""A card of 3 Ops of each seat that answers nothing."""


class Course:
    """A position, the dice that are still to fall, and what has happened."""

    def __init__(self, position: Position, dice: Sequence[int] = ()) -> None:
        self.position = position
        self.dice = list(dice)
        self.happened: list[Event] = []

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def decision(self) -> str:
        """What is to be decided now, "" if nothing is."""
        awaited = ruleset.awaiting(self.position.game, self.state)
        return awaited[0].decision if awaited else ""

    def do(self, seat: str, action: Action, draws: Sequence[str] = ()) -> Course:
        """Takes one action with as many of the dice as its batch needs."""
        count = len(self.dice)
        for few in range(len(self.dice) + 1):
            chance = Chance(scripted(self.dice[:few], draws), "scripted")
            try:
                ruleset.decide(self.position.game, self.state, seat, action, chance)
            except ChanceNeeded:
                continue
            count = few
            break
        self.position.when(seat, action, self.dice[:count], draws)
        assert self.position.refusal is None, self.position.refusal
        del self.dice[:count]
        self.happened += self.position.events
        return self

    def enter(self, space: str) -> Course:
        """The army on the march goes to a space next, when all responses to its activation are over."""
        self.go_on("march")
        return self.do(self.position.seat(), Step(space))

    def go_on(self, *decisions: str) -> Course:
        """Goes on by plain choices up to one of these decisions, or to one that has no plain choice."""
        while self.decision and self.decision not in decisions:
            action = self.plain()
            if action is None:
                return self
            self.do(self.position.seat(), action)
        return self

    def play(self, card: str) -> Course:
        """Goes on by plain choices until the owner may play the card's event, and plays it."""
        self.until(card)
        return self.do(self.position.seat(), Play(card, "event"))

    def until(self, card: str) -> Course:
        """Goes on by plain choices until the owner may play the card's event."""
        seat = self.position.game.cards[card].deck
        play = Play(card, "event")
        while self.position.seat() != seat or play not in self.position.offered():
            action = self.plain()
            assert action is not None, (
                f"{card} could not be played: {self.position.seat()} decides {self.decision}"
            )
            self.do(self.position.seat(), action)
        return self

    def never_offers(self, card: str) -> Course:
        """Goes on by plain choices as far as they lead; the card's event is never offered on the way."""
        while self.decision:
            assert Play(card, "event") not in self.position.offered()
            action = self.plain()
            if action is None or (self.decision == "respond" and not self.can(action)):
                return self
            if not self.can(action):
                return self
            self.do(self.position.seat(), action)
        return self

    def can(self, action: Action) -> bool:
        """Whether the awaited seat may take the action, and the dice suffice for its batch."""
        chance = Chance(scripted(self.dice), "scripted")
        try:
            ruleset.decide(self.position.game, self.state, self.position.seat(), action, chance)
        except (ChanceNeeded, IllegalAction):
            return False
        return True

    def plain(self) -> Action | None:
        """The plain choice of the awaited seat, None where there is none."""
        if self.decision == "retreat":
            return self.position.offered()[0]
        return PLAIN.get(self.decision)

    # What happened

    def all(self, kind: type[E]) -> Iterator[E]:
        """The events of a type that have happened."""
        return (event for event in self.happened if isinstance(event, kind))

    def one(self, kind: type[E]) -> E:
        """The last event of a type."""
        found = list(self.all(kind))
        assert found, f"no {kind.__name__} happened"
        return found[-1]

    def modifier(self, side: str, card: str) -> int:
        """What a card adds to the battle roll of a side."""
        rolled = self.one(events.BattleRolled)
        modifiers: tuple[Modifier, ...] = getattr(rolled, f"{side}_modifiers")
        title = self.position.game.title(card)
        return sum(each.value for each in modifiers if each.why == title)


def seat_of(power: str) -> str:
    """The seat of a power, "" for one that nobody owns."""
    return "etruria-samnium" if power in ("etruscans", "samnites") else power


def marching(
    leader: str, power: str, space: str, cu: int, *circumstances: Given, card: str = "", ops: str = ""
) -> Course:
    """An army that was activated with a card of 3 Ops; the card that is tested is in its owner's hand."""
    seat = seat_of(power)
    hands: dict[str, list[str]] = {seat: [ops or OPS[seat]]}
    if card:
        owner = {"r": "rome", "g": "greece", "a": "gauls", "e": "etruria-samnium"}[card[0]]
        hands.setdefault(owner, []).append(card)
    position = given(
        army(power, space, cu, leader),
        *circumstances,
        *(hand(owner, *cards) for owner, cards in hands.items()),
        impulse(seat),
    )
    course = Course(position)
    course.do(seat, Play(ops or OPS[seat], "ops"))
    return course.do(seat, Activate(leader))


LEVEL = (3, 3, 3)
"""Dice that cost nobody anything."""


def battle(
    attacker: tuple[str, str, int, str],
    defender: tuple[str, str, int, str],
    *circumstances: Given,
    card: str,
    dice: Sequence[int] = (*LEVEL, *LEVEL),
    played: bool = True,
) -> Course:
    """A march into an enemy army (power, space, CU, leader), and the card played in the battle; "": none."""
    power, origin, cu, leader = attacker
    enemy, space, count, commander = defender
    course = marching(
        leader, power, origin, cu, army(enemy, space, count, commander), *circumstances, card=card
    )
    course.go_on("march")
    course.dice = list(dice)
    course.do(seat_of(power), Step(space))
    if not card:
        return course.go_on("support", "impulse", "march")
    return course.play(card) if played else course.never_offers(card)


def siege_roll(
    leader: str,
    power: str,
    space: str,
    *circumstances: Given,
    card: str,
    dice: Sequence[int],
    holder: str = "",
    cu: int = 5,
    played: bool = True,
) -> Course:
    """A siege roll of an army that besieges a city, and the card played before it."""
    held = (control(space, holder),) if holder else ()
    course = marching(leader, power, space, cu, *held, siege(space, power, 0), *circumstances, card=card)
    course.go_on("march")
    course.dice = list(dice)
    course.do(seat_of(power), RollSiege(space))
    if not played:
        return course.never_offers(card)
    course.play(card)
    return course.go_on("march", "impulse")


def own_play(card: str, *circumstances: Given, dice: Sequence[int] = (), **fields: Any) -> Course:
    """The event of a card played in the own impulse."""
    owner = {"r": "rome", "g": "greece", "a": "gauls", "e": "etruria-samnium"}[card[0]]
    position = given(*circumstances, hand(owner, card), impulse(owner), **fields)
    return Course(position, dice).play(card)


def refused_play(card: str, *circumstances: Given, rule: str = "7.1", **fields: Any) -> None:
    """The event of a card may not be played in the own impulse."""
    owner = {"r": "rome", "g": "greece", "a": "gauls", "e": "etruria-samnium"}[card[0]]
    position = given(*circumstances, hand(owner, card), impulse(owner), **fields)
    position.offers_not(Play(card, "event"))
    position.when(owner, Play(card, "event")).refused(rule)
