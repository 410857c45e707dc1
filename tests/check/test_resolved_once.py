"""Rules that are resolved once, for their findings, mean the same as those that are resolved for their fingerprint."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_cases import Case, found_in, write
from tests.tiers import in_examples, slow_unless

from rulewright.check import check
from rulewright.check.core.things import Type
from rulewright.check.resolve.context import Context
from rulewright.compile.fingerprint import Serializer
from rulewright.diagnostics import Findings
from rulewright.workspace import Workspace

ROOT = Path(__file__).parent.parent.parent
FOLDERS = [path.parent for top in ("examples", "rulesets") for path in sorted((ROOT / top).glob("*/ruleset.yaml"))]


class Walk(Serializer):
    """Writes out every type, where a fingerprint refers to one that has occurred before."""

    def add(self, thing: object) -> None:
        if isinstance(thing, Type):
            self.tokens.append(f"{thing} {thing.how} {thing.optional} {thing.low} {thing.high}")
        else:
            super().add(thing)


def meaning(folder: Path, fingerprinted: bool) -> list[str]:
    ruleset, walk = Workspace().ruleset(str(folder)), Walk()
    rules = ruleset.composed_rules
    table = check._declare_symbols(rules, ruleset.most_seats, Findings(), {})
    assert table is not None
    walk.add(check._resolve_and_validate(table, rules, Findings(), check.GROUPS, fingerprinted).checked)
    return walk.tokens


@pytest.mark.parametrize("folder", slow_unless(in_examples, FOLDERS), ids=lambda folder: folder.name)
def test_one_reading_means_the_same(folder: Path) -> None:
    assert meaning(folder, fingerprinted=False) == meaning(folder, fingerprinted=True)


def test_a_type_that_widens_after_its_use_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Context, "outdated", property(lambda _: False, lambda _, value: None), raising=False)
    folder = ROOT / "rulesets" / "batavia"
    assert meaning(folder, fingerprinted=False) != meaning(folder, fingerprinted=True)


def test_values_that_read_others_twice_are_not_followed_to_their_end(tmp_path: Path) -> None:
    """How large they can be is asked of each amount: forty such values would be followed along 2 ** 40 ways."""
    values = [f"value v{at} of player:\n    player's v{at + 1} + player's v{at + 1}\n" for at in range(40)]
    last = "value v40 of player:\n    player's coins\n"
    step = "step play:\n    for each player in players:\n        take (player's v0) coins\n"
    found = found_in(write(Case("deep", {"rules/case.rules": "\n".join((*values, last, step))}), tmp_path))
    assert {str(one.code) for one in found} <= {"too-often"}
