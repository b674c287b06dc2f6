"""`python -m tests.coverage_of_rules [--json] [--sample N [--seed N]] [--require GAME]…`."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.coverage_of_rules import index, markers, report

TESTS = Path(__file__).parent.parent


def run(arguments: Sequence[str], tests: Path = TESTS, rules: Path = index.FOLDER) -> int:
    """Prints the report; 1 where a marker is at fault or a required game has a rule that no test proves."""
    chosen = _parser().parse_args(arguments)
    try:
        known = index.load(rules)
    except index.FaultyIndex as error:
        print(error, file=sys.stderr)
        return 1
    reading = markers.read(tests)
    found = report.coverage(known, reading.proofs)
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif chosen.sample is not None:
        seed = random.SystemRandom().randrange(1_000_000) if chosen.seed is None else chosen.seed
        print("\n".join(report.sample(known, reading.proofs, chosen.sample, seed)))
        print(f"Drawn with --seed {seed}.")
    else:
        print("\n".join(report.table(found)))
    faults = report.faults(known, reading)
    for fault in faults:
        print(
            f"{fault.path}:{fault.line}: {fault.sentence}" if fault.line else fault.sentence, file=sys.stderr
        )
    lacking = [game for game in chosen.require if found[game].missing]
    for game in lacking:
        print(f"{game}: no test proves {', '.join(found[game].missing)}.", file=sys.stderr)
    return 1 if faults or lacking else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.coverage_of_rules", description=__doc__)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON document: each game's ids")
    form.add_argument(
        "--sample", type=int, metavar="N", help="print N proved rules beside their tests, to be read"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="draw the same sample again")
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        choices=index.GAMES,
        metavar="GAME",
        help="fail where a rule of GAME is missing",
    )
    return parser


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
