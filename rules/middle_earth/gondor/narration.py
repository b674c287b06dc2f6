"""The sentences of the Gondor game alone."""

from __future__ import annotations

from rules.middle_earth.events import GameEnded, HexsideOpened, Modifier
from rules.middle_earth.game import Game, Phrase, Telling
from rules.middle_earth.gondor import actions, events
from rules.middle_earth.gondor.city import BREACH, GARRISON, GATE, great_gate
from rules.middle_earth.gondor.victory import reasons
from rules.middle_earth.state import State
from rules.middle_earth.tellings import TELLINGS as TELLINGS_OF_ALL
from rules.middle_earth.wording import changes, hexes, named, result_in_words, span
from rules.ruleset import Action, Event, Mark
from rules.secrecy import UNKNOWN


def _oil_of(game: Game, oil: tuple[str, ...]) -> str:
    if UNKNOWN in oil:
        return "(fill) cauldrons (in secret)"
    return f"(fill) {' '.join(game.typed(cauldron) for cauldron in oil)}"


PHRASES: dict[type[Action], Phrase] = {
    actions.FillCauldrons: lambda game, state, action: _oil_of(game, action.oil),
    actions.Bombard: lambda game, state, action: (
        f"bombard {action.hexside} (with) {game.typed(action.engine)}"
    ),
    actions.ThrowHead: lambda game, state, action: (
        f"throw head (into) {action.hex} (with) {game.typed(action.engine)}"
    ),
    actions.Ram: lambda game, state, action: f"ram (with) {game.typed(action.engine)}",
    actions.Shoot: lambda game, state, action: (
        f"fire {game.typed(action.engine)} (at) {game.typed(action.target)}"
    ),
    actions.ShootEngine: lambda game, state, action: (
        f"fire {game.typed(action.engine)} (at) {game.typed(action.target)}"
    ),
    actions.DestroyEngine: lambda game, state, action: (
        f"destroy {game.typed(action.engine)} (with) {game.typed(action.unit)}"
    ),
    actions.SetTower: lambda game, state, action: (
        f"(set) {game.typed(action.engine)} (against) {action.hexside}"
    ),
    actions.RaiseLadder: lambda game, state, action: (
        f"raise ladder (with) {game.typed(action.unit)} (against) {action.hexside}"
    ),
    actions.ThrowDown: lambda game, state, action: (
        f"throw down {game.typed(action.ladder)} (with) {game.typed(action.unit)}"
    ),
    actions.SeizeGate: lambda game, state, action: f"seize {action.hexside} (with) {game.typed(action.unit)}",
    actions.Pour: lambda game, state, action: "pour (oil)",
    actions.Withhold: lambda game, state, action: "withhold (oil)",
    actions.RallyToBanner: lambda game, state, action: f"rally {game.typed(action.unit)} (to the) banner",
}


def _filled(game: Game, state: State, event: events.CauldronFilled) -> str:
    content = {"oil": "oil", "dummy": "no oil"}.get(event.content, "what West knows")
    return f"{game.title(event.cauldron)} in {event.hex} holds {content} (GONDOR-8)"


def _poured(game: Game, state: State, event: events.OilPoured) -> str:
    target = named(game, state, event.attacker)
    if event.content != "oil":
        return (
            f"{game.title(event.cauldron)} in {event.hex} is a dummy: nothing falls on {target} (GONDOR-25)"
        )
    return (
        f"Oil: {game.title(event.cauldron)} in {event.hex} on {target}: casualty without a roll (GONDOR-25); "
        f"morale {event.morale}, 1d6 = {event.die}: {result_in_words(event.result)} (7.42)"
    )


def _breach(game: Game, state: State, event: events.BreachAttempted) -> str:
    needed = span((2, event.sum))
    what = "level gate" if event.feature == GATE else event.feature
    return (
        f"Siege: {game.title(event.engine)} against the {what} "
        f"{event.hexside} at {hexes(event.range)}: 2d6 {needed}, rolled {sum(event.dice)}: "
        f"{'breached' if event.breached else 'it holds'} (GONDOR-17)"
    )


def _engine_shot(game: Game, event: events.EngineShotAt) -> str:
    """The greatest sum that hits: that of a wall, made easier."""
    assert game.board.siege is not None
    bonus = Modifier(game.board.siege.engine_shot_bonus, "against an engine", "GONDOR-27")
    return f"{event.sum - bonus.amount} as for a wall{changes((bonus,))}"


def _opened(game: Game, state: State, event: HexsideOpened) -> str:
    if event.terrain == BREACH:
        return f"{event.hexside} is breached: open to both sides from now on (GONDOR-17)"
    what = "the Great Gate" if event.hexside == great_gate(game) else "the gate"
    return f"{event.hexside}, {what}, is open to both sides from now on (GONDOR-19)"


def _ended(game: Game, state: State, event: GameEnded) -> str:
    if event.how == "resigned":
        return TELLINGS_OF_ALL[GameEnded](game, state, event)
    why = f"{reasons(game, state)} (GONDOR-42)"
    if not event.winners:
        return f"The siege is drawn: {why}"
    how = {"decisive": "decisively", "marginal": "marginally"}[event.how]
    return f"{game.board.sides[event.winners[0]].title} wins {how}: {why}"


def _taken(game: Game, state: State, event: events.LevelTaken) -> str:
    army = game.board.data.army[GARRISON].title
    again = "" if event.counts else "; it was taken before, and counts no more"
    return f"Sauron holds level {event.level} of the city; the {army} has lost it{again} (GONDOR-23)"


TELLINGS: dict[type[Event], Telling] = {
    HexsideOpened: _opened,
    GameEnded: _ended,
    events.FillingAsked: lambda game, state, event: (
        f"{game.board.sides[event.seat].title} fills its cauldrons in secret (GONDOR-8)"
    ),
    events.CauldronFilled: _filled,
    events.OilOffered: lambda game, state, event: (
        f"West may use {game.title(event.cauldron)} in {event.hex} against {named(game, state, event.attacker)} "
        "(GONDOR-25)"
    ),
    events.OilWithheld: lambda game, state, event: (
        f"No oil is used against {named(game, state, event.attacker)} (GONDOR-25)"
    ),
    events.OilPoured: _poured,
    events.TowerScorched: lambda game, state, event: (
        f"{game.title(event.engine)} under the oil: 1d6 {span((1, event.most))}, rolled {event.die}: "
        f"{'it burns' if event.burns else 'it stands'} (GONDOR-25)"
    ),
    events.AttackerRepelled: lambda game, state, event: (
        f"{game.title(event.attacker)} is driven off the wall and attacks no more (GONDOR-25)"
    ),
    events.BreachAttempted: _breach,
    events.WallShook: lambda game, state, event: (
        f"{game.title(event.unit)} behind the breach: 1d6 {span((1, event.most))}, rolled {event.die}: "
        f"{'disrupted' if event.disrupted else 'steady'} (GONDOR-18)"
    ),
    events.HeadThrown: lambda game, state, event: (
        f"{game.title(event.engine)} throws a head into {event.hex} (GONDOR-24)"
    ),
    events.GateRammed: lambda game, state, event: (
        f"{game.title(event.engine)} rams the Great Gate: 2d6 {span(event.range)}, rolled {sum(event.dice)}: "
        f"{'destroyed' if event.destroyed else 'it holds'} (GONDOR-20)"
    ),
    events.RamFailed: lambda game, state, event: (
        f"{game.title(event.engine)} does not strike: its crew is driven off (GONDOR-25)"
    ),
    events.GrondActivated: lambda game, state, event: "Grond is active for the rest of the game (GONDOR-37)",
    events.EngineShotAt: lambda game, state, event: (
        f"Fire: {game.title(event.engine)} at {game.title(event.target)} at {hexes(event.range)}: 2d6 "
        f"{span((2, event.sum))} ({_engine_shot(game, event)}), rolled {sum(event.dice)}: "
        f"{'destroyed' if event.destroyed else 'missed'} (GONDOR-27)"
    ),
    events.EngineDestroyed: lambda game, state, event: (
        f"{game.title(event.unit)} destroys {game.title(event.engine)} (GONDOR-15)"
    ),
    events.TowerBrought: lambda game, state, event: (
        f"{game.title(event.engine)} in {event.hex} may stand against several hexsides (GONDOR-21)"
    ),
    events.LadderRaised: lambda game, state, event: (
        f"{game.title(event.unit)} in {event.hex} raises {game.title(event.ladder).lower()} against {event.hexside} "
        "(GONDOR-22)"
    ),
    events.LadderShaken: lambda game, state, event: (
        f"{game.title(event.unit)} at {game.title(event.ladder).lower()}: 1d6 {span((event.least, 6))}, rolled "
        f"{event.die}: {'thrown down' if event.falls else 'it stands'} (GONDOR-22)"
    ),
    events.CityEntered: lambda game, state, event: (
        f"{game.title(event.unit)} is in the city and raises no ladder in this phase (GONDOR-22)"
    ),
    events.GateSeized: lambda game, state, event: (
        f"{game.title(event.unit)} seizes the gate {event.hexside} for {event.cost} movement points (GONDOR-23)"
    ),
    events.LevelTaken: _taken,
    events.LevelRetaken: lambda game, state, event: (
        f"West holds level {event.level} of the city again (GONDOR-23)"
    ),
    events.SpellEnded: lambda game, state, event: (
        f"{game.board.spells[event.spell].title} works no more (GONDOR-33)"
    ),
    events.BannerRaised: lambda game, state, event: (
        f"{game.title(event.leader)} raises the royal banner; units rally to it up to turn {event.until} (GONDOR-34)"
    ),
    events.RalliedToBanner: lambda game, state, event: (
        f"{named(game, state, event.unit)} rallies to the royal banner (GONDOR-34)"
    ),
}

MARKS: dict[type[Event], Mark] = {
    events.OilPoured: "reveal",
    events.BreachAttempted: "roll",
    events.GateRammed: "roll",
    events.EngineShotAt: "roll",
    events.LadderShaken: "roll",
    events.TowerScorched: "roll",
    events.WallShook: "roll",
    events.EngineDestroyed: "loss",
    events.GateSeized: "control",
    events.LevelTaken: "control",
    events.LevelRetaken: "control",
}

HEADLINES: frozenset[type[Event]] = frozenset(
    {
        events.OilPoured, events.TowerScorched, events.BreachAttempted, events.WallShook, events.HeadThrown,
        events.GateRammed, events.RamFailed, events.GrondActivated, events.EngineShotAt, events.EngineDestroyed,
        events.LadderRaised, events.LadderShaken, events.GateSeized, events.LevelTaken, events.LevelRetaken,
        events.BannerRaised, events.RalliedToBanner, events.CauldronFilled,
    }
)  # fmt: skip
"""What is told of a run."""
