"""Code generators and what runs their programs: `compiled("name", seats=3)`."""

from rulewright.backends.compiled import compile_source, compiled
from rulewright.backends.failure import BrokenPromise, Trouble
from rulewright.backends.program import Program
from rulewright.backends.python.loading import load_program

__all__ = ["BrokenPromise", "Program", "Trouble", "compile_source", "compiled", "load_program"]
