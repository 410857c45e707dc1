"""Random rule texts go the same in traced Python, plain Python and C, and C leaves nothing to Python."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.generated.__main__ import difference
from tests.generated.productions import UNUSED, every, missing, used
from tests.generated.texts import drawn, files, ruleset
from tests.generated.world import DECLARATIONS


@pytest.mark.slow
def test_accepted_texts_have_all_productions_of_the_grammar(tmp_path: Path) -> None:
    kept = ruleset(1, tmp_path, 260)
    texts = [made for seed, text in kept.items() for name, made in files(seed, text).items() if "rules/" in name]
    assert missing(used([DECLARATIONS, *texts])) == []
    assert UNUSED.keys() < every()


def test_finds_productions_that_are_missing() -> None:
    assert "swap" in missing(used([DECLARATIONS]))
    assert "menu" not in missing(used([DECLARATIONS]))


@pytest.mark.slow
@needs_compiler
def test_a_few_texts_go_the_same_in_all_builds() -> None:
    found: Counter[str] = Counter()
    assert difference(drawn(1, 12), 1, found) == ""
    assert found["decisions"] > 50


def test_few_texts_are_refused(tmp_path: Path) -> None:
    assert len(ruleset(2, tmp_path, 20)) > 15


@pytest.mark.slow
@needs_compiler
def test_a_ruleset_of_texts_goes_the_same_in_all_builds() -> None:
    assert difference(drawn(3, 35), 2, Counter()) == ""
