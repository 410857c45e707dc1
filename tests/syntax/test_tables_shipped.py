"""The tables that come with the package are those of the grammar."""

import json

from rulewright.syntax import tables


def test_shipped_tables_are_those_of_the_grammar() -> None:
    """Make them anew with `python -m rulewright.syntax.tables` after a change of the grammar."""
    shipped = tables._shipped()
    assert shipped is not None, "the grammar has changed: python -m rulewright.syntax.tables"
    assert list(shipped) == json.loads(json.dumps(tables._make()))
