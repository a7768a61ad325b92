"""Step 4: values of boards as labels, and the discs that each move of a player loses."""

import numpy as np

from othello import lab

players = {
    "random": lab.random_games(100, seed=1).moves,
    "engine, depth 1, 20 % noise": lab.selfplay_games(100, 1, seed=1, noise=0.2).moves,
}

# The new idea: the engine grades boards and moves.
for name, moves in players.items():
    losses = lab.losses(moves, depth=4, exact=10, threads=2)
    print(f"{name}: a move loses {np.nanmean(losses):.2f} discs")

boards = lab.replay(players["random"])
is_board = boards.turns != 255
labels = lab.values(boards.players[is_board], boards.opponents[is_board], depth=4, exact=10, threads=2)
print(f"{len(labels.values)} boards, {(labels.kinds == 1).mean():.0%} solved")
error = np.sqrt(np.mean((labels.values - labels.values.mean()) ** 2))
print(f"the values deviate from their mean by {error:.1f} discs")

# A linear evaluation of three features, learned from the labels.
player, opponent = boards.players[is_board], boards.opponents[is_board]
corners, count = np.uint64(0x8100_0000_0000_0081), np.bitwise_count
features = np.stack(
    [
        count(player & corners).astype(float) - count(opponent & corners),
        count(lab.legal(player, opponent)).astype(float) - count(lab.legal(opponent, player)),
        count(player).astype(float) - count(opponent),
    ],
    axis=1,
)
weights = np.linalg.lstsq(features, labels.values, rcond=None)[0]
error = np.sqrt(np.mean((labels.values - features @ weights) ** 2))
print(f"corner {weights[0]:.1f}, mobility {weights[1]:.1f}, disc {weights[2]:.1f}: error {error:.1f} discs")
