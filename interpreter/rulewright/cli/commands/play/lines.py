"""The lines of play that were tried at a table: a tree of positions, of which one is the current one.

`undo` goes up and leaves everything below in place; each position remembers which child was left last, for `redo`. A
choice that was made there before leads to its old child, any other one to a new child. Example: two decisions a and b,
then undo, then c. The tree is

    start
        a           redo leads to b after the undo, and to c once c was taken back
            b
            c       the current position
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.engine import Game


@dataclass(slots=True, eq=False)
class LineNode:
    """A position, and what was chosen to come here: its label, the codes, and the seat that chose."""

    game: Game
    number: int = 0
    label: str = ""
    codes: tuple[int, ...] = ()
    seat: int = -1
    above: LineNode | None = None
    below: list[LineNode] = field(default_factory=list)
    next: LineNode | None = None
    """Where `redo` leads: the position below that was left last."""

    def path_here(self) -> list[LineNode]:
        """Return the positions from the first one to this one."""
        found = [self]
        while found[-1].above is not None:
            found.append(found[-1].above)
        return found[::-1]

    def nodes_below(self) -> Iterator[tuple[int, LineNode]]:
        """Yield this position and all below it, each with how deep the lines branch there; older lines first."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            step = 1 if len(node.below) > 1 else 0
            waiting += [(depth + step, each) for each in reversed(node.below)]


class LinesOfPlay:
    """The tree; `at` is the current position."""

    def __init__(self, game: Game) -> None:
        self.first = self.at = LineNode(game)
        self._made = 0

    def add_position(self, game: Game, label: str, codes: tuple[int, ...], seat: int) -> None:
        """Go on to a new position, or to the same one again where this choice was tried before."""
        known = next((node for node in self.at.below if node.codes == codes), None)
        if known is None:
            self._made += 1
            known = LineNode(game, self._made, label, codes, seat, self.at)
            self.at.below.append(known)
        else:
            known.game = game
        self.at = known

    def back_to(self, node: LineNode) -> None:
        """Go back to a position above; `redo` comes forward again."""
        while self.at is not node and self.at.above is not None:
            self.at.above.next = self.at
            self.at = self.at.above

    def go_to(self, node: LineNode) -> None:
        """Go to any position; from those above it, `redo` leads to it."""
        for one in node.path_here()[1:]:
            if one.above is not None:
                one.above.next = one
        self.at = node

    def node_numbered(self, number: int) -> LineNode | None:
        """Return the position with a number."""
        return next((node for _, node in self.first.nodes_below() if node.number == number), None)
