"""Code generators and what runs their programs."""

from rulewright.backends.failure import BrokenPromise, Trouble
from rulewright.backends.program import Program
from rulewright.backends.python.loading import load_program

__all__ = ["BrokenPromise", "Program", "Trouble", "load_program"]
