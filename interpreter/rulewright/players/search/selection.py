"""Selection in the trees of a search in Python: which choices a node knows, and which of them is tried next.

A node first gets edges for some of the choices that it lacks: for all while they are few, else for a random part that
grows with the visits. A new edge has a prior: its evaluation one step ahead, relative to the mean of its siblings.

Then the choice with the highest upper confidence bound is taken. With the mean reward of 30 in 8 visits, a choice that
was available 20 times has, for rewards that span 100 and `explore: 0.7`, the bound 30 + 0.7 * 100 * sqrt(log(21) / 8).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from rulewright.backends.evaluation import Evaluation
from rulewright.players.search.nodes import Forest, RandomNumbers, TreeEdge, TreeNode
from rulewright.players.search.settings import BLUFFING, Settings

FIRST_CHOICES = 48
"""How many choices of a decision are considered at least before some are left out."""
LEAST_SPAN = 100
"""The least difference of rewards by which uncertainty is measured."""
MOST_ADDED = 64
"""How many edges a node gets at once."""


@dataclass(slots=True)
class Selection:
    """Selects in the trees of one search."""

    evaluation: Evaluation
    settings: Settings
    forest: Forest
    numbers: RandomNumbers

    def select_key(
        self, state: list[int], choices: dict[int, int], node: TreeNode, seat: int, span: float
    ) -> int | None:
        """Return the key of one of some choices, given by their keys; None if the trees have no room for it.

        `span` is the difference between the highest reward of the seat so far and the lowest.
        """
        self._expand_node(state, choices, node, seat)
        node.choices = len(choices)
        key = self._sample_average_strategy(choices, node) if self.settings.opponents == BLUFFING else None
        return self._highest_bound(choices, node, seat, max(span, LEAST_SPAN)) if key is None else key

    def _expand_node(self, state: list[int], choices: dict[int, int], node: TreeNode, seat: int) -> None:
        most = FIRST_CHOICES + int(self.settings.widen * sqrt(node.visits))
        have = sum(key in node.edges for key in choices)
        left = len(choices) - have
        wanted, fresh = (most - have if most < len(choices) else left), list[int]()
        for key in choices:
            if key in node.edges:
                continue
            if len(fresh) >= min(wanted, MOST_ADDED):
                break
            if wanted - len(fresh) >= left or self.numbers.draw_below(left) < wanted - len(fresh):
                fresh.append(key)
            left -= 1
        values = [0.0] * len(fresh)
        if self.settings.prior > 0:
            values = [float(self.evaluation.after(state, choices[key], seat)) for key in fresh]
        mean = sum(values) / len(values) if values else 0.0
        for key, value in zip(fresh, values, strict=True):
            self.forest.add_edge(node, key, value - mean)

    def _sample_average_strategy(self, choices: dict[int, int], node: TreeNode) -> int | None:
        """Draw a choice by how often each was made: smooth UCT (Heinrich and Silver, 2015), whose average approaches an
        equilibrium where plain bounds run in circles. Return None where bounds are to decide."""
        if (self.numbers.draw_bits() >> 11) * 2.0**-53 < max(0.9 / (1 + 0.002 * sqrt(node.visits)), 0.1):
            return None
        visits = {key: node.edges[key].visits for key in choices if key in node.edges}
        if not any(visits.values()):
            return None
        left = self.numbers.draw_below(sum(visits.values()))
        for key, number in visits.items():
            left -= number
            if left < 0:
                return key
        return None

    def _highest_bound(self, choices: dict[int, int], node: TreeNode, seat: int, span: float) -> int | None:
        """Return the key that promises most: upper confidence bounds with availability counts.

        Choices without a visit are tried as soon as they promise more by their prior, or there are few others.
        """
        mean = node.value / node.visits if node.visits else 0.0
        prior, widen = self.settings.prior, self.settings.widen
        best, highest, fresh, ties, visited = None, 0.0, None, 0, 0
        for key in choices:
            edge = node.edges.get(key)
            if edge is None:
                continue
            edge.available += 1
            if not edge.visits:
                if fresh is None or edge.prior > node.edges[fresh].prior:
                    fresh, ties = key, 1
                elif edge.prior == node.edges[fresh].prior:
                    ties += 1
                    fresh = key if self.numbers.draw_below(ties) == 0 else fresh
                continue
            visited += 1
            weight = edge.visits + prior
            bound = (edge.value + prior * (mean + edge.prior)) / weight + self._uncertainty(edge, span, weight)
            if edge.outcome is not None:
                if seat in edge.outcome.winners:
                    return key
                bound = edge.outcome.reward[seat]
            if best is None or bound > highest:
                best, highest = key, bound
        if fresh is None or best is None:
            return best if fresh is None else fresh
        if widen > 0 and visited >= 4 + widen * sqrt(node.visits):
            return best
        if prior <= 0:
            return fresh
        edge = node.edges[fresh]
        return fresh if mean + edge.prior + self._uncertainty(edge, span, prior) > highest else best

    def _uncertainty(self, edge: TreeEdge, span: float, weight: float) -> float:
        return self.settings.explore * span * sqrt(log(edge.available + 1) / weight)
