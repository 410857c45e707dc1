"""The maps of modules in the docstrings of packages are complete and name nothing that is gone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rulewright

ROOT = Path(rulewright.__file__).parent
NAME = r"(?:[\w/.]+\.(?:py|css|c|jinja)\b|\w+/)"
LINE = re.compile(rf"^    {NAME}(?:,|  |$)", re.MULTILINE)
MAPS = {
    path.parent.relative_to(ROOT).as_posix(): doc
    for path in sorted(ROOT.rglob("__init__.py"))
    if LINE.search(doc := ast.get_docstring(ast.parse(path.read_text("utf-8")), clean=False) or "")
}


def named(folder: str) -> set[str]:
    """Return the files and folders that a map names, from its own folder."""
    lines = [line.strip() for line in MAPS[folder].split("\n") if LINE.match(line)]
    return {name for line in lines for name in re.findall(NAME, re.split(" {2,}", line)[0])}


def test_packages_have_maps() -> None:
    assert {"cli", "report", "comparison", "playtest"} <= set(MAPS)


@pytest.mark.parametrize("folder", MAPS)
def test_a_map_names_every_module_and_nothing_else(folder: str) -> None:
    here = ROOT / folder
    there = {path.stem + path.suffix for path in here.glob("*.py")} - {"__init__.py", "__main__.py"}
    there |= {path.parent.name for path in here.glob("*/*.py")}
    doc = MAPS[folder]
    assert {name for name in there if not re.search(rf"(?<![\w.]){re.escape(name)}\b", doc)} == set(), "not on the map"
    assert {name for name in named(folder) if not (here / name).exists()} == set(), "on the map, but gone"
