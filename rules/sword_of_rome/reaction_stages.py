"""The parts of what happens when an army enters a space (9.3, 12.1), and who decides in each."""

from __future__ import annotations

from rules.sword_of_rome import bribes, flanking, joining_battle, sheltering
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import ETRUSCANS, decider, tied_first
from rules.sword_of_rome.procedures import Entry
from rules.sword_of_rome.state import State

ENTERED, WALLS, OPENING, DECLARING = "entered", "walls", "opening", "declaring"
ORDERING, INTERCEPTING, ROLLING = "ordering", "intercepting", "rolling"
AVOIDING, CONSENT, AVOID_ROLLING = "avoiding", "consent", "avoid-rolling"
LONE, BRIBES, SURPRISES, DECLINING = "lone", "bribes", "surprises", "declining"
BATTLE, RELIEF, FLANKING, FOUGHT, SEA_RETURN = "battle", "relief", "flanking", "fought", "sea-return"
STOPPED = "stopped"


def asks(game: Game, state: State, entry: Entry) -> Decision | None:
    """Who decides now, and what."""
    stage = entry.stage
    if stage == WALLS:
        own = sheltering.shelterer(game, state, entry)
        return None if own is None else Decision(decider(game, state, own.power), "shelter", own.power)
    if stage == DECLARING and entry.queue:
        power, seat = entry.queue[0]
        return Decision(seat, "react", power)
    if stage == ORDERING and len(waiting(entry)) > 1:  # 10.3-b
        seats = {decider(game, state, power) for power in waiting(entry)}
        return Decision(tied_first(game, seats)[0], "order")
    if stage == CONSENT:
        return Decision(entry.seat, "consent", entry.power)
    if stage == BRIBES:
        seat = bribes.asked(game, state, entry)
        return Decision(seat, "bribe", ETRUSCANS) if seat else None
    if stage == DECLINING and may_decline(game, state, entry):
        return Decision(entry.seat, "decline", entry.power)
    if stage == RELIEF and may_relieve(game, state, entry):
        return Decision(entry.seat, "relief", entry.power)
    if stage == FLANKING and may_flank(game, state, entry):
        return Decision(entry.seat, "flank", entry.power)
    return None


def waiting(entry: Entry) -> tuple[str, ...]:
    """The powers with interceptions whose place in the order is still open (10.3-b)."""
    powers = dict.fromkeys(attempt.power for attempt in entry.interceptions)
    return tuple(sorted(power for power in powers if power not in entry.order))


def may_decline(game: Game, state: State, entry: Entry) -> bool:
    """Whether the mover was intercepted, can decline battle, and would have to fight (10.5.1)."""
    return (
        entry.intercepted
        and not entry.surprised
        and bool(enemies_outside(game, state, entry.space, entry.power))
    )


def may_relieve(game: Game, state: State, entry: Entry) -> bool:
    """Whether those within the walls can join an attack on their besiegers (13.4.2)."""
    own = force(state, entry.space, entry.power)
    return own is not None and own.inside > 0 and not entry.sortie and not entry.relief_decided


def may_flank(game: Game, state: State, entry: Entry) -> bool:
    """Whether an army can be activated to flank the attack, and the ratio has not settled it already (12.1 D and E)."""
    if entry.flank is not None or joining_battle.is_settled(game, state, entry):
        return False
    return next(flanking.flank_leaders(game, state, entry), None) is not None
