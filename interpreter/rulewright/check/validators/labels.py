"""Texts in other languages: one of something that is not there, something without one, forms that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.declare.table import SymbolTable
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import Composed, NamedText, full_name
from rulewright.compose.languages import Catalogue, all_said
from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import LanguageLabels, LocatedText
from rulewright.source.labels import OWN_LANGUAGE, Forms
from rulewright.source.languages import known_plurals, plural_forms

MOST_NAMED = 6
"""The maximum number of things without a text named in a message."""

ALONE = "alone"
"""The form of a counted thing without a number."""


def report_labels(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each text of nothing, for forms that do not fit, and for each language with texts missing."""
    rules = resolved.rules
    files = [labels for layer in rules.labels for labels in layer]
    if not files or rules.language:
        return
    said = {name: one for layer in rules.said for name, one in layer.items()}
    known = {*_all_full_names(resolved.table, rules), *said}
    for labels in files:
        given: list[tuple[LocatedText, LocatedText | Forms]] = [*labels.texts, *labels.forms]
        for name, text in given:
            if name.text not in known:
                message, near = "nothing has this full name", did_you_mean(name.text, known)
                remedy = near or ("A full name is a kind and a name: step.sell, fruit.apple.",)
                findings.add(Code.UNKNOWN_NAME, name.span, message, *remedy)
            elif name.text in said:
                _report_forms(said[name.text], name, text, labels.language.text, findings)
    for labels in rules.labels[-1]:
        if labels.language.text != OWN_LANGUAGE:
            _report_missing(rules, labels.language.text, labels, findings)


def _report_forms(
    said: NamedText, name: LocatedText, text: LocatedText | Forms, language: str, findings: Findings
) -> None:
    """What is counted has each form that the language has; anything else has one."""
    wanted = list(plural_forms(language))
    if isinstance(text, LocatedText):
        if said.counted and len(wanted) > 1 and language != OWN_LANGUAGE:
            example = ", ".join(f"{form}: ..." for form in wanted)
            message = "this is counted, so it has several forms in this language"
            findings.add(Code.LABEL_FORMS, text.span, message, f"Write {{{example}}}.")
        return
    place = name.span
    if not said.counted:
        findings.add(Code.LABEL_FORMS, place, "this is never counted, so it has one text and no forms")
    elif not wanted:
        remedy = f"Give one text. Forms are known for: {', '.join(known_plurals())}."
        findings.add(Code.LABEL_FORMS, place, f'which forms the language "{language}" has is not known here', remedy)
    else:
        _report_which(place, [form.text for form, _ in text], wanted, findings)


def _report_which(place: Span, given: list[str], wanted: list[str], findings: Findings) -> None:
    missing = [form for form in wanted if form not in given]
    strange = [form for form in given if form not in (*wanted, ALONE)]
    said = [f"{', '.join(missing)} missing"] if missing else []
    said += [f"{', '.join(strange)} too much"] if strange else []
    if said:
        forms = f"This language has the forms {', '.join(wanted)}; {ALONE} may stand beside them."
        findings.add(Code.LABEL_FORMS, place, f"the forms do not fit the language: {'; '.join(said)}", forms)


def _report_missing(rules: Composed, language: str, labels: LanguageLabels, findings: Findings) -> None:
    catalogue = Catalogue(rules, language)
    read = {said.name: said for said in all_said(rules) if said.read}
    missing = sorted(name for name, said in read.items() if catalogue.find(said) is None)
    if missing:
        rest = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        message = f"{len(missing)} of {len(read)} texts are missing in this language"
        named = f"Without a text: {', '.join(missing[:MOST_NAMED])}{rest}."
        remedy = f"{named} They would be shown as they stand in the rules."
        findings.add(Code.LABEL_MISSING, labels.language.span, message, remedy, severity="warning")


def _all_full_names(table: SymbolTable, rules: Composed) -> Iterator[str]:
    """Yield every full name."""
    yield from (full_name(decl) for decl in rules.declarations)
    yield from (f"{domain.name}.{member}" for domain in table.domains.values() for member in domain.members)
    yield from (f"{kind.name}.{m}" for kind in table.kinds.values() for m in table.home[kind.name].members)
    yield from (f"{kind}.{rule}" for kind, rule in table.piece_rules)
    yield from (f"{owner or 'game'}.{name}" for owner, name in [*table.stored, *table.places, *table.printed])
