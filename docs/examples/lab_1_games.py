"""Step 1: play random games, and look at their lengths and results."""

import numpy as np

from othello import lab

games = lab.random_games(100_000, seed=1, threads=2)
print(f"{len(games.moves)} games, {games.lengths.sum()} moves")
print(f"{(games.lengths == 60).mean():.1%} have 60 moves")
print(f"black wins {(games.results > 0).mean():.1%}, white {(games.results < 0).mean():.1%}")

# A game depends on the seed and its number alone, so another computer can make the next part of the run.
more = lab.random_games(1_000, seed=1, first=100_000)
both = np.concatenate([games.moves, more.moves])
print(f"{len(np.unique(both, axis=0))} of {len(both)} games are different")
