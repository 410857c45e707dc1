"""Whole rules in words: their statements in order, numbered, with the block under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.diagnostics import Span
from rulewright.rulebook import loops, questions
from rulewright.rulebook.categories import NUMBER, category_of, category_of_one
from rulewright.rulebook.conditions import condition_phrase
from rulewright.rulebook.model import RuleKey, SentenceLine
from rulewright.rulebook.phrases import (
    Phrase,
    continue_sentence,
    end_sentence,
    join_phrases,
    phrase_of,
    plain_text,
    say,
)
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import statement_sentence
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in


@dataclass(slots=True)
class LineNumbering:
    """Numbers the lines of one rule."""

    rule: str
    count: int = 0

    def next_key(self, span: Span) -> RuleKey:
        """Return the key of the next line."""
        self.count += 1
        return RuleKey(self.rule, self.count, span.file, span.line)


def rule_lines(body: s.Body | None, scope: WordingScope, numbers: LineNumbering) -> tuple[SentenceLine, ...]:
    """Return the lines of a whole rule."""
    return _block_lines(body, replace(scope, changed=frozenset(_reassigned_names(body))), numbers)


def _reassigned_names(body: s.Body | None) -> Iterator[str]:
    """Yield the names that a rule changes after it has let them."""
    for node in nodes_in(body) if body else ():
        if isinstance(node, s.Set | s.Shift) and isinstance(node.target, x.Name):
            yield node.target.text
        elif isinstance(node, s.Offer):
            yield from (word.text for word in node.keeping)


def _block_lines(body: s.Body | None, scope: WordingScope, numbers: LineNumbering) -> tuple[SentenceLine, ...]:
    """Return the lines of a block; what is let in one is known in the next."""
    found: list[SentenceLine] = []
    for statement in body.lines if body else ():
        found += _statement_lines(statement, numbers.next_key(statement.span), scope, numbers)
        scope = _scope_after(statement, scope)
    return tuple(found)


def _scope_after(statement: s.Stmt, scope: WordingScope) -> WordingScope:
    """Return the scope of what follows a statement."""
    match statement:
        case s.Let(name=name) if name.text != "player":
            return scope.with_name(name.text, category_of(statement.value, scope))
        case s.Roll():
            return scope.with_name(statement.name.text, NUMBER)
        case s.Choose():
            return questions.with_using((statement.using,), scope)
        case s.ChooseMany():
            return scope.with_name(statement.name.text, category_of(statement.things, scope))
        case s.ChooseRandom():
            return scope.with_name(statement.name.text, category_of_one(statement.things, scope))
        case _:
            return scope


def _statement_lines(
    node: s.Stmt, key: RuleKey, scope: WordingScope, numbers: LineNumbering
) -> tuple[SentenceLine, ...]:
    """Return a statement as a line, with the lines under it; the cases of an `if` are lines of their own."""
    match node:
        case s.If():
            return tuple(_if_lines(node, key, scope, numbers))
        case s.ForEach():
            head, inner = loops.for_each_head(node, scope)
            return (fold_lines(head, key, _block_lines(node.body, inner, numbers)),)
        case s.ForRange():
            head, inner = loops.for_range_head(node, scope)
            return (fold_lines(head, key, _block_lines(node.body, inner, numbers)),)
        case s.RepeatUntil():
            head = say("Again and again until {}", condition_phrase(node.condition, scope))
            return (fold_lines(head, key, _block_lines(node.body, scope, numbers)),)
        case s.Repeat():
            return (fold_lines(loops.repeat_head(node, scope), key, _block_lines(node.body, scope, numbers)),)
        case s.Ask():
            answers = tuple(_answer_line(option, scope, numbers) for option in node.options)
            return (SentenceLine(questions.ask_phrase(node, scope), key, answers, False),)
        case s.Choose():
            return (SentenceLine(questions.choose_sentence(node, scope), key),)
        case s.ChooseMany():
            return (SentenceLine(questions.choose_many_sentence(node, scope), key),)
        case s.MoveSome():
            return (SentenceLine(questions.move_some_sentence(node, scope), key),)
        case s.Offer():
            return (SentenceLine(questions.offer_sentence(node, scope), key),)
        case _:
            return (SentenceLine(statement_sentence(node, scope), key),)


def _if_lines(node: s.If, key: RuleKey, scope: WordingScope, numbers: LineNumbering) -> Iterator[SentenceLine]:
    for number, (case, body) in enumerate(node.cases):
        start = say("Otherwise, if {}" if number else "If {}", condition_phrase(case, scope))
        at = numbers.next_key(body.lines[0].span) if number else key
        yield fold_lines(start, at, _block_lines(body, scope, numbers))
    if node.otherwise is not None:
        at = numbers.next_key(node.otherwise.lines[0].span)
        yield fold_lines(phrase_of("Otherwise"), at, _block_lines(node.otherwise, scope, numbers))


def _answer_line(option: s.Option, scope: WordingScope, numbers: LineNumbering) -> SentenceLine:
    """Return one answer to a question with its consequences."""
    key, inner = numbers.next_key(option.span), questions.with_using(option.using, scope)
    said, under = questions.answer_phrase(option, scope, inner), _block_lines(option.body, inner, numbers)
    return fold_lines(said, key, under) if under else SentenceLine(end_sentence(said), key)


def fold_lines(said: Phrase, key: RuleKey, under: tuple[SentenceLine, ...]) -> SentenceLine:
    """Return a sentence with the block under it; a block of one sentence, or of short ones, continues its line."""
    if len(under) == 1:
        return SentenceLine(say("{}: {}", said, _as_continuation(under[0].text)), key, under[0].under, under[0].steps)
    length = sum(len(plain_text(line.text)) for line in under)
    if under and len(under) < 4 and length < 70 and not any(line.under for line in under):
        rest = join_phrases(line.text for line in under[1:])
        return SentenceLine(say("{}: {} {}", said, _as_continuation(under[0].text), rest), key)
    return SentenceLine(say("{}:", said), key, under)


def _as_continuation(text: Phrase) -> Phrase:
    """Return a sentence as it continues another one."""
    first = text[0]
    return text if first.style or first.target else (first._replace(text=continue_sentence(first.text)), *text[1:])
