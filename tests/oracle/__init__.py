"""A slow evaluator of the checked rules, which shares no code with compilation, backends or engine."""
