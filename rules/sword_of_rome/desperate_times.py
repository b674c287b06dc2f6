"""Desperate Times (7.4): a play as with 3 Ops, new cards, or a special card."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, data_effects, events
from rules.sword_of_rome.card_play import OWN_ACTION, powers_for
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.procedures import CardEvent, Desperation, Impulse, Operation
from rules.sword_of_rome.responses import suits
from rules.sword_of_rome.state import State, on_top
from rules.sword_of_rome.strategy_cards import draw, hand_of, holdings, refuse_holding
from rules.sword_of_rome.unfolding import Unfolding

OPS, REDRAW, FETCH = "ops", "redraw", "fetch"


def _operation(game: Game, card: str) -> data_effects.DesperateTimes:
    for play in game.cards[card].plays:
        for operation in play.operations:
            if isinstance(operation, data_effects.DesperateTimes):
                return operation
    raise AssertionError(f"{card} is no Desperate Times")


def fetchable(game: Game, state: State, desperation: Desperation) -> tuple[str, ...]:
    """The copies of the special card that are still in the game and whose event could be played (7.4-f)."""
    seat = desperation.seat
    wanted = _operation(game, desperation.card).fetch
    gone = state.removed.get(seat, ())
    found = []
    for card in game.deck[seat]:
        record = game.cards[card]
        if record.title != wanted or card in gone:
            continue
        play = next((index for index, each in enumerate(record.plays) if each.window == OWN_ACTION), None)
        if play is not None and suits(game, state, seat, card, play):
            found.append(card)
    return tuple(found)


def _asks(game: Game, state: State, desperation: Desperation) -> Decision | None:
    if desperation.stage == "choose":
        return Decision(desperation.seat, "desperate-use")
    if desperation.stage == REDRAW:
        return Decision(desperation.seat, "put-away")
    return None


def _options(game: Game, state: State, desperation: Desperation, now: Decision) -> Iterator[Action]:
    if now.kind == "put-away":
        for card in holdings(game, state, now.seat):
            yield actions.Discard(card)
        yield actions.End()
        return
    yield actions.Choose(OPS)
    yield actions.Choose(REDRAW)
    for card in fetchable(game, state, desperation):
        yield actions.Choose(card)


def _refuse(
    game: Game, state: State, desperation: Desperation, now: Decision, action: Action
) -> Refusal | None:
    if now.kind == "put-away":
        if isinstance(action, actions.Discard):
            return refuse_holding(game, state, now.seat, action.card)
        return None if isinstance(action, actions.End) else ("7.4", "put cards away, or draw as many anew")
    if isinstance(action, actions.Choose):
        if action.what in (OPS, REDRAW) or action.what in fetchable(game, state, desperation):
            return None
        wanted = _operation(game, desperation.card).fetch
        return "7.4", f"this Desperate Times gives 3 Ops, new cards, or {wanted} where that can be played"
    return "7.4", "the use of Desperate Times is chosen first"


def _act(unfolding: Unfolding, desperation: Desperation, now: Decision, action: Action) -> None:
    game, seat = unfolding.game, desperation.seat
    if isinstance(action, actions.Discard):
        unfolding.happen(events.CardDiscarded(seat, action.card, "7.4"))
        unfolding.happen(events.CardsPutAway(desperation.put_away + 1))
    elif isinstance(action, actions.End):
        unfolding.reach("done")
        draw(unfolding, seat, desperation.put_away)
    elif isinstance(action, actions.Choose) and action.what == OPS:
        unfolding.reach("done")
        _act_alone(unfolding, seat)
        value = _operation(game, desperation.card).value
        unfolding.begin(
            Operation(seat, value, powers_for(game, unfolding.state, seat, value), desperation.card)
        )
    elif isinstance(action, actions.Choose) and action.what == REDRAW:
        unfolding.reach(REDRAW)
    elif isinstance(action, actions.Choose):
        unfolding.reach("done")
        _act_alone(unfolding, seat)
        card = action.what
        source = "deck"
        if card in hand_of(unfolding.state, seat):
            source = "hand"
        elif card in unfolding.state.discards.get(seat, ()):
            source = "discards"
        play = next(index for index, each in enumerate(game.cards[card].plays) if each.window == OWN_ACTION)
        unfolding.happen(events.CardPlayed(seat, card, "event", game.cards[card].removed, source))
        unfolding.begin(CardEvent(seat, card, play))


def _act_alone(unfolding: Unfolding, seat: str) -> None:
    """An action of its own, outside any impulse: what armies do is kept track of as in one."""
    unfolding.begin(Impulse(seat, played=True, stage="desperate"))


def _go_on(unfolding: Unfolding, desperation: Desperation) -> None:
    unfolding.finish()


def _put_away(_: Game, state: State, event: events.CardsPutAway) -> State:
    return on_top(state, put_away=event.count)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {events.CardsPutAway: _put_away}
