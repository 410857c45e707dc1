"""Every test of this folder keeps its cache in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder: Path = tmp_path_factory.getbasetemp() / "rulewright-cache"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder
