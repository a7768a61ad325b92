"""The lessons of the page."""

import json
from typing import Any, Final

from othello import Board
from tests.web.translations import text_of

LESSONS: Final[list[dict[str, Any]]] = json.loads(text_of("lessons.json"))
OTHERS: Final = "others"
"""Stands for all wrong moves that have no sentence of their own."""


def wrong_moves(task):
    """Return the sentence of each wrong move."""
    moves = {str(move) for move in Board(task["moves"]).legal_moves} - set(task["right"])
    own = {name: text for key, text in task["wrong"].items() if key != OTHERS for name in key.split()}
    assert own.keys() <= moves
    assert (OTHERS in task["wrong"]) == bool(moves - own.keys())
    return {name: own.get(name) or task["wrong"][OTHERS] for name in moves}
