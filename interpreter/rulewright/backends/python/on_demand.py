"""Runs a program of which little is called: each function is lowered, printed and compiled at its first call.

To lay out the positions of scenarios only set-up is played, for which translating all rules would be a waste.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rulewright.backends.program import Names, Program
from rulewright.backends.python.loading import load_program
from rulewright.backends.python.module import function_lists
from rulewright.backends.python.statements import FunctionPrinter, Shared
from rulewright.check import core as c
from rulewright.compile.build import translated
from rulewright.compile.ir import nodes as ir
from rulewright.compile.lowering.program import FunctionsOnDemand
from rulewright.compile.passes.simplify import simplified_body
from rulewright.compile.tables import CompiledProgram


def program_on_demand(rules: c.CheckedRules) -> Program:
    """Return the traced program of checked rules for somebody who calls little of it."""
    tables, program = translated(rules, traced=True, on_demand=True)
    text = "\n".join([*function_lists(program), "COUNTS = True"])
    lists = CompiledProgram(tables, compile(text, "<lists of rules>", "exec"), text)
    return load_program(lists, _OnDemand(program).define)


class _OnDemand:
    def __init__(self, program: ir.Program) -> None:
        self.program, self.shared = program, Shared()
        self.names: Names = {}

    def define(self, names: Names) -> None:
        """Define every function as one that compiles itself."""
        assert isinstance(self.program.functions, FunctionsOnDemand)
        self.names = names
        self._define_functions(self.program.functions.unlowered)

    def _define_functions(self, functions: Iterable[str]) -> None:
        self.names.update((name, self._compiled_by_calling(name)) for name in functions if name not in self.names)

    def _compiled_by_calling(self, name: str) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            if self.names[name] is call:
                self._compile(name)
            return self.names[name](*given)

        return call

    def _compile(self, name: str) -> None:
        names, shared, lowered = self.names, self.shared, self.program.functions[name]
        function = replace(lowered, body=simplified_body(lowered.body))
        lines = FunctionPrinter(self.program, function, shared).print()
        self._define_functions(self.program.functions)  # lowering one may have made others
        names.update((table.name, table.values) for table in self.program.tables)
        names.update((made, [name and names[name] for name in row]) for row, made in shared.follows.items())
        lists = (f"{made} = {text}" for text, made in shared.lists.items() if made not in names)
        exec(compile("\n".join([*lists, *lines]), "<rules on demand>", "exec"), names)
