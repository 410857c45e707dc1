"""The trees of a search in Python: nodes are what a seat has seen since the root, edges the choices at them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.chance import GOLDEN, MASK64, mix


@dataclass(frozen=True, slots=True)
class ProvenOutcome:
    """What is proven that the game comes to: the reward of each seat, and who wins on the only side that does."""

    reward: list[int]
    winners: frozenset[int]


@dataclass(slots=True)
class TreeEdge:
    """A choice at a node, for who makes it, or what another seat sees of one."""

    prior: float = 0.0
    child: int = -1
    visits: int = 0
    available: int = 0
    value: float = 0.0
    """The sum of the rewards of its visits."""
    outcome: ProvenOutcome | None = None


@dataclass(slots=True)
class TreeNode:
    """What a seat has seen since the root."""

    visits: int = 0
    value: float = 0.0
    edges: dict[int, TreeEdge] = field(default_factory=dict)
    choices: int = 0
    proven: int = 0
    best: ProvenOutcome | None = None
    """The best outcome that is proven, for who decides."""


@dataclass(slots=True)
class Forest:
    """The nodes of the trees of all seats, with room for a limited number of edges."""

    most_edges: int
    nodes: list[TreeNode] = field(default_factory=list)
    edges: int = 0

    def add_node(self) -> int:
        """Add a node; return its number."""
        self.nodes.append(TreeNode())
        return len(self.nodes) - 1

    def add_edge(self, node: TreeNode, key: int, prior: float) -> None:
        """Add an edge if there is room for it."""
        if self.edges < self.most_edges:
            node.edges[key] = TreeEdge(prior)
            self.edges += 1

    def child_of(self, number: int, key: int) -> int:
        """Return the node behind an edge, which is made if need be; -1 where it is new: it is visited next time."""
        node = self.nodes[number]
        if key not in node.edges:
            self.add_edge(node, key, 0.0)
        edge = node.edges.get(key)
        if edge is None:
            return -1
        if edge.child < 0:
            edge.child = self.add_node()
            return -1
        return edge.child


@dataclass(slots=True)
class RandomNumbers:
    """The random numbers of one search."""

    counter: int

    def draw_bits(self) -> int:
        """Return 64 random bits."""
        self.counter = (self.counter + GOLDEN) & MASK64
        return mix(self.counter)

    def draw_below(self, count: int) -> int:
        """Return a number below another."""
        return (self.draw_bits() >> 32) * count >> 32
