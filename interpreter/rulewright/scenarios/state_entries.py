"""Everything that a scenario can give or expect of a position, value by value, in the words of scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.backends import Program
from rulewright.compile.tables import ValueType, bits
from rulewright.diagnostics import NOWHERE, Findings
from rulewright.scenarios.entries import Cell, held
from rulewright.scenarios.naming import GAME, Fact, Owner, PlayedNames
from rulewright.scenarios.pieces import Pieces
from rulewright.source import Scalar
from rulewright.source.languages import owned

Path = tuple[str, ...]
"""The keys of a value, the outermost first."""

Shown = int | str | list[str]
"""A value as a scenario gives it."""

Values = dict[Path, Shown]
Nested = Shown | dict[str, "Nested"]
"""Values under their words, one in the other."""


class Positions:
    """Reads the positions of a program as scenarios give them."""

    def __init__(self, program: Program) -> None:
        self.program, self.names = program, PlayedNames(program, Findings())
        owners = list(self._owners())
        self.facts = [(path, fact) for prefix, owner in owners for path, fact in self._facts(prefix, owner)]
        self.places = [
            ((*prefix, name, place.key) if place.key else (*prefix, name), place)
            for prefix, owner in owners for name, places in self.names.places(owner).items() for place in places
        ]  # fmt: skip

    @property
    def stacks(self) -> set[Path]:
        """Where stacks lie: of these a scenario may name only what lies on top."""
        return {path for path, place in self.places if place.order == "stack"}

    def _owners(self) -> Iterator[tuple[Path, Owner]]:
        yield (GAME,), Owner("", 0, GAME)
        for info in self.program.domains.values():
            for index, member in enumerate(info.members):
                if info.how == "player":
                    yield (self.program.seat_names[index],), Owner(info.name, index, member)
                else:
                    yield (info.plural, member), Owner(info.name, index, member)

    def _facts(self, prefix: Path, owner: Owner) -> Iterator[tuple[Path, Cell]]:
        for name, fact in self.names.facts(owner).items():
            if fact.label == owned(owner.label, name):
                for path, slot in _slots((*prefix, name), fact, self.program.tables.width(fact.type)):
                    yield path, Cell(fact.label, fact, slot, Scalar(NOWHERE, name))

    def values(self, state: list[int]) -> Values:
        """Return every value of a position."""
        found: Values = {path: self.shown(cell.fact.type, held(state, self.names, cell)) for path, cell in self.facts}
        pieces = Pieces(self.names, state)
        for path, place in self.places:
            inside = [self.program.domains[place.domain].members[piece] for piece in pieces.inside(place.number)]
            found[path] = inside[::-1] if place.order == "stack" else inside
        return found

    def shown(self, type_: ValueType, value: int) -> Shown:
        """Return a value as a scenario gives it."""
        domain = type_.domain
        if type_.is_number:
            return value
        if type_.how == "truth":
            return "yes" if value else "no"
        members = self.program.seat_names if domain == "player" else self.program.domains[domain].members
        if type_.how == "set":
            return [members[i] for i in bits(value)]
        return "nothing" if value < 0 else members[value]


def _slots(path: Path, fact: Fact, words: int) -> Iterator[tuple[Path, int]]:
    if not fact.keys:
        yield path, fact.first
    for at, key in enumerate(fact.keys):
        yield (*path, key), fact.first + at * words


def differing(first: Values, second: Values) -> list[Path]:
    """Return the values that both have and that differ."""
    return [path for path, value in first.items() if path in second and second[path] != value]


def nested(values: Values, paths: Iterable[Path]) -> dict[str, Nested]:
    """Return some values as a scenario writes them, one in the other."""
    found: dict[str, Nested] = {}
    for path in paths:
        inner = found
        for word in path[:-1]:
            below = inner.setdefault(word, {})
            assert isinstance(below, dict), "a value has no others below it"
            inner = below
        inner[path[-1]] = values[path]
    return found


# -- writing


def block(content: Mapping[str, object], indent: str = "") -> Iterator[str]:
    """Yield the lines of a table, an entry on each."""
    for key, value in content.items():
        yield f"{indent}{text(key)}: {text(value)}"


def text(value: object) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{text(key)}: {text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(text, value)) + "]"
    said = str(value)
    plain = said[:1].isalnum() and all(c.isalnum() or c in " -+._" for c in said) and said == said.strip()
    return said if plain else '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'
