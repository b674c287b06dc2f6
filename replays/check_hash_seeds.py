"""The check that a game is the same in every process, whatever the order in which Python goes through sets and maps.

`python -m replays.check_hash_seeds MODULE:ATTRIBUTE SEED SCENARIO…` prints one line of digests a ply.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from typing import Any

import msgspec

from replays.check_games import play_game
from rules.projection import encode_state
from rules.ruleset import AnyRuleset

HASH_SEEDS = ("1", "2", "3", "4")
"""Enough that even a set of two names is seldom in the same order in all processes."""

LONGEST = 150
"""How many plies of a game are compared."""

_encoder = msgspec.json.Encoder()  # in the order in which things come


def same_under_hash_seeds(
    ruleset: AnyRuleset, scenarios: Sequence[str], seed: int, found_at: str = ""
) -> Iterator[tuple[int, str]]:
    """Plays the same games in processes of different hash seeds and compares everything that leaves a state."""
    place = found_at or _entry_point(ruleset)
    if not place:
        yield -1, f"another process cannot find {ruleset.name}: it is not what its entry point names"
        return
    command = [sys.executable, "-m", "replays.check_hash_seeds", place, str(seed), *scenarios]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    running = [
        subprocess.Popen(
            command,
            env={**environment, "PYTHONHASHSEED": hash_seed},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for hash_seed in HASH_SEEDS
    ]
    answers = [process.communicate() for process in running]
    for process, (_, said) in zip(running, answers, strict=True):
        if process.returncode:
            yield -1, f"a process of its own fails: {(said.strip().splitlines() or ['without a word'])[-1]}"
            return
    one, *others = (answer[0].splitlines() for answer in answers)
    for other in others:
        for left, right in zip(one, other, strict=False):
            if left != right:
                yield -1, f"in two processes these differ: {_differing(left, right)}"
                return
        if len(one) != len(other):
            yield -1, "in two processes the games are of different length"


def _entry_point(ruleset: AnyRuleset) -> str:
    found = entry_points(group="warlog.rulesets", name=ruleset.name)
    return next((entry.value for entry in found if entry.load() is ruleset), "")


def _differing(left: str, right: str) -> str:
    (scenario, ply, *ones), (_, _, *others) = left.split(), right.split()
    named = [one.partition("=")[0] for one, other in zip(ones, others, strict=False) if one != other]
    return f"{', '.join(named)} at ply {ply} of {scenario}"


def _lines(ruleset: AnyRuleset, scenarios: Sequence[str], seed: int) -> Iterator[str]:
    data = ruleset.load(None)
    for scenario in scenarios:
        kept = play_game(ruleset, data, scenario, seed, longest=LONGEST)
        game = kept.game
        for ply, step in enumerate(kept.steps):
            state, told = step.before, []
            for event in step.events:
                told.append(ruleset.narrate(game, state, event))
                state = ruleset.evolve(game, state, event)
            parts: dict[str, Any] = {
                "legal": [_encoder.encode(action) for action in step.legal],
                "events": [_encoder.encode(event) for event in step.events],
                "chance": step.outcomes,
                "state": encode_state(step.after),
                "narration": told,
                "phrases": [ruleset.phrase(game, step.before, action) for action in step.legal],
                "scene": ruleset.scene(game, step.after),
                "awaiting": ruleset.awaiting(game, step.after),
                "result": ruleset.result(game, step.after),
                "tally": ruleset.tally(game, step.after),
                "conceivable": [list(ruleset.conceivable(game, step.after, seat)) for seat in kept.seats],
            }
            digests = (
                f"{name}={hashlib.sha256(_encoder.encode(part)).hexdigest()[:12]}"
                for name, part in parts.items()
            )
            yield f"{scenario} {ply} {' '.join(digests)}"


if __name__ == "__main__":
    module, _, attribute = sys.argv[1].partition(":")
    for line in _lines(getattr(importlib.import_module(module), attribute), sys.argv[3:], int(sys.argv[2])):
        print(line)
