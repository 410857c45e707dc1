"""Imported when first needed: only files with mistakes take error recovery, only a changed grammar takes Lark."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import lark
    from lark import grammar as lark_grammar
    from lark import lexer as lark_lexer

    from rulewright.syntax.recovery import recover
else:
    __getattr__ = imports_of(__file__)
