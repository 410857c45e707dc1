"""What remarks say, and which line they are about."""

from __future__ import annotations

from rulewright.diagnostics import Findings
from rulewright.syntax.remarks import Remark, remarks


def read(text: str) -> list[Remark]:
    findings = Findings()
    found = remarks("a.rules", text, findings)
    assert not findings.found
    return list(found)


def said(text: str) -> list[tuple[str, str, str, str, int]]:
    return [(r.verb, r.way, r.words, r.reason, r.line) for r in read(text)]


def test_at_the_end_of_a_line_it_is_about_that_line() -> None:
    assert said("step a:\n    stop  # never reached: so it is\n") == [("never", "reached", "", "so it is", 2)]
    assert read("step a:\n    stop  # never reached: so\n")[0].span == ("a.rules", 2, 11, 2, 30)


def test_alone_it_is_about_the_next_line_and_goes_on_below() -> None:
    text = "# never no: first\n# and more\n\n# something else\nstep a:\n"
    assert said(text) == [("never", "no", "", "first and more", 5)]


def test_several_remarks_are_about_one_line() -> None:
    text = (
        "# never yes: one\n# never no hand is empty: two: really\n    if hand is empty:  # survives: three\n# no more\n"
    )
    assert said(text) == [
        ("never", "yes", "", "one", 3),
        ("never", "no", "hand is empty", "two: really", 3),
        ("survives", "", "", "three", 3),
    ]


def test_a_verb_without_a_way_has_words_at_once() -> None:
    assert said("points: 3  # survives one more: shown nowhere\n") == [("survives", "", "one more", "shown nowhere", 1)]


def test_texts_are_no_comments() -> None:
    assert said('tell "# never yes: no"\ntell "a"  # never reached: because\n') == [
        ("never", "reached", "", "because", 2)
    ]
