"""The order of the layers, and rules of style for every module and kernel."""

import ast
import ctypes
import importlib
import itertools
import re
import sys
from collections import defaultdict

import othello
from othello.native import calls, kernel
from tests import rooms, source
from tests.cases import cases

ORDER = rooms.order()
"""Reading order: a module imports only what stands before it, so no cycle can form."""
LIBRARY = [
    name
    for name in ORDER
    if name.startswith("othello") and not name.startswith(("othello.cli", "othello.gtp"))
]
ROOMS = [
    "version", "othello", "errors", "storage", "jobs", "native", "kernels", "rules", "formats", "search",
    "book", "players", "solving", "review", "training", "lab", "match", "gtp", "web", "cli", "__main__",
]  # fmt: skip
"""The folders of `othello`, and the modules next to them, in reading order. "othello" is its `__init__`."""
MAX_ARROWS = 113
"""The pairs of rooms of which one imports the other: lower the number when it falls, and never raise it."""
KERNEL_MODULES = [name for name in ORDER if name.startswith("othello.kernels.")]
for kernel_module in KERNEL_MODULES:
    importlib.import_module(kernel_module)  # fills the registry of kernels

WORDS = {"player", "opponent", "discs", "squares", "bits", "key", "turned", "replies", "corners"}
NUMBERS = {"square", "alpha", "beta", "depth", "draft_", "symmetry", "color", "score", "move"}
LATE = {
    "othello.formats.wthor_files": {"othello.formats.wthor_listing", "othello.formats.wthor_records"},
}
"""Modules that load later ones by name: what needs NumPy."""
IMPORTED_AS = {"cyclonedx-bom": "cyclonedx_py", "pillow": "PIL"}
"""Distributions with another name than their package."""
TRANSITIVE = {"llvmlite": "numba", "h11": "uvicorn"}
"""What comes with a dependency and needs no line of its own in setup.cfg."""
IN_BROWSERS = {"js", "pyodide"}
"""What only a browser's Python has."""
ONE_EACH = {"TABLE_MIB", "AT_ONCE"}
"""Numbers that many modules choose, each for its own engine or its own parts of a whole."""
TEXT_FILES = {".py", ".md", ".cfg", ".toml", ".txt", ".obf", ".yml", ""}


def test_every_module_has_its_place():
    """CONTRIBUTING's table and the lists in the folders name every module exactly once."""
    assert sorted(ORDER) == sorted(source.modules())


def test_imports_point_up_the_order():
    """A module imports only modules that precede it in the reading order. Late imports are listed in LATE."""
    for number, module in enumerate(ORDER):
        assert set(ORDER[number:]) & source.imported(module) == LATE.get(module, set()), module


def room_of(module):
    """The room of a module."""
    return [*module.split("."), "othello"][1]


def test_rooms_stand_in_order_and_import_few_others():
    """The modules of a room stand together, each room imports only earlier rooms, and no new arrows
    appear."""
    assert [room for room, _ in itertools.groupby(ORDER, room_of)] == ROOMS
    pairs = {(room_of(module), room_of(name)) for module in ORDER for name in source.imported(module)}
    arrows = {(room, target) for room, target in pairs if room != target}
    assert not [arrow for arrow in arrows if ROOMS.index(arrow[0]) < ROOMS.index(arrow[1])]
    assert len(arrows) <= MAX_ARROWS, sorted(arrows)
    # So the order of modules, in which only those of LATE may import later ones, allows no circle in native/.
    assert not [module for module in LATE if room_of(module) == "native"]


def test_the_library_stands_without_the_protocols():
    """In `othello`, only the command line imports `othello.gtp`."""
    for module in LIBRARY:
        names = source.imports(source.path_of(module))
        assert not [name for name in names if name.startswith("othello.gtp")], module


def test_the_library_uses_no_public_names():
    """The library imports from modules, not from `othello`, whose names load later modules."""
    modules = source.modules()
    for module in LIBRARY:
        names = [name for name in source.imports(source.path_of(module)) if name.count(".") == 1]
        exports = [name for name in names if name.startswith("othello.") and name not in modules]
        assert module == "othello" or not exports, module


def test_kernels_stand_alone():
    """Kernels import only the standard library, each other and `othello.native`. The modules in `with_numpy`
    also import NumPy."""
    with_numpy = {"othello.kernels.sgd", "othello.kernels.proof_rules"}
    for module in ["othello.kernels", *KERNEL_MODULES]:
        for name in source.imports(source.path_of(module)):
            parts = name.split(".")
            is_own = parts[:2] in (["othello"], ["othello", "kernels"], ["othello", "native"])
            allowed = {*sys.stdlib_module_names, *(["numpy"] if module in with_numpy else [])}
            assert is_own or parts[0] in allowed, f"{module}: {name}"


def test_nothing_prints():
    """Every print() names standard error, because standard output belongs to the protocols."""
    for module in ORDER:
        for node in ast.walk(source.tree(source.path_of(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                targets = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "file"]
                assert targets == ["sys.stderr"], f"{module}, line {node.lineno}"


def test_apart_from_the_command_line_two_modules_write_to_standard_output():
    users = {
        module
        for module in ORDER
        for node in ast.walk(source.tree(source.path_of(module)))
        if isinstance(node, ast.Attribute)
        and node.attr in ("stdout", "__stdout__")
        and ast.unparse(node) == f"sys.{node.attr}"
    }
    assert {module for module in users if not module.startswith("othello.cli.")} == {
        "othello.gtp.streams",
        "othello.storage.streams",
    }


def test_dependencies_are_declared():
    """Every import comes from the standard library, from this project or from setup.cfg."""
    parser = source.setup()
    extras = parser["options.extras_require"]
    needed = parser["options"]["install_requires"] + "".join(
        extras[name] for name in ("arrays", "cluster", "compile", "web", "lab")
    )
    declared = {re.split(r"[<>=~!\[]", line)[0] for line in needed.split()}
    for path in source.files():
        for name in source.imports(path):
            top = name.split(".")[0]
            if top not in {*sys.stdlib_module_names, *source.PACKAGES, *IN_BROWSERS}:
                assert TRANSITIVE.get(top, top) in declared, f"{path} imports {name}"


def test_declared_dependencies_are_used():
    """Every distribution in setup.cfg is imported, or tests or the Makefile use its command."""
    parser = source.setup()
    extras = parser["options.extras_require"].values()
    lines = "\n".join([parser["options"]["install_requires"], *extras]).split()
    names = (re.split(r"[<>=~!\[]", line)[0] for line in lines if not line.startswith("%"))
    declared = {IMPORTED_AS.get(name, name).replace("-", "_") for name in names}
    imported = {name.split(".")[0] for path in source.files() for name in source.imports(path)}
    makefile = (source.ROOT / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"\$\(BIN\)/(\w+)", makefile))
    # A program that is started as a module, such as `python -m build`, or what a test may do without.
    used = re.compile(r'(?:"-m", "|importorskip\("|^ *from |^ *import )(\w+)', re.MULTILINE)
    tools = [path for folder in ("tests", "tools") for path in (source.ROOT / folder).rglob("*.py")]
    for path in [*source.files(), *tools]:
        commands.update(used.findall(path.read_text(encoding="utf-8")))
    if "pytest -n " in makefile:
        commands.add("pytest_xdist")
    if "--cov " in makefile:
        commands.add("pytest_cov")
    assert declared == declared & (imported | commands)


def test_the_version_is_defined_once_as_numbers_and_dots():
    assert source.setup()["metadata"]["version"] == "attr: othello.version.__version__"
    assert re.fullmatch(r"\d+(\.\d+){1,2}", othello.__version__)


PROGRAMS = dict(
    line.split(" = ")
    for line in source.setup()["options.entry_points"]["console_scripts"].strip().splitlines()
)


@cases("name", PROGRAMS)
def test_programs_run(name):
    """Every program that setup.cfg installs starts and prints its help."""
    module, function = PROGRAMS[name].split(":")
    code = f"from {module} import {function}; {function}()"
    done = source.python("-c", code, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: ")


def test_helpers_of_tests_are_in_their_own_modules_not_in_files_of_tests():
    for path in (source.ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"^ *(?:from|import) tests\b.*\btest_.*$", text, re.MULTILINE), path


def test_classes_of_the_protocols_are_short():
    """A class in gtp/ has at most 150 lines."""
    for module in [name for name in ORDER if name.startswith("othello.gtp")]:
        for node in ast.walk(source.tree(source.path_of(module))):
            if isinstance(node, ast.ClassDef):
                assert node.end_lineno - node.lineno < 150, f"{module}.{node.name}"


def definitions():
    """Yield the module, the name and the syntax node of each class and constant at the top of a module."""
    for module in ORDER:
        for node in source.tree(source.path_of(module)).body:
            if isinstance(node, ast.ClassDef):
                yield module, node.name, node
            elif isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and target.id.isupper():
                    yield module, target.id, node.value


def number_of(node):
    """Return the number that an expression without names has, or None for other expressions."""
    parts = (ast.Expression, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    if not all(isinstance(child, parts) for child in ast.walk(node)):
        return None
    number = eval(ast.unparse(node))
    return number if isinstance(number, int | float) else None


def test_a_public_class_has_a_name_of_its_own_in_the_whole_program():
    homes = defaultdict(list)
    for module, name, node in definitions():
        if isinstance(node, ast.ClassDef) and not name.startswith("_"):
            homes[name].append(module)
    assert not {name: modules for name, modules in homes.items() if len(modules) > 1}


def test_no_two_numbers_share_a_name():
    """A number that another module imports, or whose name has several words, has the same value everywhere.

    Names that begin with an underscore, and the names in ONE_EACH, belong to their module.
    """
    imported = {name for path in source.files() for name in source.imports(path)}
    values = defaultdict(dict)
    for module, name, node in definitions():
        number = None if isinstance(node, ast.ClassDef) else number_of(node)
        if number is not None and not name.startswith("_") and name not in ONE_EACH:
            values[name][module] = number
    for name, numbers in values.items():
        if "_" in name or any(f"{module}.{name}" in imported for module in numbers):
            assert len({*numbers.values()}) == 1, f"{name}: {numbers}"


def test_no_file_has_a_path_that_exists_only_on_one_computer():
    places = re.compile(
        r"(?<![\w.])/(" + "|".join(["work", "root", "home", "Users", "shared"]) + r")/|[A-Z]:\\\\"
    )
    tops = [*source.PACKAGES, "tests", "docs"]
    files = [path for top in tops for path in (source.ROOT / top).rglob("*") if path.is_file()]
    # In a worktree .git is a file, which Git writes.
    files += [path for path in source.ROOT.iterdir() if path.is_file() and path.name != ".git"]
    for path in files:
        if path.suffix in TEXT_FILES and "__pycache__" not in path.parts:
            match = places.search(path.read_text(encoding="utf-8"))
            assert not match, f"{path}: {match and match[0]}"


# Kernels


def kernels():
    """The kernels of the program by name. Tests define other kernels."""
    own = {
        name: entry
        for name, entry in kernel.KERNELS.items()
        if entry.function.__module__.startswith("othello.kernels.")
    }
    assert len(own) > 50
    return own


def test_every_kernel_has_a_docstring():
    assert not [name for name, entry in kernels().items() if not entry.__doc__]


def test_words_are_words():
    """Arguments for squares are unsigned words. Squares, depths and values are signed integers."""
    for name, entry in kernels().items():
        _, types = entry.signature
        names = [argument for argument in entry.function.__annotations__ if argument != "return"]
        for argument, kind in zip(names, types, strict=True):
            if argument in WORDS:
                assert kind == "uint64", f"{name}: {argument}"
            if argument in NUMBERS:
                assert kind == "int64", f"{name}: {argument}"


def test_every_kernel_declares_types_that_calls_from_python_have():
    for name, entry in kernels().items():
        result, arguments = entry.signature
        results = result if isinstance(result, tuple) else (result,)
        assert {*results} <= {*calls.NUMBERS, "void"}, name
        for kind in arguments:
            is_array = isinstance(kind, str) and kind.endswith("]")
            item = kind.partition("[")[0] if is_array else kind
            is_record = isinstance(kind, type) and issubclass(kind, ctypes.Structure)
            assert is_record or item in calls.NUMBERS, f"{name}: {kind}"
            assert not is_array or item in calls.TYPESTRINGS, f"{name}: {kind}"


def test_no_two_kernels_have_one_symbol_in_the_library():
    symbols = [entry.symbol for entry in kernels().values()]
    assert len(symbols) == len(set(symbols))


def test_the_compiler_stands_apart():
    """Only the front end uses Numba, and only the compiler program imports what creates machine code."""
    numba = {
        module
        for module in ORDER
        for name in source.imports(source.path_of(module))
        if name.partition(".")[0] == "numba"
    }
    assert numba == {"othello.native.frontend"}
    users = {module for module in ORDER if "othello.native.build" in source.imported(module)}
    assert users == {"othello.native.__main__"}


def test_every_kernel_is_in_the_registry_under_its_module_and_name():
    marked = set()
    for module in ORDER:
        for node in ast.walk(source.tree(source.path_of(module))):
            if isinstance(node, ast.FunctionDef):
                marks = {ast.unparse(decorator) for decorator in node.decorator_list}
                if marks & {"kernel", "inlined_kernel"}:
                    marked.add(f"{module.rpartition('.')[2]}.{node.name}")
    assert marked == set(kernels())
