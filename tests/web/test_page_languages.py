"""The page in other languages."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web import serving
from tests.web.browsing import DESKTOP, SMALL_PHONE, opened
from tests.web.translations import LANGUAGES, text_of

pytestmark = [needs_chromium, pytest.mark.browser]

GAME = f"#moves={serving.GAME[:24]}"
WORDS = """() => {
    const found = new Set();
    const data = "noscript, svg[aria-hidden], kbd, #language, #format, #opening, #path, .name,"
        + "#moves td:last-child, [translate]";
    const add = (one, text) => text && !one.closest(data) && found.add(text.trim().replace(/\\s+/g, " "));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) add(texts.currentNode.parentElement, texts.currentNode.data);
    for (const one of document.querySelectorAll("*"))
        for (const name of ["title", "aria-label", "placeholder", "label"]) add(one, one.getAttribute(name));
    return [...found];
}"""
"""All texts of the page, shown or not, except names that are data."""


def looks(browser, server, locale):
    """Return the words of the page while it is used.

    Nothing in a reviewed game is wider than the smallest phone, whatever tab is open.
    """
    words = set()

    def look(page):
        words.update(text for text in page.evaluate(WORDS) if re.search("[A-Za-z]{3}", text))

    with opened(browser, server, GAME, locale=locale) as page:
        page.click("#review-button")
        expect(page.locator("#moments button >> nth=0")).to_be_attached()
        page.set_viewport_size(SMALL_PHONE)
        for tab in ("analysis", "book", "game"):
            page.locator(f"[data-tab={tab}]").dispatch_event("click")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width == SMALL_PHONE["width"], (locale, tab)
        page.set_viewport_size(DESKTOP)
        page.click("#mistake")
        look(page)
        page.click("#learn")
        look(page)
        page.click("#learn-hint")
        page.click("#learn-solve")
        look(page)
        page.click("#setup-button")
        look(page)
    with opened(browser, server, locale=locale) as page:
        look(page)
        page.begin_with_f5()
        look(page)
        page.resign()
        expect(page.locator("#result")).to_be_visible()
        look(page)
        page.click("#result-close")
        page.click("#games-button")
        expect(page.locator("#games li")).to_have_count(1)
        look(page)
    return words


def test_no_english_is_left_and_longer_words_fit_a_phone(browser, server):
    """Everything that the page shows and that screen readers read is in the browser's language."""
    english = looks(browser, server, "en-US")
    for language in LANGUAGES:
        words = looks(browser, server, f"{language}-XX")
        # Some English words, such as "Club", are also words of the other language.
        translated = text_of(f"texts.{language}.js").lower()
        assert {word for word in words & english if f'"{word.lower()}"' not in translated} == set(), language


def test_a_language_is_chosen_and_kept(browser, server):
    """The browser's first known language is used until another is chosen, even after a reload."""
    with opened(browser, server, "#moves=f5d6c3", locale="fr-CA") as page:
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("#status")).to_have_text("Trait à Blanc.")
        expect(page.locator("#opening")).to_have_text("Perpendiculaire")
        for _ in range(2):
            page.click("#more")
            page.select_option("#language", "ja")
            expect(page.locator("html")).to_have_attribute("lang", "ja")
            expect(page.locator("#status")).to_have_text("白番です。")
            expect(page.locator("#opening")).to_have_text("縦取り")
            page.reload()
        page.click("#more")
        page.select_option("#language", "en")
        expect(page.locator("#status")).to_have_text("White to move.")


def test_a_browser_without_a_known_language_gets_the_english_page(browser, server):
    with opened(browser, server, locale="eo") as page:
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("#new-button")).to_have_text("New game")


def test_the_browser_loads_the_texts_of_its_language_only(browser, server):
    context = browser.new_context(locale="it")
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(server.address)
    expect(page.locator("#status")).to_have_text("Muove il Nero.")
    context.close()
    assert [name for name in asked if name.startswith("texts")] == ["texts.it.js"]
    assert len(asked) <= serving.MAX_REQUESTS
