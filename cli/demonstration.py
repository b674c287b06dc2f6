"""`demo`: the main job in one go: plays, takes back, branches, replays, asks, exports, and leaves it to go on with."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.failures import bad_input, usage
from cli.shell import Shell, command

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.session import Session

RULESET, SCENARIO = "sauron", "learning"
"""What is demonstrated: the shortest scenario there is."""

SEED = "1977"
"""The dice of the demonstration: everybody sees the same game."""

MOST_PLIES = 400
"""After so many plies of bots a part of the demonstration ends, whatever the turn."""

MOST_LINES = 14
"""Lines of a turn that are told."""

Tell = Callable[[str], None]


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "Playing", changes=True)(demo)


def demo(
    shell: Shell,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Where the archive and the file are left.", show_default=False
        ),
    ] = None,
) -> None:
    """Plays a short battle, takes back, branches, replays, asks, exports: what this is, in one go."""
    from cli import answers

    if shell.archive_option:
        raise usage("demo makes an archive of its own: say where with --out DIR instead of --archive.")
    if out is not None and out.exists() and not out.is_dir():
        raise bad_input(f"{out} is a file; --out names a folder.")
    folder = out if out is not None else Path(tempfile.mkdtemp(prefix="warlog-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    game, files = demonstrate(
        folder, RULESET, SCENARIO, shell.tell, as_text=not shell.as_json, wait=shell.wait
    )
    shell.answer(answers.Demonstrated(game=game, files=[str(file) for file in files]))


def demonstrate(
    folder: Path, ruleset: str, scenario: str, tell: Tell, *, as_text: bool, wait: float = 10.0
) -> tuple[str, list[Path]]:
    """Plays the demonstration into the folder; gives the game's slug and the files that were left."""
    from cli import telling
    from cli.board import print_board
    from cli.history import log_lines, tree_lines, undone_lines
    from eventlog.archive import Archive
    from eventlog.interchange import export
    from replays.references import resolve, turn_start
    from replays.session import Session

    archive = Archive(folder / "archive.duckdb", wait=wait)
    session = Session.new(
        archive,
        ruleset,
        scenario,
        slug=_free(archive, folder, "demo"),
        title="A demonstration",
        seed=SEED,
        who="demo",
    )
    rules, slug = session.opened.ruleset, session.row.slug
    seats = list(session.row.begin.seats)
    bots = {seat: "greedy" if number == 0 else "random" for number, seat in enumerate(seats)}

    def board(*, brief: bool = False) -> None:
        if as_text:
            tell("")
            print_board(rules.scene(session.opened.game, session.state), brief=brief)

    def place(reference: str) -> Any:
        return resolve(archive, f"{slug}{reference}")

    tell(f"1. A game begins: {rules.title}. Nobody sits at the table, so bots play: {_sitting(bots)}.")
    board()

    first = session.clock().turn
    tell("")
    tell(
        f"2. They play {telling.when(session.clock()).split(',')[0]}. Each decision is kept, with its dice, as made."
    )
    _play(session, bots, lambda: session.clock().turn > first)
    _tell_story(archive, place(""), 1, tell)
    middle = session.position.ply
    tell(f"   {middle} plies. The second turn follows.")
    _play(session, bots, lambda: session.clock().turn > first + 1)
    _tell_story(archive, place(""), middle + 1, tell)
    board()

    tell("")
    tell(
        "3. The last turn is taken back, whole. Nothing is deleted; what was already seen is said and recorded."
    )
    end = session.position.ply
    undone = session.undo_to(
        turn_start(slug, session.line, session.timeline, first + 1) if end > middle else 0
    )
    tell(f"   {undone_lines(session, undone)[0]}")
    if undone.seen:
        tell(f"   Of it, {len(undone.seen)} rolls had been seen; the same dice would fall again.")

    tell("")
    tell("4. Another way is tried from there, on a line of its own, and the bots change places.")
    session.branch("other-way")
    _play(session, _exchanged(bots), lambda: session.clock().turn > first + 1)
    _tell_story(archive, place(":other-way"), middle + 1, tell)
    board(brief=True)

    tell("")
    tell("5. Back to the main line, and forward again to where it stood. Both are there, side by side:")
    session.switch("main")
    session.redo(end - session.position.ply)
    for text in tree_lines(_lines(archive, session)):
        tell(f"   {text}")

    tell("")
    tell(f"6. Any moment can be replayed. The first plies of the second turn, from {slug}@{middle} on:")
    here = place("")
    last = min(middle + 6, here.ply)
    for text in log_lines(archive, here, middle, last, None):
        tell(f"   {text}")

    tell("")
    tell("7. The archive is a DuckDB file, and answers SQL:")
    _asked(archive, tell)

    file = folder / f"{slug}.warlog"
    done = export(archive, session.row.id, file)
    tell("")
    tell(f"8. The whole game, both lines, goes into a file of its own: {file} ({done.bytes} bytes).")
    tell("   It verifies itself, and opens in any other archive with `warlog import`.")

    replay_page, written = _written(archive, place(""), folder)
    tell("")
    tell("9. And anybody can open it:")
    tell(f"   {replay_page} replays it in a browser,")
    tell(f"   {written} tells it by turns, with maps.")

    name = f"--archive {shlex.quote(str(archive.path))}"
    tell("")
    tell("Go on with it:")
    tell(f"   warlog play {slug} {name} --bot {seats[-1]}=greedy")
    tell(f"   warlog log {slug} {name}")
    tell(f"   warlog lines {slug} {name}")
    tell(f"or begin one of your own: warlog new {ruleset} --scenario {scenario}, then warlog play.")
    return slug, [archive.path, file, replay_page, written]


def _written(archive: Archive, place: Any, folder: Path) -> tuple[Path, Path]:
    """The page that replays the game, and the report."""
    from cli.exchange import write_report
    from eventlog.files import write_whole
    from replays.viewer.page.gathering import gathered
    from replays.viewer.page.writing import page

    file, report = folder / f"{place.row.slug}.html", folder / f"{place.row.slug}.md"
    write_whole(file, page(*gathered(archive, place.row.id)).encode())
    write_report(archive, place.row, report, None)
    return file, report


def _free(archive: Archive, folder: Path, wanted: str) -> str:
    """The slug, or the first with a number behind it, that no game of the folder has, and no file."""
    taken = {row.slug for row in archive.games()} if archive.exists() else set()
    number, slug = 1, wanted
    while slug in taken or os.path.lexists(folder / f"{slug}.warlog"):
        number += 1
        slug = f"{wanted}-{number}"
    return slug


def _sitting(bots: Mapping[str, str]) -> str:
    return ", ".join(f"{word} for {seat}" for seat, word in bots.items())


def _exchanged(bots: Mapping[str, str]) -> dict[str, str]:
    """The same bots, each in the next one's place."""
    words = list(bots.values())
    return dict(zip(bots, [*words[1:], *words[:1]], strict=True))


def _play(session: Session, words: Mapping[str, str], until: Callable[[], bool]) -> None:
    """Lets bots decide until the condition holds, the game is over, or it has become long."""
    from replays.bots import bot

    rules, game = session.opened.ruleset, session.opened.game
    players = {seat: bot(word, f"{SEED}/{session.line}/{seat}") for seat, word in words.items()}
    for _ in range(MOST_PLIES):
        if until() or session.result() is not None:
            return
        seat = session.awaiting()[0].seat
        legal = rules.legal(game, session.state, seat)
        session.act(seat, players[seat].choose(rules, game, session.view((seat,)), seat, legal))


def _tell_story(archive: Archive, place: Any, first: int, tell: Tell) -> None:
    from replays.retelling import retold

    lines = retold(archive, place, first, None)
    for text in lines[:MOST_LINES]:
        tell(f"   {text}")
    if len(lines) > MOST_LINES:
        tell(f"     … and {len(lines) - MOST_LINES} lines more")


def _lines(archive: Archive, session: Session) -> Any:
    from cli.history import line_answers

    return line_answers(archive.tree(session.row.id))


def _asked(archive: Archive, tell: Tell) -> None:
    from cli.query import ask
    from cli.rows import table

    query = "SELECT type, count(*) AS times FROM event GROUP BY type ORDER BY times DESC, type LIMIT 6"
    tell(f"   {query}")
    for text in table(ask(archive, query, 30)):
        tell(f"   {text}")
