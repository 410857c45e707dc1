"""What a ruleset can replace, remove or change of those that it extends, each as it stands there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from rulewright.check.core.things import Figure, axis_names
from rulewright.check.declare.changes import value_words
from rulewright.compose.apply import removable_names
from rulewright.compose.composed import Composed, full_name
from rulewright.lsp.offers import CompletionOffer
from rulewright.lsp.project import Project
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import declared_at


def offers_of_change(project: Project, folder: Path, before: str) -> list[CompletionOffer]:
    """Return what can be named behind the words of an unfinished line; nothing where that line changes nothing."""
    base, words = project.ruleset(folder).source.base, before.split()
    below = base.folder.resolve() if base is not None else None
    match words if below is not None else []:
        case ["replace", _, *_]:
            assert below is not None
            return list(_replaceable(project.ruleset(below).composition[0], before))
        case ["remove", kind]:
            assert below is not None
            return list(_removable(project.ruleset(below).composition[0], kind))
        case ["change", *given]:
            assert below is not None
            figures = project.known(below).figures.items()
            return list(_changeable({name.rpartition(".")[2]: one for name, one in figures}, given))
    return []


def text_to_replace(decl: d.Decl, files: dict[str, str], indent: str = "") -> str:
    """Return the text of a declaration, as it stands behind `replace` in a line with this indentation."""
    first, *body = declared_at(files[decl.span.file].replace("\r\n", "\n").split("\n"), decl.span.line)
    own = len(first) - len(first.lstrip())
    lines = [first.strip().removeprefix("replace "), *(line and indent + line[own:] for line in body)]
    return "\n".join(lines)


def _replaceable(below: Composed, before: str) -> Iterator[CompletionOffer]:
    indent, _, heading = before.partition("replace ")
    for decl in below.declarations:
        text = text_to_replace(decl, below.files, indent)
        if text.startswith(heading) and not isinstance(decl, d.Has):
            name = full_name(decl)
            inserted = text.removeprefix(heading)
            yield CompletionOffer(name.rpartition(".")[2], name.partition(".")[0], name, text, insert=inserted)


def _removable(below: Composed, kind: str) -> Iterator[CompletionOffer]:
    names = [name for decl in below.declarations for name in removable_names(decl)]
    names += [f"{kind}.{row.name}" for row in below.rows.get(kind, ())]
    for name in names:
        if name.startswith(f"{kind}."):
            yield CompletionOffer(name.removeprefix(f"{kind}."), kind, name)


def _changeable(figures: dict[str, Figure], given: list[str]) -> Iterator[CompletionOffer]:
    """Yield what fits behind `change` and some words: a figure, its keys, and the value that stands there."""
    if not given:
        yield from (CompletionOffer(name, "figure", str(one.type)) for name, one in figures.items())
    figure = figures.get(given[0]) if given else None
    if figure is None:
        return
    joints = [*("for", "at")[: len(figure.keys)], "from", "to"]
    words = given[1:]
    number, lacks_value = divmod(len(words), 2)
    if words[::2] != joints[: number + lacks_value]:
        return
    if not lacks_value:
        yield from (CompletionOffer(word, "word") for word in joints[number : number + 1])
    elif number < len(figure.keys):
        yield from (CompletionOffer(name, "thing", figure.name) for name in axis_names(figure.keys[number]))
    else:
        keys = words[1 : 2 * len(figure.keys) : 2]
        if joints[number] == "from":
            yield from (CompletionOffer(value, "figure", "stands there now") for value in _value(figure, keys))
        elif figure.type.domain is not None:
            yield from (CompletionOffer(name, "thing", figure.type.domain.name) for name in figure.type.domain.members)


def _value(figure: Figure, keys: list[str]) -> Iterator[str]:
    at = 0
    for axis, key in zip_longest(figure.keys, keys):
        if axis is None or key not in axis_names(axis):
            return
        at = at * axis.size + axis_names(axis).index(key)
    yield value_words(figure, figure.values[at])
