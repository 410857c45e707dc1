"""The questions on games of one kind of seat: each function makes an answer of the rows of such games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, median

from rulewright.backends import Program
from rulewright.comparison.answers.model import (
    BEHIND,
    CHANGES,
    DECISIONS,
    FEWEST_GAMES,
    LEAD,
    LENGTH,
    NEVER,
    PLACE,
    POINTS,
    QUESTIONS,
    ROUNDS,
    SEATS,
    SETTLED,
    SKILL,
    UNCHANGED,
    WAITING,
    WINNERS,
    Answer,
    Figure,
    LeadAnswer,
    LengthAnswer,
    NeverAnswer,
    PointsAnswer,
    SeatsAnswer,
    WinnersAnswer,
    judged_shares,
    mean_figure,
    share_figure,
)
from rulewright.comparison.answers.rows import QUARTERS, Course, GameRow
from rulewright.comparison.statistics.effects import judged, paired_effect
from rulewright.comparison.statistics.intervals import share_interval
from rulewright.engine.options import options_of
from rulewright.engine.scoring import scoring_labels, win_shares
from rulewright.playtest.game import Record


@dataclass(frozen=True)
class Knows:
    """What rules declare, for questions on what never happens: options, scorings and the rules of pieces."""

    seats: Sequence[str]
    options: Sequence[str]
    scorings: Sequence[str]
    pieces: Sequence[Sequence[str]]
    """By kind of piece."""

    @classmethod
    def of_program(cls, program: Program) -> Knows:
        """Return what a program declares."""
        options = [option.full_name for option in options_of(program).rows]
        pieces = [list(dict.fromkeys(table.rules)) for table in program.tables.pieces.values()]
        return cls(program.seat_names, options, scoring_labels(program), pieces)


def answers(kind: str, rows: Sequence[GameRow], knows: Knows) -> dict[str, Answer]:
    """Return the answers to all questions on games of one kind of seat."""
    whole = [row for row in rows if row.is_whole and row.course]
    if len(whole) < FEWEST_GAMES:
        few = partial(Answer, who=kind, games=len(whole), needs=FEWEST_GAMES)
        return {question: few(question=question) for question in QUESTIONS if question != SKILL}
    found = (
        length_answer(kind, whole), seats_answer(kind, whole, knows), lead_answer(kind, whole),
        points_answer(kind, whole, knows), winners_answer(kind, whole), never_answer(kind, whole, knows),
        waiting_answer(kind, whole, knows),
    )  # fmt: skip
    return {answer.question: answer for answer in found}


def _courses(rows: Sequence[GameRow]) -> list[Course]:
    return [row.course[0] for row in rows]


# -- length


def length_answer(kind: str, rows: Sequence[GameRow]) -> Answer:
    """Say how long games take, in rounds and decisions, and why they end."""
    courses, lengths = _courses(rows), [sum(row.record.decisions) for row in rows]
    phase = round_phase(courses)
    rounds = [course.runs.get(phase, 0) if phase else course.laps for course in courses]
    return LengthAnswer(
        question=LENGTH, who=kind, games=len(rows), phase=phase, lengths=lengths,
        figures=[mean_figure(ROUNDS, rounds), mean_figure(DECISIONS, lengths)],
        endings=Counter(course.ending for course in courses).most_common(),
    )  # fmt: skip


def round_phase(courses: Sequence[Course]) -> str:
    """Return the outermost phase that runs more than once in a game; empty if there is none."""
    names = dict.fromkeys(name for course in courses for name in course.runs)
    return next((name for name in names if any(course.runs.get(name, 0) > 1 for course in courses)), "")


# -- seats


def seats_answer(kind: str, rows: Sequence[GameRow], knows: Knows) -> Answer:
    """Say whether a place around the table is better, and whether a seat is, whichever place it has."""
    shares = [win_shares(row.record.ranking, row.record.sides) for row in rows]
    seats = range(len(knows.seats))
    together = len(seats) > 1 and all(len(set(row.sides)) == 1 for row in rows)
    if len(seats) < 2 or together:
        won = [float(bool(row.winners)) for row in rows]
        return SeatsAnswer(
            question=SEATS,
            who=kind,
            games=len(rows),
            alone=not together,
            together=together,
            figures=[share_figure("", won)],
        )
    names = {knows.seats[seat]: [share.get(seat, 0.0) for share in shares] for seat in seats}
    orders = [course.order for course in _courses(rows)]
    longest = max(orders, key=len)
    fixed = all(order == longest[: len(order)] for order in orders)
    counted = range(0 if fixed else min(map(len, orders)))
    places = {
        str(place + 1): [share.get(order[place], 0.0) for share, order in zip(shares, orders, strict=True)]
        for place in counted
    }
    even = fmean(sum(share.values()) for share in shares) / len(seats)
    figures = judged_shares(names | {f"{PLACE} {name}": each for name, each in places.items()}, even)
    return SeatsAnswer(
        question=SEATS, who=kind, games=len(rows), fixed=fixed, figures=figures[: len(names)],
        shared=all(len({share.get(seat, 0.0) for seat in seats}) == 1 for share in shares),
        places=figures[len(names) :],
    )  # fmt: skip


# -- the lead


def lead_answer(kind: str, rows: Sequence[GameRow]) -> Answer:
    """Say how often the lead changes, when games are decided, and whether one can come back."""
    courses, figures = _courses(rows), list[Figure]()
    rivals, scored = any(len(set(row.sides)) > 1 for row in rows), any(course.scored for course in courses)
    won = [course for course in courses if course.won_alone]
    if rivals and scored:
        changes = [course.changes for course in courses]
        figures += [mean_figure(CHANGES, changes), share_figure(UNCHANGED, [float(not each) for each in changes])]
    if won and figures:
        figures += [
            share_figure(SETTLED, [course.settled for course in won]),
            share_figure(BEHIND, [float(course.half < 0) for course in won]),
        ]
    return LeadAnswer(
        question=LEAD, who=kind, games=len(rows), figures=figures, scored=scored, rivals=rivals,
        half=round(100 * median(course.settled for course in won)) if won else 0,
    )  # fmt: skip


# -- points


def points_answer(kind: str, rows: Sequence[GameRow], knows: Knows) -> Answer:
    """Say where points come from, over the quarters of a game."""
    seats, course = len(knows.seats), dict[str, list[float]]()
    ends = [[sum(points) for points in row.record.by_scoring] for row in rows]
    for at, label in enumerate(knows.scorings):
        quarters = [[game.points[quarter][at] for game in _courses(rows)] for quarter in range(QUARTERS - 1)]
        means = [fmean(each) / seats for each in (*quarters, [end[at] for end in ends])]
        course[label] = [a + b for a, b in zip(course.get(label, [0.0] * QUARTERS), means, strict=True)]
    figures = [
        mean_figure(label, [sum(end[at] for at, other in enumerate(knows.scorings) if other == label) / seats
                            for end in ends])
        for label in course
    ]  # fmt: skip
    return PointsAnswer(question=POINTS, who=kind, games=len(rows), figures=figures, course=course)


# -- winners


def winners_answer(kind: str, rows: Sequence[GameRow]) -> Answer:
    """Say which options winners take more or less often than those who do not win, in the same game."""
    told = [row for row in rows if 0 < len(row.winners) < len(row.record.decisions)]
    options = dict.fromkeys(option for row in told for option in row.course[0].used)
    effects = judged({option: paired_effect(*_uses(told, option)) for option in options}) if told else {}
    clear = {option: effect for option, effect in effects.items() if effect.is_clear}
    ordered = sorted(clear.items(), key=lambda one: -abs(one[1].size))
    needs = FEWEST_GAMES if len(told) < FEWEST_GAMES and told else 0
    return WinnersAnswer(question=WINNERS, who=kind, games=len(told), needs=needs, options=dict(ordered))


def _uses(rows: Sequence[GameRow], option: str) -> tuple[list[float], list[float]]:
    """Return how often an option was taken by a seat that did not win, and by one that won, on average in each game."""
    others, winners = [], []
    for row in rows:
        used = row.course[0].used.get(option, [0] * len(row.record.decisions))
        won = [used[seat] for seat in row.winners]
        winners.append(fmean(won))
        others.append((sum(used) - sum(won)) / (len(used) - len(won)))
    return others, winners


# -- what never happens


def never_answer(kind: str, rows: Sequence[GameRow], knows: Knows) -> Answer:
    """Say which options, scorings and pieces were never of use."""
    courses = _courses(rows)
    offered = {option for course in courses for option in course.offered}
    taken = {option for course in courses for option in course.used}
    owned = {piece for course in courses for piece in course.pieces}
    scored = {
        label
        for row in rows
        for label, points in zip(knows.scorings, row.record.by_scoring, strict=True)
        if any(points)
    }
    return NeverAnswer(
        question=NEVER, who=kind, games=len(rows), below=share_interval(0, len(rows))[1],
        unoffered=[option for option in dict.fromkeys(knows.options) if option not in offered],
        untaken=[option for option in dict.fromkeys(knows.options) if option in offered - taken],
        unscored=[label for label in dict.fromkeys(knows.scorings) if label not in scored],
        unowned=[piece for kind in knows.pieces if owned & {*kind} for piece in kind if piece not in owned],
    )  # fmt: skip


# -- waiting


def waiting_answer(kind: str, rows: Sequence[GameRow], knows: Knows) -> Answer:
    """Say who waits how long: the most decisions of others between two of one's own, in a game."""
    courses, seats = _courses(rows), knows.seats if len(knows.seats) > 1 else ()
    figures = [mean_figure(name, [course.waits[seat] for course in courses]) for seat, name in enumerate(seats)]
    return Answer(question=WAITING, who=kind, games=len(rows), figures=figures)


def troubled_games(rows: Sequence[GameRow]) -> tuple[Mapping[str, list[Record]], Mapping[str, list[Record]]]:
    """Return the games in which something was wrong but that came to an end, and broken ones, by what was wrong."""
    faults, failures = dict[str, list[Record]](), dict[str, list[Record]]()
    for record in (row.record for row in rows):
        for fault in record.faults:
            faults.setdefault(fault, []).append(record)
        if record.failure:
            failures.setdefault(record.failure, []).append(record)
    return faults, failures
