"""A state has one canonical form: the same bytes in every process, and the state again from them, type for type."""

import subprocess
import sys

import immutables
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.projection import convert_state, decode_state, encode_state, state_digest


class Piece(msgspec.Struct, frozen=True):
    name: str
    losses: tuple[int, ...] = ()


class Board(msgspec.Struct, frozen=True):
    pieces: immutables.Map[str, Piece]
    turns: immutables.Map[int, str] = immutables.Map()
    adjacent: immutables.Map[tuple[str, int], immutables.Map[str, int]] = immutables.Map()
    gone: frozenset[str] = frozenset()


PROCESS = """
from tests.rules.test_projection import board
from rules.projection import encode_state
print(encode_state(board("abcdefghij")).decode())
"""


def board(names):
    return Board(
        pieces=immutables.Map({name: Piece(name, (1, 2)) for name in names}),
        turns=immutables.Map({len(names) - index: name for index, name in enumerate(names)}),
        adjacent=immutables.Map({(name, 1): immutables.Map({name: 1}) for name in names}),
        gone=frozenset(names),
    )


def test_the_form_is_json_with_keys_and_items_in_order():
    assert encode_state(board(["b", "a"])) == (
        b'{"pieces":{"a":{"name":"a","losses":[1,2]},"b":{"name":"b","losses":[1,2]}},'
        b'"turns":[[1,"a"],[2,"b"]],"adjacent":[[["a",1],{"a":1}],[["b",1],{"b":1}]],"gone":["a","b"]}'
    )


names = st.lists(st.text(max_size=3), unique=True, max_size=6)


@given(names)
def test_a_state_comes_back_equal_type_for_type(found):
    state = board(found)
    again = decode_state(Board, encode_state(state))
    assert again == state
    assert type(again.gone) is frozenset
    assert {type(key) for key in again.turns} <= {int}
    assert {type(key) for key in again.adjacent} <= {tuple}
    assert {type(value) for value in again.adjacent.values()} <= {immutables.Map}
    assert convert_state(Board, msgspec.json.decode(encode_state(state))) == state


def test_the_order_in_which_a_state_was_built_does_not_matter():
    one: immutables.Map[str, Piece] = immutables.Map()
    other: immutables.Map[str, Piece] = immutables.Map()
    for name in "abcdefghij":
        one = one.set(name, Piece(name))
    for name in "jihgfedcba":
        other = other.set(name, Piece(name))
    assert encode_state(Board(one)) == encode_state(Board(other))


def test_the_form_is_the_same_in_processes_of_other_hash_seeds(monkeypatch):
    told = set()
    for seed in ("1", "2", "3"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = subprocess.run(
            [sys.executable, "-c", PROCESS], capture_output=True, text=True, check=True, timeout=60
        )
        told.add(done.stdout)
    assert len(told) == 1


@pytest.mark.parametrize("value", [object(), iter(()), frozenset((Piece("a"), Piece("b")))])
def test_what_has_no_one_form_is_refused(value):
    with pytest.raises(TypeError):
        encode_state(value)


def test_a_document_that_does_not_fit_is_refused():
    with pytest.raises(msgspec.ValidationError):
        decode_state(Board, b'{"pieces":{"a":{"name":3}}}')
    with pytest.raises(msgspec.ValidationError):
        decode_state(Board, b'{"pieces":[["a"]]}')


def test_a_digest_says_the_shape_and_differs_with_the_state():
    digest = state_digest(4, board("ab"))
    shape, _, digits = digest.partition(":")
    assert (shape, len(digits)) == ("4", 64)
    assert digest == state_digest(4, decode_state(Board, encode_state(board("ab"))))
    assert digest != state_digest(4, board("abc"))
    assert digest != state_digest(5, board("ab"))
