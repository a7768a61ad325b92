"""Writes the page and its engine as a folder of files that any static host can serve.

The engine consists of this package and its machine code for WebAssembly. It runs in Pyodide, which is Python
for browsers. docs/site.md describes the folder.
"""

import gzip
import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from othello.errors import FormatError, usable
from othello.native import library
from othello.players import human_model, standalone
from othello.search import evaluation_files
from othello.search.json_objects import JsonObject
from othello.storage import outputs
from othello.version import __version__
from othello.web import files
from othello.web.minify import minified

PYODIDE_VERSION: Final = "314.0.7"
PYODIDE: Final = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The Pyodide files that a site contains, with their SHA-256 hashes."""
TARGET: Final = "emscripten-wasm32"
STANDARD_LIBRARY: Final = "python_stdlib.zip"
UNNEEDED: Final = (
    *("__hello__", "__phello__", "_ast_unparse", "_compat_pickle", "_markupbase", "_py_abc", "_pydatetime"),
    *("_pyio", "_pylong", "_pyrepl", "antigravity", "argparse", "asyncio.__main__"),
    *("asyncio.proactor_events", "asyncio.tools", "asyncio.windows_events", "asyncio.windows_utils", "bdb"),
    *("cProfile", "cmd", "code", "colorsys", "compileall", "concurrent.futures.interpreter"),
    *("concurrent.futures.process", "concurrent.interpreters", "configparser", "csv", "ctypes._aix"),
    *("ctypes.macholib", "ctypes.wintypes", "difflib", "doctest", "email", "filecmp", "fileinput"),
    *("fractions", "ftplib", "getopt", "getpass", "gettext", "graphlib", "hmac", "html.parser", "http"),
    *("imaplib", "importlib.metadata", "json.__main__", "json.tool", "logging.config", "logging.handlers"),
    *("mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse"),
    *("pathlib.types", "pdb", "pickle", "pickletools", "pkgutil", "plistlib", "poplib", "pprint", "profile"),
    *("pstats", "pty", "py_compile", "pyclbr", "pydoc", "pyodide.console", "quopri", "rlcompleter", "runpy"),
    *("sched", "secrets", "shelve", "shlex", "smtplib", "socketserver", "sqlite3.__main__", "sqlite3.dump"),
    *("sre_compile", "sre_constants", "sre_parse", "statistics", "stringprep", "symtable"),
    *("sysconfig.__main__", "tabnanny", "tarfile", "this", "timeit", "tomllib", "trace", "tracemalloc"),
    *("tty", "unittest", "urllib.error", "urllib.request", "urllib.response", "urllib.robotparser", "uuid"),
    *("wave", "webbrowser", "wsgiref", "xml.dom", "xml.etree.ElementInclude", "xml.sax", "xmlrpc", "zipapp"),
    *("zipfile.__main__", "zoneinfo"),
)
"""Modules of the standard library that the session does not import. They make up half of the library."""
FROZEN: Final = (
    *("_collections_abc", "_sitebuiltins", "abc", "codecs", "genericpath", "importlib._bootstrap"),
    *("importlib._bootstrap_external", "importlib.machinery", "importlib.util", "io", "ntpath", "os"),
    *("posixpath", "site", "stat", "zipimport"),
)
"""Modules of the standard library that are built into the interpreter and loaded from there."""
ENCODINGS: Final = (
    *("__init__", "aliases", "ascii", "big5", "cp1252", "cp437", "euc_jp", "gbk", "idna", "iso2022_jp"),
    *("iso8859_1", "latin_1", "shift_jis", "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig"),
)
"""Encodings that files, archives or Python may need. All other encodings are omitted."""
ROOMS: Final = (
    *(
        "book",
        "data",
        "formats",
        "kernels",
        "native",
        "players",
        "review",
        "rules",
        "search",
        "storage",
        "web",
    ),
)
"""The folders of the package that the session needs."""
LEFT_OUT: Final = (
    "data/native/",
    "data/network.",
    "data/human.",
    "web/page/",
    "web/static/",
    *(
        f"web/{name}."
        for name in ("app", "files", "guard", "session_pool", "scripts", "server", "site", "minify")
    ),
)
"""Parts of these folders that the session does not need, or that become separate files."""
HASHED: Final = ("othello/kernels/", "othello/native/")
"""Folders whose sources stay unchanged, because a hash of them is part of the library's name."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The timestamp of all files in archives. A fixed time ensures that equal files yield equal archives."""
LOCK: Final = "pyodide-lock.json"
STORE: Final = "store.js"
SERVICE: Final = "service.js"
WORKER: Final = "worker.js"
QUICK: Final = "quick.js"
MARK: Final = "const SITE = "
"""The beginning of WORKER, QUICK and SERVICE."""
TYPES: Final = files.TYPES | {
    "bin": "application/octet-stream",
    "mjs": "text/javascript; charset=utf-8",
    "wasm": "application/wasm",
    "zip": "application/zip",
}


@dataclass(frozen=True)
class SiteFile:
    """A file of the site."""

    content: bytes
    is_packed: bool
    """Whether the site contains the file only in compressed form.

    A worker unpacks the file, so every host sends it in compressed form.
    """

    @cached_property
    def packed(self) -> bytes:
        """The content, compressed with gzip."""
        return gzip.compress(self.content, mtime=0)

    def facts(self, name: str) -> JsonObject:
        """Return what `static/store.js` must know about the file called *name*."""
        return {
            "size": len(self.content),
            "sent": len(self.packed if self.is_packed else self.content),
            "hash": hashlib.sha256(self.content).hexdigest(),
            "type": TYPES[name.rpartition(".")[2]],
            "isPacked": self.is_packed,
        }

    def write(self, folder: Path, name: str) -> list[Path]:
        """Write the file compressed and, unless `is_packed`, also uncompressed. Return the paths."""
        contents = {f"{name}.gz": self.packed} | ({} if self.is_packed else {name: self.content})
        for file_name, content in contents.items():
            (folder / file_name).parent.mkdir(exist_ok=True)
            with outputs.replacing(folder / file_name) as target:
                target.write(content)
        return [folder / file_name for file_name in contents]


class Site(NamedTuple):
    """The sizes of a written site."""

    files: int
    sent: int
    """Number of bytes, compressed with gzip, that a browser loads before the engine is ready."""
    first: int
    """How many of these bytes a browser loads before the board can be played."""


def write(folder: Path, pyodide: Path) -> Site:
    """Write the site to an empty folder or over an earlier site. *pyodide* is Pyodide's folder.

    Raises FormatError if the folder contains anything else or if a Pyodide file is wrong. Raises
    NoLibraryError if there is no machine code for WebAssembly.
    """
    before = _paths_before(folder)
    page = {
        name: SiteFile(file.content, is_packed=False) for name, file in files.files(is_static=True).items()
    }
    engine = {f"pyodide/{name}": file for name, file in _pyodide(pyodide).items()}
    code = library.of_target(TARGET)
    tables, plan = standalone.plan()
    engine |= {
        "python.zip": SiteFile(_package(), is_packed=True),
        "network.bin": SiteFile(_network(), is_packed=True),
        "kernels.wasm": SiteFile(code, is_packed=True),
        "tables.bin": SiteFile(tables, is_packed=True),
        "human.bin": SiteFile(human_model.SHIPPED.read_bytes(), is_packed=False),
    }
    facts: JsonObject = {name: file.facts(name) for name, file in (page | engine).items()}
    version = hashlib.sha256(
        json.dumps([facts, plan, *map(_source, (STORE, WORKER, QUICK, SERVICE))]).encode()
    )
    name = library.file_name(TARGET, code)
    site = {"version": version.hexdigest()[:16], "files": facts, "library": name}
    workers = {
        WORKER: SiteFile(_script(WORKER, site), is_packed=False),
        QUICK: SiteFile(_script(QUICK, site | {"plan": plan | {"version": __version__}}), is_packed=False),
    }
    facts = facts | {name: worker.facts(name) for name, worker in workers.items()}
    service = SiteFile(_script(SERVICE, site | {"files": facts}), is_packed=False)
    # The page and its service worker come last, when all files that they name are in place.
    site_files = engine | workers | page | {SERVICE: service}
    written = [path for name, file in site_files.items() for path in file.write(folder, name)]
    for path in set(before).difference(written):
        path.unlink(missing_ok=True)
    sizes = {name: len(file.packed) for name, file in site_files.items()}
    return Site(len(written), sum(sizes.values()), sum(sizes[name] for name in page))


def _paths_before(folder: Path) -> list[Path]:
    """Return an earlier site's files in a folder. Raises FormatError if the folder contains other files."""
    with usable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            return []
        service = folder / SERVICE
        first = service.read_bytes().partition(b";\n")[0] if service.is_file() else b""
    try:
        names = [
            *json.loads(first[len(MARK) :] if first.startswith(MARK.encode()) else b"")["files"],
            SERVICE,
        ]
        return [
            folder / file_name
            for name in names
            for file_name in (name, f"{name}.gz")
            if (folder / file_name).exists()
        ]
    except (ValueError, LookupError, TypeError):
        reason = "this folder contains other files: choose a new folder, or the folder of a site"
        raise FormatError(folder, None, reason) from None


def _script(name: str, site: Mapping[str, object]) -> bytes:
    """Return a worker's script, which contains data about the site, all workers' code and its own code."""
    facts = json.dumps(site, separators=(",", ":"))
    return f"{MARK}{facts};\n{_source(STORE)}{_source(name)}".encode()


def _source(name: str) -> str:
    return resources.files("othello.web").joinpath("static", name).read_text(encoding="utf-8")


def _pyodide(folder: Path) -> dict[str, SiteFile]:
    """Return Pyodide's files without the parts that the session does not need. Raises FormatError."""
    site_files = {}
    for name, wanted in PYODIDE.items():
        path = folder / name
        with usable(path):
            content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != wanted:
            raise FormatError(
                path, None, f"this file is not from Pyodide {PYODIDE_VERSION}: its checksum is wrong"
            )
        # Scripts are not compressed, because the browser imports them, and only our worker can unpack files.
        site_files[name] = SiteFile(content, is_packed=not name.endswith(".mjs"))
    # The session does not load packages from Pyodide, and their list is long.
    lock = json.loads(site_files[LOCK].content) | {"packages": {}}
    site_files[LOCK] = replace(site_files[LOCK], content=json.dumps(lock).encode())
    standard = site_files[STANDARD_LIBRARY]
    site_files[STANDARD_LIBRARY] = replace(standard, content=_without_unneeded(standard.content))
    return site_files


def _without_unneeded(archive: bytes) -> bytes:
    """Return the archive of the standard library without the modules that the session does not need."""
    with zipfile.ZipFile(io.BytesIO(archive)) as before:
        names = [name for name in before.namelist() if not name.endswith("/")]
        kept = [name for name in names if _is_needed(name.removesuffix(".py").replace("/", "."))]
        return _archive({name: before.read(name) for name in kept})


def _is_needed(module: str) -> bool:
    """Return whether the session may import *module* from the standard library."""
    package, _, encoding = module.partition(".")
    if package == "encodings":
        return encoding in ENCODINGS
    return not any(f"{module}.".startswith(f"{prefix}.") for prefix in UNNEEDED + FROZEN)


def _package() -> bytes:
    """Return an archive of this package, without machine code, and of the modules that it imports."""
    root = Path(str(resources.files("othello")))
    paths = [*root.glob("*.py*"), *(path for room in ROOMS for path in (root / room).rglob("*.*"))]
    names = {path.relative_to(root).as_posix(): path for path in paths if path.is_file()}
    contents = {
        f"othello/{name}": path.read_bytes()
        for name, path in names.items()
        if not name.startswith(LEFT_OUT) and "__pycache__" not in name
    }
    sgfmill = Path(str(resources.files("sgfmill")))
    contents |= {f"sgfmill/{path.name}": path.read_bytes() for path in sgfmill.glob("*.py")}
    return _archive(contents)


def _network() -> bytes:
    """Return the shipped network in its compact form."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "network.bin")
        evaluation_files.write(path, evaluation_files.shipped())
        return path.read_bytes()


def _archive(contents: dict[str, bytes]) -> bytes:
    """Return an archive of files without docstrings and comments. Hosts compress it as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in sorted(contents.items()):
            is_shortened = name.endswith(".py") and not name.startswith(HASHED)
            text = minified(content) if is_shortened else content
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text)
    return made.getvalue()
