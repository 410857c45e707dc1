"""C leaves nothing to Python that does not go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.agreement import FOLDERS
from tests.compile.bails import bails_in
from tests.compile.side_by_side import needs_compiler
from tests.compile.test_in_c_errors import both
from tests.compile.test_in_c_probes import PROBES
from tests.tiers import slow_unless, without_variants

from rulewright.cli import opening
from rulewright.workspace import compiled_program

pytestmark = needs_compiler

GUARDED = """
step play:
    let judge be first of players
    repeat 6 times:
        let player be judge
        choose fruit or nothing from fruits "Which fruit?"
        do grow with fruit

step grow (fruit-or-none):
    repeat 2 times:
        if fruit-or-none is not nothing and player's level for fruit-or-none is below 3 and player's coins is below 90:
            raise player's level for fruit-or-none by 1
        otherwise:
            take 1 coin
"""


@pytest.mark.slow
def test_a_lookup_stays_behind_its_guard_in_a_loop(tmp_path: Path) -> None:
    plain, _ = both(tmp_path, GUARDED)
    assert bails_in(plain, 10) == 0


def is_small(folder: Path) -> bool:
    return folder.name == "hearts"


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", slow_unless(is_small, without_variants([*FOLDERS, *PROBES])), ids=lambda folder: folder.name
)
def test_nothing_is_left_to_python(folder: Path) -> None:
    assert bails_in(compiled_program(str(folder), opening.ruleset(str(folder)).about.most), 10) == 0
