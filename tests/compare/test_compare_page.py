"""The page of a comparison by games: its summary in sentences, labels, axes and histograms."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.comparison.statistics.effects import paired_effect
from rulewright.comparison.statistics.outcome import HELD, LENGTH, OPTIONS, PIECES, REACHED, SOURCES, WINNER, Key
from rulewright.report.compare_labels import Labels, largest
from rulewright.report.plots import histogram, spanning, symmetric
from rulewright.workspace import load


@pytest.fixture(scope="module")
def labels(shops: Path) -> Labels:
    return Labels([load(str(shops / "new-shop")).composed_rules, load(str(shops / "shop")).composed_rules])


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ((OPTIONS, "option.buy"), "Buy a card"),
        ((OPTIONS, "card.clown.dismiss"), "Clown"),
        ((OPTIONS, "step.gone asked"), "Gone: asked"),
        ((PIECES, "king"), "King"),
        ((HELD, "coins"), "Coins"),
        ((REACHED, "3 hand"), "3 \u00d7 hand"),
        ((SOURCES, "Coins"), "Coins"),
    ],
)
def test_numbers_have_the_labels_of_the_rules(labels: Labels, key: Key, label: str) -> None:
    assert labels.of(key) == label


def test_the_largest_clear_effects_are_told_largest_first(labels: Labels) -> None:
    small, large = [1.0, 2.0, 3.0, 4.0] * 3, [11.0, 12.0, 13.0, 14.0] * 3
    effects = {
        (LENGTH, "decisions a game"): paired_effect(small, [number + 1 for number in small]),
        (OPTIONS, "option.buy"): paired_effect(small, large),
        (WINNER, "Coins"): paired_effect(small, large),
        (HELD, "coins"): paired_effect(small, [2.0, 1.0, 4.0, 3.0] * 3),
    }
    assert largest(effects, labels) == [
        "\u201cBuy a card\u201d is chosen 12.5 times a game under B, 2.5 times under A (+10.0).",
        "A game has 3.5 decisions under B, 2.5 under A (+1.0).",
    ]


def test_axes_have_round_numbers_and_hold_every_value() -> None:
    axis = symmetric([-0.13, 0.61])
    assert [tick.text for tick in axis.ticks] == ["-1", "-0.5", "0", "0.5", "1"]
    assert axis.at(0) == 120 and axis.ticks[0].at < axis.at(-0.13) < axis.at(0.61) < axis.ticks[-1].at
    assert [tick.text for tick in symmetric([0.04], percent=True).ticks] == ["-4%", "-2%", "0%", "2%", "4%"]
    assert [tick.text for tick in spanning([3.0, 3.0]).ticks][0] == "3"


def test_a_histogram_counts_every_game_once_on_both_sides() -> None:
    drawn = histogram([1, 1, 2, 4], [4, 4, 4, 4])
    assert [bar.label for bar in drawn.bars[0]] == ["1: 50%", "2: 25%", "4: 25%"]
    assert [bar.label for bar in drawn.bars[1]] == ["4: 100%"]
    assert drawn.bars[1][0].height == 2 * drawn.bars[0][0].height
