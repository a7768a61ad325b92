"""Steps of tests in the opening book of Explore."""

from playwright.sync_api import expect


def star(page, move):
    """Return the star of a move in the book."""
    return page.locator(f'#book-moves .mine[value="{move}"]')


def explore(page):
    page.click("#explore-button")
    expect(page.locator("#book-moves tr").first).to_be_attached()


def choose(page, *moves):
    """Play these moves, and star each of Black's moves except the first."""
    explore(page)
    for at, move in enumerate(moves):
        if at and at % 2 == 0:
            star(page, move).click()
            expect(star(page, move)).to_have_attribute("aria-pressed", "true")
        page.square(move).click()
        page.expect_moves(at + 1)


def choose_two_lines(page, server):
    """Star two answers of Black: one to each of White's replies f6 and d6."""
    choose(page, "f5", "f6", "e6")
    page.goto(f"{server.address}#moves=f5d6")
    page.expect_moves(2)
    explore(page)
    star(page, "c4").click()
