"""Whatever is written into an action, it is carried out if it is offered, else refused by a rule and nothing worse."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from replays.check_games import KeptGame, play_game
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.middle_earth.gondor.ruleset import ruleset as gondor
from rules.middle_earth.sauron.ruleset import ruleset as sauron
from rules.ruleset import Action, Resign

POSITIONS = 250
TRIES = 120


def any_name(kept: KeptGame, field: str, dice: random.Random) -> str:
    """Mostly a name of the kind that the field takes, now and then one of another kind or of nothing."""
    board = kept.game.board
    pieces: tuple[str, ...] = (*board.units, *board.leaders, *board.markers, *board.engines)
    names: dict[str, tuple[str, ...]] = {
        "hex": tuple(board.grid.hexes),
        "hexside": tuple(board.edges),
        "spell": tuple(board.spells),
    }
    if field == "target":
        field = dice.choice(("hex", "piece"))
    unusual = dice.random()
    if unusual < 0.05:
        return dice.choice(("", "nothing"))
    return dice.choice(pieces if unusual < 0.1 else names.get(field) or pieces)


def any_action(kept: KeptGame, offered: tuple[Action, ...], dice: random.Random) -> Action:
    """An action of any type, or one that is offered with some of its fields changed."""
    like = dice.choice(offered) if dice.random() < 0.6 else None
    kinds = [kind for kind in kept.ruleset.action_types if kind is not Resign]
    kind = type(like) if like is not None else dice.choice(kinds)
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if like is not None and dice.random() < 0.5:
            fields[field.name] = getattr(like, field.name)
        elif field.type is int:
            fields[field.name] = dice.choice((-1, 0, 1, 2, 5, 100))
        elif field.type is str:
            fields[field.name] = any_name(kept, field.name, dice)
        else:
            number = 2 if field.name == "units" else dice.randrange(4)
            fields[field.name] = tuple(any_name(kept, field.name, dice) for _ in range(number))
    return kind(**fields)


@pytest.mark.parametrize("seed", [1, 2])  # of the odd seeds the options take any of their values
@pytest.mark.parametrize(("ruleset", "scenario"), [(gondor, "siege"), (sauron, "battle")])
def test_any_action_is_offered_or_refused_by_a_rule(ruleset, scenario, seed):
    kept = play_game(ruleset, ruleset.load(None), scenario, seed)
    assert not kept.trouble
    dice = random.Random(seed)
    for ply, step in kept.chosen(POSITIONS):
        for awaited in ruleset.awaiting(kept.game, step.after):
            offered = ruleset.legal(kept.game, step.after, awaited.seat)
            for _ in range(TRIES):
                action = any_action(kept, offered, dice)
                assert ruleset.phrase(kept.game, step.after, action)
                chance = Chance(kept.source())
                if action in offered:
                    ruleset.decide(kept.game, step.after, awaited.seat, action, chance)
                    continue
                with pytest.raises(IllegalAction) as refused:
                    ruleset.decide(kept.game, step.after, awaited.seat, action, chance)
                assert refused.value.rule, f"ply {ply}: {action}"
                assert refused.value.reason, f"ply {ply}: {action}"
