"""The scenario file of a shrunk counterexample, and whether it passes under both rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.comparison.toggles import Pair
from rulewright.diagnostics import Findings
from rulewright.scenarios.reading import scenario_of
from rulewright.scenarios.run import run_one
from rulewright.scenarios.state_entries import block, text
from rulewright.source import RulesetSource
from rulewright.source.documents import document
from rulewright.source.yaml_layout import format_yaml

MOST = 6
"""Most options that are named."""


@dataclass(frozen=True, slots=True)
class End:
    """What is played, who chose what, and what is expected; the last step may be a look at what is offered."""

    played: list[tuple[str, str]]
    expect: Mapping[str, object]
    seat: str = ""
    offered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def scenario_file(pair: Pair, given: Mapping[str, object], ends: tuple[End, End], seats: list[str]) -> str:
    """Return the text of the file."""
    first, second = _bare(pair.first.source), _bare(pair.second.source)
    sentence = pair.differences[0].sentence if len(pair.differences) == 1 else None
    name = (sentence or f"{first} and {second} part").rstrip(".")
    lines = [f"# Found by rulewright diverge. A scenario of {first}.", f"scenario: {text(name)}"]
    lines += [f"players: {text(seats)}", "", "given:", *block(given, "  "), "", *_play(ends[0], "")]
    lines += ["", "expect:", *block(ends[0].expect, "  "), "", "differs under:", f"  {text(second)}:"]
    lines += _play(ends[1], "    ") if ends[1].seat else []
    lines += ["    expect:", *block(ends[1].expect, "      ")]
    written = "\n".join(lines) + "\n"
    return format_yaml("scenario.yaml", written, "scenario", Findings()) or written


def _bare(source: RulesetSource) -> str:
    """Return the name of a ruleset without its folder, as a scenario names another one in the same place."""
    own = source.manifest.name.text
    some = source.name.rpartition(":")[2] if source.only is not None else ""
    return f"{own}:{some}" if some else own if source.name.startswith(".") else source.name


def _play(end: End, indent: str) -> Iterator[str]:
    looks = {"offered": list(end.offered[:MOST]), "not offered": list(end.missing[:MOST])}
    rows = [f"{indent}  - {text(seat)}: {text(choice)}" for seat, choice in end.played]
    if end.seat:
        rows.append(f"{indent}  - {text(end.seat)}: {text({key: names for key, names in looks.items() if names})}")
    yield f"{indent}play:" if rows else f"{indent}play: []"
    yield from rows


def passes(written: str, pair: Pair, programs: tuple[Program, Program]) -> bool:
    """Whether the scenario can be read and passes under both."""
    findings = Findings()
    node = document("scenario.yaml", written, "scenario", findings)
    if node is None:
        return False
    scenario = scenario_of(node, pair.first.source.passages(), findings)
    results = [run_one(programs[0], scenario, "first", programs)]
    results += [run_one(programs[1], scenario.under(other), "second", programs) for other in scenario.elsewhere]
    return not findings.errors and len(results) == 2 and all(result.ok for result in results)
