"""The record of a search thread, on which kernels work.

Kernels receive the record's address, a single machine word in each call. It contains counters, limits, and
addresses of memory allocated by Python. Threads share the table, but each thread has its own caches and list
of root moves. No memory is allocated during a search.

| field | meaning |
| --- | --- |
| nodes | positions searched, not counting those with one or two empty squares |
| node_limit | the search stops itself when `nodes` reaches this number |
| stop | if not 0, kernels return immediately. Any thread may write it |
| selectivity | level of Multi-ProbCut, see `probcut` |
| probes | nesting depth of Multi-ProbCut probes around the current search, see `probcut` |
| age | number of the search, which is stored in every table entry |
| table, buckets | address of the table's first bucket, and the number of buckets |
| generation | generation of the table, from 1: entries of earlier generations count as empty |
| deviations | address of the measured errors of shallow searches, see `probcut` |
| tempo | address of the tempo for each number of empty squares, see `tempo` |
| powers | address of what a disc on each square adds to the features, see `features` |
| features | address of the features of the positions being searched, see `features` |
| network | address of the network, see `network` |
| marks | address of the marks by which threads share work, or 0 with one thread, see `abdada` |
| bound_cache | address of the bound cache for positions with few empties, see `bound_cache` |
| evaluations | address of the evaluation cache, see `evaluation_cache` |
| root_moves, root_count | address and length of the list of root moves, see `root` |
| root_done | number of moves that this iteration has searched |
| root_best, root_move | best value of this iteration so far, in centidiscs, and its move |
"""

import ctypes
from typing import Annotated, Any, Final

from othello.native.kernel import inlined_kernel

UNLIMITED: Final = 2**62
"""A node limit that is never reached."""


class State(ctypes.Structure):
    """The record of a thread. Each field is an int64."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            "nodes",
            "node_limit",
            "stop",
            "selectivity",
            "probes",
            "age",
            "table",
            "buckets",
            "generation",
            "deviations",
            "tempo",
            "powers",
            "features",
            "network",
            "marks",
            "bound_cache",
            "evaluations",
            "root_moves",
            "root_count",
            "root_done",
            "root_best",
            "root_move",
        )
    ]


SearchState = Annotated[Any, State]


@inlined_kernel
def count_node(search: SearchState) -> bool:
    """Count a node. Return whether the search must stop because of its node limit or for another reason."""
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = 1
    # Test the flag where the counter is stored. In a loop without a store, LLVM would load the flag only
    # once.
    stop: int = search.stop
    return stop != 0
