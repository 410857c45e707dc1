"""What the tests of this stage share: a cache of their own, and a folder to write rulesets in."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_folders import Write


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write files below a fresh folder, which is where the test then stands."""
    root = tmp_path / "here"
    root.mkdir()
    monkeypatch.chdir(root)

    def files(texts: dict[str, str]) -> Path:
        for name, text in texts.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        return root

    return files
