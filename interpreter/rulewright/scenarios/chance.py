"""Prescribed chance: the numbers that dice show, and the top pieces after a shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.engine.game import Game
from rulewright.engine.prescribed_chance import PrescribedChance
from rulewright.scenarios.naming import OF_GAME, PlayedNames, ScenarioNames
from rulewright.scenarios.reading import Scenario, listed_nodes
from rulewright.scenarios.results import ScenarioFailure
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of


@contextmanager
def prescribed_chance(names: PlayedNames, scenario: Scenario) -> Iterator[PrescribedChance]:
    """Let chance do what a scenario says, meanwhile."""
    chance = PrescribedChance(names.program)
    chance.clear()
    for dice, numbers in prescribed_rolls(names, scenario):
        chance.set_rolls(dice, numbers)
    for domain, pieces in prescribed_draws(names, scenario):
        chance.set_order(domain, pieces[::-1])
    try:
        yield chance
    finally:
        chance.clear()


def prescribed_rolls(names: ScenarioNames, scenario: Scenario) -> Iterator[tuple[list[str], list[int]]]:
    """Yield dice with the numbers that they show; report dice that nobody rolls."""
    dice = names.rules.chance_of("roll")
    if isinstance(scenario.dice, Mapping):
        for key, value in scenario.dice.items:
            names.note_meaning(key, "die")
            if key.text in dice:
                yield [key.text], _prescribed_numbers(value)
            else:
                names.report_unknown(key, key.text, "die", dice)
    elif scenario.dice is not None:
        yield dice, _prescribed_numbers(scenario.dice)


def _prescribed_numbers(node: YamlNode) -> list[int]:
    numbers = (item.number for item in listed_nodes(node) if isinstance(item, Scalar))
    return [number for number in numbers if number is not None]


def unshuffled_stacks(
    names: PlayedNames, chance: PrescribedChance, game: Game, scenario: Scenario
) -> Iterator[ScenarioFailure]:
    """Yield a failure for each stack with a prescribed order that was not shuffled, or without a piece of the order."""
    for key, node in entries_of(scenario.draws):
        if chance.was_shuffled(game, key.text):
            yield from _missing_pieces(names, chance, key.text, node)
        else:
            yield ScenarioFailure(key.span, (f"{key.text} is not shuffled while this is played",))


def _missing_pieces(
    names: PlayedNames, chance: PrescribedChance, stack: str, node: YamlNode
) -> Iterator[ScenarioFailure]:
    """Yield a failure for each prescribed piece that was in no stack of its domain that was shuffled."""
    domain = names.places_of(OF_GAME)[stack][0].domain
    members = names.rules.domains[domain].members
    for item, piece in zip(listed_nodes(node), _prescribed_pieces(names, domain, node), strict=True):
        alike = chance.shuffled_like(domain, piece)
        if piece not in alike:
            remedy = (
                f"{members[alike[0]]} is." if alike else f"Name a piece that is, or let `given` put it into {stack}."
            )
            yield ScenarioFailure(item.span, (f"{members[piece]} is not in {stack} when it is shuffled", remedy))


def prescribed_draws(names: ScenarioNames, scenario: Scenario) -> Iterator[tuple[str, list[int]]]:
    """Yield the prescribed top pieces of each stack, with their domain; report unknown names."""
    places, shuffled = names.places_of(OF_GAME), names.rules.chance_of("shuffle")
    for key, node in entries_of(scenario.draws):
        names.note_meaning(key, "fact")
        if key.text in shuffled and key.text in places:
            domain = places[key.text][0].domain
            yield domain, _prescribed_pieces(names, domain, node)
        else:
            names.report_unknown(key, key.text, "stack that is shuffled", [name for name in shuffled if name in places])


def _prescribed_pieces(names: ScenarioNames, domain: str, node: YamlNode) -> list[int]:
    found: list[int] = []
    for item in listed_nodes(node):
        text = item.text if isinstance(item, Scalar) else ""
        names.note_meaning(item, "thing", domain)
        free = [piece for piece in names.pieces_alike(domain, text) if piece not in found]
        if free:
            found.append(free[0])
        else:
            names.report_unknown(item, text, domain, names.rules.domains[domain].members)
    return found
