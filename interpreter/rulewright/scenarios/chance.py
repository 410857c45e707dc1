"""Prescribed chance: the numbers that dice show, and the top pieces after a shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.engine.game import Game
from rulewright.scenarios.naming import Names, Owner, PlayedNames
from rulewright.scenarios.reading import Scenario, listed
from rulewright.scenarios.results import Failure
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of


@contextmanager
def dictated(names: PlayedNames, scenario: Scenario) -> Iterator[list[list[int]]]:
    """Prescribe outcomes of chance; yields the lists of dice, from which rolled numbers are removed."""
    program = names.program
    program.dictated.clear()
    dice: list[list[int]] = []
    for streams, shown in rolled(names, scenario):
        program.dictated.update(dict.fromkeys(streams, shown))
        dice.append(shown)
    for domain, pieces in drawn(names, scenario):
        other_stacks = program.dictated.get(f"order {domain}", [])  # of pieces of the same shape
        program.dictated[f"order {domain}"] = [*other_stacks, *pieces[::-1]]
    try:
        yield dice
    finally:
        program.dictated.clear()


def rolled(names: Names, scenario: Scenario) -> Iterator[tuple[list[str], list[int]]]:
    """Yield prescribed numbers with their streams; report dice that nobody rolls."""
    streams = [f"roll {stream.thing}" for stream in names.tables.streams if stream.action == "roll"]
    if isinstance(scenario.dice, Mapping):
        for key, value in scenario.dice.items:
            names.note(key, "die")
            if f"roll {key.text}" in streams:
                yield [f"roll {key.text}"], _numbers(value)
            else:
                names.unknown(key, key.text, "die", [name.removeprefix("roll ") for name in streams])
    elif scenario.dice is not None:
        yield streams, _numbers(scenario.dice)


def _numbers(node: YamlNode) -> list[int]:
    numbers = (item.number for item in listed(node) if isinstance(item, Scalar))
    return [number for number in numbers if number is not None]


def never_shuffled(names: PlayedNames, game: Game, scenario: Scenario) -> Iterator[Failure]:
    """Yield a failure for each stack with a prescribed order that was not shuffled, or without a piece of the order."""
    counters = {entry.name: entry.start for entry in names.program.entries if entry.what == "chance"}
    for key, node in entries_of(scenario.draws):
        at = counters[f"chance.shuffle {key.text}"]
        if game.state[at] == game.origin[at]:
            yield Failure(key.span, (f"{key.text} is not shuffled while this is played",))
        else:
            yield from _not_in_it(names, key.text, node)


def _not_in_it(names: PlayedNames, stack: str, node: YamlNode) -> Iterator[Failure]:
    """Yield a failure for each prescribed piece that was in no stack of its domain that was shuffled."""
    domain = names.places(Owner("", 0, "the game"))[stack][0].domain
    info, shuffled = names.tables.domains[domain], {*names.program.dictated.get(f"shuffled {domain}", [])}
    classes = names.program.tables.pieces[domain].classes
    for item, piece in zip(listed(node), _pieces(names, domain, node), strict=True):
        if piece not in shuffled:
            alike = [info.members[other] for other in sorted(shuffled) if classes[other] == classes[piece]]
            remedy = f"{alike[0]} is." if alike else f"Name a piece that is, or let `given` put it into {stack}."
            yield Failure(item.span, (f"{info.members[piece]} is not in {stack} when it is shuffled", remedy))


def drawn(names: Names, scenario: Scenario) -> Iterator[tuple[str, list[int]]]:
    """Yield the prescribed top pieces of each stack, with their domain; report unknown names."""
    places = names.places(Owner("", 0, "the game"))
    shuffled = [stream.thing for stream in names.tables.streams if stream.action == "shuffle"]
    for key, node in entries_of(scenario.draws):
        names.note(key, "fact")
        if key.text in shuffled and key.text in places:
            domain = places[key.text][0].domain
            yield domain, _pieces(names, domain, node)
        else:
            names.unknown(key, key.text, "stack that is shuffled", [name for name in shuffled if name in places])


def _pieces(names: Names, domain: str, node: YamlNode) -> list[int]:
    found: list[int] = []
    for item in listed(node):
        text = item.text if isinstance(item, Scalar) else ""
        names.note(item, "thing", domain)
        free = [piece for piece in names.alike(domain, text) if piece not in found]
        if free:
            found.append(free[0])
        else:
            names.unknown(item, text, domain, names.tables.domains[domain].members)
    return found
