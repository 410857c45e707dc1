"""What a question is about: the rules under way with what they are given, in a sentence each."""

from __future__ import annotations

import re

from rulewright.engine.position import Position
from rulewright.engine.words import is_translated, label_of, rule_label


def context(position: Position, seat: int, prompt: str = "") -> tuple[str, ...]:
    """Return what the rules inside the current phase are given, the outermost first; nothing is said twice.

    Rules that are given numbers only are left out, and those that add nothing to the prompt. Names of rules and of
    what they are given have no translation, so in another language nothing is said.
    """
    program = position.program
    if is_translated(program):
        return ()
    under_way = position.rules_under_way
    phases = [at for at, name in enumerate(under_way) if name.startswith("phase.")]
    sentences: list[str] = []
    heard = set[str]()
    for name in under_way[phases[-1] + 1 if phases else 0 :]:
        known = position.local_values(name, seat)
        labels = [label_of(program, type_, value) for _, _, type_, value in known]
        shown = [
            _with_name(word.replace("-", " "), label) for (_, word, _, _), label in zip(known, labels, strict=True)
        ]
        fresh = [text for text in shown if text not in heard]
        heard.update(fresh)
        asked = program.domains["player"].labels[seat]
        says = any(label != asked and not _is_said(label, prompt) for label in labels)
        if fresh and says and not all(type_.is_number for _, _, type_, _ in known):
            sentences.append(f"{rule_label(program, name)}: {', '.join(fresh)}.")
    return tuple(sentences)


def _with_name(word: str, label: str) -> str:
    return label if label.lower().startswith(f"{word} ") else f"{word} {label}"


def _is_said(label: str, prompt: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", prompt) is not None
