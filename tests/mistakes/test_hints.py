"""What `hints.txt` says can be used: its patterns, what they underline, and the groups that its texts name."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from rulewright.syntax.recovery.hints import PhraseHint, hints
from rulewright.syntax.tables import tables

PATTERNS = [hint for those in hints().patterns.values() for hint in those]
BEGIN_LINES = tables().words


def named_by(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrong_with(hint: PhraseHint) -> list[str]:
    """Return what cannot work in a hint."""
    groups = {str(number) for number in range(hint.compiled.groups + 1)} | {"here", "what"}
    texts = (hint.message, hint.remedy, hint.meant)
    found = [f"there is no group {name}" for text in texts for name in named_by(text) - groups]
    found += ["nothing is underlined"] * ("at" not in hint.compiled.groupindex)
    found += ["nothing to write"] * (not hint.remedies and not hint.meant)
    return found + [f'no line begins with "{hint.among}"'] * (hint.among not in (*BEGIN_LINES, ""))


@pytest.mark.parametrize("hint", PATTERNS, ids=lambda hint: hint.pattern[:40])
def test_a_pattern_can_be_used(hint: PhraseHint) -> None:
    assert wrong_with(hint) == []


def test_what_cannot_be_used_is_noticed() -> None:
    hint = PhraseHint("^(a) b", "{2} is wrong", PATTERNS[0].code, among="nonsense")
    assert len(wrong_with(hint)) == 4


def test_words_are_those_of_the_language() -> None:
    spoken = {word for words in hints().words.values() for text in words.values() for word in text.split()}
    assert spoken <= tables().words | {"player"}
    assert all(re.fullmatch("[a-z ]+", other) for words in hints().words.values() for other in words)
