"""Avoiding battle (11): who may try, where to, the die, and the pursuit."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome import actions, command, events
from rules.sword_of_rome.forces import enemy_units, force, foreign_units
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.interception import refuse_accompanying
from rules.sword_of_rome.powers import allied, friendly_space
from rules.sword_of_rome.procedures import Attempt, Entry, Impulse, Modifier
from rules.sword_of_rome.state import Force, State, find
from rules.sword_of_rome.tracing import link_for
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import may_enter, refuse_land, refuse_stop

AVOIDANCE = "avoidance"


def refuse_avoiding(
    game: Game, state: State, entry: Entry, power: str, leader: str, cu: int, space: str
) -> Refusal | None:
    """Why a leader of the power may not try to avoid battle so, or None."""
    who = game.leaders.get(leader)
    if who is None or who.power != power:
        return "11.1", f"{game.title(leader)} is no leader of {game.title(power)}"
    own = force(state, entry.space, power)
    title, here = who.title, game.title(entry.space)
    place = state.leaders.get(leader)
    if place != entry.space and any(isinstance(each, Entry) and each.space == place for each in state.stack):
        return "11.2", f"{title} is pinned by the attack on him and cannot avoid the flanking army"
    if own is None or leader not in (*own.leaders, *own.shut):
        return "11.1", f"{title} is not in {here}"
    if leader in own.shut:
        return "11.2", f"{title} is within the walls of {here}"
    if allied(game, state, power, entry.power):
        return "15.2", f"{game.title(power)} and {game.title(entry.power)} are allied"
    if entry.space == game.places.punic_capital and game.spaces[entry.space].home == power:
        return "17.2.2", f"the Carthaginians in {here} always stand and fight"
    if leader in tried(state, entry):
        return "11.2", f"{title} has tried to intercept in this impulse and cannot avoid battle"
    if any(leader in (attempt.leader, *attempt.followers) for attempt in entry.avoids):
        return "11.1", f"{title} tries to avoid battle already"
    if space not in game.spaces or space not in game.board.adjacent[entry.space]:
        return "11.1", f"{game.title(space)} is not next to {here}"
    goal = game.title(space)
    link = link_for(game, power, entry.space, space)
    if link != "clear":
        if not link:
            return "2.3", f"the link leads from {goal} only"
        return "11.2", f"the link from {here} to {goal} is {link}, and nobody avoids battle across it"
    if space == entry.origin and not entry.sortie:
        return "11.2", f"the enemy came from {goal}"
    if not friendly_space(game, state, power, space):
        return "11.2", f"{goal} is not friendly to {game.title(power)}"
    if enemy_units(game, state, space, power):
        return "11.2", f"enemy CU stand in {goal}"
    if foreign_units(state, space, power) or refuse_stop(game, state, power, space, 1) is not None:
        return "15.3", f"units of another power stand in {goal}"
    barred = refuse_land(game, power, space, (leader,))
    if barred is not None:
        return barred
    if not may_enter(game, state, power, space):
        return "16.3", f"{game.title(power)} may not avoid battle to {goal}"
    left = undeclared(entry, own)
    free = left - bound(state, power, entry.space)
    if left < 1:
        return "11.1", f"{title} has no CU: a leader alone cannot avoid battle"
    if free < 1:
        return "11.2", f"the CU in {here} have tried to intercept in this impulse and cannot avoid battle"
    if not 1 <= cu <= min(free, game.numbers.army_most):
        return "11.1", f"{title} can avoid battle with 1 to {min(free, game.numbers.army_most)} CU"
    first = commanding(entry, own)
    if cu == left and leader != first:  # 8.2.1-b: no change of command outside the own impulse
        return "8.2.1", f"{game.title(first)} commands and leads the last of the CU in {here}"
    return None


def tried(state: State, entry: Entry) -> tuple[str, ...]:
    """The leaders who tried to intercept in this impulse (11.2-b)."""
    impulse = find(state, Impulse)
    return (*(each.leader for each in entry.interceptions), *(impulse.interceptors if impulse else ()))


def undeclared(entry: Entry, own: Force) -> int:
    """The CU outside walls that do not try to avoid battle yet."""
    return own.cu - sum(attempt.cu for attempt in entry.avoids if attempt.power == own.power)


def bound(state: State, power: str, space: str) -> int:
    """The CU in the space that tried to intercept in this impulse (11.2-b)."""
    impulse = find(state, Impulse)
    return sum(
        cu
        for where, who, cu in (impulse.tried if impulse is not None else ())
        if (where, who) == (space, power)
    )


def commanding(entry: Entry, own: Force) -> str:
    """The first of the leaders who do not try to avoid battle yet."""
    gone = {leader for attempt in entry.avoids for leader in (attempt.leader, *attempt.followers)}
    return next((leader for leader in own.leaders if leader not in gone), "")


def options(game: Game, state: State, entry: Entry, power: str) -> Iterator[actions.Avoid]:
    """The attempts to avoid battle that a power may declare."""
    own = force(state, entry.space, power)
    if own is None or not own.cu or not own.leaders:
        return
    left = undeclared(entry, own)
    most = min(left - bound(state, power, entry.space), game.numbers.army_most)
    first = commanding(entry, own)
    for space in game.board.adjacent[entry.space]:
        for leader in own.leaders:
            last = most - 1 if most == left and leader != first else most
            if last >= 1 and refuse_avoiding(game, state, entry, power, leader, 1, space) is None:
                for cu in range(1, last + 1):
                    yield actions.Avoid(leader, cu, space)


def refuse_companion(game: Game, state: State, entry: Entry, index: int, leader: str) -> Refusal | None:
    """Why a leader may not go along in a declared attempt to avoid battle, or None."""
    if leader in tried(state, entry):
        return "11.2", f"{game.title(leader)} has tried to intercept in this impulse and cannot avoid battle"
    return refuse_accompanying(game, state, entry.avoids, index, leader, "11.1")


def companions(game: Game, state: State, entry: Entry, power: str) -> Iterator[actions.Accompany]:
    """The leaders of a power that may still go along in a declared attempt to avoid battle."""
    for index, attempt in enumerate(entry.avoids):
        own = force(state, entry.space, power) if attempt.power == power else None
        for leader in own.leaders if own is not None else ():
            if refuse_companion(game, state, entry, index, leader) is None:
                yield actions.Accompany(leader, attempt.leader)


def declare(unfolding: Unfolding, entry: Entry, power: str, leader: str, cu: int, space: str) -> None:
    """Declares an attempt to avoid battle (11.1); when all CU go, so do all leaders outside."""
    own = force(unfolding.state, entry.space, power)
    assert own is not None
    gone = {each for attempt in entry.avoids for each in (attempt.leader, *attempt.followers)}
    followers: tuple[str, ...] = ()
    if cu == undeclared(entry, own):
        followers = tuple(each for each in own.leaders if each != leader and each not in gone)
    attempt = Attempt(power, leader, cu, entry.space, space, followers)
    unfolding.happen(events.ReactionDeclared(AVOIDANCE, attempt))


def attempt_it(unfolding: Unfolding, entry: Entry, index: int, *, agreed: bool) -> None:
    """Rolls for an attempt to avoid battle, or lets it succeed where the enemy agreed (11.1-c, -d)."""
    game = unfolding.game
    attempt = entry.avoids[index]
    tactics = game.leaders[attempt.leader].tactics
    modifiers = (Modifier("cards", attempt.modifier, "7.1.1"),) if attempt.modifier else ()
    die = 0
    if not agreed:
        seat = game.seat_of.get(attempt.power, "")
        (die,) = unfolding.chance.roll(f"avoidance:{attempt.leader}", seat)
    before = unfolding.state
    success = agreed or die + attempt.modifier <= tactics
    own = force(unfolding.state, entry.space, attempt.power)
    cu = min(attempt.cu, own.cu if own is not None else 0)
    leaders = tuple(
        each for each in (attempt.leader, *attempt.followers) if own is not None and each in own.leaders
    )
    if not cu or not leaders:
        success = False
    unfolding.happen(
        events.AvoidanceRolled(index, attempt.power, attempt.leader, die, modifiers, tactics, success)
    )
    if success:
        before = unfolding.state
        unfolding.happen(
            events.ForceMoved(attempt.power, entry.space, attempt.space, cu, leaders, AVOIDANCE, "11.1")
        )
        command.hand_over(unfolding, before, attempt.power, entry.space)
        command.hand_over(unfolding, before, attempt.power, attempt.origin)
        command.meet(unfolding, before, attempt.power, attempt.space)


def pursue(unfolding: Unfolding, entry: Entry, leader: str) -> bool:
    """Rolls the pursuit of every army that avoided battle (11.3); whether the mover may go on."""
    game = unfolding.game
    tactics = game.leaders[leader].tactics
    for attempt in entry.avoids:
        if attempt.outcome != "success":
            continue
        (die,) = unfolding.chance.roll(f"pursuit:{attempt.leader}", entry.seat)
        success = die <= tactics
        unfolding.happen(events.PursuitRolled(leader, die, tactics, success))
        if not success:
            return False
    return True
