"""Loading whole folders: lookup, bases, sources, files that would go unread."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_folders import Write, manifest

from rulewright.diagnostics import Findings, RulesError
from rulewright.source import RulesetSource, available, find, locate, schemas, shipped
from rulewright.source.loading import load

ON_SMALL = 'ruleset: smaller\ntitle: "Smaller"\nextends: small\n'


def loaded(name: str) -> tuple[RulesetSource, list[tuple[str, int, str]]]:
    findings = Findings()
    ruleset = load(name, findings)
    return ruleset, [(d.span.file, d.span.line, d.code) for d in findings.found]


def refused(name: str) -> RulesError:
    with pytest.raises(RulesError) as caught:
        load(name, Findings())
    return caught.value


def test_a_name_is_looked_up_in_rulesets_and_in_groups(write: Write) -> None:
    write({"rulesets/small/ruleset.yaml": manifest("small"), "rulesets/variants/tiny/ruleset.yaml": manifest("tiny")})
    assert find("small") == Path("rulesets/small")
    assert find("tiny") == Path("rulesets/variants/tiny")
    assert find("variants") is None
    assert {"small", "tiny"} <= set(available())
    assert locate("tiny/ruleset.yaml") == Path("rulesets/variants/tiny/ruleset.yaml")
    assert locate("rulesets/small/ruleset.yaml") == Path("rulesets/small/ruleset.yaml")
    assert locate("small/rules/none.rules") is None


def test_what_comes_along_is_there() -> None:
    assert (schemas() / "ruleset.schema.json").is_file()
    assert shipped().name == "rulesets"


def test_a_path_is_shown_as_given(write: Write) -> None:
    root = write({"small/ruleset.yaml": manifest("small"), "small/rules/a.rules": "phase one:\n"})
    assert loaded("./small")[0].rules[0].path == "small/rules/a.rules"
    assert loaded(str(root / "small"))[0].rules[0].path == (root / "small/rules/a.rules").as_posix()


def test_a_name_is_shown_by_name(write: Write) -> None:
    write({"rulesets/small/ruleset.yaml": manifest("small"), "rulesets/small/rules/a.rules": "phase one:\n"})
    assert loaded("small")[0].rules[0].path == "small/rules/a.rules"


@pytest.mark.parametrize(
    "name", ["smal", "../x", "./none", "", "a+b", "small\x00", "./a\x00b", "x" * 5000, "./" + "x" * 5000]
)
def test_what_is_not_there_is_a_finding(write: Write, name: str) -> None:
    write({"rulesets/small/ruleset.yaml": manifest("small")})
    assert refused(name).findings[0].code in ("unknown-ruleset", "missing-folder")


def test_not_found_suggests(write: Write) -> None:
    write({"rulesets/small/ruleset.yaml": manifest("small"), "mine/ruleset.yaml": manifest("mine")})
    assert 'Did you mean "small"?' in refused("smal").findings[0].remedy


def test_a_typed_name_may_be_that_of_a_folder_here_unless_another_ruleset_has_it(write: Write) -> None:
    write({"mine/ruleset.yaml": manifest("mine"), "games/yours/ruleset.yaml": manifest("yours")})
    assert loaded("mine")[0].folder.name == loaded("./mine")[0].folder.name == "mine"
    assert loaded("yours")[0].folder.parent.name == "games"
    write({"rulesets/mine/ruleset.yaml": manifest("mine")})
    assert loaded("mine")[0].folder.parent.name == "rulesets"


def test_what_a_ruleset_stands_on_is_not_looked_for_where_the_command_is_typed(write: Write) -> None:
    write({"base/ruleset.yaml": manifest("base"), "mine/above/ruleset.yaml": manifest("above") + "extends: base\n"})
    (wrong,) = loaded("mine/above")[1]
    assert wrong[2] == "unknown-ruleset"


def test_a_folder_without_a_manifest(write: Write) -> None:
    write({"small/rules/a.rules": "phase\u200b"})
    codes = [finding.code for finding in refused("./small").findings]
    assert codes == ["unreadable-file", "strange-character"]


def test_name_and_folder_must_agree(write: Write) -> None:
    write({"rulesets/mine/ruleset.yaml": manifest("small")})
    assert loaded("mine")[1] == [("mine/ruleset.yaml", 1, "name-differs")]
    assert loaded("./rulesets/mine")[1] == []


def test_a_base_is_loaded_with_it(write: Write) -> None:
    write({"a/small/ruleset.yaml": manifest("small"), "a/smaller/ruleset.yaml": ON_SMALL})
    ruleset, found = loaded("./a/smaller")
    assert found == []
    assert ruleset.base is not None
    assert ruleset.base.name == "small"
    assert ruleset.manifest.seat_names == ("Yellow", "Red")
    assert ruleset.passages() == {"book": ["Set-up"]}


def test_an_unknown_base(write: Write) -> None:
    write({"smaller/ruleset.yaml": ON_SMALL})
    ruleset, found = loaded("./smaller")
    assert found == [("smaller/ruleset.yaml", 3, "unknown-ruleset")]
    assert ruleset.base is None


@pytest.mark.parametrize("other", ["small", "smaller"])
def test_a_circle_of_bases(write: Write, other: str) -> None:
    write({
        "small/ruleset.yaml": f'ruleset: small\ntitle: "Small"\nextends: {other}\n',
        "smaller/ruleset.yaml": ON_SMALL,
    })  # fmt: skip
    assert [code for _, _, code in loaded("./small")[1]] == ["extends-in-a-circle"]


def test_a_base_with_a_broken_manifest(write: Write) -> None:
    write({"small/ruleset.yaml": "ruleset: [", "smaller/ruleset.yaml": ON_SMALL})
    assert loaded("./smaller")[1] == [
        ("small/ruleset.yaml", 1, "bracket-missing"), ("smaller/ruleset.yaml", 3, "base-unusable"),
    ]  # fmt: skip


def test_sources_of_the_base_may_be_cited(write: Write) -> None:
    figure = "kind: figures\nfigures:\n  {name}: {{value: 1, source: {source}}}\n"
    write({
        "small/ruleset.yaml": manifest("small"),
        "smaller/ruleset.yaml": ON_SMALL,
        "smaller/data/a.yaml": figure.format(name="one", source='book "Set-up"'),
        "smaller/data/b.yaml": figure.format(name="two", source='book "Setup"'),
        "smaller/data/c.yaml": figure.format(name="one", source='bok "Set-up"'),
    })  # fmt: skip
    ruleset, found = loaded("./smaller")
    assert found == [
        ("smaller/data/c.yaml", 3, "declared-twice"),
        ("smaller/data/b.yaml", 3, "unlisted-passage"),
    ]
    assert [figure.name.text for figure in ruleset.figures] == ["one", "two"]


def test_rows_are_spread_out(write: Write) -> None:
    pieces = (Path(__file__).parent / "good/data/pieces.yaml").read_text("utf-8")
    write({"small/ruleset.yaml": manifest("small"), "small/data/pieces.yaml": pieces})
    ruleset, found = loaded("./small")
    assert found == []
    rows = {row.name.text: row for row in ruleset.inventories[0].rows}
    assert list(rows) == [
        "one-a", "field-red-1", "field-red-2", "field-blue-1", "field-blue-2", "owl-1", "owl-2", "house",
    ]  # fmt: skip
    assert str(rows["field-blue-2"].label) == "Blue field 2"
    assert rows["field-blue-2"].facts["fields"].value == 2  # type: ignore[union-attr]
    assert rows["field-blue-2"].assumed == "the picture shows no more"
    assert list(rows["owl-1"].facts) == ["points", "symbol"]
    assert str(rows["one-a"].source) == 'book "Set-up"'
    assert rows["one-a"].source is not None
    assert rows["one-a"].source.passage.span[1:] == (4, 84, 4, 90)


def test_what_would_go_unread_is_a_warning(write: Write) -> None:
    write({
        "small/ruleset.yaml": manifest("small"),
        "small/README.md": "", "small/.hidden": "", "small/rules/a.rules~": "", "small/rules/notes.md": "",
        "small/rule/a.rules": "", "small/data/a.yml": "", "small/rules/more/a.rules": "",
    })  # fmt: skip
    findings = Findings()
    load("./small", findings)
    assert sorted(d.span.file for d in findings.found) == ["small/data/a.yml", "small/rule", "small/rules/more"]
    assert {(d.code, d.severity) for d in findings.found} == {("unread-file", "warning")}


def test_labels_by_language(write: Write) -> None:
    write(
        {"small/ruleset.yaml": manifest("small"), "small/labels/pl.yaml": 'language: pl\nlabels: {tile.one: "Jeden"}\n'}
    )
    ruleset, found = loaded("./small")
    assert found == []
    assert [(str(name), str(text)) for name, text in ruleset.labels[0].texts] == [("tile.one", "Jeden")]
    assert ruleset.languages == ["en", "pl"]


def test_forms_of_what_is_counted(write: Write) -> None:
    labels = "language: pl\nlabels: {tile.one: {one: żeton, few: żetony, many: żetonów}, tile.two: Dwa}\n"
    write({"small/ruleset.yaml": manifest("small"), "small/labels/pl.yaml": labels})
    ruleset, found = loaded("./small")
    assert found == []
    ((name, forms),) = ruleset.labels[0].forms
    given = [(str(form), str(text)) for form, text in forms]
    assert (str(name), given) == ("tile.one", [("one", "żeton"), ("few", "żetony"), ("many", "żetonów")])
    assert [str(name) for name, _ in ruleset.labels[0].texts] == ["tile.two"]
    assert ruleset.labels[0].bare == ("tile.two",)
