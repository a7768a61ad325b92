"""Commands are imported when they run, so the program starts quickly."""

import ast
import re

import click

from othello.cli import main
from othello.cli.lazy_group import LazyGroup
from tests import source
from tests.cli.commands import groups

HEAVY = ("numpy", "numba", "llvmlite", "rich", "asyncio")
GROUPS = [group for group in groups() if isinstance(group, LazyGroup)]
ENTRIES = [(group, name) for group in GROUPS for name in group.table]
MAX_LATE_IMPORTS = 15


def test_the_table_is_true():
    """Each entry of the table loads the command of that name, and shows the first paragraph of its help."""
    for group, name in ENTRIES:
        command = group.get_command(click.Context(group), name)
        assert isinstance(command, click.Command), name
        assert command.name == name
        assert group.table[name] == " ".join(command.help.partition("\n\n")[0].split())


def test_every_click_command_in_the_modules_of_the_command_line_is_in_a_table():
    loaded = {group.get_command(click.Context(group), name) for group, name in ENTRIES}
    commands = set()
    for module in source.modules():
        if module.startswith("othello.cli."):
            names = vars(__import__(module, fromlist=["_"])).values()
            commands |= {value for value in names if isinstance(value, click.Command)}
    in_groups = {command for group in groups() for command in group.commands.values()}
    assert commands == loaded | in_groups


def test_help_does_not_wait_for_the_engine():
    """The list of commands, the version and the help of `gtp` load neither NumPy nor Numba nor rich."""
    code = (
        "from click.testing import CliRunner; from othello.cli import main\n"
        "for args in ['--help'], ['--version'], ['gtp', '--help']:\n"
        "    assert CliRunner().invoke(main, args).exit_code == 0"
    )
    assert not source.loaded_after(code).intersection(HEAVY)


def test_completion_does_not_wait_for_the_engine():
    """Completing a command's name imports no command, and every command is proposed with its help."""
    code = (
        "from click.shell_completion import ShellComplete; from othello.cli import main\n"
        "found = ShellComplete(main, {}, 'othello', '').get_completions([], '')\n"
        "print([(item.value, item.help) for item in found])"
    )
    out = source.python("-c", code, check=True)
    assert ast.literal_eval(out.stdout) == list(main.table.items())
    modules = source.loaded_after(code)
    assert not modules.intersection(HEAVY)
    assert not {f"othello.cli.{name}" for name in main.table} & modules


def late_imports():
    """Yield each import inside a function: its file, the number of its line, the line, and the one above."""
    for path in source.files():
        text = path.read_text(encoding="utf-8")
        if not re.search(r"(?m)^ +(?:import|from) ", text):
            continue
        lines = text.splitlines()
        functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
        numbers = {
            node.lineno
            for function in ast.walk(source.tree(path))
            if isinstance(function, functions)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        for line in sorted(numbers):
            yield path, line, lines[line - 1].strip(), lines[line - 2].strip()


def test_late_imports_are_few():
    """Imports are at the top of each file. A comment gives the reason for the few imports inside
    functions."""
    imports = list(late_imports())
    assert 0 < len(imports) <= MAX_LATE_IMPORTS
    for path, number, line, above in imports:
        has_reason = "  # " in line or above.startswith(("#", "from ", "import "))
        assert has_reason, f"{path}:{number} gives no reason"
