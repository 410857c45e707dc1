"""What `test` and `try` have found: scenarios that failed, differences, and four lines that sum everything up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.comparison.statistics.intervals import SAME
from rulewright.phrasing import counted
from rulewright.players.seats import seats_in_words
from rulewright.playtest.summary import Summary, merged_spread
from rulewright.report.layout import WIDTH, cells, pad
from rulewright.report.model import Block, Line, Report, Section, Sentence, troubles
from rulewright.report.simulate_report import broken

if TYPE_CHECKING:
    from rulewright.comparison.statistics.effects import Effect
    from rulewright.comparison.toggles import AppliedEdit
    from rulewright.scenarios.results import ScenarioResult

MOST = 20
"""Most changes that are shown, and half as many scenarios."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Everything that was found out about a ruleset; `base` is empty where it has none."""

    base: str
    warnings: int
    changes: Sequence[AppliedEdit]
    scenarios: Sequence[ScenarioResult]
    otherwise: Sequence[ScenarioResult]
    """The scenarios of the base that fail here."""
    tested: int
    """How many scenarios the base has."""
    games: Summary
    points: Effect | None
    length: Effect | None
    """None where there are no games of the base to compare with."""
    who: tuple[str, ...] = ()
    """The kind of each seat; empty if all are random."""
    below: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The games of the base that broke, by what broke."""
    alarms: Sequence[Block] = ()
    """What games say about the targets of the ruleset."""
    targets: str = ""
    """The same in a line; empty where it has none."""


def try_report(tried: Tried, repeat: str) -> Report:
    """Return the differences, the scenarios of the base that fail here, what broke, alarms, and the sum in lines."""
    found = (rules_line(tried), scenarios_line(tried), games_line(tried), points_line(tried))
    said = zip(("Rules", "Scenarios", "Games", "Points"), found, strict=True)
    summed = [Line(f"{pad(word, 11)}{text}") for word, text in said]
    summed += [Line(f"{pad('Targets', 11)}{tried.targets}")] if tried.targets else []
    left = [f"In {tried.base} {said}" for said, _ in troubles({}, tried.below)]
    return Report([
        *broken(tried.games, repeat), Section(left), Section(_change_blocks(tried)), Section(_other_blocks(tried)),
        Section(tried.alarms), Section(summed),
    ])  # fmt: skip


def _change_blocks(tried: Tried) -> Iterator[Block]:
    """Yield a line for each change: how, what, and where; differences with a name say themselves what they are."""
    if tried.changes:
        yield Line(f"Different from {tried.base}:")
    wide = min(40, max((cells(change.name) for change in tried.changes if change.how != "said"), default=0))
    for change in tried.changes[:MOST]:
        where = f"{change.span.file}:{change.span.line}"
        line = f"  {pad(change.how, 9)} {pad(change.name, wide)}  {where}"
        if change.how == "said":
            yield Sentence(f"{change.name}  {where}", "  ", "    ")
        elif cells(line) <= WIDTH:
            yield Line(line)
        else:
            yield from (Line(f"  {pad(change.how, 9)} {change.name}"), Line(f"    {where}"))
    if len(tried.changes) > MOST:
        yield Line(f"  and {len(tried.changes) - MOST} more")


def _other_blocks(tried: Tried) -> Iterator[Block]:
    """Yield a line for each scenario of the base that fails here."""
    if tried.otherwise:
        yield Line(f"Scenarios of {tried.base} with another result:")
    for result in tried.otherwise[: MOST // 2]:
        yield Sentence(f"{result.file}:{result.line}  {result.name}", "  ", "    ")
    if len(tried.otherwise) > MOST // 2:
        yield Line(f"  and {len(tried.otherwise) - MOST // 2} more")


def rules_line(tried: Tried) -> str:
    """Return how many mistakes there are and how much is different."""
    right = counted(tried.warnings, "warning") if tried.warnings else "no mistakes"
    if not tried.base:
        return f"{right}; a game of its own"
    many = len(tried.changes)
    return f"{right}; {counted(many, 'thing') if many else 'nothing'} {'are' if many > 1 else 'is'} different"


def scenarios_line(tried: Tried) -> str:
    """Return how many scenarios pass, and how many of the base have another result."""
    own = ", ".join([f"{sum(result.ok for result in tried.scenarios)} passed", *others_text(tried.scenarios)])
    if not tried.tested:
        return own
    return f"{own}; of the {tried.tested} of {tried.base} {len(tried.otherwise) or 'none'} with another result"


def games_line(tried: Tried) -> str:
    """Return how many games came to their end."""
    broken = sum(len(games) for games in tried.games.failures.values())
    kind, playing = ("", f" ({seats_in_words(tried.who)})") if tried.who else ("random ", "")
    seats = counted(tried.games.seats, "player")
    whole = f"{tried.games.games} {kind}games with {seats}{playing} came to their end"
    return whole + (f", {broken} broke" if broken else "")


def points_line(tried: Tried) -> str:
    """Return points and decisions, and how much more or fewer they are than in the base."""
    made, asked = f"{merged_spread(tried.games.points).mean:.1f} a player", f"{tried.games.length.mean:.0f} decisions"
    if tried.points is None or tried.length is None:
        return f"{made}; {asked}"
    half = (tried.points.within[1] - tried.points.within[0]) / 2
    sure = f", give or take {half:.1f}" if half and tried.points.is_clear else ""
    return f"{made}: {more(tried.points, 1)}{sure}; {asked}: {more(tried.length, 0)}"


def more(found: Effect, digits: int) -> str:
    """Return a difference in words, with as many digits as are shown of what it is a difference of."""
    shown = f"{abs(found.difference):.{digits}f}"
    if not float(shown):
        return "as many"
    if found.verdict == SAME:
        return "practically as many"
    sure = "" if found.is_clear else ", undecided"
    return f"{shown} {'more' if found.difference > 0 else 'fewer'}{sure}"


# -- scenarios


def passed_text(results: Sequence[ScenarioResult]) -> str:
    """Return how many scenarios passed, how many failed, and how many cannot be read."""
    passed = sum(result.ok for result in results)
    return ", ".join([f"{counted(passed, 'scenario')} passed", *others_text(results)])


def others_text(results: Sequence[ScenarioResult]) -> list[str]:
    """Return how many scenarios failed, and how many cannot be read, if there are any."""
    unread = sum(bool(result.findings) for result in results)
    failed = sum(not result.ok for result in results) - unread
    return [f"{number} {what}" for number, what in ((failed, "failed"), (unread, "cannot be read")) if number]


def failed_lines(result: ScenarioResult) -> list[str]:
    """Return where it failed, and why."""
    return [f"{result.file}:{result.line}  failed  {result.name}", *result.lines, ""]
