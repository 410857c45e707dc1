"""Translates checked rules: to the tables of a program and to its intermediate representation."""

from rulewright.compile.tables import CompiledProgram, ProgramTables

__all__ = ["CompiledProgram", "ProgramTables"]
