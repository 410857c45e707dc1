"""What a result depends on: the texts of a ruleset and of those below it, as the key of what is cached."""

from __future__ import annotations

from rulewright.source import RulesetSource, layers


def contents(source: RulesetSource) -> str:
    """Return everything that the rules and data files of a ruleset, and of those below it, say."""
    rules, only = [(f.path, f.text) for f in source.rules], sorted(source.only) if source.only is not None else None
    own = repr((source.manifest, rules, source.inventories, source.figures, only, sorted(source.beside)))
    own += repr(source.weights) if source.weights else ""
    return own + (contents(source.base) if source.base is not None else "")


def labels_of(source: RulesetSource) -> str:
    """Return everything that determines how a ruleset reads in its language."""
    return repr((source.language, [layer.labels for layer in layers(source)]))
