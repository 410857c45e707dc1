"""A copy of a small game, and an editor in its folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from editor import Editor

pytest.importorskip("pygls")
CHECKOUT = Path(__file__).parents[2]
HOUSE = """\
ruleset: kuhn-house
title: Kuhn poker with a house rule
extends: kuhn-poker
sources:
  house: {title: Our own rules, passages: [Stakes]}
"""
STAKES = 'replace step ante:\n    cites house "Stakes"\n    pay 1 chip\n    take 2 stakes\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(CHECKOUT / "examples" / "kuhn-poker", tmp_path / "rulesets" / "kuhn-poker")
    return tmp_path


@pytest.fixture
def rules(root: Path) -> Path:
    """The file of rules."""
    return root / "rulesets" / "kuhn-poker" / "rules" / "game.rules"


@pytest.fixture
def scenarios(root: Path) -> Path:
    """The file of scenarios."""
    return root / "rulesets" / "kuhn-poker" / "scenarios" / "bets.yaml"


@pytest.fixture
def house(root: Path) -> Path:
    """The rules of a ruleset that extends the game."""
    folder = root / "rulesets" / "kuhn-house"
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HOUSE, "utf-8")
    path = folder / "rules" / "house.rules"
    path.write_text(STAKES, "utf-8")
    return path


@pytest.fixture
def editor(root: Path) -> Iterator[Editor]:
    path = os.pathsep.join(filter(None, [str(CHECKOUT / "interpreter"), os.environ.get("PYTHONPATH")]))
    started = Editor(root, {**os.environ, "PYTHONPATH": path})
    yield started
    started.process.kill()
    started.process.wait()
