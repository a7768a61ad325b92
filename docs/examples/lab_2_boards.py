"""Step 2: from games to boards, the legal moves of each, and what a changed disc does to them."""

import numpy as np

from othello import lab

games = lab.random_games(10_000, seed=1)

# The new idea: boards are made when they are needed, instead of being stored.
boards = lab.replay(games.moves)
is_board = boards.turns != 255
mobility = np.bitwise_count(boards.legal)
for ply in (0, 10, 20, 30, 40, 50):
    print(f"before move {ply}: {mobility[:, ply][is_board[:, ply]].mean():.1f} legal moves")

planes = lab.planes(boards.players[:100], boards.opponents[:100])
print("planes", planes.shape, planes.dtype)

# A board need not occur in a game: flip the disc on d4 if there is one, as in the intervention of
# Othello-GPT.
player, opponent = (words[:, 20][is_board[:, 20]] for words in (boards.players, boards.opponents))
d4 = np.uint64(1 << 27)
before = lab.legal(player, opponent)
after = lab.legal(player ^ d4, opponent ^ d4)
print(f"d4 turned changes {np.bitwise_count(before ^ after).mean():.1f} legal moves of a board")
