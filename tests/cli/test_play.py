"""`othello play` on a pipe and on a terminal, and its commands."""

import io
import os
import re
import sys

import pytest
from rich.console import Console

from othello import Board, Color, Ending, Engine, GameRecord, Limits, Position, read_games
from othello.cli.play_game import COMMANDS, HELP, TerminalGame
from othello.cli.terminal_board import DISC, plain_picture
from othello.formats.transcript import parse_transcript
from othello.players.level_player import LevelPlayer
from othello.players.rating import rate
from othello.rules.square import PASS, format_move, parse_square
from tests import positions
from tests.cli.commands import INTERRUPTED, OK, run as run_command
from tests.terminal import Terminal, on_terminal

ENGINE = Engine(table_mib=1)
BOTH = set(Color)


def play(*lines, people=BOTH, board=None, depth=2):
    """Play a game with these input lines, and return the game and its output."""
    out = io.StringIO()
    waiting = list(lines)

    def ask(prompt):
        out.write(f"{prompt}\n")
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    console = Console(file=out, width=100, highlight=False, markup=False)
    game = TerminalGame(
        board or Board(),
        set(people),
        ENGINE,
        LevelPlayer(str(depth), engine=lambda: ENGINE),
        Limits(),
        console,
        ask,
    )
    game.play()
    return game, out.getvalue()


def run(*args, lines=()):
    """Return the exit status and the output of the command with these input lines."""
    status, out, err = run_command("play", *args, text="".join(f"{line}\n" for line in lines))
    return status, out + err


# On a pipe


def test_a_short_game():
    """Moves are read, the engine replies, and the end of the input ends the game and prints its moves."""
    status, out = run("--level", 1, lines=["f5", "F6x"])
    assert status == OK
    assert "black> f5" in out
    assert re.search(r"white plays [a-h][1-8]", out)
    assert "'F6x' is neither a move nor a command" in out
    assert re.search(r"game left unfinished\nmoves: f5[a-h][1-8]\nreview it: othello analyze f5", out)
    assert "\x1b" not in out


@pytest.mark.parametrize("side", ["neither", "both"])
def test_a_whole_game(side):
    """A game is played to its end with any players. Passes and the result are announced."""
    whole = positions.passing_board()
    moves = [whole.transcript()[at : at + 2] for at in range(0, len(whole.transcript()), 2)]
    status, out = run("--side", side, "--level", 1, lines=moves if side == "both" else [])
    assert status == OK
    assert re.search(r"the game is over: black \d+, white \d+: (a draw|(black|white) wins by \d+)", out)
    if side == "both":
        result = whole.result
        assert f"black {result.black_discs}, white {result.white_discs}" in out
        assert out.count(" has no move and passes") == whole.move_stack.count(PASS)
        assert f"moves: {whole.transcript()}\n" in out


def test_the_engine_makes_the_first_move_if_the_person_plays_white():
    _, out = run("--side", "white", "--level", 1, lines=["quit"])
    assert re.search(r"black plays (d3|c4|f5|e6), from the book: [+-]\d+\.\d\d \(depth \d+, 73%\)\n", out)
    assert "white> quit" in out


def test_beginning_somewhere_else():
    """A game may begin after moves or with a position, which is printed at the end."""
    _, out = run("--position", "f5d6c3", "--side", "both", lines=["d3", "quit"])
    assert "moves: f5d6c3d3\n" in out
    start = parse_transcript("f5d6c3").position.format()
    _, out = run("--position", start, "--side", "both", lines=["d3", "quit"])
    assert f"begun with: {start}\nmoves: d3\n" in out
    assert "othello analyze" not in out


@pytest.mark.parametrize("side", ["white", "neither"])
def test_human_like_levels(side):
    """A seed gives the same game, and the level is named. Without a seed, the random seed is printed."""
    late = positions.random_board(5, 44).transcript()
    command = ["--side", side, "--level", "newcomer", "--seed", 7, "--position", late]
    status, out = run(*command, lines=["quit"])
    assert status == OK
    assert "black (newcomer)" in out
    assert out.endswith("the engine's seed: 7\n")
    assert run(*command, lines=["quit"]) == (status, out)
    seeds = {run("--side", "white", "--level", "casual", lines=["quit"])[1].split()[-1] for _ in range(3)}
    assert len(seeds) == 3


def test_at_numbered_levels_no_seed_is_printed():
    assert "seed" not in run("--level", 1, lines=["quit"])[1]


def test_the_rating_of_the_person():
    """A person is rated after ten moves or more, but only if the person made all moves of that side."""
    line = positions.passing_board().transcript()
    rated = rate([(Board.parse(line), Color.BLACK)])
    text = f"you played like a tournament player rated {rated.rating} ({rated.low}-{rated.high})"
    for lines, people, is_rated in (
        ([line], {Color.BLACK}, True),
        (["f5", "swap", "swap", "new", line], {Color.BLACK}, True),
        ([line[:-2], "swap", "quit"], {Color.WHITE}, False),
        ([line[:30], "quit"], {Color.BLACK}, False),
        ([line], BOTH, False),
    ):
        game, _ = play(*lines, people=people)
        assert [row for row in game.summary() if "rated" in row] == [text] * is_rated, lines


# Commands


def test_the_help_lists_all_commands_except_one_letter_names():
    told = {line.split()[0].rstrip(",") for line in HELP.splitlines()[1:]}
    assert {name for name in COMMANDS if len(name) > 1} - {"exit", "help"} == told
    for name in ("help", "?", "h"):
        assert HELP in play(name)[1]


def test_several_moves_at_once():
    """A line of several moves plays moves for both sides. If one move is illegal, none is played."""
    game, _ = play("f5d6 c3")
    assert game.board.transcript() == "f5d6c3"
    game, out = play("f5 a1")
    assert "move 2: white cannot play a1" in out
    assert not game.board.move_stack


def test_undo_n_takes_back_n_moves_or_none_if_there_are_fewer():
    assert play("f5d6c3", "undo 2")[0].board.transcript() == "f5"
    game, out = play("f5d6c3", "undo 4", "undo x", "undo ٣")
    assert game.board.transcript() == "f5d6c3"
    assert "you have 3 moves to take back" in out
    assert out.count("undo takes a number from 1 to 60") == 2


def test_new_begins_again_with_the_first_position():
    first = Board("f5d6").position
    game, _ = play(
        "f5" if "f5" in first.legal_moves else str(first.legal_moves[0]), "new", board=Board(first)
    )
    assert game.board == Board(first)


def test_bad_lines_change_nothing():
    """Illegal moves, passes that are not forced, and unknown words are reported, and the game continues."""
    game, out = play(
        "a1", "pass", "", "xyzzy", "level", "level 99", "hint 0", "hint -1", "save", "save x.zip", "f5"
    )
    assert game.board.transcript() == "f5"
    for fault in (
        "black cannot play a1: that flips no disc",
        "black cannot pass: it may play d3 c4 f5 e6",
        "'xyzzy' is neither a move nor a command",
        "'' is not a level: use a number from 0 to 60, a rating from 600 to 2300, or newcomer",
        "'99' is not a level",
        "hint takes a number from 1 to 64",
        "save needs a file name",
        "x.zip: the name of a file of games must end in one of",
    ):
        assert fault in out


def test_undo():
    """`undo` takes back the person's last move, and the engine's reply if there was a reply."""
    game, _ = play("f5", "d6", "undo")
    assert game.board.transcript() == "f5"
    game, _ = play("f5", "undo", people={Color.BLACK})
    assert game.board == Board()
    game, out = play("undo", people={Color.WHITE})
    assert "you have no move to take back" in out
    assert len(game.board.move_stack) == 1


def before_a_pass():
    """Return a board, and a move after which the other side must pass."""
    moves = positions.passing_board().move_stack
    at = moves.index(PASS) - 1
    return GameRecord.from_moves(moves[:at]).board(), format_move(moves[at])


def test_a_pass_is_taken_back_together_with_the_move_before_it():
    before, name = before_a_pass()
    game, out = play(name, "undo", board=before.copy())
    assert "has no move and passes" in out
    assert game.board == before


def test_hint_n_prints_the_n_best_moves_with_their_values():
    near_end = Board(positions.random_board(5, 52).position)
    if near_end.position.must_pass:
        near_end.push(PASS)
    _, out = play("hint 2", board=near_end)
    assert "values: exact\n" in out
    rows = re.findall(r"(?m)^([a-h][1-8]) +([+-]\d+) ", out)
    legal = {format_move(move) for move in near_end.legal_moves}
    assert len(rows) == min(2, len(legal))
    assert {name for name, _ in rows} <= legal


def test_a_board_before_a_pass_is_not_shown():
    """The board is shown once for a move and the pass after it, with a mark on the move."""
    before, name = before_a_pass()
    _, out = play(name, board=before)
    assert out.count("a b c d e f g h") == 2
    assert out.count(f"last move: {name}\n") == 1


def test_the_first_line_names_help():
    """A person who does not know the commands is told about `help`. A game without people has no such
    hint."""
    assert play()[1].startswith("type a square to move, as in f5, or help\n")
    assert "or help" not in play(people=set(), board=positions.passing_board())[1]


def test_level_and_swap():
    """The level and the sides can be changed. With two people, there are no sides to swap."""
    game, out = play("level 1", "swap", "quit", people={Color.BLACK})
    assert (str(game.player), game.limits) == ("1", Limits())
    assert "you play white now" in out
    assert re.search("black plays", out)
    assert "there is nothing to swap" in play("swap")[1]


@pytest.mark.parametrize(
    ("lines", "board", "shown"),
    [
        ("moves f5 d6 moves board", "", ["no moves yet\n", "f5d6\n", "last move: d6", "last move: d6"]),
        ("f5 d6 c3 d3 c4", "", ["opening: Perpendicular Opening\n", "opening: Tiger\n"]),
        # The number of a1 is 0.
        ("a1", "-OX" + "-" * 61 + " X", ["last move: a1", "1(X)X X"]),
    ],
    ids=["moves and board", "the name of the opening", "a move to a1"],
)
def test_the_game_the_opening_and_the_board_with_its_last_move_are_printed(lines, board, shown):
    _, out = play(*lines.split(), board=Board.parse(board))
    assert not [text for text in shown if out.count(text) < shown.count(text)]


def test_the_side_that_resigns_loses_and_the_saved_game_says_so(tmp_path):
    game, out = play("f5", "resign")
    assert out.endswith("white resigns: black wins\n")
    assert game.record().ending is Ending.RESIGNED


def test_save(tmp_path):
    """A game can be saved, even from another first position. Existing files are kept."""
    path = tmp_path / "my game.ggf"
    _, out = play(
        "f5", f"save {path}", f"save {path}", f"save {tmp_path / 'no' / 'game.ggf'}", people={Color.BLACK}
    )
    assert f"game saved in {path}" in out
    assert "the file exists: choose another name" in out
    assert "no/game.ggf" in out
    (game,) = read_games(path)
    assert game.board().transcript().startswith("f5")
    assert (game.black.name, game.white.name) == ("", "othello, level 2")


def test_a_game_goes_on_after_a_name_of_a_file_that_the_system_refuses():
    """The system may refuse a file because of a long name, its folder's permissions, or a zero byte."""
    game, out = play("f5", f"save {'x' * 300}.ggf", "save a\0b.ggf", "d6")
    assert "xxx.ggf: file name too long\n" in out
    assert "b.ggf: this cannot be the name of a file\n" in out
    assert game.board.transcript() == "f5d6"


@pytest.mark.parametrize(("square", "line"), [("a1", "1(-)- - - - - - -"), ("h8", "8 - - - - - - -(-)")])
def test_the_brackets_around_the_last_move_fit_at_both_ends_of_a_line(square, line):
    lines = plain_picture(Position.start(), parse_square(square), []).splitlines()
    assert lines[int(square[1])] == line


# On a terminal


def test_on_a_terminal_the_board_is_drawn_with_colored_discs():
    shown, _, status = on_terminal("play", "--level", 1, typed="f5\nquit\n")
    first, second, rest = shown.split("black> ")
    assert status == OK
    assert first.count(DISC) == 4
    assert "\x1b[" in first
    assert "white plays" in second
    assert "moves: f5" in rest


def test_the_board_of_a_narrow_terminal_stands_alone():
    """In 40 columns, the rows of the board are complete, and the text is below the board."""
    shown, _, status = on_terminal("play", typed="quit\n", COLUMNS="40")
    assert status == OK
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in shown.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.split() == list("abcdefgh"))
    assert [line.split()[0] for line in lines[at + 1 : at + 9]] == list("12345678")
    assert lines[at + 9].startswith("black (you) 2 to move")


def test_with_no_color_a_terminal_gets_a_diagram_in_letters():
    shown, _, status = on_terminal("play", typed="quit\n", NO_COLOR="1")
    assert status == OK
    assert DISC not in shown
    assert "4 - - . O X - - -" in shown
    assert not re.search(r"\x1b\[[\d;]*m", shown)


def test_a_terminal_that_cannot_show_discs_gets_letters():
    shown, _, status = on_terminal("play", typed="resign\n", encoding="ascii")
    assert status == OK
    assert "4 - - . O X - - -" in shown
    assert "black resigns: white wins" in shown


def test_interrupt_at_the_prompt():
    """Ctrl-C ends the game at the prompt, and the moves are printed."""
    with Terminal("play", "--position", "f5d6c3") as terminal:
        terminal.until("> ")
        terminal.interrupt()
        rest, _, status = terminal.end()
    assert (status, "moves: f5d6c3" in rest, "Traceback" in rest) == (INTERRUPTED, True, False)


def test_interrupt_during_a_search():
    command = ["play", "--position", "f5d6", "--side", "white", "--time", 60, "--no-book"]
    shown, _, status = on_terminal(*command, interrupt_at="thinking")
    assert (status, "moves: f5d6\n" in shown) == (INTERRUPTED, True)


INTERRUPTED_BY_A_THREAD = """
import os, signal, sys, threading
from othello.cli.play import ask

def interrupt():
    os.read(int(sys.argv[1]), 1)
    signal.raise_signal(signal.SIGINT)

threading.Thread(target=interrupt).start()
try:
    ask("> ")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_between_the_prompt_and_the_wait_for_a_key_ends_the_wait():
    reader, writer = os.pipe()
    command = [sys.executable, "-c", INTERRUPTED_BY_A_THREAD, reader]
    with Terminal(command=command, pass_fds=[reader]) as terminal:
        terminal.until("> ")
        os.write(writer, b"x")  # another thread handles the signal, so it interrupts no system call here
        assert "interrupted" in terminal.end()[0]
    os.close(reader)
    os.close(writer)


def test_changes_of_the_level():
    """The level may change during a game, from a human-like level to a number and back."""
    game, out = play(
        "level casual", "f5", "undo", "level 3", "level newcomer", "f5", "quit", people={Color.BLACK}
    )
    assert "the engine plays at level casual" in out
    assert "white (newcomer)" in out
    assert game.record().white.name == "othello, newcomer"
