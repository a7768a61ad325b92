"""The handlers of GTP commands.

In reading order:

    standard      the commands of the GTP draft
    extensions    the engine's own commands, and commands for Quarry
    gogui         the commands of GoGui
    analysis      values, best lines, stable discs and mobility
    analyze       a search that reports its results until the next line arrives
    all_commands  the complete registry
"""
