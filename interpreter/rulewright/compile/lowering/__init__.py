"""Lowering: from checked rules, cut into blocks, to the intermediate representation."""
