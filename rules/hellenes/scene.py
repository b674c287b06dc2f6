"""What to draw of a position."""

from __future__ import annotations

from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.scene import Scene


def scene(game: Game, state: State) -> Scene:
    return Scene(title="Hellenes")
