"""Goofspiel with a die, by its rules, and what it is there for: dice, a hidden hand and a secret choice in one game."""

import immutables
import msgspec
import pytest
from goofspiel import (
    SEATS,
    Again,
    CardCommitted,
    CardsRevealed,
    Commit,
    PrizeRolled,
    PrizeRolledAgain,
    ruleset,
)

from replays.opening import codec_of, decode_data, encode_data
from rules.chance import Chance, keyed, scripted
from rules.errors import ChanceNeeded, DataError, IllegalAction, OptionError
from rules.parts.decks import CardDrawn, DeckReshuffled
from rules.projection import fold
from rules.ruleset import Pass, Passed, Resign, Resigned, Step
from rules.secrecy import redact
from rules.sources import Sourced, Tally

DATA = ruleset.load(None)
GAME = ruleset.prepare(DATA, "duel", {"turns": ""})
SHORT = ruleset.prepare(DATA, "duel", {"turns": "1"})
FIRST_CARDS = ["spades-1", "spades-5", "spades-9", "hearts-2", "hearts-5", "hearts-8"]


class Table:
    """A game with dice and draws laid out in advance: `when` acts, `then` are the events of the last act."""

    def __init__(self, dice, draws, game=GAME):
        self.game = game
        self.source = scripted(dice, draws)
        self.state = ruleset.initial(game)
        self.told: list[str] = []
        self._happen(ruleset.begin(game, Chance(self.source)))

    def _happen(self, events):
        self.then = events
        for event in events:
            self.told.append(ruleset.narrate(self.game, self.state, event))
            self.state = ruleset.evolve(self.game, self.state, event)

    def when(self, seat, action):
        self.chance = Chance(self.source)
        self._happen(ruleset.decide(self.game, self.state, seat, action, self.chance))
        return self

    def asked(self):
        return [(awaited.seat, awaited.decision) for awaited in ruleset.awaiting(self.game, self.state)]

    def passed(self):
        while self.asked()[0][1] == "answer":
            self.when(self.asked()[0][0], Pass())
        return self

    def choose(self, *cards):
        for card in cards:
            self.when("north" if card.startswith("spades") else "south", Commit(card))
        return self


def ended(game, state):
    result = ruleset.result(game, state)
    assert result is not None
    return result


def test_a_game_begins_with_three_cards_each_and_a_die():
    table = Table([4], FIRST_CARDS)
    assert table.then[0] == CardDrawn("north", "spades-1")
    assert table.then[-1] == PrizeRolled(1, 4, 0)
    assert [chance.known_to for chance in _chance_of_begin()] == [("north",)] * 3 + [("south",)] * 3 + [None]
    assert table.asked() == [("north", "answer")]
    assert table.told[0] == "North draws spades-1"
    assert table.told[-1] == "Turn 1: the die shows 4, 0 carried over (2.1)"


def _chance_of_begin():
    chance = Chance(scripted([4], FIRST_CARDS))
    ruleset.begin(GAME, chance)
    return chance.outcomes


def test_both_choose_at_once_and_the_higher_card_takes_the_prize():
    table = Table([4, 6], [*FIRST_CARDS, "spades-2", "hearts-3"]).passed()
    assert table.asked() == [("north", "choice"), ("south", "choice")]
    table.choose("hearts-8")
    assert table.asked() == [("north", "choice")]
    assert ruleset.legal(GAME, table.state, "south") == ()
    table.choose("spades-9")
    assert table.state.points == immutables.Map(north=4, south=0)
    assert "Spades-9 against hearts-8: north takes 4 (3.2)" in table.told
    assert table.state.turn == 2
    assert table.asked()[0][0] == "south"


def test_the_order_in_which_both_choose_does_not_matter():
    tables = [Table([4, 6], [*FIRST_CARDS, "spades-2", "hearts-3"]).passed() for _ in range(2)]
    one, other = tables[0].choose("spades-9", "hearts-8"), tables[1].choose("hearts-8", "spades-9")
    assert one.state == other.state


def test_equal_cards_leave_the_prize_for_the_next_turn():
    table = Table([4, 6, 1], [*FIRST_CARDS, "spades-2", "hearts-3", "?", "?"])
    table.passed().choose("spades-5", "hearts-5")
    assert table.state.points == immutables.Map(north=0, south=0)
    assert (table.state.die, table.state.carried) == (6, 4)
    assert "Spades-5 against hearts-5: nobody takes 4 (3.2)" in table.told
    assert "Turn 2: the die shows 6, 4 carried over (2.1)" in table.told
    table.passed().choose("spades-9", "hearts-8")
    assert table.state.points == immutables.Map(north=10, south=0)
    assert (table.state.die, table.state.carried) == (1, 0)


def test_a_low_card_has_the_die_rolled_again_and_sets_the_first_result_aside():
    table = Table([4, 6], [*FIRST_CARDS, "spades-7"]).when("north", Again("spades-1"))
    assert table.then[0] == PrizeRolledAgain("north", "spades-1", 6)
    assert table.chance.outcomes[0].replaces == 0
    assert table.told[6:] == [
        "Turn 1: the die shows 4, 0 carried over (2.1)",
        "North spends spades-1: the 4 is set aside, the die shows 6 (2.3)",
        "North draws spades-7",
    ]
    assert table.asked() == [("north", "choice"), ("south", "choice")]


def test_a_card_that_is_not_low_has_the_die_rolled_for_nobody():
    table = Table([4], FIRST_CARDS)
    with pytest.raises(IllegalAction) as caught:
        table.when("north", Again("spades-5"))
    assert caught.value.rule == "2.3"
    assert ruleset.legal(GAME, table.state, "north") == (Pass(), Again("spades-1"))


def test_whoever_passes_leaves_the_answer_to_the_other():
    table = Table([4], FIRST_CARDS).when("north", Pass())
    assert table.then == (Passed("north"),)
    assert table.asked() == [("south", "answer")]
    assert ruleset.legal(GAME, table.state, "south") == (Pass(), Again("hearts-2"))


def test_a_choice_is_hidden_from_the_other_seat_until_both_are_revealed():
    table = Table([4, 6], [*FIRST_CARDS, "?", "?"]).passed().choose("spades-9")
    assert table.then == (CardCommitted("north", "choice-north-1", "spades-9"),)
    assert ruleset.view(GAME, table.state, ("south",)).chosen["north"] == ("?",)
    assert ruleset.view(GAME, table.state, ("north",)).chosen["north"] == ("spades-9",)
    assert redact(Commit("spades-9"), ("south",), "north") == Commit("?")
    assert redact(table.then[0], ("south",)).card == "?"
    table.choose("hearts-8")
    revealed = table.then[1]
    assert isinstance(revealed, CardsRevealed)
    assert revealed.choices == ("choice-north-1", "choice-south-1")


def test_a_seat_that_could_hold_a_low_card_is_asked_and_may_only_pass():
    table = Table([4], ["spades-4", *FIRST_CARDS[1:]])
    assert table.asked() == [("north", "answer")]
    assert ruleset.legal(GAME, table.state, "north") == (Pass(),)
    assert ruleset.is_pass(Pass())
    assert not ruleset.is_pass(Again("spades-1"))


def test_a_seat_whose_low_cards_are_all_discarded_is_not_asked():
    table = Table([4, 1], [*FIRST_CARDS, "spades-7", "hearts-7"]).passed()
    gone = table.state.discards | {f"spades-{rank}" for rank in (1, 2, 3)}
    table.state = msgspec.structs.replace(table.state, discards=gone, answered=())
    assert table.asked() == [("south", "answer")]


def test_an_empty_deck_is_made_anew_within_the_batch():
    rolls, draws = [1] * 8, list(FIRST_CARDS)
    for turn in range(1, 7):
        draws += [f"spades-{'2346781'[turn - 1]}", f"hearts-{'3467912'[turn - 1]}"]
    table = Table(rolls, [*draws, "spades-9", "hearts-8"])
    for spade, heart in zip("9523467", "8523467", strict=True):
        table.passed().choose(f"spades-{spade}", f"hearts-{heart}")
    kinds = [type(event) for event in table.then]
    assert kinds[2:6] == [DeckReshuffled, CardDrawn, DeckReshuffled, CardDrawn]
    assert "North makes a new deck of the discards" in table.told


@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (("spades-9", "hearts-8"), ("north",)),
        (("spades-1", "hearts-8"), ("south",)),
        (("spades-5", "hearts-5"), ()),
    ],
)
def test_most_points_win_after_the_last_turn(cards, winners):
    table = Table([4], FIRST_CARDS, SHORT).passed().choose(*cards)
    result = ended(SHORT, table.state)
    assert (result.winners, result.how, result.turn) == (winners, "points", 1)
    assert ruleset.awaiting(SHORT, table.state) == ()
    with pytest.raises(IllegalAction, match=r"the game is over \(4\.1\)"):
        table.when("north", Resign())


@pytest.mark.parametrize(("seat", "winner"), [("south", "north"), ("north", "south")])
def test_giving_up_loses(seat, winner):
    table = Table([4], FIRST_CARDS).when(seat, Resign())
    assert table.then == (Resigned(seat),)
    assert (ended(GAME, table.state).winners, ended(GAME, table.state).how) == ((winner,), "resigned")
    assert table.asked() == []
    assert table.told[-1] == f"{seat.title()} gives up"


def test_a_card_that_the_record_does_not_name_is_counted_and_named_when_it_is_played():
    table = Table([4, 1], ["?", "spades-5", "?", *FIRST_CARDS[3:], "spades-7", "hearts-7"])
    assert table.state.hands["north"] == ("?", "spades-5", "?")
    assert "North draws a card" in table.told
    assert Again("spades-3") in ruleset.legal(GAME, table.state, "north")
    table.passed()
    offered = ruleset.legal(GAME, table.state, "north")
    assert offered[0] == Commit("spades-5")
    assert set(offered) == {Commit(f"spades-{rank}") for rank in range(1, 10)}
    table.when("north", Commit("spades-9")).choose("hearts-8")
    assert table.state.points["north"] == 4
    assert table.state.hands["north"] == ("spades-5", "?", "spades-7")


def test_dice_that_are_missing_are_asked_for():
    with pytest.raises(ChanceNeeded, match="prize:1 needs 1 dice of 6 faces; 0 are given"):
        Table([], FIRST_CARDS)


def test_a_ruling_sets_points_and_nothing_else():
    table = Table([4], FIRST_CARDS)
    table._happen(ruleset.adjust(GAME, table.state, {"set": "points", "seat": "north", "to": 7}))
    assert table.state.points["north"] == 7
    assert table.told[-1] == "North is put at 7 points"
    for ruling in (
        {},
        {"set": "points", "seat": "east", "to": 7},
        {"set": "points", "seat": "north", "to": "7"},
    ):
        with pytest.raises(IllegalAction, match="a ruling reads"):
            ruleset.adjust(GAME, table.state, ruling)


def test_a_run_is_told_in_one_line():
    table = Table([4, 6], [*FIRST_CARDS, "spades-7"])
    before = table.state
    table.when("north", Again("spades-1"))
    assert ruleset.retell(GAME, before, [Step("north", Again("spades-1"), table.then)]) == (
        "North spends spades-1: the 4 is set aside, the die shows 6 (2.3); North draws spades-7"
    )


def test_resampling_fills_in_what_a_seat_does_not_know_and_nothing_else():
    table = Table([4], FIRST_CARDS).passed().choose("hearts-8")
    seen = ruleset.view(GAME, table.state, ("north",))
    assert (seen.hands["south"], seen.chosen["south"]) == (("?", "?"), ("?",))
    full = ruleset.resample(GAME, seen, "north", Chance(keyed(bytes(16)), "trial"))
    assert full.hands["north"] == table.state.hands["north"]
    south = {*full.hands["south"], *full.chosen["south"]}
    assert len(south) == 3
    assert south < set(GAME.suits["south"])


def test_older_events_data_and_states_are_read():
    codec = codec_of(ruleset)
    old = codec.decode_row("prize-rolled", 1, b'{"turn":3,"die":5}')
    assert old == PrizeRolled(3, 5, 0)
    document = msgspec.json.decode(encode_data(ruleset, DATA))
    assert document["shape"] == 2
    del document["data"]["low"]
    document["shape"] = 1
    assert decode_data(ruleset, msgspec.json.encode(document)).low == Sourced(1, "reconstruct")
    (of_states,) = (upcast for upcast in ruleset.upcasts if upcast.what == "state")
    assert of_states.change({"turn": 1}) == {"turn": 1, "carried": 0}
    assert ruleset.state_shape == 2


def test_the_long_scenario_runs_on_for_more_than_ten_thousand_plies():
    game = ruleset.prepare(DATA, "long", {"turns": ""})
    source, plies = keyed(bytes(16)), 0
    state = fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(source)))
    while awaited := ruleset.awaiting(game, state):
        action = ruleset.legal(game, state, awaited[0].seat)[-1]
        state = fold(
            ruleset, game, state, ruleset.decide(game, state, awaited[0].seat, action, Chance(source))
        )
        plies += 1
    assert plies > 10_000
    assert ended(game, state).how == "points"


@pytest.mark.parametrize("turns", ["0", "-1", "many", "1.5"])
def test_a_number_of_turns_that_is_none_is_refused(turns):
    with pytest.raises(OptionError, match="turns takes a number from 1"):
        ruleset.prepare(DATA, "duel", {"turns": turns})


def test_data_of_an_owner_are_laid_over_and_checked(tmp_path):
    file = tmp_path / "goofspiel.toml"
    numbers = {"ranks": 4, "hand": 2, "low": 1, "turns.duel": 3, "turns.long": 9}
    lines = [f'{name} = {{ value = {value}, source = "seed" }}' for name, value in numbers.items()]
    file.write_text("\n".join(lines), encoding="utf-8")
    mine = ruleset.load(tmp_path)
    assert mine.hand.value == 2
    assert ruleset.tally_sources(mine) == Tally(5, 0, 0)
    game = ruleset.prepare(mine, "duel", {})
    state = fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(keyed(bytes(16)))))
    assert [len(state.hands[seat]) for seat in SEATS] == [2, 2]
    file.write_text("hand = 'two'", encoding="utf-8")
    with pytest.raises(DataError, match=r"goofspiel\.toml: Expected `object`, got `str`"):
        ruleset.load(tmp_path)
    with pytest.raises(DataError, match=r"goofspiel\.toml"):
        ruleset.load(tmp_path / "nowhere")
