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


def copied(numbers, copies, facts):
    """Return the memory from `first` after the copies of a file's parts."""
    memory = bytearray(facts["pages"] * standalone.WASM_PAGE)
    for start, size, count, to, step in copies:
        for at in range(count):
            memory[to + at * step : to + at * step + size] = numbers[
                start + at * size : start + (at + 1) * size
            ]
    return memory


def test_arrays_follow_each_other_within_the_memory(planned):
    image, facts = planned
    addresses = [address for address, _ in facts["arrays"].values()]
    assert addresses == sorted(set(addresses))
    assert addresses[0] == facts["first"] > facts["data"]
    assert all(address % standalone.PAGE == 0 for address in addresses)
    assert facts["first"] + len(image) <= facts["pages"] * standalone.WASM_PAGE
    ends = dict(zip(addresses, [*addresses[1:], facts["pages"] * standalone.WASM_PAGE], strict=True))
    for address, size in facts["cleared"]:
        assert address + size <= ends[address]


def test_the_network_lies_as_in_a_search(planned):
    _, facts = planned
    numbers = evaluation_files.shipped().numbers()
    memory = copied(numbers, facts["copies"]["network"], facts)
    base, rows = facts["arrays"]["network"][0], facts["arrays"]["rows"][0]
    expected = evaluation_files.shipped().memory.bytes[: network.ROWS_AT]
    assert memory[base : base + network.ROWS_AT] == expected
    assert facts["rowsAt"] == base + network.ROWS_AT
    packed = network.ROW_BYTES * facts["arrays"]["rows"][1]
    assert memory[rows : rows + packed] == numbers[-packed:]


def test_the_whole_human_model_is_copied(planned):
    _, facts = planned
    _, pieces = human_model.FILE.read(human_model.SHIPPED)
    numbers = b"".join(pieces)
    memory = copied(numbers, facts["copies"]["human"], facts)
    start = 0
    for _, size, _, to, _ in facts["copies"]["human"]:
        assert memory[to : to + size] == numbers[start : start + size]
        start += size
    assert start == len(numbers)


def test_the_book_has_the_moves_that_the_book_player_chooses_from(planned):
    image, facts = planned
    address, count = facts["arrays"]["book"]
    words = memoryview(image)[address - facts["first"] :][: 8 * count].cast("Q")
    opening = OpeningBook()
    for position in [Position.start(), Position.start().play("f5"), Position.start().play("f5").play("d6")]:
        canonical, _ = position.canonical()
        key = position_key(canonical.player, canonical.opponent, BLACK) >> 24
        found = {(word & 63, word >> 6 & 3) for word in words if word >> 24 == key}
        good = opening.good_moves(canonical)
        assert found == {(int(move.move), int(is_end)) for move, is_end in good}
