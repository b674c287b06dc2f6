"""Sieges and subjugations (13), and the roll that raids share with them (14.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events, gauls
from rules.sword_of_rome.activation import end_march
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import (
    heir,
    is_tribal,
    is_walled,
    make_independent,
    take_control,
)
from rules.sword_of_rome.forces import enemies_outside, force, is_minor
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.loyalty import eliminate_within
from rules.sword_of_rome.plunder import take_plunder
from rules.sword_of_rome.powers import allied, decider
from rules.sword_of_rome.procedures import Activation, Fall, Impulse, Modifier, SiegeRoll
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import INDEPENDENT, State, change_found, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import may_enter

SIEGE, SUBJUGATION, RAID = "siege", "subjugation", "raid"
ANNOUNCED, ROLLING = "announced", "rolling"


def purpose(game: Game, state: State, space: str) -> str:
    """What a roll against the space is: a siege of a city, a subjugation of a tribe."""
    return SIEGE if is_walled(state, space) else SUBJUGATION


def is_target(game: Game, state: State, power: str, space: str) -> bool:
    """Whether the space is an enemy walled city or tribe (13.1)."""
    holder = state.control[space]
    if holder == power or (holder != INDEPENDENT and allied(game, state, power, holder)):
        return False
    return is_walled(state, space) or is_tribal(game, state, space)


def is_led(game: Game, state: State, power: str, space: str) -> bool:
    """Whether an army of the power stands outside with enough CU for a siege (13.1.1)."""
    own = force(state, space, power)
    return own is not None and bool(own.leaders) and own.cu >= game.numbers.siege_least


# 13.1: laying siege


def lay(unfolding: Unfolding, power: str, space: str) -> None:
    """An army that ends its movement at an enemy city or tribe lays siege to it (13.1.1-a)."""
    game, state = unfolding.game, unfolding.state
    if (
        space not in state.sieges
        and is_target(game, state, power, space)
        and is_led(game, state, power, space)
        and not enemies_outside(game, state, space, power)
    ):
        unfolding.happen(events.SiegeChanged(space, power, 0, "13.1.1"))


def lay_after_battle(unfolding: Unfolding, power: str, space: str) -> None:
    """The winner of a battle at an enemy city lays siege to it (13.1.2)."""
    game, state = unfolding.game, unfolding.state
    own = force(state, space, power)
    if (
        space not in state.sieges
        and is_walled(state, space)
        and is_target(game, state, power, space)
        and own is not None
        and own.cu
        and not enemies_outside(game, state, space, power)
    ):
        unfolding.happen(events.SiegeChanged(space, power, 0, "13.1.2"))


def refuse_roll(game: Game, state: State, march: Activation, space: str) -> Refusal | None:
    """Why the activated army may not roll for a siege or a subjugation, or None (13.1.1-b)."""
    title = game.title(space)
    if space != march.space:
        return "13.1.1", f"{game.title(march.leader)} does not stand in {title}"
    siege = state.sieges.get(space)
    if siege is None:
        return "13.1.1", f"{title} is not besieged"
    if siege.power != march.power:
        return "13.1.1", f"the siege of {title} is not yours"
    if march.used:
        return "13.1.1", "a siege is rolled for instead of moving"
    own = force(state, space, march.power)
    if own is None or march.leader not in own.leaders or own.cu < game.numbers.siege_least:
        return "13.4", f"a siege roll takes a leader and {game.numbers.siege_least} CU"
    if is_minor(game, march.leader) and not is_minor(game, own.leaders[0]):  # 8.2.1-d
        return "8.2.1", f"{game.title(own.leaders[0])} commands there and is no subordinate of a minor leader"
    impulse = find(state, Impulse)
    if impulse is not None and space in impulse.rolled:
        return "13.1.1", f"{title} has been rolled for in this impulse already"
    return None


def refuse_sally(game: Game, state: State, march: Activation) -> Refusal | None:
    """Why the units within the walls may not attack the besiegers, or None (13.4.1)."""
    own = force(state, march.space, march.power)
    if own is None or march.leader not in own.shut:
        return "13.4.1", f"{game.title(march.leader)} is not within walls"
    if not own.inside:
        return "13.4.1", f"{game.title(march.leader)} has no CU within the walls"
    if march.used:
        return "13.4.1", "the sortie has been made"
    if not enemies_outside(game, state, march.space, march.power):
        return "13.4.1", "no enemy stands outside the walls"
    return None


# 13.2: the roll


def announce(unfolding: Unfolding, seat: str, power: str, space: str, what: str) -> None:
    """Announces a roll."""
    unfolding.begin(SiegeRoll(seat, power, space, what))


def _go_on(unfolding: Unfolding, roll: SiegeRoll) -> None:
    if roll.stage == ANNOUNCED:
        unfolding.reach(ROLLING)
        open_window(unfolding, "siege-roll")
        return
    unfolding.finish()
    march = find(unfolding.state, Activation)
    if roll.purpose == RAID:
        _raid(unfolding, roll)
        return
    if not roll.cancelled:
        _roll(unfolding, roll)
    if march is not None:
        end_march(unfolding, march, "13.1.1", done=True)


def _throw(unfolding: Unfolding, roll: SiegeRoll, modifiers: tuple[Modifier, ...]) -> tuple[int, int]:
    """Rolls and reads the table: points and CU lost."""
    game = unfolding.game
    dice = unfolding.chance.roll(
        f"{roll.purpose}:{roll.space}", game.seat_of.get(roll.power, ""), game.numbers.siege_dice
    )
    total = sum(dice) + sum(each.value for each in modifiers)
    found = game.board.siege(total)
    lost = found.units_lost if roll.losses < 0 else roll.losses
    if roll.purpose == RAID:  # 14.2-c
        lost = min(lost, game.numbers.raid_loss)
    unfolding.happen(
        events.SiegeRolled(roll.power, roll.space, roll.purpose, dice, modifiers, total, found.points, lost)
    )
    if lost:
        lose_units(unfolding, roll.power, roll.space, lost, "14.2" if roll.purpose == RAID else "13.2")
    return found.points, lost


def _roll(unfolding: Unfolding, roll: SiegeRoll) -> None:
    game = unfolding.game
    modifiers = roll.modifiers
    own = game.powers[roll.power].siege_modifier
    if own and roll.purpose == SIEGE:  # 13.2-b
        modifiers = (Modifier(game.title(roll.power), own, "13.2"), *modifiers)
    points, _ = _throw(unfolding, roll, modifiers)
    siege = unfolding.state.sieges.get(roll.space)
    level = siege.level if siege is not None else 0
    if points or siege is None:
        unfolding.happen(events.SiegeChanged(roll.space, roll.power, level + points, "13.2"))


def _raid(unfolding: Unfolding, roll: SiegeRoll) -> None:
    """A raid costs a movement point; it succeeds with a point or more (14.2, 14.3)."""
    game = unfolding.game
    march = find(unfolding.state, Activation)
    if march is not None:
        unfolding.happen(events.MovementChanged(march.left - game.numbers.cost_raid, "9.2"))
    points, _ = _throw(unfolding, roll, ())
    if points:
        make_independent(unfolding, roll.space, "14.3")
        take_plunder(unfolding, roll.power, game.numbers.raid_plunder, "14.3")


# 13.4, 13.5: the end of a siege


def fallen(game: Game, state: State, space: str) -> bool:
    """Whether the siege points are at least the loyalty, or the subjugation factor (13.5-a)."""
    siege = state.sieges[space]
    if not siege.level:
        return False
    if is_walled(state, space):
        return siege.level >= state.loyalty[space]
    return siege.level >= game.spaces[space].subjugation


def settle(unfolding: Unfolding) -> bool:
    """Lifts sieges without besiegers (13.4-a) and lets cities and tribes fall (13.5); whether anything happened."""
    game, state = unfolding.game, unfolding.state
    for space in sorted(state.sieges):
        siege = state.sieges[space]
        own = force(state, space, siege.power)
        if own is None or not own.cu:
            unfolding.happen(events.SiegeChanged(space, siege.power, -1, "13.4"))
            return True
        if fallen(game, state, space) and not any(
            isinstance(each, Fall) and each.space == space for each in state.stack
        ):
            seat = decider(game, state, siege.power, end_of_turn=state.phase == "surrender")
            unfolding.begin(Fall(seat, siege.power, space))
            return True
    return False


def _fall_asks(game: Game, state: State, fall: Fall) -> Decision | None:
    if not fall.stage and gauls.may_loot(game, state, fall.power, fall.space):
        return Decision(fall.seat, "fall", fall.power)
    return None


def _fall_options(game: Game, state: State, fall: Fall, now: Decision) -> Iterator[Action]:
    yield actions.Loot()
    yield actions.Occupy()


def _fall_refuse(game: Game, state: State, fall: Fall, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, (actions.Loot, actions.Occupy)):
        return None
    return "14.4", f"say first whether {game.title(fall.space)} is looted or occupied"


def _fall_act(unfolding: Unfolding, fall: Fall, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Loot):
        eliminate_within(unfolding, fall.space)
        gauls.loot(unfolding, fall.power, fall.space)
        unfolding.finish()
    else:
        _occupy(unfolding, fall)


def _fall_go_on(unfolding: Unfolding, fall: Fall) -> None:
    _occupy(unfolding, fall)


def _occupy(unfolding: Unfolding, fall: Fall) -> None:
    game = unfolding.game
    eliminate_within(unfolding, fall.space)
    owner = heir(game, unfolding.state, fall.power, fall.space)
    if is_walled(unfolding.state, fall.space):
        take_control(unfolding, fall.space, owner, "13.5")
    else:
        unfolding.happen(events.SiegeChanged(fall.space, fall.power, -1, "13.5"))
        unfolding.happen(events.TribeSubjugated(fall.space, owner))
    unfolding.finish()


# What the events do


def _siege_rolled(game: Game, state: State, event: events.SiegeRolled) -> State:
    impulse = find(state, Impulse)
    if event.purpose == RAID:
        # 16.3-e: whether it could have stopped here is judged before the raid changes who holds the space.
        return change_found(state, Activation, raided=may_enter(game, state, event.power, event.space))
    if impulse is None:
        return state
    return change_found(state, Impulse, rolled=(*impulse.rolled, event.space))


def _modified(_: Game, state: State, event: events.SiegeRollModified) -> State:
    roll = find(state, SiegeRoll)
    if roll is None:
        return state
    return change_found(
        state,
        SiegeRoll,
        modifiers=(*roll.modifiers, Modifier(event.why, event.value, "7.1"))
        if event.value
        else roll.modifiers,
        losses=event.losses if event.losses >= 0 else roll.losses,
        cancelled=roll.cancelled or event.cancelled,
    )


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


ROLL = Chapter(_go_on)
FALL = Chapter(_fall_go_on, _fall_asks, _fall_options, _fall_refuse, _fall_act)
EVOLVE: dict[type[Event], Evolve] = {
    events.SiegeRolled: _siege_rolled,
    events.SiegeRollModified: _modified,
    events.CityLooted: _unchanged,
}
