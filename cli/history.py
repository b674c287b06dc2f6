"""`log`, `undo`, `redo`, `branch`, `switch`, `lines`: what happened, and the lines of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import ILLEGAL, Failure, not_found, usage
from cli.playing import Game, Reference, awaited_lines
from cli.shell import Shell, command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli import answers
    from eventlog.archive import Archive
    from eventlog.tree import Tree
    from replays.references import Resolved
    from replays.rewinding import SeenAlready
    from replays.session import Session, Undone


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "History", seats=True)(log)
    command(app, "History", seats=True, changes=True)(undo)
    command(app, "History", seats=True, changes=True)(redo)
    command(app, "History", seats=True, changes=True)(branch)
    command(app, "History", seats=True, changes=True)(switch)
    command(app, "History", seats=True, changes=True)(promote)
    command(app, "History", seats=True)(lines)


def log(
    shell: Shell,
    reference: Reference,
    first: Annotated[
        str | None, typer.Option("--from", metavar="N", help="The first ply.", show_default=False)
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="N", help="The last ply.", show_default=False)
    ] = None,
    raw: Annotated[bool, typer.Option("--raw", help="The events instead of their narration.")] = False,
) -> None:
    """Tells what happened, ply by ply."""
    from cli import names, telling

    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    start = names.number(first, "ply", 0) if first is not None else 0
    end = names.number(last, "ply", 0) if last is not None else place.ply
    for ply in (start, end):
        if ply > place.ply:
            raise not_found(
                f"{place.row.slug}:{place.line} has no ply {ply}; its plies are 0 to {place.ply}."
            )
    if start > end:
        raise usage(f"--from {start} lies behind --to {end}.")
    if raw or shell.as_json:
        batches = telling.log(archive, place, start, end, seats)
        if shell.as_json:
            shell.answer(list(batches))
        else:
            shell.tell(*raw_lines(batches))
        return
    shell.tell(*log_lines(archive, place, start, end, seats))


def raw_lines(batches: Iterable[answers.LoggedBatch]) -> Iterable[str]:
    """One event a line, as JSON, behind its ply."""
    import msgspec

    for batch in batches:
        for event in batch.events:
            yield f"{batch.ply} {msgspec.json.encode(event).decode()}"


def log_lines(
    archive: Archive, place: Resolved, first: int, last: int, seats: tuple[str, ...] | None
) -> Iterable[str]:
    """The narration from ply `first` to `last` under the headings of turn and phase, each batch behind its ply."""
    import msgspec

    from cli import annotating, telling
    from replays.annotations import along, readable

    opened, timeline = place.opened, place.timeline
    noted = along(place, readable(archive, place.row, seats))
    rules, game = opened.ruleset, opened.game
    current: telling.Period | None = None
    for batch in telling.known_batches(archive, place, first, last, seats):
        before = timeline.state_at(batch.ply - 1) if batch.ply else rules.initial(game)
        shown = [opened.codec.decode(event) for event in batch.events]
        told = telling.timed(opened, before, list(timeline.events_of(batch.ply)), seats, shown)
        if not told and bytes(batch.action):
            kind = str(msgspec.json.decode(batch.action).get("type", "")).replace("-", " ")
            told = [(rules.clock(game, before), f"({batch.seat}: {kind})")]
        number = str(batch.ply)
        for period, text in telling.under_headings(told, current):
            if period != current:
                current = period
                yield text
            else:
                yield f"{number:>5}  {text}"
                number = ""
        yield from annotating.under(noted.get(batch.ply, ()))


# Taking back


def undo(
    shell: Shell,
    game: Game,
    plies: Annotated[
        str | None, typer.Argument(metavar="[N]", help="So many plies; else one entry.", show_default=False)
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="turn|phase|REF", help="Back to the beginning of it.", show_default=False
        ),
    ] = None,
) -> None:
    """Takes back one entry, so many plies, a phase or a turn; nothing is deleted."""
    from cli import names

    if plies is not None and to is not None:
        raise usage("Give a number of plies or --to, not both.")
    archive = shell.archive()
    session = names.session(archive, game)
    seats = names.seats_shown(shell.seats, session.row)
    count = names.number(plies, "number of plies") if plies is not None else None
    done = take_back(archive, session, count, to, seats)
    moved(shell, session, done.seen)
    shell.tell(*undone_lines(session, done, seats), *awaited_lines(session))


def take_back(
    archive: Archive, session: Session, plies: int | None, to: str | None, seats: tuple[str, ...] | None
) -> Undone:
    """Takes back; a game that was begun with `undo=strict` refuses it as its rules do, and says what was seen as the
    seats know it (None: the umpire)."""
    from replays.rewinding import SeenAlready

    here = session.position.ply
    goal = _goal(archive, session, to) if to is not None else here - plies if plies is not None else None
    try:
        return session.undo() if goal is None else session.undo_to(goal)
    except SeenAlready as refusal:
        told = seen_titles(session, refusal, seats)[0]
        raise Failure(
            ILLEGAL,
            "undo-forbidden",
            f"{session.row.slug} was begun with undo=strict, and this was seen and cannot be taken back: {told}.",
        ) from refusal


def _goal(archive: Archive, session: Session, to: str) -> int:
    """The ply to go back to: the beginning of this turn or phase (of the one before, if we stand there), or a REF."""
    from cli import names

    timeline, here = session.timeline, session.position.ply
    rules, game = session.opened.ruleset, session.opened.game

    def period(ply: int) -> tuple[int, ...]:
        clock = rules.clock(game, timeline.state_at(ply))
        return (clock.turn,) if to == "turn" else (clock.turn, clock.phase)

    if to in ("turn", "phase"):
        goal = here - 1
        while goal > 0 and period(goal - 1) == period(goal):
            goal -= 1
        return goal
    place = names.place(archive, f"{session.row.slug}:{session.line}{to}" if to.startswith("@") else to)
    if place.row.id != session.row.id:
        raise usage(f"{to} is in another game than {session.row.slug}.")
    if place.ply > here or place.head != timeline.head_at(place.ply):
        raise not_found(
            f"{to} does not lie on {session.row.slug}:{session.line}, which stands at ply {here}; "
            "`warlog switch` goes to another line."
        )
    return place.ply


def undone_lines(session: Session, done: Undone, seats: tuple[str, ...] | None = None) -> list[str]:
    """What was taken back, and what of it somebody has seen, as the seats know it (None: the umpire)."""
    many = "ply" if done.batches == 1 else "plies"
    where = f"{session.row.slug}:{session.line} stands at ply {session.position.ply}"
    lines = [f"Took back {done.batches} {many}: {where}."]
    if done.seen:
        told = seen_titles(session, done, seats)
        shown = [*told[:6], f"{len(told) - 6} more"] if len(told) > 7 else told
        lines.append(f"Already seen, and taken back all the same: {'; '.join(shown)}.")
    return lines


def seen_titles(session: Session, done: Undone | SeenAlready, seats: tuple[str, ...] | None) -> list[str]:
    """What had been seen (`roll PURPOSE`, `open NAME`), as people call it: a roll by its title, what was opened by the
    event that opened it."""
    from cli import telling
    from rules.secrecy import redact

    opened = session.opened
    rules, game = opened.ruleset, opened.game
    titles: dict[str, str] = {}
    for opening in done.openings:
        event = opening.event if seats is None else redact(opening.event, seats)
        told = rules.narrate(game, telling.seen(opened, opening.before, seats), event)
        titles |= {f"open {name}": told for name in opening.names if told}
    for each in done.seen:
        kind, _, name = each.partition(" ")
        if kind == "roll":
            # Before the first event nothing stands anywhere: the title is the roll's, without what it needed then.
            titles[each] = rules.roll_title(game, rules.initial(game), name)
    return list(dict.fromkeys(titles.get(each, each) for each in done.seen))


def redo(
    shell: Shell,
    game: Game,
    plies: Annotated[
        str | None, typer.Argument(metavar="[N]", help="So many plies; else one entry.", show_default=False)
    ] = None,
) -> None:
    """Moves forward again along what was taken back."""
    from cli import names

    session = names.session(shell.archive(), game)
    names.seats_shown(shell.seats, session.row)
    session.redo(names.number(plies, "number of plies") if plies is not None else None)
    moved(shell, session)
    shell.tell(
        f"{session.row.slug}:{session.line} stands at ply {session.position.ply} again.",
        *awaited_lines(session),
    )


# Lines


def branch(
    shell: Shell,
    reference: Reference,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new line's name.", show_default=False)],
) -> None:
    """Begins a new line there, and goes to it."""
    from cli import names

    archive = shell.archive()
    line = names.slug(name, "line")
    place = names.place(archive, reference)
    names.seats_shown(shell.seats, place.row)
    session = names.session(archive, f"{place.row.slug}:{place.line}")
    session.branch(line, place.ply)
    moved(shell, session)
    shell.tell(
        f"{session.row.slug}:{session.line} begins at ply {session.position.ply} of {place.line}.",
        *awaited_lines(session),
    )


def switch(
    shell: Shell,
    game: Game,
    line: Annotated[str, typer.Argument(metavar="LINE", help="A line of the game.", show_default=False)],
) -> None:
    """Goes to another line of the game."""
    from cli import names

    session = names.session(shell.archive(), game)
    names.seats_shown(shell.seats, session.row)
    session.switch(line.strip().lower())
    moved(shell, session)
    shell.tell(
        f"{session.row.slug}:{session.line} stands at ply {session.position.ply}.", *awaited_lines(session)
    )


def promote(
    shell: Shell,
    game: Game,
    line: Annotated[str, typer.Argument(metavar="LINE", help="A line of the game.", show_default=False)],
) -> None:
    """Makes a line the game's main one."""
    from cli import names

    session = names.session(shell.archive(), game)
    names.seats_shown(shell.seats, session.row)
    session.promote(line.strip().lower())
    moved(shell, session)
    shell.tell(f"{line.strip().lower()} is the main line of {session.row.slug} now.")


def moved(shell: Shell, session: Session, seen: tuple[str, ...] = ()) -> None:
    """Answers where the game stands now."""
    from cli import answers, telling

    shell.answer(answers.Moved(**telling.at_session(session), seen=list(seen)))


def lines(shell: Shell, game: Game) -> None:
    """Lists the lines of a game, and where they part."""
    from cli import names

    archive = shell.archive()
    place = names.place(archive, game)
    names.seats_shown(shell.seats, place.row)
    found = line_answers(place.tree)
    shell.answer(found)
    shell.tell(*tree_lines(found))


def line_answers(tree: Tree) -> list[answers.LineAnswer]:
    """The lines of a game as `lines --json` gives them."""
    from cli import answers

    return [
        answers.LineAnswer(
            line=line.name,
            origin=answers.LineOrigin(line=line.source, ply=line.fork_ply)
            if line.source and line.fork_ply is not None
            else None,
            head=line.head.digest[:12],
            ply=line.head.ply,
            current=line.name == tree.current,
            main=line.name == tree.main,
            abandoned=line.abandoned,
        )
        for line in tree.lines.values()
    ]


def tree_lines(found: list[answers.LineAnswer]) -> Iterable[str]:
    """The lines as a tree: each under the one it was parted from."""
    names = {each.line for each in found}
    children: dict[str, list[answers.LineAnswer]] = {}
    for each in found:
        parent = each.origin.line if each.origin and each.origin.line in names else ""
        children.setdefault(parent, []).append(each)

    def words(each: answers.LineAnswer) -> str:
        notes = [
            word
            for word, holds in (
                ("current", each.current),
                ("main line", each.main),
                ("taken back", each.abandoned),
            )
            if holds
        ]
        start = f" from ply {each.origin.ply}" if each.origin else ""
        told = f" ({', '.join(notes)})" if notes else ""
        stands = "stands at" if each.origin and each.ply < each.origin.ply else "to"
        start += "," if start and stands != "to" else ""
        return f"{each.line}{start} {stands} ply {each.ply}, head {each.head}{told}"

    def below(parent: str, before: str) -> Iterable[str]:
        within = sorted(
            children.get(parent, ()), key=lambda each: (each.origin.ply if each.origin else 0, each.line)
        )
        for place, each in enumerate(within):
            last = place == len(within) - 1
            branch, on = (
                ("", "") if not parent else (f"{before}{'└─ ' if last else '├─ '}", "   " if last else "│  ")
            )
            yield f"{branch}{words(each)}"
            yield from below(each.line, f"{before}{on}")

    yield from below("", "")
