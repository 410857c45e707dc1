"""The public API: every name is documented by examples that run, and none costs anything before it is used."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from page import PAGE, members, names_of_types, page

import rulewright as rw

CHECKOUT = Path(__file__).parents[2]
WITHOUT_EXAMPLE = {
    "Arena", "Choice", "Comparison", "CoverageVerdict", "Diagnostic", "Difference", "Effect", "Piece", "Question",
    "Record", "Rule", "RulesError", "Seat", "SeatView", "Simulation", "Standings", "Summary",
}  # fmt: skip
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


ELSEWHERE = {"DataFrame", "Literal", "Mapping", "None", "Path", "Sequence", "True"}
"""Types of Python and pandas."""


def missing_from(text: str) -> set[str]:
    """Return the types that a page names as those of fields, parameters and results, without saying what they are."""
    written = re.findall(r"^(?:- |#+ )`(.*?)`", text.partition("## Data frames")[0], re.M)
    told = {line for line in written if line.isidentifier()}
    return {name for line in written for name in names_of_types(line.partition(".")[2] or line)} - told - ELSEWHERE


def test_the_page_says_what_is_in_every_value() -> None:
    text = page()
    assert not missing_from(text)
    assert missing_from(text.replace("### `Spread`", "### Spread")) == {"Spread"}
    for line in ("- `totals: list[int]`", "- `label: str`", "### `Seat.choose(question: Question, view: SeatView)"):
        assert line in text, "what used to be missing"


def test_the_what_if_of_the_page_is_five_lines_and_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(CHECKOUT)
    code = re.findall(r"^```python\n(.*?)^```$", page(), re.M | re.S)[1]
    found: dict[str, Any] = {}
    exec(code, found)
    assert len(list(filter(None, code.splitlines()))) == 5
    fewer, more = found["points"]["a player"][::-1]
    assert fewer < more and matplotlib.pyplot.gcf().axes[0].patches


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
