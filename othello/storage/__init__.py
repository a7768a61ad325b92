"""Every file that the program writes, and the standard streams.

In reading order:

    streams      the standard streams of a command
    trust        files that no other user can have written
    lock         locks of files, for processes that share a file
    outputs      files that are replaced as a whole or not at all
    fields       JSON objects and rows, read with checks
    content      file objects that readers take in place of paths
    append       append-only files of JSON lines
    records      append-only files of rows of one size
    container    files with a header and a compressed body
    checkpoints  checkpoints of runs
"""
