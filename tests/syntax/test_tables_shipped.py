"""The tables that come with the package are those of the grammar."""

from rulewright.syntax import tables


def test_shipped_tables_are_those_of_the_grammar() -> None:
    """Make them anew with `python -m rulewright.syntax.tables` after a change of the grammar."""
    shipped = tables._shipped()
    assert shipped is not None, "the grammar has changed: python -m rulewright.syntax.tables"
    made = tables._make()
    assert len(shipped[0]) == len(made[0])
    assert sorted(map(repr, shipped[1])) == sorted(repr(tuple_to_list(rule)) for rule in made[1])
    assert shipped[4] == made[4]


def tuple_to_list(value: object) -> object:
    """What JSON keeps of tuples."""
    return [tuple_to_list(part) for part in value] if isinstance(value, tuple | list) else value
