"""Magic (8.5): in each of two magic phases a magic leader moves or attempts a spell, once a turn (3.0, 8.52)."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.state import Casting, InForce, LeaderState, State, changed, with_leader
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event


def refuse_caster(game: Game, state: State, caster: str, seat: str) -> Refusal | None:
    """Why the leader may attempt no spell now, or None."""
    title = game.title(caster)
    if caster not in state.leaders or game.seat_of[caster] != seat:
        return "8.54", f"{title} is no leader of yours on the map"
    if game.board.leaders[caster].magic == 0:
        return "8.51", f"{title} has no magic ability"
    if caster in state.attempted:
        return "8.53" if state.attempted[caster] == state.phase else "3.0", (
            f"{title} has already attempted a spell this turn"
        )
    if caster in state.moved:
        return "8.52", f"{title} has moved in this phase and may not cast"
    return game.exclusive.forbids_casting(game, state, caster)


def refuse_spell(game: Game, state: State, caster: str, spell: str) -> Refusal | None:
    """Why the leader may not attempt this spell, the points aside, or None."""
    card = game.board.spells.get(spell)
    if card is None or spell not in game.exclusive.spells:
        return "8.54", f"there is no spell {spell} in this battle"
    if game.counter(card.caster) != caster:
        return "8.54", f"{game.title(caster)} does not know {card.title}"
    if card.once and spell in state.used:
        return card.rule, f"{card.title} may be cast only once"
    if card.needs and not _is_present(game, state, card.needs):
        return card.rule, f"{card.title} needs {game.title(game.counter(card.needs))} on the map"
    if state.leaders[caster].points < card.minimum:
        return (
            "8.55",
            f"{card.title} needs {card.minimum} points, and {state.leaders[caster].points} are left",
        )
    return game.exclusive.spells[spell].forbidden(game, state, caster)


def _is_present(game: Game, state: State, piece: str) -> bool:
    """Whether a leader or unit of this type is on the map."""
    if game.counter(piece) in state.leaders:
        return True
    return any(unit.startswith(f"{game.prefix}{piece}-") for unit in state.units)


def most_points(game: Game, spell: str) -> int:
    """The most points of any use on a spell: the table's last column holds for all beyond (8.57)."""
    return game.board.spells[spell].minimum + len(game.board.magic[spell]) - 1


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """All spells that may be attempted now, with the points that may be used (8.54)."""
    found: list[Action] = []
    for caster in game.leaders_of[seat]:
        if caster not in state.leaders or refuse_caster(game, state, caster, seat) is not None:
            continue
        for spell in sorted(game.board.spells):
            if refuse_spell(game, state, caster, spell) is None:
                most = min(most_points(game, spell), state.leaders[caster].points)
                least = game.board.spells[spell].minimum
                found += [actions.Cast(caster, spell, points) for points in range(least, most + 1)]
    return tuple(found)


def cast(unfolding: Unfolding, seat: str, action: actions.Cast) -> None:
    """Declares a spell and its points (8.54); it is rolled when its target is named."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_caster(game, state, action.caster, seat) or refuse_spell(
        game, state, action.caster, action.spell
    )
    if refused is not None:
        raise IllegalAction(*refused)
    card = game.board.spells[action.spell]
    left = state.leaders[action.caster].points
    if action.points > left:
        raise IllegalAction(
            "8.55", f"{game.title(action.caster)} has {left} points left, not {action.points}"
        )
    if action.points < card.minimum:
        raise IllegalAction("8.54", f"{card.title} needs {card.minimum} points or more")
    if action.points > most_points(game, action.spell):
        raise IllegalAction(
            "8.57", f"more than {most_points(game, action.spell)} points do not help {card.title}"
        )
    unfolding.happen(events.SpellDeclared(action.caster, action.spell, action.points))


def aiming_options(game: Game, state: State) -> tuple[Action, ...]:
    """The targets that may be named."""
    casting = state.casting
    assert casting is not None
    targets = game.exclusive.spells[casting.spell].targets(game, state, casting.caster)
    return tuple(actions.Aim(target) for target in targets)


def reach(
    game: Game, state: State, caster: str, spell: str, points: int
) -> tuple[tuple[int, int], tuple[events.Modifier, ...]]:
    """The sums of two dice with which a spell works by the points used (8.57), (0, 0) for none; what changed them."""
    modifiers = game.exclusive.spell_modifiers(game, state, caster, spell)
    further = points - game.board.spells[spell].minimum
    if further < 0:
        return (0, 0), modifiers
    columns = game.board.magic[spell]
    further += sum(each.amount for each in modifiers)
    return columns[min(further, len(columns) - 1)] or (0, 0), modifiers


def aim(unfolding: Unfolding, action: actions.Aim) -> None:
    """Names the target and rolls (8.54); points are paid only for a spell that works (8.56)."""
    game, state = unfolding.game, unfolding.state
    casting = state.casting
    if casting is None:
        raise IllegalAction("8.54", "no spell has been declared")
    rules = game.exclusive.spells[casting.spell]
    card = game.board.spells[casting.spell]
    if action.target not in tuple(rules.targets(game, state, casting.caster)):
        raise IllegalAction(card.rule, f"{action.target or 'nothing'} cannot be the target of {card.title}")
    span, modifiers = reach(game, state, casting.caster, casting.spell, casting.points)
    dice = unfolding.chance.roll(
        f"magic:{game.in_purpose(casting.caster)}:{card.id}", game.seat_of[casting.caster], 2
    )
    works = span[0] <= sum(dice) <= span[1]
    unfolding.happen(
        events.SpellCast(
            casting.caster, casting.spell, casting.points, action.target, span, dice, works, modifiers
        )
    )
    if works:
        rules.works(unfolding, casting.caster, action.target)


# What the events do


def _declared(_: Game, state: State, event: events.SpellDeclared) -> State:
    return changed(
        state,
        casting=Casting(event.caster, event.spell, event.points),
        attempted=state.attempted.set(event.caster, state.phase),
    )


def _cast(_: Game, state: State, event: events.SpellCast) -> State:
    state = changed(
        state,
        casting=None,
        attempted=state.attempted.set(event.caster, state.phase),
        used=state.used | {event.spell} if event.works else state.used,
    )
    leader = state.leaders.get(event.caster)
    if not event.works or leader is None:
        return state
    left = LeaderState(leader.hex, leader.wounded, leader.points - event.points)  # 8.56
    return with_leader(state, event.caster, left)


def _took_hold(_: Game, state: State, event: events.SpellTookHold) -> State:
    return changed(state, in_force=(*state.in_force, InForce(event.spell, event.target)))


EVOLVE: dict[type[Event], Evolve] = {
    events.SpellDeclared: _declared,
    events.SpellCast: _cast,
    events.SpellTookHold: _took_hold,
}
