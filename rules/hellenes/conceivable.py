"""What a seat could form from the board, legal or not: the space of `why`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.hellenes import actions as a
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.hellenes.where import is_fleet
from rules.ruleset import Action
from rules.secrecy import UNKNOWN

GODS = ("zeus", "hera", "poseidon", "ares", "athena", "apollo", "hermes")


def conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Actions with the seat's own blocks, its cards, the places of the map, and the cards that it does not hold."""
    own = [name for name in sorted(state.blocks) if game.side(name) == seat]
    held = [card for card in state.hands.get(seat, ()) if card != UNKNOWN]
    yield from _committed(held)
    yield from (a.Pass(), a.Decline(), a.Finish(), a.EndPeace(), a.CallExpedition(), a.OfferPeace())
    yield from (a.Recruit(), a.Stand(), a.Withdraw(), a.Fire(), a.Retreat(), a.RollAgain())
    for god in GODS:
        yield from (a.Appeal(god), a.Sacrifice(god))
    yield from (a.Discard(card) for card in sorted(state.in_play))
    for place in (*game.provinces, *game.seas):
        yield from (a.GroupMove(place), a.Muster(place), a.Fight(place), a.RetreatTo(place), a.Choose(place))
    for place in game.provinces:
        yield from (a.Pillage(place), a.Place(place), a.Sally(place), a.Starve(place), a.Storm(place))
    for name in own:
        yield from (a.Rebuild(name), a.Sustain(name), a.Disband(name), a.Fortify(name), a.ComeOut(name))
        yield from (a.Take(name), a.Suffer(name), a.HoldBack(name), a.Pick(name))
    ships = [name for name in own if is_fleet(game, name)]
    yield from (a.Load(ship, cargo) for ship in ships for cargo in own if cargo not in ships)
    yield from _committed(card for card in sorted(game.cards) if card not in held)
    for name in own:
        for place in (*game.provinces, *game.seas):
            yield from (a.Move(name, place), a.Quarter(name, place), a.Return(name, place))


def _committed(cards: Iterable[str]) -> Iterator[Action]:
    return (a.Commit(card, use) for card in cards for use in ("event", "actions", "sacrifice"))
