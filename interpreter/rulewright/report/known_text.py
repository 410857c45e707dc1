"""In plain text: what is known of a thing, what an option would do, and how options are rated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.players.foresight import Rated
from rulewright.report.layout import fold
from rulewright.report.table.inspecting import Known
from rulewright.report.table.preview import Change, Preview
from rulewright.report.wording import word

SHOWN = 8
"""More options than this are not listed in a hint."""


def known_lines(found: Sequence[Known]) -> list[str]:
    """Return what is known, a paragraph for each thing."""
    lines: list[str] = []
    for known in found:
        lines += [""] if lines else []
        figures = "; ".join(f"{key}: {text}" for key, text in known.figures.items())
        lines += fold(f"{known.title}. {figures}".strip(), "", "  ")
        for entry in known.explained:
            lines += fold(f"{entry.title}:", "  ", "    ")
            lines += [line for text in entry.sentences for line in _indented(text)]
            lines += fold(f"({'; '.join(entry.printed)})", "    ", "      ") if entry.printed else []
    return lines


def _indented(text: str) -> list[str]:
    bare = text.lstrip()
    margin = " " * (4 + len(text) - len(bare))
    return fold(bare, margin, f"{margin}  ")


def preview_lines(label: str, shown: Preview) -> list[str]:
    """Return what an option would do, a line for each change."""
    if not shown.tried:
        return fold(word("would-fail", what=label))
    lines = fold(f"{label}:" if shown.changes else word("changes-nothing", what=label))
    lines += [line for change in shown.changes for line in fold(_change(change), "  ", "    ")]
    if any(not change.is_certain for change in shown.changes):
        lines += fold(word("tried-often", number=str(shown.tried)), "  ")
    return lines + (fold(shown.following, "  ") if shown.following else [])


def _change(change: Change) -> str:
    if change.is_certain:
        return word("becomes", what=change.what, before=change.before, after=change.after[0][0])
    texts = [text for text, _ in change.after]
    if len(texts) > 3 and all(text.isdecimal() for text in texts):
        low, high = min(map(int, texts)), max(map(int, texts))
        return word("may-become", what=change.what, before=change.before, after=f"{low} {word('to')} {high}")
    shares = ", ".join(f"{text} ({share:.0%})" for text, share in change.after[:3])
    more = ", ..." if len(change.after) > 3 else ""
    return word("may-become", what=change.what, before=change.before, after=shares + more)


def hint_lines(rated: Sequence[Rated], labels: Mapping[int, str], who: str) -> list[str]:
    """Return the options with their worth in points relative to the best, the best first."""
    if not rated:
        return []
    lines = fold(word("hint-by", who=who))
    lines += [line for each in rated[:SHOWN] for line in _rated(each, rated[0].worth, labels)]
    return lines + (fold(word("others-too", number=str(len(rated) - SHOWN)), "  ") if len(rated) > SHOWN else [])


def _rated(each: Rated, best: int, labels: Mapping[int, str]) -> Iterator[str]:
    less = (best - each.worth) / 100
    said = word("worse-by", points=f"{less:.1f}") if less else word("best")
    yield from fold(f"{labels[each.code]}: {said}", "  ", "    ")
