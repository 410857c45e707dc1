"""Imported when first needed: the code generator for C, as its libraries are cached."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright.backends.c import module, numbers, pieces
else:
    __getattr__ = imports_of(__file__)
