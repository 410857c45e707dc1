"""Finds gaps between a ruleset and its sources: rules that cite nothing, passages that no rule cites."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compose.citations import Cited, Citer
from rulewright.diagnostics import Code, Findings
from rulewright.source import RulesetSource, SourcePassage


def report_unexplained(layer: RulesetSource, citers: Sequence[Citer], findings: Findings) -> None:
    """Examine one ruleset, without those that it extends."""
    _report_rules(layer, citers, findings)
    first: dict[Cited, Citer] = {}
    for citer in citers:
        for cited in citer.cites:
            first.setdefault(cited, citer)
    for book in layer.manifest.sources:
        for passage in book.passages:
            _report_passage(passage, first.get((book.name.text, passage.text)), findings)


def _report_rules(layer: RulesetSource, citers: Sequence[Citer], findings: Findings) -> None:
    own = {file.path for file in layer.rules}
    remedy = 'Let its first line be  cites SOURCE "passage"  (rulewright explain cites).'
    for citer in citers:
        due = citer.kind == "rule" or (citer.kind == "thing" and citer.numbers)
        if due and not citer.cites and citer.span.file in own:
            findings.add(Code.CITES_NOTHING, citer.span, _uncited_reason(citer), remedy)


def _uncited_reason(citer: Citer) -> str:
    numbers = ", ".join(map(str, citer.numbers))
    if citer.kind == "thing":
        return f"{citer.name} does not say where its limits are printed: {numbers}"
    return f"{citer.name} does not say where it is printed{f', and it has numbers: {numbers}' if numbers else ''}"


def _report_passage(passage: SourcePassage, citer: Citer | None, findings: Findings) -> None:
    if citer is None and passage.no_rule is None:
        remedy = (
            "Let the rule that comes of it cite it. If none does, write why:",
            f'- {{passage: "{passage.text}", no rule: "why none comes of it"}}',
        )
        findings.add(Code.PASSAGE_UNUSED, passage.span, "nothing cites this passage", *remedy)
    elif citer is not None and passage.no_rule is not None:
        who = f'the scenario "{citer.name}"' if citer.kind == "scenario" else citer.name
        message = f"{who} cites this passage, so no reason is needed"
        alone = f'Write the passage alone: "{passage.text}".'
        findings.add(Code.REASON_NOT_NEEDED, passage.span, message, alone)
