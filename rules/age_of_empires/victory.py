"""How the game is won (win-1 to win-4, victory-1 to victory-5), and the limit for bots."""

from __future__ import annotations

from rules.age_of_empires import events
from rules.age_of_empires.cities import holds, town_centers, values_at, villagers_of
from rules.age_of_empires.dead_positions import is_dead
from rules.age_of_empires.game import SEATS, Game, other
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding


def scores(game: Game, state: State) -> dict[str, float]:
    """What each city is worth in the end: hit points standing, villagers and soldiers; it decides nothing but a game
    that is ended by the limit."""
    found = {}
    for seat in SEATS:
        side = state.sides[seat]
        standing = sum(
            values_at(game, state, seat, space).hit_points - building.damage
            for space, building in side.city.items()
            if building.card in game.cards
        )
        soldiers = sum(unit.soldiers for unit in state.units.values() if unit.owner == seat)
        found[seat] = float(100 * side.age + standing + 5 * villagers_of(side) + 10 * soldiers)
    return found


def end(unfolding: Unfolding, losers: list[str], how: str) -> None:
    """Ends the game; if both seats lose at once it is drawn (victory-4)."""
    winners = tuple(seat for seat in SEATS if seat not in losers)
    unfolding.happen(
        events.GameEnded(winners, how if winners else "draw", scores(unfolding.game, unfolding.state))
    )


def check_town_centers(unfolding: Unfolding) -> None:
    """A seat with no Town Center in play loses at once (victory-1)."""
    losers = [seat for seat in SEATS if not town_centers(unfolding.state.sides[seat])]
    if losers and unfolding.state.ending is None:
        end(unfolding, losers, "town-centers")


def check_villagers(unfolding: Unfolding, seat: str) -> None:
    """A seat that ends its own allocation with no villager anywhere loses (victory-3)."""
    if not villagers_of(unfolding.state.sides[seat]):
        end(unfolding, [seat], "extermination")


def count_turn(unfolding: Unfolding, seat: str) -> None:
    """At the end of a seat's turn: for how many turns have the opponent's wonder and relics stood (victory-2)."""
    game, owner = unfolding.game, other(seat)
    won = ""
    for space in sorted(unfolding.state.sides[owner].city):
        building = unfolding.state.sides[owner].city[space]
        if holds(game, building):
            unfolding.happen(events.HoldCounted(owner, space, building.held + 1))
            if building.held + 1 >= game.numbers["turns-to-win"]:
                won = "wonder" if building.stage else "relics"
        elif building.held:
            unfolding.happen(events.HoldCounted(owner, space, 0))
    if won:
        end(unfolding, [seat], won)


def check_spent(unfolding: Unfolding) -> None:
    """If neither seat can win any more the game is drawn."""
    game, state = unfolding.game, unfolding.state
    if state.ending is None and is_dead(game, state):
        unfolding.happen(events.GameEnded((), "spent", scores(game, state)))


def check_limit(unfolding: Unfolding) -> None:
    """The game ends after the turn that the option `turn-limit` names; the better city wins."""
    game, state = unfolding.game, unfolding.state
    if not game.limit or state.turn < game.limit or state.ending is not None:
        return
    told = scores(game, state)
    best = max(told.values())
    unfolding.happen(
        events.GameEnded(
            tuple(seat for seat in SEATS if told[seat] == best) if min(told.values()) < best else (),
            "limit",
            told,
        )
    )
