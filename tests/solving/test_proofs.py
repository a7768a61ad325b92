"""Proofs: written, checked, joined, continued, and refused after any change."""

import gzip
import json
import random
import re

import numpy as np
import pytest

from othello import Color, Engine, FormatError, OthelloError, Position, parse_square
from othello.solving import proof_sets, prover
from othello.solving.checker import Levels, Verified, verify
from othello.solving.proof_file import Claim, Heading, seal
from othello.solving.proof_sets import PAIR, ProofSets
from othello.solving.prover import Searched
from tests import model, solved
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, run

LEAVES = 6
PROBLEMS = [problem for problem in solved.problems() if problem.position.empties >= 10]
COUNTS = [100, pytest.param(1000, marks=pytest.mark.slow)]
"""Numbers of damaged proofs."""


def prove(problem, path, *options):
    return run(
        "prove", problem.position.format(), "-o", path, "--leaf-empties", LEAVES, "--hash", 4, *options
    )


def verified(path):
    """Return the claims of a proof with their numbers of lines."""
    return [(str(event.claim), event.lines) for event in verify(path) if isinstance(event, Verified)]


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """A proof of the value of a position with 11 empties."""
    path = tmp_path_factory.mktemp("proof") / "proof"
    status, out, err = prove(PROBLEMS[-1], path)
    assert (status, err) == (OK, "")
    assert re.fullmatch(r">=(-?\d+) and <=\1 proved with [\d,]+ moves; the proof is in .*\n", out)
    return path


def resealed(lines):
    """Return lines with right seals."""
    texts, last = [], ""
    for line in lines:
        text = line.rpartition(" ")[0]
        last = seal(last, text)
        texts.append(f"{text} {last}")
    return texts


FAST = [problem for problem in PROBLEMS if problem in PROBLEMS[::8] or problem.position.must_pass]
SLOW = [pytest.param(problem, marks=pytest.mark.slow) for problem in PROBLEMS if problem not in FAST]


@pytest.mark.parametrize("problem", FAST + SLOW, ids=lambda case: f"line {case.line}")
def test_proofs_of_values_are_right_also_where_a_side_must_pass(problem, tmp_path):
    assert prove(problem, tmp_path / "proof")[0] == OK
    claims = [claim for claim, _ in verified(tmp_path / "proof")]
    assert claims == [f">={problem.value}", f"<={problem.value}"]


@pytest.mark.parametrize(("text", "by"), [(">=", 0), (">", -1), ("<=", 8), ("<", 1)])
def test_bounds(text, by, tmp_path):
    """A true bound is proved. A false bound is reported, and no file is written."""
    problem, path = PROBLEMS[-4], tmp_path / "proof"
    assert prove(problem, path, "--claim", f"{text}{problem.value + by}")[0] == OK
    assert len(verified(path)) == 1
    path.unlink()
    false = f"{text}{problem.value + (2 if '>' in text else -2)}"
    status, out, err = prove(problem, path, "--claim", false)
    assert (status, out) == (BAD_INPUT, "")
    assert re.search(r"the value is at (most|least) -?\d+, so .* cannot be proved", err)
    assert list(tmp_path.iterdir()) == []


def test_a_worker_names_a_position_that_has_no_move_for_the_bound():
    problem = next(problem for problem in PROBLEMS[::-1] if not problem.position.must_pass)
    with Engine(table_mib=1) as engine:
        assert prover._move(engine, problem.position, problem.value) in problem.position.legal_moves
        with pytest.raises(OthelloError) as caught:
            prover._move(engine, problem.position, problem.value + 2)
    assert str(caught.value) == (
        f"{problem.position.format()} has no move that proves at least {problem.value + 2} discs"
    )


def test_the_command(proof, tmp_path):
    """`verify` prints each claim, with one process or two. A compressed proof gives the same output."""
    status, out, err = run("verify", proof)
    assert (status, err) == (OK, "")
    assert re.search(r">=-?\d+ is proved: (1 move|\d+ moves) checked", out)
    status, again, _ = run("verify", proof, "-j", 2)
    assert [line.partition("checked")[0] for line in again.splitlines()] == [
        line.partition("checked")[0] for line in out.splitlines()
    ]
    packed = tmp_path / "proof.gz"
    assert prove(PROBLEMS[-1], packed)[0] == OK
    assert gzip.decompress(packed.read_bytes()) == proof.read_bytes()
    assert verified(packed) == verified(proof)


def test_the_proof_is_the_same_however_many_processes_make_it(proof, tmp_path):
    assert prove(PROBLEMS[-1], tmp_path / "proof", "-j", 2)[0] == OK
    assert (tmp_path / "proof").read_bytes() == proof.read_bytes()


# Damages


@pytest.mark.parametrize("count", COUNTS)
def test_every_change_of_a_byte_is_refused(proof, tmp_path, count):
    """Random changes of bytes, of the end, and of the order of lines are refused."""
    chance, whole = random.Random(1), proof.read_bytes()
    path = tmp_path / "proof"
    for number in range(count):
        data = bytearray(whole)
        place = chance.randrange(len(data))
        kind = number % 5
        if kind == 0:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[place]
        elif kind == 2:
            data.insert(place, chance.randrange(256))
        elif kind == 3:
            del data[place:]
        else:
            lines = whole.splitlines(keepends=True)
            first, second = chance.sample(range(len(lines)), 2)
            lines[first], lines[second] = lines[second], lines[first]
            data = bytearray(b"".join(lines))
        path.write_bytes(data)
        if not data:
            continue
        with pytest.raises(FormatError):
            verified(path)


@pytest.mark.parametrize("count", COUNTS)
def test_forgeries_are_refused(proof, tmp_path, count):
    """Proofs with changed lines and valid seals are refused, unless a move proves the same."""
    chance, lines = random.Random(2), proof.read_text().splitlines()
    path = tmp_path / "proof"
    kinds = {"bound": 0, "line removed": 0, "position": 0, "move": 0, "line twice": 0}
    accepted = []
    for number in range(count):
        kind, forged = [*kinds][number % len(kinds)], list(lines)
        row = chance.choice([index for index, line in enumerate(lines) if re.match("[0-9a-f]{32} ", line)])
        if kind == "bound":
            index = chance.choice([index for index, line in enumerate(lines) if line.startswith("claim")])
            sign, value = re.match(r"claim (..)(-?\d+)", lines[index]).groups()
            better = int(value) + (2 if sign == ">=" else -2) * chance.randint(1, 5)
            forged[index] = f"claim {sign}{better} x"
        elif kind == "line removed":
            del forged[row]
        elif kind == "line twice":
            forged.insert(row, forged[row])
        elif kind == "position":
            digit = chance.randrange(32)
            other = chance.choice(
                [character for character in "0123456789abcdef" if character != lines[row][digit]]
            )
            forged[row] = lines[row][:digit] + other + lines[row][digit + 1 :]
        else:
            move = lines[row].split()[1]
            others = [name for name in model.NAMES if name != move]
            forged[row] = f"{lines[row][:32]} {chance.choice(others)} x"
        # The number after "end" follows the changes.
        counted, moves = [], 0
        for line in forged:
            moves = 0 if line.startswith("claim") else moves + bool(re.match("[0-9a-f]{32} ", line))
            counted.append(f"end {moves} x" if line.startswith("end") else line)
        path.write_text("".join(f"{line}\n" for line in resealed(counted)))
        try:
            verified(path)
        except FormatError:
            kinds[kind] += 1
        else:
            accepted.append(kind)
    # A random other move is rarely legal, and more rarely proves the bound.
    assert len(accepted) < 10
    assert set(accepted) <= {"move"}
    assert sum(kinds.values()) == count - len(accepted)


def _empties(line):
    """Return the number of empties of a line with a position, or None for another line."""
    match = re.match("([0-9a-f]{16})([0-9a-f]{16}) ", line)
    return match and 64 - sum(int(word, 16).bit_count() for word in match.groups())


def test_the_message_names_the_line_that_was_changed_removed_or_added(proof, tmp_path):
    lines, path = proof.read_text().splitlines(), tmp_path / "proof"

    def error(changed):
        path.write_text("".join(f"{line}\n" for line in changed))
        with pytest.raises(FormatError) as caught:
            verified(path)
        return caught.value.line, caught.value.reason

    assert error([*lines[:9], lines[9].replace(" ", "  ", 1), *lines[10:]])[0] == 10
    assert error([*lines[:9], *lines[10:]])[0] == 10
    assert error(lines[:-1])[1].startswith("'end ")
    assert error(resealed([*lines[:9], *lines[10:]])) == (10, f"this must be the position {lines[9][:32]}")
    assert error(resealed([*lines[:9], lines[8], *lines[9:]])) == (
        10,
        "the proof does not need this position here",
    )
    # The last of the positions with as many empties, if more positions follow.
    empties = [_empties(line) for line in lines]
    last = next(row for row in range(9, len(lines)) if (empties[row] or 0) > (empties[row + 1] or 99))
    assert error(resealed([*lines[:last], *lines[last + 1 :]])) == (
        last + 1,
        f"this must be the position {lines[last][:32]}",
    )
    assert error(resealed([*lines[: last + 1], *lines[last:]])) == (
        last + 2,
        "the proof does not need this position here",
    )
    assert error(resealed([*lines[:2], "leaves 21 x", *lines[3:]])) == (
        3,
        "leaves must be a number from 1 to 20, not '21'",
    )
    illegal = lines[9][:33] + "d4" + lines[9][35:]
    assert error(resealed([*lines[:9], illegal, *lines[10:]])) == (10, "the move is illegal")
    for row, text, reason in [
        (
            1,
            "board",
            "this must be a line that begins with 'position', followed by 64 cells and the side to move",
        ),
        (1, "position 64", "the position must be 64 cells X, O or -, and X or O to move"),
        (3, "claim ==2", "this must be a claim, such as 'claim >=2', or the end of the file"),
        (4, f"{31 * '0'} d4", "this must be a position of 32 hexadecimal digits and a move"),
    ]:
        assert error(resealed([*lines[:row], f"{text} x", *lines[row + 1 :]])) == (row + 1, reason)
    assert error(resealed(lines[:3]))[1] == "the proof has no claim"


@pytest.mark.parametrize("text", ["", "hello\n", resealed(["hello x"])[0] + "\n", "x" * 300 + "\n", "\xff\n"])
def test_files_without_the_first_line_of_a_proof(tmp_path, text):
    """The message about another kind of file is that it is not a proof, not that a line was changed."""
    (tmp_path / "file").write_bytes(text.encode("latin-1"))
    status, out, err = run("verify", tmp_path / "file")
    assert (status, out) == (BAD_INPUT, "")
    assert "file, line 1: this is not a proof: it does not begin with 'othello proof 1 " in err


@pytest.mark.parametrize(("text", "message"), [(b"x" * 300 + b"\n", "too long"), (b"\xff\n", "not text")])
def test_lines_that_no_proof_has(proof, tmp_path, text, message):
    """A line that is too long, or not text, is reported, even after the lines of a proof."""
    first = proof.read_bytes().partition(b"\n")[0]
    (tmp_path / "file").write_bytes(first + b"\n" + text)
    with pytest.raises(FormatError, match=f"line 2: the line is .*{message}"):
        verified(tmp_path / "file")


def test_a_compressed_proof_that_is_damaged_or_cut_off_is_refused(proof, tmp_path):
    packed = gzip.compress(proof.read_bytes())
    for data in (packed[:-20], packed[:100] + b"x" + packed[101:], b"x" + packed):
        (tmp_path / "proof.gz").write_bytes(data)
        with pytest.raises(OthelloError):
            verified(tmp_path / "proof.gz")


# Proofs from proofs


def test_proofs_are_joined(tmp_path):
    """The proofs of all positions after a move's replies become one proof, without a search for them."""
    problem = PROBLEMS[-1]
    whole = tmp_path / "whole"
    assert prove(problem, whole, "--claim", f">={problem.value}")[0] == OK
    move = problem.best_moves[0]
    after = problem.position.play(move)
    parts = []
    for reply in after.legal_moves:
        position = after.play(reply)
        path = tmp_path / f"{reply}"
        status, _, err = run(
            "prove",
            position.format(),
            "-o",
            path,
            "--leaf-empties",
            LEAVES,
            "--hash",
            4,
            "--claim",
            f">={problem.value}",
        )
        assert (status, err) == (OK, "")
        parts += ["--known", path]
    joined = tmp_path / "joined"
    assert prove(problem, joined, "--claim", f">={problem.value}", *parts)[0] == OK
    assert verified(joined)[0][0] == f">={problem.value}"


def test_the_moves_of_a_known_proof_are_those_of_its_lines(proof):
    known = prover.KnownMoves()
    known.read(proof, -64)
    lines = re.findall(r"^([0-9a-f]{16})([0-9a-f]{16}) ([a-h][1-8]) ", proof.read_text(), re.MULTILINE)
    assert len(known) == len(lines) > 100
    for mine, theirs, move in lines[::10]:
        pairs = np.array([(int(mine, 16), int(theirs, 16))], PAIR)
        assert known.find(pairs) == [parse_square(move)]


def test_known_proofs_with_illegal_moves_are_refused(proof, tmp_path):
    """A proof from moves that nobody has checked would be refused only by the check."""
    lines, path = proof.read_text().splitlines(), tmp_path / "forged"
    lines[9] = f"{lines[9][:32]} d4 x"
    path.write_text("".join(f"{line}\n" for line in resealed(lines)))
    status, _, err = prove(PROBLEMS[-1], tmp_path / "proof", "--known", path)
    assert (status, f"{path}, line 10: the move is illegal" in err) == (BAD_INPUT, True)
    assert [file.name for file in tmp_path.iterdir()] == ["forged"]


def refuted(lines, path):
    """Write a proof with valid seals and a move that a reply refutes in a leaf. Return the output of
    `verify`."""
    for number, line in enumerate(lines):
        words = re.match(r"([0-9a-f]{16})([0-9a-f]{16}) ", line)
        position = words and Position(int(words[1], 16), int(words[2], 16), Color.BLACK)
        for move in position.legal_moves if position and position.empties == LEAVES + 1 else ():
            others = [*lines[:number], f"{line[:32]} {move} x", *lines[number + 1 :]]
            path.write_text("".join(f"{text}\n" for text in resealed(others)))
            try:
                verified(path)
            except FormatError as error:
                if "a reply refutes it" in str(error):
                    return str(error)
    raise AssertionError


def test_known_proofs_are_checked_down_to_their_leaves(proof, tmp_path):
    """A legal move that proves nothing is refused with its file and line, before anything is written."""
    path = tmp_path / "forged"
    message = refuted(proof.read_text().splitlines(), path)
    status, out, err = prove(PROBLEMS[-1], tmp_path / "proof", "--known", path)
    assert (status, out, message in err) == (BAD_INPUT, "", True)
    assert [file.name for file in tmp_path.iterdir()] == ["forged"]


def test_interrupted_proofs_go_on(proof, tmp_path, monkeypatch):
    """A run after an interrupted run takes its moves, and writes the proof of an undisturbed run."""
    asked, add = [], Searched.add
    search = prover._moves

    def counted(small, large, job):
        asked.append(len(job.boards))
        return search(small, large, job)

    def interrupted(self, *args):
        add(self, *args)
        if len(asked) >= 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(prover, "_moves", counted)
    monkeypatch.setattr(Searched, "add", interrupted)
    status, _, err = prove(PROBLEMS[-1], tmp_path / "proof")
    assert (status, "Run the same command to continue" in err) == (INTERRUPTED, True)
    assert [path.name for path in tmp_path.iterdir()] == ["proof.part"]
    part = tmp_path / "proof.part"
    part.write_bytes(part.read_bytes()[:-3])
    monkeypatch.setattr(Searched, "add", add)
    done = sum(asked)
    assert prove(PROBLEMS[-1], tmp_path / "proof")[0] == OK
    assert (tmp_path / "proof").read_bytes() == proof.read_bytes()
    lines = sum(lines for _, lines in verified(proof))
    assert lines <= sum(asked) <= lines + 64 < lines + done
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]


def test_a_proof_is_not_continued_with_the_searches_of_another_one(tmp_path):
    problem = PROBLEMS[-1]
    (tmp_path / "proof.part").write_text('{"format": "othello searches of a proof 1", "claims": [">=0"]}\n')
    status, _, err = prove(problem, tmp_path / "proof")
    assert (status, "proof.part, line 1: the file belongs to a run with" in err) == (BAD_INPUT, True)
    assert "choose another name" in err


def test_the_greatest_value_needs_one_bound(tmp_path):
    """A value of 64 discs has a proof of the only bound that does not hold for every position."""
    position = Position.parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X")
    path = tmp_path / "proof"
    assert run("prove", position.format(), "-o", path, "--leaf-empties", 1)[0] == OK
    assert [claim for claim, _ in verified(path)] == [">=64"]


def demanded(position):
    """Yield the positions with at least 2 empties in which O, who passed as long as possible, moves."""
    if position.must_pass:
        yield from demanded(position.pass_turn())
    elif position.turn is Color.WHITE and position.empties > 1:
        yield position.canonical()[0]
    elif position.empties > 1:
        for move in position.legal_moves:
            yield from demanded(position.play(move))


def test_a_claim_that_demands_more_positions_than_the_first_array_has_demands_all_of_them():
    """O passes until X has played up to six moves. This needs 2798 positions, most of them repeatedly."""
    cells = "-X-X-X-OOXOXOXOX" + 32 * "X" + "XOXOXOXOX-X-X-X- X"
    levels = Levels()
    assert levels.start(Heading(cells, 1), Claim("<=", 62))
    count = sum(len(levels.take(empties, 10_000)) for empties in range(64))
    assert count == len(set(demanded(Position.parse(cells))))


# Sets of positions


def test_a_set_gives_its_positions_in_order_each_once_from_memory_and_from_files(monkeypatch):
    monkeypatch.setattr(proof_sets, "BUFFER", 100)
    monkeypatch.setattr(proof_sets, "AT_ONCE", 7)
    random_words = np.random.default_rng(1).integers(0, 30, (1000, 2)).astype(np.uint64)
    store, several = ProofSets(), np.array_split(random_words, 13)
    for part in several:
        store.add(part)
    taken = list(iter(lambda: store.take(9).tolist(), []))
    assert [pair for part in taken for pair in part] == sorted(set(map(tuple, random_words.tolist())))
    assert {len(part) for part in taken[:-1]} == {9}


def test_proofs_with_sets_in_several_files_are_right(monkeypatch, tmp_path):
    """The smallest positions of a set may be in one file, and the next positions only in other files."""
    monkeypatch.setattr(proof_sets, "BUFFER", 100)
    monkeypatch.setattr(proof_sets, "AT_ONCE", 7)
    assert prove(PROBLEMS[-1], tmp_path / "proof")[0] == OK
    assert len(verified(tmp_path / "proof")) == 2


def test_positions_are_compared_as_unsigned_words():
    store = ProofSets()
    store.add(np.array([(2**63, 1), (1, 2**63), (1, 5)], np.uint64))
    assert store.take(5).tolist() == [(1, 5), (1, 2**63), (2**63, 1)]
    assert store.take(5).dtype == PAIR
    assert json.dumps(store.take(5).tolist()) == "[]"
