"""What is expected of a position after an action, said alike for all games: events, refusals, who is asked, what may be
done. A failure prints the log as it is narrated, and the events of the last action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from rules.errors import IllegalAction
from rules.ruleset import Action, Event


class Like(NamedTuple):
    """An event of a type with some of its fields."""

    of: type[Event]
    fields: dict[str, Any]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.of.__name__}({fields}, …)"


Expected = Event | type[Event] | Like


def like(kind: type[Event], /, **fields: Any) -> Like:
    """An event of this type of which only these fields matter."""
    return Like(kind, fields)


class Outcome:
    """What came of the last action; each method gives the same position back, or fails."""

    def __init__(self) -> None:
        self.events: tuple[Event, ...] = ()
        """The events of the last action."""
        self.refusal: IllegalAction | None = None
        self.log: list[str] = []
        """What happened until now, as it is narrated."""

    # What each game says for itself

    def all_awaited(self) -> Sequence[tuple[str, str]]:
        """The seats that are to decide now, and what."""
        raise NotImplementedError

    def offered(self) -> tuple[Action, ...]:
        """All that the awaited seat may do now."""
        raise NotImplementedError

    def full(self, value: Any) -> Any:
        """An event or action as the rules have it, where tests may write it shorter."""
        return value

    # What is expected

    def then(self, *expected: Expected) -> Self:
        """The batch of the last action begins with these events."""
        self.accepted()
        for number, each in enumerate(expected):
            if number >= len(self.events) or not self._fits(each, self.events[number]):
                raise self.failed(f"event {number + 1} of the batch should be {self.full(each)!r}")
        return self

    def then_includes(self, *expected: Expected) -> Self:
        """The batch of the last action holds these events in this order, perhaps others between."""
        self.accepted()
        left = iter(self.events)
        for each in expected:
            if not any(self._fits(each, event) for event in left):
                raise self.failed(f"the batch should hold, after those before it, {self.full(each)!r}")
        return self

    def then_not(self, *unexpected: Expected) -> Self:
        """The batch of the last action holds none of these events."""
        self.accepted()
        for each in unexpected:
            for event in self.events:
                if self._fits(each, event):
                    raise self.failed(f"this should not have happened: {event!r}")
        return self

    def refused(self, rule: str, words: str = "") -> Self:
        """The last action was refused by this rule; the position is as before, and the next action may follow."""
        refusal = self.refusal
        if refusal is None:
            raise self.failed(f"the last action should be refused by {rule}")
        if refusal.rule != rule or words not in refusal.reason:
            raise self.failed(f"it should be refused by {rule}{f' saying “{words}”' if words else ''}")
        self.refusal = None
        return self

    def awaits(self, seat: str, decision: str = "") -> Self:
        """This seat is to decide now, and what."""
        self.accepted()
        awaited = self.all_awaited()
        if not any(each == seat and decision in ("", what) for each, what in awaited):
            raise self.failed(f"{seat} should decide {decision or 'now'}, not {awaited}")
        return self

    def offers(self, *options: Action) -> Self:
        """The awaited seat may do all of these."""
        self.accepted()
        offered = self.offered()
        for each in options:
            if self.full(each) not in offered:
                raise self.failed(f"this should be offered: {self.full(each)!r}\nbut: {offered!r}")
        return self

    def offers_not(self, *options: Action | type[Action]) -> Self:
        """The awaited seat may do none of these, or nothing of these types."""
        self.accepted()
        offered = self.offered()
        for each in options:
            wanted = self.full(each)
            for one in offered:
                if one == wanted or (isinstance(wanted, type) and isinstance(one, wanted)):
                    raise self.failed(f"this should not be offered: {one!r}")
        return self

    def offers_only(self, *options: Action) -> Self:
        """The awaited seat may do these and nothing else."""
        self.accepted()
        offered, wanted = self.offered(), [self.full(each) for each in options]
        if sorted(map(repr, offered)) != sorted(map(repr, wanted)):
            raise self.failed(f"only these should be offered: {wanted!r}\nbut: {offered!r}")
        return self

    def tells(self, *words: str) -> Self:
        """The narrated log holds these words, each in one line."""
        told = "\n".join(self.log)
        for each in words:
            if each not in told:
                raise self.failed(f"the log should say “{each}”")
        return self

    def accepted(self) -> None:
        """The last action was allowed."""
        if self.refusal is not None:
            raise self.failed(f"the action was refused: {self.refusal}")

    def failed(self, sentence: str) -> AssertionError:
        """What to raise where it is otherwise."""
        happened = "\n".join(f"      {event!r}" for event in self.events)
        log = "\n".join(self.log)
        return AssertionError(f"{sentence}\n\nThe log:\n{log}\n\nThe events of the last action:\n{happened}")

    def _fits(self, expected: Expected, event: Event) -> bool:
        if isinstance(expected, type):
            return isinstance(event, expected)
        full = self.full(expected)
        if isinstance(full, Like):
            return isinstance(event, full.of) and all(
                getattr(event, name) == value for name, value in full.fields.items()
            )
        return bool(event == full)
