"""Shipping a network: what is written, and what is refused."""

from othello.search import evaluation_files
from tools import ship


def test_a_network_is_shipped(monkeypatch, tmp_path, capsys):
    """The network is copied, the node count is written, and the remaining steps are listed."""
    shipped, signature, commands = tmp_path / "network.bin", tmp_path / "signature.txt", []
    network = evaluation_files.SHIPPED

    def python(*arguments):
        commands.append(arguments[:2])
        return "1234\n"

    monkeypatch.setattr(evaluation_files, "SHIPPED", shipped)
    monkeypatch.setattr(ship, "SIGNATURE", signature)
    monkeypatch.setattr(ship, "_python", python)
    assert ship.main([str(network)]) == 0
    assert shipped.read_bytes() == network.read_bytes()
    assert signature.read_text() == "1234\n"
    assert ("-m", "tools.docs") in commands
    assert capsys.readouterr().out.endswith("Bench: 1234\n")


def test_what_is_not_a_network(monkeypatch, tmp_path, capsys):
    """A file that is not a network, or is missing, is refused with one sentence, and nothing is written."""
    monkeypatch.setattr(evaluation_files, "SHIPPED", tmp_path / "network.bin")
    (tmp_path / "text").write_text("not a network")
    for name in ("text", "missing"):
        assert ship.main([str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert ship.main([]) == 2
    assert not (tmp_path / "network.bin").exists()
