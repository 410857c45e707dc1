"""Makes a whole ruleset of an example of the language reference: the market with the example put in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rulewright import reference
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Findings
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import declaration_texts, parse
from rulewright.workspace import compiled_program

HERE = Path(reference.__file__).parent
BLOCK = re.compile(r"^```rules ?([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COPIES = 6
MANIFEST = """ruleset: {name}
title: "Fruit market"
{above}players: {{from: 2, to: 3, names: [Ann, Ben, Cleo]}}
sources:
  {source}:
    title: "Made up"
    passages: [{passages}]
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A block of a page. `played` are the lines that every player does after a turn, as the block's first line says."""

    page: str
    line: int
    text: str
    played: str


def examples() -> Iterator[Example]:
    """Yield every block of rules in the reference."""
    for page in sorted(HERE.glob("*.md")):
        text = page.read_text("utf-8")
        for match in BLOCK.finditer(text):
            yield Example(page.name, text.count("\n", 0, match.start()) + 1, match[2], match[1])


def market() -> str:
    """Return the rules of the market."""
    return next(example.text for example in examples() if example.page == "market.md")


def changes_another(example: Example) -> bool:
    """Whether it is a ruleset that stands on the market."""
    return re.search(r"^(difference|replace|change|remove) ", example.text, re.MULTILINE) is not None


def write(example: Example, folder: Path) -> Path:
    """Write the ruleset of an example into a folder, with data made up for it, and return where it lies."""
    own = "" if example.page == "market.md" else example.text
    after = "rule example after turn:\n" + "".join(f"    {line.strip()}\n" for line in example.played.split(";"))
    own += f"\n{after}" if example.played else ""
    if changes_another(example):
        _write(folder / "market", "market", "", {"market": market()}, None)
        _write(folder / "house", "house", "extends: market\n", {"house": own}, {})
        return folder / "house"
    _write(folder / "market", "market", "", {"market": without(market(), own), "example": own}, None)
    return folder / "market"


def _write(folder: Path, name: str, above: str, rules: dict[str, str], data: dict[str, str] | None) -> None:
    whole = "\n".join(rules.values())
    passages = sorted(set(re.findall(r'^ *cites \w+ ("[^"]*")|because \w+ ("[^"]*")', whole, re.MULTILINE)))
    names = ", ".join(sorted({a or b for a, b in passages} | {'"Data"'}))
    files = {f"rules/{file}.rules": text for file, text in rules.items() if text.strip()}
    source = "house" if above else "book"
    players = MANIFEST.format(name=name, above=above, source=source, passages=names)
    files["ruleset.yaml"] = re.sub(r"^players:.*\n", "", players, flags=re.M) if above else players
    for file, text in (made_up(whole) if data is None else data).items():
        files[f"data/{file}.yaml"] = text
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


# ---- what an example declares anew is left out of the market


def read(text: str) -> tuple[d.Decl, ...]:
    """Return the declarations of a text, also of one with mistakes."""
    return parse("example", text, Findings())


def without(text: str, own: str) -> str:
    """Return the rules of the market without what an example declares, too."""
    declared = read(own)
    names = {full_name(decl) for decl in declared if not isinstance(decl, d.Has)}
    members = {(_owner(decl), word) for decl in declared if isinstance(decl, d.Has) for word in _members(decl)}
    kept: list[str] = []
    for _, piece in declaration_texts(text):
        for decl in read(piece):
            if isinstance(decl, d.Has):
                kept += _without_members(piece, _owner(decl), members)
            elif full_name(decl) not in names:
                kept.append(piece)
    return "\n".join(kept)


def _owner(has: d.Has) -> str:
    return has.owner.text if has.owner else "game"


def _members(has: d.Has) -> Iterator[str]:
    yield from (part.name.text for part in (*has.facts, *has.amounts, *has.places))


def _without_members(piece: str, owner: str, members: set[tuple[str, str]]) -> Iterator[str]:
    lines = piece.split("\n")
    kept = [line for line in lines[1:] if line.strip() and (owner, _member_in(line)) not in members]
    if kept:
        yield "\n".join([lines[0], *kept, ""])


def _member_in(line: str) -> str:
    words = re.findall(r"[a-z0-9-]+", line)
    return words[1] if words[0] in ("amount", "place") else words[0]


# ---- data


def made_up(text: str) -> dict[str, str]:
    """Return data files for all pieces and figures that rules declare, with values in their ranges."""
    declared = read(text)
    lists = {decl.name.text: [m.name.text for m in decl.members] for decl in declared if isinstance(decl, d.Names)}
    shapes = {decl.name.text: decl for decl in declared if isinstance(decl, d.Shape)}
    files = {}
    for piece in (decl for decl in declared if isinstance(decl, d.Piece)):
        kind = piece.name.text
        rules = [decl.name.text for decl in declared if isinstance(decl, d.PieceRule) and decl.kind.text == kind]
        facts = [*piece.printed, *(shapes[piece.shape.text].printed if piece.shape else ())]
        rows = [_row(rule, facts, lists, at) for at, rule in enumerate([*rules, f"plain-{kind}"])]
        files[kind] = f"kind: inventory\npieces: {kind}\nrows:\n{''.join(rows)}"
    figures = [_links(decl, declared, lists) for decl in declared if isinstance(decl, d.Names) and decl.between]
    figures += [_figure(decl, lists) for decl in declared if isinstance(decl, d.Figure)]
    if figures:
        files["figures"] = "kind: figures\nfigures:\n" + "".join(figures)
    return files


def _links(links: d.Names, declared: tuple[d.Decl, ...], lists: dict[str, list[str]]) -> str:
    """Return links that join the things of a list in a row, and add their names to the lists."""
    joined = next(
        lists[decl.name.text]
        for decl in declared
        if isinstance(decl, d.Names) and str(decl.plural) == str(links.between)
    )
    lists[links.name.text] = [f"{links.name}-{at}" for at in range(1, len(joined))]
    rows = (f"{name}: [{', '.join(pair)}]" for name, pair in zip(lists[links.name.text], pairwise(joined), strict=True))
    return f"  {links.plural}: {{value: {{{', '.join(rows)}}}, source: 'book \"Data\"'}}\n"


def _row(rule: str, facts: list[d.Printed], lists: dict[str, list[str]], at: int) -> str:
    given = ", ".join(f"{fact.name.text}: {_values(fact, lists, at)}" for fact in facts)
    return f"  - {{rule: {rule}, count: {COPIES}, facts: {{{given}}}, source: 'book \"Data\"'}}\n"


def _values(fact: d.Printed, lists: dict[str, list[str]], at: int) -> str:
    if not fact.keys:
        return _value(fact.type, lists, at)
    return f"[{', '.join(_value(fact.type, lists, at + key) for key in range(_length(fact.keys[0], lists)))}]"


def _value(type_: d.TypeOf, lists: dict[str, list[str]], at: int) -> str:
    if type_.how == "range":
        return str(min(type_.high, type_.low + 1 + at))
    if type_.how == "truth" or type_.name is None:
        return "yes" if at % 2 else "no"
    name = lists[type_.name.text][at % len(lists[type_.name.text])]
    return f"[{name}]" if type_.how == "set" else name


def _figure(figure: d.Figure, lists: dict[str, list[str]]) -> str:
    inner = [_value(figure.type, lists, at) for at in range(_length(figure.keys[-1], lists) if figure.keys else 1)]
    if not figure.keys:
        return f"  {figure.name.text}: {{value: {inner[0]}, source: 'book \"Data\"'}}\n"
    row = f"[{', '.join(inner)}]"
    rows = f"[{', '.join([row] * _length(figure.keys[0], lists))}]" if len(figure.keys) > 1 else row
    return f"  {figure.name.text}: {{value: {rows}, source: 'book \"Data\"'}}\n"


def _length(key: d.Key, lists: dict[str, list[str]]) -> int:
    return key.high - key.low + 1 if key.name is None else len(lists[key.name.text])


__all__ = [
    "COPIES",
    "Example",
    "changes_another",
    "compiled_program",
    "examples",
    "made_up",
    "market",
    "without",
    "write",
]
