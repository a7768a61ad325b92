"""Provides moves and hints without Python.

This module plans the memory of the kernels that `static/quick.js` runs.

The plan assigns an address to each array of the kernels, so the script only copies files and calls kernels.
The plan also contains the settings of all levels.
"""

import ctypes
import itertools
from typing import Final

from othello.kernels import (
    bound_cache,
    deepening,
    evaluation_cache,
    features,
    human_policy,
    network,
    ordering,
    search_state,
    table,
)
from othello.kernels.constants import BLACK, EXACT, MAX_MOVES
from othello.kernels.patterns import NETWORK, PHASES
from othello.kernels.probcut import PERCENT
from othello.kernels.zobrist import position_key
from othello.players.book_player import BOOK_MARGIN, CHECK_LEVEL, OpeningBook
from othello.players.human_model import FILE, MAX_RATING, MIN_RATING, SHIPPED
from othello.players.human_player import TABLE_MIB
from othello.players.levels import HUMAN_LEVELS, HumanLevel
from othello.rules.position import Position
from othello.search import evaluation_files, levels
from othello.search import network as networks
from othello.search.json_objects import JsonObject
from othello.search.schedule import Plan, schedule

DATA: Final = 1 << 20
"""The address at which the library's data begins. The stack lies below it."""
FIRST: Final = 2 << 20
"""The address at which the arrays begin."""
PAGE, WASM_PAGE = 4096, 65536
HIGHEST_LEVEL: Final = levels.DEFAULT
"""The highest level of moves and analyses. A search at this level takes less than a second in a browser."""
MOVES: Final = human_policy.MAX_LEGAL
_ARRAYS: Final = {
    "network": (1, network.BYTES),
    "table": (1, TABLE_MIB << 20),
    "features": (8, features.WORDS),
    "bound_cache": (8, bound_cache.WORDS),
    "evaluations": (8, evaluation_cache.WORDS),
    "root_moves": (8, ordering.WORDS),
    "schedule": (deepening.STEP_BYTES, MAX_MOVES),
    **dict.fromkeys(("ranks", "results"), (deepening.RANK_BYTES, MOVES)),
    "start": (8, 2),
    **dict.fromkeys(("moves", "turns"), (1, MAX_MOVES)),
    **dict.fromkeys(("players", "opponents", "replies"), (8, MAX_MOVES)),
    **dict.fromkeys(("lengths", "final", "illegal"), (2, 1)),
    "asked": (8, 3),
    "legal": (1, MOVES),
    **dict.fromkeys(("statics", "deeps", "values"), (2, MOVES)),
    **dict.fromkeys(("games", "scores"), (4, MOVES)),
    "places": (4, MOVES * human_policy.LOOKUPS),
    "inputs": (4, MOVES * human_policy.WIDTH),
    **dict.fromkeys(("sums", "hidden"), (4, MOVES * human_policy.UNITS)),
    "rating": (8, 1),
    **dict.fromkeys(("logarithms", "weights"), (8, MOVES)),
    "packing": (4, NETWORK.size),
    "mirrors": (1, NETWORK.size),
}
"""Item size in bytes and number of items, for arrays that start out as zeros."""
_BODIES: Final = {
    "network_body": (1, sum(networks.SIZES[:-1])),
    "rows": (network.ROW_BYTES, NETWORK.packed_size),
    "known": (4, human_policy.KNOWN),
    "numbers": (4, human_policy.NUMBERS),
    "packed": (1, human_policy.ROW_COUNT * human_policy.UNITS),
}
"""`_ARRAYS` without gaps: the bodies of both models' files are unpacked into these arrays."""


def plan() -> tuple[bytes, JsonObject]:
    """Return the first bytes of the arrays, and the facts that `static/quick.js` needs."""
    header, _ = FILE.read(SHIPPED)
    given = {
        name: bytes(array.bytes[: array.size])
        for name, array in evaluation_files.shipped().arrays().items()
        if name != "network"
    }
    steps = (ctypes.c_float * 256)(*((byte - 128) * header["scale"] for byte in range(256)))
    given |= {"steps": bytes(steps), "book": _book(), "record": bytes(search_state.State())}
    sizes = {name: (1, len(content)) for name, content in given.items()} | {
        "steps": (4, 256),
        "book": (8, len(given["book"]) // 8),
        **_ARRAYS,
    }
    arrays, end = {}, FIRST
    for name, (size, count) in (sizes | _BODIES).items():
        arrays[name] = [end, count]
        end += size * count if name in _BODIES else -(-size * count // PAGE) * PAGE
    fields = [field[0] for field in search_state.State._fields_]
    given["record"] = bytes(
        search_state.State(
            buckets=(TABLE_MIB << 20) // table.BUCKET,
            generation=1,
            age=1,
            node_limit=search_state.UNLIMITED,
            selectivity=EXACT,
            **{name: arrays[name][0] for name in arrays if name in fields},
        )
    )
    image = bytearray(arrays["record"][0] + len(given["record"]) - FIRST)
    for name, content in given.items():
        at = arrays[name][0] - FIRST
        image[at : at + len(content)] = content
    facts: JsonObject = {
        "start": Position.start().format(),
        "data": DATA,
        "first": FIRST,
        "pages": -(-end // WASM_PAGE),
        "arrays": arrays,
        "rowsAt": arrays["network"][0] + network.ROWS_AT,
        "stop": 8 * fields.index("stop"),
        "rank": deepening.RANK_BYTES,
        "cleared": [
            [arrays[name][0], size * count]
            for name, (size, count) in _ARRAYS.items()
            if name in ("table", "bound_cache", "evaluations")
        ],
        "copies": _copies(arrays),
        "levels": {level.name: _level(level) for level in HUMAN_LEVELS},
        "schedules": [_schedules(level) for level in range(HIGHEST_LEVEL + 1)],
        "percent": PERCENT[:EXACT],
        "check": CHECK_LEVEL,
        "margin": BOOK_MARGIN,
    }
    return bytes(image), facts


def _copies(arrays: dict[str, list[int]]) -> list[list[int]]:
    """Return the copies to make from the network's file, each as source, size, count, target and step."""
    body, base, parts, copies = arrays["network_body"][0], arrays["network"][0], list(networks.SIZES), []
    starts = list(itertools.accumulate(parts, initial=body))
    for part, place in zip((0, 2, 3, 4), networks.PLACES, strict=True):
        copies.append([starts[part], parts[part] // PHASES, PHASES, base + place, network.PHASE_BYTES])
    return [*copies, [starts[1], parts[1], 1, base + network.MOBILITY_AT, 0]]


def _book() -> bytes:
    """Return a word for each move that can be chosen in a position of the package's book.

    A word contains the canonical position's key without its lowest 24 bits, the value in centidiscs (16
    bits), whether the book ends after the move (2 bits), and the square (6 bits).
    """
    opening, words = OpeningBook(), list[int]()
    for position, _ in opening.book:
        key = position_key(position.player, position.opponent, BLACK)
        for move, is_end in opening.good_moves(position):
            assert move.move is not None, "good moves have a move"
            assert move.score is not None, "good moves have a value"
            low = (move.score.value & 0xFFFF) << 8 | is_end << 6 | int(move.move)
            words.append(key >> 24 << 24 | low)
    return bytes((ctypes.c_uint64 * len(words))(*words))


def _level(level: HumanLevel) -> list[float]:
    """Return the rating in the model's units, the search weight, the beginning and the mean search level."""
    rating = min(max(level.rating, MIN_RATING), MAX_RATING)
    unit = (rating - human_policy.MEAN_RATING) / human_policy.RATING_UNIT
    return [unit, level.search_weight, level.beginning, level.mean_search_level]


def _schedules(level: int) -> list[list[int]]:
    """Return the depths and selectivities of a search's steps for each number of empty squares."""
    result = []
    for empties in range(MAX_MOVES + 1):
        steps = schedule(Plan(*levels.depth_and_selectivity(level, empties)), empties) if empties else []
        result.append([number for step in steps for number in (step.depth, step.selectivity)])
    return result
