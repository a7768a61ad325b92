"""Hypothesis strategies for game records."""

import functools
import random
from dataclasses import replace
from itertools import cycle

from hypothesis import strategies as st

from othello import PASS, Ending, GameRecord, Move, PlayedMove, Player, Position, Variation
from tests import positions

LINE = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=12)
"""Texts in one line without spaces."""
NAMES = st.builds(" ".join, st.lists(LINE, max_size=3)).map(lambda text: " ".join(text.split()))
"""Words with single spaces between them."""
CLOCKS = {"": None, "05:00//02:00": (300, 0), "1:00:00/0:10/0": (3600, 10), "0//02:00": (0, 0)}
"""Time controls, with their seconds of main time and of increment."""
VALUES = st.none() | st.integers(-6400, 6400).map(lambda value: value / 100)
TIMES = st.none() | st.integers(0, 10**7).map(lambda milliseconds: milliseconds / 1000)


@functools.cache
def _lopsided_moves(seed: int) -> tuple[Move, ...]:
    """Return the moves of a lopsided game. Many such games contain passes and end early."""
    return tuple(map(Move, positions.moves_of(positions.lopsided_game(seed))))


def _moves(seed: int, is_lopsided: bool, plies: int) -> tuple[Move, ...]:
    if is_lopsided:
        return _lopsided_moves(seed % 60)[:plies]
    return tuple(positions.random_board(seed, plies).move_stack)


MOVES = st.builds(_moves, st.integers(0, 300), st.booleans(), st.integers(0, 20) | st.just(1000))
"""Moves of games from the start, most of them played out."""


@st.composite
def _odd_games(draw: st.DrawFn) -> tuple[Position, list[Move]]:
    """Return a game from any position, with either side to move."""
    start = draw(positions.positions(positions.reached_words() | positions.pass_words))
    rng = random.Random(draw(st.integers(0, 100)))
    moves: list[Move] = []
    position = start
    while not position.is_over and len(moves) < 30:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return start, moves


@st.composite
def games(draw: st.DrawFn, *, any_start: bool = True) -> tuple[Position, list[Move]]:
    """Draw the first position and the moves of a game."""
    if any_start and draw(st.booleans()):
        return draw(_odd_games())
    return Position.start(), list(draw(MOVES))


@st.composite
def plain_records(draw: st.DrawFn, *, any_start: bool = True) -> GameRecord:
    """Draw game records that have only moves."""
    start, moves = draw(games(any_start=any_start))
    return GameRecord.from_moves(moves, start=start)


@st.composite
def full_records(
    draw: st.DrawFn,
    *,
    texts: st.SearchStrategy[str] = NAMES,
    has_comments: bool = True,
    clocks: st.SearchStrategy[str] = st.sampled_from(list(CLOCKS)),  # noqa: B008
) -> GameRecord:
    """Draw game records with values in most fields."""
    start, moves = draw(games())
    comments = ["", *(draw(st.lists(texts, max_size=3)) if has_comments else ())]
    players = st.builds(
        Player, texts, st.none() | st.integers(0, 300000).map(lambda hundredths: hundredths / 100), clocks
    )
    return GameRecord(
        tuple(
            PlayedMove(move, draw(VALUES), draw(TIMES), comment)
            for move, comment in zip(moves, cycle(comments), strict=False)
        ),
        start,
        black=draw(players),
        white=draw(players),
        event=draw(texts),
        date=draw(st.sampled_from(["", "1984", "2014-02-21", "2014-02-21 20:52:27 GMT"])),
        comment=draw(texts),
        **draw(results()),
    )


@st.composite
def results(draw: st.DrawFn) -> dict[str, object]:
    """Draw a result and an early ending."""
    margin = draw(st.none() | st.integers(-32, 32).map(lambda half: 2.0 * half))
    return {"result": margin, "ending": draw(st.none() | st.sampled_from(Ending)) if margin else None}


def with_variations(record: GameRecord, seed: int) -> GameRecord:
    """Return a game with random variations, some of which have variations themselves."""
    line = _variations(random.Random(seed), record.positions(), record.moves, 0, depth=2)
    return replace(record, variations=line)


def _variations(
    rng: random.Random, positions: list[Position], moves: tuple[Move, ...], first: int, depth: int
) -> tuple[Variation, ...]:
    """Return variations of a line that begins after *first* moves."""
    variations = []
    for ply in sorted(rng.choices(range(first, len(moves)), k=3)) if depth and first < len(moves) else ():
        others = [move for move in positions[ply].legal_moves if move != moves[ply]]
        if others:
            variations.append(_variation(rng, positions[: ply + 1], moves[:ply], rng.choice(others), depth))
    return tuple(variations)


def _variation(
    rng: random.Random, before: list[Position], moves: tuple[Move, ...], move: Move, depth: int
) -> Variation:
    """Return a variation that begins with a move and does not end with a pass."""
    ply, positions, line = len(moves), [*before, before[-1].play(move)], [move]
    while not positions[-1].is_over and (line[-1] is PASS or rng.random() < 0.8):
        line.append(rng.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(line[-1]))
    played = tuple(PlayedMove(next_move, comment=rng.choice(["", "why", "a ] b"])) for next_move in line)
    played = tuple(
        replace(played_move, comment="") if played_move.move is PASS else played_move
        for played_move in played
    )
    return Variation(ply, played, _variations(rng, positions, (*moves, *line), ply + 1, depth - 1))
