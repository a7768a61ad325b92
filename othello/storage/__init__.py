"""Writes every file of the program and makes the standard streams usable.

In reading order:

    streams      the standard streams of a command
    trust        files that no other user can have written
    lock         locks on files shared by several processes
    outputs      files that are replaced as a whole or not at all
    fields       checks the fields of JSON objects
    content      file objects, for functions that read from a path
    append       append-only files of JSON lines
    records      append-only files of rows that all have the same size
    container    files with a header and a compressed body
    checkpoints  saves the state of long runs
"""
