"""Lists the games in a WTHOR file. Arrays make this fast: a hundred thousand games take seconds.

A game is read as a record only if the arrays cannot show whether it fits.
"""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from othello.errors import FormatError, OthelloError
from othello.formats.listing import GameEntry, GameFilter, contains, entry_of, fitting_positions
from othello.formats.textfile import OnError, report
from othello.formats.wthor import Numbers, Words
from othello.formats.wthor_records import Database
from othello.rules.arrays import Positions, replayed
from othello.rules.opening_names import openings
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.rules.square import NO_MOVE, PASS, SQUARE_NAMES, SYMMETRIES

FIRST_DISCS: Final = 4
"""Number of discs on the board before the first move."""
_MIXERS: Final = np.array([0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9], np.uint64)
"""Odd constants for turning a position's bitboards and turn into a hash key."""


class PositionTable:
    """Looks up many positions at once. Mirrored and rotated forms of a position have the same number."""

    def __init__(self, positions: Sequence[Position]) -> None:
        """Number the positions 0, 1, ... in order."""
        forms = {
            (form.player, form.opponent, form.turn.value): number
            for number, position in enumerate(positions)
            for form in map(position.transformed, SYMMETRIES)
        }
        rows = np.array(list(forms), np.uint64).reshape(-1, 3)
        keys = _keys(*rows.T)
        order = np.argsort(keys)
        self._rows, self._keys = rows[order], keys[order]
        self._numbers = np.array(list(forms.values()), np.int64)[order]
        self.most_moves = max(MAX_DISCS - position.empties for position in positions) - FIRST_DISCS
        """Number of moves, without passes, before the latest of these positions."""

    def numbers(self, positions: Positions) -> Numbers:
        """Return the number of each position, or -1 if it is not in the table."""
        turns = positions.turns.astype(np.uint64)
        indexes = np.searchsorted(self._keys, _keys(positions.players, positions.opponents, turns))
        indexes = np.minimum(indexes, len(self._keys) - 1)
        wanted = np.stack((positions.players, positions.opponents, turns), 1)
        is_known = (self._rows[indexes] == wanted).all(1)
        return np.where(is_known, self._numbers[indexes], -1)


def list_wthor(
    path: str | Path, wanted: GameFilter, on_error: OnError, players: Path | None, tournaments: Path | None
) -> Iterator[GameEntry]:
    """Yield an entry for each game in a .wtb file that fits *wanted*.

    *on_error* is called with the error of each game that cannot be read. *players* and *tournaments* are the
    files that contain the names, or None.
    """
    database = Database.load(path, players, tournaments)
    facts = {}
    for game in range(len(database.games)):
        try:
            own = database.facts(game)
        except OthelloError as error:
            report(FormatError(path, None, str(error), game=game + 1), on_error)
            continue
        if wanted.fits_facts(*own):
            facts[game] = own
    chosen = np.array(list(facts), np.int64)
    moves = database.games.moves[chosen]
    replay = replayed(moves)
    names, table = _openings()
    numbers = table.numbers(replay)
    fits, is_unsure = _judged(wanted, replay, (moves != NO_MOVE).sum(1), numbers)
    last_names = np.full(len(chosen), -1)
    is_named = numbers >= 0
    last_names[replay.games[is_named]] = numbers[is_named]  # the last assignment counts
    for index in np.flatnonzero(fits | is_unsure).tolist():
        game = int(chosen[index])
        read = functools.partial(database.record, game)
        if is_unsure[index]:
            try:
                record = read()
            except OthelloError as error:
                report(FormatError(path, None, str(error), game=game + 1), on_error)
                continue
            if positions := fitting_positions(record, wanted):
                yield replace(entry_of(game + 1, record, positions), read=read)
            continue
        black, white, event, date, result = facts[game]
        opening = None if last_names[index] < 0 else names[last_names[index]]
        transcript = "".join(SQUARE_NAMES[square] for square in database.squares(game))
        yield GameEntry(game + 1, black, white, event, date, result, opening, transcript, read)


def _judged(
    wanted: GameFilter, replay: Positions, lengths: Numbers, numbers: Numbers
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which games reach the wanted opening and position, and which games may reach them.

    *lengths* contains the number of moves in each game. *numbers* contains, for each position in *replay*,
    the number of its opening.
    """
    names, table = _openings()
    fits = np.ones(len(lengths), bool)
    if wanted.opening:
        is_wanted = np.array([contains(name, wanted.opening) for name in names] + [False])
        fits[:] = False
        fits[replay.games[is_wanted[numbers]]] = True
    # The arrays contain neither the last position of a game nor positions in which a side must pass.
    is_unsure = (replay.illegal >= 0) | (lengths <= table.most_moves)
    if wanted.position is not None:
        position = wanted.position.play(PASS) if wanted.position.must_pass else wanted.position
        own_table = PositionTable([position])
        reached = np.zeros(len(lengths), bool)
        reached[replay.games[own_table.numbers(replay) >= 0]] = True
        is_last = lengths == own_table.most_moves
        fits &= reached
        is_unsure |= is_last | (reached & wanted.position.must_pass)
    return fits, is_unsure


@functools.cache
def _openings() -> tuple[list[str], PositionTable]:
    """Return the names of all openings and a table that maps each position to the index of its name."""
    boards = openings()
    return [name for _, name in boards], PositionTable([board.position for board, _ in boards])


def _keys(players: Words, opponents: Words, turns: Words) -> Words:
    keys: Words = players * _MIXERS[0] ^ opponents * _MIXERS[1] ^ turns * _MIXERS[2]
    return keys
