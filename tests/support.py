"""What several test files share."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared(name: str) -> Path:
    """Path of a file of test data beside the project; skips the test where it is absent."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"test data {name} is not in {DATA}")
    return path
