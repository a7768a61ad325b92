"""The web page of a review: its content, and its behavior in a browser."""

import functools
import html
import re
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

from othello import Board, Engine, GameRecord, Limits, Player, parse_game, svg
from othello.formats.transcript import parse_transcript
from othello.players.rating import rate
from othello.review.objects import format_loss, format_value
from othello.review.page import report
from othello.review.review import Mark, review_game
from othello.rules.score import Centidiscs, Color, Discs, Score
from othello.rules.square import Move, format_move
from tests import positions
from tests.cases import cases
from tests.chromium import needs_chromium
from tests.web.browsing import browsing, discs_of

NASTY = "</script><script>document.title='hacked'</script> & \"Bobby\""


@functools.cache
def game():
    """Return a random game whose player's name contains markup."""
    board = positions.passing_board()
    return GameRecord.from_board(
        board, black=Player(NASTY), white=Player("Müller"), event="Café", date="1984"
    )


@functools.cache
def moves():
    return tuple(review_game(game(), Engine(table_mib=1), Limits(depth=3), exact_from=8))


@functools.cache
def page_of_game():
    """Return the page of the whole review."""
    return report(game(), moves())


def write(tmp_path, text):
    path = tmp_path / "review.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser():
    with browsing() as chromium:
        yield chromium


@pytest.fixture
def show(browser, tmp_path):
    """Return a function that gives the HTML of a page after a script of the test."""

    def show(script="", fragment=""):
        text = page_of_game().replace("</body>", f"<script>{script}</script></body>")
        page, errors = browser.new_page(), []
        page.on("pageerror", lambda error: errors.append(error))
        page.goto(f"{write(tmp_path, text).as_uri()}{fragment}")
        dom = page.content()
        page.close()
        assert not errors
        return dom

    return show


def discs(dom):
    """Return the discs of the board in a page."""
    circles = re.findall(r'<circle class="disc (black|white) ([a-h][1-8])"', dom)
    assert len(circles) == len(set(circles))
    return {name: color for color, name in circles}


def marked_row(dom):
    """Return the number of the move whose row is marked."""
    return [
        int(number)
        for number, kinds in re.findall(r'<tr data-ply="(\d+)" class="([^"]*)"', dom)
        if "now" in kinds.split()
    ]


def test_the_page_has_the_sentences_of_the_reasons_and_a_column_of_accuracies():
    text = page_of_game()
    sentences = [reason.text for move in moves() for reason in move.reasons]
    assert sentences
    assert all(sentence in text for sentence in sentences)
    assert '<th title="Accuracy">Acc.</th>' in text


def test_the_page_rates_both_sides_by_their_moves_with_intervals():
    text = page_of_game()
    for color in Color:
        rating = rate([(game().board(), color)])
        name = html.escape(game().player(color).name)
        said = f"{name} plays like a tournament player rated {rating.rating} ({rating.low}-{rating.high})."
        assert f'<p class="note">{said}</p>' in text


def test_the_page_calls_unknown_players_black_and_white_in_capitals():
    text = report(replace(game(), black=Player(), white=Player()), moves())
    assert '<p class="note">Black plays like' in text
    assert '<span class="disc white"></span>White</td>' in text


def test_the_page_stands_alone():
    """The page loads no other files and contains no address except the SVG namespace."""
    text = page_of_game()
    assert set(re.findall(r"\w+://[^\"'\s<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<img|<iframe|\ssrc=|@import|url\((?!#)|fetch\(|import\(", text)
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', text))


def test_names_of_players_are_escaped():
    text = page_of_game()
    assert "<script>document.title" not in text
    assert html.escape(NASTY) in text
    assert "Müller" in text
    assert "Café · 1984" in text


def test_the_list_has_all_moves_with_their_marks_better_moves_and_losses():
    text = page_of_game()
    rows = re.findall(r'<tr data-ply="(\d+)" class="(\w*)">(.*?)</tr>', text, re.DOTALL)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(game().moves) + 1))
    by_ply = {move.ply: move for move in moves()}
    for number, kind, cells in rows:
        move = by_ply[int(number)]
        assert kind == ("" if move.mark is Mark.NONE else move.mark.name.lower())
        assert f"{format_move(move.move)}<span" in cells
        assert (f"<td>{format_move(move.best_move)}</td>" in cells) == (format_loss(move.loss) != "")


def test_a_part_of_a_review():
    """The page of an interrupted review shows the reviewed moves, even if there are none."""
    half = [move for move in moves() if move.ply > 30]
    text = report(game(), half)
    assert text.count("<tr data-ply=") == len(game().moves)
    assert text.count('class="point') == sum(move.mark is not Mark.NONE for move in half)
    assert "No move was reviewed." in report(game(), [])


def test_results():
    unfinished = GameRecord.from_board(Board.parse("f5d6"), event="Café")
    for result, text in {0: "a draw", 4: "black wins by 4", -6: "white wins by 6"}.items():
        assert f" · {text} · Café" in report(replace(unfinished, result=result), [])
    assert "a draw" not in report(unfinished, [])


def test_the_page_says_what_is_exact():
    """The page states from which move values are exact, even if that move's loss is an estimate."""
    match = re.search(r"From move (\d+) on the values are exact", page_of_game())
    first = int(match[1])
    assert all(move.played.is_exact for move in moves() if move.ply >= first)
    assert [move.played.is_exact for move in moves() if move.ply == first - 1] == [False]
    assert [move.is_exact for move in moves() if move.ply == first] == [False]
    unproved = GameRecord.from_board(parse_transcript("f5d6"))
    estimates = list(review_game(unproved, Engine(table_mib=1), Limits(depth=2)))
    assert "The values are estimates." in report(unproved, estimates)


@cases(
    ("score", "text"),
    [
        (Score.exact(Discs(-4), Color.BLACK), "-4"),
        (Score.exact(Discs(0), Color.BLACK), "0"),
        (Score.selective(Discs(12), Color.BLACK, 73), "+12"),
        (Score.heuristic(Centidiscs(300), Color.BLACK, 9), "+3.0"),
        (Score.heuristic(Centidiscs(-4), Color.BLACK, 9), "0.0"),
    ],
)
def test_estimates_have_tenths_exact_values_do_not_and_zero_has_no_sign(score, text):
    assert format_value(score) == text


@cases(("loss", "text"), [(0, ""), (0.04, ""), (0.06, "0.1"), (2, "2.0"), (2.52, "2.5"), (14, "14.0")])
def test_losses_below_min_loss_are_not_shown_and_the_others_have_tenths(loss, text):
    assert format_loss(loss) == text


@needs_chromium
@pytest.mark.browser
def test_the_page_opens_at_the_end(show):
    """The page opens at the last position, with the row of its move marked, and without script errors."""
    dom = show("document.body.dataset.title = document.title")
    assert discs(dom) == discs_of(game().last_position)
    assert marked_row(dom) == [len(game().moves)]
    assert re.search(r'data-title="[^"]*Müller: review"', dom)


@needs_chromium
@pytest.mark.browser
@cases("ply", [0, 17])
def test_the_page_opens_where_asked(show, ply):
    """An address that ends in #17 opens the position after move 17, with its disc marked."""
    dom = show(fragment=f"#{ply}")
    assert discs(dom) == discs_of(game().positions()[ply])
    assert marked_row(dom) == [ply] * bool(ply)
    if ply:
        assert f'<circle class="last {format_move(game().moves[ply - 1])}"' in dom


@needs_chromium
@pytest.mark.browser
def test_rows_buttons_keys_and_the_graph_lead_to_positions(show):
    dom = show(
        """
        const seen = [];
        const note = () => seen.push(document.querySelector("#moves tr.now")?.dataset.ply ?? "0");
        const key = name => document.dispatchEvent(new KeyboardEvent("keydown", {key: name}));
        document.querySelector('#moves tr[data-ply="12"]').click(); note();
        document.getElementById("back").click(); note();
        document.getElementById("next").click(); note();
        key("ArrowLeft"); note();
        key("ArrowRight"); note();
        key("Home"); note();
        key("ArrowLeft"); note();
        key("End"); note();
        document.getElementById("first").click(); note();
        document.getElementById("last").click(); note();
        const box = document.querySelector("#graph svg").getBoundingClientRect();
        const x = box.left + box.width * (game.graph.left + 20 * game.graph.step) / game.graph.width;
        document.querySelector("#graph svg").dispatchEvent(new MouseEvent("click", {clientX: x}));
        note();
        document.body.dataset.seen = seen.join(" ");
        """,
    )
    last = len(game().moves)
    plies = re.search(r'data-seen="([^"]*)"', dom)[1]
    assert plies == f"12 11 12 11 12 0 0 {last} 0 {last} 20"
    assert discs(dom) == discs_of(game().positions()[20])


@needs_chromium
@pytest.mark.browser
def test_nothing_is_wider_than_the_screen(browser, tmp_path):
    """On phones and desktops, neither the page nor the tables of players and moves scroll sideways."""
    text = report(replace(game(), white=Player("Konstantin Wolkenstein-Rodenbach")), moves())
    page = browser.new_page()
    page.goto(write(tmp_path, text).as_uri())
    for width in (320, 390, 1200):
        page.set_viewport_size({"width": width, "height": 900})
        widths = page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll("#list, section")].map(
              item => item.scrollWidth - item.clientWidth)"""
        )
        assert widths == [0] * 6, width
    page.close()


@needs_chromium
@pytest.mark.browser
def test_the_next_mistake(show):
    """The button and the key M go from mistake to mistake, and from the last mistake to the first."""
    marked = sorted(move.ply for move in moves() if move.mark is not Mark.NONE)
    assert len(marked) > 2
    dom = show(
        """
        const seen = [];
        const note = () => seen.push(document.querySelector("#moves tr.now").dataset.ply);
        document.getElementById("mistake").click(); note();
        document.getElementById("mistake").click(); note();
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "m"})); note();
        document.getElementById("last").click();
        document.getElementById("mistake").click(); note();
        document.body.dataset.seen = seen.join(" ");
        """,
        "#0",
    )
    plies = re.search(r'data-seen="([^"]*)"', dom)[1].split()
    assert list(map(int, plies)) == [*marked[:3], marked[0]]


@needs_chromium
@pytest.mark.browser
def test_swipes(show):
    """A swipe to the left shows the next move, and a swipe to the right shows the previous move."""
    dom = show(
        """
        const at = (type, x) => {
          const touch = new Touch({identifier: 1, target: board, clientX: x, clientY: 50});
          board.dispatchEvent(new TouchEvent(type, {changedTouches: [touch]}));
        };
        at("touchstart", 200); at("touchend", 100);
        at("touchstart", 200); at("touchend", 100);
        at("touchstart", 100); at("touchend", 200);
        at("touchstart", 100); at("touchend", 110);
        """,
        "#10",
    )
    assert marked_row(dom) == [11]


@needs_chromium
@pytest.mark.browser
def test_two_fingers_that_zoom_are_not_a_swipe(show):
    """The fingers touch the board one after the other, and the first finger is lifted first."""
    dom = show(
        """
        const touch = (identifier, clientX) => new Touch({identifier, target: board, clientX, clientY: 50});
        const send = (type, changed, touches) =>
          board.dispatchEvent(new TouchEvent(type, {changedTouches: [changed], touches}));
        send("touchstart", touch(1, 100), [touch(1, 100)]);
        send("touchstart", touch(2, 200), [touch(1, 100), touch(2, 200)]);
        send("touchend", touch(1, 50), [touch(2, 200)]);
        send("touchend", touch(2, 200), []);
        """,
        "#10",
    )
    assert marked_row(dom) == [10]


@needs_chromium
@pytest.mark.browser
@cases("ply", [0, 20])
def test_counts_and_legal_moves(show, ply):
    """The page shows the number of discs of both sides, and the legal moves as dots."""
    position = game().positions()[ply]
    dom = show(fragment=f"#{ply}")
    counts = re.findall(r'<span class="disc (?:black|white)"></span><span>(\d+)</span>', dom)
    assert counts == [str(len(position.discs(color))) for color in Color]
    dots = re.findall(r'class="legal ([a-h][1-8])"', dom)
    assert dots == [format_move(move) for move in position.legal_moves]


def test_the_page_itself_has_the_number_of_discs_at_the_end():
    counts = re.findall(r'<span class="disc (?:black|white)"></span><span>(\d+)</span>', page_of_game())
    assert counts == [str(len(game().last_position.discs(color))) for color in Color]


def test_the_moves_can_be_copied():
    """A field contains the game as `othello analyze` reads it, even from another first position."""
    board = Board(Board("f5d6").position)
    board.push_transcript("c3d3")
    for record in (game(), GameRecord.from_board(board)):
        text = re.search(r'id="transcript"[^>]*>([^<]*)<', report(record, []))[1]
        again = parse_game(html.unescape(text))
        assert (again.start, again.board().transcript()) == (record.start, record.board().transcript())


def test_columns_and_axes_have_different_names():
    """No two columns have the same heading, and the axes of the graph have titles."""
    text = page_of_game()
    heading = re.findall(r"<th[^>]*>([^<]*)</th>", text.partition('id="list"')[2].partition("</thead>")[0])
    assert len(set(heading)) == len(heading) == 7
    assert re.search(r"<text [^>]*>Discs for Black</text><text [^>]*>Move<", text)


@needs_chromium
@pytest.mark.browser
def test_the_best_line(show):
    """The best line of a mistake is shown as numbered discs in the position before it."""
    worst = max(moves(), key=lambda move: move.loss)
    dom = show(fragment=f"#{worst.ply}")
    assert f'<circle class="better {format_move(worst.best_move)}"' in dom
    assert f"loses {worst.loss:.0f}" in dom or f"loses {worst.loss:.1f}" in dom
    dom = show('document.getElementById("better").click()', f"#{worst.ply}")
    assert discs(dom) == discs_of(worst.position)
    numbers = re.findall(r'class="number ([a-h][1-8])"[^>]*>(\d+)<', dom)
    squares = [format_move(move) for move in worst.pv if move < 64]
    assert numbers == [(name, str(number)) for number, name in enumerate(squares, 1)]


def test_the_end_of_the_book():
    """The page tells up to which move the game was in the opening book, if this is known."""
    assert "in the book up to move 7" in report(game(), moves(), book_plies=7)
    assert "in the book" not in page_of_game()


@cases(("loss", "shown", "mark"), [(3.96, "4.0", "?"), (1.96, "2.0", "?!"), (1.94, "1.9", "")])
def test_marks_go_by_the_loss_that_is_shown(loss, shown, mark):
    """A loss that is shown as 4.0 has the mark for 4 discs. All losses have one digit after the point."""
    assert (format_loss(loss), Mark.of(loss).value) == (shown, mark)
    assert format_loss(2.0) == "2.0"


def test_names_with_controls_and_lone_surrogates_can_be_written():
    """A page and a picture contain no characters that are invalid in UTF-8 or XML."""
    record = GameRecord.from_moves(["f5"], black=Player("a\x1b\x00b\udc80"))
    page = report(record, [])
    assert "a\ufffd\ufffdb\ufffd" in page
    page.encode()
    fromstring(svg.board("f5", values={"d6": "\x00\udc80"}))


def test_passes_have_no_number():
    """A game with passes had a move 61, though a board has room for 60."""
    reviewed = [move for move in moves() if move.ply > 40]
    assert Move("pass") in game().moves
    text = report(game(), reviewed)
    numbers = re.findall(r'<a href="#\d+">(\d+|-)</a>', text)
    assert [number == "-" for number in numbers] == [move == Move("pass") for move in game().moves]
    placed = [number for number in numbers if number != "-"]
    assert placed == [str(number) for number in range(1, len(placed) + 1)]
    labels = re.findall(r'text-anchor="middle">(\d+)<', text)
    assert labels == [str(number) for number in range(10, len(placed) + 1, 10)]
