"""Knowledge: the best bounds of all rows hold."""

import json
import random
import re
from dataclasses import fields, replace

import pytest

from othello import FormatError, OthelloError, Position, __version__
from othello.search.identity import weights_of
from othello.solving import row as rows_module
from othello.solving.knowledge import BoundStore, SolvingLimits
from othello.solving.question import Query, canonical
from othello.solving.row import Row
from othello.storage.append import sealed
from othello.storage.fields import Fields
from tests import source
from tests.cases import cases
from tests.memory import allocated

POSITION = canonical(Position.start())
WEIGHTS = weights_of()
ROW = Row(POSITION, 60, -64, 64, 100, None, -64, 64, 10, 0.5, 100, None, None, 16, 1, __version__, WEIGHTS)


def changed(**other):
    """Return the line of a row with other fields, and with the checksum of its text."""
    values = {name: value for name, value in json.loads(ROW.format()).items() if name != "check"}
    return sealed(values | other)


def known(*rows):
    store = BoundStore()
    for row in rows:
        store.add(row)
    return store


def asked(alpha=-64, beta=64, selectivity=100):
    return Query(POSITION, alpha, beta, selectivity)


def test_a_row_is_the_same_after_it_was_written_and_read():
    row = replace(ROW, lower=2, upper=4, move="d3", max_nodes=5, max_seconds=1.5)
    assert Row.of(Fields.parse(row.format())) == row


def test_the_best_bounds_hold():
    """If there are several rows, the greatest lower and the least upper bound apply, in any order."""
    rows = [replace(ROW, lower=-2), replace(ROW, upper=6), replace(ROW, lower=-10, upper=4)]
    for order in (rows, rows[::-1]):
        store = known(*order)
        assert store.bounds(POSITION) == (-2, 4)
        assert (len(store), store.rows) == (1, 3)
        assert store.answers(asked(4, 5))
        assert store.answers(asked(-3, -2))
        assert not store.answers(asked(0, 1))


def test_percentages():
    """Bounds with a percentage answer questions up to this percentage, together with proved bounds."""
    store = known(replace(ROW, selectivity=95, lower=2, upper=64), replace(ROW, upper=2))
    assert store.answers(asked(0, 1, 90))
    assert store.answers(asked(selectivity=95))
    assert not store.answers(asked(0, 1, 98))
    assert not store.answers(asked(0, 1))
    assert store.bounds(POSITION) == (-64, 2)


@cases("other", [{"weights": "00000000"}, {"version": "0.0.1"}])
def test_selective_bounds_of_other_programs(other):
    """Bounds with a percentage count for the same version and weights only. Proved bounds always count."""
    row = replace(ROW, selectivity=95, lower=2, upper=2)
    assert known(row).answers(asked(selectivity=95))
    store = known(replace(row, **other))
    assert (store.answers(asked(selectivity=95)), store.others) == (False, 1)
    assert known(replace(row, selectivity=100, **other)).answers(asked())


def test_proved_bounds_that_contradict_each_other_are_refused():
    with pytest.raises(OthelloError, match="contradict the bounds 4 and 64 of an earlier row"):
        known(replace(ROW, lower=4), replace(ROW, upper=2))


def test_open_questions():
    """A question that a search has left open is not tried again with the same or a smaller budget."""
    store = known(replace(ROW, max_nodes=1000))
    assert store.has_tried(asked(), SolvingLimits(1000))
    assert store.has_tried(asked(), SolvingLimits(500, 3.0))
    assert not store.has_tried(asked(), SolvingLimits(2000))
    assert not store.has_tried(asked(), SolvingLimits())
    assert not store.has_tried(asked(0, 1), SolvingLimits(1000))
    for other in ({"version": "0.0.1"}, {"weights": "00000000"}):
        assert not known(replace(ROW, max_nodes=1000, **other)).has_tried(asked(), SolvingLimits(1000))
    assert not BoundStore().has_tried(asked(), SolvingLimits(1))


def test_the_memory_of_a_position():
    """Streams of millions of positions are solved, because each position takes less than 250 bytes."""
    store, count, chance = BoundStore(), 3_000, random.Random(1)
    with allocated() as memory:
        for number in range(count):
            player = chance.getrandbits(64)
            position = replace(POSITION, player=player, opponent=chance.getrandbits(64) & ~player)
            value = number % 129 - 64
            store.add(replace(ROW, position=position, lower=value, upper=value))
    assert len(store) == count
    assert memory.kept < 250 * count


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x", "the row is not a JSON object"),
        ("[]", "the row is not an object"),
        ("[" * 200_000, "the row is not a JSON object"),
        (ROW.format().replace('"lower": -64', '"lower": -62'), "the checksum is wrong"),
        (re.sub(r', "check": ".*"', "", ROW.format()), "the row has no checksum"),
        (changed(selectivity=1000), "from 1 to 100"),
        (changed(selectivity=True), "from 1 to 100"),
        (replace(ROW, lower=17, upper=17).format(), "the bounds 17 and 17 are impossible"),
        (changed(seconds=float("nan")), "not a JSON object"),
        (changed(move="a1"), "'a1' is not a legal move"),
        (changed(empties=4), "empties is 4"),
        (changed(lower=None), "lower of the row is missing"),
        (changed(lower="a"), "lower of the row must be a whole number"),
        (replace(ROW, lower=4, upper=2).format(), "the bounds 4 and 2 are impossible"),
        (replace(ROW, alpha=4, beta=4).format(), "the window from 4 to 4 is empty"),
        (changed(position=POSITION.format().replace(" X", " O")), "O is to move"),
    ],
)
def test_a_line_that_is_not_a_row_is_reported_with_its_number(tmp_path, line, message):
    path = tmp_path / "rows"
    path.write_text(f"{ROW.format()}\n{line}\n")
    with pytest.raises(FormatError, match=f"line 2: .*{message}"):
        BoundStore().read(path)


def test_the_page_describes_rows():
    """docs/cluster.md and the docstring of rows name the fields of a row, in their order."""
    names = [*(field.name for field in fields(Row)), "check"]
    page = (
        (source.ROOT / "docs" / "cluster.md").read_text(encoding="utf-8").partition("A row of the output:")[2]
    )
    for text in (page.partition("Rows of the output")[0], rows_module.__doc__):
        cells = re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE)
        assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == names
