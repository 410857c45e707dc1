"""Coverage of rules by scenarios and random games, and the judgement of what was never reached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from rulewright.compose.coverage_points import OUTCOMES, CoveragePoint, by_rule, with_rules
from rulewright.diagnostics import Code, Diagnostic, Findings
from rulewright.playtest.game import Record
from rulewright.scenarios.results import ScenarioResult
from rulewright.syntax.remarks import Remark

NEVER_VERB = "never"
KINDS_BY_OUTCOME = {
    "reached": ("rule", "step"), "offered": ("option",), "taken": ("option",), "yes": ("condition",),
    "no": ("condition",),
}  # fmt: skip
"""The kinds of points that can have an outcome."""

OUTCOME_WORDS = {"offered": "was offered", "taken": "was taken", "yes": "came out yes", "no": "came out no"}


class NeverReasons:
    """Finds the reason for a mark; `wrong` are remarks without a target, or about something that does happen."""

    def __init__(
        self, points: Sequence[CoveragePoint], reached: Callable[[int], bool], remarks: Sequence[Remark]
    ) -> None:
        self._reached = reached
        self._by_line: dict[tuple[str, int], list[CoveragePoint]] = {}
        for point in points:
            self._by_line.setdefault((point.span.file, point.span.line), []).append(point)
        self._found = Findings()
        self._given: dict[int, str] = {}
        for remark in remarks:
            if remark.verb == NEVER_VERB:
                self._read_remark(remark)

    def reason_for_mark(self, mark: int) -> str:
        """Return the reason for a mark; empty if there is none."""
        return self._given.get(mark, "")

    @property
    def wrong_remarks(self) -> list[Diagnostic]:
        """The mistakes in the remarks."""
        return self._found.found

    def _read_remark(self, remark: Remark) -> None:
        here = self._by_line.get((remark.span.file, remark.line), [])
        fitting = [
            point for point in here if remark.way in point.outcomes and point.kind in KINDS_BY_OUTCOME[remark.way]
        ]
        meant = [point for point in fitting if remark.words in " ".join(point.words.split())]
        if len(meant) != 1:
            what = KINDS_BY_OUTCOME[remark.way][-1]
            if not fitting:
                message, remedy = f"there is no {what} in line {remark.line}", "Write it beside what it is about."
            elif meant:
                message, remedy = f"line {remark.line} has several of these", 'Say which, before the colon: "{}".'
            else:
                message, remedy = f'"{remark.words}" is not said in line {remark.line}', 'Write "{}".'
            form = f"{NEVER_VERB} {remark.way} {fitting[0].words if fitting else ''}: ..."
            self._found.add(Code.REMARK_ABOUT_NOTHING, remark.span, message, remedy.format(form))
            return
        mark = meant[0].first + meant[0].outcomes.index(remark.way)
        if self._reached(mark):
            said = f'"{meant[0].words}" {OUTCOME_WORDS.get(remark.way, "was reached")}'
            self._found.add(Code.REMARK_STALE, remark.span, said, "It does happen: delete the remark.")
        self._given[mark] = remark.reason


@dataclass(frozen=True, slots=True)
class ScenarioReach:
    """What one scenario reached: a byte per mark. Under another ruleset it reaches no mark of this one."""

    result: ScenarioResult
    marks: bytes


@dataclass(slots=True)
class Coverage:
    """Accumulates, by mark, how many scenarios and games reached it."""

    points: Sequence[CoveragePoint]
    scenarios: list[ScenarioReach] = field(default_factory=list)
    games: dict[int, int] = field(default_factory=dict)
    """How many games were played, by number of players."""
    broken: list[tuple[int, int]] = field(default_factory=list)
    """The games that broke: number of players, number of the game."""
    in_scenarios: list[int] = field(default_factory=list)
    in_games: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = sum(len(point.marks) for point in self.points)
        self.in_scenarios, self.in_games = [0] * count, [0] * count

    def add_scenario(self, reach: ScenarioReach) -> None:
        """Add one scenario."""
        marks = with_rules(self.points, reach.marks or bytes(len(self.in_scenarios)))
        self.scenarios.append(ScenarioReach(reach.result, marks))
        self.in_scenarios = [sum(pair) for pair in zip(self.in_scenarios, marks, strict=True)]

    def add_game(self, seats: int, marks: bytes) -> None:
        """Add one random game."""
        self.games[seats] = self.games.get(seats, 0) + 1
        self.in_games = [sum(pair) for pair in zip(self.in_games, with_rules(self.points, marks), strict=True)]

    def add_played(self, played: Sequence[tuple[tuple[int, int], Record, bytes]]) -> None:
        """Add random games, each with the number of players, its own, and its marks."""
        for (seats, number), record, marks in played:
            self.add_game(seats, marks)
            self.broken += [(seats, number)] if record.failure else []

    def is_reached(self, mark: int) -> bool:
        """Whether a scenario or a game reached a mark."""
        return bool(self.in_scenarios[mark] or self.in_games[mark])

    @property
    def failed_scenarios(self) -> int:
        """How many scenarios failed."""
        return sum(not each.result.ok for each in self.scenarios)


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """Of all points of a kind, with one outcome: how many were reached by scenarios, games, both, and none."""

    kind: str
    outcome: str
    all: int
    scenarios: int
    games: int
    both: int
    never: int


def outcome_counts(coverage: Coverage) -> list[OutcomeCount]:
    """Return a row for each kind of point and each of its outcomes."""
    return [_count_outcome(coverage, kind, outcome) for kind, outcomes in OUTCOMES.items() for outcome in outcomes]


def _count_outcome(coverage: Coverage, kind: str, outcome: str) -> OutcomeCount:
    marks = [point.first + point.outcomes.index(outcome) for point in coverage.points if point.kind == kind]
    scenarios = {mark for mark in marks if coverage.in_scenarios[mark]}
    games = {mark for mark in marks if coverage.in_games[mark]}
    never = len(marks) - len(scenarios | games)
    return OutcomeCount(kind, outcome, len(marks), len(scenarios), len(games), len(scenarios & games), never)


@dataclass(frozen=True, slots=True)
class Unreached:
    """What never happened: a point with one or all of its outcomes. `inside` counts the points that depend on it."""

    point: CoveragePoint
    outcomes: tuple[str, ...]
    inside: int
    reason: str


@dataclass(frozen=True, slots=True)
class CoverageVerdict:
    """The verdict of `--gate` on the ruleset's own files. `below` is what lower layers lack, for information."""

    own: list[Unreached]
    below: list[Unreached]
    wrong: list[Diagnostic]
    ran: bool
    """Whether no scenario failed and no game broke."""

    @property
    def unexplained(self) -> list[Unreached]:
        """What never happens without a written reason."""
        return [one for one in self.own if not one.reason]

    @property
    def explained(self) -> list[Unreached]:
        """What never happens for a written reason."""
        return [one for one in self.own if one.reason]

    @property
    def passes(self) -> bool:
        """Whether everything is reached or has a reason, and every reason is correct."""
        return self.ran and not self.unexplained and not self.wrong


def judge_coverage(coverage: Coverage, written: Sequence[Remark], own: Collection[str]) -> CoverageVerdict:
    """Judge a ruleset; `own` are its own files. Rulesets that it extends are judged separately."""
    found, wrong = unreached_points(coverage, written)
    inside = [one for one in found if one.point.span.file in own]
    below = [one for one in found if one.point.span.file not in own]
    ran = not coverage.failed_scenarios and not coverage.broken
    return CoverageVerdict(inside, below, [each for each in wrong if each.span.file in own], ran)


def unreached_points(coverage: Coverage, written: Sequence[Remark]) -> tuple[list[Unreached], list[Diagnostic]]:
    """Return what never happened, without consequences of other entries, and the incorrect reasons."""
    reasons = NeverReasons(coverage.points, coverage.is_reached, written)
    found = [one for rule in by_rule(coverage.points) for one in _unreached_of_rule(coverage, rule, reasons)]
    return sorted(found, key=lambda one: one.point.span), reasons.wrong_remarks


def _unreached_of_rule(coverage: Coverage, rule: list[CoveragePoint], reasons: NeverReasons) -> list[Unreached]:
    """Return what never happened in a rule: the whole rule if nothing did and no part of it has a reason."""
    whole = reasons.reason_for_mark(rule[0].first)
    marks = [mark for point in rule for mark in point.marks]
    if not any(map(coverage.is_reached, marks)) and (whole or not any(map(reasons.reason_for_mark, marks))):
        return [Unreached(rule[0], ("reached",), len(rule) - 1, whole)]
    above = {mark: point.above(mark) for point in rule for mark in point.marks}
    found = [each for point in rule for each in _unreached_outcomes(coverage, point, above)]
    return [
        Unreached(
            point,
            outcomes,
            _count_inside(point, outcomes, rule, above),
            whole or _joined_reasons(point, outcomes, reasons),
        )
        for point, outcomes in found
    ]


def _unreached_outcomes(
    coverage: Coverage, point: CoveragePoint, above: dict[int, int]
) -> list[tuple[CoveragePoint, tuple[str, ...]]]:
    missing = [
        outcome for outcome, mark in zip(point.outcomes, point.marks, strict=True)
        if not coverage.is_reached(mark) and all(map(coverage.is_reached, _marks_above(mark, above)))
    ]  # fmt: skip
    if point.kind == "rule" and not point.by_itself:
        return []
    return [(point, tuple(missing))] if missing else []


def _marks_above(mark: int, above: dict[int, int]) -> list[int]:
    found = []
    while (mark := above.get(mark, -1)) >= 0:
        found.append(mark)
    return found


def _count_inside(
    point: CoveragePoint, outcomes: tuple[str, ...], rule: list[CoveragePoint], above: dict[int, int]
) -> int:
    own = {point.first + point.outcomes.index(outcome) for outcome in outcomes}
    others = (other for other in rule if other is not point and other.kind != "rule")
    return sum(bool(own.intersection(_marks_above(other.first, above))) for other in others)


def _joined_reasons(point: CoveragePoint, outcomes: tuple[str, ...], reasons: NeverReasons) -> str:
    """Return the reasons for all of the outcomes; empty if one has none."""
    given = [reasons.reason_for_mark(point.first + point.outcomes.index(outcome)) for outcome in outcomes]
    return "; ".join(dict.fromkeys(given)) if all(given) else ""
