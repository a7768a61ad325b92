"""Checks of books: a sound one has no faults, and each kind of fault is found."""

import random
from dataclasses import replace

import pytest

from othello import Book, Engine, FormatError, GameCounts, OpeningBook, Position
from othello.book import validation
from othello.book.choice import due
from othello.book.keys import children, key_of
from othello.book.records import Record, key_row
from othello.book.value import heuristic
from othello.book.verifying import recheck
from othello.rules.square import SYMMETRIES, transform_bits
from tests.book.books import checked, contents, filled, random_book, random_entries
from tests.cases import cases


def test_a_random_book_has_no_faults_and_every_outside_move_is_known():
    with random_book(1, 100) as book:
        report = checked(book)
        assert (report.positions, report.faults, report.unsearched, due(book)) == (100, 0, 0, [])


def change(book, **fields):
    """Change a record in the middle of the book, past the rules."""
    records = contents(book)
    key = next(
        key
        for key, record in records.items()
        if record.move is not None and any(after in records for _, after in children(key))
    )
    book.store.put([(key, replace(records[key], **fields))])
    return key


@cases(
    ("fields", "fault"),
    [
        ({"value": heuristic(6399, 3), "lower": -64, "upper": 64}, "follows from the moves"),
        ({"value": None}, "the value is missing"),
        ({"value": None, "lower": 10, "upper": -10}, "lower 10, upper -10 cannot be right"),
        ({"games": GameCounts(1, 2, 0, 0)}, "visits 1, wins 2, draws 0, losses 0 cannot be right"),
        ({"move": 27}, "27 is not a legal move"),
    ],
)
def test_each_kind_of_fault_is_reported_with_its_position(fields, fault):
    with random_book(1, 100) as book:
        change(book, **fields)
        report = checked(book)
        assert report.faults >= 1
        assert any(fault in message for message in report.shown), report.shown


def test_an_outside_move_that_leads_to_a_position_of_the_book_is_a_fault():
    with random_book(1, 100) as book:
        records = contents(book)
        key, move = next(
            (key, move)
            for key in records
            for move, after in children(key)
            if after in records and records[key].move is not None
        )
        book.store.put([(key, replace(records[key], move=move))])
        assert any("but it leads into the book" in message for message in checked(book).shown)


def test_a_position_that_is_not_the_canonical_one_is_a_fault():
    with random_book(1, 100) as book:
        empties, player, opponent = next(key for key in contents(book) if key[0] < 57)
        for symmetry in SYMMETRIES:
            image = (empties, transform_bits(player, symmetry), transform_bits(opponent, symmetry))
            if image not in contents(book):
                book.store.put([(image, Record())])
        assert any("not store the canonical position" in message for message in checked(book).shown)


def test_words_that_are_not_a_position_are_a_fault_not_an_error():
    with random_book(1, 10) as book:
        book.store.put([((41, 3, 4), Record())])
        assert any("the row is stored under 41 empty squares" in message for message in checked(book).shown)
        book.store.put([((40, 3, 1), Record())])
        assert "row 40, 3, 1: empties 40, player 3, opponent 1 cannot be right" in checked(book).shown


DAMAGES = [
    "visits = NULL",
    "visits = '5'",
    "wins = '1'",
    "draws = 0.5",
    "losses = -1",
    "strong_visits = visits + 1",
    "strong_wins = -1",
    "strong_losses = NULL",
    "visits = 1 << 60",
    "cd = NULL",
    "cd = 6401",
    "cd = 1.5",
    "cd = x'00'",
    "trust = 3 << 14",
    "trust = -1",
    "trust = 0",
    "trust = NULL",
    "trust = '2500'",
    "lower = -65",
    "upper = NULL",
    "lower = upper",
    "level = 61",
    "level = 'x'",
    "move = 65",
    "move = NULL",
    "move_cd = NULL",
    "move_trust = 2 << 14 | 1 << 7",
    "source = 99",
    "source = '1'",
    "source = NULL",
    "empties = 65",
    "player = opponent",
    "opponent = 'x'",
]


@pytest.mark.parametrize("change", DAMAGES)
def test_every_column_is_checked_before_it_is_used(change, tmp_path):
    """A row that cannot be used is found by a check, by players when they start, and when it is read."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        filled(book, random_entries(1, 40))
        wanted = next(
            key for key, record in contents(book).items() if record.move_value and record.lower < record.upper
        )
        at = "WHERE empties = ? AND player = ? AND opponent = ?"
        book.store._connection.execute(f"UPDATE OR IGNORE position SET {change} {at}", key_row(wanted))
    with Book(path) as book:
        report = checked(book)
        assert report.faults >= 1
        assert "cannot be right" in report.shown[0]
        with pytest.raises(FormatError, match="the book is damaged: othello book verify lists its faults"):
            contents(book)
    with pytest.raises(FormatError, match="the book is damaged: othello book verify lists its faults"):
        OpeningBook(path)


@pytest.mark.parametrize("change", ["cd = cd + 100, move_cd = move_cd + 100", "visits = visits + 1"])
def test_a_possible_value_that_nobody_wrote_is_a_fault(change, tmp_path):
    """A changed row is found, even if its numbers are possible and no other value follows from them."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        book.store.put(
            [(key_of(Position.start())[0], Record(heuristic(10, 3), move=19, move_value=heuristic(10, 3)))]
        )
        book.store._connection.execute(f"UPDATE position SET {change}")
    with Book(path) as book:
        assert [message.partition(":")[2] for message in checked(book).shown] == [" the checksum is wrong"]
        with pytest.raises(FormatError, match="the book is damaged: othello book verify lists its faults"):
            book.get(Position.start())


def test_a_fault_in_a_note_does_not_advise_to_run_verify_again(tmp_path):
    """SQLite cannot read a text that is not UTF-8."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        book.store._connection.execute("INSERT INTO meta VALUES ('x', CAST(x'ff' AS TEXT), 0)")
    with Book(path) as book:
        assert checked(book).shown == ["the file: the book is damaged"]


def test_every_flipped_bit_is_harmless_or_found(tmp_path):
    """A file with one changed bit is refused, has a fault, or keeps its positions, sources and states."""
    path, chosen = tmp_path / "my.book", random.Random(1)
    with Book(path, writable=True) as book:
        filled(book, random_entries(1, 60))
        book.store.set_meta("learned 20 abc", "500")
        book.compact()
    content = path.read_bytes()

    def answers():
        with Book(path) as book:
            is_sound = not checked(book).faults
            return is_sound and (contents(book), book.store.sources(), book.store.meta("learned 20 abc"))

    expected, refusals = answers(), 0
    for _ in range(100):
        changed = bytearray(content)
        changed[chosen.randrange(len(content))] ^= 1 << chosen.randrange(8)
        path.write_bytes(changed)
        try:
            assert answers() in (False, expected)
        except FormatError:
            refusals += 1
    assert refusals


def test_an_interrupted_checksum(monkeypatch):
    """Ctrl-C while a row is checked interrupts the check. It does not make the book damaged."""
    with Book() as book:
        filled(book, random_entries(1, 3))

        def interrupted(_):
            raise KeyboardInterrupt

        monkeypatch.setattr(validation.zlib, "crc32", interrupted)
        with pytest.raises(KeyboardInterrupt):
            contents(book)
        with pytest.raises(KeyboardInterrupt):
            book.store.check()


def test_states_are_checked():
    """A count of learned games that is not a number is reported as a fault, and using it raises an error."""
    with random_book(1, 10) as book:
        book.store.set_meta("learned 20 abc", "x")
        assert checked(book).shown == ["'learned 20 abc': 'x' cannot be right"]
        with pytest.raises(FormatError, match="the book is damaged"):
            book.store.count_of("learned 20 abc")


def test_only_the_first_faults_are_kept_in_words_but_all_are_counted():
    with random_book(1, 100) as book:
        for key, record in contents(book).items():
            book.store.put([(key, replace(record, lower=5, upper=4))])
        report = checked(book)
        assert (report.faults >= 100, len(report.shown)) == (True, 20)


def test_missing_outside_moves_are_due():
    """A position with a value and an unknown best outside move waits for a search."""
    with Book() as book, Engine(table_mib=1) as engine:
        book.add("f5", engine.play("f5", depth=2))
        move = book.get("f5").outside.move
        book.add(f"f5{move}", engine.play(f"f5{move}", depth=2))
        assert len(due(book)) == checked(book).unsearched == 1
        assert checked(book).faults == 0


def test_with_the_same_level_a_new_search_finds_the_stored_values():
    with Book() as book, Engine(table_mib=2) as engine:
        for text in ("", "f5d6", "f5f6"):
            engine.new_game()
            book.add(text, engine.play(text, level=4, multipv=5))
        comparisons = list(recheck(book, 10, 4, engine=engine, seed=1))
        assert len(comparisons) == 3
        assert all(comparison.stored == pytest.approx(comparison.now) for comparison in comparisons)


def test_definitions_that_are_not_text(tmp_path):
    """A book is damaged if its table definitions contain bytes that are not text, wherever these bytes
    are."""
    path = tmp_path / "my.book"
    with Book(path, writable=True) as book:
        filled(book, random_entries(1, 10))
    whole = path.read_bytes()
    begin = whole.index(b"tablepositionposition")
    for place in range(begin, whole.index(b")", begin), 3):
        path.write_bytes(whole[:place] + b"\xd1" + whole[place + 1 :])
        for is_writable in (False, True):
            with pytest.raises(FormatError, match="the book is damaged"):
                Book(path, writable=is_writable)
        with pytest.raises(FormatError, match="the book is damaged"):
            OpeningBook(path)


def test_a_definition_of_impossible_length(tmp_path):
    """A damaged length makes SQLite allocate too much memory, and it raises MemoryError."""
    path, data = tmp_path / "my.book", bytearray(2333)
    data[:24] = b"SQLite format 3\0" + b"\x02\0\0\0\0\x40\x20\x20"  # pages of 512 bytes
    data[60:72] = b"\0\0\0\2\0\0\0\0Othb"  # version and kind
    data[100] = data[111] = 5  # The definitions are on page 5.
    data[2048:2058] = b"\r\0\0\0\4\0\0\0\1\x0e"
    data[2318:] = b"\xff" * 7 + b"m\0 \0\0\0\0 "
    path.write_bytes(data)
    for read in (Book, OpeningBook):
        with pytest.raises(FormatError, match="the book is damaged"):
            read(path)
