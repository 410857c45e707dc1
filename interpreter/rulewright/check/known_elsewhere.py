"""Says of a name that means nothing in a rule where it has a meaning: in another rule, and how to hand it over.

A name that a step gets by `roll luck` is known to the following lines of the step, and to no step that these lines do.
"Give it a meaning with let" would be wrong there: it would be another number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.cascading import declarations_by_line, words_at
from rulewright.check.deduplication import listed_places
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Code, Findings, Span
from rulewright.frozen import frozen_class
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Node, nodes_in


@frozen_class
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
    def is_parameter(self) -> bool:
        """Whether the rule is given what the name means."""
        return self.span in [word.span for word in getattr(self.decl, "params", ())]


def say_where_known(resolved: Resolved, findings: Findings) -> None:
    """Replace the remedies of names that only other rules know."""
    decls = declarations_by_line(resolved.rules)
    knowing = _rules_knowing(resolved, decls)
    for at, one in enumerate(findings.found):
        text, here = words_at(resolved.rules, one.span), decls.get((one.span.file, one.span.line))
        nowhere = f'"{text}" means nothing here'
        if here is None or one.code != Code.UNKNOWN_NAME or one.message not in (nowhere, "nothing has this name"):
            continue
        homes = [*knowing[text].values()]
        remedy = _remedy_lines(resolved, here, homes) if all(home.decl is not here for home in homes) else []
        if remedy:
            # A fact of the same name may be meant, too: 'It belongs to a tile: "tile's part".'
            remedy += [line for line in one.remedy if line.startswith("It belongs to ")]
            findings.found[at] = replace(one, message=nowhere, remedy=tuple(remedy), fix=None)


def _rules_knowing(resolved: Resolved, decls: dict[tuple[str, int], d.Decl]) -> dict[str, dict[Span, Home]]:
    """Return, by name, the rules that know it, in the order of files and lines, each once."""
    homes: dict[str, dict[Span, Home]] = defaultdict(dict)
    for span, _, var in sorted(resolved.table.locals.values(), key=lambda local: local[0]):
        if decl := decls.get((span.file, span.line)):
            homes[var.name].setdefault(decl.span, Home(decl, var, span))
    return homes


def _remedy_lines(resolved: Resolved, here: d.Decl, homes: Sequence[Home]) -> list[str]:
    """Say where a name is known, and what to write where it is and where it is wanted; nothing where that is unsure."""
    for home in homes:
        if isinstance(here, d.Step | d.Cost | d.Value) and (call := _first_call(resolved, here, home)) is not None:
            return _handed_over(resolved, here, home, call)
    phases = [
        home for home in homes if home.is_parameter and isinstance(home.decl, d.Step) and home.decl.kind == "phase"
    ]
    if phases or (len(homes) == 1 and resolved.table.domain_of(homes[0].var.name) is None):
        return _remedy_by_remembering(resolved, (phases or [*homes])[0])
    return []


Caller = d.Step | d.Cost | d.Value
INDENT = 4
"""The blanks before the lines of a block, more than before its heading."""


def _first_call(resolved: Resolved, here: Caller, home: Home) -> Node | None:
    """Return the first use of a step, cost or value in the lines of a rule to which the name is known."""
    lines = resolved.rules.files[home.span.file].split("\n")
    least = _depth_below(lines[home.span.line - 1])
    after = range(home.span.line, len(lines))
    ends = (at for at in after if lines[at].strip() and len(lines[at]) - len(lines[at].lstrip(" ")) < least)
    last = len(lines) if home.is_parameter else next(ends, len(lines))
    return next((node for node in _calls_in(here, home.decl) if home.span.line < node.span.line <= last), None)


def _depth_below(line: str) -> int:
    """Return the indentation of the lines for which a line gives a name its meaning.

    `for each n in ...:` gives it to the deeper lines that follow, `let n be ...` to those of its own block.
    """
    opens = line.partition("#")[0].rstrip().endswith(":")
    return len(line) - len(line.lstrip(" ")) + (INDENT if opens else 0)


def _calls_in(here: Caller, decl: d.Decl) -> Iterator[Node]:
    """Yield where a rule does a step, pays a cost or reads a value."""
    for node in nodes_in(decl):
        match node, here:
            # A value that is looked up by something already is left out: there is more than one way to continue it.
            case (s.Do(step=word), d.Step()) | (s.PayCost(cost=word), d.Cost()) | (x.Of(name=word), d.Value(params=())):
                name = word.text
            case x.Name(text=name), d.Value(params=()):
                pass
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
    calls = [node for decl in rules.declarations for node in _calls_in(here, decl) if node is not call]
    others = [(node.span.file, node.span.line) for node in calls]
    kind = here.kind if isinstance(here, d.Step) else type(here).__name__.lower()
    owner = f" of {here.of}" if isinstance(here, d.Value) and here.of is not None else ""
    params = ", ".join([*(word.text for word in here.params), name])
    colon = "" if kind == "phase" else ":"  # a phase has its heading before the colon
    return [
        f"It is known in {home.name}. Hand it over.",
        f'In {call.span.file}:{call.span.line} write "{written}".',
        f'In {here.span.file}:{here.span.line} write "{kind} {here.name}{owner} ({params}){colon}".',
        *([f"{listed_places(others)} must hand something over, too."] if others else []),
    ]


def _remedy_by_remembering(resolved: Resolved, home: Home) -> list[str]:
    """Say how the game can remember what only one rule knows."""
    name, line = home.var.name, resolved.rules.files[home.span.file].split("\n")[home.span.line - 1]
    kept = f"current-{name}"
    while kept in resolved.table.known_names():
        kept += "-now"
    where, blanks = f"line {home.span.line} of {home.span.file}", _depth_below(line)
    if home.is_parameter and isinstance(home.decl, d.Step):
        where = f'"rule keep-{name} before {home.decl.name} ({", ".join(word.text for word in home.decl.params)}):"'
        blanks = INDENT
    return [
        f'It is known in {home.name}. Keep it for other rules, and write "{kept}" here.',
        f'Below "the game has:" write "{kept}: {_stored_type_words(home.var.type)}".',
        f'Below {where} write "set {kept} to {name}", with {blanks} blanks before it.',
    ]


def _stored_type_words(type_: c.Type) -> str:
    """Return how a fact that can hold a value is declared: "card or nothing", "set of cards"."""
    held = str(replace(type_, optional=True)).removeprefix("a ").replace(", or", " or")
    return "0 to 9999" if type_.domain is None else held.replace("player or nothing", "player or nobody")
