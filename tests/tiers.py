"""Which cases of a test belong to the quick tier; the others are marked `slow` and run with `pytest --all`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest


def slow_unless(quick: Callable[[Any], bool], cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`, each marked slow unless a condition holds for it."""
    return [case if quick(case) else _slow(case) for case in cases]


def sampled(every: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: every n-th, beginning with the first, is quick; the others are slow."""
    return [_slow(case) if number % every else case for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    """Mark a case; a plain tuple holds the values of several arguments."""
    values = case if type(case) is tuple else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)


def in_examples(folder: Path) -> bool:
    """Say whether a ruleset is one of the small games in examples/, not one that stands on a large game."""
    return folder.parent.name == "examples" and folder.name != "goa-sack-market"
