"""The keys of every JSON answer, as they are promised to scripts: none may be missing, whatever is added."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cli.answers import ANSWERS
from tests.cli.commands import run

AT = {"game", "line", "ply", "head"}

PROMISED: dict[str, set[str]] = {
    "rulesets": {"name", "title", "version", "scenarios", "seats"},
    "about": {"name", "title", "version", "scenarios", "options", "data", "not_carried_out"},
    "new": AT | {"ruleset", "scenario", "seed"},
    "list": {
        "game", "id", "title", "ruleset", "scenario", "origin", "plies", "lines", "players", "result", "played",
        "recorded", "last",
    },
    "show": AT | {"awaiting", "clock", "over", "result", "state"},
    "actions": {"n", "seat", "text", "action"},
    "act": AT | {"events", "narration"},
    "pass-ahead": AT | {"seat", "moment", "until", "events", "narration"},
    "why": {"legal", "rule", "reason"},
    "resign": AT | {"result"},
    "log": {"ply", "seat", "at", "turn", "phase", "action", "chance", "events", "narration", "notes"},
    "undo": AT,
    "redo": AT,
    "branch": AT,
    "switch": AT,
    "promote": AT,
    "compare": {"common_ply", "left", "right", "differences", "tally"},
    "blame": AT | {"narration"},
    "bisect": AT | {"narration"},
    "annotate": {"ply", "line", "by", "glyph", "bookmark", "text", "marks", "at", "sealed"},
    "notes": {"ply", "line", "by", "glyph", "bookmark", "text", "marks", "at", "sealed"},
    "luck": {"seat", "rolls", "expected", "got", "percentile"},
    "whatif": {"games", "wins", "draws", "unfinished", "by_action"},
    "review": {"ply", "seat", "taken", "options", "glyph"},
    "find": AT | {"result", "players", "turn", "seat", "next"},
    "lines": {"line", "from", "head", "ply", "current", "main", "abandoned"},
    "export": {"file", "bytes"},
    "import": {"file", "game", "plies", "added", "parted", "replaced", "dropped"},
    "verify": {"games", "batches", "damaged"},
    "audit": {"games", "plies", "rulings", "differences"},
    "check": {"checks"},
    "simulate": {"games", "plies", "wins", "draws", "unfinished", "seconds", "seed", "already", "intervals"},
    "views": {"view", "about", "grain", "key", "columns"},
    "archive backup": {"file", "bytes"},
    "archive upgrade": {"schema", "newest", "games", "missing", "reckoned", "needed", "kept"},
    "archive drop": {"game", "id", "heads"},
    "archive parquet": {"files", "rows"},
    "archive info": {"schema", "storage", "games", "batches", "events", "bytes"},
    "data export": {"folder", "files", "bytes"},
    "data check": {"problems"},
    "deck check": {"problems"},
    "demo": {"game", "files"},
    "error": {"error"},
}  # fmt: skip

INNER: dict[str, set[str]] = {
    "Result": {"winners", "how", "scores", "turn"},
    "SeatTitle": {"name", "title"},
    "ScenarioAnswer": {"name", "title", "seats", "median_plies", "median_decisions"},
    "OptionAnswer": {"name", "default", "about"},
    "DataTally": {"seed", "published", "reconstruct"},
    "AwaitedAnswer": {"seat", "decision"},
    "LineOrigin": {"line", "ply"},
    "Damage": {"game", "ply", "what"},
    "Difference": {"game", "ply", "expected", "got"},
    "CheckAnswer": {"name", "passed", "detail"},
    "DifferenceAnswer": {"what", "left", "right"},
    "ColumnAnswer": {"name", "type", "about"},
    "DataProblem": {"where", "what", "rule"},
    "ReportAnswer": {"name", "title", "ruleset"},
    "ReportRows": {"report", "columns", "rows"},
    "WeighedAnswer": {"text", "win", "interval", "trials"},
}


def _keys(schema: Any, definitions: Any) -> set[str]:
    """The keys of an object, or of the objects of a list."""
    if schema.get("type") == "array":
        schema = schema["items"]
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    assert set(schema["required"]) == set(schema["properties"]), schema["title"]
    return set(schema["properties"])


def test_every_command_with_an_answer_is_promised() -> None:
    assert set(PROMISED) | {"sql", "stats"} == set(ANSWERS)


@pytest.mark.parametrize("command", sorted(PROMISED))
def test_the_schema_of_a_command_has_the_promised_keys(command: str) -> None:
    schema = msgspec.json.decode(run("schema", *command.split(), "--json").out)
    assert _keys(schema, schema["$defs"]) >= PROMISED[command]


@pytest.mark.parametrize("name", sorted(INNER))
def test_the_inner_shapes_have_the_promised_keys(name: str) -> None:
    definitions = msgspec.json.decode(run("schema").out)["$defs"]
    assert set(definitions[name]["properties"]) >= INNER[name]


def test_an_error_has_its_promised_keys() -> None:
    definitions = msgspec.json.decode(run("schema", "error").out)["$defs"]
    assert set(definitions["Refusal"]["properties"]) >= {"code", "kind", "message", "rule", "needs"}
    assert set(definitions["Need"]["properties"]) >= {"purpose", "seat", "dice", "faces", "draw", "from"}


def test_schema_of_a_command_without_an_answer() -> None:
    assert run("schema", "play", "--json").refusal().code == 2
