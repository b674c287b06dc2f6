"""Political control: PCs, walled cities, tribes, home spaces (2.2, 7.3), and the events that change them."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.forces import enemies_outside, units
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.state import INDEPENDENT, Siege, State, changed
from rules.sword_of_rome.unfolding import Unfolding


def is_walled(state: State, space: str) -> bool:
    """Whether the space is a walled city now: printed, or a colony (7.2.1)."""
    return space in state.loyalty


def is_tribal(game: Game, state: State, space: str) -> bool:
    """Whether the space is a tribe that nobody has subjugated yet (2.2)."""
    return game.spaces[space].kind == "tribal" and space not in state.subjugated


def is_plain(game: Game, state: State, space: str) -> bool:
    """Whether the space is held by a PC: neither walled, nor a tribe, nor the box, nor Carthago (17)."""
    return (
        space not in state.loyalty
        and not is_tribal(game, state, space)
        and game.spaces[space].kind != "box"
        and space != game.places.punic_capital
    )


def kind_of(game: Game, state: State, space: str) -> str:
    """normal, walled, tribal or box, as it is now."""
    if space in state.loyalty:
        return "walled"
    kind = game.spaces[space].kind
    return "normal" if kind == "tribal" and space in state.subjugated else kind


def raids(game: Game, power: str) -> bool:
    """Whether the power is Gallic: raids, loots and takes plunder (14)."""
    record = game.powers.get(power)
    return record is not None and record.raids


def most_loyal(game: Game, power: str) -> int:
    """The highest loyalty of a city of the power (7.3.1-d)."""
    return 1 if raids(game, power) else game.numbers.loyalty_most


def homes(game: Game, power: str) -> tuple[str, ...]:
    """The home spaces of a power (2.3)."""
    found: tuple[str, ...] | None = game.kept.get(("homes", power))
    if found is None:
        found = tuple(name for name in sorted(game.spaces) if game.spaces[name].home == power)
        game.kept["homes", power] = found
    return found


def controlled(state: State, power: str) -> tuple[str, ...]:
    """The spaces that a power controls, in the order of the alphabet."""
    return tuple(sorted(space for space, holder in state.control.items() if holder == power))


def support_of(game: Game, state: State, power: str) -> int:
    """All support of a power: its PCs and the loyalty of its cities (G-support)."""
    return sum(
        state.loyalty.get(space, 0) if space in state.loyalty else int(is_plain(game, state, space))
        for space, holder in state.control.items()
        if holder == power
    )


def heir(game: Game, state: State, power: str, space: str) -> str:
    """Who controls a space that the power takes: an ally whose home it is gets it back (7.3.1-c, 15.2-h)."""
    home = game.spaces[space].home
    if home != power and home != INDEPENDENT and home in game.powers and allied(game, state, power, home):
        return home
    return power


def take_control(unfolding: Unfolding, space: str, power: str, rule: str) -> None:
    """A space changes hands; a city has loyalty 1 then. A siege of it ends if the city has fallen to it or was looted
    (13.5, 14.4), or if its new owner is no enemy of the besieger; else the besieger stays where he is (13.4)."""
    state = unfolding.state
    siege = state.sieges.get(space)
    if siege is not None:
        over = rule in ("13.5", "14.4") or allied(unfolding.game, state, siege.power, power)
        if over:
            unfolding.happen(events.SiegeChanged(space, siege.power, -1, rule))
    walled = 1 if is_walled(unfolding.state, space) else 0
    unfolding.happen(events.ControlChanged(space, power, rule, walled))


def make_independent(unfolding: Unfolding, space: str, rule: str) -> None:
    """A PC or a city becomes independent (7.3.2)."""
    take_control(unfolding, space, INDEPENDENT, rule)


def convertible(game: Game, state: State, power: str, space: str) -> bool:
    """Whether CU of the power turn the space's PC into its own (5.6-b, 7.3.1-a)."""
    holder = state.control[space]
    return (
        holder != power
        and is_plain(game, state, space)
        and units(state, space, power) > 0
        and (holder == INDEPENDENT or not allied(game, state, power, holder))
    )


def free_of_enemies(game: Game, state: State, power: str, space: str) -> bool:
    """Whether no enemy CU stand in the space outside walls."""
    return not enemies_outside(game, state, space, power)


def _control_changed(_: Game, state: State, event: events.ControlChanged) -> State:
    state = changed(state, control=state.control.set(event.space, event.power))
    if event.space in state.loyalty:
        state = changed(state, loyalty=state.loyalty.set(event.space, event.loyalty or 1))
    return state


def _loyalty_changed(_: Game, state: State, event: events.LoyaltyChanged) -> State:
    return changed(state, loyalty=state.loyalty.set(event.space, event.loyalty))


def _tribe_subjugated(_: Game, state: State, event: events.TribeSubjugated) -> State:
    return changed(
        state,
        subjugated=state.subjugated | {event.space},
        control=state.control.set(event.space, event.power),
    )


def _city_founded(_: Game, state: State, event: events.CityFounded) -> State:
    return changed(
        state,
        control=state.control.set(event.space, event.power),
        loyalty=state.loyalty.set(event.space, 1),
    )


def _siege_changed(_: Game, state: State, event: events.SiegeChanged) -> State:
    if event.level < 0:
        return (
            changed(state, sieges=state.sieges.delete(event.space)) if event.space in state.sieges else state
        )
    return changed(state, sieges=state.sieges.set(event.space, Siege(event.power, event.level)))


EVOLVE: dict[type[Event], Evolve] = {
    events.ControlChanged: _control_changed,
    events.LoyaltyChanged: _loyalty_changed,
    events.TribeSubjugated: _tribe_subjugated,
    events.CityFounded: _city_founded,
    events.SiegeChanged: _siege_changed,
}
