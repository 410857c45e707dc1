"""What a value of the rules can be: a number, yes or no, one thing of a domain (or nothing), or a set of its things."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.diagnostics import Span


@dataclass(slots=True, eq=False)
class Domain:
    """A fixed, ordered list of things that can be told apart: players, names, spaces of a grid, pieces.

    `how` is player, names, grid or piece. Things are numbered from 0 in the order of `members`.
    A piece domain holds all kinds that share a shape; `kinds` are their stretches.
    """

    name: str
    plural: str
    how: str
    members: list[str]
    labels: list[str]
    span: Span
    width: int = 0
    height: int = 0
    kinds: list[Kind] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """Stable names that chance is keyed by; the members' names unless they were renamed."""
    declared: list[str] = field(default_factory=list)
    """Of pieces, the labels as the rules give them, whatever the language."""
    _numbers: dict[str, int] = field(default_factory=dict, init=False)

    def number_of(self, name: str) -> int | None:
        """The number of the thing with a name; None if none has it."""
        if len(self._numbers) != len(self.members):
            self._numbers = {member: number for number, member in reversed(list(enumerate(self.members)))}
        return self._numbers.get(name)

    @property
    def size(self) -> int:
        """The number of things of the domain."""
        return len(self.members)

    @property
    def everything(self) -> int:
        """The set of all things of the domain, one bit each."""
        return (1 << self.size) - 1


@dataclass(slots=True, eq=False)
class Kind:
    """A kind of piece: a stretch of a piece domain, with the rule that each of its pieces follows."""

    name: str
    plural: str
    start: int
    size: int
    rules: list[str]
    span: Span

    @property
    def everything(self) -> int:
        """The set of all pieces of the kind, one bit each."""
        return ((1 << self.size) - 1) << self.start


@dataclass(frozen=True, slots=True)
class Type:
    """`how` is number, truth, one, set, unknown or error.

    `kind` narrows a piece domain to one kind, where that is known.
    """

    how: str
    domain: Domain | None = None
    optional: bool = False
    kind: Kind | None = None
    low: int = 0
    high: int = 9999

    def as_set(self) -> Type:
        """The type of a set of such things."""
        return self if self.how == "error" else Type("set", self.domain, False, self.kind, self.low, self.high)

    def as_one(self, optional: bool = False) -> Type:
        """The type of one thing of such a set."""
        return self if self.how == "error" else Type("one", self.domain, optional, self.kind, self.low, self.high)

    def __str__(self) -> str:
        if self.how == "number":
            return "a number"
        if self.how == "truth":
            return "yes or no"
        if self.how == "one" and self.domain is None:
            return "nobody or nothing"
        name = self.kind.name if self.kind else self.domain.name if self.domain else "thing"
        if self.how == "set":
            return f"a set of {self.kind.plural if self.kind else self.domain.plural if self.domain else 'things'}"
        return f"a {name}, or nothing" if self.optional else f"a {name}"


NUMBER = Type("number")
UNKNOWN = Type("unknown")
"""The type of a param before anything was given to it."""
ERROR = Type("error")
"""The type of what has a mistake that was reported. It fits everywhere, so nothing that follows is reported as well."""
TRUTH = Type("truth")
NOTHING = Type("one", None, True)
EMPTY_SET = Type("set")


def default(type_: Type) -> int:
    """The value a fact has before anything is said: the lowest, the first, none, nobody, no."""
    if type_.how == "number":
        return type_.low
    if type_.how == "one" and not type_.optional:
        return type_.kind.start if type_.kind else 0
    return -1 if type_.optional else 0
