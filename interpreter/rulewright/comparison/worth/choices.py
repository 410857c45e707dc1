"""What can be restricted in a game: options, pieces and things, by the names that restrictions use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.engine.options import DeclaredOption, options_of

SEATS = "player"
"""The domain of the seats, among which everybody is somebody else: no seat has a worth of its own."""


class Element(NamedTuple):
    """What can be chosen, and its peers: options of one question or menu, pieces of one kind, things of one option."""

    name: str
    peers: str


class Elements:
    """The elements of a program."""

    def __init__(self, program: Program) -> None:
        self.program, self.options = program, options_of(program)
        self.in_choice = cache(lambda code: frozenset(self._elements(code)))
        """What the code of a choice stands for."""

    def _elements(self, code: int) -> Iterator[Element]:
        parts = self.options.parts(code)
        option = _option_element(parts.option)
        yield option
        domain, number = parts.thing or ("", 0)
        for thing in self.program.domains[domain].things_in(number) if domain else ():
            if name := self._name_of(*thing):
                yield Element(f"{option.name} {name}", f"{parts.option.rule}.{parts.option.name}")

    def _name_of(self, domain: str, thing: int) -> str:
        """Return what a thing is called; pieces that follow a rule like that, and those that are alike not at all."""
        pieces = self.program.tables.pieces.get(domain)
        if pieces is not None and pieces.rules[thing]:
            return pieces.rules[thing]
        alike = pieces is not None and pieces.classes.count(pieces.classes[thing]) > 1
        return "" if alike or domain == SEATS else self.program.domains[domain].members[thing]


def _option_element(option: DeclaredOption) -> Element:
    kind, _, rest = option.rule.partition(".")
    if option.piece_domain:
        return Element(f"{kind}.{rest.partition('.')[0]}", kind)
    return Element(option.full_name, option.menu or option.rule)


@dataclass(slots=True)
class Watched:
    """What became of the elements that a seat could choose in a game, by name; only where it could also do otherwise.

    `chosen` and `left` say how often it chose each and how often not, `by_chance` how often chance would have chosen
    it. `beaten`: how often it chose each other element where it could have chosen this one. `numbers`: how often it
    chose each number that it could choose, by the full name of the option that it comes with.
    """

    chosen: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    by_chance: dict[str, float] = field(default_factory=dict)
    beaten: dict[str, dict[str, int]] = field(default_factory=dict)
    peers: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    def note(self, offered: Sequence[frozenset[Element]], taken: frozenset[Element]) -> None:
        """Take in a decision: the elements of each choice, and those of what was chosen."""
        everywhere = frozenset.intersection(*offered)
        open_ = frozenset[Element]().union(*offered) - everywhere
        self.peers |= open_
        _count(self.chosen, (one.name for one in open_ & taken))
        _count(self.left, (one.name for one in open_ - taken))
        for one in open_:
            own = [choice for choice in offered if one in choice]
            self.by_chance[one.name] = self.by_chance.get(one.name, 0.0) + len(own) / len(offered)
            if one not in taken:
                _count(self.beaten.setdefault(one.name, {}), (other.name for other in taken.difference(*own)))


def _count(found: dict[str, int], names: Iterable[str], times: int = 1) -> None:
    for name in names:
        found[name] = found.get(name, 0) + times


class Watcher:
    """A decision function that takes in what another one is offered and chooses."""

    def __init__(self, elements: Elements, decider: Decider) -> None:
        self.elements, self.decider, self.seen = elements, decider, Watched()

    def __call__(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the choice of the other function."""
        code = self.decider(state, codes, number, made)
        self.seen.note([self.elements.in_choice(each) for each in codes], self.elements.in_choice(code))
        for parts in map(self.elements.options.parts, codes):
            if parts.number is not None:
                chosen = parts is self.elements.options.parts(code)
                _count(self.seen.numbers.setdefault(parts.option.full_name, {}), [f"{parts.number}"], chosen)
        return code


def element_names(program: Program) -> set[str]:
    """Return the names of everything that the rules may offer."""
    elements = Elements(program)
    codes = elements.options.possible_codes(1)
    return {element.name for code in codes for element in elements.in_choice(code)}
