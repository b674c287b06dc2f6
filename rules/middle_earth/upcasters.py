"""How older shapes of data, events, actions and states of both games become today's.

From 1 to 2: each counter has an id with a number; leaders and single markers (`sauron-elendil`) had none before, and
are `sauron-elendil-1` now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.ruleset import Event, Upcast

Document = dict[str, Any]
Change = Callable[[Document], Document]

_NAMES = frozenset(
    (
        "piece", "pieces", "carrying", "leader", "leaders", "marker", "bearer", "weapon",
        "attacker", "defender", "caster", "target",
    )
)  # fmt: skip
"""The fields of events and actions in which a counter may stand that had no number."""


def upcasts(game: str, event_types: Iterable[type[Event]]) -> tuple[Upcast, ...]:
    """All upcasters of a game with these events."""
    return (
        Upcast("data", 1, _numbered_in_data),
        Upcast("state", 1, lambda state: _everywhere(state, lambda text: _numbered(game, text))),
        *(
            Upcast(f"event:{kind.__struct_config__.tag}", 1, numbered_in_fields(game))
            for kind in event_types
            if kind.version == 2
        ),
    )


def numbered_in_fields(game: str) -> Change:
    """The change of an event or action of this game: its counters get their numbers, those that have one keep it."""

    def change(document: Document) -> Document:
        return {
            field: _everywhere(value, lambda text: _numbered(game, text)) if field in _NAMES else value
            for field, value in document.items()
        }

    return change


def _numbered(game: str, text: str) -> str:
    """An id without number gets it; all else (a hex, an id with its number) stays."""
    return f"{text}-1" if text.startswith(f"{game}-") and not text[-1].isdigit() else text


def _numbered_in_data(data: Document) -> Document:
    game = next(iter(data["game"]))
    records = (
        *data["leader"].values(),
        *(marker for marker in data["marker"].values() if marker["count"] == 1),
    )
    numbered = {f"{game}-{record['id']}": f"{game}-{record['id']}-1" for record in records}
    changed = {
        kind: _everywhere(data.get(kind, {}), lambda text: numbered.get(text, text))
        for kind in ("scenario", "deployment")
    }
    return {**data, **changed, "shape": 2}


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    """The JSON value with every text in it changed, the keys of objects too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): _everywhere(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [_everywhere(each, change) for each in value]
    return value
