"""Code generators and what runs their programs."""

from rulewright.backends.failure import ExecutionError, InvariantViolation
from rulewright.backends.program import Program
from rulewright.backends.python.loading import load_program

__all__ = ["ExecutionError", "InvariantViolation", "Program", "load_program"]
