"""What must hold within the tables: every row there, in order, and nothing impossible in a cell."""

from collections.abc import Iterator
from itertools import pairwise

from rules.parts.record_faults import Found

_DIE = range(1, 7)
_TWO_DICE = range(2, 13)


def table_problems(found: Found) -> Iterator[str]:
    """Every problem of the tables."""
    yield from _ratios(found)
    for kind in ("combat-loss", "naval-result"):
        yield from _rows(found, kind, "die", _DIE)
    yield from _sieges(found)
    yield from _attrition(found)
    if any(scenario.gallic_events for scenario in found.records["scenario"].values()):
        yield from _rows(found, "gallic-event", "roll", _TWO_DICE)


def _ratios(found: Found) -> Iterator[str]:
    for kind in ("ratio", "strength"):
        for name, row in found.records[kind].items():
            if name != f"{row.larger}-{row.smaller}":
                text = f"it is {row.larger} to {row.smaller}; its id must be {row.larger}-{row.smaller}."
                yield found.say(kind, name, "larger", text)
            if row.larger < row.smaller:
                yield found.say(kind, name, "larger", "it must not be less than the smaller army.")
    if not found.whole("ratio"):
        return
    rows = sorted(found.records["ratio"].values(), key=lambda row: row.larger / row.smaller)
    if not rows or rows[0].larger != rows[0].smaller:
        yield 'data: the strength ratios must begin at level armies; add [[ratio]] with the id "1-1".'
    for before, after in pairwise(rows):
        if (after.automatic, after.modifier) <= (before.automatic, before.modifier):
            text = f"{after.modifier} is not more than {before.modifier} at a lower ratio; it must be."
            if before.automatic:
                text = "a lower ratio is an automatic victory already; take this row out."
            yield found.say("ratio", after.id, "modifier", text)


def _rows(found: Found, kind: str, key: str, wanted: range) -> Iterator[str]:
    for name, row in found.records[kind].items():
        if name != str(getattr(row, key)):
            text = f"{getattr(row, key)} is not its id; the two must be the same."
            yield found.say(kind, name, key, text)
        if getattr(row, key) not in wanted:
            text = f"{getattr(row, key)} cannot be rolled; it must be {wanted[0]} to {wanted[-1]}."
            yield found.say(kind, name, key, text)
    for number in wanted:
        if not found.known(kind, str(number)):
            yield f'data: there is no {kind} "{number}"; the table needs a row for each roll.'


def _sieges(found: Found) -> Iterator[str]:
    for number in _TWO_DICE:
        if not found.known("siege-result", str(number)):
            yield f'data: there is no siege-result "{number}"; the table needs a row for each roll.'
    for name, row in found.records["siege-result"].items():
        if name != str(row.roll):
            yield found.say(
                "siege-result", name, "roll", f"{row.roll} is not its id; the two must be the same."
            )
    rolls = sorted(row.roll for row in found.records["siege-result"].values())
    if found.whole("siege-result") and rolls and rolls != list(range(rolls[0], rolls[-1] + 1)):
        yield "data: the rolls of the siege results must count up by one."


def _attrition(found: Found) -> Iterator[str]:
    if not found.whole("attrition"):
        return
    rows = sorted(found.records["attrition"].values(), key=lambda row: row.least)
    if not rows or rows[0].least != 1:
        yield "data: the attrition table must begin with 1 CU; add [[attrition]] with least = 1."
    for before, after in pairwise(rows):
        if after.least != before.most + 1:
            text = f"it must be {before.most + 1}, the next after the row before, and is {after.least}."
            yield found.say("attrition", after.id, "least", text)
    for row in rows:
        if row.id != f"{row.least}-{row.most}":
            text = f"it is for {row.least} to {row.most} CU; its id must be {row.least}-{row.most}."
            yield found.say("attrition", row.id, "least", text)
        if row.most < row.least:
            yield found.say("attrition", row.id, "most", "it must not be less than the least.")
        if max(row.losses) > row.most:
            text = f"{max(row.losses)} CU are more than there can be; {row.most} are the most."
            yield found.say("attrition", row.id, "losses", text)
