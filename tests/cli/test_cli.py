"""The command line: every command, its exit status, its output, and its errors."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

import othello
from othello.__main__ import main as program
from othello.cli import main
from othello.formats.obf import read_obf, write_obf
from othello.limits import Goal
from othello.position import Position
from othello.score import Color
from tests import positions, solved, source
from tests.cli.commands import commands

FFO = source.DATA / "ffo"
SMALL = FFO / "fforum-1-19.obf"
SIGNATURE = source.DATA / "bench" / "signature.txt"
START = Position.start().format()
NEAR_END = solved.problems()[0]
COMMANDS = dict(commands())
OK, WRONG, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def run(*args):
    """Return the exit status, standard output and standard error of a command."""
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def process(*args, **options):
    """Start the command in its own process."""
    return subprocess.Popen(
        [sys.executable, "-m", "othello", *map(str, args)],
        cwd=source.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.fixture
def few(tmp_path):
    """Return a file with three problems, comments and blank lines."""
    lines = SMALL.read_text().splitlines()
    path = tmp_path / "few.obf"
    path.write_text(f"% a comment\n{lines[0]}\n\n{lines[2]}\n{lines[6]}\n")
    return path


# Help and version


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(name, option):
    """The help of every command describes it and its options, and does nothing else."""
    status, out, err = run(*name.split(), option)
    assert (status, err) == (OK, "")
    assert out.startswith(f"Usage: main {name}")
    assert COMMANDS[name].help.splitlines()[0] in " ".join(out.split())


def test_all_commands_are_listed():
    """The help of the program lists every command."""
    status, out, _ = run("--help")
    assert status == OK
    listed = re.findall(r"^  (\w+) ", out.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(main.table)


def test_version():
    """The version printed is that of the package."""
    assert run("--version") == run("-V") == (OK, f"othello, version {othello.__version__}\n", "")


def test_module():
    """`python -m othello` runs the same program."""
    with process("--version") as child:
        assert child.communicate(timeout=60) == (f"othello, version {othello.__version__}\n", "")
    assert child.returncode == OK


@pytest.mark.parametrize("program", ["main('gtp')", "gtp_main()"])
def test_bad_weights_end_every_program_with_one_sentence(program, tmp_path):
    """`othello gtp` and `othello-gtp` report unreadable weights with status 2 and no traceback."""
    path = tmp_path / "bad.bin"
    path.write_text("these are not weights")
    code = f"from othello.__main__ import gtp_main, main; {program}"
    done = subprocess.run(
        [sys.executable, "-c", code, "--weights", path],
        cwd=source.ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert re.fullmatch(rf"Error: {re.escape(str(path))}: .*\n", done.stderr)


def test_the_program_for_guis_is_gtp():
    """`othello-gtp` answers GTP commands."""
    done = subprocess.run(
        [sys.executable, "-c", "from othello.__main__ import gtp_main; gtp_main()"],
        cwd=source.ROOT,
        input="protocol_version\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (OK, "= 2\n\n=\n\n", "")


@pytest.mark.parametrize(
    "args",
    [
        ["frobnicate"],
        ["--frobnicate"],
        ["perft"],
        ["perft", "0"],
        ["perft", "21"],
        ["perft", "x"],
        ["perft", "3", "4"],
        ["perft", "3", "--hash", "-1"],
        ["solve"],
        ["solve", str(SMALL), "--hash", "0"],
        ["solve", str(SMALL), "more"],
        ["bench", "more"],
        ["gtp", "--level", "61"],
        ["gtp", "--level", "expert"],
        ["gtp", "--level", "casual", "--seed", "x"],
        ["nboard", "--level", "expert"],
        ["play", "--level", "casual", "--seed", "-1"],
        ["match", "--level", "expert"],
        ["gtp", "--hash", "0"],
    ],
    ids=" ".join,
)
def test_usage_errors(args):
    """An unknown command, argument or option exits with status 2 and a hint, without output."""
    status, out, err = run(*args)
    assert (status, out) == (BAD_INPUT, "")
    assert "Error: " in err
    assert "Traceback" not in err


# perft


def test_perft():
    """Each ply has a line with its number, the count and the speed."""
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


def test_perft_with_a_table():
    """A table does not change the counts."""
    counts = [
        [line.split()[1] for line in run("perft", 7, *more)[1].splitlines()] for more in ((), ("--hash", 1))
    ]
    assert counts[0] == counts[1]


def test_divide():
    """Divided counts follow their moves, with the sum in the last line."""
    status, out, _ = run("perft", 5, "--divide")
    assert status == OK
    assert out == "".join(
        f"{name:>4} {count:>22,}\n"
        for name, count in [("d3", 349), ("c4", 349), ("f5", 349), ("e6", 349), ("all", 1396)]
    )


def test_divide_passes_and_ends():
    """A forced pass is divided like a move; a finished game has no moves to divide."""
    pair = positions.pass_positions()[0]
    _, out, _ = run("perft", 1, "--divide", Position(*pair, Color.BLACK).format())
    assert out.split() == ["pass", "1", "all", "1"]
    pair = positions.final_positions()[0]
    _, out, _ = run("perft", 5, "--divide", Position(*pair, Color.WHITE).format())
    assert out.split() == ["all", "1"]


def test_perft_of_a_position():
    """A position is given as cells and a side to move."""
    position = Position.start().play(37)
    _, out, _ = run("perft", 2, position.format())
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["3", "14"]


@pytest.mark.parametrize("text", ["", "nonsense", START[1:], START.replace("X", "?")])
def test_perft_of_a_bad_position(text):
    """A position that cannot be read is reported in one sentence, with status 2."""
    status, out, err = run("perft", 2, text)
    assert (status, out) == (BAD_INPUT, "")
    assert re.fullmatch(r"Error: .+\n", err)


# solve


def test_solve(few):
    """Each position has a line with its value, move, expected value and nodes; the last line sums up."""
    status, out, err = run("solve", few, "--hash", 16)
    heading, *rows, last = out.splitlines()
    assert (status, err) == (OK, "")
    assert heading.split() == [
        "line",
        "empties",
        "score",
        "move",
        "expected",
        "nodes",
        "seconds",
        "M",
        "nodes/s",
    ]
    assert [row.split()[:6] for row in rows] == [
        ["2", "14", "+18", "g8", "+18", "ok"],
        ["4", "14", "+2", "d1", "+2", "ok"],
        ["5", "14", "+8", "a6", "+8", "ok"],
    ]
    assert re.fullmatch(r"3 solved in [\d.]+ s, [\d,]+ nodes, [\d.]+ M nodes/s; 3 of 3 as expected", last)


def test_json(few):
    """With --json, each position gives one object."""
    status, out, err = run("solve", "--json", few, "--hash", 16)
    assert (status, err) == (OK, "")
    found = objects(out)
    first = found[0]
    problem = next(iter(read_obf(SMALL)))
    assert {key: first[key] for key in ("number", "empties", "move", "solved", "expected", "ok")} == {
        "number": 2,
        "empties": 14,
        "move": "g8",
        "solved": True,
        "expected": 18,
        "ok": True,
    }
    assert Position.parse(first["position"]) == problem.position
    assert type(first["nodes"]) is int
    assert type(first["seconds"]) is float
    assert (first["pv"][0], first["score"]["discs"]) == ("g8", 18)
    assert [each["number"] for each in found] == [2, 4, 5]


def test_json_without_known_scores(tmp_path):
    """Without scores in the file, `expected` and `ok` are null."""
    path = tmp_path / "bare.obf"
    path.write_text(f"{NEAR_END.position.format()};\n")
    status, out, _ = run("solve", "--json", path)
    (found,) = objects(out)
    assert status == OK
    assert (found["expected"], found["ok"]) == (None, None)
    assert found["score"]["discs"] == NEAR_END.value


def test_a_position_on_the_command_line():
    """A position on the command line is solved like line 1 of a file; semicolons are accepted."""
    for text in (NEAR_END.position.format(), f"{NEAR_END.position.format()};"):
        status, out, _ = run("solve", "--json", text)
        (found,) = objects(out)
        assert status == OK
        assert (found["number"], found["score"]["discs"], found["solved"]) == (1, NEAR_END.value, True)


def test_a_position_that_begins_with_empty_squares():
    """A position whose first cell is "-" is solved, too."""
    position = next(p.position for p in solved.problems() if p.position.format().startswith("--"))
    status, out, _ = run("solve", "--json", position.format())
    assert status == OK
    assert objects(out)[0]["position"] == position.format()


def test_passes_and_ends(tmp_path):
    """A forced pass is the move "pass"; a finished game has the move null and its result as value."""
    problems = [p for p in solved.problems() if p.position.must_pass or p.position.is_over]
    write_obf(tmp_path / "odd.obf", problems)
    status, out, _ = run("solve", "--json", tmp_path / "odd.obf")
    assert status == OK
    for problem, found in zip(problems, objects(out), strict=True):
        assert found["move"] == ("pass" if problem.position.must_pass else None)
        assert found["score"]["discs"] == problem.value
        assert (found["pv"][:1] == ["pass"]) == problem.position.must_pass
    status, out, _ = run("solve", tmp_path / "odd.obf")
    assert status == OK
    assert len(out.splitlines()) == len(problems) + 2


def test_who_wins(few):
    """With --wld, the value is win, draw or loss, and has no discs."""
    status, out, _ = run("solve", "--wld", "--json", few)
    assert status == OK
    for each in objects(out):
        score = each["score"]
        assert (score["outcome"], score["discs"], score["kind"], each["ok"]) == ("win", None, "wld", True)
    status, out, _ = run("solve", "--wld", few)
    assert status == OK
    assert [line.split()[2] for line in out.splitlines()[1:-1]] == ["win"] * 3


@pytest.mark.parametrize("goal", list(Goal)[1:])
def test_wrong_expectations(tmp_path, goal):
    """An answer that differs from the file is marked; all positions are solved, and the status is 1."""
    board = NEAR_END.position.format()
    path = tmp_path / "wrong.obf"
    path.write_text(f"{board}; {-NEAR_END.value:+d};\n{board}; {NEAR_END.value:+d};\n")
    options = ["--wld"] if goal is Goal.WLD else []
    status, out, _ = run("solve", path, *options)
    assert status == WRONG
    assert [" WRONG " in line for line in out.splitlines()[1:-1]] == [True, False]
    assert out.endswith("; 1 of 2 as expected\n")
    status, out, _ = run("solve", "--json", path, *options)
    assert status == WRONG
    assert [each["ok"] for each in objects(out)] == [False, True]


GOOD = SMALL.read_text().splitlines()[0]
BAD_FILES = {
    "empty": (b"", None, "the file has no entries"),
    "blank": (b"\n\n  \n", None, "the file has no entries"),
    "binary": (bytes(range(256)) * 4, 1, "this is not a text file"),
    "latin": (f"{GOOD} % caf\xe9\n".encode("latin-1"), 1, "not UTF-8"),
    "one bad line": (f"{GOOD}\n{GOOD[1:]}\n{GOOD}\n".encode(), 2, "the board has 63 cells, not 64"),
    "bad cell": (f"{GOOD}\n\n% comment\n?{GOOD[1:]}\n".encode(), 4, "'?' at a1 is not a cell"),
    "no side": (f"{GOOD[:64]}\n".encode(), 1, "no side to move"),
    "bad move": (f"{GOOD[:66]}; J9:+2;\n".encode(), 1, "'J9' is not a move"),
    "illegal move": (
        f"{GOOD}\n{GOOD[:66]}; C3:+2;\n".encode(),
        2,
        "C3 has a score, but black cannot play c3",
    ),
    "bad score": (f"{GOOD[:66]}; G8:+180;\n".encode(), 1, "'+180' is not a score"),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("options", [[], ["--json"], ["--wld"]], ids=" ".join)
def test_bad_files(tmp_path, name, options):
    """A bad file is refused before any position is solved; the error names file, line and reason."""
    content, line, fault = BAD_FILES[name]
    path = tmp_path / "problems.obf"
    path.write_bytes(content)
    status, out, err = run("solve", path, *options)
    assert (status, out) == (BAD_INPUT, "")
    where = str(path) if line is None else f"{path}, line {line}"
    assert err.startswith(f"Error: {where}: ")
    assert fault in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_opened(tmp_path):
    """A missing file and a folder are reported by name."""
    for path, fault in [(tmp_path / "missing.obf", "no such file"), (tmp_path, "is a directory")]:
        status, out, err = run("solve", path)
        assert (status, out) == (BAD_INPUT, "")
        assert re.fullmatch(rf"Error: {re.escape(str(path))}: {fault}.*\n", err)


CORNERED = "X" + START[1:]
"""A board that does not begin with "-", which has the look of an option."""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{CORNERED[:-1]}?", "'?' after the 64 cells is not a side to move"),
        (f"X{CORNERED}", "is not a side to move"),
        (CORNERED.replace("OX", "O?"), "'?' at e4 is not a cell"),
    ],
)
def test_bad_positions(text, fault):
    """A bad position on the command line is reported with the reason."""
    status, out, err = run("solve", text)
    assert (status, out) == (BAD_INPUT, "")
    assert fault in err
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


# bench and warmup


def test_bench():
    """The benchmark prints the node count and the speed."""
    status, out, err = run("bench")
    assert (status, err) == (OK, "")
    nodes, seconds, speed = out.splitlines()
    assert nodes.split() == ["nodes", SIGNATURE.read_text().strip()]
    assert re.fullmatch(r"seconds  \d+\.\d{3}", seconds)
    assert re.fullmatch(r"speed    \d+\.\d M nodes/s", speed)


def test_warmup():
    """If all kernels are compiled, warmup only prints the folder of the cache."""
    run("warmup")
    status, out, err = run("warmup")
    assert (status, err) == (OK, "")
    assert re.fullmatch(r"the compiled kernels are in .+\n", out)


def test_clear(tmp_path):
    """The cache is emptied of our code and of nothing else."""
    for name in ("othello-0123456789abcdef", "theirs"):
        (tmp_path / name).mkdir()
    with process("warmup", "--clear", env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}) as child:
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (OK, f"removed the compiled kernels from {tmp_path}\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["theirs"]


# Ends


def test_interrupt():
    """Ctrl-C ends a solution at once; the results so far are printed, and the status is 130."""
    with process("solve", "--json", FFO / "fforum-40-59.obf") as child:
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == INTERRUPTED
    found = [json.loads(first), *objects(out)]
    done = [each for each in found if each["solved"]]
    assert done[0]["score"]["discs"] == 38
    assert all(each["ok"] for each in done)
    # What was in work, unless the interrupt came between two positions.
    for each in found[len(done) :]:
        assert each["ok"] is None
        assert each["lower"] <= each["expected"] <= each["upper"]
    assert len(done) >= len(found) - 1
    assert err == f"interrupted after {len(done)} of 20 positions\n"


def test_broken_pipe():
    """If the reader of the output ends, the command ends without a message."""
    with process("solve", "--json", SMALL) as child:
        child.stdout.readline()
        child.stdout.close()
        err = child.stderr.read()
        assert child.wait(timeout=60) != OK
    assert "Traceback" not in err
    assert "Exception" not in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    """The program prints the completion script that README names, for each shell."""
    code = "import sys; sys.argv = ['othello']; from othello.cli import main; main(prog_name='othello')"
    environment = os.environ | {"_OTHELLO_COMPLETE": f"{shell}_source"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=source.ROOT, env=environment, capture_output=True, text=True
    )
    assert "othello" in done.stdout
    assert "complet" in done.stdout
    assert "Error" not in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_ends_an_interrupt_with_its_status(name, monkeypatch):
    """Ctrl-C in any command ends with status 130 and without a traceback."""

    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(COMMANDS[name], "make_context", interrupt)
    assert run(*name.split()) == (INTERRUPTED, "", "")


def test_an_interrupt_while_a_class_is_made(monkeypatch):
    """Python 3.11 wraps an interrupt of `__set_name__` in a RuntimeError; the status is 130 all the same."""

    def fail(*args, **options):
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("othello.cli.main", fail)
    with pytest.raises(SystemExit) as ended:
        program()
    assert ended.value.code == INTERRUPTED
