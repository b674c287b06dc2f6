"""0.2, 0.3, 9, 10.0: the year, its seasons and player turns; what happens without anybody's choice."""

from __future__ import annotations

from collections.abc import Callable

from rules.hellenes import (
    acting,
    assaults,
    battles,
    cards,
    committing,
    joining_battle,
    movement,
    new_year,
    peace,
    siege_breaking,
    sieges,
    victory,
    winter,
)
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, SEASONS, SEATS
from rules.hellenes.olympians import gods_free
from rules.hellenes.state import (
    Assault,
    Attrition,
    Battle,
    CardEvent,
    Fortifying,
    Moving,
    Pending,
    State,
)
from rules.hellenes.unfolding import Unfolding

YEAR_END = (
    "tribute",
    "check",
    "offer/athens",
    "offer/sparta",
    "last",
    "clean",
    "discard/sparta",
    "discard/athens",
    "year",
)


def begin(u: Unfolding) -> None:
    """The first year begins at the start of a year (10.0-a)."""
    u.happen(e.AgendaSet(("year",)))
    u.finish_step()


def run_on(u: Unfolding) -> None:
    """Everything up to the next real choice, or the end of the game."""
    while _advance(u):
        pass


def _advance(u: Unfolding) -> bool:
    state = u.state
    if state.ending is not None:
        return False
    if state.pending is not None:
        if state.pending.asked:
            return False
        _use_roll(u, state.pending)
        return True
    if sieges.settle(u):
        return True
    if min(u.state.garrisons.values()) <= 0 and sieges.garrison_seat(u.game, u.state):
        return False
    if u.state.stack:
        return _inside(u)
    step, _, seat = u.state.step.partition("/")
    return STEPS[step](u, seat)


def _inside(u: Unfolding) -> bool:
    match u.state.stack[-1]:
        case Moving() as moving:
            movement.go_on(u, moving)
            return True
        case Fortifying() as fortifying:
            return joining_battle.fortifying_goes_on(u, fortifying)
        case Battle() as battle:
            return battles.battle_goes_on(u, battle)
        case Attrition() as attrition:
            return sieges.attrition_goes_on(u, attrition)
        case Assault() as assault:
            return assaults.assault_goes_on(u, assault)
    return False


def _use_roll(u: Unfolding, pending: Pending) -> None:
    """Nobody appeals any more: the roll or draw is used (11.0-b)."""
    u.happen(e.RollStood())
    USES[pending.kind](u, pending)


def _event_rolled(u: Unfolding, pending: Pending) -> None:
    event = u.state.stack[-1]
    assert isinstance(event, CardEvent)
    cards.operation(u.game, event).rolled(u, event, pending)


USES: dict[str, Callable[[Unfolding, Pending], None]] = {
    "deep-sea": movement.rolled,
    "forced": movement.rolled,
    "fire": battles.fired,
    "attrition": sieges.starved,
    "walls": assaults.wall_fired,
    "assault": assaults.stormed,
    "cleon": assaults.stormed,
    "recruit": lambda u, pending: u.happen(e.RecruitAwaitsPlace(pending.seat, pending.drawn)),
    "deal": lambda u, pending: None,
    "event": _event_rolled,
    "peace-offer": victory.offered,
}
"""What each kind of roll is used for."""


# The year


def _year(u: Unfolding, seat: str) -> bool:
    u.happen(e.YearBegan(u.state.year - 1))
    u.happen(e.PartBegan(""))
    u.happen(e.AgendaSet(("deal", "zeus/sparta", "zeus/athens", "commit", "reveal")))
    u.finish_step()
    return True


def _deal(u: Unfolding, seat: str) -> bool:
    new_year.deal(u)
    u.finish_step()
    return True


def _zeus(u: Unfolding, seat: str) -> bool:
    if new_year.may_redeal(u.state, seat):
        return False
    u.finish_step()
    return True


def _commit(u: Unfolding, seat: str) -> bool:
    if u.state.season != "winter":
        return False
    committing.commit_last(u)
    return True


def _reveal(u: Unfolding, seat: str) -> bool:
    committing.reveal(u)
    state = u.state
    first = state.first
    second = OTHER[first]
    used = {side: use.partition("/")[2] for side, use in state.revealed.items()}
    if (
        state.season == "new-year"
    ):  # 3.4: of two events, both 0, Sparta's is first; 10.4.1-b: the lower card sacrifices
        steps = [f"event/{side}" for side in (first, second) if used[side] == "event"]
        steps += [f"sacrifice/{side}" for side in (first, second) if used[side] == "sacrifice"]
    elif state.season == "winter":
        steps = [step for side in (first, second) for step in _winter_part(side)]
        steps += [f"{step}/{side}" for side in (first, second) for step in ("open", "breaking", "close")]
        steps += [f"shelter/{side}" for side in (first, second)]
        steps += [f"{step}/{side}" for side in (first, second) for step in ("open", "siege", "close")]
        steps.append("winter-end")
    else:
        steps = [step for side in (first, second) for step in _part(side, used[side])]
    u.happen(e.AgendaSet(tuple(steps)))
    u.finish_step()
    return True


def _part(side: str, use: str) -> list[str]:
    """A player turn: his event or his actions, then his Combat phase and siege combat (0.3, 3.4, 8.1)."""
    doing = ["event"] if use == "event" else ["count", "actions"]
    return [f"{step}/{side}" for step in ("open", "peace", *doing, "combat", "siege", "close")]


def _winter_part(side: str) -> list[str]:
    """A side's Winter actions; no fight follows yet (9.2-b)."""
    return [f"{step}/{side}" for step in ("open", "peace", "count", "winter", "disband", "close")]


def _season_over(u: Unfolding, seat: str) -> bool:
    if u.state.season == "winter":
        u.happen(e.AgendaSet(YEAR_END))
        u.finish_step()
        return True
    season = SEASONS[SEASONS.index(u.state.season) + 1]
    u.happen(e.SeasonBegan(season, tuple(sorted(u.state.sieges))))
    u.happen(e.AgendaSet(("expedition", "commit", "reveal")))
    u.finish_step()
    return True


def _expedition(u: Unfolding, seat: str) -> bool:
    if peace.expedition_due(u.game, u.state):
        return False
    u.finish_step()
    return True


# Player turns


def _open(u: Unfolding, seat: str) -> bool:
    u.happen(e.PartBegan(seat))
    u.finish_step()
    return True


def _peace(u: Unfolding, seat: str) -> bool:
    if u.state.peace:
        return False
    u.finish_step()
    return True


def _event(u: Unfolding, seat: str) -> bool:
    cards.event_step(u, seat)
    return True


def _count(u: Unfolding, seat: str) -> bool:
    acting.begin(u, seat)
    u.finish_step()
    return True


def _actions(u: Unfolding, seat: str) -> bool:
    if not acting.is_over(u.state):
        return False
    u.finish_step()
    return True


def _close(u: Unfolding, seat: str) -> bool:
    """What was turned up is face down again at the end of a player turn (2.8)."""
    for side in SEATS:
        names = tuple(sorted(name for name in u.state.shown if u.game.side(name) == side))
        if names:
            u.happen(e.BlocksHidden(side, names))
    u.happen(e.PartEnded(seat))
    u.finish_step()
    return True


# Winter


def _waits(u: Unfolding, seat: str) -> bool:
    return False


def _disband(u: Unfolding, seat: str) -> bool:
    winter.compulsory(u, seat)
    return _shelter(u, seat)


def _shelter(u: Unfolding, seat: str) -> bool:
    if winter.overfull(u.game, u.state, seat):
        return False
    u.finish_step()
    return True


def _winter_end(u: Unfolding, seat: str) -> bool:
    u.happen(e.WinterEnded())
    u.finish_step()
    return True


# The end of a year


def _tribute(u: Unfolding, seat: str) -> bool:
    new_year.tribute(u)
    u.finish_step()
    return True


def _check(u: Unfolding, seat: str) -> bool:
    if not victory.check(u):
        u.finish_step()
    return True


def _offer(u: Unfolding, seat: str) -> bool:
    if victory.may_offer(u.game, u.state, seat):
        return False
    u.finish_step()
    return True


def _last(u: Unfolding, seat: str) -> bool:
    if u.state.year <= u.game.scenario.last_year:
        victory.last_year(u)
    else:
        u.finish_step()
    return True


def _clean(u: Unfolding, seat: str) -> bool:
    u.happen(e.MarkersRemoved())
    u.finish_step()
    return True


def _discard(u: Unfolding, seat: str) -> bool:
    if len(new_year.discards(u.game, u.state, seat)) > 1:
        return False
    u.finish_step()
    return True


def _sacrifice(u: Unfolding, seat: str) -> bool:
    if gods_free(u.game, u.state, seat):
        return False
    u.happen(e.Sacrificed(seat))
    u.finish_step()
    return True


STEPS: dict[str, Callable[[Unfolding, str], bool]] = {
    "year": _year,
    "deal": _deal,
    "zeus": _zeus,
    "commit": _commit,
    "reveal": _reveal,
    "season-over": _season_over,
    "expedition": _expedition,
    "open": _open,
    "peace": _peace,
    "event": _event,
    "count": _count,
    "actions": _actions,
    "combat": joining_battle.combat_step,
    "siege": sieges.siege_step,
    "close": _close,
    "winter": _waits,
    "disband": _disband,
    "breaking": siege_breaking.breaking_step,
    "shelter": _shelter,
    "winter-end": _winter_end,
    "tribute": _tribute,
    "check": _check,
    "offer": _offer,
    "last": _last,
    "clean": _clean,
    "discard": _discard,
    "sacrifice": _sacrifice,
}
"""What each thing on the agenda does; False where somebody is to choose."""


def is_on(state: State) -> bool:
    """Whether the game is on."""
    return state.ending is None
