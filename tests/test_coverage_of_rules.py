"""The report of which tests prove which rules, on made-up test files and on the suite itself."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.coverage_of_rules import index, markers
from tests.coverage_of_rules.__main__ import TESTS, run

RULES = {
    "middle-earth": ("1.1-a", "1.2-a", "1.3-a", "1.4-a", "1.5-a"),
    "sauron": ("SAURON-1",),
}


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A small index; the games that RULES does not name have one rule, X-1."""
    folder = tmp_path / "index"
    folder.mkdir()
    for game in index.GAMES:
        entries = "".join(
            f'[[rule]]\nid = "{rule}"\ntitle = "Title of {rule}"\ndemand = "Demand of {rule}."\n'
            f'unclear = "Ruling on {rule}."\nexample = ""\n'
            for rule in RULES.get(game, ("X-1",))
        )
        (folder / f"{game.replace('-', '_')}.toml").write_text(entries, encoding="utf-8")
    (folder / index.OBLIGES_NOTHING).write_text(
        '[[rule]]\ngame = "middle-earth"\nid = "1.5-a"\nreason = "It only greets the reader."\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    folder.mkdir()
    return folder


def write(suite: Path, text: str, name: str = "test_made_up.py") -> None:
    (suite / name).write_text("import pytest\n\n" + textwrap.dedent(text), encoding="utf-8")


def proved(suite: Path) -> dict[str, list[str]]:
    """What each test of the suite says that it proves, where nothing is at fault."""
    reading = markers.read(suite)
    assert reading.faults == ()
    return {
        proof.test.removeprefix("tests/test_made_up.py::"): sorted(" ".join(rule) for rule in proof.rules)
        for proof in reading.proofs
    }


def faults(suite: Path) -> list[str]:
    return [fault.sentence for fault in markers.read(suite).faults]


def test_markers_of_functions_classes_and_modules_add_up(suite: Path) -> None:
    write(
        suite,
        """
        pytestmark = [pytest.mark.rule("middle-earth", "1.1-a")]

        @pytest.mark.rule("middle-earth", "1.2-a")
        @pytest.mark.rule("sauron", "SAURON-1")
        def test_function():
            assert True

        @pytest.mark.rule("middle-earth", "1.3-a")
        class TestThings:
            pytestmark = pytest.mark.rule("sauron", "SAURON-1")

            async def test_method(self):
                assert True
        """,
    )
    assert proved(suite) == {
        "test_function": ["middle-earth 1.1-a", "middle-earth 1.2-a", "sauron SAURON-1"],
        "TestThings::test_method": ["middle-earth 1.1-a", "middle-earth 1.3-a", "sauron SAURON-1"],
    }


def test_a_marked_case_is_a_test_of_its_own(suite: Path) -> None:
    write(
        suite,
        """
        CASES = [pytest.param(3, marks=[pytest.mark.slow, pytest.mark.rule("middle-earth", "1.3-a")])]

        @pytest.mark.parametrize(
            "roll",
            [
                1,
                pytest.param(2, marks=pytest.mark.rule("middle-earth", "1.1-a", "1.2-a"), id="two"),
                *CASES,
            ],
        )
        def test_roll(roll):
            assert roll

        @pytest.mark.rule("sauron", "SAURON-1")
        @pytest.mark.parametrize("roll", CASES + [4])
        def test_named_list(roll):
            assert roll
        """,
    )
    assert proved(suite) == {
        "test_roll[two]": ["middle-earth 1.1-a", "middle-earth 1.2-a"],
        "test_roll[case 3]": ["middle-earth 1.3-a"],
        "test_named_list": ["sauron SAURON-1"],
        "test_named_list[case 1]": ["middle-earth 1.3-a", "sauron SAURON-1"],
    }


def test_the_cases_of_one_test_do_not_add_up(suite: Path) -> None:
    cases = ", ".join(
        f'pytest.param({number}, marks=pytest.mark.rule("middle-earth", "1.{number}-a"))'
        for number in (1, 2, 3, 4)
    )
    write(suite, f'@pytest.mark.parametrize("roll", [{cases}])\ndef test_roll(roll):\n    assert roll\n')
    assert len(proved(suite)) == 4


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            """
            @pytest.mark.rule("middle-earth", "1.1-a", "1.2-a", "1.3-a", "1.4-a")
            def test_much():
                assert True
            """,
            id="one marker",
        ),
        pytest.param(
            """
            pytestmark = pytest.mark.rule("middle-earth", "1.1-a", "1.2-a")

            @pytest.mark.rule("middle-earth", "1.3-a", "1.4-a")
            def test_much():
                assert True
            """,
            id="module and function",
        ),
        pytest.param(
            """
            @pytest.mark.rule("middle-earth", "1.1-a", "1.2-a")
            @pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.rule("middle-earth", "1.3-a"))])
            @pytest.mark.parametrize("b", [pytest.param(1, marks=pytest.mark.rule("middle-earth", "1.4-a"))])
            def test_much(a, b):
                assert a == b
            """,
            id="two lists of cases",
        ),
    ],
)
def test_more_than_three_rules_a_test_is_a_fault(suite: Path, rules: Path, text: str) -> None:
    write(suite, text)
    [sentence] = faults(suite)
    assert "says it proves 4 rules (middle-earth 1.1-a, middle-earth 1.2-a" in sentence
    assert run([], suite, rules) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('@pytest.mark.rule("sauron", "SAURON-1")\ndef throws():\n    pass\n', id="no test"),
        pytest.param(
            '@pytest.mark.rule("sauron", "SAURON-1")\nclass Things:\n    def test_it(self):\n        pass\n',
            id="no class of tests",
        ),
        pytest.param(
            'only = pytest.mark.rule\n\n@only("sauron", "SAURON-1")\ndef test_it():\n    pass\n', id="alias"
        ),
        pytest.param(
            'CASES = [pytest.param(1, marks=pytest.mark.rule("sauron", "SAURON-1"))]\n', id="unused cases"
        ),
        pytest.param(
            """
            @pytest.mark.parametrize("a", [pytest.param(n, marks=pytest.mark.rule("sauron", "S")) for n in range(3)])
            def test_it(a):
                pass
            """,
            id="computed cases",
        ),
    ],
)
def test_a_marker_that_marks_no_test_is_a_fault(suite: Path, text: str) -> None:
    write(suite, text)
    [sentence] = faults(suite)
    assert "written here it proves nothing" in sentence


def test_a_marker_in_a_file_that_is_not_collected_is_a_fault(suite: Path) -> None:
    write(suite, '@pytest.mark.rule("sauron", "SAURON-1")\ndef test_it():\n    pass\n', "scenes.py")
    [sentence] = faults(suite)
    assert "written here it proves nothing" in sentence


@pytest.mark.parametrize(
    "marker", ['rule("sauron")', "rule()", "rule(GAME, ID)", 'rule("sauron", id="SAURON-1")']
)
def test_a_marker_that_is_not_written_out_is_a_fault(suite: Path, marker: str) -> None:
    write(suite, f"@pytest.mark.{marker}\ndef test_it():\n    pass\n")
    [sentence] = faults(suite)
    assert "is written out" in sentence


@pytest.mark.parametrize("mark", ["skip", "skipif(True, reason='later')", "xfail"])
def test_a_test_that_is_not_meant_to_pass_proves_nothing(suite: Path, mark: str) -> None:
    write(suite, f'@pytest.mark.{mark}\n@pytest.mark.rule("sauron", "SAURON-1")\ndef test_it():\n    pass\n')
    reading = markers.read(suite)
    assert reading.proofs == ()
    assert "proves no rule" in reading.faults[0].sentence


def test_a_file_that_does_not_parse_is_a_fault(suite: Path, rules: Path) -> None:
    write(suite, "def test_it(:\n")
    assert "no Python" in faults(suite)[0]
    assert run([], suite, rules) == 1


@pytest.mark.parametrize(
    ("game", "rule", "sentence"),
    [
        ("middle-earth", "9.9-z", "which is no rule of the index"),
        ("sauron", "1.1-a", "which is no rule of the index"),
        ("chess", "1.1-a", "names the game 'chess'"),
        ("middle-earth", "1.5-a", "said to oblige nothing"),
    ],
)
def test_naming_what_the_index_does_not_oblige_is_an_error(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str], game: str, rule: str, sentence: str
) -> None:
    write(suite, f'@pytest.mark.rule("{game}", "{rule}")\ndef test_it():\n    assert True\n')
    assert run([], suite, rules) == 1
    assert sentence in capsys.readouterr().err


def test_json_is_one_document_of_exactly_three_lists_a_game(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(suite, '@pytest.mark.rule("middle-earth", "1.3-a", "1.1-a")\ndef test_it():\n    assert True\n')
    assert run(["--json"], suite, rules) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed) == list(index.GAMES)
    assert printed["middle-earth"] == {
        "covered": ["1.1-a", "1.3-a"],
        "missing": ["1.2-a", "1.4-a"],
        "obliges_nothing": {"1.5-a": "It only greets the reader."},
    }
    assert printed["hellenes"] == {"covered": [], "missing": ["X-1"], "obliges_nothing": {}}


def test_the_table_counts_and_names_what_is_missing(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(suite, '@pytest.mark.rule("middle-earth", "1.3-a", "1.1-a")\ndef test_it():\n    assert True\n')
    assert run([], suite, rules) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["middle-earth", "2", "2", "1"]
    assert lines[2].split() == ["1.2-a", "1.4-a"]


def test_a_required_game_must_be_covered_whole(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(suite, '@pytest.mark.rule("sauron", "SAURON-1")\ndef test_it():\n    assert True\n')
    assert run(["--require", "sauron"], suite, rules) == 0
    assert run(["--require", "sauron", "--require", "gondor"], suite, rules) == 1
    assert "gondor: no test proves X-1." in capsys.readouterr().err


def test_a_sample_shows_the_demand_beside_the_proof(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        suite,
        """
        @pytest.mark.rule("sauron", "SAURON-1")
        def test_of_the_tower():
            assert "tower"

        @pytest.mark.parametrize(
            "roll",
            [
                pytest.param("wall", marks=pytest.mark.rule("sauron", "SAURON-1")),
                pytest.param("gate", marks=pytest.mark.rule("middle-earth", "1.1-a")),
            ],
        )
        def test_of_cases(roll):
            assert roll.isalpha()
        """,
    )
    assert run(["--sample", "9", "--seed", "1"], suite, rules) == 0
    first, second = capsys.readouterr().out.split("sauron SAURON-1")
    assert "middle-earth 1.1-a: Title of 1.1-a" in first
    assert "Ruling on 1.1-a." in first
    assert '"gate"' in first
    assert '"wall"' not in first
    assert "Demand of SAURON-1." in second
    assert 'assert "tower"' in second
    assert '"wall"' in second
    assert '"gate"' not in second
    assert "assert roll.isalpha()" in second


def test_a_sample_is_drawn_by_its_seed(suite: Path, rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2, 3, 4):
        text = f'@pytest.mark.rule("middle-earth", "1.{number}-a")\ndef test_it():\n    assert True\n'
        write(suite, text, f"test_{number}.py")
    printed = []
    for seed in [*range(12), 0]:
        run(["--sample", "1", "--seed", str(seed)], suite, rules)
        printed.append(capsys.readouterr().out)
    assert all(text.count("demand:") == 1 for text in printed)
    assert printed[0] == printed[-1]
    assert len({text.split(":")[0] for text in printed}) > 1


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("sauron.toml", "[[rule]]\nid = 3\n", "cannot be read"),
        ("sauron.toml", None, "cannot be read"),
        ("obliges_nothing.toml", '[[rule]]\ngame = "sauron"\nid = "S-9"\nreason = "x"\n', "does not hold"),
        (
            "obliges_nothing.toml",
            '[[rule]]\ngame = "sauron"\nid = "SAURON-1"\nreason = ""\n',
            "without a reason",
        ),
    ],
)
def test_a_faulty_index_is_one_sentence(
    suite: Path, rules: Path, capsys: pytest.CaptureFixture[str], file: str, text: str | None, sentence: str
) -> None:
    (rules / file).unlink()
    if text is not None:
        (rules / file).write_text(text, encoding="utf-8")
    assert run([], suite, rules) == 1
    assert sentence in capsys.readouterr().err


def test_a_rule_held_twice_is_a_faulty_index(rules: Path) -> None:
    path = rules / "sauron.toml"
    path.write_text(path.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with pytest.raises(index.FaultyIndex, match="holds the rule SAURON-1 twice"):
        index.load(rules)


def test_the_index_of_the_suite_holds_every_game() -> None:
    counts = {game: len(known.rules) for game, known in index.load().items()}
    assert counts == {
        "middle-earth": 152,
        "sauron": 19,
        "gondor": 48,
        "sword-of-rome": 364,
        "hellenes": 200,
        "age-of-empires": 337,
    }


def test_the_markers_of_the_suite_are_in_order() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.coverage_of_rules", "--json"],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert list(json.loads(done.stdout)) == list(index.GAMES)
