"""Where a scenario of a game that was played can begin: at each step that was begun, with the values that it needs.

Which values it needs is found by leaving some out and playing again, first halves, then smaller and smaller parts: of a
position with the values a to h of which only c and f matter,

    a b c d | e f g h     neither half can be left out
    a b | c d | e f | g h     without a b it works, and without g h: c d e f are left
    c | d | e | f     without d it works, and without e: c f

This is the algorithm ddmin of delta debugging, without its test of the parts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.backends import Program
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine.game import Game
from rulewright.engine.prescribed_chance import PrescribedChance, RecordedChance, begun_steps
from rulewright.engine.rule_names import names_of
from rulewright.frozen import frozen_class
from rulewright.scenarios.entries import REST_WORD
from rulewright.scenarios.position import ACTING_PARAMETER, USUAL_GAME_NUMBER, given_game
from rulewright.scenarios.state_entries import (
    Path,
    PositionEntries,
    Shown,
    Values,
    block_lines,
    differing_paths,
    nested_values,
)
from rulewright.source import Mapping
from rulewright.source.yaml_reader import read_yaml

NOBODY = "nothing"


def prescribed_entries(program: Program, chance: RecordedChance) -> dict[str, dict[str, object]]:
    """Return what chance did as a scenario prescribes it."""
    draws = {
        stack: [program.domains[domain].members[piece] for piece in reversed(pieces)]
        for (stack, domain), pieces in chance.orders.items()
    }
    parts: dict[str, dict[str, object]] = {"dice": {**chance.dice}, "draws": {**draws}}
    return {key: part for key, part in parts.items() if part}


@frozen_class
class ScenarioBeginning:
    """A step that was begun: after how many decisions, its name, its arguments, and the position there."""

    after: int
    step: str
    told: dict[str, Shown]
    state: list[int]
    chance: RecordedChance

    def given_entries(self, positions: PositionEntries, values: Values, paths: Sequence[Path]) -> dict[str, object]:
        """Return the step, its arguments, and some values, as a scenario gives them; of stacks, what lies on top."""
        told = {name: value for name, value in self.told.items() if name != ACTING_PARAMETER}
        shown = {path: _on_top(value) if path in positions.stacks else value for path, value in values.items()}
        return {"step": self.step, **({"with": told} if told else {}), **nested_values(shown, paths)}

    def acting_value(self) -> Values:
        """Return who is acting, if the step has somebody."""
        return (
            {(ACTING_PARAMETER,): self.told[ACTING_PARAMETER]}
            if self.told.get(ACTING_PARAMETER, NOBODY) != NOBODY
            else {}
        )


def _on_top(value: Shown) -> Shown:
    """Return the pieces of a stack with whatever lies below them."""
    return [*value, REST_WORD] if isinstance(value, list) else value


def begun_scenario_steps(
    positions: PositionEntries, begin: Callable[[], Game], names: Sequence[str]
) -> list[ScenarioBeginning]:
    """Play choices from where a game begins, and return the steps that are begun on the way."""
    found, steps = list[ScenarioBeginning](), names_of(positions.program).steps
    for one in begun_steps(positions.program, begin, names):
        told = {name: positions.shown_value(steps[one.step][name], value) for name, value in one.arguments.items()}
        found.append(ScenarioBeginning(one.after, one.step, told, one.vector, one.chance))
    return found


def unusual_values(positions: PositionEntries, state: list[int]) -> Values:
    """Return the values of a position that differ from those after set-up with the usual game number."""
    here = positions.values_at(state)
    usual = positions.values_at(Game.start(positions.program, USUAL_GAME_NUMBER).state)
    return {path: here[path] for path in differing_paths(here, usual)}


def minimal_paths(paths: list[Path], works: Callable[[Sequence[Path]], bool]) -> list[Path]:
    """Return a minimal subset of values with which a condition holds, given that it holds with all."""
    size = max(1, len(paths) // 2)
    while paths:
        for start in range(0, len(paths), size):
            part = paths[start : start + size]
            fewer = [path for path in paths if path not in part]
            if part and works(fewer):
                paths = fewer
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = min(size, max(1, len(paths)))
    return paths


def begun_with(program: Program, given: dict[str, object]) -> Game:
    """Return the game at the first decision of what is given; raises `ValueError` when that has no meaning."""
    findings = Findings()
    node = read_yaml("given.yaml", "\n".join(block_lines(given)) + "\n", findings)
    game = given_game(program, node, findings) if isinstance(node, Mapping) else None
    if game is None or findings.errors:
        raise ValueError("this cannot be given")
    return game


def replay_from(
    program: Program, given: dict[str, object], names: Sequence[str], chance: RecordedChance
) -> Game | None:
    """Return the game after choices from a given position; None where that is not possible."""
    chance.prescribe(program)
    try:
        game = begun_with(program, given)
        for name in names:
            game.choose(name)
    except (ValueError, LookupError, RulesError):
        return None
    finally:
        PrescribedChance(program).clear()
    return game


def shorten_stacks(
    values: Values, stacks: set[Path], paths: Sequence[Path], works: Callable[[Sequence[Path]], bool]
) -> None:
    """Give no more of a stack in `values` than the pieces on top that are needed."""
    for path in paths:
        whole = values[path]
        if path not in stacks or not isinstance(whole, list):
            continue
        for number in range(1, len(whole)):
            values[path] = whole[:number]
            if works(paths):
                break
        else:
            values[path] = whole
