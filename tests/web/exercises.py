"""Exercises of the page, as tests begin and play them."""

import json

from othello import Board, Engine
from othello.rules.square import SQUARE_NAMES
from tests.web.serving import whole_game

KEPT = "JSON.parse(localStorage.getItem('othello-choices')).practice"
"""What practice keeps."""


def current(page):
    """Return the board as soon as the exercise asks for a move, or None if it has ended."""
    page.wait_for_selector("#learn-hint:enabled, #learn-next:enabled")
    if page.locator("#learn-next:enabled").count():
        return None
    discs = page.discs()
    cells = "".join({"black": "X", "white": "O"}.get(discs.get(name), "-") for name in SQUARE_NAMES)
    return Board(f"{cells} {'X' if page.locator('#black.to-move').count() else 'O'}")


def values(board, **limits):
    """Return the value of each legal move in discs: exact, or of a search with limits."""
    with Engine(table_mib=2) as engine:
        lines = engine.analyze(board, multipv=64, **(limits or {"level": 60}))
        return {str(line.move): line.score.discs for line in lines}


def begin_exercise(page, kind):
    """Begin an exercise by the dialog."""
    page.keyboard.press("x")
    page.click(f"#practice-{kind}")


def play_well(page):
    """Play the best moves until the exercise has ended."""
    while board := current(page):
        scores = values(board)
        page.square(max(scores, key=scores.__getitem__)).click()


def ending(empties):
    """Return a position of the end game, and its card, which is due."""
    board = whole_game()
    while board.empties < empties:
        board.pop()
    moves = [str(move) for move in board.move_stack]
    return board, {
        "kind": "ending",
        "start": None,
        "moves": moves,
        "color": str(board.turn),
        "solved": 0,
        "due": 1,
    }


def keeping(card):
    """Return a script that gives a new profile a card."""
    kept = json.dumps({"practice": {"cards": [card]}})
    return (
        f"() => localStorage.setItem('othello-choices', localStorage.getItem('othello-choices') ?? `{kept}`)"
    )


def days(page):
    """Return the days until each of the kept positions comes again."""
    return [
        page.evaluate("due => (due - Date.now()) / 86400e3", card["due"])
        for card in page.evaluate(KEPT)["cards"]
    ]
