"""What a question is about: the rules under way with what they are given, in a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.backends import Program
from rulewright.compile.tables import ValueType
from rulewright.engine.phases import callers
from rulewright.engine.words import label_of


def context(program: Program, state: list[int], seat: int) -> tuple[str, ...]:
    """Return what the rules inside the current phase are given, the outermost first; nothing is said twice.

    Names of rules and of what they are given have no translation, so in another language nothing is said.
    """
    if program.tables.labels:
        return ()
    under_way = callers(program, state)
    phases = [at for at, name in enumerate(under_way) if name.startswith("phase.")]
    sentences: list[str] = []
    heard = set[str]()
    for name in under_way[phases[-1] + 1 if phases else 0 :]:
        given = program.tables.contexts.get(name, {})
        values = [(word, slot.type, state[slot.slot]) for word, slot in given.items()]
        known = _known(program, state, seat, values)
        shown = [f"{_spaced(word)} {label_of(program, type_, value)}" for word, type_, value in known]
        fresh = [text for text in shown if text not in heard]
        heard.update(fresh)
        sentences += [f"{_title(program, name)}: {', '.join(fresh)}."] if fresh else []
    return tuple(sentences)


Given = Sequence[tuple[str, ValueType, int]]


def _known(program: Program, state: list[int], seat: int, values: Given) -> Iterator[tuple[str, ValueType, int]]:
    """Yield the values that stand for something, and of pieces those that the seat knows."""
    for word, type_, value in values:
        pieces = program.tables.pieces.get(type_.domain)
        if type_.how == "one" and value < 0:
            continue
        if pieces is None or pieces.known_to(state, value) >> seat & 1:
            yield word, type_, value


def _title(program: Program, name: str) -> str:
    """Return what a rule is called."""
    label = program.tables.labels.get(name) or _spaced(name.rpartition(".")[2])
    return label[:1].upper() + label[1:]


def _spaced(name: str) -> str:
    return name.replace("-", " ")
