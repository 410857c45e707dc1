"""Whatever stands in a scenario file, the answer is a finding or a failure, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from scenario_yard import HERE, played
from test_scenarios import of_file
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import RulesetSource, plain
from rulewright.source.yaml_reader import read_yaml

JUNK: tuple[Any, ...] = ("nonsense", 7, -1, "nothing", "rest", [], ["nonsense"], [[1]], {}, {"no": 1}, "Anna", "red")
MOST = 60
"""So many damaged trees are tried of each file."""

FILES = sorted((HERE / "yard" / "scenarios").glob("*.yaml"))


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every part of a tree."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*at, step)
        yield from paths(inner, (*at, step))


def damaged(tree: Any) -> Iterator[Any]:
    """Yield the tree with one part replaced, for all parts."""
    for number, path in enumerate(paths(tree)):
        copy = deepcopy(tree)
        part = copy
        for step in path[:-1]:
            part = part[step]
        for junk in (JUNK[number % len(JUNK)], JUNK[(number * 5 + 3) % len(JUNK)]):
            part[path[-1]] = junk
            yield deepcopy(copy)


@pytest.mark.slow
@pytest.mark.parametrize("path", sampled(8, FILES), ids=lambda path: path.stem)
def test_damaged_scenarios_are_answered(yard: RulesetSource, path: Path, tmp_path: Path) -> None:
    node = read_yaml(path.name, path.read_text("utf-8"), Findings())
    assert node is not None
    trees = list(damaged(plain(node)))
    for number, tree in enumerate(trees[:: len(trees) // MOST + 1]):
        file = tmp_path / f"{number}.yaml"
        file.write_text(json.dumps(tree), "utf-8")
        for result in played(of_file(yard, file)):
            assert all(finding.span.line > 0 for finding in result.findings)
