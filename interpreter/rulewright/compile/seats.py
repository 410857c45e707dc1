"""What the data of a ruleset and its bases say about automatic seats, in the form of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.compile.tables import END, SearchSettings, SeatPlan, Weights
from rulewright.compile.weights import in_tables, weights_of
from rulewright.compose.composed import Composed
from rulewright.compose.weights import Time, Weight, combined_weights, on_top
from rulewright.source import YamlNode, plain
from rulewright.source.figures import SeatData
from rulewright.source.nodes import entries_of, items_of, number_of, text_of, texts_of
from rulewright.source.seat_kinds import GREEDY, KINDS

PERCENT = 100
"""Files give fractions in hundredths."""
SEARCHING_KINDS = ("search", "level")
"""How the names of the kinds of seat begin that search."""


def search_of(rules: Composed) -> SearchSettings:
    """Return the settings of the search; those of upper layers take precedence.

    Weights make it possible to truncate playouts and to compare their choices, so they are used if there are any.
    """
    files = _search_files(rules)
    given = {word.text: node for data in files for word, node in data.entries.items}
    usual = _usual_settings(rules)
    end = _word_in(given.get("playouts"), "") == "end"
    return SearchSettings(
        _word_in(given.get("reward"), usual.reward),
        END if end else number_of(given.get("playouts"), usual.playouts),
        _word_in(given.get("finish-phase"), "false") == "true",
        number_of(given.get("choose"), usual.choose),
        number_of(given.get("explore"), round(usual.explore * PERCENT)) / PERCENT,
        number_of(given.get("prior"), usual.prior),
        number_of(given.get("widen"), round(usual.widen * PERCENT)) / PERCENT,
        _word_in(given.get("opponents"), usual.opponents),
        [number_of(item, 1) for item in items_of(given.get("levels"))] or usual.levels,
        in_tables(*_overridden_weights(files, rules)),
    )


def _usual_settings(rules: Composed) -> SearchSettings:
    """Return the settings where none are given.

    Chance soon loses a game that all win or lose together, whatever comes first: where it has points to weigh before
    the end, its playouts are short.
    """
    usual = SearchSettings(playouts=20, choose=3) if rules.weights else SearchSettings()
    return replace(usual, playouts=4) if rules.score_together else usual


def weights_of_players(rules: Composed) -> list[Weights]:
    """Return all weights that players may have: of the ruleset, of its search, and of its plans."""
    return [weights_of(rules), search_of(rules).weights, *(plan.weights for plan in plans_of(rules).values())]


def _overridden_weights(files: Iterable[SeatData], rules: Composed) -> tuple[dict[str, Weight], Time | None]:
    """Return the weights of the ruleset, overridden by those in some files about seats; the last file wins."""
    worth, time = combined_weights(rules)
    for data in files:
        for word, node in entries_of(data.entries.get("weights")):
            worth[word.text] = on_top(worth.get(word.text), plain(node))
    return worth, time


def _search_files(rules: Composed) -> list[SeatData]:
    return [data for _, data in rules.seat_data if data.kind == "search"]


def plans_of(rules: Composed) -> dict[str, SeatPlan]:
    """Return the plans by name; those of upper layers replace those of the same name."""
    plans = {data.word("name").text: data for _, data in rules.seat_data if data.kind == "seat"}
    return {name: _merged_plan(_inheritance(data, plans), rules) for name, data in plans.items()}


def _inheritance(data: SeatData, plans: dict[str, SeatData]) -> list[SeatData]:
    """Return a plan and the plans that it inherits from, the nearest first."""
    chain = [data]
    while (parent := plans.get(_word_in(chain[-1].entries.get("plays"), ""))) is not None:
        chain.append(parent)
    return chain


def _merged_plan(chain: list[SeatData], rules: Composed) -> SeatPlan:
    """Return a plan merged with the plans that it inherits from; its own entries win."""
    each = [data.entries.get for data in chain]
    plays = _word_in(each[-1]("plays"), GREEDY)
    weighs = plays not in KINDS or KINDS[plays].weighs
    searching = _search_files(rules) if plays.partition(":")[0] in SEARCHING_KINDS else []
    return SeatPlan(
        plays,
        [option.text for get in each for option in texts_of(get("prefers"))],
        [option.text for get in each for option in texts_of(get("never"))],
        {word.text: number_of(node, 0) for get in reversed(each) for word, node in entries_of(get("at most"))},
        next((number for get in each if (number := number_of(get("careless"), 0))), 0),
        not weighs or all(_word_in(get("plans ahead"), "true") == "true" for get in each),
        [name.text for get in each if weighs for name in texts_of(get("does not know"))],
        in_tables(*_overridden_weights([*searching, *reversed(chain)], rules)),
    )


def _word_in(node: YamlNode | None, otherwise: str) -> str:
    found = text_of(node)
    return found.text if found is not None else otherwise
