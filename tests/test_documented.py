"""Descriptions of fields: `help` shows those of every public class."""

import dataclasses
import enum
import inspect
import pydoc

import pytest

import othello
from othello.rules.documented import FieldDocs, describe_fields
from othello.search.limits import Limits
from tests import source

CLASSES = [
    each
    for name in othello.__all__
    if inspect.isclass(each := getattr(othello, name))
    and (dataclasses.is_dataclass(each) or (issubclass(each, enum.Enum) and each is not othello.Color))
]

SELF_EVIDENT = {othello.GameRecord: {"black", "white"}}


def described(cls):
    """The names of the fields and members that the source of a class describes, each with its text."""
    docs = cls.__dict__["__doc__"]
    assert isinstance(docs, FieldDocs)
    _, _, fields = cls.__doc__.partition("\n\nFields:\n\n")
    return {
        line.split(":")[0].split(" ")[0] for line in inspect.cleandoc(fields).splitlines() if line[:1] > " "
    }


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_fields_are_described(cls):
    """The docstring of a public class describes each field that no other text explains."""
    named = set(getattr(cls, "__dataclass_fields__", None) or cls.__members__) - {"_last_position"}
    missing = named - described(cls)
    assert missing <= SELF_EVIDENT.get(cls, set())


def test_help_shows_the_descriptions_below_the_docstring_of_the_class():
    text = pydoc.plain(pydoc.render_doc(Limits))
    assert "depth: int | None = None" in text
    assert "Plies to search, at least 1; a depth of all empty squares solves the position." in text
    assert Limits.__doc__.startswith("Limits of a search; without any limit, the search has the level of the")


def test_a_class_without_described_fields_or_without_source_keeps_its_docstring():
    @dataclasses.dataclass
    class Plain:
        """A class."""

        number: int = 1

    made = dataclasses.make_dataclass("Made", ["number"], namespace={"__doc__": "No source."})
    for cls, text in ((Plain, "A class."), (made, "No source."), (type("Other", (), {}), None)):
        describe_fields(cls)
        assert cls.__doc__ == text


def test_without_docstrings():
    """Python may drop the docstrings; the classes then have none."""
    code = "from othello import Limits; assert Limits.__doc__ is None; print(Limits(depth=3).depth)"
    done = source.python("-OO", "-c", code)
    assert (done.stdout, done.stderr) == ("3\n", "")
