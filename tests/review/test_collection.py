"""Pages of several reviewed games: the index, and the profiles of players."""

import re
from html.parser import HTMLParser

import pytest

from othello import Engine, GameRecord, Limits, Player
from othello.players.rating import rate
from othello.review.accuracy import accuracy, counts, tally, tally_of
from othello.review.collection import CAUSES, INDEX, ReviewedGame, collection_pages, game_page
from othello.review.peers import interval
from othello.review.reason import Cause
from othello.review.review import Mark, review_game
from othello.rules.score import Color
from tests import positions

PLAYERS = [("Ann <b>", "Bea"), ("Bea", "Ann <b>"), ("", "Bea")]


class Page(HTMLParser):
    """The texts of a page's tables, its links, and whether all elements are closed."""

    def __init__(self, text):
        super().__init__()
        self.links, self.tables, self.open = [], {}, []
        self.title = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.links += [value for name, value in attrs if name == "href"]
        if tag == "tr":
            self.tables[self.title].append([])
        elif tag in ("td", "th"):
            self.tables[self.title][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if "h2" in self.open:
            self.title = text
            self.tables[text] = []
        elif {"td", "th"} & set(self.open):
            self.tables[self.title][-1][-1] += text


@pytest.fixture(scope="module")
def games():
    boards = [positions.random_board(seed) for seed in (3, 4, 5)]
    records = [
        GameRecord.from_board(board, black=Player(black), white=Player(white), event="Open <3>")
        for board, (black, white) in zip(boards, PLAYERS, strict=True)
    ]
    with Engine(table_mib=1) as engine:
        return [
            ReviewedGame(number, game, list(review_game(game, engine, Limits(depth=1), exact_from=6))[::-1])
            for number, game in enumerate(records, 2)
        ]


@pytest.fixture(scope="module")
def pages(games):
    return {name: Page(text) for name, text in collection_pages("my <games>", games)}


def sides(games, player):
    return [(game, color) for game in games for color in Color if game.game.player(color).name == player]


def test_links_lead_to_pages_and_moves_that_exist(games, pages):
    names = {*pages, *(game_page(game.number) for game in games)}
    plies = {game_page(game.number): len(game.moves) for game in games}
    for page in pages.values():
        for link in page.links:
            name, _, ply = link.partition("#")
            assert name in names
            assert not ply or 1 <= int(ply) <= plies[name]
    assert set(pages) == {INDEX, "player-1.html", "player-2.html"}


def test_the_index_has_each_player_with_the_rating_from_all_games(games, pages):
    heading, *rows = pages[INDEX].tables["Players"]
    assert heading[:4] == ["Player", "Games", "Rating", "Acc."]
    assert {row[0] for row in rows} == {"Ann <b>", "Bea"}
    for name, count, rating, *_ in rows:
        own = sides(games, name)
        assert int(count) == len(own)
        assert rating == interval(rate([(game.game.board(), color) for game, color in own]))
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)


def test_the_index_has_each_game_with_its_greatest_loss(games, pages):
    _, *rows = pages[INDEX].tables["Games"]
    for row, game in zip(rows, games, strict=True):
        worst = max(game.moves, key=lambda move: move.loss)
        assert row[0] == str(game.number)
        assert row[2:4] == [game.game.black.name or "Black", game.game.white.name]
        assert row[4] == f"{game.game.result:+g}"
        assert row[5:7] == [f"{tally(game.moves, color).accuracy:.0f}" for color in Color]
        assert row[7] == f"{worst.ply}. {worst.move}{worst.mark.value}"
        assert row[9] == "Open <3>"


def test_greatest_mistakes_are_sorted(pages):
    _, *rows = pages[INDEX].tables["Greatest mistakes"]
    losses = [float(row[3]) for row in rows]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] >= 10


def test_a_profile_counts_results_and_moves_of_the_player_by_color(games, pages):
    _, *rows = pages["player-2.html"].tables["By color"]
    assert [row[0] for row in rows] == ["Black", "White", "Both"]
    own = sides(games, "Bea")
    margins = [game.game.result * (1 if color is Color.BLACK else -1) for game, color in own]
    both = rows[-1]
    assert [int(cell) for cell in both[1:5]] == [
        3,
        sum(margin > 0 for margin in margins),
        sum(margin == 0 for margin in margins),
        sum(margin < 0 for margin in margins),
    ]
    assert float(both[5]) == pytest.approx(sum(margins) / 3, abs=0.05)
    moves = [move for game, color in own for move in game.moves if move.turn is color]
    loss = sum(move.loss for move in moves)
    assert both[6] == f"{accuracy(loss, sum(map(counts, moves))):.0f}"
    assert float(both[9]) == pytest.approx(loss / tally_of(moves).moves, abs=0.005)


def test_a_profile_has_the_first_reasons_of_marked_moves_by_frequency(games, pages):
    for player, page in (("Ann <b>", "player-1.html"), ("Bea", "player-2.html")):
        _, *rows = pages[page].tables["Frequent causes of loss"]
        marked = [
            move
            for game, color in sides(games, player)
            for move in game.moves
            if move.turn is color and move.mark is not Mark.NONE
        ]
        causes = [CAUSES[move.reasons[0].cause] for move in marked if move.reasons[0].discs]
        assert {row[0]: int(row[1]) for row in rows} == {cause: causes.count(cause) for cause in causes}
        assert [int(row[1]) for row in rows] == sorted((int(row[1]) for row in rows), reverse=True)
        assert causes


def test_every_cause_that_can_be_confirmed_has_a_text():
    unconfirmed = {
        Cause.MISSED_STABLE,
        Cause.ONLY_SAFE_MOVE,
        Cause.MOVE_ORDER,
        Cause.OPENED_EDGE,
        Cause.BEST_LINE,
    }
    assert set(CAUSES) == set(Cause) - unconfirmed - {Cause.ONLY_MOVE, Cause.EQUAL_MOVES}


def test_pages_without_games():
    ((name, text),) = collection_pages("empty", [])
    assert name == INDEX
    assert re.search("0 games, 0 players", text)
    Page(text)
