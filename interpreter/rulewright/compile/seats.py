"""What the data of a ruleset and its bases say about automatic seats, in the form of the tables."""

from __future__ import annotations

from rulewright.compile.tables import END, SearchSettings
from rulewright.compose.composed import Composed
from rulewright.source import YamlNode
from rulewright.source.nodes import items_of, number_of, text_of

PERCENT = 100
"""Files give fractions in hundredths."""


def search_of(rules: Composed) -> SearchSettings:
    """Return the settings of the search; those of upper layers take precedence.

    Weights make it possible to truncate playouts and to compare their choices, so they are used if there are any.
    """
    given = {word.text: node for _, data in rules.seat_data for word, node in data.entries.items}
    usual = SearchSettings(playouts=20, choose=3) if rules.weights else SearchSettings()
    end = _word(given.get("playouts"), "") == "end"
    return SearchSettings(
        _word(given.get("reward"), usual.reward),
        END if end else number_of(given.get("playouts"), usual.playouts),
        number_of(given.get("choose"), usual.choose),
        number_of(given.get("explore"), round(usual.explore * PERCENT)) / PERCENT,
        number_of(given.get("prior"), usual.prior),
        number_of(given.get("widen"), round(usual.widen * PERCENT)) / PERCENT,
        _word(given.get("opponents"), usual.opponents),
        [number_of(item, 1) for item in items_of(given.get("levels"))] or usual.levels,
    )


def _word(node: YamlNode | None, otherwise: str) -> str:
    found = text_of(node)
    return found.text if found is not None else otherwise
