"""The types of the library, as type checkers see them in a user's program. `make types` runs slow ones."""

import doctest
import re
import textwrap
from pathlib import Path

import pytest

from tests import source
from tests.cases import cases
from tools import docs

GOOD = """
    import asyncio
    from contextlib import aclosing

    import othello

    board = othello.Board.parse("f5d6c3")
    board.push("d3")
    board.push(othello.parse_move("c4"))
    legal: list[othello.Move] = board.legal_moves
    is_there: bool = "d3" in legal and board.is_legal(19) and legal == ["d3"]
    corners = othello.SquareSet.parse("a1 h8") | {7}
    turned: othello.SquareSet = board.position.flips(legal[0]) - corners
    values = {move: 1.5 for move in legal}
    picture: str = othello.svg.board(board, values=values, fill={"d3": "red"}, arrows=[("a1", 63)])

    with othello.Engine(table_mib=4, level=3) as engine:
        result: othello.SearchResult = engine.play(board, othello.Limits(depth=5))
        if result.move is not None:
            board.push(result.move)
        person = othello.HumanPlayer("casual", seed=7)
        given_away: float = person.choose(board, othello.Limits(seconds=1.0)).loss
        discs: float = result.score.pov(othello.Color.BLACK).discs
        for info in engine.analysis(board.position, multipv=2):
            reveal_type(info)
        lines: tuple[othello.Line, ...] = engine.analyze("f5d6", multipv=3, seconds=1)
        best: float = max(float(line.score) for line in lines) + engine.evaluate_many([board])[0]
        leaves: int = othello.perft(board, 5) + len(list(othello.review_game(othello.GameRecord(), engine)))
        names: list[str] = [othello.format_moves(line.pv) for line in lines]
        kind: othello.Kind = engine.solve(board, othello.Limits(seconds=1.0), wld=True).score.kind

    async def watch() -> int:
        async with othello.AsyncEngine() as engine:
            async with aclosing(engine.analysis(board)) as infos:
                async for info in infos:
                    return info.depth
            return (await engine.solve(board)).depth

    asyncio.run(watch())
    games: list[othello.GameRecord] = list(othello.read_games("games.ggf"))
    try:
        othello.Position.parse("")
    except othello.OthelloError as error:
        print(error, games[0].result, othello.__version__)
"""
BAD = """
    import othello

    othello.Bord
    othello.Board().push(3.5)
    with othello.Engine() as engine:
        engine.play(6)
        othello.Board().push(engine.play(othello.Board()).move)
    """


def examples(page):
    """Yield the Python programs of a page: each block, and the lines of all sessions as one program."""
    blocks = docs.examples(page.read_text(encoding="utf-8"))
    parser = doctest.DocTestParser()
    lines = [example.source for block in blocks for example in parser.get_examples(block)]
    for number, text in enumerate(["".join(lines), *(block for block in blocks if ">>> " not in block)]):
        if text:
            yield f"{page.stem.lower()}_{number}.py", text


PAGES = [source.ROOT / "README.md", *sorted((source.ROOT / "docs").glob("*.md"))]
EXAMPLES = dict(program for page in PAGES for program in examples(page))


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """What mypy --strict reports about each program, without the name of its file."""
    folder = tmp_path_factory.mktemp("programs")
    programs = EXAMPLES | {"good.py": GOOD, "bad.py": BAD}
    for name, text in programs.items():
        (folder / name).write_text(textwrap.dedent(text))
    files = [folder / name for name in programs]
    messages = {name: [] for name in programs}
    # With the settings and the cache of `make types`, mypy does not check the library twice.
    for line in source.python("-m", "mypy", "--no-error-summary", *files).stdout.splitlines():
        path, _, report = line.partition(":")
        if not re.search(r"\[import-not-found\]|#missing-imports", report):  # a package that is optional
            messages[Path(path).name].append(report)
    return messages


@pytest.mark.slow
def test_a_program_of_a_user(reports):
    """A program like the examples on the pages has no type errors, and its types are known."""
    assert reports["good.py"] == ['25: note: Revealed type is "othello.search.results.SearchInfo"']


@pytest.mark.slow
def test_the_examples_of_the_pages(reports):
    """The examples of all pages pass mypy --strict, even examples with results that may be None."""
    assert {"readme_1.py", "library_0.py", "library_1.py", "analysis_2.py"} <= EXAMPLES.keys()
    assert {name: reports[name] for name in EXAMPLES if reports[name]} == {}


@pytest.mark.slow
def test_mistakes_are_found(reports):
    """Unknown names and arguments of wrong types are errors, so no type is Any."""
    rows = [line.split(":") for line in reports["bad.py"]]
    assert [line for line, kind, *_ in rows if kind == " error"] == ["4", "5", "7", "8"]


@cases(("folder", "package"), [("othello", "othello"), ("gtp", "othello.gtp")])
def test_types_are_installed(folder, package):
    """The packages declare that they are typed, and the marker file is installed."""
    assert (source.ROOT / folder / "py.typed").is_file()
    data = source.setup()["options.package_data"][package]
    assert "py.typed" in data
    stubs = list((source.ROOT / folder).rglob("*.pyi"))
    assert [path.parent.name for path in stubs] == ([folder] if "*.pyi" in data else [])
