"""Compiles rulesets to programs: `compiled("name", seats=3)`."""

from rulewright.compile.compiled import compile_source, compiled
from rulewright.compile.machine import Trouble
from rulewright.compile.program import Program, load_program
from rulewright.compile.tables import CompiledProgram, ProgramTables

__all__ = ["CompiledProgram", "Program", "ProgramTables", "Trouble", "compile_source", "compiled", "load_program"]
