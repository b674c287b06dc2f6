"""Names in the rulebooks' own languages, in sentences that stay English."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eventlog.archive import Archive
from replays.opening import OpenGame, find_ruleset, prepare
from replays.references import Resolved, resolve
from replays.speaking import NoLanguage, Translation, languages, spoken
from rules.age_of_empires import events as age_of_empires
from rules.age_of_empires.phrases import PHASES
from rules.hellenes import events as hellenes
from rules.hellenes.game import SEASON_TITLES
from rules.middle_earth import events as middle_earth
from rules.names import names_of
from rules.ruleset import Event
from rules.sword_of_rome import events as sword_of_rome
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


def _begun(game: str, scenario: str) -> OpenGame:
    rules = find_ruleset(game)
    return prepare(rules, rules.load(None), scenario, {})


def _told(opened: OpenGame, language: str, *events: Event) -> tuple[str, ...]:
    rules = spoken(opened, language).ruleset
    return tuple(rules.narrate(opened.game, rules.initial(opened.game), event) for event in events)


def test_the_sword_of_rome_is_told_in_japanese() -> None:
    assert _told(
        _begun("sword-of-rome", "four-players"),
        "ja",
        sword_of_rome.PhaseBegan("isolation"),
        sword_of_rome.LeaderPlaced("pyrrhus", "carthago", "5.10"),
    ) == ("孤立 (5.7)", "ピュロス in カルタゴ (5.10)")


def test_gondor_is_told_in_japanese() -> None:
    opened = _begun("gondor", "siege")
    assert _told(opened, "ja", middle_earth.PhaseBegan("B", "sauron")) == ("サウロン軍攻城フェーズ (3.0)",)
    said = Translation(names_of(opened.data)["ja"])
    assert said.text("Theoden, Archers 2: Freeze Leader") == "セオデン, 弓兵 2: リーダー凍結呪文"


def test_sauron_is_told_in_japanese() -> None:
    opened = _begun("sauron", "battle")
    assert _told(opened, "ja", middle_earth.PhaseBegan("H", "alliance")) == (
        "共同回復フェーズ: 西方人 (3.0)",
    )
    assert Translation(names_of(opened.data)["ja"]).text("Shield wall: Wedge") == "盾の壁: 楔型隊形"


def test_age_of_empires_is_told_in_japanese() -> None:
    opened = _begun("age-of-empires", "duel")
    assert _told(
        opened,
        "ja",
        age_of_empires.PhaseBegan(1),
        age_of_empires.PhaseBegan(4),
        age_of_empires.ResearchBegan("first", "double-bit-axe"),
    ) == ("収穫フェイズ (turn-1)", "Movement (turn-1)", "First begins 両刃斧 (cost-5)")
    assert [
        each.title for each in sorted(opened.data.phase.values(), key=lambda phase: phase.number)
    ] == list(PHASES[1:])


def test_hellenes_is_told_in_russian() -> None:
    opened = _begun("hellenes", "415")
    assert _told(
        opened,
        "ru",
        hellenes.SeasonBegan("new-year"),
        hellenes.BlockPlaced("athens", "samos", "a15", 3),
        hellenes.Sacrificed("athens", "zeus"),
    ) == (
        "Новый год 0 BC begins",
        "Афины places Афинский флот A15 with three steps at Самос (13)",
        "Афины sacrifices to Зевс (10.4.1)",
    )
    assert {each.id: each.title for each in opened.data.season.values()} == SEASON_TITLES


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
