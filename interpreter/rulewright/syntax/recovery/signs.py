"""Signs and spellings that no sentence contains, and what to write instead."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from rulewright.diagnostics import Code
from rulewright.syntax.layout import TABS_REMEDY
from rulewright.syntax.lines import Lexeme

_LETTERS = {"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"}
"""Letters that are no accented letter of a to z."""


class SignExplanation(NamedTuple):
    """What is wrong with a sign or a spelling; `better` is what to write instead, where that is known."""

    code: Code
    message: str
    remedy: tuple[str, ...]
    better: str | None = None


INSTEAD = {
    "=": '"is" in a condition; "let x be 5" or "set x to 5" in a step',
    "==": '"is"',
    "!=": '"is not"',
    "<": '"is below"',
    ">": '"is above"',
    "<=": '"is at most"',
    ">=": '"is at least"',
    "=>": '"is at least"',
    "*": '"times"',
    ".": '"\'s", as in "player\'s row"; a sentence ends with its line',
    "'": '"\'s" for what belongs to something, double quotes round a text',
    "&": '"and"',
    "&&": '"and"',
    "|": '"or"',
    "||": '"or"',
    "!": '"not"',
    ";": "a new line: one sentence per line",
    "[": '"for": "prices for column" looks up in a table',
    "]": '"for": "prices for column" looks up in a table',
    "{": "nothing: braces stand only in texts, round what is to be shown",
    "}": "nothing: braces stand only in texts, round what is to be shown",
    "?": "nothing: a question mark stands only in texts",
    "%": "whole numbers: the language has no percent",
    "\u201c": 'the straight quote "',
    "\u201d": 'the straight quote "',
    "\u201e": 'the straight quote "',
    "\u00ab": 'the straight quote "',
    "\u00bb": 'the straight quote "',
    "\u2018": "the straight apostrophe ', or the straight quote round a text",
    "\u2019": "the straight apostrophe: player's",
    "\u2013": "- with a blank on both sides for minus, - without blanks in a name",
    "\u2014": "- with a blank on both sides for minus, - without blanks in a name",
    "\u2212": "- with a blank on both sides for minus",
    "\u00d7": '"times"',
    "\u2265": '"is at least"',
    "\u2264": '"is at most"',
    "\u2260": '"is not"',
}


APOSTROPHES = (
    "'", "\u2018", "\u2019", "\u201a", "`", "\u00b4", "\u201c", "\u201d", "\u201e", "\u00ab", "\u00bb",
)  # fmt: skip
"""Signs taken for an apostrophe or a quotation mark."""


def explain_sign(piece: Lexeme) -> SignExplanation:
    """Return what is wrong with a piece that no sentence can contain."""
    text = piece.text
    if "\t" in text:
        return SignExplanation(Code.TAB, "a tab stands here", (TABS_REMEDY,), "")
    if text[0] == '"':
        message, remedy = 'the closing " of this text is missing', 'A text ends with " on the same line.'
        return SignExplanation(Code.TEXT_NOT_CLOSED, message, (remedy,))
    if text.isspace():
        return SignExplanation(Code.SIGN_UNKNOWN, "this is no ordinary blank", ("Delete it and type a blank.",), "")
    if text in INSTEAD:
        known = INSTEAD[text]
        better = known[1:-1] if known.count('"') == 2 and known[0] == known[-1] == '"' else None
        return SignExplanation(Code.SIGN_UNKNOWN, f"the language has no {text}", (f"Write {known}.",), better)
    if text == "-" or (text[0] == "-" and text[1:].isalnum()):
        remedy = 'Write "a - b". Without blanks it joins a name.'
        return SignExplanation(Code.MINUS_BLANKS, "a minus needs a blank on both sides", (remedy,))
    return _foreign_spelling(text) if text.isascii() and text[0].isalnum() else _foreign_sign(text)


def name_from(text: str) -> str:
    """Return the name that somebody may have meant by a word with capitals or underlines."""
    cut = "".join(f"-{c}" if c.isupper() and i and text[i - 1].islower() else c for i, c in enumerate(text))
    plain = "".join(_LETTERS.get(c, c) for c in unicodedata.normalize("NFKD", cut.lower()))
    return "-".join(re.findall("[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c))))


def _foreign_spelling(text: str) -> SignExplanation:
    code, message, better, more = Code.SIGN_UNKNOWN, "a name cannot be written like this", name_from(text), "."
    if text.lower() != text:
        code, message = Code.CAPITAL_LETTER, "words and names are written in small letters"
    elif "_" in text:
        message = "names are joined with -, not with _"
    elif text.replace("-", "").isdigit():
        code, message, better = Code.MINUS_BLANKS, "a minus needs a blank on both sides", text.replace("-", " - ")
    elif text[0].isdigit():
        digits = len(text) - len(text.lstrip("0123456789"))
        code, message = Code.NUMBER_GLUED, "a number and a word without a blank between them"
        better, more = f"{text[:digits]} {text[digits:].lstrip('-')}", "; a name begins with a letter."
    return SignExplanation(code, message, (f'Write "{better}"{more}',), better)


def _foreign_sign(text: str) -> SignExplanation:
    if text[0].isalnum():
        better, strange = name_from(text), next(c for c in text if not c.isascii())
        remedy = f'Write "{better}"; in a text in quotes every letter may stand.'
        return SignExplanation(
            Code.SIGN_UNKNOWN, f"names have the letters a to z only, not {strange}", (remedy,), better
        )
    remedy = "Everything but names, numbers and + - , : / ( ) is a word."
    return SignExplanation(Code.SIGN_UNKNOWN, f"the language has no {text}", (remedy,))
