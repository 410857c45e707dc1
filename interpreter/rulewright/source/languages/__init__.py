"""Languages as data: plural forms, the interpreter's own words during a game, the words of pages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rulewright.diagnostics import Findings
from rulewright.source import cache as kept
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.source.nodes import Mapping, Scalar, YamlNode, entries_of
from rulewright.source.yaml_reader import read_yaml

Forms = dict[str, str]
"""The name of each plural form with the condition under which it is used, in order."""

_HERE = Path(__file__).parent
_TERM = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@cache
def phrases(language: str) -> dict[str, str]:
    """Return the interpreter's own words in a language; in English where it has none."""
    found = _load_texts(language if (_HERE / f"{language}.yaml").is_file() else OWN_LANGUAGE)
    return {name: text for name, text in found.items() if isinstance(text, str)}


@cache
def page_words(language: str) -> dict[str, str]:
    """Return the words of the pages in a language; in English where it has none."""
    listed = {name: text for name, text in _load_texts("pages").items() if isinstance(text, dict)}
    return {name: text.get(language, text[OWN_LANGUAGE]) for name, text in listed.items()}


@cache
def plural_forms(language: str) -> Forms:
    """Return the plural forms of a language; empty if they are unknown."""
    found = _load_texts("plurals")
    forms = found.get(language) or found.get(language.split("-")[0])
    return forms if isinstance(forms, dict) else {}


def possessive_key(phrase: str, owner: str) -> str:
    """Return the key of a possessive phrase, which differs for names that end in s."""
    return f"{phrase}-s" if owner.endswith("s") else phrase


def possessive_of(owner: str, thing: str) -> str:
    """Return a possessive for messages: `player's hand`."""
    return phrases(OWN_LANGUAGE)[possessive_key("owned", owner)].format(owner=owner, thing=thing)


def known_plurals() -> list[str]:
    """Return the languages whose plural forms are known."""
    return list(_load_texts("plurals"))


def form_for(forms: Forms, number: int) -> str:
    """Return the plural form to use with a number."""
    return next((name for name, condition in forms.items() if _condition_holds(condition, abs(number))), "other")


def _condition_holds(condition: str, number: int) -> bool:
    return all(_term_holds(part, number) for part in condition.split(" and ")) if condition else True


def _term_holds(text: str, number: int) -> bool:
    found = _TERM.fullmatch(text)
    assert found is not None, text
    value = number % int(found[1]) if found[1] else number
    listed = any(
        int(low) <= value <= int(high or low) for low, _, high in (p.partition("..") for p in found[3].split(","))
    )
    return listed == (found[2] == "=")


@cache
def _load_texts(name: str) -> dict[str, str | Forms]:
    path = _HERE / f"{name}.yaml"
    text = path.read_text("utf-8")
    entry = "language-" + kept.fingerprint(text)
    found: dict[str, str | Forms] | None = kept.load(entry)
    if found is None:
        findings = Findings()
        tree = read_yaml(path.name, text, findings)
        findings.stop_on_errors()
        found = {key.text: _text_or_forms(value) for key, value in entries_of(tree)}
        kept.save(entry, found)
    return found


def _text_or_forms(node: YamlNode) -> str | Forms:
    if isinstance(node, Mapping):
        return {key.text: value.text for key, value in node.items if isinstance(value, Scalar)}
    return node.text if isinstance(node, Scalar) else ""
