"""The symbol table: everything declared, by name, and where each name is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check import core
from rulewright.check.core.things import Domain, Kind, Type, piece_classes
from rulewright.diagnostics import NOWHERE, Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import InventoryRow, Scalar
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Name, Word

BUILT_IN = {
    "player": "a player", "players": "all players", "others": "the other players",
    "position": "the place in a row or a list", "holder": "who has a piece",
}  # fmt: skip
"""What a name means without being declared."""
ALIKE = "pieces alike"
"""The name of the tables of pieces that are the same on the table; no figure of the rules can have it."""


@dataclass(frozen=True, slots=True)
class Links:
    """Links as tables: the two ends of each, the links of each thing, and the things at the other ends of these."""

    ends: core.Figure
    of_thing: core.Figure
    beside: core.Figure

    @property
    def places(self) -> Domain:
        """What they join."""
        assert self.ends.type.domain is not None
        return self.ends.type.domain

    @property
    def things(self) -> Domain:
        """What joins them."""
        assert self.of_thing.type.domain is not None
        return self.of_thing.type.domain


@dataclass(slots=True)
class SymbolTable:
    """All declarations by name. Members of a thing are found under (owner, name); the game's own have owner ''."""

    findings: Findings
    title: str
    seats: int
    seat_names: list[str]
    rows: dict[str, list[InventoryRow]] = field(default_factory=dict)
    """The inventories by kind of piece, without the pieces of seats at which nobody sits."""
    domains: dict[str, Domain] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    home: dict[str, Domain] = field(default_factory=dict)
    """The piece domain of each kind and shape, by singular and plural name."""
    stored: dict[tuple[str, str], core.Stored] = field(default_factory=dict)
    places: dict[tuple[str, str], core.Place] = field(default_factory=dict)
    histories: dict[str, core.History] = field(default_factory=dict)
    printed: dict[tuple[str, str], core.Figure] = field(default_factory=dict)
    figures: dict[str, core.Figure] = field(default_factory=dict)
    piece_rules: dict[tuple[str, str], tuple[Domain, int]] = field(default_factory=dict)
    """The set of pieces that follow each piece rule, by kind and rule."""
    starts: list[tuple[Kind, core.Place]] = field(default_factory=list)
    discards: dict[str, core.Place] = field(default_factory=dict)
    piece_decls: dict[str, d.Piece] = field(default_factory=dict)
    steps: dict[str, d.Step] = field(default_factory=dict)
    values: dict[tuple[str, str], d.Value] = field(default_factory=dict)
    """The declared values by owner and name."""
    costs: dict[str, d.Cost] = field(default_factory=dict)
    menus: dict[str, d.Menu] = field(default_factory=dict)
    rulings: dict[str, d.Ruling] = field(default_factory=dict)
    language: str = OWN_LANGUAGE
    """The language of the texts that are read."""
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Return what a misplaced name denotes, for messages: a step, a menu, a counted thing."""
    amounts_at: Span = NOWHERE
    """Where the counted things that players have are declared."""
    numbers: int = 0
    """How many numbers facts, places and tables have so far."""
    links: list[Links] = field(default_factory=list)
    """What joins things two by two; sides join corners, and then the spaces on both sides of them."""
    led_by_links: dict[tuple[str, str], core.Figure] = field(default_factory=dict)
    """The ends of links, and the links of things."""
    lost: set[str] = field(default_factory=set)
    """Names of which a mistake elsewhere hides the declaration, so that none of them is called unknown."""
    named_at: dict[tuple[str, str], Span] = field(default_factory=dict)
    """Where single things and the rules of pieces get their names, by list or kind and name."""
    locals: dict[int, tuple[Span, str, core.Var]] = field(default_factory=dict)
    """By the identity of a variable, where a rule gives it its name, and the full name of the rule."""
    uses: dict[Span, Span | core.Var] = field(default_factory=dict)
    """By the place of a name, what it means there: the place of a declaration, or a variable of the rule."""

    classes: dict[str, core.Figure] = field(default_factory=dict)
    """By domain, what `alike` has returned."""

    # -- looking things up

    @property
    def player(self) -> Type:
        """The type of a player."""
        return Type("one", self.domains["player"])

    @property
    def lists(self) -> list[Domain]:
        """All domains, each once."""
        return list({id(domain): domain for domain in (*self.domains.values(), *self.home.values())}.values())

    def add_domain(self, domain: Domain) -> None:
        """Add a domain under its singular and plural name."""
        domain.keys = domain.keys or list(domain.members)
        self.domains[domain.name] = self.domains[domain.plural] = domain

    def domain_of(self, name: str) -> tuple[Domain, Kind | None] | None:
        """Find a domain, kind or shape by its singular or plural name."""
        if name in self.domains:
            return self.domains[name], None
        if name in self.home:
            return self.home[name], self.kinds.get(name)
        return None

    def kind_of(self, word: Word) -> tuple[Domain, Kind | None] | None:
        """Find a domain, kind or shape by a name in the rules, which is noted as one of its uses."""
        found = self.domain_of(word.text)
        if found is not None:
            self.use(word.span, (found[1] or found[0]).span)
        return found

    def alike(self, domain: Domain) -> core.Figure:
        """Return the table of which pieces are the same on the table as one of a domain, with itself."""
        if domain.name not in self.classes:
            printed = [figure for figure in self.printed.values() if figure.keys[0].domain is domain]
            classes, sets = piece_classes(domain, printed), dict[int, int]()
            for piece, number in enumerate(classes):
                sets[number] = sets.get(number, 0) | 1 << piece
            keys, values = (core.Axis(domain, 0, domain.size),), [sets[number] for number in classes]
            self.classes[domain.name] = core.Figure(ALIKE, keys, Type("set", domain), values, domain.span)
        return self.classes[domain.name]

    def owners(self, domain: Domain, kind: Kind | None) -> Iterable[str]:
        """The names under which members of a thing are declared: its kind, then its domain."""
        if kind is not None:
            yield kind.name
        elif domain.how == "piece":
            yield from (k.name for k in domain.kinds if len(domain.kinds) == 1)
        yield domain.name

    def member(self, owner: str, name: str) -> core.Stored | core.Place | core.Figure | None:
        """Find what things of a kind have under a name: a fact or amount, a place, what is printed, what links join."""
        key = owner, name
        return self.stored.get(key) or self.places.get(key) or self.printed.get(key) or self.led_by_links.get(key)

    def thing_named(self, name: str, domain: Domain) -> core.Const | None:
        """Find a thing of a domain by its name; the rule of pieces denotes the set of those that follow it."""
        for kind in domain.kinds:
            if (kind.name, name) in self.piece_rules:
                return core.Const(self.piece_rules[kind.name, name][1], Type("set", domain, kind=kind))
        number = domain.number_of(name)
        return core.Const(number, Type("one", domain)) if number is not None else None

    def pieces_of_rule(self, kind: Kind, rule: str) -> int:
        """The set of the pieces of a kind that follow a rule, one bit each."""
        return self.piece_rules[kind.name, rule][1] if (kind.name, rule) in self.piece_rules else 0

    def amount_named(self, text: str) -> core.Stored | None:
        """Find a counted thing by either of its forms."""
        return next((one for one in self.stored.values() if one.amount and text in (one.name, one.plural)), None)

    def place_named(self, text: str) -> core.Place | None:
        """Find a place of the game, else of any owner, by name."""
        if ("", text) in self.places:
            return self.places["", text]
        return next((p for (_, name), p in self.places.items() if name == text), None)

    def known_names(self) -> set[str]:
        """Return every name that means something anywhere: as something declared, or as something that a rule lets."""
        plain = (BUILT_IN, self.domains, self.home, self.figures, self.steps, self.menus, self.costs)
        owned = (self.stored, self.places, self.printed, self.values, self.piece_rules)
        names = {name for each in plain for name in each} | {name for each in owned for _, name in each}
        names |= {var.name for _, _, var in self.locals.values()}
        return names.union(*(domain.members for domain in self.lists))

    # -- where names are used

    def use(self, span: Span, meaning: Span | core.Var) -> None:
        """Record that a name denotes a declaration, or a variable."""
        self.uses[span] = meaning

    def use_thing(self, word: Name | Word | Scalar, domain: Domain) -> None:
        """Record that a name denotes a thing of a domain, or the pieces that follow a rule."""
        found = domain.span
        for owner in domain.kinds or (domain,):
            found = self.named_at.get((owner.name, word.text.lower()), found)
        self.uses[word.span] = found

    def local(self, word: Word, rule: str, var: core.Var) -> None:
        """Note where a rule gives a variable its name."""
        self.locals[id(var)] = word.span, rule, var

    # -- what is wrong with names

    def unknown(self, word: Word, what: str, known: Iterable[str], *more: str) -> None:
        """Report a name that nothing declares; one that a mistake elsewhere may have lost is not."""
        if word.text in self.lost:
            return
        if word.text in self.elsewhere and word.text not in known:
            message, remedy = f"there is no {what} of this name", self.elsewhere[word.text]
            self.findings.add(Code.UNKNOWN_NAME, word.span, message, remedy)
            return
        pool = sorted(set(known))
        listed = (f"Known here: {', '.join(pool[:12])}{', …' if len(pool) > 12 else ''}.",)
        remedies = did_you_mean(word.text, pool) + (listed if pool else ("None is declared.",)) + more
        self.findings.add(Code.UNKNOWN_NAME, word.span, f"there is no {what} of this name", *remedies)

    def report_duplicate(self, word: Word, first: Span) -> None:
        """Report a name that is declared a second time, perhaps on top of the first."""
        below = first.file.partition("/")[0] != word.span.file.partition("/")[0]
        remedy = 'To change that one write "replace" before this.' if below else "Rename one of them, or delete it."
        self.findings.add(
            Code.DECLARED_TWICE, word.span, f'"{word.text}" is declared already',
            f"The other one is in {first.file}:{first.line}. {remedy}",
        )  # fmt: skip
