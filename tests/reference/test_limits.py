"""Each limit of what is read and declared: just as much is taken on, and one more is refused with its code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fuzz.seeds import MAIN, Files
from tests.fuzz.stages import write
from tests.tiers import sampled

from rulewright import reference
from rulewright.cli import opening
from rulewright.diagnostics import Diagnostic, RulesError, limits
from rulewright.diagnostics.limits import Limit
from rulewright.engine import Game, LimitExceeded
from rulewright.workspace import compiled_program

PAGE = Path(reference.__file__).parent / "limits.md"
GROUPS = (limits.READ, limits.DECLARED, limits.DONE)

MANIFEST = 'ruleset: game\ntitle: "A game"\nplayers: {from: 1, to: 1, names: [Ann]}\nsources:\n'
MANIFEST += '  book: {title: "A book", passages: ["One"]}\n'
GAME = 'game "A game":\n    cites book "One"\n    for each player in players:\n        choose n from 0 to 3\n'
PIECES = "piece card / cards:\n    starts in box\n\nthe game has:\n    place box: cards\n"
ROW = "kind: inventory\npieces: {}\nrows:\n  - rule: {}\n    count: {}\n    source: 'book \"One\"'\n"


def rules(text: str) -> Files:
    return {"rules/more.rules": text}


def yaml(text: str) -> Files:
    return {"data/more.yaml": text}


def comments(size: int) -> str:
    """Comments of so many letters, line feeds counted."""
    lines, rest = divmod(size, 900)
    return ("#" * 899 + "\n") * lines + "#" * rest


def files_of(size: int) -> Files:
    """Rule files of so many bytes together with what the game has."""
    size -= len(GAME)
    return {f"rules/more-{at}.rules": comments(min(10**6, size - at)) for at in range(0, size, 10**6)}


def layers(number: int) -> Files:
    above = [f"../layer-{at}" for at in range(1, number)]
    found = {"ruleset.yaml": 'ruleset: game\nextends: layer-1\ntitle: "A game"\n'}
    for at, folder in enumerate(above, 1):
        below = f'ruleset: layer-{at}\nextends: layer-{at + 1}\ntitle: "A game"\n'
        found[f"{folder}/ruleset.yaml"] = below if at + 1 < number else MANIFEST.replace("game\n", f"layer-{at}\n", 1)
    return found | {"rules/game.rules": "", f"{above[-1]}/rules/game.rules": GAME}


def kinds(number: int) -> Files:
    """Pieces of several kinds, with a row for each piece."""
    found, text = {}, ""
    for at in range(0, number, 5000):
        name, count = f"k{at}", min(5000, number - at)
        rows = [("a{a}-{b}", range(count // 100), range(100)), ("b{a}-{b}", range(1), range(count % 100))]
        found[f"data/{name}.yaml"] = f"kind: inventory\npieces: {name}\nrows:\n" + "".join(
            f"  - rule: {name}\n    name: {name}-{pattern}\n    each: {{a: {list(a)}, b: {list(b)}}}\n    assumed: so\n"
            for pattern, a, b in rows
            if a and b
        )
        text += f"piece {name} / {name}s:\n    starts in box-{name}\n\nthe game has:\n    place box-{name}: {name}s\n\n"
    return {"rules/kinds.rules": text, **found}


EXCEEDED: dict[Limit, Callable[[int], Files]] = {
    limits.FILE_BYTES: lambda n: rules(comments(n)),
    limits.PICTURE_BYTES: lambda n: {
        "rules/spots.rules": "names spot / spots: here\n",
        "data/look.yaml": "kind: look\nboards: {spot: {behind: board.svg, at: {}}}\n",
        "data/board.svg": " " * n,
    },
    limits.RULESET_BYTES: files_of,
    limits.LAYERS: layers,
    limits.YAML_VALUES: lambda n: yaml("\n".join("- x" for _ in range(n))),
    limits.YAML_DEPTH: lambda n: yaml("[" * n + "]" * n),
    limits.DIGITS: lambda n: rules(f"value big:\n    {'1' * n}\n"),
    limits.LINE_LETTERS: lambda n: rules(f'value big:\n    cites book "{"x" * (n - 17)}"\n    1\n'),
    limits.SENTENCE_WORDS: lambda n: rules("value big:\n    " + "+".join("1" * (n + 1))),
    limits.BLOCKS_DEEP: lambda n: rules(
        "step deep:\n" + "".join("    " * i + "if 1 is 1:\n" for i in range(1, n)) + "    " * n + "stop\n"
    ),
    limits.MISTAKES: lambda n: rules("".join(f"value wrong-{i}:\n    ?\n" for i in range(n - 1)) + "value x:\n    ?\n"),
    limits.RULE_LINES: lambda n: rules("#\n" * (n - GAME.count("\n"))),
    limits.DECLARATIONS: lambda n: rules("".join(f"figure v{i}: 0 to 1\n" for i in range(n - 1))),
    limits.PIECES: lambda n: {
        **rules(PIECES),
        "data/a.yaml": ROW.format("card", "card", 900),
        **{f"data/b{i}.yaml": ROW.format("card", f"c{i}", 1000) for i in range(4)},
        "data/c.yaml": ROW.format("card", "c9", n - 4900),
    },
    limits.ALL_PIECES: kinds,
    limits.KEYS: lambda n: rules(f"the game has:\n    mood for each 1 to {n}: 0 to 3\n"),
    limits.NUMBERS: lambda n: rules(
        "the game has:\n"
        + "".join(f"    mood{i} for each 1 to {min(1000, n - i)}: 0 to 3\n" for i in range(0, n, 1000))
    ),
    limits.NESTS: lambda n: rules(f'menu tools "Tool":\n    nests {n}\n'),
    limits.REPEATS: lambda n: {"rules/game.rules": f"{GAME}    repeat {n} times:\n        stop\n"},
}


THINGS = """\
names spot / spots: here

piece card / cards:
    starts in deck

the game has:
    place deck: stack of cards, hidden, refilled from pile
    place pile: cards
    day: 0 to 9
    lap: 0 to 99999

step dive (amount):
    if amount is above 0:
        do dive with amount - 1

step ponder (amount):
    if amount is above 0:
        choose spot from spots
        do ponder with amount - 1
"""
DONE: dict[Limit, Callable[[int], list[str]]] = {
    limits.STEPS: lambda n: [f"repeat {n // 2000} times:", "    repeat 1000 times:", "        set day to 1"],
    limits.BLOCKS: lambda n: [
        f"repeat {n // 1000} times:",
        "    repeat 500 times:",
        "        if day is 3:",
        "            choose m from 0 to 3",
    ],
    limits.DEEP: lambda n: [f"do dive with {n}"],
    limits.LEVELS: lambda n: [f"do ponder with {n}"],
    limits.FORCED: lambda n: [f"repeat {n // 100} times:", "    repeat 100 times:", "        choose spot from spots"],
    limits.DRAWN: lambda n: [f"draw {n} cards from deck to pile"],
}  # fmt: skip
"""Lines that do about so much after the first decision."""


def found_with(files: Files, place: Path) -> list[Diagnostic]:
    game = {"ruleset.yaml": MANIFEST, "rules/game.rules": GAME} | files
    opening.space.cache_clear()
    folder = write({f"{MAIN}/{name}": text for name, text in game.items()}, place)
    try:
        return list(opening.all_findings(str(folder)))
    except RulesError as problem:
        return list(problem.findings)


def test_the_reference_has_every_limit() -> None:
    table = [line for line in PAGE.read_text("utf-8").split("\n") if line.startswith("| ")]
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table]
    every = [limit for group in GROUPS for limit in group]
    assert [row for row in rows if row[1][0].isdigit()] == [
        (f"{limit.of} {limit.where}", f"{limit.most:,}", f"`{limit.code}`") for limit in every
    ]
    assert {*EXCEEDED, *DONE} == set(every)


@pytest.mark.slow
@pytest.mark.parametrize("limit", sampled(7, EXCEEDED), ids=lambda limit: f"{limit.of} {limit.where}")
def test_as_much_is_taken_on_and_one_more_is_not(limit: Limit, tmp_path: Path) -> None:
    least, more = (found_with(EXCEEDED[limit](limit.most + one), tmp_path / str(one)) for one in (0, 1))
    assert limit.code not in [found.code for found in least], least[:3]
    assert [found.code for found in more if found.severity == "error"].count(limit.code) == 1, more[:3]
    assert all(found.span.line for found in more if found.code == limit.code)


@pytest.mark.parametrize("limit", sampled(7, DONE), ids=lambda limit: f"{limit.of} {limit.where}")
def test_what_exhausts_a_limit_in_play_is_named_with_its_line(limit: Limit, tmp_path: Path) -> None:
    less, more = (started(DONE[limit](number), tmp_path / str(number)) for number in (limit.most // 4, limit.most * 4))
    less.choose(less.codes[0])
    with pytest.raises(LimitExceeded) as problem:
        more.choose(more.codes[0])
    (found,) = problem.value.findings
    assert found.code == limit.code and found.span.line > GAME.count("\n")


def started(lines: list[str], place: Path) -> Game:
    last = "".join(f"        {line}\n" for line in lines)
    files = {"ruleset.yaml": MANIFEST, "rules/game.rules": GAME + last, "rules/things.rules": THINGS}
    files["data/cards.yaml"] = ROW.format("card", "card", 1)
    return Game.start(compiled_program(str(write({f"{MAIN}/{name}": text for name, text in files.items()}, place)), 1))
