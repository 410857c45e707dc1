"""The kinds of seat that are built in, and what every stage says of them; `players/seats.py` makes their deciders."""

from __future__ import annotations

from collections.abc import Container

from rulewright.frozen import frozen_class

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
USUAL_ADVISER = "level:3"
"""Who gives hints where a greedy seat has no weights to go by, or finds all options alike."""


@frozen_class
class SeatKind:
    """A kind of seat by its name: in `--seat`, in `plays` of a plan, in messages and completion."""

    name: str
    decides: str
    """How it decides, for the help of `--seat`."""
    plays: str = "by-program"
    """The word (`source/languages/`) for how it plays, where it stands behind "plays"."""
    weighs: bool = True
    """Whether weights mean something to it."""


KINDS = {
    kind.name: kind
    for kind in (
        SeatKind(RANDOM, "any of its options, each with the same chance", "at-random", weighs=False),
        SeatKind(GREEDY, "the best next step, by the scoring and by the weights of the ruleset", "greedily"),
        SeatKind(
            SEARCH,
            "thinks ahead, 1,000 playouts a decision; search:200 takes 200, search:2s two seconds; level:1 to 5",
        ),
    )
}
OTHERS = ("level", "person")
"""Other words by which seats are called that no plan describes."""


def named_option(entry: str, known: Container[str]) -> tuple[str, str]:
    """Split an entry of a plan into the name of an option and what comes with it: `bid 3`; without an option, it has
    the name of a thing alone."""
    words = entry.split(" ")
    found = (" ".join(words[:end]) for end in range(len(words), 0, -1))
    option = next((name for name in found if name in known), "")
    return option, entry[len(option) :].lstrip()


def rule_of_piece(option: str) -> str:
    """Return the rule of the piece to which an option belongs: `tile.spy` for `tile.spy.use`."""
    return ".".join(option.split(".")[:2])
