"""Who may import whom among the packages: pairs, not an order. Late imports and those for type checkers count."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from package import ROOT, imported_names, modules, package_of

README = Path(__file__).parents[2] / "interpreter" / "README.md"
TABLE = """
diagnostics  :
source       : diagnostics
jobs         : diagnostics source
syntax       : diagnostics source
reference    : diagnostics syntax
compose      : diagnostics source syntax
check        : diagnostics source syntax compose
compile      : diagnostics source compose check
backends     : diagnostics source compose check compile
engine       : diagnostics source compile backends
scenarios    : diagnostics source compose backends engine
workspace    : diagnostics source syntax compose check compile backends engine scenarios
rulebook     : diagnostics source syntax compose check workspace
players      : diagnostics source backends engine
playtest     : diagnostics source jobs syntax compose check backends engine scenarios workspace
               players
comparison   : diagnostics source jobs syntax compose check backends engine scenarios workspace
               players playtest
report       : diagnostics source reference compose engine scenarios workspace rulebook players
               playtest comparison
api          : diagnostics source jobs syntax compose engine workspace rulebook players playtest
               comparison report
adapters     : diagnostics engine workspace report api
lsp          : diagnostics source syntax reference compose check scenarios workspace rulebook
               playtest comparison report
web          : diagnostics source backends engine workspace players report
mcp          : diagnostics backends engine players report rulebook
cli          : diagnostics source jobs reference compose engine scenarios workspace rulebook players playtest
               comparison report lsp web mcp
"""
LINES = [line.partition(":") for line in re.sub(r"\n +", " ", TABLE).strip().split("\n")]
MAY_IMPORT = {name.strip(): set(others.split()) for name, _, others in LINES}
"""The packages, and which others each imports; lines that are no longer needed have to go."""
WALLS = {
    "report": "syntax check backends compile",
    "lsp": "compile engine",
    "cli": "compile backends check",
    "scenarios": "compile",
    "adapters": "compile backends",
    "players": "compile",
    "web": "syntax compose check compile",
}
"""Pairs that never come back."""
AT_THE_TOP = {"chance", "frozen", "lazy", "phrasing", "__version__"}
"""What belongs to no package."""


def pairs(root: Path = ROOT) -> dict[tuple[str, str], list[str]]:
    """Return the modules that import another package, by importing and imported package."""
    found = defaultdict(list)
    for path in modules(root):
        own = package_of(path, root)
        parts = (name.split(".") for name in imported_names(path, root))
        others = {part[1] for part in parts if part[0] == "rulewright" and len(part) > 1}
        for other in others - {own} - AT_THE_TOP:
            found[own, other].append(path.relative_to(root).as_posix())
    return dict(found)


@pytest.mark.slow
def test_packages_import_whom_they_may() -> None:
    allowed = {(own, other) for own, others in MAY_IMPORT.items() for other in others}
    assert {pair: names for pair, names in pairs().items() if pair not in allowed} == {}
    assert allowed - pairs().keys() == set(), "nobody needs these any more: take them out"


def test_the_table_has_every_package_below_those_that_it_imports() -> None:
    packages = [*MAY_IMPORT]
    assert sorted(packages) == sorted({package_of(path) for path in modules()})
    for place, (own, others) in enumerate(MAY_IMPORT.items()):
        assert others <= {*packages[:place]}, own


@pytest.mark.parametrize(("own", "others"), WALLS.items())
def test_walls_hold(own: str, others: str) -> None:
    assert MAY_IMPORT[own].isdisjoint(others.split())


@pytest.mark.parametrize(
    "line",
    [
        "from rulewright.backends.program import Program", "from ..backends import program",
        "def late():\n    import rulewright.backends", "if TYPE_CHECKING:\n    from rulewright.backends import Program",
        "import_module('rulewright.backends.program')",
    ],
)  # fmt: skip
def test_imports_of_every_kind_are_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "planted.py").write_text(line, "utf-8")
    assert pairs(tmp_path) == {("report", "backends"): ["report/planted.py"]}


def picture() -> str:
    """Return the table as a picture: a row shows what a package imports, a column by which packages it is imported."""
    width = max(map(len, MAY_IMPORT))
    rows = [
        f"{own:>{width}}  {place:2}  " + "  ".join("■" if other in others else "·" for other in [*MAY_IMPORT][:place])
        for place, (own, others) in enumerate(MAY_IMPORT.items())
    ]
    head = " " * (width + 5) + " ".join(f"{place:2}" for place in range(len(rows) - 1))
    return "\n".join(line.rstrip() for line in [head, *rows]) + "\n"


def redrawn(text: str) -> str:
    """Return a page with the picture as the table has it."""
    before, start, rest = text.partition("a dot is a wall.\n\n```\n")
    return before + start + picture() + "```" + rest.partition("```")[2]


def test_the_picture_shows_the_table() -> None:
    """`python tests/architecture/test_walls.py` draws it again."""
    text = README.read_text("utf-8")
    assert picture() in text
    assert redrawn(text) == text


@pytest.mark.slow
def test_the_library_alone_pays_for_no_terminal() -> None:
    """click, rich and jinja2 are for the commands and what prints."""
    for path in modules():
        if package_of(path) not in ("cli", "report"):
            heavy = {name.split(".")[0] for name in imported_names(path)} & {"click", "jinja2", "rich", "textual"}
            assert not heavy, f"{path.name} imports {heavy}"


if __name__ == "__main__":
    README.write_text(redrawn(README.read_text("utf-8")), "utf-8")
    sys.stdout.write(picture())
