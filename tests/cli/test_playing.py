"""`rulesets`, `about`, `new`, `list`, `show`, `actions`, `act`, `why`, `resign`: the answers that scripts rely on."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest

from rules.ruleset import Installed
from tests.cli.commands import run

# What can be played


def test_rulesets() -> None:
    found = run("rulesets", "--json").answer("rulesets")
    cards = next(each for each in found if each.name == "goofspiel")
    assert cards.scenarios == ["duel", "long"]
    assert [(seat.name, seat.title) for seat in cards.seats] == [("north", "North"), ("south", "South")]
    assert "goofspiel: Goofspiel with a die" in run("rulesets").out


def test_a_ruleset_that_cannot_be_loaded_stands_in_nobody_elses_way(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        "broken": EntryPoint("broken", "no.such.module:ruleset", "warlog.rulesets"),
        "goofspiel": EntryPoint("goofspiel", "goofspiel:ruleset", "warlog.rulesets"),
    }
    monkeypatch.setattr("rules.ruleset.installed", lambda: Installed(entries))
    ran = run("rulesets", "--json")
    assert [each.name for each in ran.answer("rulesets")] == ["goofspiel"]
    assert "broken" in ran.err


def test_about() -> None:
    told = run("about", "goofspiel", "--json").answer("about")
    assert [scenario.name for scenario in told.scenarios] == ["duel", "long"]
    assert told.scenarios[0].seats == ["north", "south"]
    assert {option.name: option.default for option in told.options} == {"turns": "", "undo": "free"}
    assert (told.data.seed, told.data.published, told.data.reconstruct) == (0, 0, 5)
    assert told.not_carried_out == []


def test_about_reads_the_data_folder_that_is_named(tmp_path: Path) -> None:
    assert run("about", "goofspiel", "--data", str(tmp_path), "--json").refusal().kind == "bad-data"


# Beginning


def test_new(archive: Path) -> None:
    begun = run("new", "goofspiel", "--json", archive=archive).answer("new")
    assert (begun.game, begun.line, begun.ply, begun.seed) == ("goofspiel-1", "main", 0, None)
    assert (begun.ruleset, begun.scenario) == ("goofspiel", "duel")
    assert len(begun.head) == 12


def test_the_same_seed_gives_the_same_beginning(archive: Path) -> None:
    states = []
    for name in ("one", "two"):
        assert (
            run("new", "goofspiel", "--name", name, "--seed", "7", "--json", archive=archive)
            .answer("new")
            .seed
            == "7"
        )
        states.append(run("show", name, "--json", archive=archive).answer("show").state)
    assert states[0] == states[1]


def test_new_records_what_is_said_of_the_game(archive: Path) -> None:
    arguments = [
        "--scenario",
        "long",
        "--player",
        "north=Анна",
        "--player",
        "south=bot:greedy",
        "--title",
        "最初",
    ]
    arguments += ["--tag", "event=club", "--played", "2024-05-01", "--place", "Kyjiv", "--event", "Cup"]
    assert run("new", "goofspiel", *arguments, archive=archive).code == 0
    [game] = run("list", "--json", archive=archive).answer("list")
    assert game.players == {"north": "Анна", "south": "bot:greedy"}
    assert (game.title, game.scenario, game.played, game.origin) == ("最初", "long", "2024-05-01", "played")


def test_underscores_stand_for_hyphens(archive: Path) -> None:
    assert run("new", "Goofspiel", "--name", "my_game", "--seed", "5", archive=archive).code == 0
    assert run("show", "my_game", "--json", archive=archive).answer("show").game == "my-game"
    spent = run("act", "my-game", '{"type":"again","card":"spades_1"}', "--json", archive=archive).answer(
        "act"
    )
    assert spent.events[0]["card"] == "spades-1"


def test_the_archive_may_be_named_by_the_environment(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARLOG_ARCHIVE", str(archive))
    assert run("new", "goofspiel", "--name", "here").code == 0
    assert [game.game for game in run("list", "--json").answer("list")] == ["here"]
    assert archive.exists()


# Looking


def test_list_leaves_simulated_games_out_unless_asked(cards: Path) -> None:
    assert run("simulate", "goofspiel", "-n", "2", "--tag", "night=1", archive=cards).code == 0
    assert [game.game for game in run("list", "--json", archive=cards).answer("list")] == ["cards"]
    assert len(run("list", "--origin", "all", "--json", archive=cards).answer("list")) == 3
    simulated = run("list", "--origin", "simulated", "--tag", "night=1", "--json", archive=cards).answer(
        "list"
    )
    assert len(simulated) == 2
    assert simulated[0].result is not None
    assert simulated[0].result.how == "points"
    assert simulated[0].players == {"north": "bot:random", "south": "bot:random"}


def test_list_by_ruleset(cards: Path) -> None:
    assert len(run("list", "--ruleset", "goofspiel", "--json", archive=cards).answer("list")) == 1
    assert run("list", "--ruleset", "other", "--json", archive=cards).answer("list") == []


def test_list_where_nothing_was_ever_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARLOG_ARCHIVE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run("list", "--json")
    assert ran.answer("list") == []
    assert "warlog new" in ran.err
    assert not list(tmp_path.rglob("*"))


def test_show(cards: Path) -> None:
    shown = run("show", "cards", "--json", archive=cards).answer("show")
    assert (shown.game, shown.line, shown.ply) == ("cards", "main", 3)
    assert [(each.seat, each.decision) for each in shown.awaiting] == [("south", "choice")]
    assert (shown.clock.turn, shown.clock.phase, shown.clock.phase_title) == (1, 2, "Choice")
    assert shown.over is False
    assert shown.result is None
    assert shown.state["chosen"]["north"] == ["spades-4"]


def test_show_at_a_ply(cards: Path) -> None:
    for reference, ply in (("cards@0", 0), ("cards@-1", 2), ("cards:main@1", 1), ("ca@t1", 0)):
        assert run("show", reference, "--json", archive=cards).answer("show").ply == ply


def test_show_as_a_seat_hides_what_it_does_not_know(cards: Path) -> None:
    shown = run("show", "cards", "--as", "south", "--json", archive=cards)
    assert shown.answer("show").state["chosen"]["north"] == ["?"]
    assert "spades" not in shown.out
    text = run("show", "cards", "--as", "south", archive=cards).out
    assert "spades" not in text
    assert "hearts" in text


def test_show_draws_the_board(cards: Path) -> None:
    text = run("show", "cards", archive=cards).out
    assert "Goofspiel, turn 1" in text
    assert "South to decide: Choose a card in secret." in text
    assert "\x1b" not in text


def test_actions(cards: Path) -> None:
    listed = run("actions", "cards", "--json", archive=cards).answer("actions")
    assert [each.n for each in listed] == [1, 2, 3]
    assert {each.seat for each in listed} == {"south"}
    assert listed[0].action["type"] == "commit"
    assert listed[0].text.startswith("(choose) hearts-")
    text = run("actions", "cards", archive=cards).out
    assert all(each.text in text for each in listed)


def test_actions_of_a_seat_that_is_not_awaited(cards: Path) -> None:
    assert run("actions", "cards", "--as", "north", "--json", archive=cards).answer("actions") == []


def test_actions_are_numbered_over_all_awaited_seats_or_for_one(cards: Path) -> None:
    together = run("actions", "cards@2", "--json", archive=cards).answer("actions")
    assert [each.n for each in together] == [1, 2, 3, 4, 5, 6]
    alone = run("actions", "cards@2", "--as", "south", "--json", archive=cards).answer("actions")
    assert [(each.n, each.text) for each in alone] == [(each.n - 3, each.text) for each in together[3:]]


# Acting


def test_act_by_number_text_and_json_does_the_same(cards: Path) -> None:
    [first, *_] = run("actions", "cards", "--json", archive=cards).answer("actions")
    told = []
    for action in ("1", first.text, first.text.removeprefix("(choose) ").upper(), json.dumps(first.action)):
        done = run("act", "cards", action, "--json", archive=cards).answer("act")
        told.append((done.events, done.narration))
        assert done.ply == 4
        assert run("undo", "cards", archive=cards).code == 0
    assert all(each == told[0] for each in told)
    assert told[0][0][0]["type"] == "card-committed"


def test_act_tells_what_happened_and_who_is_next(cards: Path) -> None:
    text = run("act", "cards", "1", archive=cards).out
    assert "South has chosen hearts-" in text
    assert "to decide: " in text.splitlines()[-1]


def test_act_as_a_seat_shows_what_the_seat_may_see(cards: Path) -> None:
    run("undo", "cards", archive=cards)
    done = run("act", "cards", "1", "--as", "north,south", "--json", archive=cards).answer("act")
    assert done.events[0]["card"].startswith("spades")
    run("act", "cards", "1", "--as", "south", archive=cards)
    done = run("act", "cards", "pass", "--as", "south", "--json", archive=cards)
    assert done.code == 0
    hidden = run("log", "cards", "--as", "south", "--json", archive=cards).answer("log")
    drawn = [event["card"] for batch in hidden for event in batch.events if event["type"] == "card-drawn"]
    assert any(card == "?" for card in drawn)
    assert any(card.startswith("hearts") for card in drawn)


def test_act_expecting_where_the_line_stands(cards: Path) -> None:
    shown = run("show", "cards", "--json", archive=cards).answer("show")
    assert run("act", "cards", "1", "--expect", "3", archive=cards).code == 0
    run("undo", "cards", archive=cards)
    assert run("act", "cards", "1", "--expect", shown.head, archive=cards).code == 0


def test_act_on_another_line(cards: Path) -> None:
    run("branch", "cards@2", "other", archive=cards)
    run("switch", "cards", "main", archive=cards)
    done = run("act", "cards:other", "1", "--as", "north", "--json", archive=cards).answer("act")
    assert (done.line, done.ply) == ("other", 3)


def test_dice_and_draws_made_by_hand(by_hand: Path) -> None:
    done = run(
        "act",
        "hand",
        "hearts-5",
        "--dice",
        "3",
        "--draw",
        "spades-7,?",
        "--json",
        archive=by_hand,
    ).answer("act")
    drawn = [event["card"] for event in done.events if event["type"] == "card-drawn"]
    assert drawn == ["spades-7", "?"]
    assert next(event["die"] for event in done.events if event["type"] == "prize-rolled") == 3
    [*_, last] = run("log", "hand", "--json", archive=by_hand).answer("log")
    assert {chance.how for chance in last.chance} == {"typed"}


def test_too_little_chance_says_what_is_needed_and_records_nothing(by_hand: Path) -> None:
    ran = run("act", "hand", "hearts-5", "--draw", "?,?", "--json", archive=by_hand)
    refusal = ran.refusal()
    assert (refusal.code, refusal.kind) == (8, "chance-needed")
    assert msgspec.to_builtins(refusal.needs) == [
        {"purpose": "prize:2", "dice": 1, "faces": 6, "title": "Prize: 2"}
    ]
    assert run("show", "hand", "--json", archive=by_hand).answer("show").ply == 3


# Asking, and giving up


def test_why(cards: Path) -> None:
    judged = run("why", "cards", "again", "--json", archive=cards).answer("why")
    assert (judged.legal, judged.rule) == (False, "2.3")
    assert "rolled again once, before the choice" in judged.reason
    judged = run("why", "cards", "1", "--json", archive=cards).answer("why")
    assert (judged.legal, judged.rule, judged.reason) == (True, None, None)
    judged = run("why", "cards@0", '{"type":"pass"}', "--as", "north", "--json", archive=cards).answer("why")
    assert judged.legal
    assert run("why", "cards", "again", archive=cards).out.startswith("Illegal: ")


def test_why_shows_no_roll_and_records_nothing(cards: Path) -> None:
    before = run("log", "cards", "--json", archive=cards).out
    run("why", "cards", '{"type":"commit","card":"hearts-5"}', archive=cards)
    assert run("log", "cards", "--json", archive=cards).out == before


def test_resign(cards: Path) -> None:
    gone = run("resign", "cards", "--as", "south", "--json", archive=cards).answer("resign")
    assert gone.result is not None
    assert (gone.result.winners, gone.result.how) == (["north"], "resigned")
    shown = run("show", "cards", "--json", archive=cards).answer("show")
    assert shown.over
    assert shown.awaiting == []
    [game] = run("list", "--json", archive=cards).answer("list")
    assert game.result is not None
    assert game.result.winners == ["north"]
    assert run("act", "cards", "pass", "--json", archive=cards).refusal().code in (2, 4)


def test_a_game_that_there_is_not_is_answered_with_games_that_people_played(cards: Path) -> None:
    run("simulate", "goofspiel", "-n", "8", "--seed", "3", archive=cards)
    assert run("show", "zzz", archive=cards).sentence().endswith(" cards.")
