"""What `show` prints of the finished rules: expanded, the places of the vector, the blocks of the program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.output import FINE, USAGE, suggestion_for
from rulewright.compose.composed import full_name
from rulewright.phrasing import counted
from rulewright.report.layout import fold
from rulewright.workspace.definitions import names_of

if TYPE_CHECKING:
    from rulewright.workspace import Ruleset


def show_finished(how: str, ruleset: str, name: str | None, players: int | None) -> int:
    """Print the finished rules of a ruleset in one of three ways, or only what has a name in them."""
    chosen = opening.ruleset(ruleset)
    about = chosen.about
    seats = opening.seats_for(about, players)
    lines, known = {"expanded": expanded_lines, "layout": layout_lines, "program": program_lines}[how](
        chosen, seats, name
    )
    if name is not None and not lines:
        click.echo(
            f'Nothing is called "{name}" in what {ruleset} is in the end.{suggestion_for(name, known)}', err=True
        )
        return USAGE
    click.echo("# " + opening.headline(about, f", {counted(seats, 'player')}") + "\n")
    click.echo("\n".join(lines).rstrip("\n"))
    return FINE


Found = tuple[list[str], Iterable[str]]
"""The lines, and the names that can be asked for."""


def expanded_lines(chosen: Ruleset, seats: int, name: str | None) -> Found:
    """Return the declarations of a name with all that belongs to them."""
    rules = chosen.composed_rules
    text, as_text = late.expanded.Expanded(rules, chosen.checked_rules(seats)), late.expanded_text.expanded_text
    if name is None:
        return list(as_text(text.whole())), ()
    named = {decl: set(names_of(decl, full_name(decl))) for decl in rules.declarations}
    for kind, rows in rules.rows.items():
        for decl in named:
            own = [row for row in rows if full_name(decl) == f"{kind}.{row.rule}"]
            named[decl] |= {word for row in own for word in (str(row.name), f"{kind}.{row.name}")}
    found = [text.declaration(decl) for decl, known in named.items() if as_written(name) in known]
    return [line for lines in found for line in (*as_text(lines), "")], {
        word for known in named.values() for word in known
    }


def layout_lines(chosen: Ruleset, seats: int, name: str | None) -> Found:
    """Return the table of the vector, or the slots of the stretches of a name one by one."""
    program = chosen.program(seats, traced=True)
    stretches = late.vector_layout.stretches_of(program.entries)
    if name is None:
        return list(late.vector_text.vector_lines(stretches, program.length)), ()
    found = [stretch for stretch in stretches if as_written(name) in name_endings(stretch.name)]
    return list(late.vector_text.slot_lines(found)), {
        part for stretch in stretches for part in name_endings(stretch.name)
    }


def program_lines(chosen: Ruleset, seats: int, name: str | None) -> Found:
    """Return the intermediate representation of the whole program, or of the rules of a name."""
    printed = late.program_text.program_text(chosen, seats)
    wanted = [text for rule, text in printed.functions if name is not None and as_written(name) in name_endings(rule)]
    text = printed.whole if name is None else "\n\n".join(wanted)
    lines: list[str] = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines += fold(line.strip(), indent, f"{indent}        ") if line else [""]
    return lines, {part for rule, _ in printed.functions for part in name_endings(rule)}


def as_written(name: str) -> str:
    """Return a name as it would be written in a rule file."""
    return name.strip().lower().replace(" ", "-")


def name_endings(name: str) -> set[str]:
    """Return the names under which a full name can be asked for: ever shorter ends of it."""
    words = name.replace(" ", "-").split(".")
    return {".".join(words[at:]) for at in range(len(words))}
