"""Questions of the reference evaluator: what is offered is found by trying, and then somebody is asked."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache

from tests.oracle.interpreter import Asked, EndOf, Lines, Offer, Running, Stop
from tests.oracle.state import State, Stuck, Value
from tests.oracle.trying import Trying, names_given
from tests.oracle.values import Env

from rulewright.check import core as c
from rulewright.check.core.walk import Unit, body_of, lines_inside, menus_of, units_of

FORCED = 10_000
Offered = list[tuple[Offer, c.Choice | None, c.MenuOption | None]]
"""What is offered, and what it belongs to."""


def leads_to(unit: Unit) -> Iterator[Unit]:
    """Yield the rules that a rule leads to directly."""
    for line in lines_inside(body_of(unit)):
        if isinstance(line, c.Perform):
            yield line.step
        elif isinstance(line, c.Dispatch):
            yield from (step for _, step in line.cases)
        elif isinstance(line, c.Question):
            yield from (option for menu in menus_of(line) for option in menu.options)


@lru_cache(maxsize=1)
def circles_of(rules: c.CheckedRules) -> dict[int, frozenset[int]]:
    """Return for each option that leads back to itself the rules of its circle, by identity."""
    reach: dict[int, set[int]] = {}
    for unit in units_of(rules):
        found, waiting = reach.setdefault(id(unit), set()), [unit]
        while waiting:
            for other in leads_to(waiting.pop()):
                if id(other) not in found:
                    found.add(id(other))
                    waiting.append(other)
    return {
        unit: frozenset(other for other in found if unit in reach[other])
        for unit, found in reach.items()
        if unit in found
    }


class Interpreter(Trying, Lines):
    """Executes rules and asks."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        super().__init__(rules, state)
        self.circles = circles_of(rules)
        self.forced = 0
        self.tape: list[Offered] = []
        """What was offered at each question so far."""
        self.told = 0
        """How many of these lists were used."""

    def repeat(self, tape: Sequence[Offered]) -> Running:
        """Play a game again whose first questions are known, without looking for what they offer."""
        self.tape = list(tape)
        return self.game()

    def game(self) -> Running:
        """Play the game."""
        try:
            yield from self.perform(self.rules.game, [None] * len(self.rules.game.params))
        except EndOf as end:
            raise AssertionError(f"{end.step.name} ends outside of itself") from None

    def question(self, line: c.Question, rest: Sequence[c.Action], env: Env) -> Running:
        """Ask, again and again if the question says so."""
        alone = len(line.choices) == 1 and line.choices[0].plain
        while True:
            if line.until is not None and self.holds(line.until, env):
                return
            seat = self.thing(line.seat, env)
            if seat is None:
                raise Stuck("nothing-there")
            if self.told == len(self.tape):
                self.tape.append(self._offered(line, rest if alone else (), seat, env))
            offers, self.told = self.tape[self.told], self.told + 1
            if not offers:
                if line.loop or line.stop is not None:
                    return
                raise Stuck("dead-end")
            taken, choice, option = offers[(yield from self._answer(line, seat, [one[0] for one in offers]))]
            if choice is None:
                return
            again = line.loop
            if option is not None:
                yield from self._take(line, option, taken, seat, env)
                again |= option.menu in line.also
            else:
                again &= not (yield from self._follow(line, choice, taken, env))
            if not again:
                return

    def _follow(self, line: c.Question, choice: c.Choice, taken: Offer, env: Env) -> Generator[Asked, int, bool]:
        """Do what a choice leads to; return whether that left the question, which `stop` does if it comes back."""
        env |= names_given(choice, taken[3])
        try:
            yield from self.run(choice.body, env)
        except Stop:
            if not line.loop:
                raise
            return True
        return False

    def _answer(self, line: c.Question, seat: int, offers: list[Offer]) -> Generator[Asked, int, int]:
        """Ask for one of the offers; the only one is taken without asking."""
        if len(offers) == 1:
            self.forced += 1
            if self.forced > FORCED:
                raise Stuck("limit-exceeded")
            return 0
        self.forced = 0
        self.changes += 1
        return (yield Asked(seat, tuple(offers), id(line)))

    def _offered(self, line: c.Question, rest: Sequence[c.Action], seat: int, env: Env) -> Offered:
        """Return what a question offers."""
        offers = [*self._own(line, rest, env), *self._of_menus(line, seat, env)]
        if offers and line.stop is not None:
            offers.append(((line.rule, "stop", None, None), None, None))
        return offers

    def _own(self, line: c.Question, rest: Sequence[c.Action], env: Env) -> Offered:
        return [
            ((choice.rule, choice.name, None, given), choice, None)
            for choice in line.choices
            for given in self.given(choice, [*choice.leads_to, *rest], env)
        ]

    def _of_menus(self, line: c.Question, seat: int, env: Env) -> Offered:
        found: Offered = []
        for menu in menus_of(line):
            inside = self.opened(line, menu, seat, env)
            for option in menu.options:
                for this, given in self.available(option, inside):
                    found.append(((option.full_name, option.choice.name, this, given), option.choice, option))
        return found

    def _take(self, line: c.Question, option: c.MenuOption, taken: Offer, seat: int, env: Env) -> Running:
        """Take an option of a menu, and copy back what the menu keeps."""
        inside, (_, _, this, given) = self.opened(line, option.menu, seat, env), taken
        if option.this is not None:
            inside[option.this] = this
        inside |= names_given(option.choice, given)
        self._note_use(option, seat if this is None else this, seat)
        circle = self.circles.get(id(option))
        if circle is not None:
            self.depth[circle] = self.depth.get(circle, 0) + 1
        try:
            yield from self.run(option.choice.body, inside)
        finally:
            if circle is not None:
                self.depth[circle] -= 1
        if option.menu is line.menu and option.menu not in line.also:
            for kept, own in zip(option.menu.keeps, line.keeping, strict=True):
                env[own] = inside[kept]

    def _note_use(self, option: c.MenuOption, whose: int, seat: int) -> None:
        """Note that an option has been used, where that matters."""
        if option.once is not None:
            self.state.facts[option.once, (whose,)] = True
        if option.limit is not None:
            used: Value = self.state.facts[option.limit[0], (seat,)]
            assert isinstance(used, int)
            self.state.facts[option.limit[0], (seat,)] = used + 1
