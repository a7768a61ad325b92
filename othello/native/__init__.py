"""Turns Python functions into machine code, which Python can load and call.

Nothing in this folder is specific to Othello. The engine's process imports neither Numba nor llvmlite. Only
the modules `frontend`, `linking`, `targets` and `build` need them. These modules are used only by the program
`__main__`, which runs in its own process.

In reading order:

    processor        which instructions this computer's processor supports
    progress         shows the progress of a build on standard error
    compiler         starts the compiler as a separate program
    library          finds, checks and loads the library of machine code, or has it built
    calls            calls functions in the library through ctypes
    kernel           marks Python functions as kernels
    ir               imports names from llvmlite.ir when they are first used
    llvm             emits instructions and vectors, which kernels can use
    constant_tables  puts constant tables into the machine code
    memory           allocates memory for kernels, and lets kernels read and write it by address
    targets          the systems and processors for which a library can be built
    frontend         translates kernels into LLVM's intermediate representation
    linking          optimizes LLVM modules and links them into a library
    build            builds a library from the sources, and caches the front end's output for each module
    __main__         the compiler's program
"""
