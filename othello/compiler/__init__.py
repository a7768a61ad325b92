"""Makes libraries of machine code from kernels, with Numba's front end and LLVM.

A program that finds a library for its processor never imports this folder, see `othello.kernels.library`.

In reading order:

    targets      the systems and processors that code is made for
    frontend     kernels as modules of LLVM's intermediate representation
    linking      objects as libraries
    progress     the progress of making a library, on standard error
    build        from the sources to a library, and what is kept on the way
    package      what a wheel has beside the modules
"""
