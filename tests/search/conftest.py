"""Files of a small network, for tests of these files and of the shipped network."""

import random

import pytest

from othello.search import evaluation_files
from othello.search.network import SIZES, Network
from othello.search.probcut_margins import ProbCutMargins


@pytest.fixture(scope="module")
def some():
    """A network with some numbers other than zero, which compresses quickly."""
    numbers = bytearray(Network.zero().numbers())
    numbers[: sum(SIZES[:-1])] = random.Random(7).randbytes(sum(SIZES[:-1]))
    return Network.of_numbers([bytes(numbers)], "by a test", ProbCutMargins(exact=(1.5, -0.1, 0.02)))


@pytest.fixture(scope="module")
def contents(tmp_path_factory, some):
    """The bytes of a file of each form."""
    folder, files = tmp_path_factory.mktemp("weights"), {}
    for form, write in (("compact", evaluation_files.write), ("map", evaluation_files.write_map)):
        write(folder / form, some)
        files[form] = (folder / form).read_bytes()
    return files
