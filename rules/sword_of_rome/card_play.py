"""The impulse (5.4) and playing a card for its Ops (7.1): an activation, support, or a reinforcement."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, alliances, events, gauls, leaders, support
from rules.sword_of_rome.activation import begin_activation
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.data_effects import NeutralActivation
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import CARTHAGE, ROME, allied
from rules.sword_of_rome.procedures import CardEvent, Impulse, Operation, Placement, Support
from rules.sword_of_rome.responses import playable_in
from rules.sword_of_rome.state import State, on_top, pair
from rules.sword_of_rome.strategy_cards import holdings, refuse_holding
from rules.sword_of_rome.tracing import receiving
from rules.sword_of_rome.unfolding import Unfolding

OPS, EVENT = "ops", "event"
OWN_ACTION = "own-action"
USED = "used"
"""The stage of an operation that has done its one act."""

# What Ops are good for


def powers_for(game: Game, state: State, seat: str, value: int) -> tuple[str, ...]:
    """The powers that a seat may act with for so many Ops: its own, and for Rome an allied Carthage (18-b)."""
    own = game.powers_of[seat]
    if (
        ROME in own
        and value >= game.numbers.sea_ops
        and pair(ROME, CARTHAGE) in state.alliances
        and CARTHAGE not in state.activated
        and not state.carthage_beaten
    ):
        return (*own, CARTHAGE)
    return own


def supported(game: Game, operation: Operation) -> tuple[str, ...]:
    """The powers that may gain support or CU by an operation: not Carthage run by Rome (18-b)."""
    if operation.neutral:
        return operation.powers
    return tuple(power for power in operation.powers if power in game.seat_of)


def uses(game: Game, state: State, operation: Operation) -> Iterator[Action]:
    """What an operation can be used for."""
    yield from leaders.activations(game, state, operation)
    if operation.only:
        return
    for power in supported(game, operation):
        if support.possible(game, state, Support(operation.seat, power, 1, "gain")):
            yield actions.RaiseSupport(power)
    if operation.value >= game.numbers.reinforcement_ops:
        for power in supported(game, operation):
            if receiving(game, state, power):
                yield actions.Reinforce(power)


def refuse_use(game: Game, state: State, operation: Operation, action: Action) -> Refusal | None:
    """Why an operation cannot be used so, or None."""
    if isinstance(action, actions.Activate):
        return leaders.refuse_activation(game, state, operation, action.leader)
    if isinstance(action, (actions.RaiseSupport, actions.Reinforce)):
        if operation.only:
            return "7.1", "the event activates an army and nothing else"
        if action.power not in supported(game, operation):
            if any(allied(game, state, own, action.power) for own in operation.powers):
                return "15.2", f"no card gives support or CU to an ally: {game.title(action.power)}"
            return "7.1", f"the play does nothing for {game.title(action.power)}"
        if isinstance(action, actions.RaiseSupport):
            if not support.possible(game, state, Support(operation.seat, action.power, 1, "gain")):
                return "7.3.1", f"{game.title(action.power)} have no support to gain anywhere"
            return None
        if operation.value < game.numbers.reinforcement_ops:
            return "7.1", f"a reinforcement takes {game.numbers.reinforcement_ops} Ops"
        if not receiving(game, state, action.power):
            return "5.10", f"there is no space where CU of {game.title(action.power)} could come"
        return None
    return "7.1", "the card that was played is used first"


# The operation as a procedure


def _asks(game: Game, state: State, operation: Operation) -> Decision | None:
    if operation.stage == USED and next(_minors(game, state, operation), None) is None:
        return None
    return Decision(operation.seat, "operate", operation.neutral)


def _minors(game: Game, state: State, operation: Operation) -> Iterator[Action]:
    """Minor leaders of an activated non-player power, placed before its one act, after it or instead (16.1.1)."""
    if operation.neutral:
        yield from leaders.minor_options(game, state, operation.powers, operation.placed)


def _options(game: Game, state: State, operation: Operation, now: Decision) -> Iterator[Action]:
    if operation.stage == USED:
        yield from _minors(game, state, operation)
        yield actions.End()
        return
    yield from uses(game, state, operation)
    if operation.neutral:
        yield from _minors(game, state, operation)
    if operation.neutral or operation.optional or next(uses(game, state, operation), None) is None:
        yield actions.End()


def _refuse(game: Game, state: State, operation: Operation, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.End):
        if operation.neutral or operation.optional or next(uses(game, state, operation), None) is None:
            return None
        return "7.1", "the card that was played is to be used"
    if isinstance(action, actions.PlaceLeader):
        if not operation.neutral:
            return "8.3", "minor leaders are placed before the card is played or after it"
        who = game.leaders.get(action.leader)
        if who is None or who.power != operation.neutral:
            return "16.1.1", f"{game.title(action.leader)} is no leader of {game.title(operation.neutral)}"
        return leaders.refuse_minor(game, state, action.leader, action.space, operation.placed)
    if operation.stage == USED:
        return (
            "16.1.1",
            "one activation does one thing besides placing minor leaders: support, a CU or an army",
        )
    return refuse_use(game, state, operation, action)


def _act(unfolding: Unfolding, operation: Operation, now: Decision, action: Action) -> None:
    if isinstance(action, actions.End):
        unfolding.finish()
        return
    if isinstance(action, actions.PlaceLeader):
        leaders.place_minor(unfolding, action.leader, action.space)
        unfolding.happen(events.MinorPlaced(action.leader))
        return
    unfolding.reach(USED)
    if isinstance(action, actions.Activate):
        power = unfolding.game.leaders[action.leader].power
        if power not in unfolding.game.seat_of and power not in unfolding.state.activated:  # 18-b
            unfolding.happen(events.PowerActivated(power, operation.seat))
        begin_activation(unfolding, operation, action.leader)
    elif isinstance(action, actions.RaiseSupport):
        support.gain(unfolding, operation.seat, action.power, operation.value)
    elif isinstance(action, actions.Reinforce):
        unfolding.begin(
            Placement(operation.seat, unfolding.game.numbers.reinforcement_units, (action.power,), why="7.1")
        )


def _go_on(unfolding: Unfolding, operation: Operation) -> None:
    unfolding.finish()


# The impulse


def own_events(game: Game, state: State, impulse: Impulse) -> Iterator[str]:
    """The cards of the hand whose event may be played now (7.1)."""
    for card in holdings(game, state, impulse.seat):
        if refuse_event(game, state, impulse, card) is None:
            yield card


def is_neutral_activation(game: Game, card: str, play: int = 0) -> bool:
    """Whether the event is Neutral Power Activates (7.1.2)."""
    plays = game.cards[card].plays
    return any(isinstance(each, NeutralActivation) for each in plays[play].operations)


def refuse_event(game: Game, state: State, impulse: Impulse, card: str) -> Refusal | None:
    """Why a card's event may not be played in the own impulse now, or None (the card is in the hand)."""
    record = game.cards[card]
    if game.scenario.gallic_events and record.gallic_cancel:
        return "5.4", f"with three players {record.title} only cancels a Gallic event"
    moments = [index for index, play in enumerate(record.plays) if play.window == OWN_ACTION]
    if not moments:
        return "7.1.1", f"{record.title} is a response and waits for its moment"
    if impulse.played and not is_neutral_activation(game, card, moments[0]):
        return "5.4", "you have played a card in this impulse already"
    if playable_in(game, state, impulse.seat, card, OWN_ACTION) is None:
        return "7.1", f"what {record.title} asks for does not hold, or nothing of it could be carried out"
    return None


def _impulse_asks(game: Game, state: State, impulse: Impulse) -> Decision | None:
    return None if impulse.stage == "desperate" else Decision(impulse.seat, "impulse")


def _impulse_options(game: Game, state: State, impulse: Impulse, now: Decision) -> Iterator[Action]:
    seat = impulse.seat
    if not impulse.played:
        useful: dict[int, bool] = {}
        for card in holdings(game, state, seat):
            value = game.cards[card].ops
            if value not in useful:
                trial = Operation(seat, value, powers_for(game, state, seat, value))
                useful[value] = next(uses(game, state, trial), None) is not None
            if useful[value]:
                yield actions.Play(card, OPS)
    for card in own_events(game, state, impulse):
        yield actions.Play(card, EVENT)
    yield from leaders.minor_options(game, state, game.powers_of[seat], impulse.placed)
    yield from gauls.cohesion_options(game, state, seat)
    yield from alliances.offers(game, state, impulse)
    yield from alliances.breaks(game, state, seat)
    yield actions.End()


def _impulse_refuse(
    game: Game, state: State, impulse: Impulse, now: Decision, action: Action
) -> Refusal | None:
    seat = impulse.seat
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.Play):
        refused = refuse_holding(game, state, seat, action.card)
        if refused is not None:
            return refused
        if action.use == EVENT:
            return refuse_event(game, state, impulse, action.card)
        if action.use != OPS:
            return "7.1", f"a card is not played to {action.use} in the own impulse"
        if impulse.played:
            return "5.4", "you have played a card in this impulse already"
        value = game.cards[action.card].ops
        trial = Operation(seat, value, powers_for(game, state, seat, value))
        if next(uses(game, state, trial), None) is None:
            return "7.1", f"{value} Ops could be used for nothing now"
        return None
    if isinstance(action, actions.PlaceLeader):
        who = game.leaders.get(action.leader)
        if who is None or who.power not in game.powers_of[seat]:
            return "8.3", f"{game.title(action.leader)} is no leader of yours"
        return leaders.refuse_minor(game, state, action.leader, action.space, impulse.placed)
    if isinstance(action, actions.Restore):
        return gauls.refuse_cohesion(game, state, seat, action.space)
    if isinstance(action, actions.Offer):
        return alliances.refuse_offer(game, state, impulse, action.power, action.other)
    if isinstance(action, actions.Break):
        return alliances.refuse_break(game, state, seat, action.power, action.other)
    return "5.4", "in your impulse you play a card, place minor leaders, offer or break alliances, or end it"


def _impulse_act(unfolding: Unfolding, impulse: Impulse, now: Decision, action: Action) -> None:
    game, seat = unfolding.game, impulse.seat
    if isinstance(action, actions.End):
        unfolding.happen(events.ImpulseEnded(seat, not impulse.played))
    elif isinstance(action, actions.Play):
        record = game.cards[action.card]
        if action.use == OPS:
            unfolding.happen(events.CardPlayed(seat, action.card, OPS))
            unfolding.happen(events.NormalPlayMade(seat))
            unfolding.begin(
                Operation(seat, record.ops, powers_for(game, unfolding.state, seat, record.ops), action.card)
            )
            return
        play = playable_in(game, unfolding.state, seat, action.card, OWN_ACTION)
        assert play is not None
        unfolding.happen(events.CardPlayed(seat, action.card, EVENT, record.removed))
        if not is_neutral_activation(game, action.card, play):
            unfolding.happen(events.NormalPlayMade(seat))
        unfolding.begin(CardEvent(seat, action.card, play))
    elif isinstance(action, actions.PlaceLeader):
        leaders.place_minor(unfolding, action.leader, action.space)
        unfolding.happen(events.MinorPlaced(action.leader))
    elif isinstance(action, actions.Restore):
        gauls.restore_home(unfolding, action.space)
    elif isinstance(action, actions.Offer):
        alliances.offer(unfolding, action.power, action.other)
    elif isinstance(action, actions.Break):
        alliances.break_off(unfolding, action.power, action.other)


def _impulse_go_on(unfolding: Unfolding, impulse: Impulse) -> None:
    unfolding.finish()  # the action of Desperate Times is over


# What the events do


def _normal_play_made(_: Game, state: State, event: events.NormalPlayMade) -> State:
    return on_top(state, played=True)


def _minor_placed(_: Game, state: State, event: events.MinorPlaced) -> State:
    inner = state.stack[-1]
    if isinstance(inner, (Impulse, Operation)):
        return on_top(state, placed=(*inner.placed, event.leader))
    if isinstance(inner, Placement):
        return on_top(state, minor=(*inner.minor, event.leader))
    return state


OPERATION = Chapter(_go_on, _asks, _options, _refuse, _act)
IMPULSE = Chapter(_impulse_go_on, _impulse_asks, _impulse_options, _impulse_refuse, _impulse_act)
EVOLVE: dict[type[Event], Evolve] = {
    events.NormalPlayMade: _normal_play_made,
    events.MinorPlaced: _minor_placed,
}
