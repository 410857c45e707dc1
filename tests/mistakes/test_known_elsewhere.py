"""A name that another rule knows: what the message says, typed word for word, leaves no mistake."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[1] / "check"
sys.path.insert(0, str(CHECK))

from check_cases import Case, cases_in, found_in, write  # noqa: E402

NAMES = re.compile("names: (a name of (the step|the rule|a rule) that|what a phase is given)")
CASES = [case for case in cases_in(CHECK / "bad" / "names.rules") if NAMES.match(case.name)]
RULES = "rules/case.rules"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_remedy_helps(case: Case, tmp_path: Path) -> None:
    found = found_in(write(case, tmp_path))
    text = case.files[RULES].split("\n")
    below: dict[int, str] = {}
    for one in found:
        for line in one.remedy:
            _obey(line, text, below, one.span.line)
    for number in sorted(below, reverse=True):
        text.insert(number, below[number])
    assert "\n".join(text) != case.files[RULES]
    assert found_in(write(Case(case.name, {RULES: "\n".join(text)}), tmp_path / "typed")) == []


def _obey(line: str, text: list[str], below: dict[int, str], at: int) -> None:
    """Do what a line of a remedy says; `below` are the lines to add, `at` is the line of the mistake."""
    if handed := re.fullmatch(r'In .*:(\d+) write "(.*?):?"\.', line):
        number, new = int(handed[1]) - 1, handed[2]
        old = re.escape(new.strip("()").partition(" with ")[0].partition(" for ")[0])
        if " (" in new:  # the heading: what it is given comes behind its name
            old = re.escape(new.partition(" (")[0]) + r"(?: \(.*?\))?"
        else:
            old += r"(?: with [^#]*)?"
        assert re.search(old, text[number]), (line, text[number])
        text[number] = re.sub(old, new.replace("\\", ""), text[number], count=1)
    elif fact := re.fullmatch(r'Below "the game has:" write "(.*)"\.', line):
        text.append(f"\nthe game has:\n    {fact[1]}")
    elif rule := re.fullmatch(r'Below "(.*:)" write "(.*)", with 4 blanks before it\.', line):
        text.append(f"\n{rule[1]}\n    {rule[2]}")
    elif kept := re.fullmatch(r'Below line (\d+) of .* write "(.*)", with (\d+) blanks before it\.', line):
        below[int(kept[1])] = " " * int(kept[3]) + kept[2]
    elif instead := re.fullmatch(r'It is known .*, and write "(current-(.*?)(?:-now)*)" here\.', line):
        text[at - 1] = re.sub(rf"(?<![\w-]){instead[2]}(?![\w-])", instead[1], text[at - 1])
