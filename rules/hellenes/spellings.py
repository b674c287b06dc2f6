"""In which other words an action may be typed than those by which it is listed."""

from __future__ import annotations

from functools import lru_cache

from rules.hellenes import actions as a
from rules.hellenes.game import Game
from rules.hellenes.phrases import phrase
from rules.hellenes.state import State
from rules.hellenes.wording import block, card
from rules.ruleset import Action

SMALL = frozenset({"at", "by", "for", "from", "in", "into", "its", "of", "on", "the", "to", "with"})
"""Words that may be left out."""

MAY_ADD = {
    a.GroupMove: ("group move ", "group move (the) (group) (of) (from) "),
    a.Muster: ("muster ", "muster (at) (in) "),
    a.Pillage: ("pillage ", "pillage (at) "),
    a.Sally: ("sally ", "sally (from) (at) "),
    a.Fight: ("fight ", "fight (at) (in) "),
    a.Starve: ("starve ", "starve (at) "),
    a.Storm: ("storm ", "storm (at) "),
}
"""For a kind of action the beginning of its phrase, and the same with words that may stand there as well."""

INSTEAD: dict[type[Action], tuple[str, ...]] = {
    a.Finish: ("finish", "finished"),
    a.Decline: ("no",),
    a.Fire: ("shoot",),
    a.RollAgain: ("reroll",),
}
"""What may be typed for all of a phrase."""

USES = {
    "event": "(commit) (play) {card} (as) (for) (its) (an) (the) event",
    "actions": "(commit) (play) {card} (for) (its) actions",
    "sacrifice": "(commit) (play) {card} (as) (for) (a) sacrifice",
}
"""How a card is committed: a name of one word will do (3.2, 10.4)."""

_BLOCKS = ("block", "cargo", "fleet")
_PLACES = ("place", "to", "via", "what")


def also_typed(game: Game, state: State, action: Action) -> tuple[str, ...]:
    """The phrases that mean the action besides its own: a block by its number alone, a card by its number or a word of
    its name, an area by the name of its city, and all without small words."""
    if isinstance(action, a.Commit):
        form = USES.get(action.use)
        return (form.format(card=_loosened(card(game, action.card))),) if form is not None else ()
    listed = found = phrase(game, state, action)
    for field in _BLOCKS:
        name = getattr(action, field, "")
        if name in game.blocks:
            found = found.replace(block(game, name), _numbered(block(game, name)))
    if isinstance(action, a.Discard):
        found = found.replace(card(game, action.card), _loosened(card(game, action.card)))
    beginning, more = MAY_ADD.get(type(action), ("", ""))
    if beginning:
        found = found.replace(beginning, more, 1)
    forms = [found]
    for field in _PLACES:
        name = getattr(action, field, "")
        if name in game.provinces and game.title(name).casefold() != name:
            forms += [form.replace(game.title(name), name.replace("-", " ")) for form in forms]
    others = (*(_without_small(form) for form in forms), *INSTEAD.get(type(action), ()))
    return tuple(other for other in others if other != listed)


@lru_cache(maxsize=1_000)
def _loosened(told: str) -> str:
    """A name of which any words will do."""
    return " ".join(f"({word})" for word in told.split())


@lru_cache(maxsize=1_000)
def _numbered(told: str) -> str:
    """A block of which the number will do."""
    *name, number = told.split()
    return f"{_loosened(' '.join(name))} {number}"


def _without_small(form: str) -> str:
    return " ".join(f"({word})" if word in SMALL else word for word in form.split())
