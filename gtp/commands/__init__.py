"""What each GTP command does.

In reading order:

    registry      how a command is declared, and the registry of all commands
    draft         the commands of the GTP draft, and a few of our own
    gogui         the commands of GoGui
    analysis      values, lines and counts of a position, and the stream of reports
    all_commands  imports the modules above, so that the registry is complete
"""
