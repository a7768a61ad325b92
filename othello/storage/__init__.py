"""Every file that the program writes, and the standard streams.

In reading order:

    streams      the standard streams of a command
    trust        files that nobody else can have written
    lock         locks of files, for processes that share a file
    outputs      files that are replaced at once or not at all
    fields       JSON objects and rows, read with checks
    content      file objects that readers take in place of paths
    append       files of JSON lines that are only appended to
    records      files of rows that can be appended to
    container    files with a header and a compressed body
    checkpoints  checkpoints of runs
"""
