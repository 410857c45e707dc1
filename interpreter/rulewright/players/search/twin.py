"""The search in Python: the same moves as `search.c`, for machines without a compiler, and as its test.

`search.c` and this file are written alike, function by function; a change belongs in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from time import monotonic

from rulewright.backends import ExecutionError, Program
from rulewright.backends.evaluation import POINT, Evaluation
from rulewright.backends.playing import SEED, ranked
from rulewright.chance import GOLDEN, MASK64, mix
from rulewright.engine.choice_keys import ChoiceKeys
from rulewright.players.search.result import Considered, StuckError
from rulewright.players.search.settings import BLUFFING, INFORMED, PLACE, POINTS, Settings

AT_FIRST = 48
"""How many choices of a decision are considered at least before some are left out."""
LEAST_SPAN = 100
"""The least difference of rewards by which uncertainty is measured."""
LONGEST = 5000
"""How many decisions an iteration has at most: some games may never end."""
FROM_HERE = 10
"""How many games begin at the root before all begin at the start."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is proven that the game comes to: the reward of each seat, and who wins alone, -1 for nobody."""

    reward: list[int]
    winner: int


@dataclass(slots=True)
class Edge:
    """A choice at a node, for who makes it, or what another seat sees of one."""

    prior: float = 0.0
    child: int = -1
    visits: int = 0
    available: int = 0
    worth: float = 0.0
    outcome: Outcome | None = None


@dataclass(slots=True)
class Node:
    """What a seat has seen since the root."""

    visits: int = 0
    worth: float = 0.0
    edges: dict[int, Edge] = field(default_factory=dict)
    choices: int = 0
    proven: int = 0
    best: Outcome | None = None
    """The best outcome that is proven, for who decides."""


@dataclass(slots=True)
class Knowledge:
    """What searches of one program share."""

    program: Program
    evaluation: Evaluation = field(init=False)
    keys: ChoiceKeys = field(init=False)

    def __post_init__(self) -> None:
        self.evaluation, self.keys = Evaluation(self.program), ChoiceKeys(self.program)


class Tree:
    """A search from one position, which can be continued."""

    def __init__(
        self, shared: Knowledge, state: list[int], seat: int, seed: int, settings: Settings, most_edges: int
    ) -> None:
        self.shared, self.program, self.keys = shared, shared.program, shared.keys
        self.root, self.seat, self.settings, self.counter = state, seat, settings, seed
        self.seats, self.most_edges, self.edges = self.program.seats, most_edges, 0
        self.nodes = [Node() for _ in range(self.seats)]
        self.at: list[int] = []
        self.low, self.high = [inf] * self.seats, [-inf] * self.seats
        self.visited: list[tuple[Edge, Node, int]] = []
        self.made = self.failed = 0
        self.views: dict[tuple[int, ...], int] = {}
        """By what the seats know, their nodes."""

    # -- chance

    def _next(self) -> int:
        self.counter = (self.counter + GOLDEN) & MASK64
        return mix(self.counter)

    def _one_of(self, count: int) -> int:
        return (self._next() >> 32) * count >> 32

    # -- running

    def run(self, most: int, seconds: float) -> int:
        """Go on until `most` iterations have been made in all, or for some seconds (0: without limit)."""
        end = monotonic() + seconds if seconds else inf
        while self.made < most:
            try:
                self._iterate()
                self.made += 1
            except (ExecutionError, StuckError):
                self.failed += 1
                if self.failed > 100 + 10 * self.made:
                    raise StuckError from None
            if monotonic() >= end:
                break
        return self.made

    def found(self, codes: list[int]) -> list[Considered]:
        """Return what is known of the choices at the root."""
        edges = self.nodes[self.seat].edges
        found = [edges.get(self.keys.key_of(self.root, code), Edge()) for code in codes]
        return [
            Considered(code, one.visits, one.worth, self._proof(one)) for code, one in zip(codes, found, strict=True)
        ]

    def edge(self, node: int, key: int) -> tuple[int, int]:
        """Return how often a choice was tried at a node, and the node behind it; -1 where there is none."""
        edge = self.nodes[node].edges.get(key, Edge())
        return edge.visits, edge.child

    def _proof(self, edge: Edge) -> int:
        if edge.outcome is None or edge.outcome.winner < 0:
            return 0
        return 1 if edge.outcome.winner == self.seat else -1

    def _iterate(self) -> None:
        bluffing = self.settings.opponents == BLUFFING
        state, only = self._dealt(self._next())
        off, truncate, last = 0, self.settings.truncate, -1
        self.at, self.visited = list(range(self.seats)), []
        codes = self._first_choices(state)
        for _ in range(LONGEST):
            if codes is None:
                break
            site, seat = self.program.site_asked(state), self.program.seat_asked(state)
            if bluffing and self.at[seat] >= 0:
                self.at[seat] = self._node_of_view(state, seat)
            node, code = self.at[seat], -1
            if node >= 0:
                code, key = self._from_tree(state, codes, node, seat)
            if code >= 0:
                codes = self.program.take(state, code)
                if not bluffing:
                    self._gone_on(state, code, key, site, seat)
                continue
            self.at = [-1] * self.seats
            if off >= truncate >= 0:
                if not self.settings.finishing or self.program.tables.moments == 1:
                    break
                before, last = last, self.shared.evaluation.moment(state)
                if before not in {-1, last}:
                    break
            off += 1
            codes = self._played_on(state, codes, seat)
        rewards, winner = self._rewards(state, codes is None)
        self._credit(rewards, only)
        if self.settings.solving and codes is None and not off:
            self._prove(Outcome(rewards, winner))

    def _dealt(self, number: int) -> tuple[list[int], int]:
        """Return a world, and the seat whose decisions are credited in it; -1 for all."""
        if self.settings.opponents == BLUFFING:
            return self._begun(number)
        if self.settings.peeking:
            state = list(self.root)
            state[SEED] = number
        else:
            state = self.program.playing.sample(self.root, self.seat, number)
        if self.settings.opponents == INFORMED or self.seats == 1:
            return state, -1
        if self.made % 2 == 0:
            return state, self.seat
        other = (self.seat + 1 + self._one_of(self.seats - 1)) % self.seats
        return self.program.playing.sample(state, other, mix(number)), other

    def _first_choices(self, state: list[int]) -> list[int] | None:
        if self.program.site_asked(state) < 0 and not self.program.is_over(state):
            return self.program.begin(state)
        codes = self.program.choices(state)
        if not codes:
            raise StuckError
        return codes

    # -- games from the start, in which a node is what a seat knows at a decision, however it came about

    def _view_of(self, state: list[int], seat: int) -> tuple[int, ...]:
        """Return what a seat knows: the one determinization that is the same for all positions that look the same."""
        return seat, *self.program.playing.sample(state, seat, 0)

    def _node_of_view(self, state: list[int], seat: int) -> int:
        view = self._view_of(state, seat)
        if view not in self.views and self.edges < self.most_edges:
            self.edges += 1
            self.views[view] = len(self.nodes)
            self.nodes.append(Node())
        return self.views.get(view, -1)

    def _begun(self, number: int) -> tuple[list[int], int]:
        """Return a state in which an iteration begins, and whose decisions are credited in it; -1 for all."""
        if not self.edges:
            self.views[self._view_of(self.root, self.seat)] = self.seat
            self.edges += 1
        if self.made < FROM_HERE:
            return self.program.playing.sample(self.root, self.seat, number), self.seat
        return self.program.initial(number), -1

    # -- decisions in a tree

    def _from_tree(self, state: list[int], codes: list[int], number: int, seat: int) -> tuple[int, int]:
        """Return the choice of a seat that is in its tree, and its key; -1 where the tree has no room."""
        choices: dict[int, int] = {}
        only = self.settings.only if number == self.seat else -1
        for code in codes:
            seen = self.keys.key_of(state, code)
            if only in (-1, seen):
                choices.setdefault(seen, code)
        node = self.nodes[number]
        self._expand(state, choices, node, seat)
        node.choices = len(choices)
        key = self._averaged(choices, node) if self.settings.opponents == BLUFFING else None
        if key is None:
            key = self._selected(choices, node, seat)
        if key is None:
            return -1, -1
        self.visited.append((node.edges[key], node, seat))
        return choices[key], key

    def _expand(self, state: list[int], choices: dict[int, int], node: Node, seat: int) -> None:
        most = AT_FIRST + int(self.settings.widen * sqrt(node.visits))
        have = sum(key in node.edges for key in choices)
        left = len(choices) - have
        wanted, fresh = (most - have if most < len(choices) else left), list[int]()
        for key in choices:
            if key in node.edges:
                continue
            if len(fresh) >= min(wanted, 64):
                break
            if wanted - len(fresh) >= left or self._one_of(left) < wanted - len(fresh):
                fresh.append(key)
            left -= 1
        worth = (
            [float(self.shared.evaluation.after(state, choices[key], seat)) for key in fresh]
            if self.settings.prior > 0
            else []
        )
        mean = sum(worth) / len(worth) if worth else 0.0
        for at, key in enumerate(fresh):
            self._edge(node, key, worth[at] - mean if worth else 0.0)

    def _edge(self, node: Node, key: int, prior: float) -> None:
        if self.edges < self.most_edges:
            node.edges[key] = Edge(prior)
            self.edges += 1

    def _averaged(self, choices: dict[int, int], node: Node) -> int | None:
        """Draw a choice by how often each was made: smooth UCT (Heinrich and Silver, 2015), whose average approaches an
        equilibrium where plain bounds run in circles. Return None where bounds are to decide."""
        if (self._next() >> 11) * 2.0**-53 < max(0.9 / (1 + 0.002 * sqrt(node.visits)), 0.1):
            return None
        visits = {key: node.edges[key].visits for key in choices if key in node.edges}
        if not any(visits.values()):
            return None
        left = self._one_of(sum(visits.values()))
        for key, number in visits.items():
            left -= number
            if left < 0:
                return key
        return None

    def _selected(self, choices: dict[int, int], node: Node, seat: int) -> int | None:
        """Return the key that promises most: upper confidence bounds with availability counts."""
        mean = node.worth / node.visits if node.visits else 0.0
        span = max(self.high[seat] - self.low[seat], LEAST_SPAN)
        p, widen = self.settings.prior, self.settings.widen
        best, most, fresh, ties, visited = None, 0.0, None, 0, 0
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
                    fresh = key if self._one_of(ties) == 0 else fresh
                continue
            visited += 1
            weight = edge.visits + p
            worth = (edge.worth + p * (mean + edge.prior)) / weight + self._bonus(edge, span, weight)
            if edge.outcome is not None:
                if edge.outcome.winner == seat:
                    return key
                worth = edge.outcome.reward[seat]
            if best is None or worth > most:
                best, most = key, worth
        if fresh is None or best is None:
            return best if fresh is None else fresh
        if widen > 0 and visited >= 4 + widen * sqrt(node.visits):
            return best
        if p <= 0:
            return fresh
        edge = node.edges[fresh]
        return fresh if mean + edge.prior + self._bonus(edge, span, p) > most else best

    def _bonus(self, edge: Edge, span: float, weight: float) -> float:
        return self.settings.explore * span * sqrt(log(edge.available + 1) / weight)

    def _gone_on(self, state: list[int], code: int, key: int, site: int, seat: int) -> None:
        for each, node in enumerate(self.at):
            if node >= 0:
                seen = key if each == seat else self.keys.key_seen_by(state, code, key, site, each)
                self.at[each] = self._next_node(self.nodes[node], seen)

    def _next_node(self, node: Node, key: int) -> int:
        if key not in node.edges:
            self._edge(node, key, 0.0)
        edge = node.edges.get(key)
        if edge is None:
            return -1
        if edge.child < 0:
            edge.child = len(self.nodes)
            self.nodes.append(Node())
            return -1
        return edge.child

    # -- outside of the trees

    def _played_on(self, state: list[int], codes: list[int], seat: int) -> list[int] | None:
        """Make the best of some choices, drawn at random, as far as the seat can see at once."""
        if self.settings.sampled <= 1 or len(codes) == 1:
            return self.program.take(state, codes[self._one_of(len(codes))])
        codes, drawn = list(codes), []
        for k in range(min(self.settings.sampled, len(codes))):
            other = k + self._one_of(len(codes) - k)
            drawn.append(codes[other])
            codes[other] = codes[k]
        best, most, following = state, -inf, None
        for code in drawn:
            then = state.copy()
            next_codes = self.program.take(then, code)
            worth = self.shared.evaluation.of(then, seat)
            if worth > most:
                best, most, following = then, worth, next_codes
        state[:] = best
        return following

    def _rewards(self, state: list[int], over: bool) -> tuple[list[int], int]:
        """Return what a position comes to for each seat, in hundredths of a point, and who has won alone; -1."""
        points = [self.program.points(state, seat) for seat in range(self.seats)] if over else []
        if over:
            value = [POINT * number for number in points]
            keys = [(mine, *(tie(state, seat) for tie in self.program.tie)) for seat, mine in enumerate(points)]
            ranks = ranked(keys)
        else:
            value = [self.shared.evaluation.of(state, seat) for seat in range(self.seats)]
            ranks = [-one for one in value]
        winner = ranks.index(0) if over and ranks.count(0) == 1 else -1
        return [self._reward(value, ranks, seat) for seat in range(self.seats)], winner

    def _reward(self, value: list[int], ranks: list[int], seat: int) -> int:
        others = [other for other in range(self.seats) if other != seat]
        ahead = sum(ranks[other] > ranks[seat] for other in others)
        level = sum(ranks[other] == ranks[seat] for other in others)
        if self.settings.reward == PLACE:
            return 100 * ahead + 50 * level
        if self.settings.reward == POINTS or not others:
            return value[seat]
        won = 100 if ahead == len(others) else -(100 // len(others)) if ahead + level < len(others) else 0
        return value[seat] - max(value[other] for other in others) + won

    def _prove(self, outcome: Outcome) -> None:
        """Propagate a proven outcome: to the last choice, and up the tree while it settles the decision before."""
        for edge, node, seat in reversed(self.visited):
            if edge.outcome is not None:
                return
            edge.outcome = outcome
            node.proven += 1
            if node.best is None or outcome.reward[seat] > node.best.reward[seat]:
                node.best = outcome
            if outcome.winner != seat and node.proven < node.choices:
                return
            outcome = node.best

    def _credit(self, rewards: list[int], only: int) -> None:
        for seat, reward in enumerate(rewards):
            self.low[seat], self.high[seat] = min(self.low[seat], reward), max(self.high[seat], reward)
        for edge, node, seat in self.visited:
            if only >= 0 and seat != only:
                continue
            edge.visits += 1
            node.visits += 1
            edge.worth += rewards[seat]
            node.worth += rewards[seat]
