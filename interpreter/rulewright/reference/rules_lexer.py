"""Rules for Pygments: the lexer `rulewright`, which every tool that highlights by Pygments finds by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from rulewright.syntax.highlighting import NAME, TYPED, any_of, word_classes

_GROUPS: Callable[..., object] = bygroups
_CLASSES = word_classes()
_DECLARATION = any_of(_CLASSES.declarations)


class RulesLexer(RegexLexer):
    """Rule files, by the words of the language alone; it accepts any text."""

    name = "Rulewright"
    aliases: ClassVar = ["rulewright", "rules"]
    filenames: ClassVar = [f"*{ending}" for ending in TYPED]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Text.Whitespace),
            (r"#[^\n]*", Comment.Single),
            (rf"(replace)( +)({_DECLARATION})( +)({NAME})",
             _GROUPS(Keyword.Declaration, Text, Keyword.Declaration, Text, Name.Function), "line"),
            (rf"({_DECLARATION})( +)(?!{any_of(_CLASSES.others)})({NAME})",
             _GROUPS(Keyword.Declaration, Text, Name.Function), "line"),
            (_DECLARATION, Keyword.Declaration, "line"),
            (any_of(_CLASSES.statements), Keyword, "line"),
            (rf"(?m)^({NAME})( +)({NAME})(?= *[\":])", _GROUPS(Name.Class, Text, Name.Function), "line"),
            default("line"),
        ],
        "line": [
            (r"\n", Text.Whitespace, "#pop"),
            (r"#[^\n]*", Comment.Single),
            ('"', String.Double, "text"),
            include("expression"),
            (r"[^\n]", Text),
        ],
        "expression": [
            (r"[^\S\n]+", Text.Whitespace),
            (any_of(_CLASSES.verbs), Keyword),
            (any_of(_CLASSES.others), Operator.Word),
            (r"-?\d+(?![\w-])", Number.Integer),
            (NAME, Name),
            (words(("'s", "+", "-")), Operator),
            (r"[:,/()]", Punctuation),
        ],
        "text": [
            (r'[^"{\n]+', String.Double),
            (r"\{", String.Interpol, "inside"),
            ('"', String.Double, "#pop"),
            default("#pop"),
        ],
        "inside": [
            (r"\}", String.Interpol, "#pop"),
            (r'(?=["\n])', Text, "#pop"),
            include("expression"),
            (r".", Text),
        ],
    }  # fmt: skip
