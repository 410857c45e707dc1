"""What differs in play: statistics of paired games."""
