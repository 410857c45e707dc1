"""A program that is compiled function by function plays like the traced build, and compiles what it plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.agreement import FOLDERS, ROOT
from tests.compile.side_by_side import played
from tests.tiers import in_examples, slow_unless, without_variants

from rulewright.backends import Program
from rulewright.backends.python.on_demand import program_on_demand
from rulewright.backends.python.statements import FunctionPrinter
from rulewright.workspace import Workspace

PROBES = [path.parent for path in sorted((ROOT / "tests/probes").glob("*/ruleset.yaml"))]


def on_demand(folder: Path) -> Program:
    ruleset = Workspace().ruleset(str(folder))
    return program_on_demand(ruleset.sound_rules(ruleset.most_seats))


@pytest.mark.parametrize(
    "folder", slow_unless(in_examples, without_variants([*FOLDERS, *PROBES])), ids=lambda folder: folder.name
)
def test_it_plays_like_the_traced_build(folder: Path) -> None:
    ruleset = Workspace().ruleset(str(folder))
    traced, lazy = ruleset.program(ruleset.most_seats, traced=True), on_demand(folder)
    made, _ = played(traced, lazy, 1)
    assert made
    state = lazy.initial(1)
    lazy.begin(state)
    assert [measure(state) for measure in traced.strains] == [measure(state) for measure in lazy.strains]


def test_only_what_is_called_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = list[str]()
    once = FunctionPrinter.print
    monkeypatch.setattr(FunctionPrinter, "print", lambda self: printed.append(self.function.name) or once(self))
    program = on_demand(ROOT / "rulesets/goa")
    assert printed == []
    program.begin(program.initial(1))
    called = len(printed)
    assert 0 < called < len(program.blocks) / 10
    program.begin(program.initial(1))
    assert len(printed) == called
