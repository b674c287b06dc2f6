"""Given a position, when somebody acts, then events and a position: how the tests of Hellenes are written.

now = position({"a14": "hellespont"}, season="winter", step="winter/athens")
now = now.act("athens", Quarter("a14", "abydos"))
assert now.at("a14") == "abydos"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
import pytest
from immutables import Map

from rules.chance import Chance, scripted
from rules.errors import IllegalAction
from rules.hellenes import sequence
from rules.hellenes.data import load
from rules.hellenes.data_records import GameData
from rules.hellenes.evolution_of_forces import counted
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.ruleset import ruleset
from rules.hellenes.state import Standing, State, changed
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action, Event

E = TypeVar("E", bound=Event)

installed_data: Callable[[], GameData] = lru_cache(maxsize=1)(load)


@lru_cache(maxsize=8)
def game_of(scenario: str) -> Game:
    """A scenario made ready."""
    return ruleset.prepare(installed_data(), scenario, {})


class Position(msgspec.Struct, frozen=True):
    """A game in a state, and the events that led there from the position before."""

    game: Game
    state: State
    events: tuple[Event, ...] = ()
    replaced: tuple[int | None, ...] = ()

    def act(
        self, seat: str, action: Action, *, dice: Iterable[int] = (), draws: Iterable[str] = ()
    ) -> Position:
        """The position after the action; all dice and draws given must be used."""
        source = scripted(tuple(dice), tuple(draws))
        chance = Chance(source, "scripted")
        events = ruleset.decide(self.game, self.state, seat, action, chance)
        left = source.unused()  # type: ignore[attr-defined]
        assert left == ((), ()), f"not asked for: {left}"
        state = self.state
        for event in events:
            state = ruleset.evolve(self.game, state, event)
        return Position(self.game, state, events, tuple(each.replaces for each in chance.outcomes))

    def refused(self, seat: str, action: Action) -> str:
        """The rule that forbids the action."""
        assert action not in self.legal(seat)
        with pytest.raises(IllegalAction) as refusal:
            ruleset.decide(self.game, self.state, seat, action, Chance(scripted(), "scripted"))
        assert refusal.value.reason
        return refusal.value.rule

    def legal(self, seat: str) -> tuple[Action, ...]:
        """What the seat may do."""
        return ruleset.legal(self.game, self.state, seat)

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """Who is asked, and what."""
        return tuple((each.seat, each.decision) for each in ruleset.awaiting(self.game, self.state))

    def seen(self, *seats: str) -> State:
        """The state as these seats see it."""
        return ruleset.view(self.game, self.state, seats)

    def all(self, kind: type[E]) -> list[E]:
        """The last events of a type."""
        return [event for event in self.events if isinstance(event, kind)]

    def at(self, name: str) -> str:
        """Where a block is; nothing if it is off the map."""
        standing = self.state.blocks.get(name)
        return standing.place if standing is not None else ""

    def steps(self, name: str) -> int:
        """The steps of a block; 0 if it is off the map."""
        standing = self.state.blocks.get(name)
        return standing.steps if standing is not None else 0

    @property
    def top(self) -> Any:
        """The innermost thing that has begun."""
        return self.state.stack[-1]

    @property
    def ending(self) -> tuple[tuple[str, ...], str] | None:
        """Who has won, and how."""
        end = self.state.ending
        return None if end is None else (end.winners, end.how)

    def with_(self, **fields: Any) -> Position:
        """The position with other fields of the state."""
        return Position(self.game, changed(self.state, **fields))


def position(
    blocks: Mapping[str, Any],
    *,
    scenario: str = "431",
    season: str = "spring",
    step: str = "actions/athens",
    agenda: tuple[str, ...] | None = None,
    actions: int = 3,
    year: int | None = None,
    control: Mapping[str, str] | None = None,
    sacrifices: Iterable[str] = (),
    established: Iterable[str] = (),
    dice: Iterable[int] = (),
    **fields: Any,
) -> Position:
    """A position of a scenario in which only these blocks are on the map; it runs on to the first choice.

    A block stands in a place, or (place, steps), or (place, steps, "inside") for within the walls.

    Cities are controlled by their loyalty, where `control` does not say otherwise ("" for nobody); the
    year is the scenario's second.
    """
    game = game_of(scenario)
    held: dict[str, Any] = {
        name: each.loyalty for name, each in game.provinces.items() if each.city and each.loyalty in SEATS
    }
    held |= dict(control or {})
    field: Map[str, int] = Map()
    walled: Map[str, int] = Map()
    standing: Map[str, Standing] = Map()
    for name, spot in blocks.items():
        place, steps, inside = (spot, 0, "") if isinstance(spot, str) else (*spot, "")[:3]
        standing = standing.set(name, Standing(place, steps or game.blocks[name].steps, bool(inside)))
        if inside:
            walled = counted(walled, place, 1)
        else:
            field = counted(field, game.key[game.side(name)][place], 1)
    side = step.partition("/")[2]
    year = year or game.scenario.first_year - 1
    given = frozenset(sacrifices)
    spare = {
        each: game.numbers["garrison-blocks"] - sum(1 for god in given if god.startswith(each))
        for each in SEATS
    }
    values: dict[str, Any] = {
        "year": year,
        "turn": 1 + game.scenario.first_year - year,
        "season": season,
        "step": step,
        "active": side,
        "first": side or "sparta",
        "agenda": agenda if agenda is not None else rest(step),
        "actions": actions,
        "control": Map({place: whose for place, whose in held.items() if whose}),
        "field": field,
        "walled": walled,
        "blocks": standing,
        "sacrifices": given,
        "garrisons": Map(spare),
        "established": frozenset(established),
        "sieges": frozenset(),
        "hands": Map(dict.fromkeys(SEATS, ())),
        "at_war": not game.scenario.first_expedition,
        "gela": not game.scenario.first_expedition,
        "resumed": game.scenario.war_resumed,
        "peace": game.scenario.peace,
    }
    state = changed(State(), **(values | fields))
    return run_on(game, state, dice, established)


def run_on(game: Game, state: State, dice: Iterable[int] = (), established: Iterable[str] = ()) -> Position:
    """The position up to the first choice; sieges that stand are begun, and established where that is said."""
    source = scripted(tuple(dice))
    unfolding = Unfolding(game, state, Chance(source, "scripted"))
    sequence.run_on(unfolding)
    assert source.unused() == ((), ())  # type: ignore[attr-defined]
    return Position(
        game,
        changed(unfolding.state, established=frozenset(established) | unfolding.state.established),
        tuple(unfolding.events),
    )


def rest(step: str) -> tuple[str, ...]:
    """What follows a step in its player turn, and the other side's actions after it; in Winter all up to the end of the
    fights, and Winter actions again, at which it stops."""
    word, _, side = step.partition("/")
    if not side:
        return ()
    other = OTHER[side]
    if word in ("winter", "disband"):
        steps = [f"disband/{side}", f"winter/{other}", f"disband/{other}"]
        steps += [f"breaking/{side}", f"breaking/{other}", f"shelter/{side}", f"shelter/{other}"]
        steps += [f"siege/{side}", f"siege/{other}", f"winter/{side}"]
        return tuple(steps[steps.index("disband/" + side) + (word == "disband") :])
    part = ["open", "event", "actions", "combat", "siege", "close"]
    after = part[part.index(word) + 1 :] if word in part else []
    return (*(f"{each}/{side}" for each in after if each not in ("event", "actions")), f"actions/{other}")


def finish(now: Position, seat: str, action: Action, *, dice: Iterable[int] = ()) -> Position:
    """Acts, and keeps the events of the position before as well."""
    after = now.act(seat, action, dice=dice)
    return Position(after.game, after.state, (*now.events, *after.events), after.replaced)
