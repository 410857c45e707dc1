"""What the scenarios would not notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from rulewright.diagnostics import Span
from rulewright.phrasing import counted, listing
from rulewright.playtest.mutants.model import CAUGHT, FAILED, REFUSED, SURVIVED, Mutant, MutantOutcome
from rulewright.report.diagnostics_text import excerpt, shown
from rulewright.report.layout import Paint, plain
from rulewright.report.model import Block, Column, Line, Report, Section, Sentence, Table

INSTEAD = " instead of "
NEXT = "Write a scenario for each, or a reason:  rulewright explain survives"
UNNEEDED = "all that can be broken here is noticed: remove this"
REPORT = "That is our mistake, not yours. Please report it, with the lines above."


Reasoned = Sequence[tuple[Mutant, str]]
"""What no scenario notices, with the reason that is written beside it."""


def mutate_report(
    outcomes: Sequence[MutantOutcome], silent: Sequence[Mutant], given: Reasoned, stale: Sequence[Span],
    failed: Sequence[tuple[Mutant, MutantOutcome]], tried: str, everything: bool, paint: Paint = plain,
) -> Report:  # fmt: skip
    """Return each place where a change goes unnoticed, reasons that nothing needs, what broke us, and the counts."""
    places = groupby(silent, key=lambda mutant: (mutant.span, mutant.rule))
    found = [(span, rule, together([mutant.words for mutant in alike])) for (span, rule), alike in places]
    explained: list[list[Block]] = [
        [Line(f"{paint('path', one.span.place)}  {one.rule}, {one.words}"), Sentence(f"survives: {reason}", "    ")]
        for one, reason in given if everything
    ]  # fmt: skip
    broken: list[list[Block]] = [
        [Line(f"{one.span.place}  {one.rule}, {one.words}"), Sentence(f"breaks Rulewright: {outcome.by}", "  ")]
        for one, outcome in failed
    ]
    sources: dict[str, str] = {}
    return Report([
        Section(chain(*explained)),
        *(
            Section(_place_blocks(span, "no scenario notices", rule, words, sources, paint))
            for span, rule, words in found
        ),
        *(Section(_place_blocks(span, "reason not needed", "", UNNEEDED, sources, paint)) for span in stale),
        Section([*chain(*broken), *([REPORT] if broken else [])]),
        Section([Line(tried), _counts_table(outcomes, len(given)), *([NEXT] if silent else [])]),
    ])  # fmt: skip


def _place_blocks(
    span: Span, kind: str, rule: str, words: str, sources: dict[str, str], paint: Paint
) -> Iterator[Block]:
    yield Line("  ".join(part for part in (paint("path", span.place), paint("error", kind), rule) if part))
    if not shown(span, sources):
        yield Sentence(words, "  ")
    else:
        margin = " " * (len(str(span.line)) + 1)
        yield from map(Line, (f"{margin}|", *excerpt(span, words, sources, paint)))


def together(words: Sequence[str]) -> str:
    """Join what was tried in one place: `4 or 2 instead of 3`, `without this condition; the opposite of this`."""
    ends: dict[str, list[str]] = {}
    for text in words:
        first, instead, last = text.rpartition(INSTEAD)
        ends.setdefault(instead + last, []).append(first) if instead else ends.setdefault(text, [])
    return "; ".join(listing(starts, "or") + end for end, starts in ends.items())


def _counts_table(outcomes: Sequence[MutantOutcome], explained: int) -> Table:
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
    return Table([Column("", 7), Column("", right=False), Column("", right=False)], shown, gap=2)


def tried_line(total: int, known: int, seconds: float) -> str:
    """Return how many there are, and how many of them had to be tried."""
    share = "all" if known == total else f"{known:,}"
    before = f", {share} of them known from before" if known else ""
    return f"{counted(total, 'change')}, one at a time{before}; {seconds:,.0f} seconds."
