"""The public API: every name is documented by examples that run, and none costs anything before it is used."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from page import PAGE, members, page

import rulewright as rw

CHECKOUT = Path(__file__).parents[2]
WITHOUT_EXAMPLE = {"Choice", "Diagnostic", "Piece", "Question", "Rule", "RulesError", "Seat", "SeatView", "Simulation",
                   "Comparison", "Difference"}  # fmt: skip
"""Names of plain values, which the examples of what returns them show."""


@pytest.mark.parametrize(("name", "thing"), members(), ids=lambda each: each if isinstance(each, str) else "")
def test_a_name_has_a_docstring_whose_examples_run(
    name: str, thing: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CHECKOUT)
    assert inspect.getdoc(thing)
    tests = [test for test in doctest.DocTestFinder(recurse=False).find(thing, name) if test.examples]
    assert tests or "." in name or name in WITHOUT_EXAMPLE
    for test in tests:
        assert not doctest.DocTestRunner().run(test).failed, capsys.readouterr().out


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `python tests/api/page.py`, then read `git diff`"


def test_the_names_are_those_of_the_package() -> None:
    from rulewright import api

    assert rw.__all__ == api.__all__
    assert set(rw.__all__) <= set(dir(rw))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rw.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    code = "import sys, rulewright; print(sorted(name for name in sys.modules if name.startswith('rulewright')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=CHECKOUT / "interpreter")
    assert done.stdout.strip() == "['rulewright']"
