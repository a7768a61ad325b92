"""`othello site`: the folder that it writes, and the session that needs no server."""

import asyncio
import concurrent.futures
import encodings
import encodings.aliases
import gzip
import hashlib
import json
import re
import shutil
import threading

import pytest
from click.testing import CliRunner

from othello.cli import main
from othello.formats import sgf_reader
from othello.search.results import MAX_SCORE
from othello.web import files, requests, session, site, worker
from othello.web.minify import minified
from tests import node, source
from tests.waiting import PATIENCE
from tests.web.sites import PYODIDE, facts_of, needs_pyodide


def run(*args):
    """Return the exit status and the standard error of the command."""
    result = CliRunner().invoke(main, ["site", *map(str, args)])
    return result.exit_code, result.stderr


@pytest.mark.parametrize("content", [None, b"", b"another version"])
def test_files_of_another_pyodide_are_refused(tmp_path, content):
    """A missing Pyodide file, or a file with other content, is named, and nothing is written."""
    (tmp_path / "pyodide").mkdir()
    if content is not None:
        for name in site.PYODIDE:
            (tmp_path / "pyodide" / name).write_bytes(content)
    status, error = run("-o", tmp_path / "site", "--pyodide", tmp_path / "pyodide")
    assert status == 2
    assert error.count("\n") == 1
    assert str(tmp_path / "pyodide" / next(iter(site.PYODIDE))) in error
    assert ("not from Pyodide 314" in error) == (content is not None)
    assert not any((tmp_path / "site").iterdir())


FOREIGN = [
    b"Dear Ben",
    b"// caf\xe9",
    b'{"files": []};\n',
    b"const SITE = caf\xe9;\n",
    b"const SITE = [1];\n",
]


@pytest.mark.parametrize("content", FOREIGN)
@pytest.mark.parametrize("name", ["letter.txt", "service.js"])
def test_a_folder_that_is_not_a_site_stays_as_it_is(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    status, error = run("-o", tmp_path, "--pyodide", tmp_path)
    assert status == 2
    assert "this folder contains other files: choose a new folder" in error
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [content]


def test_the_session_of_the_worker_imports_nothing_of_the_extra():
    extra = ("starlette", "uvicorn", "websockets", "segno", "h11", "platformdirs", "click", "rich", "numpy")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({extra}))\nimport othello.web.worker\n"
        "print(*(name for name in sys.modules if name.startswith('othello.')))"
    )
    done = source.python("-c", code, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split() if name.count(".") > 1}
    assert rooms <= set(site.ROOMS)


def result_of(conversation):
    """Run a coroutine in a thread of its own: in this one, Playwright may have its event loop."""
    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, conversation).result()


def test_a_session_over_functions():
    """Messages go in through a function and come out through another. The first message is a greeting."""

    async def converse():
        messages = asyncio.Queue()
        receive = worker.begin(lambda text: messages.put_nowait(json.loads(text)), 1)
        assert (await messages.get())["type"] == "hello"
        receive(json.dumps({"id": 1, "type": "play", "game": {"moves": ["f5"]}, "level": "2", "book": False}))
        receive("nonsense")
        replies = [await messages.get(), await messages.get()]
        await asyncio.gather(*map(cancel, list(worker._TASKS)), return_exceptions=True)
        return replies

    async def cancel(task):
        task.cancel()
        await task

    error, played = sorted(result_of(converse()), key=lambda reply: reply["id"] or 0)
    assert error["type"] == "error"
    assert played["move"] in ("d6", "f4", "f6")
    assert abs(played["score"]["discs"]) <= MAX_SCORE


@pytest.mark.parametrize(
    "sent",
    [{"type": "play", "level": "2"}, {"type": "describe"}, {"type": "analyze"}, {"type": "stop"}],
    ids=["a search", "a quick reply", "a report", "a message"],
)
def test_an_error_of_the_program_ends_the_session_and_the_page_hears_of_it(monkeypatch, capsys, sent):
    """The page does not wait for a reply that never comes, whatever fails."""

    def fail(*args, **options):
        raise RuntimeError("an error of the program")

    async def converse():
        messages = asyncio.Queue()
        receive = worker.begin(
            lambda text: fail() if "stopped" in str(text) else messages.put_nowait(text), 1
        )
        receive(json.dumps({"id": 1, "game": {"moves": ["f5"]}, **sent}))
        while await messages.get() is not None:
            pass

    monkeypatch.setattr(requests, "result_object", fail)
    monkeypatch.setattr(requests, "moves_object", fail)
    monkeypatch.setattr(session, "lines_object", fail)
    result_of(asyncio.wait_for(converse(), PATIENCE))
    assert "search" not in {thread.name for thread in threading.enumerate()}
    assert "an error of the program" in capsys.readouterr().err


def test_the_page_names_no_host_and_no_absolute_path():
    """Everything that the page loads is in its folder, and its policy allows nothing else."""
    contents = files.files(is_static=True)
    page = contents[files.PAGE].content.decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert not re.search(r"https?:|\*", policy)
    assert not re.search(r'(?:src|href)="(?:/|https?:)', page)


def test_a_file_is_written_compressed_and_as_it_is_unless_a_worker_unpacks_it(tmp_path):
    for is_packed, names in ((False, ["a.js.gz", "a.js"]), (True, ["a.js.gz"])):
        paths = site.SiteFile(b"text", is_packed=is_packed).write(tmp_path, "a.js")
        assert [path.name for path in paths] == names
        assert gzip.decompress(paths[0].read_bytes()) == b"text"
        assert paths[1:] == [] or paths[1].read_bytes() == b"text"


def test_the_files_of_an_earlier_site_are_those_that_its_service_worker_names(tmp_path):
    (tmp_path / "a.js.gz").touch()
    service = tmp_path / site.SERVICE
    service.write_text(f'{site.MARK}{{"files": {{"a.js": {{}}, "gone.js": {{}}}}}};\nconst a = 1;\n')
    assert site._paths_before(tmp_path) == [tmp_path / "a.js.gz", service]


@needs_pyodide
@pytest.mark.slow
def test_every_file_is_described(folder):
    """The service worker knows the size, hash and type of each file. Packed files exist only compressed."""
    facts = facts_of(folder)["files"]
    paths = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    named = {site.SERVICE, *facts}
    assert paths == {f"{name}.gz" for name in named} | {
        name for name in named if not facts.get(name, {}).get("isPacked")
    }
    for name, fact in facts.items():
        content = gzip.decompress((folder / f"{name}.gz").read_bytes())
        assert (len(content), hashlib.sha256(content).hexdigest()) == (fact["size"], fact["hash"])
        if not fact["isPacked"]:
            assert (folder / name).read_bytes() == content


@needs_pyodide
@pytest.mark.slow
def test_the_first_visit_is_small(folder):
    """A browser loads at most 7.85 MB before the engine is ready, and 0.11 MB before the first move."""
    sizes = {name: (folder / f"{name}.gz").stat().st_size for name in facts_of(folder)["files"]}
    assert sum(sizes.values()) <= 7_850_000
    later = ("texts.", "lessons.")
    assert sum(sizes[name] for name in files.files(is_static=True) if not name.startswith(later)) < 110_000


@needs_pyodide
@pytest.mark.slow
def test_a_site_is_replaced(folder, tmp_path):
    """The same version writes the same files. Files from an earlier version are removed, and all others
    stay."""
    old = shutil.copytree(folder, tmp_path / "site")
    (old / ".nojekyll").touch()
    (old / "old.js").write_text("old")
    service = old / site.SERVICE
    service.write_text(service.read_text().replace('"files":{', '"files":{"old.js":{},'))
    assert run("-o", old, "--pyodide", PYODIDE)[0] == 0
    (old / ".nojekyll").unlink()
    left, right = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*.*")} for root in (old, folder)
    )
    assert left == right


PIECES = """
globalThis.self = globalThis;
self.location = new URL("http://host/");
const reports = [], timers = [];
self.postMessage = text => reports.push(JSON.parse(text).loaded);
self.setTimeout = act => timers.push(act);
const pieces = Array.from("abcdefghij", text => new TextEncoder().encode(text));
self.fetch = async () => new Response(ReadableStream.from(pieces));
const SITE = {files: {"a.bin": {size: 10, sent: 10, hash: "HASH", type: "text/plain", isPacked: false}}};
STORE
const loads = loadAll(["a.bin"], {...PREPARING});
console.log(JSON.stringify({text: await (await loads["a.bin"]).text(), reports, timers: timers.length}));
process.exit();
"""
"""Loads a file that comes in ten pieces, with timers that never end."""


@node.needs_node
def test_small_pieces_of_a_file_are_reported_together():
    """One timer serves all pieces, because a slow line brings thousands of them."""
    script = PIECES.replace("HASH", hashlib.sha256(b"abcdefghij").hexdigest())
    result = json.loads(node.run(script.replace("STORE", site._source(site.STORE))))
    assert result == {"text": "abcdefghij", "reports": [0, 10], "timers": 1}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ('def f():\n    """Say é."""\n    return 1\n', 'def f():\n    "_"\n    return 1\n'),
        ('class A:\n  """One\n  two."""\nx = "é"\n', 'class A:\n  "_"\nx = "é"\n'),
        ('async def f(): "é é"; return 1\n', 'async def f(): "_"; return 1\n'),
        ('"""Copyright."""\n', '"""Copyright."""\n'),
        ('def f():\n    x = "text"\n', 'def f():\n    x = "text"\n'),
        ("def f(:\n", "def f(:\n"),
        ("# Licensed.\n'''A.'''\n# (c)\nx = 1\n", "# Licensed.\n'''A.'''\n# (c)\nx = 1\n"),
        ("x = 1  # one\n# é\nif x:\n    # two\n    y = '# no'  # é\n", "x = 1\n\nif x:\n\n    y = '# no'\n"),
    ],
)
def test_docstrings_and_comments_are_left_out(source, wanted):
    """Comments above the first statement, docstrings of modules and all other code stay."""
    assert minified(source.encode()).decode() == wanted


def test_encodings_of_files():
    """Each encoding that an SGF file may declare is on the page, and so are the encodings of texts and
    archives."""
    for name in (*sgf_reader._ENCODINGS, "utf-16", "utf-8-sig", "cp437"):
        normal = encodings.normalize_encoding(name)
        assert encodings.aliases.aliases.get(normal, normal) in site.ENCODINGS


def test_the_page_of_the_documentation():
    """docs/site.md and the Makefile name the version of Pyodide."""
    text = (source.ROOT / "docs" / "site.md").read_text(encoding="utf-8")
    assert f"pyodide@{site.PYODIDE_VERSION}" in text
    assert "pyodide@$(PYODIDE_VERSION)" in (source.ROOT / "Makefile").read_text(encoding="utf-8")
