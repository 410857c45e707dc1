"""Imported when first needed: paired games take no rules apart."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright.comparison import diff, toggles
else:
    __getattr__ = imports_of(__file__)
