"""The notebook of docs/: every cell is answered while another process plays on in the same archive."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from replays.archives import open_archive
from tests.cli.commands import ROOT, run

NOTEBOOK = ROOT / "docs" / "archive.ipynb"

PLAYER = """
import sys
from pathlib import Path
from replays.archives import open_archive
from replays.session import Session

archive, enough = open_archive(sys.argv[1], wait=60), Path(sys.argv[2])
while not enough.exists():
    session = Session.load(archive, "table")
    choice = session.choices()[0]
    session.act(choice.seat, choice.action)
    print(session.position.ply, flush=True)
    session.undo()
    print(session.position.ply, flush=True)
"""


def cells(kind: str) -> list[tuple[str, str]]:
    """The cells of a kind: id and text."""
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return [(cell["id"], "".join(cell["source"])) for cell in document["cells"] if cell["cell_type"] == kind]


def shown(text: str, names: dict[str, Any]) -> Any:
    """What a cell shows: the value of its last line, if that is an expression, as a notebook would show it."""
    tree = ast.parse(text)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, form):
            return getattr(value, form)()
    return value


def test_every_cell_is_answered_while_another_process_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, enough = tmp_path / "archive.duckdb", tmp_path / "enough"
    begun = run("new", "sauron", "--name", "table", "--seed", "1", archive=file)
    played = run("simulate", "sauron", "-n", "4", "--scenario", "learning", "--seed", "1", archive=file)
    assert (begun.code, played.code) == (0, 0)
    monkeypatch.setenv("WARLOG_ARCHIVE", str(file))
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(file), str(enough)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as player:
        assert player.stdout is not None
        try:
            first = int(player.stdout.readline())
            names: dict[str, Any] = {}
            answers = {name: shown(text, names) for name, text in cells("code")}
        finally:
            enough.touch()
        plies = [first, *map(int, player.stdout.read().split())]
    assert player.returncode == 0
    assert plies == [1, 0] * (len(plies) // 2)
    assert len(plies) > 2
    assert len(open_archive(file).journal("table")) == 1 + len(plies)
    assert "<svg" in answers["position"]
    assert "<h3>Who wins?</h3>" in answers["who"]
    assert "<th>bot</th>" in answers["who-by"]
    assert "<svg" in answers["where"]
    assert sum(games for *_, games, _, _ in answers["sql"]) == 4
    assert answers["save"] > 1000
    assert {bled for bled, *_ in answers["own"]} <= {"alliance", "sauron"}


def test_the_notebook_is_kept_without_what_it_once_showed() -> None:
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in document["cells"])
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
    assert any("reading(copy=True)" in text for _, text in cells("code"))
