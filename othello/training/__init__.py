"""Trains and tests the networks for evaluation and human moves, and rates players.

In reading order:

    settings    settings of all steps
    samples     positions with values, and their files
    games       games with the values of their positions, and their files
    sources     reads samples from both kinds of files
    generation  jobs that add games to a file, which later runs can continue
    generate    plays games of the engine against itself
    merging     merges the files of a run on several computers
    perturbed   makes samples of positions a few random moves away from games
    importing   makes samples from files of other programs
    arrays      the numbers of a network as arrays
    model       a network in training
    descent     gradient descent
    network     trains a network on samples, with checkpoints
    deviations  measures errors of shallow searches, for Multi-ProbCut
    report      measures errors of an evaluation on held-out samples
    ratings     rates tournament players
    human       trains the human move model
"""
