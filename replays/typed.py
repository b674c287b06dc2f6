"""What people type, made into actions: a whole move becomes the one chain of legal actions that it can mean.

Typed text and the phrases of actions are compared word by word: case, accents and punctuation do not count
(`orcs-3`, `Orcs 3` and `orcs_3` are the same), a word may be cut short, the end of a phrase may be left off, words in
parentheses may be missing, and so may parts of a name with hyphens (`bowmen` is `men-bowmen-1`). Where a
ruleset names other phrases for an action (`also_typed`), these are read as well. Actions whose phrase
is wholly in parentheses are supplied where the text needs them. Of several readings the one with the fewest supplied
actions counts, then the one with the least cut, then the one with the fewest actions; two as good as each other are
none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, Protocol

import immutables
import msgspec

from replays.phrase_words import LEFT_OFF, SPLIT, pattern_of, readings, words_of
from rules.chance import Chance, Request, Source
from rules.errors import ChanceNeeded, IllegalAction
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset

JOINING = ("to", "then", "and")
"""Words that may stand between two actions of a typed move."""

SUPPLIED = 6
"""How many actions in a row may be supplied."""

TRIALS = 5000
"""How many actions are tried on the scratch copy before a text counts as unreadable."""

FORMED = 20_000
"""How many conceivable actions are looked through for the one that the text means."""

NEAR = 5
"""How many near phrases are named."""


class Unreadable(Exception):
    """A text that means no action, or more than one; `near` names phrases that come near, five at most."""

    def __init__(self, message: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.near = near


class Ambiguous(Unreadable):
    """A text that means more than one action."""


class Where(Protocol):
    """What is needed of a position: its state, and how many results of each purpose there were before."""

    @property
    def state(self) -> Any: ...

    @property
    def counts(self) -> Any: ...


class Node(msgspec.Struct, frozen=True):
    """A point of the search: the actions so far with their phrases, and up to which word the text is read."""

    state: Any
    counts: Any
    requests: tuple[Request, ...]
    at: int
    chain: tuple[Action, ...] = ()
    phrases: tuple[str, ...] = ()
    typed: int = 0
    supplied: int = 0
    in_a_row: int = 0
    cut: int = 0
    loose: bool = False

    @property
    def cost(self) -> tuple[int, int, int]:
        return self.supplied, self.cut, len(self.chain)


def expand(
    ruleset: AnyRuleset,
    game: Any,
    position: Where,
    seat: str,
    text: str,
    source: Callable[[], Source] | None = None,
) -> list[Action]:
    """The chain of actions of this seat that the text means; a number alone is the number in the seat's list.

    `source` makes the position's own chance, each time from its start; without it a move cannot be followed beyond a
    roll. Nothing is recorded: whoever calls takes the actions. Raises Unreadable; IllegalAction where the text means
    an action that the rules forbid; ChanceNeeded where there is too little of it to follow the move.
    """
    words = words_of(text)
    listed = ruleset.legal(game, position.state, seat)
    if re.fullmatch(r"[0-9]{1,9}", text.strip()) and 1 <= int(text) <= len(listed):
        return [listed[int(text) - 1]]
    if not words:
        raise Unreadable("there is nothing to read: type an action or its number")
    search = _Search(ruleset, game, seat, words, source, _beginnings(text))
    start = Node(position.state, position.counts, (), 0)
    search.follow(start)
    best = search.best()
    if len(best) == 1:
        return [*best[0].chain, *search.finish(start, best[0])]
    if best:
        raise _several(text, best)
    named = _refused_by_name(search, start)
    if named is None and search.needed is not None:
        raise search.needed
    raise named or _refused(search) or _unread(search, text)


def passed(
    ruleset: AnyRuleset, game: Any, position: Where, source: Callable[[], Source] | None
) -> tuple[str, Action, Where] | None:
    """The pass of the seat that is asked now, and the position after it; None where several seats are asked, where it
    has none or more than one, and where anything is rolled or drawn for it."""
    seats = {each.seat for each in ruleset.awaiting(game, position.state)}
    if len(seats) != 1:
        return None
    seat = seats.pop()
    passes = [action for action in ruleset.legal(game, position.state, seat) if ruleset.is_pass(action)]
    if len(passes) != 1:
        return None
    search = _Search(ruleset, game, seat, (), source)
    try:
        after = search.after(Node(position.state, position.counts, (), 0), seat, passes[0])
    except ChanceNeeded:
        return None
    return None if after.requests else (seat, passes[0], after)


class _Search:
    """The depth-first search for the chains that a text can mean, on scratch copies of the state."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        game: Any,
        seat: str,
        words: tuple[str, ...],
        source: Callable[[], Source] | None,
        beginnings: frozenset[int] = frozenset(),
    ) -> None:
        self.ruleset, self.game, self.seat, self.words = ruleset, game, seat, words
        self.beginnings = beginnings
        self.needed: ChanceNeeded | None = None
        self.furthest: list[Node] = []
        self._source = source
        self._found: dict[tuple[Action, ...], Node] = {}
        self._trials = 0

    def best(self) -> list[Node]:
        """The chains of the lowest cost."""
        lowest = min((node.cost for node in self._found.values()), default=None)
        return [node for node in self._found.values() if node.cost == lowest]

    def listed(self, node: Node) -> Iterator[tuple[Action, str]]:
        """The legal actions of the seat with their phrases, as the seat sees them."""
        seen = self.seen(node)
        for action in self.ruleset.legal(self.game, node.state, self.seat):
            yield action, self.ruleset.phrase(self.game, seen, action)

    def seen(self, node: Node) -> Any:
        """The state as the seat sees it."""
        return self.ruleset.view(self.game, node.state, (self.seat,))

    def follow(self, node: Node) -> None:
        """Follows every reading of the rest of the text."""
        if node.at == len(self.words):
            known = self._found.get(node.chain)
            if known is None or node.cost < known.cost:
                self._found[node.chain] = node
            return
        self._note(node)
        supplied: list[tuple[Action, str]] = []
        seen = self.seen(node)
        for action, phrase in self.listed(node):
            pattern = pattern_of(phrase)
            for end, cut in self.ends(seen, action, phrase, node.at).items():
                self._take(node, action, phrase, end, typed=1, cut=cut)
            if pattern and all(word.optional for word in pattern):
                supplied.append((action, phrase))
        if node.in_a_row < SUPPLIED:
            for action, phrase in supplied:
                self._take(node, action, phrase, node.at, typed=0, cut=0)

    def ends(self, seen: Any, action: Action, phrase: str, at: int) -> dict[int, int]:
        """The readings of an action's phrases from this word on, or after a word that joins two actions."""
        starts = (at, at + 1) if at + 1 < len(self.words) and self.words[at] in JOINING else (at,)
        found: dict[int, int] = {}
        for each in (phrase, *self.ruleset.also_typed(self.game, seen, action)):
            for start in starts:
                for end, cut in readings(pattern_of(each), self.words, start).items():
                    found[end] = min(found.get(end, LEFT_OFF), cut)
        return found

    def _note(self, node: Node) -> None:
        if node.loose:
            return  # what is wrong is told of the text as it stands, not of a guess at it
        if not self.furthest or node.at > self.furthest[0].at:
            self.furthest = [node]
        elif node.at == self.furthest[0].at:
            self.furthest.append(node)

    def _take(self, node: Node, action: Action, phrase: str, end: int, *, typed: int, cut: int) -> None:
        further = msgspec.structs.replace(
            node,
            at=end,
            chain=(*node.chain, action),
            phrases=(*node.phrases, phrase),
            typed=node.typed + typed,
            supplied=node.supplied + 1 - typed,
            in_a_row=0 if typed else node.in_a_row + 1,
            cut=node.cut + cut,
            loose=node.loose or cut == LEFT_OFF,
        )
        if end == len(self.words):
            self.follow(further)
            return
        try:
            further = self.after(further, self.seat, action)
        except ChanceNeeded as needed:
            if not further.loose:
                self.needed = self.needed or needed
            return
        self.follow(further)

    def after(self, node: Node, seat: str, action: Action) -> Node:
        """The node with the action done, and after it the passes of those who can do nothing else."""
        node = self.decided(node, seat, action)
        asked = list(self.ruleset.awaiting(self.game, node.state))
        while asked:
            awaited = asked.pop(0).seat
            legal = self.ruleset.legal(self.game, node.state, awaited)
            if len(legal) == 1 and self.ruleset.is_pass(legal[0]):
                if awaited == self.seat:
                    node = self._read_pass(node, legal[0])
                node = self.decided(node, awaited, legal[0])
                asked = list(self.ruleset.awaiting(self.game, node.state))
        return node

    def _read_pass(self, node: Node, action: Action) -> Node:
        """The node with the words for a pass read that is entered at once, where somebody types it all the same."""
        seen = self.seen(node)
        found = self.ends(seen, action, self.ruleset.phrase(self.game, seen, action), node.at)
        end = max((end for end, cut in found.items() if not cut), default=node.at)
        return msgspec.structs.replace(node, at=end)

    def decided(self, node: Node, seat: str, action: Action) -> Node:
        """The node with the action done. Raises IllegalAction, ChanceNeeded."""
        self._trials += 1
        if self._trials > TRIALS:
            raise Unreadable("this can be read in too many ways; type fewer actions at a time")
        requests = list(node.requests)
        made = self._source() if self._source is not None else _no_chance
        for request in requests:
            made(request)

        def source(request: Request) -> tuple[int | str, ...]:
            result = made(request)
            requests.append(request)
            return result

        chance = Chance(source, "trial", node.counts)
        events = self.ruleset.decide(self.game, node.state, seat, action, chance)
        counts: immutables.Map[str, int] = node.counts
        for outcome in chance.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
        return msgspec.structs.replace(
            node,
            state=fold(self.ruleset, self.game, node.state, events),
            counts=counts,
            requests=tuple(requests),
        )

    def finish(self, start: Node, node: Node) -> list[Action]:
        """What ends a typed move that would leave the seat in its middle: `(halt)`, where that was not legal before.

        Only for a move of several typed actions: one by one, a person goes on. A pass is never supplied here.
        """
        before = {action for action, _ in self.listed(start)}
        added: list[Action] = []
        if node.typed < 2:
            return added
        try:
            now = self._state_after(start, node.chain)
            while len(added) < SUPPLIED:
                ends = [
                    action
                    for action, phrase in self.listed(now)
                    if all(word.optional for word in pattern_of(phrase))
                    and action not in before
                    and not self.ruleset.is_pass(action)
                ]
                if len(ends) != 1:
                    break
                added.append(ends[0])
                now = self.after(now, self.seat, ends[0])
        except ChanceNeeded:
            pass  # the move itself asks for it
        return added

    def _state_after(self, start: Node, chain: Sequence[Action]) -> Node:
        for action in chain:
            start = self.after(start, self.seat, action)
        return start


def _beginnings(text: str) -> frozenset[int]:
    """The numbers of the words of a text before which there is a blank."""
    found, count = set(), 0
    for part in text.split():
        found.add(count)
        count += len(words_of(part))
    return frozenset(found)


def _no_chance(request: Request) -> tuple[int | str, ...]:
    raise ChanceNeeded(f"what comes after {request.purpose} depends on chance: type the move up to there")


def _refused_by_name(search: _Search, start: Node) -> IllegalAction | None:
    """The rule that forbids what the text names word for word: all of it, or more of its beginning than can be done.

    That goes before what only the rest of the text may mean, and before what a part of it would ask of chance.
    """
    least = search.furthest[0].at if search.furthest else 0
    named: list[tuple[int, Action]] = []
    for action, ends in _formed(search, start):
        exact = max((end for end, cut in ends.items() if cut == 0), default=0)
        if exact > least and (exact == len(search.words) or exact in search.beginnings):
            named.append((exact, action))
    furthest = max((exact for exact, _ in named), default=0)
    return _first_refusal(search, start, (action for exact, action in named if exact == furthest))


def _refused(search: _Search) -> IllegalAction | None:
    """The rule that forbids what the rest of the text means, where it means something that can be formed."""
    for node in search.furthest[:NEAR]:
        formed: dict[int, list[Action]] = {0: [], 1: [], LEFT_OFF: []}
        for action, ends in _formed(search, node):
            # A phrase cut short is meant only where nothing but it was typed, or a blank stands after it: `spades-77`
            # does not mean `spades-7`.
            meant = [
                cut
                for end, cut in ends.items()
                if cut == 0 or end == len(search.words) or (cut == 1 and end in search.beginnings)
            ]
            if meant:
                formed[min(meant)].append(action)
        refusal = _first_refusal(search, node, (*formed[0], *formed[1], *formed[LEFT_OFF]))
        if refusal is not None:
            return refusal
    return None


def _formed(search: _Search, node: Node) -> Iterator[tuple[Action, dict[int, int]]]:
    """What the seat could form at the node, each with how far the text can be read as its phrase."""
    ruleset, game = search.ruleset, search.game
    seen = search.seen(node)
    for action in islice(ruleset.conceivable(game, seen, search.seat), FORMED):
        yield action, search.ends(seen, action, ruleset.phrase(game, seen, action), node.at)


def _first_refusal(search: _Search, node: Node, formed: Iterable[Action]) -> IllegalAction | None:
    for action in formed:
        try:
            search.decided(node, search.seat, action)
        except IllegalAction as refusal:
            return refusal
        except ChanceNeeded:
            continue
    return None


def _several(text: str, best: Sequence[Node]) -> Ambiguous:
    near = tuple(" ".join(node.phrases) for node in best[:NEAR])
    return Ambiguous(f"“{text.strip()}” can mean {len(best)} things: {'; '.join(near)}", near)


def _unread(search: _Search, text: str) -> Unreadable:
    """That nothing fits, from which word on, and what comes nearest there."""
    seat, words = search.seat, search.words
    at = search.furthest[0].at
    phrases = dict.fromkeys(phrase for node in search.furthest for _, phrase in search.listed(node))
    typed, rest = _as_typed(text, words, at)
    near = tuple(sorted(phrases, key=lambda phrase: -_likeness(phrase, rest))[:NEAR])
    if not near:
        when = f"after “{typed}”" if at else "now"
        return Unreadable(f"{seat} has nothing to decide {when}, so “{rest or text.strip()}” cannot be done")
    after = f" after “{typed}”" if at else ""
    return Unreadable(f"“{rest}” is nothing that {seat} can do{after}; near it: {', '.join(near)}", near)


def _as_typed(text: str, words: Sequence[str], at: int) -> tuple[str, str]:
    """What was typed before the word `at`, and from it on, as it was typed."""
    places = list(SPLIT.finditer(text))
    if len(places) != len(words):  # the comparison took a sign apart: the words must do
        return " ".join(words[:at]), " ".join(words[at:])
    end = places[at - 1].end() if at else 0
    return text[places[0].start() : end], text[places[at].start() :].strip()


def _likeness(phrase: str, rest: str) -> float:
    return max(
        SequenceMatcher(None, " ".join(kept), rest[: len(" ".join(kept)) + 2]).ratio()
        for kept in (
            [word.text for word in pattern_of(phrase)],
            [word.text for word in pattern_of(phrase) if not word.optional],
        )
    )
