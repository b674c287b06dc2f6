"""11: rolls and draws that may be appealed against before they are used."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action

NAMES = ("zeus", "hera", "poseidon", "ares", "athena", "apollo", "hermes")


def holders(state: State, god: str, first: str) -> tuple[str, ...]:
    """Who may appeal to an Olympian now, the side whose turn it is first (11.0-b, -e)."""
    if god in state.appealed:
        return ()  # 11.0-e: once in a player turn
    order = (first, OTHER[first]) if first else ("sparta", "athens")
    return tuple(seat for seat in order if f"{seat}/{god}" in state.sacrifices)


def purpose_of(state: State, kind: str, subject: str) -> str:
    """The purpose of a roll: kind, year, season, whose turn, and what it is for."""
    return f"{kind}:{state.year}:{state.season}:{state.active or 'both'}:{subject}"


def roll(u: Unfolding, kind: str, god: str, seat: str, dice: int, subject: str, about: str = "") -> None:
    """Rolls dice in an Olympian's field; they lie until nobody appeals any more."""
    purpose = purpose_of(u.state, kind, subject)
    thrown = u.chance.roll(purpose, seat, dice)
    u.happen(
        e.RollMade(
            kind,
            purpose,
            god,
            seat,
            thrown,
            about or subject,
            holders(u.state, god, u.state.active),
            ordinal=u.chance.outcomes[-1].ordinal,
        )
    )


def draw_recruit(u: Unfolding, side: str, pool: list[str], cost: int) -> None:
    """Draws a block from the pool (4.4)."""
    purpose = f"recruit:{u.state.year}:{u.state.season}:{side}"
    block = u.chance.draw(purpose, side, pool, known_to=(side,), hides_size=True)
    asked = holders(u.state, "hermes", u.state.active)
    u.happen(e.BlockDrawn(side, purpose, block, asked, ordinal=u.chance.outcomes[-1].ordinal, cost=cost))


def options(state: State, seat: str) -> tuple[Action, ...]:
    """What the seat that is asked about a pending roll may do."""
    pending = state.pending
    if pending is None or not pending.asked or pending.asked[0] != seat:
        return ()
    return (a.Pass(), a.Appeal("hera" if pending.appealed else pending.god))


def answer(u: Unfolding, seat: str, action: Action) -> None:
    """Passes or appeals against a pending roll. Raises IllegalAction."""
    pending = u.state.pending
    assert pending is not None
    if isinstance(action, a.Pass):
        u.happen(e.Passed(seat))
        return
    due = "hera" if pending.appealed else pending.god
    if not isinstance(action, a.Appeal):
        raise IllegalAction("11.0-b", "an appeal is made or passed before the result is used")
    if action.olympian in u.state.appealed:
        raise IllegalAction("11.0-e", f"{action.olympian} was appealed to in this player turn")
    if f"{seat}/{action.olympian}" not in u.state.sacrifices:
        raise IllegalAction("11.0-a", f"{seat} has no sacrifice on {action.olympian}")
    if action.olympian != due:
        rule = "S-hera-a" if action.olympian == "hera" else "11.0-f"
        raise IllegalAction(rule, f"{due} answers for this result now, not {action.olympian}")
    u.happen(e.Appealed(seat, action.olympian))
    again(u, seat)


def again(u: Unfolding, by: str) -> None:
    """Does the pending roll or draw again; the result before it is set aside (11.0-c). Hera alone may still act."""
    old = u.state.pending
    assert old is not None
    hera = () if "hera" in u.state.appealed else holders(u.state, "hera", u.state.active)
    if old.kind == "recruit":
        from rules.hellenes.recruiting import eligible

        block = u.chance.draw(
            old.purpose,
            old.seat,
            eligible(u.game, u.state, old.seat),
            replaces=old.ordinal,
            known_to=(old.seat,),
            hides_size=True,
        )
        ordinal = u.chance.outcomes[-1].ordinal
        u.happen(e.BlockDrawn(old.seat, old.purpose, block, hera, True, ordinal))
        return
    if old.kind == "deal":
        from rules.hellenes.new_year import deal_again

        deal_again(u, old.seat, old.ordinal, hera)
        return
    thrown = u.chance.roll(old.purpose, old.seat, len(old.dice), replaces=old.ordinal)
    ordinal = u.chance.outcomes[-1].ordinal
    u.happen(e.RollMade(old.kind, old.purpose, old.god, old.seat, thrown, old.subject, hera, True, ordinal))


def gods_free(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The Olympians on which a seat may still put a sacrifice (10.4.1-d)."""
    if state.garrisons.get(seat, 0) <= 0:
        return ()
    return tuple(god for god in sorted(game.data.olympian) if f"{seat}/{god}" not in state.sacrifices)
