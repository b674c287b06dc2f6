"""`compare`, `blame`, `bisect`, `luck`: questions to the lines of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import not_found, usage
from cli.playing import Game, Reference
from cli.shell import Shell, command

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cli import answers
    from replays.comparing import Comparison, Course
    from replays.luck import Luck, Roll
    from replays.references import Resolved


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "History", seats=True)(compare)
    command(app, "History", seats=True)(blame)
    command(app, "History", seats=True)(bisect)
    command(app, "History", seats=True)(luck)


def compare(
    shell: Shell,
    left: Reference,
    right: Annotated[
        str, typer.Argument(metavar="REF", help="Another line, ply or game.", show_default=False)
    ],
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Both side by side on a page, FILE.html.", show_default=False
        ),
    ] = None,
) -> None:
    """Compares two lines, plies or games: where they part, what differs now, how each seat fared."""
    from cli import answers, names, telling
    from replays.comparing import Unlike
    from replays.comparing import compare as compared

    archive = shell.archive()
    one, other = names.place(archive, left), names.place(archive, right)
    seats = names.seats_shown(shell.seats, one.row)
    names.seats_shown(shell.seats, other.row)
    try:
        found = compared(one, other, seats)
    except Unlike as error:
        raise usage(str(error)) from error
    if page is not None:
        _write_page(shell, one, other, found, seats, page)
    shell.answer(
        answers.Compared(
            common_ply=found.common_ply,
            left=answers.At(**telling.at_place(one)),
            right=answers.At(**telling.at_place(other)),
            differences=[
                answers.DifferenceAnswer(what=each.what, left=each.left, right=each.right)
                for each in found.differences
            ],
            tally=answers.Courses(left=found.left, right=found.right),
        )
    )
    titles = {seat.name: seat.title for seat in one.opened.ruleset.seats}
    shell.tell(
        _parting(one, other, found.common_ply),
        *(f"  {each.what}: {each.left} | {each.right}" for each in found.differences),
        *_courses(found.left, found.right, titles),
    )


def _write_page(
    shell: Shell, one: Resolved, other: Resolved, found: Comparison, seats: tuple[str, ...] | None, file: Path
) -> None:
    """Both replays on one page, each opened where it is compared."""
    from cli import names, outputs
    from eventlog.files import write_whole
    from replays.viewer.page.comparison import Replay, beside, opened_at
    from replays.viewer.page.gathering import gathered
    from replays.viewer.page.writing import page

    if file.suffix.lower() != ".html":
        raise usage(f"--page {file}: the name of a page must end in .html.")
    outputs.check(file, shell.archive_file)
    archive = shell.archive()
    pages: dict[str, str] = {}
    for place in (one, other):
        if place.row.id not in pages:
            pages[place.row.id] = page(*gathered(archive, place.row.id, seats, in_words=names.in_words))
    left, right = (
        Replay(_called(place), opened_at(pages[place.row.id], f"{place.line}@{place.ply}"))
        for place in (one, other)
    )
    parting = _parting(one, other, found.common_ply).removesuffix(" Left | right:")
    write_whole(file, beside(f"{left.title} | {right.title}", parting, left, right, found).encode())


def _called(place: Resolved) -> str:
    return f"{place.row.slug}:{place.line}@{place.ply}"


def _parting(one: Resolved, other: Resolved, ply: int) -> str:
    if ply < 0:
        return f"{_called(one)} and {_called(other)} begin differently. Left | right:"
    if ply == one.ply == other.ply:
        return f"{_called(one)} and {_called(other)} are alike."
    return f"{_called(one)} and {_called(other)} are one until ply {ply}. Left | right:"


def _courses(left: Course, right: Course, titles: Mapping[str, str]) -> Iterable[str]:
    """Each measure that went otherwise, by turns."""
    from replays.comparing import numbers

    for seat in left:
        for measure, course in left[seat].items():
            other = right.get(seat, {}).get(measure, [])
            if course != other:
                told = measure.replace("_", " ")
                yield f"  {titles.get(seat, seat)}, {told} by turns: {numbers(course)} | {numbers(other)}"


def blame(
    shell: Shell,
    reference: Reference,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A piece, a space, a track or SEAT.MEASURE.", show_default=False),
    ],
) -> None:
    """Finds the batch that made something as it is."""
    from cli import names
    from replays.predicates import Unclear
    from replays.searching import blame as blamed

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    try:
        ply, about, value = blamed(place, what, seats)
    except Unclear as error:
        raise not_found(str(error)) from error
    _answer(shell, place, ply, seats, about, value)


def bisect(
    shell: Shell,
    reference: Reference,
    predicate: Annotated[
        str,
        typer.Argument(
            metavar="PREDICATE",
            help="As in 'PIECE at SPACE', 'SPACE held by SEAT', 'turn >= 4', 'SEAT.MEASURE > 5'.",
            show_default=False,
        ),
    ],
) -> None:
    """Finds the batch at which a predicate changed."""
    from cli import names
    from replays.predicates import Unclear
    from replays.searching import Unchanged
    from replays.searching import bisect as bisected

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    try:
        ply, value = bisected(place, predicate, seats)
    except Unclear as error:
        raise (not_found if str(error).startswith("There is no") else usage)(str(error)) from error
    except Unchanged as error:
        raise not_found(str(error)) from error
    _answer(shell, place, ply, seats, predicate, str(value).lower())


def _answer(
    shell: Shell, place: Resolved, ply: int, seats: tuple[str, ...] | None, what: str, value: str
) -> None:
    from cli import answers, telling

    archive = shell.archive()
    narration = next(iter(telling.log(archive, place, ply, ply, seats))).narration
    # Of a long batch, as a set-up is, only what names the thing.
    about = [line for line in narration if what.partition(" (")[0].partition(";")[0] in line]
    narration = about if about and len(narration) > 8 else narration
    at = telling.at(place.row.slug, place.line, ply, place.timeline.head_at(ply).digest)
    shell.answer(answers.Found(**at, narration=narration, what=what, value=value))
    shell.tell(
        f"{what}: {value} since {place.row.slug}:{place.line}@{ply}.", *(f"  {line}" for line in narration)
    )


def luck(shell: Shell, game: Game) -> None:
    """Holds each seat's dice against what dice give on average."""
    from cli import answers, names, telling
    from replays.luck import luck as reckoned

    archive = shell.archive()
    place = names.place(archive, game)
    seats = names.seats_shown(shell.seats, place.row)
    batches = telling.known_batches(archive, place, 0, place.ply, seats)
    found = reckoned(batches, list(place.row.begin.seats))
    shell.answer(
        [
            answers.LuckAnswer(
                seat=each.seat,
                rolls=each.rolls,
                dice=each.dice,
                expected=each.expected,
                got=each.got,
                percentile=each.percentile,
                purposes=[
                    answers.PurposeAnswer(
                        purpose=purpose.purpose,
                        rolls=purpose.rolls,
                        dice=purpose.dice,
                        expected=purpose.expected,
                        got=purpose.got,
                        percentile=purpose.percentile,
                    )
                    for purpose in each.purposes
                ],
                luckiest=[_roll(roll) for roll in each.luckiest],
                unluckiest=[_roll(roll) for roll in each.unluckiest],
            )
            for each in found
        ]
    )
    titles = {seat.name: seat.title for seat in place.opened.ruleset.seats}
    for each in found:
        if each.rolls or each.seat in titles:
            shell.tell(*_told(each, titles.get(each.seat, each.seat or "Nobody's dice"), place))


def _roll(roll: Roll) -> answers.RollAnswer:
    from cli import answers

    return answers.RollAnswer(
        ply=roll.ply, purpose=roll.purpose, result=list(roll.result), percentile=roll.percentile
    )


def _told(found: Luck, title: str, place: Resolved) -> Iterable[str]:
    if not found.rolls:
        yield f"{title}: no dice."
        return
    many = "1 roll" if found.rolls == 1 else f"{found.rolls} rolls"
    yield (
        f"{title}: {many} of {found.dice} dice, {found.got} pips where {found.expected:g} are expected: "
        f"more than in {found.percentile:g} of a hundred games."
    )
    for purpose in found.purposes:
        yield (
            f"  {purpose.purpose.replace('-', ' ')}: {purpose.got} pips where {purpose.expected:g} are expected "
            f"(more than in {purpose.percentile:g} of a hundred)"
        )
    rules, game = place.opened.ruleset, place.opened.game
    for word, rolls in (("Most pips", found.luckiest), ("Fewest pips", found.unluckiest)):
        for roll in rolls:
            before = place.timeline.state_at(max(0, roll.ply - 1))
            told = rules.roll_title(game, before, roll.purpose)
            yield f"  {word}: {' '.join(map(str, roll.result))}, {told} (ply {roll.ply})"
