"""The Reinforcement Phase (5.10): CU, leaders that return, consuls, the price of Greek leaders, elimination."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, command, events, leaders, penalties
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import controlled, is_plain, is_walled, make_independent
from rules.sword_of_rome.forces import force, total, units
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import GREECE, ROME, decider, lowest_first, playing, tied_first
from rules.sword_of_rome.procedures import Placement, Reinforcing
from rules.sword_of_rome.state import AWAY, CUP, DISPLACED, GONE, State, changed, on_top
from rules.sword_of_rome.tracing import receiving, units_due
from rules.sword_of_rome.unfolding import Unfolding

# The order (5.10-a)


def begin(unfolding: Unfolding) -> None:
    """Non-player powers first, then seats from the lowest VP up."""
    game = unfolding.game
    unfolding.begin(Reinforcing((*game.neutral, *lowest_first(game, unfolding.state))))


def _tied(game: Game, state: State, reinforcing: Reinforcing) -> tuple[str, ...]:
    """The seats at the head of the queue with equal VP whose order is to be decided (4.4-b)."""
    queue = reinforcing.queue
    if not queue or queue[0] not in game.seats or reinforcing.stage == "ordered":
        return ()
    points = state.vp.get(queue[0])
    tied = tuple(seat for seat in queue if state.vp.get(seat) == points)
    return tied if len(tied) > 1 else ()


def _order_asks(game: Game, state: State, reinforcing: Reinforcing) -> Decision | None:
    tied = _tied(game, state, reinforcing)
    if not tied:
        return None
    points = state.vp.get(tied[0])  # 4.4-b: one seat orders them all, even when it has acted itself
    level = (seat for seat in playing(game, state) if state.vp.get(seat) == points)
    return Decision(tied_first(game, level)[0], "order")


def _order_options(game: Game, state: State, reinforcing: Reinforcing, now: Decision) -> Iterator[Action]:
    for seat in _tied(game, state, reinforcing):
        yield actions.Name(seat)


def _order_refuse(
    game: Game, state: State, reinforcing: Reinforcing, now: Decision, action: Action
) -> Refusal | None:
    if isinstance(action, actions.Name) and action.seat in _tied(game, state, reinforcing):
        return None
    return "4.4", "one of the seats with equal VP is named to reinforce next"


def _order_act(unfolding: Unfolding, reinforcing: Reinforcing, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Name)
    rest = tuple(each for each in reinforcing.queue if each != action.seat)
    unfolding.happen(events.ReinforcingOrdered((action.seat, *rest)))
    unfolding.reach("ordered")


def _order_go_on(unfolding: Unfolding, reinforcing: Reinforcing) -> None:
    if not reinforcing.queue:
        unfolding.finish()
        _eliminate(unfolding)
        return
    who = reinforcing.queue[0]
    unfolding.happen(events.ReinforcingOrdered(reinforcing.queue[1:]))
    unfolding.reach("")
    if who in unfolding.game.seats:
        _reinforce_seat(unfolding, who)
    else:
        _reinforce(unfolding, (who,), decider(unfolding.game, unfolding.state, who, end_of_turn=True))


def _reinforce_seat(unfolding: Unfolding, seat: str) -> None:
    game = unfolding.game
    powers = game.powers_of[seat]
    if ROME in powers:  # 5.10.2-b
        for leader in sorted(game.leaders):
            who = game.leaders[leader]
            if who.role == "consul" and unfolding.state.leaders.get(leader) not in (CUP, GONE):
                unfolding.happen(events.LeaderGone(leader, CUP, "8.2.2"))
    if len(powers) > 1 and game.options["etruscan-reinforcements"] == "historical":
        for power in reversed(powers):
            _reinforce(unfolding, (power,), seat)
        return
    _reinforce(unfolding, powers, seat)


def _reinforce(unfolding: Unfolding, powers: tuple[str, ...], seat: str) -> None:
    """CU due and displaced leaders are to be placed (5.10, 5.10.2-a)."""
    game, state = unfolding.game, unfolding.state
    due = sum(units_due(game, state, power) for power in powers)
    returning = tuple(
        leader
        for leader in sorted(game.leaders)
        if game.leaders[leader].power in powers and state.leaders.get(leader) == DISPLACED
    )
    unfolding.begin(Placement(seat, due, powers, returning, minors=True, why="5.10", phase=True))


# Placing (5.10-b to -f, 7.1-d)


def goals(game: Game, state: State, placement: Placement, power: str) -> tuple[str, ...]:
    """The spaces where a CU of the power may be placed."""
    if placement.within:  # an event says where
        prefix = f"{power}/"
        return tuple(each.removeprefix(prefix) for each in placement.within if each.startswith(prefix))
    spaces = receiving(game, state, power)
    if placement.cu == 1 and placement.leaders:
        needed = _for_leaders(game, state, placement)
        if needed:
            return tuple(space for space in spaces if (power, space) in needed)
    return spaces


def _for_leaders(game: Game, state: State, placement: Placement) -> set[tuple[str, str]]:
    """Where the last CU must go, as (power, space), so that a leader who has to be placed finds a CU of his power
    (5.10-d); empty: anywhere."""
    needed: set[tuple[str, str]] = set()
    for leader in placement.leaders:
        who = game.leaders[leader]
        if who.power in placement.powers and not leader_goals(game, state, placement, leader):
            needed.update(
                (who.power, space)
                for space in receiving(game, state, who.power)
                if not who.lands or game.spaces[space].land in who.lands
            )
    return needed


def leader_goals(game: Game, state: State, placement: Placement, leader: str) -> tuple[str, ...]:
    """The spaces where a returning leader may be placed: among those of 5.10-b, with CU of his power (5.10-d)."""
    who = game.leaders[leader]
    return tuple(
        space
        for space in receiving(game, state, who.power)
        if units(state, space, who.power) and (not who.lands or game.spaces[space].land in who.lands)
    )


def _units_to_place(game: Game, state: State, placement: Placement) -> bool:
    return placement.cu > 0 and any(goals(game, state, placement, power) for power in placement.powers)


def _leaders_to_place(game: Game, state: State, placement: Placement) -> tuple[str, ...]:
    return tuple(leader for leader in placement.leaders if leader_goals(game, state, placement, leader))


def _minors(game: Game, state: State, placement: Placement) -> Iterator[actions.PlaceLeader]:
    if placement.minors:
        yield from leaders.minor_options(game, state, placement.powers, placement.minor)


def _asks(game: Game, state: State, placement: Placement) -> Decision | None:
    if _units_to_place(game, state, placement):
        return Decision(placement.seat, "place")
    if _leaders_to_place(game, state, placement):
        return Decision(placement.seat, "place")
    if placement.stage != "consuls" and placement.phase and ROME in placement.powers:
        return None
    if next(_minors(game, state, placement), None) is not None:
        return Decision(placement.seat, "place")
    return None


def _options(game: Game, state: State, placement: Placement, now: Decision) -> Iterator[Action]:
    pending = False
    if placement.cu:
        for power in placement.powers:
            for space in goals(game, state, placement, power):
                pending = True
                yield actions.Place(power, space)
    for leader in placement.leaders:
        for space in leader_goals(game, state, placement, leader):
            pending = True
            yield actions.PlaceLeader(leader, space)
    yield from _minors(game, state, placement)
    if not pending:
        yield actions.End()


def _refuse(game: Game, state: State, placement: Placement, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Place):
        if action.power not in placement.powers:
            return "5.10", f"no CU of {game.title(action.power)} are to be placed"
        if not placement.cu:
            return "5.10", "all CU have been placed"
        if action.space in goals(game, state, placement, action.power):
            return None
        return _why_not(game, state, placement, action.power, action.space)
    if isinstance(action, actions.PlaceLeader):
        if action.leader in placement.leaders:
            if action.space in leader_goals(game, state, placement, action.leader):
                return None
            return (
                "5.10",
                f"{game.title(action.leader)} arrives with CU of his power where reinforcements may come",
            )
        if not placement.minors:
            return "8.3", "no leaders are placed now"
        who = game.leaders.get(action.leader)
        if who is None or who.power not in placement.powers:
            return "8.3", f"{game.title(action.leader)} is no leader of yours to place"
        return leaders.refuse_minor(game, state, action.leader, action.space, placement.minor)
    if isinstance(action, actions.End):
        if _units_to_place(game, state, placement):
            return "5.10", f"{placement.cu} CU are still to be placed"
        if _leaders_to_place(game, state, placement):
            return "5.10", "leaders are still to be placed"
        return None
    return "5.10", "reinforcements are placed first"


def _why_not(game: Game, state: State, placement: Placement, power: str, space: str) -> Refusal:
    if space not in game.spaces:
        return "5.10", f"there is no space {space}"
    title = game.title(space)
    if game.spaces[space].land not in game.powers[power].lands:
        return "16.3", f"{game.title(power)} may not enter {title}"
    if placement.within:
        return "7.1", f"{title} is none of the spaces that {placement.why} names"
    if space in state.sieges:
        return "13.3", f"{title} is besieged and takes no reinforcements"
    if state.forces.get(space) and any(each.power != power for each in state.forces[space]):
        return "5.10", f"units of another power stand in {title}"
    if space in receiving(game, state, power):
        return "5.10", "the last CU goes where a leader who is to be placed finds a CU of his power"
    return "5.10", f"no friendly line free of enemy CU leads to {title}"


def _act(unfolding: Unfolding, placement: Placement, now: Decision, action: Action) -> None:
    rule = placement.why or "5.10"
    if isinstance(action, actions.Place):
        unfolding.happen(events.UnitsPlaced(action.power, action.space, 1, rule))
        unfolding.happen(events.UnitsAllotted(placement.cu - 1, placement.leaders))
    elif isinstance(action, actions.PlaceLeader):
        if action.leader in placement.leaders:
            own = force(unfolding.state, action.space, unfolding.game.leaders[action.leader].power)
            inside = own is not None and not own.cu and own.inside > 0
            unfolding.happen(events.LeaderPlaced(action.leader, action.space, rule, inside))
            left = tuple(each for each in placement.leaders if each != action.leader)
            unfolding.happen(events.UnitsAllotted(placement.cu, left))
            command.ask(unfolding, unfolding.game.leaders[action.leader].power, action.space)
        else:
            leaders.place_minor(unfolding, action.leader, action.space)
            unfolding.happen(events.MinorPlaced(action.leader))
    else:
        _done(unfolding, placement)


def _go_on(unfolding: Unfolding, placement: Placement) -> None:
    _done(unfolding, placement)


def _done(unfolding: Unfolding, placement: Placement) -> None:
    """What could not be placed is lost (5.10-e); then Rome draws its consuls, and the Greeks pay."""
    if placement.cu:
        unfolding.happen(events.UnitsForgone(placement.powers, placement.cu, "5.10"))
    if placement.phase and ROME in placement.powers and placement.stage != "consuls":
        _draw_consuls(unfolding, placement)
        return
    unfolding.finish()
    if placement.phase and GREECE in placement.powers:
        penalties.begin(unfolding, placement.seat)


def _draw_consuls(unfolding: Unfolding, placement: Placement) -> None:
    """Two consuls are drawn (8.2.2); they come with Roman CU."""
    game = unfolding.game
    unfolding.happen(events.UnitsAllotted(0, placement.leaders))
    unfolding.reach("consuls")
    drawn: list[str] = []
    for _ in range(game.numbers.consuls):
        cup = [
            leader
            for leader in sorted(game.leaders)
            if unfolding.state.leaders.get(leader) == CUP and leader not in drawn
        ]
        if not cup:
            break
        drawn.append(unfolding.chance.draw("consuls", placement.seat, cup))
    for leader in drawn:
        unfolding.happen(events.LeaderGone(leader, DISPLACED, "8.2.2"))
    unfolding.happen(events.UnitsAllotted(0, (*placement.leaders, *drawn)))


# 5.10.3: elimination


def _eliminate(unfolding: Unfolding) -> None:
    game = unfolding.game
    for seat in game.seats:
        state = unfolding.state
        if seat in state.eliminated or any(total(state, power) for power in game.powers_of[seat]):
            continue
        for power in game.powers_of[seat]:
            for leader in sorted(game.leaders):
                place = unfolding.state.leaders.get(leader, AWAY)
                if game.leaders[leader].power == power and (place in game.spaces or place == DISPLACED):
                    unfolding.happen(events.LeaderGone(leader, GONE, "5.10.3"))
            for space in controlled(unfolding.state, power):
                if is_walled(unfolding.state, space) or is_plain(game, unfolding.state, space):
                    make_independent(unfolding, space, "5.10.3")
            for alliance in sorted(unfolding.state.alliances):
                first, _, second = alliance.partition("+")
                if power in (first, second):
                    unfolding.happen(events.AllianceEnded(first, second, "5.10.3"))
        unfolding.happen(events.SeatEliminated(seat))


# What the events do


def _ordered(_: Game, state: State, event: events.ReinforcingOrdered) -> State:
    return on_top(state, queue=event.queue)


def _allotted(_: Game, state: State, event: events.UnitsAllotted) -> State:
    return on_top(state, cu=event.cu, leaders=event.leaders)


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


def _eliminated(_: Game, state: State, event: events.SeatEliminated) -> State:
    return changed(state, eliminated=state.eliminated | {event.seat})


REINFORCING = Chapter(_order_go_on, _order_asks, _order_options, _order_refuse, _order_act)
PLACEMENT = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.ReinforcingOrdered: _ordered,
    events.UnitsAllotted: _allotted,
    events.UnitsForgone: _unchanged,
    events.SeatEliminated: _eliminated,
}
