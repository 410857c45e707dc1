"""A program that stops at every question, also where there is only one answer."""

from __future__ import annotations

from dataclasses import replace

from rulewright.backends import Program
from rulewright.backends.python.driver import driver


def stopping(program: Program) -> Program:
    """Return the program with an `advance` and a `take` that take no choice by themselves."""
    advance, take = driver(program.names, program.traced, forced_at=0)
    return replace(program, advance=advance, take=take)
