"""All machine code, written in Python, and every constant frozen into it.

Below this line there are no Python objects: 64-bit words, integers, and memory laid out
in records. A position is two words, the discs of the side to move and those of its
opponent; colors exist only for the Zobrist update. Nothing that a search needs imports NumPy,
Numba or llvmlite: `othello.native` makes the library of machine code, and loads it.

In reading order:

    constants         numbers shared with plain Python
    geometry          squares by name, file and row; symmetries
    bits              words and bits
    hashing           random words, and the place of a board in a table
    moves             legal moves and flips
    last_flip         discs that either side turns by the last move of a game
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
    tempo             what the side to move gains at the end of a search
    carry_save        sums of many vectors by carry-save adders
    features          the pattern configurations of a position, updated move by move
    network           the network
    evaluation_cache  values of positions evaluated lately
    evaluate          the evaluation of any position, and of those that searches reach
    last_empties      one to four empties
    batch_boards      many boards at once
    random_games      many games, a row of an array each: random ones, and the replay of given ones
    vector_env        many games played at the same time, a ply of each in a step
    bound_cache       bounds of positions with few empties
    endgame           five to twelve empties
    abdada            what other threads are searching
    midgame           alpha-beta with evaluation
    root              the root of a search
    selfplay          games for training
    labels            values and best moves of many positions
    static_values     evaluations of many positions
    sgd               training of the network
    human_policy      scores of moves by a model of people's moves
    human_policy_sgd  training of that model
    proof_rules       rules, symmetries and a simple solver for the check of proofs
"""
