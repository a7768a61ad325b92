"""The public interface changes only together with the file that lists it."""

from tools import interface


def test_the_list_of_the_public_interface_is_current():
    """A change of a public name is seen in the diff of the list, which `make docs` writes."""
    assert interface.interface() == interface.FILE.read_text(encoding="utf-8"), (
        "run make docs, and read the diff"
    )


def test_parameters_keep_their_order_and_show_what_can_be_left_out():
    def example(board, /, level=3, *moves, depth, seed=None, **others): ...

    assert interface.parameters(example) == "(board, /, level=, *moves, depth, seed=, **others)"
    assert interface.parameters(3) == ""


def test_a_module_shows_what_it_defines_and_a_package_what_it_imports():
    lines = interface.interface().splitlines()
    assert "othello.opening_names.name_of(position)" in lines
    assert "othello.players.rate(games, model=)" in lines
    assert not [line for line in lines if line.startswith("othello.opening_names.Board")]
