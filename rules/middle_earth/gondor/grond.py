"""Grond (GONDOR-20, GONDOR-37): activated once by a spell, it rams the Great Gate until that breaks."""

from __future__ import annotations

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth.events import HexsideOpened, TotalChanged
from rules.middle_earth.game import Evolve, Game, QuestionRules, Refusal, unchanged
from rules.middle_earth.gondor import oil
from rules.middle_earth.gondor.actions import Pour, Ram
from rules.middle_earth.gondor.city import GARRISON, GREAT_GATE, OPEN_GATE, behind, feature, great_gate
from rules.middle_earth.gondor.engines import crew_of, refuse_engine
from rules.middle_earth.gondor.events import GateRammed, GrondActivated, RamFailed
from rules.middle_earth.gondor.walls import conduct
from rules.middle_earth.state import Question, State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event

RAM = "ram"


def rams(game: Game) -> tuple[str, ...]:
    """The engines that ram."""
    return tuple(sorted(name for name, card in game.board.engines.items() if card.kind == RAM))


def refuse_ram(game: Game, state: State, engine: str) -> Refusal | None:
    """Why the engine may not ram the Great Gate now, or None."""
    title = game.title(engine)
    if engine not in rams(game) or game.seat_of[engine] != state.seat:
        return "GONDOR-20", f"{title} is no ram of yours"
    refused = refuse_engine(game, state, engine)
    if refused is not None:
        return refused
    if not state.siege.ram_active:
        return "GONDOR-20", f"{title} has not been activated by a spell"
    side = great_gate(game)
    if feature(game, state, side) != GREAT_GATE:
        return "GONDOR-20", "the Great Gate is destroyed already"
    before = behind(game, side)[0]
    if state.engines[engine].hex != before:
        return "GONDOR-20", f"{title} rams from {before}, before the Great Gate"
    return None


def options(game: Game, state: State) -> tuple[Action, ...]:
    """Grond's act in the siege phase."""
    return tuple(Ram(engine) for engine in rams(game) if refuse_ram(game, state, engine) is None)


def ram(unfolding: Unfolding, seat: str, action: Ram) -> None:
    """The blow, before which West may pour oil on the crew (GONDOR-25)."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_ram(game, state, action.engine)
    if refused is not None:
        raise IllegalAction(*refused)
    crew = crew_of(game, state, action.engine)
    conduct(unfolding, action.engine)
    name = behind(game, great_gate(game))[1]
    if oil.may_pour(game, unfolding.state, name):
        oil.offer(unfolding, crew, name)
    else:
        strike(unfolding, action.engine)


def strike(unfolding: Unfolding, engine: str) -> None:
    """Rolls the blow (GONDOR-20)."""
    game = unfolding.game
    assert game.board.siege is not None
    side = great_gate(game)
    span = game.board.ram or (0, 0)
    dice = unfolding.chance.roll(f"ram:{engine}", game.seat_of[engine], 2)
    destroyed = span[0] <= sum(dice) <= span[1]
    unfolding.happen(GateRammed(engine, side, span, dice, destroyed))
    if destroyed:
        unfolding.happen(HexsideOpened(side, OPEN_GATE))
        unfolding.happen(TotalChanged(GARRISON, game.board.siege.gate_destroyed, "GONDOR-39"))


def _answer(unfolding: Unfolding, question: Question, action: Action) -> None:
    """Oil, and then the blow, if the question was about a crew that is still there."""
    game = unfolding.game
    in_siege_phase = game.board.data.phase[unfolding.state.phase].kind == "siege"
    engine = next(
        (each for each in rams(game) if crew_of(game, unfolding.state, each) == question.subject), ""
    )
    oil.QUESTIONS[oil.POURING].answer(unfolding, question, action)
    if not in_siege_phase:
        return
    crew = question.subject
    driven = isinstance(action, Pour) and (
        crew not in unfolding.state.units or any(retreat.unit == crew for retreat in unfolding.state.retreats)
    )
    if driven:
        unfolding.happen(RamFailed(engine))
    else:
        strike(unfolding, engine)


QUESTIONS = {
    oil.POURING: QuestionRules(
        title=oil.QUESTIONS[oil.POURING].title, options=oil.QUESTIONS[oil.POURING].options, answer=_answer
    )
}


def _activated(_: Game, state: State, event: GrondActivated) -> State:
    return changed(state, siege=msgspec.structs.replace(state.siege, ram_active=True))


EVOLVE: dict[type[Event], Evolve] = {
    GrondActivated: _activated,
    GateRammed: unchanged,
    RamFailed: unchanged,
}
