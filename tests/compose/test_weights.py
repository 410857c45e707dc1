"""Weights of several layers: those of an upper one are put on top of those below, name by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compose.compose import compose
from rulewright.compose.weights import combined_weights
from rulewright.diagnostics import Findings
from rulewright.source.loading import load

RULESET = "ruleset: {name}\ntitle: The mill\n{rest}"
BELOW = RULESET.format(name="mill", rest="players: {from: 1, to: 2, names: [Ann, Ben]}\nsources: {}\n")
RULES = (
    "names grain / grains: rye, oat\n\neach player has:\n    amount coin / coins\n    amount sack / sacks\n"
    "    stock for each grain: 0 to 9\n\n"
    'game "The mill":\n    do turn with 1\n\nphase turn (number):\n    take number coins\n    take 1 sack\n'
)


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def test_weights_on_top_replace_those_below_and_join_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = "worth: {coin: 3, sack: 2, stock: {rye: 1, oat: 4}}\ntime: {phase: turn, first: [1], last: [9]}\n"
    above = "worth: {sack: [5, 1], stock: {oat: {early: 2, late: 7}}}\n"
    write(
        tmp_path / "mill",
        {"ruleset.yaml": BELOW, "rules/mill.rules": RULES, "data/weights.yaml": f"kind: weights\n{below}"},
    )
    upper = RULESET.format(name="dear", rest="extends: mill\n")
    write(tmp_path / "dear", {"ruleset.yaml": upper, "data/weights.yaml": f"kind: weights\n{above}"})
    monkeypatch.chdir(tmp_path)
    findings = Findings()
    rules = compose(load("./dear", findings), findings)
    assert rules is not None and not findings.found
    worth, time = combined_weights(rules)
    assert worth == {"coin": 3, "sack": [5, 1], "stock": {"rye": 1, "oat": {"early": 2, "late": 7}}}
    assert time == ("turn", [1], [9])
