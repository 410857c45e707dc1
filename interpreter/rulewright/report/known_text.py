"""In plain text: what is known of a thing, what an option would do, and how options are rated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.phrasing import upper
from rulewright.players.foresight import WORLDS_TRIED, Rated
from rulewright.report.layout import fold
from rulewright.report.table.inspecting import Known
from rulewright.report.table.preview import Change, Preview
from rulewright.report.wording import is_foreign, word

SHOWN = 8
"""More options than this are not listed in a hint, and no more changes that chance decides in a preview."""


def known_lines(found: Sequence[Known]) -> list[str]:
    """Return what is known, a paragraph for each thing."""
    lines: list[str] = []
    for known in found:
        lines += [""] if lines else []
        figures = "; ".join(f"{key}: {text}" for key, text in known.figures.items())
        lines += fold(f"{upper(known.title)}. {figures}".strip(), "", "  ")
        for entry in known.explained:
            if is_foreign() or entry.title != known.title:
                lines += fold(word("entry-of", title=entry.title), "  ", "    ")
            lines += [line for text in entry.sentences for line in _indented(text)]
            lines += fold(f"({'; '.join(entry.printed)})", "    ", "      ") if entry.printed else []
    return lines


def _indented(text: str) -> list[str]:
    bare = text.lstrip()
    margin = " " * (4 + len(text) - len(bare))
    return fold(bare, margin, f"{margin}  ")


def preview_lines(label: str, shown: Preview) -> list[str]:
    """Return what an option would do, a line for each change: first what is certain, then what is most likely."""
    if not shown.tried:
        return fold(word("would-fail", what=label))
    certain = _known_lines([change for change in shown.changes if change.is_certain])
    unsure = sorted((change for change in shown.changes if not change.is_certain), key=lambda change: change.stays)
    perhaps = _known_lines(unsure)
    lines = fold(f"{label}:" if shown.changes else word("changes-nothing", what=label))
    lines += [line for text in (*certain, *perhaps[:SHOWN]) for line in fold(text, "  ", "    ")]
    lines += fold(word("further-changes", number=str(len(perhaps) - SHOWN)), "  ") if len(perhaps) > SHOWN else []
    lines += fold(word("tried-often", number=str(shown.tried)), "  ") if perhaps else []
    lines += fold(shown.following, "  ") if shown.following else []
    return lines + violated_lines(shown.violated)


def violated_lines(violated: Mapping[str, int]) -> list[str]:
    """Return in how many of the worlds behind figures `always` rules do not hold, a line for each rule."""
    lines: list[str] = []
    for rule, times in violated.items():
        lines += fold(word("worlds-break", number=str(times), worlds=str(WORLDS_TRIED), rule=rule), "  ", "    ")
    return lines


def _known_lines(changes: Sequence[Change]) -> list[str]:
    """Return the changes as sentences; one for all pieces that come to a place, or leave it, with the same share."""
    told: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        texts = {text for text, _ in change.after} - {change.before}
        if change.piece and len(texts) == 1:
            share = "" if change.is_certain else f" ({1 - change.stays:.0%})"
            more = int(texts.pop()) - int(change.before)
            counted = f"{abs(more)} x {change.piece}" if abs(more) > 1 else change.piece
            told.setdefault((f"{change.what}: ", share), []).append(f"{'+' if more > 0 else '-'} {counted}")
        else:
            told[_change_lines(change), ""] = []
    return [f"{before}{', '.join(pieces)}{share}" for (before, share), pieces in told.items()]


def _change_lines(change: Change) -> str:
    """Return a change as a sentence; of what chance decides, only what differs from now."""
    what = f"{change.what}, {change.piece}" if change.piece else change.what
    if change.is_certain:
        return word("becomes", what=what, before=change.before, after=change.after[0][0])
    after = [(text, share) for text, share in change.after if text != change.before]
    texts = [text for text, _ in after]
    if len(texts) > 3 and all(text.lstrip("-").isdecimal() for text in texts):
        low, high = min(map(int, texts)), max(map(int, texts))
        return word("may-become", what=what, before=change.before, after=f"{low} {word('to')} {high}")
    shares = ", ".join(f"{text} ({share:.0%})" for text, share in after[:3])
    more = ", ..." if len(after) > 3 else ""
    return word("may-become", what=what, before=change.before, after=shares + more)


def hint_lines(rated: Sequence[Rated], labels: Mapping[int, str], who: str) -> list[str]:
    """Return the options with their worth in points relative to the best, the best first."""
    if not rated:
        return []
    lines = [line for each in rated[:SHOWN] for line in _rating_line(each, rated[0].worth, labels)]
    lines += fold(word("others-too", number=str(len(rated) - SHOWN)), "  ") if len(rated) > SHOWN else []
    return lines + fold(word("hint-by", who=who))


def _rating_line(each: Rated, best: int, labels: Mapping[int, str]) -> Iterator[str]:
    less = (best - each.worth) / 100
    said = word("worse-by", points=f"{less:.1f}") if less else word("best")
    yield from fold(f"{labels[each.code]}: {said}", "  ", "    ")
