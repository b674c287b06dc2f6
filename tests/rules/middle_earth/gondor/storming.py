"""Games of the siege in which both sides press on, so that in a short time everything of it happens.

Choices are drawn, but pieces on the move mostly go where the fight is – Sauron's to the Great Gate, the garrison to its
wall, the relief to the enemy – and what the siege offers is mostly done. The same seed gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import immutables

from replays.bots.bot import Stream
from replays.check_games import Draw, KeptGame, KeptStep
from rules.chance import Chance, Request, keyed
from rules.middle_earth import actions
from rules.middle_earth.game import Game
from rules.middle_earth.gondor import actions as own
from rules.middle_earth.gondor.city import behind, gate_above
from rules.middle_earth.gondor.ruleset import ruleset
from rules.middle_earth.paths import hex_of
from rules.middle_earth.state import State
from rules.parts.hexes import distance
from rules.ruleset import Action
from tests.rules.middle_earth.gondor.siege import whole_game

PRESSING = (
    own.Bombard, own.ThrowHead, own.Ram, own.Shoot, own.ShootEngine, own.DestroyEngine, own.RaiseLadder, own.ThrowDown,
    own.SeizeGate, own.RallyToBanner, actions.Attack, actions.Advance, actions.Fire, actions.Duel, actions.Rally,
    actions.Cast, actions.Form,
)  # fmt: skip

ROAD = ("1311", "1411", "1511", "1611", "1711")
DEAR = ("reveal-aragorn", "activate-grond")
"""Spells that are cast as soon as they can be."""
DREAD = ("fear", "freeze-leader")


def goal(game: Game, state: State) -> str:
    """Where the piece on the move is drawn."""
    marching = state.marching
    assert marching is not None
    if state.seat == "sauron":
        number = sum(game.in_purpose(marching.piece).encode())
        return "1311" if "grond" in marching.carrying else ("1208", "1209", "1213", "1214")[number % 4]
    unit = game.board.units.get(marching.piece)
    if unit is None or unit.army != "garrison":
        return "1511"
    lost = max(state.siege.held, default=0)
    gate = gate_above(game, lost) if lost else ""
    return behind(game, gate)[0] if gate else "1211"


def is_in_place(state: State, engine: str) -> bool:
    """Whether an engine stands where it works, so that its crew had better stay."""
    now = state.engines[engine]
    if now.kind == "ram":
        return now.hex == "1311"
    return bool(now.hexside) or (now.kind == "catapult" and distance(now.hex, "1211") <= 3)


def keeps_engines(state: State, action: Action) -> bool:
    """Whether an action leaves every engine that is in place with its crew."""
    if not isinstance(action, actions.March):
        return True
    here = state.units[action.piece].hex if action.piece in state.units else ""
    return not any(now.hex == here and is_in_place(state, engine) for engine, now in state.engines.items())


def is_timely(state: State, action: Action) -> bool:
    """Whether an action leaves Grond its road, and Gandalf his points until Aragorn is there or dread is about."""
    if isinstance(action, actions.Step) and state.marching is not None and state.seat == "sauron":
        return "grond" in state.marching.carrying or action.hex not in ROAD
    if not isinstance(action, actions.Cast) or "gandalf" not in action.caster or state.turn >= 10:
        return True
    return action.spell == "stalemate-nazgul" and any(each.spell in DREAD for each in state.in_force)


def choose(game: Game, state: State, legal: Sequence[Action], stream: Stream) -> Action:
    """An action that presses on, mostly."""
    legal = [action for action in legal if is_timely(state, action)] or list(legal)
    steps = [action for action in legal if isinstance(action, actions.Step)]
    if steps and stream.below(10) < 9:
        aim = goal(game, state)
        there = [action for action in legal if isinstance(action, actions.Halt)]
        if there and hex_of(state, state.marching.piece if state.marching else "") == aim:
            return there[0]
        return min(steps, key=lambda step: (distance(step.hex, aim), step.hex))
    frightened = any(each.spell in DREAD for each in state.in_force)
    spells = (*DEAR, "stalemate-nazgul") if frightened else DEAR
    dear = [action for action in legal if isinstance(action, actions.Cast) and action.spell in spells]
    if dear:
        return dear[stream.below(len(dear))]
    legal = [action for action in legal if keeps_engines(state, action)] or list(legal)
    hauls = [action for action in legal if isinstance(action, actions.March) and action.carrying]
    if hauls:
        return hauls[stream.below(len(hauls))]
    pressing = [action for action in legal if isinstance(action, PRESSING)]
    if pressing and stream.below(10) < 8:
        return pressing[stream.below(len(pressing))]
    others = [action for action in legal if not isinstance(action, actions.End)]
    if others and stream.below(10) < 9:
        return others[stream.below(len(others))]
    return legal[stream.below(len(legal))]


def storm(seed: int, options: Mapping[str, str] | None = None, longest: int = 20_000) -> KeptGame:
    """A whole game with everything kept that the kit's checks look at."""
    game = whole_game(**dict(options or {}))
    key = b"siege %010d" % seed
    stream, source = Stream(f"storm {seed}"), keyed(key)
    drawn: list[tuple[str, ...]] = []

    def kept(request: Request) -> tuple[int | str, ...]:
        drawn.append(request.items)
        return source(request)

    counts: immutables.Map[str, int] = immutables.Map()
    state, seat = ruleset.initial(game), ""
    action: Action | None = None
    legal: tuple[Action, ...] = ()
    chance = Chance(kept, counts=counts)
    events = ruleset.begin(game, chance)
    steps: list[KeptStep] = []
    trouble = ""
    while True:
        after = state
        for event in events:
            after = ruleset.evolve(game, after, event)
        draws = tuple(
            Draw(items[int(outcome.result[0])], outcome.known_to)
            for items, outcome in zip(drawn, chance.outcomes, strict=True)
            if items
        )
        steps.append(
            KeptStep(seat, action, legal, tuple(chance.outcomes), draws, tuple(events), counts, state, after)
        )
        for outcome in chance.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
        drawn.clear()
        state = after
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            break
        if len(steps) > longest:
            trouble = f"there is no result after {longest} plies"
            break
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        action = choose(game, state, legal, stream)
        chance = Chance(kept, counts=counts)
        events = ruleset.decide(game, state, seat, action, chance)
    seats = ("west", "sauron")
    chosen = {option.name: option.default for option in ruleset.options} | dict(options or {})
    return KeptGame(ruleset, game, "siege", seats, chosen, seed, key, steps, {}, trouble)
