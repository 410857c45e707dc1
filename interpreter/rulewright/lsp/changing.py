"""What a ruleset can replace, remove or change of those that it extends, each as it stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from rulewright.check.core.things import Figure, axis_names, value_text
from rulewright.compose.apply import removable_names
from rulewright.compose.composed import Composed, full_name
from rulewright.lsp.diagnostics import Action
from rulewright.lsp.offers import CompletionOffer
from rulewright.lsp.outline import end_of, parts
from rulewright.lsp.positions import Position, Range
from rulewright.lsp.project import Project
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import declared_at

START = Range(Position(0, 0), Position(0, 0))
NOT_REPLACED = ("edit", "difference", "has")


def offers_of_change(project: Project, folder: Path, before: str) -> list[CompletionOffer]:
    """Return what can be named behind the words of an unfinished line; nothing where that line changes nothing."""
    base = project.ruleset(folder).source.base
    if base is None:
        return []
    below = project.ruleset(base.folder.resolve())
    match before.split():
        case ["replace", _, *_]:
            return list(_replaceable(below.composition[0], before))
        case ["remove", kind]:
            return list(_removable(below.composition[0], kind))
        case ["change", *given]:
            figures = project.known(below.folder.resolve()).figures.items()
            return list(_changeable({name.rpartition(".")[2]: one for name, one in figures}, given))
    return []


def actions_of_change(project: Project, path: Path, lines: range) -> Iterator[Action]:
    """Yield what puts the rule around some lines into the rulesets that extend its own, or into a new one."""
    folder = project.folder_of(path)
    around = (one for one in parts(project, path) if one.range.start.line <= lines.start <= one.range.end.line)
    rule = next((one for one in reversed([*around]) if one.kind not in NOT_REPLACED), None)
    text = "" if rule is None else text_to_replace(project.lines(path), rule.range.start.line + 1)
    if folder is None or rule is None or text.startswith(("change ", "remove ")):
        return
    for other in project.extending(folder):
        if rule.name not in {name for name, _ in project.known(other).changes}:
            file = min((other / "rules").glob("*.rules"), default=other / "rules" / "house.rules")
            end = end_of(project.lines(file), len(project.lines(file)) - 1)
            edits = {file: [(Range(end, end), f"\nreplace {text}\n".removeprefix("" if end > START.end else "\n"))]}
            yield Action(f"Change this in {other.name}.", edits, kind="refactor")
    new = folder.with_name(f"{folder.name}-house")
    if not project.is_there(new):
        manifest = f"ruleset: {new.name}\ntitle: {new.name}\nextends: {folder.name}"
        made = {new / "ruleset.yaml": manifest, new / "rules" / "house.rules": f"replace {text}"}
        edits = {file: [(START, f"{written}\n")] for file, written in made.items()}
        yield Action(f"Change this in a new ruleset {new.name}.", edits, kind="refactor")


def text_to_replace(lines: Sequence[str], number: int, indent: str = "") -> str:
    """Return the declaration in a line (from 1) as it stands behind `replace` in a line with this indentation."""
    first, *body = declared_at(lines, number)
    own = len(first) - len(first.lstrip())
    return "\n".join([first.strip().removeprefix("replace "), *(line and indent + line[own:] for line in body)])


def _replaceable(below: Composed, before: str) -> Iterator[CompletionOffer]:
    indent, _, heading = before.partition("replace ")
    texts = {file: text.replace("\r\n", "\n").split("\n") for file, text in below.files.items()}
    for decl in below.declarations:
        text = text_to_replace(texts[decl.span.file], decl.span.line, indent)
        if text.startswith(heading) and not isinstance(decl, d.Has):
            kind, _, name = full_name(decl).rpartition(".")
            yield CompletionOffer(name, kind.partition(".")[0], doc=text, insert=text.removeprefix(heading))


def _removable(below: Composed, kind: str) -> Iterator[CompletionOffer]:
    names = [name for decl in below.declarations for name in removable_names(decl)]
    names += [f"{kind}.{row.name}" for row in below.rows.get(kind, ())]
    for name in names:
        if name.startswith(f"{kind}."):
            yield CompletionOffer(name.removeprefix(f"{kind}."), kind, name)


def _changeable(figures: dict[str, Figure], given: list[str]) -> Iterator[CompletionOffer]:
    """Yield what fits behind `change` and some words: a figure, its keys, and the value that stands there."""
    figure = figures.get(given[0]) if given else None
    if figure is None:
        yield from (CompletionOffer(name, "figure", str(one.type)) for name, one in figures.items() if not given)
        return
    joints, keys = [*("for", "at")[: len(figure.keys)], "from", "to"], given[2 : 2 * len(figure.keys) + 1 : 2]
    number, behind_joint = divmod(len(given) - 1, 2)
    if given[1::2] != joints[: number + behind_joint]:
        return
    if not behind_joint:
        yield from (CompletionOffer(word, "word") for word in joints[number : number + 1])
    elif number < len(figure.keys):
        yield from (CompletionOffer(name, "thing", figure.name) for name in axis_names(figure.keys[number]))
    elif joints[number] == "from":
        yield from (
            CompletionOffer(value, "figure", "stands there now")
            for value in _value(figure, keys)
            if figure.type.how != "set"
        )
    elif figure.type.domain is not None:
        yield from (CompletionOffer(name, "thing", figure.type.domain.name) for name in figure.type.domain.members)


def _value(figure: Figure, keys: list[str]) -> Iterator[str]:
    at = 0
    for axis, key in zip_longest(figure.keys, keys):
        if axis is None or key not in axis_names(axis):
            return
        at = at * axis.size + axis_names(axis).index(key)
    yield value_text(figure.type, figure.values[at])
