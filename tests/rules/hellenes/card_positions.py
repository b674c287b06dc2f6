"""Positions in which a card is about to be played, or its event to be carried out."""

from __future__ import annotations

from immutables import Map

from rules.hellenes.actions import Commit
from tests.rules.hellenes.harness import Position, position


def event(
    card: str, blocks=None, side: str = "athens", *, scenario: str = "431", agenda=(), **fields
) -> Position:
    """A side's event is about to be chosen in, or has been carried out."""
    return position(
        blocks or {},
        scenario=scenario,
        step=f"event/{side}",
        agenda=agenda or (f"combat/{side}", f"siege/{side}", "winter/athens"),
        revealed=Map({side: f"{card}/event"}),
        played=frozenset({card}),
        **{"actions": 0, **fields},
    )


def may_play(card: str, blocks=None, side: str = "athens", **fields) -> bool:
    hands = Map({"athens": (), "sparta": (), side: (card,)})
    now = position(blocks or {}, step="commit", agenda=(), hands=hands, **fields)
    return Commit(card, "event") in now.legal(side)
