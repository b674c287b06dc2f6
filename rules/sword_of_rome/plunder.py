"""The plunder track (14.1) and Victory Points that change at once."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.powers import GAULS
from rules.sword_of_rome.state import State, changed
from rules.sword_of_rome.unfolding import Unfolding


def change_vp(unfolding: Unfolding, seat: str, change: int, rule: str) -> None:
    """A seat's VP move, never below 0 (5.8.1-c)."""
    before = unfolding.state.vp.get(seat)
    if before is None:
        return
    after = max(before + change, 0)
    if after != before:
        unfolding.happen(events.VictoryPointsChanged(seat, after - before, after, rule))


def take_plunder(unfolding: Unfolding, power: str, markers: int, rule: str) -> None:
    """Plunder markers go on the track one by one: they cancel the other kind (14.1-b); a full track is worth 1 VP and
    is emptied (14.1-a)."""
    step = 1 if power == GAULS else -1
    length = unfolding.game.numbers.plunder_track
    seat = unfolding.game.seat_of.get(GAULS, "")
    left = markers
    while left:
        track, placed = unfolding.state.plunder, 0
        while left and abs(track) < length:
            track += step
            placed += 1
            left -= 1
        unfolding.happen(events.PlunderChanged(power, placed, track, rule))
        if abs(track) >= length:
            numbers = unfolding.game.numbers
            change = numbers.plunder_points_gauls if track > 0 else numbers.plunder_points_transalpine
            change_vp(unfolding, seat, change, "14.1")
            unfolding.happen(events.PlunderChanged(power, 0, 0, "14.1"))


def _vp_changed(_: Game, state: State, event: events.VictoryPointsChanged) -> State:
    return changed(state, vp=state.vp.set(event.seat, event.vp))


def _plunder_changed(_: Game, state: State, event: events.PlunderChanged) -> State:
    return changed(state, plunder=event.track)


EVOLVE: dict[type[Event], Evolve] = {
    events.VictoryPointsChanged: _vp_changed,
    events.PlunderChanged: _plunder_changed,
}
