"""Training: learn and measure the weights of the evaluation and of the human move model, and rate players.

In reading order:

    settings    settings of all steps
    samples     positions with values, in files
    games       games with the values of their positions, in files
    sources     samples of files of both kinds
    generation  games made by jobs, in files that runs continue
    generate    self-play games
    merging     joins the files of a run that several computers made
    perturbed   samples of positions a few random moves off games
    importing   samples from files of games and positions
    arrays      the numbers of a network as arrays
    model       a network in training
    descent     gradient descent
    network     runs that train a network on samples, with checkpoints
    deviations  errors of shallow searches, for Multi-ProbCut
    report      errors of weights on held-out samples
    ratings     ratings of tournament players
    human       the human move model in training
"""
