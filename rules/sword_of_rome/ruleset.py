"""The ruleset `sword-of-rome`: the functions of the contract, and the ruleset itself."""

from __future__ import annotations

from collections.abc import Mapping

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.ruleset import Action, Awaited, Clock, Event, Option, Resign, Result, Ruleset, Scenario, Seat
from rules.sword_of_rome import (
    actions,
    africa,
    alliances,
    bribes,
    campaigns,
    card_operations,
    card_play,
    casualties,
    combat,
    control,
    desperate_times,
    events,
    events_of_battle,
    events_of_campaigns,
    events_of_cards,
    events_of_movement,
    events_of_sieges,
    events_of_support,
    events_of_units,
    forces,
    gallic_events,
    march_changes,
    naval,
    neutral_powers,
    penalties,
    plunder,
    preparing,
    reactions,
    reinforcement,
    responses,
    retreat,
    sequence,
    set_up,
    siege,
    strategy_cards,
    support,
    surrender,
    victory,
)
from rules.sword_of_rome.carried_out import not_carried_out
from rules.sword_of_rome.conceivable import conceivable
from rules.sword_of_rome.corrections import adjust
from rules.sword_of_rome.data import FOLDERS, load
from rules.sword_of_rome.data import tally as tally_sources
from rules.sword_of_rome.data_records import RULES, GameData
from rules.sword_of_rome.decisions import asked, options_of
from rules.sword_of_rome.evaluation import evaluate
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.knowledge import resample, view
from rules.sword_of_rome.narration import SILENT, mark, narrate, retell
from rules.sword_of_rome.phrases import decision_title, phrase, text_of
from rules.sword_of_rome.powers import active_seat
from rules.sword_of_rome.procedures import Desperation, Window
from rules.sword_of_rome.roll_titles import roll_title
from rules.sword_of_rome.scene import scene
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.whereabouts import TELLS


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


EVOLUTION: dict[type[Event], Evolve] = {
    events.AttritionRolled: _unchanged,
    **forces.EVOLVE,
    **casualties.EVOLVE,
    **control.EVOLVE,
    **plunder.EVOLVE,
    **sequence.EVOLVE,
    **strategy_cards.EVOLVE,
    **responses.EVOLVE,
    **card_play.EVOLVE,
    **card_operations.EVOLVE,
    **desperate_times.EVOLVE,
    **alliances.EVOLVE,
    **neutral_powers.EVOLVE,
    **march_changes.EVOLVE,
    **campaigns.EVOLVE,
    **reactions.EVOLVE,
    **bribes.EVOLVE,
    **combat.EVOLVE,
    **retreat.EVOLVE,
    **naval.EVOLVE,
    **siege.EVOLVE,
    **support.EVOLVE,
    **surrender.EVOLVE,
    **reinforcement.EVOLVE,
    **penalties.EVOLVE,
    **gallic_events.EVOLVE,
    **africa.EVOLVE,
}
"""How each event changes the state."""


def prepare(data: GameData, scenario: str, options: Mapping[str, str]) -> Game:
    """The scenario made ready. Raises OptionError."""
    return preparing.prepare(data, scenario, options, EVOLUTION)


def initial(game: Game) -> State:
    """The empty board."""
    return State()


def begin(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Sets everything up and runs on to the first choice (3, 5)."""
    unfolding = Unfolding(game, initial(game), chance)
    set_up.set_up(unfolding)
    sequence.begin(unfolding)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def awaiting(game: Game, state: State) -> tuple[Awaited, ...]:
    """Who is to decide now, and what."""
    now = asked(game, state)
    return () if now is None else (Awaited(now.seat, now.kind, decision_title(game, state, now.kind)),)


def legal(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """Everything that the seat may do now, in a fixed order."""
    now = asked(game, state)
    if now is None or now.seat != seat:
        return ()
    return options_of(game, state, now)


def decide(game: Game, state: State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The events up to the next real choice. Raises IllegalAction with the rule that forbids the action."""
    if state.ending is not None:
        raise IllegalAction("4", "the game is over")
    if seat not in game.seats:
        raise IllegalAction("1", f"there is no seat {seat}; the seats are {', '.join(game.seats)}")
    unfolding = Unfolding(game, state, chance)
    if isinstance(action, Resign):
        others = tuple(each for each in game.seats if each != seat)
        for side in game.scenario.sides:
            if seat in side.seats:
                others = tuple(each for each in game.seats if each not in side.seats)
        best = max(others, key=lambda each: (state.vp.get(each, 0), -game.tie[each]))
        winners = others if game.scenario.sides else (best,)
        unfolding.happen(events.GameEnded(winners, "resigned", victory.scores(game, state)))
        return tuple(unfolding.events)
    now = asked(game, state)
    if now is None:
        raise IllegalAction("5", "nothing is to be decided now")
    if now.seat != seat:
        raise IllegalAction("5.4", f"{game.seat_title(now.seat)} to decide now")
    sequence.act(unfolding, now, action)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def evolve(game: Game, state: State, event: Event) -> State:
    """The next state."""
    return game.evolution[type(event)](game, state, event)


def result(game: Game, state: State) -> Result | None:
    """How the game ended, None while it is on."""
    end = state.ending
    return None if end is None else Result(end.winners, end.how, dict(end.scores), end.turn)


def clock(game: Game, state: State) -> Clock:
    """Turn, phase (from 1), and in the Action Phase the round and whose impulse it is."""
    if not state.turn:
        return Clock(0, "Set-up")
    turn = next((each for each in game.board.turns if each.number == state.turn), None)
    title = f"Turn {state.turn}" + (f" ({turn.from_bc}–{turn.to_bc} BC)" if turn is not None else "")
    phase = next((each for each in game.board.phases if each.id == state.phase), None)
    if phase is None:
        return Clock(state.turn, title)
    if state.phase != "action" or not state.round:
        return Clock(state.turn, title, phase.number, phase.title)
    rounds = game.numbers.rounds
    seat = active_seat(state) or (state.queue[0] if state.queue else "")
    around = len(game.clockwise)
    place = around - len(state.queue)
    if state.round > rounds:
        place = 1
    elif state.stack and isinstance(state.stack[0], (Window, Desperation)):
        place += 1  # 7.4: it belongs to the impulse that it comes before
    name = f"Round {state.round}" if state.round <= rounds else "After the last round"
    told = f"{name}, {game.seat_title(seat)}" if seat else name
    return Clock(
        state.turn, title, phase.number, phase.title, (state.round - 1) * around + max(place, 1), told
    )


def owners(game: Game) -> dict[str, str]:
    """The power of each leader."""
    return {name: leader.power for name, leader in game.leaders.items()}


def tally(game: Game, state: State) -> dict[str, dict[str, float]]:
    """For each seat: VP, CU on the map, support, spaces, cards in hand."""
    found: dict[str, dict[str, float]] = {}
    for seat in game.seats:
        own = game.powers_of[seat]
        found[seat] = {
            "victory_points": float(state.vp.get(seat, 0)),
            "combat_units": float(sum(forces.total(state, power) for power in own)),
            "support": float(sum(control.support_of(game, state, power) for power in own)),
            "spaces": float(sum(1 for holder in state.control.values() if holder in own)),
            "cards": float(len(state.hands.get(seat, ()))),
        }
    return found


def is_pass(action: Action) -> bool:
    """Whether the action only lets a moment for responses go by."""
    return isinstance(action, actions.Pass)


def moment(game: Game, state: State, seat: str) -> str:
    """The moment for responses that is open (7.1.1), or what else can be passed."""
    inner = state.stack[-1] if state.stack else None
    if isinstance(inner, Window):
        return inner.name
    now = asked(game, state)
    return now.kind if now is not None else ""


OPERATIONS = (
    events_of_battle,
    events_of_campaigns,
    events_of_cards,
    events_of_movement,
    events_of_sieges,
    events_of_support,
    events_of_units,
)
"""The files whose import enters the operations of events."""

SEATS = (
    Seat("rome", "Rome"),
    Seat("greece", "The Greeks"),
    Seat("gauls", "The Gauls"),
    Seat("etruria-samnium", "Etruria and Samnium"),
)
FOUR = tuple(seat.name for seat in SEATS)
SCENARIOS = (
    Scenario(
        name="four-players",
        title="Four players, nine turns",
        seats=FOUR,
        median_plies=2600,
        median_decisions=1890,
    ),
    Scenario(
        name="three-players",
        title="Three players, nine turns",
        seats=("rome", "greece", "etruria-samnium"),
        median_plies=1840,
        median_decisions=1290,
    ),
    Scenario(
        name="two-players",
        title="Two players, nine turns",
        seats=FOUR,
        median_plies=2590,
        median_decisions=1880,
    ),
    Scenario(
        name="short-game",
        title="Four players, six turns",
        seats=FOUR,
        median_plies=1780,
        median_decisions=1280,
    ),
)

ruleset: Ruleset[GameData, Game, State] = Ruleset(
    name="sword-of-rome",
    title="The Sword of Rome",
    version=1,
    seats=SEATS,
    scenarios=SCENARIOS,
    options=tuple(
        Option(record.id, record.default, record.about, tuple(record.values))
        for record in load(None).option.values()
    ),
    action_types=actions.TYPES,
    event_types=events.TYPES,
    data_type=GameData,
    state_type=State,
    load=load,
    data_folders=FOLDERS,
    data_rules=RULES,
    tally_sources=tally_sources,
    not_carried_out=not_carried_out,
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
    text_of=text_of,
    conceivable=conceivable,
    narrate=narrate,
    silent=SILENT,
    retell=retell,
    retells_impulses=True,
    roll_title=roll_title,
    mark=mark,
    owners=owners,
    tells=TELLS,
    scene=scene,
    evaluate=evaluate,
    resample=resample,
    adjust=adjust,
    is_pass=is_pass,
    moment=moment,
    own_decisions=frozenset({"impulse"}),
    hidden=True,
)
