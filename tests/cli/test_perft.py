"""`othello perft`."""

from othello import Color, Position
from tests import positions
from tests.cli.commands import OK, run


def test_each_ply_has_a_line_with_its_number_the_count_and_the_speed():
    status, out, err = run("perft", 6)
    heading, *lines = out.splitlines()
    assert (status, err) == (OK, "")
    assert heading.split() == ["ply", "leaves", "seconds", "M", "leaves/s"]
    assert [line.split()[:2] for line in lines] == [
        ["1", "4"],
        ["2", "12"],
        ["3", "56"],
        ["4", "244"],
        ["5", "1,396"],
        ["6", "8,200"],
    ]
    assert all(len(line.split()) == 4 and len(line) == len(heading) for line in lines)


def test_a_table_does_not_change_the_counts():
    counts = [
        [line.split()[1] for line in run("perft", 7, *more)[1].splitlines()] for more in ((), ("--hash", 1))
    ]
    assert counts[0] == counts[1]


def test_divided_counts_follow_their_moves_with_the_sum_in_the_last_line():
    status, out, _ = run("perft", 5, "--divide")
    assert status == OK
    assert out == "".join(
        f"{name:>4} {count:>22,}\n"
        for name, count in [("d3", 349), ("c4", 349), ("f5", 349), ("e6", 349), ("all", 1396)]
    )


def test_divide_passes_and_ends():
    """A forced pass is divided like a move. A finished game has no moves to divide."""
    pair = positions.pass_positions()[0]
    _, out, _ = run("perft", 1, "--divide", Position(*pair, Color.BLACK).format())
    assert out.split() == ["pass", "1", "all", "1"]
    pair = positions.final_positions()[0]
    _, out, _ = run("perft", 5, "--divide", Position(*pair, Color.WHITE).format())
    assert out.split() == ["all", "1"]


def test_a_position_is_given_as_cells_and_a_side_to_move():
    position = Position.start().play(37)
    _, out, _ = run("perft", 2, position.format())
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["3", "14"]
