"""Two rulesets side by side: what is written otherwise, and what that does to play."""
