"""What the names of a ruleset mean and how they read: places, counted things, kinds, values, rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.check.core import CheckedRules, Figure
from rulewright.compose.composed import Composed, full_name
from rulewright.phrasing import upper
from rulewright.rulebook.phrases import Phrase, name_words, phrase_of
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.syntax import declarations as d


class Category(NamedTuple):
    """The grammatical category of a value: how is number, truth, one, set, or empty if unknown; kind is a singular."""

    how: str = ""
    kind: str = ""


class DictionaryMember(NamedTuple):
    """Something that an owner has (the game's own has the owner ""): how it reads and what it is."""

    owner: str
    what: str
    text: str
    category: Category
    name: str
    target: str = ""


@dataclass(slots=True)
class Dictionary:
    """Everything declared, by name."""

    rules: Composed
    checked: CheckedRules
    labels: dict[str, str] = field(default_factory=dict)
    """What the ruleset's labels call things, by full name: those in labels/en.yaml, or those of its language."""
    counts: dict[str, dict[str, str]] = field(default_factory=dict)
    """The forms of counted things in labels/en.yaml, by full name."""
    members: dict[str, list[DictionaryMember]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    """The singular of each kind, shape, list and grid by both its forms."""
    plurals: dict[str, str] = field(default_factory=dict)
    amounts: dict[str, d.Amount] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The list and the text of each name, in the first list that has it."""
    named: dict[tuple[str, str], str] = field(default_factory=dict)
    """The text of each name, by its list."""
    pieces: dict[tuple[str, str], d.PieceRule] = field(default_factory=dict)
    anchors: dict[int, str] = field(default_factory=dict)
    """The anchor of each declaration."""

    # -- declarations

    def anchor_of(self, decl: d.Decl) -> str:
        """The name under which a declaration is found in the book."""
        return self.anchors[id(decl)]

    def step_named(self, name: str) -> d.Step | None:
        """Return the step with a name, if there is one."""
        return next((step for step in self.rules.of(d.Step) if step.name.text == name), None)

    def menu_named(self, name: str) -> d.Menu | None:
        """Return the menu with a name, if there is one."""
        return next((menu for menu in self.rules.of(d.Menu) if menu.name.text == name), None)

    def cost_named(self, name: str) -> d.Cost | None:
        """Return the cost with a name, if there is one."""
        return next((cost for cost in self.rules.of(d.Cost) if cost.name.text == name), None)

    def rule_title(self, decl: d.Decl) -> str:
        """What a rule is called: its label where that holds no values, else its name."""
        full = full_name(decl)
        if full in self.labels:
            return upper(self.labels[full])
        label = decl.option.label if isinstance(decl, d.MenuOption) else getattr(decl, "label", None)
        if label is not None and "{" not in label.text:
            return str(label.text)
        name = decl.option.name if isinstance(decl, d.MenuOption) else getattr(decl, "name", None)
        return upper(name_words(name.text)) if name is not None else full

    def link_to(self, decl: d.Decl | None, name: str = "", style: str = "") -> Phrase:
        """Return a rule's title as a link to it; where no such rule is known, its name."""
        return (
            phrase_of(self.rule_title(decl), style, self.anchor_of(decl))
            if decl is not None
            else phrase_of(name, style)
        )

    # -- names

    def words_for(self, full: str, name: str) -> str:
        """Return how a name reads: its label, or its own words."""
        return self.labels.get(full) or name_words(name)

    def plural_of(self, kind: str) -> str:
        """The plural of a kind of thing."""
        return self.plurals.get(kind, kind + "s")

    def find_member(self, name: str, owner: str = "") -> DictionaryMember | None:
        """Find what an owner's name means; where the owner is not known, what it means for most."""
        found = self.members.get(name, [])
        return next((m for m in found if owner and m.owner == owner), None) or next(
            (m for m in found if m.owner == self.shape_of(owner)), found[0] if found else None
        )

    def own_member(self, name: str) -> DictionaryMember | None:
        """Find what the game itself has under a name."""
        return next((m for m in self.members.get(name, []) if not m.owner), None)

    def shape_of(self, kind: str) -> str:
        """The shape that a kind of piece has, else nothing."""
        shapes = (p.shape.text for p in self.rules.of(d.Piece) if p.name.text == kind and p.shape)
        return next(shapes, "\0")

    def find_piece(self, name: str, kind: str = "") -> d.PieceRule | None:
        """Find the rule of a piece; where its kind is not known, the first of this name."""
        return self.pieces.get((kind, name)) or next((r for (_, n), r in self.pieces.items() if n == name), None)

    def name_in(self, kind: str, name: str) -> str:
        """What a name of a list is called."""
        return self.named.get((kind, name), name_words(name))

    def number_of_copies(self, rule: d.PieceRule) -> int:
        """How many pieces follow a rule."""
        rows = self.rules.rows.get(rule.kind.text, [])
        return sum(row.count for row in rows if row.rule.text == rule.name.text)

    def counted_forms(self, name: str) -> tuple[str, str]:
        """Both forms of what is counted: an amount or a kind of piece."""
        amount = self.amounts.get(name)
        if amount is not None:
            return self.amount_forms(amount)
        one = self.kinds.get(name, name)
        return name_words(one), name_words(self.plural_of(one))

    def amount_forms(self, amount: d.Amount) -> tuple[str, str]:
        """Both forms of a counted thing, as its owner's labels call it."""
        owners = (has.owner.text for has in self.rules.of(d.Has) if has.owner and amount in has.amounts)
        owner = next(owners, "game")
        one, many = amount.name.text, amount.plural.text
        told = self.counts.get(f"{owner}.{one}", {})
        return told.get("one") or name_words(one), told.get("other") or name_words(many)

    def category_of_type(self, type_: d.TypeOf) -> Category:
        """Return the category of a declared type."""
        how = {"range": "number", "truth": "truth", "set": "set"}.get(type_.how, "one")
        name = type_.name.text if type_.name else ""
        return Category(how, self.kinds.get(name, name))

    def category_of_name(self, name: str) -> Category:
        """Return the category that a parameter's name implies: one thing of the kind that it is called by."""
        return Category("one", name) if name in self.kinds else Category()


def read_dictionary(rules: Composed, checked: CheckedRules) -> Dictionary:
    """Read everything that is declared."""
    made = Dictionary(rules, checked)
    for labels in (one for layer in rules.labels for one in layer if one.language.text == OWN_LANGUAGE):
        made.labels.update((name.text, text.text) for name, text in labels.texts)
        for counted, forms in labels.forms:
            made.counts[counted.text] = {form.text: told.text for form, told in forms}
    made.labels.update((full, text) for full, text in rules.told.items() if isinstance(text, str))
    _add_kinds(made)
    for figure in checked.figures:
        if not figure.printed_of:
            made.figures[figure.name] = figure
    for rule in rules.of(d.PieceRule):
        made.pieces.setdefault((rule.kind.text, rule.name.text), rule)
    for name, place in _unique_anchors(rules):
        made.anchors[id(place)] = name
    for member in _declared_members(made):
        made.members.setdefault(member.name, []).append(member)
    return made


def _add_kinds(made: Dictionary) -> None:
    made.kinds.update(player="player", players="player", others="player")
    made.plurals["player"] = "players"
    for decl in made.rules.declarations:
        if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
            made.kinds[decl.name.text] = made.kinds[decl.plural.text] = decl.name.text
            made.plurals[decl.name.text] = decl.plural.text
        if isinstance(decl, d.Names):
            for m in decl.members:
                text = made.labels.get(f"{decl.name}.{m.name}") or (
                    m.label.text if m.label else name_words(m.name.text)
                )
                made.names.setdefault(m.name.text, (decl.name.text, text))
                made.named[decl.name.text, m.name.text] = text
        if isinstance(decl, d.Has):
            for amount in decl.amounts:
                made.amounts[amount.name.text] = made.amounts[amount.plural.text] = amount
    for domain in (domain for domain in made.checked.domains if domain.grid):
        made.kinds[domain.name] = made.kinds[domain.plural] = domain.name
        made.plurals[domain.name] = domain.plural
        for name, label in zip(domain.members, domain.labels, strict=True):
            made.names.setdefault(name, (domain.name, label))
            made.named[domain.name, name] = label
    for seat in made.checked.seat_names:
        made.names.setdefault(seat.lower(), ("player", seat))


def _unique_anchors(rules: Composed) -> Iterator[tuple[str, d.Decl]]:
    """Yield each declaration with a name that no other has."""
    taken: set[str] = set()
    for decl in rules.declarations:
        name = full_name(decl)
        if name in taken and isinstance(decl, d.MenuOption):
            name = f"option.{decl.menu}.{decl.option.name}"
        base, number = name, 2
        while name in taken:
            name, number = f"{base}-{number}", number + 1
        taken.add(name)
        yield name, decl


def _declared_members(made: Dictionary) -> Iterator[DictionaryMember]:
    """Yield everything that something has."""
    for decl in made.rules.declarations:
        if isinstance(decl, d.Has):
            yield from _held_members(made, decl)
        elif isinstance(decl, d.Shape | d.Piece):
            for fact in decl.printed:
                text = made.words_for(f"{decl.name}.{fact.name}", fact.name.text)
                yield DictionaryMember(decl.name.text, "fact", text, made.category_of_type(fact.type), fact.name.text)
        elif isinstance(decl, d.Value):
            category = Category("truth") if decl.cases[0].value is None else Category()
            owner, text = decl.of.text if decl.of else "", made.words_for(full_name(decl), decl.name.text)
            yield DictionaryMember(owner, "value", text, category, decl.name.text, made.anchor_of(decl))
    for word, category in (("holder", Category("one", "player")), ("position", Category("number"))):
        yield DictionaryMember("\0piece", "fact", word, category, word)


def _held_members(made: Dictionary, decl: d.Has) -> Iterator[DictionaryMember]:
    owner = decl.owner.text if decl.owner else ""
    prefix = owner or "game"
    for fact in decl.facts:
        text = made.words_for(f"{prefix}.{fact.name}", fact.name.text)
        yield DictionaryMember(owner, "fact", text, made.category_of_type(fact.type), fact.name.text)
    for amount in decl.amounts:
        for form in dict.fromkeys((amount.name.text, amount.plural.text)):
            yield DictionaryMember(owner, "amount", made.amount_forms(amount)[1], Category("number"), form)
    for place in decl.places:
        text = made.words_for(f"{prefix}.{place.name}", place.name.text)
        kind = made.kinds.get(place.kind.text, place.kind.text)
        yield DictionaryMember(owner, "place", text, Category("set", kind), place.name.text)


def number_with_noun(number: int, one: str, many: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many}"
