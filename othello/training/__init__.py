"""Training: how the weights of the evaluation are made and measured.

In reading order:

    settings     how samples are made and fitted
    samples      positions with values, in files
    pool         several processes that make samples
    generate     samples from self-play
    importing    samples from games and positions of others
    regression   least squares over look-up tables
    fit          from samples to weights
    deviations   errors of shallow searches, for Multi-ProbCut
    report       errors of weights on held-out samples
    markdown     tables in documents
    plot         plots
"""
