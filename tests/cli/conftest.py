"""A command reads its rulesets once; tests that follow one another in other folders must read theirs anew."""

import pytest

from rulewright.cli import opening


@pytest.fixture(autouse=True)
def _read_anew() -> None:
    opening.source_of.cache_clear()
