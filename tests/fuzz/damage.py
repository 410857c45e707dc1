"""Damages the files of a ruleset: the same number does the same everywhere."""

from __future__ import annotations

from random import Random

from tests.fuzz import lines
from tests.fuzz.seeds import MAIN, Files, Seed, seeds
from tests.fuzz.sentences import RULES
from tests.fuzz.trees import TREES

MOST = 300_000
"""Texts do not grow longer than this, except by what one damage adds."""


def damaged(seed: Seed, number: int, turn: int) -> Files:
    """Return the files of a seed with one to four things done to them; `number` and `turn` say which."""
    chance = Random(f"{number} {seed.group} {seed.name} {turn}")
    files = dict(seed.files)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        path = _chosen(files, chance)
        before = files[path]
        for _ in range(5):
            files[path] = _done(path, before, files, chance)
            if files[path] != before:
                break
    return files


def _chosen(files: Files, chance: Random) -> str:
    """Choose a file of the ruleset: one of rules more often than one of data."""
    own = [path for path in files if path.startswith(f"{MAIN}/")]
    rules = [path for path in own if path.endswith(".rules")]
    case = [path for path in own if path.split("/")[-1].startswith(("case.", "example."))]
    if case and chance.random() < 0.6:
        return chance.choice(case)
    if rules and chance.random() < 0.7:
        return chance.choice(rules)
    return chance.choice(own)


def _done(path: str, text: str, files: Files, chance: Random) -> str:
    """Do one thing to the text of a file."""
    if len(text) > MOST:
        return lines.cut(text, chance)
    ending = path[path.rfind(".") :]
    shelf = tuple(other for name, other in files.items() if name.endswith(ending))
    if chance.random() < 0.06:
        shelf = _elsewhere(ending, chance)
    if chance.random() < 0.7:
        return chance.choice(RULES if ending == ".rules" else TREES)(text, shelf, chance)
    return chance.choice(lines.ANY)(text, chance)


def _elsewhere(ending: str, chance: Random) -> tuple[str, ...]:
    """Return the texts of another seed."""
    groups = seeds()
    seed = chance.choice(groups[chance.choice(("probes", "checks", "reference", "rulesets"))])
    return tuple(text for name, text in seed.files.items() if name.endswith(ending)) or ("",)
