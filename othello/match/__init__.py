"""Matches between engines.

In reading order:

    controllers/  engines of any kind, run as subprocesses
    openings      the openings of a match, read from files or generated
    engine_spec   an engine's settings, as given on the command line
    outcome       a finished game: moves, result, times
    adjudicator   proves results before the end of a game
    engine_slot   a running engine, which plays game after game and is replaced after a failure
    referee       plays one game between two engines
    schedule      the games of a match, in order
    journal       the files of a match, from which it can be continued
    work          games as jobs for several workers
    ratings       Elo, confidence intervals, and the likelihood that one engine is stronger
    sprt          the sequential test that can end a match early
    standings     the table of a match

Two engines play each opening twice, with colors reversed. The two games of such a *pair* are not independent,
so all statistics count pairs instead of games.
"""
