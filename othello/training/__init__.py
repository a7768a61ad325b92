"""Training: learning and measuring the weights of the evaluation.

In reading order:

    settings     settings of all steps
    samples      positions with values, in files
    pool         several processes that make samples
    generate     samples from self-play
    importing    samples from files of games and positions
    regression   least squares over look-up tables
    fit          weights fitted to samples
    deviations   errors of shallow searches, for Multi-ProbCut
    report       errors of weights on held-out samples
    markdown     reports as tables in Markdown
    plot         reports as pictures
"""
