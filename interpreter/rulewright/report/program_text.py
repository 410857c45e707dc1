"""The game program: its blocks by rule, each line with its place in the rules, each jump with the name of the block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import Unit, body_of, name_of, units_of
from rulewright.compile import blocks as b
from rulewright.compile.layout import Layout
from rulewright.diagnostics import NOWHERE, Span
from rulewright.report.action_text import Told, all_told, told
from rulewright.report.layout import WIDTH, counted, fold
from rulewright.report.value_text import inner, said, texts

AtTheEnd = c.ScoringRule | c.TieBreak | c.AlwaysRule
"""Rules that change nothing: points, ties, and what must always hold."""

KEPT = re.compile(r"\bslot (\d+)\b")
"""How a number that a block keeps for itself is called among the values."""

EDGE = " " * 8
"""Room for the number of the line in the rule file."""


class ProgramText:
    """Prints the blocks of a program and the rules that ask nobody."""

    def __init__(self, rules: c.CheckedRules, layout: Layout, graph: b.Graph) -> None:
        self.rules, self.graph = rules, graph
        self.slots = {
            entry.start + at: f"{entry.name} {name}".rstrip()
            for entry in layout.entries
            for at, name in enumerate(entry.names)
        }

    def whole(self) -> Iterator[str]:
        """Yield every rule, and at the end how many blocks and questions there are."""
        for unit in units_of(self.rules):
            yield from [*self.unit(unit), ""]
        for value in self.rules.values:
            yield from [*self.value(value), ""]
        for part in self._at_the_end():
            yield from [*self.at_the_end(part), ""]
        asked = counted(len(self.graph.sites), "question")
        yield f"{counted(len(self.graph.blocks), 'block')}, {asked}, {counted(len(units_of(self.rules)), 'rule')}."

    def named(self, name: str) -> Iterator[str]:
        """Yield the rules of a name, in full or without what stands before it."""
        for unit in units_of(self.rules):
            if f".{name_of(unit)}".endswith(f".{name}"):
                yield from [*self.unit(unit), ""]
        for value in self.rules.values:
            if f".{value.name}".endswith(f".{name}"):
                yield from [*self.value(value), ""]
        for part in self._at_the_end():
            if f".{part.name}".endswith(f".{name}"):
                yield from [*self.at_the_end(part), ""]

    def unit(self, unit: Unit) -> Iterator[str]:
        """Yield a rule: its blocks, or its lines where it asks nobody."""
        yield from fold(self._head(unit), "", "    ")
        file = _span(unit).file
        blocks = [block for block in self.graph.blocks if block.owner is unit and not self._passed_over(block)]
        if not blocks:
            yield from lines(all_told(body_of(unit)), file)
        for block in blocks:
            yield f"  {name(block)}"
            yield from lines(self._block(block), file)

    def _passed_over(self, block: b.Block) -> bool:
        """Every jump to a block that does nothing leads straight on; only a rule's first block is still named."""
        does_nothing = not block.lines and isinstance(block.end, b.Goto)
        return does_nothing and all(block is not first for first in self.graph.frames.entry.values())

    def _head(self, unit: Unit) -> str:
        params = unit.params if isinstance(unit, c.Procedure) else [v for v in (unit.this, unit.choice.var) if v]
        given = f" ({', '.join(param.name for param in params)})" if params else ""
        asks = "" if id(unit) in self.graph.asking else "  asks nobody"
        return _placed(f"{name_of(unit)}{given}", _span(unit), asks)

    def value(self, value: c.ValueRule) -> Iterator[str]:
        """Yield a declared value with its cases."""
        given = ", ".join(param.name for param in value.params)
        yield _placed(f"{value.name} ({given})", value.span)
        for condition, result in value.cases:
            yield from fold(said(result) + (f" if {said(condition)}" if condition else ""), EDGE)

    def _at_the_end(self) -> list[AtTheEnd]:
        return [*self.rules.scorings, *self.rules.tie_breaks, *self.rules.always]

    def at_the_end(self, part: AtTheEnd) -> Iterator[str]:
        """Yield a rule that scores, breaks ties or must always hold."""
        yield f"{part.name}  {part.span.file}:{part.span.line}"
        if isinstance(part, c.ScoringRule):
            yield from lines(all_told(part.body), part.span.file)
        else:
            yield from fold(said(part.value if isinstance(part, c.TieBreak) else part.condition), EDGE)

    def _block(self, block: b.Block) -> Iterator[Told]:
        for line in block.lines:
            yield from map(self._with_slots, self._line(line))
        yield from map(self._with_slots, self._end(block.end))

    def _with_slots(self, line: Told) -> Told:
        """Call numbers that blocks keep for themselves by the names of their slots."""
        span, depth, text = line
        return span, depth, KEPT.sub(lambda found: self.slots[int(found[1])], text)

    def _line(self, line: b.Line) -> Iterator[Told]:
        if isinstance(line, b.SetSlots):
            for slot, value in line.pairs:
                kept = self.slots[value.start] if isinstance(value, b.Kept) else _kept(value)
                yield NOWHERE, 0, f"keep {self.slots[slot]}: {kept}"
        elif isinstance(line, b.PickNext):
            order = f" from {self.slots[line.turn]}" if line.order == "seats" else ""
            yield NOWHERE, 0, f"let {line.var.name} be the next of {self.slots[line.rest]}{order}"
        elif isinstance(line, b.LineUp):
            up = f"line up {said(line.things)} by {said(line.key)} for {line.var.name}"
            yield NOWHERE, 0, f"{up} in {self.slots[line.start]}"
        elif isinstance(line, b.DropSeat):
            yield NOWHERE, 0, f"drop {line.var.name} out of {self.slots[line.still_in]}"
        elif isinstance(line, b.Enter):
            yield line.step.span, 0, f'begin "{texts(line.step.heading)}"'
            for stored in line.step.resets:
                yield NOWHERE, 1, f"forget {stored.name}"
        else:
            yield from told(line)

    def _end(self, end: object) -> Iterator[Told]:
        if isinstance(end, b.Goto):
            yield NOWHERE, 0, f"-> {name(end.to)}"
        elif isinstance(end, b.Fork):
            test = f"{self.slots[end.test]} is not 0" if isinstance(end.test, int) else said(end.test)
            yield NOWHERE, 0, f"if {test}"
            yield NOWHERE, 1, f"-> {name(end.yes)}"
            yield NOWHERE, 0, "otherwise"
            yield NOWHERE, 1, f"-> {name(end.no)}"
        elif isinstance(end, b.Switch):
            yield NOWHERE, 0, f"by the rule that {said(end.piece)} follows"
            for _, block in end.cases:
                yield NOWHERE, 1, f"-> {name(block)}"
            yield NOWHERE, 0, "otherwise"
            yield NOWHERE, 1, f"-> {name(end.otherwise)}"
        elif isinstance(end, b.Ask):
            yield from self._site(end.site)
        elif isinstance(end, b.Return):
            yield NOWHERE, 0, f"-> back, as kept in {self.slots[end.slot]}"
        elif isinstance(end, b.Resume):
            yield NOWHERE, 0, "-> back into the list of options in which it was chosen"
        else:
            yield NOWHERE, 0, "the game is over"

    def _site(self, site: b.Site) -> Iterator[Told]:
        question = site.question
        secret = " in secret" if question.secret else ""
        yield (
            question.span,
            0,
            f'ask {inner(question.seat)}{secret} "{texts(question.prompt)}" (question {site.number})',
        )
        for answer in site.answers:
            yield answer.choice.span, 1, _offered(answer)
            to = f"-> {name(answer.block)}" if answer.block else "done at once"
            back = f", then {name(answer.back)}" if answer.back else ""
            yield NOWHERE, 2, f"{to}{back}"
        if site.empty is not None:
            yield NOWHERE, 1, "where there is nothing to choose"
            yield NOWHERE, 2, f"-> {name(site.empty)}"


def _kept(value: c.Value | int | b.Block) -> str:
    if isinstance(value, b.Block):
        return name(value)
    return str(value) if isinstance(value, int) else said(value)


def _offered(answer: b.Answer) -> str:
    """Return what is offered: its name, what comes with it, its own condition."""
    choice = answer.choice
    text = f"option {answer.option.full_name.partition('.')[2] if answer.option else choice.name}"
    if choice.var is not None:
        those = said(choice.things) if choice.things is not None else ""
        text += f" with {choice.var.name} from " + (those or f"{_number(choice.low)} to {_number(choice.high)}")
    if answer.option is not None and answer.option.this is not None and answer.option.live is not None:
        text += f" of {answer.option.this.name} in {said(answer.option.live)}"
    return text + (f" when {said(choice.when)}" if choice.when is not None else "")


def _number(value: c.Value | None) -> str:
    return inner(value) if value is not None else "0"


def name(block: b.Block) -> str:
    """Return a block's number and name."""
    return f"[{block.number}] {block.name}"


def _span(unit: Unit) -> Span:
    return unit.span if isinstance(unit, c.Procedure) else unit.choice.span


def lines(found: Iterator[Told], file: str) -> Iterator[str]:
    """Yield lines with the number of their line in the rule file in front, and the file where it is another one."""
    last = file
    for span, depth, text in found:
        if span.line and span.file != last:
            yield f"{EDGE}{span.file}"
            last = span.file
        number, indent = str(span.line) if span.line else "", "  " * depth
        for line in fold(text, EDGE + indent, EDGE + indent + "    "):
            yield f"{number:>{len(EDGE) - 3}} | {line[len(EDGE) :]}"
            number = ""


def _placed(name: str, span: Span, more: str = "") -> str:
    """A name with its place behind it, or below it where both do not fit in a line."""
    whole = f"{name}  {span.file}:{span.line}{more}"
    return whole if len(whole) <= WIDTH else f"{name}\n  {span.file}:{span.line}{more}"
