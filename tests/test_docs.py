"""The documentation: its commands print what it says, and it leaves out no public name.

Its Python examples are doctests, its pages with code cells are run when it is built.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

import fastlow
from fastlow import draws, jit

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if "_build" not in page.parts and "```console\n" in page.read_text()
]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder in which the examples lie and anything may be written."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_says(page: Path, folder: Path) -> None:
    for command, said in commands(page.read_text()):
        printed = run(command, folder)
        assert OutputChecker().check_output(said, printed, ELLIPSIS), f"{command}\n{printed}"


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line that begins with $, and the lines below it."""
    for block in CONSOLE.findall(text):
        for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, said = each.partition("\n")
            yield command, said


def run(command: str, folder: Path) -> str:
    """Run a line of shell where `fastlow` and `python` are those of this test; it must succeed."""
    bin_folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": bin_folder + os.pathsep + os.environ["PATH"], "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_block_is_cut_into_commands() -> None:
    text = "```console\n$ echo 1\n1\n$ true\n$ printf 'a\\nb'\na\nb\n```\n"
    assert [*commands(text)] == [("echo 1", "1\n"), ("true", ""), ("printf 'a\\nb'", "a\nb\n")]


@pytest.mark.parametrize("module", [fastlow, draws, jit], ids=lambda module: module.__name__)
def test_every_public_name_is_in_the_reference(module: object) -> None:
    pages = "".join(page.read_text() for page in (DOCS / "reference").glob("*.rst"))
    described = set(re.findall(r"^\.\. (?:auto|py:)\w+:: (\S+)", pages, re.MULTILINE))
    names = {f"{module.__name__}.{name}" for name in module.__all__}  # type: ignore[attr-defined]
    assert not names - described


def test_the_lines_of_a_command_can_be_pasted() -> None:
    for page in PAGES:
        for command, _ in commands(page.read_text()):
            assert shlex.split(command)
