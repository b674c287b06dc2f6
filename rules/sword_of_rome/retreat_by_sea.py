"""Retreats by sea (12.4.3): who can sail, with how many CU, where to, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome.forces import force, foreign_outside, foreign_units
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, friendly_space
from rules.sword_of_rome.procedures import Retreat, Voyage
from rules.sword_of_rome.state import State, pair
from rules.sword_of_rome.strategy_cards import could_hold, has_card
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import DUOVIRI, needs_naval_combat, ports_for, refuse_land

SAIL = "sail"
NO_SHIPS = -1
"""Instead of CU: the army cannot retreat by sea."""


def sea_limit(game: Game, state: State, power: str, space: str) -> int:
    """The CU that may retreat by sea to a port with the play that it takes, 0 if the power cannot (12.4.3-b)."""
    numbers = game.numbers
    if power == CARTHAGE:
        return numbers.sea_carthage
    if power == GREECE:
        return numbers.sea_greece_harbour if space == game.places.greek_harbour else numbers.sea_greece
    if power == ROME:
        if pair(ROME, CARTHAGE) in state.alliances:
            return numbers.sea_rome_allied
        return numbers.sea_rome if DUOVIRI in state.markers else 0
    return 0


def havens(game: Game, state: State, retreat: Retreat) -> tuple[str, ...]:
    """The ports to which the army could retreat by sea: friendly, unbesieged, with nobody else's CU."""
    ports = ports_for(game, state, retreat.power)
    if retreat.space not in ports or retreat.naval < 0:
        return ()
    own = force(state, retreat.space, retreat.power)
    land = game.spaces[retreat.space].land
    return tuple(
        name
        for name in ports
        if name != retreat.space
        and own is not None
        and refuse_land(game, retreat.power, name, own.leaders) is None  # 16.3, 17.1
        and not (own.militia and game.spaces[name].land != land)
        and name not in state.sieges
        and friendly_space(game, state, retreat.power, name)
        and not foreign_units(state, name, retreat.power)
        and not foreign_outside(state, name, retreat.power)
    )


def sails_free(game: Game, retreat: Retreat) -> bool:
    """Whether the retreat by sea takes no card: Carthage's, and of one who came by sea (12.4.3-b, -c)."""
    return retreat.power == CARTHAGE or retreat.link == "sea" or retreat.naval > 0


def carried(game: Game, state: State, retreat: Retreat, space: str) -> int:
    """The CU that can go by sea to a port now."""
    return max(retreat.naval, sea_limit(game, state, retreat.power, space))


def could_sail(game: Game, state: State, retreat: Retreat) -> bool:
    """Whether by what is open the owner could play a card for a retreat by sea."""
    if state.phase != "action" or not sea_limit(game, state, retreat.power, ""):
        return False
    if game.seat_of.get(retreat.power) != retreat.seat:
        return False
    return any(True for _ in sail_cards(game, state, retreat, openly=game.options["responses"] != "held"))


def sail_cards(game: Game, state: State, retreat: Retreat, *, openly: bool = False) -> Iterator[str]:
    """The cards that carry a retreat by sea: of 3 Ops, Desperate Times too (7.4-i)."""
    seat = retreat.seat
    for card in game.deck[seat]:
        if game.cards[card].ops >= game.numbers.sea_ops and (
            could_hold(state, seat, card) if openly else has_card(game, state, seat, card)
        ):
            yield card
    yield from state.desperate.get(seat, ())


def set_sail(unfolding: Unfolding, retreat: Retreat, space: str) -> None:
    """The army goes to sea; what the ships cannot carry is lost (12.4.3)."""
    game = unfolding.game
    own = force(unfolding.state, retreat.space, retreat.power)
    assert own is not None
    limit = carried(game, unfolding.state, retreat, space)
    unfolding.begin(
        Voyage(
            retreat.seat,
            retreat.power,
            retreat.space,
            space,
            min(own.cu, limit),
            own.leaders,
            "retreat",
            needs_naval_combat(game, unfolding.state, retreat.power, space),
        )
    )
