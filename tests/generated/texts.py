"""Random rule texts over the shared declarations, and rulesets made of many of them.

`text(seed)` is a step, value, option, rule or scoring, with the option of the menu `acts` that brings it about;
`ruleset(seed, folder, texts)` writes a ruleset of many. Names end with the seed, so that they are all different.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.generated.on_top import OnTop
from tests.generated.statements import Lines
from tests.generated.world import FILES

from rulewright.diagnostics.model import RulesError
from rulewright.workspace import load

ON_TOP = """\
ruleset: on-top
title: Generated, and more
extends: generated
variant: true
sources:
  house: {title: House, passages: [House rules]}
"""


class Texts(OnTop):
    """Writes one text."""

    def step(self) -> Lines:
        kinds = self.chance.sample(["fruit", "field", "spot", "amount"], self.chance.randint(0, 2))
        given = {"fruit": self.thing("fruit", 1), "field": self.thing("field", 1), "spot": self.thing("spot", 1),
                 "amount": self.number(1)}  # fmt: skip
        params = f" ({', '.join(kinds)})" if kinds else ""
        with_ = f" with {', '.join(given[kind] for kind in kinds)}" if kinds else ""
        self.known += [(kind, "number" if kind == "amount" else kind) for kind in kinds]
        step = self.declared(f"step do-{self.seed}{params}:", self.body(3, 5))
        self.known.clear()
        extra: Lines = []
        self.asking = True
        if self.chance.random() < 0.3:
            when = self.one_of("", f" when {self.condition(1)}")
            how = self.one_of("before", "after")
            extra = ["", *self.declared(f"rule also-{self.seed} {how} do-{self.seed}{when}:", self.body(1, 2))]
        return [*step, *extra, "", *self.option(f"do do-{self.seed}{with_}")]

    def value(self) -> Lines:
        kind, type_ = (
            self.chance.choice(["player", "fruit", "field", "card"]),
            self.chance.choice(["number", "fruit", "set", "mixed"]),
        )
        made = {
            "number": lambda: self.longer(2),
            "fruit": lambda: self.thing("fruit"),
            "set": lambda: self.set("fruit"),
            "mixed": lambda: self.one_of(self.thing("fruit"), self.set("fruit")),
        }
        known = [(kind, kind)] if kind != "player" else []
        self.known += known
        lets = [line for _ in range(self.chance.randint(0, 2)) for line in self.let()]
        cases = [f"{made[type_]()} if {self.condition(1)}" for _ in range(self.chance.randint(0, 2))]
        last = made["set" if type_ == "mixed" else type_]()
        value = self.declared(f"value worth-{self.seed} of {kind}:", [*lets, *cases, last])
        self.known.clear()
        seen = f"{self.thing(kind, 0) if kind != 'card' else '(first of cards)'}'s worth-{self.seed}"
        use = {"number": f"set player's bid to greater of 0 and (lesser of ({seen}) and 99)",
               "fruit": f"set player's favourite to {seen}", "set": f"set wild to {seen}",
               "mixed": f"set wild to {seen}"}  # fmt: skip
        return [*value, "", *self.option(use[type_])]

    def truth(self) -> Lines:
        value = self.declared(f"value holds-{self.seed} of player:", [self.condition(3)])
        return [*value, "", *self.option(f"if player is holds-{self.seed}:", "    take 1 coin")]

    def scoring(self) -> Lines:
        self.asking = False
        points = self.number(2)
        when = self.one_of("", f" if {self.condition(1)}")
        return self.declared(f'scoring points-{self.seed} "Points {self.seed}":', [f"score {points} points{when}"])

    def tie_break(self) -> Lines:
        return self.declared(f'tie-break tie-{self.seed} "Tie {self.seed}":', [self.longer(2)])

    def whole(self) -> Lines:
        """Return a text of any kind."""
        ways = [self.step] * 6 + [self.value] * 3 + [self.truth, self.truth, self.scoring, self.tie_break]
        ways += [
            self.menu,
            self.cost,
            self.phase,
            self.chain,
            self.doable,
            self.imagined,
            self.remembered,
            self.followed,
            self.one_or_several,
        ] * 2
        ways += [self.ruling, self.promise]
        ways += [self.statement_alone] * 6 + [self.things, self.figure, self.pieces, self.difference] * 2
        return self.chance.choice(ways)()


def text(seed: int) -> str:
    """Return one rule text."""
    return "\n".join(Texts(seed).whole()) + "\n"


def files(seed: int, made: str) -> dict[str, str]:
    """Return the files of a text."""
    parts = re.split(r"^#: (.+)\n", made, flags=re.MULTILINE)
    return {f"rules/text-{seed}.rules": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def on_top(folder: Path) -> Path:
    """Return the folder of the ruleset that stands on the one in a folder, with the differences of all texts."""
    return folder / "top"


def write(folder: Path, texts: dict[int, str]) -> Path:
    """Write a ruleset of the shared declarations and some texts, and the one on top of it."""
    shared = {**FILES, "top/ruleset.yaml": ON_TOP}
    for content in (shared, *(files(seed, made) for seed, made in texts.items())):
        for name, inside in content.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(inside, encoding="utf-8")
    beside = folder / "generated"  # A ruleset is found by name beside the one that stands on it.
    if not beside.exists():
        beside.symlink_to(folder.resolve(), target_is_directory=True)
    return folder


def drawn(seed: int, texts: int = 100) -> dict[int, str]:
    """Return so many texts by their seeds, which follow from one."""
    return {number: text(number) for number in Random(seed).sample(range(1_000_000), texts)}


def accepted(folder: Path, texts: dict[int, str], seats: int = 2) -> dict[int, str]:
    """Write a ruleset without those texts that the checker refuses, alone or on top; return the others.

    First alone: on top, what is wrong below is reported for each difference.
    """
    for layer in (folder, on_top(folder)):
        write(folder, texts)
        while wrong := refused(layer, seats):
            if not wrong <= texts.keys():
                raise AssertionError(f"what all texts share is refused: {wrong}")
            for seed in wrong:
                for name in files(seed, texts[seed]):
                    (folder / name).unlink()
            texts = {seed: made for seed, made in texts.items() if seed not in wrong}
    return texts


def refused(folder: Path, seats: int) -> set[int]:
    """Return the seeds of the texts in which the checker finds mistakes."""
    try:
        load(str(folder)).checked_rules(seats)
    except RulesError as wrong:
        return {seed_of(found.span.file) for found in wrong.findings if found.severity == "error"}
    return set()


def seed_of(file: str) -> int:
    """Return the seed of the text in a file; -1 for the shared declarations."""
    name = Path(file).stem
    return int(name.removeprefix("text-")) if name.startswith("text-") else -1


def ruleset(seed: int, folder: Path, texts: int = 100) -> dict[int, str]:
    """Write a ruleset of so many texts, or fewer where the checker refuses some; return those that are in it."""
    return accepted(folder, drawn(seed, texts))
