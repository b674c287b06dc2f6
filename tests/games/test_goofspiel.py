"""Goofspiel with a die, by its rules, and what it is there for: every part of the contract is used by it."""

import immutables
import msgspec
import pytest
from goofspiel import pieces, play
from goofspiel.ruleset import ruleset

from replays.opening import codec_of, decode_data, encode_data
from rules.chance import Chance, keyed, scripted
from rules.errors import ChanceNeeded, DataError, IllegalAction, OptionError
from rules.projection import fold
from rules.ruleset import Resign, Step
from rules.secrecy import redact

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

    def passed(self):
        while self.state.decision == "answer":
            self.when(self.state.awaited[0], pieces.Pass())
        return self

    def slot(self, card):
        return next(h.slot for hand in self.state.hands.values() for h in hand if h.card == card)

    def choose(self, *cards):
        for card in cards:
            seat = "north" if card.startswith("spades") else "south"
            self.when(seat, pieces.Commit(self.slot(card), card))
        return self


def ended(game, state):
    result = ruleset.result(game, state)
    assert result is not None
    return result


def test_a_game_begins_with_three_cards_each_and_a_die():
    table = Table([4], FIRST_CARDS)
    assert table.then[0] == pieces.CardDrawn("north", "north-1", "spades-1")
    assert table.then[-2:] == (pieces.PrizeRolled(1, 4, 0), pieces.SeatsAsked("answer", ("north",)))
    assert table.told[-2:] == ["Turn 1: the die shows 4 (2.1)", "North may answer (2.1)"]


def test_both_choose_at_once_and_the_higher_card_takes_the_prize():
    table = Table([4, 6], [*FIRST_CARDS, "spades-2", "hearts-3"]).passed()
    assert [awaited.seat for awaited in ruleset.awaiting(GAME, table.state)] == ["north", "south"]
    table.choose("hearts-8")
    assert [awaited.seat for awaited in ruleset.awaiting(GAME, table.state)] == ["north"]
    assert ruleset.legal(GAME, table.state, "south") == ()
    table.choose("spades-9")
    assert table.state.points == immutables.Map(north=4, south=0)
    assert "spades-9 against hearts-8: North takes 4 (3.2)" in table.told
    assert table.state.turn == 2
    assert ruleset.awaiting(GAME, table.state)[0].seat == "south"


def test_the_order_in_which_both_choose_does_not_matter():
    tables = [Table([4, 6], [*FIRST_CARDS, "spades-2", "hearts-3"]).passed() for _ in range(2)]
    one, other = tables[0].choose("spades-9", "hearts-8"), tables[1].choose("hearts-8", "spades-9")
    assert one.state == other.state


def test_equal_cards_leave_the_prize_for_the_next_turn():
    table = Table([4, 6], [*FIRST_CARDS, "spades-2", "hearts-3"]).passed().choose("spades-5", "hearts-5")
    assert table.state.points == immutables.Map(north=0, south=0)
    assert (table.state.die, table.state.carried) == (6, 4)
    assert "Turn 2: the die shows 6, with 4 carried over (2.1)" in table.told


def test_an_ace_has_the_die_rolled_again_and_sets_the_first_result_aside():
    table = Table([4, 6], [*FIRST_CARDS, "spades-7"]).when("north", pieces.Again())
    assert table.then[0] == pieces.PrizeRolledAgain("north", "north-1", "spades-1", 0, 6)
    assert table.chance.outcomes[0].replaces == 0
    assert table.told[6:] == [
        "Turn 1: the die shows 4 (2.1)",
        "North may answer (2.1)",
        "North spends spades-1: the 4 is set aside, the die shows 6 (2.2)",
        "North draws spades-7 as north-4 (1.1)",
        "North may answer (2.1)",
    ]


def test_a_spy_makes_a_card_known_to_one_seat_that_later_everybody_sees():
    table = Table([4, 1], [*FIRST_CARDS, "spades-7", "hearts-7"])
    assert ruleset.view(GAME, table.state, ("north",)).hands["south"][2].card == "?"
    table.when("north", pieces.Spy("south-3"))
    assert ruleset.view(GAME, table.state, ("north",)).hands["south"][2].card == "hearts-8"
    assert ruleset.view(GAME, table.state, ()).hands["south"][2].card == "?"
    assert redact(table.then[0], ("north",)) == table.then[0]
    assert redact(table.then[0], ()).card == "?"
    table.passed().choose("spades-9", "hearts-8")
    assert table.then[1].parts == ("north-3", "south-3", "choice-north-1", "choice-south-1")


def test_a_spy_is_used_once_and_on_the_other_hand():
    table = Table([4], FIRST_CARDS)
    with pytest.raises(IllegalAction) as caught:
        table.when("north", pieces.Spy("north-2"))
    assert caught.value.rule == "2.3"
    table.when("north", pieces.Spy("south-3"))
    assert not any(isinstance(action, pieces.Spy) for action in ruleset.legal(GAME, table.state, "north"))


def test_a_choice_is_hidden_from_the_other_seat():
    table = Table([4], FIRST_CARDS).passed().choose("spades-9")
    assert ruleset.view(GAME, table.state, ("south",)).chosen["north"] == pieces.Held("?", "?")
    assert ruleset.view(GAME, table.state, ("north",)).chosen["north"] == pieces.Held("north-3", "spades-9")
    assert redact(pieces.Commit("north-3", "spades-9"), ("south",), "north") == pieces.Commit("?", "?")


def test_a_seat_that_could_hold_an_ace_is_asked_and_may_only_pass():
    table = Table([4, 1, 2], [*FIRST_CARDS, "spades-7", "hearts-7"])
    table.when("north", pieces.Spy("south-3")).when("north", pieces.Pass())
    table.when("south", pieces.Spy("north-2"))
    assert ruleset.awaiting(GAME, table.state)[0].seat == "south"
    assert ruleset.legal(GAME, table.state, "south") == (pieces.Pass(),)
    assert ruleset.is_pass(pieces.Pass())


def test_a_seat_whose_ace_is_gone_and_whose_spy_is_used_is_not_asked():
    table = Table([4, 6], [*FIRST_CARDS, "spades-7"])
    table.when("north", pieces.Spy("south-3")).when("north", pieces.Again())
    assert table.then[-1] == pieces.SeatsAsked("answer", ("south",))


def test_an_empty_deck_is_made_anew_within_the_batch():
    rolls, draws = [1] * 8, list(FIRST_CARDS)
    for turn in range(1, 7):
        draws += [f"spades-{'2346781'[turn - 1]}", f"hearts-{'3467912'[turn - 1]}"]
    table = Table(rolls, [*draws, "spades-9", "hearts-8"])
    for spade, heart in zip("9523467", "8523467", strict=True):
        table.passed().choose(f"spades-{spade}", f"hearts-{heart}")
    kinds = [type(event).__name__ for event in table.then]
    assert kinds[2:6] == ["DeckReshuffled", "CardDrawn", "DeckReshuffled", "CardDrawn"]
    assert "North makes a new deck of the discards (1.2)" in table.told


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


def test_giving_up_loses():
    table = Table([4], FIRST_CARDS).when("south", Resign())
    assert ended(GAME, table.state).winners == ("north",)
    assert table.told[-1] == "The game ends by resigned: North wins (4.1)"


def test_a_card_that_the_record_does_not_name_is_counted_and_named_when_it_is_played():
    table = Table([4, 1], ["?", "spades-5", "?", *FIRST_CARDS[3:], "spades-7", "hearts-7"])
    assert [held.card for held in table.state.hands["north"]] == ["?", "spades-5", "?"]
    assert "North draws a card as north-1 (1.1)" in table.told
    table.passed()
    offered = ruleset.legal(GAME, table.state, "north")
    assert len(offered) == 1 + 2 * 8
    assert pieces.Commit("north-1", "spades-5") not in offered
    table.when("north", pieces.Commit("north-1", "spades-9")).choose("hearts-8")
    assert table.state.points["north"] == 4
    assert [held.slot for held in table.state.hands["north"]] == ["north-2", "north-3", "north-4"]


def test_dice_that_are_missing_are_asked_for():
    with pytest.raises(ChanceNeeded, match="prize:1 needs 1 dice of 6 faces; 0 are given"):
        Table([], FIRST_CARDS)


def test_a_ruling_sets_points_and_nothing_else():
    table = Table([4], FIRST_CARDS)
    table._happen(ruleset.adjust(GAME, table.state, {"set": "points", "seat": "north", "to": 7}))
    assert table.state.points["north"] == 7
    for ruling in (
        {},
        {"set": "points", "seat": "east", "to": 7},
        {"set": "points", "seat": "north", "to": "7"},
    ):
        with pytest.raises(IllegalAction, match="a ruling reads"):
            ruleset.adjust(GAME, table.state, ruling)


def test_a_run_is_told_in_one_line():
    table = Table([4], FIRST_CARDS)
    before = table.state
    table.when("north", pieces.Spy("south-3"))
    assert ruleset.retell(GAME, before, [Step("north", pieces.Spy("south-3"), table.then)]) == (
        "North's spy looks at south-3: hearts-8 (2.3)"
    )


def test_resampling_fills_in_what_a_seat_does_not_know_and_nothing_else():
    table = Table([4], FIRST_CARDS).passed().choose("hearts-8")
    seen = ruleset.view(GAME, table.state, ("north",))
    full = ruleset.resample(GAME, seen, "north", Chance(keyed(bytes(16)), "trial"))
    assert full.hands["north"] == table.state.hands["north"]
    assert {held.card for held in full.hands["south"]} < set(GAME.suits["south"])
    assert full.chosen["south"] in full.hands["south"]


def test_older_events_data_and_states_are_read():
    codec = codec_of(ruleset)
    old = codec.decode_row("prize-rolled", 1, b'{"turn":3,"die":5}')
    assert old == pieces.PrizeRolled(3, 5, 0)
    document = msgspec.json.decode(encode_data(ruleset, DATA))
    assert document["shape"] == 2
    del document["data"]["spies"]
    document["shape"] = 1
    assert decode_data(ruleset, msgspec.json.encode(document)).spies == 0
    (of_states,) = (upcast for upcast in ruleset.upcasts if upcast.what == "state")
    assert of_states.change({"turn": 1}) == {"turn": 1, "carried": 0}


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
    numbers = "hand = 2\nfaces = 6\nspies = 1\n[turns]\nduel = 3\nlong = 9\n"
    cards = "".join(
        f'[[card]]\nname = "{seat}-{rank}"\nseat = "{seat}"\nrank = {rank}\nsource = "seed"\n'
        for seat in play.SEATS
        for rank in range(1, 5)
    )
    file.write_text(numbers + cards, encoding="utf-8")
    assert ruleset.load(tmp_path).hand == 2
    file.write_text("hand = 'two'", encoding="utf-8")
    with pytest.raises(DataError, match=r"goofspiel\.toml: Expected `int`, got `str`"):
        ruleset.load(tmp_path)
    with pytest.raises(DataError, match=r"goofspiel\.toml"):
        ruleset.load(tmp_path / "nowhere")
