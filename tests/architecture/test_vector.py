"""Only the engine and what compiles and runs programs knows the vector and the tables of a program.

Everybody else asks a `Position` or a `Program`. What does not do so yet is listed; the lists may only become shorter.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import test_walls
from test_walls import ROOT, STAGES, imported, modules

INSIDE = ("compile", "backends", "engine")
OUTSIDE = [stage for stage in STAGES if stage not in (*INSIDE, "diagnostics", "source", "jobs", "syntax")]
VECTORS = {"state", "vector"}
"""What vectors are called."""

TABLES_KNOWN = """
    adapters/observation.py adapters/reading.py
    comparison/tuning/candidates.py comparison/tuning/playing.py lsp/correspondence.py
    players/clock.py players/evaluation.py players/external/classes.py players/external/host.py players/guide.py
    players/search/seat.py players/weighing.py playtest/exhaustive.py
    report/table/columns.py report/table/grids.py
    report/table/reading.py report/table/sections.py report/vector_text.py
    scenarios/checking.py scenarios/entries.py scenarios/expectations.py scenarios/naming.py
    scenarios/pieces.py scenarios/position.py scenarios/state_entries.py workspace/programs.py
"""
VECTOR_READ = """
    adapters/chance.py adapters/observation.py adapters/pieces.py adapters/position.py api/rules.py
    comparison/statistics/outcome.py players/clock.py players/evaluation.py players/external/checks/running.py
    players/external/mcp/sitting.py players/search/twin.py playtest/exhaustive.py
    playtest/perft.py playtest/replay.py scenarios/beginnings.py scenarios/chance.py scenarios/pieces.py
    scenarios/position.py
"""


def names_tables(path: Path) -> bool:
    return any(name.startswith("rulewright.compile.tables") for name in imported(path))


def reads_vector(tree: ast.AST) -> bool:
    """Whether a module takes a number out of a vector, or writes one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            value = node.value
            name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
            if name in VECTORS:
                return True
    return False


def outside() -> list[Path]:
    return [path for path in modules() if path.relative_to(ROOT).parts[0] not in INSIDE]


def named(paths: list[Path]) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in paths}


def with_tables() -> set[str]:
    return named([path for path in outside() if names_tables(path)])


def with_vectors() -> set[str]:
    return named([path for path in outside() if reads_vector(ast.parse(path.read_text("utf-8")))])


def test_no_other_module_imports_the_tables_of_programs() -> None:
    assert with_tables() == set(TABLES_KNOWN.split())


def test_no_other_module_reads_vectors() -> None:
    assert with_vectors() == set(VECTOR_READ.split())


@pytest.mark.parametrize("stage", OUTSIDE)
def test_an_access_in_any_package_is_found(stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / stage / "planted.py"
    planted.parent.mkdir()
    planted.write_text("from rulewright.compile.tables import bits\n\nseat = bits(game.state[0])\n", "utf-8")
    monkeypatch.setattr(test_walls, "ROOT", tmp_path)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    found = {f"{stage}/planted.py"}
    assert with_tables() == with_vectors() == found
