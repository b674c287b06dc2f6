"""docs/sql.md says of every view and column of `warlog` what the program says; its questions are asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eventlog.view_columns import ENVELOPE
from eventlog.warlog_views import VIEWS, Definition
from replays.archives import open_archive
from replays.simulate import simulate

TEXT = (Path(__file__).parents[2] / "docs" / "sql.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("definition", VIEWS, ids=lambda definition: definition.view.view)
def test_a_view_is_documented(definition: Definition):
    view = definition.view
    section = TEXT.split(f"### `{view.view}`\n", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    assert view.about in section
    assert f"**One row:** {view.grain}." in section
    assert f"**Key:** {', '.join(f'`{name}`' for name in view.key)}." in section
    told = re.findall(r"^\| `(\w+)` \| `(.+?)` \| (.*) \|$", section, re.M)
    own = view.columns[len(ENVELOPE) :]
    assert told == [(column.name, column.type.replace('"', ""), column.about) for column in own]


def test_the_questions_are_answered(tmp_path: Path):
    archive = open_archive(tmp_path / "archive.duckdb")
    simulate(archive, "sauron", 4, scenario="learning", seed="5", workers=1)
    (block,) = re.findall(r"```sql\n(.*?)```", TEXT, re.S)
    questions = [question for question in block.split(";") if question.strip()]
    assert len(questions) == 6
    with archive.reading() as sql:
        for question in questions:
            rows = sql.execute(question).fetchall()
            assert rows or "sword-of-rome" in question, question
