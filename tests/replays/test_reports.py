"""Reports: what they tell against what the logs say, whom they are found for, and what they refuse."""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eventlog.archive import Archive, GameRow
from replays.archives import open_archive
from replays.intervals import wilson
from replays.opening import open_game
from replays.reports import (
    Answer,
    BadReport,
    CannotPlot,
    CannotSplit,
    NoGames,
    NoSuchReport,
    Report,
    ask,
    charts,
    chosen,
    find,
    finding,
    reports,
)
from replays.reports.board import HEAT, heated
from replays.reports.chosen import Asked
from replays.reports.definition import parse
from replays.simulate import simulate
from replays.timeline import Timeline
from rules.ruleset import installed
from rules.scene import Scene, Space
from tests.cli.commands import run

GAMES = tuple(name for name in installed() if installed().module(name).startswith("rules."))
"""All games that are ours."""
SHORT = {
    "sauron": (
        "-n 3 --scenario learning --seed 1 --tag table=red",
        "-n 1 --scenario learning --seed 2 --bot sauron=greedy",
    ),
    "hellenes": ("-n 1 --scenario 415 --seed 1",),
    "age-of-empires": ("-n 1 --seed 1 --option turn-limit=200",),
    "goofspiel": ("-n 20 --seed 1",),
}
"""What is played of games that are long otherwise; of others it is one game as it comes."""
COMMON = ("by-turn", "dice", "odds", "what-wins", "where", "who-wins")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Four games of Sauron by two kinds of bots, one of each other game, and twenty of a small one."""
    file = tmp_path_factory.mktemp("reports") / "archive.duckdb"
    for game in (*GAMES, "goofspiel"):
        for given in SHORT.get(game, ("-n 1 --seed 1",)):
            ran = run("simulate", game, *given.split(), "--workers", "1", archive=file)
            assert ran.code == 0, ran.err
    return open_archive(file)


def result(game: GameRow) -> Any:
    assert game.result is not None
    return msgspec.json.decode(game.result)


def rows(answer: Answer) -> list[dict[str, Any]]:
    return answer.objects()


# What they tell


@pytest.mark.parametrize("ruleset", GAMES)
def test_there_are_the_common_reports_and_at_least_three_of_each_game(ruleset: str) -> None:
    names = [report.name for report in reports(ruleset)]
    assert set(COMMON) <= set(names)
    assert len(names) >= len(COMMON) + 3
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("ruleset", [*GAMES, "goofspiel"])
def test_every_report_is_answered_with_the_columns_of_its_plot(archive: Archive, ruleset: str) -> None:
    for report in reports(ruleset):
        answer = ask(archive, report.name, ruleset=ruleset)
        assert answer.report.title.endswith("?"), report.name
        assert answer.report.about.endswith("."), report.name
        plot = answer.report.plot
        assert plot is not None, report.name
        named = {plot.x, plot.y, plot.low, plot.high, plot.colour, plot.panels, plot.expected} - {""}
        assert named <= set(answer.columns), report.name
        assert set(answer.report.columns) | set(answer.report.percent) <= set(answer.columns) | {"first"}
        for row in rows(answer):
            for column in answer.report.percent:
                assert row[column] is None or -1e-9 <= row[column] <= 1 + 1e-9, (report.name, row)
            if plot.low and plot.kind != "lines":
                share = row[plot.y if plot.kind in ("bars", "against") else plot.x]
                assert row[plot.low] - 1e-9 <= share <= row[plot.high] + 1e-9, (report.name, row)


def test_who_wins_is_what_the_results_say(archive: Archive) -> None:
    games = archive.games(ruleset="sauron")
    wins = Counter(seat for game in games for seat in result(game)["winners"])
    told = rows(ask(archive, "who-wins", ruleset="sauron"))
    assert {row["seat"]: (row["games"], row["won"]) for row in told} == {
        seat: (4, wins[seat]) for seat in ("alliance", "sauron")
    }
    for row in told:
        assert (row["low"], row["high"]) == pytest.approx(wilson(row["won"], row["games"]), abs=1e-9)


def test_who_decides_first_is_told_only_where_it_is_not_always_the_same_seat(archive: Archive) -> None:
    assert {row["first"] for row in rows(ask(archive, "who-wins", ruleset="sauron"))} == {"either way"}


def test_cards_are_named_by_their_ids_everywhere() -> None:
    """So that what a report says of a card is found again by a query."""
    root = Path(finding.__file__).parents[2]
    files = sorted([*root.glob("replays/reports/*.sql"), *root.glob("rules/**/reports/*.sql")])
    assert len(files) > 20
    for file in files:
        changed = re.findall(r"\b(?:replace|upper|lower)\([a-z_.]*\bcard\b", file.read_text(encoding="utf-8"))
        assert changed == [], file.name


@pytest.mark.parametrize(("hits", "tries"), [(0, 1), (1, 1), (0, 40), (7, 40), (9_999, 10_000)])
def test_intervals_in_sql_are_those_of_wilson(archive: Archive, hits: int, tries: int) -> None:
    with archive.reading() as sql:
        chosen.choose(sql, Asked(), 0)
        got = sql.execute(f"SELECT wilson_low({hits}, {tries}), wilson_high({hits}, {tries})").fetchall()
    assert got[0] == pytest.approx(wilson(hits, tries), abs=1e-9)


def test_dice_are_those_of_the_logs(archive: Archive) -> None:
    faces = Counter[str]()
    for game in archive.games(ruleset="sauron"):
        for batch in archive.line_batches(game.id, "main"):
            for roll in batch.chance:
                if roll.kind == "dice":
                    faces.update(str(face) for face in roll.result)
    told = [
        row for row in rows(ask(archive, "dice", ruleset="sauron")) if row["question"].startswith("Faces")
    ]
    assert {row["what"]: row["times"] for row in told} == faces
    assert {row["out_of"] for row in told} == {faces.total()}


def test_by_turn_ends_where_the_games_end(archive: Archive) -> None:
    scores = Counter[str]()
    for game in archive.games(ruleset="sauron"):
        scores.update({seat: int(points) for seat, points in result(game)["scores"].items()})
    told = rows(ask(archive, "by-turn", ruleset="sauron"))
    last = max(row["turn"] for row in told)
    ends = {row["seat"]: row for row in told if (row["measure"], row["turn"]) == ("victory points", last)}
    assert {row["games"] for row in ends.values()} == {4}
    assert {seat: row["mean"] * 4 for seat, row in ends.items()} == pytest.approx(dict(scores))


def test_actions_that_go_with_winning_are_counted_by_game(archive: Archive) -> None:
    wins = {game.id: set(result(game)["winners"]) for game in archive.games(ruleset="goofspiel")}
    counts: dict[bool, list[int]] = {True: [], False: []}
    for game in archive.games(ruleset="goofspiel"):
        again = sum(
            batch.seat == "north" and b'"type":"again"' in bytes(batch.action or b"")
            for batch in archive.line_batches(game.id, "main")
        )
        counts["north" in wins[game.id]].append(again)
    told = [row for row in rows(ask(archive, "what-wins", ruleset="goofspiel")) if row["seat"] == "north"]
    (row,) = [row for row in told if row["what"] == "again"]
    assert row["when_won"] == pytest.approx(sum(counts[True]) / len(counts[True]))
    assert row["when_not"] == pytest.approx(sum(counts[False]) / len(counts[False]))
    assert (row["difference"] > 0) == (row["when_won"] > row["when_not"])


def test_attacks_are_told_of_the_hex_where_the_defender_stood(archive: Archive) -> None:
    attacked, eliminated = Counter[str](), Counter[str]()
    for game in archive.games(ruleset="sauron"):
        opened = open_game(archive, game)
        timeline = Timeline.read(archive, game.id, archive.head(game.id, "main"), opened)
        for ply in range(1, len(timeline)):
            state = timeline.state_at(ply - 1)
            for event in timeline.events_of(ply):
                kind = type(event).__name__
                if kind in ("AttackResolved", "DuelFought"):
                    attacked[_hex(state, event.defender)] += 1  # type: ignore[attr-defined]
                elif kind == "UnitEliminated":
                    eliminated[_hex(state, event.unit)] += 1  # type: ignore[attr-defined]
                state = opened.ruleset.evolve(opened.game, state, event)
    told = rows(ask(archive, "where", ruleset="sauron"))
    assert {row["place"]: row["attacks"] for row in told if row["attacks"]} == attacked
    assert {row["place"]: row["eliminated"] for row in told if row["eliminated"]} == eliminated
    assert sum(row["a_game"] for row in told) == pytest.approx((attacked.total() + eliminated.total()) / 4)


def test_with_two_players_the_sums_of_sides_lead(tmp_path: Path) -> None:
    archive = open_archive(tmp_path / "archive.duckdb")
    simulate(archive, "sword-of-rome", 3, scenario="two-players", seed="2", workers=1)
    counted = Counter[tuple[int, bool]]()
    for game in archive.games():
        opened = open_game(archive, game)
        sides = [set(side.seats) for side in opened.game.scenario.sides]
        assert len(sides) == 2
        timeline = Timeline.read(archive, game.id, archive.head(game.id, "main"), opened)
        ended = {}
        for ply in range(1, len(timeline)):
            turn = opened.ruleset.clock(opened.game, timeline.state_at(ply - 1)).turn
            ended[turn] = opened.ruleset.tally(opened.game, timeline.state_at(ply))
        for turn in sorted(ended)[:-1]:
            points = [sum(ended[turn][seat]["victory_points"] for seat in side) for side in sides]
            if turn and points[0] != points[1]:
                ahead = sides[points.index(max(points))]
                counted[turn, ahead == set(result(game)["winners"])] += 1
    told = rows(ask(archive, "lead", ruleset="sword-of-rome"))
    assert {row["expected"] for row in told} == {0.5}
    for row in told:
        won, lost = counted[row["turn"], True], counted[row["turn"], False]
        assert (row["games"], row["won"]) == (won + lost, won)
    assert sum(row["games"] for row in told) == counted.total()


def _hex(state: Any, piece: str) -> str:
    return str((state.units.get(piece) or state.leaders[piece]).hex)


def test_a_sample_is_the_newest_games(archive: Archive) -> None:
    with archive.reading() as sql:
        assert chosen.choose(sql, Asked(ruleset="goofspiel"), 3) == (3, 20)
        newest = {name for (name,) in sql.execute("SELECT game FROM chosen").fetchall()}
    assert newest == {game.slug for game in archive.games(ruleset="goofspiel")[-3:]}


def test_a_report_in_the_midst_of_a_reading_leaves_its_views_whole(archive: Archive) -> None:
    query = "SELECT ruleset, count(*) FROM warlog.decisions GROUP BY ALL ORDER BY ALL"
    with archive.reading() as sql:
        before = sql.execute(query).fetchall()
        ask(archive, "what-wins", ruleset="goofspiel")
        assert sql.execute(query).fetchall() == before
    assert len(before) == len(GAMES) + 1


# Which games


def test_without_a_ruleset_a_report_tells_of_all_of_them(archive: Archive) -> None:
    answer = ask(archive, "who-wins")
    assert answer.columns[0] == "ruleset"
    assert {row["ruleset"] for row in rows(answer)} == {*GAMES, "goofspiel"}
    assert answer.told == f"{4 + len(GAMES) - 1 + 20} games"


def test_it_is_told_by_what_games_differ(archive: Archive) -> None:
    assert ask(archive, "who-wins", ruleset="sauron").mixed == ("bot",)  # one game of four has a greedy bot
    assert ask(archive, "who-wins", ruleset="sauron", by="bot").mixed == ()
    assert ask(archive, "who-wins", ruleset="goofspiel").mixed == ()


def test_a_report_of_one_game_needs_no_ruleset(archive: Archive) -> None:
    assert ask(archive, "duels").asked.ruleset == "sauron"


@pytest.mark.parametrize(
    ("by", "parts"),
    [
        ("scenario", {"learning"}),
        ("bot", {"random", "greedy, random"}),
        ("table", {"red", "none"}),
        ("undo", {"free", "none"}),
    ],
)
def test_games_are_split_by_what_they_have(archive: Archive, by: str, parts: set[str]) -> None:
    if by == "undo":
        parts = {game.begin.options.get("undo", "none") for game in archive.games(ruleset="sauron")}
    answer = ask(archive, "who-wins", ruleset="sauron", by=by)
    assert answer.columns[0] == by
    assert {row[by] for row in rows(answer)} == parts
    assert sum(row["games"] for row in rows(answer)) == 8


def test_a_split_by_nothing_that_games_have_says_what_was_meant(archive: Archive) -> None:
    with pytest.raises(CannotSplit, match="Games cannot be split by scenari: did you mean scenario"):
        ask(archive, "who-wins", by="scenari")


def test_games_that_are_not_there(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(
        NoGames,
        match=r"no games of sauron of the scenario battle: `warlog simulate sauron -n 100 --scenario battle`",
    ):
        ask(archive, "who-wins", ruleset="sauron", scenario="battle")
    with pytest.raises(NoGames, match=r"no games of gondor that were played\."):
        ask(archive, "who-wins", ruleset="gondor", origin="played")


def test_a_report_that_is_told_otherwise_in_each_game_asks_for_one(archive: Archive) -> None:
    with pytest.raises(CannotSplit, match=r"say with --ruleset which of .*sauron"):
        ask(archive, "odds")
    with pytest.raises(CannotSplit, match="on the board of one game"):
        ask(archive, "where")


# How they are found


def test_a_game_of_somebody_else_brings_its_own_reports(archive: Archive) -> None:
    assert [report.name for report in reports("goofspiel") if report.ruleset] == ["bids"]
    answer = ask(archive, "bids")
    assert (answer.asked.ruleset, answer.games) == ("goofspiel", 20)
    assert sum(row["won"] for row in rows(answer)) <= sum(row["bids"] for row in rows(answer)) / 2


def test_the_own_report_of_a_game_replaces_the_common_one() -> None:
    assert find("odds", "sauron").title != find("odds").title
    assert find("odds", "goofspiel") == find("odds")


def test_reports_that_games_share_lie_in_the_package_round_them() -> None:
    assert find("spells", "sauron").file == find("spells", "gondor").file
    with pytest.raises(NoSuchReport, match="gondor and sauron each have a report spells"):
        find("spells")


@pytest.mark.parametrize(
    ("name", "ruleset", "said"),
    [
        ("who-win", None, r"There is no report who-win: did you mean who-wins"),
        ("xyz", "goofspiel", r"There is no report xyz: there are by-turn, .*, bids\."),
        ("levels", "sauron", r"sauron has no report levels; it is one of gondor\."),
    ],
)
def test_a_report_that_is_not_there_says_which_was_meant(name: str, ruleset: str | None, said: str) -> None:
    with pytest.raises(NoSuchReport, match=said):
        find(name, ruleset)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("SELECT 1", "missing required field `title`"),
        ('-- title = "x\nSELECT 1', "cannot be read"),
        ('-- title = "x?"\n-- about = "y."\n-- colour = 1\nSELECT 1', "unknown field `colour`"),
        ('-- title = "x?"\n-- about = "y."\n', "no SELECT"),
    ],
)
def test_a_file_that_is_no_report(text: str, said: str) -> None:
    with pytest.raises(BadReport, match=said):
        parse(text, Path("mine.sql"), "")


def test_a_query_that_cannot_be_answered_names_its_file(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.sql").write_text('-- title = "Mine?"\n-- about = "Mine."\nSELECT nothing FROM chosen')
    monkeypatch.setattr(finding, "COMMON", tmp_path)
    with pytest.raises(BadReport, match=r"mine\.sql: this report cannot be answered: .*nothing"):
        ask(archive, "mine")


# How they are drawn


@pytest.mark.parametrize("name", ["who-wins", "by-turn", "dice", "what-wins", "odds"])
def test_a_chart_has_its_question_and_its_games_for_a_title(archive: Archive, name: str) -> None:
    picture = ask(archive, name, ruleset="goofspiel" if name == "what-wins" else "sauron").svg()
    assert picture.startswith("<svg")
    assert find(name, "sauron").title in picture
    assert "games of" in picture


def test_a_plot_is_written_by_its_suffix(archive: Archive, tmp_path: Path) -> None:
    answer = ask(archive, "who-wins", ruleset="sauron")
    for suffix, start in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".html", b"<!")):
        file = tmp_path / f"plot{suffix}"
        assert answer.save(file) == file.stat().st_size
        assert file.read_bytes().lstrip().lower().startswith(start.lower())
    page = (tmp_path / "plot.html").read_text(encoding="utf-8")
    assert 'src="http' not in page
    assert 'href="http' not in page
    with pytest.raises(CannotPlot, match=r"ends in \.svg, \.png or \.html, not in \.pdf"):
        answer.save(tmp_path / "plot.pdf")


def test_colours_and_scales_are_the_same_in_all_panels(archive: Archive) -> None:
    drawn = charts.chart(ask(archive, "by-turn", ruleset="sauron")).to_dict()
    domains = {str(scale["domain"]) for scale in _scales(drawn) if "range" in scale}
    assert domains == {"['alliance', 'sauron']"}


def _scales(spec: Any) -> Iterator[dict[str, Any]]:
    if isinstance(spec, dict):
        if isinstance(spec.get("scale"), dict):
            yield spec["scale"]
        for each in spec.values():
            yield from _scales(each)
    elif isinstance(spec, list):
        for each in spec:
            yield from _scales(each)


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_heat_map_is_drawn_on_the_board_of_the_game(
    archive: Archive, ruleset: str, tmp_path: Path
) -> None:
    answer = ask(archive, "where", ruleset=ruleset)
    picture = answer.svg()
    assert "Where are games decided?" in picture
    assert HEAT[-1] in picture
    assert answer.save(tmp_path / "map.html") > len(picture)


def test_the_hottest_space_has_the_last_colour_and_a_quiet_one_none(archive: Archive) -> None:
    answer = ask(archive, "where", ruleset="sauron")
    hottest = answer.rows[0][answer.columns.index("place")]
    spaces = (Space(id=hottest, x=0, y=0), Space(id="quiet", x=1, y=0, owner="sauron"))
    drawn = heated(Scene(title="", spaces=spaces), answer)
    assert [space.terrain for space in drawn.spaces] == ["heatmap-5", "heatmap-0"]
    assert [space.owner for space in drawn.spaces] == ["", ""]


def test_nothing_is_drawn_of_nothing(archive: Archive) -> None:
    empty = ask(archive, "odds", ruleset="goofspiel")
    assert empty.rows == ()
    with pytest.raises(CannotPlot, match="There is nothing to draw of 20 games of goofspiel"):
        empty.svg()


def test_a_board_is_not_split(archive: Archive) -> None:
    with pytest.raises(CannotPlot, match="without --by"):
        ask(archive, "where", ruleset="sauron", by="bot").svg()


def test_without_the_libraries_a_report_is_a_table(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ask(archive, "who-wins", ruleset="sauron")
    imported = builtins.__import__

    def missing(name: str, *given: Any) -> Any:
        if name in ("altair", "vl_convert"):
            raise ImportError(name)
        return imported(name, *given)

    charts._altair.cache_clear()
    charts._converter.cache_clear()
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(CannotPlot, match=r"pip install .warlog\[plots\]"):
        answer.svg()
    shown = answer._repr_html_()
    assert "<table>" in shown
    assert "<svg" not in shown


def test_in_a_notebook_a_report_shows_its_plot_and_its_rows(archive: Archive) -> None:
    shown = ask(archive, "who-wins", ruleset="sauron", by="table")._repr_html_()
    assert "<h3>Who wins?</h3>" in shown
    assert "<svg" in shown
    assert "<th>share of games won</th>" in shown
    assert "<td>red</td>" in shown


def test_what_a_table_shows_is_escaped(archive: Archive) -> None:
    told = ask(archive, "who-wins", ruleset="sauron")
    report = Report(name="x", title="<b>?", about="y.", ruleset="", file="", query="")
    odd = Answer(
        report=report, asked=told.asked, games=1, of=1, columns=("<i>",), rows=(("<script>",),), archive=archive,
        example=told.example,
    )  # fmt: skip
    shown = odd._repr_html_()
    assert "<b>" not in shown
    assert "<i>" not in shown
    assert "<script>" not in shown
