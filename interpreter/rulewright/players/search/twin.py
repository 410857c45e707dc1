"""The search in Python: the same moves as `search.c`, for machines without a compiler, and as its test.

An iteration draws a world, descends the trees of all seats at once (`nodes.py`, `selection.py`), plays on at random
until there is a reward (`rewards.py`), and credits it to the choices on the way. `search.c` has functions of the same
names; a change belongs in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from time import monotonic

from rulewright.backends import ExecutionError, Program
from rulewright.backends.evaluation import Evaluation
from rulewright.backends.playing import reseed
from rulewright.chance import mix
from rulewright.engine.automatic_seats import has_moments
from rulewright.engine.options import ChoiceKeys
from rulewright.players.search.nodes import Forest, ProvenOutcome, RandomNumbers, TreeEdge, TreeNode
from rulewright.players.search.result import Considered, StuckError
from rulewright.players.search.rewards import outcome_of
from rulewright.players.search.selection import Selection
from rulewright.players.search.settings import BLUFFING, INFORMED, Settings

MOST_DECISIONS = 5000
"""How many decisions an iteration has at most: some games may never end."""
GAMES_FROM_ROOT = 10
"""How many games begin at the root before all begin at the start, where opponents bluff."""


@dataclass(slots=True)
class SearchKnowledge:
    """What searches of one program share."""

    program: Program
    evaluation: Evaluation = field(init=False)
    keys: ChoiceKeys = field(init=False)

    def __post_init__(self) -> None:
        self.evaluation, self.keys = Evaluation(self.program), ChoiceKeys(self.program)


class PythonTree:
    """A search from one position, which can be continued."""

    def __init__(
        self, shared: SearchKnowledge, state: list[int], seat: int, seed: int, settings: Settings, most_edges: int
    ) -> None:
        self.program, self.keys, self.evaluation = shared.program, shared.keys, shared.evaluation
        self.root, self.seat, self.settings = state, seat, settings
        self.seats, self.numbers, self.forest = self.program.seats, RandomNumbers(seed), Forest(most_edges)
        self.selection = Selection(self.evaluation, settings, self.forest, self.numbers)
        self.at = [self.forest.add_node() for _ in range(self.seats)]
        """The node of each seat in its own tree; -1 outside."""
        self.low, self.high = [inf] * self.seats, [-inf] * self.seats
        self.visited: list[tuple[TreeEdge, TreeNode, int]] = []
        self.made = self.failed = 0
        self.bluffing = settings.opponents == BLUFFING
        self.choices: dict[int, int] = {}
        """At the last decision in a tree, the choices by their keys; of those with equal keys the first."""
        self.views: dict[tuple[int, ...], int] = {}
        """By what the seats know, their nodes."""

    # -- running

    def run(self, most: int, seconds: float) -> int:
        """Go on until `most` iterations have been made in all, or for some seconds (0: without limit)."""
        end = monotonic() + seconds if seconds else inf
        while self.made < most:
            try:
                self._run_iteration()
                self.made += 1
            except (ExecutionError, StuckError):
                self.failed += 1
                if self.failed > 100 + 10 * self.made:
                    raise StuckError from None
            if monotonic() >= end:
                break
        return self.made

    def found_choices(self, codes: list[int]) -> list[Considered]:
        """Return what is known of the choices at the root."""
        edges, found = self.forest.nodes[self.seat].edges, []
        for code in codes:
            edge = edges.get(self.keys.key_of(self.root, code), TreeEdge())
            winners = frozenset[int]() if edge.outcome is None else edge.outcome.winners
            proven = 0 if not winners else 1 if self.seat in winners else -1
            found.append(Considered(code, edge.visits, edge.value, proven))
        return found

    def visits_and_child(self, node: int, key: int) -> tuple[int, int]:
        """Return how often a choice was tried at a node, and the node that it leads to, or -1."""
        edge = self.forest.nodes[node].edges.get(key, TreeEdge())
        return edge.visits, edge.child

    def _run_iteration(self) -> None:
        state, only = self._determinize(self.numbers.draw_bits())
        length, last = 0, -1
        self.at, self.visited = list(range(self.seats)), []
        codes = self._first_choices(state)
        for _ in range(MOST_DECISIONS):
            if codes is None:
                break
            site, seat = self.program.site_asked(state), self.program.seat_asked(state)
            if self.bluffing and self.at[seat] >= 0:
                self.at[seat] = self._node_of_view(state, seat)
            key = self._select_choice(state, codes, seat) if self.at[seat] >= 0 else None
            if key is not None:
                code = self.choices[key]
                codes = self.program.take(state, code)
                if not self.bluffing:
                    self._advance_trees(state, code, key, site, seat)
                continue
            self.at = [-1] * self.seats
            if length >= self.settings.truncate >= 0:
                before, last = last, self.evaluation.moment(state)
                if not (self.settings.finishing and has_moments(self.program)) or before not in {-1, last}:
                    break
            length += 1
            state, codes = self._rollout_step(state, codes, seat)
        outcome = outcome_of(self.evaluation, state, codes is None, self.settings.reward)
        self._credit_rewards(outcome.reward, only)
        if self.settings.solving and codes is None and not length:
            self._prove_outcome(outcome)

    # -- worlds

    def _determinize(self, number: int) -> tuple[list[int], int]:
        """Return a world, and the seat whose decisions are credited in it; -1 for all."""
        if self.bluffing:
            return self._start_iteration(number)
        if self.settings.peeking:
            state = list(self.root)
            reseed(state, number)
        else:
            state = self.program.playing.sample(self.root, self.seat, number)
        if self.settings.opponents == INFORMED or self.seats == 1:
            return state, -1
        if self.made % 2 == 0:
            return state, self.seat
        other = (self.seat + 1 + self.numbers.draw_below(self.seats - 1)) % self.seats
        return self.program.playing.sample(state, other, mix(number)), other

    def _start_iteration(self, number: int) -> tuple[list[int], int]:
        """Return the start of a game, or at first the root: where opponents bluff, a node is what a seat knows at a
        decision, however it came about."""
        if not self.forest.edges:
            self.views[self._view_of(self.root, self.seat)] = self.seat
            self.forest.edges += 1
        if self.made < GAMES_FROM_ROOT:
            return self.program.playing.sample(self.root, self.seat, number), self.seat
        return self.program.initial(number), -1

    def _view_of(self, state: list[int], seat: int) -> tuple[int, ...]:
        """Return what a seat knows: the one determinization that is the same for all positions that look the same."""
        return seat, *self.program.playing.sample(state, seat, 0)

    def _node_of_view(self, state: list[int], seat: int) -> int:
        view = self._view_of(state, seat)
        if view not in self.views and self.forest.edges < self.forest.most_edges:
            self.forest.edges += 1
            self.views[view] = self.forest.add_node()
        return self.views.get(view, -1)

    def _first_choices(self, state: list[int]) -> list[int] | None:
        if self.program.site_asked(state) < 0 and not self.program.is_over(state):
            return self.program.begin(state)
        codes = self.program.choices(state)
        if not codes:
            raise StuckError
        return codes

    # -- decisions

    def _select_choice(self, state: list[int], codes: list[int], seat: int) -> int | None:
        """Return the key of the choice of a seat that is in its tree; None where the tree has no room."""
        number = self.at[seat]
        only = self.settings.only if number == self.seat else ()
        self.choices.clear()
        for code in codes:
            key = self.keys.key_of(state, code)
            if not only or key in only:
                self.choices.setdefault(key, code)
        node, span = self.forest.nodes[number], self.high[seat] - self.low[seat]
        selected = self.selection.select_key(state, self.choices, node, seat, span)
        if selected is not None:
            self.visited.append((node.edges[selected], node, seat))
        return selected

    def _advance_trees(self, state: list[int], code: int, key: int, site: int, seat: int) -> None:
        """Have each seat go on in its own tree by what it sees of a choice."""
        for each, node in enumerate(self.at):
            if node >= 0:
                seen = key if each == seat else self.keys.key_seen_by(state, code, key, site, each)
                self.at[each] = self.forest.child_of(node, seen)

    def _rollout_step(self, state: list[int], codes: list[int], seat: int) -> tuple[list[int], list[int] | None]:
        """Take, of some choices drawn at random, the one after which the seat is best off."""
        if self.settings.sampled <= 1 or len(codes) == 1:
            return state, self.program.take(state, codes[self.numbers.draw_below(len(codes))])
        codes, drawn = list(codes), []
        for at in range(min(self.settings.sampled, len(codes))):
            other = at + self.numbers.draw_below(len(codes) - at)
            drawn.append(codes[other])
            codes[other] = codes[at]
        best, highest, following = state, -inf, None
        for code in drawn:
            then = state.copy()
            next_codes = self.program.take(then, code)
            value = self.evaluation.of(then, seat)
            if value > highest:
                best, highest, following = then, value, next_codes
        return best, following

    # -- what came of it

    def _credit_rewards(self, rewards: list[int], only: int) -> None:
        for seat, reward in enumerate(rewards):
            self.low[seat], self.high[seat] = min(self.low[seat], reward), max(self.high[seat], reward)
        for edge, node, seat in self.visited:
            if only < 0 or seat == only:
                edge.visits += 1
                node.visits += 1
                edge.value += rewards[seat]
                node.value += rewards[seat]

    def _prove_outcome(self, outcome: ProvenOutcome) -> None:
        """Propagate a proven outcome: to the last choice, and up the tree while it settles the decision before."""
        for edge, node, seat in reversed(self.visited):
            if edge.outcome is not None:
                return
            edge.outcome = outcome
            node.proven += 1
            if node.best is None or outcome.reward[seat] > node.best.reward[seat]:
                node.best = outcome
            if seat not in outcome.winners and node.proven < node.choices:
                return
            outcome = node.best
