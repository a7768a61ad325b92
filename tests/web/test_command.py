"""`othello web`: its start, its messages, its end, and its page in docs/."""

import re
import signal
import socket
import sys

import pytest

from othello.search.memory import largest_table_mib
from othello.web.requests import REQUESTS
from tests import source
from tests.cli.commands import run as run_command
from tests.waiting import eventually
from tests.web.serving import INVITING, SECONDS, serving
from tools import docs

PAGE = (source.ROOT / "docs" / "server.md").read_text(encoding="utf-8")


def run(*args):
    """Return the exit status and the standard error of a command that does not start to serve."""
    status, out, error = run_command("web", "--no-open", *args)
    assert not out
    return status, error


def test_a_port_that_is_in_use_is_reported_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, error = run("--port", port)
    assert status == 2
    start = f"Error: cannot listen on 127.0.0.1, port {port}: address already in use "
    assert error == f"{start}(choose --port 0 for any free port)\n"


@pytest.mark.parametrize("host", ["nowhere.invalid", "256.1.1.1", "x" * 300, ""])
def test_a_host_that_does_not_exist(host):
    """A host that is not an address of this computer is reported in one sentence."""
    status, error = run("--host", host, "--port", 0)
    assert status == 2
    assert error.count("\n") == 1
    assert "cannot listen on" in error
    # A number of an error of names is none of the operating system's, or there is no number.
    assert "unknown error" not in error
    assert "not permitted" not in error
    assert error.endswith(" (choose --host 127.0.0.1 for this computer only)\n")


@pytest.mark.parametrize("is_terminal", [pytest.param(False, marks=pytest.mark.slow), True])
def test_other_devices_are_invited(is_terminal):
    """A server for other computers prints their address, and in a terminal a code for phones."""
    with serving(code=INVITING.format(is_terminal=is_terminal)) as server:
        assert server.host.startswith("localhost:")
        eventually(lambda: server.output().count("\n") > 1 + 10 * is_terminal)
        assert (
            f"Other devices in your network can open it at http://192.168.1.5:{server.port}/\n"
            in server.output()
        )
        assert ("█" in server.output()) == is_terminal


def test_more_tables_than_the_memory_of_the_computer_are_refused_at_the_start():
    status, error = run("--sessions", 1000, "--hash", largest_table_mib())
    assert status == 2
    assert "lower --sessions or --hash" in error


def test_without_the_packages_of_the_extra_one_sentence_says_how_to_install_them(monkeypatch):
    code = (
        "import sys; sys.modules['starlette'] = sys.modules['uvicorn'] = None\n"
        "from othello.__main__ import main; sys.argv = ['othello', 'web']; main()"
    )
    done = source.python("-c", code)
    assert done.returncode == 2
    assert re.fullmatch(r"Error: \w+ is missing: run pip install 'othello\[web\]'\n", done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_ends_the_server_without_a_traceback():
    with serving() as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(SECONDS) == 130
    assert server.output().count("\n") == 1


def test_the_program_on_the_page_prints_reports_and_lines_of_an_analysis(server):
    code = docs.examples(PAGE)[0]
    assert "localhost:8064" in code
    done = source.python("-c", code.replace("localhost:8064", server.host))
    assert (done.returncode, done.stderr) == (0, "")
    assert "'score'" in done.stdout.splitlines()[-1]


def test_the_page_has_all_requests_and_options():
    """docs/server.md describes every request and every option."""
    assert set(re.findall(r"^\| `(\w+)` \| .* \|", PAGE, re.MULTILINE)) >= set(REQUESTS)
    text = run_command("web", "--help")[1]
    options = set(re.findall(r"--[a-z-]+", text)) - {"--help"}
    assert options == {option for option in options if f"`{option}`" in PAGE}
