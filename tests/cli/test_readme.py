"""What the README shows at the prompt is what can be typed there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.commands import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_all_that_the_readme_types_is_understood(archive: Path) -> None:
    typed = re.findall(r"^    alliance> (.+)$", README, re.MULTILINE)
    assert len(typed) >= 4
    assert run("new", "sauron", "--name", "road", "--seed", "1", archive=archive).code == 0
    begin = ["end"] * 3  # Sauron's magic and movement
    ran = run(
        "play", "road", archive=archive, typed="".join(f"{line}\n" for line in [*begin, *typed, "quit"])
    )
    told = ran.out[ran.out.index(f"alliance> {typed[0]}") :]
    for wrong in ("is nothing that", "can mean", "There is no action", "Illegal: Men footmen 2"):
        assert wrong not in told
    assert "Men footmen 2 enters 1813" in told
    assert "Took back " in told
    assert "road:what-if begins at ply " in told


def test_the_commands_of_the_readme_are_commands() -> None:
    known = run("--help").out
    for name in set(re.findall(r"^    warlog ([a-z]+)", README, re.MULTILINE)):
        assert re.search(rf"^  {name} ", known, re.MULTILINE), name


def test_every_installed_ruleset_is_in_the_readme() -> None:
    for each in run("rulesets", "--json").answer("rulesets"):
        if each.name != "goofspiel":  # the game of the tests
            assert f"| `{each.name}` – *{each.title}*" in README
            assert all(f"`{scenario}`" in README for scenario in each.scenarios)
