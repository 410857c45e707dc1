"""What can be done up to the first effect: tried line by line, with every answer to every question on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.oracle.state import State, Thing, Value, combinations
from tests.oracle.values import Env, Later, Values

from rulewright.check import core as c
from rulewright.check.core.walk import does_itself

RULES, QUESTIONS = 6, 8
"""What lies beyond so many rules or questions is assumed to be possible, as the reference says of looking ahead."""

Within = tuple[c.Procedure, ...]
"""The rules that are being looked through, the innermost last."""
Lines = Sequence[c.Action | None]
"""Lines, and None where the innermost of these rules ends."""


def _too_deep(step: c.Procedure, rules: Within) -> bool:
    """Return whether a rule is not looked through: what it needs is assumed to be possible."""
    return len(rules) >= RULES or (step in rules and does_itself(step))


def names_given(choice: c.Choice, given: Value) -> Env:
    """Return what comes with a choice by the names of the rules."""
    if choice.var is None:
        return {}
    if not isinstance(choice.things, c.Combined):
        return {choice.var: given}
    found: Env = {}
    assert isinstance(given, int) and choice.var.type.domain is not None
    for var, part in zip(reversed(choice.things.vars), reversed(choice.var.type.domain.made_of), strict=True):
        found[var] = part.low + given % part.size
        given //= part.size
    return found


class Trying(Values):
    """Finds what is offered."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        super().__init__(rules, state)
        self.depth: dict[frozenset[int], int] = {}
        """How deep options are nested in one another, by their circle."""
        self.circles: dict[int, frozenset[int]] = {}
        self.looking: list[c.Menu] = []

    # -- what can be done

    def doable(self, step: c.Rule, given: list[Value]) -> bool:
        """Return whether a step can be done."""
        assert isinstance(step, c.Procedure)
        return self.can([*step.body, *step.after], dict(zip(step.params, given, strict=True)))

    def can(self, lines: Lines, env: Env, rules: Within = (), questions: int = 0) -> bool:
        """Return whether lines can be done up to the first effect.

        Where that is so whatever the position is, nothing is evaluated; otherwise it is, in the order of the lines,
        and what cannot be found stops play. A name's value is looked for where the name is used.
        """
        env, todo = dict(env), list(lines)
        if self.sure(todo, rules, questions):
            return True
        while todo:
            line = todo.pop(0)
            match line:
                case c.Let():
                    env[line.var] = Later(line.value, dict(env))
                case None:
                    rules = rules[:-1]
                case c.Say() | c.Pass():
                    pass
                case c.Branch():
                    bodies = (body for condition, body in line.cases if self.holds(condition, env))
                    return self.can([*next(bodies, line.otherwise), *todo], env, rules, questions)
                case c.Perform():
                    if line.step.can is not None:
                        return self.holds(c.Call(line.step.can, line.arguments, line.span), env)
                    if _too_deep(line.step, rules):
                        return True
                    given = [Later(part, dict(env)) for part in line.arguments]
                    env |= dict(zip(line.step.params, given, strict=True))
                    inside = [*line.step.body, *line.step.after, None, *todo]
                    return self.can(inside, env, (*rules, line.step), questions)
                case c.PickAtRandom():
                    return bool(self.things(line.things, env))
                case c.Question():
                    return self._answerable(line, todo, env, rules, questions)
                case _:
                    return self._payable(line, env)
        return True

    def sure(self, lines: Lines, rules: Within, questions: int) -> bool:
        """Return whether lines can be done up to the first effect whatever the position is."""
        lines = [line for line in lines if not isinstance(line, c.Let | c.Say | c.Pass)]
        if not lines:
            return True
        line, rest = lines[0], lines[1:]
        match line:
            case None:
                return self.sure(rest, rules[:-1], questions)
            case c.Branch():
                ways = [*(body for _, body in line.cases), line.otherwise]
                return all(self.sure([*way, *rest], rules, questions) for way in ways)
            case c.Perform():
                inside, within = [*line.step.body, *line.step.after, None, *rest], (*rules, line.step)
                looked = line.step.can is None and not _too_deep(line.step, rules)
                return looked and self.sure(inside, within, questions)
            case c.Question() if line.loop or line.stop is not None:
                return True
            case c.Question() if line.menu is not None:
                always = [one for one in line.menu.options if not (one.limit or one.once or one.this)]
                free = [one.choice for one in always if id(one) not in self.circles]
                return any(self._sure_choice(choice, [], rules, questions) for choice in free)
            case c.Question():
                after = [one for one in rest if one is not None]
                return any(self._sure_choice(choice, after, rules, questions + 1) for choice in line.choices)
            case c.PickAtRandom():
                return isinstance(line.things, c.Const) and line.things.value != 0
            case c.Gain() | c.Transfer():
                return not line.due or (isinstance(line, c.Gain) and line.sign > 0)
        return True

    def _sure_choice(self, choice: c.Choice, rest: Lines, rules: Within, questions: int) -> bool:
        if choice.or_nothing:
            return True
        if choice.when is not None or choice.things is not None:
            return False
        if choice.var is not None:
            low, high = choice.low, choice.high
            if not (isinstance(low, c.Const) and isinstance(high, c.Const) and low.value <= high.value):
                return False
        return self.sure([*choice.body, *rest], rules, questions)

    def _payable(self, line: c.Action, env: Env) -> bool:
        """Return whether the first effect can be done: what one pays oneself must be there."""
        if isinstance(line, c.Gain) and line.sign < 0 and line.due:
            seat = line.seat
        elif isinstance(line, c.Transfer) and line.due:
            seat = line.payer
        else:
            return True
        have = self.state.facts[line.amount, self.keys(line.amount.keys, (seat,) if line.amount.keys else (), env)]
        assert isinstance(have, int)
        return have >= self.number(line.number, env)

    def _answerable(self, line: c.Question, rest: Lines, env: Env, rules: Within, questions: int) -> bool:
        if line.loop or line.stop is not None or questions >= QUESTIONS:
            return True
        if line.menu is not None:
            if line.menu in self.looking:
                return False
            self.looking.append(line.menu)
            seat = self.thing(line.seat, env)
            inside = self.opened(line, line.menu, seat, env)
            found = any(next(self.available(option, inside), None) is not None for option in line.menu.options)
            self.looking.pop()
            return found
        after = [one for one in rest if one is not None]
        ways = (self.given(one, [*one.body, *after], env, rules, questions + 1) for one in line.choices)
        return any(next(way, self) is not self for way in ways)

    # -- what is offered

    def given(
        self, choice: c.Choice, lines: Lines, env: Env, rules: Within = (), questions: int = 0
    ) -> Iterator[Value]:
        """Yield what may come with a choice; None once for a choice that nothing comes with."""
        if choice.or_nothing:
            yield None
        candidates: Iterable[Thing] = [None]
        if isinstance(choice.things, c.Combined):
            candidates = self._combinations(choice.things, env)
        elif choice.var is not None and choice.things is not None:
            candidates = self.distinct(choice.things.type, self.members(choice.things, env))
        elif choice.var is not None:
            assert choice.low is not None and choice.high is not None
            candidates = range(self.number(choice.low, env), self.number(choice.high, env) + 1)
        for one in candidates:
            inside = {**env, **names_given(choice, one)}
            if (choice.when is None or self.holds(choice.when, inside)) and self.can(lines, inside, rules, questions):
                yield one

    def _combinations(self, of: c.Combined, env: Env, before: int = 0, at: int = 0) -> Iterator[int]:
        """Yield the numbers of combinations: the last part is the last digit, and each part has a base of its own."""
        if at == len(of.vars):
            yield before
            return
        assert of.type.domain is not None
        part, things = of.type.domain.made_of[at], of.sets[at]
        for one in self.distinct(things.type, self.members(things, env)):
            inside = {**env, of.vars[at]: one if part.domain else part.low + one}
            digit = one - part.low if part.domain else one
            yield from self._combinations(of, inside, before * part.size + digit, at + 1)

    def opened(self, line: c.Question, menu: c.Menu, seat: Thing, env: Env) -> Env:
        """Return the names that the options of a menu know."""
        inside: Env = {menu.player: seat}
        if menu is line.menu:
            inside |= zip(menu.params, (self.value(part, env) for part in line.arguments), strict=True)
            inside |= zip(menu.keeps, (env[var] for var in line.keeping), strict=True)
        return inside

    def available(self, option: c.MenuOption, env: Env) -> Iterator[tuple[Thing, Value]]:
        """Yield the pieces and things with which an option of an open menu can be taken."""
        seat, circle = env[option.menu.player], self.circles.get(id(option))
        assert isinstance(seat, int)
        if circle is not None and self.depth.get(circle, 0) >= option.menu.nests:
            return
        if option.limit is not None:
            used = self.state.facts[option.limit[0], (seat,)]
            assert isinstance(used, int)
            if used >= option.limit[1]:
                return
        pieces: Iterable[Thing] = [None]
        if option.this is not None and option.live is not None:
            pieces = self.distinct(option.live.type, self.members(option.live, env))
        for piece in pieces:
            whose = seat if piece is None else piece
            if option.once is not None and self.state.facts[option.once, (whose,)]:
                continue
            inside = env if option.this is None else {**env, option.this: piece}
            for given in self.given(option.choice, option.choice.body, inside):
                yield piece, given

    # -- pieces that nothing tells apart

    def members(self, node: c.Value, env: Env) -> Iterator[int]:
        """Yield the things of a set; of one with a condition, without looking further than is asked for."""
        if isinstance(node, c.Noted):
            yield from self.members(node.part, env)
        elif isinstance(node, c.Filter):
            for one in self.members(node.things, env):
                if self.holds(node.condition, {**env, node.var: one}):
                    yield one
        else:
            yield from sorted(self.things(node, env))

    def distinct(self, type_: c.Type, things: Iterable[int]) -> Iterator[int]:
        """Yield only the first of several pieces that nothing tells apart."""
        domain, known = type_.domain, set[object]()
        for thing in things:
            looks = thing if domain is None or domain.how != "piece" else self._looks(domain, thing)
            if looks not in known:
                known.add(looks)
                yield thing

    def _looks(self, domain: c.Domain, piece: int) -> object:
        kind = next(kind for kind in domain.kinds if kind.start <= piece < kind.start + kind.size)
        place, keys = self.state.where[domain.name, piece]
        at = self.state.places[place, keys].index(piece) if place.order else 0
        printed = [
            [figure.values[number] for number, key in enumerate(combinations(figure.keys)) if key[0] == piece]
            for figure in self.rules.printed.get(domain.name, [])
        ]
        facts = [
            (id(stored), key[1:], value)
            for (stored, key), value in self.state.facts.items()
            if stored.keys and stored.keys[0].domain is domain and key[0] == piece
        ]
        name = domain.declared[piece]
        return repr((kind.name, kind.rules[piece - kind.start], name, id(place), keys, at, printed, facts))
