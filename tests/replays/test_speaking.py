"""Names in the rulebooks' own languages, in sentences that stay English."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eventlog.archive import Archive
from replays.references import Resolved, resolve
from replays.speaking import NoLanguage, Translation, languages, spoken
from rules.names import names_of
from tests.cli.commands import run


class _Record(msgspec.Struct, frozen=True):
    title: str
    names: dict[str, str] = {}
    parts: tuple[_Record, ...] = ()


def test_names_are_found_wherever_the_data_have_them() -> None:
    data = _Record("Gate", {"ja": "門"}, (_Record("Wall", {"ja": "城壁", "ru": "стена"}), _Record("Tower")))
    assert names_of(data) == {"ja": {"Gate": "門", "Wall": "城壁"}, "ru": {"Wall": "стена"}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Orcs enter the Black Gate (4.0)", "Orcs enter the 黒門 (4.0)"),
        ("Gate, Black Gate; Gates stay", "門, 黒門; Gates stay"),
        ("the black Gate", "the 黒門"),
        ("no name", "no name"),
    ],
)
def test_the_longest_name_counts_and_only_whole_words(text: str, said: str) -> None:
    assert Translation({"Gate": "門", "Black Gate": "黒門"}).text(text) == said


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Resolved:
    file = tmp_path_factory.mktemp("speaking") / "archive.duckdb"
    how = ("--scenario", "learning", "-n", "1", "--seed", "5")
    assert run("simulate", "sauron", *how, archive=file).code == 0
    return resolve(Archive(file), "sauron-1")


def test_a_game_is_told_with_its_own_names(battle: Resolved) -> None:
    told = spoken(battle.opened, "ja")
    assert {seat.title for seat in told.ruleset.seats} == {"西方人", "サウロン軍"}
    state = battle.timeline.state_at(5)
    clock = told.ruleset.clock(told.game, state)
    assert clock.phase_title != battle.opened.ruleset.clock(told.game, state).phase_title
    scene, plain = told.ruleset.scene(told.game, state), battle.opened.ruleset.scene(told.game, state)
    assert [space.id for space in scene.spaces] == [space.id for space in plain.spaces]
    assert [side.title for side in scene.sides] != [side.title for side in plain.sides]
    # What is typed stays as it is.
    assert told.ruleset.phrase is battle.opened.ruleset.phrase


def test_english_is_the_game_as_it_is_and_other_languages_are_refused(battle: Resolved) -> None:
    assert spoken(battle.opened, "en") is battle.opened
    assert languages(battle.opened) == ("ja",)
    with pytest.raises(NoLanguage, match="no names in ru; it has en, ja"):
        spoken(battle.opened, "ru")
    with pytest.raises(NoLanguage, match="is no language"):
        spoken(battle.opened, "日本")


def test_the_command_takes_a_language_and_the_environment_wishes_for_one(
    battle: Resolved, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "archive.duckdb"
    how = ("--scenario", "learning", "-n", "1", "--seed", "5")
    assert run("simulate", "sauron", *how, archive=file).code == 0
    assert "サウロン軍" in run("log", "sauron-1", "--lang", "ja", archive=file).out
    refused = run("log", "sauron-1", "--lang", "ru", archive=file)
    assert refused.code == 2
    assert "has no names in ru; it has en, ja" in refused.sentence()
    for wished, there in (("ja", True), ("ru", False), ("nonsense!", False)):
        monkeypatch.setenv("WARLOG_LANG", wished)
        told = run("log", "sauron-1", archive=file)
        assert told.code == 0
        assert ("サウロン軍" in told.out) is there
