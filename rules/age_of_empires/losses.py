"""Losses of a round: assigned, healed, shielded, settled, and removed together (combat-10 to combat-13, combat-19)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, event_cards, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.attackers import values_of
from rules.age_of_empires.card_conditions import hand_cards
from rules.age_of_empires.chapter import Decision
from rules.age_of_empires.conversion import heal, may_heal
from rules.age_of_empires.data_operations import Shield
from rules.age_of_empires.falling import lose_tokens
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.procedures import Attack, Hit, Loss
from rules.age_of_empires.state import State, replace
from rules.age_of_empires.strengths import VILLAGERS, guards, strikers
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import monk_hit_points, villager_hit_points
from rules.ruleset import Action

LOSSES, SHIELDING, SETTLING = "losses", "shielding", "settling"


def _hurts(game: Game, state: State, about: Attack, hit: Hit) -> list[str]:
    """The participants of a hit that are left and could lose a token by it."""
    return [who for who in hit.among if _least(game, state, about, hit, who) <= hit.damage]


def _lost(about: Attack, who: str, seat: str) -> tuple[int, int]:
    found = [loss for loss in about.losses if loss.who == who and loss.seat == seat]
    return sum(loss.soldiers for loss in found), sum(loss.monks for loss in found)


def _least(game: Game, state: State, about: Attack, hit: Hit, who: str) -> int:
    """The damage that costs a participant its next token; more than any damage if none is left."""
    soldiers, monks = _left(state, about, hit.seat, who)
    if who == VILLAGERS:
        return villager_hit_points(game, state.sides[hit.seat]) if soldiers else hit.damage + 1
    if soldiers:
        return values_of(game, state, who).hit_points
    return monk_hit_points(game, state.sides[hit.seat]) if monks else hit.damage + 1


def _left(state: State, about: Attack, seat: str, who: str) -> tuple[int, int]:
    lost_soldiers, lost_monks = _lost(about, who, seat)
    if who == VILLAGERS:
        number = guards(state, about) if seat != about.seat else strikers(state, about)
        return number - lost_soldiers, 0
    unit = state.units[who]
    return unit.soldiers - lost_soldiers, unit.monks - lost_monks


def _assign(unfolding: Unfolding, about: Attack, who: str) -> None:
    """One participant takes the damage until it is gone or the rest is below its hit points (combat-11, combat-12)."""
    game, state = unfolding.game, unfolding.state
    hit = about.hits[0]
    side = state.sides[hit.seat]
    soldiers, monks = _left(state, about, hit.seat, who)
    each = villager_hit_points(game, side) if who == VILLAGERS else values_of(game, state, who).hit_points
    fallen = min(soldiers, hit.damage // each)
    rest = hit.damage - fallen * each
    prayed = 0
    if fallen == soldiers and monks:
        prayed = min(monks, rest // monk_hit_points(game, side))
        rest -= prayed * monk_hit_points(game, side)
    left = replace(hit, damage=rest, among=tuple(other for other in hit.among if other != who))
    hits = (left, *about.hits[1:]) if left.among and rest else about.hits[1:]
    made = list(about.losses)
    same = next((n for n, loss in enumerate(made) if loss.who == who and loss.seat == hit.seat), -1)
    if same >= 0:
        before = made[same]
        made[same] = replace(before, soldiers=before.soldiers + fallen, monks=before.monks + prayed)
    elif fallen or prayed:
        made.append(Loss(hit.seat, who, fallen, prayed))
    unfolding.happen(of_units.LossesAssigned(hits, tuple(made)))


def _healing(game: Game, state: State, about: Attack) -> Loss | None:
    """The first loss of which it is still to be decided whether to heal."""
    return next((loss for loss in about.losses if not loss.healed), None)


def _can_heal(game: Game, state: State, about: Attack, loss: Loss) -> bool:
    return loss.who != VILLAGERS and may_heal(game, state, about, loss.who)


def shielded(game: Game, state: State, about: Attack) -> str:
    """The defender's infantry unit that would lose soldiers, for the card Shield Wall; "" if there is none."""
    enemy = other(about.seat)
    for loss in about.losses:
        if loss.seat != enemy or loss.who == VILLAGERS or not loss.soldiers:
            continue
        if "infantry" in values_of(game, state, loss.who).classes:
            return loss.who
    return ""


def _could_shield(game: Game, state: State, about: Attack) -> bool:
    """Whether the defender may hold such a card, as far as everybody knows (turn-10)."""
    side = state.sides[other(about.seat)]
    least = min((card.age for card in game.cards.values() if card.timing == "response"), default=side.age + 1)
    return bool(side.hand) and side.age >= least and bool(shielded(game, state, about))


def _settling(state: State, about: Attack) -> Loss | None:
    """The first loss of which the owner has still to say whether monks go in place of soldiers."""
    return next((loss for loss in about.losses if not loss.settled), None)


def _monks_for(state: State, loss: Loss) -> int:
    if loss.who == VILLAGERS:
        return 0
    return min(loss.soldiers, state.units[loss.who].monks - loss.monks)


def asks(game: Game, state: State, about: Attack) -> Decision | None:
    """What is to be decided of the losses of a round."""
    if about.stage == LOSSES:
        if about.hits:
            hit = about.hits[0]
            return Decision(hit.seat, "hit-first") if len(_hurts(game, state, about, hit)) > 1 else None
        loss = _healing(game, state, about)
        if loss is not None and _can_heal(game, state, about, loss):
            return Decision(loss.seat, "healing")
        return None
    if about.stage == SHIELDING:
        if _could_shield(game, state, about):
            return Decision(other(about.seat), "shield")
        return None
    if about.stage == SETTLING:
        loss = _settling(state, about)
        if loss is not None and _monks_for(state, loss):
            return Decision(loss.seat, "monks")
    return None


def options(game: Game, state: State, about: Attack, now: Decision) -> Iterator[Action]:
    """All that may be decided of the losses."""
    if now.kind == "hit-first":
        for who in _hurts(game, state, about, about.hits[0]):
            yield actions.TakeFirst(who)
    elif now.kind == "healing":
        yield actions.Heal()
        yield actions.Decline()
    elif now.kind == "shield":
        for name in hand_cards(state.sides[now.seat]):
            card = game.cards[name]
            if card.type == "event" and event_cards.playable(game, state, now.seat, card, "response") is None:
                yield actions.Play(name)
        yield actions.Decline()
    else:
        loss = _settling(state, about)
        assert loss is not None
        for monks in range(_monks_for(state, loss) + 1):
            yield actions.Lose(monks)


def _changed(unfolding: Unfolding, about: Attack, loss: Loss, new: Loss) -> None:
    made = tuple(new if each is loss or each == loss else each for each in about.losses)
    unfolding.happen(of_units.LossesAssigned(about.hits, made))


def act(unfolding: Unfolding, about: Attack, action: Action) -> None:
    """Carries out a decision about losses."""
    game, state = unfolding.game, unfolding.state
    if isinstance(action, actions.TakeFirst):
        _assign(unfolding, about, action.who)
        return
    if isinstance(action, actions.Play):
        _shield(unfolding, about, action.card)
        return
    if isinstance(action, actions.Lose):
        loss = _settling(state, about)
        assert loss is not None
        settled = replace(
            loss, soldiers=loss.soldiers - action.monks, monks=loss.monks + action.monks, settled=True
        )
        _changed(unfolding, about, loss, settled)
        return
    loss = _healing(game, state, about)
    if isinstance(action, actions.Heal):
        assert loss is not None
        healed = heal(unfolding, loss.who)
        now = unfolding.state.stack[-1]
        assert isinstance(now, Attack)
        _changed(unfolding, now, loss, replace(_less(loss, 1 if healed else 0), healed=True))
    elif about.stage == LOSSES:
        assert loss is not None
        _changed(unfolding, about, loss, replace(loss, healed=True))
    else:
        unfolding.happen(of_units.AttackWent(SETTLING, about.round))


def _less(loss: Loss, number: int) -> Loss:
    """A loss with so many tokens spared: soldiers first (monk-12)."""
    soldiers = min(loss.soldiers, number)
    return replace(
        loss, soldiers=loss.soldiers - soldiers, monks=loss.monks - min(loss.monks, number - soldiers)
    )


def _shield(unfolding: Unfolding, about: Attack, name: str) -> None:
    """A response card spares soldiers of an infantry unit (the card Shield Wall)."""
    game = unfolding.game
    who = shielded(game, unfolding.state, about)
    unfolding.happen(events.EventPlayed(other(about.seat), name))
    loss = next(each for each in about.losses if each.who == who)
    for operation in game.cards[name].operations:
        if isinstance(operation, Shield):
            spared = min(loss.soldiers, operation.soldiers)
            _changed(unfolding, about, loss, replace(loss, soldiers=loss.soldiers - spared))


def go_on(unfolding: Unfolding, about: Attack) -> None:
    """What follows without a decision."""
    game, state = unfolding.game, unfolding.state
    if about.stage == LOSSES:
        if about.hits:
            hurt = _hurts(game, state, about, about.hits[0])
            if hurt:
                _assign(unfolding, about, hurt[0])
            else:
                unfolding.happen(of_units.LossesAssigned(about.hits[1:], about.losses))
            return
        loss = _healing(game, state, about)
        if loss is None:
            unfolding.happen(of_units.AttackWent(SHIELDING, about.round))
        else:
            _changed(unfolding, about, loss, replace(loss, healed=True))
    elif about.stage == SHIELDING:
        unfolding.happen(of_units.AttackWent(SETTLING, about.round))
    else:
        loss = _settling(state, about)
        if loss is None:
            _remove(unfolding, about)
        else:
            _changed(unfolding, about, loss, replace(loss, settled=True))


def _remove(unfolding: Unfolding, about: Attack) -> None:
    """All losses of a round are removed together (combat-10)."""
    for loss in about.losses:
        if loss.who == VILLAGERS:
            if loss.soldiers:
                where = about.space
                unfolding.happen(events.VillagersLost(loss.seat, where, loss.soldiers, "combat"))
        elif loss.soldiers or loss.monks:
            lose_tokens(unfolding, loss.who, loss.soldiers, loss.monks, "combat")
    for name in about.exploding:
        unit = unfolding.state.units.get(name)
        if unit is not None:
            lose_tokens(unfolding, name, unit.soldiers, unit.monks, "exploded")
    unfolding.happen(of_units.AttackWent("first-retreat", about.round))


def why(game: Game, state: State, about: Attack, now: Decision, action: Action) -> Refusal:
    """Why that is not decided of the losses."""
    told = {
        "hit-first": ("combat-11", "say who of those that take part is hit first"),
        "healing": ("monk-8", "the unit may roll to heal, or not"),
        "shield": ("turn-10", "a response that spares infantry may be played, or none"),
        "monks": ("combat-12", "say how many monks are lost in place of soldiers"),
    }
    return told[now.kind]
