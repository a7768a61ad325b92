"""Matches between engines.

In reading order:

    controllers/  other engines, driven as subprocesses
    openings      openings of a match: files, and all to a depth
    engine_spec   the settings of an engine, from the command line
    outcome       a finished game: moves, result, times
    adjudicator   results that are proved before the end of a game
    engine_slot   a running engine, reused from game to game and replaced after a failure
    referee       one game between two controllers
    schedule      the games of a match
    journal       the files of a match, which can be continued
    work          the games as jobs of several workers
    ratings       Elo, confidence intervals, likelihood of superiority
    sprt          the sequential test that ends a match
    standings     the table of a match

Every opening is played twice, with colors reversed. Such a *pair* of games is the unit of all
statistics, because its two games are not independent of each other.
"""
