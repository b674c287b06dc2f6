"""The price of Greek leaders in loyalty (8.2.3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import controlled
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.loyalty import lower_loyalty
from rules.sword_of_rome.powers import GREECE
from rules.sword_of_rome.procedures import Penalties
from rules.sword_of_rome.state import GONE, State, on_top
from rules.sword_of_rome.unfolding import Unfolding


def begin(unfolding: Unfolding, seat: str) -> None:
    """After their reinforcements the Greeks keep or dismiss each named leader on the map."""
    game, state = unfolding.game, unfolding.state
    on_map = tuple(
        leader
        for leader in sorted(game.leaders)
        if game.leaders[leader].power == GREECE
        and game.leaders[leader].penalty
        and state.leaders.get(leader, "") in game.spaces
    )
    if on_map:
        relief = game.markers["tyrants-treasury"].value if "tyrants-treasury" in state.markers else 0
        unfolding.begin(Penalties(seat, on_map, relief))


def _loyalty(state: State, power: str) -> int:
    return sum(state.loyalty[space] for space in controlled(state, power) if space in state.loyalty)


def _price(game: Game, penalties: Penalties, leader: str) -> int:
    return max(game.leaders[leader].penalty - penalties.relief, 0)


def _asks(game: Game, state: State, penalties: Penalties) -> Decision | None:
    if penalties.owed and _loyalty(state, GREECE):
        return Decision(penalties.seat, "penalty", GREECE)
    return Decision(penalties.seat, "keep", GREECE) if penalties.leaders and not penalties.owed else None


def _options(game: Game, state: State, penalties: Penalties, now: Decision) -> Iterator[Action]:
    if now.kind == "penalty":
        for space in controlled(state, GREECE):
            if space in state.loyalty:
                yield actions.Spend("lower", space)
        return
    leader = penalties.leaders[0]
    if _price(game, penalties, leader) <= _loyalty(state, GREECE):
        yield actions.Keep(leader)
    yield actions.Dismiss(leader)


def _refuse(game: Game, state: State, penalties: Penalties, now: Decision, action: Action) -> Refusal | None:
    if action in _options(game, state, penalties, now):
        return None
    if now.kind == "penalty":
        return "8.2.3", "the loyalty of a Greek walled city is to be lowered"
    if isinstance(action, (actions.Keep, actions.Dismiss)) and action.leader not in penalties.leaders[:1]:
        return "8.2.3", f"{game.title(penalties.leaders[0])} comes first"
    return "8.2.3", f"keep {game.title(penalties.leaders[0])} and pay for him in loyalty, or dismiss him"


def _act(unfolding: Unfolding, penalties: Penalties, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Spend):
        unfolding.happen(events.SupportSpent(GREECE, "lower", action.space))
        lower_loyalty(unfolding, action.space, "8.2.3")
    elif isinstance(action, actions.Keep):
        unfolding.happen(events.PenaltyDecided(action.leader, kept=True))
    elif isinstance(action, actions.Dismiss):
        unfolding.happen(events.PenaltyDecided(action.leader, kept=False))
        unfolding.happen(events.LeaderGone(action.leader, GONE, "8.2.3"))


def _go_on(unfolding: Unfolding, penalties: Penalties) -> None:
    unfolding.finish()


# What the events do


def _decided(game: Game, state: State, event: events.PenaltyDecided) -> State:
    penalties = state.stack[-1]
    if not isinstance(penalties, Penalties):
        return state
    price = game.leaders[event.leader].penalty if event.kept else 0
    relief = max(penalties.relief - price, 0)
    owed = max(price - penalties.relief, 0)
    return on_top(state, leaders=penalties.leaders[1:], relief=relief, owed=owed)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {events.PenaltyDecided: _decided}
