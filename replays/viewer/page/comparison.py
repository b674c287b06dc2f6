"""Two games or lines side by side: one page that holds both replays, what differs between them in words, and how each
seat fared on each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec
from jinja2 import Environment, Template

from replays.comparing import Comparison, Course, Difference, numbers
from replays.viewer.page.writing import STATIC


class Replay(msgspec.Struct, frozen=True):
    """One of the two: how it is called, and its replay page."""

    title: str
    page: str


def beside(title: str, parting: str, left: Replay, right: Replay, found: Comparison) -> str:
    """The page; equal input gives equal bytes."""
    text: str = _template().render(
        title=title,
        parting=parting,
        pages=(left, right),
        differences=found.differences,
        courses=list(_courses(found.left, found.right)),
    )
    return text


def opened_at(page: str, address: str) -> str:
    """A replay page that opens at this address (`LINE@PLY`) where none is given."""
    return page.replace('<html lang="en">', f'<html lang="en" data-address="{address}">', 1)


def _courses(left: Course, right: Course) -> Iterable[Difference]:
    for seat in dict.fromkeys([*left, *right]):
        for measure in dict.fromkeys([*left.get(seat, {}), *right.get(seat, {})]):
            yield Difference(
                f"{seat}, {measure.replace('_', ' ').replace('-', ' ')}",
                numbers(left.get(seat, {}).get(measure, [])),
                numbers(right.get(seat, {}).get(measure, [])),
            )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, keep_trailing_newline=True)
    return environment.from_string((STATIC / "beside.html").read_text(encoding="utf-8"))
