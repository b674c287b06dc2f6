"""The bot that takes any legal action, each as likely as another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replays.bots.bot import Stream
from rules.ruleset import Action, AnyRuleset


class RandomBot:
    """Chooses by its stream alone."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(
        self, ruleset: AnyRuleset, game: Any, state: Any, seat: str, legal: Sequence[Action]
    ) -> Action:
        """One of the legal actions; the only one without drawing a number."""
        return legal[0] if len(legal) == 1 else legal[self._stream.below(len(legal))]
