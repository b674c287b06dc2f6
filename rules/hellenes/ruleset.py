"""The ruleset `hellenes`: the functions of the contract, and the ruleset itself."""

from __future__ import annotations

from collections.abc import Mapping

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.hellenes import (
    actions,
    card_events,
    card_moves,
    card_politics,
    card_revolts,
    events,
    game,
    sequence,
    set_up,
    victory,
)
from rules.hellenes.conceivable import conceivable
from rules.hellenes.corrections import adjust
from rules.hellenes.data import FOLDERS, load
from rules.hellenes.data import tally as tally_sources
from rules.hellenes.data_records import RULES, GameData
from rules.hellenes.decisions import act, asked, options_of
from rules.hellenes.evaluation import evaluate
from rules.hellenes.evaluation_sifting import worth_trying
from rules.hellenes.evolution import EVOLUTION
from rules.hellenes.game import SEASON_TITLES, SEASONS, SEATS, TITLES, Game
from rules.hellenes.knowledge import resample, view
from rules.hellenes.narration import SILENT, mark, narrate
from rules.hellenes.narration_of_runs import retell
from rules.hellenes.phrases import decision_title, phrase
from rules.hellenes.roll_titles import roll_title
from rules.hellenes.scene import scene
from rules.hellenes.spellings import also_typed
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action, Awaited, Clock, Event, Option, Resign, Result, Ruleset, Scenario, Seat


def prepare(data: GameData, scenario: str, options: Mapping[str, str]) -> Game:
    """The scenario made ready. Raises OptionError."""
    return game.prepare(data, scenario, options, EVOLUTION)


def initial(game: Game) -> State:
    """The empty board."""
    return State()


def begin(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Sets everything up and runs on to the first choice (15.0, 10.0-a)."""
    unfolding = Unfolding(game, initial(game), chance)
    set_up.set_up(unfolding)
    sequence.begin(unfolding)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def awaiting(game: Game, state: State) -> tuple[Awaited, ...]:
    """Who is to decide now, and what; when cards are committed both at once."""
    return tuple(Awaited(now.seat, now.kind, decision_title(now.kind)) for now in asked(game, state))


def legal(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """Everything that the seat may do now, in a fixed order."""
    for now in asked(game, state):
        if now.seat == seat:
            return options_of(game, state, now)
    return ()


def decide(game: Game, state: State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The events up to the next real choice. Raises IllegalAction with the rule that forbids the action."""
    if state.ending is not None:
        raise IllegalAction("14", "the game is over")
    if seat not in SEATS:
        raise IllegalAction("0.1", f"there is no seat {seat}; the seats are {' and '.join(SEATS)}")
    unfolding = Unfolding(game, state, chance)
    if isinstance(action, Resign):
        victory.resign(unfolding, seat)
        return tuple(unfolding.events)
    now = next((each for each in asked(game, state) if each.seat == seat), None)
    if now is None:
        raise IllegalAction("0.3", f"{TITLES[seat]} has nothing to decide now")
    act(unfolding, now, action)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def evolve(game: Game, state: State, event: Event) -> State:
    """The next state."""
    return game.evolution[type(event)](game, state, event)  # type: ignore[no-any-return]


def result(game: Game, state: State) -> Result | None:
    """How the game ended, None while it is on."""
    end = state.ending
    if end is None:
        return None
    scores = {seat: float(victory.level(state, seat)) for seat in SEATS}
    return Result(end.winners, end.how, scores, state.turn)


def clock(game: Game, state: State) -> Clock:
    """The year, the season (from 1), and whose part it is."""
    if not state.turn:
        return Clock(0, "Set-up")
    season = SEASONS.index(state.season) + 1
    step = state.step.partition("/")[0]
    title = f"{state.year} BC"
    if not state.active or step in ("deal", "zeus", "commit", "reveal", "expedition", "sacrifice"):
        return Clock(state.turn, title, season, SEASON_TITLES[state.season])
    second = state.active != state.first
    later = step in ("breaking", "siege", "shelter") and state.season == "winter"
    impulse = 1 + second + (2 if later else 0)
    return Clock(
        state.turn, title, season, SEASON_TITLES[state.season], impulse, TITLES.get(state.active, "")
    )


def tally(game: Game, state: State) -> dict[str, dict[str, float]]:
    """For each seat its Prestige, units on the map, cities, cards in hand, sacrifices."""
    found: dict[str, dict[str, float]] = {}
    for seat in SEATS:
        units = sum(number for key, number in state.field.items() if game.where[key][0] == seat)
        units += sum(number for place, number in state.walled.items() if state.control.get(place) == seat)
        found[seat] = {
            "prestige": float(victory.level(state, seat)),
            "units": float(units),
            "cities": float(sum(1 for side in state.control.values() if side == seat)),
            "cards": float(len(state.hands.get(seat, ()))),
            "sacrifices": float(sum(1 for each in state.sacrifices if each.startswith(seat))),
        }
    return found


def moment(game: Game, state: State, seat: str) -> str:
    """The Olympian who may be appealed to now."""
    pending = state.pending
    if pending is None:
        return "zeus"
    return "hera" if pending.appealed else pending.god or pending.kind


OPERATIONS = (card_events, card_moves, card_politics, card_revolts)
"""The files whose import enters the operations of cards."""

ruleset: Ruleset[GameData, Game, State] = Ruleset(
    name="hellenes",
    title="Hellenes: Campaigns of the Peloponnesian War",
    seats=tuple(Seat(name, title) for name, title in TITLES.items()),
    scenarios=tuple(
        Scenario(name=name, title=title, seats=SEATS)
        for name, title in (
            ("431", "431 Campaign"),
            ("sicily", "Sicily Campaign"),
            ("413", "413 Campaign"),
            ("415", "415 Campaign"),
        )
    ),
    options=(Option("bid", "", "who took his side by a bid of Prestige, and how much: SEAT:PRESTIGE (0.1)"),),
    action_types=actions.TYPES,
    event_types=events.TYPES,
    data_type=GameData,
    state_type=State,
    load=load,
    data_folders=FOLDERS,
    data_rules=RULES,
    tally_sources=tally_sources,
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
    roll_title=roll_title,
    mark=mark,
    scene=scene,
    evaluate=evaluate,
    foreseen=frozenset({"group"}),
    worth_trying=worth_trying,
    resample=resample,
    adjust=adjust,
    moment=moment,
    own_decisions=frozenset({"actions", "winter"}),
    hidden=True,
)
