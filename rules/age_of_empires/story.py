"""The sentences of a run as they grow: clauses of a seat that say what it does, one after another, and what it pays."""

from __future__ import annotations

from rules.age_of_empires.game import Game
from rules.age_of_empires.phrases import building_at, plural, seat_title
from rules.age_of_empires.state import State
from rules.age_of_empires.tellings_of_units import unit_title
from rules.wording import listed


class Clause:
    """What a seat does several times in a row: a verb, and to what, each with its price."""

    __slots__ = ("costs", "gains", "items", "seat", "verb")

    def __init__(self, seat: str, verb: str) -> None:
        self.seat = seat
        self.verb = verb
        self.items: list[str] = []
        self.costs: list[list[str]] = []
        self.gains: dict[str, int] = {}

    def told(self) -> str:
        """The clause without its subject."""
        if self.verb == "gains":
            return f"gains {listed([f'{amount} {each}' for each, amount in self.gains.items()])}"
        parts = [
            f"{item} ({', '.join(cost)})" if cost else item
            for item, cost in zip(self.items, self.costs, strict=True)
        ]
        if self.verb == "draws":
            known = [part for part in parts if part != "a card"]
            unknown = len(parts) - len(known)
            parts = [*known, *([plural(unknown, "card")] if unknown else [])]
        return f"{self.verb} {listed(parts)}".strip()


class Story:
    """The sentences of a run as far as they are told; the state goes on with every event."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.sentences: list[str] = []
        self._clauses: list[Clause] = []
        self._price: list[str] = []
        self._about = ""
        self.target = ""
        """What an attack is on, until it is said who attacks."""

    def who(self, seat: str) -> str:
        """A seat by its title."""
        return seat_title(self.game, self.state, seat)

    def place(self, city: str, space: str) -> str:
        """A building by its title and space, or no man's land."""
        return building_at(self.game, self.state, city, space) if city else "no man's land"

    def unit(self, name: str) -> str:
        """A unit with the tokens that it has."""
        unit = self.state.units.get(name)
        if unit is None:
            return name
        monks = f" and {plural(unit.monks, 'monk')}" if unit.monks else ""
        return f"{unit_title(self.game, self.state, name)} ({plural(unit.soldiers, 'soldier')}{monks})"

    def price(self, *parts: str) -> None:
        """What is paid for that which is told next."""
        self._price += parts

    def does(self, seat: str, verb: str, what: str = "") -> None:
        """A seat does something; the same once more stands in one clause with it."""
        last = self._clauses[-1] if self._clauses else None
        if last is None or (last.seat, last.verb) != (seat, verb):
            last = Clause(seat, verb)
            self._clauses.append(last)
        last.items.append(what)
        last.costs.append(self._price)
        self._price = []

    def gains(self, seat: str, resource: str, amount: int) -> None:
        """A seat gains a resource; all that it gains in a row is added up."""
        last = self._clauses[-1] if self._clauses else None
        if last is None or (last.seat, last.verb) != (seat, "gains"):
            last = Clause(seat, "gains")
            self._clauses.append(last)
        last.gains[resource] = last.gains.get(resource, 0) + amount

    def moves(self, seat: str, unit: str, to: str) -> None:
        """A unit takes a step; one step after another is one move."""
        last = self._clauses[-1] if self._clauses else None
        if (
            last is not None
            and (last.seat, last.verb) == (seat, "moves")
            and last.items[-1].startswith(f"{unit} to ")
        ):
            last.items[-1] += f" and on to {to}"
        else:
            self.does(seat, "moves", f"{unit} to {to}")

    def explains(self, verbs: tuple[str, ...], part: str) -> bool:
        """Puts something more into the brackets after what was done last with one of these verbs."""
        for clause in reversed(self._clauses):
            if clause.verb in verbs:
                clause.costs[-1].append(part)
                return True
        return False

    def adds(self, about: str, more: str) -> bool:
        """Goes on with the last sentence, if it is about this."""
        if self._about != about or self._clauses:
            return False
        self.sentences[-1] += more
        return True

    def says(self, sentence: str, about: str = "") -> None:
        """A sentence of its own; what it is `about` may be gone on with."""
        self.close()
        self._about = about
        self.sentences.append(sentence[:1].upper() + sentence[1:])

    def close(self) -> None:
        """Makes sentences of the clauses so far, one a seat."""
        while self._clauses:
            seat = self._clauses[0].seat
            own: list[str] = []
            while self._clauses and self._clauses[0].seat == seat:
                own.append(self._clauses.pop(0).told())
            self.sentences.append(f"{self.who(seat)} {'; '.join(own)}")
