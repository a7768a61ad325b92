"""Replaying many games at once: from lists of squares to positions.

One array holds the squares of all games, one game after the other, without passes; an array
of offsets holds the start of each game. A pass is made wherever only the other side has a move.
"""

from othello.kernels.bits import ZERO, Bytes, Numbers, Word, Words, bit
from othello.kernels.kernel import kernel
from othello.kernels.moves import after, flips, legal_moves


@kernel
def _mover_passes(player: Word, opponent: Word) -> bool:
    """Whether the player has no legal move but the opponent has one."""
    return legal_moves(player, opponent) == ZERO and legal_moves(opponent, player) != ZERO


@kernel
def replay_game(
    moves: Bytes, begin: int, end: int, players: Words, opponents: Words, turns: Bytes, start: Words
) -> int:
    """Write the position before each move of begin..end-1; return the index of the first illegal one.

    Return *end* if all are legal. *start* holds the discs of the first mover, whose turn is 0, and
    those of the other side. Position i is that before move i, after a pass if there is one, with
    the mover as player.
    """
    player, opponent = start[0], start[1]
    turn = 0
    for index in range(begin, end):
        if _mover_passes(player, opponent):
            player, opponent = opponent, player
            turn = 1 - turn
        players[index], opponents[index], turns[index] = player, opponent, turn
        square = 0 + moves[index]  # int64 instead of uint8
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
    """Do `replay_game` for all games; write the results to *ends*.

    Game g has the moves offsets[g]..offsets[g + 1] - 1, so there is one more offset than games.
    """
    for game in range(len(ends)):
        ends[game] = replay_game(moves, offsets[game], offsets[game + 1], players, opponents, turns, start)
