"""What every stage reports with: a code in words, a place, a cause and a remedy."""

from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.model import (
    NOWHERE,
    Diagnostic,
    Edit,
    Findings,
    Fix,
    RulesError,
    Span,
    Suggestion,
    words_in,
)

__all__ = [
    "NOWHERE", "Code", "Diagnostic", "Edit", "Findings", "Fix", "RulesError", "Span", "Suggestion",
    "words_in",
]  # fmt: skip
