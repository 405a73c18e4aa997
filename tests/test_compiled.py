"""What is compiled is kept, and compiled anew after a change in any file that it is made of."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = """
from fastlow import jit
print(jit.rank5(0, 5, 10, 15, 23, jit.lookup("2-7")), sum(jit.rank5.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, whose compiled code lies beside it."""
    there = tmp_path / "fastlow"
    shutil.copytree(ROOT / "src" / "fastlow", there, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tables", there / "tables")
    return there


def rank_and_hits(package: Path) -> tuple[int, int]:
    """Rank 7-5-4-3-2 in a process of its own; say too how often compiled code was found."""
    folder = package.parent
    env = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "compiled")}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, cwd=folder, capture_output=True, text=True
    )
    assert run.stderr == ""
    rank, hits = map(int, run.stdout.split())
    return rank, hits


def test_compiled_code_is_kept_until_a_helper_changes(package: Path) -> None:
    assert rank_and_hits(package) == (1, 0)
    assert rank_and_hits(package) == (1, 1)
    helpers = package / "kernels" / "index.py"
    helpers.write_text(helpers.read_text() + "\n# a change in a file that rank.py imports\n")
    assert rank_and_hits(package) == (1, 0)
    assert rank_and_hits(package) == (1, 1)


def test_compiled_code_may_name_a_class_that_is_no_more(package: Path) -> None:
    """As after an update that renames an argument's type: what is cached cannot be unpickled."""
    assert rank_and_hits(package) == (1, 0)
    for path in package.rglob("*.py"):
        path.write_text(path.read_text().replace("Lookup", "Tables"))
    assert rank_and_hits(package) == (1, 0)
