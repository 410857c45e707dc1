"""What every stage reports with: a code in words, a place, a cause and a remedy."""

from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.model import NOWHERE, Diagnostic, Findings, RulesError, Span, words_in
from rulewright.diagnostics.similar import nearest

__all__ = ["NOWHERE", "Code", "Diagnostic", "Findings", "RulesError", "Span", "nearest", "words_in"]
