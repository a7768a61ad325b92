"""Matches between engines.

In reading order:

    engine_spec  an engine as the command line describes it
    outcome      a finished game: moves, result, times; as a line of JSON and as a game record
    engine_slot  a running engine, reused from game to game and replaced after a failure
    referee      one game between two controllers
    schedule     the games of a match
    journal      the files that games are appended to and read back from
    runner       several games at once
    ratings      Elo, error bars, likelihood of superiority
    sprt         the sequential test that ends a match
    standings    the table of a match

Every opening is played twice, with colors reversed. Such a *pair* of games is the unit of all
statistics, because its two games are not independent of each other.
"""
