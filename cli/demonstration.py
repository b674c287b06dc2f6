"""`demo`: the main job in one go."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
