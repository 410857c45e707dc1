"""What can be broken in rules and tables, and which of it scenarios notice."""

from __future__ import annotations

import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.each_result import each_result

from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings, RulesError
from rulewright.playtest.mutants.generation import all_mutants, mutated_rules
from rulewright.playtest.mutants.model import (
    CAUGHT,
    FAILED,
    REFUSED,
    SURVIVED,
    Mutant,
    MutantOutcome,
    reason_for,
    stale_reasons,
)
from rulewright.playtest.mutants.trial import Bench, ResultCache, Trial, open_trial
from rulewright.report.mutate_report import together
from rulewright.source import Manifest
from rulewright.source.loading import load
from rulewright.syntax.parser import parse
from rulewright.workspace import load as load_ruleset

HERE = Path(__file__).parent
STALL = HERE / "stall"
WORDS = {SURVIVED: "unnoticed", REFUSED: "refused"}


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def stall(tmp_path: Path) -> Path:
    """A copy of the small game, to be changed."""
    return Path(shutil.copytree(STALL, tmp_path / "stall"))


def outcomes(bench: Trial) -> list[MutantOutcome]:
    return [bench.try_mutant(number) for number in range(len(bench.mutants))]


def noted(text: str, word: str) -> dict[int, Counter[str]]:
    """Return what the comments of a file say, by line: `# word: this; that`."""
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        said = re.search(rf"# {word}: ([^#]*)", line)
        if said:
            found[number] = Counter(part.strip() for part in said[1].rstrip("; ").split(";"))
    return found


def by_line(made: Iterable[Mutant]) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for mutant in made:
        found[mutant.span.line][mutant.words] += 1
    return dict(found)


# ---- what is made


def test_one_of_every_kind_is_made_where_the_comments_say() -> None:
    path = HERE / "kinds/kinds.rules"
    text, findings = path.read_text("utf-8"), Findings()
    rules = Composed(manifest(), parse("kinds.rules", text, findings))
    assert not findings.found
    assert by_line(mutated_rules(rules)) == noted(text, "made")


def manifest() -> Manifest:
    findings = Findings()
    return load(str(STALL), findings).manifest


def test_what_is_made_of_tables_is_made_as_it_is_written(stall: Path) -> None:
    (stall / "data/more.yaml").write_text(
        "kind: figures\nfigures:\n"
        "  open: {value: [apple, pear], source: 'common \"The rules\"'}\n"
        "  deep: {value: [[1, 0], [apple]], source: 'common \"The rules\"'}\n"
    )
    (stall / "data/pieces.yaml").write_text(
        "kind: inventory\npieces: tile\nrows:\n"
        "  - name: '{fruit}'\n    each: {fruit: [apple, pear]}\n    rule: plain\n"
        "    facts: {size: 2, grows: ['{fruit}']}\n    count: 2\n    source: 'common \"The rules\"'\n"
        "  - rule: odd\n    copies: [{size: 1}, {size: 3}]\n    source: 'common \"The rules\"'\n"
    )
    findings = Findings()
    source = load(str(stall), findings)
    made = all_mutants(source, compose(source, findings))
    tables = [f"{m.span.line} {m.rule}: {m.words}" for m in made if m.span.file.endswith(("more.yaml", "pieces.yaml"))]
    assert tables == [
        "3 figure.open: this is missing", "3 figure.open: this is missing",
        "4 figure.deep: 2 instead of 1", "4 figure.deep: 0 instead of 1", "4 figure.deep: 1 instead of 0",
        "4 figure.deep: this is missing",
        "4 tile.apple: 3 instead of 2 of this", "4 tile.apple: 1 instead of 2 of this",
        "7 tile.apple: 3 instead of 2", "7 tile.apple: 1 instead of 2", "7 tile.apple: this is missing",
        "10 tile.odd-1: 2 instead of 1 of this", "10 tile.odd-1: this is missing",
        "10 tile.odd-2: 2 instead of 1 of this", "10 tile.odd-2: this is missing",
        "11 tile.odd-1: 2 instead of 1", "11 tile.odd-1: 0 instead of 1",
        "11 tile.odd-2: 4 instead of 3", "11 tile.odd-2: 2 instead of 3",
    ]  # fmt: skip
    both = next(m for m in made if m.words == "3 instead of 2" and m.rule == "tile.apple").make().rows["tile"]
    assert [row.facts["size"].text for row in both if row.rule.text == "plain"] == ["3", "3"]
    assert [row.name.text for row in both] == ["apple", "pear", "odd-1", "odd-2"]


def test_what_a_ruleset_stands_on_is_left_alone() -> None:
    findings = Findings()
    source = load("goa-quick-start", findings)
    assert {m.span.file.split("/")[0] for m in all_mutants(source, compose(source, findings))} == {"goa-quick-start"}


# ---- what comes of it


@pytest.mark.slow
def test_the_small_game_has_the_verdicts_that_its_comments_say() -> None:
    bench = open_trial(load_ruleset(str(STALL)))
    assert bench.failing_scenarios() == []
    found = outcomes(bench)
    verdicts = Counter(outcome.verdict for outcome in found)
    assert verdicts[FAILED] == 0 and verdicts[CAUGHT] >= 30
    for verdict, word in WORDS.items():
        made = [bench.mutants[outcome.number] for outcome in found if outcome.verdict == verdict]
        for path in (STALL / "rules/stall.rules", STALL / "data/prices.yaml"):
            here = by_line(m for m in made if m.span.file.endswith(path.name))
            assert here == noted(path.read_text("utf-8"), word), path.name


@pytest.mark.slow
def test_two_processes_find_the_same_as_one() -> None:
    bench = open_trial(load_ruleset(str(STALL)))
    numbers = range(len(bench.mutants))
    one, two = (
        [o.verdict for o in each_result(Bench(bench.ruleset, bench.scenarios, {}), numbers, jobs)] for jobs in (1, 2)
    )
    assert one == two == [outcome.verdict for outcome in outcomes(bench)]


def test_a_scenario_that_fails_as_it_is_is_named(stall: Path) -> None:
    path = stall / "scenarios/stall.yaml"
    path.write_text(path.read_text("utf-8").replace("expect: {Ben: {coins: 3}}", "expect: {Ben: {coins: 4}}"))
    assert open_trial(load_ruleset(str(stall))).failing_scenarios() == ["Who waits takes a coin"]


def test_a_mistake_of_ours_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object, **more: object) -> None:
        raise ZeroDivisionError("a bug")

    bench = open_trial(load_ruleset(str(STALL)))
    monkeypatch.setattr("rulewright.backends.build.build", broken)
    assert bench.try_mutant(0) == MutantOutcome(0, FAILED, "ZeroDivisionError: a bug")


# ---- reasons


def with_reasons(stall: Path, **remarks: str) -> Trial:
    """Return the small game with remarks at the end of the lines that begin with these words."""
    path = stall / "rules/stall.rules"
    lines = [line.partition("  #")[0] for line in path.read_text("utf-8").split("\n")]
    for word, remark in remarks.items():
        lines = [f"{line}  # {remark}" if line.strip().startswith(word) else line for line in lines]
    path.write_text("\n".join(lines))
    return open_trial(load_ruleset(str(stall)))


@pytest.mark.slow
def test_a_reason_speaks_of_its_line_or_of_the_words_that_it_names(stall: Path) -> None:
    bench = with_reasons(stall, roll="survives 0 instead of 1: nobody throws a 0", option="survives: paying says so")
    survivors = [bench.mutants[o.number] for o in outcomes(bench) if o.verdict == SURVIVED]
    given = {m.words: reason.reason for m in survivors if (reason := reason_for(m, bench.reasons))}
    assert given == {"0 instead of 1": "nobody throws a 0", "offered without this condition": "paying says so"}


@pytest.mark.slow
def test_a_reason_that_nothing_needs_is_stale(stall: Path) -> None:
    bench = with_reasons(
        stall, score="survives: not so", roll="survives: some of it", take="survives 6 instead of 5: no"
    )
    survivors = [bench.mutants[o.number] for o in outcomes(bench) if o.verdict == SURVIVED]
    assert {reason.reason for reason in stale_reasons(bench.reasons, survivors, [])} == {"not so", "no"}
    untried = {reason.reason for reason in stale_reasons(bench.reasons, survivors, bench.mutants)}
    assert untried == {"no"}, "of what was not tried, only a reason that speaks of nothing is stale"


def test_a_reason_in_a_table_is_read_and_an_unclear_one_refused(stall: Path) -> None:
    path = stall / "data/prices.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("unnoticed: 4 instead of 3", "survives: pears are never bought"))
    assert [reason.reason for reason in open_trial(load_ruleset(str(stall))).reasons] == ["pears are never bought"]
    path.write_text(text.replace("unnoticed: 4 instead of 3", "survives:"))
    with pytest.raises(RulesError, match="remark-unclear"):
        open_trial(load_ruleset(str(stall)))


# ---- what is kept


@pytest.mark.slow
def test_what_was_noticed_is_known_until_its_scenario_changes(stall: Path) -> None:
    bench = open_trial(load_ruleset(str(stall)))
    kept = ResultCache(bench)
    assert [n for n in range(len(bench.mutants)) if kept.known_outcome(n)] == []
    for outcome in outcomes(bench):
        kept.add(outcome)
    kept.save()
    again = open_trial(load_ruleset(str(stall)))
    assert all(ResultCache(again).known_outcome(number) for number in range(len(again.mutants)))

    path = stall / "scenarios/stall.yaml"
    path.write_text(path.read_text("utf-8").replace("offered: [buy apple], ", ""))
    changed = open_trial(load_ruleset(str(stall)))
    now = ResultCache(changed)
    todo = [number for number in range(len(changed.mutants)) if now.known_outcome(number) is None]
    verdicts = Counter(now.outcomes[number].verdict for number in todo)
    assert verdicts[SURVIVED] == sum(o.verdict == SURVIVED for o in now.outcomes.values())
    assert 0 < verdicts[CAUGHT] < len(todo) and not verdicts[REFUSED]
    survivor = next(number for number in todo if now.outcomes[number].verdict == SURVIVED)
    new = [one.name for one in changed.scenarios if one.fingerprint not in now.survived_scenarios(survivor)]
    assert new == ["Who waits takes a coin"], "the others it has passed already"


def test_a_change_of_the_rules_makes_all_unknown_and_one_of_a_comment_does_not(stall: Path) -> None:
    bench = open_trial(load_ruleset(str(stall)))
    kept = ResultCache(bench)
    kept.add(MutantOutcome(0, REFUSED, "unknown-name"))
    kept.save()
    path = stall / "rules/stall.rules"
    path.write_text("# A remark.\n\n" + path.read_text("utf-8"))
    assert ResultCache(open_trial(load_ruleset(str(stall)))).known_outcome(0)
    path.write_text(path.read_text("utf-8").replace("take 5 coins", "take 4 coins"))
    assert ResultCache(open_trial(load_ruleset(str(stall)))).known_outcome(0) is None


# ---- what is said


def test_what_was_tried_in_one_place_is_said_in_one_line() -> None:
    assert together(["4 instead of 3", "2 instead of 3"]) == "4 or 2 instead of 3"
    assert together(["the opposite of this", "3 instead of 2"]) == "the opposite of this; 3 instead of 2"


@pytest.mark.slow
def test_a_fixed_sample_of_goa_is_noticed_or_explained() -> None:
    bench = open_trial(load_ruleset("goa"))
    sample = range(7, len(bench.mutants), len(bench.mutants) // 8)
    for number in sample:
        mutant, outcome = bench.mutants[number], bench.try_mutant(number)
        explained = reason_for(mutant, bench.reasons)
        place = f"{mutant.span.file}:{mutant.span.line}:{mutant.span.column}"
        assert outcome.verdict in (CAUGHT, REFUSED) or explained, f"{place} {mutant.words}: {outcome.verdict}"
