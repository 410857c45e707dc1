"""Every kind of seat in the registry plays, is described, and can be named by a plan; the registry is the only list."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.commands.play.thinking import play_style
from rulewright.cli.options import SeatKindType as Typed
from rulewright.diagnostics import RulesError
from rulewright.players.seats import make_decider
from rulewright.playtest.game import play_one
from rulewright.report.wording import speak
from rulewright.source.languages import phrases
from rulewright.source.seat_kinds import KINDS, OTHERS, SeatKind
from rulewright.workspace import Workspace, load

LINE = str(Path(__file__).parents[2] / "examples" / "tic-tac-toe")
PLAN = "kind: seat\nname: mine\nplays: {}\n"


def findings(plan: str) -> list[str]:
    """Return what is wrong with a ruleset that has a plan."""
    space = Workspace()
    space.overlay(Path(LINE) / "data" / "mine.yaml", plan)
    return [finding.code.value for finding in space.ruleset(LINE).findings]


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_plays_and_a_plan_may_play_like_it(kind: str) -> None:
    program = load(LINE).program(2)
    small = "search:9" if kind == "search" else kind
    assert not play_one(program, 1, deciders=[make_decider(small, program)] * 2).failure
    assert findings(PLAN.format(kind)) == []


@pytest.mark.parametrize("kind", [*KINDS, *OTHERS])
def test_no_plan_has_the_name_of_a_kind(kind: str) -> None:
    assert findings(PLAN.format("greedy").replace("mine", kind)) == ["name-built-in"]


@pytest.mark.parametrize("language", ["", "pl"])
def test_how_a_kind_plays_is_said_in_every_language(language: str) -> None:
    speak(language)
    assert all(kind.plays in phrases(language) for kind in KINDS.values())
    assert not any("plan" in play_style(kind, {}) for kind in KINDS)
    speak("")


def test_one_more_kind_is_known_everywhere_but_plays_only_with_a_decider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "cautious", SeatKind("cautious", "never loses much"))
    assert findings(PLAN.format("cautious")) == [] and play_style("cautious", {}) == "as cautious decides"
    assert "cautious" in Typed().known
    with pytest.raises(RulesError, match="seat-unusable"):
        make_decider("cautious", load(LINE).program(2))
