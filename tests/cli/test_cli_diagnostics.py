"""The text of findings, letter by letter."""

from __future__ import annotations

from rulewright.diagnostics import NOWHERE, Diagnostic, Span
from rulewright.report.diagnostics_text import render_all


def shown(finding: Diagnostic, text: str) -> str:
    return "\n".join(render_all([finding], {finding.span.file: text})) + "\n"


def test_misspelt_name() -> None:
    text = "\n" * 39 + "    option use on free-effects, once each round:\n        take 1 shipp\n"
    finding = Diagnostic(
        "unknown-name", Span("my-goa/rules/tiles.rules", 41, 16, 41, 21), "no such thing can be taken",
        ('Did you mean "ship"?',
         "A player can take: ship, colonist, ducat, spice, action-card, expedition-card "
         "(declared in goa/rules/players.rules:4)."),
    )  # fmt: skip
    assert (
        shown(finding, text)
        == """\
my-goa/rules/tiles.rules:41:16  error  unknown-name
   |
40 |     option use on free-effects, once each round:
41 |         take 1 shipp
   |                ^^^^^  no such thing can be taken
   |
   Did you mean "ship"?
   A player can take: ship, colonist, ducat, spice, action-card, expedition-card
   (declared in goa/rules/players.rules:4).

1 error.  More about it: rulewright explain unknown-name
"""
    )


def test_table_too_short() -> None:
    text = "\n" * 10 + "figures:\n    taxes: [4, 6, 8, 10]\n"
    finding = Diagnostic(
        "table-length", Span("my-goa/data/board.yaml", 12, 12, 12, 25),
        '4 numbers, but the column "taxes" has 5 rows',
        ("The table needs one number for each row, 1 to 5. Row 5 is missing.",
         "The rows are declared in goa/rules/board.rules:7. goa itself has",
         "[4, 6, 8, 10, 12]; only 4 and 6 are printed, the others are assumed."),
    )  # fmt: skip
    assert (
        shown(finding, text)
        == """\
my-goa/data/board.yaml:12:12  error  table-length
   |
12 |     taxes: [4, 6, 8, 10]
   |            ^^^^^^^^^^^^^  4 numbers, but the column "taxes" has 5 rows
   |
   The table needs one number for each row, 1 to 5. Row 5 is missing.
   The rows are declared in goa/rules/board.rules:7. goa itself has
   [4, 6, 8, 10, 12]; only 4 and 6 are printed, the others are assumed.

1 error.  More about it: rulewright explain table-length
"""
    )


def test_change_that_no_longer_fits() -> None:
    text = '\n\nchange tile.duty points from 5 to 7 because house "Duty is too weak"\n'
    finding = Diagnostic(
        "change-from-differs", Span("my-goa/rules/changes.rules", 3, 25, 3, 31), "tile.duty has 4 points here, not 5",
        ("my-goa stands on goa (4 points, goa/data/tiles.yaml:58).",
         'goa-polish has 5. Did you mean "extends: goa-polish" in ruleset.yaml:4?',
         'Otherwise write "from 4".'),
    )  # fmt: skip
    assert (
        shown(finding, text)
        == """\
my-goa/rules/changes.rules:3:25  error  change-from-differs
  |
3 | change tile.duty points from 5 to 7 because house "Duty is too weak"
  |                         ^^^^^^ tile.duty has 4 points here, not 5
  |
  my-goa stands on goa (4 points, goa/data/tiles.yaml:58).
  goa-polish has 5. Did you mean "extends: goa-polish" in ruleset.yaml:4?
  Otherwise write "from 4".

1 error.  More about it: rulewright explain change-from-differs
"""
    )


def test_missing_colon() -> None:
    text = "\n" * 38 + 'tile ship "Ship"\n    option use:\n'
    finding = Diagnostic(
        "colon-missing", Span("my-goa/rules/tiles.rules", 39, 17, 39, 18),
        "a colon belongs here: the lines below belong to this tile",
    )  # fmt: skip
    assert (
        shown(finding, text)
        == """\
my-goa/rules/tiles.rules:39:17  error  colon-missing
   |
39 | tile ship "Ship"
   |                 ^ a colon belongs here: the lines below belong to this tile

1 error.  More about it: rulewright explain colon-missing
"""
    )


def test_the_opening_line_may_be_far_above() -> None:
    text = "step a:\n    take 1 x\n    take 1 yy\n"
    finding = Diagnostic("unknown-name", Span("r/rules/a.rules", 3, 12, 3, 14), "unknown")
    assert "1 | step a:\n...\n3 |     take 1 yy\n" in shown(finding, text)


def test_long_lines_and_control_characters_stay_within_the_screen() -> None:
    text = "x" * 5000 + "\x1b[2J" + "y" * 5000
    finding = Diagnostic("too-long", Span("a.yaml", 1, 5001, 1, 5005), "this message is long enough " * 6)
    lines = render_all([finding], {"a.yaml": text})
    assert "\x1b" not in "".join(lines)
    assert max(map(len, lines)) <= 80
    assert any("^^^^" in line for line in lines)


def test_columns_under_wide_letters() -> None:
    finding = Diagnostic("unknown-name", Span("a.yaml", 1, 4, 1, 5), "here")
    assert "  |       ^ here" in shown(finding, "数数数x")


def test_finding_without_a_line_or_without_its_file() -> None:
    whole = Diagnostic("not-text", NOWHERE._replace(file="a.yaml"), "this file is no text", ("Save it as UTF-8.",))
    assert shown(whole, "") == (
        "a.yaml  error  not-text\n   this file is no text\n   Save it as UTF-8.\n\n"
        "1 error.  More about it: rulewright explain not-text\n"
    )
    gone = Diagnostic("unknown-name", Span("no/such.rules", 3, 1, 3, 2), "unknown")
    assert render_all([gone])[:2] == ["no/such.rules:3:1  error  unknown-name", "   unknown"]


def test_count_of_errors_and_warnings() -> None:
    first = Diagnostic("a", NOWHERE, "x")
    second = Diagnostic("b", NOWHERE, "x", severity="warning")
    assert (
        render_all([first, first, second])[-1] == "2 errors and 1 warning.  More about the first: rulewright explain a"
    )
