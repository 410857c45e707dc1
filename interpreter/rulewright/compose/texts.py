"""The texts of rules by name: enumerating and replacing them.

A text has the full name of its rule; inside a rule a full stop follows and what the text is: the name of an option,
`question`, the name that is chosen, `stop`, `told`. A repeated name gets a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, get_args

from rulewright.compose.composed import NamedText, full_name
from rulewright.syntax import declarations as d
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Expr, Word

_WITHOUT_TEXTS = frozenset((Word, s.Sources, *get_args(Expr)))
"""Parts of rules in which no text stands."""

Say = Callable[[NamedText], Word | None]
"""Maps a text to its replacement, or to itself."""


@lru_cache(8192)
def texts_of(decl: d.Decl) -> tuple[NamedText, ...]:
    """Return the texts of a declaration, in order."""
    found: list[NamedText] = []

    def note(said: NamedText) -> Word | None:
        found.append(said)
        return said.word

    _Texts(note).declaration(decl)
    return tuple(found)


def with_texts(decl: d.Decl, say: Say) -> d.Decl:
    """Return a declaration with other texts."""
    made: d.Decl = _Texts(say).declaration(decl)
    return made


class _Texts:
    def __init__(self, say: Say) -> None:
        self.say = say
        self.rule = ""
        self.seen: Counter[str] = Counter()

    def _say_part(self, part: str, word: Word | None, name: str = "", read: bool = True) -> Word | None:
        self.seen[part] += 1
        again = f"-{self.seen[part]}" if self.seen[part] > 1 else ""
        return self.say(NamedText(f"{self.rule}.{part}{again}", word, spoken_name(name), read))

    def declaration(self, decl: Any) -> Any:
        """Go through one declaration."""
        if isinstance(decl, d.Replace):
            return replace(decl, declaration=self.declaration(decl.declaration))
        if isinstance(decl, d.Difference):
            return replace(decl, edits=tuple(_Texts(self.say).declaration(edit) for edit in decl.edits))
        self.rule = full_name(decl)
        if isinstance(decl, d.Names):
            return self._say_names(decl)
        if isinstance(decl, d.Has):
            return self._name_members(decl)
        if isinstance(decl, d.Grid | d.Shape | d.Piece):
            return self._name_kind(decl)
        if isinstance(decl, d.MenuOption):
            return self._menu_option(decl)
        if isinstance(decl, d.Step | d.Menu | d.PieceRule | d.Scoring | d.TieBreak):
            read = decl.label is not None or isinstance(decl, d.Menu | d.Scoring | d.PieceRule)
            decl = replace(decl, label=self.say(NamedText(self.rule, decl.label, spoken_name(decl.name.text), read)))
        return self._rebuild_part(decl)

    def _say_names(self, decl: d.Names) -> d.Names:
        self._name_forms("names", decl.name, decl.plural)
        said = (NamedText(f"{decl.name}.{m.name}", m.label, spoken_name(m.name.text)) for m in decl.members)
        members = zip(decl.members, map(self.say, said), strict=True)
        return replace(decl, members=tuple(replace(member, label=label) for member, label in members))

    def _name_kind(self, decl: d.Grid | d.Shape | d.Piece) -> d.Grid | d.Shape | d.Piece:
        self._name_forms(type(decl).__name__.lower(), decl.name, decl.plural, read=True)
        for plural in decl.edges if isinstance(decl, d.Grid) else ():
            self._name_forms("grid", replace(plural, text=plural.text.removesuffix("s")), plural, read=True)
        for fact in decl.printed if isinstance(decl, d.Shape | d.Piece) else ():
            number = fact.type.how == "range"
            self._name_without_text(f"{decl.name}.{fact.name}", fact.name, read=number, counted=number)
        return decl

    def _name_members(self, decl: d.Has) -> d.Has:
        owner = decl.owner.text if decl.owner else "game"
        for amount in decl.amounts:
            self._name_without_text(f"{owner}.{amount.name}", amount.plural, counted=True)
        others = (place.name for place in decl.places), (memory.name for memory in decl.memories)
        for word in chain((fact.name for fact in decl.facts), *others):
            self._name_without_text(f"{owner}.{word}", word)
        return decl

    def _name_without_text(self, name: str, word: Word, read: bool = True, counted: bool = False) -> None:
        """Register a name without a text of its own."""
        self.say(NamedText(name, None, word.text.replace("-", " "), read, counted))

    def _name_forms(self, kind: str, one: Word, many: Word, read: bool = False) -> None:
        self._name_without_text(f"{kind}.{one}", many, read, counted=True)

    def _menu_option(self, decl: d.MenuOption) -> d.MenuOption:
        """An option on a menu has the name of the rule itself."""
        label = self.say(NamedText(self.rule, decl.option.label, spoken_name(decl.option.name.text)))
        return replace(decl, option=self._rebuild_line(decl.option, {"label": label}))

    def _rebuild_part(self, node: Any) -> Any:
        """Rebuild a part of a rule with replaced texts; parts without any are returned unchanged."""
        if isinstance(node, tuple):
            parts = tuple(map(self._rebuild_part, node))
            return parts if any(a is not b for a, b in zip(parts, node, strict=True)) else node
        if type(node) in _WITHOUT_TEXTS or not is_dataclass(node):
            return node
        if isinstance(node, d.MenuOption):  # without a text of its own it has the piece's label
            name, label = node.option.name.text, node.option.label
            said = self._say_part(name, label, name, label is not None)
            return replace(node, option=self._rebuild_line(node.option, {"label": said}))
        return self._rebuild_line(node, self._own_texts(node))

    def _rebuild_line(self, node: Any, changed: dict[str, Any]) -> Any:
        """Rebuild the remaining parts of a line."""
        for field in fields(node):
            if field.name not in changed and field.name != "span":
                old = getattr(node, field.name)
                if (new := self._rebuild_part(old)) is not old:
                    changed[field.name] = new
        return replace(node, **changed) if changed else node

    def _own_texts(self, node: Any) -> dict[str, Any]:
        """Replace the text of the line itself."""
        found: dict[str, tuple[Word | None, Word | None]] = {}
        if isinstance(node, s.Ask):
            found["prompt"] = node.prompt, self._say_part("question", node.prompt)
        elif isinstance(node, s.Choose) and node.prompt is not None:
            found["prompt"] = node.prompt, self._say_part(node.using.name.text, node.prompt)
        elif isinstance(node, s.ChooseMany | s.MoveSome) and node.prompt is not None:
            word = node.name if isinstance(node, s.ChooseMany) else node.what
            found["prompt"] = node.prompt, self._say_part(word.text, node.prompt)
        elif isinstance(node, s.Offer) and node.stop_label is not None:
            found["stop_label"] = node.stop_label, self._say_part("stop", node.stop_label)
        elif isinstance(node, s.Tell):
            found["text"] = node.text, self._say_part("told", node.text)
        elif isinstance(node, s.Roll | s.ChooseRandom):
            self._say_part(node.name.text, None, node.name.text)
        elif isinstance(node, s.Option):
            found["label"] = node.label, self._say_part(node.name.text, node.label, node.name.text)
        return {field: new for field, (old, new) in found.items() if new is not old}


def spoken_name(name: str) -> str:
    """Return the default label of a name: "Action card" for `action-card`."""
    return name.replace("-", " ").capitalize()
