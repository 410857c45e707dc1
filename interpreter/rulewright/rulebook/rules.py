"""Whole rules in words: their statements in order, numbered, with the block under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.diagnostics import Span
from rulewright.rulebook import loops, questions
from rulewright.rulebook.categories import NUMBER, category
from rulewright.rulebook.conditions import condition
from rulewright.rulebook.model import Key, Line
from rulewright.rulebook.phrases import Phrase, joined, lowered, plain, run, say, sentence
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.sentences import simple
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in


@dataclass(slots=True)
class Numbering:
    """Numbers the lines of one rule."""

    rule: str
    count: int = 0

    def key(self, span: Span) -> Key:
        """Return the key of the next line."""
        self.count += 1
        return Key(self.rule, self.count, span.file, span.line)


def rule_lines(body: s.Body | None, scope: Scope, numbers: Numbering) -> tuple[Line, ...]:
    """Return the lines of a whole rule."""
    return _lines(body, replace(scope, changed=frozenset(_changed(body))), numbers)


def _changed(body: s.Body | None) -> Iterator[str]:
    """Yield the names that a rule changes after it has let them."""
    for node in nodes_in(body) if body else ():
        if isinstance(node, s.Set | s.Shift) and isinstance(node.target, x.Name):
            yield node.target.text
        elif isinstance(node, s.Offer):
            yield from (word.text for word in node.keeping)


def _lines(body: s.Body | None, scope: Scope, numbers: Numbering) -> tuple[Line, ...]:
    """Return the lines of a block; what is let in one is known in the next."""
    found: list[Line] = []
    for statement in body.lines if body else ():
        found += _line(statement, numbers.key(statement.span), scope, numbers)
        scope = _after(statement, scope)
    return tuple(found)


def _after(statement: s.Stmt, scope: Scope) -> Scope:
    """Return the scope of what follows a statement."""
    match statement:
        case s.Let(name=name) if name.text != "player":
            return scope.let(name.text, category(statement.value, scope))
        case s.Roll():
            return scope.let(statement.name.text, NUMBER)
        case s.Choose():
            return questions.with_using(statement.using, scope)
        case _:
            return scope


def _line(node: s.Stmt, key: Key, scope: Scope, numbers: Numbering) -> tuple[Line, ...]:
    """Return a statement as a line, with the lines under it; the cases of an `if` are lines of their own."""
    match node:
        case s.If():
            return tuple(_cases(node, key, scope, numbers))
        case s.ForEach():
            head, inner = loops.for_each(node, scope)
            return (folded(head, key, _lines(node.body, inner, numbers)),)
        case s.ForRange():
            head, inner = loops.for_range(node, scope)
            return (folded(head, key, _lines(node.body, inner, numbers)),)
        case s.Repeat():
            return (folded(loops.repeat(node, scope), key, _lines(node.body, scope, numbers)),)
        case s.Ask():
            answers = tuple(_answer(option, scope, numbers) for option in node.options)
            return (Line(questions.ask(node, scope), key, answers, False),)
        case s.Choose():
            return (Line(questions.choose(node, scope), key),)
        case s.Offer():
            return (Line(questions.offer(node, scope), key),)
        case _:
            return (Line(simple(node, scope), key),)


def _cases(node: s.If, key: Key, scope: Scope, numbers: Numbering) -> Iterator[Line]:
    for number, (case, body) in enumerate(node.cases):
        start = say("Otherwise, if {}" if number else "If {}", condition(case, scope))
        at = numbers.key(body.lines[0].span) if number else key
        yield folded(start, at, _lines(body, scope, numbers))
    if node.otherwise is not None:
        at = numbers.key(node.otherwise.lines[0].span)
        yield folded(run("Otherwise"), at, _lines(node.otherwise, scope, numbers))


def _answer(option: s.Option, scope: Scope, numbers: Numbering) -> Line:
    """Return one answer to a question with its consequences."""
    key, inner = numbers.key(option.span), questions.with_using(option.using, scope)
    said, under = questions.answer(option, scope, inner), _lines(option.body, inner, numbers)
    return folded(said, key, under) if under else Line(sentence(said), key)


def folded(said: Phrase, key: Key, under: tuple[Line, ...]) -> Line:
    """Return a sentence with the block under it; a block of one sentence, or of short ones, continues its line."""
    if len(under) == 1:
        return Line(say("{}: {}", said, _continued(under[0].text)), key, under[0].under, under[0].steps)
    length = sum(len(plain(line.text)) for line in under)
    if under and len(under) < 4 and length < 70 and not any(line.under for line in under):
        rest = joined(line.text for line in under[1:])
        return Line(say("{}: {} {}", said, _continued(under[0].text), rest), key)
    return Line(say("{}:", said), key, under)


def _continued(text: Phrase) -> Phrase:
    """Return a sentence as it continues another one."""
    first = text[0]
    return text if first.style or first.target else (first._replace(text=lowered(first.text)), *text[1:])
