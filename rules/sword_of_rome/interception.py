"""Interception (10): who may try, and the die."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome import actions, command, events
from rules.sword_of_rome.forces import force, is_minor
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import allied, friendly_space
from rules.sword_of_rome.procedures import Activation, Attempt, Entry, Modifier
from rules.sword_of_rome.state import Force, State, find
from rules.sword_of_rome.tracing import link_for
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import may_enter, refuse_land

INTERCEPTION = "interception"


def may_have_interceptors(game: Game, state: State, mover: str, space: str) -> bool:
    """Whether an enemy army stands next to the space, with a clear link to it (10.1)."""
    for near in game.board.adjacent[space]:
        for each in state.forces.get(near, ()):
            if (
                each.cu
                and each.leaders
                and each.power != mover
                and not allied(game, state, mover, each.power)
                and link_for(game, each.power, near, space) == "clear"
            ):
                return True
    return False


def _standing(state: State, entry: Entry) -> tuple[Force, ...]:
    """What stands in the entered space besides the moving units (10.2-c)."""
    march = find(state, Activation)
    found = []
    for each in state.forces.get(entry.space, ()):
        others = each.cu + each.inside
        if each.power == entry.power and march is not None and march.space == entry.space:
            others -= march.cu
        if others > 0:
            found.append(each)
    return tuple(found)


def refuse_interception(
    game: Game, state: State, entry: Entry, power: str, leader: str, cu: int
) -> Refusal | None:
    """Why a leader of the power may not try to intercept with so many CU, or None."""
    who = game.leaders.get(leader)
    if who is None or who.power != power:
        return "10.1", f"{game.title(leader)} is no leader of {game.title(power)}"
    near = state.leaders.get(leader, "")
    own = force(state, near, power)
    title, target = who.title, game.title(entry.space)
    if own is None or near not in game.board.adjacent[entry.space]:
        return "10.1", f"{title} does not stand next to {target}"
    if entry.sortie:
        return "13.4.1", "a sortie cannot be intercepted"
    if game.seat_of.get(power) == entry.seat:
        return "10.1", "only seats whose impulse it is not intercept"
    if leader in own.shut:
        return "10.2", f"{title} is within the walls of {game.title(near)}"
    if allied(game, state, power, entry.power):
        return "15.2", f"{game.title(power)} and {game.title(entry.power)} are allied"
    link = link_for(game, power, near, entry.space)
    if link != "clear":
        if not link:
            return "2.3", f"the link leads from {target} only"
        return (
            "10.2",
            f"the link from {game.title(near)} to {target} is {link}, and nobody intercepts across it",
        )
    for each in _standing(state, entry):
        if each.power == power:
            continue
        standing = f"CU of {game.title(each.power)} that do not move stand there"
        if allied(game, state, power, each.power):  # 10.2-f
            standing = f"the army of {game.title(each.power)}, an ally, is attacked there"
        return "10.2", f"{title} cannot intercept into {target}: {standing}"
    if any(attempt.origin == near for attempt in entry.interceptions):  # 10.3-g
        return "10.3", f"an interception from {game.title(near)} has been declared already"
    for procedure in state.stack:
        if isinstance(procedure, Entry) and procedure.space == near:  # 10.2-e
            return "10.2", f"the army in {game.title(near)} is pinned by the attack on it"
    march = find(state, Activation)
    if march is not None and f"{power}/{near}" in march.bribed:
        return "7.2.2", f"the army in {game.title(near)} has been bribed"
    barred = refuse_land(game, power, entry.space, (leader,))
    if barred is not None:
        return barred
    if not may_enter(game, state, power, entry.space):
        return "16.3", f"{game.title(power)} may not intercept into {target}"
    most = own.cu if leader == own.leaders[0] else own.cu - 1  # 10.3-d
    if most < 1:
        return "10.3", "a subordinate intercepts only if his commander stays with at least 1 CU"
    if not 1 <= cu <= min(most, game.numbers.army_most):
        return "10.3", f"{title} can intercept with 1 to {min(most, game.numbers.army_most)} CU"
    return None


def interceptors(game: Game, state: State, entry: Entry, power: str) -> Iterator[tuple[str, int]]:
    """The leaders of a power that may try to intercept, each with the most CU that he may take."""
    for near in game.board.adjacent[entry.space]:
        own = force(state, near, power)
        if own is None or not own.cu or not own.leaders:
            continue
        for leader in own.leaders:
            if refuse_interception(game, state, entry, power, leader, 1) is None:
                most = own.cu if leader == own.leaders[0] else own.cu - 1
                yield leader, min(most, game.numbers.army_most)


def options(game: Game, state: State, entry: Entry, power: str) -> Iterator[actions.Intercept]:
    """The interceptions that a power may declare."""
    for leader, most in interceptors(game, state, entry, power):
        for cu in range(1, most + 1):
            yield actions.Intercept(leader, cu)


def declare(unfolding: Unfolding, entry: Entry, power: str, leader: str, cu: int) -> None:
    """Declares an interception (10.3)."""
    near = unfolding.state.leaders[leader]
    own = force(unfolding.state, near, power)
    assert own is not None
    followers = tuple(each for each in own.leaders if each != leader) if cu == own.cu else ()
    attempt = Attempt(power, leader, cu, near, entry.space, followers)
    unfolding.happen(events.ReactionDeclared(INTERCEPTION, attempt))


def refuse_accompanying(
    game: Game, state: State, attempts: tuple[Attempt, ...], index: int, leader: str, rule: str
) -> Refusal | None:
    """Why a leader may not go along in a declared attempt to intercept (10.3) or to avoid battle (11.1), or None."""
    attempt = attempts[index]
    own = force(state, attempt.origin, attempt.power)
    title, commander = game.title(leader), game.title(attempt.leader)
    if own is None or leader not in own.leaders:
        return rule, f"{title} does not stand with {commander} in {game.title(attempt.origin)}"
    if any(leader in (each.leader, *each.followers) for each in attempts):
        return rule, f"{title} goes already"
    if leader == own.leaders[0]:
        return "8.2.1", f"{title} commands and does not go as a subordinate of {commander}"
    if is_minor(game, attempt.leader) and not is_minor(game, leader):
        return "8.2.1", f"{title} is no subordinate of a minor leader"
    return None


def companions(
    game: Game, state: State, attempts: tuple[Attempt, ...], power: str, rule: str
) -> Iterator[actions.Accompany]:
    """The leaders of a power that may still go along in what was declared."""
    for index, attempt in enumerate(attempts):
        own = force(state, attempt.origin, attempt.power) if attempt.power == power else None
        for leader in own.leaders if own is not None else ():
            if refuse_accompanying(game, state, attempts, index, leader, rule) is None:
                yield actions.Accompany(leader, attempt.leader)


def attempt_it(unfolding: Unfolding, entry: Entry, index: int) -> None:
    """Rolls for an interception (10.4); one power bars all others (10.2-d)."""
    game, state = unfolding.game, unfolding.state
    attempt = entry.interceptions[index]
    tactics = game.leaders[attempt.leader].tactics
    if any(each.outcome == "success" and each.power != attempt.power for each in entry.interceptions):
        unfolding.happen(
            events.InterceptionRolled(
                index, attempt.power, attempt.leader, 0, (), tactics, success=False, barred=True
            )
        )
        return
    modifiers = []
    own = force(state, entry.space, attempt.power)
    if not friendly_space(game, state, attempt.power, entry.space) and not (
        own is not None and own.cu + own.inside
    ):
        modifiers.append(Modifier("enemy space", game.numbers.interception_enemy_space, "10.3"))
    if attempt.modifier:
        modifiers.append(Modifier("cards", attempt.modifier, "7.1.1"))
    seat = game.seat_of.get(attempt.power, "")
    (die,) = unfolding.chance.roll(f"interception:{attempt.leader}", seat)
    success = die + sum(each.value for each in modifiers) <= tactics
    unfolding.happen(
        events.InterceptionRolled(
            index, attempt.power, attempt.leader, die, tuple(modifiers), tactics, success
        )
    )
    if success:
        before = unfolding.state
        unfolding.happen(
            events.ForceMoved(
                attempt.power,
                attempt.origin,
                entry.space,
                attempt.cu,
                (attempt.leader, *attempt.followers),
                INTERCEPTION,
                "10.4",
            )
        )
        command.hand_over(unfolding, state, attempt.power, attempt.origin)
        command.hand_over(unfolding, before, attempt.power, attempt.origin)
        command.meet(unfolding, before, attempt.power, entry.space)  # 10.4-b
