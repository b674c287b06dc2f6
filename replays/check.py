"""The kit that every ruleset must pass: what the log, the replays and the bots rely on, tried out in random games.

Each check yields what is wrong, as (ply, sentence); the first problem is told with the scenario and the seed that bring
it about again: `check(ruleset, games=1, seed=SEED, scenarios=[SCENARIO])`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from replays.check_drawing import drawn, narrated, phrased
from replays.check_games import KeptGame, described, play_game
from replays.check_hash_seeds import same_under_hash_seeds
from replays.check_rules import counted, declared, games_end, legal_and_decide_agree
from replays.check_secrecy import nothing_leaks, openings_fit, views_follow_events, views_interfere_not
from replays.check_states import chance_recorded, codec_round_trip, states_from_zero, undo_then_redo
from rules.errors import DataError
from rules.ruleset import AnyRuleset

Problems = Iterator[tuple[int, str]]
Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


class Check(msgspec.Struct, frozen=True):
    """One check: whether it passed, what was looked at or else the first thing that is wrong."""

    name: str
    passed: bool
    detail: str


_OF_GAMES: dict[str, Callable[[KeptGame], Problems]] = {
    "games-end": games_end,
    "states-from-zero": states_from_zero,
    "undo-then-redo": undo_then_redo,
    "chance-recorded": chance_recorded,
    "codec-round-trip": codec_round_trip,
    "narrated": narrated,
    "phrased": phrased,
    "drawn": drawn,
    "counted": counted,
    "legal-and-decide-agree": legal_and_decide_agree,
    "noninterference": views_interfere_not,
    "views-follow-events": views_follow_events,
    "nothing-leaks": nothing_leaks,
    "openings-fit": openings_fit,
}

CHECKS = ("declared", *_OF_GAMES, "same-under-hash-seeds")
"""The names of the checks, in order."""


def check(
    ruleset: AnyRuleset,
    *,
    games: int = 20,
    seed: int = 1,
    scenarios: Sequence[str] | None = None,
    progress: Progress | None = None,
    only: Sequence[str] = CHECKS,
    found_at: str = "",
) -> list[Check]:
    """All checks of a ruleset (or `only` some), over `games` random games that take turns through the scenarios.

    `found_at` (`module:attribute`) is where another process finds the ruleset; "" means its entry point.
    """
    try:
        data = ruleset.load(None)
    except DataError as error:
        return [Check("declared", False, f"its data cannot be used: {error}")]
    names = tuple(scenarios) if scenarios else tuple(scenario.name for scenario in ruleset.scenarios)
    faults: dict[str, str] = {}
    if "declared" in only:
        _note(faults, "declared", "", _first(lambda: declared(ruleset, data)))
    plies, happened = 0, set()
    for number in range(games):
        if progress is not None:
            progress(number, games)
        scenario, own_seed = names[number % len(names)], seed + number
        try:
            kept = play_game(ruleset, data, scenario, own_seed)
        except Exception as error:
            faults.setdefault("games-end", f"{scenario} cannot be begun: {described(error)}")
            continue
        plies += len(kept.steps) - 1
        happened |= {type(event) for step in kept.steps for event in step.events}
        for name, examine in _OF_GAMES.items():
            if name in only and name not in faults:
                problem = _first(lambda examine=examine, kept=kept: examine(kept))  # type: ignore[misc]
                _note(faults, name, f"{scenario}, seed {own_seed}", problem)
    if progress is not None:
        progress(games, games)
    if "same-under-hash-seeds" in only:
        problem = _first(lambda: same_under_hash_seeds(ruleset, names, seed, found_at))
        _note(faults, "same-under-hash-seeds", f"seed {seed}", problem)
    looked_at = f"{games} games, {plies} plies"
    missing = sorted(kind.__name__ for kind in ruleset.event_types if kind not in happened)
    passed = dict.fromkeys(CHECKS, looked_at)
    if games and not plies:
        for name in _OF_GAMES:
            faults.setdefault(name, "no game could be played: see the other checks")
    passed["declared"] = f"{len(ruleset.action_types)} types of actions, {len(ruleset.event_types)} of events"
    passed["games-end"] += f"; never happened: {', '.join(missing)}" if missing else "; every event happened"
    passed["same-under-hash-seeds"] = "the same games in several processes"
    return [
        Check(name, name not in faults, faults.get(name, passed[name])) for name in CHECKS if name in only
    ]


def _first(examine: Callable[[], Iterable[tuple[int, str]]]) -> tuple[int, str] | None:
    """The first problem; an error of the rules is one."""
    try:
        return next(iter(examine()), None)
    except Exception as error:
        return -1, f"raised {described(error)}"


def _note(faults: dict[str, str], name: str, place: str, problem: tuple[int, str] | None) -> None:
    if problem is not None:
        ply, sentence = problem
        at = ", ".join(filter(None, (place, f"ply {ply}" if ply >= 0 else "")))
        faults[name] = f"{at}: {sentence}" if at else sentence


__all__ = ["CHECKS", "Check", "check"]
