"""The floors of the coverage by room."""

import json
import sys

import pytest

from tests import source
from tools import floors

FILES = {
    "gtp/commands/a.py": {"summary": {"num_branches": 2, "covered_branches": 2}},
    "gtp/b.py": {"summary": {"num_branches": 1, "covered_branches": 0}},
    "othello/errors.py": {"summary": {"num_branches": 4, "covered_branches": 4}},
    "othello/version.py": {"summary": {"num_branches": 0, "covered_branches": 0}},
    "othello/rules/__init__.py": {"summary": {"num_branches": 0, "covered_branches": 0}},
}


def test_a_share_is_of_all_modules_of_a_room_rounded_down():
    assert floors.shares(FILES) == {"gtp": 66.6, "othello": 100.0}


@pytest.mark.parametrize(
    ("before", "options", "low", "after"),
    [
        ({"gtp": 66.6, "othello": 90.0}, [], "", {"gtp": 66.6, "othello": 90.0}),
        ({"gtp": 66.7, "othello": 90.0}, [], "too few branches in gtp:", {"gtp": 66.7, "othello": 90.0}),
        ({"gtp": 66.7, "web": 1.0}, ["--raise"], "", {"gtp": 66.7, "web": 1.0, "othello": 98.0}),
    ],
    ids=["enough", "low", "raised"],
)
def test_a_room_below_its_floor_is_named_and_floors_only_rise(
    tmp_path, monkeypatch, capsys, before, options, low, after
):
    monkeypatch.setattr(floors, "FLOORS", tmp_path / "floors")
    floors.FLOORS.write_text(json.dumps(before))
    report = tmp_path / "report"
    report.write_text(json.dumps({"files": FILES}))
    monkeypatch.setattr(sys, "argv", ["floors", str(report), *options])
    if low:
        with pytest.raises(SystemExit, match=low):
            floors.main()
    else:
        floors.main()
    assert "gtp           66.6 %" in capsys.readouterr().out
    assert json.loads(floors.FLOORS.read_text()) == after


def test_every_room_has_a_floor():
    rooms = {floors.room_of(path.relative_to(source.ROOT).as_posix()) for path in source.files()}
    assert json.loads((source.DATA / "coverage.json").read_text()).keys() == rooms - {"kernels"}
