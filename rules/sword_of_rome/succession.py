"""Who takes command in a battle whose commander is gone before the roll (12.2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, is_minor
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Battle, Succession
from rules.sword_of_rome.state import State
from rules.sword_of_rome.strength import ATTACKER, side_of
from rules.sword_of_rome.unfolding import Unfolding


def replace_commander(unfolding: Unfolding, battle: Battle, side: str) -> None:
    """A subordinate takes over; of several the owner picks one; with none the army fights with T 0 (12.2.4-a)."""
    found = candidates(unfolding.game, unfolding.state, battle, side)
    if len(found) < 2:
        unfolding.happen(events.CommanderLost(side, found[0] if found else ""))
        return
    power = side_of(battle, side).power
    seat = decider(unfolding.game, unfolding.state, power)
    unfolding.begin(Succession(seat, power, battle.space, side))


def candidates(game: Game, state: State, battle: Battle, side: str) -> tuple[str, ...]:
    """The leaders in the battle who can command now: named ones, if there are any (8.2.1-d); minor ones are alike."""
    own = force(state, battle.space, side_of(battle, side).power)
    if own is None:
        return ()
    attacks = side == ATTACKER
    leaders = () if attacks and battle.sortie else own.leaders
    if attacks and (battle.sortie or battle.relief):
        leaders = (*leaders, *own.shut)
    named = tuple(each for each in leaders if not is_minor(game, each))
    return named or leaders[:1]


def _battle(state: State) -> Battle:
    battle = next(each for each in reversed(state.stack) if isinstance(each, Battle))
    assert isinstance(battle, Battle)
    return battle


def _asks(game: Game, state: State, succession: Succession) -> Decision | None:
    return Decision(succession.seat, "succession", succession.power)


def _options(game: Game, state: State, succession: Succession, now: Decision) -> Iterator[Action]:
    for leader in candidates(game, state, _battle(state), succession.side):
        yield actions.Appoint(leader)


def _refuse(
    game: Game, state: State, succession: Succession, now: Decision, action: Action
) -> Refusal | None:
    found = candidates(game, state, _battle(state), succession.side)
    if isinstance(action, actions.Appoint) and action.leader in found:
        return None
    return "12.2.4", f"one of these takes command: {', '.join(game.title(each) for each in found)}"


def _act(unfolding: Unfolding, succession: Succession, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Appoint)
    unfolding.finish()
    unfolding.happen(events.CommanderAppointed(action.leader, succession.space))
    unfolding.happen(events.CommanderLost(succession.side, action.leader))


def _go_on(unfolding: Unfolding, succession: Succession) -> None:
    unfolding.finish()


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
