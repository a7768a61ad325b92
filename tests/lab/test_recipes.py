"""The recipes of docs/lab.md: whole files that run, one idea after the other."""

import os
import re

import pytest

from tests import source

RECIPES = sorted((source.ROOT / "docs" / "examples").glob("lab_*.py"))


def test_the_page_links_every_recipe_in_order():
    text = (source.ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    assert re.findall(r"\(examples/(lab_\w+\.py)\)", text) == [path.name for path in RECIPES]
    assert len(RECIPES) == 5


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] if number else [], id=path.stem)
        for number, path in enumerate(RECIPES)
    ],
)
def test_a_recipe_runs_prints_its_results_and_says_nothing_else(path):
    # One thread: the threads of linear algebra cost more than they bring.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = source.python(path, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) >= 3
    assert "nan" not in done.stdout
