"""The colours of a page under names, so that one drawing is seen in the light and in the dark."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


class Inks:
    """The colours of the page by name, each as (light, dark)."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], str] = {}

    def name(self, light: str, dark: str) -> str:
        """How the markup calls this pair."""
        return self.names.setdefault((light, dark), f"var(--c{len(self.names)})")

    def mixed(self, light: str, dark: str) -> str:
        """One markup for both; where more differs than colours, both, each shown in its own light."""
        bright, dim = _COLOUR.findall(light), _COLOUR.findall(dark)
        apart = _COLOUR.split(light)
        if apart != _COLOUR.split(dark):
            # Its own colours, which no reader's choice of light changes, are no names: they differ with the markup.
            return f'<g class="in-light">{light}</g><g class="in-dark">{dark}</g>'
        names = [self.name(*pair) for pair in zip(bright, dim, strict=True)]
        return apart[0] + "".join(name + rest for name, rest in zip(names, apart[1:], strict=True))
