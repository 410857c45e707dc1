"""The largest effects of a comparison by games, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.comparison.statistics.effects import Effect, MeanInterval
from rulewright.comparison.statistics.outcome import (
    AMOUNTS,
    HELD,
    LENGTH,
    OPTIONS,
    PIECES,
    POINTS,
    REACHED,
    SEATS,
    SOURCES,
    Key,
)
from rulewright.report.compare_labels import Labels
from rulewright.report.compare_words import number, signed

MOST = 5
"""The number of effects that are listed."""

SENTENCES = {
    POINTS: "Points, {label}: {b} under B, {a} under A",
    SOURCES: "A player gets {b} points from {label} under B, {a} under A",
    SEATS: "{label} wins {b} of the games under B, {a} under A",
    LENGTH: "A game has {b} decisions under B, {a} under A",
    HELD: "The winner ends with {label}: {b} under B, {a} under A",
    REACHED: "Winners with {label}: {b} under B, {a} under A",
    OPTIONS: "{label} is chosen {b} times a game under B, {a} times under A",
    AMOUNTS: "The number chosen for {label} is {b} on average under B, {a} under A",
    PIECES: "Players get {label} {b} times a game under B, {a} times under A",
}
"""By group. The points of the winner, by source, repeat those of a player and are left out."""

QUOTED = (SOURCES, HELD, OPTIONS, AMOUNTS, PIECES)
"""Groups whose labels are texts of the rules."""


def largest(effects: Mapping[Key, Effect], labels: Labels) -> list[str]:
    """Return a sentence for each of the largest effects that are clear, measured in standard deviations."""
    clear = [(key, one) for key, one in effects.items() if one.a and one.b and one.is_clear and key[0] in SENTENCES]
    clear.sort(key=lambda pair: -abs(pair[1].size))
    return [_effect_sentence(key, one, one.a, one.b, labels) for key, one in clear[:MOST] if one.a and one.b]


def _effect_sentence(key: Key, one: Effect, a: MeanInterval, b: MeanInterval, labels: Labels) -> str:
    group, label = key[0], labels.of(key)
    quoted = f"\u201c{label}\u201d" if group in QUOTED else label
    said = SENTENCES[group].format(label=quoted, a=number(a.mean, group), b=number(b.mean, group))
    return f"{said} ({signed(one.difference, group)})."
