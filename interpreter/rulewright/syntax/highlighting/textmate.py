"""The TextMate grammar of rule files."""

from __future__ import annotations

import json

from rulewright.syntax.highlighting import NAME, TYPED, any_of, word_classes

SUFFIX = "rulewright"
_Pattern = dict[str, object]


def grammar() -> str:
    """Return the grammar as JSON."""
    document = {
        "name": "Rulewright",
        "scopeName": f"source.{SUFFIX}",
        "fileTypes": [ending.removeprefix(".") for ending in TYPED],
        "patterns": [{"include": f"#{part}"} for part in ("comment", "declaration", "statement", "line")],
        "repository": {
            "comment": _match_pattern(r"#.*$", "comment.line.number-sign"),
            "declaration": {"patterns": _declaration_patterns()},
            "statement": _match_pattern(rf"^\s*({any_of(word_classes().statements)})", "", "keyword.control"),
            "line": {"patterns": [{"include": f"#{part}"} for part in ("comment", "text", "expression")]},
            "text": _text_pattern(),
            "expression": {"patterns": _expression_patterns()},
        },
    }
    return json.dumps(document, indent=2) + "\n"


def _declaration_patterns() -> list[_Pattern]:
    words = any_of(word_classes().declarations)
    begins = rf"^\s*({words})"
    return [
        _match_pattern(rf"^(replace) +({words}) +({NAME})", "", *["keyword.declaration"] * 2, "entity.name.function"),
        _match_pattern(rf"{begins} +(?!{any_of(word_classes().others)})({NAME})", "", "keyword.declaration", _DECLARED),
        _match_pattern(begins, "", "keyword.declaration"),
        # The rule of a piece: its kind and its name.
        _match_pattern(rf"^(?!{words})({NAME}) +({NAME})(?= *[\":])", "", "entity.name.type", _DECLARED),
    ]


_DECLARED = "entity.name.function"


def _text_pattern() -> _Pattern:
    inside = {"begin": r"\{", "end": r"\}|(?=\")", "name": f"meta.embedded.{SUFFIX}"}
    inside_too = inside | {"patterns": [{"include": "#expression"}]}
    return {"begin": '"', "end": r'"|$', "name": f"string.quoted.double.{SUFFIX}", "patterns": [inside_too]}


def _expression_patterns() -> list[_Pattern]:
    classes = word_classes()
    return [
        _match_pattern(rf"(?<![\w-]){any_of(classes.verbs)}", "keyword.control"),
        _match_pattern(rf"(?<![\w-]){any_of(classes.others)}", "keyword.operator.word"),
        _match_pattern(r"(?<![\w-])-?\d+(?![\w-])", "constant.numeric"),
        _match_pattern(rf"(?<='s )({NAME})", "variable.other.property"),
        _match_pattern(rf"(?<![\w-]){NAME}", "variable.other"),
        _match_pattern(r"'s(?!\w)", "punctuation.accessor"),
        _match_pattern(r"\+|(?<= )-(?= )", "keyword.operator.arithmetic"),
        _match_pattern(r"[:,/()]", "punctuation.separator"),
    ]


def _match_pattern(expression: str, name: str, *captured: str) -> _Pattern:
    """Return a pattern; `captured` are the scopes of its groups."""
    captures = {str(number): {"name": f"{scope}.{SUFFIX}"} for number, scope in enumerate(captured, 1)}
    return (
        {"match": expression}
        | ({"name": f"{name}.{SUFFIX}"} if name else {})
        | ({"captures": captures} if captures else {})
    )
