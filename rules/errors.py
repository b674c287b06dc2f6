"""How a ruleset says no."""

from __future__ import annotations


class IllegalAction(Exception):
    """An action that the rules forbid now. `rule` is the rulebook's number ("10.2"), `reason` one sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.rule = rule
        self.reason = reason


class DataError(Exception):
    """Game data that cannot be used; `problems` says each gap and contradiction in a sentence."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class OptionError(Exception):
    """An option, a scenario or a seat that the ruleset does not have, or a value that the option does not take."""


class ChanceNeeded(Exception):
    """Chance is typed in by hand and there is too little of it, or it is impossible; `needs` says what would be
    right."""

    def __init__(self, message: str, needs: tuple[dict[str, object], ...] = ()) -> None:
        super().__init__(message)
        self.needs = needs
