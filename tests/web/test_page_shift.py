"""Layout shift: nothing that a person looks at moves by itself, as the web vitals measure it."""

import pytest
from playwright.sync_api import expect

from tests.chromium import needs_chromium
from tests.web.browsing import LAPTOP, PHONE, opened
from tests.web.lessons import LESSONS

pytestmark = [needs_chromium, pytest.mark.browser]

MAX_SHIFT = 0.02
"""The largest sum of all shifts. Web vitals call up to 0.1 in the worst five seconds good."""
OBSERVED = """() => {
    Math.random = () => 0.4; // the same game each time
    window.shifts = [];
    const named = ({node, previousRect: {x, y}, currentRect: to}) =>
        `${node?.id || node?.className || node?.nodeName} ${x},${y} to ${to.x},${to.y}`;
    new PerformanceObserver(list => {
        for (const {hadRecentInput, sources, value} of list.getEntries())
            if (!hadRecentInput) window.shifts.push([value, ...sources.map(named)]);
    }).observe({type: "layout-shift", buffered: true});
}"""
"""Collects layout shifts that follow no click or key, with what has moved."""
SETTLED = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)
"""Waits until the page is drawn, which reports its shifts."""


@pytest.mark.parametrize(("size", "options"), [(PHONE, {"has_touch": True, "is_mobile": True}), (LAPTOP, {})])
def test_nothing_shifts_in_a_game_its_review_and_a_lesson(browser, server, size, options):
    with opened(browser, server, script=OBSERVED, viewport=size, **options) as page:
        page.click("[data-level=newcomer]")
        page.click("#play")
        page.play_out()
        page.expect_reviewed()
        page.click("#result-review")
        expect(page.locator("#graph")).to_be_visible()
        page.click("#mistake")
        page.click("#practice-button")
        lesson = LESSONS[0]
        page.locator("#lessons button").first.click()
        for task in lesson["tasks"]:
            if "right" in task:
                page.square(task["right"][0]).click()
            expect(page.locator("#learn-next")).to_be_enabled()
            page.click("#learn-next")
        page.evaluate(SETTLED)
        shifts = page.evaluate("window.shifts")
        assert sum(value for value, *_ in shifts) < MAX_SHIFT, shifts
