"""Voyages (9.6, 12.4.3): responses, naval combat, landing."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome import command, events, reactions, siege
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Chapter
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.powers import friendly_space
from rules.sword_of_rome.procedures import Activation, Modifier, Retreat, Voyage
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.retreat import count_losses
from rules.sword_of_rome.sheltering import shut_in
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.unfolding import Unfolding

ANNOUNCED, SAILING = "announced", "sailing"
SUCCESS, ATTRITION, CANCELLED = "success", "attrition", "cancelled"
NO_MORE = -1
"""Instead of CU: the retreat by sea has failed and is not tried again."""


def _go_on(unfolding: Unfolding, voyage: Voyage) -> None:
    if voyage.stage == ANNOUNCED:
        unfolding.reach(SAILING)
        open_window(unfolding, "sea-move")
        return
    result = voyage.outcome or (_combat(unfolding, voyage) if voyage.roll else SUCCESS)
    unfolding.finish()
    if result in (SUCCESS, ATTRITION):
        _land(unfolding, voyage)
    elif voyage.why == "retreat":
        unfolding.happen(events.SeaRetreatAllowed(NO_MORE, result))


def _combat(unfolding: Unfolding, voyage: Voyage) -> str:
    """Rolls on the naval combat table (9.6.4)."""
    game, state = unfolding.game, unfolding.state
    modifiers: tuple[Modifier, ...] = ()
    if friendly_space(game, state, voyage.power, voyage.space):
        modifiers = (Modifier("friendly port", game.numbers.naval_friendly_port, "9.6.4"),)
    seat = game.seat_of.get(voyage.power, "")
    (die,) = unfolding.chance.roll(f"naval:{voyage.power}:{voyage.space}", seat)
    total = die + sum(each.value for each in modifiers)
    result = game.board.voyage(total)
    share = game.numbers.naval_attrition_share
    lost = -(-voyage.cu // share) if result == ATTRITION else 0
    unfolding.happen(
        events.NavalCombatRolled(voyage.power, voyage.space, die, modifiers, total, result, lost)
    )
    if lost:
        lose_units(unfolding, voyage.power, voyage.origin, lost, "9.6.4")
        own = force(unfolding.state, voyage.origin, voyage.power)
        if lost >= voyage.cu:
            there = own.leaders if own is not None else ()
            displace_all(unfolding, tuple(each for each in voyage.leaders if each in there), "8.4")
    return result


def _land(unfolding: Unfolding, voyage: Voyage) -> None:
    march = find(unfolding.state, Activation)
    own = force(unfolding.state, voyage.origin, voyage.power)
    if own is None:
        return
    leaders = tuple(each for each in voyage.leaders if each in own.leaders)
    if voyage.why == "move" and march is not None:
        if march.leader not in leaders:
            return
        before = unfolding.state
        unfolding.happen(
            events.ArmyMoved(
                voyage.power, march.leader, voyage.origin, voyage.space, march.cu, march.followers, 0, "sea"
            )
        )
        if march.origin:  # 13.1.1: those left behind on the way have ended their movement
            siege.lay(unfolding, voyage.power, voyage.origin)
        if march.cu:
            reactions.begin(unfolding, march.seat, voyage.power, voyage.space, voyage.origin, "sea")
        command.hand_over(unfolding, before, voyage.power, voyage.origin)
        return
    cu = min(voyage.cu, own.cu)
    if voyage.why == "retreat":
        retreat = unfolding.state.stack[-1]
        assert isinstance(retreat, Retreat)
        left = own.cu - cu
        met = bool(command.commander(unfolding.state, voyage.power, voyage.space))
        if left:  # 12.4.3: no splitting
            lose_units(unfolding, voyage.power, voyage.origin, left, "12.4.3")
            count_losses(unfolding, retreat, left)
        unfolding.happen(
            events.ForceMoved(voyage.power, voyage.origin, voyage.space, cu, leaders, "retreat", "12.4.3")
        )
        way = (voyage.origin, voyage.space)
        unfolding.happen(events.Retreated(voyage.power, way, left, by_sea=True, met=met))
        unfolding.reach("over")
        return
    rule = "10.5.1" if voyage.why == "refuse-battle" else "17.2.1"
    if voyage.why == "refuse-battle":
        shut_in(unfolding, voyage.space, voyage.power)
    unfolding.happen(
        events.ForceMoved(voyage.power, voyage.origin, voyage.space, cu, leaders, voyage.why, rule)
    )


def _cancelled(_: Game, state: State, event: events.SeaMoveCancelled) -> State:
    return change_found(state, Voyage, outcome=CANCELLED)


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


CHAPTER = Chapter(_go_on)
EVOLVE: dict[type[Event], Evolve] = {
    events.SeaMoveCancelled: _cancelled,
    events.NavalCombatRolled: _unchanged,
}
