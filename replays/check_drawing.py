"""Checks of what people are shown: every event told, every action listed, every position drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from replays.check_games import KeptGame, KeptStep
from replays.typed import Unreadable, expand
from rules.errors import ChanceNeeded, IllegalAction
from rules.projection import decode_state, encode_state
from rules.ruleset import Action, Mark, Step
from rules.scene import Scene
from rules.secrecy import redact

TYPED = 4
"""How many of the actions that are listed at one position are typed."""

TOLD = 4000
"""How many events of a game are told to the umpire."""


def _unlike_a_line(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        return "is told by nothing"
    return "is told by more than one line" if len(text.splitlines()) > 1 else ""


def narrated(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Every event that is not silent is told in one line to the umpire, to each seat and to nobody, and so is a run of
    batches."""
    ruleset, game = kept.ruleset, kept.game
    told, marks = 0, (*get_args(Mark), None)
    chosen = {ply for ply, _ in kept.chosen()}
    for ply, step in enumerate(kept.steps):
        if told > TOLD and ply not in chosen:
            continue
        state = step.before
        viewers: list[tuple[str, ...] | None] = [None, *(kept.viewers() if ply in chosen else ())]
        for event in step.events:
            for seats in viewers:
                seen = state if seats is None else ruleset.view(game, state, seats)
                shown = event if seats is None else redact(event, seats, step.seat)
                line = ruleset.narrate(game, seen, shown)
                wrong = "" if not line and type(event) in ruleset.silent else _unlike_a_line(line)
                if wrong:
                    who = "" if seats is None else f" for {', '.join(seats) or 'nobody'}"
                    yield ply, f"{shown}{who} {wrong}"
            if ruleset.mark(event) not in marks:
                yield ply, f"{event} is marked {ruleset.mark(event)}"
            told += 1
            state = ruleset.evolve(game, state, event)
        if ply in chosen and step.action is not None:
            run = Step(step.seat, step.action, step.events)
            wrong = _unlike_a_line(ruleset.retell(game, step.before, (run,)))
            if wrong:
                yield ply, f"the run of {step.action} {wrong}"


def phrased(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Every legal action is listed in one line, no two in the same, and typing the line means that action.

    Whoever is awaited is told what for.
    """
    ruleset, game = kept.ruleset, kept.game
    for ply, step in kept.chosen():
        for awaited in ruleset.awaiting(game, step.after):
            wrong = _unlike_a_line(awaited.title) or _unlike_a_line(awaited.decision)
            if wrong:
                yield ply, f"what {awaited.seat} is to decide {wrong}"
            state = ruleset.view(game, step.after, (awaited.seat,))
            phrases: dict[str, Any] = {}
            for action in ruleset.legal(game, state, awaited.seat):
                phrase = ruleset.phrase(game, state, action)
                wrong = _unlike_a_line(phrase)
                if wrong:
                    yield ply, f"{action} {wrong}"
                if phrase in phrases:
                    yield ply, f"{action} and {phrases[phrase]} are both listed as “{phrase}”"
                phrases[phrase] = action
            stream = kept.stream(f"typed {ply} {awaited.seat}")
            for _ in range(min(TYPED, len(phrases))):
                phrase = list(phrases)[stream.below(len(phrases))]
                wrong = _misread(kept, step, awaited.seat, phrase, phrases[phrase])
                if wrong:
                    yield ply, wrong


def _misread(kept: KeptGame, step: KeptStep, seat: str, phrase: str, action: Action) -> str:
    """What is wrong with what the phrase means when it is typed, or ""."""
    try:
        meant = expand(kept.ruleset, kept.game, Reached(step.after, step.counts), seat, phrase, kept.source)
    except (Unreadable, IllegalAction, ChanceNeeded) as error:
        return f"“{phrase}”, typed for {action}, is not read: {error}"
    return "" if meant == [action] else f"“{phrase}”, typed for {action}, means {meant}"


class Reached(msgspec.Struct, frozen=True):
    """A position of a random game, as what is typed is read in it."""

    state: Any
    counts: Any


def drawn(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Every position has a picture for the umpire, each seat and nobody, in which everything stands somewhere."""
    ruleset, game = kept.ruleset, kept.game
    for ply, step in kept.chosen():
        again = decode_state(ruleset.state_type, encode_state(step.after))
        if ruleset.scene(game, step.after) != ruleset.scene(game, again):
            yield ply, "two equal states are drawn otherwise"
        for seats in (kept.seats, *kept.viewers()):
            state = ruleset.view(game, step.after, seats)
            for wrong in _scene_faults(ruleset.scene(game, state), kept.seats):
                yield ply, f"as {', '.join(seats) or 'nobody'} sees it, {wrong}"


def _scene_faults(scene: Scene, seats: tuple[str, ...]) -> Iterator[str]:
    if not scene.title.strip():
        yield "the picture has no title"
    spaces = {space.id for space in scene.spaces}
    for what, ids in (
        ("spaces", [space.id for space in scene.spaces]),
        ("counters", [counter.id for counter in scene.counters]),
    ):
        if len(set(ids)) < len(ids):
            yield f"two {what} have the id {next(one for one in ids if ids.count(one) > 1)}"
    for counter in scene.counters:
        if counter.space not in spaces:
            yield f"the counter {counter.id} stands on {counter.space or 'nothing'}, which is no space"
        if len(counter.short) > 4:
            yield f"the counter {counter.id} has {counter.short} as its short name: more than four characters"
    for marker in scene.markers:
        if marker.space not in spaces:
            yield f"the marker {marker.kind} stands on {marker.space or 'nothing'}, which is no space"
    edges = {border.between for border in scene.borders if not border.between[1]}
    for joined in [border.between for border in scene.borders] + [link.between for link in scene.links]:
        if not set(joined) <= spaces and not (joined[0] in spaces and joined in edges):
            yield f"{joined[0]} and {joined[1] or 'nothing'} are joined, and are not both spaces"
    grounds = {ground.kind for ground in scene.terrain}
    for kind in {space.terrain for space in scene.spaces} | {border.kind for border in scene.borders}:
        if kind and kind not in grounds:
            yield f"the terrain {kind} is not in the legend"
    known = [side.seat for side in scene.sides]
    own = [seat for seat in seats if seat in known]
    if known[: len(own)] != own or len(set(known)) < len(known):
        yield "the sides are not the seats, in their order, and then others"
    for track in scene.tracks:
        for name, cell in track.at:
            if not 0 <= cell < len(track.cells):
                yield f"{name} stands on cell {cell} of the track {track.title}, which has {len(track.cells)}"
    for hand in scene.hands:
        if hand.seat not in seats:
            yield f"a hand is held by {hand.seat or 'nobody'}"
