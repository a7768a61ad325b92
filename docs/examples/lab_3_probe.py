"""Step 3: tokens of games, and a linear probe that reads the board from them.

The probe sees which squares each side has played, as one number for each square and side. A probe of a
network reads activations instead: replace `features`.
"""

import numpy as np

from othello import lab

games = lab.random_games(4_000, seed=1, full=True)
targets = lab.probes(games.moves)

# The new idea: what a sequence model reads, and what a probe looks for in it.
tokens = lab.tokens(games.moves, "othello_world")
ply = 29
played = np.zeros((len(tokens), 2, lab.VOCABULARIES["othello_world"].size), np.float32)
for move in range(ply + 1):
    played[np.arange(len(tokens)), move % 2, tokens[:, move]] = 1
features = np.concatenate([played.reshape(len(tokens), -1), np.ones((len(tokens), 1), np.float32)], axis=1)

state = targets.mine[:, ply].reshape(len(tokens), 64)
train, test = slice(0, 3_000), slice(3_000, None)
classes = np.stack([state == disc for disc in (-1, 0, 1)], axis=2).reshape(len(tokens), -1)
weights = np.linalg.lstsq(features[train], classes[train].astype(np.float32), rcond=None)[0]
predictions = (features[test] @ weights).reshape(-1, 64, 3).argmax(axis=2) - 1
right = (predictions == state[test]).mean()
print(f"after {ply + 1} moves a linear probe of the moves knows {right:.1%} of the squares")

# A model that guesses a square at random is seldom legal; one that copies the game always is.
guesses = np.random.default_rng(1).integers(0, 64, games.moves.shape)
print(f"legal guesses: {lab.legal_rate(games.moves, guesses).rate:.1%}")
next_moves = np.roll(games.moves, -1, axis=1)
print(f"legal moves of the games: {lab.legal_rate(games.moves, next_moves).rate:.1%}")
