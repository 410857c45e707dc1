"""Says of a name that means nothing in a rule where it has a meaning: in another rule, and how to hand it over.

A name that a step gets by `roll luck` is known to the following lines of the step, and to no step that these lines do.
"Give it a meaning with let" would be wrong there: it would be another number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.check import core as c
from rulewright.check.cascading import words_at
from rulewright.check.deduplication import listed_places
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Code, Diagnostic, Findings, Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Node, nodes_in


@dataclass(frozen=True, slots=True)
class Home:
    """A rule in which a name has a meaning, and where it gets it."""

    decl: d.Decl
    var: c.Var
    span: Span

    @property
    def name(self) -> str:
        """What the rule is called: "step sell"."""
        return full_name(self.decl).replace(".", " ", 1)

    @property
    def params(self) -> tuple[x.Word, ...]:
        """What the rule is given."""
        return getattr(self.decl, "params", ())

    @property
    def given(self) -> bool:
        """Whether the name is one of those."""
        return self.span in [word.span for word in self.params]


def say_where_known(resolved: Resolved, findings: Findings) -> None:
    """Replace the remedies of names that only other rules know; a name is reported once in each rule."""
    same: dict[tuple[Span, str], list[Diagnostic]] = {}
    for one in findings.found:
        text = words_at(resolved.rules, one.span)
        decl = _around(resolved, one.span)
        if one.code == Code.UNKNOWN_NAME and one.message in (_NOWHERE, f'"{text}" means nothing here') and decl:
            same.setdefault((decl.span, text), []).append(one)
    for (span, text), found in same.items():
        decl = next(decl for decl in resolved.rules.declarations if decl.span == span)
        homes = _homes(resolved, text)
        remedy = _remedy(resolved, decl, homes) if all(home.decl is not decl for home in homes) else []
        if remedy:
            first, *more = found
            # A fact of the same name may be meant, too: 'It belongs to a tile: "tile's part".'
            remedy += [line for line in first.remedy if line.startswith("It belongs to ")]
            remedy += [f"It stands in {_places(other.span for other in more)}, too."] if more else []
            findings.found[findings.found.index(first)] = replace(
                first, message=f'"{text}" means nothing here', remedy=tuple(remedy), fix=None
            )
            findings.found[:] = [other for other in findings.found if other not in more]


_NOWHERE = "nothing has this name"


def _around(resolved: Resolved, span: Span) -> d.Decl | None:
    """Return the declaration that a place belongs to."""
    decls = (decl for decl in resolved.rules.declarations if decl.span.file == span.file)
    return next((decl for decl in decls if decl.span.line <= span.line <= decl.span.end_line), None)


def _homes(resolved: Resolved, text: str) -> list[Home]:
    """Return the rules that know a name, in the order of files and lines, each once."""
    known = [(span, var) for span, _, var in resolved.table.locals.values() if var.name == text]
    # A rule that was read twice has two variables at one place.
    found = sorted(known, key=lambda home: home[0])
    homes: dict[Span, Home] = {}
    for span, var in found:
        decl = _around(resolved, span)
        if decl is not None:
            homes.setdefault(decl.span, Home(decl, var, span))
    return list(homes.values())


def _remedy(resolved: Resolved, here: d.Decl, homes: Sequence[Home]) -> list[str]:
    """Say where a name is known, and what to write where it is and where it is wanted; nothing where that is unsure."""
    for home in homes:
        if isinstance(here, d.Step | d.Cost | d.Value) and (call := _call(resolved, here, home)) is not None:
            return _handed_over(resolved, here, home, call)
    phases = [home for home in homes if home.given and isinstance(home.decl, d.Step) and home.decl.kind == "phase"]
    if phases or (len(homes) == 1 and resolved.table.domain_of(homes[0].var.name) is None):
        return _kept((phases or [*homes])[0])
    return []


Caller = d.Step | d.Cost | d.Value


def _call(resolved: Resolved, here: Caller, home: Home) -> Node | None:
    """Return the first use of a step, cost or value in the lines of a rule to which the name is known."""
    lines = resolved.rules.files[home.span.file].split("\n")
    known = range(home.span.line, _last_line(lines, home) + 1)
    return next((node for node in _calls(here, home.decl) if node.span.line - 1 in known), None)


def _last_line(lines: Sequence[str], home: Home) -> int:
    """Return the index of the last line of the block in which a name has its meaning.

    `for each n in ...:` gives it to the deeper lines that follow, `let n be ...` to those of its own block.
    """
    start = home.span.line - 1
    least = _depth(lines[start]) + lines[start].partition("#")[0].rstrip().endswith(":")
    after = range(home.span.line, len(lines))
    end = next((at for at in after if lines[at].strip() and _depth(lines[at]) < least), len(lines))
    return len(lines) if home.given else end - 1


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _calls(here: Caller, decl: d.Decl) -> Iterator[Node]:
    """Yield where a rule does a step, pays a cost or reads a value."""
    for node in nodes_in(decl):
        match node, here:
            case s.Do(step=word), d.Step():
                name = word.text
            case s.PayCost(cost=word), d.Cost():
                name = word.text
            # One that is looked up by something already is left out: there is more than one way to continue it.
            case x.Of(name=word), d.Value(params=()):
                name = word.text
            case x.Name(text=text), d.Value(params=()):
                name = text
            case _:
                continue
        if name == here.name.text:
            yield node


def _handed_over(resolved: Resolved, here: Caller, home: Home, call: Node) -> list[str]:
    rules, name = resolved.rules, home.var.name
    written = words_at(rules, call.span)
    if isinstance(call, s.Do | s.PayCost):
        written += f", {name}" if call.arguments else f" with {name}"
    else:
        written = f"({written} for {name})"
    others = [node.span for decl in rules.declarations for node in _calls(here, decl) if node is not call]
    kind = here.kind if isinstance(here, d.Step) else type(here).__name__.lower()
    owner = f" of {here.of}" if isinstance(here, d.Value) and here.of is not None else ""
    params = ", ".join([*(word.text for word in here.params), name])
    colon = "" if kind == "phase" else ":"  # a phase has its heading before the colon
    return [
        f"It is known in {home.name}. Hand it over.",
        f'In {call.span.file}:{call.span.line} write "{written}".',
        f'In {here.span.file}:{here.span.line} write "{kind} {here.name}{owner} ({params}){colon}".',
        *([f"{_places(others)} must hand something over, too."] if others else []),
    ]


def _places(spans: Iterable[Span]) -> str:
    return listed_places([(span.file, span.line) for span in spans])


def _kept(home: Home) -> list[str]:
    """Say how the game can remember what only one rule knows."""
    name = home.var.name
    kept = f"current-{name}"
    where = f"line {home.span.line} of {home.span.file}"
    if home.given and isinstance(home.decl, d.Step):
        where = f'"rule keep-{name} before {home.decl.name} ({", ".join(word.text for word in home.params)}):"'
    return [
        f'It is known in {home.name}. Keep it for other rules, and write "{kept}" here.',
        f'Below "the game has:" write "{kept}: {_stored(home.var.type)}".',
        f'Below {where} write "set {kept} to {name}".',
    ]


def _stored(type_: c.Type) -> str:
    """Return how a fact that can hold a value is declared."""
    if type_.domain is None:
        return "0 to 9999"
    kind = type_.kind or type_.domain
    if type_.how == "set":
        return f"set of {kind.plural}"
    return f"{kind.name} or {'nobody' if type_.domain.how == 'player' else 'nothing'}"
