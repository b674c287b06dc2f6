"""Magic weapons (SAURON-9), Sauron's pedestal (SAURON-10), what a leader's death does to his army (SAURON-15)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import IllegalAction
from rules.middle_earth.events import MarkerPlaced, Modifier, PieceRemoved, TotalChanged
from rules.middle_earth.game import Evolve, Game, QuestionRules, Refusal
from rules.middle_earth.sauron.actions import Inherit
from rules.middle_earth.sauron.events import WeaponFell
from rules.middle_earth.state import Question, State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event

WEAPON, PEDESTAL = "weapon", "pedestal"
INHERIT = "inherit"


# SAURON-9


def weapon_of(game: Game, state: State, leader: str) -> str:
    """The magic weapon that a leader bears, "" if none."""
    for marker, now in sorted(state.markers.items()):
        if now.bearer == leader and game.board.markers[marker].kind == WEAPON:
            return marker
    return ""


def rating_modifiers(game: Game, state: State, leader: str) -> tuple[Modifier, ...]:
    """What a magic weapon adds to its bearer's rating (SAURON-9)."""
    weapon = weapon_of(game, state, leader) if state.markers else ""
    if not weapon:
        return ()
    card = game.board.markers[weapon]
    return (Modifier(card.bonus, card.title, "SAURON-9"),)


def heirs(game: Game, state: State, seat: str, name: str) -> tuple[str, ...]:
    """The leaders in or next to a hex who may take up a weapon that fell there: one weapon each (SAURON-9)."""
    return tuple(
        leader
        for place in sorted((name, *game.board.grid.neighbours[name]))
        for leader in state.leaders_at.get(place, ())
        if game.seat_of[leader] == seat and not weapon_of(game, state, leader)
    )


def _heir_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    return tuple(
        Inherit(question.subject, leader) for leader in heirs(game, state, question.seat, question.hex)
    )


def _inherit(unfolding: Unfolding, question: Question, action: Action) -> None:
    game = unfolding.game
    if not isinstance(action, Inherit) or action.weapon != question.subject:
        raise IllegalAction("SAURON-9", f"who takes up {game.title(question.subject)} is to be decided first")
    if action.leader not in heirs(game, unfolding.state, question.seat, question.hex):
        raise IllegalAction(
            "SAURON-9",
            f"{game.title(action.leader)} is not near enough to {question.hex}, or bears a weapon already",
        )
    unfolding.happen(MarkerPlaced(action.weapon, bearer=action.leader))


QUESTIONS = {INHERIT: QuestionRules(title="who takes up the weapon", options=_heir_options, answer=_inherit)}


def on_killed(unfolding: Unfolding, leader: str, name: str) -> None:
    """A weapon passes on or is lost (SAURON-9); the army is shaken (SAURON-15)."""
    game = unfolding.game
    for shock in game.board.scenario.shocks:
        if shock.leader == leader:
            unfolding.happen(TotalChanged(shock.army, shock.value, "SAURON-15"))
    weapon = weapon_of(game, unfolding.state, leader)
    if not weapon:
        return
    found = heirs(game, unfolding.state, game.seat_of[leader], name)
    if not found:
        unfolding.happen(PieceRemoved(weapon, "SAURON-9"))
    elif len(found) == 1:
        unfolding.happen(MarkerPlaced(weapon, bearer=found[0]))
    else:
        unfolding.happen(WeaponFell(weapon, game.seat_of[leader], name))


def tidy(unfolding: Unfolding) -> bool:
    """A weapon that lies where the last who could take it up has fallen too is lost (SAURON-9); whether one was."""
    game, state = unfolding.game, unfolding.state
    for question in state.questions:
        if question.kind == INHERIT and not heirs(game, state, question.seat, question.hex):
            unfolding.happen(PieceRemoved(question.subject, "SAURON-9"))
            return True
    return False


def _weapon_fell(_: Game, state: State, event: WeaponFell) -> State:
    return changed(
        state, questions=(*state.questions, Question(INHERIT, event.seat, event.weapon, event.hex))
    )


# SAURON-10


def _pedestals(game: Game, state: State, name: str) -> tuple[str, ...]:
    return tuple(
        marker
        for marker, now in sorted(state.markers.items())
        if now.hex == name and game.board.markers[marker].kind == PEDESTAL
    )


def carried(game: Game, state: State, leader: str) -> Mapping[str, int]:
    """The pedestal may go with Sauron, as far as its movement points of this turn reach (SAURON-10)."""
    card = game.board.leaders.get(leader)
    if card is None or not card.magic:
        return {}
    return {
        marker: game.board.markers[marker].allowance - state.hauled.get(marker, 0)
        for marker in _pedestals(game, state, state.leaders[leader].hex)
        if game.board.markers[marker].side == card.side
    }


def forbids_casting(game: Game, state: State, caster: str) -> Refusal | None:
    """Sauron casts only with his pedestal (SAURON-10)."""
    if _pedestals(game, state, state.leaders[caster].hex):
        return None
    return "SAURON-10", f"{game.title(caster)} casts only where his pedestal stands"


def on_entered(unfolding: Unfolding, piece: str, name: str) -> None:
    """The pedestal is destroyed by an enemy unit that enters its hex while its master is away (SAURON-10)."""
    game, state = unfolding.game, unfolding.state
    for marker in _pedestals(game, state, name):
        side = game.board.markers[marker].side
        if game.seat_of[piece] == side:
            continue
        present = any(
            game.seat_of[leader] == side
            and game.board.leaders[leader].magic
            and leader not in state.relocations
            for leader in state.leaders_at.get(name, ())
        )
        if not present:
            unfolding.happen(PieceRemoved(marker, "SAURON-10"))


EVOLVE: dict[type[Event], Evolve] = {WeaponFell: _weapon_fell}
