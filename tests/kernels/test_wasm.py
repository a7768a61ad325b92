"""The library for WebAssembly, run by Node."""

import importlib.util
import shutil
import subprocess

import pytest

from othello.compiler import build
from othello.compiler.targets import SHIPPED

PROGRAM = """
import fs from 'fs';
const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const number = (value, mutable) => new WebAssembly.Global({value: 'i32', mutable}, value);
const env = {
  memory: new WebAssembly.Memory({initial: 256}),
  __stack_pointer: number(8 << 20, true),
  __memory_base: number(9 << 20, false),
  __table_base: number(0, false),
};
const {exports} = new WebAssembly.Instance(module, {env});
if (exports.__wasm_apply_data_relocs) exports.__wasm_apply_data_relocs();
console.log(String(exports.perft_perft(0x0810000000n, 0x1008000000n, 9n)));
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not installed")
def test_perft(tmp_path):
    """The library for WebAssembly counts the published number of games after nine plies."""
    (target,) = (each for each in SHIPPED if each.machine == "wasm32")
    library = build.build(target, tmp_path)
    program = tmp_path / "perft.mjs"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(["node", program, library], capture_output=True, text=True, check=True)
    assert done.stdout == "3005288\n"
