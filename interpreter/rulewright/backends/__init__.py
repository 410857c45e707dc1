"""Code generators and what runs their programs."""

from rulewright.backends.failure import ExecutionError, InvariantViolation
from rulewright.backends.program import Program

__all__ = ["ExecutionError", "InvariantViolation", "Program"]
