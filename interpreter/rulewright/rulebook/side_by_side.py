"""Old and new sentences beside each other, with the words that changed.

Sentences that both sides have are matched first, and left out. Within each stretch that remains, an old sentence is set
beside the next new one that shares at least half of its words with it; what stands between two such pairs is set side
by side as it comes, unmarked, or beside nothing:

    old                        new
    Take 2 coins now.          Take 3 coins now.            alike: "2" and "3" are marked
    Discard a card.            -                            nothing like it in the new text
    Shuffle the deck.          Shuffle the deck at once.    alike: "at once" is marked
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import NamedTuple

WORD = re.compile(r"\w+|[^\w\s]|\s+")

ALIKE_SHARE = 0.5
"""Share of equal words from which two sentences are shown as one sentence that changed."""


class Stretch(NamedTuple):
    """A part of a sentence, and whether the other sentence lacks it."""

    text: str
    changed: bool


Marked = tuple[Stretch, ...]


class SentencePair(NamedTuple):
    """A sentence before and now, each with its depth under other sentences; empty where there is none."""

    was: Marked
    now: Marked
    was_depth: int = 0
    now_depth: int = 0


def sentence_pairs(was: Sequence[str], now: Sequence[str]) -> list[SentencePair]:
    """Return the sentences that differ; indented sentences stand under the one before."""
    found: list[SentencePair] = []
    for how, i, j, k, m in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if how != "equal":
            found += _align_sentences(was[i:j], now[k:m])
    return found


def _align_sentences(was: Sequence[str], now: Sequence[str]) -> Iterator[SentencePair]:
    """Yield each old sentence with the new one that is like it; those between stand beside each other unmarked."""
    left, at = 0, 0
    for number, old in enumerate(was):
        like = next((i for i in range(at, len(now)) if _likeness_of(old, now[i]) >= ALIKE_SHARE), None)
        if like is not None:
            yield from _pair_unmarked(was[left:number], now[at:like])
            yield _pair_marked(old, now[like])
            left, at = number + 1, like + 1
    yield from _pair_unmarked(was[left:], now[at:])


def _pair_unmarked(was: Sequence[str], now: Sequence[str]) -> Iterator[SentencePair]:
    for old, new in zip_longest(was, now, fillvalue=""):
        yield SentencePair(_unmarked_text(old), _unmarked_text(new), _indentation_depth(old), _indentation_depth(new))


def _likeness_of(old: str, new: str) -> float:
    return SequenceMatcher(None, _words_in(old), _words_in(new), autojunk=False).ratio()


def _pair_marked(old: str, new: str) -> SentencePair:
    return SentencePair(*mark_words(old.strip(), new.strip()), _indentation_depth(old), _indentation_depth(new))


def _unmarked_text(text: str) -> Marked:
    return (Stretch(text.strip(), False),) if text else ()


def _indentation_depth(text: str) -> int:
    return (len(text) - len(text.lstrip())) // 2


def mark_words(old: str, new: str) -> tuple[Marked, Marked]:
    """Return both sentences with the words that the other one lacks."""
    before, after = WORD.findall(old), WORD.findall(new)
    was, now = [False] * len(before), [False] * len(after)
    for how, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if how != "equal":
            was[i:j], now[k:m] = [True] * (j - i), [True] * (m - k)
    return _join_stretches(before, was), _join_stretches(after, now)


def _join_stretches(words: Sequence[str], changed: Sequence[bool]) -> Marked:
    """Join words that are marked alike; a blank between two marked words is marked, too."""
    last = len(words) - 1
    joined = [
        marked or (words[at].isspace() and 0 < at < last and changed[at - 1] and changed[at + 1])
        for at, marked in enumerate(changed)
    ]
    groups = groupby(zip(words, joined, strict=True), key=lambda pair: pair[1])
    return tuple(Stretch("".join(word for word, _ in group), marked) for marked, group in groups)


def _words_in(text: str) -> list[str]:
    return [word for word in WORD.findall(text) if not word.isspace()]
