"""`othello train`: games, weights and reports, with very few games."""

import re
import signal
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from click.testing import CliRunner

from othello.cli import main
from othello.cli.progress import status_or_lines
from othello.formats import wthor
from othello.formats.obf import write_obf
from othello.search import evaluation_files
from othello.search.network import Network
from othello.training import games, sources
from othello.training.network import Training
from othello.training.settings import NetworkSettings
from tests import solved
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, objects, process, run as run_command
from tests.training.games import random_games
from tests.training.models import made_once
from tests.waiting import eventually

GENERATE = ["--games", 40, "--seed", 8, "--random", 44, 50, "--depth", 3, "--exact-from", 6]
PERTURB = ["--depth", 3, "--exact-from", 8, "--per-game", 2]

run = partial(run_command, "train")
"""Run `othello train`."""


@pytest.fixture(scope="module", autouse=True)
def untrained():
    with made_once():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with samples from each source and a network trained on them."""
    folder = tmp_path_factory.mktemp("train")
    wthor.save_games(folder / "WTH_2001.wtb", random_games(12))
    write_obf(folder / "scored.obf", solved.problems())
    status, out, err = run("generate", "-o", folder / "data", *GENERATE)
    assert (status, out, err) == (OK, f"40 games are in {folder / 'data'}\n", "")
    (games,) = (folder / "data").iterdir()
    status, out, err = run("perturb", games, "-o", folder / "data", *PERTURB)
    assert (status, out, err) == (OK, f"40 games are in {folder / 'data'}\n", "")
    for part in ("fit", "test"):
        status, out, err = run("import", "-o", folder / part, "--part", part, "--exact-from", 8, folder)
        assert (status, err) == (OK, "")
        assert re.search(rf"\d+ positions added to .*\n\d+ games are in {re.escape(str(folder))}", out)
    status, out, err = run("network", "-o", folder / "new.bin", folder / "data", *(folder / "fit").iterdir())
    assert (status, err) == (OK, "")
    (folder / "new.txt").write_text(out)
    return folder


def test_a_network_is_trained_on_games_and_samples_trained_further_and_plays(folder, tmp_path):
    heading, row, last = (folder / "new.txt").read_text().splitlines()
    assert heading.split() == [
        "done",
        "samples/s",
        "left",
        "error",
        "held",
        "out:",
        "score",
        "result",
        "exact",
    ]
    assert row.split()[:2] == ["100", "%"]
    count = int(last.split()[0])
    assert last == f"{count} samples. The network is in {folder / 'new.bin'}"
    network = evaluation_files.read(folder / "new.bin")
    assert isinstance(network, Network)
    made = f"train network --epochs 1 --rate 0.01 --mix 0.7 --seed 1; {count} samples of perturbed-s1"
    assert made in network.made
    margins = replace(network.deviations, tempo=(0.25, 0.0, 0.0))
    evaluation_files.write(tmp_path / "a.bin", replace(network, deviations=margins))
    options = ["--start", tmp_path / "a.bin", "--rate", 0.003, "--penalty", 0.1, "-t", 2, "--json"]
    status, out, _ = run("network", "-o", tmp_path / "b.bin", *options, folder / "data")
    assert status == OK
    further = evaluation_files.read(tmp_path / "b.bin")
    assert further.deviations == margins
    assert "--rate 0.003 --mix 0.7 --seed 1 --penalty 0.1 --start a.bin" in further.made
    assert (tmp_path / "b.bin").stat().st_size < 0.9 * (tmp_path / "a.bin").stat().st_size
    assert [report["chunks"] for report in objects(out)] == [1]
    assert set(objects(out)[0]["held_out"]) == {"score", "result", "exact"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.bin", "b.bin"]
    result = CliRunner().invoke(main, ["hint", "f5", "--depth", "3", "--weights", str(tmp_path / "b.bin")])
    assert "values: depth 3" in result.stdout


@pytest.mark.slow
def test_interrupted_networks(folder, tmp_path):
    """Ctrl-C keeps the last checkpoint. The same command continues from it, and other commands are
    refused."""
    checkpoint = tmp_path / "a.bin.checkpoint"
    paths = sources.files([folder / "data"])
    Training(sources.to_learn(paths), NetworkSettings()).save(checkpoint)
    status, out, err = run("network", "-o", tmp_path / "a.bin", "--rate", 0.5, *paths)
    assert (status, out) == (BAD_INPUT, "")
    assert "the file belongs to a run with rate '0.01' instead of '0.5': repeat" in err
    assert run("network", "-o", tmp_path / "a.bin", *paths)[0] == OK
    assert not checkpoint.exists()


def test_report(folder, tmp_path):
    """The errors of several weights are printed as tables, as Markdown or as objects."""
    both = ["-w", f"new={folder / 'new.bin'}", "-w", evaluation_files.SHIPPED]
    options = [*both, "--moves", 5]
    status, out, err = run("report", f"{folder / 'test'}@4-8", *options)
    assert (status, err) == (OK, "")
    first, heading, *rows = out.splitlines()
    assert first == "test, new"
    assert heading.split() == [
        "empties",
        "positions",
        "error",
        "rms",
        "bias",
        "correlation",
        "moves",
        "right",
    ]
    assert [row.split()[0] for row in rows[:6]] == ["4", "5", "6", "7", "8", "all"]
    assert rows[6] == "test, network"
    status, out, _ = run("report", f"{folder / 'test'}@4-8", *options, "--json")
    assert [row["weights"] for row in objects(out)] == ["new"] * 6 + ["network"] * 6


def test_without_weights_the_shipped_weights_are_measured(folder):
    status, out, _ = run("report", folder / "data", "--moves", 0)
    assert status == OK
    assert out.startswith("data, shipped\n")


def test_weights_decide_games(folder, tmp_path):
    """Other weights give other games in other files. Repeating a command adds no games."""
    again = run("generate", "-o", folder / "data", *GENERATE)
    assert again[0] == OK
    assert len(list((folder / "data").iterdir())) == 2
    status, _, _ = run("generate", "-o", tmp_path, *GENERATE, "--weights", folder / "new.bin", "--test")
    assert status == OK
    (path,) = tmp_path.iterdir()
    (other,) = (folder / "data").glob("*.games")
    assert path.name != other.name
    assert games.FORMAT.read(path)[1]
    assert len(games.FORMAT.read(other)[0]) == 40
    assert run("network", "-o", tmp_path / "a.bin", path)[0] == BAD_INPUT


def test_interrupt(tmp_path):
    """Ctrl-C ends the command within seconds. Finished games are kept and are not played again."""
    words = ["train", "generate", "-o", tmp_path, "-g", 100_000, *GENERATE[4:]]
    with process(*words) as child:
        try:
            eventually(lambda: sum(path.stat().st_size for path in tmp_path.glob("*.games")) >= 1000, 120)
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert (child.returncode, out) == (INTERRUPTED, "")
    match = re.fullmatch(r"interrupted: (\d+) of 100000 games are in .*\n", err)
    assert match
    kept = len(np.unique(sources.read(sources.files([tmp_path]))["game"]))
    # A file may be written some milliseconds before the parent hears of it.
    assert kept >= max(1, int(match[1]))


def test_parts_of_a_run(tmp_path):
    """Two parts of a run are merged. Parts of other runs are refused with one sentence."""
    few = ["--random", 44, 50, "--depth", 3, "--exact-from", 6]
    for name, first, count in (("a", 0, 5), ("b", 3, 8)):
        status, out, _ = run("generate", "-o", tmp_path / name, "--first", first, "--games", count, *few)
        assert (status, out) == (OK, f"5 games are in {tmp_path / name}\n")
    status, out, err = run("merge", tmp_path / "a", tmp_path / "b", "-o", tmp_path / "c")
    assert (status, err) == (OK, "")
    assert re.fullmatch(rf"8 games are in {tmp_path}/c/.*\.games, 2 duplicates omitted\n", out)
    run("generate", "-o", tmp_path / "a", "--seed", 9, "--games", 1, *few)
    status, out, err = run("merge", tmp_path / "a", "-o", tmp_path / "c")
    assert (status, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert " differ from" in err
    status, _, err = run("generate", "-o", tmp_path / "d", "--first", 5, "--games", 5, *few)
    assert (status, "--first 5 must be less than --games 5" in err) == (BAD_INPUT, True)


def test_a_run_in_a_log_says_how_far_it_is_after_half_a_minute_and_then_less_and_less_often(capsys):
    """A run of an hour with a report each second prints a line in the first minute, and seven lines in
    all."""
    times = iter(range(3601))
    with status_or_lines("reading", now=lambda: next(times)) as show:
        for second in range(1, 3601):
            show(f"searched {second}")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"searched {30 * 2**number}" for number in range(7)]
