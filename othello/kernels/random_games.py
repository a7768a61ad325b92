"""Games by the thousand, one in each row of an array: random ones, and the replay of given ones.

A row has 60 squares without passes, and NO_MOVE after the end. Game number n depends on a seed and n alone.
"""

from typing import Annotated, Any

from othello.kernels.bits import ZERO, Bytes, Word, Words, bit, drawn, to_word
from othello.kernels.constants import MAX_MOVES, NO_MOVE
from othello.kernels.hashing import GOLDEN_RATIO, mixed
from othello.kernels.last_empties import final_score
from othello.kernels.moves import after, flips, legal_moves
from othello.native.kernel import inlined_kernel, kernel

ByteRows = Annotated[Any, "uint8[:, ::1]"]
WordRows = Annotated[Any, "uint64[:, ::1]"]
Shorts = Annotated[Any, "int16[::1]"]
Turn = Annotated[tuple[Word, Word, int, Word], ("uint64", "uint64", "int64", "uint64")]
"""The discs of the mover and of the other side, whether the mover is the second one, and the legal moves."""


@inlined_kernel
def next_turn(player: Word, opponent: Word, turn: int) -> Turn:
    """The turn of *player*, or of *opponent* if a pass is due; without legal moves if the game is over."""
    squares = legal_moves(player, opponent)
    if squares == ZERO:
        squares = legal_moves(opponent, player)
        if squares != ZERO:
            return opponent, player, 1 - turn, squares
    return player, opponent, turn, squares


@kernel
def play_randomly(
    seed: Word, first: Word, is_full: bool, start: Words, moves: ByteRows, lengths: Bytes, results: Shorts,
    players: WordRows, opponents: WordRows, legal: WordRows,
) -> None:  # fmt: skip
    """Play random games, of which the first one has the number *first*, into the rows of arrays.

    Each legal move is as likely as the others. With *is_full*, games are repeated until they have 60
    moves. *start* has the discs of the first mover and of the other side. *results* are disc differences
    in the view of the first mover; the winner gets the empty squares. The last three arrays get the board
    before each move and its legal moves, and 0 after the end; they may have no rows.
    """
    has_boards = len(players) > 0
    for game in range(len(moves)):
        state = mixed(mixed(seed) + first + to_word(game))
        ply, is_played = 0, False
        while not is_played:
            player, opponent, turn, squares = next_turn(start[0], start[1], 0)
            ply = 0
            while squares != ZERO and ply < MAX_MOVES:
                state += GOLDEN_RATIO
                square = drawn(squares, mixed(state))
                if has_boards:
                    players[game, ply], opponents[game, ply], legal[game, ply] = player, opponent, squares
                moves[game, ply] = square
                ply += 1
                theirs, mine = after(player, opponent, square, flips(square, player, opponent))
                player, opponent, turn, squares = next_turn(theirs, mine, 1 - turn)
            is_played = ply == MAX_MOVES or not is_full
            results[game] = (1 - 2 * turn) * final_score(player, opponent)
        lengths[game] = ply
        for rest in range(ply, MAX_MOVES):
            moves[game, rest] = NO_MOVE
            if has_boards:
                players[game, rest], opponents[game, rest], legal[game, rest] = ZERO, ZERO, ZERO


@kernel
def replay_rows(
    moves: ByteRows, is_after: bool, start: Words, players: WordRows, opponents: WordRows, turns: ByteRows,
    legal: WordRows, lengths: Bytes, results: Shorts, illegal: Shorts,
) -> None:  # fmt: skip
    """Write the board before each move of games, or with *is_after* the board after it.

    The mover is the player; a pass is made where it is due. *turns* is 0 if the mover is the first mover
    of the game and 1 if not. *illegal* gets the ply of the first illegal move, or -1; a move after NO_MOVE
    is illegal. *lengths* has the number of legal moves before that. *results* are those of
    `play_randomly`, of the last board. What is after the end is 0, and NO_MOVE in *turns*.
    """
    for game in range(len(moves)):
        player, opponent, turn, squares = next_turn(start[0], start[1], 0)
        length, wrong, has_ended = 0, -1, False
        for ply in range(MAX_MOVES):
            square = 0 + moves[game, ply]
            is_legal = not has_ended and square < 64
            if is_legal:
                is_legal = squares & bit(square) != ZERO
            if not is_legal:
                if wrong < 0 and square != NO_MOVE:
                    wrong = ply
                has_ended = True
                players[game, ply], opponents[game, ply], legal[game, ply] = ZERO, ZERO, ZERO
                turns[game, ply] = NO_MOVE
                continue
            if not is_after:
                players[game, ply], opponents[game, ply], legal[game, ply] = player, opponent, squares
                turns[game, ply] = turn
            theirs, mine = after(player, opponent, square, flips(square, player, opponent))
            player, opponent, turn, squares = next_turn(theirs, mine, 1 - turn)
            length += 1
            if is_after:
                players[game, ply], opponents[game, ply], legal[game, ply] = player, opponent, squares
                turns[game, ply] = turn
        lengths[game], illegal[game] = length, wrong
        results[game] = (1 - 2 * turn) * final_score(player, opponent)
