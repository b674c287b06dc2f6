"""Retreats after battle (12.4): into the walls, by land, by sea."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, command, events, retreat_ways
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, outside
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import displace_all, in_hiding
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Battle, Impulse, Retreat
from rules.sword_of_rome.retreat_by_sea import (
    NO_SHIPS,
    SAIL,
    carried,
    could_sail,
    havens,
    sail_cards,
    sails_free,
    sea_limit,
    set_sail,
)
from rules.sword_of_rome.retreat_ways import Way, step_losses, ways
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.strategy_cards import refuse_holding
from rules.sword_of_rome.unfolding import Unfolding

WALLS, WAYS, OVER = "walls", "ways", "over"


def begin(
    unfolding: Unfolding,
    power: str,
    space: str,
    *,
    first: str = "",
    link: str = "",
    barred: str = "",
    losses: int = -1,
    defender: bool = False,
    counts: bool = True,
    flank: bool = False,
    naval: int = 0,
) -> None:
    """A beaten army must retreat."""
    seat = decider(unfolding.game, unfolding.state, power)
    stage = WAYS if flank else WALLS
    unfolding.begin(
        Retreat(
            power,
            seat,
            space,
            first,
            link,
            barred,
            losses,
            defender and not flank,
            counts,
            naval=NO_SHIPS if flank else naval,  # 12.4.3: it is not beaten in the port itself
            stage=stage,
        )
    )


# The procedure


def _shelters(game: Game, state: State, retreat: Retreat) -> bool:
    own = outside(state, retreat.space, retreat.power)
    impulse = find(state, Impulse)
    return (
        retreat.defender
        and own > 0
        and retreat.space in state.loyalty
        and state.control[retreat.space] == retreat.power
        and not (impulse is not None and f"{retreat.power}/{retreat.space}" in impulse.barred)
    )


def _asks(game: Game, state: State, retreat: Retreat) -> Decision | None:
    if retreat.stage == WALLS:
        return (
            Decision(retreat.seat, "retreat-inside", retreat.power)
            if _shelters(game, state, retreat)
            else None
        )
    if retreat.stage != WAYS or not outside(state, retreat.space, retreat.power):
        return None
    if havens(game, state, retreat):
        if sails_free(game, retreat):
            return Decision(retreat.seat, "retreat", retreat.power)
        if could_sail(game, state, retreat):
            return Decision(retreat.seat, "retreat-or-sail", retreat.power)
    return Decision(retreat.seat, "retreat", retreat.power) if ways(game, state, retreat) else None


def _options(game: Game, state: State, retreat: Retreat, now: Decision) -> Iterator[Action]:
    if now.kind == "retreat-inside":
        own = force(state, retreat.space, retreat.power)
        if own is None:
            return
        if not retreat.sheltered:
            for cu in range(1, min(game.numbers.shelter_most - own.inside, own.cu) + 1):
                yield actions.GoInside(cu)
        for leader in own.leaders:
            yield actions.LeadInside(leader)
        yield actions.End()
        return
    found = ways(game, state, retreat)
    yield from retreat_ways.choices(found)
    if sails_free(game, retreat):
        for space in havens(game, state, retreat):
            if carried(game, state, retreat, space):
                yield actions.RetreatBySea(space)
    elif now.kind == "retreat-or-sail":
        for card in sail_cards(game, state, retreat):
            yield actions.Play(card, SAIL)
    if not found:
        yield actions.End()


def _refuse(game: Game, state: State, retreat: Retreat, now: Decision, action: Action) -> Refusal | None:
    if now.kind == "retreat-inside":
        return _refuse_inside(game, state, retreat, action)
    if isinstance(action, actions.RetreatTo):
        return retreat_ways.refuse(game, ways(game, state, retreat), action)
    if isinstance(action, actions.RetreatBySea):
        if not sails_free(game, retreat):
            return "12.4.3", "a retreat by sea takes a card that allows it"
        if action.space not in havens(game, state, retreat) or not carried(
            game, state, retreat, action.space
        ):
            return "12.4.3", f"{game.title(action.space)} is no port to which the army could retreat"
        return None
    if isinstance(action, actions.Play):
        if now.kind != "retreat-or-sail" or action.use != SAIL or sails_free(game, retreat):
            return "12.4.3", "no card is played for this retreat"
        if action.card in state.desperate.get(retreat.seat, ()):
            return None
        refused = refuse_holding(game, state, retreat.seat, action.card)
        if refused is not None:
            return refused
        if game.cards[action.card].ops < game.numbers.sea_ops:
            return "12.4.3", f"a retreat by sea takes a card of {game.numbers.sea_ops} Ops"
        return None
    if isinstance(action, actions.End):
        if ways(game, state, retreat):
            return "12.4", "the beaten army must retreat"
        return None
    return "12.4", "the beaten army retreats first"


def _refuse_inside(game: Game, state: State, retreat: Retreat, action: Action) -> Refusal | None:
    own = force(state, retreat.space, retreat.power)
    assert own is not None
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.LeadInside):
        if action.leader not in own.leaders:
            return "12.4.4", f"{game.title(action.leader)} is not with the beaten army"
        return None
    if isinstance(action, actions.GoInside):
        if retreat.sheltered:
            return "12.4.4", "it has been said already how many CU go inside"
        room = min(game.numbers.shelter_most - own.inside, own.cu)
        if not 1 <= action.cu <= room:
            return (
                "12.4.4",
                f"at most {game.numbers.shelter_most} CU are within walls: {max(room, 0)} more can go",
            )
        return None
    return "12.4.4", "who goes within the walls is settled first"


def _act(unfolding: Unfolding, retreat: Retreat, now: Decision, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    if isinstance(action, actions.GoInside):
        unfolding.happen(events.WentInside(retreat.power, retreat.space, action.cu, (), "12.4.4"))
    elif isinstance(action, actions.LeadInside):
        unfolding.happen(events.WentInside(retreat.power, retreat.space, 0, (action.leader,), "12.4.4"))
    elif isinstance(action, actions.RetreatTo):
        way = retreat_ways.meant(ways(game, state, retreat), action)
        assert way is not None
        unfolding.reach(OVER)
        go_back(unfolding, retreat, way)
    elif isinstance(action, actions.Play):
        source = "desperate" if action.card in state.desperate.get(retreat.seat, ()) else "hand"
        unfolding.happen(events.CardPlayed(retreat.seat, action.card, SAIL, source == "desperate", source))
        unfolding.happen(events.SeaRetreatAllowed(sea_limit(game, state, retreat.power, ""), action.card))
    elif isinstance(action, actions.RetreatBySea):
        set_sail(unfolding, retreat, action.space)
    elif retreat.stage == WALLS:
        unfolding.reach(WAYS)
    else:
        destroy(unfolding, retreat)


def go_back(unfolding: Unfolding, retreat: Retreat, way: Way) -> None:
    """The army goes its way, losing CU and sweeping along smaller armies of its own (12.4.2, 12.4.5)."""
    game, power = unfolding.game, retreat.power
    here, gone = retreat.space, [retreat.space]
    lost, met = 0, False
    for space in way.path:
        own = force(unfolding.state, here, power)
        if own is None:
            break
        cost = min(step_losses(game, unfolding.state, retreat, space), own.cu)
        met = met or bool(command.commander(unfolding.state, power, space))
        unfolding.happen(events.ForceMoved(power, here, space, own.cu, own.leaders, "retreat", "12.4"))
        if cost:
            lose_units(unfolding, power, space, cost, "12.4.5")
            lost += cost
        here = space
        gone.append(space)
        if cost == own.cu:  # 8.4: nothing is left of it
            displace_all(unfolding, own.leaders, "12.4.5")
            break
    unfolding.happen(events.Retreated(power, tuple(gone), lost, met=met))
    count_losses(unfolding, retreat, lost)


def count_losses(unfolding: Unfolding, retreat: Retreat, lost: int) -> None:
    """Counts losses on the way for the political consequences (12.5-b)."""
    battle = find(unfolding.state, Battle)
    if lost and retreat.counts and battle is not None:
        unfolding.happen(
            events.LossesCounted("defender" if battle.winner == "attacker" else "attacker", lost)
        )


def destroy(unfolding: Unfolding, retreat: Retreat) -> None:
    """There is nowhere to go: the army is eliminated (12.4.5-c)."""
    own = force(unfolding.state, retreat.space, retreat.power)
    if own is not None and own.cu:
        cu = own.cu
        lose_units(unfolding, retreat.power, retreat.space, cu, "12.4.5")
        count_losses(unfolding, retreat, cu)
        displace_all(unfolding, own.leaders, "12.4.5")
    unfolding.reach(OVER)


def _go_on(unfolding: Unfolding, retreat: Retreat) -> None:
    if retreat.stage == WALLS:
        unfolding.reach(WAYS)
    elif retreat.stage == WAYS and outside(unfolding.state, retreat.space, retreat.power):
        destroy(unfolding, retreat)
    else:
        if retreat.stage != OVER:
            _shelter_the_rest(unfolding, retreat)
        unfolding.finish()
        if retreat.end:
            command.ask(unfolding, retreat.power, retreat.end)


def _shelter_the_rest(unfolding: Unfolding, retreat: Retreat) -> None:
    """Leaders whose CU are all within the walls go with them (8.4, 12.4.4)."""
    game, state = unfolding.game, unfolding.state
    own = force(state, retreat.space, retreat.power)
    if own is None or own.cu or not own.leaders:
        return
    hiding = in_hiding(game, state, retreat.space, own)
    if hiding:
        unfolding.happen(events.WentInside(retreat.power, retreat.space, 0, hiding, "12.4.4"))
    else:
        displace_all(unfolding, own.leaders, "12.4")


def _sea_allowed(_: Game, state: State, event: events.SeaRetreatAllowed) -> State:
    return change_found(state, Retreat, naval=event.cu)


def _retreated(_: Game, state: State, event: events.Retreated) -> State:
    return change_found(state, Retreat, end=event.path[-1] if event.met else "")


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.SeaRetreatAllowed: _sea_allowed,
    events.Retreated: _retreated,
}
