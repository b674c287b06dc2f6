"""`find`: positions over all games and lines, by a predicate or by one that is like them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import not_found, usage
from cli.game_options import OfRuleset, WithTag
from cli.shell import Shell, command, seconds, warn
from cli.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli import answers
    from eventlog.archive import GameRow
    from replays.continuations import Continuation
    from replays.finding import Found


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "The archive", seats=True)(find)


def find(
    shell: Shell,
    predicate: Annotated[
        str | None,
        typer.Argument(
            metavar="[PREDICATE]",
            help="As in 'turn >= 4 and camillus at roma', 'SEAT.MEASURE >= 5', 'PIECE gone', 'SPACE held by SEAT', "
            "'event TYPE FIELD=VALUE', 'over'; conditions are joined by 'and', with 'not' before them.",
            show_default=False,
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="REF", help="Where this position occurred.", show_default=False),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="With --like: what is hidden must be the same, too.")
    ] = False,
    turns: Annotated[
        bool,
        typer.Option(
            "--turns",
            help="Look at the ends of turns alone: far quicker where pieces or spaces are looked for.",
        ),
    ] = False,
    ruleset: OfRuleset = None,
    origin: Annotated[
        str | None,
        typer.Option(
            "--origin",
            metavar="O",
            help="Games that are played, recorded, imported, simulated or whatif alone.",
            show_default=False,
        ),
    ] = None,
    tag: WithTag = None,
    limit: Annotated[str, typer.Option("--limit", metavar="N|all", help="At most so many positions.")] = "20",
    within: Annotated[
        str, typer.Option("--seconds", metavar="S", help="How long to look; then what was found is told.")
    ] = "60",
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers", metavar="N", help="How many processes look; else one a core.", show_default=False
        ),
    ] = None,
) -> None:
    """Finds positions over all games and lines: who stood there, what they did next, how it ended."""
    from cli import names
    from cli.progress import progress
    from replays.continuations import continuations
    from replays.finding import Bounds
    from replays.finding import find as found_by
    from replays.finding import find_like as found_like
    from replays.predicates import Unclear

    if (predicate is None) == (like is None):
        raise usage("find takes a predicate, or --like REF for a position: one of them.")
    if whole and (like is None or shell.asked_as):
        raise usage("--whole goes with --like REF, and shows everything: it is refused with --as.")
    if turns and like is not None:
        raise usage("--turns goes with a predicate; --like looks at every position of the turn.")
    bounds = Bounds(
        seconds(within, "--seconds"),
        None if limit.strip().lower() == "all" else names.number(limit, "number of positions"),
    )
    processes = names.workers(workers)
    archive = shell.archive()
    place = names.place(archive, like) if like is not None else None
    rules = names.ruleset(ruleset) if ruleset is not None else None
    tags = next(iter(names.pairs([tag], "--tag").items())) if tag is not None else None
    rows: Sequence[GameRow] = archive.games(
        ruleset=rules.name if rules is not None else None, origin=origin, tag=tags
    )
    if place is not None:
        rows = [row for row in rows if row.ruleset == place.row.ruleset]
    seats = _seats(shell, rows)
    with progress("Games", len(rows)) as tell:
        if place is not None:
            found = found_like(
                archive, place, rows, seats=seats, whole=whole, bounds=bounds, workers=processes,
                progress=lambda done, due: tell(done),
            )  # fmt: skip
        else:
            try:
                found = found_by(
                    archive, rows, predicate or "", seats=seats, turns=turns, bounds=bounds, workers=processes,
                    progress=lambda done, due: tell(done),
                )  # fmt: skip
            except Unclear as error:
                raise not_found(str(error)) from error
    ways = [
        way for match in found.matches for way in continuations(archive, match, seats)[: None if like else 1]
    ]
    shell.answer([_answer(way) for way in ways])
    shell.tell(*map(_told, ways))
    if like is not None and ways:
        shell.tell(*_tallied(ways))
    shell.tell(_summary(found))
    if not found.complete:
        warn(_incomplete(found, bounds.limit, within))
    if found.unreadable:
        some = ", ".join(found.unreadable[:3])
        warn(
            f"{counted(len(found.unreadable), 'game')} cannot be read to their end ({some}): `warlog verify` tells why."
        )


def _seats(shell: Shell, rows: Sequence[GameRow]) -> tuple[str, ...] | None:
    from cli import names

    if not shell.seats:
        return None
    known = tuple(dict.fromkeys(seat for row in rows for seat in row.begin.seats))
    return tuple(dict.fromkeys(names.seat(known, name, "this archive") for name in shell.seats))


def _told(way: Continuation) -> str:
    from cli import telling

    place = way.place
    rules = place.opened.ruleset
    clock = rules.clock(place.opened.game, place.position.state)
    then = f"; then {_title(way, way.seat)}: {way.text}" if way.text else ""
    return f"{place.row.slug}:{place.line}@{place.ply} ({telling.when(clock)}){then}; {_ended(way)}"


def _title(way: Continuation, name: str) -> str:
    return next((seat.title for seat in way.place.opened.ruleset.seats if seat.name == name), name)


def _ended(way: Continuation) -> str:
    if way.result is None:
        return "unfinished"
    winners = [_title(way, name) for name in way.result.winners]
    return f"won by {' and '.join(winners)}" if winners else "drawn"


def _tallied(ways: Sequence[Continuation]) -> Iterable[str]:
    """What was done next, how often, and who won then."""
    done = Counter((_title(way, way.seat), way.text) for way in ways if way.text)
    for (seat, text), times in sorted(done.items(), key=lambda each: (-each[1], each[0])):
        won = Counter(_ended(way) for way in ways if (_title(way, way.seat), way.text) == (seat, text))
        ended = ", ".join(f"{how} {number}" for how, number in sorted(won.items()))
        yield f"  {times} × {seat}: {text} ({ended})"


def _summary(found: Found) -> str:
    return f"{counted(len(found.matches), 'position')} in {found.games} of {counted(found.due, 'game')}."


def _incomplete(found: Found, limit: int | None, within: str) -> str:
    if limit is not None and len(found.matches) >= limit:
        return f"There may be more than these {limit}: --limit all gives all."
    return (
        f"{found.games} of {counted(found.due, 'game')} were looked through in {within} s: give it longer with "
        "--seconds, or fewer games with --ruleset, --origin or --tag."
    )


def _answer(way: Continuation) -> answers.FoundPlace:
    from cli import answers, names, telling

    place = way.place
    rules = place.opened.ruleset
    return answers.FoundPlace(
        **telling.at_place(place),
        result=telling.result(way.result),
        players={seat: names.player(person) for seat, person in place.row.begin.seats.items()},
        turn=rules.clock(place.opened.game, place.position.state).turn,
        seat=way.seat,
        next=way.text,
    )
