"""How the evaluation is learned: games, data sets, fits, reports."""
