"""The tables that come with the package are those of the grammar."""

import json

import pytest

from rulewright.syntax import tables


def test_there_are_tables_for_the_grammar_as_it_is() -> None:
    assert tables._shipped_tables() is not None, "the grammar has changed: python -m rulewright.syntax.tables"


@pytest.mark.slow
def test_shipped_tables_are_those_of_the_grammar() -> None:
    shipped = tables._shipped_tables()
    assert shipped is not None
    assert list(shipped) == json.loads(json.dumps(tables._make_tables()))
