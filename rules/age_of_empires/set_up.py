"""Before the first turn: decks, cities, the first hands, who begins (setup-1 to setup-9)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.deck_checks import AGES, card_counts
from rules.age_of_empires.drawing import draw_card
from rules.age_of_empires.game import SEATS, Game, Refusal
from rules.age_of_empires.spaces import ORIGIN, neighbours, order
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action
from rules.secrecy import UNKNOWN

LAYING = "lay-city"


def lay_out(unfolding: Unfolding) -> None:
    """Civilizations and decks (setup-1, setup-2, setup-5 to setup-7)."""
    game = unfolding.game
    unfolding.happen(events.SeaAgreed(game.with_sea))
    for seat in SEATS:
        deck = game.decks[seat]
        if deck is None:  # a deck that the record does not name
            unfolding.happen(events.DeckLaidOut(seat, "britons", (), (), (), (), (UNKNOWN,) * 3))
            continue
        cards = {
            age: tuple(sorted(card for card in card_counts(deck, age).elements() if card != game.ages[age]))
            for age in AGES
        }
        others = list(deck.starting_buildings)
        others.remove("town-center")
        unfolding.happen(
            events.DeckLaidOut(
                seat, deck.civilization, cards[1], cards[2], cards[3], cards[4], tuple(sorted(others))
            )
        )


def awaited(state: State) -> tuple[str, ...]:
    """The seats that have still to lay buildings, both at once (setup-3)."""
    return tuple(seat for seat in SEATS if state.sides[seat].starters)


def options(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every building that is still to be laid, on every space beside the city."""
    side = state.sides[seat]
    taken = [ORIGIN, *(space for _, space, _ in side.laid)]
    if UNKNOWN in taken:
        taken = [space for space in taken if space != UNKNOWN]
    spaces = sorted({each for space in taken for each in neighbours(space)} - set(taken), key=order)
    for card in dict.fromkeys(side.starters):
        for space in spaces:
            yield actions.Lay(card, space)


def why(game: Game, state: State, seat: str, action: Action) -> Refusal:
    """Why this is not laid there."""
    if not isinstance(action, actions.Lay):
        return "setup-3", "the starting buildings are laid first, each beside the city"
    if action.card not in state.sides[seat].starters:
        return "setup-3", f"{game.title(action.card)} is none of the starting buildings still to be laid"
    return "setup-3", "a starting building lies beside the city on a space that is free, within the 3 ranks"


def lay(unfolding: Unfolding, seat: str, action: Action) -> None:
    """Lays one building; when all lie, the cities are shown and the game begins."""
    assert isinstance(action, actions.Lay)
    number = len(unfolding.state.sides[seat].laid) + 1
    unfolding.happen(
        events.StarterLaid(
            seat, f"starter:{seat}:{number}", f"place:{seat}:{number}", action.card, action.space
        )
    )


def go_on(unfolding: Unfolding) -> None:
    """Shows the cities once all is laid, deals the hands, and finds out who begins."""
    game = unfolding.game
    for seat in SEATS:
        side = unfolding.state.sides[seat]
        numbered = sorted(
            ((space, part, f"place:{seat}:{number}") for number, (_, space, part) in enumerate(side.laid, 1)),
            key=lambda each: order(each[0]) if each[0] != UNKNOWN else (0, 0),
        )
        civilization = game.cards[side.civilization]
        assert civilization.start is not None
        hidden = civilization.town_center_face_down
        unfolding.happen(
            events.CityLaid(
                seat,
                tuple(place for _, _, place in numbered),
                (f"center:{seat}" if hidden else "", *(part for _, part, _ in numbered)),
                (ORIGIN, *(space for space, _, _ in numbered)),
                civilization.start.villagers,
                f"center:{seat}" if hidden else "",
                "town-center" if hidden else None,
            )
        )
    for seat in SEATS:
        for _ in range(game.numbers["hand"]):
            draw_card(unfolding, seat)
    _roll_for_first(unfolding)


def _roll_for_first(unfolding: Unfolding) -> None:
    while True:  # setup-9: ties are rolled again
        rolls = {seat: unfolding.chance.roll(f"first-player:{seat}", seat)[0] for seat in SEATS}
        best = max(rolls.values())
        winners = [seat for seat in SEATS if rolls[seat] == best]
        if len(winners) == 1:
            unfolding.happen(events.FirstRolled(rolls, winners[0]))
            return
