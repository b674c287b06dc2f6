"""What a bot is, and where its own randomness comes from."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Protocol

from rules.ruleset import Action, AnyRuleset


class NoSuchBot(Exception):
    """A name that no bot has."""


class Bot(Protocol):
    """Chooses for a seat. A bot looks at nothing but the seat's view, and never takes `Resign`."""

    def choose(
        self, ruleset: AnyRuleset, game: Any, state: Any, seat: str, legal: Sequence[Action]
    ) -> Action:
        """One of the legal actions (at least one) of the seat in this state."""
        ...


class Stream:
    """Numbers derived from a text alone: apart from the chance of any game, and the same in every process."""

    __slots__ = ("_block", "_count", "_key")

    def __init__(self, seed: str) -> None:
        self._key = hashlib.sha256(b"bot\0" + seed.encode()).digest()
        self._count = 0
        self._block = b""

    def _next(self) -> bytes:
        block = hmac.digest(self._key, b"%d" % self._count, "sha256")
        self._count += 1
        return block

    def below(self, size: int) -> int:
        """A number from 0 to `size - 1`."""
        if not self._block:
            self._block = self._next()
        number = int.from_bytes(self._block[:8], "big")
        self._block = self._block[8:]
        return number % size

    def key(self) -> bytes:
        """A fresh key of 16 bytes, for chance in a trial."""
        return self._next()[:16]
