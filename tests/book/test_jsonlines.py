"""Books as JSON lines: the errors name bad lines (see also `test_files`)."""

import json

import pytest

from othello import Book, FormatError
from othello.book.jsonlines import export_jsonlines, import_jsonlines
from othello.book.merging import merge_records
from tests.book.books import random_book

SCORE = {"discs": 2, "kind": "exact", "depth": 20, "probability": None}

STRONG = {"rating": 1700, "visits": 0, "wins": 0, "draws": 0, "losses": 0}


def test_a_line_has_the_fields_of_the_page_in_their_order(tmp_path):
    path = tmp_path / "book.jsonl"
    with random_book(1, 3) as book:
        export_jsonlines(book, path)
    fields = "position score lower upper outside level visits wins draws losses strong source"
    for line in path.read_text().splitlines():
        assert list(json.loads(line)) == fields.split()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"position": "x"}, "line 2: "),
        ({"level": -1}, "level of the row must be a whole number from 0 to 60, not '-1'"),
        ({"visits": "many"}, "visits of the row must be a whole number from 0 to .*, not 'many'"),
        ({"visits": 1, "wins": 2}, "there are more wins, draws and losses than visits"),
        ({"visits": 1 << 60}, "visits of the row must be a whole number"),
        ({"strong": STRONG | {"wins": 50}}, "wins of strong must be a whole number from 0 to .*, not '50'"),
        ({"strong": STRONG | {"rating": 1800}}, "players as strong from a rating of 1700, not 1800"),
        ({"lower": 10, "upper": 2}, "upper of the row must be a whole number from 10 to 64, not '2'"),
        ({"outside": {"move": "a1", "score": None}}, "score is not an object"),
        ({"outside": {"move": "a1", "score": SCORE}}, "a1 is not a legal move in this position"),
        ({"outside": {"move": None, "score": SCORE | {"discs": 1e400}}}, "the row is not a JSON object"),
        (
            {"outside": {"move": None, "score": SCORE | {"depth": 1000}}},
            "depth of score must be a whole number from 0 to 127, not '1000'",
        ),
        ({"outside": {"move": None, "score": SCORE | {"discs": 0.5}}}, "exact must be in whole discs"),
        (
            {"outside": {"move": None, "score": SCORE | {"kind": "selective"}}},
            "only a selective value has a probability",
        ),
        ({"source": ...}, "source of the row is missing"),
        ({"source": [[]]}, "source of the row must be a string"),
    ],
)
def test_a_faulty_line_is_named_by_its_number_and_the_book_stays_as_it_was(change, fault, tmp_path):
    path = tmp_path / "book.jsonl"
    with random_book(1, 3) as book:
        export_jsonlines(book, path)
    lines = path.read_text().splitlines()
    fields = json.loads(lines[1]) | change
    lines[1] = json.dumps({name: value for name, value in fields.items() if value is not ...})
    path.write_text("\n".join(lines))
    with Book() as book:
        with pytest.raises(FormatError, match=fault):
            list(merge_records(book, import_jsonlines(path, book)))
        assert len(book) == 0


def test_a_line_that_is_not_json_is_an_error_with_its_number(tmp_path):
    path = tmp_path / "book.jsonl"
    path.write_text("f5d6c3\n")
    with Book() as book, pytest.raises(FormatError, match="line 1: the row is not a JSON object"):
        list(import_jsonlines(path, book))
