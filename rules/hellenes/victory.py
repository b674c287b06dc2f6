"""14: the victory check, the peace offer, and the end of the last year."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action


def level(state: State, side: str) -> int:
    """The Prestige of a side; the other's is its negative (14.1)."""
    return state.prestige if side == "athens" else -state.prestige


def threshold(game: Game, state: State) -> int:
    """The Prestige at which peace may be offered (9.5.2-b, 13.6)."""
    faction = any(game.cards[card].name == "Peace Faction Ascendant" for card in state.in_play)
    return game.numbers["peace-faction" if faction else "peace-offer"]


def check(u: Unfolding) -> bool:
    """Whether somebody wins at once (14.2.1)."""
    for side in SEATS:
        if level(u.state, side) >= u.game.numbers["victory"]:
            u.happen(e.GameEnded((side,), "prestige"))
            return True
    return False


def may_offer(game: Game, state: State, side: str) -> bool:
    """Whether a side may make a peace offer (14.2.2)."""
    return level(state, side) >= threshold(game, state)


def offer(u: Unfolding, side: str, action: Action) -> None:
    """Peace is offered or not. Raises IllegalAction."""
    if isinstance(action, a.Decline):
        u.finish_step()
        return
    if not isinstance(action, a.OfferPeace):
        raise IllegalAction("14.2.2", "peace is offered now, or not")
    u.gain(side, -u.game.numbers["offer-price"], "peace-offer")
    roll(u, "peace-offer", "apollo", side, 2, side)


def offered(u: Unfolding, pending: Pending) -> None:
    """Both dice of a peace offer are used: below the level after paying it wins (14.2.2)."""
    if sum(pending.dice) < level(u.state, pending.seat):
        u.happen(e.GameEnded((pending.seat,), "peace"))
    else:
        u.finish_step()


def last_year(u: Unfolding) -> None:
    """After the last year the lead decides (14.3); in Sicily Syracuse and the fate of the Expedition (15.2-d)."""
    game, state = u.game, u.state
    if game.scenario.id == "sicily":
        if state.control.get("syracuse") == "athens":
            u.happen(e.GameEnded(("athens",), "syracuse"))
            return
        if not any(
            game.side(name) == "athens" and game.blocks[name].greek and standing.place in game.sicily
            for name, standing in state.blocks.items()
        ):
            u.happen(e.GameEnded(("sparta",), "expedition-lost"))
            return
    lead = abs(state.prestige)
    ahead = "athens" if state.prestige > 0 else "sparta"
    if lead < game.numbers["minor-victory"]:
        u.happen(e.GameEnded((), "draw"))
    elif lead < game.numbers["major-victory"]:
        u.happen(e.GameEnded((ahead,), "minor-victory"))
    else:
        u.happen(e.GameEnded((ahead,), "major-victory"))


def resign(u: Unfolding, seat: str) -> None:
    """A side gives up (14.4)."""
    u.happen(e.GameEnded((OTHER[seat],), "resigned"))
