"""Which settings meet targets: a curve or a map of each measure, a table of all settings, and what follows in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulewright.comparison.answers.model import Figure
from rulewright.comparison.sweep.games import SweepGames
from rulewright.comparison.sweep.grid import Swept
from rulewright.comparison.sweep.race import DROPPED, Race, SettingResult
from rulewright.comparison.targets.judging import MET, MISSED, UNDECIDED, Measured
from rulewright.phrasing import counted, from_to, listing, upper
from rulewright.playtest.game import Record
from rulewright.report.model import (
    PAGE,
    Column,
    Line,
    Plot,
    Report,
    Row,
    Run,
    Section,
    Table,
    Text,
    first_games,
)
from rulewright.report.plots import spanning
from rulewright.report.report_words import seats_called, told

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""
VERDICTS = {MET: "met", MISSED: "not met", UNDECIDED: "not shown", DROPPED: "dropped"}
MOST = 5
"""The largest number of settings that a sentence names."""
SHADES = 5
"""Shades of a map, on which a darker one is a higher number."""
METHOD = "Ranges are 95% intervals."
JUDGED = (
    "Of what is said to be met or not met about 1 in 20 is false at most. Figures of what was dropped come from the "
    "race, which drops what happens to look bad; all others come from games that were played after it."
)


def sweep_report(
    headline: str, name: str, swept: Sequence[Swept], race: Race, match: SweepGames,
    troubled: tuple[Mapping[str, list[Record]], Mapping[str, list[Record]]],
) -> Report:  # fmt: skip
    """Return what came of all settings: at the end of the race, or as far as it got."""
    results, varied = race.results(), [one for one in swept if len(one.values) > 1]
    broken = first_games(*troubled, lambda game: f"game number {game.game}, with {_said(game.settings)}")
    concluded = [*(_judged(race, results) if race.judged else _extremes(race, results))]
    return Report(
        [
            *_drawn(race, varied, results), Section([_table(race, varied, results)], "All settings", "settings"),
            Section(concluded, "What follows", "conclusion"), Section([f"{METHOD} {JUDGED * race.judged}".strip()]),
        ],
        headline, [Section(broken), Section([Line(f"{headline} ({name})"), *_played(swept, results, match)])],
        "answers", _data(name, race, results, match, concluded),
    )  # fmt: skip


def _played(swept: Sequence[Swept], results: Sequence[SettingResult], match: SweepGames) -> Iterator[str]:
    who = listing([" against ".join(map(seats_called, reversed(stage.kinds))) for stage in match.stages])
    games = counted(sum(one.games for one in results), "game")
    yield f"{games} of {who} with {counted(match.seats, 'player')}, {counted(len(results), 'setting')}."
    fixed = [f"{one.name} is {one.values[0]}" for one in swept if len(one.values) == 1]
    if fixed:
        yield f"In all of them {listing(fixed)}."


def _told(measured: Measured) -> str:
    """Return what games show of a target: `3.1% (1.0% to 5.2%)`."""
    return told(Figure("", measured.estimate, measured.target.percent)) if measured.is_enough else "-"


def _said(setting: Mapping[str, int]) -> str:
    return listing([f"{name} {value}" for name, value in setting.items()])


# -- curves, maps and the table


def _drawn(race: Race, varied: Sequence[Swept], results: Sequence[SettingResult]) -> Iterator[Section]:
    """Yield a curve of each measure where one number varies, and a map where two do."""
    for at, target in enumerate(race.targets):
        measured = [one.measured[at] for one in results]
        if len(varied) in (1, 2) and any(one.is_enough for one in measured):
            table = _curve(measured, *varied) if len(varied) == 1 else _map(measured, *varied)
            yield Section([table], upper(f"{target.subject}{target.who}"), f"measure-{at + 1}", PAGE)


def _curve(measured: Sequence[Measured], varied: Swept) -> Table:
    ends = [end for one in measured if one.is_enough for end in one.estimate.within]
    axis, unit = spanning(ends, measured[0].target.percent), measured[0].target.subject

    rows = [
        Row(
            (str(value), _told(one)),
            drawn=axis.drawn(_told(one), one.estimate.value, one.estimate.within) if one.is_enough else None,
        )
        for value, one in zip(varied.values, measured, strict=True)
    ]
    return Table([Column(varied.name), Column("95% interval")], rows, plot=Plot(unit, unit, axis), kind="effects")


def _map(measured: Sequence[Measured], down: Swept, across: Swept) -> Table:
    values = [one.estimate.value for one in measured if one.is_enough]
    low, step = min(values), (max(values) - min(values)) / SHADES or 1.0

    def cell(one: Measured) -> Text:
        shade = min(SHADES - 1, int((one.estimate.value - low) / step)) if one.is_enough else 0
        return [Run(_told(one), f"shade-{shade}")]

    width = len(across.values)
    rows = [
        (f"{down.name} {value}", *map(cell, measured[at * width : (at + 1) * width]))
        for at, value in enumerate(down.values)
    ]
    return Table([Column(""), *(Column(f"{across.name} {value}") for value in across.values)], rows, kind="matrix")


def _table(race: Race, varied: Sequence[Swept], results: Sequence[SettingResult]) -> Table:
    names, asked = [one.name for one in varied], [upper(f"{one.subject}{one.who}") for one in race.targets]
    columns = [*(Column(name, right=False) for name in names), *map(Column, (*asked, "games", *[""] * race.judged))]
    rows = [
        Row(
            (
                *(str(dict(one.setting)[name]) for name in names), *map(_told, one.measured), f"{one.games:,}",
                *[VERDICTS[one.verdict]] * race.judged,
            ), clear=one.verdict == MET,
        )
        for one in results
    ]  # fmt: skip
    return Table(columns, rows, 2, names=len(names), kind="effects")


# -- what follows


def _judged(race: Race, results: Sequence[SettingResult]) -> Iterator[str]:
    """Yield which settings meet the targets, or which is nearest, and what became of the others."""
    wanted, found = listing([str(target) for target in race.targets]), Counter(one.verdict for one in results)
    met = [_said(dict(one.setting)) for one in results if one.verdict == MET]
    of = counted(len(results), "setting")
    if met:
        more = [f"{len(met) - MOST} more"] * (len(met) > MOST)
        meet = "meets" if len(met) == 1 else "meet"
        yield f"Of {of} {len(met)} {meet} {wanted}: {'; '.join([*met[:MOST], *more])}."
    else:
        nearest = results[race.nearest()]
        figures = listing([f"{one.target.subject} {_told(one)}" for one in nearest.measured])
        by, last = f"by all of its {counted(nearest.games, 'game')}", nearest.measured[0].games
        figures += f" in the last {last:,}" * (last < nearest.games)
        yield f"None of {of} is shown to meet {wanted}. Nearest, {by}, is {_said(dict(nearest.setting))}: {figures}."
        needs = max(one.needs for one in nearest.measured)
        if nearest.verdict == MISSED:
            yield "Not even that one does."
        elif needs:
            yield f"About {needs:,} games of it alone would show whether it does."
    dropped = [one.games for one in results if one.verdict == DROPPED]
    others = [f"{found[one]} {'is' if found[one] == 1 else 'are'} {said}" for one, said in NAMED.items() if found[one]]
    if dropped:
        after = from_to(min(dropped), max(dropped), "game")
        others.append(f"{len(dropped)} dropped out after {after}, clearly further away")
    if others:
        yield f"Of {'the others' if met else 'all'} {listing(others)}."
    if not race.fresh:
        yield "The race is not over."


NAMED = {MISSED: "shown not to meet what is wanted", UNDECIDED: "undecided"}


def _extremes(race: Race, results: Sequence[SettingResult]) -> Iterator[str]:
    """Yield from where to where each measure goes."""
    for at, target in enumerate(race.targets):
        known = [one for one in results if one.measured[at].is_enough]
        if not known:
            yield f"{upper(target.subject)}: these games have none, or they are too few."
            continue
        low, high = (of(known, key=lambda one: one.measured[at].estimate.value) for of in (min, max))
        if low.measured[at].estimate.value == high.measured[at].estimate.value:
            yield f"{upper(target.subject)} is the same with all settings: {_told(low.measured[at])}."
            continue
        apart = low.measured[at].estimate.within[1] < high.measured[at].estimate.within[0]
        yield (
            f"{upper(target.subject)}: from {_told(low.measured[at])} with {_said(dict(low.setting))} to "
            f"{_told(high.measured[at])} with {_said(dict(high.setting))}"
            + ("." if apart else "; the intervals overlap, so that they may be alike.")
        )


# -- for other programs


def _data(
    name: str, race: Race, results: Sequence[SettingResult], match: SweepGames, concluded: Sequence[str]
) -> dict[str, object]:
    return {
        "version": VERSION, "ruleset": name, "seats": match.seats, "first": match.stages[0].numbers.start,
        "targets": [{"said": str(one) if race.judged else one.subject, "kinds": one.kinds} for one in race.targets],
        "said": concluded, "finished": race.fresh,
        "settings": [
            {
                "set": dict(one.setting), "games": one.games,
                "measures": [
                    [each.estimate.value, *each.estimate.within] if each.is_enough else None for each in one.measured
                ],
                **({"verdict": VERDICTS[one.verdict]} if race.judged else {}),
            }
            for one in results
        ],
    }  # fmt: skip
