"""Which alarms ring and which targets are met, in words: an alarm with its figure, what was wanted, and games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.answers.model import Figure
from rulewright.comparison.targets.judging import MET, MISSED, UNDECIDED, UNPLAYED, Measured, Verdict
from rulewright.phrasing import counted, listing, upper
from rulewright.report.model import Block, Line, Run, Sentence
from rulewright.report.report_words import MOST_NEEDED, RulesetWords, seats_called, told
from rulewright.source.targets import RAREST

EXAMPLES = 3
"""How many games show an alarm."""
MANY = {MISSED: "missed", MET: "met", UNDECIDED: "undecided", UNPLAYED: "not played"}


def summed(verdicts: Sequence[Verdict]) -> str:
    """Return how many targets are missed, met, and neither: `2 of 5 targets missed, 3 met`."""
    numbers = [(word, sum(one.verdict == verdict for one in verdicts)) for verdict, word in MANY.items()]
    first, *others = [f"{number} {word}" for word, number in numbers if number]
    return ", ".join([first.replace(" ", f" of {counted(len(verdicts), 'target')} ", 1), *others])


def target_blocks(verdicts: Sequence[Verdict], words: RulesetWords, letter: str = "") -> Iterator[Block]:
    """Yield how many alarms ring, the alarms, and then what is known of the other targets."""
    if not verdicts:
        return
    missed = [one for one in verdicts if one.verdict == MISSED]
    rings = f"{counted(len(missed), 'alarm')} {'ring' if len(missed) > 1 else 'rings'}" if missed else "No alarm rings"
    yield Sentence([Run(f"{letter and letter + ': '}{rings}", "strong"), f": {summed(verdicts)}."])
    yield from alarm_blocks(missed, words)
    yield from (Sentence(f"{upper(one.verdict)}: {target_text(one, words)}") for one in verdicts if one not in missed)


def alarm_blocks(verdicts: Sequence[Verdict], words: RulesetWords) -> Iterator[Block]:
    """Yield the alarms, each with games to step through."""
    for one in (one for one in verdicts if one.verdict == MISSED):
        yield Sentence([Run("Alarm: ", "strong"), target_text(one, words)])
        assert one.measured is not None
        games = [(words.repeat(record.who), record.game) for record in one.measured.examples(EXAMPLES)]
        yield from (Line(f"  {step_command(repeat, game)}") for repeat, game in games)


def step_command(repeat: str, game: int) -> str:
    """Return what plays a game again and tells it step by step."""
    return f"{repeat} --seed {game} --out {game}.jsonl --force && rulewright replay {game}.jsonl"


def target_text(one: Verdict, words: RulesetWords) -> str:
    """Return what was measured and what was wanted, and what is missing where neither is shown."""
    wanted = f"wanted {one.target.wanted}"
    said, measured = f"{one.target.subject}{one.target.who}", one.measured
    if measured is None:
        who = listing([seats_called(kind) for kind in one.target.kinds])
        return f"{said}, {wanted}. `rulewright report` with --budget 10m plays {who}."
    if not measured.is_enough:
        needs = f"This needs at least {measured.needs} games." if measured.needs else "These games have no such thing."
        return f"{said}, {wanted}. {needs}"
    figure = told(Figure("", measured.estimate, one.target.percent))
    of = measured.part.name
    shown = f" ({words.option(of) if one.target.measure == RAREST else of})" if of else ""
    return f"{said} {figure}, {wanted}{shown}.{_needed(measured) if one.verdict == UNDECIDED else ''}"


def _needed(measured: Measured) -> str:
    if not measured.needs:
        return ""
    return f" About {measured.needs:,} games would tell." if measured.needs < MOST_NEEDED else " It is on the limit."


def verdict_data(one: Verdict, words: RulesetWords) -> dict[str, object]:
    """Return a verdict for other programs."""
    known = one.measured if one.measured is not None and one.measured.is_enough else None
    return {
        "target": str(one.target), "verdict": one.verdict, "said": target_text(one, words),
        "value": known and known.estimate.value, "within": known and known.estimate.within,
        "p": known and known.p_missed, "of": known and known.part.name,
        "games": [record.game for record in known.examples(EXAMPLES)] if known and one.verdict == MISSED else [],
    }  # fmt: skip
