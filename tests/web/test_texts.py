"""The texts of the page: each translation has all of them, and nothing else."""

import copy
import functools
import json
import re
from html.parser import HTMLParser
from typing import Final

import pytest

from othello.players.levels import HUMAN_LEVELS
from othello.review.reason import Cause
from othello.rules.graph import Graph
from othello.rules.opening_names import openings
from othello.rules.position import Position
from othello.search.levels import NAMED
from tests import source
from tests.node import needs_node, run
from tests.web.translations import LANGUAGES, PAGE, text_of

LEVELS: Final = {level.name for level in (*HUMAN_LEVELS, *NAMED)}
OWN: Final = {
    "levelNames": LEVELS,
    "levelWords": {level.name for level in HUMAN_LEVELS},
    "reasons": {cause.value for cause in Cause},
}
"""Texts that are the server's in English, and their keys in translations."""
DESCRIBED: Final = """
function used(action) {
  const [, parameters, body] = /^(.*?)=>(.*)$/s.exec(String(action));
  const names = parameters.replace(/=[^,)]*/g, "").match(/\\w+/g) ?? [];
  return names.filter(name => RegExp(`\\\\b${name}\\\\b`).test(body)).sort();
}
function described(found) {
  if (typeof found === "function") return used(found);
  if (typeof found !== "object") return typeof found;
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, described(value)]));
}
console.log(JSON.stringify(described(TEXTS)));
"""
"""Prints for each text its type, or the parameters that it uses."""


class _Words(HTMLParser):
    """Collects what a person reads on a page: texts, titles and labels that have letters."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._is_read = self._has_picture = False

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self._has_picture |= tag == "svg"
        is_heading = tag == "title" and not self._has_picture  # not the description of a part of a picture
        self._is_read = tag not in ("script", "noscript") and not is_heading and "translate" not in given
        for name in ("title", "aria-label"):
            self._add(given.get(name) or "")

    def handle_endtag(self, tag):
        self._is_read = True

    def handle_data(self, data):
        if self._is_read:
            self._add(data)

    def _add(self, text):
        words = " ".join(text.split())
        if re.search(r"[^\W\d_]", words) and not words.startswith("%%"):
            self.found.add(words)


def page_words() -> set[str]:
    """Return the English texts of index.html, and of the graph that the server draws."""
    parser = _Words()
    parser.feed(text_of("index.html"))
    parser.feed(Graph.of({0: 0.0, 1: 0.0}, {}, {1}).draw())
    return parser.found


@functools.cache
def texts(name: str, constant: str) -> dict[str, object]:
    """Return the texts of a script by their keys: for each its type, or the parameters that it uses."""
    return json.loads(run(f"{alone(name)}\n{DESCRIBED.replace('TEXTS', constant)}"))


def alone(name: str) -> str:
    """Return a script with texts as one that needs no other."""
    text = re.sub(r"^import .*|^export const T = await .*", "", text_of(name), flags=re.M)
    return text.replace("export ", "")


@needs_node
def test_scripts_use_each_text_and_no_other():
    """A text that a script used under an old name raised an error only where it was shown."""
    names = [path.name for path in PAGE.iterdir() if re.fullmatch(r"\w+\.js", path.name)]
    used = set(re.findall(r"\bT\.(\w+)", "".join(map(text_of, names))))
    assert used == set(texts("texts.js", "ENGLISH"))


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_all_texts_of_the_scripts(language):
    """No text is missing or extra, and each text uses the same parameters as the English text."""
    english, translated = (
        copy.copy(texts(*script)) for script in (("texts.js", "ENGLISH"), (f"texts.{language}.js", "T"))
    )
    for key, names in OWN.items():
        del english[key]
        assert set(translated.pop(key)) == names
    del english["openings"]
    assert set(translated.pop("openings")) < {name for _, name in openings()}
    assert translated == english


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rare_mistake_names_only_the_people_who_find_the_better_move(language):
    """It told beginners that fewer than 1 % of players of their strength play so."""
    peers = {"better": "c4", "best": "51", "isHard": False, "move": "b2", "played": ""}
    calls = ", ".join(f"T.peers(null, {json.dumps({**peers, **more})})" for more in ({}, {"played": "38"}))
    script = alone(f"texts.{language}.js")
    rare, common = json.loads(run(f"{script}\nconsole.log(JSON.stringify([{calls}]))"))
    assert "51" in rare
    assert "c4" in rare
    assert "b2" not in rare
    assert all(word in common for word in ("51", "c4", "38", "b2"))


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_kept_without_values_has_no_sentence_about_them(language):
    """A card for practice that an earlier version had kept raised an error in translations."""
    call = 'T.reasons.best_line({}, {"move": "a6", "pv": ["h7"]})'
    assert json.loads(run(f"{alone(f'texts.{language}.js')}\nconsole.log(JSON.stringify({call}))")) == []


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_translated_reasons_have_the_numbers_and_moves_of_the_english_sentences(language):
    move = {"move": "a6", "turn": "black", "line": ["a6", "c2", "b2", "d1"]}
    move |= {"pv": ["h7", "e1", "f2", "c3"]}
    move |= {"played": {"short": "-9.2"}, "best": {"short": "0.3"}}
    reason = {"squares": ["d1", "g2"], "counts": [9, 25]}
    call = "Object.fromEntries(Object.entries(T.reasons).map(([code, text]) => [code, JOINED]))"
    call = call.replace("JOINED", '[text(REASON, MOVE)].flat().join(" ")')
    call = call.replace("REASON", json.dumps(reason)).replace("MOVE", json.dumps(move))
    sentences = json.loads(run(f"{alone(f'texts.{language}.js')}\nconsole.log(JSON.stringify({call}))"))
    for code in ("safe_moves", "few_moves", "mobility", "frontier"):
        assert re.findall(r"(?<![a-h\d])\d+", sentences[code]) == ["9", "25"], code
    numbered = (
        "tempo",
        "quiet_move",
        "x_square",
        "c_square",
        "corner",
        "missed_corner",
        "missed_stable",
        "refutation",
    )
    for code in numbered:
        assert re.findall(r"(?<![a-h\d])\d+", sentences[code]) == ["9"], code
    for code in ("tempo", "safe_moves"):
        assert "h7 e1" in sentences[code], code
    assert all(line in sentences["few_moves"] for line in ("a6 … d1", "h7 … c3")), "a count after four plies"
    assert "g2" in sentences["move_order"]
    assert "a6 c2 b2" in sentences["pass"]
    for code, names in (("move_order", "d1 a6"), ("opened_edge", "a6 d1 g2 h7"), ("best_line", "a6 h7")):
        assert all(name in sentences[code] for name in names.split()), code


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_ahead_has_no_number_that_contradicts_the_loss(language):
    """A move lost "4 discs", and led to "ahead by 3" instead of "by 6"."""
    moves = [
        {"move": "c6", "pv": ["d7"], "played": {"short": played}, "best": {"short": "6.3"}}
        for played in ("2.7", "-3.1")
    ]
    calls = ", ".join(f"[T.reasons.best_line({{}}, {json.dumps(move)})].flat()" for move in moves)
    same, turned = json.loads(run(f"{alone(f'texts.{language}.js')}\nconsole.log(JSON.stringify([{calls}]))"))
    assert (len(same), len(turned)) == (1, 2)
    for text in (" ".join(same), " ".join(turned)):
        assert not re.search(r"(?<![a-h])\d", text)
        assert "c6" in text
        assert "d7" in text


LONG: Final = ("parity", "stable_discs", "mobility")
"""Causes that may be about many squares."""
IN_THE_LINE: Final = [
    ("wedge", ["d1", "c1", "e1"], ["a6", "d1"], ["a6", "d1", "c1", "e1"]),
    ("unbalanced_edge", ["b1", "c1", "d1", "e1", "f1", "g2"], ["f1", "b2", "c3", "g2"], ["b1", "f1", "g2"]),
    ("parity", ["g7", "g8"], ["g7", "g8"], ["g7"]),
    ("parity", ["g7", "g8", "h8"], ["a6", "h8"], ["a6", "h8"]),
]
"""Causes with the squares and the line of their move, and the squares in their sentence."""


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_translated_reasons_contain_squares_that_only_the_line_shows(language):
    """The neighbors of a wedge, the attack on an edge, and the move or the reply in a region."""
    calls = []
    for code, squares, line, _ in IN_THE_LINE:
        move = {"move": line[0], "turn": "black", "line": line, "pv": ["h7", "e1"]}
        calls.append(
            f"[T.reasons.{code}({json.dumps({'squares': squares, 'counts': []})}, {json.dumps(move)})].flat()"
        )
    sentences = json.loads(
        run(f"{alone(f'texts.{language}.js')}\nconsole.log(JSON.stringify([{', '.join(calls)}]))")
    )
    for (*_, detail), found in zip(IN_THE_LINE, sentences, strict=True):
        sentence = " ".join(found)
        assert [square for square in detail if square not in sentence] == [], sentence


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_translated_reasons_name_at_most_three_squares(language):
    move = {"move": "a6", "turn": "black", "line": ["a6", "c2"], "pv": ["h7", "e1"]}
    move |= {"played": {"short": "-9.2"}, "best": {"short": "0.3"}}
    reason = {"squares": ["d1", "d2", "d3", "d4"], "counts": [9, 25]}
    calls = [f"T.reasons.{code}({json.dumps(reason)}, {json.dumps(move)})" for code in LONG]
    text = run(f"{alone(f'texts.{language}.js')}\nconsole.log({', '.join(calls)})")
    assert not re.search("d[1-4]", text)


@functools.cache
def hinted(language: str) -> list[tuple[str, str, str, list[str], list[str], str]]:
    """Return the code, move, best move, text, text without it, and reply of each kind of reason."""
    lines = source.DATA.joinpath("reviews", "reasons.jsonl").read_text(encoding="utf-8").splitlines()
    moves = []
    for case in map(json.loads, lines):
        if case["is_given"]:
            line, best = (case[name].split() for name in ("line", "best"))
            position = Position.parse(case["position"])
            text = " ".join(case["sentences"])
            squares = sorted(set(re.findall("[a-h][1-8]", text)) - {line[0]}) or best[:1]
            counts = [int(number) for number in re.findall(r"\b\d+\b", text)]
            reason = {name: case[name] for name in ("code", "sentences")} | {
                "squares": squares,
                "counts": counts,
            }
            moves += [
                {
                    "move": line[0],
                    "line": line,
                    "pv": [pv, *best[1:]],
                    "turn": str(position.turn),
                    "reasons": [reason],
                }
                for pv in (best[0], *squares)
            ]
    review = text_of("review.js")
    most = re.search(r"^const MAX_REASONS = \d+;", review, flags=re.M)[0]
    why = re.search(r"^export (function whyOf.*?^})", review, flags=re.M | re.S)[1]
    others = re.findall(r"^const (?:COMPARING|turnOf|sentencesOf) =.*?;", review, flags=re.M | re.S)
    rules = 'const rules = {other: color => (color === "black" ? "white" : "black")};'
    english = "const T = {reasons: {}, plays: (color, move) => `${color} plays ${move}.`};"
    texts = english if language == "en" else alone(f"texts.{language}.js")
    reply = "T.plays(rules.other(move.turn), move.line[1])"
    parts = f"[move.reasons[0].code, move.move, move.pv[0], whyOf(move), whyOf(move, [move.pv[0]]), {reply}]"
    call = f"console.log(JSON.stringify({json.dumps(moves)}.map(move => {parts})))"
    return json.loads(run("\n".join([texts, rules, most, *others, why, call])))


@needs_node
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_reason_for_a_wrong_try_does_not_name_the_best_move(language):
    """The answer to a wrong try compared it with the best move, by name, and so gave the solution away."""
    assert {code for code, *_ in hinted(language)} > {"tempo", "mobility", "access", "key_square", "parity"}
    for code, move, best, (text,), without, reply in hinted(language):
        compared = [
            part for part in re.split(r"(?<=[.。])", " ".join(without)) if best in part and move not in part
        ]
        assert not compared or without == [reply], (code, text, without)
        assert code not in ("best_line", "move_order") or best not in " ".join(without) or without == [reply]
        assert without in ([text], [reply]) or best in text
        assert all(re.search(r"\w[.。]$", part) for part in without), without


@needs_node
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_reason_without_its_comparison_still_says_what_is_wrong(language):
    """The counts of the tried move stay, as do replies on the square of the best move."""
    kept = {
        code
        for code, _, best, (text,), without, reply in hinted(language)
        if best in text and without != [reply]
    }
    assert kept >= {"tempo", "safe_moves", "few_moves", "mobility", "frontier", "access"}


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_all_texts_of_the_page(language):
    """A text in index.html without a translation stays English, and an extra translation has no effect."""
    translated = set(texts(f"texts.{language}.js", "PAGE"))
    assert translated == page_words()


@needs_node
@pytest.mark.parametrize(
    ("name", "constant", "said"),
    [
        ("texts.js", "ENGLISH", ["1 move", "2 moves", "Imported: 1 of 3 games."]),
        ("texts.fr.js", "T", ["1 coup", "2 coups", "Importation : 1 partie sur 3."]),
        ("texts.it.js", "T", ["1 mossa", "2 mosse", "Importazione: 1 partita su 3."]),
    ],
)
def test_one_is_not_many(name, constant, said):
    """Texts with a number have a singular form."""
    call = "console.log(JSON.stringify([TEXTS.moveCount(1), TEXTS.moveCount(2), TEXTS.imported(1, 3)]))"
    assert json.loads(run(f"{alone(name)}\n{call.replace('TEXTS', constant)}")) == said
