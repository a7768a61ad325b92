"""Kernels with random arguments, in the libraries of several targets.

    python -m tests.fuzz.kernels COUNT

draws COUNT boards and prints a digest of all results of each kernel. Then it prints what differs in the
libraries of other targets: the levels of this processor, arm64 if QEMU is installed (Debian: qemu-user and
libc6-arm64-cross), and WebAssembly if Node is installed. The last two need ziglang.
"""

import ctypes
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from othello.kernels import (
    batch_boards,
    human_policy,
    labels,
    last_empties,
    perft,
    proof_rules,
    random_games,
    selfplay,
    stability,
    static_values,
    symmetry,
    zobrist,
)
from othello.kernels.search_state import State
from othello.native import library, processor, targets
from tests.kernels.records import Memory

PAGE: Final = 4096
BASES: Final = {"wasm32": 16 << 20, "arm64": 1 << 36}
"""Where the memory of the calls begins: in WebAssembly behind the stack and the constants of the library."""
QEMU: Final = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
NUMBER, ADDRESS, ELEMENTS = range(3)
"""Kinds of arguments. ELEMENTS is the address of words, of which each call gets one."""
NODE: Final = """
import fs from 'fs';
const [library, image, task] = process.argv.slice(2);
const {start, size, calls} = JSON.parse(fs.readFileSync(task));
const number = (value, mutable) => new WebAssembly.Global({value: 'i32', mutable}, value);
const memory = new WebAssembly.Memory({initial: Math.ceil((start + size) / 65536)});
const [__stack_pointer, __memory_base, __table_base] = [number(8 << 20, true), number(9 << 20), number(0)];
const env = {memory, __stack_pointer, __memory_base, __table_base};
const {exports} = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(library)), {env});
if (exports.__wasm_apply_data_relocs) exports.__wasm_apply_data_relocs();
const bytes = new Uint8Array(memory.buffer, start, size), words = new BigInt64Array(memory.buffer);
bytes.set(fs.readFileSync(image));
for (const [name, repeats, into, count, ...args] of calls)
  for (let i = 0; i < Math.max(1, repeats); i++) {
    const given = [];
    for (let k = 0; k < args.length; k += 2)
      given.push([BigInt, Number, at => words[at / 8 + i]][args[k]](args[k + 1]));
    const result = exports[name](...given);
    if (repeats) words[into / 8 + i] = result;
  }
fs.writeFileSync(image, bytes);
"""
"""Copies the image of a memory to its place, makes calls, and writes the memory to the same file."""
HOST: Final = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define EIGHT(k) a[k], a[k + 1], a[k + 2], a[k + 3], a[k + 4], a[k + 5], a[k + 6], a[k + 7]
int main(int argc, char **argv) {
  unsigned long size = atol(argv[3]), repeats, into, count, kind[24], given[24], a[24], result;
  char name[99], *memory = mmap((void *)(1L << 36), size, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  FILE *image = fopen(argv[2], "r+b");
  fread(memory, 1, size, image);
  void *library = dlopen(argv[1], RTLD_NOW);
  while (scanf("%98s %lu %lu %lu", name, &repeats, &into, &count) == 4) {
    unsigned long (*kernel)() = dlsym(library, name);
    for (int k = 0; k < count; k++) scanf("%lu %lu", kind + k, given + k);
    for (int i = 0; i < (repeats ? repeats : 1); i++) {
      for (int k = 0; k < count; k++) a[k] = kind[k] == 2 ? ((unsigned long *)given[k])[i] : given[k];
      result = kernel(EIGHT(0), EIGHT(8), EIGHT(16));
      if (repeats) ((unsigned long *)into)[i] = result;
    }
  }
  rewind(image);
  return fwrite(memory, 1, size, image) != size;
}
"""
"""The same in C. Every argument is a word."""


class Workload:
    """Calls, and the arrays that they need. Later calls read what earlier calls have written."""

    def __init__(self, count: int) -> None:
        """Draw *count* boards."""
        rng = np.random.default_rng(count)
        a, b, c, d = rng.integers(0, 2**64, (4, count), np.uint64)
        discs = np.choose(np.arange(count) % 3, [b | c | d, c, b & c])
        few, some, deep = (-(-count // part) for part in (16, 128, 2048))
        holes = np.bitwise_or.reduce(np.uint64(1) << rng.integers(0, 64, (6, few), np.uint64))
        self.memory, self.calls = Memory(), list[tuple[Any, tuple[Any, ...], list[str], int]]()
        self.arrays: dict[str, Any] = {
            "players": discs & a,
            "opponents": discs & ~a,
            "full": a[:few] & ~holes,
            "others": ~a[:few] & ~holes,
            "squares": rng.integers(0, 66, count, np.uint8),
            "symmetries": rng.integers(0, 8, count, np.uint64),
            "start": np.array([0x0810000000, 0x1008000000], np.uint64),
        }
        record, boards, row = self.memory.record, ("players", "opponents"), (-(-count // 60), 60)
        self._add(batch_boards.legal_all, boards, ("u8", count))
        self._add(batch_boards.flips_all, (*boards, "squares"), ("u8", count))
        self._add(batch_boards.must_pass_all, boards, ("u1", count))
        for kernel, arguments, repeats in (
            (stability.stable_discs, boards, count),
            (symmetry.canonical_symmetry, boards, count),
            (symmetry.transformed, ("players", "symmetries"), count),
            (zobrist.position_key, (*boards, 1), count),
            (human_policy.key_of, boards, count),
            (last_empties.final_score, boards, count),
            (perft.perft, (*boards, 3), some),
            (selfplay.exact_value, (record, "full", "others", 0, 0, 0), few),
        ):
            self._add(kernel, arguments, ("u8", repeats), repeats=repeats)
        results, played = [("u1", row[0]), ("i2", row[0])], [("u8", row)] * 3
        moves, _, _, *seen, _ = self._add(
            random_games.play_randomly, (7, 0, False, "start"), ("u1", row), *results, *played
        )
        replayed = (*played[:2], ("u1", row), played[0], *results, results[1])
        self._add(random_games.replay_rows, (moves, False, "start"), *replayed)
        self._add(static_values.static_value, (record, *seen), ("u8", count), repeats=count)
        for depth, size in ((1, few), (4, some), (7, deep)):
            first = [f"{name}, {size}" for name in boards]
            self.arrays |= {name: self.arrays[name.partition(",")[0]][:size].copy() for name in first}
            for selectivity in (0, 5):
                given = (record, *first, depth, selectivity, depth + 4)
                self._add(labels.label_all, given, ("i8", size), ("u1", size), ("u1", size))

    def _add(self, kernel: Any, arguments: Any, *outputs: Any, repeats: int = 0) -> list[str]:
        """Add a call, or a call for each element of its arrays. Return the names of its outputs."""
        names = [f"{len(self.calls)}.{place}" for place in range(len(outputs))]
        self.arrays |= {
            name: np.zeros(shape, kind) for name, (kind, shape) in zip(names, outputs, strict=True)
        }
        self.calls.append((kernel, arguments if repeats else (*arguments, *names), names, repeats))
        return names

    def run(self, code: ctypes.CDLL) -> None:
        """Make the calls here."""
        for kernel, arguments, outputs, repeats in self.calls:
            kernel.bind(code)
            given = [self.arrays[item] if isinstance(item, str) else item for item in arguments]
            if repeats:
                columns = [
                    item.ravel()[:repeats].tolist() if isinstance(item, np.ndarray) else [item] * repeats
                    for item in given
                ]
                words = [kernel.unchecked(*row) % 2**64 for row in zip(*columns, strict=True)]
                self.arrays[outputs[0]][:] = words
            else:
                kernel(*given)

    def run_elsewhere(self, path: Path, machine: str) -> None:
        """Make the calls under QEMU or in Node, in a copy of the memory."""
        base, content, memory = BASES[machine], bytearray(), self.memory
        pieces: dict[str, Any] = {name: array.data.cast("B") for name, array in self.arrays.items()}
        places = {"table": memory._table, "bound_cache": memory._cache, "evaluations": memory._evaluations}
        places |= {"features": memory._features, "root_moves": memory.root_moves, **memory._evaluation}
        pieces |= {name: piece.bytes[: piece.size] for name, piece in places.items()}
        addresses = {}
        for name, piece in [*pieces.items(), ("record", bytes(ctypes.sizeof(State)))]:
            addresses[name] = base + len(content)
            content += bytes(piece) + bytes(-len(piece) % PAGE)
        record = State.from_buffer(content, addresses["record"] - base)
        for name, _ in State._fields_:
            setattr(record, name, addresses.get(name, getattr(memory.record, name)))
        calls = [self._flat(addresses, *call) for call in self.calls]
        with TemporaryDirectory() as folder:
            image, program, task = (Path(folder, name) for name in ("image", "program.mjs", "task"))
            image.write_bytes(content)
            if machine == "wasm32":
                program.write_text(NODE)
                task.write_text(json.dumps({"start": base, "size": len(content), "calls": calls}))
                subprocess.run(["node", program, path, image, task], check=True)
            else:
                task = task.with_suffix(".c")
                task.write_text(HOST)
                zig = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-gnu.2.31", "-w"]
                subprocess.run([*zig, "-o", program, task], check=True)
                lines = "\n".join(" ".join(map(str, call)) for call in calls)
                emulated = [*QEMU, program, path, image, str(len(content))]
                subprocess.run(emulated, input=lines, text=True, check=True)
            content[:] = image.read_bytes()
        memory.record.nodes = record.nodes
        for name, array in self.arrays.items():
            own = np.frombuffer(content, array.dtype, array.size, addresses[name] - base)
            array[...] = own.reshape(array.shape)

    def _flat(self, addresses: Any, kernel: Any, arguments: Any, outputs: Any, repeats: int) -> list[Any]:
        """Return a call as machine code takes it: name, repeats, first result, and kinds with arguments."""
        args: list[Any] = []
        for item, kind in zip(arguments, kernel.signature[1], strict=True):
            if isinstance(item, str):
                args += [ELEMENTS if repeats else ADDRESS, addresses[item]]
                for length in () if repeats else self.arrays[item].shape:
                    args += [NUMBER, length]
            else:
                is_record = isinstance(item, State)
                args += [ADDRESS if is_record or kind == "bool" else NUMBER]
                args += [addresses["record"] if is_record else int(item)]
        return [kernel.symbol, repeats, addresses[outputs[0]], len(args) // 2, *args]

    def lines(self) -> list[str]:
        """Return a line with a digest for each call, and a line with the number of nodes."""
        count = len(self.arrays["players"])
        lines = [f"{count} nodes {self.memory.nodes}"]
        for kernel, _, outputs, _ in self.calls:
            digest = hashlib.sha256(b"".join(self.arrays[name].tobytes() for name in outputs))
            lines.append(f"{count} {kernel.name} {digest.hexdigest()[:16]}")
        return lines

    def check(self) -> None:
        """Compare results with `proof_rules`, which shares no code with the other kernels."""
        results = {kernel.name: self.arrays[outputs[0]].tolist() for kernel, _, outputs, _ in self.calls}
        columns = (self.arrays[name].tolist() for name in ("players", "opponents", "squares", "symmetries"))
        for number, (mine, theirs, square, symmetry_) in enumerate(zip(*columns, strict=True)):
            is_empty = square < 64 and not (mine | theirs) >> square & 1
            flips = proof_rules.turned.unchecked(mine, theirs, square) if is_empty else 0
            assert results["batch_boards.flips_all"][number] == flips, (mine, theirs, square)
            if is_empty:
                assert results["batch_boards.legal_all"][number] >> square & 1 == (flips != 0)
            image = proof_rules.image.unchecked(mine, symmetry_)
            assert results["symmetry.transformed"][number] == image, (mine, symmetry_)
            score = proof_rules.final_value.unchecked(mine, theirs) % 2**64
            assert results["last_empties.final_score"][number] == score, (mine, theirs)
        solved = zip(self.arrays["full"].tolist(), self.arrays["others"].tolist(), strict=True)
        for (mine, theirs), word in zip(solved, results["selfplay.exact_value"], strict=True):
            value = word if word < 65 else word - 2**64
            bounds = [proof_rules.at_least.unchecked(mine, theirs, value + more) for more in (0, 1)]
            assert bounds == [True, False], (mine, theirs, value)


def result(count: int, target: str = "") -> list[str]:
    """Return the lines of a target. The default is the library of this program, whose results are checked."""
    work, of_program = Workload(count), library.load()
    if not target:
        work.run(of_program)
        work.check()
        return work.lines()
    with TemporaryDirectory() as folder:
        path = Path(folder, "kernels.so")
        path.write_bytes(library.of_target(target))
        machine = targets.of_name(target).machine
        work.run_elsewhere(path, machine) if machine in BASES else work.run(ctypes.CDLL(str(path)))
        for kernel, *_ in work.calls:
            kernel.bind(of_program)
    return work.lines()


def others() -> list[str]:
    """Return the targets whose libraries this computer can run, besides its own."""
    names = [f"{library.SYSTEM}-{level}" for level in processor.levels()]
    if importlib.util.find_spec("ziglang"):
        names += ["linux-arm64"] if shutil.which(QEMU[0]) and Path(QEMU[2]).exists() else []
        names += ["emscripten-wasm32"] if shutil.which("node") else []
    return names


def differences(count: int, target: str, lines: list[str]) -> list[str]:
    """Return the lines of a target that differ from *lines*."""
    return [line for line, expected in zip(result(count, target), lines, strict=True) if line != expected]


if __name__ == "__main__":
    count = int(sys.argv[1])
    lines = result(count)
    print(*lines, sep="\n", flush=True)
    different = {target: differences(count, target, lines) for target in others()}
    for target, wrong in different.items():
        print(f"{target}: {len(wrong)} differences", *wrong, sep="\n")
    sys.exit(any(different.values()))
