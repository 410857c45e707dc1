"""The report on one or two rulesets: a heading for each question, its answer in sentences, figures and plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from rulewright.comparison.answers.model import (
    LENGTH,
    QUESTIONS,
    Answer,
    Figure,
    LengthAnswer,
    PointsAnswer,
    SeatsAnswer,
    WinnersAnswer,
)
from rulewright.comparison.statistics.intervals import LESS, MORE, Estimate
from rulewright.comparison.targets.judging import Verdict
from rulewright.comparison.worth.findings import Worth
from rulewright.phrasing import listing, upper
from rulewright.playtest.game import Record
from rulewright.report.answers_words import HEADINGS, QUARTER_NAMES, figure_label, sentences
from rulewright.report.model import (
    PAGE,
    TERMINAL,
    Block,
    Chart,
    Charts,
    Column,
    Line,
    Plot,
    Report,
    Row,
    Run,
    Section,
    Sentence,
    Table,
    named_columns,
    troubled_data,
    troubles,
)
from rulewright.report.plots import histogram, spanning, symmetric
from rulewright.report.report_words import RulesetWords, seats_called, short, within
from rulewright.report.targets_words import target_blocks, verdict_data
from rulewright.report.worth_report import NOTE, games_played, table_blocks, verdict_block, worth_data

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""

WORTH = "Is something too strong, or never worth it?"
ALONE = "Who plays alone wins against nobody, so nothing can be too strong."
METHOD = (
    "Ranges are 95% intervals: Blaker's for shares, Student's for means. What is called clear is held to one false "
    "mark in 20."
)
ALARMS = (
    "An alarm rings only where the games show that a target is missed; that any rings although all are met has a "
    "chance of at most 5% (Holm)."
)
MOST_OPTIONS = 8
"""So many options of winners are listed for each kind of seat; the document has all of them."""
NAME, MOST_NAME = 28, 46
"""Columns for the names of figures, at least, and at most where they are longer."""


@dataclass(frozen=True)
class Told:
    """A ruleset of a report: its letter where there are two, how it is called, its words, its answers, what broke."""

    letter: str
    headline: str
    name: str
    words: RulesetWords
    answers: Sequence[Mapping[str, Answer]]
    """For each kind of seat, and for duels, the answers by question."""
    faults: Mapping[str, Sequence[Record]]
    failures: Mapping[str, Sequence[Record]]
    verdicts: Sequence[Verdict] = ()
    """On the targets of the ruleset."""
    worth: Worth | None = None
    """What options are worth, if games were played for that."""


Group = tuple[Told, Answer]
"""An answer, and the ruleset that it is about."""


def answers_report(sides: Sequence[Told], opening: str) -> Report:
    """Return the report: what broke, which alarms ring, then the questions in their order."""
    headlines = [f"{one.letter}  {one.headline} ({one.name})".strip() for one in sides]
    broken = [block for side in sides for block in _broken(side)]
    alarms = [[*target_blocks(side.verdicts, side.words, side.letter)] for side in sides]
    head = [*(Section(blocks) for blocks in (broken, *alarms) if blocks), Section([*map(Line, headlines), opening])]
    sections = [section for question in QUESTIONS for section in _sections(question, sides)]
    sections += _worth_sections(sides)
    title = " and ".join(side.headline for side in sides)
    method = f"{METHOD} {ALARMS}" if any(alarms) else METHOD
    return Report([*sections, Section([method])], title, head, "answers", _data(sides, opening))


def _broken(side: Told) -> Iterator[Block]:
    for said, games in troubles(side.faults, side.failures):
        yield said
        first = games[0]
        again = f"again:  {side.words.repeat(first.who)} --seed {first.game}"
        yield Line(f"  {again if first.who else f'the first: game number {first.game}, in which a seat slips'}")
    if side.failures:
        yield "Games that broke are left out of what follows, which may be true of the others only."


def _sections(question: str, sides: Sequence[Told]) -> Iterator[Section]:
    """Yield the answers to a question in sentences, with their figures, for a terminal and for a page."""
    groups = [(side, answers[question]) for side in sides for answers in side.answers if question in answers]
    said = [*_paragraphs(groups), *_differences(groups)]
    tables = [*_tables(groups), *_courses(groups), *_options(groups)]
    yield Section([Line(HEADINGS[question]), *said, *tables], only=TERMINAL)
    yield Section([*said, *tables, *_charts(groups)], HEADINGS[question], question, PAGE)


def _worth_sections(sides: Sequence[Told]) -> Iterator[Section]:
    """Yield what options are worth: for a terminal what makes a clear difference, for a page everything."""
    terminal, page = ([block for side in sides for block in _worth(side, every)] for every in (False, True))
    yield Section([Line(WORTH), *terminal], only=TERMINAL)
    yield Section(page, WORTH, "worth", PAGE)


def _worth(side: Told, every: bool) -> Iterator[Block]:
    letter = [Run(f"{side.letter}: ", "strong")] * bool(side.letter)
    if side.worth is None:
        yield Sentence([*letter, ALONE])
        return
    if not side.worth.strengths:
        yield Sentence([*letter, f"This needs games of seats that think: rulewright worth {side.name} plays them."])
        return
    yield Sentence([*letter, games_played(side.worth)])
    yield verdict_block(side.worth)
    for one in side.worth.strengths:
        yield from table_blocks(one, every)
    yield NOTE


def _paragraphs(groups: Sequence[Group]) -> Iterator[Block]:
    for who, (side, answer) in zip(_players(groups), groups, strict=True):
        said = " ".join(sentences(answer, side.words))
        yield Sentence([Run(f"{upper(who)}: ", "strong"), said] if who else said)


def _players(groups: Sequence[Group]) -> list[str]:
    """Return which ruleset and which seats each answer is about; nothing where there is a single one."""
    kinds = {answer.who for _, answer in groups}
    return [
        ", ".join(filter(None, (side.letter, seats_called(answer.who) if len(kinds) > 1 else "")))
        for side, answer in groups
    ]  # fmt: skip


def _differences(groups: Sequence[Group]) -> Iterator[Block]:
    """Yield in which figures two rulesets differ by more than both intervals."""
    found, kinds = dict[str, list[Estimate]](), {answer.who for _, answer in groups}
    for _, answer in groups:
        for figure in _figures(answer):
            who = f" ({seats_called(answer.who)})" if len(kinds) > 1 else ""
            found.setdefault(f"{figure_label(answer, figure)}{who}", []).append(figure.estimate)
    both = {name: estimates for name, estimates in found.items() if len(estimates) == 2}
    if len({side.letter for side, _ in groups}) < 2 or not both:
        return
    apart = [
        name for name, (one, other) in both.items()
        if one.within[1] < other.within[0] or other.within[1] < one.within[0]
    ]  # fmt: skip
    more = f"do not overlap in: {listing(apart)}" if apart else "overlap in every figure that both have"
    yield f"The intervals of A and B {more}."


def _figures(answer: Answer) -> list[Figure]:
    return [*answer.figures, *(answer.places if isinstance(answer, SeatsAnswer) else ())]


# -- tables and charts


def _tables(groups: Sequence[Group]) -> Iterator[Table]:
    """Yield the figures that are shares, then those that are numbers; each figure for everybody who played."""
    for percent in (True, False):
        rows = [
            (label, who, figure)
            for who, (_, answer) in zip(_players(groups), groups, strict=True) for figure in _figures(answer)
            if figure.percent == percent and (label := figure_label(answer, figure))
        ]  # fmt: skip
        order = [*dict.fromkeys(label for label, _, _ in rows)]
        rows.sort(key=lambda row: order.index(row[0]))
        if rows:
            yield _table(rows, percent, drawn=percent or groups[0][1].question != LENGTH)


def _table(rows: Sequence[tuple[str, str, Figure]], percent: bool, drawn: bool) -> Table:
    ends = [end for _, _, figure in rows for end in (*figure.estimate.within, *([figure.even] if percent else []))]
    axis, unit = spanning(ends, percent), "Share of the games" if percent else "Number"
    plot = Plot(unit, unit, axis) if drawn else None
    return _figure_table(
        [
            Row(
                (label, who, short(figure), within(figure)), clear=figure.verdict in (MORE, LESS),
                drawn=axis.drawn(f"{short(figure)}, {within(figure)}", figure.estimate.value, figure.estimate.within)
                if plot else None,
            )
            for label, who, figure in rows
        ], ("", "95% interval"), (9, 18), plot,
    )  # fmt: skip


def _figure_table(
    rows: Sequence[Row], headings: Sequence[str], widths: Sequence[int], plot: Plot | None = None, caption: str = ""
) -> Table:
    """Return rows of a name, who played, and numbers; without the column of who played where that is one."""
    longest = max((len(row.cells[0]) for row in rows), default=0)
    first, *others = named_columns(caption, min(MOST_NAME, max(NAME, longest)), headings, widths)
    if any(row.cells[1] for row in rows):
        return Table([first, Column("", right=False), *others], rows, 1, "  ", 2, plot, kind="effects")
    bare = [replace(row, cells=[row.cells[0], *row.cells[2:]]) for row in rows]
    return Table([first, *others], bare, 1, "  ", 1, plot, kind="effects")


def _courses(groups: Sequence[Group]) -> Iterator[Table]:
    rows = [
        Row((label, who, *(f"{points:.1f}" for points in course)))
        for who, (_, answer) in zip(_players(groups), groups, strict=True) if isinstance(answer, PointsAnswer)
        for label, course in answer.course.items()
    ]  # fmt: skip
    if rows:
        yield _figure_table(rows, QUARTER_NAMES, (8,) * len(QUARTER_NAMES), caption="After so much of a game")


def _options(groups: Sequence[Group]) -> Iterator[Table]:
    """Yield what winners do more or less often, as differences from the others of their game."""
    found = [
        (side.words.option(option), who, effect)
        for who, (side, answer) in zip(_players(groups), groups, strict=True) if isinstance(answer, WinnersAnswer)
        for option, effect in [*answer.options.items()][:MOST_OPTIONS]
    ]  # fmt: skip
    if not found:
        return
    axis = symmetric(end for _, _, effect in found for end in effect.within)
    rows = [
        Row(
            (option, who, f"{effect.difference:+.2f}", f"{effect.within[0]:+.2f} to {effect.within[1]:+.2f}"),
            clear=True,
            drawn=axis.drawn(f"{option}: {effect.difference:+.2f}", effect.difference, effect.within),
        )
        for option, who, effect in found
    ]  # fmt: skip
    plot = Plot("Times a game, winners - others", "Times a game", axis)
    yield _figure_table(rows, ("", "95% interval"), (9, 18), plot, "Winners against others")


def _charts(groups: Sequence[Group]) -> Iterator[Charts]:
    charts = [
        Chart(f"Decisions a game{who and ', '}{who}", histogram(answer.lengths, ()))
        for who, (_, answer) in zip(_players(groups), groups, strict=True) if isinstance(answer, LengthAnswer)
    ]  # fmt: skip
    if charts:
        yield Charts(charts)


# -- for other programs


def _data(sides: Sequence[Told], opening: str) -> dict[str, object]:
    return {
        "version": VERSION, "games": opening, "method": METHOD,
        "rulesets": [
            {
                "ruleset": side.name, "title": side.headline,
                "broken": troubled_data(side.failures, _game_data), "faults": troubled_data(side.faults, _game_data),
                "targets": [verdict_data(one, side.words) for one in side.verdicts],
                "worth": side.worth and worth_data(side.worth),
                "answers": [
                    {"heading": HEADINGS[question], "said": sentences(answer, side.words)} | asdict(answer)
                    for answers in side.answers for question, answer in answers.items()
                ],
            }
            for side in sides
        ],
    }  # fmt: skip


def _game_data(one: Record) -> dict[str, object]:
    return {"game": one.game, "who": one.who}
