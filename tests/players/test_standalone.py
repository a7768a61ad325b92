"""The plan of memory for kernels that a script calls, compared with the memory that Python prepares."""

import pytest

from othello import Position
from othello.kernels import network
from othello.kernels.constants import BLACK
from othello.kernels.zobrist import position_key
from othello.players import human_model, standalone
from othello.players.book_player import OpeningBook
from othello.search import evaluation_files


@pytest.fixture(scope="module")
def planned():
    return standalone.plan()


def test_arrays_follow_each_other_within_the_memory(planned):
    image, facts = planned
    end = facts["pages"] * standalone.WASM_PAGE
    addresses = [address for address, _ in facts["arrays"].values()]
    assert addresses == sorted(set(addresses))
    assert addresses[0] == facts["first"] > facts["data"]
    assert all(address % 8 == 0 for address in addresses)
    assert facts["first"] + len(image) <= end
    ends = dict(zip(addresses, [*addresses[1:], end], strict=True))
    for address, size in facts["cleared"]:
        assert address + size <= ends[address]


def test_the_network_lies_as_in_a_search(planned):
    """The script unpacks the body of its file into the memory, and then copies its parts."""
    _, facts = planned
    numbers = evaluation_files.shipped().numbers()
    memory = memoryview(bytearray(facts["pages"] * standalone.WASM_PAGE))
    body, base = facts["arrays"]["network_body"][0], facts["arrays"]["network"][0]
    memory[body : body + len(numbers)] = numbers
    for start, size, count, to, step in facts["copies"]:
        for at in range(count):
            memory[to + at * step :][:size] = memory[start + at * size :][:size]
    assert memory[base : base + network.ROWS_AT] == evaluation_files.shipped().memory.bytes[: network.ROWS_AT]
    assert facts["rowsAt"] == base + network.ROWS_AT


def test_the_bodies_of_both_files_fill_their_arrays(planned):
    _, facts = planned
    addresses = sorted(address for address, _ in facts["arrays"].values())
    _, pieces = human_model.FILE.read(human_model.SHIPPED)
    human = facts["arrays"]["known"][0]
    body = facts["arrays"]["network_body"][0]
    assert body + len(evaluation_files.shipped().numbers()) == human
    last, count = facts["arrays"]["packed"]
    assert human + sum(map(len, pieces)) == last + count
    assert addresses[-1] == last


def test_the_book_has_the_moves_that_the_book_player_chooses_from(planned):
    image, facts = planned
    address, count = facts["arrays"]["book"]
    words = memoryview(image)[address - facts["first"] :][: 8 * count].cast("Q")
    opening = OpeningBook()
    for position in [Position.start(), Position.start().play("f5"), Position.start().play("f5").play("d6")]:
        canonical, _ = position.canonical()
        key = position_key(canonical.player, canonical.opponent, BLACK) >> 24
        moves = {(word & 63, word >> 6 & 3) for word in words if word >> 24 == key}
        good = opening.good_moves(canonical)
        assert moves == {(int(move.move), int(is_end)) for move, is_end in good}
