"""Writes a scenario from the position: the step in which it arose, what was played, and what was expected instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.cli import late
from rulewright.cli.commands.play.lines import LineNode
from rulewright.diagnostics import Findings
from rulewright.diagnostics.similar import nearest_word
from rulewright.report.wording import word
from rulewright.scenarios.beginnings import (
    ScenarioBeginning,
    begun_scenario_steps,
    minimal_paths,
    prescribed_entries,
    replay_from,
    shorten_stacks,
    unusual_values,
)
from rulewright.scenarios.position import BEGINNING_STEP, USUAL_GAME_NUMBER
from rulewright.scenarios.state_entries import (
    Path,
    PositionEntries,
    Shown,
    Values,
    block_lines,
    inline_text,
    nested_values,
)

if TYPE_CHECKING:
    from rulewright.engine import Game, Program

FILLER_WORDS = {"is", "should", "be", "="}
"""Words that may stand between a value and what it should be."""

MOST_STEPS = 8
"""Steps that are tried as the beginning, the last one first."""


class NotRecordedError(ValueError):
    """An expectation that names nothing, or a position that no scenario leads to."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """What is wrong: a value by its path with what it should be."""

    path: Path
    expected: str

    @property
    def title(self) -> str:
        """The name of the scenario."""
        return f"{' '.join(self.path)} is {self.expected}"


def wrong_value_typed(positions: PositionEntries, state: list[int], typed: str) -> WrongValue:
    """Return what was typed, such as `red coins 11`, as a value and what it should be. Raises `NotRecordedError`."""
    words = [part for part in typed.replace(":", " ").replace("'s ", " ").split() if part.lower() not in FILLER_WORDS]
    known = {" ".join(path[path[0] == "game" :]).lower().replace("-", " "): path for path in positions.values_at(state)}
    for at in range(len(words) - 1, 0, -1):
        path = known.get(" ".join(words[:at]).lower().replace("-", " "))
        if path is not None:
            return WrongValue(path, " ".join(words[at:]))
    best = nearest_word(" ".join(words[:-1]).lower(), known)
    raise NotRecordedError(word("wrong-how") + (word("did-you-mean", name=best) if best else ""))


def record_scenario(program: Program, node: LineNode, typed: str) -> tuple[str, str]:
    """Return the name and the text of a scenario that fails until the rules are corrected.

    Raises `NotRecordedError`.
    """
    positions, game = PositionEntries(program), node.game
    wrong = wrong_value_typed(positions, game.state, typed)
    first = next(one.game for one in node.path_here() if one.game.program is program)
    names = game.decisions[len(first.decisions) :]
    begin = first.copy if first.decisions else first.anew  # chance before the first question belongs to its step
    found = begun_scenario_steps(positions, begin, names)
    for one in _possible_beginnings(positions, game, found, wrong, len(names)):
        record = _ScenarioDraft(positions, game, one, names[one.after :], wrong)
        paths = list(record.values)
        if record.leads_to_wrong(paths):
            paths = minimal_paths(paths, record.leads_to_wrong)
            shorten_stacks(record.values, positions.stacks, paths, record.leads_to_wrong)
            return wrong.title, record.scenario_text(paths)
    raise NotRecordedError(word("wrong-nowhere"))


def _possible_beginnings(
    positions: PositionEntries, game: Game, found: Sequence[ScenarioBeginning], wrong: WrongValue, made: int
) -> Sequence[ScenarioBeginning]:
    """Return the steps in which a scenario may begin: best one that changed the value, else one that somebody played.

    The step of the whole game begins with a usual game number only.
    """
    now = positions.values_at(game.state)[wrong.path]
    possible = [one for one in reversed(found) if game.seed == USUAL_GAME_NUMBER or one.step != BEGINNING_STEP]
    changing = [one for one in possible if positions.values_at(one.state)[wrong.path] != now]
    return [*changing[:MOST_STEPS], *[one for one in possible if one.after < made and one not in changing][:MOST_STEPS]]


class _ScenarioDraft:
    """A scenario in the making: it leads from the beginning of a step to the value as it is now."""

    def __init__(
        self, positions: PositionEntries, game: Game, begin: ScenarioBeginning, names: Sequence[str], wrong: WrongValue
    ) -> None:
        self.positions, self.game, self.begin, self.names, self.wrong = positions, game, begin, names, wrong
        self.values: Values = begin.acting_value() | unusual_values(positions, begin.state)
        self.now: Shown = positions.values_at(game.state)[wrong.path]

    def leads_to_wrong(self, paths: Sequence[Path]) -> bool:
        """Tell whether these values lead to what is wrong now."""
        game = replay_from(
            self.positions.program,
            self.begin.given_entries(self.positions, self.values, paths),
            self.names,
            self.begin.chance,
        )
        return game is not None and self.positions.values_at(game.state)[self.wrong.path] == self.now

    def scenario_text(self, paths: Sequence[Path]) -> str:
        """Return the text of the file."""
        seats = self.positions.program.seat_names
        given = self.begin.given_entries(self.positions, self.values, paths)
        title = inline_text(self.wrong.title)
        lines = [f"scenario: {title}", f"players: {inline_text(seats)}", "", "given:", *block_lines(given, "  "), ""]
        for key, part in prescribed_entries(self.positions.program, self.begin.chance).items():
            lines += [f"{key}:", *block_lines(part, "  "), ""]
        asked = [*self._choices_made(paths)]
        lines += [
            "play:" if asked else "play: []",
            *(f"  - {inline_text(who)}: {inline_text(name)}" for who, name in asked),
        ]
        several = [part.strip() for part in self.wrong.expected.split(",") if part.strip() not in ("", "nothing")]
        expected = several if isinstance(self.now, list) else self.wrong.expected
        lines += ["", "expect:", *block_lines(nested_values({self.wrong.path: expected}, [self.wrong.path]), "  ")]
        written = "\n".join(lines) + "\n"
        return late.yaml_layout.format_yaml("scenario.yaml", written, "scenario", Findings()) or written

    def _choices_made(self, paths: Sequence[Path]) -> Sequence[tuple[str, str]]:
        """Return who makes each choice."""
        seats, given = self.positions.program.seat_names, self.begin.given_entries(self.positions, self.values, paths)
        found = []
        for at, name in enumerate(self.names):
            game = replay_from(self.positions.program, given, self.names[:at], self.begin.chance)
            assert game is not None, "the whole of it was played before"
            found.append((seats[game.seat], name))
        return found
