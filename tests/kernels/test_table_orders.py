"""An entry of the table under every order in which processors may carry out the accesses of threads.

The accesses come from the source of `table._write` and `table._read`. Two machines order them:

x86  A load may pass earlier stores, which wait in a buffer. It sees the thread's own stores.
ARM  Accesses may pass one another, but nothing passes an acquire, a release passes nothing, and accesses to
     one place stay in order. Later accesses may pass the store of an exchange, even if they depend on its
     success, which no known processor does.

A store reaches all other threads at the same time, as on x86 and on ARM since version 8.
"""

import ast
import inspect
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from othello.kernels import table
from tests.cases import cases

PLACES = ("PLAYER", "OPPONENT", "DATA", "SEQUENCE")
SEQUENCE = PLACES.index("SEQUENCE")
WRITE, READ = (dedent(inspect.getsource(kernel.function)) for kernel in (table._write, table._read))
A, B, C, D = ("a", "A"), ("b", "B"), ("a", "C"), ("d", "A")
"""Positions. A reader looks for A."""
TWO = [(*A, "a1")], [(*B, "b1")]
THREE = (*TWO, [(*C, "c1")])
TWICE = [(*A, "a1"), (*C, "c1")], [(*B, "b1"), (*A, "a2")]
"""What each thread writes."""
FIRST = (*D, "d0", 2), (*C, "c0", 2), (*A, "a0", 2), (*B, "b0", 2)
"""The entry before."""


class Access(NamedTuple):
    """An access of a thread to one of PLACES. The accesses of the same call go from *start* to *end* - 1."""

    kind: str
    place: int
    is_acquire: bool
    is_release: bool
    value: Any
    """What is stored, or added to the sequence number that was read. None in a thread that only reads."""
    start: int
    end: int


def accesses(source, words=None, start=0):
    """The accesses of a call, in the order of its source. *words* are what it writes, without a number."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls = [node for node in calls if len(node.args) > 1 and ast.unparse(node.args[1]) in PLACES]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        kind, _, order = call.func.id.partition("_")
        place, is_both = PLACES.index(call.args[1].id), kind == "exchanged"
        added = int("ONE" in ast.unparse(call.args[3])) if is_both else 2
        orders = is_both or order == "acquire", is_both or order == "release"
        yield Access(kind, place, *orders, words and (*words, added)[place], start, start + len(calls))


def waits_on_x86(earlier, later):
    return not (earlier.kind == "store" and later.kind == "load")


def waits_on_arm(earlier, later):
    # The load of an exchange is its acquire. Its store comes later, and does not hold up other accesses.
    is_acquire = earlier.is_acquire and earlier.kind == "load"
    return is_acquire or later.is_release or earlier.place == later.place


def needs(waits, thread, index):
    """The earlier accesses that must be done before an access of a thread."""
    access = thread[index]
    is_number = access.kind != "load" and access.place == SEQUENCE
    return [
        before
        for before in range(index)
        if waits(thread[before], access) or (is_number and before == access.start)
    ]


def carried_out(memory, thread, done, index):
    """The memory and the results of a thread after one more access, or None if that is impossible."""
    access, results = thread[index], list(done)
    results[index] = True
    value, gives_up = access.value, False
    if access.kind == "load":
        own = [before for before in range(index) if thread[before].place == access.place]
        buffered = [before for before in own if thread[before].kind == "store" and done[before] is None]
        results[index] = done[thread[buffered[-1]].start] + 2 if buffered else memory[access.place]
        gives_up = value is not None and results[index] % 2
    else:
        if access.place == SEQUENCE:
            value += done[access.start]
            gives_up = access.kind == "exchanged" and memory[SEQUENCE] != done[access.start]
        if not gives_up:
            memory = (*memory[: access.place], value, *memory[access.place + 1 :])
    if gives_up:
        if any(done[later] is not None for later in range(index + 1, access.end)):
            return None
        results[index : access.end] = [False] * (access.end - index)
    return memory, tuple(results)


def mixes(waits, writers, first, read=READ, write=WRITE):
    """What readers of A believe though nobody has written it, after all orders of accesses."""
    threads = [list(accesses(read))]
    for calls in writers:
        threads.append([])
        for words in calls:
            threads[-1] += accesses(write, words, len(threads[-1]))
    needed = [[needs(waits, thread, index) for index in range(len(thread))] for thread in threads]
    start = first, tuple((None,) * len(thread) for thread in threads)
    known, waiting, believed = {start}, [start], set()
    while waiting:
        memory, state = waiting.pop()
        if None not in state[0]:
            before, player, opponent, data, *after = state[0]
            if before % 2 == 0 and after in ([], [before]) and (player, opponent) == A and data[0] != "a":
                believed.add(data)
            continue
        for number, done in enumerate(state):
            for index, earlier in enumerate(needed[number]):
                if done[index] is not None or any(done[before] is None for before in earlier):
                    continue
                outcome = carried_out(memory, threads[number], done, index)
                if outcome is not None:
                    following = outcome[0], (*state[:number], outcome[1], *state[number + 1 :])
                    if following not in known:
                        known.add(following)
                        waiting.append(following)
    return believed


@cases("waits", [waits_on_x86, waits_on_arm])
def test_no_reader_believes_a_mix_of_the_writes_of_two_threads(waits):
    assert [len(list(accesses(source))) for source in (WRITE, READ)] == [6, 5]
    for first in FIRST:
        assert not mixes(waits, TWO, first)


@pytest.mark.slow
@cases("waits", [waits_on_x86, waits_on_arm])
@cases("writers", [THREE, TWICE])
def test_no_reader_believes_a_mix_of_the_writes_of_three_threads_or_of_two_writes_each(waits, writers):
    for first in FIRST:
        assert not mixes(waits, writers, first)


@cases(
    ("waits", "old", "new"),
    [
        (waits_on_x86, "after = load_acquire(entry, SEQUENCE)", "after = before"),
        (waits_on_x86, "before, before + ONE)", "before, before)"),
        *((waits_on_arm, f"store_release(entry, {place}", f"store(entry, {place}") for place in PLACES),
        *((waits_on_arm, f"load_acquire(entry, {place})", f"load(entry, {place})") for place in PLACES),
    ],
)
def test_the_orders_contain_a_mix_for_each_weaker_protocol(waits, old, new):
    assert old in READ + WRITE
    sources = READ.replace(old, new), WRITE.replace(old, new)
    assert any(mixes(waits, TWO, first, *sources) for first in FIRST)
