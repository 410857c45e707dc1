"""Dictated chance: what dice show and what lies on top after a shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.engine import Game
from rulewright.scenarios.naming import Names, Owner
from rulewright.scenarios.reading import Scenario, listed
from rulewright.scenarios.results import Failure
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of


@contextmanager
def dictated(names: Names, scenario: Scenario) -> Iterator[list[list[int]]]:
    """Let chance bring what a scenario says; yields the dice, from which what was rolled is taken."""
    program = names.program
    program.dictated.clear()
    dice: list[list[int]] = []
    if scenario.dice is not None:
        dice += _dice(names, scenario.dice)
    for key, value in entries_of(scenario.draws):
        _draws(names, key, value)
    try:
        yield dice
    finally:
        program.dictated.clear()


def _dice(names: Names, node: YamlNode) -> Iterator[list[int]]:
    streams = [stream.name for stream in names.program.tables.streams if stream.action == "roll"]
    if not isinstance(node, Mapping):
        shown = _numbers(node)
        names.program.dictated.update(dict.fromkeys(streams, shown))
        yield shown
        return
    for key, value in node.items:
        if f"roll {key.text}" not in streams:
            names.unknown(key, key.text, "die", [name.removeprefix("roll ") for name in streams])
            continue
        shown = _numbers(value)
        names.program.dictated[f"roll {key.text}"] = shown
        yield shown


def _numbers(node: YamlNode) -> list[int]:
    numbers = (item.number for item in listed(node) if isinstance(item, Scalar))
    return [number for number in numbers if number is not None]


def never_shuffled(names: Names, game: Game, scenario: Scenario) -> Iterator[Failure]:
    """Yield a failure for each stack of which it is said what is drawn after a shuffle, and that nobody shuffled."""
    counters = {entry.name: entry.start for entry in names.program.entries if entry.what == "chance"}
    for key, _ in entries_of(scenario.draws):
        at = counters[f"chance.shuffle {key.text}"]
        if game.state[at] == game.origin[at]:
            yield Failure(key.span, (f"{key.text} is not shuffled while this is played",))


def _draws(names: Names, key: Scalar, node: YamlNode) -> None:
    places = names.places(Owner("", 0, "the game"))
    shuffled = [stream.thing for stream in names.program.tables.streams if stream.action == "shuffle"]
    if key.text not in shuffled or key.text not in places:
        names.unknown(key, key.text, "stack that is shuffled", [name for name in shuffled if name in places])
        return
    domain = places[key.text][0].domain
    drawn: list[int] = []
    for item in listed(node):
        text = item.text if isinstance(item, Scalar) else ""
        free = [piece for piece in names.alike(domain, text) if piece not in drawn]
        if free:
            drawn.append(free[0])
        else:
            names.unknown(item, text, domain, names.program.domains[domain].members)
    other_stacks = names.program.dictated.get(f"order {domain}", [])  # of pieces of the same shape
    names.program.dictated[f"order {domain}"] = [*other_stacks, *drawn[::-1]]
