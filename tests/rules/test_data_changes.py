"""Single values of the data set otherwise: the rest stays, and the checks of the data judge what comes of it."""

from __future__ import annotations

import tomllib

import pytest

from rules.data_changes import BadChange, change, changed
from rules.data_folder import files_of
from rules.errors import DataError
from rules.ruleset import installed
from rules.toml_text import toml_text

FULL = "units.unit[men-cavalry].full"


def load(ruleset, folder, *texts):
    rules = installed()[ruleset]
    with changed(rules, folder, texts) as made:
        return rules.load(made)


def goofspiel(*texts, folder=None):
    return load("goofspiel", folder, *texts)


def test_a_value_is_set_and_nothing_else():
    rules = installed()["sauron"]
    before, after = rules.load(None), load("sauron", None, f"{FULL}=A3X")
    assert (before.unit["men-cavalry"].full, after.unit["men-cavalry"].full) == ("B3X", "A3X")
    assert {name: unit for name, unit in before.unit.items() if name != "men-cavalry"} == {
        name: unit for name, unit in after.unit.items() if name != "men-cavalry"
    }
    assert before.side == after.side


def test_a_table_without_ids_and_several_changes():
    data = goofspiel("goofspiel.hand.value=4", "goofspiel.turns[duel].value = 5", "goofspiel.low.value=2")
    assert (data.hand.value, data.turns["duel"].value, data.low.value, data.ranks.value) == (4, 5, 2, 9)


def test_the_kind_of_a_value_is_that_of_toml_and_a_bare_word_is_a_text():
    assert change("f.t[a].x=3").value == 3
    assert change("f.t[a].x=[1, 2]").value == [1, 2]
    assert change('f.t[a].x="3"').value == "3"
    assert change("f.t[a].x=A3X").value == "A3X"
    assert change("f.t[a].x=1\ny=2").value == "1\ny=2"
    assert change("f.toml.t[a b].x.y=1").steps == ("t", "a b", "x", "y")
    assert change("f.toml.t[a].x=1").file == "f"


def test_what_is_written_is_the_data_it_was_made_of():
    for name in ("sauron", "gondor", "sword-of-rome", "goofspiel"):
        rules = installed()[name]
        for text in files_of(rules).values():
            if not text.startswith(name):  # not the file that names the ruleset
                assert tomllib.loads(toml_text(tomllib.loads(text))) == tomllib.loads(text)


def test_an_owners_folder_is_changed_and_left_as_it_is(tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    rules = installed()["sauron"]
    units = tomllib.loads(files_of(rules)["units.toml"])["unit"]
    own = next(unit for unit in units if unit["id"] == "men-footmen") | {"title": "Spears"}
    (folder / "mine.toml").write_text(toml_text({"unit": [own]}))
    data = load(
        "sauron", folder, "mine.unit[men-footmen].short=Sp", f"{FULL}=A3X", "units.unit[men-footmen].full=B3X"
    )
    footmen = data.unit["men-footmen"]
    assert (footmen.title, footmen.short, footmen.full) == ("Spears", "Sp", "B3X")
    assert data.unit["men-cavalry"].full == "A3X"
    assert rules.load(folder).unit["men-footmen"].short == own["short"]


def test_an_owners_file_of_the_same_name_gets_the_record_that_it_lacks(tmp_path):
    rules = installed()["sauron"]
    units = tomllib.loads(files_of(rules)["units.toml"])["unit"]
    (tmp_path / "units.toml").write_text(
        toml_text(
            {"unit": [next(unit for unit in units if unit["id"] == "men-footmen") | {"title": "Spears"}]}
        )
    )
    data = load("sauron", tmp_path, f"{FULL}=A3X")
    assert (data.unit["men-cavalry"].full, data.unit["men-footmen"].title) == ("A3X", "Spears")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("units", "sets nothing: write FILE.TABLE"),
        ("units=3", "sets nothing"),
        ("unit.unit[men-cavalry].full=A3X", "has no data file unit .* did you mean units"),
        ("units.units[men-cavalry].full=A3X", "units has no units .* did you mean unit"),
        ("units.unit[men-cavarly].full=A3X", "has none called men-cavarly .* did you mean men-cavalry"),
        ("units.unit.full=A3X", "units.unit has none called full"),
        ("units.unit[men-cavalry].full.x=A3X", "is the value 'B3X' and has no x"),
        ("units.unit[men-cavalry].ful=A3X", "unknown field `ful`"),
        (f"{FULL}=3", "Expected `str`, got `int`"),
        (f"{FULL}=B3X", "changes nothing"),
        ("units.unit[men-cavalry].count=5", "make 51; they must make 50"),
    ],
)
def test_what_cannot_be_set_is_told_in_a_sentence(text, said):
    with pytest.raises(BadChange, match=said) as told:
        load("sauron", None, text)
    assert str(told.value).endswith((".", "?"))
    assert "/" not in str(told.value)


def test_an_owners_folder_that_is_wrong_is_told_first(tmp_path):
    (tmp_path / "units.toml").write_text("[[unit")
    with pytest.raises(DataError, match="not TOML"):
        load("sauron", tmp_path, f"{FULL}=A3X")
