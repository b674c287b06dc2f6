"""What may be decided when an army has entered a space (9.3, 10, 11, 12.1), and what it brings about."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import (
    actions,
    avoiding_battle,
    bribes,
    events,
    flanking,
    interception,
    joining_battle,
    sheltering,
)
from rules.sword_of_rome.activation import send_back
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.forces import enemies_outside
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Activation, Entry
from rules.sword_of_rome.reaction_stages import (
    AVOID_ROLLING,
    AVOIDING,
    BATTLE,
    FOUGHT,
    OPENING,
    SEA_RETURN,
    SURPRISES,
    waiting,
)
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding


def options(game: Game, state: State, entry: Entry, now: Decision) -> Iterator[Action]:
    """What may be decided now."""
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(game, state, entry)
        if own is not None:
            yield from sheltering.options(game, state, entry, own)
    elif kind == "react":
        yield from interception.options(game, state, entry, now.power)
        yield from interception.companions(game, state, entry.interceptions, now.power, "10.3")
        yield from avoiding_battle.options(game, state, entry, now.power)
        yield from avoiding_battle.companions(game, state, entry, now.power)
        yield actions.End()
    elif kind == "order":
        for power in waiting(entry):
            yield actions.Name(power)
    elif kind in ("consent", "relief"):
        yield actions.Accept()
        yield actions.Refuse()
    elif kind == "bribe":
        yield from bribes.options(game, state, now.seat)
        yield actions.Pass()
    elif kind == "decline":
        if refuse_turning_back(game, state, entry) is None:
            yield actions.TurnBack()
        yield actions.Fight()
    elif kind == "flank":
        yield from flanking.flank_leaders(game, state, entry)
        yield actions.Fight()


def refuse(game: Game, state: State, entry: Entry, now: Decision, action: Action) -> Refusal | None:
    """Why that may not be decided now, or None."""
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(game, state, entry)
        assert own is not None
        return sheltering.refuse(game, state, entry, own, action)
    if kind == "react":
        return _refuse_reaction(game, state, entry, now.power, action)
    if kind == "order":
        if isinstance(action, actions.Name) and action.seat in waiting(entry):
            return None
        return "10.3", "one of the powers that intercept is named to try first"
    if kind in ("consent", "relief"):
        if isinstance(action, (actions.Accept, actions.Refuse)):
            return None
        if kind == "consent":
            return "11.1", "agree to the attempt to avoid battle, or refuse"
        return "13.4.2", "say whether those within the walls join in"
    if kind == "bribe":
        if isinstance(action, actions.Pass):
            return None
        if isinstance(action, actions.Play):
            return bribes.refuse(game, state, now.seat, action.card, action.use)
        return "7.2.2", "bribe the army or pass"
    if kind == "decline":
        if isinstance(action, actions.TurnBack):
            return refuse_turning_back(game, state, entry)
        return None if isinstance(action, actions.Fight) else ("10.5.1", "turn back or fight")
    if isinstance(action, actions.Fight):
        return None
    if isinstance(action, actions.Flank):
        return flanking.refuse_flank(game, state, entry, action.leader)
    return "9.5.6", "name a flanking army or fight"


def _refuse_reaction(game: Game, state: State, entry: Entry, power: str, action: Action) -> Refusal | None:
    if isinstance(action, actions.Intercept):
        return interception.refuse_interception(game, state, entry, power, action.leader, action.cu)
    if isinstance(action, actions.Avoid):
        return avoiding_battle.refuse_avoiding(
            game, state, entry, power, action.leader, action.cu, action.space
        )
    if isinstance(action, actions.Accompany):
        for index, attempt in enumerate(entry.interceptions):
            if attempt.power == power and attempt.leader == action.commander:
                return interception.refuse_accompanying(
                    game, state, entry.interceptions, index, action.leader, "10.3"
                )
        for index, attempt in enumerate(entry.avoids):
            if attempt.power == power and attempt.leader == action.commander:
                return avoiding_battle.refuse_companion(game, state, entry, index, action.leader)
        return "9.3.2", f"{game.title(action.commander)} has declared nothing in which anybody could go along"
    if isinstance(action, actions.End):
        return None
    return "9.3.2", "interceptions and attempts to avoid battle are declared first"


def refuse_turning_back(game: Game, state: State, entry: Entry) -> Refusal | None:
    """Why the intercepted army may not go back to where it came from, or None (10.5.1, 15.3)."""
    march = find(state, Activation)
    if march is None:
        return "10.5.1", "no army on the move is left"
    shut = sheltering.could_shut_in(game, state, entry.origin, entry.power)
    enemies = [each for each in enemies_outside(game, state, entry.origin, entry.power) if each != shut]
    if enemies:
        return "10.5.1", f"enemy CU stand in {game.title(entry.origin)}: the army cannot go back there"
    for each in state.forces.get(entry.origin, ()):
        friendly = each.power != entry.power and allied(game, state, each.power, entry.power)
        if friendly and (each.cu or each.leaders):
            where = game.title(entry.origin)
            return (
                "15.3",
                f"{game.title(each.power)} stand in {where}, and different powers do not stop together",
            )
    return None


def act(unfolding: Unfolding, entry: Entry, now: Decision, action: Action) -> None:
    """Carries a decision out."""
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(unfolding.game, unfolding.state, entry)
        assert own is not None
        if isinstance(action, actions.GoInside):
            unfolding.happen(events.WentInside(own.power, entry.space, action.cu, ()))
        elif isinstance(action, actions.LeadInside):
            unfolding.happen(events.WentInside(own.power, entry.space, 0, (action.leader,)))
        else:
            unfolding.reach(OPENING)
    elif kind == "react":
        _react(unfolding, entry, now.power, action)
    elif kind == "order":
        assert isinstance(action, actions.Name)
        unfolding.happen(events.InterceptorsOrdered((*entry.order, action.seat)))
    elif kind == "consent":
        if isinstance(action, actions.Accept):
            unfolding.reach(AVOIDING)
            avoiding_battle.attempt_it(unfolding, entry, entry.index, agreed=True)
        else:
            unfolding.reach(AVOID_ROLLING)
            open_window(unfolding, "avoidance")
    elif kind == "bribe":
        if isinstance(action, actions.Play):
            bribes.pay(unfolding, entry, now.seat, action.card)
        else:
            unfolding.reach(SURPRISES)
    elif kind == "decline":
        if isinstance(action, actions.TurnBack):
            turn_back(unfolding, entry)
        else:
            unfolding.reach(BATTLE)
    elif kind == "relief":
        unfolding.happen(events.ReliefDecided(isinstance(action, actions.Accept)))
    elif isinstance(action, actions.Flank):
        flanking.begin_flank(unfolding, entry, action.leader)
    else:
        unfolding.reach(FOUGHT)
        joining_battle.join(unfolding, entry)


def _react(unfolding: Unfolding, entry: Entry, power: str, action: Action) -> None:
    if isinstance(action, actions.Intercept):
        interception.declare(unfolding, entry, power, action.leader, action.cu)
    elif isinstance(action, actions.Avoid):
        avoiding_battle.declare(unfolding, entry, power, action.leader, action.cu, action.space)
    elif isinstance(action, actions.Accompany):
        for what, attempts in (("interception", entry.interceptions), ("avoidance", entry.avoids)):
            for index, attempt in enumerate(attempts):
                if attempt.power == power and attempt.leader == action.commander:
                    unfolding.happen(events.FollowerDeclared(what, index, action.leader))
                    return
    else:
        unfolding.happen(events.DeclarationEnded(power))


def turn_back(unfolding: Unfolding, entry: Entry) -> None:
    """The intercepted army declines battle and goes back (10.5.1)."""
    march = find(unfolding.state, Activation)
    if entry.link == "sea":
        unfolding.reach(SEA_RETURN)
        joining_battle.refuse_battle_at_sea(unfolding, entry, march)
        return
    unfolding.happen(events.BattleDeclined(entry.power, entry.space, entry.origin))
    send_back(unfolding, entry, "declined", "10.5.1")
