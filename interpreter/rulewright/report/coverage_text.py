"""What was reached and what never was, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compose.coverage_points import CoveragePoint
from rulewright.playtest.coverage import Count, Coverage, Judged, Never, Reach, counts
from rulewright.report.columns import Column, columns
from rulewright.report.layout import WIDTH, counted, fold, listing, tame

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


def played(coverage: Coverage) -> list[str]:
    """Return how many scenarios were run and how many games played."""
    each = {f"{games:,}" for games in coverage.games.values()}
    seats = listing([str(seats) for seats in sorted(coverage.games)])
    by_seats = f" ({each.pop()} each with {seats} players)" if len(each) == 1 and len(coverage.games) > 1 else ""
    games = counted(sum(coverage.games.values()), "random game")
    return fold(f"{counted(len(coverage.scenarios), 'scenario')}, {games}{by_seats}.")


def table(coverage: Coverage) -> list[str]:
    """Return the counts: a row for each kind of thing and what can happen to it."""
    rows = [["", "in all", "scenarios", "games", "both", "never"]]
    for count in counts(coverage):
        if count.all:
            rows.append([NAMES[count.kind, count.outcome], *(f"{number:,}" for number in _numbers(count))])
    return columns(rows, [Column(18), *[Column(11, right=True)] * 5], indent="  ")


def _numbers(count: Count) -> list[int]:
    return [count.all, count.scenarios, count.games, count.both, count.never]


def nevers(found: Sequence[Never]) -> Iterator[str]:
    """Yield what never happened: its place, what it is, and the reason if one is written."""
    for one in found:
        yield from fold(f"{one.point.span.place}  {what(one)}", "", "    ")
        if one.reason:
            yield from fold(f"because: {one.reason}", "    ", "      ")


def what(one: Never) -> str:
    """Return one thing that never happened: "never taken: pass (step.sell)"."""
    point, more = one.point, f", and {one.inside} more in it" if one.inside else ""
    if point.kind == "rule":
        return f"never reached: {point.rule}{more}"
    outcome = "looked at" if len(one.outcomes) > 1 and point.kind == "condition" else one.outcomes[0]
    return f"never {outcome}: {point.words.rstrip(':')} ({point.rule}{more})"


def broken(coverage: Coverage, ruleset: str) -> Iterator[str]:
    """Yield what went wrong on the way: scenarios that failed, games that broke."""
    if coverage.failed:
        yield f"{counted(coverage.failed, 'scenario')} failed: rulewright test {ruleset}"
    for seats, game in coverage.broken[:SHOWN]:
        yield f"a game broke: rulewright simulate {ruleset} --players {seats} --seed {game} --games 1"
    if len(coverage.broken) > SHOWN:
        yield f"{len(coverage.broken) - SHOWN} more games broke"


def verdict(judged: Judged, everything: bool) -> Iterator[str]:
    """Yield the last lines: whether everything is reached or has its reason, and what to do if not."""
    bare, wrong = len(judged.unexplained), len(judged.wrong)
    where = " in its own files" if judged.below else ""
    if bare:
        yield from fold(f"{counted(bare, 'thing')} never happened, without a written reason{where}.")
        yield "Write a scenario, or the reason beside it: rulewright explain remark"
    elif not wrong:
        yield f"Everything{where} is reached{', or says why not' if judged.explained else ''}."
    if wrong:
        yield f"{counted(wrong, 'reason')} not right."
    if judged.below and not everything:
        more = counted(len(judged.below), "thing")
        yield from fold(f"{more} never happened in the rules that it stands on: --all lists them.")


def of_rule(coverage: Coverage, rule: Sequence[CoveragePoint]) -> Iterator[str]:
    """Yield what of one rule was reached, how often, and by which scenarios."""
    yield f"{rule[0].rule}  {rule[0].span.place}"
    rows = [("", "", "scenarios", "games"), *(row for point in rule for row in _of_point(coverage, point))]
    yield from columns(rows, (Column(ROOM), Column(8), Column(11, right=True), Column(9, right=True)))
    reaching = [each for each in coverage.scenarios if any(each.marks[m] for point in rule for m in point.marks)]
    yield from ["", *_scenarios(reaching)]


def _of_point(coverage: Coverage, point: CoveragePoint) -> Iterator[tuple[str, str, str, str]]:
    words = point.rule if point.kind == "rule" else point.words
    for outcome, mark in zip(point.outcomes, point.marks, strict=True):
        head = f"{point.span.line:>4}  {tame(words)}" if mark == point.first else ""
        cut = head if len(head) < ROOM else f"{head[: ROOM - 4]}..."
        yield cut, outcome, f"{coverage.in_scenarios[mark]:,}", f"{coverage.in_games[mark]:,}"


def _scenarios(reaching: Sequence[Reach]) -> Iterator[str]:
    yield f"{counted(len(reaching), 'scenario')} with a part in it:" if reaching else "No scenario has a part in it."
    for each in reaching[:LISTED]:
        yield from fold(f"{each.result.file}:{each.result.line}  {each.result.name}", "  ", "    ")
    if len(reaching) > LISTED:
        yield f"  and {len(reaching) - LISTED} more"
