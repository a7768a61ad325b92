"""Samples, which are positions with values, and the format of their files.

A sample has one or two values, both from the point of view of the side to move. The *score* is the value from
a search of the position, or the exact value. The *result* is the disc difference at the end of the game. A
row with its checksum (`storage.records`) takes 28 bytes:

| field | type | meaning |
| --- | --- | --- |
| player | u64 | discs of the side to move |
| opponent | u64 | discs of the other side |
| game | u32 | number of the game |
| score | i16 | centidiscs, or UNSCORED |
| result | i8 | discs, with best play from the first solved position of the game on, or NO_RESULT |
| kind | u8 | ESTIMATED, or SOLVED if the score is exact |

If random moves come between a position and the first solved position, the position's result is NO_RESULT,
because the end of such a game reveals little about it.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from othello.kernels.hashing import GOLDEN_RATIO
from othello.rules.score import DISC, MAX_DISCS
from othello.storage.records import RecordFormat

ESTIMATED, SOLVED = 0, 1
UNSCORED: Final = -(2**15)
NO_RESULT: Final = -(2**7)
SAMPLE: Final = np.dtype(
    [
        ("player", "<u8"),
        ("opponent", "<u8"),
        ("game", "<u4"),
        ("score", "<i2"),
        ("result", "i1"),
        ("kind", "u1"),
    ]
)
FAULTS: Final[dict[str, Callable[[Any], Any]]] = {
    "discs overlap": lambda rows: rows["player"] & rows["opponent"] != 0,
    "the kind is neither 0 nor 1": lambda rows: rows["kind"] > SOLVED,
    "the score is outside -64 to 64 discs": lambda rows: (
        ~in_range(rows["score"], DISC * MAX_DISCS) & (rows["score"] != UNSCORED)
    ),
    "the result is outside -64 to 64 discs": lambda rows: (
        ~in_range(rows["result"], MAX_DISCS) & (rows["result"] != NO_RESULT)
    ),
    "there is neither a score nor a result": lambda rows: (
        (rows["score"] == UNSCORED) & ((rows["result"] == NO_RESULT) | (rows["kind"] == SOLVED))
    ),
}


def in_range(values: Any, limit: int) -> Any:
    """Return an array that contains, for each value, whether it is in -*limit*..*limit*."""
    return (values >= -limit) & (values <= limit)


FORMAT: Final = RecordFormat("samples", 3, SAMPLE, FAULTS)
HELD_OUT: Final = 20
"""One out of this many games is held out of training."""


def targets(samples: Any, mix: float) -> Any:
    """Return the target values of training as float32 in discs.

    The target of a position is *mix* times its score plus 1 - *mix* times its result. If the score is exact
    or there is no result, the target is the score. If there is no score, the target is the result.
    """
    score = samples["score"].astype(np.float32) / np.float32(DISC)
    result = samples["result"].astype(np.float32)
    mixed = np.float32(mix) * score + np.float32(1 - mix) * result
    is_score = (samples["kind"] == SOLVED) | (samples["result"] == NO_RESULT)
    values = np.where(is_score, score, np.where(samples["score"] == UNSCORED, result, mixed))
    return np.clip(values, -MAX_DISCS, MAX_DISCS)


def empties(samples: Any) -> Any:
    """Return the number of empties of each sample."""
    return 64 - np.bitwise_count(samples["player"] | samples["opponent"]).astype(np.int64)


def is_held_out(samples: Any) -> Any:
    """Return an array that contains, for each sample, whether its game is held out of training."""
    mixed = samples["game"].astype(np.uint64)
    mixed *= GOLDEN_RATIO  # in place, because there are many samples
    mixed >>= np.uint64(32)
    mixed %= np.uint64(HELD_OUT)
    return mixed == 0
