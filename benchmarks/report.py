"""Run all benchmarks and write what came of it: the README's table, a page, pictures.

``python -m benchmarks.report`` takes about ten minutes on two cores; other work on the machine
makes it wrong. ``--run FILE`` writes anew from the JSON of an earlier run.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from benchmarks import tables
from benchmarks.figures import Run, read

ROOT = Path(__file__).parents[1]
JSON = ROOT / "build" / "benchmarks.json"


def measure(path: Path, quick: bool) -> None:
    """Run the benchmarks into a JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "benchmarks", f"--benchmark-json={path}"]
    subprocess.run([*command, *["--quick"] * quick], cwd=ROOT, check=True)


def write(run: Run, root: Path) -> None:
    """Write everything below a folder that holds a README with the two markers."""
    from benchmarks import pictures  # needs matplotlib; what else is here does not

    readme = root / "README.md"
    readme.write_text(filled(readme.read_text(), tables.for_readme(run), "benchmarks"))
    pictures.draw(run, root / "docs" / "pictures")
    (root / "docs" / "benchmarks.md").write_text(tables.for_docs(run))


def filled(page: str, part: str, name: str) -> str:
    """Put the part between the markers of that name, ``<!-- name -->`` and ``<!-- /name -->``.

    Raises
    ------
    SystemExit
        If they are not there, once.
    """
    between = rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)"
    text, n = re.subn(between, lambda _: f"{part}\n", page, flags=re.DOTALL)
    if n != 1:
        raise SystemExit(f"the page must hold <!-- {name} --> and <!-- /{name} --> once")
    return text


def main(arguments: list[str] | None = None) -> None:
    """Measure unless told of a run, and write."""
    parser = argparse.ArgumentParser(description="Run all benchmarks and write the report.")
    parser.add_argument("--run", type=Path, metavar="FILE", help="write from an earlier run's JSON")
    parser.add_argument("--json", type=Path, default=JSON, metavar="FILE", help="keep the run here")
    parser.add_argument("--into", type=Path, default=ROOT, metavar="FOLDER", help="write here")
    parser.add_argument("--quick", action="store_true", help="run each once: figures mean nothing")
    options = parser.parse_args(arguments)
    if options.run is None:
        measure(options.json, options.quick)
    write(read(options.run or options.json), options.into)


if __name__ == "__main__":
    main()
