"""The command line: every command, its exit status, its output, and its errors."""

import os
import re
import subprocess

import pytest

import othello
from othello.__main__ import main as program
from othello.cli import main
from othello.native import library
from othello.search import bench, evaluation_files
from tests import source
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, commands, process, run

COMMANDS = dict(commands())


# Help and version


def test_help():
    """The help of every command describes the command and its options, and does nothing else."""
    for name, command in COMMANDS.items():
        status, out, err = run(*name.split(), "--help")
        assert (status, err) == (OK, ""), name
        assert out.startswith(f"Usage: main {name}")
        assert command.help.splitlines()[0] in " ".join(out.split()), name
        assert '[default: ""]' not in out, name


def test_the_help_of_the_program_lists_every_command():
    status, out, _ = run("--help")
    assert status == OK
    assert run("-h")[1] == out
    listed = re.findall(r"^  (\w+) ", out.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(main.table)


def test_the_version_printed_is_that_of_the_package():
    assert run("--version") == run("-V") == (OK, f"othello, version {othello.__version__}\n", "")


def test_python_m_othello_runs_the_same_program():
    with process("--version") as child:
        assert child.communicate(timeout=60) == (f"othello, version {othello.__version__}\n", "")
    assert child.returncode == OK


@pytest.mark.parametrize("program", [pytest.param("main('gtp')", marks=pytest.mark.slow), "gtp_main()"])
def test_bad_weights_end_every_program_with_one_sentence(program, tmp_path):
    """`othello gtp` and `othello-gtp` report unreadable weights with status 2 and no traceback."""
    path = tmp_path / "bad.bin"
    path.write_text("these are not weights")
    code = f"from othello.__main__ import gtp_main, main; {program}"
    done = source.python("-c", code, "--weights", path, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    assert re.fullmatch(rf"Error: {re.escape(str(path))}: .*\n", done.stderr)


def test_othello_gtp_answers_gtp_commands():
    done = source.python(
        "-c", "from othello.__main__ import gtp_main; gtp_main()", input="protocol_version\nquit\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (OK, "= 2\n\n=\n\n", "")


# bench and warmup


def test_the_benchmark_prints_the_node_count_and_the_speed(monkeypatch):
    """Another test checks the real node count."""
    monkeypatch.setattr(bench, "OPENINGS", bench.OPENINGS[:2])
    monkeypatch.setattr(bench, "ENDINGS", ())
    status, out, err = run("bench")
    assert (status, err) == (OK, "")
    nodes, seconds, speed = out.splitlines()
    assert nodes.split() == ["nodes", str(sum(result.nodes for result in bench.run()))]
    assert re.fullmatch(r"seconds  \d+\.\d{3}", seconds)
    assert re.fullmatch(r"speed    \d+\.\d M nodes/s", speed)


def test_warmup():
    """If nothing is missing, warmup only prints where the machine code and the network are."""
    run("warmup")
    status, out, err = run("warmup")
    assert (status, err) == (OK, "")
    assert out == f"machine code: {library.find()}\nnetwork: {evaluation_files.check_shipped()}\n"


def test_the_cache_is_emptied_of_our_code_and_of_nothing_else(tmp_path):
    for name in ("modules", "othello-0123456789abcdef", "theirs"):
        (tmp_path / name).mkdir()
    (tmp_path / f"kernels-0123456789abcdef-target-01234567{library.SUFFIX}").touch()
    (tmp_path / "network-0123456789abcdef.map").touch()
    with process("warmup", "--clear", env=os.environ | {"OTHELLO_CACHE": str(tmp_path)}) as child:
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (OK, f"removed the machine code in {tmp_path}\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["theirs"]


# Ends


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    """The program prints the completion script that docs/commands.md names for each shell."""
    code = "import sys; sys.argv = ['othello']; from othello.cli import main; main(prog_name='othello')"
    environment = os.environ | {"_OTHELLO_COMPLETE": f"{shell}_source"}
    done = source.python("-c", code, env=environment)
    assert "othello" in done.stdout
    assert "complet" in done.stdout
    assert "Error" not in done.stderr


def test_ctrl_c_in_any_command_ends_with_status_130_and_without_a_traceback(monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    for name, command in COMMANDS.items():
        monkeypatch.setattr(command, "make_context", interrupt)
        assert run(*name.split()) == (INTERRUPTED, "", ""), name


def test_an_interrupt_while_a_class_is_made(monkeypatch):
    """Python 3.11 wraps an interrupt of `__set_name__` in a RuntimeError. The status is still 130."""

    def fail(*args, **options):
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("othello.cli.main", fail)
    with pytest.raises(SystemExit) as ended:
        program()
    assert ended.value.code == INTERRUPTED
