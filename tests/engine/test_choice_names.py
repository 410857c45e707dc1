"""A decision is told, saved and repeated by the names of choices, so no two choices of a question share one."""

import pytest
from tests.tiers import sampled, slow_unless

from rulewright.chance import pick
from rulewright.engine.words import choice_names
from rulewright.workspace import compiled_program


@pytest.mark.slow
@pytest.mark.parametrize("seats", slow_unless(lambda seats: seats == 3, [2, 3, 4]))
@pytest.mark.parametrize("ruleset", sampled(2, ["goa", "goa-polish"]))
def test_no_two_choices_of_a_question_have_one_name(ruleset: str, seats: int) -> None:
    program = compiled_program(ruleset, seats)
    shared = 0
    for seed in range(1, 13):
        state, made = program.initial(seed), 0
        codes = program.advance(state, state[0])
        while codes is not None:
            names = choice_names(program, codes)
            assert len(set(names)) == len(names), (seed, made, names)
            shared += any(name.rpartition("-")[0] in names for name in names)
            codes, made = program.take(state, codes[pick(seed, made, len(codes))]), made + 1
    assert shared or ruleset == "goa", "no game came to two pieces of one name"
