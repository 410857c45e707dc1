"""What the names in a rule mean while it is read: names let, the acting player, `this` and `it`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.check.core.things import Type, Var


@dataclass(frozen=True, slots=True)
class Scope:
    """An immutable set of names; a line that lets a name gives the lines after it a new scope."""

    rule: str
    names: dict[str, Var] = field(default_factory=dict)
    it: Var | None = None
    this: Var | None = None
    loops: tuple[str, ...] = ()
    """The loops around, outermost first: loop, laps or asking."""

    def with_var(self, var: Var) -> Scope:
        """Return a scope in which one more variable is known."""
        return replace(self, names={**self.names, var.name: var})

    def looking_at(self, type_: Type) -> tuple[Scope, Var]:
        """Return a scope in which `it` is a thing of the type."""
        var = Var("it", type_)
        return replace(self, it=var), var

    def within_loop(self, how: str) -> Scope:
        """Return the scope of the body of a loop."""
        return replace(self, loops=(*self.loops, how))

    @property
    def player(self) -> Var | None:
        """The acting player."""
        return self.names.get("player")
