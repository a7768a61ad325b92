"""Games as the page keeps them."""

from tests.web.serving import whole_game


def ended(number, opponent, result, rating=None):
    """Return an ended game of Black against a level, as a file of exported games has it."""
    moves = [str(move) for move in whole_game().move_stack]
    record = {"moves": moves if rating else moves[:2], "white": f"othello, {opponent}", "result": result}
    players = {"engine": ["white"], "isDone": True}
    findings = {"accuracy": 80, "rating": rating} if rating else {}
    return {
        "id": f"{number}",
        "time": number,
        "own": "black",
        "record": record,
        "players": players,
        **findings,
    }
