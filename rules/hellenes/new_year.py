"""10: the New Year – the deal, sacrifices; and what ends a year (9.5)."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.committing import unseen
from rules.hellenes.game import SEATS, Game
from rules.hellenes.olympians import gods_free, holders
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import aid, is_city, own_at
from rules.parts.decks import CardDrawn
from rules.ruleset import Action

# 10.3-b: the deal


def deal(u: Unfolding) -> None:
    """Six cards to each (10.3-b)."""
    for seat in ("sparta", "athens"):
        for slot in range(1, u.game.numbers["hand"] + 1):
            card = u.chance.draw(_purpose(u.state, seat, slot), seat, unseen(u.game, u.state), known_to=())
            u.happen(CardDrawn(seat, card))


def _purpose(state: State, seat: str, slot: int) -> str:
    return f"deal:{state.year}:{seat}:{slot}"


def may_redeal(state: State, seat: str) -> bool:
    """Whether a seat holds a sacrifice on Zeus; it is of an earlier year, as sacrifices follow the deal (S-zeus-a)."""
    return f"{seat}/zeus" in state.sacrifices and "zeus" not in state.appealed


def redeal(u: Unfolding, seat: str, action: Action) -> None:
    """Zeus is asked for another hand, or not. Raises IllegalAction."""
    if isinstance(action, a.Pass):
        u.finish_step()
        return
    if not isinstance(action, a.Appeal) or action.olympian != "zeus":
        raise IllegalAction("S-zeus-a", "the deal is Zeus's field")
    u.happen(e.Appealed(seat, "zeus"))
    deal_again(u, seat, 0, holders(u.state, "hera", ""))
    if u.state.pending is None:
        u.finish_step()


def deal_again(u: Unfolding, seat: str, ordinal: int, hera: tuple[str, ...]) -> None:
    """The hand goes back, and six others come (S-zeus-a)."""
    u.happen(e.HandReturned(seat))
    for slot in range(1, u.game.numbers["hand"] + 1):
        purpose = _purpose(u.state, seat, slot)
        card = u.chance.draw(purpose, seat, unseen(u.game, u.state), replaces=ordinal, known_to=())
        u.happen(CardDrawn(seat, card))
    made = u.chance.outcomes[-1].ordinal
    if hera:
        u.happen(e.DealStood(seat, _purpose(u.state, seat, 1), hera, made))
    elif u.state.pending is not None:
        u.happen(e.RollStood())


# 10.4.1: sacrifices


def sacrifice_options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """The Olympians on whom the seat may put a garrison block (10.4.1)."""
    return tuple(a.Sacrifice(god) for god in gods_free(game, state, seat))


def sacrifice(u: Unfolding, seat: str, action: Action) -> None:
    """A sacrifice is made. Raises IllegalAction."""
    if not isinstance(action, a.Sacrifice) or action not in sacrifice_options(u.game, u.state, seat):
        raise IllegalAction("10.4.1-d", "a sacrifice goes to an Olympian who holds none of the player's")
    u.happen(e.Sacrificed(seat, action.olympian))
    u.finish_step()


# 9.5, 10.1 to 10.3: the end of a year


def revert(u: Unfolding) -> None:
    """Cities held by barbarians alone go back to their own when these disband (10.1-b)."""
    for place in sorted(u.state.barbarian):
        side = u.state.control.get(place, "")
        if side and any(u.game.blocks[name].greek for name in own_at(u.game, u.state, side, place)):
            u.happen(e.CityHeld(place))
            continue
        loyalty = u.game.provinces[place].loyalty
        u.happen(e.ControlChanged(place, loyalty if loyalty in SEATS else "", "barbarians"))


def tribute_of(game: Game, state: State, side: str) -> int:
    """The values of the cities that a side controls and that are not loyal to it (9.5.1-a), halved once the war has
    resumed (9.5.1-b)."""
    total = sum(
        game.provinces[place].value
        for place, holder in state.control.items()
        if holder == side and is_city(game, place) and game.provinces[place].loyalty != side
    )
    return total // 2 if state.resumed else total


def tribute(u: Unfolding) -> None:
    """Tribute and the price of Persian Aid (9.5.1, 13.1)."""
    revert(u)
    sums = {side: tribute_of(u.game, u.state, side) for side in SEATS}
    u.happen(e.TributeTaken(sums, u.state.resumed))
    u.gain("sparta", -aid(u.game, u.state), "persian-aid")


def discards(game: Game, state: State, side: str) -> tuple[Action, ...]:
    """The Continuing Events that a side may discard at the end of a year; Leaders stay (9.5.3-a)."""
    return (
        *(
            a.Discard(card)
            for card in sorted(state.in_play)
            if state.in_play[card] == side and game.cards[card].type == "continuing"
        ),
        a.Decline(),
    )


def discard(u: Unfolding, side: str, action: Action) -> None:
    """A Continuing Event is discarded, or no more of them. Raises IllegalAction."""
    if action not in discards(u.game, u.state, side):
        raise IllegalAction("9.5.3-a", "own Continuing Events may be discarded, Leaders may not")
    if isinstance(action, a.Discard):
        u.happen(e.CardLeaves(action.card, why="discarded"))
        if len(discards(u.game, u.state, side)) > 1:
            return
    u.finish_step()
