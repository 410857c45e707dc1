"""What completion offers, and the passages that can be cited."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rulewright.diagnostics import RulesError
from rulewright.workspace import Ruleset


class CompletionOffer(NamedTuple):
    """Something to insert. Its kind is word, key, passage, source, ruleset, or that of a symbol."""

    text: str
    kind: str
    detail: str = ""
    doc: str = ""
    order: int = 0
    insert: str = ""
    """What is inserted, where that is not the text."""


class Offers(NamedTuple):
    """What may stand instead of the text that is typed already, the best first."""

    typed: str
    offers: list[CompletionOffer]


def passages(ruleset: Ruleset) -> Mapping[str, Collection[str]]:
    """Return the passages of each source; none where the manifest cannot be read."""
    try:
        return ruleset.source.passages()
    except RulesError:
        return {}


def passages_of(ruleset: Ruleset) -> Iterator[CompletionOffer]:
    """Yield sources with their passages, as YAML files cite them."""
    for source, cited in passages(ruleset).items():
        for passage in cited:
            text = f'{source} "{passage}"'
            quoted = "'" + text.replace("'", "''") + "'"
            yield CompletionOffer(text, "passage", source, insert=quoted if set(",[]{}:#'") & set(text) else text)
