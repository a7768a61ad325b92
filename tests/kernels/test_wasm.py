"""The library for WebAssembly, run by Node."""

import ctypes
import importlib.util
import json
import shutil
import subprocess
from typing import Final

import pytest

from othello.kernels import bound_cache, evaluation_cache, features, ordering, root, table
from othello.kernels.search_state import State
from othello.native import build, targets
from othello.search import bench, evaluation_files
from othello.search.engine import Engine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed"),
    pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not installed"),
]

PROGRAM: Final = """
import fs from 'fs';
const [library, image, task] = process.argv.slice(2);
const {start, size, calls} = JSON.parse(fs.readFileSync(task));
const number = (value, mutable) => new WebAssembly.Global({value: 'i32', mutable}, value);
const memory = new WebAssembly.Memory({initial: Math.ceil((start + size) / 65536)});
const env = {
  memory,
  __stack_pointer: number(8 << 20, true),
  __memory_base: number(9 << 20, false),
  __table_base: number(0, false),
};
const {exports} = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(library)), {env});
if (exports.__wasm_apply_data_relocs) exports.__wasm_apply_data_relocs();
new Uint8Array(memory.buffer).set(fs.readFileSync(image), start);
const words = new BigInt64Array(memory.buffer);
for (const {name, args, writes, read} of calls) {
  for (const [address, values] of writes) words.set(values.map(BigInt), address / 8);
  const result = exports[name](...args.map(each => typeof each == 'string' ? BigInt(each) : each));
  console.log(String(result), String(words[read / 8]));
}
"""
"""Makes calls and prints, for each, its result and a word of memory. Words are texts, addresses numbers."""
START: Final = 16 << 20
"""Where the memory of a search begins, behind the stack and the constants of the library."""
PAGE: Final = 4096
SEARCH_ROOT: Final = root.search_root
ZEROED: Final = {
    "bound_cache": 8 * bound_cache.WORDS,
    "evaluations": 8 * evaluation_cache.WORDS,
    "features": 8 * features.WORDS,
    "root_moves": 8 * ordering.WORDS,
    "table": table.new_table(bench.TABLE_MIB).size,
    "record": ctypes.sizeof(State),
}
"""Bytes of the memory of a search that is 0 at first."""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that makes calls in Node, see PROGRAM, and returns what it prints."""
    folder = tmp_path_factory.mktemp("wasm")
    library = folder / "kernels.so"
    library.write_bytes(build.build(targets.of_name("emscripten-wasm32")))
    program, image, task = folder / "run.mjs", folder / "image", folder / "task.json"
    program.write_text(PROGRAM, encoding="utf-8")

    def run(calls, content=b"", size=0):
        image.write_bytes(content)
        task.write_text(json.dumps({"start": START, "size": size, "calls": calls}), encoding="utf-8")
        command = ["node", program, library, image, task]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return [tuple(map(int, line.split())) for line in printed.splitlines()]

    return run


class Recorder:
    """Notes the calls of a search as they are in a linear memory, and what they return natively."""

    def __init__(self) -> None:
        shown = {
            name: array.bytes[: array.size] for name, array in evaluation_files.shipped().arrays().items()
        }
        self.addresses = {}
        self.content = b""
        self.size = 0
        for name, size in ({name: len(data) for name, data in shown.items()} | ZEROED).items():
            self.addresses[name] = START + self.size
            self.size += -(-size // PAGE) * PAGE
        for data in shown.values():
            self.content += bytes(data) + bytes(-len(data) % PAGE)
        self.calls, self.results = [], []

    def call(self, record, *words):
        """Search the root natively, see `root.search_root`."""
        fields = {name: getattr(record, name) for name, _ in State._fields_} | self.addresses
        moves = (ctypes.c_int64 * (record.root_count * ordering.ITEM // 8)).from_address(record.root_moves)
        place = self.addresses["record"]
        writes = [(place, [str(fields[name]) for name, _ in State._fields_])]
        writes.append((self.addresses["root_moves"], list(map(str, moves))))
        call = {"name": SEARCH_ROOT.symbol, "args": [place, *map(str, words)], "writes": writes}
        self.calls.append(call | {"read": place + State.nodes.offset})
        value = SEARCH_ROOT(record, *words)
        self.results.append((value, record.nodes))
        return value


def test_perft(run):
    """The library for WebAssembly counts the published number of games after nine plies."""
    words = ["0x0810000000", "0x1008000000", "9"]
    ((count, _),) = run([{"name": "perft_perft", "args": words, "writes": [], "read": START - 8}])
    assert count == 3005288


@pytest.mark.parametrize(
    "task", [bench.tasks()[0], bench.tasks()[len(bench.OPENINGS)]], ids=["opening", "ending"]
)
def test_search(run, monkeypatch, task):
    """A search in WebAssembly has the same nodes and values as a search in native machine code."""
    recorder = Recorder()
    monkeypatch.setattr(root, "search_root", recorder.call)
    result = Engine(table_mib=bench.TABLE_MIB).play(*task)
    results = run(recorder.calls, recorder.content, recorder.size)
    assert results == recorder.results
    assert results[-1][1] == result.nodes
