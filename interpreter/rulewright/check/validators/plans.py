"""Plans of automatic seats: whether there is what they name, and whether a plan contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.things import Type
from rulewright.check.core.walk import questions_of
from rulewright.check.data_keys import did_you_mean_or_known, names_in, report_unknown
from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.weights import report_worth
from rulewright.diagnostics import Code, Findings
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.figures import SeatData
from rulewright.source.languages import phrases
from rulewright.source.nodes import items_of
from rulewright.source.schema import PLAN_SCHEMA
from rulewright.source.seat_kinds import KINDS, OTHERS, named_option, rule_of_piece

ANY_NUMBER = Type("number").high
"""The highest number where rules give none."""
REMEDY = f"Let one of them play like a seat that is no plan: {' or '.join(', '.join(KINDS).rsplit(', ', 1))}."


def report_plans(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each mistake in the plans of a ruleset. Rulesets below are judged by themselves."""
    own = resolved.rules.manifest.name.text
    plans = [(layer, data) for layer, data in resolved.rules.seat_data if data.kind == "seat"]
    names = {data.word("name").text: data for _, data in plans}
    first: dict[tuple[str, str], Scalar] = {}
    for layer, data in plans:
        if layer == own:
            name = data.word("name")
            difference = data.difference.text if data.difference is not None else ""
            other = first.setdefault((difference, name.text), name)
            if other is not name:
                remedy = f"The other is in {other.span.file}:{other.span.line}."
                findings.add(Code.DECLARED_TWICE, name.span, f'there is a plan "{name.text}" already', remedy)
            _Plan(resolved, names, findings).all(data)


class _Plan:
    def __init__(self, resolved: Resolved, plans: dict[str, SeatData], findings: Findings) -> None:
        self.resolved, self.plans, self.findings = resolved, plans, findings
        self.offered = options_offered(resolved, findings)

    def all(self, data: SeatData) -> None:
        """Check the entries of one file."""
        name = data.word("name")
        if name.text in (*KINDS, *OTHERS):
            self.findings.add(Code.NAME_BUILT_IN, name.span, f'"{name.text}" is a kind of seat', "Choose another name.")
        self.check_plays(data)
        self.report_idle(data)
        self.contradictions(data)
        worth = data.entries.get("weights")
        if isinstance(worth, Mapping):
            report_worth(self.resolved, worth, self.findings)
        for key, named in names_in(PLAN_SCHEMA, data.entries):
            if "place" in key.kinds:
                self.unknown_to_it(named)
            elif "option" in key.kinds and self.offered is not None:
                (
                    self.number(named, self.offered)
                    if key.is_key
                    else report_unoffered(named, self.offered, self.findings)
                )

    def check_plays(self, data: SeatData) -> None:
        """Check that there is the seat that it plays like, and that plans do not lead to one another in a circle."""
        word, met = data.entries.get("plays"), [data.word("name").text]
        if not isinstance(word, Scalar) or ":" in word.text or word.text in (*KINDS, *OTHERS):
            return
        if word.text not in self.plans:
            report_unknown(word, "seat", [*KINDS, *self.plans], self.findings)
            return
        at: SeatData | None = self.plans[word.text]
        while at is not None and at.word("name").text not in met:
            met.append(at.word("name").text)
            on = at.entries.get("plays")
            at = self.plans.get(on.text) if isinstance(on, Scalar) else None
        if at is not None and at.word("name").text == met[0]:
            circle = " -> ".join((*met, met[0]))
            self.findings.add(Code.RULE_CIRCLE, word.span, f"these plans lead to one another: {circle}", REMEDY)

    def report_idle(self, data: SeatData) -> None:
        """Report what means nothing to a seat that weighs nothing."""
        word = data.entries.get("plays")
        if isinstance(word, Scalar) and word.text in KINDS and not KINDS[word.text].weighs:
            how = phrases("")[KINDS[word.text].plays].format(what=word.text)
            for key in ("weights", "plans ahead", "does not know"):
                if (found := data.entries.key(key)) is not None:
                    message = f'"{key}" changes nothing: a seat that plays {how} weighs nothing'
                    self.findings.add(Code.NEVER_USED, found.span, message)

    def contradictions(self, data: SeatData) -> None:
        preferred = {word.text for word in _scalar_words(data.entries.get("prefers"))}
        for word in _scalar_words(data.entries.get("never")):
            if word.text in preferred:
                message = f'"{word.text}" is among what it prefers'
                self.findings.add(Code.LISTED_TWICE, word.span, message, "Leave it out in one of the two.")

    def number(self, word: Scalar, offered: dict[str, list[Offer]]) -> None:
        """Check the name of an option with a number."""
        numbered = [name for name, offers in offered.items() if any(offer.number for offer in offers)]
        if word.text in offered and word.text not in numbered:
            self.findings.add(Code.WRONG_KIND, word.span, f'no number comes with "{word.text}"')
        elif word.text not in offered:
            report_unknown(word, "option with a number", numbered, self.findings)

    def unknown_to_it(self, word: Scalar) -> None:
        """Check the name of a place, or of a number that can be drawn from a range."""
        table = self.resolved.table
        stored = [one for one in table.stored.values() if word.text in (one.name, one.plural)]
        if any(name == word.text for _, name in table.places):
            return
        if not stored:
            numbers = (one.name for one in table.stored.values() if one.type.how == "number")
            report_unknown(word, "place or number", [*numbers, *(name for _, name in table.places)], self.findings)
        elif not any(one.type.how == "number" and one.type.high < ANY_NUMBER for one in stored):
            message = f'"{word.text}" is neither a place nor a number with a range, from which one could be drawn'
            self.findings.add(Code.WRONG_KIND, word.span, message)


def report_unoffered(word: Scalar, offered: dict[str, list[Offer]], findings: Findings) -> None:
    """Report a name that is neither that of an option, nor of a thing, nor of an option with a thing or number."""
    first, thing = named_option(word.text, offered)
    things = {name for offers in offered.values() for offer in offers for name in offer.things}
    if not first:
        if word.text not in things:
            report_unknown(word, "option or thing", [*offered, *things], findings)
    elif thing and not any(thing in offer.things or (offer.number and thing.isdecimal()) for offer in offered[first]):
        known = sorted({name for offer in offered[first] for name in offer.things})
        message = f'"{first}" is never offered with "{thing}"'
        findings.add(Code.UNKNOWN_NAME, word.span, message, *did_you_mean_or_known(thing, known))


def _scalar_words(node: YamlNode | None) -> Iterator[Scalar]:
    return (item for item in items_of(node) if isinstance(item, Scalar))


class Offer:
    """An option as plans name it: whether a number comes with it, and the names of the things that may."""

    def __init__(self, choice: c.Choice, this: c.Var | None) -> None:
        domains = [var.type.domain for var in (choice.var, this) if var is not None and var.type.domain is not None]
        self.number = choice.var is not None and choice.things is None
        self.things = {name for domain in domains for name in domain.members}
        self.things |= {rule for domain in domains for kind in domain.kinds for rule in kind.rules}


def options_offered(resolved: Resolved, findings: Findings) -> dict[str, list[Offer]] | None:
    """Return the options by name; None where rules have mistakes, because options may be missing for that reason."""
    broken = any(one.span.file in resolved.rules.files for one in findings.errors)
    return None if broken or resolved.checked is None else dict(_options_by_name(resolved.checked))


def _options_by_name(rules: c.CheckedRules) -> Iterator[tuple[str, list[Offer]]]:
    """Yield all options by name, and by full name; those of one piece also by that of its rule."""
    found: dict[str, list[Offer]] = {}
    for menu in rules.menus:
        for option in menu.options:
            of_piece = [rule_of_piece(option.full_name)] if option.this is not None else []
            for name in (option.choice.name, option.full_name, *of_piece):
                found.setdefault(name, []).append(Offer(option.choice, option.this))
    for question in questions_of(rules):
        for choice in question.choices:
            for name in (choice.name, *(f"{choice.rule}{joint}{choice.name}" for joint in ". ")):
                found.setdefault(name, []).append(Offer(choice, None))
        if question.stop is not None:
            found |= {name: found.get(name, []) for name in ("stop", f"{question.rule}.stop", f"{question.rule} stop")}
    yield from found.items()
