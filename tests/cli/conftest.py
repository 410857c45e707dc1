"""A command reads its rulesets once; tests that follow one another in other folders must read theirs anew."""

import shutil
from pathlib import Path

import pytest

from rulewright.cli import opening


@pytest.fixture(autouse=True)
def _read_anew() -> None:
    opening.space.cache_clear()


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The smallest ruleset with something of each kind, in `rulesets` of the folder in which the test then is."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(Path(__file__).parent / "tiny", tmp_path / "rulesets" / "tiny"))
