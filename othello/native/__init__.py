"""How a Python function becomes machine code, and how Python loads and calls it.

Nothing in this folder depends on Othello. The process of an engine imports neither Numba nor llvmlite. Only
the modules `frontend`, `linking`, `targets` and `build` need them, and only the program `__main__` uses these
modules.

In reading order:

    processor        what processor this is
    progress         the progress of making a library, on standard error
    compiler         runs the compiler as a program, one process at a time
    library          the library of machine code that Python loads
    calls            calls of machine code from Python
    kernel           declarations of kernels
    ir               the names of llvmlite.ir, imported when they are used
    llvm             instructions and vectors for kernels
    constant_tables  constant tables in the machine code
    memory           memory by address
    targets          the systems and processors that machine code is made for
    frontend         kernels as modules of LLVM's intermediate representation
    linking          objects as libraries
    build            from sources to a library, with a cache of the modules
    __main__         the program
"""
