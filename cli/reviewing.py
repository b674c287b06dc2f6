"""`review`: what could have been decided, how often each option wins, and which glyph it would earn."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import not_found
from cli.playing import Reference
from cli.shell import Shell, command, seconds, warn
from cli.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli import answers
    from eventlog.archive import Archive
    from replays.references import Resolved
    from replays.reviewing import Reviewed


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "History", seats=True, changes=True)(review)


def review(
    shell: Shell,
    reference: Reference,
    trials: Annotated[
        str, typer.Option("-n", metavar="N", help="How often it is played on from each option.")
    ] = "12",
    options: Annotated[
        str,
        typer.Option(
            "--options", metavar="N", help="At most so many options a decision, the best at first sight."
        ),
    ] = "5",
    decisions: Annotated[
        str,
        typer.Option("--decisions", metavar="N|all", help="At most so many decisions, those most in doubt."),
    ] = "30",
    everybody: Annotated[
        bool, typer.Option("--all", help="Decisions of bots, too, not of people alone.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="Who plays on; random unless said otherwise.",
            show_default=False,
        ),
    ] = None,
    within: Annotated[
        str,
        typer.Option("--seconds", metavar="S", help="How long to play on; then what was reviewed is told."),
    ] = "120",
    annotate: Annotated[
        bool, typer.Option("--annotate", help="Keep the glyphs as notes, under the author “review”.")
    ] = False,
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="Other numbers: other trials.")] = "0",
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers", metavar="N", help="How many processes play; else one a core.", show_default=False
        ),
    ] = None,
) -> None:
    """Reviews decisions: the options, the one taken, how often each wins when bots play on, the glyph it would earn."""
    from cli import names
    from cli.progress import progress
    from replays.reviewing import Extent, NoReview
    from replays.reviewing import review as reviewed

    extent = Extent(
        None if decisions.strip().lower() == "all" else names.number(decisions, "number of decisions"),
        names.number(options, "number of options", 2),
        names.number(trials, "number of trials"),
        seconds(within, "--seconds"),
    )
    processes = names.workers(workers)
    salt = str(names.number(seed, "seed", 0))
    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    bots = names.bots(tuple(place.row.begin.seats), bot or (), place.row.slug)
    began = time.monotonic()

    def share(done: int, due: int) -> int:
        """How far it is, in thousandths: of the trials, or of the seconds if these end sooner."""
        passed = (time.monotonic() - began) / extent.seconds if extent.seconds else 1.0
        return int(1000 * max(done / due, min(passed, 1.0)))

    with progress("Playing on", 1000, counts=False) as tell:
        try:
            found, due = reviewed(
                archive,
                place,
                extent=extent,
                everybody=everybody,
                seats=seats,
                bots=bots,
                seed=salt,
                workers=processes,
                progress=lambda done, due: tell(share(done, due)),
            )
        except NoReview as error:
            raise not_found(str(error)) from error
    kept = _keep(archive, place, found) if annotate else 0
    shell.answer([_answer(each) for each in found])
    where = f"{place.row.slug}:{place.line}"
    for each in found:
        shell.tell(*_told(where, each, place))
    less = f", those most in doubt of {due}" if due > len(found) else ""
    shell.tell(
        f"{counted(len(found), 'decision')}{less}. A chance of winning is that of {extent.trials} trials by bots, "
        "with its 95 % interval; a glyph is proposed where the intervals do not overlap (more trials: narrower ones)."
    )
    if len(found) < min(due, extent.decisions or due):
        wanted = "all" if extent.decisions is None else extent.decisions
        warn(
            f"After {extent.seconds:g} seconds {len(found)} of the {wanted} decisions asked for are reviewed; give "
            "--seconds, or fewer of -n, --options or --decisions."
        )
    if annotate:
        shell.tell(f"{counted(kept, 'glyph')} kept as notes by “review”.")


def _keep(archive: Archive, place: Resolved, found: Iterable[Reviewed]) -> int:
    """Keeps the glyphs as notes, in the place of those of an earlier review; how many there are now."""
    from datetime import UTC, datetime

    import msgspec

    from eventlog.notes import standing
    from replays.annotations import Draft, annotate
    from replays.reviewing import AUTHOR, note_text

    before = {note.batch: note for note in standing(archive.notes(place.row.id)) if note.by == AUTHOR}
    kept = 0
    for each in found:
        at = msgspec.structs.replace(place, ply=each.ply)
        old = before.get(at.head.digest)
        text = note_text(each) if each.glyph else ""
        kept += bool(each.glyph)
        if (old.glyph, old.text) == (each.glyph, text) if old is not None else not each.glyph:
            continue
        draft = Draft(text=text, glyph=each.glyph, by=AUTHOR, replaces=old.note if old is not None else "")
        annotate(archive, at, draft, datetime.now(UTC))
    return kept


def _told(where: str, reviewed: Reviewed, place: Resolved) -> Iterable[str]:
    from cli import telling

    titles = {seat.name: seat.title for seat in place.opened.ruleset.seats}
    clock = place.opened.ruleset.clock(place.opened.game, place.timeline.state_at(reviewed.ply - 1))
    title = titles.get(reviewed.seat, reviewed.seat)
    yield f"{where}@{reviewed.ply} {title} ({telling.when(clock)}): {reviewed.taken} {reviewed.glyph}".rstrip()
    for option in reviewed.options:
        low, high = option.interval
        mark = ">" if option.text == reviewed.taken else " "
        yield f"  {mark} {option.win:4.0%} ({low:.0%} to {high:.0%})  {option.text}"
    if reviewed.more:
        yield f"    and {reviewed.more} more {'option' if reviewed.more == 1 else 'options'}"


def _answer(reviewed: Reviewed) -> answers.ReviewedAnswer:
    from cli import answers

    return answers.ReviewedAnswer(
        ply=reviewed.ply,
        seat=reviewed.seat,
        taken=reviewed.taken,
        options=[
            answers.WeighedAnswer(
                text=option.text,
                win=round(option.win, 4),
                interval=[round(end, 4) for end in option.interval],
                trials=option.trials,
            )
            for option in reviewed.options
        ],
        more=reviewed.more,
        glyph=reviewed.glyph,
    )
