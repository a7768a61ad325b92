"""Many cases in one test."""

import pytest

from tests.cases import cases


def test_cases_run_in_turn_and_a_failure_names_its_case():
    seen = []

    @cases("number, name", [(1, "one"), (2, "two"), (3, "three")])
    @cases("sign", lambda: "+-")
    def run(number, name, sign):
        seen.append((number, name, sign))
        assert number < 2

    with pytest.raises(AssertionError) as caught:
        run()
    assert seen == [(1, "one", "+"), (1, "one", "-"), (2, "two", "+")]
    assert caught.value.__notes__ == ["case: {'sign': '+'}", "case: {'number': 2, 'name': 'two'}"]


def test_a_test_without_cases_fails():
    """When a folder of benchmarks had moved, its test had no cases, and pytest skipped it."""
    run = cases("path", [])(lambda path: None)
    with pytest.raises(AssertionError, match="no cases"):
        run()


def test_a_misspelled_argument_is_an_error():
    with pytest.raises(AssertionError, match="takes no"):
        cases("path", [1])(lambda name: None)
