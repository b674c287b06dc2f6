"""What everything has in common that has begun and is not finished."""

from __future__ import annotations

import msgspec

from rules.ruleset import kebab_case


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A number added to a roll, and why: a rule's number or a card."""

    why: str
    value: int
    rule: str = ""


class Procedure(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab_case):
    """Something that has begun and is not finished. `stage` is the part that is being settled."""
