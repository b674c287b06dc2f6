"""Deck construction (deck-1 to deck-9, agedeck-1 to agedeck-5, kit-1 to kit-3, civ-13)."""

from __future__ import annotations

import pytest

from rules.age_of_empires.data_records import Copies, Deck
from rules.age_of_empires.deck_checks import breaches, check_deck
from rules.age_of_empires.preparing import deck_of
from rules.age_of_empires.ruleset import ruleset
from rules.errors import OptionError
from rules.toml_text import toml_text
from tests.rules.age_of_empires.harness import game_with, installed_data

READY = sorted(installed_data().deck)


def deck(name: str = "celts-raiders", **changes) -> Deck:
    import msgspec

    return msgspec.structs.replace(installed_data().deck[name], **changes)


def changed(age: int, name: str = "celts-raiders", **copies: int) -> Deck:
    """A ready deck in whose age deck so many copies of cards stand (`_` for `-`)."""
    own = deck(name)
    counts = {entry.card: entry.copies for entry in getattr(own, f"age_{age}")}
    counts |= {card.replace("_", "-"): number for card, number in copies.items()}
    entries = tuple(Copies(card, number) for card, number in counts.items() if number)
    return deck(name, **{f"age_{age}": entries})


def rules_broken(own: Deck) -> set[str]:
    data = installed_data()
    numbers = {name: record.value for name, record in data.number.items()}
    return {breach.rule for breach in breaches(data.card, numbers, own)}


@pytest.mark.rule("age-of-empires", "agedeck-2", "deck-8")
@pytest.mark.parametrize("name", READY)
def test_the_ready_decks_are_legal_and_have_four_age_decks(name):
    assert rules_broken(deck(name)) == set()
    own = deck(name)
    assert [sum(entry.copies for entry in age) for age in (own.age_1, own.age_2, own.age_3, own.age_4)] == [
        31,
        31,
        21,
        11,
    ]


def test_there_is_a_ready_deck_for_each_civilization():
    data = installed_data()
    assert {deck.civilization for deck in data.deck.values()} == {
        card.id for card in data.card.values() if card.type == "civilization"
    }


@pytest.mark.rule("age-of-empires", "deck-1")
def test_90_cards_are_enough_and_89_are_not():
    short = changed(1, farm=4, house=5)  # 30 in age 1
    short = _with(
        short, age_2=_less(short.age_2, 1), age_3=_less(short.age_3, 1), age_4=_less(short.age_4, 1)
    )
    assert sum(entry.copies for age in (1, 2, 3, 4) for entry in getattr(short, f"age_{age}")) == 90
    assert rules_broken(short) == set()
    assert "deck-1" in rules_broken(_with(short, age_1=_less(short.age_1, 1)))


def _with(own: Deck, **changes) -> Deck:
    import msgspec

    return msgspec.structs.replace(own, **changes)


def _less(entries: tuple[Copies, ...], number: int) -> tuple[Copies, ...]:
    """So many copies less of the last card that is no age card."""
    last = entries[-1]
    kept = (Copies(last.card, last.copies - number),) if last.copies > number else ()
    return (*entries[:-1], *kept)


@pytest.mark.rule("age-of-empires", "agedeck-1")
@pytest.mark.parametrize(("age", "least"), [(1, 30), (2, 30), (3, 20), (4, 10)])
def test_each_age_deck_has_its_least_size(age, least):
    own = deck()
    whole = _with(own, **{f"age_{age}": _less(getattr(own, f"age_{age}"), 1)})
    assert sum(entry.copies for entry in getattr(whole, f"age_{age}")) == least
    assert rules_broken(whole) == set()
    # One card more is taken from a card of which there are others, so that no other condition is broken.
    entries = list(getattr(whole, f"age_{age}"))
    place = next(n for n, entry in enumerate(entries) if installed_data().card[entry.card].type != "age")
    left = entries[place].copies - 1
    entries[place : place + 1] = [Copies(entries[place].card, left)] if left else []
    assert rules_broken(_with(whole, **{f"age_{age}": tuple(entries)})) == {"agedeck-1"}


@pytest.mark.rule("age-of-empires", "deck-5")
def test_5_copies_of_a_card_are_legal_in_all_age_decks_together_and_6_are_not():
    assert rules_broken(changed(2, spearman=5)) == set()
    spread = changed(2, spearman=5)
    entries = (*spread.age_3, Copies("spearman", 1))
    assert rules_broken(_with(spread, age_3=entries)) == {"deck-5"}


@pytest.mark.rule("age-of-empires", "deck-6")
def test_10_militia_are_legal_and_11_are_not():
    assert rules_broken(changed(1, militia=10)) == set()
    assert rules_broken(changed(1, militia=11)) == {"deck-6"}


@pytest.mark.rule("age-of-empires", "deck-7", "card-building-8")
def test_20_walls_are_legal():
    assert rules_broken(changed(1, palisade_wall=20)) == set()
    assert rules_broken(changed(2, outpost=20)) == {"deck-5"}


@pytest.mark.rule("age-of-empires", "deck-2", "card-civilization-2")
def test_a_civilization_card_is_no_part_of_a_deck():
    assert "deck-2" in rules_broken(changed(1, celts=1))


@pytest.mark.rule("age-of-empires", "deck-3")
def test_starting_buildings_count_neither_for_size_nor_for_copies():
    own = changed(1, house=5)
    assert rules_broken(_with(own, starting_buildings=("town-center", "house", "house", "house"))) == set()


@pytest.mark.rule("age-of-empires", "deck-4", "card-civilization-7")
def test_a_barred_card_is_a_breach():
    assert rules_broken(changed(3, camel=1)) == {"card-civilization-7"}


@pytest.mark.rule("age-of-empires", "civ-13")
def test_a_card_of_another_civilization_is_a_breach():
    assert rules_broken(changed(3, samurai=1)) == {"civ-13"}
    assert rules_broken(changed(3, woad_raider=3)) == set()


@pytest.mark.rule("age-of-empires", "agedeck-3")
def test_an_age_deck_holds_cards_up_to_its_age():
    assert rules_broken(changed(1, archer=1)) == {"agedeck-3"}
    for age in (2, 3, 4):
        assert rules_broken(changed(age, archer=1)) == set()


@pytest.mark.rule("age-of-empires", "agedeck-4", "agecard-2")
@pytest.mark.parametrize("copies", [0, 2])
def test_each_age_deck_holds_exactly_its_own_age_card(copies):
    assert rules_broken(changed(2, feudal_age=copies, outpost=2)) == {"agedeck-4"}
    assert rules_broken(changed(3, feudal_age=1)) == {"agedeck-4"}


@pytest.mark.rule("age-of-empires", "kit-2", "setting-11")
@pytest.mark.parametrize(
    ("starters", "legal"),
    [
        (("town-center", "house", "mill", "lumber-camp"), True),
        (("town-center", "farm", "farm", "palisade-wall"), True),
        (("town-center", "house", "mill"), False),
        (("town-center", "town-center", "house", "mill"), False),
        (("town-center", "house", "mill", "castle"), False),
        (("town-center", "house", "mill", "loom"), False),
    ],
)
def test_a_seat_brings_a_town_center_and_three_buildings_of_age_1(starters, legal):
    assert rules_broken(deck(starting_buildings=starters)) == (set() if legal else {"setting-11"})


@pytest.mark.rule("age-of-empires", "kit-1")
def test_each_seat_has_one_civilization_and_both_may_have_the_same():
    game = game_with((("deck.first", "goths-swarm"), ("deck.second", "goths-swarm")))
    assert {deck.civilization for deck in game.decks.values() if deck} == {"goths"}
    assert "kit-1" in rules_broken(deck(civilization="teutons"))


def test_a_deck_file_that_breaks_a_condition_is_refused_with_every_breach():
    import msgspec

    plain = msgspec.to_builtins(changed(1, militia=11, archer=1))
    text = toml_text({key: value for key, value in plain.items() if key not in ("sources", "names")})
    assert {breach.rule for breach in check_deck(installed_data(), text)} == {"deck-6", "agedeck-3"}
    with pytest.raises(OptionError, match=r"first seat.*\(agedeck-3\).*\(deck-6\)"):
        deck_of(installed_data(), "first", text)


def deck_text(**changes: str) -> str:
    """The text of a legal file; `changes`: other TOML for a key, none for one that is left out."""
    import msgspec

    own = msgspec.to_builtins(deck())
    keys = ("civilization", "starting_buildings", "age_1", "age_2", "age_3", "age_4")
    parts = {key: toml_text({key: own[key]}).strip() for key in keys}
    parts |= {key: f"{key} = {value}" if value else "" for key, value in changes.items()}
    # Keys stand before arrays of tables, else they would be the last table's.
    return "\n".join(sorted(parts.values(), key=lambda part: "[[" in part)) + "\n"


def told(text: str) -> list[tuple[str, str]]:
    return [(breach.where, breach.what) for breach in check_deck(installed_data(), text)]


@pytest.mark.parametrize(
    ("changes", "where", "what"),
    [
        ({"civilization": ""}, "civilization", 'this is missing; write civilization = "goths"'),
        ({"civilization": "3"}, "civilization", "here stands a number, 3; civilization is a text, in quotes"),
        ({"title": "false"}, "title", "here stands a truth value, false; title is a text, in quotes"),
        (
            {"age_5": "[]"},
            "deck",
            "age_5 is no key of a deck; it has civilization, starting_buildings, age_1",
        ),
        ({"age_2": ""}, "age_2", 'this is missing; write age_2 = [{ card = "militia", copies = 3 }'),
        ({"age_2": '"farm"'}, "age_2", "here stands a text, farm; age_2 is a list of entries such as {"),
        ({"age_2": "['farm']"}, "age_2", "entry 1: here stands a text, farm; write it as { card = "),
        ({"age_2": "[{ copies = 3 }]"}, "age_2", "entry 1: card is missing; write it as"),
        ({"age_2": "[{ card = 3 }]"}, "age_2", "entry 1: for card here stands a number, 3; write it as"),
        ({"age_2": "[{ card = 'farm', of = 1 }]"}, "age_2", "entry 1: of is no key of an entry; write it as"),
        (
            {"age_2": "[{ card = 'farm', copies = 0 }]"},
            "age_2",
            "entry 1: there are 0 copies, where 1 or more",
        ),
        (
            {"age_2": "[{ card = 'farm', copies = '3' }]"},
            "age_2",
            "for copies here stands a text, 3, where a whole",
        ),
        (
            {"age_2": "[{ card = 'farm', copies = 2.5 }]"},
            "age_2",
            "for copies here stands a number, 2.5, where a",
        ),
        (
            {"age_2": "[{ card = 'farm', copies = true }]"},
            "age_2",
            "for copies here stands a truth value, true",
        ),
        (
            {"starting_buildings": '"house"'},
            "starting_buildings",
            "here stands a text, house; starting_buildings is",
        ),
        ({"starting_buildings": "[3]"}, "starting_buildings", "entry 1: here stands a number, 3; starting_"),
    ],
)
def test_a_fault_of_form_is_said_in_one_sentence_with_its_place_and_what_would_be_right(changes, where, what):
    assert told(deck_text()) == []
    ((place, sentence),) = told(deck_text(**changes))
    assert (place, what in sentence) == (where, True), sentence
    with pytest.raises(OptionError, match="first seat"):
        deck_of(installed_data(), "first", deck_text(**changes))


def test_faults_of_form_and_breaches_are_said_together():
    """Of a part that cannot be read, the number of its cards is no breach besides."""
    text = deck_text(
        age_1="[3, { crad = 'farm', copies = 'x' }]", age_2="[]", civilization='"teutons"', age_4="7"
    )
    found = [(breach.where, breach.rule) for breach in check_deck(installed_data(), text)]
    assert found == [
        *[("age_1", "deck-8")] * 4,
        ("age_4", "deck-8"),
        ("civilization", "kit-1"),
        ("age_2", "agedeck-1"),
        ("age_2", "agedeck-4"),
    ]


def test_a_card_that_there_is_not_is_said_with_the_nearest():
    text = deck_text(starting_buildings='["town-center", "house", "hose", "mill"]').replace('"farm"', '"Frm"')
    whats = [what for _, what in told(text)]
    assert whats == [
        "there is no card Frm; farm is the nearest",
        "hose is no building of age 1; name one, as house",
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = [", "this is not TOML: "),
        ("x = " + 5000 * "[", "nested too deep"),
        ("[[deck]]\n[[deck]]", "a file holds one deck"),
        ("deck = 3", "a file holds one deck"),
        ("[[deck]]\n[[cards]]", "a file holds one deck"),
    ],
)
def test_a_text_that_is_no_deck_is_said_to_be_none(text, what):
    ((where, sentence),) = told(text)
    assert (where, what in sentence) == ("deck", True), sentence


def test_a_file_with_one_deck_in_an_array_is_a_deck():
    own = deck_text(title='"Ours"')
    for key in ("age_1", "age_2", "age_3", "age_4"):
        own = own.replace(f"[[{key}]]", f"[[deck.{key}]]")
    assert told("[[deck]]\n" + own) == []


@pytest.mark.rule("age-of-empires", "deck-1", "deck-7")
def test_a_deck_may_be_large_but_not_without_bounds():
    many = deck_text().replace("[[age_1]]", '[[age_1]]\ncard = "palisade-wall"\ncopies = {}\n[[age_1]]', 1)
    assert told(many.format(1_500)) == []
    for copies in (2_000, 10**30):
        ((where, sentence),) = told(many.format(copies))
        assert (where, sentence.endswith("write at most 2000")) == ("deck", True)


@pytest.mark.rule("age-of-empires", "deck-9", "setting-1")
def test_the_numbers_of_deck_construction_are_those_of_the_data():
    """A scenario's conditions would stand in its data, which the check reads."""
    data = installed_data()
    numbers = {name: record.value for name, record in data.number.items()} | {"deck-least": 95}
    assert [breach.rule for breach in breaches(data.card, numbers, deck())] == ["deck-1"]


@pytest.mark.rule("age-of-empires", "type-1")
def test_there_are_two_seats():
    assert [seat.name for seat in ruleset.seats] == ["first", "second"]
    assert ruleset.scenarios[0].seats == ("first", "second")
