"""Alliances (15): offering, answering, breaking, renewing; Rome and Carthage (18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events, support
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import support_of
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, highest_first, playing, tied_first
from rules.sword_of_rome.procedures import Impulse, Proposal, Renewing
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, changed, on_top, pair
from rules.sword_of_rome.unfolding import Unfolding

PUNIC_TREATY = pair(ROME, CARTHAGE)
ORDERED = "ordered"
"""The stage of a renewal in which it has been said which of the seats with equal VP declares next."""
MADE = "made"
"""The stage of an offer that was accepted: the alliance has just been made."""


def members(alliance: str) -> tuple[str, str]:
    """The two powers of an alliance."""
    first, second = alliance.split("+")
    return first, second


def allies_of(state: State, power: str) -> tuple[str, ...]:
    """The powers formally allied with a power."""
    found = []
    for alliance in sorted(state.alliances):
        first, second = members(alliance)
        if power in (first, second):
            found.append(second if power == first else first)
    return tuple(found)


# Offers


def refuse_offer(game: Game, state: State, impulse: Impulse, power: str, other: str) -> Refusal | None:
    """Why an alliance cannot be offered, or None (15.1)."""
    if power not in game.powers or other not in game.powers:
        return "15.1", f"there is no alliance of {game.title(power)} and {game.title(other)}"
    if game.seat_of.get(power) != impulse.seat:
        return "15.1", f"{game.title(power)} are not yours to offer alliances for"
    if game.seat_of.get(other) == impulse.seat:
        return "15.1", f"{game.title(other)} are your own power"
    if other not in game.seat_of:
        return "15.1", f"{game.title(other)} are a non-player power and make no formal alliances"
    if game.seat_of[other] in state.eliminated:
        return "5.10.3", f"{game.title(other)} are out of the game"
    if pair(power, other) in state.alliances:
        return "15.1", f"{game.title(power)} and {game.title(other)} are allied already"
    if pair(power, other) in impulse.offered:
        return "15.1", "that alliance has been offered in this impulse already"
    if {power, other} == {ROME, GREECE} and PUNIC_TREATY in state.alliances:
        return "18", "Rome may not ally with the Greeks while allied with Carthage"
    return None


def offers(game: Game, state: State, impulse: Impulse) -> Iterator[actions.Offer]:
    """The alliances that the seat may offer now."""
    for power in game.powers_of[impulse.seat]:
        for other in game.powers:
            if refuse_offer(game, state, impulse, power, other) is None:
                yield actions.Offer(power, other)


def offer(unfolding: Unfolding, power: str, other: str) -> None:
    """Offers an alliance; the other seat answers at once."""
    unfolding.happen(events.AllianceOffered(power, other))
    unfolding.begin(Proposal(unfolding.game.seat_of[other], power, other))


def _asks(game: Game, state: State, proposal: Proposal) -> Decision | None:
    return Decision(proposal.seat, "alliance", proposal.other) if not proposal.stage else None


def _options(game: Game, state: State, proposal: Proposal, now: Decision) -> Iterator[Action]:
    yield actions.Accept()
    yield actions.Refuse()


def _refuse(game: Game, state: State, proposal: Proposal, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, (actions.Accept, actions.Refuse)):
        return None
    return "15.1", "the alliance that was offered is accepted or refused first"


def _act(unfolding: Unfolding, proposal: Proposal, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Refuse):
        unfolding.happen(events.AllianceRefused(proposal.power, proposal.other))
        unfolding.finish()
        return
    make(unfolding, proposal.power, proposal.other)
    unfolding.reach(MADE)
    open_window(unfolding, "alliance")


def _go_on(unfolding: Unfolding, proposal: Proposal) -> None:
    unfolding.finish()


def make(unfolding: Unfolding, power: str, other: str, rule: str = "15.1") -> None:
    """Two powers are allied; sieges between them end at once (15.1-b)."""
    unfolding.happen(events.AllianceMade(power, other, rule))
    for space in sorted(unfolding.state.sieges):
        siege = unfolding.state.sieges[space]
        if {siege.power, unfolding.state.control[space]} == {power, other}:
            unfolding.happen(events.SiegeChanged(space, siege.power, -1, "15.1"))


# Breaking


def refuse_break(game: Game, state: State, seat: str, power: str, other: str) -> Refusal | None:
    """Why an alliance cannot be broken, or None (15.5, 18-g)."""
    if game.seat_of.get(power) != seat:
        return "15.5", f"{game.title(power)} are not yours"
    if game.seat_of.get(other) == seat:
        return "15.5", "the two powers of one seat stay together"
    if pair(power, other) not in state.alliances:
        return "15.5", f"{game.title(power)} and {game.title(other)} are not allied"
    if pair(power, other) in state.locked:
        return "15.5", "nobody may break this alliance before the turn ends"
    cost = game.numbers.alliance_break
    if support_of(game, state, power) < cost:
        return "15.5", f"breaking an alliance costs {cost} support, and {game.title(power)} have less"
    return None


def breaks(game: Game, state: State, seat: str) -> Iterator[actions.Break]:
    """The alliances that the seat may break now."""
    if not state.alliances:
        return
    for power in game.powers_of[seat]:
        for other in allies_of(state, power):
            if refuse_break(game, state, seat, power, other) is None:
                yield actions.Break(power, other)


def break_off(unfolding: Unfolding, power: str, other: str) -> None:
    """Breaks an alliance for 3 support (15.5)."""
    end(unfolding, power, other, "15.5")
    game = unfolding.game
    support.lose(unfolding, game.seat_of[power], power, game.numbers.alliance_break, why="15.5")


def end(unfolding: Unfolding, power: str, other: str, rule: str) -> None:
    """An alliance is over."""
    unfolding.happen(events.AllianceEnded(power, other, rule))
    if pair(power, other) == PUNIC_TREATY and "rome-carthage-alliance" in unfolding.state.markers:  # 18-g
        unfolding.happen(events.MarkerRemoved("rome-carthage-alliance"))


# Renewal


def begin_renewal(unfolding: Unfolding) -> None:
    """The alliance phase (5.9): from the highest VP down each seat says what it would renew (15.4)."""
    state = unfolding.state
    if not lapsing(state):
        return
    queue = tuple(
        seat for seat in highest_first(unfolding.game, state) if _to_declare(unfolding.game, state, seat)
    )
    unfolding.begin(Renewing(queue))


def lapsing(state: State) -> tuple[str, ...]:
    """The alliances that end with the turn unless they are renewed: all but Rome's with Carthage."""
    return tuple(sorted(alliance for alliance in state.alliances if alliance != PUNIC_TREATY))


def _to_declare(game: Game, state: State, seat: str) -> list[tuple[str, str]]:
    own = game.powers_of[seat]
    found = []
    for alliance in lapsing(state):
        first, second = members(alliance)
        if first in own:
            found.append((first, second))
        elif second in own:
            found.append((second, first))
    return found


def _tied(state: State, renewing: Renewing) -> tuple[str, ...]:
    """The seats at the head of the queue with equal VP whose order is to be decided (4.4-b)."""
    if not renewing.queue or renewing.stage == ORDERED:
        return ()
    points = state.vp.get(renewing.queue[0])
    tied = tuple(seat for seat in renewing.queue if state.vp.get(seat) == points)
    return tied if len(tied) > 1 else ()


def _renewing_asks(game: Game, state: State, renewing: Renewing) -> Decision | None:
    tied = _tied(state, renewing)
    if tied:
        points = state.vp.get(tied[0])
        level = (seat for seat in playing(game, state) if state.vp.get(seat) == points)
        return Decision(tied_first(game, level)[0], "order")
    return Decision(renewing.queue[0], "renew") if renewing.queue else None


def _renewing_options(game: Game, state: State, renewing: Renewing, now: Decision) -> Iterator[Action]:
    if now.kind == "order":
        for seat in _tied(state, renewing):
            yield actions.Name(seat)
        return
    for power, other in _to_declare(game, state, now.seat):
        if f"{pair(power, other)}/{now.seat}" not in renewing.declared:
            yield actions.Renew(power, other)
    yield actions.End()


def _renewing_refuse(
    game: Game, state: State, renewing: Renewing, now: Decision, action: Action
) -> Refusal | None:
    if now.kind == "order":
        if isinstance(action, actions.Name) and action.seat in _tied(state, renewing):
            return None
        return "4.4", "one of the seats with equal VP is named to declare next"
    if isinstance(action, actions.End):
        return None
    if not isinstance(action, actions.Renew):
        return "15.4", "alliances are renewed or lapse first"
    if (action.power, action.other) not in _to_declare(game, state, now.seat):
        return "15.4", f"{game.title(action.power)} and {game.title(action.other)} have no alliance to renew"
    if f"{pair(action.power, action.other)}/{now.seat}" in renewing.declared:
        return "15.4", "you have said so already"
    return None


def _renewing_act(unfolding: Unfolding, renewing: Renewing, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Name):
        rest = (seat for seat in renewing.queue if seat != action.seat)
        unfolding.happen(events.RenewalsOrdered((action.seat, *rest)))
        unfolding.reach(ORDERED)
        return
    pairs = () if isinstance(action, actions.End) else (pair(action.power, action.other),)  # type: ignore[attr-defined]
    unfolding.happen(events.RenewalDeclared(now.seat, pairs))


def _renewing_go_on(unfolding: Unfolding, renewing: Renewing) -> None:
    unfolding.finish()
    for alliance in lapsing(unfolding.state):
        first, second = members(alliance)
        game = unfolding.game
        willing = {f"{alliance}/{game.seat_of[first]}", f"{alliance}/{game.seat_of[second]}"}
        if not willing.issubset(renewing.declared):
            end(unfolding, first, second, "5.9")


# What the events do


def _offered(_: Game, state: State, event: events.AllianceOffered) -> State:
    impulse = state.stack[-1] if state.stack else None
    if not isinstance(impulse, Impulse):
        return state
    return on_top(state, offered=(*impulse.offered, pair(event.power, event.other)))


def _made(_: Game, state: State, event: events.AllianceMade) -> State:
    return changed(state, alliances=state.alliances | {pair(event.power, event.other)})


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


def _ended(_: Game, state: State, event: events.AllianceEnded) -> State:
    gone = pair(event.power, event.other)
    return changed(state, alliances=state.alliances - {gone}, locked=state.locked - {gone})


def _locked(_: Game, state: State, event: events.AllianceLocked) -> State:
    return changed(state, locked=state.locked | {pair(event.power, event.other)})


def _declared(_: Game, state: State, event: events.RenewalDeclared) -> State:
    renewing = state.stack[-1]
    if not isinstance(renewing, Renewing):
        return state
    if not event.pairs:
        return on_top(state, queue=renewing.queue[1:], stage="")
    return on_top(state, declared=(*renewing.declared, *(f"{each}/{event.seat}" for each in event.pairs)))


def _renewals_ordered(_: Game, state: State, event: events.RenewalsOrdered) -> State:
    return on_top(state, queue=event.queue)


PROPOSAL = Chapter(_go_on, _asks, _options, _refuse, _act)
RENEWING = Chapter(_renewing_go_on, _renewing_asks, _renewing_options, _renewing_refuse, _renewing_act)
EVOLVE: dict[type[Event], Evolve] = {
    events.AllianceOffered: _offered,
    events.AllianceMade: _made,
    events.AllianceRefused: _unchanged,
    events.AllianceEnded: _ended,
    events.AllianceLocked: _locked,
    events.RenewalDeclared: _declared,
    events.RenewalsOrdered: _renewals_ordered,
}
