"""Imported when first needed: one random game takes neither C nor seats that think."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import multiprocessing

    from rulewright.backends import failure, native, playing
    from rulewright.backends.python import playing as python_playing
    from rulewright.engine import holdings, runtime_errors, scoring
    from rulewright.players import seats
    from rulewright.playtest import game
    from rulewright.scenarios import lookup
else:
    __getattr__ = imports_of(__file__)
