"""The shortest game that two rulesets play differently."""
