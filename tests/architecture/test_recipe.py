"""A new sentence touches the files that CONTRIBUTING names for one, and at most ten of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "interpreter/rulewright"
SECTION = (
    (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## A sentence of the language\n")[2].partition("\n## ")[0]
)
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
NAMED = re.compile(r"`interpreter/rulewright/([a-z_/]+\.[a-z]+)`")
SENTENCE = re.compile(r'\bs\.Swap\b|\bclass Swap\b|\bSwapPieces\b|^swap: "swap"|<swap>', re.MULTILINE)
HELPER = re.compile(r'"swap"|\bdef swap\b|\brw_swap\b|\bN\(swap\)')
RUNTIME = ("compile/ir/", "backends/")
MOST = 10


def texts() -> dict[str, str]:
    found = [path for path in PACKAGE.rglob("*.*") if path.suffix in (".py", ".c", ".lark", ".json")]
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in found}


def about_the_sentence(files: Mapping[str, str]) -> set[str]:
    return {name for name, text in files.items() if SENTENCE.search(text)}


def about_the_helper(files: Mapping[str, str]) -> set[str]:
    return {name for name, text in files.items() if name.startswith(RUNTIME) and HELPER.search(text)}


def listed(table: int) -> set[str]:
    rows = [row for row in TABLE.findall(SECTION)[table].split("\n") if not row.startswith(("| tests", "| reference"))]
    return set(NAMED.findall("\n".join(rows)))


@pytest.mark.slow
def test_a_sentence_touches_the_files_of_the_recipe() -> None:
    assert about_the_sentence(texts()) == listed(0)
    assert len(listed(0)) <= MOST


def test_a_helper_of_the_runtime_touches_the_files_of_its_recipe() -> None:
    assert about_the_helper(texts()) == listed(1)


@pytest.mark.slow
def test_one_more_file_is_noticed() -> None:
    more = {**texts(), "report/more.py": "case s.Swap():", "backends/more.py": 'HELPERS = ("swap",)'}
    assert about_the_sentence(more) - listed(0) == {"report/more.py"}
    assert about_the_helper(more) - listed(1) == {"backends/more.py"}
