"""The checked rules: every name resolved, every type known, few kinds of node. This is what compiling starts from.

All names of these modules are `c.NAME` for those who write `from rulewright.check import core as c`.
"""

from rulewright.check.core.actions import *
from rulewright.check.core.rules import *
from rulewright.check.core.things import *
from rulewright.check.core.values import *
from rulewright.diagnostics import Span as Span
