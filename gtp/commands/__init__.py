"""The handlers of GTP commands.

In reading order:

    standard      the commands of the GTP draft
    extensions    the commands of this engine, and commands that Quarry needs
    gogui         the commands of GoGui
    analysis      values, lines and counts of a position
    analyze       a search that reports until the next line comes in
    all_commands  the complete registry
"""
