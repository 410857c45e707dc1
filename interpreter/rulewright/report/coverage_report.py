"""What scenarios and games reached and what never was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rulewright.compose.coverage_points import CoveragePoint
from rulewright.phrasing import counted, listing
from rulewright.playtest.coverage import Coverage, CoverageVerdict, ScenarioReach, Unreached, outcome_counts
from rulewright.playtest.coverage_runs import rules_touched
from rulewright.report.findings_json import finding_data
from rulewright.report.layout import WIDTH, tame
from rulewright.report.model import Block, Column, Line, Report, Section, Sentence, Table

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""

NAMES = {
    ("rule", "reached"): "rules", ("step", "reached"): "steps", ("option", "offered"): "options offered",
    ("option", "taken"): "options taken", ("condition", "yes"): "conditions, yes",
    ("condition", "no"): "conditions, no",
}  # fmt: skip
LISTED = 20
"""How many scenarios of a rule are named."""
SHOWN = 5
"""How many games that broke are named."""
ROOM = WIDTH - 8 - 11 - 9
"""Columns for the words of a rule's line."""


def coverage_report(
    opening: str, ruleset: str, coverage: Coverage, judged: CoverageVerdict, everything: bool, wrong: Sequence[str]
) -> Report:
    """Return the counts, what never happened, and the verdict; `wrong` are the lines on what is wrong with reasons."""
    parts = {
        "Never, and no reason is written": judged.unexplained,
        "Never, for a written reason": judged.explained,
        "Never, in the rules that it stands on": judged.below if everything else [],
    }
    return Report(
        [
            Section([opening, _played_sentence(coverage)]),
            Section([_counts_table(coverage)]),
            *(Section([Line(f"{heading}:"), *_never_sections(part)]) for heading, part in parts.items() if part),
            Section([*map(Line, wrong), *_broken_sections(coverage, ruleset), *_verdict_sections(judged, everything)]),
        ],
        data=_report_data(coverage, judged), indent=1,
    )  # fmt: skip


def _played_sentence(coverage: Coverage) -> str:
    """Return how many scenarios were run and how many games played."""
    each = {f"{games:,}" for games in coverage.games.values()}
    seats = listing([str(seats) for seats in sorted(coverage.games)])
    by_seats = f" ({each.pop()} each with {seats} players)" if len(each) == 1 and len(coverage.games) > 1 else ""
    games = counted(sum(coverage.games.values()), "random game")
    return f"{counted(len(coverage.scenarios), 'scenario')}, {games}{by_seats}."


def _counts_table(coverage: Coverage) -> Table:
    """Return a row for each kind of thing and what can happen to it."""
    rows = [
        (NAMES[one.kind, one.outcome],
         *(f"{number:,}" for number in (one.all, one.scenarios, one.games, one.both, one.never)))
        for one in outcome_counts(coverage) if one.all
    ]  # fmt: skip
    headings = ("in all", "scenarios", "games", "both", "never")
    return Table([Column("", 18, right=False), *(Column(text, 11) for text in headings)], rows, indent="  ")


def _never_sections(found: Sequence[Unreached]) -> Iterator[Sentence]:
    """Yield what never happened: its place, what it is, and the reason if one is written."""
    for one in found:
        yield Sentence(f"{one.point.span.place}  {what(one)}", "", "    ")
        if one.reason:
            yield Sentence(f"because: {one.reason}", "    ", "      ")


def what(one: Unreached) -> str:
    """Return one thing that never happened: "never taken: pass (step.sell)"."""
    point, more = one.point, f", and {one.inside} more in it" if one.inside else ""
    if point.kind == "rule":
        return f"never reached: {point.rule}{more}"
    outcome = "looked at" if len(one.outcomes) > 1 and point.kind == "condition" else one.outcomes[0]
    return f"never {outcome}: {point.words.rstrip(':')} ({point.rule}{more})"


def _broken_sections(coverage: Coverage, ruleset: str) -> Iterator[Line]:
    """Yield what went wrong on the way: scenarios that failed, games that broke."""
    if coverage.failed_scenarios:
        yield Line(f"{counted(coverage.failed_scenarios, 'scenario')} failed: rulewright test {ruleset}")
    for seats, game in coverage.broken[:SHOWN]:
        yield Line(f"a game broke: rulewright simulate {ruleset} --players {seats} --seed {game} --games 1")
    if len(coverage.broken) > SHOWN:
        yield Line(f"{len(coverage.broken) - SHOWN} more games broke")


def _verdict_sections(judged: CoverageVerdict, everything: bool) -> Iterator[str]:
    """Yield the last lines: whether everything is reached or has its reason, and what to do if not."""
    bare, wrong = len(judged.unexplained), len(judged.wrong)
    where = " in its own files" if judged.below else ""
    if bare:
        yield f"{counted(bare, 'thing')} never happened, without a written reason{where}."
        yield "Write a scenario, or the reason beside it: rulewright explain remark"
    elif not wrong:
        yield f"Everything{where} is reached{', or says why not' if judged.explained else ''}."
    if wrong:
        yield f"{counted(wrong, 'reason')} not right."
    if judged.below and not everything:
        more = counted(len(judged.below), "thing")
        yield f"{more} never happened in the rules that it stands on: --all lists them."


def rule_report(coverage: Coverage, rule: Sequence[CoveragePoint]) -> Report:
    """Return what of one rule was reached, how often, and by which scenarios."""
    columns = [Column("", ROOM, False), Column("", 8, False), Column("scenarios", 11), Column("games", 9)]
    table = Table(columns, [row for point in rule for row in _point_data(coverage, point)])
    reaching = [each for each in coverage.scenarios if any(each.marks[m] for point in rule for m in point.marks)]
    head = Line(f"{rule[0].rule}  {rule[0].span.place}")
    return Report([Section([head, table]), Section(_scenario_data(reaching))])


def _point_data(coverage: Coverage, point: CoveragePoint) -> Iterator[tuple[str, str, str, str]]:
    words = point.rule if point.kind == "rule" else point.words
    for outcome, mark in zip(point.outcomes, point.marks, strict=True):
        head = f"{point.span.line:>4}  {tame(words)}" if mark == point.first else ""
        cut = head if len(head) < ROOM else f"{head[: ROOM - 4]}..."
        yield cut, outcome, f"{coverage.in_scenarios[mark]:,}", f"{coverage.in_games[mark]:,}"


def _scenario_data(reaching: Sequence[ScenarioReach]) -> Iterator[Block]:
    yield f"{counted(len(reaching), 'scenario')} with a part in it:" if reaching else "No scenario has a part in it."
    for each in reaching[:LISTED]:
        yield Sentence(f"{each.result.file}:{each.result.line}  {each.result.name}", "  ", "    ")
    if len(reaching) > LISTED:
        yield Line(f"  and {len(reaching) - LISTED} more")


# -- for other programs


def _report_data(coverage: Coverage, judged: CoverageVerdict) -> dict[str, object]:
    return {
        "version": VERSION,
        "games": {str(seats): games for seats, games in sorted(coverage.games.items())},
        "broken": [{"players": seats, "game": game} for seats, game in coverage.broken],
        "counts": [asdict(count) for count in outcome_counts(coverage)],
        "passes": judged.passes,
        "never": [_never_line(one) for one in judged.own],
        "below": [_never_line(one) for one in judged.below],
        "wrong": [finding_data(finding) for finding in judged.wrong],
        "spots": [_place_text(point) | {"ways": _outcomes_text(coverage, point)} for point in coverage.points],
        "scenarios": [
            {
                "name": each.result.name, "file": each.result.file, "line": each.result.line, "passed": each.result.ok,
                "rules": sorted(rules_touched(coverage.points, each.marks)),
            }
            for each in coverage.scenarios
        ],
    }  # fmt: skip


def _never_line(one: Unreached) -> dict[str, object]:
    return _place_text(one.point) | {"ways": one.outcomes, "inside": one.inside, "reason": one.reason}


def _place_text(point: CoveragePoint) -> dict[str, object]:
    span = point.span
    return {
        "kind": point.kind, "rule": point.rule, "words": point.words, "file": span.file, "line": span.line,
        "column": span.column,
    }  # fmt: skip


def _outcomes_text(coverage: Coverage, point: CoveragePoint) -> dict[str, dict[str, int]]:
    return {
        outcome: {"scenarios": coverage.in_scenarios[mark], "games": coverage.in_games[mark]}
        for outcome, mark in zip(point.outcomes, point.marks, strict=True)
    }
