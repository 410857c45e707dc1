"""What the scenarios would not notice, as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rulewright.diagnostics import Span
from rulewright.playtest.mutants.model import CAUGHT, FAILED, REFUSED, SURVIVED, Mutant, Outcome
from rulewright.report.columns import Column, columns
from rulewright.report.diagnostics_text import excerpt, shown
from rulewright.report.layout import Paint, counted, fold, listing, plain
from rulewright.syntax.remarks import Remark

INSTEAD = " instead of "


def unnoticed_lines(survivors: Iterable[Mutant], paint: Paint = plain) -> list[str]:
    """Return each place where a change goes unnoticed, with its line and what it was changed to."""
    sources: dict[str, str] = {}
    lines: list[str] = []
    kind = paint("error", "no scenario notices")
    for (span, rule), alike in groupby(survivors, key=lambda mutant: (mutant.span, mutant.rule)):
        words = together([mutant.words for mutant in alike])
        lines += _shown(span, kind, rule, words, sources, paint)
    return lines


def stale_lines(stale: Iterable[Remark], paint: Paint = plain) -> list[str]:
    """Return the reasons that nothing needs any more."""
    sources: dict[str, str] = {}
    kind = paint("error", "reason not needed")
    words = "all that can be broken here is noticed: remove this"
    return [line for reason in stale for line in _shown(reason.span, kind, "", words, sources, paint)]


def explained_lines(explained: Iterable[tuple[Mutant, Remark]], paint: Paint = plain) -> list[str]:
    """Return what no scenario notices with the reason that is written beside it."""
    lines: list[str] = []
    for mutant, reason in explained:
        lines.append(f"{paint('path', mutant.span.place)}  {mutant.rule}, {mutant.words}")
        lines += fold(f"survives: {reason.reason}", "    ")
    return [*lines, ""] if lines else []


def _shown(span: Span, kind: str, rule: str, words: str, sources: dict[str, str], paint: Paint) -> list[str]:
    head = "  ".join(part for part in (paint("path", span.place), kind, rule) if part)
    if not shown(span, sources):
        return [head, *fold(words, "  "), ""]
    margin = " " * (len(str(span.line)) + 1)
    return [head, f"{margin}|", *excerpt(span, words, sources, paint), ""]


def together(words: Sequence[str]) -> str:
    """Join what was tried in one place: `4 or 2 instead of 3`, `without this condition; the opposite of this`."""
    ends: dict[str, list[str]] = {}
    for text in words:
        first, instead, last = text.rpartition(INSTEAD)
        ends.setdefault(instead + last, []).append(first) if instead else ends.setdefault(text, [])
    return "; ".join(listing(starts, "or") + end for end, starts in ends.items())


def failed_lines(failed: Iterable[tuple[Mutant, Outcome]]) -> list[str]:
    """Return what broke the interpreter itself."""
    lines: list[str] = []
    for mutant, outcome in failed:
        lines += [
            f"{mutant.span.place}  {mutant.rule}, {mutant.words}",
            *fold(f"breaks Rulewright: {outcome.by}", "  "),
        ]
    if lines:
        lines += [*fold("That is our mistake, not yours. Please report it, with the lines above."), ""]
    return lines


def count_lines(outcomes: Sequence[Outcome], explained: int) -> list[str]:
    """Return how many were noticed, by what, and the share of those that could be."""
    number = {verdict: sum(o.verdict == verdict for o in outcomes) for verdict in (CAUGHT, SURVIVED, REFUSED, FAILED)}
    possible = number[CAUGHT] + number[SURVIVED]
    share = f"{100 * number[CAUGHT] / possible:.1f} % of those that check lets through" if possible else ""
    rows = [
        (number[CAUGHT], "noticed by a scenario", share),
        (number[REFUSED], "refused by check", ""),
        (explained, "noticed by none, with a reason beside the line", ""),
        (number[SURVIVED] - explained, "noticed by none", ""),
        (number[FAILED], "break Rulewright itself", ""),
    ]
    shown = [(f"{count:,}", text, f" {more}") for count, text, more in rows if count]
    return columns(shown, (Column(7, right=True), Column(), Column()), gap=2)


def tried_line(total: int, known: int, seconds: float) -> str:
    """Return how many there are, and how many of them had to be tried."""
    share = "all" if known == total else f"{known:,}"
    before = f", {share} of them known from before" if known else ""
    return f"{counted(total, 'change')}, one at a time{before}; {seconds:,.0f} seconds."
