"""The packages: what the description, the source distribution and the wheel have."""

import importlib.util
import re
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from othello.native import library
from tests import readme, source
from tests.gtp import conversation_files
from tools import manual, package, reference, release

NETWORK = "/".join(("othello", "data", "network.map"))
INSTALLED = "/".join(("othello", "gtp", "session.py"))
"""Where a wheel has gtp/session.py."""


def build_script():
    """The module of setup.py, which builds nothing when it is imported."""
    spec = importlib.util.spec_from_file_location("build_script", source.ROOT / "setup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("tool", [manual, package, reference, release])
def test_an_option_is_not_the_name_of_a_folder(tool, tmp_path, monkeypatch):
    """`python -m tools.manual --help` once wrote all pages to a folder named `--help`."""
    monkeypatch.chdir(tmp_path)
    for option, status in (("--help", 0), ("--unknown", 2)):
        assert CliRunner().invoke(tool.command, option).exit_code == status
    assert not list(tmp_path.iterdir())


def test_the_description_stands_alone():
    """The description for package indexes contains no pictures and no links to files in the repository."""
    text = build_script().description(readme.TEXT)
    assert re.findall(r"\]\(([^)]*)\)", readme.TEXT)
    assert not [link for link in re.findall(r"\]\(([^)]*)\)", text) if not link.startswith("http")]
    assert "![" not in text
    assert "<picture" not in text
    assert all(code in text for code in readme.PYTHON)
    files = {link.partition("#")[0] for link in re.findall(r"\]\((?!http)([^)]+)\)", readme.TEXT)} - {""}
    assert {"CONTRIBUTING.md", "docs/install.md"} <= files
    assert not [file for file in files if file not in text and not file.endswith((".png", ".svg"))]
    assert text.count("Run:\n\n    pip install 'othello[web]'\n") == 1
    assert "a copy of this folder" not in text


def test_the_description_keeps_links_to_web_pages_and_pictures_from_there():
    own = '<picture>\n<img alt="f" src="f.png">\n</picture>\n\n![d](d.png)\n\n'
    other = "[a](https://a.example/b)\n\n![c](https://a.example/c.png)\n\n"
    assert build_script().description(f"{other}{own}See [e](e.md#f).\n") == f"{other}See e.md.\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of three files, without Git."""
    for name in ("README.md", "othello/search/engine.py", "gtp/session.py"):
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(source, "ROOT", tmp_path / "project")
    return tmp_path / "project"


def test_without_git_the_files_of_the_project_are_those_that_are_there(project):
    assert package.project_files(project) == ["README.md", "gtp/session.py", "othello/search/engine.py"]


def test_an_incomplete_source_distribution(project, tmp_path):
    """A source distribution that lacks a file is refused, and the message names the file."""
    copy = package.copy_project(tmp_path / "copy")
    package.check_sdist(copy)
    (copy / "README.md").unlink()
    with pytest.raises(package.PackageError, match=r"lacks README\.md"):
        package.check_sdist(copy)


def wheel_of(path, *names):
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (["othello/search/engine.py", NETWORK, INSTALLED, "othello-1.dist-info/METADATA"], None),
        (["othello/search/engine.py", NETWORK, "othello-1.dist-info/METADATA"], INSTALLED),
        (["othello/search/engine.py", INSTALLED, "othello-1.dist-info/METADATA"], NETWORK),
        (["othello/search/engine.py", NETWORK, INSTALLED, "tools/package.py"], "tools/package.py"),
    ],
)
def test_the_files_of_a_wheel(project, tmp_path, names, wrong):
    """A wheel with a missing or an extra file is refused, and the message names the file."""
    wheel = wheel_of(tmp_path / "a.whl", *names)
    if wrong is None:
        package.check_wheel(wheel)
    else:
        with pytest.raises(package.PackageError, match=f"differ in {wrong}"):
            package.check_wheel(wheel)


def test_manual_pages_in_a_wheel(project, tmp_path):
    """A wheel for Linux or macOS needs every manual page, and a wheel for Windows has none."""
    files = ["othello/search/engine.py", NETWORK, INSTALLED]
    pages = [f"othello-1.data/data/share/man/man1/{name}.1" for name, _ in manual.pages()]
    for platform, names, wrong in (
        ("macosx_10_9_ppc", pages, None),
        ("macosx_10_9_ppc", pages[1:], pages[0]),
        ("win_arm", [], None),
        ("win_arm", pages[:1], pages[0]),
    ):
        wheel = wheel_of(tmp_path / f"othello-1-py3-none-{platform}.whl", *files, *names)
        if wrong is None:
            package.check_wheel(wheel)
        else:
            with pytest.raises(package.PackageError, match=f"differ in {wrong}:"):
                package.check_wheel(wheel)


@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel reads libraries of Linux")
@pytest.mark.parametrize("own", [True, False], ids=["own", "numpy"])
def test_a_linux_wheel_that_needs_libraries(tmp_path, own):
    """A wheel for Linux is refused if its libraries need others, as C compilers' libraries do."""
    numpy = Path(importlib.util.find_spec("numpy._core._multiarray_umath").origin)
    code = library.load()._name if own else numpy
    path = tmp_path / f"othello-1-py3-none-{build_script().PLATFORM}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(code, "code.so")
        archive.writestr("othello-1.dist-info/RECORD", "code.so,,\n")
    if own:
        package.check_linux_wheel(path)
    else:
        with pytest.raises(package.PackageError, match="must not need libraries of the system"):
            package.check_linux_wheel(path)


def test_the_message_about_a_command_that_fails_has_its_errors():
    with pytest.raises(package.PackageError, match=r"(?s)^\S* -c .* ended with status 3:\nreason$"):
        package.run(sys.executable, "-c", "import sys; sys.stderr.write('reason'); sys.exit(3)")


@pytest.mark.slow
def test_packages(tmp_path, capsys):
    """Both packages are complete, two builds of the wheel are the same, and the installed wheel works."""
    package.check_all(tmp_path)
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".gz", ".whl"]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_every_package_is_installed():
    """setup.cfg lists the folders of the code, and no package has a name outside `othello`."""
    folders = {path for path in source.files() if path.name == "__init__.py"}
    packages = source.setup()["options"]["packages"].split()
    assert packages == sorted({source.module_of(path) for path in folders})
    assert {name.partition(".")[0] for name in packages} == {"othello"}


def test_a_folder_named_like_the_package(tmp_path):
    """In the folder above a checkout named `othello`, Python imports the package, not that folder."""
    (tmp_path / "othello").mkdir()
    code = "import othello, othello.gtp.gtp_session; print(othello.Board().turn)"
    done = source.python("-c", code, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("black\n", "")


def test_a_checkout_without_the_link(tmp_path):
    """Without the link to gtp, the import path alone would lack `othello.gtp`, so it is not used."""
    editable = build_script().editable
    assert editable(tmp_path) == {}
    (tmp_path / "othello" / "gtp").mkdir(parents=True)
    assert editable(tmp_path) == {"mode": "compat"}


def test_the_link_to_gtp():
    """Programs that read the checkout directly, such as mypy, find `othello.gtp`."""
    link = source.ROOT / "othello" / "gtp"
    if link.is_symlink():  # an unpacked source distribution has none
        assert link.resolve() == source.ROOT / "gtp"


def test_an_engine_with_other_replies():
    """A package whose engine does not give the replies in a recorded session is refused."""
    with pytest.raises(package.PackageError, match="differ"):
        package.check_conversation(Path(sys.executable), conversation_files.ALL[0])
