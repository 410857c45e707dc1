"""How messages name lines, and what fits at a place."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.syntax.sentence_words import CONDITION_WORDS, VALUE_WORDS

NOUNS = {
    "if": 'this "if"',
    "otherwise": 'this "otherwise"',
    "for": 'this "for each"',
    "in": "these laps",
    "repeat": "this repeat",
    "ask": "this question",
    "keep": "this question",
    "the": "the game",
    "each": "each {}",
    "at": "the end",
    "tie-break": "this tie-break",
    "replace": "this replacement",
    "difference": "this difference",
    "when": 'this "when"',
}
"""How a block is called in messages by the first word of its line; the default is that word."""

CLASSES = {"NAME": "a name", "INT": "a number", "STRING": 'a text in quotes "..."', "_NL": "the end of the line"}


VALUE_STARTS = VALUE_WORDS | {"NAME", "INT", "(", "all", "distance", "longest", "parts", "previous", "that"}
VALUE_JOINTS = frozenset((
    "'s", "for", "times", "within", "divided", "+", "-", "around", "beside", "above", "below", "left", "right",
    "reached",
))  # fmt: skip


def alternative_words(fits: Iterable[str], most: int = 8) -> str:
    """Return in words what fits somewhere: "a name, a number, "from" or ...", most frequent first."""
    kinds, shown = set(fits), []
    if kinds >= {"INT", "first", "("}:
        shown, kinds = ["a value (a name, a number ...)"], kinds - VALUE_STARTS
        kinds = kinds - CONDITION_WORDS if kinds >= CONDITION_WORDS else kinds
    elif kinds >= {"times", "within"} and kinds - VALUE_JOINTS:
        kinds -= VALUE_JOINTS
    shown += [CLASSES[kind] for kind in CLASSES if kind in kinds]
    words = sorted((kind for kind in kinds if kind not in CLASSES and kind[0] not in "_$"), key=_word_rank)
    shown += [f'"{word}"' for word in words]
    if len(shown) > most:
        return ", ".join(shown[:most]) + " ..."
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "nothing more"


def _word_rank(word: str) -> tuple[bool, int, str]:
    common = ("from", "to", "in", "is", "be", "by", "with", "on", "of", "for", "when", "if", "each", ":", ",", "'s")
    return word not in common, common.index(word) if word in common else 0, word
