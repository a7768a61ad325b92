"""Replaying many games at once: from lists of squares to positions.

Games lie one after the other in one array of squares, passes left out; an array of offsets
says where each begins. A pass is put in wherever the side to move has no move and the other
one does; it takes no place.
"""

from typing import Annotated, Any

import numpy as np
from numba import types

from othello.kernels.bits import ZERO, Word, bit
from othello.kernels.jit import kernel
from othello.kernels.moves import after, flips, legal_moves

Bytes = Annotated[Any, types.Array(types.uint8, 1, "C")]
Words = Annotated[Any, types.Array(types.uint64, 1, "C")]
Numbers = Annotated[Any, types.Array(types.int64, 1, "C")]


@kernel
def _mover_passes(player: Word, opponent: Word) -> bool:
    """Whether the player has no move and the opponent has."""
    return legal_moves(player, opponent) == ZERO and legal_moves(opponent, player) != ZERO


@kernel
def replay_game(
    moves: Bytes, begin: int, end: int, players: Words, opponents: Words, turns: Bytes, start: Words
) -> int:
    """Write the position before each of the moves in begin..end-1; returns where the first illegal one is.

    That is *end* if there is none. *start* holds the words of the first mover, who has turn 0,
    and of the other side. Position i belongs to move i, with the mover as player, after a pass
    if one is due.
    """
    player, opponent = start[0], start[1]
    turn = 0
    for index in range(begin, end):
        if _mover_passes(player, opponent):
            player, opponent = opponent, player
            turn = 1 - turn
        players[index], opponents[index], turns[index] = player, opponent, turn
        square: Any = np.int64(moves[index])
        if square > 63 or (player | opponent) & bit(square) != ZERO:
            return index
        turned = flips(square, player, opponent)
        if turned == ZERO:
            return index
        player, opponent = after(player, opponent, square, turned)
        turn = 1 - turn
    return end


@kernel
def replay_games(
    moves: Bytes,
    offsets: Numbers,
    players: Words,
    opponents: Words,
    turns: Bytes,
    start: Words,
    ends: Numbers,
) -> None:
    """As `replay_game` for all games; *ends* gets what it returns for each.

    Game g takes offsets[g]..offsets[g + 1] - 1, so there is one offset more than games.
    """
    for game in range(len(ends)):
        ends[game] = replay_game(moves, offsets[game], offsets[game + 1], players, opponents, turns, start)
