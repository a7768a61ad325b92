"""The handlers of GTP commands.

In reading order:

    standard      the commands of the GTP draft
    extensions    the commands of this engine, and the commands that Quarry needs
    gogui         the commands of GoGui
    analysis      the position's values, best lines, stable discs and mobility
    analyze       a search that reports its results until the next line arrives
    all_commands  the complete registry
"""
