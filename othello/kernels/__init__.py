"""The Python code that is compiled to machine code, with all the constants that it uses.

Kernels work on 64-bit words, integers and records in memory, not on Python objects. A position consists of
two words: the discs of the side to move and the opponent's discs. Colors are needed only to update Zobrist
keys. Nothing that a search needs imports NumPy, Numba or llvmlite, because `othello.native` builds and loads
the library of machine code.

In reading order:

    constants         numbers that kernels and the rest of the program share
    geometry          names, files, rows and symmetries of squares
    bits              words, and operations on their bits
    hashing           pseudorandom words, and a hash of a position
    moves             legal moves, and the discs that a move flips
    last_flip         how many discs a move to the last empty square flips
    symmetry          rotates and mirrors boards
    parity            which quadrants have an odd number of empty squares
    stability         discs that can never be flipped again
    zobrist           Zobrist keys
    perft             counts sequences of moves, to test the move generator
    search_state      the record that a search thread works on
    table             the transposition table
    ordering          lists of moves, and the terms of their scores
    patterns          the patterns of squares on which the evaluation is based
    probcut           margins of Multi-ProbCut
    tempo             corrects static values where a search ends
    carry_save        adds many vectors by carry-save adders
    features          the pattern configurations of a position, updated move by move
    network           the network that evaluates positions
    evaluation_cache  values of recently evaluated positions
    evaluate          evaluates any position, and positions where a search ends
    last_empties      solves positions with one to four empty squares
    batch_boards      works on many boards at once
    random_games      plays many random games, and replays many given games
    vector_env        plays many games at once, one ply in every game at each step
    bound_cache       proved bounds of positions with few empty squares
    endgame           solves positions with five to twelve empty squares
    abdada            marks the positions that threads are searching
    midgame           alpha-beta search with evaluation
    root              searches the root moves with one window
    deepening         iterative deepening without a clock
    selfplay          plays games for training
    labels            finds the values and best moves of many positions
    static_values     evaluates many positions
    sgd               trains the network
    human_policy      the human move model, which scores each legal move
    human_choice      chooses a move at a human-like level
    human_policy_sgd  trains the human move model
    proof_rules       rules, symmetries and a simple solver, to check proofs
"""
