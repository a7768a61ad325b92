"""How a Python function becomes machine code, and how Python loads and calls it.

This folder knows no Othello. The process of an engine imports neither Numba nor llvmlite: only `frontend`,
`linking`, `targets` and `build` need them, which the program `__main__` uses.

In reading order:

    processor        what processor this is
    progress         the progress of making a library, on standard error
    compiler         the compiler as a program, and turns of several processes
    library          the library of machine code that Python loads
    calls            calls of machine code from Python
    kernel           declarations of kernels
    ir               the names of llvmlite.ir, imported when they are used
    llvm             instructions and vectors for kernels
    constant_tables  constant tables in the machine code
    memory           memory by address
    targets          the systems and processors that code is made for
    frontend         kernels as modules of LLVM's intermediate representation
    linking          objects as libraries
    build            from the sources to a library, and what is kept on the way
    __main__         the program
"""
