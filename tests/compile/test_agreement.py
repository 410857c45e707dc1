"""The backends agree at every decision, and a difference in anything that is compared is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.compile.agreement import ROOT, Agreement, main
from tests.compile.side_by_side import needs_compiler

from rulewright.backends import Program

pytestmark = needs_compiler
FOLDER = ROOT / "examples/hearts"


@pytest.mark.slow
def test_games_and_corrupted_vectors_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("2", str(FOLDER), str(ROOT / "examples/kuhn-poker")) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("hearts: 2 games, 10") and "kuhn-poker: 2 games" in second
    assert all(line.endswith("no difference") for line in (first, second))


def after(function: Callable[..., Any], change: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return a function that does the same, and then changes the vector it was given or what it returns."""
    return lambda state, given: change(state, function(state, given))


def another_vector(program: Program) -> None:
    def change(state: list[int], codes: Any) -> Any:
        state[-1] += 1
        return codes

    program.take = after(program.take, change)


def other_choices(program: Program) -> None:
    program.take = after(program.take, lambda _, codes: codes and codes[::-1])


def other_lists(program: Program) -> None:
    program.options = [lambda state, options=options: [*options(state), 1] for options in program.options]


def other_points(program: Program) -> None:
    program.points = after(program.points, lambda _, points: points + 1)


def another_rule(program: Program) -> None:
    program.always = [*program.always[:-1], lambda _: 0]


FAULTS = {
    "[(": another_vector, "choices are": other_choices, "listed again": other_lists, "points": other_points,
    "`always`": another_rule,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("said", FAULTS)
def test_a_difference_is_found(said: str) -> None:
    agreement = Agreement(FOLDER)
    FAULTS[said](agreement.traced)
    with pytest.raises(AssertionError) as difference:
        agreement.play(1)
    assert said in str(difference.value)


@pytest.mark.parametrize("fault", [another_vector, other_choices, other_points, another_rule])
def test_a_difference_in_a_corrupted_vector_is_found(fault: Callable[[Program], None]) -> None:
    agreement = Agreement(FOLDER)
    fault(agreement.plain)
    with pytest.raises(AssertionError):
        agreement.corrupt(1)
