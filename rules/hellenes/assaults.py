"""8.3 and 8.4: storming the walls."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.battles import letter, scored, strength
from rules.hellenes.casualties import lose_step
from rules.hellenes.game import Game
from rules.hellenes.olympians import roll
from rules.hellenes.sieges import GARRISON, besieged_count, besieged_steps, capture, next_step
from rules.hellenes.state import Assault, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import leads, outside, own_at
from rules.ruleset import Action

# 8.3, 8.4: assault


def assault_goes_on(u: Unfolding, assault: Assault) -> bool:
    """The next thing in an assault; False where somebody is to choose."""
    game, state, place = u.game, u.state, assault.place
    if not assault.begun:
        if outside(game, state, assault.side, place) > 1:
            return False
        begin_assault(u, assault)
        return True
    if assault.losses or assault.routs:
        return _assault_losses(u, assault)
    if assault.steps and besieged_count(state, place):
        return next_step(u, place, assault.steps)
    if not assault.queue:
        u.happen(e.ProcedureEnded())
        u.happen(e.SiegeSettled(place))
        _end_treachery(u, place)
        capture(u, place, assault.side, stormed=True)
        return True
    token, rest = assault.queue[0], assault.queue[1:]
    if token == "assault":
        names = assaulters(game, assault)
        dice = sum(state.blocks[name].steps for name in names)
        if dice:
            roll(u, "assault", "athena", assault.side, dice, place)
        else:
            u.happen(e.AssaultFired(rest))
        return True
    dice = _wall_dice(u, place, token)
    if dice and assault.fighting:
        holder = state.control.get(place, "")
        roll(u, "walls", "athena", holder, dice, f"{place}:{token}", token)
    else:
        u.happen(e.AssaultFired(rest))
    return True


def _wall_dice(u: Unfolding, place: str, token: str) -> int:
    steps = besieged_steps(u.game, u.state, place)
    if token == GARRISON:
        return steps.get(GARRISON, 0)
    steps.pop(GARRISON, None)
    number = int(token.partition("-")[2])
    ordered = sorted(steps.values(), reverse=True)
    return ordered[number - 1] if number <= len(ordered) else 0


def assaulters(game: Game, assault: Assault) -> list[str]:
    """The assaulting blocks in their order: by letter, fleets as D1 (8.4)."""
    return sorted(assault.fighting, key=lambda name: (letter(game, name, False), name))


def hold_options(game: Game, state: State, assault: Assault) -> tuple[Action, ...]:
    """Which blocks take no part, and the word to begin."""
    names = own_at(game, state, assault.side, assault.place, inside=False)
    free = [name for name in names if name not in assault.held and name not in state.initiated]
    held_back = tuple(a.HoldBack(name) for name in free) if len(free) > 1 else ()
    return (*held_back, a.Storm(assault.place))


def prepare_assault(u: Unfolding, assault: Assault, action: Action) -> None:
    """A block is held back, or the assault begins. Raises IllegalAction."""
    if action not in hold_options(u.game, u.state, assault):
        raise IllegalAction("8.4", "one block at least assaults; others may be held back")
    if isinstance(action, a.HoldBack):
        u.happen(e.BlockHeldBack(assault.side, action.block))
    else:
        begin_assault(u, assault)


def begin_assault(u: Unfolding, assault: Assault) -> None:
    """The assaulters are turned up; who fires first is settled (8.4, cards 3 and 4)."""
    game, state, place, side = u.game, u.state, assault.place, assault.side
    names = [
        name
        for name in own_at(game, state, side, place, inside=False)
        if name not in assault.held and name not in state.initiated
    ]
    hidden = {name: state.blocks[name].steps for name in names if name not in state.shown}
    if hidden:
        u.happen(e.BlocksShown(place, hidden))
    walls = [f"block-{number}" for number in range(1, state.walled.get(place, 0) + 1)]
    if place not in state.fallen:
        walls.append(GARRISON)
    first = f"engines/{side}" in state.effects or treachery(state, side, place)
    queue = ("assault", *walls) if first else (*walls, "assault")
    u.happen(e.AssaultBegan(tuple(names), queue))


def treachery(state: State, side: str, place: str) -> bool:
    """Whether the city is betrayed (cards 3 and 35)."""
    return f"treachery/{place}" in state.effects


def wall_fired(u: Unfolding, pending: Pending) -> None:
    """The dice of a fortified block or the garrison are used: A2 (8.3), in a Civil War the garrison A1 (13.5)."""
    assault = u.state.stack[-1]
    assert isinstance(assault, Assault)
    weak = pending.subject == GARRISON and u.state.civil_war == assault.place
    losses, routs = scored(pending.dice, 1 if weak else 2)
    u.happen(e.AssaultFired(assault.queue[1:], losses, routs, assault.hits))


def stormed(u: Unfolding, pending: Pending) -> None:
    """The dice of the assaulters are used: two hits take a step, or one where the city is weak (8.3, 8.4)."""
    game, state = u.game, u.state
    assault = state.stack[-1]
    assert isinstance(assault, Assault)
    place, side = assault.place, assault.side
    asks = pending.kind == "assault" and side == "athens" and "cleon" not in state.yearly
    if asks and leads(game, state, side, "Cleon"):
        u.happen(e.CleonAsked(pending))  # card 36
        return
    hits, at = 0, 0
    for name in assaulters(game, assault):
        steps = state.blocks[name].steps
        hits += scored(pending.dice[at : at + steps], strength(game, name, False))[0]
        at += steps
    weak = treachery(state, side, place) or state.civil_war == place
    u.happen(e.AssaultFired(assault.queue[1:], 0, 0, hits, hits if weak else hits // 2))


def cleon(u: Unfolding, seat: str, action: Action) -> None:
    """Athens keeps its dice or rolls them again (card 36). Raises IllegalAction."""
    pending = u.state.pending
    assert pending is not None
    if isinstance(action, a.Pass):
        u.happen(e.Passed(seat))
        return
    if not isinstance(action, a.RollAgain):
        raise IllegalAction("36", "Athens keeps the dice of its assault, or rolls them all again")
    u.happen(e.EffectBegan("cleon", True))
    thrown = u.chance.roll(pending.purpose, seat, len(pending.dice), replaces=pending.ordinal)
    ordinal = u.chance.outcomes[-1].ordinal
    u.happen(
        e.RollMade("cleon", pending.purpose, pending.god, seat, thrown, pending.subject, (), True, ordinal)
    )


def assault_struck(game: Game, state: State, assault: Assault) -> list[str]:
    """The assaulters of which one takes the next hit (largest) or is routed (smallest) (6.5, 6.6)."""
    if not assault.fighting:
        return []
    steps = {name: state.blocks[name].steps for name in sorted(assault.fighting)}
    edge = max(steps.values()) if assault.losses else min(steps.values())
    return [name for name in steps if steps[name] == edge]


def _assault_losses(u: Unfolding, assault: Assault) -> bool:
    names = assault_struck(u.game, u.state, assault)
    if not names:
        u.happen(e.AssaultFired(assault.queue, 0, 0, assault.hits, assault.steps))
        return True
    if len(names) > 1:
        return False
    take_loss(u, assault, names[0])
    return True


def take_loss(u: Unfolding, assault: Assault, name: str) -> None:
    """An assaulter loses a step, or drops out (8.4)."""
    if assault.losses:
        u.happen(
            e.AssaultFired(assault.queue, assault.losses - 1, assault.routs, assault.hits, assault.steps)
        )
        lose_step(u, name, "hit")
    else:
        u.happen(e.AssaultFired(assault.queue, 0, assault.routs - 1, assault.hits, assault.steps))
        u.happen(e.AssaulterDropped(name))


def choose_loss(u: Unfolding, assault: Assault, action: Action) -> None:
    """The besieger says which of his equal blocks is struck. Raises IllegalAction."""
    names = assault_struck(u.game, u.state, assault)
    if not isinstance(action, a.Take) or action.block not in names:
        raise IllegalAction("8.4", "one of the largest assaulters takes a hit, one of the smallest is routed")
    take_loss(u, assault, action.block)


def _end_treachery(u: Unfolding, place: str) -> None:
    """What betrayed a city in one assault is used up."""
    if f"treachery/{place}" in u.state.effects:
        u.happen(e.EffectEnded(f"treachery/{place}"))
