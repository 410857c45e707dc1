"""Imported when first needed: most seats neither run in C, nor search, nor are other programs."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import jsonschema

    from rulewright.backends import native, native_evaluation
    from rulewright.engine import automatic_seats
    from rulewright.players import greedy, plan
    from rulewright.players.external import classes, objects, table
    from rulewright.players.search import native as search_in_c
    from rulewright.players.search import seat as search_seat
    from rulewright.players.search import twin
    from rulewright.source import schema
else:
    __getattr__ = imports_of(__file__)
