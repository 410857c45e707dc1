"""Blocks in words: conditions, loops and repetitions, with the sentences that stand under them."""

from __future__ import annotations

from dataclasses import replace

from rulewright.report.rulebook.dictionary import Sort
from rulewright.report.rulebook.model import Key, Line
from rulewright.report.rulebook.order import nodes
from rulewright.report.rulebook.phrases import Phrase, capital, joined, lowered, plain, run, say, spaced
from rulewright.report.rulebook.scope import Scope
from rulewright.report.rulebook.sentences import Sentences
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

_ORDER = {
    "from": "beginning with",
    "after": "beginning on the left of",
    "back to": "in reverse order, ending with",
}


class Blocks(Sentences):
    """Writes the sentences that others stand under."""

    def _if_line(self, node: s.If, key: Key, scope: Scope) -> tuple[Line, ...]:
        found: list[Line] = []
        for number, (condition, body) in enumerate(node.cases):
            start = "otherwise, if {}" if number else "if {}"
            at = self.key(body.lines[0].span) if number else key
            found.append(
                self.folded(capital(say(start, self.condition(condition, scope))), at, self.lines(body, scope))
            )
        if node.otherwise is not None:
            at = self.key(node.otherwise.lines[0].span)
            found.append(self.folded(run("Otherwise"), at, self.lines(node.otherwise, scope)))
        return tuple(found)

    def folded(self, said: Phrase, key: Key, under: tuple[Line, ...]) -> Line:
        """Return a sentence with the block under it; a block of one sentence goes on in the same line."""
        if len(under) > 1 and short(under):
            first = under[0].text[0]
            small = first if first.style or first.target else first._replace(text=lowered(first.text))
            rest = joined(line.text for line in under[1:])
            return Line(say("{}: {} {}", said, (small, *under[0].text[1:]), rest), key)
        if len(under) != 1:
            return Line(say("{}:", said), key, under)
        only = under[0]
        first = only.text[0]
        small = first if first.style or first.target else first._replace(text=lowered(first.text))
        return Line((*say("{}: ", said), small, *only.text[1:]), key, only.under, only.steps)

    def _foreach_line(self, node: s.ForEach, key: Key, scope: Scope) -> Line:
        name = node.variable.text
        sort = self.sort(node.things, scope)._replace(how="one")
        inner = scope if name == "player" else scope.let(name, sort)
        head = self.loop_head(node, scope, inner)
        inner = replace(inner, turn=name) if node.laps else inner
        return self.folded(head, key, self.lines(node.body, inner))

    def loop_head(self, node: s.ForEach, scope: Scope, inner: Scope) -> Phrase:
        """Return for whom or what a block is done, in which order and how long."""
        people = self.sort(node.things, scope).kind == "player"
        single = self._only(node)
        if single is not None and not node.laps:
            return say("For {}", self.value(single, scope))
        who = self._everybody(node, scope, people)
        if node.start is not None:
            who = say(f"{{}}, {_ORDER[node.direction or 'from']} {{}}", who, self.value(node.start, scope))
        if node.by is not None:
            who = say("{}, in the order of {} from low to high", who, self.value(node.by, inner))
        if node.laps:
            who = say("{}, again and again{}", who, self._how_long(node, inner))
        return who

    def _how_long(self, node: s.ForEach, scope: Scope) -> Phrase:
        """Return how long laps go on."""
        if node.until is not None:
            return say(" until {}", self.condition(node.until, scope))
        leaves = any(isinstance(part, s.DropOut) for part in nodes(node.body))
        return run(" until nobody is left in") if leaves else ()

    def _only(self, node: s.ForEach) -> x.Expr | None:
        """The one thing that a loop is about: `for each X in THINGS where it is Y`."""
        things = node.things
        if not isinstance(things, x.Where) or not isinstance(things.condition, x.Compare):
            return None
        same = things.condition.operator == "is" and isinstance(things.condition.left, x.It)
        right = things.condition.right
        truth = isinstance(right, x.Name) and any(m.sort.how == "truth" for m in self.words.members.get(right.text, []))
        return right if same and not truth else None

    def _everybody(self, node: s.ForEach, scope: Scope, people: bool) -> Phrase:
        name, things = node.variable.text, node.things
        if isinstance(things, x.Name) and things.text == "players":
            said = run("Each player")
        else:
            said = capital(self.each(node.variable, things, scope))
            if people:
                said = (said[0]._replace(text=said[0].text.replace("For each", "Each", 1)), *said[1:])
        if people and name != "player" and isinstance(things, x.Name) and things.text == "players":
            said = run(f"Each {spaced(name)} among the players")
        return say("{} in turn", said) if people else said

    def _forrange_line(self, node: s.ForRange, key: Key, scope: Scope) -> Line:
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        inner = scope.let(node.variable.text, Sort("number"))
        head = say("For each {} from {} to {}, one after the other", spaced(node.variable.text), low, high)
        return self.folded(head, key, self.lines(node.body, inner))

    def _repeat_line(self, node: s.Repeat, key: Key, scope: Scope) -> Line:
        times = self.value(node.times, scope)
        number = say("{} times", times) if isinstance(node.times, x.Number) else say("as many times as {}", times)
        return self.folded(capital(number), key, self.lines(node.body, scope))


def short(lines: tuple[Line, ...]) -> bool:
    """True when a few sentences are so short that they read better in one line."""
    return (
        len(lines) < 4 and not any(line.under for line in lines) and sum(len(plain(line.text)) for line in lines) < 70
    )
