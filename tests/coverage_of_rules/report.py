"""What the tests prove of each game's rules, as counts, as JSON, or as a sample to be read by a person."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Mapping

import msgspec

from tests.coverage_of_rules.index import GameRules
from tests.coverage_of_rules.markers import Fault, Proof, Reading

WIDTH = 110


class Coverage(msgspec.Struct, frozen=True):
    """One game: ids that a test proves, ids that none proves, and why some oblige nothing."""

    covered: list[str]
    missing: list[str]
    obliges_nothing: dict[str, str]


def coverage(index: Mapping[str, GameRules], proofs: tuple[Proof, ...]) -> dict[str, Coverage]:
    """Each game's coverage; ids in the order of the rulebook."""
    proved = {rule for proof in proofs for rule in proof.rules}
    return {
        game: Coverage(
            covered=[id for id in known.rules if (game, id) in proved],
            missing=[
                id for id in known.rules if (game, id) not in proved and id not in known.obliges_nothing
            ],
            obliges_nothing=known.obliges_nothing,
        )
        for game, known in index.items()
    }


def faults(index: Mapping[str, GameRules], reading: Reading) -> list[Fault]:
    """The faults of the reading, and rules named in it that the index does not hold or that oblige nothing."""
    found = list(reading.faults)
    for proof in reading.proofs:
        path = proof.test.partition("::")[0]
        for game, id in sorted(proof.rules):
            if game not in index:
                known = ", ".join(index)
                found.append(Fault(path, 0, f"{proof.test} names the game {game!r}; there are {known}."))
            elif id not in index[game].rules:
                found.append(
                    Fault(path, 0, f"{proof.test} names {game} {id}, which is no rule of the index.")
                )
            elif id in index[game].obliges_nothing:
                found.append(
                    Fault(path, 0, f"{proof.test} proves {game} {id}, which is said to oblige nothing.")
                )
    return sorted(set(found))


def table(covered: Mapping[str, Coverage]) -> Iterator[str]:
    """One line a game with its counts, and under it the ids that are missing."""
    yield f"{'game':<16}{'covered':>8}{'missing':>8}{'obliges nothing':>17}"
    for game, rules in covered.items():
        yield f"{game:<16}{len(rules.covered):>8}{len(rules.missing):>8}{len(rules.obliges_nothing):>17}"
        yield from _wrapped(" ".join(rules.missing), "    ")


def sample(index: Mapping[str, GameRules], proofs: tuple[Proof, ...], size: int, seed: int) -> Iterator[str]:
    """`size` rules drawn with `seed` from those that are proved: the demand, then the text of every proof."""
    proved = [(game, id) for game, rules in coverage(index, proofs).items() for id in rules.covered]
    drawn = set(random.Random(seed).sample(proved, min(size, len(proved))))
    for game, id in [rule for rule in proved if rule in drawn]:
        rule = index[game].rules[id]
        yield "=" * WIDTH
        yield f"{game} {id}: {rule.title}"
        for label, text in (("demand", rule.demand), ("unclear", rule.unclear), ("example", rule.example)):
            if text:
                yield f"  {label}:"
                yield from _wrapped(text, "    ")
        for proof in proofs:
            if (game, id) in proof.rules:
                yield f"  {'-' * (WIDTH - 2)}"
                yield f"  {proof.test}"
                yield textwrap.indent(textwrap.dedent(proof.source), "    ")
        yield ""


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
