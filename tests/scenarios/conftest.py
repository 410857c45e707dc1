"""What the tests of scenarios share: a cache of their own and a small game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scenario_yard import HERE

from rulewright.diagnostics import Findings
from rulewright.source import RulesetSource
from rulewright.source.loading import load


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def yard(monkeypatch: pytest.MonkeyPatch) -> RulesetSource:
    """Stand in the tests' folder and read the small game."""
    monkeypatch.chdir(HERE)
    findings = Findings()
    source = load("./yard", findings)
    findings.stop_on_errors()
    return source
