"""Games and boards as arrays, for training networks and for studying what networks have learned.

    from othello import lab

    games = lab.random_games(1_000_000, seed=1, threads=2)
    boards = lab.replay(games.moves[:1000])

docs/lab.md explains the whole interface.

In reading order:

    checks       checks arrays, and divides work on arrays among threads
    boards       boards as arrays, and the boards of games
    labels       values and best moves of boards, and how much moves lose
    games        random games, engine games and human-like games
    tokens       converts games to and from sequences of tokens
    probes       targets for probing networks, and how often predicted moves are legal
    move_orders  all move orders that lead to a board
    opponents    opponents for environments
    environment  many simultaneous games, for reinforcement learning
    gymnasium    the Gymnasium interfaces
    pettingzoo   the PettingZoo interface
    files        reads and writes .npy and Parquet files, whose rows are made by jobs
    sources      makes the rows of files: games, labels and tokens
"""

from othello.lab.boards import bits as bits
from othello.lab.boards import flips as flips
from othello.lab.boards import legal as legal
from othello.lab.boards import masks as masks
from othello.lab.boards import must_pass as must_pass
from othello.lab.boards import planes as planes
from othello.lab.boards import play as play
from othello.lab.boards import replay as replay
from othello.lab.boards import words as words
from othello.lab.environment import VectorEnv as VectorEnv
from othello.lab.games import Games as Games
from othello.lab.games import human_games as human_games
from othello.lab.games import random_games as random_games
from othello.lab.games import selfplay_games as selfplay_games
from othello.lab.labels import Grades as Grades
from othello.lab.labels import Labels as Labels
from othello.lab.labels import graded as graded
from othello.lab.labels import losses as losses
from othello.lab.labels import values as values
from othello.lab.move_orders import Reached as Reached
from othello.lab.move_orders import orders as orders
from othello.lab.move_orders import reached as reached
from othello.lab.opponents import Opponent as Opponent
from othello.lab.opponents import greedy as greedy
from othello.lab.probes import LegalRate as LegalRate
from othello.lab.probes import Probes as Probes
from othello.lab.probes import legal_rate as legal_rate
from othello.lab.probes import probes as probes
from othello.lab.tokens import VOCABULARIES as VOCABULARIES
from othello.lab.tokens import Vocabulary as Vocabulary
from othello.lab.tokens import moves as moves
from othello.lab.tokens import tokens as tokens
from othello.rules.arrays import Boards as Boards
