"""Pictures of a position, written to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.failures import bad_input, usage

if TYPE_CHECKING:
    from replays.references import Resolved


def write_picture(place: Resolved, file: Path, seats: tuple[str, ...] | None) -> int:
    """Draws the position as the seats know it (None: everything), as the suffix says; the size of the file."""
    from eventlog.files import write_whole
    from replays import telling
    from replays.viewer.picture import PictureError, png, svg

    rules, game = place.opened.ruleset, place.opened.game
    scene = rules.scene(game, telling.seen(place.opened, place.position.state, seats))
    try:
        document = svg(scene)
        content = png(document) if file.suffix.lower() == ".png" else document.encode()
    except PictureError as error:
        raise bad_input(str(error)) from error
    return write_whole(file, content)


def named(file: Path, option: str, suffix: str) -> Path:
    """The file of `--svg` or `--png`, which is called so."""
    if file.suffix.lower() != suffix:
        raise usage(f"{option} {file}: the name of this picture must end in {suffix}.")
    return file
