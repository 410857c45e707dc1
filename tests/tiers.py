"""Which cases of a test belong to the quick tier; the others are marked `slow` and run with `pytest --all`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.diagnostics import Findings
from rulewright.source.loading import load

LONG = "RULEWRIGHT_LONG" in os.environ
"""Whether `.ci/long` runs, which takes everything of which other runs take a sample."""


def slow_unless(quick: Callable[[Any], bool], cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`, each marked slow unless a condition holds for it."""
    return [case if quick(case) else _slow(case) for case in cases]


def without_variants(folders: Iterable[Path]) -> list[Path]:
    """Leave out variants of other rulesets; `.ci/long` takes them as well."""
    return [folder for folder in folders if LONG or not is_variant(folder)]


@cache
def is_variant(folder: Path) -> bool:
    """Say whether a ruleset is a variant of another one."""
    return load(str(folder), Findings()).manifest.variant


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
