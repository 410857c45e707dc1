"""Targets as people write them are understood, or answered with where they are wrong, why, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from rulewright.source.targets import MEASURES, TargetError, typed_target

TYPED = YAML(typ="safe").load((Path(__file__).parent / "typed.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("text", "written"), TYPED["targets"].items())
def test_a_target_is_understood_however_it_is_written(text: str, written: str) -> None:
    assert str(typed_target(text)) == written
    assert typed_target(written) == typed_target(text)


@pytest.mark.parametrize(("text", "told"), TYPED["mistakes"].items())
def test_any_other_text_is_told_what_is_wrong(text: str, told: dict[str, str]) -> None:
    ((wrong, said),) = told.items()
    with pytest.raises(TargetError) as found:
        typed_target(text)
    mistake = found.value
    assert (mistake.wrong, text[mistake.start : mistake.start + len(wrong)]) == (wrong, wrong)
    assert said in str(mistake) and mistake.remedy


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_can_be_written(name: str) -> None:
    measure = MEASURES[name]
    written = measure.written.replace(" N ", " 4 ").replace("KIND", "greedy", 1).replace("KIND", "random")
    assert typed_target(f"{written} > 5{'%' if measure.percent else ''}").measure == name
