"""The checks in order: things, what they have, the rules themselves, and what must hold of them together."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.acting import report_nobody
from rulewright.check.endings import always_rule, piece_scorings, scoring, tie_break
from rulewright.check.follow_ups import add_names, lose_faulty, lose_removed, without_echoes
from rulewright.check.going_on import report_circles
from rulewright.check.holding import report_never
from rulewright.check.holdings import build_holdings
from rulewright.check.labels import report_labels
from rulewright.check.names import report_clashes
from rulewright.check.nowhere import report_nowhere
from rulewright.check.private import report_showing
from rulewright.check.reach import report_empty_menus, report_unreached
from rulewright.check.rules import Rules
from rulewright.check.scope import Scope
from rulewright.check.sizes import report_sizes
from rulewright.check.slips import say_once
from rulewright.check.things import build_things
from rulewright.check.types import Type
from rulewright.check.usage import report_unused
from rulewright.check.visibility import report_peeking
from rulewright.check.weights import report_weights
from rulewright.check.words import report_words
from rulewright.check.world import World
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import NOWHERE, Code, Findings
from rulewright.source.languages import OWN
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

READINGS = 5
"""Types of params settle after two readings; more would mean that they never do."""


def check(rules: Composed, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> c.CheckedRules:
    """Return the checked rules for a number of seats; raise `RulesError` with everything found if there are errors."""
    report_sizes(rules, seats, findings)
    world = _world(rules, seats, findings)
    if not findings.errors:
        _build(world, rules, settings or {})
    if findings.errors:
        _report_names(rules, seats, findings, settings or {})
        say_once(rules, findings)
    findings.stop_on_errors()
    checked = _read_all(rules, world)
    if world.findings.errors:
        report_nowhere(world, rules, world.findings)
    for finding in world.findings.found:
        findings.add(finding.code, finding.span, finding.message, *finding.remedy, severity=finding.severity)
    say_once(rules, findings)
    findings.stop_on_errors()
    assert checked is not None
    return checked


def _world(rules: Composed, seats: int, findings: Findings) -> World:
    names = list(rules.manifest.seat_names[:seats])
    return World(findings, rules.manifest.title.text, seats, names, language=rules.language or OWN)


def _build(world: World, rules: Composed, settings: dict[str, int]) -> None:
    """What is there, before any rule is read."""
    _report_twice(rules, world)
    build_things(world, rules)
    report_clashes(world, rules, world.findings)
    report_words(rules, world.findings)
    build_holdings(world, rules, settings)


def _report_names(rules: Composed, seats: int, findings: Findings, settings: dict[str, int]) -> None:
    """Something is wrong already: report the names that are wrong besides, and nothing that follows from it."""
    if findings.blind:
        return
    own = Findings()
    world = _world(rules, seats, own)
    _build(world, rules, settings)
    lose_removed(rules, findings)
    add_names(own.found, findings.lost, rules, findings)
    lose_faulty(rules, own)
    _read_all(rules, world, names_only=True)
    report_nowhere(world, rules, world.findings)
    add_names(world.findings.found, findings.lost | own.lost, rules, findings)


def _read_all(rules: Composed, world: World, names_only: bool = False) -> c.CheckedRules | None:
    """Read the rules until the types rest; `world.findings` are those of the last reading."""
    remembered: dict[str, Type] = {}
    checked = None
    for _ in range(READINGS):
        world.findings = Findings()
        checked, widened = _read(rules, world, remembered, names_only)
        if not widened:
            break
    return checked


def _read(
    rules: Composed, world: World, remembered: dict[str, Type], names_only: bool
) -> tuple[c.CheckedRules | None, bool]:
    findings = world.findings
    reader = Rules(world, rules, remembered)
    game = _game(reader, rules, findings)
    reader.read_all()
    checked = _finish(reader, rules, world, game)
    if reader.widened:
        return checked, True
    report_unreached(reader, rules, findings)
    without_echoes(rules, findings)
    report_labels(reader, rules, findings)
    report_weights(world, rules, findings)
    if names_only:
        return None, False
    if not findings.errors and checked is not None:
        report_circles(checked, findings)
    if not findings.errors and checked is not None:
        report_nobody(checked, findings)
        report_peeking(checked, findings)
        report_showing(checked, findings)
        report_empty_menus(checked, findings)
        report_never(checked, findings)
        report_unused(reader.world, checked, findings)
    return checked, False


def _report_twice(rules: Composed, world: World) -> None:
    seen: dict[str, d.Decl] = {}
    layers = list(rules.files)
    for decl in sorted(rules.declarations, key=lambda decl: (layers.index(decl.span.file), decl.span)):
        name = _own_name(decl)
        if name is None:
            continue
        if name in seen:
            world.report_duplicate(_word(decl), seen[name].span)
        seen.setdefault(name, decl)


def _own_name(decl: d.Decl) -> str | None:
    if isinstance(decl, d.Has | d.Replace | d.ChangeFigure | d.Remove | d.Difference):
        return None
    if isinstance(decl, d.Step):
        return f"step.{decl.name.text}"
    if isinstance(decl, d.MenuOption):
        return f"option.{decl.menu.text}.{decl.option.name.text}"
    return full_name(decl)


def _word(decl: d.Decl) -> Word:
    if isinstance(decl, d.MenuOption):
        return decl.option.name
    assert not isinstance(decl, d.Has | d.Replace | d.ChangeFigure | d.Remove | d.Difference)
    return decl.name


def _game(reader: Rules, rules: Composed, findings: Findings) -> c.Procedure | None:
    games = [step for step in rules.of(d.Step) if step.kind == "game"]
    if not games:
        findings.add(Code.GAME_MISSING, NOWHERE, "no rule file says how the game goes", 'Write a declaration "game:".')
        return None
    return reader.step_rule(games[0].name)


def _finish(reader: Rules, rules: Composed, world: World, game: c.Procedure | None) -> c.CheckedRules | None:
    scorings = [s for decl in rules.of(d.Scoring) if (s := scoring(reader, decl))]
    scorings += [s for decl in rules.of(d.PieceRule) for s in piece_scorings(reader, decl)]
    ties = [t for decl in rules.of(d.TieBreak) if (t := tie_break(reader, decl))]
    always = [a for decl in rules.of(d.Always) if (a := always_rule(reader, decl))]
    for decl in rules.declarations:
        if isinstance(decl, d.PieceRule | d.Shape | d.Piece | d.Has):
            reader.note_sources(decl.sources, Scope(full_name(decl)))
    for cite in [*(cite for ruling in rules.of(d.Ruling) for cite in ruling.cites), *rules.because]:
        reader.check_citation(cite)
    reader.read_all()
    if game is None:
        return None
    memories = sorted(reader.memories, key=lambda memory: memory.name)
    stored = list(dict.fromkeys([*(fact for _, fact in sorted(world.stored.items(), key=_owner_and_name)), *memories]))
    places = list(dict.fromkeys(place for _, place in sorted(world.places.items(), key=_owner_and_name)))
    domains = list(dict.fromkeys([*world.domains.values(), *world.home.values()]))
    printed: dict[str, list[c.Figure]] = {}
    for figure in world.printed.values():
        axis = figure.keys[0]
        if axis.domain is not None:
            printed.setdefault(axis.domain.name, []).append(figure)
    return c.CheckedRules(
        world.title, world.seats, world.seat_names, domains, stored, places,
        [*world.figures.values(), *world.printed.values()], world.starts, world.discards, printed,
        reader.all_procedures(), list(reader.value_rules.values()), list(reader.made_menus.values()), scorings, ties,
        always, game, dict(rules.files), rules.language, rules.told,
    )  # fmt: skip


def _owner_and_name(item: tuple[tuple[str, str], object]) -> tuple[str, str]:
    """What several files declare stands in the order of names: the order of files means nothing."""
    return item[0]
