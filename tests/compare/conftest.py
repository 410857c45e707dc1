"""The folder with both editions of the little shop."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import write


@pytest.fixture(scope="session")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shops")
    write(folder)
    return folder
