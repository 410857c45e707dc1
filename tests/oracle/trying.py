"""What can be done up to the first effect: tried line by line, with every answer to every question on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.oracle.state import State, Stuck, Thing, Value, combinations
from tests.oracle.values import Env, Values

from rulewright.check import core as c

RULES, QUESTIONS = 6, 8
"""What lies beyond so many rules or questions is assumed to be possible, as the reference says of looking ahead."""


class Trying(Values):
    """Finds what is offered."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        super().__init__(rules, state)
        self.depth: dict[frozenset[int], int] = {}
        """How deep options are nested in one another, by their circle."""
        self.circles: dict[int, frozenset[int]] = {}
        self.looking: list[c.Menu] = []
        self.doubts: set[str] = set()
        """Codes of what failed while looking ahead, although the answer did not depend on it: play may stop there."""

    # -- what can be done

    def doable(self, step: c.Rule, given: list[Value]) -> bool:
        """Return whether a step can be done."""
        assert isinstance(step, c.Procedure)
        return self.can([*step.body, *step.after], dict(zip(step.params, given, strict=True)))

    def can(self, lines: Sequence[c.Action], env: Env, rules: int = 0, questions: int = 0) -> bool:
        """Return whether lines can be done up to the first effect."""
        env, todo = dict(env), list(lines)
        while todo:
            line = todo.pop(0)
            match line:
                case c.Let():
                    self._name(line, env)
                case c.Say() | c.Pass():
                    pass
                case c.Branch():
                    try:
                        bodies = (body for condition, body in line.cases if self.holds(condition, env))
                        todo = [*next(bodies, line.otherwise), *todo]
                    except Stuck as stuck:
                        self.doubts.add(stuck.code)
                        ways = [*(body for _, body in line.cases), line.otherwise]
                        if all(self.can([*way, *todo], env, rules, questions) for way in ways):
                            return True
                        raise
                case c.Perform():
                    given = [self.value(part, env) for part in line.arguments]
                    if line.step.can is not None:
                        return self.holds(c.Call(line.step.can, line.arguments, line.span), env)
                    if rules >= RULES:
                        return True
                    rules += 1
                    env |= dict(zip(line.step.params, given, strict=True))
                    todo = [*line.step.body, *line.step.after, *todo]
                case c.Question():
                    return self._answerable(line, todo, env, rules, questions)
                case _:
                    return self._payable(line, env)
        return True

    def _name(self, line: c.Let, env: Env) -> None:
        """Give a value a name; one that cannot be found matters only where the name is used."""
        try:
            env[line.var] = self.value(line.value, env)
        except Stuck as stuck:
            self.doubts.add(stuck.code)
            env.pop(line.var, None)
            self.missing[line.var] = stuck

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

    def _answerable(self, line: c.Question, rest: list[c.Action], env: Env, rules: int, questions: int) -> bool:
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
        failed: Stuck | None = None
        for choice in line.choices:
            try:
                possible = self.given(choice, [*choice.body, *rest], env, rules, questions + 1)
                if next(possible, self) is not self:
                    return True
            except Stuck as stuck:
                self.doubts.add(stuck.code)
                failed = failed or stuck
        if failed is not None:
            raise failed
        return False

    # -- what is offered

    def given(
        self, choice: c.Choice, lines: Sequence[c.Action], env: Env, rules: int = 0, questions: int = 0
    ) -> Iterator[Value]:
        """Yield what may come with a choice; None once for a choice that nothing comes with."""
        if choice.or_nothing:
            yield None
        candidates: Sequence[Thing] = [None]
        if choice.var is not None and choice.things is not None:
            candidates = self.distinct(choice.things.type, sorted(self.things(choice.things, env)))
        elif choice.var is not None:
            assert choice.low is not None and choice.high is not None
            candidates = range(self.number(choice.low, env), self.number(choice.high, env) + 1)
        for one in candidates:
            inside = env if choice.var is None else {**env, choice.var: one}
            if (choice.when is None or self.holds(choice.when, inside)) and self.can(lines, inside, rules, questions):
                yield one

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
        pieces: Sequence[Thing] = [None]
        if option.this is not None and option.live is not None:
            pieces = self.distinct(option.live.type, sorted(self.things(option.live, env)))
        for piece in pieces:
            whose = seat if piece is None else piece
            if option.once is not None and self.state.facts[option.once, (whose,)]:
                continue
            inside = env if option.this is None else {**env, option.this: piece}
            for given in self.given(option.choice, option.choice.body, inside):
                yield piece, given

    # -- pieces that nothing tells apart

    def distinct(self, type_: c.Type, things: list[int]) -> list[int]:
        """Return only one of several pieces that nothing tells apart."""
        domain = type_.domain
        if domain is None or domain.how != "piece":
            return things
        first: dict[object, int] = {}
        for thing in things:
            first.setdefault(self._looks(domain, thing), thing)
        return sorted(first.values())

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
