"""No module imports itself by way of others, not even for types, and import chains are short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from package import ROOT, parsed

from rulewright.lazy import listed_imports

LONGEST = 20
"""Modules in a chain of imports, the last one included."""
Graph = dict[str, set[str]]


def modules(root: Path) -> dict[str, Path]:
    """Return the modules below a package's folder by name."""
    parts = {path: (root.name, *path.relative_to(root).with_suffix("").parts) for path in root.rglob("*.py")}
    return {".".join(part for part in parts[path] if part != "__init__"): path for path in parts}


def imports(tree: ast.AST, types: bool, calls: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield imports; those for type checkers only with `types`, those inside functions only with `calls`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield from imports(node, types, calls) if types else ()
        elif not isinstance(node, ast.expr) and (calls or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            yield from imports(node, types, calls)


def graph(root: Path, types: bool = False, calls: bool = False) -> Graph:
    """Return the modules that each module of a package imports."""
    known = modules(root)
    found: Graph = {}
    for name, path in known.items():
        package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        names = found[name] = set()
        for node in imports(parsed(path), types, calls):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
                continue
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            names |= {full if (full := f"{module}.{alias.name}") in known else module for alias in node.names}
        names &= known.keys() - {name}
    return through_late(found, known) if calls else found


def through_late(found: Graph, known: dict[str, Path]) -> Graph:
    """Return the graph with what each module uses of a `late.py` in place of that file."""
    for name, names in found.items():
        for late in [each for each in names if each.rpartition(".")[2] == "late"]:
            names.remove(late)
            listed = listed_imports(str(known[late]))
            for module, attribute in (listed[used] for used in late_names(parsed(known[name]))):
                names |= {f"{module}.{attribute}" if f"{module}.{attribute}" in known else module} & known.keys()
    return {name: names - {name} for name, names in found.items() if name.rpartition(".")[2] != "late"}


def late_names(tree: ast.AST) -> set[str]:
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "late"}


def chain(found: Graph) -> list[str]:
    """Return the longest chain of imports."""

    @cache
    def longest(name: str) -> tuple[str, ...]:
        return name, *max((longest(other) for other in sorted(found[name])), key=len, default=())

    return [*max(map(longest, sorted(found)), key=len)]


def cycle(found: Graph) -> str:
    """Return a cycle of imports; empty if there is none."""
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        return " -> ".join(error.args[1])
    return ""


@pytest.mark.slow
def test_there_are_no_import_cycles_neither_late_nor_of_types() -> None:
    assert not cycle(graph(ROOT, types=True, calls=True))


@pytest.mark.slow
def test_import_chains_are_short() -> None:
    found = chain(graph(ROOT))
    assert len(found) <= LONGEST, " -> ".join(found)


def test_cycles_and_chains_are_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.roof import Roof\n"
    for name, text in {"__init__": "", "wall": typed, "roof": "from .wall import Wall\nimport house.door\n"}.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    (package / "door.py").write_text("def open_():\n    from house import roof\n", "utf-8")
    assert not cycle(graph(package))
    assert set(cycle(graph(package, types=True)).split(" -> ")) == {"house.wall", "house.roof"}
    assert set(cycle(graph(package, calls=True)).split(" -> ")) == {"house.door", "house.roof"}
    assert len(chain(graph(package))) == 2
