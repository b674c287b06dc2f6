"""The `rule` markers of test files, read from their syntax trees; nothing is imported.

A marker may stand

- on a test function or on a class of tests, as a decorator;
- in `pytestmark`, of a module or of a class;
- in `marks=` of a `pytest.param` inside `parametrize`, there or in a list that the module names: the case is
  then a test of its own.

Anywhere else it could not be told what the marker says, so that is a fault, and so is a marker on what pytest
does not collect or on a test that is skipped or expected to fail.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

MOST_RULES_A_TEST = 3
NO_PROOF = ("skip", "skipif", "xfail")

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Rules = frozenset[tuple[str, str]]


class Proof(msgspec.Struct, frozen=True):
    """One test, or one case of a parametrized test, and the rules (game, id) that it says it proves.

    `test` is path::Class::function[case]; `source` the text of the test, with that of the case before it.
    """

    test: str
    rules: frozenset[tuple[str, str]]
    source: str


class Fault(msgspec.Struct, frozen=True, order=True):
    """Something wrong with a marker: path, line, and a sentence."""

    path: str
    line: int
    sentence: str


class Reading(msgspec.Struct, frozen=True):
    """What the test files say."""

    proofs: tuple[Proof, ...]
    faults: tuple[Fault, ...]


def read(tests: Path) -> Reading:
    """The markers of every Python file under the folder `tests`, in the order of the paths."""
    proofs: list[Proof] = []
    faults: list[Fault] = []
    for path in sorted(tests.rglob("*.py")):
        reading = _File(path, path.relative_to(tests.parent).as_posix()).read()
        proofs += reading.proofs
        faults += reading.faults
    return Reading(tuple(proofs), tuple(sorted(faults)))


class _File:
    """The reading of one file."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.text = path.read_text(encoding="utf-8")
        self.named: dict[str, ast.expr] = {}
        self.proofs: list[Proof] = []
        self.faults: list[Fault] = []
        self.understood: set[ast.AST] = set()

    def read(self) -> Reading:
        try:
            tree = ast.parse(self.text)
        except SyntaxError as error:
            self._fault(error.lineno or 1, f"The file is no Python: {error.msg}.")
            return Reading((), tuple(self.faults))
        self.named = dict(_assignments(tree.body))
        if self._is_collected():
            self._read_tests(tree.body, (), self._pytestmark(tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and _is_mark(node, "rule") and node not in self.understood:
                self._fault(
                    node.lineno,
                    "A rule marker belongs on a collected test, on its class, in pytestmark, or in the marks of "
                    "a pytest.param inside parametrize; written here it proves nothing.",
                )
        return Reading(tuple(self.proofs), tuple(self.faults))

    def _is_collected(self) -> bool:
        return self.path.name.startswith("test_") or self.path.stem.endswith("_test")

    def _read_tests(self, body: list[ast.stmt], place: tuple[str, ...], outer: list[ast.expr]) -> None:
        for statement in body:
            if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
                marks = [*outer, *statement.decorator_list, *self._pytestmark(statement.body)]
                self._read_tests(statement.body, (*place, statement.name), marks)
            elif isinstance(statement, _Function) and statement.name.startswith("test"):
                self._read_test(statement, place, [*outer, *statement.decorator_list])

    def _read_test(self, function: _Function, place: tuple[str, ...], marks: list[ast.expr]) -> None:
        test = "::".join((self.name, *place, function.name))
        rules = self._rules(marks)
        proofs = [Proof(test, rules, self._source(function))] if rules else []
        most = [rules]
        suspended = any(
            _is_mark(node, name) for mark in marks for node in ast.walk(mark) for name in NO_PROOF
        )
        body_only = self._source(function, decorated=False)
        for mark in marks:
            cases = list(self._cases(mark))
            for name, case, case_rules in cases:
                source = f"# {name}\n{ast.get_source_segment(self.text, case, padded=True)}\n\n{body_only}"
                proofs.append(Proof(f"{test}[{name}]", rules | case_rules, source))
                suspended |= any(_is_mark(node, name) for node in ast.walk(case) for name in NO_PROOF)
            # Parametrized twice, a test runs with one case of each list, and bears the rules of both.
            most = [
                one | other
                for one, other in itertools.product(most, {_NONE, *(each for _, _, each in cases)})
            ]
        heaviest = max(most, key=lambda rules: len(rules))
        if len(heaviest) > MOST_RULES_A_TEST:
            named = ", ".join(f"{game} {id}" for game, id in sorted(heaviest))
            self._fault(
                function.lineno,
                f"{test} says it proves {len(heaviest)} rules ({named}); at most {MOST_RULES_A_TEST} a test.",
            )
        if proofs and suspended:
            self._fault(function.lineno, f"{test} is skipped or expected to fail, so it proves no rule.")
            return
        self.proofs += proofs

    def _cases(self, mark: ast.expr) -> Iterator[tuple[str, ast.Call, _Rules]]:
        """The marked cases of a `parametrize` decorator: name, the call of `pytest.param`, rules."""
        if not (isinstance(mark, ast.Call) and _is_mark(mark.func, "parametrize")):
            return
        values = [*mark.args[1:2], *(word.value for word in mark.keywords if word.arg == "argvalues")]
        for number, case in enumerate(self._elements(values)):
            if not (isinstance(case, ast.Call) and _last_name(case.func) == "param"):
                continue
            words = {word.arg: word.value for word in case.keywords}
            rules = self._rules(self._elements([words["marks"]]) if "marks" in words else [])
            if rules:
                given = words.get("id")
                named = given.value if isinstance(given, ast.Constant) else f"case {number + 1}"
                yield str(named), case, rules

    def _elements(self, values: Iterable[ast.expr]) -> Iterator[ast.expr]:
        """The written-out elements of lists and tuples, of such that the module gave a name, and of their sums."""
        for value in values:
            if isinstance(value, ast.Name) and value.id in self.named:
                value = self.named[value.id]
            if isinstance(value, ast.List | ast.Tuple):
                for element in value.elts:
                    if isinstance(element, ast.Starred):
                        yield from self._elements([element.value])
                    else:
                        yield element
            elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
                yield from self._elements([value.left, value.right])
            else:
                yield value

    def _pytestmark(self, body: list[ast.stmt]) -> list[ast.expr]:
        return list(self._elements(value for name, value in _assignments(body) if name == "pytestmark"))

    def _rules(self, marks: Iterable[ast.expr]) -> _Rules:
        """The rules that the `rule` markers among `marks` name; markers that cannot be read become faults."""
        rules: set[tuple[str, str]] = set()
        for mark in marks:
            if not (isinstance(mark, ast.Call) and _is_mark(mark.func, "rule")):
                continue
            repeated = mark.func in self.understood
            self.understood.add(mark.func)
            words = [word.value for word in mark.args if isinstance(word, ast.Constant)]
            texts = [word for word in words if isinstance(word, str)]
            if mark.keywords or len(texts) != len(mark.args) or len(texts) < 2:
                if not repeated:
                    self._fault(
                        mark.lineno, 'A rule marker is written out: rule("game", "id") with one to three ids.'
                    )
                continue
            rules |= {(texts[0], id) for id in texts[1:]}
        return frozenset(rules)

    def _source(self, function: _Function, *, decorated: bool = True) -> str:
        first = function.lineno
        if decorated:
            first = min([first, *(decorator.lineno for decorator in function.decorator_list)])
        return "\n".join(self.text.splitlines()[first - 1 : function.end_lineno])

    def _fault(self, line: int, sentence: str) -> None:
        self.faults.append(Fault(self.name, line, sentence))


_NONE: _Rules = frozenset()


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names and values of the plain assignments among the statements."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield target.id, statement.value
        elif (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and statement.value
        ):
            yield statement.target.id, statement.value


def _is_mark(node: ast.AST, name: str) -> bool:
    """Whether the node is `pytest.mark.NAME`, or `mark.NAME`."""
    return isinstance(node, ast.Attribute) and node.attr == name and _last_name(node.value) == "mark"


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
