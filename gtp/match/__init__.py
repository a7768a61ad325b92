"""Matches between engines.

In reading order:

    engine_spec  an engine as the command line describes it
    outcome      what a game was: moves, result, times; as a line of JSON and as a game record
    engine_slot  an engine that is kept from game to game
    referee      one game between two controllers
    schedule     which games a match has
    journal      the files that games are appended to, and what is read back from them
    runner       several games at once, with engines that live from game to game
    ratings      Elo, error bars, likelihood of superiority
    sprt         the sequential test that ends a match
    standings    the table of a match

An opening is played twice, with colors reversed; such a *pair* of games is the unit of all
statistics, since its two games are not independent of each other.
"""
