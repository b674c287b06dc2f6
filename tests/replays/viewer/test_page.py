"""Replay pages as files: they fetch nothing, are small and always the same, carry their game, and tell no secrets."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from eventlog.errors import FileUnreadable
from eventlog.interchange import import_, taken_out
from eventlog.warlog_file import written
from replays.annotations import Draft
from replays.session import Session
from replays.viewer.page.carried import carried
from replays.viewer.page.content import Content
from replays.viewer.page.gathering import gathered
from rules.middle_earth.gondor.actions import FillCauldrons
from tests.replays.viewer import pages
from tests.replays.viewer.pages import Made

FIVE_MEGABYTES = 5 * 1024 * 1024
FETCHING = re.compile(r"\b(fetch|importScripts|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\s*\(")
UNPACKED = re.compile(r'<script type="application/gzip;base64" id="(\w+)">([^<]*)</script>')


class References(HTMLParser):
    """Everything in a page that names something outside of it, and its styles and scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.outward: list[str] = []
        self.inside = ""
        self.code = {"style": "", "script": ""}
        self.tags: dict[str, int] = {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.inside = tag if not dict(attrs).get("type") else ""
        for name, value in attrs:
            named = name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset")
            if named and not (value or "").startswith(("#", "data:")):
                self.outward.append(f"{tag} {name}={value}")
            if name == "style" and "url(" in (value or "").replace("url(#", ""):
                self.outward.append(f"{tag} style={value}")
            if name.startswith("on"):
                self.outward.append(f"{tag} {name}")

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside in self.code:
            self.code[self.inside] += data


def unpacked(html: str) -> dict[str, str]:
    """What the page holds packed: its content and its game."""
    return {
        name: gzip.decompress(base64.b64decode(packed)).decode() for name, packed in UNPACKED.findall(html)
    }


@pytest.mark.parametrize("name", pages.NAMES)
def test_a_page_names_nothing_outside_of_itself(name):
    found = References(pages.named(name).html)
    assert found.outward == []
    assert re.sub(r"url\((#|data:)", "", found.code["style"]).count("url(") == 0
    assert "@import" not in found.code["style"]
    assert FETCHING.findall(found.code["script"]) == []
    assert "link" not in found.tags
    assert "base" not in found.tags
    assert "iframe" not in found.tags


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("sauron", "battle"), ("gondor", "siege"), ("sword-of-rome", "four-players")]
)
def test_a_page_of_a_thousand_plies_is_smaller_than_five_megabytes(ruleset, scenario):
    made = pages.made(*pages.simulated(ruleset, scenario, 1000, seed="11"))
    assert len(made.content.nodes) == 1001
    assert len(made.html.encode()) < FIVE_MEGABYTES


@pytest.mark.parametrize("kind", ["html", "svg", "png"])
def test_equal_games_give_equal_bytes_whatever_the_order_of_hashes(kind, tmp_path):
    made = pages.rome("gauls")
    digests = set()
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.{kind}"
        command = [sys.executable, "-c", "from cli.main import run; run()", "export", made.game, str(file)]
        environment = os.environ | {"PYTHONHASHSEED": seed, "WARLOG_ARCHIVE": str(made.archive.path)}
        subprocess.run([*command, "--as", "gauls"], check=True, capture_output=True, env=environment)
        digests.add(hashlib.sha256(file.read_bytes()).hexdigest())
    assert len(digests) == 1
    if kind == "html":
        assert digests == {hashlib.sha256(made.html.encode()).hexdigest()}


# The game that a page carries


@pytest.mark.parametrize("name", pages.NAMES)
def test_the_game_of_a_page_is_the_game(name, tmp_path):
    made = pages.named(name)
    file = made.file(tmp_path)
    warlog = tmp_path / "carried.warlog"
    warlog.write_bytes(carried(file))
    archive = pages.new_archive()
    import_(archive, warlog)
    again = taken_out(archive, made.carried.header.game)
    assert [digest for digest, _ in again.batches] == [digest for digest, _ in made.carried.batches]
    assert again.journal == made.carried.journal
    assert again.notes == made.carried.notes


@pytest.mark.parametrize(
    "damage",
    [
        lambda html: html[: html.index('id="warlog">') + 400],
        lambda html: html.replace('id="warlog">H4sI', 'id="warlog">H5sI'),
        lambda html: re.sub(r'(id="warlog">.{4000}).{40}', r"\1", html),
        lambda html: html.replace('id="warlog"', 'id="other"'),
        lambda html: "",
    ],
    ids=["cut off", "another beginning", "a part missing", "no game", "empty"],
)
def test_a_damaged_page_is_refused_in_one_sentence(damage, tmp_path):
    file = tmp_path / "replay.html"
    file.write_text(damage(pages.cards().html), encoding="utf-8")
    with pytest.raises(FileUnreadable) as refused:
        carried(file)
    assert "replay.html carries" in str(refused.value)
    assert "\n" not in str(refused.value)


# Secrets


def told(warlog: str) -> str:
    """All that a `.warlog` says of the game, without the data that every copy of the game has."""
    header, _, *rest = warlog.splitlines()
    return "\n".join([header, *rest])


def words_of(made: Made) -> str:
    """What a reader can find in a page: its report, its content, and the game that it carries."""
    packed = unpacked(made.html)
    report = made.html[made.html.index('<article id="report">') : made.html.index("</article>")]
    return "\n".join([report, packed["content"], told(packed["warlog"])])


whole_page = cache(pages.made)
"""The umpire's page of a game, made once."""


def named(cards: Iterable[str], words: str) -> list[str]:
    """Those of the cards that stand in the words, by id (`r-16`) or as they are shown (`R-16`)."""
    found = set(re.findall(r"(?<![\w-])[a-z&]+-\d+(?!\w)", words.lower()))
    return sorted(set(cards) & found)


@pytest.mark.parametrize("seed", ["5", "6", "7"])
@pytest.mark.parametrize("seat", ["rome", "gauls", "greece", "etruria-samnium"])
def test_no_card_that_a_seat_of_rome_was_never_told_stands_in_its_page(seat, seed):
    archive, game = pages.simulated("sword-of-rome", "short-game", 200, seed)
    session = Session.load(archive, game)
    cards = set(session.opened.game.cards)
    whole = words_of(whole_page(archive, game))
    made = pages.made(archive, game, seat)
    seat_file = written(taken_out(archive, game, seats=(seat,))).decode()
    never = cards - set(named(cards, told(seat_file)))
    assert named(never, whole)
    assert named(never, words_of(made)) == []
    assert named(session.state.hands[seat], words_of(made))


@pytest.mark.parametrize(
    ("ruleset", "scenario", "seats"),
    [
        ("sword-of-rome", "short-game", ("gauls",)),
        ("sword-of-rome", "short-game", ("rome", "greece")),
        ("gondor", "siege", ("sauron",)),
        ("goofspiel", "duel", ("north",)),
    ],
)
def test_a_seats_page_says_no_more_than_can_be_said_by_who_has_its_file_alone(
    ruleset, scenario, seats, tmp_path
):
    archive, game = pages.simulated(ruleset, scenario, 250, "8")
    made = pages.made(archive, game, *seats)
    warlog = tmp_path / "seat.warlog"
    warlog.write_bytes(written(made.carried))
    elsewhere = pages.new_archive()
    import_(elsewhere, warlog)
    assert gathered(elsewhere, game, seats)[0] == made.content


def test_where_the_oil_is_changes_nothing_that_sauron_is_shown():
    contents = {}
    for choice in (0, -1):
        session = Session.new(pages.new_archive(), "gondor", seed="4", times=lambda: pages.TIME)
        while not (
            fillings := [each for each in session.choices() if isinstance(each.action, FillCauldrons)]
        ):
            first = session.choices()[0]
            session.act(first.seat, first.action)
        assert len(fillings) > 5
        session.act(fillings[choice].seat, fillings[choice].action)
        for _ in range(3):
            first = session.choices()[0]
            session.act(first.seat, first.action)
        content = gathered(session.archive, session.row.id, ("sauron",))[0]
        everything = gathered(session.archive, session.row.id)[0]
        contents[choice] = without_digests(content), without_digests(everything)
    assert contents[0][0] == contents[-1][0]
    assert contents[0][1] != contents[-1][1]


def without_digests(content: Content) -> Content:
    """The content as it is shown: a digest covers what is hidden, too, and tells nothing of it."""
    nodes = tuple(replace(node, digest="") for node in content.nodes)
    return replace(content, nodes=nodes)


def test_sealed_thoughts_are_in_no_other_seats_page_before_the_end():
    archive, game = pages.simulated("sword-of-rome", "short-game", 60, "12")
    pages.note(
        archive, f"{game}@40", Draft(text="Betray the Gauls at noon", by="Lucius", seat="rome", sealed="end")
    )
    for seat, there in (("rome", True), ("gauls", False)):
        page = pages.made(archive, game, seat)
        everything = page.html + "".join(unpacked(page.html).values())
        assert ("Betray the Gauls" in everything) is there


# The report


def test_the_report_tells_the_line_that_was_played_turn_by_turn():
    made = pages.branched()
    headings = re.findall(r"<h2>(.*?)</h2>", made.html[made.html.index('<article id="report">') :])
    turns = [period.turn_title for period in made.content.periods if period.turn_title]
    assert [title for title in dict.fromkeys(turns) if title not in headings] == []
    assert made.html.count("<figure>") == len(headings)
    result = made.content.nodes[made.content.lines[0].head].result
    assert result
    assert result in made.html


def test_what_people_write_is_escaped_in_the_report():
    html = pages.branched().html
    assert "window.executed" in html
    assert pages.MARKUP not in html
    assert "<i>Mallory" not in html
