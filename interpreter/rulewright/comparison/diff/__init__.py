"""What differs in the rules of two rulesets."""
