"""What is answered where a command is refused."""

from __future__ import annotations

import msgspec


class Need(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A roll or draw that is still missing: `dice` dice of `faces` faces, or `draw` items out of `from`; `title` says
    what it is for as people call it."""

    purpose: str
    seat: str = ""
    dice: int = 0
    faces: int = 0
    draw: int = 0
    out_of: int | list[str] = msgspec.field(name="from", default=0)
    title: str = ""


class Refusal(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What was wrong: the exit code, a stable word, one sentence; the rule of an illegal action; what chance needs."""

    code: int
    kind: str
    message: str
    rule: str | None = None
    needs: list[Need] | None = None


class ErrorAnswer(msgspec.Struct, kw_only=True):
    """Every command: what `--json` prints when the exit code is not 0."""

    error: Refusal
