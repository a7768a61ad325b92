"""Pictures of boards: their elements, and their look in a browser."""

import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from PIL import Image

from othello import Board, InvalidNotationError, Position, svg
from othello.formats.transcript import parse_transcript
from othello.rules.drawing import MARGIN as FRAME, SQUARE
from othello.rules.score import Centidiscs, Color, Discs, Score
from othello.rules.square import PASS, SQUARE_NAMES, format_move, parse_square
from tests import positions
from tests.cases import cases
from tests.chromium import needs_chromium, screenshot
from tests.formats.records import MOVES

START = Position.start()


def elements(text):
    root = ElementTree.fromstring(text)
    return [(element.get("class", ""), element) for element in root]


def squares(text, kind):
    """Return the names of the squares with elements of a kind, as sets of words."""
    return {name.split()[-1] for name, _ in elements(text) if name.split()[:1] == [kind]}


def labels(text, kind):
    """Return the text on each square."""
    return {name.split()[-1]: element.text for name, element in elements(text) if name.split()[:1] == [kind]}


def place(text, name):
    """Return the center of the first element of a class, in units of the picture."""
    element = next(element for kind, element in elements(text) if kind == name)
    return float(element.get("cx")), float(element.get("cy"))


@given(positions.positions())
def test_the_picture_has_each_disc_once_in_its_color_and_no_other_discs(position):
    shown = sorted(name for name, _ in elements(svg.board(position)) if name.startswith("disc"))
    wanted = [
        f"disc {position.color_at(square)} {SQUARE_NAMES[square]}"
        for square in range(64)
        if position.color_at(square)
    ]
    assert shown == sorted(wanted)


def test_rows_are_counted_from_the_top():
    text = svg.board(Position.from_discs(1 << parse_square("c1"), 1 << parse_square("a2"), Color.BLACK))
    assert place(text, "disc black c1") == (FRAME + 2.5 * SQUARE, FRAME + 0.5 * SQUARE)
    assert place(text, "disc white a2") == (FRAME + 0.5 * SQUARE, FRAME + 1.5 * SQUARE)


def test_by_default_the_picture_has_discs_and_coordinates_only():
    text = svg.board(START)
    kinds = {name.split()[0] for name, _ in elements(text) if name}
    assert kinds == {"frame", "board", "grid", "label", "disc"}
    assert sorted(element.text for name, element in elements(text) if name == "label") == sorted(
        "abcdefgh12345678" * 2
    )


def test_without_coordinates_the_frame_is_narrow_and_the_squares_are_larger():
    text = svg.board(START, coordinates=False)
    assert not labels(text, "label")
    assert 'viewBox="0 0 496 496"' in text
    assert 'viewBox="0 0 540 540"' in svg.board(START)


def test_a_dot_marks_each_legal_move_that_has_no_value():
    assert squares(svg.board(START, legal_moves=True), "legal") == {"d3", "c4", "f5", "e6"}
    text = svg.board(START, legal_moves=True, values={parse_square("d3"): 1})
    assert squares(text, "legal") == {"c4", "f5", "e6"}


def test_last_move():
    """A board's last move is marked by default, and a position's if it is given. A pass has no mark."""
    board = parse_transcript("f5d6")
    assert squares(svg.board(board), "last") == {"d6"}
    assert squares(svg.board(board, last_move=parse_square("f5")), "last") == {"f5"}
    assert not squares(svg.board(board.position), "last")
    assert not squares(svg.board(board.position, last_move=PASS), "last")
    assert not squares(svg.board(Board()), "last")


def test_values():
    """Numbers have signs, texts are unchanged, and the greatest number has its own color."""
    values = {0: 3, 1: -1.54, 2: 0.0, 3: "best?", 4: 3.0, 63: -64, 8: -0.04}
    text = svg.board(START, values=values)
    assert labels(text, "value") == {
        "a1": "+3",
        "b1": "-1.5",
        "c1": "0",
        "d1": "best?",
        "e1": "+3",
        "h8": "-64",
        "a2": "0",
    }
    bright = {name for name, element in elements(text) if element.get("fill") == svg.COLORS.best}
    assert bright == {"value a1", "value e1"}


def test_line():
    """A line is drawn as numbered discs of alternating colors. A pass changes the color, but has no
    number."""
    line = [parse_square("a1"), PASS, parse_square("b1"), parse_square("c1")]
    text = svg.board(START, line=line)
    assert labels(text, "number") == {"a1": "1", "b1": "2", "c1": "3"}
    shown = [name for name, _ in elements(text) if name.startswith("next")]
    assert shown == ["next black a1", "next black b1", "next white c1"]


def test_arrows_and_fill():
    """An arrow points to its second square, an arrow to its own square is a ring, and squares can have
    colors."""
    text = svg.board(START, arrows=[(0, 63), (5, 5)], fill={9: "tomato"})
    assert squares(text, "arrow") == {"h8", "f1"}
    (arrow,) = (element for name, element in elements(text) if name == "arrow a1 h8")
    assert arrow.get("transform") == "translate(60 60) rotate(45.0)"
    (ring,) = (element for name, element in elements(text) if name == "arrow f1 f1")
    assert ring.tag.endswith("circle")
    (square,) = (element for name, element in elements(text) if name == "fill b2")
    assert square.get("fill") == "tomato"


def test_all_colors_can_be_chosen_and_the_size_is_that_of_the_svg_element():
    text = svg.board(START, size=123, colors=svg.Colors(board="#123456", black="navy"))
    assert 'width="123" height="123"' in text
    assert "#123456" in text
    assert text.count('fill="navy"') == 2


def test_texts_on_squares_and_names_of_colors_are_escaped():
    nasty = '"><script>alert(1)</script>'
    text = svg.board(START, values={0: nasty}, fill={1: nasty}, colors=svg.Colors(grid=nasty))
    assert "<script" not in text
    assert labels(text, "value") == {"a1": nasty}


@cases(
    "options",
    [{"values": {64: 1}}, {"fill": {-1: "red"}}, {"last_move": 99}, {"line": [70]}, {"arrows": [(0, 64)]}],
)
def test_squares_must_be_squares(options):
    """A value that is not a square is refused, and so is a pass in place of a square."""
    with pytest.raises(InvalidNotationError, match=r"is not a (square|move)"):
        svg.board(START, **options)


@cases(
    ("draw", "options", "fault"),
    [
        (svg.board, {"size": 0}, "0 is not the size of a picture: use at least 1 pixel"),
        (svg.graph, {"width": 0}, "0 is not the width of a picture: use at least 1 pixel"),
        (svg.board, {"values": {"d6": math.nan}}, "d6 has the value nan: use a finite number or string"),
        (svg.board, {"values": {"d6": math.inf}}, "d6 has the value inf: use a finite number or string"),
        *(
            (svg.game, arguments, "use at least")
            for arguments in ({"seconds": 0.4}, {"seconds": math.nan}, {"size": 0})
        ),
    ],
)
def test_a_picture_has_a_size_finite_values_and_a_disc_time_to_turn(draw, options, fault):
    with pytest.raises(ValueError, match=fault):
        draw({} if draw is svg.graph else "f5", **options)


def test_squares_by_name():
    """Wherever a picture takes squares and moves, they may be names, and boards may be texts."""
    named = svg.board(
        "f5d6",
        last_move="c3",
        values={"c4": 1.5, "D3": "x"},
        line=["c3", "pass", "F4"],
        arrows=[("a1", "h8")],
        fill={"e6": "red"},
        legal_moves=True,
    )
    numbered = svg.board(
        Board("f5d6").position,
        last_move=18,
        values={26: 1.5, 19: "x"},
        line=[18, 64, 29],
        arrows=[(0, 63)],
        fill={44: "red"},
        legal_moves=True,
    )
    assert named == numbered


def test_flipped():
    """A flipped board has a1 at the bottom right, and its coordinates move with it."""
    start, turned = svg.board("f5"), svg.board("f5", flipped=True, fill={"a1": "red"}, arrows=[("a1", "a2")])
    width = 8 * SQUARE + 2 * FRAME
    for disc in ("disc black f5", "disc white d4"):
        x, y = place(start, disc)
        assert place(turned, disc) == (width - x, width - y)
    corner = next(element for name, element in elements(turned) if name == "fill a1")
    assert {corner.get("x"), corner.get("y")} == {f"{FRAME + 7 * SQUARE}"}
    letters = [element for name, element in elements(turned) if name == "label" and element.text == "a"]
    assert {float(letter.get("x")) for letter in letters} == {FRAME + 7.5 * SQUARE}
    arrow = next(element for name, element in elements(turned) if name == "arrow a1 a2")
    assert arrow.get("transform").endswith("rotate(-90.0)")


def test_board_returns_a_text_which_a_notebook_draws():
    picture = svg.board("f5")
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture


def test_notebooks():
    """Notebooks show positions and boards as pictures. The picture of a board shows its last move."""
    assert START._repr_svg_() == svg.board(START)
    board = parse_transcript("f5d6c3")
    assert board._repr_svg_() == svg.board(board)
    assert squares(board._repr_svg_(), "last") == {"c3"}


@cases("shown", [START, parse_transcript("f5d6c3"), svg.board(START)])
def test_pictures_of_notebooks_are_plain_texts(shown):
    """Marimo writes a subclass of str as an object, and the browser shows an error."""
    assert type(shown._repr_svg_()) is str


@needs_chromium
@pytest.mark.browser
def test_a_browser_draws_it(tmp_path):
    """A browser draws discs, the mark and empty squares with the right colors at the right places."""
    board = parse_transcript("f5d6c3d3c4f4f6")
    path = tmp_path / "board.svg"
    path.write_text(svg.board(board, size=540), encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text('<body style="margin:0"><img src="board.svg"></body>', encoding="utf-8")
    screenshot(page, tmp_path / "board.png", tmp_path / "profile", width=540, height=540)
    picture = Image.open(tmp_path / "board.png").convert("RGB")
    colors = {Color.BLACK: svg.COLORS.black, Color.WHITE: svg.COLORS.white, None: svg.COLORS.board}
    for square in range(64):
        x = FRAME + SQUARE * (square % 8 + 0.5)
        y = FRAME + SQUARE * (square // 8 + 0.5)
        wanted = colors[board.position.color_at(square)]
        assert picture.getpixel((x + 14, y + 14)) == rgb(wanted), format_move(square)
        if square == board.peek():
            assert picture.getpixel((x, y)) == rgb(svg.COLORS.mark)


def rgb(color):
    """Return red, green and blue of "#rrggbb"."""
    assert re.fullmatch("#[0-9a-f]{6}", color)
    return tuple(bytes.fromhex(color[1:]))


# The graph of a game


def points_of(text):
    """Return the points of the line of a graph."""
    (line,) = [element for name, element in elements(text) if name == "line"]
    return [tuple(map(float, point.split(","))) for point in line.get("points").split()]


def value_at(element, name, share):
    """Return the value of an attribute at a share of the time. The last key time that is not later counts."""
    shown = element.get(name, "1")
    for animation in (child for child in element if child.get("attributeName") == name):
        times = map(float, animation.get("keyTimes").split(";"))
        for time, value in zip(times, animation.get("values").split(";"), strict=True):
            shown = value if time <= share else shown
    return shown


@settings(max_examples=15)
@given(MOVES)
def test_a_game_that_plays_itself(moves):
    """Before each move, the position's discs have the right colors, and the last move is marked."""
    board = Board()
    for move in moves:
        board.push(move)
    drawn = elements(svg.game(board, seconds=1))
    discs = {name: element for name, element in drawn if name.startswith("disc")}
    mark = dict(drawn).get("last")
    colors = {svg.COLORS.black: "black", svg.COLORS.white: "white"}
    moved = [(move, after) for move, after in zip(moves, board.positions()[1:], strict=True) if move != PASS]
    end = len(moved) + svg.END_SECONDS
    for now, (move, position) in enumerate([(None, START), *moved]):
        at = (now + 0.99) / end
        shown = {
            name.split()[1]: colors[value_at(element, "fill", at)]
            for name, element in discs.items()
            if value_at(element, "opacity", at) == "1"
        }
        cells = {name: position.color_at(name) for name in SQUARE_NAMES}
        assert shown == {name: str(color) for name, color in cells.items() if color}
        if move is not None:
            disc = discs[f"disc {move}"]
            assert [value_at(mark, axis, at) for axis in ("cx", "cy")] == [disc.get("cx"), disc.get("cy")]


def test_scores_of_both_sides_are_drawn_for_black():
    """A score for White is negated, so a graph of scores equals the graph of the discs for Black."""
    scores = {1: Score.exact(Discs(4), Color.BLACK), 2: Score.exact(Discs(6), Color.WHITE)}
    assert points_of(svg.graph(scores)) == points_of(svg.graph({1: 4, 2: -6.0}))
    (_, first), (_, second) = points_of(svg.graph(scores))
    assert first < second, "better for black is higher"


def test_the_area_of_exact_values():
    """The moves from which all scores are exact have an area. Numbers have no such area."""
    guess, known = Score.heuristic(Centidiscs(150), Color.BLACK, 5), Score.exact(Discs(2), Color.BLACK)
    areas = [
        [element.get("x") for name, element in elements(svg.graph(values)) if name == "exact"]
        for values in ({1: known, 2: guess, 3: known}, {1: known, 2: guess}, {1: 2.0})
    ]
    assert [len(area) for area in areas] == [1, 0, 0]


def test_the_area_of_exact_values_begins_at_the_position_before_the_first_exact_move():
    guess, known = Score.heuristic(Centidiscs(150), Color.BLACK, 5), Score.exact(Discs(2), Color.BLACK)
    graph = svg.graph({1: guess, 2: guess, 3: guess, 4: known, 5: known})
    (area,) = [element for name, element in elements(graph) if name == "exact"]
    points = [x for x, _ in points_of(graph)]
    assert float(area.get("x")) == pytest.approx(points[2])
    assert float(area.get("x")) + float(area.get("width")) == pytest.approx(points[-1])


def labels_of(text):
    """Return the texts of a graph with the heights of their base lines."""
    return {
        element.text: float(element.get("y")) for _, element in elements(text) if element.tag.endswith("text")
    }


def test_the_area_of_exact_values_has_a_title():
    """The word "exact" is above the area. A graph without the area does not contain it."""
    assert "exact" in labels_of(svg.graph({1: Score.exact(Discs(2), Color.BLACK)}))
    assert "exact" not in labels_of(svg.graph({1: 2.0}))


@cases(("last", "numbers"), [(4, "1 2 3 4"), (12, "5 10"), (60, "10 20 30 40 50 60")])
def test_the_axis_of_a_graph_has_numbers_of_moves_also_for_a_game_of_a_few_moves(last, numbers):
    digits = [
        label for label in labels_of(svg.graph(dict.fromkeys(range(1, last + 1), 20.0))) if label.isdigit()
    ]
    assert [label for label in digits if label != "0"] == numbers.split()


def test_large_type_does_not_touch_in_a_graph():
    """Labels at the left are 19 units apart, which is the height of a phone's large type."""
    labels = labels_of(svg.graph({1: 8.0}))
    heights = sorted(labels[name] for name in ("Discs for Black", "+16", "+8", "0", "-8", "-16", "Move"))
    assert all(below - above >= 19 for above, below in itertools.pairwise(heights))


@cases(("most", "end"), [(0.3, 16), (16, 16), (16.1, 32), (55.8, 64), (64, 64)])
def test_the_numbers_beside_a_graph_are_round(most, end):
    """Axes that ended at 28 or 56 discs had numbers such as 14."""
    labels = labels_of(svg.graph({1: -most}))
    assert {f"+{end}", f"+{end // 2}", f"-{end // 2}", f"-{end}"} <= labels.keys()
    assert end % 16 == 0


def test_marks_of_a_graph():
    """A marked move has a point in its color, and its text cannot end the attribute."""
    circles = [
        element
        for _, element in elements(svg.graph({1: 0, 2: 3}, marks={2: 'a"b'}))
        if "circle" in element.tag
    ]
    assert [circle.get("fill") for circle in circles] == ['a"b']
    with pytest.raises(ValueError, match="move 3 has a mark but no value"):
        svg.graph({1: 0}, marks={3: "red"})


@cases("values", [{}, {0: 0.0}, {60: 64.0}])
def test_a_graph_of_no_value_or_of_one_is_a_picture_too(values):
    assert len(points_of(svg.graph(values))) == len(values)


@cases(
    ("values", "message"),
    [
        ({-3: 1.0}, "-3 is not the number of a move: use 0 for the start, 1 for the first move"),
        ({"f5": 1.0}, "'f5' is not the number of a move: use 0 for the start, 1 for the first move"),
        ({1: float("nan")}, "move 1 has the value nan: use -64 to 64 discs"),
        ({2: 500.0}, "move 2 has the value 500.0: use -64 to 64 discs"),
    ],
)
def test_values_outside_of_a_graph(values, message):
    """A move or a value outside a graph is refused, because its line would leave the picture."""
    with pytest.raises(ValueError, match=re.escape(message)):
        svg.graph(values)
