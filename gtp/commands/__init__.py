"""What each GTP command does.

In reading order:

    registry      how a command is declared, and the registry of all commands
    draft         the commands of the GTP draft
    own           the commands of this engine, and two of GNU Go and Quarry
    gogui         the commands of GoGui
    analysis      values, lines and counts of a position
    stream        a search that reports until the next line comes in
    all_commands  imports the modules above, so that the registry is complete
"""
