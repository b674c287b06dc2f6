"""`export GAME replay.html` and `import replay.html`, as they are typed."""

from __future__ import annotations

import base64
import gzip
import re

import pytest

from tests.cli.commands import run
from tests.replays.viewer import pages
from tests.replays.viewer.pages import Made


@pytest.mark.parametrize("seats", [(), ("gauls",), ("rome", "greece")])
def test_a_page_goes_into_another_archive_and_comes_out_the_same(seats, tmp_path):
    made = pages.rome(*seats)
    first, second = tmp_path / "first.html", tmp_path / "second.html"
    shown = ("--as", ",".join(seats)) if seats else ()
    assert run("export", made.game, str(first), *shown, archive=made.archive.path).code == 0
    assert first.read_text(encoding="utf-8") == made.html
    elsewhere = tmp_path / "elsewhere.duckdb"
    taken = run("import", str(first), archive=elsewhere)
    assert taken.code == 0
    assert made.game in taken.out
    assert run("verify", made.game, archive=elsewhere).code == 0
    lines = run("lines", made.game, "--json", archive=elsewhere).answer("lines")
    assert [line.head[:12] for line in lines] == heads(made)
    assert run("export", made.game, str(second), *shown, archive=elsewhere).code == 0
    assert second.read_bytes() == first.read_bytes()


def heads(made: Made) -> list[str]:
    """The digest of each line's head, as the page's own game has them."""
    return [made.content.nodes[line.head].digest for line in made.content.lines]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda html: html[:200_000], "carries no game"),
        (lambda html: html.replace('id="warlog">H4sI', 'id="warlog">XXXX'), "cannot be unpacked"),
        (lambda html: "<p>A page of somebody else's.</p>", "carries no game"),
    ],
)
def test_a_damaged_page_is_refused_in_one_sentence_and_leaves_nothing(damage, said, tmp_path):
    file, archive = tmp_path / "replay.html", tmp_path / "archive.duckdb"
    file.write_text(damage(pages.rome().html), encoding="utf-8")
    refused = run("import", str(file), archive=archive)
    assert refused.code != 0
    assert said in refused.sentence()
    assert not archive.exists()


def test_a_page_changed_inside_its_game_is_found_out(tmp_path):
    file = tmp_path / "replay.html"
    packed = re.search(r'id="warlog">([^<]*)<', pages.cards().html)
    assert packed is not None
    warlog = gzip.decompress(base64.b64decode(packed[1]))
    changed = warlog.replace(b"spades-9", b"spades-8", 1)
    assert changed != warlog
    again = base64.b64encode(gzip.compress(changed)).decode()
    file.write_text(pages.cards().html.replace(packed[1], again), encoding="utf-8")
    refused = run("import", str(file), archive=tmp_path / "archive.duckdb")
    assert refused.code != 0
    assert "replay.html" in refused.sentence()
