"""A look through the shipped book that is not repeated by each command."""

import functools

import pytest

from othello.book import location, validation


@pytest.fixture(scope="package", autouse=True)
def _shipped_book():
    """Look through the shipped book only once, which takes longer than most commands of these tests."""
    look_through = validation.look_through
    once = functools.cache(look_through)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            validation,
            "look_through",
            lambda path: (once if path == location.shipped() else look_through)(path),
        )
        yield
