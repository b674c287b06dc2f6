"""CU that are lost (12.3, 12.4.5, 13.2), and which of them are citizen militia (17.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, with_force
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Casualties
from rules.sword_of_rome.state import State, changed
from rules.sword_of_rome.unfolding import Unfolding


def lose_units(
    unfolding: Unfolding, power: str, space: str, cu: int, rule: str, *, inside_first: bool = False
) -> None:
    """CU of a power in a space are lost; those outside first, but in a sortie. Ordinary CU go before the militia,
    unless the owner says otherwise afterwards (17.1)."""
    own = force(unfolding.state, space, power)
    if own is None:
        return
    cu = min(cu, own.cu + own.inside)
    if not cu:
        return
    inside = min(cu, own.inside) if inside_first else max(cu - own.cu, 0)
    militia = max(cu - (own.cu + own.inside - own.militia), 0)
    unfolding.happen(events.UnitsLost(power, space, cu, rule, inside, militia))
    ordinary, left = cu - militia, own.militia - militia
    if ordinary and left:
        unfolding.happen(events.CasualtiesOpen(power, space, min(ordinary, left)))


# 17.1-b: which CU are lost


def settle(unfolding: Unfolding) -> bool:
    """Asks the owner which of the CU just lost were militia; whether it began to."""
    if any(isinstance(each, Casualties) for each in unfolding.state.stack):
        return False
    power, space, cu = unfolding.state.casualties[0]
    unfolding.begin(Casualties(decider(unfolding.game, unfolding.state, power), power, space, cu))
    return True


def _most(state: State, casualties: Casualties) -> int:
    own = force(state, casualties.space, casualties.power)
    return 0 if own is None else min(casualties.cu, own.militia)


def _asks(game: Game, state: State, casualties: Casualties) -> Decision | None:
    if not _most(state, casualties):
        return None
    return Decision(casualties.seat, "casualties", casualties.power)


def _options(game: Game, state: State, casualties: Casualties, now: Decision) -> Iterator[Action]:
    for cu in range(_most(state, casualties) + 1):
        yield actions.GiveUpMilitia(cu)


def _refuse(
    game: Game, state: State, casualties: Casualties, now: Decision, action: Action
) -> Refusal | None:
    most = _most(state, casualties)
    if isinstance(action, actions.GiveUpMilitia) and 0 <= action.cu <= most:
        return None
    return "17.1", f"of the CU lost in {game.title(casualties.space)} 0 to {most} can be citizen militia"


def _act(unfolding: Unfolding, casualties: Casualties, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.GiveUpMilitia)
    unfolding.happen(events.CasualtiesNamed(casualties.power, casualties.space, action.cu))
    unfolding.finish()


def _go_on(unfolding: Unfolding, casualties: Casualties) -> None:
    unfolding.happen(events.CasualtiesNamed(casualties.power, casualties.space, 0))
    unfolding.finish()


# What the events do


def _open(_: Game, state: State, event: events.CasualtiesOpen) -> State:
    return changed(state, casualties=(*state.casualties, (event.power, event.space, event.cu)))


def _named(_: Game, state: State, event: events.CasualtiesNamed) -> State:
    state = changed(state, casualties=state.casualties[1:])
    own = force(state, event.space, event.power)
    if own is None:
        return state
    return with_force(state, event.space, event.power, militia=max(own.militia - event.militia, 0))


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.CasualtiesOpen: _open,
    events.CasualtiesNamed: _named,
}
