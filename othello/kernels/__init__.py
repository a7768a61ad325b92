"""All code that is compiled to machine code, written in Python, and every constant in it.

Kernels work on 64-bit words, integers, and memory laid out in records, not on Python objects. A position is
two words: the discs of the side to move, and its opponent's discs. Colors exist only for the Zobrist update.
Nothing that a search needs imports NumPy, Numba or llvmlite: `othello.native` builds and loads the library of
machine code.

In reading order:

    constants         numbers shared with plain Python
    geometry          squares by name, file and row; symmetries
    bits              words and bits
    hashing           pseudorandom words, and a hash of a position
    moves             legal moves and flips
    last_flip         number of discs that a move to the last empty square flips
    symmetry          the eight symmetries of the board
    parity            parity of the quadrants
    stability         stable discs
    zobrist           Zobrist keys
    perft             perft
    search_state      the record of a searching thread
    table             the transposition table
    ordering          move lists and what decides their order
    patterns          the patterns of the evaluation
    probcut           Multi-ProbCut
    tempo             correction of static values where a search ends
    carry_save        sums of many vectors by carry-save adders
    features          the pattern configurations of a position, updated move by move
    network           the network
    evaluation_cache  values of recently evaluated positions
    evaluate          the evaluation, of any position and at the end of a search
    last_empties      one to four empties
    batch_boards      many boards at once
    random_games      many games in the rows of an array: random games, and replays of given games
    vector_env        many games at once: each step makes a ply in every game
    bound_cache       bounds of positions with few empties
    endgame           five to twelve empties
    abdada            marks of the positions that threads are searching
    midgame           alpha-beta with evaluation
    root              the root of a search
    deepening         iterative deepening without a clock
    selfplay          games for training
    labels            values and best moves of many positions
    static_values     evaluations of many positions
    sgd               training of the network
    human_policy      the human move model: a score for each legal move
    human_choice      the choice of a move at a human-like level
    human_policy_sgd  training of the human move model
    proof_rules       rules, symmetries and a simple solver, to check proofs
"""
