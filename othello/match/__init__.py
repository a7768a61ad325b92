"""Matches between engines.

In reading order:

    controllers/  other engines, driven as subprocesses
    openings      openings of a match, from files or generated
    engine_spec   the settings of an engine, from the command line
    outcome       a finished game: moves, result, times
    adjudicator   results that are proved before the end of a game
    engine_slot   a running engine, reused from game to game and replaced after a failure
    referee       one game between two engines
    schedule      the games of a match
    journal       the files of a match, which can be continued
    work          the games as jobs for several workers
    ratings       Elo, confidence intervals, likelihood of superiority
    sprt          the sequential test that ends a match
    standings     the table of a match

Every opening is played twice, with colors reversed. The two games of such a *pair* are not independent, so
pairs are the unit of all statistics.
"""
