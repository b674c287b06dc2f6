"""Pictures of a position, written to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.failures import bad_input, usage

if TYPE_CHECKING:
    from replays.references import Resolved
    from rules.scene import Scene


def write_picture(place: Resolved, file: Path, seats: tuple[str, ...] | None) -> int:
    """Draws the position as the seats know it (None: everything), as the suffix says; the size of the file."""
    from eventlog.files import write_whole
    from replays import telling

    rules, game = place.opened.ruleset, place.opened.game
    scene = rules.scene(game, telling.seen(place.opened, place.position.state, seats))
    return write_whole(file, drawn(scene, file.suffix.lower()))


def drawn(scene: Scene, suffix: str) -> bytes:
    """The scene as SVG, or as PNG where the suffix says so."""
    from replays.viewer.picture import PictureError, png, svg

    try:
        document = svg(scene)
        return png(document) if suffix == ".png" else document.encode()
    except PictureError as error:
        raise bad_input(str(error)) from error


def named(file: Path, option: str, suffix: str) -> Path:
    """The file of `--svg` or `--png`, which is called so."""
    if file.suffix.lower() != suffix:
        raise usage(f"{option} {file}: the name of this picture must end in {suffix}.")
    return file
