"""12: the Peace of Nicias and its end; 15.2-b: the Second Expedition."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import EXPEDITION_BASE, Game
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import leads
from rules.ruleset import Action


def price(game: Game, state: State, side: str) -> int:
    """What it costs a side to end the Peace this year (12.1-b, -c; card 20)."""
    prices = {each.year: each.price for each in game.data.peace_price.values()}
    cost = prices.get(state.year, 0)
    return cost + (side == "athens" and leads(game, state, "athens", "Nicias"))


def choose(u: Unfolding, side: str, action: Action) -> None:
    """The Peace is ended or kept, at the start of a player turn (12.1-a). Raises IllegalAction."""
    if isinstance(action, a.EndPeace):
        u.happen(e.PeaceEnded(side, price(u.game, u.state, side)))
    elif not isinstance(action, a.Decline):
        raise IllegalAction("12.1-a", "the Peace is ended at the start of a player turn, or kept")
    u.finish_step()


def expedition_due(game: Game, state: State) -> bool:
    """Whether Athens may bring its Second Expedition in (15.2-b)."""
    return (
        bool(game.scenario.second_expedition)
        and not state.second
        and state.year <= game.numbers["second-expedition-year"]
        and state.control.get(EXPEDITION_BASE) == "athens"
        and EXPEDITION_BASE not in state.sieges
    )


def call_expedition(u: Unfolding, action: Action) -> None:
    """The Second Expedition comes to Corcyra, or not yet. Raises IllegalAction."""
    if isinstance(action, a.CallExpedition):
        u.happen(e.SecondExpedition())
        u.gain("athens", -u.game.numbers["second-expedition-price"], "second-expedition")
        for name in u.game.scenario.second_expedition:
            u.happen(
                e.BlockPlaced("athens", EXPEDITION_BASE, name, u.game.blocks[name].steps, why="expedition")
            )
    elif not isinstance(action, a.Decline):
        raise IllegalAction("15.2-b", "the Second Expedition comes now, or not yet")
    u.finish_step()
