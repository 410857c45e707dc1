"""Messages for YAML syntax errors, in plain words, with a remedy."""

from __future__ import annotations

from typing import Any

from rulewright.diagnostics import Code, Findings, Span
from rulewright.frozen import frozen_class
from rulewright.source.text import whole_file


@frozen_class
class _Mistake:
    """A syntax error: the library's message, whether to report it where the part began, and our message."""

    says: str
    where_it_began: bool
    code: Code
    message: str
    remedy: str = ""


_QUOTE = 'Put quotation marks around a text that contains ": " or " #", or begins with a sign.'
_MISTAKES = (
    _Mistake("mapping values are not allowed", False, Code.COLON_MISPLACED, "a colon cannot stand here", _QUOTE),
    _Mistake("could not find expected ':'", True, Code.COLON_MISSING, "a colon is missing after this word", _QUOTE),
    _Mistake("found unexpected end of stream", True, Code.QUOTE_MISSING, "the closing quotation mark is missing"),
    _Mistake("found unexpected document separator", True, Code.QUOTE_MISSING, "the closing quotation mark is missing"),
    _Mistake("cannot start any token", False, Code.QUOTES_NEEDED, "a text cannot begin with this sign", _QUOTE),
    _Mistake(
        "unknown escape character", False, Code.BACKSLASH, "this means nothing after a backslash",
        "Write the text in single quotation marks: there a backslash is only a backslash.",
    ),
    _Mistake("expected the node content", False, Code.VALUE_MISSING, "something is missing before this sign"),
    _Mistake("sequence entries are not allowed", False, Code.WRONG_INDENTATION, "a list item cannot begin here",
             "Write every item on a line of its own, below the word that the list belongs to."),
)  # fmt: skip


def explain_yaml_error(shown: str, text: str, problem: Exception, inside: Span | None, findings: Findings) -> None:
    """Report a syntax error; `inside` is where the current part begins."""
    mark, began = getattr(problem, "problem_mark", None), getattr(problem, "context_mark", None)
    says = str(getattr(problem, "problem", None) or "")
    if mark is None:
        findings.add(Code.BAD_YAML, whole_file(shown), "this file cannot be read as YAML")
    elif "<stream end>" in says and inside is not None:
        bracket = text.split("\n")[inside.line - 1][inside.column - 1 : inside.column]
        findings.add(Code.BRACKET_MISSING, inside, f'this "{bracket}" is not closed')
    elif "expected ',' or" in says and began is not None:
        opening, closing = ("[", "]") if "',' or ']'" in says else ("{", "}")
        if mark.line != began.line:
            findings.add(Code.BRACKET_MISSING, _mark_span(shown, began), f'this "{opening}" is not closed')
        else:
            message = f'a comma or "{closing}" is missing before this'
            findings.add(Code.BRACKET_MISSING, _mark_span(shown, mark), message, _QUOTE)
    elif "expected <block end>" in says:
        _explain_indentation(shown, text, mark, findings)
    else:
        _explain_known(shown, text, says, mark, began, findings)


def _explain_known(shown: str, text: str, says: str, mark: Any, began: Any, findings: Findings) -> None:
    known = next((mistake for mistake in _MISTAKES if mistake.says in says), None)
    if known is None:
        findings.add(Code.BAD_YAML, _mark_span(shown, mark), "from here on this cannot be read as YAML", _QUOTE)
        return
    place = began if known.where_it_began and began is not None else mark
    span = _rest_of_line(shown, text, place) if known.where_it_began else _mark_span(shown, place)
    findings.add(known.code, span, known.message, *filter(None, [known.remedy]))


def _explain_indentation(shown: str, text: str, mark: Any, findings: Findings) -> None:
    """Report a part that ended early: a wrongly indented line, or something after a finished value."""
    line = text.split("\n")[mark.line]
    if line[: mark.column].strip():
        findings.add(Code.QUOTES_NEEDED, _mark_span(shown, mark), "nothing may follow on this line", _QUOTE)
        return
    message = "this line is indented differently from those it belongs to"
    findings.add(
        Code.WRONG_INDENTATION, _mark_span(shown, mark), message, "Entries of one list or group begin in one column."
    )


def _rest_of_line(shown: str, text: str, mark: Any) -> Span:
    """Return the span from a mark to the end of its line, without a comment."""
    rest = text.split("\n")[mark.line][mark.column :].split(" #")[0].rstrip()
    return Span(shown, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 1 + max(1, len(rest)))


def _mark_span(shown: str, mark: Any) -> Span:
    return Span(shown, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
