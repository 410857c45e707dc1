"""The examples on the page of the Python API run as they are printed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import CodeType

import pytest

CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "interpreter" / "API.md").read_text("utf-8").partition("## In PettingZoo and OpenSpiel")[2]
LIBRARIES = {"pettingzoo": 0, "pyspiel": 1}
"""The library of each example, by its place on the page."""


def examples() -> list[CodeType]:
    return [compile(code, "API.md", "exec") for code in re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)]


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_an_example_runs(library: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(library, reason=f'{library} is not installed: pip install -e ".[pettingzoo,openspiel]"')
    monkeypatch.setattr(sys, "path", [path for path in sys.path if Path(path) != CHECKOUT / "tests"])
    monkeypatch.delitem(sys.modules, "open_spiel", raising=False)
    monkeypatch.chdir(CHECKOUT)
    found: dict[str, object] = {}
    exec(examples()[LIBRARIES[library]], found)
    if library == "pyspiel":
        assert capsys.readouterr().out == "[1.0, -1.0]\n"
    else:
        assert not getattr(found["game"], "agents", True)


def test_each_library_has_an_example() -> None:
    assert len(examples()) == len(LIBRARIES)
