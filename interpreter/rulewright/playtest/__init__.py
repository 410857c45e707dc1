"""Many games played by themselves, and what they say about the rules."""
