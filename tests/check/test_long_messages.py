"""A message has a limited length, however long the list of names is that somebody made up."""

from __future__ import annotations

from rulewright.diagnostics import NOWHERE, Code, Diagnostic


def test_a_message_is_cut_where_it_is_too_long() -> None:
    seats = ", ".join(f"Anna {number}" for number in range(30_000))
    found = Diagnostic(Code.SAVE_OTHER_SEATS, NOWHERE, f"this game has the seats {seats}", (seats,))
    assert max(len(found.message), len(found.remedy[0])) < 1_010 and found.message.endswith(" …")
    assert found.message.startswith("this game has the seats Anna 0, Anna 1, ")
