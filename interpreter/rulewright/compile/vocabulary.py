"""What the things of checked rules are called: enough to read scenarios by, without compiling anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.check import core as c
from rulewright.check.core.things import Type, axis_names
from rulewright.check.core.walk import all_lines, questions_of
from rulewright.check.secret_reading import SecretFinder, secret_finder
from rulewright.compile.build_pieces import owner_of, place_row
from rulewright.compile.function_names import function_names
from rulewright.compile.layout import Layout, lay_out, value_type, value_words, words
from rulewright.compile.memory import memory_of
from rulewright.compile.tables import (
    Choice,
    Computed,
    DomainInfo,
    Entry,
    Fact,
    Invariant,
    Place,
    PlainStep,
    Scoring,
    Step,
    Stream,
    TypedSlot,
    ValueType,
    words_for,
)
from rulewright.compile.tables.storage import as_plain
from rulewright.diagnostics import NOWHERE


@dataclass(frozen=True, slots=True)
class Followed:
    """The rule that each piece of a domain follows."""

    rules: list[str]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The parts of `ProgramTables` that name things, by the same names, and how choices read.

    Steps are all listed as if they asked somebody: what they are given is the same. Places are left out, so that rules
    which only moved in their file have an equal vocabulary.
    """

    seat_names: list[str]
    domains: dict[str, DomainInfo]
    pieces: dict[str, Followed]
    facts: list[Fact]
    places: list[Place]
    entries: list[Entry]
    """None: where a thing is kept has no name in scenarios."""
    choices: list[Choice]
    steps: dict[str, Step]
    plain_steps: dict[str, PlainStep]
    computed: list[Computed]
    scorings: list[Scoring]
    invariants: list[Invariant]
    streams: list[Stream]
    labels: tuple[tuple[str, ...], ...]
    """How choices may read: of each text what stands before, between and after its values."""

    def __eq__(self, other: object) -> bool:
        """Rows are compared by what they say."""
        return isinstance(other, Vocabulary) and self._plain == other._plain

    @cached_property
    def _plain(self) -> object:
        return as_plain(self)

    def for_seats(self, seats: int) -> Vocabulary:
        """Return what things are called where fewer play, and that makes no difference to anything but the players."""
        player = self.domains["player"]
        fewer = replace(player, members=player.members[:seats], labels=player.labels[:seats])
        return replace(self, seat_names=self.seat_names[:seats], domains=self.domains | {"player": fewer})

    __hash__ = None  # type: ignore[assignment]

    def width(self, type_: ValueType) -> int:
        """Return how many slots a value takes."""
        return words_for(len(self.domains[type_.domain].members)) if type_.how == "set" else 1


def vocabulary(rules: c.CheckedRules) -> Vocabulary:
    """Return what things are called in checked rules."""
    layout = lay_out(rules, memory_of(rules))
    reserve_streams(rules, layout)
    options = {id(option.choice): option for menu in rules.menus for option in menu.options}
    choices = [*_own_choices(rules), *(option.choice for menu in rules.menus for option in menu.options)]
    return Vocabulary(
        seat_names=list(rules.seat_names),
        domains=domain_rows(rules),
        pieces={d.name: Followed([rule for kind in d.kinds for rule in kind.rules]) for d in rules.domains},
        facts=[fact_row(layout, stored) for stored in rules.stored],
        places=[place_row(layout, place, instance) for place, instance in layout.place_list],
        entries=[],
        choices=[replace(choice_row(choice, options.get(id(choice))), span=NOWHERE) for choice in choices],
        steps=dict(_step_rows(rules)),
        plain_steps={},
        computed=computed_rows(rules),
        scorings=[Scoring(scoring.name, scoring.label) for scoring in rules.scorings],
        invariants=[Invariant(always.name, NOWHERE) for always in rules.always],
        streams=[Stream(action, thing, 0) for action, _, thing in (name.partition(" ") for name in layout.chance)],
        labels=tuple(dict.fromkeys(_label_literals(choice.label) for choice in choices if choice.label is not None)),
    )


def _own_choices(rules: c.CheckedRules) -> Iterator[c.Choice]:
    """Yield the choices of questions without a menu, and the words that end a question."""
    for question in questions_of(rules):
        yield from question.choices
        if question.stop is not None:
            yield stop_choice(question)


def domain_rows(rules: c.CheckedRules) -> dict[str, DomainInfo]:
    """Return the domains by name."""
    return {
        d.name: DomainInfo(
            d.name,
            d.plural,
            d.how,
            list(d.members),
            list(d.labels),
            _made_of(d),
            d.shape,
            d.grid,
            list(d.spots) if d.grid else [],
            d.joins,
            list(d.link_ends),
        )
        for d in rules.domains
    }


def _made_of(domain: c.Domain) -> list[tuple[str, int, int]]:
    return [(part.domain.name if part.domain else "", part.low, part.size) for part in domain.made_of]


def stop_choice(question: c.Question) -> c.Choice:
    """Return the choice that ends a question which is asked again and again."""
    return c.Choice("stop", question.stop, None, None, None, None, False, None, [], question.rule, NOWHERE)


def _label_literals(label: c.Text) -> tuple[str, ...]:
    """Return what stands before, between and after the values of a text."""
    found = [""]
    for part in label.parts:
        if isinstance(part, str):
            found[-1] += part
        else:
            found.append("")
    return tuple(found)


def _step_rows(rules: c.CheckedRules) -> Iterator[tuple[str, Step]]:
    for step in rules.procedures:
        if step.kind in ("step", "phase", "game"):
            params = {param.name: TypedSlot(0, value_type(param.type)) for param in step.params}
            yield step.name.split(".", 1)[1], Step(0, 0, params)


def reserve_streams(rules: c.CheckedRules, layout: Layout) -> None:
    """Reserve a counter in the vector for every stream of chance, in the order of names."""
    lines = all_lines(rules)
    names = {f"shuffle {line.stack.name}" for line in lines if isinstance(line, c.DrawFrom)}
    names |= {line.stream for line in lines if isinstance(line, c.ShuffleStack | c.RollDie | c.PickAtRandom)}
    for name in sorted(names):
        layout.stream(name)


def choice_row(choice: c.Choice, option: c.MenuOption | None) -> Choice:
    """A choice, which may be an option of a menu."""
    this = option.this.type.domain if option and option.this else None
    return Choice(
        name=choice.name,
        rule=option.full_name if option else choice.rule,
        span=choice.span,
        argument=_argument_type(choice),
        plain=choice.plain,
        piece=this.name if this else "",
        menu=option.menu.name.split(".", 1)[1] if option else "",
        most=choice.high.stored.name if isinstance(choice.high, c.Read) and choice.high.stored.amount else "",
    )


def _argument_type(choice: c.Choice) -> ValueType | None:
    """The type of what comes with a choice."""
    if choice.var is None:
        return None
    things = choice.var.type.domain if choice.things is not None else None
    return ValueType("one", things.name) if things else ValueType("number")


def computed_rows(rules: c.CheckedRules) -> list[Computed]:
    """Return the declared values, called `value.NAME` or `value.OWNER.NAME`.

    Their first parameter is the acting player, who is also the owner of what belongs to players.
    """
    names, look, found = function_names(rules).values, secret_finder(rules), []
    for rule in rules.values:
        _, *owner, name = rule.name.split(".")
        at = 0 if owner == ["player"] else 1
        owned = rule.params[at].type if owner else None
        params = [value_type(param.type) for param in rule.params[at + len(owner) :]]
        domain = owned.domain.name if owned and owned.domain else ""
        seen = _who_sees(look, rule, owner == ["player"])
        found.append(Computed(name, names[id(rule)], domain, _owner_range(owned), params, value_type(rule.type), seen))
    return found


def _who_sees(look: SecretFinder, rule: c.ValueRule, of_player: bool) -> str:
    """Return who sees everything that a declared value reads."""
    if not any(True for value in rule.parts for _ in look.secrets_read(value, look.names, rule.span)):
        return "all"
    own = look.seen_by_seat(c.Use(rule.params[0]))
    return "nobody" if not of_player or any(
        True for value in rule.parts for _ in own.secrets_read(value, own.names, rule.span)
    ) else "owner"  # fmt: skip


def _owner_range(type_: Type | None) -> tuple[int, int]:
    """Return the first thing of a type, and the first one after its last."""
    if type_ is None or type_.domain is None:
        return 0, 1
    kind = type_.kind
    return (kind.start, kind.start + kind.size) if kind else (0, len(type_.domain.members))


def fact_row(layout: Layout, stored: c.Stored) -> Fact:
    """Return the row of a fact or an amount."""
    return Fact(
        owner=owner_of(stored.keys),
        name=stored.name,
        plural=stored.plural,
        slot=layout.slot(stored),
        keys=[axis_names(axis) for axis in stored.keys],
        type=value_type(stored.type),
        width=words(None, stored.keys[0].size) if stored.as_mask else value_words(stored.type),
        low=stored.type.low,
        high=stored.type.high,
        seen=stored.seen,
        as_bits=stored.as_mask,
        first=stored.keys[0].start if stored.keys else 0,
        is_amount=stored.amount,
        memory=list(layout.memory.get(id(stored), ())),
    )
