"""Gaining and losing support, one point at a time (7.3, 12.5, 14.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import (
    convertible,
    free_of_enemies,
    heir,
    homes,
    is_plain,
    is_walled,
    make_independent,
    most_loyal,
    raids,
    take_control,
)
from rules.sword_of_rome.forces import units
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.loyalty import lower_loyalty
from rules.sword_of_rome.plunder import take_plunder
from rules.sword_of_rome.powers import ROME, allied
from rules.sword_of_rome.procedures import Penalties, Support
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import INDEPENDENT, State, change_found, find, on_top
from rules.sword_of_rome.unfolding import Unfolding

RAISE, CONVERT, REGAIN, TAKE = "raise", "convert", "regain", "take"
CLAIM, FOUND = "claim", "found"
LOWER, REMOVE, PLUNDER = "lower", "remove", "plunder"
GAINING = (RAISE, CONVERT)
LOSING = (REMOVE, LOWER)


def ways(support: Support) -> tuple[str, ...]:
    """How points may be spent: for oneself (7.3.1), after a victory (7.3.4), as an own loss (7.3.2) or by an event
    against others (7.3.3)."""
    if support.mode == "gain":
        return GAINING
    if support.mode == "victory":
        return (RAISE, CONVERT, REGAIN, TAKE, REMOVE, LOWER, PLUNDER)
    return _BY_MODE.get(support.mode, LOSING)


_BY_MODE = {"restore": (REGAIN,), "claim": (CLAIM,), "found": (FOUND,)}
"""Ways that only events open."""


def refuse_spending(game: Game, state: State, support: Support, how: str, space: str) -> Refusal | None:
    """Why a point may not be spent so, or None."""
    if how not in ways(support):
        return "7.3", f"points are not spent to {how} here"
    power = support.power
    if how == PLUNDER:
        if not raids(game, power):
            return "14.5", f"{game.title(power)} take no plunder"
        if space:
            return "14.5", "plunder markers go on the track, not on a space"
        return None
    if space not in game.spaces:
        return "7.3", f"there is no space {space}"
    if space not in state.control or game.spaces[space].kind == "box":
        return "7.3", f"{game.title(space)} has nothing to do with support"
    if support.within and space not in support.within:
        return "7.1", f"{game.title(space)} is not one of the spaces that {support.why or 'the card'} names"
    title, holder = game.title(space), state.control[space]
    if game.spaces[space].kind == "tribal" and space not in state.subjugated:
        return "7.3", f"{title} is a tribe, and tribes neither gain nor lose support"
    if how == RAISE:
        return _refuse_raise(game, state, power, space)
    if how == CONVERT:
        if is_walled(state, space):
            return "2.2", f"{title} is a walled city and changes hands by siege"
        if holder == power:
            return "7.3.1", f"{title} is your own already"
        if holder != INDEPENDENT and allied(game, state, power, holder):
            return "15.2", f"{title} belongs to an ally"
        if not units(state, space, power):
            return "7.3.1", f"you have no CU in {title}"
        if not convertible(game, state, power, space):
            return "17", f"{title} can never be converted"
        return None
    if how == CLAIM:
        if holder == power:
            return "7.3.1", f"{title} is your own already"
        if allied(game, state, power, holder) or heir(game, state, power, space) != power:
            return "15.2", f"{title} belongs to an ally, or is an ally's home space"
        return None
    if how == FOUND:
        if holder != power or not is_plain(game, state, space):
            return "7.2.1", f"{title} is no PC of {game.title(power)}"
        return None
    if how == REGAIN:
        if game.spaces[space].home != power:
            return "7.3.4", f"{title} is no home space of {game.title(power)}"
        if holder != INDEPENDENT:
            return "7.3.4", f"{title} is not independent"
        if not free_of_enemies(game, state, power, space):
            return "7.3.4", f"enemy CU stand in {title}"
        return None
    if holder not in support.target:
        whose = ", ".join(game.title(each) for each in support.target)
        return "7.3.4" if support.mode == "victory" else "7.3.3", f"{title} is not controlled by {whose}"
    if (holder, 0) in support.limits:
        return "7.1", f"no more support of {game.title(holder)} may be lowered now, by an event"
    if how == TAKE:
        return _refuse_take(game, state, support, space)
    own = support.mode == "lose"
    if how == REMOVE:
        if not is_plain(game, state, space):
            return "7.3.2", f"{title} has no PC marker to be removed"
        if not own and units(state, space, holder):  # 7.3.3-b
            return "7.3.3", f"{title} is held by CU of {game.title(holder)}: its PC cannot be removed"
        return None
    if not is_walled(state, space):
        return "7.3.2", f"{title} is no walled city and has no loyalty"
    if not own and state.loyalty[space] - 1 < units(state, space, holder):  # 7.3.3-c
        return (
            "7.3.3",
            f"the loyalty of {title} cannot fall below the {units(state, space, holder)} CU in it",
        )
    return None


def _refuse_raise(game: Game, state: State, power: str, space: str) -> Refusal | None:
    title = game.title(space)
    if not is_walled(state, space):
        return "7.3.1", f"{title} is no walled city and has no loyalty"
    if state.control[space] != power:
        return "7.3.1", f"{title} is not controlled by {game.title(power)}"
    if space in state.sieges:
        return "13.3", f"{title} is besieged: its loyalty cannot rise"
    if state.loyalty[space] >= most_loyal(game, power):
        return "7.3.1", f"the loyalty of {title} is {state.loyalty[space]} and cannot be higher"
    return None


def _refuse_take(game: Game, state: State, support: Support, space: str) -> Refusal | None:
    title, holder = game.title(space), state.control[space]
    if units(state, space, holder):
        return "7.3.4", f"CU of {game.title(holder)} stand in {title}"
    if not free_of_enemies(game, state, support.power, space):
        return "7.3.4", f"enemy CU stand in {title}"
    if is_walled(state, space):
        if state.loyalty[space] != 1:
            return "7.3.4", f"only a city of loyalty 1 changes hands, and {title} has {state.loyalty[space]}"
    elif not is_plain(game, state, space):
        return "17", f"{title} can never be converted"
    if not any(near in support.held for near in game.links[space]):
        return (
            "7.3.4",
            f"{title} is next to no space that {game.title(support.power)} held when the battle began",
        )
    if heir(game, state, support.power, space) != support.power:  # 15.2-h
        return "15.2", f"{title} is a home space of an ally"
    return None


def spendings(game: Game, state: State, support: Support) -> Iterator[actions.Spend]:
    """How the next point may be spent."""
    if not support.points:
        return
    seen = ways(support)
    control = state.control
    if support.within:
        places = support.within
    else:
        places = tuple(sorted(control))
    power, targets = support.power, support.target
    home = frozenset(homes(game, power)) if REGAIN in seen else frozenset()
    for space in places:
        if space not in control:
            continue
        holder = control[space]
        if holder == power:
            if RAISE in seen and space in state.loyalty and _refuse_raise(game, state, power, space) is None:
                yield actions.Spend(RAISE, space)
        elif (
            CONVERT in seen
            and space in state.forces
            and refuse_spending(game, state, support, CONVERT, space) is None
        ):
            yield actions.Spend(CONVERT, space)
        for special in (CLAIM, FOUND):
            if special in seen and refuse_spending(game, state, support, special, space) is None:
                yield actions.Spend(special, space)
        if space in home and refuse_spending(game, state, support, REGAIN, space) is None:
            yield actions.Spend(REGAIN, space)
        if holder in targets:
            for how in (TAKE, REMOVE, LOWER):
                if how in seen and refuse_spending(game, state, support, how, space) is None:
                    yield actions.Spend(how, space)
    if PLUNDER in seen and raids(game, power):
        yield actions.Spend(PLUNDER, "")


def possible(game: Game, state: State, support: Support) -> bool:
    """Whether a point can be spent at all."""
    return next(spendings(game, state, support), None) is not None


def compulsory(support: Support) -> bool:
    """Whether the points must be spent: losses must be taken, gains need not (12.5)."""
    return support.mode in LOSS_MODES


LOSS_MODES = ("lose",)


def _asks(game: Game, state: State, support: Support) -> Decision | None:
    if support.stage == "" and support.mode in ("victory", "lower"):
        return None
    if support.points and possible(game, state, support):
        return Decision(support.seat, "support", support.power)
    return None


def _options(game: Game, state: State, support: Support, now: Decision) -> Iterator[Action]:
    yield from spendings(game, state, support)
    if not compulsory(support):
        yield actions.End()


def _refuse(game: Game, state: State, support: Support, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Spend):
        return refuse_spending(game, state, support, action.how, action.space)
    if isinstance(action, actions.End):
        if compulsory(support):
            return "7.3.2", f"{support.points} more support must be given up"
        return None
    return "7.3", "the support points are spent first"


def _act(unfolding: Unfolding, support: Support, now: Decision, action: Action) -> None:
    if isinstance(action, actions.End):
        unfolding.finish()
        return
    assert isinstance(action, actions.Spend)
    spend(unfolding, support, action.how, action.space)


def spend(unfolding: Unfolding, support: Support, how: str, space: str) -> None:
    """Spends one point."""
    game, power = unfolding.game, support.power
    rule = {"gain": "7.3.1", "victory": "7.3.4", "lose": "7.3.2"}.get(support.mode, "7.3.3")
    unfolding.happen(events.SupportSpent(power, how, space))
    state = unfolding.state
    if how == RAISE:
        unfolding.happen(events.LoyaltyChanged(space, state.loyalty[space] + 1, rule))
    elif how == CONVERT:
        take_control(unfolding, space, heir(game, state, power, space), rule)
    elif how == FOUND:
        unfolding.happen(events.CityFounded(space, power, "7.2.1"))
    elif how in (REGAIN, TAKE, CLAIM):
        take_control(unfolding, space, power, rule)
    elif how == REMOVE:
        make_independent(unfolding, space, rule)
    elif how == LOWER:
        lower_loyalty(unfolding, space, rule)
    else:
        take_plunder(unfolding, power, 1, "14.5")


def _go_on(unfolding: Unfolding, support: Support) -> None:
    if support.stage == "" and support.mode in ("victory", "lower"):
        unfolding.reach("open")
        open_window(unfolding, "support-change")
    else:
        unfolding.finish()


def gain(
    unfolding: Unfolding, seat: str, power: str, points: int, *, within: tuple[str, ...] = (), why: str = ""
) -> None:
    """Support points for a power itself (7.3.1)."""
    unfolding.begin(Support(seat, power, points, "gain", within=within, why=why))


def lose(unfolding: Unfolding, seat: str, power: str, points: int, *, why: str = "") -> None:
    """Support that a power gives up itself (7.3.2)."""
    unfolding.begin(Support(seat, power, points, "lose", target=(power,), why=why))


def _support_spent(_: Game, state: State, event: events.SupportSpent) -> State:
    support = state.stack[-1]
    if isinstance(support, Penalties):
        return on_top(state, owed=support.owed - 1)
    if not isinstance(support, Support):
        return state
    limits = support.limits
    if limits and event.how in (TAKE, REMOVE, LOWER):
        loser = state.control[event.space]
        limits = tuple((power, most - (power == loser)) for power, most in limits)
    return on_top(state, points=support.points - 1, limits=limits)


def _limited(_: Game, state: State, event: events.SupportLossLimited) -> State:
    support = find(state, Support)
    if support is None:
        return state
    limits = dict(support.limits)
    for power in (event.power,) if event.power else support.target:
        limits[power] = min(limits.get(power, event.most), event.most)
    return change_found(state, Support, limits=tuple(sorted(limits.items())))


def shielded(game: Game, state: State, target: tuple[str, ...], points: int) -> tuple[tuple[str, int], ...]:
    """The limits on support taken away: Foedus makes every loss of Rome smaller."""
    if ROME in target and "foedus" in state.markers:
        return ((ROME, max(points - game.markers["foedus"].value, 0)),)
    return ()


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.SupportSpent: _support_spent,
    events.SupportLossLimited: _limited,
}
