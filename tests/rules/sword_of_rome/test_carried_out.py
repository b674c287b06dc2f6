"""What of the data's texts the rules do not carry out: nothing; and that such a thing would be found out."""

from __future__ import annotations

import msgspec
import pytest

from rules.sword_of_rome import carried_out, conditions, data_conditions, data_effects
from rules.sword_of_rome.carried_out import not_carried_out
from rules.sword_of_rome.operations import WORKS
from tests.cli.commands import run
from tests.rules.sword_of_rome.harness import installed_data


def test_every_text_of_a_card_and_of_the_gallic_table_is_carried_out() -> None:
    assert not_carried_out(installed_data()) == ()
    told = run("about", "sword-of-rome", "--json").answer("about")
    assert told.not_carried_out == []


def test_what_the_data_say_to_be_missing_is_counted() -> None:
    data = installed_data()
    card = msgspec.structs.replace(data.card["r-7"], missing="the four dice")
    event = msgspec.structs.replace(data.gallic_event["12"], missing="the choice of the army")
    partly = msgspec.structs.replace(
        data, card={**data.card, "r-7": card}, gallic_event={**data.gallic_event, "12": event}
    )
    assert not_carried_out(partly) == (
        "r-7 Sacred Band: the four dice",
        "Gallic event 12 Tumult in the north: the choice of the army",
    )


def test_an_operation_that_nothing_does_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    left = {kind: work for kind, work in WORKS.items() if kind is not data_effects.SellSwords}
    monkeypatch.setattr(carried_out, "WORKS", left)
    assert not_carried_out(installed_data()) == (
        "a-27 Swords for Hire: nothing does the operation SellSwords",
    )


def test_a_condition_that_nothing_looks_at_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = {
        kind: test for kind, test in conditions._TESTS.items() if kind is not data_conditions.MinesWorking
    }
    monkeypatch.setattr(conditions, "_TESTS", tests)
    assert not_carried_out(installed_data()) == (
        "e-9 Etruscan Gold: nothing looks at the condition MinesWorking",
    )
