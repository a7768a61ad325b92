"""Training: learning and measuring the weights of the evaluation, and the ratings of people.

In reading order:

    settings    settings of all steps
    samples     positions with values, in files
    games       games with the values of their positions, in files
    sources     samples of files of both kinds
    generation  games made by jobs, in files that runs continue
    generate    games of self-play
    merging     games of one run in one file
    perturbed   samples off the line of games
    importing   samples from files of games and positions
    arrays      the numbers of a network as arrays
    model       a network in training
    descent     gradient descent
    network     runs that train a network on samples, with checkpoints
    deviations  errors of shallow searches, for Multi-ProbCut
    report      errors of weights on held-out samples
    ratings     ratings of tournament players
    human       the model of people's moves in training
"""
