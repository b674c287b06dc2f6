"""The ruleset `age-of-empires`: the functions of the contract, and the ruleset itself."""

from __future__ import annotations

from collections.abc import Mapping

from rules.age_of_empires import (
    actions,
    events,
    events_of_units,
    evolution,
    evolution_of_cards,
    evolution_of_units,
    preparing,
    set_up,
)
from rules.age_of_empires.carried_out import not_carried_out
from rules.age_of_empires.cities import tokens_of, villagers_of
from rules.age_of_empires.conceivable import conceivable
from rules.age_of_empires.corrections import adjust
from rules.age_of_empires.data import FOLDERS, load
from rules.age_of_empires.data import tally as tally_sources
from rules.age_of_empires.data_records import RULES, GameData
from rules.age_of_empires.decisions import asked, at_work, options_of
from rules.age_of_empires.deck_checks import check_deck
from rules.age_of_empires.evaluation import evaluate
from rules.age_of_empires.evaluation_of_options import worth_trying
from rules.age_of_empires.game import SEATS, Evolve, Game, other
from rules.age_of_empires.knowledge import resample, view
from rules.age_of_empires.narration import SILENT, mark, narrate, retell
from rules.age_of_empires.phrases import PHASES, TITLES, phrase, seat_title
from rules.age_of_empires.scene import scene
from rules.age_of_empires.sequence import run_on
from rules.age_of_empires.spellings import also_typed
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.victory import end
from rules.age_of_empires.whereabouts import TELLS
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.ruleset import Action, Awaited, Clock, Event, Resign, Result, Ruleset, Scenario, Seat

EVOLUTION: dict[type[Event], Evolve] = {
    **evolution.EVOLVE,
    **evolution_of_cards.EVOLVE,
    **evolution_of_units.EVOLVE,
}
"""How each event changes the state."""


def prepare(data: GameData, scenario: str, options: Mapping[str, str]) -> Game:
    """The scenario made ready. Raises OptionError with every breach of a deck."""
    return preparing.prepare(data, scenario, options, EVOLUTION)


def initial(game: Game) -> State:
    """Before anything is laid out."""
    return State()


def begin(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Lays out the decks (setup-1 to setup-7); the cities are then laid by the seats."""
    unfolding = Unfolding(game, initial(game), chance)
    set_up.lay_out(unfolding)
    run_on(unfolding)
    return tuple(unfolding.events)


def awaiting(game: Game, state: State) -> tuple[Awaited, ...]:
    """Who is to decide now, and what: both at once while they lay their cities (setup-3)."""
    if state.ending is None and not state.turn:
        return tuple(Awaited(seat, set_up.LAYING, TITLES[set_up.LAYING]) for seat in set_up.awaited(state))
    now = asked(game, state)
    return () if now is None else (Awaited(now.seat, now.kind, TITLES[now.kind]),)


def legal(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """Everything that the seat may do now, in a fixed order."""
    if state.ending is None and not state.turn:
        return tuple(set_up.options(game, state, seat)) if seat in set_up.awaited(state) else ()
    now = asked(game, state)
    if now is None or now.seat != seat:
        return ()
    return options_of(game, state, now)


def decide(game: Game, state: State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The events up to the next real choice. Raises IllegalAction with the rule that forbids the action."""
    if state.ending is not None:
        raise IllegalAction("flow-1", "the game is over")
    if seat not in SEATS:
        raise IllegalAction("type-1", f"there is no seat {seat}; the seats are {' and '.join(SEATS)}")
    unfolding = Unfolding(game, state, chance)
    if isinstance(action, Resign):  # victory-5
        end(unfolding, [seat], "resigned")
        return tuple(unfolding.events)
    if not state.turn:
        if action not in legal(game, state, seat):
            raise IllegalAction(*set_up.why(game, state, seat, action))
        set_up.lay(unfolding, seat, action)
    else:
        _turn(unfolding, seat, action)
    run_on(unfolding)
    return tuple(unfolding.events)


def _turn(unfolding: Unfolding, seat: str, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    now = asked(game, state)
    if now is None or now.seat != seat:
        raise IllegalAction("flow-1", f"{seat_title(game, state, other(seat))} is to decide now")
    chapter, about = at_work(state)
    if action not in options_of(game, state, now):
        raise IllegalAction(*chapter.why(game, state, about, now, action))
    chapter.act(unfolding, about, action)


def evolve(game: Game, state: State, event: Event) -> State:
    """The next state."""
    return EVOLUTION[type(event)](game, state, event)


def result(game: Game, state: State) -> Result | None:
    """How the game ended, None while it is on."""
    ending = state.ending
    return None if ending is None else Result(ending.winners, ending.how, dict(ending.scores), ending.turn)


def clock(game: Game, state: State) -> Clock:
    """Each turn of a seat is a turn; its phases are numbered from 1 (turn-1)."""
    if not state.turn:
        return Clock(0, "Setting up")
    title = f"Turn {state.turn}: {seat_title(game, state, state.active)}"
    phase = min(state.phase, len(PHASES) - 1)  # the end of a turn belongs to its last phase
    return Clock(state.turn, title, phase, PHASES[phase])


def tally(game: Game, state: State) -> dict[str, dict[str, float]]:
    """For each seat: age, resources, villagers, soldiers and monks, buildings, cards in hand."""
    found: dict[str, dict[str, float]] = {}
    for seat in SEATS:
        side = state.sides.get(seat)
        if side is None:
            found[seat] = dict.fromkeys(("age", "stock", "villagers", "soldiers", "buildings", "cards"), 0.0)
            continue
        found[seat] = {
            "age": float(side.age),
            "stock": float(side.food + side.wood + side.stone + side.gold),
            "villagers": float(villagers_of(side)),
            "soldiers": float(tokens_of(state, seat)),
            "buildings": float(len(side.city)),
            "cards": float(len(side.hand)),
        }
    return found


def owners(game: Game) -> dict[str, str]:
    """The seat of each unit, by every name that one may get: no more of a card are in play than a deck may hold
    (deck-5, deck-6)."""
    return {
        f"{seat}-{name}-{number}": seat
        for seat in SEATS
        for name, card in game.cards.items()
        if card.type == "unit"
        for number in range(1, max(card.copies_limit, game.numbers["copies-most"]) + 1)
    }


def is_pass(action: Action) -> bool:
    """Whether the action only lets a moment go by."""
    return isinstance(action, actions.Decline)


ruleset: Ruleset[GameData, Game, State] = Ruleset(
    name="age-of-empires",
    title="Age of Empires II: the expandable card game",
    seats=(Seat("first", "First seat"), Seat("second", "Second seat")),
    scenarios=(Scenario(name="duel", title="A duel of two cities", seats=SEATS),),
    options=preparing.options(load(None)),
    action_types=actions.TYPES,
    event_types=(*events.TYPES, *events_of_units.TYPES),
    data_type=GameData,
    state_type=State,
    load=load,
    data_folders=FOLDERS,
    data_rules=RULES,
    tally_sources=tally_sources,
    not_carried_out=not_carried_out,
    check_deck=check_deck,
    prepare=prepare,
    initial=initial,
    begin=begin,
    awaiting=awaiting,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
    clock=clock,
    result=result,
    tally=tally,
    phrase=phrase,
    also_typed=also_typed,
    conceivable=conceivable,
    narrate=narrate,
    silent=SILENT,
    retell=retell,
    retells_impulses=True,
    mark=mark,
    owners=owners,
    tells=TELLS,
    scene=scene,
    evaluate=evaluate,
    worth_trying=worth_trying,
    resample=resample,
    adjust=adjust,
    is_pass=is_pass,
    own_decisions=frozenset(
        {"collection", "construction", "research", "movement", "attack", "allocation", "discard"}
    ),
    hidden=True,
)
